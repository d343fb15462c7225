"""Fixtures for every test that needs the app: a fresh instance folder, a real SQLite file, CSRF switched on."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

import scorekeeper
from scorekeeper import service
from scorekeeper.config import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for an instance folder of the test's own."""
    return Settings.from_environment({}, tmp_path / "instance")


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    """The app over an upgraded database, inside an app context."""
    try:
        app = scorekeeper.create_app(settings, TESTING=True)
    except ImportError:  # TEMPORARY: the web layer is being written
        app = Flask("scorekeeper")
        app.config.from_mapping(SECRET_KEY=settings.secret_key, SQLALCHEMY_DATABASE_URI=settings.database_url)
        service.bind(app)
    service.upgrade(app)
    with app.app_context():
        yield app
