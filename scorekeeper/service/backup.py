"""Backups of everything, and restoring them: nothing is doubled, changed, or brought back from the dead.

A name that ends in `.sqlite` gives a copy of the SQLite database, any other JSON Lines (docs/export.md), which
either kind of database takes in.
"""

import contextlib
import hmac
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import IO, Annotated

import msgspec
from flask import Flask

from scorekeeper import store
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.events import GameStarted, RulesChanged, RulesCorrected

from .access import Keyring

FORMAT, VERSION = "scorekeeper-backup", 1
_AT_ONCE = 50


class BackupError(Exception):
    """A backup that cannot be made or taken in. The message says why, in plain English."""


@dataclass
class Restored:
    """What became of the games of a backup, and of games that it says were deleted."""

    games: Counter[str] = field(default_factory=Counter)
    deleted_again: int = 0
    other_key: bool = False


def fingerprint(key: str) -> str:
    """Tells one secret key from another without giving anything of it away."""
    return hmac.digest(key.encode(), b"scorekeeper key fingerprint", "sha256").hex()[:16]


def backup(app: Flask, path: Path, with_key: bool = False) -> int:
    """Write everything to a file, while the app may be running; returns the number of games.

    The file is complete or not there at all, and its owner's only. Raises `BackupError` and `OSError`.
    """
    with app.app_context():
        if not is_sqlite_name(path):
            key = str(app.config["SECRET_KEY"])
            with _whole_file(path) as part, part.open("wb") as file:
                count = _write_lines(file, key, with_key)
                file.flush()
                os.fsync(file.fileno())
            return count
        source = store.database_file()
        if source is None:
            raise BackupError("only a SQLite database can be copied to a .sqlite file; choose another name")
        if with_key:
            key_file(path).unlink(missing_ok=True)
            key_file(path).touch(mode=0o600)
            key_file(path).write_text(f"{app.config['SECRET_KEY']}\n", encoding="utf-8")
        with _whole_file(path) as part:
            store.copy_database(source, part)
        return store.count_games()


def is_sqlite_name(path: Path) -> bool:
    """Whether a backup of this name is a copy of the database."""
    return path.suffix.lower() == ".sqlite"


def key_file(path: Path) -> Path:
    """Where the key of a backup lies that is a copy of the database."""
    return path.with_name(path.name + ".key")


@contextlib.contextmanager
def _whole_file(path: Path) -> Iterator[Path]:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.touch(mode=0o600)
        yield part
        part.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    finally:
        part.unlink(missing_ok=True)


def _write_lines(file: IO[bytes], key: str, with_key: bool) -> int:
    head: dict[str, object] = {"format": FORMAT, "version": VERSION, "made_at": store.now_ms()}
    head["key_fingerprint"] = fingerprint(key)
    if with_key:
        head["secret_key"] = key
    file.write(_line(head))
    count = 0
    for game in store.export_games():
        file.write(_line({"game": game}))
        count += 1
    # After the games: one that is deleted while this runs is in the list, and is not brought back.
    deleted = store.tombstones()
    for public_id, deleted_at in deleted.items():
        file.write(_line({"deleted": {"public_id": public_id, "deleted_at": deleted_at}}))
    file.write(_line({"end": {"games": count, "deleted": len(deleted)}}))
    return count


def _line(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"


_SecretKey = Annotated[str, msgspec.Meta(pattern=r"^[^\x00\r\n]{32,}\Z")]


class _Head(msgspec.Struct):
    format: str
    version: int
    key_fingerprint: str = ""
    secret_key: _SecretKey | None = None


class _Deleted(msgspec.Struct):
    public_id: store.PublicId
    deleted_at: store.Time


class _End(msgspec.Struct):
    games: int
    deleted: int = 0


class _Line(msgspec.Struct):
    game: store.PortableGame | None = None
    deleted: _Deleted | None = None
    end: _End | None = None


def key_of(path: Path) -> str | None:
    """The secret key that is in a backup, or None. Raises `BackupError` and `OSError`."""
    if not store.is_sqlite(path):
        with path.open("rb") as file:
            return _head(file).secret_key
    if not key_file(path).exists():
        return None
    try:
        return msgspec.convert(key_file(path).read_bytes().decode().strip(), _SecretKey)
    except (msgspec.ValidationError, UnicodeDecodeError) as error:
        raise BackupError(f"{key_file(path)} holds no secret key") from error


def restore(app: Flask, path: Path, keyring: Keyring) -> Restored:
    """Take a backup in. Everything is read and checked before anything is written.

    Raises `BackupError` and `OSError`.
    """
    if store.is_sqlite(path):
        with tempfile.TemporaryDirectory() as folder:
            lines = Path(folder) / "games.jsonl"
            _lines_of(path, lines)
            done = _restore_lines(app, lines, keyring)
            done.other_key = False  # a copy of the database does not say with which key it was made
            return done
    return _restore_lines(app, path, keyring)


def _lines_of(path: Path, lines: Path) -> None:
    """The games of a copied database, which may be of an earlier version, as JSON Lines."""
    copy = lines.with_name("copy.sqlite")
    store.copy_database(path, copy)
    old = Flask("backup")
    old.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{copy}"
    store.init_app(old)
    store.upgrade(old)
    with old.app_context(), lines.open("wb") as file:
        _write_lines(file, "", with_key=False)
        store.close()


def _restore_lines(app: Flask, path: Path, keyring: Keyring) -> Restored:
    deleted = _check(path)
    done = Restored()
    with path.open("rb") as file:
        head = _head(file)
        done.other_key = head.key_fingerprint not in ("", fingerprint(keyring.key.decode()))
    with app.app_context():
        done.deleted_again = store.bury(deleted) if deleted else 0
        for games in _in_parts(path):
            done.games.update(store.take_in(games, keyring.digest_of))
    return done


def _check(path: Path) -> dict[str, int]:
    """Read all of it, so that a damaged file changes nothing; returns what was deleted."""
    deleted: dict[str, int] = {}
    games = 0
    for line in _lines(path):
        if line.deleted is not None:
            deleted[line.deleted.public_id] = line.deleted.deleted_at
        if line.game is not None:
            games += 1
            check_game(line.game)
        if line.end is not None:
            for what, found, said in (("games", games, line.end.games), ("deleted", len(deleted), line.end.deleted)):
                if found != said:
                    raise BackupError(f"the file has {found} {what}, but says that there are {said}")
            return deleted
    raise BackupError("the end of the file is missing")


def check_game(game: store.PortableGame) -> None:
    """Raises `BackupError` for a game that is not whole."""
    name = f"game {game.public_id}"
    numbers = [event.number for event in game.events]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise BackupError(f"{name}: its events are not numbered one by one")
    steps = [1, *(event.batch for event in game.events)]
    if any(step not in (before, number) for number, (before, step) in enumerate(pairwise(steps), start=1)):
        raise BackupError(f"{name}: an event belongs to no step")
    try:
        ledger = game.ledger()
        state = store.fold_all(ledger)
    except (store.UnreadableEvent, EngineError, RecursionError) as error:
        raise BackupError(f"{name}: its events are no game: {error}") from error
    agreed = [event.terms for event in ledger if isinstance(event, GameStarted | RulesChanged | RulesCorrected)]
    if not all(re.fullmatch("[A-Z]{3}", terms.currency) for terms in agreed):
        raise BackupError(f"{name}: a currency is none")
    missing = {seat.person for seat in state.seats} - set(game.people)
    if missing:
        raise BackupError(f"{name}: person {min(missing)} has no name")
    if sorted(link.role for link in game.links) not in ([], ["score", "view"]):
        raise BackupError(f"{name}: it has not one link of each kind")
    keys = [request.key for request in game.requests]
    if len(set(keys)) < len(keys) or any(not 1 <= request.version <= len(numbers) for request in game.requests):
        raise BackupError(f"{name}: what was booked by which form is in disorder")
    if len({browser.browser for browser in game.browsers}) < len(game.browsers):
        raise BackupError(f"{name}: a browser is there twice")


def _head(file: IO[bytes]) -> _Head:
    try:
        head = msgspec.json.decode(file.readline(), type=_Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BackupError("this is no backup of the scorekeeper") from error
    if head.format != FORMAT:
        raise BackupError("this is no backup of the scorekeeper")
    if head.version != VERSION:
        raise BackupError(f"this backup has version {head.version}; this program reads version {VERSION}")
    return head


def _lines(path: Path) -> Iterator[_Line]:
    decoder = msgspec.json.Decoder(_Line)
    with path.open("rb") as file:
        _head(file)
        for number, line in enumerate(file, start=2):
            try:
                yield decoder.decode(line)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise BackupError(f"line {number} cannot be read: {error}") from error


def _in_parts(path: Path) -> Iterator[Sequence[store.PortableGame]]:
    part: list[store.PortableGame] = []
    for line in _lines(path):
        if line.game is not None:
            part.append(line.game)
        if len(part) == _AT_ONCE:
            yield part
            part = []
    if part:
        yield part
