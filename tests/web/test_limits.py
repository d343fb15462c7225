"""Too often and too much: whoever overdoes it is stopped, and is told for how long."""

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from databases import close
from flask import Flask
from games import Opened, csrf_of
from limits import parse_many

import scorekeeper
from scorekeeper.config import ConfigError
from scorekeeper.engine.events import MAX_REASON
from scorekeeper.engine.table import MAX_ROUNDS
from scorekeeper.service import MAX_BYTES, MAX_EVENTS, MAX_NAME
from scorekeeper.web import limits

DOCS = Path(__file__).parents[2] / "docs"
NAUGHTY = "<img src=x onerror=alert(1)>"


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


@pytest.fixture
def small(monkeypatch, settings) -> Iterator[Flask]:
    """An app whose limits are small, so that a test reaches them soon."""
    for name, amount in {
        "GAMES_BY_ADDRESS": "3 per hour", "WRITES_BY_GRANT": "4 per minute", "WRITES_BY_GAME": "6 per minute",
        "CHECKS_BY_BROWSER": "5 per minute", "CHECKS_BY_ADDRESS": "9 per minute",
    }.items():  # fmt: skip
        assert hasattr(limits, name)
        monkeypatch.setattr(limits, name, amount)
    app = scorekeeper.create_app(settings, TESTING=True)
    yield app
    close(app)


def new_game(browser, number: int) -> int:
    browser.get("/new")
    form = browser.form("/new")
    typed = {"players-0": "Ana", "players-1": f"Luis {number}", "action": "start"}
    fields = {name: value for name, value in (form["fields"] | typed).items() if value is not None}
    return browser.client.post("/new", data=fields).status_code


def test_a_club_may_start_many_games_but_not_thousands(small, phone_of):
    """Counted by address; forms that only add a row, or are wrong, do not count."""
    browser = phone_of(small)
    browser.get("/new")
    for _ in range(5):
        browser.submit("/new", action="add")
    assert [new_game(browser, number) for number in range(4)] == [303] * 3 + [429]
    assert new_game(phone_of(small), 99) == 429, "other cookies do not help"
    other = phone_of(small)
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert new_game(other, 100) == 303


def rename(browser, table: Opened) -> int:
    """Open the game, then book something on its table page."""
    browser.get(table.path("score"))
    browser.get(table.path("score", "table"))
    form = browser.form("/rename", person="1")
    return browser.client.post(form["action"], data=form["fields"]).status_code


def test_nobody_waits_longer_than_a_limit_lasts(small, phone_of, monkeypatch):
    """Also when all of it happens at the very beginning of a second."""
    browser, table = phone_of(small), Opened(small)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    assert [rename(browser, table) for _ in range(5)] == [303] * 4 + [429]
    browser.get(table.path("score", "table"))
    browser.submit("/rename")
    assert browser.page.headers["Retry-After"] == "60"


def test_booking_is_limited_by_phone_and_game(small, phone_of):
    """A phone that runs wild is stopped with a page; another phone still books, and so does another game."""
    browser, table = phone_of(small), Opened(small)
    assert [rename(browser, table) for _ in range(5)] == [303] * 4 + [429]
    browser.get(table.path("score", "table"))
    browser.submit("/rename")
    assert browser.status == 429 and "Nothing that was booked is lost" in browser.text
    assert 1 <= int(browser.page.headers["Retry-After"]) <= 60
    assert browser.get(table.path("score")).status_code == 200, "looking is not limited"
    assert rename(phone_of(small), table) == 303
    assert rename(browser, Opened(small)) == 303


def test_many_phones_of_one_game_are_limited_together(small, phone_of):
    """Fresh cookies give no fresh allowance without end."""
    table = Opened(small)
    assert [rename(phone_of(small), table) for _ in range(8)] == [303] * 6 + [429] * 2


def test_checking_hands_is_limited(small, phone_of):
    """By browser, pages and API together; programs get a problem document."""
    client = phone_of(small).client
    client.get("/")  # which gives it its name
    send = {"json": {"cards": "1o"}, "headers": {"X-CSRFToken": csrf_of(client)}}
    assert [client.post("/api/v1/hands", **send).status_code for _ in range(5)] == [200] * 5
    answer = client.post("/api/v1/hands", **send)
    assert answer.status_code == 429
    assert answer.mimetype == "application/problem+json"
    assert answer.json["status"] == 429 and "Retry-After" in answer.json["detail"]
    assert int(answer.headers["Retry-After"]) >= 1
    assert client.get("/hand?cards=1o").status_code == 429
    other = phone_of(small).client
    other.get("/")
    assert [other.get("/hand?cards=1o").status_code for _ in range(5)] == [200] * 4 + [429], "by address, too"


def test_browsers_without_cookies_share_an_allowance(small, phone_of):
    """Whoever throws his cookies away is counted by his address."""
    statuses = [phone_of(small).client.get("/hand?cards=1o").status_code for _ in range(6)]
    assert statuses == [200] * 5 + [429]


def test_the_figures_leave_room_for_an_evening():
    """A table that types at every digit, and a club that starts its games together, never meet a limit."""
    amounts = {name: parse_many(getattr(limits, name)) for name in dir(limits) if "_BY_" in name}
    assert amounts["GAMES_BY_ADDRESS"][0].amount >= 50
    assert amounts["WRITES_BY_GRANT"][0].amount >= 60
    assert amounts["CHECKS_BY_BROWSER"][0].amount >= 200


def test_the_figures_are_those_of_the_documentation():
    """The table of limits in docs/security.md names every amount of the code."""
    section = (DOCS / "security.md").read_text(encoding="utf-8").partition("## Limits")[2].partition("\n## ")[0]
    told = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", section)}
    for name in dir(limits):
        if "_BY_" in name:
            assert {item.amount for item in parse_many(getattr(limits, name))} <= told, name
    assert {MAX_ROUNDS, MAX_EVENTS, MAX_NAME, MAX_REASON} <= told


def test_the_web_server_before_it_lets_every_file_through():
    """What docs/hosting.md shows for nginx takes as large a game as the app does, with the form around it."""
    shown = re.search(r"client_max_body_size (\d+)m;", (DOCS / "hosting.md").read_text(encoding="utf-8"))
    assert shown is not None
    assert int(shown[1]) * 1024 * 1024 > MAX_BYTES + limits._AROUND


def test_the_limits_of_all_processes_can_be_counted_in_redis(settings):
    """The address is taken as configured; without Python's package for it the start says what to do."""
    try:
        import redis  # noqa: F401
    except ImportError:
        with pytest.raises(ConfigError, match="pip install redis"):
            scorekeeper.create_app(replace(settings, redis_url="redis://127.0.0.1:1/0"))
    else:
        client = scorekeeper.create_app(
            replace(settings, redis_url="redis://127.0.0.1:1/0"), TESTING=True
        ).test_client()
        assert client.get("/hand").status_code == 200, "a Redis that is away stops nobody"


def test_bodies_have_a_limit(client, table):
    """More than 64 KiB is no round of cards: 413, as a page or as a problem document."""
    csrf = csrf_of(client)
    big = {"csrf_token": csrf, "code": "x" * 70_000}
    answer = client.post("/join", data=big)
    assert answer.status_code == 413 and "larger than any round" in answer.text
    answer = client.post("/api/v1/hands", data=b"[" * 70_000, headers={"X-CSRFToken": csrf})
    assert answer.status_code == 413 and answer.mimetype == "application/problem+json"


def test_many_fields_are_refused(client):
    """A form of a hundred thousand small fields is too much as well."""
    body = "&".join(f"a{number}=" for number in range(8_000))
    answer = client.post("/join", data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code in (400, 413)


def test_names_have_a_limit_and_stay_text(browser, table):
    """Sixty characters; a name that looks like markup is shown as it was typed, and does nothing."""
    browser.get(table.path("score", "table"))
    browser.send(browser.form("/rename", person="1"), name="x" * 61)
    assert browser.status == 422 and "60 are possible" in browser.text
    browser.get(table.path("score", "table"))
    browser.send(browser.form("/rename", person="1"), name=NAUGHTY)
    assert table.game.names[1] == NAUGHTY
    for page in ("", "history", "table", "share", "erase", "round", "tableview", "download"):
        with browser.client.get(table.path("score", page)) as answer:
            assert "<img" not in answer.text, page
    assert "<img" not in browser.client.get("/").text


@pytest.mark.parametrize("path", ["/new", "/hand", "/join", "/language"])
@pytest.mark.parametrize("junk", [b"\x00\xff\xfe", b"a" * 1000, b"{}", b"players-0=%ff%00"])
def test_junk_is_no_error_of_ours(client, path, junk):
    """Whatever is sent, the answer is a refusal, not a fault."""
    for kind in ("application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x", "a/b"):
        answer = client.post(path, data=junk, content_type=kind, headers={"X-CSRFToken": csrf_of(client)})
        assert answer.status_code < 500
