"""Events in a database: the only place that knows tables and transactions."""

from pathlib import Path

import flask_migrate
from flask import Flask

from .database import init_app
from .games import (
    Appended,
    KeyReused,
    NoSuchGame,
    StaleVersion,
    StoredEvent,
    StoredGame,
    append,
    booked,
    create,
    fold_all,
    load,
    rename,
)
from .links import Link, Summary, find_link, forget, known_names, links_of, remember, summaries

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(app: Flask) -> None:
    """Bring the database to this version's tables; harmless when it is, and when two processes start at once."""
    from .models import db

    flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
    with app.app_context():
        flask_migrate.upgrade(directory=str(MIGRATIONS))


__all__ = [
    "Appended",
    "KeyReused",
    "Link",
    "NoSuchGame",
    "StaleVersion",
    "StoredEvent",
    "StoredGame",
    "Summary",
    "append",
    "booked",
    "create",
    "find_link",
    "fold_all",
    "forget",
    "init_app",
    "known_names",
    "links_of",
    "load",
    "remember",
    "rename",
    "summaries",
    "upgrade",
]
