"""The connection: SQLite set up for full durability, one writer at a time; PostgreSQL as it comes.

SQLite runs in one process. Its busy handler starves waiters, so writers queue at a lock of our own, and every
write transaction begins IMMEDIATE: a deferred one could fail half-way when it wants to write.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session

from .models import db

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
_write_lock = threading.Lock()


def init_app(app: Flask) -> None:
    """Bind the database named by `SQLALCHEMY_DATABASE_URI` to the app."""
    db.init_app(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            _set_up_sqlite(db.engine)


def _set_up_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin on its own: the hook below does
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


@contextmanager
def writing() -> Iterator[Session]:
    """A write transaction: committed at the end, rolled back on an exception. Keep it short, never wait in it."""
    db.session.remove()  # else this thread's own read transaction would hold a second connection meanwhile
    with _write_lock, Session(db.engine.execution_options(immediate=True)) as session, session.begin():
        yield session
