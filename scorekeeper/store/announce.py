"""Tells who wants to know that a game changed: in this process at once, over PostgreSQL in every other one, too."""

import logging
import os
import secrets
import threading
import time
from collections.abc import Callable

from sqlalchemy import text
from sqlalchemy.orm import Session

from .models import db

_CHANNEL = "scorekeeper"
_TOUCHED = "touched"
_RETRY_SECONDS = 1.0
# With its number, the name of this process: two containers may both be number 1, and a fork has the mark of its parent.
_MARK = secrets.token_hex(8)
_listeners: list[Callable[[int | None], None]] = []
_heard: set[str] = set()  # the databases that this process listens to
_log = logging.getLogger(__name__)


def on_change(listener: Callable[[int | None], None]) -> None:
    """Call the listener with the number of every game that changes from now on; None: any may have changed."""
    if listener not in _listeners:
        _listeners.append(listener)


def touch(session: Session, game_id: int) -> None:
    """Note that this transaction changes what a game's pages show, or who may see them."""
    session.info.setdefault(_TOUCHED, set()).add(game_id)


def before_commit(session: Session) -> None:
    """Send the word along with the transaction, where the database can: it arrives if, and only if, it commits."""
    if session.get_bind().dialect.name == "postgresql":
        for game_id in session.info.get(_TOUCHED, ()):
            session.execute(text("SELECT pg_notify(:c, :p)"), {"c": _CHANNEL, "p": f"{_myself()}:{game_id}"})


def after_commit(session: Session) -> None:
    """Tell the listeners of this process."""
    for game_id in session.info.pop(_TOUCHED, ()):
        _tell(game_id)


def _tell(game_id: int | None) -> None:
    for listener in _listeners:
        listener(game_id)


def _myself() -> str:
    return f"{_MARK}.{os.getpid()}"


def listen() -> None:
    """Hear in the background what other processes on the same PostgreSQL change; nothing to do on SQLite."""
    address = db.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    if db.engine.dialect.name == "postgresql" and address not in _heard:
        _heard.add(address)
        threading.Thread(target=_hear, args=(address,), name="announce", daemon=True).start()


def _hear(address: str) -> None:
    import psycopg

    while True:
        try:
            with psycopg.connect(address, autocommit=True) as connection:
                connection.execute(f"LISTEN {_CHANNEL}")
                _tell(None)  # whatever was said while nobody listened is lost
                for word in connection.notifies():
                    process, _, game_id = word.payload.partition(":")
                    if process != _myself() and game_id.isdigit():
                        _tell(int(game_id))
        except psycopg.Error as error:
            _log.warning("no word from other processes for now: %s", error)
        time.sleep(_RETRY_SECONDS)
