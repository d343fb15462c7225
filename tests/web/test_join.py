"""Short codes at the door: how they are typed, how often, and what happens to whoever guesses."""

import re

import pytest
from databases import close
from games import Opened
from limits import parse_many

import scorekeeper
from scorekeeper import service
from scorekeeper.web import limits


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


def made(table: Opened, role: str = "view") -> str:
    """A short code that can be used now."""
    with table.app.app_context():
        service.new_code(table.keyring, service.links_of(table.id)[role])
        code = service.ways_of(table.keyring, table.id)[role].code
    assert code is not None
    return code.text


def typed(browser, code: str):
    """The page after typing this code."""
    browser.get("/join")
    return browser.submit("/join", code=code)


@pytest.mark.parametrize("role", ["view", "score"])
def test_a_code_opens_the_game(browser, table, role):
    """It leads to the board, and this browser has the game in its list."""
    typed(browser, made(table, role))
    assert browser.page.request.path == table.path(role)
    browser.get("/")
    assert table.path(role) in browser.page.text


def test_a_code_is_shown_again_on_reload(browser, table):
    """The share page shows the code that was made until it expires, and makes no other by itself."""
    browser.get(table.path("score", "share"))
    browser.submit("/share/code")
    found = re.findall(r"<strong>(\w{3} \w{3})</strong>", browser.page.text)
    browser.get(table.path("score", "share"))
    assert re.findall(r"<strong>(\w{3} \w{3})</strong>", browser.page.text) == found
    typed(browser, found[0])
    assert browser.page.request.path.startswith("/g/")


@pytest.mark.parametrize("code", ["", "AAAAAA", "<img onerror=alert(1)>", "x" * 5000, "\x00", "日本語"])
def test_what_is_no_code_opens_nothing(browser, table, code):
    """One and the same answer, whatever was wrong; what was typed comes back escaped."""
    typed(browser, code)
    assert browser.status == 422
    assert "This code opens nothing" in browser.text
    assert "<img onerror" not in browser.page.text


def test_a_code_is_never_in_an_address(browser, table):
    """Not even when somebody puts it there: a query is not read."""
    code = made(table)
    browser.get(f"/join?code={code}")
    assert browser.page.request.path == "/join"
    assert code not in browser.page.text
    token = browser.form("/join")["fields"]["csrf_token"]
    answer = browser.client.post(f"/join?code={code}", data={"csrf_token": token})
    assert answer.status_code == 422


def test_guessing_is_stopped(browser, table):
    """After thirty tries an address has to wait, even with the right code; the page says how long."""
    for _ in range(30):
        typed(browser, "AAAAAA")
        assert browser.status == 422
    typed(browser, made(table))
    assert browser.status == 429
    assert "a little too often" in browser.text
    assert 1 <= int(browser.page.headers["Retry-After"]) <= 600


def test_a_guesser_does_not_get_further_by_new_cookies(phones, table):
    """It is the address that counts, not the browser."""
    statuses = [typed(phones(), "AAAAAA").status_code for _ in range(31)]
    assert statuses == [422] * 30 + [429]


def test_one_guesser_does_not_stop_the_others(browser, phones, table):
    """Another address gets in meanwhile."""
    for _ in range(31):
        typed(browser, "AAAAAA")
    other = phones()
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    typed(other, made(table))
    assert other.page.request.path == table.path("view")


def test_many_addresses_together_are_stopped_too(settings, monkeypatch, phone_of):
    """A botnet shares one allowance for the whole server."""
    monkeypatch.setattr(limits, "TRIES_BY_ALL", "40 per hour")
    app = scorekeeper.create_app(settings, TESTING=True)
    browser, statuses = phone_of(app), []
    browser.get("/join")
    form = browser.form("/join")
    for number in range(41):
        browser.client.environ_base["REMOTE_ADDR"] = f"198.51.100.{number}"
        statuses.append(browser.client.post("/join", data=form["fields"] | {"code": "AAAAAA"}).status_code)
    close(app)
    assert statuses == [422] * 40 + [429]


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("", "local"),
    ],
)
def test_an_ipv6_home_is_one_address(app, address, counted_as):
    """Its owner has 2^64 addresses to guess from, all of which count as one."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert limits.address() == counted_as


def test_the_arithmetic_of_the_documentation_holds():
    """What docs/security.md says about guessing follows from the figures in the code."""
    codes = 28**6
    assert codes == 481_890_304
    (by_all,) = parse_many(limits.TRIES_BY_ALL)
    assert by_all.amount / by_all.get_expiry() * 600 == 100, "tries while one code lives"
    short, day = parse_many(limits.TRIES_BY_ADDRESS)
    assert (short.amount, day.amount) == (30, 100)
    assert codes / 100 > 4_800_000, "one code, the whole server's allowance"
    hours = codes / (5 * by_all.amount)
    assert hours / 24 / 365 > 18, "years until a hit, on average, with five codes alive all the time"
