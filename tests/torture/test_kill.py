"""The server is killed in mid-write, again and again: what was acknowledged is there, once, and all of it folds."""

import os
import random
import signal
import tempfile
import threading
import time
from pathlib import Path

import pytest
from databases import address_for, insist_on, start_server
from scorers import PATIENCE, Book, Phone, audit, server, work

WRITERS, GAMES = 8, 4


def in_background(phones, tokens: list[str], done: threading.Event, wrong: list[str]) -> threading.Thread:
    """Let the phones score until it is done; what goes wrong is written down."""
    thread = threading.Thread(target=lambda: wrong.extend(work(phones, tokens, done.is_set, lambda _phone: 1)))
    thread.daemon = True
    thread.start()
    return thread


def kill_again_and_again(folder, database: str, kills: int) -> dict[str, object]:
    """Eight phones keep score while their server is killed; returns figures."""
    book, port, done = Book(), [0], threading.Event()
    phones = [Phone(lambda: port[0], book, seed) for seed in range(WRITERS)]
    tokens: list[str] = []
    wrong: list[str] = []
    chance = random.Random(1)
    started, worker = time.monotonic(), None
    for _ in range(kills):
        with server(folder, database) as (port[0], pid):
            if worker is None:
                tokens += [phones[0].start() for _ in range(GAMES)]
                worker = in_background(phones, tokens, done, wrong)
            # In the middle of the work: not before pages are warm, and at any moment of a write.
            before, more = len(book.acknowledged), chance.randint(3, 15)
            _wait_for(lambda: len(book.acknowledged) >= before + more)  # noqa: B023
            time.sleep(chance.uniform(0, 0.1))
            os.kill(pid, signal.SIGKILL)
    with server(folder, database) as (port[0], _pid):
        done.set()
        assert worker is not None
        worker.join(timeout=300)
        assert not worker.is_alive()
    assert wrong == []
    figures = audit(folder, database, book)
    return {"kills": kills, "seconds": round(time.monotonic() - started), **figures, "answers": dict(book.answers)}


@pytest.fixture
def place(request, tmp_path, database):
    """A folder for the server, and the address of a fresh database."""
    folder = tmp_path / "instance"
    return folder, address_for(request, folder)


def test_killed_a_few_times(place):
    """Two kills with eight writers lose nothing and double nothing."""
    figures = kill_again_and_again(*place, kills=2)
    assert figures["rounds"] > 0


@pytest.mark.torture
def test_killed_a_hundred_times(place, capsys):
    """A hundred kills with eight writers lose nothing and double nothing."""
    figures = kill_again_and_again(*place, kills=100)
    with capsys.disabled():
        print(f"\nkill -9, {place[1].partition(':')[0]}: {figures}")


def restart_database(tmp_path, times: int) -> dict[str, object]:
    """Phones keep score while PostgreSQL itself is killed and comes back; the app is never restarted."""
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgres-"))  # a socket's path must be short
    postgres, book, done = start_server(folder), Book(), threading.Event()
    wrong: list[str] = []
    try:
        database = "postgresql+psycopg://" + postgres.get_uri().partition("://")[2]
        with server(tmp_path / "instance", database) as (port, _pid):
            phones = [Phone(lambda: port, book, seed) for seed in range(4)]
            tokens = [phones[0].start(), phones[0].start()]
            worker = in_background(phones, tokens, done, wrong)
            for _ in range(times):
                before = len(book.acknowledged)
                time.sleep(1)
                os.kill(postgres.get_pid(), signal.SIGKILL)
                _wait_until_gone(postgres)
                insist_on(postgres.ensure_postgres_running)
                _wait_for(lambda before=before: len(book.acknowledged) > before + 4)
            done.set()
            worker.join(timeout=120)
        assert wrong == []
        assert not book.answers["500"], "a database that is away is a 503, with a page that says so"
        return audit(tmp_path / "instance", database, book) | {"answers": dict(book.answers)}
    finally:
        done.set()
        postgres.cleanup()


def _wait_until_gone(postgres) -> None:
    process = postgres.get_postmaster_info().process
    assert process is not None
    process.wait(10)
    time.sleep(0.5)  # its own processes see it only now


def _wait_for(true) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if true():
            return
        time.sleep(0.005)
    raise AssertionError("the app does not come back")


def test_the_database_server_restarts(tmp_path):
    """A PostgreSQL that was killed and is back is used again without a restart of the app; nothing is lost."""
    figures = restart_database(tmp_path, times=1)
    assert figures["rounds"] > 4


@pytest.mark.torture
def test_the_database_server_restarts_ten_times(tmp_path, capsys):
    """Ten times in a row, too."""
    figures = restart_database(tmp_path, times=10)
    with capsys.disabled():
        print(f"\nPostgreSQL killed ten times: {figures}")
