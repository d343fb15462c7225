"""Whatever goes wrong is a problem document with a stable code, in the language of the request; and nobody forges."""

import json
from typing import Any

import pytest
from api.programs import PREFIX, Program, new_key
from flask import Flask
from games import Opened
from werkzeug.test import Client, TestResponse

NOBODYS = "v" + "a" * 32
PROBLEM = "application/problem+json"


def code_of(answer: TestResponse) -> tuple[int, str]:
    """Status and code of what is a problem document."""
    assert answer.mimetype == PROBLEM, answer.text
    problem = answer.get_json()
    assert problem["status"] == answer.status_code and problem["detail"] and problem["title"]
    return answer.status_code, problem["code"]


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
@pytest.mark.parametrize("path", ["/nothing", "/", "/game/rounds/x", "/game/export/pdf"])
def test_an_address_that_there_is_not(scorer: Program, method: str, path: str) -> None:
    """A 404, for programs."""
    assert code_of(scorer.call(method, path)) == (404, "not_found")


def test_pages_keep_their_own(anybody: Program) -> None:
    """Outside of the API a wrong address is a page, as before."""
    answer = anybody.client.get("/nothing")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert (anybody.client.post("/rules").mimetype, anybody.client.delete("/new").status_code) == ("text/html", 405)


def test_a_method_that_it_does_not_take(anybody: Program) -> None:
    """A 405 that names the others."""
    answer = anybody.get("/hands")
    assert code_of(answer) == (405, "method_not_allowed")
    assert answer.headers["Allow"] == "OPTIONS, POST"


@pytest.mark.parametrize("token", ["", NOBODYS, "x" * 2000, "ä"])
def test_no_link(app: Flask, token: str) -> None:
    """A 404 that tells nothing."""
    headers = {"Authorization": f"Bearer {token}".encode().decode("latin-1")} if token else {}
    answer = Client(app).get(f"{PREFIX}/game", headers=headers)
    assert code_of(answer) == (404, "not_found")


def test_a_view_link_does_not_write(viewer: Program) -> None:
    """A 403."""
    assert code_of(viewer.book("/game/void")) == (403, "forbidden")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'{"cards": "\xff"}', b'{"cards": "\\ud800"}',
                                  b'{"cards": 1}', b"[" * 60_000, b'{"cards": "1o", "more": 1}'])  # fmt: skip
def test_a_body_that_is_none(anybody: Program, data: bytes) -> None:
    """A 422, whatever it is."""
    headers = {"Content-Type": "application/json"}
    answer = anybody.client.post(f"{PREFIX}/hands", data=data, headers=headers)
    assert code_of(answer) == (422, "unreadable_body")


def test_a_body_that_is_too_large(anybody: Program) -> None:
    """A 413."""
    answer = anybody.client.post(f"{PREFIX}/hands", data=b" " * 70_000, content_type="application/json")
    assert code_of(answer) == (413, "request_entity_too_large")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_a_form_of_another_site_is_no_json(anybody: Program, kind: str) -> None:
    """What a browser sends elsewhere without asking is never taken, though no cookie was sent: a 415."""
    game = json.dumps({"players": ["Ana", "Luis"]})
    headers = {"Idempotency-Key": new_key(), "Content-Type": kind}
    answer = anybody.client.post(f"{PREFIX}/games", data=game, headers=headers)
    assert code_of(answer) == (415, "unsupported_media_type")


def test_a_fault_of_the_server(app: Flask, scorer: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is told as such, and no more."""

    def fail(*_args: object) -> None:
        raise RuntimeError("a secret of the server")

    app.config["PROPAGATE_EXCEPTIONS"] = app.testing = False
    monkeypatch.setattr("scorekeeper.service.undo", fail)
    answer = scorer.book("/game/undo")
    assert code_of(answer) == (500, "internal_server_error")
    assert "secret" not in answer.text


def test_problems_speak_the_language_of_the_request(viewer: Program, scorer: Program) -> None:
    """The code stays, the sentence is another one."""
    for send in (lambda lang: viewer.book("/game/void", Accept_Language=lang),
                 lambda lang: scorer.book("/game/undo", Accept_Language=lang),
                 lambda lang: scorer.get("/nothing", Accept_Language=lang)):  # fmt: skip
        english, spanish = send("en").get_json(), send("es").get_json()
        assert english["code"] == spanish["code"]
        assert english["detail"] != spanish["detail"]


# Forged requests


class Browser(Client):
    """A browser that has been on a page of this server: it has the session cookie, and knows its token."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        page = self.get("/new").text
        self.csrf = page.split('name="csrf_token" type="hidden" value="')[1].split('"')[0]

    def void(self, table: Opened, bearer: bool, **more: str) -> TestResponse:
        """Book something with the session cookie, and perhaps with the game's secret."""
        headers = {"If-Match": f'"{table.game.version}"', "Idempotency-Key": new_key(), **more}
        if bearer:
            headers["Authorization"] = f"Bearer {table.token('score')}"
        return self.post(f"{PREFIX}/game/void", headers=headers)


def test_a_bearer_token_alone_is_enough(scorer: Program) -> None:
    """No other site can send it."""
    assert scorer.book("/game/void").status_code == 200


def test_with_the_session_cookie_the_token_of_a_page_is_needed(app: Flask, table: Opened) -> None:
    """None, a made-up one and that of another browser will not do, also beside a bearer token."""
    browser, stranger = Browser(app), Browser(app)
    for token in (None, "made up", stranger.csrf):
        answer = browser.void(table, True, **({"X-CSRFToken": token} if token else {}))
        assert code_of(answer) == (400, "forged")
    assert table.game.version == 1
    assert browser.void(table, True, **{"X-CSRFToken": browser.csrf}).status_code == 200


def test_a_cookie_opens_no_game_by_itself(app: Flask, table: Opened) -> None:
    """Not even with the right token: the secret is needed."""
    browser = Browser(app)
    browser.get(table.path("score"))
    assert code_of(browser.void(table, False, **{"X-CSRFToken": browser.csrf})) == (404, "not_found")


def test_public_writes_of_browsers_need_the_token(app: Flask) -> None:
    """Another site cannot start games in somebody's name."""
    browser = Browser(app)
    sent: dict[str, Any] = {"json": {"players": ["Ana", "Luis"]}}
    headers = {"Idempotency-Key": new_key()}
    assert code_of(browser.post(f"{PREFIX}/games", headers=headers, **sent)) == (400, "forged")
    headers["X-CSRFToken"] = browser.csrf
    created = browser.post(f"{PREFIX}/games", headers=headers, **sent)
    assert created.status_code == 201
    assert created.get_json()["score"]["secret"] in browser.get("/").text, "it is in this browser's list"


def test_over_https_the_page_must_be_ours(app: Flask, table: Opened) -> None:
    """As with the forms: the Referer says from where; without a cookie nobody asks."""
    browser = Browser(app)
    base = {"base_url": "https://localhost", "method": "POST", "path": f"{PREFIX}/game/void"}
    page = browser.get("/new", base_url="https://localhost").text
    csrf = page.split('name="csrf_token" type="hidden" value="')[1].split('"')[0]
    headers = {"Authorization": f"Bearer {table.token('score')}", "If-Match": '"1"', "Idempotency-Key": new_key(),
               "X-CSRFToken": csrf}  # fmt: skip
    assert code_of(browser.open(headers=headers | {"Referer": "https://evil.example/"}, **base)) == (400, "forged")
    assert browser.open(headers=headers | {"Referer": "https://localhost/new"}, **base).status_code == 200
    headers |= {"If-Match": '"2"', "Idempotency-Key": new_key()}
    assert Client(app, use_cookies=False).open(headers=headers, **base).status_code == 200


def test_other_origins_get_no_leave(app: Flask) -> None:
    """A preflight is not answered with any permission."""
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    answer = Client(app).options(f"{PREFIX}/games", headers=asked)
    assert not [name for name, _ in answer.headers if name.lower().startswith("access-control-")]
