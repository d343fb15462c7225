"""Here the app is bare: below the web nothing needs more of it than its database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import app_on_copy, upgraded
from flask import Flask


@pytest.fixture(scope="session")
def upgraded_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an empty database of this version."""
    return upgraded(tmp_path_factory.mktemp("instance"))


@pytest.fixture
def app(upgraded_folder: Path, tmp_path: Path) -> Iterator[Flask]:
    """An app with a database of its own, its context pushed."""
    yield from app_on_copy(upgraded_folder, tmp_path / "instance")
