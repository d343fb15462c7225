"""The database fails: the person gets a page that says so, keeps what was typed, and can send it again."""

import contextlib
import re
import sqlite3
import threading
import time
from collections.abc import Iterator

import pytest
from games import Opened
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

import scorekeeper
from scorekeeper import service
from scorekeeper.config import ConfigError, Settings
from scorekeeper.store import database as store_database

TYPED = {"closer": "1", "points_2": "1", "points_3": "1", "action": "book"}


@pytest.fixture
def database() -> str:
    """Files can be full, locked and away; PostgreSQL has its own tests."""
    return "sqlite"


def started(app):
    """A game of three: the secret of its scoring link, and its number."""
    opened = Opened(app)
    return opened.token("score"), opened.id


@contextlib.contextmanager
def full_disk(app) -> Iterator[None]:
    """The database may not grow by a single page."""
    with app.extensions["sqlalchemy"].engine.connect() as connection:
        connection.execute(text("CREATE TABLE IF NOT EXISTS ballast (data)"))
        pages = connection.execute(text("PRAGMA page_count")).scalar()
        connection.commit()
    engine = app.extensions["sqlalchemy"].engine
    engine.dispose()

    def limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(engine, "connect", limit)
    fill = sqlite3.connect(engine.url.database)
    fill.execute(f"PRAGMA max_page_count={pages}")
    for size in (2000, 200, 20):
        with contextlib.suppress(sqlite3.OperationalError):
            while True:
                fill.execute("INSERT INTO ballast VALUES (randomblob(?))", (size,))
                fill.commit()
    fill.close()
    try:
        yield
    finally:
        event.remove(engine, "connect", limit)
        engine.dispose()


@contextlib.contextmanager
def read_only(app) -> Iterator[None]:
    """The file may only be read."""
    engine = app.extensions["sqlalchemy"].engine
    engine.dispose()

    def limit(_dialect: object, _record: object, arguments: list[str], more: dict[str, object]) -> None:
        arguments[0], more["uri"] = f"file:{arguments[0]}?mode=ro", True

    event.listen(engine, "do_connect", limit)
    try:
        yield
    finally:
        event.remove(engine, "do_connect", limit)
        engine.dispose()


@contextlib.contextmanager
def locked(app) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    other = sqlite3.connect(app.extensions["sqlalchemy"].engine.url.database)
    other.isolation_level = None
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.mark.parametrize("failing", [full_disk, read_only, locked])
def test_a_round_is_not_lost_with_the_database(app, client, browser, failing, monkeypatch):
    """A clear page, nothing half-written, and one more tap on that page books it when the cause is gone."""
    monkeypatch.setattr(store_database, "_BUSY_SECONDS", 0.2)
    token, game_id = started(app)
    browser.get(f"/g/{token}/round")
    with failing(app):
        for _ in range(60):  # a full disk still takes what fits into the pages that are there
            browser.get(f"/g/{token}/round")
            browser.submit("/round", **TYPED)
            if browser.status != 200:
                break
        assert browser.status == 503
        assert browser.page.headers["Retry-After"]
        assert "cannot write just now" in browser.text
        assert "Nothing that was booked is lost" in browser.text
        assert re.search("Closed Ana .*Luis 1 .*Eva 1 ", browser.text)
        assert "points 3" not in browser.text
    with app.app_context():
        before = service.load(game_id).version
        assert list(service.faults()) == []
    unavailable = browser.page
    browser.submit("/round")
    assert browser.status == 200
    with app.app_context():
        assert service.load(game_id).version == before + 1
    # And that page once more books nothing more: it still has the key of the first time.
    browser.page = unavailable
    browser.submit("/round")
    with app.app_context():
        game = service.load(game_id)
        assert [seat.total for seat in game.state.seats] == [0, before, before]
        assert game.version == before + 1


@pytest.mark.parametrize("failing", [read_only, locked])
def test_looking_on_goes_on(app, browser, failing, monkeypatch, caplog):
    """Who only looks is not disturbed by a database that cannot be written to; the log has it."""
    monkeypatch.setattr(store_database, "_BUSY_SECONDS", 0.1)
    token, _game_id = started(app)
    with failing(app):
        assert browser.get(f"/g/{token}/").status_code == 200
        assert browser.get("/").status_code == 200
    assert "cannot be noted" in caplog.text


def test_a_database_that_is_no_more(app, browser, tmp_path):
    """Where the file was there is a folder now: every page says so, and goes on when it is back."""
    token, _game_id = started(app)
    engine = app.extensions["sqlalchemy"].engine
    engine.dispose()
    folder = tmp_path / "instance"
    folder.rename(tmp_path / "away")
    folder.write_text("a file where the folder should be", encoding="utf-8")
    assert browser.get(f"/g/{token}/").status_code == 503
    assert "cannot write just now" in browser.text
    folder.unlink()
    (tmp_path / "away").rename(folder)
    assert browser.get(f"/g/{token}/").status_code == 200


def test_the_health_is_that_of_the_database(app, client, tmp_path):
    """200 while the database can be read, 503 while it cannot, and no session for whoever asks."""
    assert client.get("/health").text == "ok\n"
    assert "Set-Cookie" not in client.get("/health").headers
    app.extensions["sqlalchemy"].engine.dispose()
    (tmp_path / "instance").rename(tmp_path / "away")
    assert client.get("/health").status_code == 503
    (tmp_path / "away").rename(tmp_path / "instance")
    assert client.get("/health").status_code == 200


def test_a_file_where_the_folder_should_be(tmp_path):
    """The start ends with a sentence, not with a stack of code."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    settings = Settings.from_environment({"DATABASE_URL": f"sqlite:///{tmp_path}/file/x.sqlite"}, tmp_path / "instance")
    with pytest.raises(ConfigError, match="DATABASE_URL"):
        scorekeeper.create_app(settings)


def test_locked_for_ten_seconds(app, browser):
    """Others read meanwhile; whoever writes is told after five seconds, and books when the other program is done."""
    token, game_id = started(app)
    browser.get(f"/g/{token}/round")
    since = time.monotonic()
    with locked(app):
        browser.submit("/round", **TYPED)
        assert browser.status == 503
        assert 4 < time.monotonic() - since < 9
        browser.submit("/round")
        assert browser.status == 503
    browser.submit("/round")
    assert browser.status == 200
    with app.app_context():
        assert service.load(game_id).version == 2


def test_a_short_lock_is_only_a_wait(app, browser):
    """A program that is done after a second costs a second, and nobody sees anything of it."""
    token, game_id = started(app)
    browser.get(f"/g/{token}/round")
    other = sqlite3.connect(app.extensions["sqlalchemy"].engine.url.database, check_same_thread=False)
    other.isolation_level = None
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(1, lambda: other.execute("ROLLBACK"))
    timer.start()
    browser.submit("/round", **TYPED)
    timer.join()
    other.close()
    assert browser.status == 200
    with app.app_context():
        assert service.load(game_id).version == 2


def test_programs_get_a_problem(app, client, monkeypatch):
    """The API says the same as a problem document."""
    token, _game_id = started(app)

    def fail(*_args: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr("scorekeeper.service.load", fail)
    app.config["WTF_CSRF_ENABLED"] = False
    answer = client.post("/api/v1/game/preview", json={"entries": []}, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 503
    assert answer.mimetype == "application/problem+json"
    assert answer.headers["Retry-After"]


def test_the_clock_jumps_back(app, browser, monkeypatch):
    """Rounds booked after the clock was set back an hour come after the others, and can be undone as usual."""
    token, game_id = started(app)
    browser.get(f"/g/{token}/round")
    browser.submit("/round", **TYPED)
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() - 3_600 * 10**9)
    browser.get(f"/g/{token}/round")
    browser.submit("/round", **(TYPED | {"points_2": "3"}))
    assert browser.status == 200
    with app.app_context():
        game = service.load(game_id)
    assert game.ledger[2].at < game.ledger[1].at
    assert [seat.total for seat in game.state.seats] == [0, 4, 2]
    browser.get(f"/g/{token}/history")
    assert browser.status == 200
    browser.submit("/undo")
    with app.app_context():
        assert [seat.total for seat in service.load(game_id).state.seats] == [0, 1, 1]
        assert list(service.faults()) == []


@pytest.mark.parametrize("hours", [-1, 24 * 800])
def test_the_clock_jumps_under_an_open_form(app, browser, monkeypatch, hours):
    """A form that was opened before the clock was set is booked, and the browser keeps its list of games."""
    token, game_id = started(app)
    browser.get(f"/g/{token}/round")
    real, real_ns = time.time, time.time_ns
    monkeypatch.setattr(time, "time", lambda: real() + hours * 3_600)
    monkeypatch.setattr(time, "time_ns", lambda: real_ns() + hours * 3_600 * 10**9)
    browser.submit("/round", **TYPED)
    assert browser.status == 200
    with app.app_context():
        assert service.load(game_id).version == 2
    assert "Luis" in browser.get("/").text
