"""A backup that somebody changed: refused with a sentence, or taken in whole; never half, never with a stack of code.

Every place of a file gets something that does not belong there, and lines are cut, doubled, and left away.
"""

import contextlib
import copy
import json
import random
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from databases import empty
from ledgers import scored
from sqlalchemy import text
from tables import KEYRING, TableUnderTest

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.store.models import Base, db

WRONG: list[object] = [
    None, True, -1, 0, 9, 2**31, 2**63 - 1, 2**63, 10**40, 1.5, "", "9", "x" * 301, "a\0b", "score", "b" * 32,
    [], {}, [[]], [None], {"9": "Rosa"}, {"1": ""},
]  # fmt: skip
Place = tuple[str | int, ...]


@pytest.fixture
def lines(app, tmp_path) -> list[str]:
    """A backup of a played game, of one that was left at once, and of one that was deleted; the database is empty."""
    table = TableUnderTest("Ana", "Luis", "Eva", limit=20)
    table.book(scored(1, 0, 12, 7))
    table.book(scored(2, 4, 0, 15))
    table.book(*service.decide({3: True}))
    table.undo()
    table.book(ev.PlayerJoined(4, 4), people={4: "Rosa"}) if table.game.state.phase == "playing" else table.redo()
    service.remember("a browser", service.links_of(table.id)["score"])
    TableUnderTest("Pau", "Iris")
    service.delete_game(TableUnderTest("Max", "Eva").id)
    service.backup(app, tmp_path / "games.jsonl", with_key=True)
    wipe(app)
    return (tmp_path / "games.jsonl").read_text().splitlines()


def wipe(app) -> None:
    """An empty database."""
    db.session.remove()
    if db.engine.dialect.name == "postgresql":
        empty(db.engine.url.render_as_string(hide_password=False))
        return
    for name in Base.metadata.tables:
        db.session.execute(text(f"DELETE FROM {name}"))
    db.session.commit()


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Every place in a JSON value."""
    if at:
        yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield from places(part, (*at, name))


def changed(value: Any, at: Place, change: Callable[[Any, Any], None]) -> str:
    """The value as JSON, with a change made where the place is."""
    value = copy.deepcopy(value)
    inside = value
    for name in at[:-1]:
        inside = inside[name]
    change(inside, at[-1])
    return json.dumps(value)


def forgeries(lines: list[str]) -> Iterator[list[str]]:
    """Every wrong file."""
    for number, line in enumerate(map(json.loads, lines)):
        for at in places(line):
            for wrong in WRONG:
                other = changed(line, at, lambda inside, name, wrong=wrong: inside.__setitem__(name, wrong))
                yield [*lines[:number], other, *lines[number + 1 :]]
            gone = changed(line, at, lambda inside, name: inside.__delitem__(name))
            yield [*lines[:number], gone, *lines[number + 1 :]]
            if isinstance(at[-1], int):  # the same once more
                twice = changed(line, at, lambda inside, name: inside.append(inside[name]))
                yield [*lines[:number], twice, *lines[number + 1 :]]
    for number, line in enumerate(lines):
        yield [*lines[:number], line, *lines[number:]]
        yield [*lines[:number], *lines[number + 1 :]]
        yield [*lines[:number], line[: len(line) // 2]]
        yield [*lines[:number], "[" * 100_000, *lines[number + 1 :]]


def try_them(app, forgeries: Iterable[list[str]], path) -> dict[str, int]:
    """Restore each forgery into an empty database; how many were refused, and how many came in whole."""
    figures = {"refused": 0, "taken in": 0}
    for forged in forgeries:
        path.write_text("\n".join(forged) + "\n")
        try:
            service.restore(app, path, KEYRING)
        except service.BackupError:
            assert (service.count_games(), service.tombstones()) == (0, {}), forged
            figures["refused"] += 1
            db.session.remove()
            continue
        figures["taken in"] += 1
        assert list(service.faults()) == [], forged
        assert service.backup(app, path) == service.count_games()
        wipe(app)
    return figures


def test_forged_backups(app, lines, tmp_path):
    """A few hundred of them."""
    some = random.Random(3).sample(list(forgeries(lines)), 200)
    figures = try_them(app, some, tmp_path / "forged.jsonl")
    assert figures["refused"] > 100
    assert figures["taken in"] > 10


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_forged_copies(app, lines, tmp_path):
    """A copy of the database takes anything in any column."""
    (tmp_path / "games.jsonl").write_text("\n".join(lines) + "\n")
    service.restore(app, tmp_path / "games.jsonl", KEYRING)
    path = tmp_path / "copy.sqlite"
    service.backup(app, path)
    whole = path.read_bytes()
    for name, table in Base.metadata.tables.items():
        for column in table.columns:
            for wrong in ("x'ff'", "'x'"):
                path.write_bytes(whole)
                with sqlite3.connect(path) as copy, contextlib.suppress(sqlite3.IntegrityError):
                    copy.execute(f"UPDATE OR IGNORE {name} SET {column.name} = {wrong}")
                copy.close()
                wipe(app)
                try:
                    service.restore(app, path, KEYRING)
                except (service.BackupError, *service.UNAVAILABLE):
                    assert (service.count_games(), service.tombstones()) == (0, {}), (column, wrong)
                assert list(service.faults()) == [], (column, wrong)


@pytest.mark.torture
def test_every_forged_backup(app, lines, tmp_path, capsys):
    """All of them."""
    figures = try_them(app, forgeries(lines), tmp_path / "forged.jsonl")
    with capsys.disabled():
        print(f"\nforged backups, {db.engine.dialect.name}: {figures}")
