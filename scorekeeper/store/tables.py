"""The tables of the database and their versions: which one they are of, and how they become those of today."""

from pathlib import Path

from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from .database import NewerDatabase
from .models import db

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(app: Flask) -> None:
    """Bring the database to this version's tables; harmless when it is, and when two processes start at once.

    Raises `NewerDatabase`.
    """
    with app.app_context():
        if revision() == latest():
            return
        # Only now: most starts find everything up to date, and do without the time that it takes to import.
        import flask_migrate

        flask_migrate.Migrate(app, db, directory=str(MIGRATIONS))
        try:
            flask_migrate.upgrade(directory=str(MIGRATIONS))
        except SystemExit as error:  # all that Flask-Migrate says of tables that it does not know
            raise NewerDatabase("it was made by a newer version of the scorekeeper") from error


def revision() -> str | None:
    """Of which version the tables are; None where there are none, or where it cannot be found out."""
    try:
        with db.engine.connect() as connection:
            number: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return number
    except DBAPIError:
        return None


def latest() -> str:
    """The version of the tables that this program writes."""
    return max(path.stem[:4] for path in MIGRATIONS.glob("versions/*.py"))
