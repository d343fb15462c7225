"""Real SQLite databases for tests below the web: an app that knows nothing but its database."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from flask import Flask

from scorekeeper import service


def bare_app(folder: Path) -> Flask:
    """An app that is bound to the database in this folder."""
    app = Flask("scorekeeper", instance_path=str(folder))
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{folder / 'chinchon.sqlite'}"
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


def app_on_copy(upgraded_folder: Path, folder: Path) -> Iterator[Flask]:
    """An app on a copy of that database, with its context pushed: much quicker than to upgrade each time."""
    shutil.copytree(upgraded_folder, folder)
    app = bare_app(folder)
    with app.app_context():
        yield app
    close(app)
