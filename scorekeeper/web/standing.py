"""Where everybody stands: how far the limit is, when it is near, and in which order the rounds are read."""

from collections.abc import Iterable
from typing import Literal

from flask import request, session

from scorekeeper.engine.rules import Rules
from scorekeeper.engine.state import Change, GameState

# Whoever loses an ordinary round is left with some 10 to 25 points, so from here one more round may be the last.
# Never more than a quarter of the limit: in a game to 70, half the table would be "in danger" from the middle on.
ORDINARY_HAND = 25
_SHARE = 4

_CLOSES = {"plain": "close", "clean": "clean", "chinchon": "chinchon", "joker-chinchon": "chinchon"}
RoundsFirst = Literal["newest", "oldest"]
_SESSION = "rounds"


def limit_of(rules: Rules) -> int | None:
    """The limit that puts people out; None where a number of rounds is played and nobody goes out."""
    return None if rules.ends == "rounds" else rules.limit


def danger_above(rules: Rules) -> int | None:
    """The total above which one ordinary hand may put a player out; None where nobody goes out."""
    return None if rules.ends == "rounds" else rules.limit - min(ORDINARY_HAND, rules.limit // _SHARE)


def rounds_first() -> RoundsFirst:
    """Which rounds stand at the top: as the address says, and remembered from then on in this browser."""
    asked = request.args.get("rounds")
    if asked == "oldest":
        session[_SESSION] = asked
    elif asked == "newest":
        session.pop(_SESSION, None)
    return "oldest" if session.get(_SESSION) == "oldest" else "newest"


def marks_of(state: GameState) -> frozenset[str]:
    """The marks that occur among the rounds: a legend explains these and no others."""
    marks: set[str] = {change.kind for change in state.changes}
    for played in state.rounds:
        if played.went_out:
            marks.add("out")
        if played.corrected:
            marks.add("corrected")
        if played.ruling == "stands":
            marks.add("disputed")
        if played.kind:
            marks.add("false" if played.ruling == "false-close" else _CLOSES[played.kind])
    return frozenset(marks)


def between(changes: Iterable[Change]) -> dict[int, list[dict[int | None, Change]]]:
    """What happened between rounds, by the round before it, as lines of a table: a seat once a line.

    What concerns the whole table has the key None, and a line of its own. Declined rebuys are left out.
    """
    lines: dict[int, list[dict[int | None, Change]]] = {}
    for change in changes:
        if change.kind == "declined":
            continue
        found = lines.setdefault(change.after_round, [])
        if not found or change.seat is None or change.seat in found[-1] or None in found[-1]:
            found.append({})
        found[-1][change.seat] = change
    return lines
