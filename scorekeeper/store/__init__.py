"""Events in a database: the only place that knows tables and transactions."""

from pathlib import Path

from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from .announce import listen, on_change
from .clock import now_ms
from .codec import UnreadableEvent
from .codes import Code, codes_of, keep_code, use_code
from .database import UNAVAILABLE, NewerDatabase, close, init_app
from .deletion import bury, delete_game, tombstones
from .files import copy_database, database_file, is_sqlite
from .games import (
    Appended,
    KeyReused,
    NoSuchGame,
    StaleVersion,
    append,
    booked,
    create,
    load,
    made_with,
    rename,
)
from .grants import Holders, Summary, forget, handed_over, holders, known_names, remember, summaries
from .kept import StoredEvent, StoredGame, fold_all
from .links import Link, LinkChange, change_link, find_link, generations, links_of, renew_links
from .models import db
from .portable import (
    Outcome,
    PortableEvent,
    PortableGame,
    PublicId,
    Time,
    count_games,
    export_game,
    export_games,
    insert,
    take_in,
)
from .pulse import Pulse, pulse
from .upkeep import Fault, Listed, faults, list_games, rebuild

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(app: Flask) -> None:
    """Bring the database to this version's tables; harmless when it is, and when two processes start at once.

    Raises `NewerDatabase`.
    """
    with app.app_context():
        if _revision() == max(path.stem[:4] for path in MIGRATIONS.glob("versions/*.py")):
            return
        # Only now: most starts find everything up to date, and do without the time that it takes to import.
        import flask_migrate

        flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
        try:
            flask_migrate.upgrade(directory=str(MIGRATIONS))
        except SystemExit as error:  # all that Flask-Migrate says of tables that it does not know
            raise NewerDatabase("it was made by a newer version of the scorekeeper") from error


def _revision() -> str | None:
    """Of which version the tables are; None where there are none, or where it cannot be found out."""
    try:
        with db.engine.connect() as connection:
            number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return number
    except DBAPIError:
        return None


__all__ = [
    "UNAVAILABLE",
    "Appended",
    "Code",
    "Fault",
    "Holders",
    "KeyReused",
    "Link",
    "LinkChange",
    "Listed",
    "NewerDatabase",
    "NoSuchGame",
    "Outcome",
    "PortableEvent",
    "PortableGame",
    "PublicId",
    "Pulse",
    "StaleVersion",
    "StoredEvent",
    "StoredGame",
    "Summary",
    "Time",
    "UnreadableEvent",
    "append",
    "booked",
    "bury",
    "change_link",
    "close",
    "codes_of",
    "copy_database",
    "count_games",
    "create",
    "database_file",
    "delete_game",
    "export_game",
    "export_games",
    "faults",
    "find_link",
    "fold_all",
    "forget",
    "generations",
    "handed_over",
    "holders",
    "init_app",
    "insert",
    "is_sqlite",
    "keep_code",
    "known_names",
    "links_of",
    "list_games",
    "listen",
    "load",
    "made_with",
    "now_ms",
    "on_change",
    "pulse",
    "rebuild",
    "remember",
    "rename",
    "renew_links",
    "summaries",
    "take_in",
    "tombstones",
    "upgrade",
    "use_code",
]
