"""A game taken out of the API comes in again, as a game of its own; and nothing else comes in."""

from typing import Any

import pytest
from api.programs import Program, new_key
from flask import Flask
from games import Opened

from scorekeeper import service


@pytest.fixture
def taken(table: Opened, viewer: Program) -> Any:
    """A game with a round in it, as its file says it."""
    table.play(1, 0, 12, 60)
    return viewer.get("/game/export/json").get_json()


def bring_in(program: Program, content: Any, key: str | None = None) -> Any:
    """A request for a game from a file."""
    return program.call("POST", "/games/import", content, Idempotency_Key=key or new_key())


def test_a_game_comes_in_and_goes_on(app: Flask, table: Opened, anybody: Program, taken: Any) -> None:
    """With links of its own and everything that was booked; the first game is untouched."""
    answer = bring_in(anybody, taken)
    assert answer.status_code == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Location"].endswith("/api/v1/game")
    made = answer.get_json()
    assert made["version"] == 2
    assert made["score"]["secret"] not in (table.token("score"), table.token("view"))
    scorer, viewer = (Program(app, made[role]["secret"]) for role in ("score", "view"))
    assert viewer.totals == [0, 12, 60]
    assert viewer.get("/game").get_json()["people"] == {"1": "Ana", "2": "Luis", "3": "Eva"}
    assert scorer.book("/game/void", If_Match=answer.headers["ETag"]).status_code == 200
    assert table.game.version == 2


def test_the_same_request_brings_in_one_game(app: Flask, anybody: Program, taken: Any) -> None:
    """Also once that was played on; another file with the same key is another game."""
    key = new_key()
    first = bring_in(anybody, taken, key).get_json()
    assert bring_in(anybody, taken, new_key()).get_json() != first
    Program(app, first["score"]["secret"]).book("/game/void")
    assert bring_in(anybody, taken, key).get_json() == first
    for other in ({"events": taken["events"][:1]}, {"people": taken["people"] | {"3": "Rosa"}}):
        assert bring_in(anybody, taken | other, key).get_json()["score"] != first["score"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "other"}, "unreadable"),
        ({"version": 2}, "newer"),
        ({"events": []}, "impossible"),
        ({"events": [1]}, "unreadable"),
        ({"people": {"1": "Ana", "2": "Luis", "3": "\N{RIGHT-TO-LEFT OVERRIDE}"}}, "impossible"),
    ],
)
def test_what_is_no_game(app: Flask, anybody: Program, taken: Any, change: Any, reason: str) -> None:
    """Is refused, with the reason as a fact and as a sentence, and nothing is kept."""
    answer = bring_in(anybody, taken | change)
    found = answer.get_json()
    assert (answer.status_code, found["code"], found["facts"]) == (422, "not_a_game", {"reason": reason})
    assert found["detail"].endswith(".")
    with app.app_context():
        assert service.count_games() == 1


def test_a_long_game_comes_in(anybody: Program, taken: Any) -> None:
    """A game's file may be larger than any other body; one without end may not."""
    body = {"seat": 1, "points": 1, "reason": "x" * 200}
    penalties = [{"number": n, "batch": n, "at": 0, "kind": "points_adjusted", "body": body} for n in range(2, 402)]
    content = taken | {"events": [taken["events"][0], *penalties]}
    assert bring_in(anybody, content).get_json()["version"] == 401
    assert bring_in(anybody, content | {"format": "x" * 5 * 1024 * 1024}).status_code == 413
