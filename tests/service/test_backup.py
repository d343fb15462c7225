"""Backups: made while others write, whole or not there, and taken in by either kind of database."""

import json
import sqlite3
import threading

import flask_migrate
import pytest
from databases import bare_app, close
from ledgers import scored
from tables import KEYRING, TableUnderTest

from scorekeeper import service, store
from scorekeeper.service import BackupError
from scorekeeper.service.backup import fingerprint

SECRET = KEYRING.key.decode()


@pytest.fixture
def table(app) -> TableUnderTest:
    """A game of three with two rounds."""
    table = TableUnderTest("Ana", "Luis", "Eva")
    table.book(scored(1, 0, 12, 7))
    table.book(scored(2, 4, 0, 9))
    return table


@pytest.fixture
def elsewhere(tmp_path):
    """A second installation, on SQLite, with the same key."""
    (tmp_path / "elsewhere").mkdir()
    app = bare_app(tmp_path / "elsewhere")
    service.upgrade(app)
    yield app
    close(app)


def test_there_and_back(app, table, elsewhere, tmp_path):
    """From this database to another and back again into an empty one: the same ledger under the same links."""
    path = tmp_path / "games.jsonl"
    assert service.backup(app, path) == 1
    assert path.stat().st_mode & 0o077 == 0
    assert service.restore(elsewhere, path, KEYRING).games == {"new": 1}
    back = tmp_path / "back.jsonl"
    service.backup(elsewhere, back)
    before = table.game
    store.delete_game(table.id)
    from scorekeeper.store.models import TombstoneRow, db

    db.session.execute(TombstoneRow.__table__.delete())
    db.session.commit()
    assert service.restore(app, back, KEYRING).games == {"new": 1}
    link = KEYRING.open(KEYRING.token(before.public_id, "score", 1))
    assert link is not None
    assert service.load(link.game_id).ledger == before.ledger
    assert service.restore(app, back, KEYRING).games == {"known": 1}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_copy_of_the_database(app, table, elsewhere, tmp_path):
    """A name that ends in .sqlite gives one file that is a database, and restoring it gives the games."""
    path = tmp_path / "copy.sqlite"
    assert service.backup(app, path) == 1
    with sqlite3.connect(path) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*) FROM events").fetchone() == (3,)
    assert service.restore(elsewhere, path, KEYRING).games == {"new": 1}


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_no_copy_of_a_server(app, tmp_path):
    """A PostgreSQL cannot be copied to a .sqlite file, and that is said."""
    with pytest.raises(BackupError, match="another name"):
        service.backup(app, tmp_path / "copy.sqlite")
    assert list(tmp_path.glob("*.sqlite*")) == []


@pytest.mark.parametrize("name", ["games.jsonl", "games.sqlite"])
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_made_while_others_write(app, table, elsewhere, tmp_path, name):
    """Every backup made in the middle of writing is whole, and knows what was acknowledged before it began."""
    done = threading.Event()

    def write() -> None:
        with app.app_context():
            other = TableUnderTest("Ana", "Luis", limit=500)
            while not done.is_set() and other.game.version < 200:
                other.book(scored(1, 0, 1))

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for number in range(5):
            service.backup(app, tmp_path / f"{number}{name}")
            service.restore(elsewhere, tmp_path / f"{number}{name}", KEYRING)
    finally:
        done.set()
        thread.join()
    with elsewhere.app_context():
        assert list(service.faults()) == []


def test_the_key_is_in_it_only_if_wanted(app, table, tmp_path):
    """By default neither the key nor any link is in a backup."""
    path = tmp_path / "games.jsonl"
    service.backup(app, path)
    text = path.read_text()
    token = KEYRING.token(table.game.public_id, "score", 1)
    assert SECRET not in text
    assert token not in text
    assert service.digest(token) not in text
    assert service.key_of(path) is None
    service.backup(app, path, with_key=True)
    assert service.key_of(path) == SECRET


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_the_key_lies_beside_a_copy(app, table, tmp_path):
    """A copy of the database has no place for the key: it is a file of its own, as private as the other."""
    path = tmp_path / "copy.sqlite"
    service.backup(app, path)
    assert service.key_of(path) is None
    service.backup(app, path, with_key=True)
    assert service.key_of(path) == SECRET
    assert service.key_file(path).stat().st_mode & 0o077 == 0


def test_another_key_is_noticed(app, table, elsewhere, tmp_path):
    """Whoever restores with another key is told that old links are dead; new ones are made with that key."""
    path, other = tmp_path / "games.jsonl", service.Keyring(b"quite another key for tests, long enough")
    service.backup(app, path)
    assert not service.restore(elsewhere, path, KEYRING).other_key
    with elsewhere.app_context():
        store.delete_game(1)
        store.models.db.session.execute(store.models.TombstoneRow.__table__.delete())
        store.models.db.session.commit()
    assert service.restore(elsewhere, path, other).other_key
    with elsewhere.app_context():
        public_id = next(store.export_games()).public_id
        assert other.open(other.token(public_id, "score", 1)) is not None
        assert KEYRING.open(KEYRING.token(public_id, "score", 1)) is None


def test_deleted_games(app, table, elsewhere, tmp_path):
    """A backup from before the deletion does not bring a game back; one from after it takes it away elsewhere."""
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    service.backup(app, before)
    service.restore(elsewhere, before, KEYRING)
    store.delete_game(table.id)
    service.backup(app, after)
    assert service.restore(app, before, KEYRING).games == {"deleted": 1}
    assert service.restore(elsewhere, after, KEYRING).deleted_again == 1
    assert service.restore(elsewhere, before, KEYRING).games == {"deleted": 1}
    with elsewhere.app_context():
        assert service.count_games() == 0


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda lines: lines[:-1], "the end of the file is missing"),
        (lambda lines: [*lines[:1], *lines[2:]], "has 0 games, but says that there are 1"),
        (lambda lines: ["{}", *lines[1:]], "no backup"),
        (lambda lines: ["nonsense", *lines[1:]], "no backup"),
        (lambda lines: [lines[0].replace('"version":1', '"version":9'), *lines[1:]], "version 9"),
        (lambda lines: [lines[0], lines[1][:-40], *lines[2:]], "line 2 cannot be read"),
        (lambda lines: [lines[0], lines[1].replace('"number":2', '"number":3'), *lines[2:]], "not numbered"),
        (lambda lines: [lines[0], lines[1].replace('"closer":1', '"closer":9'), *lines[2:]], "no game"),
        (lambda lines: [lines[0], lines[1].replace('"3":"Eva"', '"4":"Eva"'), *lines[2:]], "has no name"),
        (lambda lines: [lines[0], lines[1].replace('"EUR"', '"EURO"'), *lines[2:]], "a currency is none"),
        (lambda lines: [lines[0], lines[1].replace('"batch":2', '"batch":4'), *lines[2:]], "no step"),
        (lambda lines: [lines[0], lines[1].replace('"batch":1', '"batch":0'), *lines[2:]], "no step"),
    ],
)
def test_a_damaged_backup_changes_nothing(app, table, elsewhere, tmp_path, damage, said):
    """What is wrong is said, and nothing of the file is taken in."""
    path = tmp_path / "games.jsonl"
    service.backup(app, path)
    path.write_text("\n".join(damage(path.read_text().splitlines())) + "\n")
    with pytest.raises(BackupError, match=said):
        service.restore(elsewhere, path, KEYRING)
    with elsewhere.app_context():
        assert service.count_games() == 0


def test_a_backup_that_fails_leaves_the_old_one(app, table, tmp_path, monkeypatch):
    """A disk that is full in the middle leaves no half file, and the last backup as it was."""
    path = tmp_path / "games.jsonl"
    service.backup(app, path)
    before = path.read_bytes()

    def fail():
        yield from ()
        raise OSError("No space left on device")

    monkeypatch.setattr(store, "export_games", fail)
    with pytest.raises(OSError, match="No space"):
        service.backup(app, path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["games.jsonl"]


def test_the_form_is_as_documented(app, table, tmp_path):
    """A head, a line for each game, an end."""
    path = tmp_path / "games.jsonl"
    service.backup(app, path)
    head, game, end = map(json.loads, path.read_text().splitlines())
    assert (head["format"], head["version"]) == ("scorekeeper-backup", 1)
    assert head["key_fingerprint"] == fingerprint(SECRET)
    assert [event["kind"] for event in game["game"]["events"]] == ["game_started", "round_scored", "round_scored"]
    assert game["game"]["people"] == {"1": "Ana", "2": "Luis", "3": "Eva"}
    assert end == {"end": {"games": 1, "deleted": 0}}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_copy_from_an_earlier_version(app, table, elsewhere, tmp_path):
    """A copy of a database with the first tables ever is brought up to date on the way, and is itself left as it is."""
    path = tmp_path / "old.sqlite"
    service.backup(app, path)
    old = bare_app(tmp_path, f"sqlite:///{path}")
    flask_migrate.Migrate(old, store.models.db, directory=str(store.tables.MIGRATIONS))
    with old.app_context():
        flask_migrate.downgrade(directory=str(store.tables.MIGRATIONS), revision="0001")
    close(old)
    before = path.read_bytes()
    assert service.restore(elsewhere, path, KEYRING).games == {"new": 1}
    assert path.read_bytes() == before
    with elsewhere.app_context():
        assert list(service.faults()) == []
