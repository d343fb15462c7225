"""New games and their links: once for each key, and never the links of somebody else's game."""

from typing import Any

import pytest
from api.programs import Program, new_key
from flask import Flask
from games import Opened

from scorekeeper import service

GAME = {"players": ["Ana", "Luis"]}


def start(program: Program, content: Any, key: str | None = None) -> Any:
    """A request for a new game."""
    return program.call("POST", "/games", content, Idempotency_Key=key or new_key())


def test_a_new_game(app: Flask, anybody: Program) -> None:
    """The answer has both secrets with their addresses, may not be kept by others, and the secrets work."""
    answer = start(anybody, {"players": [" Ana ", "Luis"], "first_dealer": 2, "stake": 200, "rules": {"limit": 70}})
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Location"].endswith("/api/v1/game")
    links = answer.get_json()
    assert links["score"]["url"] == f"http://localhost/g/{links['score']['secret']}/"
    scorer, viewer = (Program(app, links[role]["secret"]) for role in ("score", "view"))
    game = viewer.get("/game").get_json()
    terms = game["state"]["terms"]
    assert game["people"] == {"1": "Ana", "2": "Luis"}
    assert (terms["rules"]["limit"], terms["stake"], terms["rebuy_price"]) == (70, 200, 200)
    assert game["state"]["dealer"] == 2
    assert scorer.book("/game/void", If_Match=answer.headers["ETag"]).status_code == 200
    assert viewer.book("/game/void").status_code == 403


def test_the_same_request_starts_one_game(anybody: Program) -> None:
    """And gets the same answer."""
    key = new_key()
    assert start(anybody, GAME, key).get_json() == start(anybody, GAME, key).get_json()
    assert start(anybody, GAME).get_json() != start(anybody, GAME, key).get_json()


@pytest.mark.parametrize("more", [{"players": ["Ana", "Eva"]}, {"stake": 5}, {"first_dealer": 2},
                                  {"players": ["Ana", "Luis", "Eva"]}])  # fmt: skip
def test_a_key_with_other_content(anybody: Program, more: Any) -> None:
    """Gets no second game, and above all not the links of the first."""
    key = new_key()
    assert start(anybody, GAME, key).status_code == 201
    answer = start(anybody, GAME | more, key)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "key_reused")
    assert "secret" not in answer.text


def test_a_repeated_request_tells_no_renewed_link(app: Flask, anybody: Program) -> None:
    """Whoever started the game and gave the scoring away does not get it back by sending the same again."""
    key = new_key()
    links = start(anybody, GAME, key).get_json()
    scorer = Program(app, links["score"]["secret"])
    assert scorer.call("POST", "/game/links/renew", {"role": "score", "generation": 1}).status_code == 200
    again = start(anybody, GAME, key).get_json()
    assert again == links
    assert Program(app, again["score"]["secret"]).get("/game").status_code == 404


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"players": ["Ana"]}, "too_few_players"),
        ({"players": []}, "too_few_players"),
        ({"players": [f"P{n}" for n in range(9)]}, "too_many_players"),
        ({"players": ["Ana", "ana"]}, "bad_name"),
        ({"players": ["Ana", " "]}, "bad_name"),
        ({"players": [f"P{n}" for n in range(99)]}, "unreadable_body"),
        ({"players": "Ana"}, "unreadable_body"),
        ({}, "unreadable_body"),
        (GAME | {"first_dealer": 3}, "no_such_seat"),
        (GAME | {"rule_set": "poker"}, "unknown_rule_set"),
        (GAME | {"rules": {"ends": "rounds"}}, "rounds_needed"),
        (GAME | {"rules": {"limit": True}}, "unreadable_body"),
        (GAME | {"rules": {"deck": "tarot"}}, "parameter_out_of_range"),
        (GAME | {"currency": "EURO"}, "unknown_currency"),
        (GAME | {"stake": 10**12}, "money_out_of_range"),
        (GAME | {"payout": "nobody"}, "unreadable_body"),
    ],
    ids=str,
)
def test_a_game_that_cannot_be(anybody: Program, content: Any, code: str) -> None:
    """Is refused with a code and a sentence."""
    answer = start(anybody, content)
    assert (answer.status_code, answer.get_json()["code"]) == (422, code), answer.text


def test_a_game_needs_a_key(anybody: Program) -> None:
    """One that cannot be guessed."""
    assert anybody.call("POST", "/games", GAME).status_code == 400
    assert start(anybody, GAME, "1").get_json()["code"] == "key_needed"


def test_a_rematch(app: Flask, table: Opened, scorer: Program, viewer: Program) -> None:
    """The same people once more, with links of their own; one game, whoever asks how often."""
    table.play(1, 0, 12, 20)
    answers = [scorer.call("POST", "/game/rematch", Idempotency_Key=new_key()) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].get_json() == answers[1].get_json()
    assert answers[0].headers["Location"].endswith("/api/v1/game")
    other = Program(app, answers[0].get_json()["score"]["secret"])
    assert (other.version, other.state["dealer"]) == (1, 2)
    assert scorer.version == 2
    assert viewer.call("POST", "/game/rematch", Idempotency_Key=new_key()).status_code == 403


def test_links_are_shown_to_whom_they_belong(table: Opened, scorer: Program, viewer: Program) -> None:
    """A viewer sees the view link only."""
    shown = {link["role"]: link for link in scorer.get("/game/links").get_json()["links"]}
    assert {role: link["link"]["secret"] for role, link in shown.items()} == {
        "score": table.token("score"), "view": table.token("view"),
    }  # fmt: skip
    answer = viewer.get("/game/links")
    assert [link["role"] for link in answer.get_json()["links"]] == ["view"]
    assert table.token("score") not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


def test_links_are_renewed_and_revoked(app: Flask, table: Opened, scorer: Program, viewer: Program) -> None:
    """Effective at once, and only for who knows the present one."""
    new = scorer.call("POST", "/game/links/renew", {"role": "view", "generation": 1}).get_json()
    assert viewer.get("/game").status_code == 404
    fresh = Program(app, new["link"]["secret"])
    assert fresh.get("/game").status_code == 200
    late = scorer.call("POST", "/game/links/renew", {"role": "view", "generation": 1})
    assert (late.status_code, late.get_json()["code"]) == (409, "link_changed")
    assert scorer.call("POST", "/game/links/revoke", {"role": "view", "generation": 2}).status_code == 204
    assert fresh.get("/game").status_code == 404
    assert fresh.call("POST", "/game/links/renew", {"role": "view", "generation": 2}).status_code == 404
    for wrong in ({"role": "everybody", "generation": 1}, {"role": "view", "generation": 10**30}):
        assert scorer.call("POST", "/game/links/renew", wrong).status_code == 422


def test_a_scorer_who_renews_the_score_link_goes_on_with_the_new_one(app: Flask, scorer: Program) -> None:
    """The old secret opens nothing any more."""
    new = scorer.call("POST", "/game/links/renew", {"role": "score", "generation": 1}).get_json()
    assert scorer.get("/game").status_code == 404
    assert Program(app, new["link"]["secret"]).book("/game/void").status_code == 200


def test_short_codes(anybody: Program, scorer: Program, table: Opened) -> None:
    """A code leads to its link; one for the score link only once."""
    made = scorer.call("POST", "/game/links/code", {"role": "score", "generation": 1}).get_json()
    assert len(made["code"]) == service.CODE_LENGTH and 1 <= made["minutes"] <= 10
    opened = anybody.call("POST", "/codes", {"code": made["code"].lower()})
    assert opened.get_json() == {"role": "score", "link": made["link"]}
    again = anybody.call("POST", "/codes", {"code": made["code"]})
    assert (again.status_code, again.get_json()["code"]) == (422, "unknown_code")
    stale = scorer.call("POST", "/game/links/code", {"role": "view", "generation": 7})
    assert stale.status_code == 409
