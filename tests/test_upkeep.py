"""The commands that look after the data, as they are typed."""

import re
import sqlite3
from datetime import date
from pathlib import Path

import pytest
from instances import NEW, move_to, start
from sqlalchemy.exc import OperationalError

from scorekeeper import create_app, service, store
from scorekeeper.cli import main


def damage(statement: str) -> None:
    app = create_app()
    with app.app_context(), app.extensions["sqlalchemy"].engine.begin() as connection:
        connection.exec_driver_sql(statement)


def test_check_and_rebuild(instance, capsys):
    """Nothing wrong is status 0; something wrong is named, status 1, and mended where it can be."""
    start()
    assert main(["check"]) == 0
    assert "1 game, nothing wrong" in capsys.readouterr().out
    damage("UPDATE games SET pot = 7")
    assert main(["check"]) == 1
    said = capsys.readouterr()
    assert "the summary says pot 7, the ledger 0" in said.out
    assert "scorekeeper rebuild" in said.err
    assert main(["rebuild"]) == 0
    assert main(["check"]) == 0
    damage("UPDATE events SET body = '{}'")
    assert main(["rebuild"]) == 1
    assert main(["check"]) == 1


@pytest.mark.parametrize(("version", "advice"), [("0001", "scorekeeper upgrade"), ("9999", "the version that made")])
def test_check_tells_tables_of_another_version(instance, capsys, version, advice):
    """Older or newer: nothing is said to be right that was not read as it was meant."""
    start()
    damage(f"UPDATE alembic_version SET version_num = '{version}'")
    assert main(["check"]) == 1
    assert advice in capsys.readouterr().out


def test_new_links_after_a_lost_key(instance, capsys):
    """The games are found by day and players; the new links open the game, also where scoring was closed."""
    start("one")
    number = start("two")
    (instance / "secret_key").unlink()
    damage(f"UPDATE links SET revoked = true WHERE game_id = {number} AND role = 'score'")
    damage("UPDATE games SET changed_at = changed_at + 60000 WHERE id = 1")
    capsys.readouterr()
    assert main(["links"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.split()[0] == "1"
    assert second.split()[0] == str(number)
    assert str(date.today()) in second
    assert second.endswith("open  Ana, Luis")
    made = []
    for _ in range(2):
        assert main(["links", str(number)]) == 0
        made += re.findall("/g/([^/]+)/", capsys.readouterr().out)
    app = create_app()
    with app.app_context():
        opened = [app.extensions["keyring"].open(token) for token in made]
    assert opened[:2] == [None, None]
    assert [(link.role, link.game_id) for link in opened[2:]] == [("score", number), ("view", number)]
    assert main(["links", "99"]) == 1
    assert "no game 99" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["games.jsonl", "games.sqlite"])
def test_move_to_another_machine(instance, tmp_path, monkeypatch, capsys, name):
    """With the key in the backup the links of the old machine open the games of the new one."""
    start()
    app = create_app()
    with app.app_context():
        token = app.extensions["keyring"].token_of(service.links_of(1)["score"])
    assert main(["backup", str(tmp_path / name), "--with-key"]) == 0
    assert "whoever has it" in capsys.readouterr().err
    move_to(tmp_path / "two", monkeypatch)
    assert main(["restore", str(tmp_path / name), "--with-key"]) == 0
    assert "1 game new" in capsys.readouterr().out
    app = create_app()
    with app.app_context():
        assert app.extensions["keyring"].open(token) is not None
    assert main(["restore", str(tmp_path / name), "--with-key"]) == 0
    assert "1 game already there" in capsys.readouterr().out


def test_the_key_does_not_replace_one_in_use(instance, tmp_path, monkeypatch, capsys):
    """Where games are that have another key, their links are not put at risk."""
    start()
    backup = str(tmp_path / "games.jsonl")
    assert main(["backup", backup, "--with-key"]) == 0
    move_to(tmp_path / "two", monkeypatch)
    start()
    assert main(["restore", backup, "--with-key"]) == 1
    assert "links would be dead" in capsys.readouterr().err
    assert main(["restore", backup]) == 0
    assert "another secret key" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["games.jsonl", "games.sqlite"])
def test_the_key_stays_where_nothing_was_restored(instance, tmp_path, monkeypatch, capsys, name):
    """Neither a key that is none nor that of a damaged backup takes the place of the one in use."""
    start()
    backup = tmp_path / name
    assert main(["backup", str(backup), "--with-key"]) == 0
    holder = service.key_file(backup) if name.endswith(".sqlite") else backup
    key, whole = (instance / "secret_key").read_text().strip(), holder.read_text()
    other = move_to(tmp_path / "two", monkeypatch)
    before = (other / "secret_key").read_text()
    holder.write_text(whole.replace(key, "short"))
    assert main(["restore", str(backup), "--with-key"]) == 1
    holder.write_text(whole)
    backup.write_bytes(backup.read_bytes()[:-100])
    assert main(["restore", str(backup), "--with-key"]) == 1
    assert capsys.readouterr().err.count("Not restored: ") == 2
    assert (other / "secret_key").read_text() == before


def test_a_restore_that_stops_half_way_is_tried_again(instance, tmp_path, monkeypatch, capsys):
    """The links of the games that came in open them, and the next try brings the others."""
    app = create_app()
    with app.app_context():
        for number in range(60):
            service.start_game(app.extensions["keyring"], NEW, f"key {number}")
        token = app.extensions["keyring"].token_of(service.links_of(1)["score"])
    backup = str(tmp_path / "games.jsonl")
    assert main(["backup", backup, "--with-key"]) == 0
    move_to(tmp_path / "two", monkeypatch)
    take_in = store.take_in

    def fail_in_the_second_part(games, digest_of):
        if len(games) < 50:
            raise OperationalError("INSERT", None, Exception("the disk is full"))
        return take_in(games, digest_of)

    with monkeypatch.context() as full:
        full.setattr(store, "take_in", fail_in_the_second_part)
        assert main(["restore", backup, "--with-key"]) == 1
    assert "Not restored: the disk is full" in capsys.readouterr().err
    app = create_app()
    with app.app_context():
        assert app.extensions["keyring"].open(token) is not None
    assert main(["restore", backup, "--with-key"]) == 0
    assert capsys.readouterr().out == "10 games new\n50 games already there\n"


@pytest.mark.parametrize("damage", ["other", "short", "pages"])
def test_a_damaged_database_is_said(instance, capsys, damage):
    """Whatever is asked of it: a sentence and no stack of code."""
    for number in range(5):
        start(f"key {number}")
    assert main(["backup", "whole.sqlite"]) == 0
    whole = Path("whole.sqlite").read_bytes()
    for file in instance.glob("chinchon.sqlite*"):
        file.unlink()  # connections of this process still have the old file open
    file = instance / "chinchon.sqlite"
    pages = range(100, len(whole), 2000)
    file.write_bytes({
        "other": b"no database at all, " * 500,
        "short": whole[: len(whole) // 2],
        "pages": whole[:100] + b"".join(b"\xff" * 100 + whole[at + 100 : at + 2000] for at in pages),
    }[damage])  # fmt: skip
    for command in ("check", "rebuild", "upgrade", "links", "links 1", "backup a.jsonl", "backup a.sqlite"):
        assert main(command.split()) in (1, 2), command
        assert re.search("malformed|not a database", "".join(capsys.readouterr())), command


def test_a_newer_database_is_said(instance, tmp_path, capsys):
    """An older program refuses the tables of a later version with a sentence, also in a backup."""
    start()
    assert main(["backup", str(tmp_path / "newer.sqlite")]) == 0
    with sqlite3.connect(tmp_path / "newer.sqlite") as copy:
        copy.execute("UPDATE alembic_version SET version_num = '9999'")
    copy.close()
    assert main(["restore", str(tmp_path / "newer.sqlite")]) == 1
    assert "Not restored: it was made by a newer version" in capsys.readouterr().err
    damage("UPDATE alembic_version SET version_num = '9999'")
    assert main(["upgrade"]) == 2
    assert "a newer version" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "nonsense", '{"format": "scorekeeper-backup", "version": 1}\n'])
def test_what_is_no_backup_is_refused(instance, tmp_path, capsys, content):
    """A sentence and status 1, no stack of code."""
    (tmp_path / "file").write_text(content)
    assert main(["restore", str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err.startswith("Not restored: ")
    assert main(["restore", str(tmp_path / "nothing")]) == 1
    assert main(["backup", str(tmp_path / "nowhere" / "x.jsonl")]) == 1
