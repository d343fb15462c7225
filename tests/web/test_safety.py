"""What keeps others out: headers, cookies, forged forms, redirects, hosts and proxies."""

import re
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from games import csrf_of

import scorekeeper
from scorekeeper.web import limits
from scorekeeper.web.pages.home import _own_path

TEMPLATES = Path(__file__).parents[2] / "templates"
HTTPS = "https://chinchon.example"


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


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


def test_a_page_names_its_style_sheet_in_advance(client):
    """The browser may fetch it before it has read the page: the very file that the page then asks for."""
    page = client.get("/")
    url = re.fullmatch(r"<([^>]+)>; rel=preload; as=style", page.headers["Link"])[1]
    assert f'<link rel="stylesheet" href="{url}">' in page.text
    assert client.get(url).status_code == 200
    assert "Link" not in client.get("/api/v1/rules").headers


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


def test_the_cookie_lasts_from_the_last_visit_on(client, table, monkeypatch):
    """A browser's list of games does not end on a fixed day: the cookie is sent again, though not with every page."""
    board = f"/g/{table.token('score')}/"
    day = 24 * 60 * 60
    start = time.time() // day * day + day / 2
    sent = []
    for now in (start, start + 60, start + day, start + day + 60):
        monkeypatch.setattr(time, "time", lambda: now)  # noqa: B023
        sent.append("Set-Cookie" in client.get(board).headers)
    assert sent == [True, False, True, False]


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
    for referer, status in (
        (f"{HTTPS}/", 303), ("https://evil.example/", 400), (None, 400), ("http://chinchon.example/", 400),
    ):  # fmt: skip
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
    client.get("/new")
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


# What is kept of a refused form


def test_a_form_without_a_good_token_is_not_lost(table, client):
    """A page of ours hears what it sent; another site cannot put its words on our page."""
    client.get("/new")
    typed = {"points_2": "thirty-seven", "csrf_token": "old", "key": "k" * 20}
    ours = client.post(table.path("score", "round"), data=typed, headers={"Origin": "http://localhost"})
    assert (ours.status_code, "thirty-seven" in ours.text, "k" * 20 in ours.text) == (400, True, False)
    assert "open for too long" in ours.text
    theirs = client.post(table.path("score", "round"), data=typed, headers={"Origin": "http://evil.example"})
    assert (theirs.status_code, "thirty-seven" in theirs.text) == (400, False)


def test_a_browser_without_cookies_is_told(table, app):
    """Its page is not too old."""
    page = app.test_client(use_cookies=False).post(table.path("score", "void"), data={"csrf_token": "x"})
    assert page.status_code == 400
    assert "cookies must be allowed" in page.text
    assert "open for too long" not in page.text
