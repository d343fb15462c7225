"""The worked cases about rounds, rebuys and early ends, played through the fold."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine import events as ev
from scorekeeper.engine.game import fold
from scorekeeper.engine.rules import PRESETS, Rules
from scorekeeper.engine.state import GameState

KINDS = ("round", "rebuy", "early_finish")
LINES = (Path(__file__).parent / "cases.jsonl").read_text(encoding="utf-8").splitlines()
CASES = [case for case in map(json.loads, LINES) if case["kind"] in KINDS]


class Played:
    """A game driven to given totals by means that the fold itself offers: rebuys and adjustments."""

    def __init__(self, rules: Rules, scores: dict[str, int], stake: int = 0, price: int = 0) -> None:
        self.names = list(scores)
        self.start = ev.GameStarted(ev.Terms(rules, stake, price), len(scores))
        self.events: list[ev.Event] = []
        self.scores = scores

    @property
    def state(self) -> GameState:
        return fold(self.start, self.events)

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def names_of(self, seats: Any) -> list[str]:
        return [self.names[seat - 1] for seat in seats]

    def use_rebuy(self, name: str) -> None:
        self.events += [ev.PointsAdjusted(self.seat(name), 499, "out"), ev.RebuyTaken(self.seat(name))]

    def reach_scores(self) -> None:
        for seat, total in zip(self.state.seats, self.scores.values(), strict=True):
            if total != seat.total:
                self.events.append(ev.PointsAdjusted(seat.seat, total - seat.total, "as the case says"))

    def score(self, points: dict[str, int]) -> None:
        rules = self.start.terms.rules
        closer = next((name for name, value in points.items() if value < 0), None)
        kind: ev.CloseKind | None = None
        if closer:
            kind = "clean" if rules.clean_close_points == points[closer] else "chinchon"
            assert rules.bonus(kind) == points[closer]
        entries = tuple(ev.Entry(self.seat(name), max(value, 0)) for name, value in points.items())
        self.events.append(ev.RoundScored(entries, self.seat(closer) if closer else None, kind))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['id']} {case['title']}")
def test_case(case: dict[str, Any]) -> None:
    """The fold agrees with the worked case in every key it names."""
    rules = PRESETS[case["rules"]].changed(**case["overrides"])
    given, expected = case["input"], case["expected"]
    played = Played(rules, given["scores"])
    seen = {"round": play_round, "rebuy": play_rebuy, "early_finish": play_early_finish}[case["kind"]](played, given)
    assert {key: seen[key] for key in expected} == expected


def play_round(played: Played, given: dict[str, Any]) -> dict[str, Any]:
    for name, times in given.get("rebuys_used", {}).items():
        for _ in range(times):
            played.use_rebuy(name)
    played.reach_scores()
    before = played.state
    assert all(seat.is_in for seat in before.seats)
    played.score(given["points"])
    state = played.state
    may = [seat.seat for seat in state.seats if seat.may_rebuy]
    return {
        "scores": {name: state.seat(played.seat(name)).total for name in played.names},
        "busted": played.names_of(state.rounds[-1].went_out),
        "status": state.phase.replace("-", "_"),
        "winners": played.names_of(state.winners),
        "may_rebuy": played.names_of(may),
        "rebuy_score": state.rebuy_points if may else None,
    }


def play_rebuy(played: Played, given: dict[str, Any]) -> dict[str, Any]:
    price, stake = given["rebuy_cost"], given["pot"] // len(given["scores"])
    assert stake * len(given["scores"]) == given["pot"]
    last_points = {name: 10 if name in given["busted"] else 0 for name in given["scores"]}
    before = {name: total - last_points[name] for name, total in given["scores"].items()}
    played = Played(played.start.terms.rules, before, stake, price)
    played.reach_scores()
    played.score(last_points)
    assert played.names_of(seat.seat for seat in played.state.deciding) == given["busted"]
    for name in given["busted"]:
        taken = name in given["accept"]
        played.events.append(ev.RebuyTaken(played.seat(name)) if taken else ev.RebuyDeclined(played.seat(name)))
    state = played.state
    return {
        "scores": {name: state.seat(played.seat(name)).total for name in played.names},
        "eliminated": played.names_of(seat.seat for seat in state.seats if seat.status == "out"),
        "pot": state.pot,
    }


def play_early_finish(played: Played, given: dict[str, Any]) -> dict[str, Any]:
    played.reach_scores()
    played.events.append(ev.GameEnded())
    return {"winners": played.names_of(played.state.winners)}
