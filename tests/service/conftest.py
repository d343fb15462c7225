"""Here the app is bare: below the web nothing needs more of it than its database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from databases import address_for, app_on
from flask import Flask

from scorekeeper.service import Keyring


@pytest.fixture
def app(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Flask]:
    """An app with a database of its own, its context pushed."""
    folder = tmp_path / "instance"
    yield from app_on(folder, address_for(request, folder))


@pytest.fixture
def keyring() -> Keyring:
    """The keys that make the links of games."""
    return Keyring(b"a key for tests, long enough to be used")
