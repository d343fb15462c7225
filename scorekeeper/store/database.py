"""The connection: SQLite set up for full durability, one writer at a time; PostgreSQL with a pool that survives.

SQLite runs in one process. Its busy handler starves waiters, so writers queue at a lock of our own, and every
write transaction begins IMMEDIATE: a deferred one could fail half-way when it wants to write.
"""

import contextlib
import functools
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from flask import Flask
from sqlalchemy import Connection, Engine, ExceptionContext, event
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    TimeoutError,
)
from sqlalchemy.orm import Session

from . import announce
from .models import db

P = ParamSpec("P")
R = TypeVar("R")


class NewerDatabase(Exception):
    """The tables are those of a later version of this program."""


# What is raised when the database cannot do its work now, through no fault of ours: locked, full, read-only, damaged,
# gone.
UNAVAILABLE: tuple[type[Exception], ...] = (
    OperationalError,
    InterfaceError,
    InternalError,
    TimeoutError,
    NewerDatabase,
)

_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
# So long a write waits for another program that holds the SQLite file, and so often it asks.
_BUSY_SECONDS, _BUSY_STEP = 5.0, 0.02
_write_lock = threading.Lock()

# A connection of PostgreSQL is asked for a sign of life before it is used: after a restart of the server the pool is
# full of dead ones. Twenty for each process leave room for four processes under PostgreSQL's usual 100.
_POSTGRES_POOL: dict[str, object] = {
    "pool_pre_ping": True,
    "pool_size": 5,
    "max_overflow": 15,
    "pool_timeout": 10,
    "pool_recycle": 1800,
    "connect_args": {"connect_timeout": 5},
}


def init_app(app: Flask) -> None:
    """Bind the database named by `SQLALCHEMY_DATABASE_URI` to the app."""
    if str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("postgresql"):
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {})
        app.config["SQLALCHEMY_ENGINE_OPTIONS"] = _POSTGRES_POOL | app.config["SQLALCHEMY_ENGINE_OPTIONS"]
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
        if connection.get_execution_options().get("immediate", False):
            _begin_immediate(connection)
        else:
            connection.exec_driver_sql("BEGIN")

    @event.listens_for(engine, "handle_error")
    def damaged(context: ExceptionContext) -> None:
        # Of a file that is damaged the driver raises the ancestor of all its errors, wrong statements included.
        if type(context.original_exception) is sqlite3.DatabaseError:
            raise OperationalError(None, None, context.original_exception) from context.original_exception


def _begin_immediate(connection: Connection) -> None:
    """Wait for the file in small sleeps: SQLite's own wait would hold up every other greenlet of the process."""
    until = time.monotonic() + _BUSY_SECONDS
    connection.exec_driver_sql("PRAGMA busy_timeout=0")
    try:
        while True:
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                return
            except OperationalError as error:
                if "locked" not in str(error.orig) or time.monotonic() > until:
                    raise
            time.sleep(_BUSY_STEP)
    finally:
        connection.exec_driver_sql("PRAGMA busy_timeout=5000")


def close() -> None:
    """Give back this app's connections."""
    db.session.remove()
    db.engine.dispose()


def look_again() -> None:
    """What this thread reads from now on is what is there now: on SQLite it sees the moment of its first look."""
    db.session.rollback()


@contextmanager
def writing() -> Iterator[Session]:
    """A write transaction: committed at the end, rolled back on an exception. Keep it short, never wait in it."""
    db.session.remove()  # else this thread's own read transaction would hold a second connection meanwhile
    engine = db.engine.execution_options(immediate=True)
    turn = _write_lock if engine.dialect.name == "sqlite" else contextlib.nullcontext()
    with turn, Session(engine) as session:
        with session.begin():
            yield session
            announce.before_commit(session)
        announce.after_commit(session)


@contextmanager
def snapshot() -> Iterator[Session]:
    """A read transaction that sees one moment, however long it takes."""
    engine = db.engine
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    with Session(engine) as session, session.begin():
        yield session


def repeatable(write: Callable[P, R]) -> Callable[P, R]:
    """A write under an idempotency key is done once more if another process was faster with the same row, or if the
    connection was lost: nobody knows then whether it was booked, but the key does."""

    @functools.wraps(write)
    def twice(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return write(*args, **kwargs)
        except DBAPIError as error:
            if not (isinstance(error, IntegrityError) or error.connection_invalidated):
                raise
        return write(*args, **kwargs)

    return twice
