"""Instance folders for the commands: made current, and with a game in them."""

from pathlib import Path

import pytest

from scorekeeper import create_app, service
from scorekeeper.cli import main
from scorekeeper.engine.events import Terms
from scorekeeper.engine.rules import PRESETS

NEW = service.NewGame(("Ana", "Luis"), Terms(PRESETS["fournier"]))


def move_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The commands work in this folder from now on."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    assert main(["upgrade"]) == 0
    return folder


def start(key: str = "key") -> int:
    """A new game in the instance folder of now."""
    app = create_app()
    with app.app_context():
        return service.start_game(app.extensions["keyring"], NEW, key)
