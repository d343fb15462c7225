"""What the table must decide is never booked unseen: objections, consequences, questions."""

from typing import Any

from api.programs import Program, new_key
from games import Opened
from werkzeug.test import TestResponse


def asked(answer: TestResponse, code: str) -> Any:
    """The problem document of a 409."""
    problem = answer.get_json()
    assert (answer.status_code, answer.mimetype) == (409, "application/problem+json"), answer.text
    assert problem["code"] == code
    return problem


def test_a_round_against_the_rules_stands_by_the_tables_word(scorer: Program) -> None:
    """With the fingerprint of the objections, under the same key."""
    key = new_key()
    problem = asked(scorer.round(1, 9, 12, 20, ruled=""), "ruling_needed")
    (objection,) = problem["objections"]
    assert (objection["seat"], objection["code"]) == (1, "over_limit")
    assert "Ana" in objection["text"] or "9" in objection["text"]
    entries = [{"seat": s, "points": p} for s, p in ((1, 9), (2, 12), (3, 20))]
    content = {"closer": 1, "entries": entries}
    asked(scorer.book("/game/rounds", content, Idempotency_Key=key), "ruling_needed")
    assert scorer.version == 1
    ruled = content | {"ruled": problem["fingerprint"]}
    assert scorer.book("/game/rounds", ruled, Idempotency_Key=key).status_code == 200
    assert scorer.state["rounds"][0]["ruling"] == "stands"
    assert scorer.book("/game/rounds", content, Idempotency_Key=key).headers["Idempotency-Replayed"] == "true"


def test_a_yes_to_something_else_is_none(scorer: Program) -> None:
    """A fingerprint stands for exactly the objections that were shown."""
    shown = asked(scorer.round(1, 9, 12, 20), "ruling_needed")["fingerprint"]
    other = asked(scorer.round(1, 10, 12, 20, ruled=shown), "ruling_needed")
    assert other["fingerprint"] != shown
    asked(scorer.round(1, 9, 12, 20, ruled="x" * 16), "ruling_needed")
    assert scorer.version == 1


def test_a_false_close_needs_no_fingerprint(scorer: Program) -> None:
    """Saying so is the ruling."""
    assert scorer.round(1, 9, 12, 20, false_close=True).status_code == 200
    assert scorer.state["rounds"][0]["ruling"] == "false-close"


def correction(table: Opened, scorer: Program, points: int) -> dict[str, Any]:
    """A game in which Eva went out and came back, and the first round with other points for her."""
    table.play(1, 0, 12, 60)
    table.play(1, 0, 12, 60)
    assert scorer.book("/game/rebuys", {"decisions": [{"seat": 3, "back": True}]}).status_code == 200
    table.play(1, 0, 12, 20)
    entries = [{"seat": 1, "points": 0}, {"seat": 2, "points": 12}, {"seat": 3, "points": points}]
    return {"closer": 1, "entries": entries}


def test_consequences_are_shown_and_confirmed(table: Opened, scorer: Program) -> None:
    """If Eva had not gone out, her rebuy cannot have happened: it is named, and taken back once that is confirmed."""
    content = correction(table, scorer, 30)
    problem = asked(scorer.book("/game/rounds/2", content, "PUT"), "confirmation_needed")
    (found,) = problem["consequences"]
    assert (found["kind"], found["event"], problem["question"]) == ("withdrawn", 4, None)
    assert "Eva" in found["text"]
    assert scorer.version == 5
    asked(scorer.book("/game/rounds/2", content | {"confirmed": "0" * 16}, "PUT"), "confirmation_needed")
    confirmed = content | {"confirmed": problem["fingerprint"]}
    assert scorer.book("/game/rounds/2", confirmed, "PUT").status_code == 200
    assert scorer.totals == [0, 36, 110]
    assert scorer.book("/game/undo").status_code == 200, "one step, with its consequences"
    assert scorer.totals == [0, 36, 44]


def test_a_question_is_answered_and_confirmed(table: Opened, scorer: Program) -> None:
    """If somebody had gone out earlier, only the table knows whether he came back."""
    table.play(1, 0, 12, 40)
    table.play(1, 0, 12, 40)
    table.play(1, 0, 12, 10)
    entries = [{"seat": 1, "points": 0}, {"seat": 2, "points": 12}, {"seat": 3, "points": 65}]
    content: dict[str, Any] = {"closer": 1, "entries": entries}
    problem = asked(scorer.book("/game/rounds/2", content, "PUT"), "answer_needed")
    question = problem["question"]
    assert (question["kind"], question["seat"], question["event"]) == ("rebuy", 3, 4)
    assert question["text"] == problem["detail"]
    about = {name: question[name] for name in ("kind", "seat", "event")}
    content["answers"] = [about | {"answer": "rebuy"}]
    problem = asked(scorer.book("/game/rounds/2", content, "PUT"), "confirmation_needed")
    assert [found["kind"] for found in problem["consequences"]] == ["rebought"]
    content["confirmed"] = problem["fingerprint"]
    assert scorer.book("/game/rounds/2", content, "PUT").status_code == 200
    assert scorer.state["seats"][2]["rebuys"] == 1


def test_an_answer_that_is_none_is_asked_again(table: Opened, scorer: Program) -> None:
    """And nothing is booked."""
    table.play(1, 0, 12, 40)
    table.play(1, 0, 12, 40)
    table.play(1, 0, 12, 10)
    entries = [{"seat": 1, "points": 0}, {"seat": 2, "points": 12}, {"seat": 3, "points": 65}]
    answers = [{"kind": "rebuy", "seat": 3, "event": 4, "answer": "perhaps"}]
    content = {"closer": 1, "entries": entries, "answers": answers}
    asked(scorer.book("/game/rounds/2", content, "PUT"), "answer_needed")
    assert scorer.version == 4
