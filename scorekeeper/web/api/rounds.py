"""Scoring rounds, correcting them, and misdeals."""

from typing import Any

from flask import Response

from scorekeeper import service
from scorekeeper.engine.cards import parse_groups
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.events import RoundCorrected, RoundVoided, Ruling
from scorekeeper.engine.rules import CloseKind
from scorekeeper.engine.state import GameState
from scorekeeper.service import Appended, Request, RoundInput, StoredGame, Typed

from .previews import Entries
from .registry import booking
from .writes import Confirming, NeedsRuling, Seat, answers_of, book_events, once


class RoundIn(Confirming):
    """A round: for every seat that is in, loose points or cards or both. `closer`: null if nobody closed.

    The closer's points default to 0. `kind`: null for what the cards make, or plain. `lay_off`: null to lay off only
    if all hands are known. `ruled`: the fingerprint of the objections that the table lets stand.
    """

    entries: Entries
    closer: Seat | None = None
    kind: CloseKind | None = None
    false_close: bool = False
    lay_off: bool | None = None
    ruled: str = ""


@booking("POST", "/game/rounds", RoundIn, also=NeedsRuling)
def score_round(asked: RoundIn) -> Response:
    """Score a round."""
    return _book(asked, None)


@booking("PUT", "/game/rounds/<int:event>", RoundIn, also=NeedsRuling)
def correct_round(asked: RoundIn, event: int) -> Response:
    """Correct the round with this event number."""
    return _book(asked, event)


@booking("POST", "/game/rounds/<int:event>/void", Confirming)
def void_round(asked: Confirming, event: int) -> Response:
    """A round of the past was a misdeal after all."""
    return book_events(asked, RoundCorrected(event, None))


@booking("POST", "/game/void", Confirming)
def misdeal(asked: Confirming) -> Response:
    """A misdeal: no points, the same dealer deals again."""
    return book_events(asked, RoundVoided())


def _book(asked: RoundIn, correcting: int | None) -> Response:
    def do(game: StoredGame, made: Request) -> Appended:
        table = game.state if correcting is None else service.table_at(game, correcting)
        said: dict[str, Any] = {"answers": answers_of(asked), "confirmed": asked.confirmed, "ruled": asked.ruled}
        return service.score_round(game, _typed(asked, table), made, correcting, **said)

    return once(asked, do)


def _typed(asked: RoundIn, table: GameState) -> RoundInput:
    seats = [entry.seat for entry in asked.entries]
    twice = tuple(sorted({seat for seat in seats if seats.count(seat) > 1}))
    if twice:
        raise RuleViolation("entry_twice", seats=twice)
    if asked.closer is not None and asked.closer not in seats:
        raise RuleViolation("closer_not_in", seat=asked.closer)
    entries = []
    for entry in asked.entries:
        groups = parse_groups(entry.cards, table.terms.rules.pack)
        points = 0 if entry.points is None and not groups and entry.seat == asked.closer else entry.points
        entries.append(Typed(entry.seat, points, groups))
    ruling: Ruling = "stands" if asked.ruled else "agreed"
    if asked.false_close and asked.closer is not None:
        ruling = "false-close"
    kind = asked.kind if asked.closer is not None else None
    return RoundInput(tuple(entries), asked.closer, kind, ruling, asked.lay_off)
