"""Fixtures for every test that needs the app: a fresh instance folder, CSRF switched on, and a real database.

Whatever uses `app` runs twice, on SQLite and on PostgreSQL. A test about one of them says so:
`@pytest.mark.parametrize("database", ["sqlite"], indirect=True)`.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from databases import KINDS, address_for, bare_app, choose_folder, close, postgres_server, upgraded
from flask import Flask
from instances import move_to
from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

import scorekeeper
from scorekeeper import service
from scorekeeper.config import Settings


def pytest_configure(config: pytest.Config) -> None:
    choose_folder()
    compile_addresses_once()


def compile_addresses_once() -> None:
    """Every test has an app of its own, and most of what that takes is compiling how its addresses are put together.
    What comes out is a function of the address alone, so one for each will do for all apps of the process."""
    compile_anew = Rule._compile_builder
    known: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}

    def compiled(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = rule.rule, rule.subdomain, str(rule.defaults), append_unknown
        if key not in known:
            known[key] = compile_anew(rule, append_unknown)
        return known[key]

    Rule._compile_builder = compiled  # type: ignore[method-assign]


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database that this run of the test is on."""
    return str(request.param)


@pytest.fixture(scope="session")
def postgres_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of this process's own database on a real PostgreSQL, with the tables of this version."""
    with postgres_server() as address:
        app = bare_app(tmp_path_factory.mktemp("postgres"), address)
        service.upgrade(app)
        close(app)
        yield address


@pytest.fixture(scope="session")
def upgraded_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty SQLite database of this version."""
    return upgraded(tmp_path_factory.mktemp("instance"))


@pytest.fixture
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Settings for an instance folder of the test's own, with an empty database of this version."""
    settings = Settings.from_environment({}, tmp_path / "instance")
    return replace(settings, database_url=address_for(request, settings.instance))


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Compiled templates: every test has an app of its own, and compiling takes longer than most tests."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(database: str, settings: Settings, compiled: FileSystemBytecodeCache) -> Iterator[Flask]:
    """The app over an upgraded database, inside an app context."""
    app = scorekeeper.create_app(settings, TESTING=True)
    app.jinja_env.bytecode_cache = compiled
    with app.app_context():
        yield app
    close(app)


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance folder that the commands work in."""
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    return move_to(tmp_path / "one", monkeypatch)
