"""The worked cases about single hands, melds, closes, claims and lay-offs, through the public names."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine import (
    PRESETS,
    Card,
    CloseKind,
    CloseVerdict,
    Hand,
    Rules,
    RuleViolation,
    best_arrangement,
    card_points,
    check_claim,
    check_table,
    closing_discards,
    deal,
    judge_close,
    lay_off,
    parse_cards,
    read_meld,
)

Data = dict[str, Any]
LINES = (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
KIND_NAMES: dict[CloseKind, str] = {
    "plain": "normal",
    "clean": "zero",
    "chinchon": "chinchon",
    "joker-chinchon": "chinchon_dirty",
}


def cards_of(words: list[str], rules: Rules) -> tuple[Card, ...]:
    return parse_cards(" ".join(words), rules.pack)


def values(given: Data, rules: Rules, packs: int) -> Data:
    return {str(card): card_points(card, rules) for card in cards_of(given["cards"], rules)}


def best_melds(given: Data, rules: Rules, packs: int) -> Data:
    best = best_arrangement(cards_of(given["hand"], rules), rules, packs)
    melds = [sorted(map(str, meld.cards)) for meld in best.melds]
    return {
        "deadwood": best.deadwood,
        "leftover_count": len(best.loose),
        "example": sorted(melds),
        "leftover": [str(card) for card in best.loose],
    }


def meld(given: Data, rules: Rules, packs: int) -> Data:
    reading = read_meld(cards_of(given["cards"], rules), rules, packs)
    return {
        "valid": bool(reading.readings),
        "types": sorted({one.kind for one in reading.readings}),
        "min_jokers": min((one.jokers(rules) for one in reading.readings), default=None),
        "error": reading.problem and reading.problem.code,
    }


def close7(given: Data, rules: Rules, packs: int) -> Data:
    return as_close(judge_close(cards_of(given["hand"], rules), rules, packs))


def as_close(verdict: CloseVerdict) -> Data:
    return {
        "legal": verdict.legal,
        "type": KIND_NAMES[verdict.kind],
        "points": verdict.points,
        "wins_match": verdict.wins,
        "leftover_count": len(verdict.arrangement.loose),
        "closer_melds_open": verdict.melds_open,
    }


def close8(given: Data, rules: Rules, packs: int) -> Data:
    discards = closing_discards(cards_of(given["hand"], rules), rules, packs)
    legal = [one for one in discards if one.verdict.legal]
    worth = [(one.verdict.wins, one.verdict.points) for one in legal]
    best = [one for one, worth_it in zip(legal, worth, strict=True) if worth_it == worth[0]]
    return {
        "can_close": bool(legal),
        "legal_discards": sorted(str(one.card) for one in legal),
        "best_discards": sorted(str(one.card) for one in best),
        "results": {str(one.card): as_close(one.verdict) for one in discards},
    }


def claim(given: Data, rules: Rules, packs: int) -> Data:
    melds = [cards_of(words, rules) for words in given["melds"]]
    verdict = check_claim(cards_of(given["hand"], rules), melds, rules, packs, given.get("role", "player"))
    return {
        "result": verdict.result,
        "claimed_deadwood": verdict.claimed_deadwood,
        "best_deadwood": verdict.best_deadwood,
        "better_exists": verdict.better is not None,
    }


def table(given: Data, rules: Rules, packs: int) -> Data:
    problems = check_table([cards_of(words, rules) for words in given["hands"]], rules, packs)
    return {"result": problems[0].code if problems else "ok"}


def layoff(given: Data, rules: Rules, packs: int) -> Data:
    melds = tuple(cards_of(words, rules) for words in given["closer_melds"])
    loose = cards_of(given["closer_left"], rules)
    closer = Hand((*(card for one in melds for card in one), *loose), melds)
    kinds: dict[str, CloseKind] = {name: kind for kind, name in KIND_NAMES.items()}
    others = [Hand(cards_of(words, rules)) for _, words in given["others"]]
    result = lay_off(closer, others, rules, packs, kinds[given.get("closer_type", "normal")])
    names = ["closer", *(name for name, _ in given["others"])]
    return {
        "points": {name: one.points for name, one in zip(names, result.players, strict=True)},
        "left": {name: sorted(map(str, one.loose)) for name, one in zip(names, result.players, strict=True)},
    }


def setup(given: Data, rules: Rules, packs: int) -> Data:
    try:
        dealt = deal(rules, given["players"])
    except RuleViolation:
        return {"decks": None}
    return {"decks": dealt.packs, "cards": dealt.cards, "stock_after_deal": dealt.stock}


def misdraw(given: Data, rules: Rules, packs: int) -> Data:
    verdict = judge_close(cards_of(given["hand"], rules), rules, packs)
    return {"points": verdict.points, "may_close": verdict.legal}


ASKED: dict[str, Callable[[Data, Rules, int], Data]] = {
    ask.__name__: ask for ask in (values, best_melds, meld, close7, close8, claim, table, layoff, setup, misdraw)
}
CASES = [case for case in map(json.loads, LINES) if case["kind"] in ASKED]


def agrees(expected: Any, found: Any) -> bool:
    """Whether everything that is expected was found: only the keys named count, and lists are sets."""
    if isinstance(expected, dict):
        return all(key in found and agrees(value, found[key]) for key, value in expected.items())
    if isinstance(expected, list):
        return sorted(map(str, expected)) == sorted(map(str, found))
    return bool(expected == found)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_case(case: Data) -> None:
    """The engine gives what the worked case expects, in every key it names."""
    overrides = dict(case["overrides"])
    packs = overrides.pop("packs", 1)
    rules = PRESETS[case["rules"]].changed(**overrides)
    expected = dict(case["expected"])
    if "example" in expected:
        expected["example"] = sorted(sorted(one) for one in expected["example"])
    if case["kind"] == "values":
        expected = case["expected"]
    found = ASKED[case["kind"]](case["input"], rules, packs)
    assert agrees(expected, found), (expected, found)
