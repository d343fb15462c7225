"""Versions and keys: nothing is booked on top of what was not seen, and nothing twice."""

from typing import Any

import pytest
from api.programs import Program, new_key
from games import Opened
from werkzeug.test import TestResponse

ENTRIES = [{"seat": 1, "points": 0}, {"seat": 2, "points": 12}, {"seat": 3, "points": 20}]
ROUND = {"closer": 1, "entries": ENTRIES}


def code_of(answer: TestResponse) -> tuple[int, str]:
    """Status and code of a problem document, which is one."""
    problem = answer.get_json()
    assert answer.mimetype == "application/problem+json"
    assert problem["status"] == answer.status_code
    assert problem["type"] == f"urn:scorekeeper:{problem['code']}"
    return answer.status_code, problem["code"]


def test_a_write_without_a_version(scorer: Program) -> None:
    """428: whoever does not say what he saw cannot write."""
    answer = scorer.call("POST", "/game/rounds", ROUND, Idempotency_Key=new_key())
    assert code_of(answer) == (428, "version_needed")


@pytest.mark.parametrize("tag", ["", "*", "1", '"one"', '"1', '""', '"-1"', '"1234567890"', '"1", "2"', '"٣"'])
def test_a_version_that_is_none(scorer: Program, tag: str) -> None:
    """428 as well, `*` included: it would say that anything may have happened."""
    answer = scorer.call("POST", "/game/void", If_Match=tag.encode().decode("latin-1"), Idempotency_Key=new_key())
    assert code_of(answer) == (428, "version_needed")


@pytest.mark.parametrize("tag", ['"1"', 'W/"1"', '"1-1700000000000"', '"1-1700000000000-es"', '"1-17:br"', ' "1" '])
def test_a_version_as_it_was_answered(scorer: Program, tag: str) -> None:
    """Every tag of an answer will do, also one that was made for a compressed answer."""
    assert scorer.book("/game/void", If_Match=tag).status_code == 200


def test_a_renamed_player_makes_nothing_stale(table: Opened, scorer: Program) -> None:
    """The tag is another one then, the version is not."""
    tag = scorer.get("/game").headers["ETag"]
    scorer.call("PUT", "/game/people/1", {"name": "Ann"})
    assert scorer.get("/game").headers["ETag"] != tag
    assert scorer.book("/game/rounds", ROUND, If_Match=tag).status_code == 200


def test_a_stale_write_hears_what_happened(table: Opened, scorer: Program) -> None:
    """412 with the events since and the new tag; nothing is booked."""
    table.play(2, 7, 0, 9)
    answer = scorer.book("/game/rounds", ROUND, If_Match='"1"')
    assert code_of(answer) == (412, "stale_version")
    problem = answer.get_json()
    assert (problem["version"], [event["number"] for event in problem["since"]]) == (2, [2])
    assert "Luis closed" in problem["since"][0]["text"]
    assert scorer.book("/game/rounds", ROUND, If_Match=answer.headers["ETag"]).status_code == 200
    assert code_of(scorer.book("/game/rounds", ROUND, If_Match='"99"')) == (412, "stale_version")


def test_a_stale_undo_hits_nothing_else(table: Opened, scorer: Program) -> None:
    """It was meant for what was seen, not for what another phone booked meanwhile."""
    table.play(2, 7, 0, 9)
    assert code_of(scorer.book("/game/undo", If_Match='"1"')) == (412, "stale_version")
    assert scorer.totals == [7, 0, 9]


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with spaces in it..", '"short"'])
def test_a_write_without_a_key(scorer: Program, key: str) -> None:
    """400: a lost answer could not be asked for again."""
    answer = scorer.call("POST", "/game/rounds", ROUND, If_Match='"1"', Idempotency_Key=key)
    assert code_of(answer) == (400, "key_needed")


@pytest.mark.parametrize(
    ("method", "path", "content"),
    [
        ("POST", "/game/rounds", ROUND),
        ("POST", "/game/void", None),
        ("POST", "/game/joins", {"name": "Rosa"}),
        ("POST", "/game/substitutes", {"seat": 1, "name": "Rosa"}),
        ("POST", "/game/undo", None),
        ("POST", "/game/end", {}),
        ("POST", "/game/rules", {"when": "next", "rules": {"limit": 120}}),
        ("PUT", "/game/rounds/2", ROUND),
    ],
)
def test_the_same_again_is_answered_the_same(
    table: Opened, scorer: Program, method: str, path: str, content: Any
) -> None:
    """Once booked, a repeated request says so again, also when the game has gone on."""
    table.play(2, 7, 0, 9)
    sent = {"If_Match": '"2"', "Idempotency_Key": new_key()}
    first = scorer.call(method, path, content, **sent)
    assert first.status_code == 200, first.text
    version = scorer.version
    again = scorer.call(method, path, content, **sent)
    assert scorer.book("/game/payments", {"seat": 2, "amount": 5}).status_code == 200
    later = scorer.call(method, path, content, **sent)
    assert first.get_json() == again.get_json() == later.get_json() == {"version": version}
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == later.headers["Idempotency-Replayed"] == "true"
    assert scorer.version == version + 1


def test_a_key_may_be_quoted(scorer: Program) -> None:
    """As a structured field has it; it is the same key."""
    key = new_key()
    assert scorer.book("/game/void", If_Match='"1"', Idempotency_Key=key).status_code == 200
    again = scorer.book("/game/void", If_Match='"1"', Idempotency_Key=f'"{key}"')
    assert again.headers["Idempotency-Replayed"] == "true"


def test_a_key_with_other_content(scorer: Program) -> None:
    """422, whether the body or the address is another one, and nothing more is booked."""
    key = new_key()
    assert scorer.book("/game/rounds", ROUND, Idempotency_Key=key).status_code == 200
    other = {"closer": 2, "entries": ENTRIES}
    assert code_of(scorer.book("/game/rounds", other, Idempotency_Key=key)) == (422, "key_reused")
    assert code_of(scorer.book("/game/void", Idempotency_Key=key)) == (422, "key_reused")
    assert scorer.version == 2
