"""A SQLite database as a file: a whole copy of it while it is in use."""

import os
import sqlite3
from pathlib import Path

from .models import db


def is_sqlite(path: Path) -> bool:
    """Whether the file is a SQLite database."""
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def database_file() -> Path | None:
    """The file of the database in use, or None where it is a server."""
    name = db.engine.url.database
    return Path(name) if db.engine.dialect.name == "sqlite" and name else None


def copy_database(source: Path, target: Path) -> None:
    """Copy the database with everything that is committed, however many write to it meanwhile.

    The target is a single file that needs no other beside it. Raises `OSError`.
    """
    source_db = sqlite3.connect(source, timeout=30)
    target_db = sqlite3.connect(target)
    try:
        # All in one go: the copy reads from one moment, and in WAL mode holds up nobody.
        source_db.backup(target_db, pages=-1)
        target_db.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise OSError(f"{source}: {error}") from error
    finally:
        target_db.close()
        source_db.close()
    with target.open("rb") as file:
        os.fsync(file.fileno())
