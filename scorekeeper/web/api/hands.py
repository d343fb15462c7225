"""Checking a hand without any game."""

from typing import Any

import msgspec
from flask import Blueprint, Response

from scorekeeper import service
from scorekeeper.engine import PRESETS, CloseVerdict
from scorekeeper.engine.melds import Arrangement

from .. import access
from ..texts.errors import sentence
from ..texts.history import close_name
from .problems import answer, body, problem


class HandIn(msgspec.Struct, forbid_unknown_fields=True):
    """One to eight cards; melds may be set apart by a slash."""

    cards: str
    rules: str = "fournier"
    packs: int = 1


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/hands", view_func=check, methods=["POST"])


@access.public
def check() -> Response:
    asked = body(HandIn)
    if asked.rules not in PRESETS:
        return problem(422, "unknown_rule_set", ", ".join(PRESETS), allowed=list(PRESETS))
    rules = PRESETS[asked.rules]
    checked = service.check_hand(asked.cards, rules, asked.packs)

    def close(verdict: CloseVerdict) -> dict[str, Any]:
        return {
            "legal": verdict.legal,
            "kind": verdict.kind,
            "text": close_name(verdict.kind, rules),
            "points": verdict.points,
            "wins": verdict.wins,
            "problems": [sentence(found, {}) for found in verdict.problems],
        }

    claim = checked.claim
    return answer(
        {
            "may_close": checked.may_close,
            "best": arrangement(checked.best),
            "claim": claim
            and {
                "problems": [
                    {"code": p.code, "meld": p.facts.get("meld"), "text": sentence(p, {})} for p in claim.problems
                ],
                "deadwood": claim.claimed_deadwood,
                "better": claim.better and arrangement(claim.better),
            },
            "close": checked.close and close(checked.close),
            "discards": [{"card": str(found.card), **close(found.verdict)} for found in checked.discards],
        }
    )


def arrangement(found: Arrangement) -> dict[str, Any]:
    """An arrangement as JSON: melds with their kind, loose cards, points."""
    return {
        "melds": [{"kind": meld.kind, "cards": list(map(str, meld.cards))} for meld in found.melds],
        "loose": list(map(str, found.loose)),
        "deadwood": found.deadwood,
    }
