"""`scorekeeper hand`: a hand checked on the command line. In English, like every command."""

import json
import sys
from typing import Any

from scorekeeper.engine import PRESETS, Arrangement, CloseVerdict, EngineError, format_cards
from scorekeeper.service import HandCheck, check_hand
from scorekeeper.web.texts.errors import sentence

MAY_CLOSE, MAY_NOT_CLOSE, BAD_INPUT = 0, 1, 2


def run(text: str, preset: str, packs: int, as_json: bool) -> int:
    """Print what the engine says. Returns 0 if the hand may close, 1 if not, 2 for input that is no hand."""
    if preset not in PRESETS:
        print(f"There is no rule set {preset!r}; there are: {', '.join(PRESETS)}.", file=sys.stderr)
        return BAD_INPUT
    try:
        check = check_hand(text, PRESETS[preset], packs)
    except EngineError as error:
        print(sentence(error, {}), file=sys.stderr)
        return BAD_INPUT
    print(json.dumps(_data(check), ensure_ascii=False, indent=2) if as_json else _text(check))
    return MAY_CLOSE if check.may_close else MAY_NOT_CLOSE


def _text(check: HandCheck) -> str:
    melds = " / ".join(format_cards(meld.cards) for meld in check.best.melds) or "none"
    lines = [
        f"Melds:  {melds}",
        f"Loose:  {format_cards(check.best.loose) or 'none'}",
        f"Points: {check.best.deadwood}",
    ]
    if check.claim is not None:
        claim = (
            "right" if not check.claim.problems else " ".join(sentence(problem, {}) for problem in check.claim.problems)
        )
        lines.append(f"Claim:  {claim} ({check.claim.claimed_deadwood} points left as laid)")
    if check.close is not None:
        lines.append(f"Close:  {_close(check.close)}")
    lines += [f"Close with {discard.card}: {_close(discard.verdict)}" for discard in check.discards]
    return "\n".join(lines)


def _close(verdict: CloseVerdict) -> str:
    if not verdict.legal:
        return "not possible. " + " ".join(sentence(problem, {}) for problem in verdict.problems)
    return f"{verdict.kind}, {verdict.points} points" + (", wins the game" if verdict.wins else "")


def _data(check: HandCheck) -> dict[str, Any]:
    return {
        "may_close": check.may_close,
        "best": _arrangement(check.best),
        "claim": None
        if check.claim is None
        else {"problems": [_problem(p) for p in check.claim.problems], "deadwood": check.claim.claimed_deadwood},
        "close": None if check.close is None else _verdict(check.close),
        "discards": [{"card": str(d.card), **_verdict(d.verdict)} for d in check.discards],
    }


def _arrangement(arrangement: Arrangement) -> dict[str, Any]:
    return {
        "melds": [{"kind": meld.kind, "cards": list(map(str, meld.cards))} for meld in arrangement.melds],
        "loose": list(map(str, arrangement.loose)),
        "deadwood": arrangement.deadwood,
    }


def _verdict(verdict: CloseVerdict) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "problems": [_problem(problem) for problem in verdict.problems],
        "kind": verdict.kind,
        "points": verdict.points,
        "wins": verdict.wins,
    }


def _problem(problem: EngineError) -> dict[str, Any]:
    return {"code": problem.code, **problem.facts}
