"""Fixtures for the API: an app, a game in it, and programs with its links."""

from collections.abc import Iterator

import pytest
from api.programs import Program
from databases import close
from flask import Flask
from games import Opened

import scorekeeper
from scorekeeper.config import Settings


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


@pytest.fixture
def app(database: str, settings: Settings) -> Iterator[Flask]:
    """The app, without any context around: each request finds what it would find on a server."""
    app = scorekeeper.create_app(settings, TESTING=True)
    yield app
    close(app)


@pytest.fixture
def anybody(app: Flask) -> Program:
    """A program without any link."""
    return Program(app)


@pytest.fixture
def table(app: Flask) -> Opened:
    """A game of Ana, Luis and Eva."""
    return Opened(app)


@pytest.fixture
def scorer(app: Flask, table: Opened) -> Program:
    """A program with the score link of that game."""
    return Program(app, table.token("score"))


@pytest.fixture
def viewer(app: Flask, table: Opened) -> Program:
    """A program with the view link of that game."""
    return Program(app, table.token("view"))
