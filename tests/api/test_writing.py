"""Everything that a scorer can book, one after the other."""

from typing import Any

import pytest
from api.programs import Program
from games import Opened


def answered(answer: Any, status: int = 200) -> Any:
    """The content of an answer that has this status."""
    assert answer.status_code == status, answer.text
    return answer.get_json()


def test_a_round_by_points(scorer: Program) -> None:
    """The answer is the version that it led to, also as a tag."""
    answer = scorer.round(1, 0, 12, 20)
    assert answered(answer) == {"version": 2}
    assert answer.headers["ETag"] == '"2"'
    assert scorer.totals == [0, 12, 20]


def test_a_round_by_cards(scorer: Program) -> None:
    """The engine arranges, judges and lays off; the closer's points need not be said."""
    entries = [
        {"seat": 1, "cards": "4o 5o 6o / 12c 12e 12b / 2c"},
        {"seat": 2, "cards": "7o 10o 1e 3c 5e 6b 2b"},
        {"seat": 3, "cards": "1o 3e 5c 7b 11e 11c 4c"},
    ]
    answered(scorer.book("/game/rounds", {"closer": 1, "entries": entries}))
    played = scorer.state["rounds"][0]
    assert (played["kind"], played["entries"]["2"]["points"]) == ("plain", 17)
    assert played["entries"]["2"]["laid"][0] == {"cards": "7o", "owner": 1, "meld": "4o 5o 6o 7o 10o"}


def test_the_closers_points_default_to_none(scorer: Program) -> None:
    """As on the page."""
    entries = [{"seat": 1}, {"seat": 2, "points": 7}, {"seat": 3, "points": 8}]
    answered(scorer.book("/game/rounds", {"closer": 1, "kind": "clean", "entries": entries}))
    assert scorer.totals == [0, 7, 8]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"entries": []}, "entry_missing"),
        ({"entries": [{"seat": 1}, {"seat": 2, "points": 1}, {"seat": 3, "points": 1}]}, "entry_missing"),
        ({"entries": [{"seat": s, "points": 1} for s in (1, 2, 3, 3)]}, "entry_twice"),
        ({"entries": [{"seat": s, "points": 1} for s in (1, 2, 3, 4)]}, "entry_not_in"),
        ({"entries": [{"seat": s, "points": 1} for s in (1, 2, 3)], "closer": 9}, "closer_not_in"),
        ({"entries": [{"seat": s, "points": 999} for s in (1, 2, 3)]}, "points_impossible"),
        ({"entries": [{"seat": s, "points": -1} for s in (1, 2, 3)]}, "points_impossible"),
        ({"entries": [{"seat": s, "cards": "4x"} for s in (1, 2, 3)]}, "unreadable_card"),
        ({"entries": [{"seat": s, "cards": "4o 5o"} for s in (1, 2, 3)]}, "cards_six_to_eight"),
        ({"entries": [{"seat": s, "points": 1.5} for s in (1, 2, 3)]}, "unreadable_body"),
        ({"entries": [{"seat": 0, "points": 1}]}, "entry_not_in"),
        ({"entry": []}, "unreadable_body"),
        ([], "unreadable_body"),
    ],
    ids=str,
)
def test_a_round_that_cannot_be(scorer: Program, content: Any, code: str) -> None:
    """Is refused with a code and a sentence, and nothing is booked."""
    problem = answered(scorer.book("/game/rounds", content), 422)
    assert problem["code"] == code and len(problem["detail"]) > 10
    assert scorer.version == 1


def test_a_round_is_corrected_and_voided(scorer: Program) -> None:
    """By the number of its event."""
    answered(scorer.round(1, 0, 12, 20))
    entries = [{"seat": s, "points": p} for s, p in ((1, 0), (2, 13), (3, 21))]
    assert answered(scorer.book("/game/rounds/2", {"closer": 1, "entries": entries}, "PUT")) == {"version": 3}
    assert scorer.totals == [0, 13, 21]
    answered(scorer.book("/game/rounds/2/void"))
    assert scorer.totals == [0, 0, 0]
    problem = answered(scorer.book("/game/rounds/1", {"entries": entries}, "PUT"), 422)
    assert problem["code"] == "not_a_round"


def test_a_misdeal(scorer: Program) -> None:
    """The same dealer deals again."""
    answered(scorer.book("/game/void"))
    state = scorer.state
    assert (state["dealer"], state["rounds"][0]["void"]) == (1, True)


def test_undo_and_redo(scorer: Program) -> None:
    """Step by step; an event of the past by its number."""
    answered(scorer.round(1, 0, 12, 20))
    answered(scorer.round(2, 5, 0, 6))
    answered(scorer.book("/game/undo"))
    assert scorer.totals == [0, 12, 20]
    answered(scorer.book("/game/redo"))
    assert scorer.totals == [5, 12, 26]
    assert answered(scorer.book("/game/redo"), 422)["code"] == "nothing_to_redo"
    answered(scorer.book("/game/events/2/undo"))
    assert scorer.totals == [5, 0, 6]
    assert answered(scorer.book("/game/events/2/undo"), 422)["code"] == "cannot_undo"
    assert answered(scorer.book("/game/events/1/undo"), 422)["code"] == "cannot_undo"
    assert answered(scorer.book("/game/events/99/undo"), 422)["code"] == "no_such_event"


def test_a_rebuy(scorer: Program) -> None:
    """Who is out comes back at the highest total, or stays out."""
    answered(scorer.round(1, 0, 20, 60))
    answered(scorer.round(1, 0, 20, 60))
    assert scorer.state["phase"] == "rebuy-decision"
    problem = answered(scorer.round(1, 0, 20), 422)
    assert problem["code"] == "rebuy_open" and "Eva" in problem["detail"]
    answered(scorer.book("/game/rebuys", {"decisions": [{"seat": 3, "back": True}]}))
    assert scorer.totals == [0, 40, 40]
    assert answered(scorer.book("/game/rebuys", {"decisions": []}), 422)["code"] == "unreadable_body"
    assert answered(scorer.book("/game/rebuys", {"decisions": [{"seat": 1, "back": True}]}), 422)["code"] == (
        "rebuy_not_possible"
    )


def test_an_order_of_many_seats(scorer: Program) -> None:
    """Each late joiner takes a seat of his own, also where another was left: more than sixteen can be put in order."""
    for seat in range(4, 19):
        answered(scorer.book("/game/leaves", {"seat": seat - 1}))
        answered(scorer.book("/game/joins", {"name": f"Guest {seat}"}))
    order = [*range(18, 0, -1)]
    answered(scorer.book("/game/order", {"order": order}))
    assert scorer.state["order"] == order


def test_the_table_changes(table: Opened, scorer: Program) -> None:
    """A penalty, a late joiner, a substitute, another order, somebody who leaves, money on the plate, the end."""
    answered(scorer.round(1, 0, 12, 20))
    answered(scorer.book("/game/adjustments", {"seat": 1, "points": 5, "reason": " late\n "}))
    answered(scorer.book("/game/joins", {"name": " Rosa "}))
    answered(scorer.book("/game/substitutes", {"seat": 2, "name": "Iván"}))
    answered(scorer.book("/game/order", {"order": [2, 1, 4, 3]}))
    answered(scorer.book("/game/payments", {"seat": 1, "amount": 200}))
    answered(scorer.book("/game/leaves", {"seat": 3}))
    state = scorer.state
    assert scorer.totals == [5, 12, 20, 20]
    assert (state["order"], state["seats"][0]["paid"], state["seats"][2]["status"]) == ([2, 1, 4, 3], 200, "left")
    assert table.game.names == {1: "Ana", 2: "Luis", 3: "Eva", 4: "Rosa", 5: "Iván"}
    answered(scorer.book("/game/end"))
    assert scorer.state["phase"] == "over"
    assert answered(scorer.round(1, 0, 1, 2, 3), 422)["code"] in ("game_over", "entry_not_in")


@pytest.mark.parametrize(
    ("path", "content", "code"),
    [
        ("/game/adjustments", {"seat": 9, "points": 5, "reason": "late"}, "no_such_seat"),
        ("/game/adjustments", {"seat": 1, "points": 0, "reason": "late"}, "adjustment_out_of_range"),
        ("/game/adjustments", {"seat": 1, "points": 5, "reason": "\x00 "}, "reason_needed"),
        ("/game/joins", {"name": "ana"}, "bad_name"),
        ("/game/joins", {"name": ""}, "bad_name"),
        ("/game/joins", {"name": "x" * 61}, "bad_name"),
        ("/game/joins", {"name": "Ro\x00sa"}, "bad_name"),
        ("/game/leaves", {"seat": 9}, "no_such_seat"),
        ("/game/substitutes", {"seat": 9, "name": "Iván"}, "no_such_seat"),
        ("/game/order", {"order": [1, 2]}, "order_incomplete"),
        ("/game/order", {"order": [1, 2, 2]}, "order_incomplete"),
        ("/game/payments", {"seat": 1, "amount": -5}, "payment_out_of_range"),
        ("/game/payments", {"seat": 1, "amount": 10**30}, "payment_out_of_range"),
    ],
)
def test_what_the_table_cannot_do(scorer: Program, path: str, content: Any, code: str) -> None:
    """Is refused with its code."""
    assert answered(scorer.book(path, content), 422)["code"] == code
    assert scorer.version == 1


def test_the_rules_change(scorer: Program) -> None:
    """From the next round on, or all along; what is not named stays."""
    answered(scorer.round(1, 0, 12, 20))
    answered(scorer.book("/game/rules", {"when": "next", "rules": {"limit": 120}, "stake": 500}))
    terms = scorer.state["terms"]
    assert (terms["rules"]["limit"], terms["stake"], terms["rebuy_price"]) == (120, 500, 100)
    answered(scorer.book("/game/rules", {"when": "wrong", "rule_set": "home"}))
    assert scorer.state["terms"]["rules"]["wild_ace"] is True
    for content, code in (
        ({"when": "next", "rules": {"limit": 1}}, "parameter_out_of_range"),
        ({"when": "next", "rules": {"limits": 1}}, "unreadable_body"),
        ({"when": "next", "rule_set": "poker"}, "unknown_rule_set"),
        ({"when": "next", "currency": "XXX"}, "unknown_currency"),
        ({"when": "next", "currency": "USD"}, "currency_fixed"),
        ({"when": "next", "stake": -1}, "money_out_of_range"),
        ({"when": "later"}, "unreadable_body"),
    ):
        assert answered(scorer.book("/game/rules", content), 422)["code"] == code, content


def test_a_preview_books_nothing(scorer: Program) -> None:
    """It says what would be, also of what cannot be."""
    entries = [{"seat": 1, "points": 0}, {"seat": 2, "points": 12}]
    shown = answered(scorer.call("POST", "/game/preview", {"entries": entries, "closer": 1}))
    assert (shown["complete"], [line["total"] for line in shown["lines"]]) == (False, [0, 12])
    for closer in (9, -1, 0):
        shown = answered(scorer.call("POST", "/game/preview", {"entries": entries, "closer": closer, "kind": "clean"}))
        assert shown["faults"], closer
    assert scorer.version == 1


def test_names(table: Opened, scorer: Program) -> None:
    """Changed or erased, and history stays as it was."""
    assert answered(scorer.call("PUT", "/game/people/2", {"name": " Lucho "})) == {"person": 2, "name": "Lucho"}
    assert answered(scorer.call("PUT", "/game/people/2", {"name": "Lucho"}))["name"] == "Lucho"
    assert answered(scorer.call("PUT", "/game/people/2", {"name": "Ana"}), 422)["code"] == "bad_name"
    assert answered(scorer.call("PUT", "/game/people/9", {"name": "Iván"}), 404)
    assert answered(scorer.call("DELETE", "/game/people/2")) == {"person": 2, "name": "Player 2"}
    assert table.game.version == 1


def test_a_game_is_deleted(scorer: Program, viewer: Program) -> None:
    """Only as it was read; then its links open nothing."""
    assert scorer.call("DELETE", "/game").status_code == 428
    assert scorer.call("DELETE", "/game", If_Match='"9"').status_code == 412
    assert scorer.call("DELETE", "/game", If_Match='"1"').status_code == 204
    assert viewer.get("/game").status_code == scorer.get("/game").status_code == 404
