"""Damage is found and named; what is only a projection is made anew."""

import pytest
from ledgers import scored, start
from sqlalchemy import text

from scorekeeper import store
from scorekeeper.store.models import db


@pytest.fixture
def game(app) -> int:
    """A game of three with two rounds."""
    number = store.create(start(3), ("Ana", "Luis", "Eva"), "key", "public", {"score": "digest"})
    store.append(number, 1, [scored(1, 0, 12, 7)], "a", "x")
    store.append(number, 2, [scored(2, 4, 0, 9)], "b", "x")
    return number


def run(statement: str) -> None:
    """Damage the database."""
    with db.engine.begin() as connection:
        connection.exec_driver_sql(statement)


def found() -> str:
    return "\n".join(f"{fault.game}: {fault.text}" for fault in store.faults())


def test_a_whole_database_has_no_faults(game):
    """Nothing is said where nothing is wrong, and making everything anew changes nothing."""
    assert found() == ""
    assert store.rebuild() == (1, [])
    assert found() == ""


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM events WHERE version = 2", "events are missing: 2"),
        ("DELETE FROM events", "events are missing"),
        ("UPDATE events SET body = '{' WHERE version = 2", "cannot be read"),
        ("UPDATE events SET kind = 'round_forgotten' WHERE version = 3", "round_forgotten"),
        ("UPDATE events SET body = replace(body, '\"seat\":3', '\"seat\":4') WHERE version = 3", "event 3 cannot have"),
        ("UPDATE events SET batch = 3 WHERE version = 2", "belongs to no step"),
        ("UPDATE games SET version = 2", "version 2, the ledger 3"),
        ("UPDATE games SET pot = 5", "pot 5, the ledger 600"),
        ("UPDATE standings SET total = 99 WHERE seat = 2", "summary of its seats"),
        ("DELETE FROM standings", "summary of its seats"),
        ("DELETE FROM people WHERE person = 3", "person 3 has no name"),
        ("UPDATE requests SET version = 9", "beyond the end"),
    ],
)
def test_damage_is_named(game, damage, said):
    """Each kind of damage is said, with the game that it is in."""
    run(damage)
    assert said in found()
    assert "(public)" in found()


@pytest.mark.parametrize("damage", ["UPDATE games SET version = 2, pot = 5, phase = 'over'", "DELETE FROM standings"])
def test_projections_are_made_anew(game, damage):
    """What follows from the ledger is mended, without a trace of when."""
    changed_at = db.session.scalar(text("SELECT changed_at FROM games"))
    run(damage)
    assert all(fault.mendable for fault in store.faults())
    assert store.rebuild() == (1, [])
    assert found() == ""
    db.session.remove()
    assert db.session.scalar(text("SELECT changed_at FROM games")) == changed_at


def test_a_new_name_outlives_new_projections(game):
    """Who kept the game as it was before the name was changed does not find that moment again."""
    store.load(game)
    store.rename(game, 1, "Carmen")
    assert store.rebuild() == (1, [])
    assert store.load(game).names[1] == "Carmen"


def test_a_game_without_a_ledger_does_not_stop_the_others(game):
    """The damaged game is named and left alone; the other is made anew."""
    other = store.create(start(2), ("Ana", "Luis"), "key 2", "other", {})
    run(f"DELETE FROM events WHERE game_id = {game} AND version = 2")
    run("DELETE FROM standings")
    done, wrong = store.rebuild()
    assert (done, [fault.game for fault in wrong]) == (1, [f"{game} (public)"])
    assert store.load(other).state.phase == "playing"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_damaged_file_is_named(game):
    """Pages of the file that were overwritten are found, and nothing breaks."""
    store.close()
    path = store.database_file()
    assert path is not None
    data = bytearray(path.read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(data)
    assert "SQLite" in found() or "cannot be read" in found()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_missing_tables_are_named(app):
    """A database that was never brought up to date is no reason for a traceback."""
    run("DROP TABLE standings")
    assert found() == ": tables are missing: standings"
