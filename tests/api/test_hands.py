"""Cards without a game: rule sets and parameters, hands, claims, closes, and a whole table laying off."""

from typing import Any

import pytest
from api.programs import Program

from scorekeeper.engine.rules import PRESETS, RANGES


def test_rule_sets_and_parameters(anybody: Program) -> None:
    """Everything that a form for a new game needs, in the language that is asked for."""
    answer = anybody.get("/rules").get_json()
    assert [found["name"] for found in answer["rule_sets"]] == list(PRESETS)
    assert answer["rule_sets"][0]["rules"]["close_limit"] == 5
    assert [found["name"] for found in answer["parameters"]] == list(RANGES)
    limit = next(found for found in answer["parameters"] if found["name"] == "limit")
    assert (limit["low"], limit["high"], limit["default"], limit["optional"]) == (20, 500, 100, False)
    deck = next(found for found in answer["parameters"] if found["name"] == "deck")
    assert {"value": "spanish-40", "text": "the Spanish 40-card deck"} in deck["choices"]
    spanish = anybody.get("/rules", Accept_Language="es").get_json()
    assert spanish["parameters"][0]["title"] != answer["parameters"][0]["title"]


def test_a_hand(anybody: Program) -> None:
    """Best arrangement, and the close."""
    answer = anybody.call("POST", "/hands", {"cards": "4o 5o 6o 7c 7e 7b 5c"}).get_json()
    assert (answer["best"]["deadwood"], answer["may_close"], answer["close"]["kind"]) == (5, True, "plain")


def test_a_claim(anybody: Program) -> None:
    """Melds as they were laid, with what is wrong and what would have been better."""
    answer = anybody.call("POST", "/hands", {"cards": "4o 5o 7o / 7c 7e 7b / 6o"}).get_json()
    assert [fault["meld"] for fault in answer["claim"]["problems"]] == [0]
    assert answer["claim"]["better"]["deadwood"] == 0


def test_eight_cards(anybody: Program) -> None:
    """Every card to close with, the best first."""
    answer = anybody.call("POST", "/hands", {"cards": "4o 5o 6o 7c 7e 7b 5c 2b"}).get_json()
    assert len(answer["discards"]) == 8
    assert answer["discards"][0]["card"] == "5c"


def test_house_rules(anybody: Program) -> None:
    """On top of a rule set; what is out of range is refused."""
    content: dict[str, Any] = {"cards": "4o 5o 6o 7c 7e 7b 5c", "changes": {"close_limit": 4}}
    assert anybody.call("POST", "/hands", content).get_json()["may_close"] is False
    content["changes"] = {"close_limit": 99}
    assert anybody.call("POST", "/hands", content).get_json()["code"] == "parameter_out_of_range"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"cards": ""}, "no_cards"),
        ({"cards": "4o 4o"}, "too_many_copies"),
        ({"cards": "QD"}, "unreadable_card"),
        ({"cards": "JK"}, "card_not_in_deck"),
        ({"cards": "1o 2o 3o 4o 5o 6o 7o 10o 11o"}, "hand_too_big"),
        ({"cards": "1o", "packs": 3}, "packs_out_of_range"),
        ({"cards": "1o", "rules": "poker"}, "unknown_rule_set"),
        ({"cards": "1o " * 100}, "unreadable_body"),
        ({"cards": 5}, "unreadable_body"),
    ],
    ids=str,
)
def test_a_hand_that_is_none(anybody: Program, content: Any, code: str) -> None:
    """Is refused with its code."""
    answer = anybody.call("POST", "/hands", content)
    assert (answer.status_code, answer.get_json()["code"]) == (422, code)


def test_a_table_lays_off(anybody: Program) -> None:
    """In turn order, as well as can be; claims of the others are judged too."""
    hands = ["4o 5o 6o 12c 12e 12b 2c", "7o 10o 1e 3c 5e 6b 2b", "1c 1b 3o / 4c 6c 7b 11e"]
    answer = anybody.call("POST", "/lay-offs", {"hands": hands}).get_json()
    assert [player["points"] for player in answer["players"]][:2] == [2, 17]
    assert [laid["card"] for laid in answer["players"][1]["laid"]] == ["7o", "10o"]
    assert answer["table"][0]["cards"] == ["4o", "5o", "6o", "7o", "10o"]
    assert answer["players"][2]["problems"][0]["meld"] == 0
    assert answer["close"]["legal"] is True


def test_a_kind_of_close_may_forbid_it(anybody: Program) -> None:
    """As declared, or as the closer's cards say."""
    hands = ["1o 2o 3o 4o 5o 6o 7o", "10o 10c 1e 3c 5e 6b 2b"]
    assert anybody.call("POST", "/lay-offs", {"hands": hands}).get_json()["players"][1]["laid"] == []
    plain = anybody.call("POST", "/lay-offs", {"hands": hands, "kind": "plain"}).get_json()
    assert [laid["card"] for laid in plain["players"][1]["laid"]] == ["10o"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"hands": ["1o 2o 3o 4o 5o 6o 7o", "1o 10c 1e 3c 5e 6b 2b"]}, "too_many_copies"),
        ({"hands": ["1o 2o 3o 4o 5o 6o 7o", ""]}, "no_cards"),
        ({"hands": ["1o 2o", "3o 4x"]}, "unreadable_card"),
        ({"hands": ["1o", "2o"], "packs": 9}, "packs_out_of_range"),
        ({"hands": ["1o", "2o", "3o"], "rules": "duel-40"}, "too_many_players"),
        ({"hands": ["1o"]}, "unreadable_body"),
        ({"hands": ["1o"] * 9}, "unreadable_body"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be(anybody: Program, content: Any, code: str) -> None:
    """Is refused with its code."""
    answer = anybody.call("POST", "/lay-offs", content)
    assert (answer.status_code, answer.get_json()["code"]) == (422, code)
