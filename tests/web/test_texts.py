"""Sentences: one for every code, every parameter, every kind of close."""

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from ledgers import terms

from scorekeeper.engine.claims import CLAIM_PROBLEMS
from scorekeeper.engine.closing import CLOSE_PROBLEMS
from scorekeeper.engine.errors import EngineError, Malformed, RuleViolation
from scorekeeper.engine.rules import PRESETS, RANGES, Range, Rules
from scorekeeper.web.forms.rules import SECTIONS
from scorekeeper.web.texts.errors import SENTENCES, label, sentence
from scorekeeper.web.texts.history import close_name
from scorekeeper.web.texts.rules import (
    PRESET_TEXTS,
    SPANISH_TERMS,
    allowed_text,
    choice_text,
    money_sentences,
    parameter_hint,
    parameter_title,
    sentences,
)
from scorekeeper.web.view import clock, day

ROOT = Path(__file__).parents[2]
NAMES = {1: "Ana", 2: "Luis", 3: "Eva", 4: "Paz"}
_RAISED = re.compile(r"""(?:RuleViolation|Malformed|_because|_none_of)\(\s*["']([a-z_]+)["']""")
_WORDS = re.compile(r'"([a-z]+(?:_[a-z]+)+)"')
_INDIRECT = (  # codes that reach an error through a variable
    ("engine/ledger.py", ("not_a_round", "not_terms")),
    ("engine/claims.py", ("card_not_in_hand", "card_reused")),
    ("engine/readings.py", ("place_taken", "twins_in_run")),
    ("service/play.py", ("nothing_to_undo", "nothing_to_redo")),
)
# Facts that differ from what the sources say by themselves: the plainest ones for every sentence.
FACTS: dict[str, Any] = {
    "cards": ("10o", "12o"), "missing": ("11o",), "seats": (1, 2), "seat": 1, "deck": "spanish-40", "packs": 1,
    "name": "close_limit", "value": "99", "allowed": 3, "text": "zz", "players": 9, "needed": 7, "size": 8,
    "jokers": 0, "points": 12,
    "limit": 5, "most": 80, "kind": "clean", "declared": "clean", "typed": 12, "amount": -100,
    "paid": 0, "currency": "EUR", "event": 3, "count": 5,
}  # fmt: skip


def codes_of_the_sources() -> set[str]:
    """Every code that the engine and the service can raise."""
    found = {*CLAIM_PROBLEMS, *CLOSE_PROBLEMS}
    for folder in ("engine", "service"):
        for path in (ROOT / "scorekeeper" / folder).rglob("*.py"):
            found |= set(_RAISED.findall(path.read_text("utf-8")))
    for name, codes in _INDIRECT:
        assert set(codes) <= set(_WORDS.findall((ROOT / "scorekeeper" / name).read_text("utf-8")))
        found |= set(codes)
    return found


def an_error(code: str, family: type[EngineError] = RuleViolation) -> EngineError:
    """An error with plausible facts of every name."""
    facts = dict(FACTS)
    if code == "kind_differs":
        facts["cards"] = "plain"
    if code == "points_differ":
        facts["cards"] = 10
    if code == "money_out_of_range":
        facts["name"] = "stake"
    return family(code, **facts)


@pytest.mark.parametrize("code", sorted(codes_of_the_sources()))
def test_every_code_has_a_sentence(code: str) -> None:
    """What the engine or the service objects to can be said in a whole sentence."""
    for family in (RuleViolation, Malformed):
        said = sentence(an_error(code, family), NAMES)
        assert said[0] == said[0].upper()
        assert said.endswith(".")
        assert "%(" not in said


def test_no_sentence_is_left_over() -> None:
    """No sentence is kept for a code that nothing raises."""
    assert set(SENTENCES) == codes_of_the_sources()


def test_an_unknown_code_is_no_sentence() -> None:
    """There is no fallback that would hide a missing sentence."""
    with pytest.raises(KeyError):
        sentence(RuleViolation("no_such_code"), NAMES)


@pytest.mark.parametrize("code", sorted({*CLAIM_PROBLEMS, *CLOSE_PROBLEMS, "kind_differs", "points_differ"}))
def test_every_objection_has_a_label(code: str) -> None:
    """Whatever a table may let stand can be marked in the history."""
    assert 0 < len(label(code)) < 45


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuleViolation("card_not_in_deck", cards=("8o",), deck="spanish-40"),
         "8o is not in the Spanish 40-card deck; it belongs to the Spanish 48-card deck."),
        (RuleViolation("card_not_in_deck", cards=("8C", "10H"), deck="french-40"),
         "8C and 10H are not in the French 40-card deck; they belong to the French 52-card deck."),
        (RuleViolation("card_not_in_deck", cards=("13o",), deck="spanish-48"),
         "13o is not in the Spanish 48-card deck."),
        (RuleViolation("card_not_in_deck", cards=("JK=7o",), deck="spanish-40"),
         "There are no jokers in this game, so JK cannot be among the cards."),
        (RuleViolation("over_limit", cards=("KS",), points=10, limit=5),
         "KS makes 10 points: the limit for closing is 5."),
        (RuleViolation("over_limit", cards=("KS", "1S"), points=11, limit=5),
         "KS and 1S make 11 points: the limit for closing is 5."),
        (RuleViolation("over_limit", points=1, limit=0),
         "1 point is too many to close with: the limit for closing is 0."),
        (RuleViolation("too_short", cards=("7o",), needed=3), "A meld needs at least 3 cards: 7o is too few."),
        (RuleViolation("too_many_copies", cards=("7o", "6o"), packs=1),
         "With one pack on the table there is only one of each card: 7o and 6o are there too often."),
        (RuleViolation("too_many_copies", cards=("7o", "6o"), packs=2),
         "With 2 packs on the table there are 2 of each card: 7o and 6o are there too often."),
        (RuleViolation("not_a_joker", cards=("7o", "6o")),
         "Only a joker can stand for another card, and 7o and 6o are none."),
        (RuleViolation("gap", cards=("10o", "12o"), missing=("11o",), jokers=0),
         "10o and 12o are not neighbours: 11o is missing."),
        (Malformed("parameter_out_of_range", name="close_limit", value="99", allowed="0..15"),
         "Points allowed for closing: “99” is not possible. Allowed: 0 to 15."),
        (Malformed("parameter_out_of_range", name="win_at", value="5", allowed=""),
         "Total that wins: “5” is not possible. Allowed: −200 to −20, or none."),
        (RuleViolation("rebuy_open", seats=(1, 3)),
         "First decide on the rebuy, come back or stay out: Ana and Eva."),
        (RuleViolation("out_of_game", seat=7), "Seat 7 is no longer in the game."),
    ],
)  # fmt: skip
def test_sentences_use_the_facts(error: EngineError, said: str) -> None:
    """Cards, names, decks and ranges stand in the sentence."""
    assert sentence(error, NAMES) == said
    assert sentence(error, NAMES.__getitem__) == said


# Parameters


def samples(allowed: Range) -> list[object]:
    """A few values of a parameter, its ends among them."""
    if allowed.flag:
        return [True, False]
    values: list[object] = list(allowed.choices)
    if allowed.low is not None and allowed.high is not None:
        values += sorted({allowed.low, (allowed.low + allowed.high) // 2, allowed.high - 1, allowed.high})
    return values + [None] * allowed.optional


@pytest.mark.parametrize("name", sorted(RANGES))
def test_every_parameter_has_its_words(name: str) -> None:
    """Title, Spanish term, hint, range and every choice can be shown."""
    assert parameter_title(name)
    assert SPANISH_TERMS[name]
    assert parameter_hint(name).endswith(".")
    assert allowed_text(name)
    assert len({choice_text(name, value) for value in samples(RANGES[name])}) == len(samples(RANGES[name]))


def test_no_words_are_left_over() -> None:
    """Words exist for the parameters there are, and for the rule sets there are."""
    assert set(SPANISH_TERMS) == set(RANGES)
    assert list(PRESET_TEXTS) == list(PRESETS)


def test_every_parameter_has_one_place_in_the_form() -> None:
    """None that cannot be changed, and none twice."""
    assert sorted(name for _heading, names in SECTIONS for name in names) == sorted(RANGES)


BASES = (
    *PRESETS.values(),
    Rules(jokers=2, wild_ace=True, joker_chinchon="points", lay_off_blocked_by="clean-close", rounds=9, players_max=6),
    Rules(ends="rounds", rounds=9),
)


@pytest.mark.parametrize("name", sorted(RANGES))
def test_the_sentences_say_every_parameter(name: str) -> None:
    """Whichever parameter changes, some table reads other sentences: each value differs from each other one."""
    values = samples(RANGES[name])
    if name == "rounds":
        values.remove(None)  # impossible in the only games that ask for it
    for one, other in [(a, b) for i, a in enumerate(values) for b in values[i + 1 :]]:
        bases = [base for base in BASES if name != "ends" or base.rounds]
        assert any(
            sentences(base.changed(**{name: one})) != sentences(base.changed(**{name: other})) for base in bases
        ), (one, other)


@pytest.mark.parametrize("rules", BASES)
def test_the_sentences_are_whole(rules: Rules) -> None:
    """Every heading has sentences, and every sentence ends."""
    for heading, lines in sentences(rules):
        assert heading
        assert lines
        assert all(line.endswith(".") and "%(" not in line for line in lines)


def test_money_in_sentences() -> None:
    """Stake, rebuy and payout are said, or that there is no money."""
    assert money_sentences(terms(stake=0, rebuy_price=0))[1] == ["You play without money."]
    said = money_sentences(terms(stake=200, rebuy_price=100, payout="second-gets-stake"))[1]
    assert said[:2] == ["Everybody puts €2.00 into the pot.", "A rebuy costs €1.00."]
    assert len(said) == 3


@pytest.mark.parametrize(
    ("kind", "preset", "said"),
    [("plain", "home", "plain close"), ("clean", "home", "clean close, −10 points"),
     ("clean", "fournier", "clean close, 0 points"), ("chinchon", "fournier", "chinchón, −10 points"),
     ("chinchon", "home", "chinchón, wins the game"), ("joker-chinchon", "home", "chinchón with joker, −25 points")],
)  # fmt: skip
def test_kinds_of_close(kind: Any, preset: str, said: str) -> None:
    """A kind of close is named with what it is worth."""
    assert close_name(kind, PRESETS[preset]) == said


@pytest.mark.parametrize(
    ("accepted", "said"),
    [
        ("en", "30 Nov 2026, 21:05"),
        ("en-US", "30 Nov 2026, 21:05"),
        ("en-GB", "30 Nov 2026, 21:05"),
        ("es", "30 nov 2026, 21:05"),
    ],
)
def test_dates_can_be_read_in_one_way_only(app: Flask, accepted: str, said: str) -> None:
    """Also by a person whose English is not that of the United States."""
    with app.test_request_context(headers={"Accept-Language": accepted}):
        moment = int(datetime(2026, 11, 30, 21, 5).timestamp() * 1000)
        assert day(moment) == said
        assert clock(moment) == "21:05"
