"""Every route, tried with every kind of link: nobody does what he may not, and nothing is forgotten."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from games import Opened, csrf_of
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper import service
from scorekeeper.web import access

NOBODYS = "s" + "a" * 32
# What stands for the variable parts of addresses: the first event is the start, which is there in every game.
VALUES = {"event": 1, "form": "json", "filename": "css/app.css", "seat": 1, "version": 1, "name": "fournier"}
# Public, and yet with the secret of a link in its address: it takes a game off one's own list.
FORGET = "home.forget"


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


@pytest.fixture
def table(app) -> Opened:
    """The game that is to be protected."""
    return Opened(app, "Ana", "Luis")


def routes(app: Flask) -> Iterator[tuple[Rule, str, str]]:
    """Every rule and method, and who may use it."""
    for rule in app.url_map.iter_rules():
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            yield rule, method, access.declared(app, rule.endpoint)


def guarded(app: Flask, *kinds: str) -> list[tuple[Rule, str]]:
    """The rules and methods for which a link is needed."""
    return [(rule, method) for rule, method, kind in routes(app) if kind in (kinds or ("viewer", "scorer"))]


def call(client, rule: Rule, method: str, token: str, csrf: str | None, **values: Any) -> TestResponse:
    """Use a route with this secret: in the address, or as the bearer token where the address has none."""
    known = {name: values.get(name, VALUES.get(name, 1)) for name in rule.arguments if name != "token"}
    if "token" in rule.arguments:
        known["token"] = token
    adapter = client.application.url_map.bind("localhost")
    path = adapter.build(rule.endpoint, known, method=method)
    headers = {"X-CSRFToken": csrf} if csrf else {}
    if "token" not in rule.arguments:
        headers["Authorization"] = f"Bearer {token}"
    answer = client.open(path, method=method, headers=headers)
    if answer.mimetype != "text/event-stream":  # which would go on for ever
        assert answer.get_data() is not None
    answer.close()
    return answer


def opens(app: Flask, token: str) -> bool:
    """Whether a link is alive now."""
    with app.app_context():  # of its own: a longer one would go on seeing the database as it was
        return app.extensions["keyring"].open(token) is not None


def state(table: Opened) -> tuple[int, dict[str, str], dict[int, str]]:
    """What no stranger may change."""
    return table.game.version, {role: table.token(role) for role in ("view", "score")}, dict(table.game.names)


def test_every_route_says_who_may_use_it(app):
    """All are declared, and there are some of each kind."""
    found = [kind for *_, kind in routes(app)]
    assert {kind: found.count(kind) > 5 for kind in ("public", "viewer", "scorer")} == dict.fromkeys(
        ("public", "viewer", "scorer"), True
    )


def test_a_route_that_says_nothing_stops_the_start(app):
    """It is an error when the app is put together, not when somebody finds it."""
    app.view_functions["forgotten"] = lambda: "secret"
    app.url_map.add(Rule("/forgotten", endpoint="forgotten"))
    with pytest.raises(access.Undeclared):
        access.check_all(app)


def test_a_secret_in_the_address_is_not_public(app):
    """A route whose address has a secret in it needs that secret to be a good one."""
    wrong = {rule.endpoint for rule, _, kind in routes(app) if "token" in rule.arguments and kind == "public"}
    assert wrong == {FORGET}


@pytest.mark.parametrize("secret", [NOBODYS, "", "v", "1", "%00", "../../etc/passwd", "x" * 2000])
def test_no_link(app, client, table, secret):
    """With a made-up secret every guarded route is a 404, whatever else is right."""
    csrf, before = csrf_of(client), state(table)
    for rule, method in guarded(app):
        if secret or "token" not in rule.arguments:  # an empty one makes another address
            assert call(client, rule, method, secret, csrf).status_code == 404, (rule, method)
    assert state(table) == before


def test_a_404_tells_nothing(client, table):
    """A link that was renewed, one that never was, and an address that there is not: one and the same page."""
    old = table.path("view")
    with table.app.app_context():
        service.renew(table.keyring, service.links_of(table.id)["score"], "view", 1, "Ana's phone")
    pages = [client.get(path).text for path in (old, f"/g/{NOBODYS}/", "/nothing")]
    bare = [re.sub(r'value="[^"]*"', "", page) for page in pages]
    assert bare[0] == bare[1] == bare[2]


def test_a_view_link(app, client, table):
    """It opens what is for viewers, and is refused wherever something is written."""
    csrf = csrf_of(client)
    before = state(table)
    for rule, method in guarded(app):
        answer = call(client, rule, method, table.token("view"), csrf)
        if access.declared(app, rule.endpoint) == "scorer":
            assert answer.status_code == 403, (rule, method)
        else:
            assert answer.status_code < 400, (rule, method, answer.status_code)
            assert table.token("score") not in answer.headers.get("Location", "")
        assert state(table) == before, (rule, method)


def test_a_score_link(app, client, table):
    """It opens everything: an empty form may be refused, but never for want of a right."""
    csrf, token = csrf_of(client), table.token("score")
    for rule, method in guarded(app):
        if not opens(app, token):  # handed over
            token = Opened(app).token("score")
        answer = call(client, rule, method, token, csrf)
        if answer.status_code == 404:  # the first event is no round
            assert "event" in rule.arguments, (rule, method)
        assert answer.status_code not in (401, 403) and answer.status_code < 500, (rule, method, answer.status_code)


def test_another_games_link(app, client, table):
    """It shows and changes nothing of this game, also when it names what is only here."""
    table.play(1, 0, 12)
    csrf, before = csrf_of(client), state(table)
    other = Opened(app, "Rosa", "Iván")
    tokens = {role: other.token(role) for role in ("view", "score")}
    for rule, method in guarded(app):
        for role in tokens:
            if not opens(app, tokens[role]):  # handed over, say
                other = Opened(app, "Rosa", "Iván")
                tokens = {role: other.token(role) for role in tokens}
            answer = call(client, rule, method, tokens[role], csrf, event=2, seat=2)
            if answer.mimetype != "text/event-stream":
                assert "Luis" not in answer.text, (rule, method)
                assert not any(token in answer.text for token in before[1].values()), (rule, method)
    assert state(table) == before


@pytest.mark.parametrize("how", ["renewed", "closed", "handed over", "deleted"])
def test_a_dead_link(app, client, table, how):
    """However it died: every guarded route is a 404 for it."""
    csrf = csrf_of(client)
    old = {role: table.token(role) for role in ("view", "score")}
    with app.app_context():
        score = service.links_of(table.id)["score"]
        if how == "deleted":
            service.delete_game(table.id)
        elif how == "handed over":
            service.hand_over(table.keyring, score, "Ana's phone")
            del old["view"]
        else:
            change = service.renew if how == "renewed" else service.revoke
            change(table.keyring, score, "view", 1, "Ana's phone")
            change(table.keyring, score, "score", 1, "Ana's phone")
    for rule, method in guarded(app):
        for token in old.values():
            assert call(client, rule, method, token, csrf).status_code == 404, (rule, method)


def test_every_form_needs_its_csrf_token(app, client, table):
    """Neither a page of another site nor a token of another browser can send a form."""
    stranger = csrf_of(app.test_client())
    csrf_of(client)
    before = state(table)
    for rule, method, _ in routes(app):
        if method != "GET" and not rule.rule.startswith("/api/"):
            for csrf in (None, "made up", stranger):
                assert call(client, rule, method, table.token("score"), csrf).status_code == 400, (rule, method, csrf)
    assert state(table) == before


def test_a_page_to_look_on_carries_no_way_to_write(app, client, table):
    """No form that books something, and no link to a page that has one."""
    adapter = app.url_map.bind("localhost")
    checked = 0
    for rule, method in guarded(app, "viewer"):
        path = adapter.build(rule.endpoint, {"token": table.token("view"), "form": "txt"} if "form" in rule.arguments
                             else {"token": table.token("view")}, method=method)  # fmt: skip
        with client.get(path) as answer:
            if answer.mimetype != "text/html" or answer.status_code != 200:
                continue
            page = answer.text
        checked += 1
        assert table.token("score") not in page
        actions = re.findall(r'<form\b[^>]*\bmethod="post"[^>]*\baction="([^"]*)"', page)
        assert len(actions) == len(re.findall(r'<form\b[^>]*\bmethod="post"', page))
        for action in actions:
            endpoint, _ = adapter.match(action, method="POST")
            assert access.declared(app, endpoint) == "public", (path, action)
        for target in re.findall(r'href="(/[^"#?]*)', page):
            endpoint, _ = adapter.match(target, method="GET")
            assert access.declared(app, endpoint) != "scorer", (path, target)
    assert checked >= 6


def test_public_pages_know_no_game(client, table):
    """Whoever has been nowhere sees nobody's names on any of them."""
    for rule, method, kind in routes(client.application):
        if kind == "public" and method == "GET" and not rule.arguments:
            with client.get(rule.rule) as answer:
                assert answer.status_code < 500
                assert "Luis" not in answer.text, rule


def test_forgetting_takes_off_ones_own_list_only(browser, phones, table):
    """Somebody else's list, and the game, stay."""
    other = phones()
    for phone in (browser, other):
        phone.get(table.path("view"))
    browser.get("/")
    browser.submit("/forget/" + table.token("view"))
    assert browser.page.request.path == "/"
    assert table.token("view") not in browser.page.text
    assert table.token("view") in other.get("/").text
    csrf = csrf_of(browser.client)
    assert browser.client.post(f"/forget/{NOBODYS}", data={"csrf_token": csrf}).status_code == 303
