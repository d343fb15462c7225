"""The table: rebuys, penalties, who comes, goes or changes places, money on the plate, the end."""

from typing import Annotated

import msgspec
from flask import Response

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.service import StoredGame

from .people import Name, checked_name
from .registry import booking
from .writes import MOST_SEATS, Change, Confirming, Seat, book, book_events


class DecisionIn(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the player on this seat comes back or stays out."""

    seat: Seat
    back: bool


class RebuysIn(Confirming):
    """Decisions of one moment: who comes back with others comes in at the same total."""

    decisions: Annotated[list[DecisionIn], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]


class AdjustIn(Confirming):
    """`points`: more for a penalty, negative for a forgotten bonus."""

    seat: Seat
    points: int
    reason: str


class JoinIn(Confirming):
    """The name of a late joiner."""

    name: Name


class SeatIn(Confirming):
    """Whose seat it is about."""

    seat: Seat


class SubstituteIn(Confirming):
    """Who plays on in this seat."""

    seat: Seat
    name: Name


class OrderIn(Confirming):
    """All seats in their new order of turns."""

    order: Annotated[list[Seat], msgspec.Meta(max_length=MOST_SEATS)]


class PayIn(Confirming):
    """`amount`: put on the plate, in minor units (cents); negative if it was taken back."""

    seat: Seat
    amount: int


@booking("POST", "/game/rebuys", RebuysIn)
def rebuys(asked: RebuysIn) -> Response:
    """Decide who comes back and who stays out."""
    decisions = {decision.seat: decision.back for decision in asked.decisions}
    return book_events(asked, *service.decide(decisions))


@booking("POST", "/game/adjustments", AdjustIn)
def adjust(asked: AdjustIn) -> Response:
    """Note a penalty or a forgotten bonus."""
    return book_events(asked, ev.PointsAdjusted(asked.seat, asked.points, service.tidy_reason(asked.reason)))


@booking("POST", "/game/joins", JoinIn)
def join(asked: JoinIn) -> Response:
    """Seat a late joiner."""
    return book(asked, lambda game: service.join(game, checked_name(game, asked.name)))


@booking("POST", "/game/leaves", SeatIn)
def leave(asked: SeatIn) -> Response:
    """Note that a player went home."""
    return book_events(asked, ev.PlayerLeft(asked.seat))


@booking("POST", "/game/substitutes", SubstituteIn)
def substitute(asked: SubstituteIn) -> Response:
    """Let somebody else play on in a seat."""

    def change(game: StoredGame) -> Change:
        if asked.seat > len(game.state.seats):
            raise RuleViolation("no_such_seat", seat=asked.seat)
        return service.substitute(game, asked.seat, checked_name(game, asked.name))

    return book(asked, change)


@booking("POST", "/game/order", OrderIn)
def order(asked: OrderIn) -> Response:
    """Set another order of turns."""
    return book_events(asked, ev.SeatsReordered(tuple(asked.order)))


@booking("POST", "/game/payments", PayIn)
def pay(asked: PayIn) -> Response:
    """Note what was put on the plate or taken back."""
    return book_events(asked, ev.Paid(asked.seat, asked.amount))


@booking("POST", "/game/end", Confirming)
def end_game(asked: Confirming) -> Response:
    """End the game by agreement."""
    return book_events(asked, ev.GameEnded())
