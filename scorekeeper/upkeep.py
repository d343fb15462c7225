"""The commands that look after the data: upgrade, backup, restore, check, rebuild. They return their exit status."""

import os
import sys
from datetime import datetime
from pathlib import Path

from flask import Flask

from scorekeeper import create_app, service
from scorekeeper.config import ConfigError, Settings, put_secret_key

_TROUBLE: tuple[type[Exception], ...] = (service.BackupError, *service.UNAVAILABLE, OSError)
_OUTCOMES = {
    "new": "new",
    "known": "already there",
    "continued": "already there, but further in the backup: continued",
    "copied": "went on differently: came in as a copy",
    "deleted": "deleted here: not brought back",
}


def upgrade(app: Flask) -> None:
    """Bring the database up to date. Raises `ConfigError` for one that cannot be used."""
    try:
        service.upgrade(app)
    except service.UNAVAILABLE as error:
        allowed = "one that answers, is whole, and is of this version or an earlier one"
        raise ConfigError("DATABASE_URL", f"the database ({_reason(error)})", allowed) from error


def backup(name: str, with_key: bool) -> int:
    """Write everything to a file, and say so."""
    path, app = Path(name).absolute(), create_app()
    try:
        count = service.backup(app, path, with_key)
    except _TROUBLE as error:
        return _failed(f"No backup was made: {_reason(error)}")
    print(f"{_games(count)} in {path}")
    if with_key:
        where = service.key_file(path) if service.is_sqlite_name(path) else path
        print(
            f"The secret key is in {where}: whoever has it and the games can open every one of them.", file=sys.stderr
        )
    else:
        print("The secret key is not in it: keep a copy of that elsewhere.", file=sys.stderr)
    return 0


def restore(name: str, with_key: bool) -> int:
    """Take a backup in, and say what became of every game."""
    path, app = Path(name), create_app()
    upgrade(app)
    old_key = str(app.config["SECRET_KEY"])
    try:
        app = _app_with_key(path, app) if with_key else app
        done = service.restore(app, path, service.Keyring(str(app.config["SECRET_KEY"]).encode()))
    except _TROUBLE as error:
        # Games that came in have links of the new key, and the next try goes on with it.
        if app.config["SECRET_KEY"] != old_key and _is_empty(app):
            put_secret_key(Path(app.instance_path), old_key)
        return _failed(f"Not restored: {_reason(error)}")
    for outcome, words in _OUTCOMES.items():
        if done.games[outcome]:
            print(f"{_games(done.games[outcome])} {words}")
    if not done.games:
        print("There are no games in it.")
    if done.deleted_again:
        print(f"{_games(done.deleted_again)} here had been deleted in the backup: deleted")
    if done.other_key:
        print("The backup was made with another secret key: the links that people have do not open these games here. "
              "Restore with that key (--with-key, or its file in the instance folder).", file=sys.stderr)  # fmt: skip
    return 0


def check() -> int:
    """Say everything that is wrong with the data; 1 if anything is."""
    app, count, mendable = create_app(), 0, False
    with app.app_context():
        for fault in service.faults():
            print(f"game {fault.game}: {fault.text}" if fault.game else fault.text)
            count, mendable = count + 1, mendable or fault.mendable
        if count:
            if mendable:
                print("scorekeeper rebuild makes the summaries anew.", file=sys.stderr)
            return 1
        print(f"{_games(service.count_games())}, nothing wrong")
    return 0


def rebuild() -> int:
    """Make all projections anew; 1 if a game has no ledger to make them from."""
    app = create_app()
    upgrade(app)
    try:
        with app.app_context():
            done, wrong = service.rebuild()
    except service.UNAVAILABLE as error:
        return _failed(f"Not all is summed up anew: {_reason(error)}")
    print(f"{_games(done)} summed up anew")
    for fault in wrong:
        print(f"game {fault.game}: {fault.text}")
    return 1 if wrong else 0


def links(number: int | None) -> int:
    """Make new links for a game and print them; without a number, list the games. 1 if there is no such game."""
    app = create_app()
    upgrade(app)
    try:
        with app.app_context():
            return _list_games() if number is None else _print_links(app, number)
    except service.NoSuchGame:
        return _failed(f"There is no game {number}: scorekeeper links lists them.")
    except service.UNAVAILABLE as error:
        return _failed(f"The database cannot be used: {_reason(error)}")


def _list_games() -> int:
    for game in service.list_games():
        day = datetime.fromtimestamp(game.changed_at / 1000).strftime("%Y-%m-%d %H:%M")
        print(f"{game.number:6}  {day}  {'over' if game.phase == 'over' else 'open'}  {', '.join(game.names)}")
    return 0


def _print_links(app: Flask, number: int) -> int:
    secrets = service.renew_all(app.extensions["keyring"], number)
    for role, title in (("score", "To score:  "), ("view", "To look on:")):
        print(f"{title} /g/{secrets[role]}/")
    print("Put the address of the server before them. The old links open nothing any more.", file=sys.stderr)
    return 0


def _app_with_key(path: Path, app: Flask) -> Flask:
    """The app with the key of the backup, which becomes the one of this instance."""
    key = service.key_of(path)
    if key is None:
        raise service.BackupError("there is no secret key in this backup")
    if key == app.config["SECRET_KEY"]:
        return app
    if os.environ.get("SECRET_KEY", "").strip():
        raise service.BackupError("SECRET_KEY is set to another key than that of the backup")
    with app.app_context():
        if service.count_games():
            raise service.BackupError("the games here have another secret key, and their links would be dead")
    put_secret_key(Path(app.instance_path), key)
    return create_app(Settings.from_environment(os.environ))


def _is_empty(app: Flask) -> bool:
    """Whether there is no game, for certain."""
    try:
        with app.app_context():
            return not service.count_games()
    except service.UNAVAILABLE:
        return False


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"


def _failed(text: str) -> int:
    print(text, file=sys.stderr)
    return 1


def _reason(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error)
