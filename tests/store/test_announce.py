"""Whoever wants to know hears that a game changed, whatever changed it and in whichever process."""

import os
import subprocess
import sys
from queue import Queue

import pytest
from ledgers import start
from processes import ROOT

from scorekeeper import store

# Another container, in which the process has the number that ours has here.
ELSEWHERE = """
import os, sys
from pathlib import Path
from databases import bare_app
from scorekeeper import store
own, address, game = sys.argv[1:]
os.getpid = lambda: int(own)
with bare_app(Path.cwd(), address).app_context():
    store.rename(int(game), 1, "Carmen")
"""


@pytest.fixture
def heard(monkeypatch) -> Queue[int | None]:
    """What is told from now on."""
    said: Queue[int | None] = Queue()
    monkeypatch.setattr("scorekeeper.store.announce._listeners", [said.put])
    return said


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_process_with_the_same_number_is_heard(app, heard):
    """Two containers on one PostgreSQL hear of each other, although processes are numbered alike in both."""
    game = store.create(start(3), ("Ana", "Luis", "Eva"), "key", "public", {})
    store.listen()
    while heard.get(timeout=20) is not None:
        pass
    arguments = [str(os.getpid()), app.config["SQLALCHEMY_DATABASE_URI"], str(game)]
    subprocess.run(
        [sys.executable, "-c", ELSEWHERE, *arguments],
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
    )
    assert heard.get(timeout=20) == game
