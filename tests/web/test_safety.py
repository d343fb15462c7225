"""What keeps others out: headers, cookies, forged forms, hosts and proxies, too much and too often, the log."""

import io
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from games import Opened

import scorekeeper
from scorekeeper.config import ConfigError
from scorekeeper.engine.table import MAX_ROUNDS
from scorekeeper.server import RedactingLog, Server, redact
from scorekeeper.web import limits
from scorekeeper.web.pages.home import _own_path

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
TEMPLATES = Path(__file__).parents[2] / "templates"
HTTPS = "https://chinchon.example"
NAUGHTY = "<img src=x onerror=alert(1)>"


@pytest.fixture
def table(app) -> Opened:
    """A running game."""
    return Opened(app)


def csrf_of(client, **options) -> str:
    """A token that this client's session is good for."""
    page = client.get("/new", **options).text
    return page.split('name="csrf_token" type="hidden" value="')[1].split('"')[0]


# Headers


@pytest.mark.parametrize("path", ["/", "/new", "/join", "/g/{view}/", "/g/{score}/share", "/nothing", "/g/wrong/"])
def test_headers(client, table, path):
    """Every page, errors too, says who may run scripts, frame it, see where one came from, or keep a copy."""
    answer = client.get(path.format(view=table.token("view"), score=table.token("score")))
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert "geolocation=()" in answer.headers["Permissions-Policy"]
    cache = answer.headers["Cache-Control"]
    assert "private" in cache or "no-store" in cache


def test_the_api_has_the_same_headers(client):
    """A JSON answer is not kept by others, nor taken for a page."""
    answer = client.post("/api/v1/hands", json={"cards": "1o"}, headers={"X-CSRFToken": csrf_of(client)})
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "private" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("path", sorted(TEMPLATES.rglob("*.html")), ids=lambda path: path.name)
def test_no_template_has_inline_styles_or_scripts(path):
    """The policy forbids them, so they would not work anyway."""
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", text, re.IGNORECASE)
    for script in re.findall(r"<script\b[^>]*>", text):
        assert "src=" in script or "application/json" in script, script


# Cookies


def test_cookies(client):
    """Not for scripts, not sent along from elsewhere, and over https never without it."""
    plain = client.get("/").headers["Set-Cookie"]
    assert "HttpOnly" in plain and "SameSite=Lax" in plain and "Secure" not in plain
    safe = client.application.test_client().get("/", base_url=HTTPS).headers["Set-Cookie"]
    assert "HttpOnly" in safe and "SameSite=Lax" in safe and "Secure" in safe


def test_the_cookie_opens_nothing_by_itself(client, table):
    """It holds a random name and no secret of any link."""
    client.get(table.path("score"))
    cookie = client.get_cookie("session")
    with client.session_transaction() as session:
        kept = repr(dict(session))
    for role in ("view", "score"):
        assert table.token(role) not in cookie.value + kept


def test_a_forged_cookie_is_a_new_browser(client, table):
    """Without the server's key nobody makes a cookie that it believes."""
    client.get(table.path("score"))
    name, _, signature = client.get_cookie("session").value.rpartition(".")
    client.set_cookie("session", f"{name}.{signature[:-3]}AAA")
    assert table.token("score") not in client.get("/").text


# Forged forms


def test_a_form_over_https_needs_a_referer_of_our_own(client):
    """The referrer policy sends it to ourselves; another site's, or none, is refused."""
    csrf = csrf_of(client, base_url=HTTPS)
    for referer, status in ((f"{HTTPS}/", 303), ("https://evil.example/", 400), (None, 400), ("http://chinchon.example/", 400)):  # fmt: skip
        headers = {"Referer": referer} if referer else {}
        answer = client.post("/language", base_url=HTTPS, data={"csrf_token": csrf, "language": "es"}, headers=headers)
        assert answer.status_code == status, referer


def test_a_form_over_http_needs_its_token(client):
    """At home there is no https: there the token alone must do, and does."""
    csrf = csrf_of(client)
    assert client.post("/language", data={"csrf_token": csrf, "language": "es"}).status_code == 303
    assert client.post("/language", data={"language": "es"}).status_code == 400
    assert client.post("/language", data={"csrf_token": csrf + "x", "language": "es"}).status_code == 400


def test_a_game_is_not_started_from_elsewhere(client):
    """A refused form says why, and keeps a way on."""
    answer = client.post("/new", data={"players-0": "Ana", "players-1": "Luis"})
    assert answer.status_code == 400
    assert "open for too long" in answer.text


# Redirects


@pytest.mark.parametrize(
    ("target", "leads_to"),
    [
        ("/hand", "/hand"),
        ("/g/abc/?x=1", "/g/abc/?x=1"),
        ("", "/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("///evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("\\\\evil.example/", "/"),
        ("/\t/evil.example", "/"),
        ("/%0d%0aSet-Cookie: a=b", "/%0d%0aSet-Cookie: a=b"),
        ("/\r\nSet-Cookie: a=b", "/"),
        ("javascript:alert(1)", "/"),
        ("data:text/html,x", "/"),
        ("evil.example", "/"),
        ("https:evil.example", "/"),
        ("/@evil.example", "/@evil.example"),
        ("http://[", "/"),
    ],
)
def test_the_language_leads_to_own_pages_only(client, target, leads_to):
    """Whatever a form says, the browser stays on this site."""
    answer = client.post("/language", data={"csrf_token": csrf_of(client), "language": "es", "next": target})
    assert answer.status_code == 303
    where = answer.headers["Location"]
    assert urlsplit(where).netloc in ("", "localhost")
    assert where.startswith("/") and not where.startswith(("//", "/\\"))
    with client.application.test_request_context():
        assert _own_path(target) == leads_to


def test_the_referer_decides_nothing(client):
    """Neither after the language nor after forgetting."""
    data = {"csrf_token": csrf_of(client), "language": "es"}
    for path in ("/language", "/forget/wrong"):
        answer = client.post(path, data=data, headers={"Referer": "https://evil.example/"})
        assert answer.headers["Location"] == "/"


# Hosts and proxies


def made(settings, **changes):
    """An app over the same database with other settings."""
    return scorekeeper.create_app(replace(settings, **changes), TESTING=True)


def test_only_known_hosts_are_answered(settings):
    """Where they are named; subdomains only with a dot."""
    client = made(settings, trusted_hosts=("chinchon.example", ".club.example")).test_client()
    for host, status in (
        ("chinchon.example", 200), ("chinchon.example:8000", 200), ("mesa.club.example", 200),
        ("evil.example", 400), ("chinchon.example.evil.example", 400), ("sub.chinchon.example", 400),
    ):  # fmt: skip
        assert client.get("/join", headers={"Host": host}).status_code == status, host
    client = made(settings).test_client()
    assert client.get("/join", headers={"Host": "anything.example"}).status_code == 200


def test_a_proxy_is_believed_only_where_there_is_one(settings, app, table):
    """Else anybody could choose his address, his host and https for himself."""
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    page = app.test_client().get(table.path("view", "share"), headers=forged)
    assert f"http://localhost{table.path('view')}" in page.text
    assert "Secure" not in page.headers["Set-Cookie"]
    behind = made(settings, trusted_proxies=1)
    with behind.app_context():
        page = behind.test_client().get(table.path("view", "share"), headers=forged)
    assert f"https://evil.example{table.path('view')}" in page.text
    assert "Secure" in page.headers["Set-Cookie"]


def test_only_the_last_proxys_word_counts(settings):
    """What a caller writes into the header himself stands before what our proxy adds."""
    behind = made(settings, trusted_proxies=1)
    seen = []
    behind.before_request(lambda: seen.append(limits.address()))
    behind.test_client().get("/join", headers={"X-Forwarded-For": "10.0.0.1, 203.0.113.9"})
    assert seen == ["203.0.113.9"]


def test_forged_addresses_do_not_help_a_guesser(client):
    """Without a proxy the header is not read: thirty tries and no more."""
    csrf = csrf_of(client)
    statuses = []
    for number in range(31):
        headers = {"X-Forwarded-For": f"203.0.113.{number}"}
        statuses.append(client.post("/join", data={"csrf_token": csrf, "code": "AAAAAA"}, headers=headers).status_code)
    assert statuses[-2:] == [422, 429]


# Too often


def new_game(browser, number: int) -> int:
    browser.get("/new")
    form = browser.form("/new")
    typed = {"players-0": "Ana", "players-1": f"Luis {number}", "action": "start"}
    fields = {name: value for name, value in (form["fields"] | typed).items() if value is not None}
    return browser.client.post("/new", data=fields).status_code


def test_a_club_may_start_many_games_but_not_thousands(browser, phones, monkeypatch):
    """Sixty an hour from one address; forms that only add a row, or are wrong, do not count."""
    browser.get("/new")
    for _ in range(5):
        browser.submit("/new", action="add")
    assert [new_game(browser, number) for number in range(61)] == [303] * 60 + [429]
    assert new_game(phones(), 99) == 429, "other cookies do not help"
    other = phones()
    other.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert new_game(other, 100) == 303


def test_booking_is_limited_by_phone_and_game(browser, phones, table):
    """A phone that runs wild is stopped with a page; another phone still books, and so does another game."""
    browser.get(table.path("score", "table"))
    form = browser.form("/rename", person="1")
    statuses = [browser.client.post(form["action"], data=form["fields"]).status_code for _ in range(121)]
    assert statuses == [303] * 120 + [429]
    browser.submit("/rename")
    assert browser.status == 429 and "Nothing that was booked is lost" in browser.text
    assert 1 <= int(browser.page.headers["Retry-After"]) <= 60
    assert browser.get(table.path("score")).status_code == 200, "looking is not limited"
    other = phones()
    other.get(table.path("score", "table"))
    assert other.submit("/rename").status_code == 200
    elsewhere = Opened(table.app)
    browser.get(elsewhere.path("score", "table"))
    assert browser.submit("/rename").status_code == 200


def test_many_phones_of_one_game_are_limited_together(phones, table):
    """Fresh cookies give no fresh allowance without end."""
    statuses = []
    for _ in range(3):
        phone = phones()
        phone.get(table.path("score", "table"))
        form = phone.form("/rename", person="1")
        statuses += [phone.client.post(form["action"], data=form["fields"]).status_code for _ in range(100)]
    assert statuses == [303] * 240 + [429] * 60


def test_checking_hands_is_limited(client, monkeypatch):
    """By browser, pages and API together; programs get a problem document."""
    csrf = csrf_of(client)
    send = {"json": {"cards": "1o"}, "headers": {"X-CSRFToken": csrf}}
    statuses = [client.post("/api/v1/hands", **send).status_code for _ in range(300)]
    assert statuses == [200] * 300
    answer = client.post("/api/v1/hands", **send)
    assert answer.status_code == 429
    assert answer.mimetype == "application/problem+json"
    assert answer.json["status"] == 429 and "Retry-After" in answer.json["detail"]
    assert int(answer.headers["Retry-After"]) >= 1
    assert client.get("/hand?cards=1o").status_code == 429
    assert client.application.test_client().get("/hand?cards=1o").status_code == 200


def test_browsers_without_cookies_share_an_allowance(client, monkeypatch):
    """Whoever throws his cookies away is counted by his address."""
    app = client.application
    statuses = [app.test_client().get("/hand?cards=1o").status_code for _ in range(301)]
    assert statuses == [200] * 300 + [429]


def test_the_limits_of_all_processes_can_be_counted_in_redis(settings):
    """The address is taken as configured; without Python's package for it the start says what to do."""
    pytest.importorskip("limits")
    try:
        import redis  # noqa: F401
    except ImportError:
        with pytest.raises(ConfigError, match="pip install redis"):
            made(settings, redis_url="redis://127.0.0.1:1/0")
    else:
        client = made(settings, redis_url="redis://127.0.0.1:1/0").test_client()
        assert client.get("/hand").status_code == 200, "a Redis that is away stops nobody"


# Too much


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


def test_a_game_has_a_thousand_rounds_at_most(app):
    """The limit is the engine's, so that no way around it leads past it."""
    assert MAX_ROUNDS == 1000


@pytest.mark.parametrize("path", ["/new", "/hand", "/join", "/language"])
@pytest.mark.parametrize("junk", [b"\x00\xff\xfe", b"a" * 1000, b"{}", b"players-0=%ff%00"])
def test_junk_is_no_error_of_ours(client, path, junk):
    """Whatever is sent, the answer is a refusal, not a fault."""
    for kind in ("application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x", "a/b"):
        answer = client.post(path, data=junk, content_type=kind, headers={"X-CSRFToken": csrf_of(client)})
        assert answer.status_code < 500


# The log


SECRET = "s" + "abcdefgh234567" * 2 + "qrst"


@pytest.mark.parametrize(
    "line",
    [
        f"GET /g/{SECRET}/round HTTP/1.1",
        f"POST /forget/{SECRET} HTTP/1.1",
        f"GET /join/{SECRET} HTTP/1.1",
        f"GET /join?code={SECRET}&x=1 HTTP/1.1",
        f"GET /language?next=%2Fforget%2F{SECRET} HTTP/1.1",
        f"GET /api/v1/events?token={SECRET} HTTP/1.1",
        f"GET /g//{SECRET}/ HTTP/1.1",
        f"Authorization: Bearer {SECRET}",
        f"GET /{SECRET.upper()} HTTP/1.1",
    ],
)
def test_secrets_are_left_out_of_the_log(line):
    """Wherever they stand in a line."""
    assert SECRET.lower() not in redact(line).lower()


@pytest.mark.parametrize(
    "line", ["GET /static/js/share.js HTTP/1.1", "GET /join HTTP/1.1", "GET /g/", "/rules?name=fournier"]
)
def test_other_lines_stay_as_they_are(line):
    """The log is still of use."""
    assert redact(line) == line


def test_no_secret_reaches_the_log_of_a_real_server(app, table):
    """Neither from addresses, nor from the Referer, a code, a cookie, or the traceback of an error."""
    import gevent.socket
    from flask.logging import default_handler

    log = io.StringIO()
    default_handler.setStream(RedactingLog(log))
    app.logger.addHandler(default_handler)
    app.view_functions["board.show"] = _broken
    app.config["TESTING"] = app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    server = Server(("127.0.0.1", 0), app, stream=log)
    server.start()
    score, view = table.token("score"), table.token("view")
    try:
        for request in (
            f"GET /g/{score}/ HTTP/1.1",
            f"GET /g/{score}/share HTTP/1.1",
            f"POST /forget/{view} HTTP/1.1",
            f"GET /join?code=ABCDEF&token={view} HTTP/1.1",
            f"GET /{view} HTTP/1.1",
        ):
            with gevent.socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
                more = (
                    f"Host: x\r\nReferer: http://x/g/{score}/\r\nAuthorization: Bearer {view}\r\nConnection: close\r\n"
                )
                connection.sendall(f"{request}\r\n{more}\r\n".encode())
                while connection.recv(65536):
                    pass
    finally:
        server.stop(timeout=0)
        default_handler.setStream(None) if False else None
        app.logger.removeHandler(default_handler)
    text = log.getvalue()
    assert text.count("HTTP/1.1") == 5
    assert "Exception in board.show" in text and "RuntimeError: broken" in text
    for secret in (score, view, score[1:], view[1:], "ABCDEF", app.config["SECRET_KEY"]):
        assert secret not in text


def _broken() -> str:
    raise RuntimeError("broken")


_broken.access = "viewer"  # type: ignore[attr-defined]


def test_an_error_is_logged_without_its_address(app, table, caplog):
    """Behind another server the log does not pass our own filter: the app itself leaves the secret out."""
    app.view_functions["board.show"] = _broken
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = app.test_client().get(table.path("score"))
    assert answer.status_code == 500
    assert "Nothing that was booked is lost" in answer.text
    assert "Exception in board.show [GET]" in caplog.text
    assert table.token("score") not in caplog.text


def test_the_database_keeps_its_parameters_to_itself(app):
    """An error of the database is logged without the names and digests that were sent to it."""
    assert app.config["SQLALCHEMY_ENGINE_OPTIONS"]["hide_parameters"] is True
