"""The fold: from what happened to who stands where. A pure function, the same for one event or a thousand.

Sources: docs/rules.md, sections "The heart" and "At the table" (readings 3, 9, 10, 15, 17 and 18).
"""

from collections.abc import Iterator, Sequence

from . import events as ev
from .errors import RuleViolation
from .ledger import Step, effective
from .payout import pay_out, places
from .state import GameState
from .table import Table


def fold(game: ev.GameStarted, events: Sequence[ev.Event] = (), before: int | None = None) -> GameState:
    """The state of a game that started so and went on with these events (numbers 2, 3, ...).

    With `before` the fold stops at that event: the state in which it found the table.
    Raises `RuleViolation`, or `Malformed` for terms and deals that cannot be; `at` of a violation is the number
    of the event that cannot have happened. docs/engine.md lists the codes.
    """
    history: list[ev.Event] = [game, *events]
    table = Table()
    for step in effective(history):
        if step.number == before:
            break
        try:
            _apply(table, step)
        except RuleViolation as error:
            error.at = step.number
            raise
    return _snapshot(table, version=len(history))


def walk(game: ev.GameStarted, events: Sequence[ev.Event] = ()) -> Iterator[tuple[Step, GameState]]:
    """Every step that truly happened, in the order in which they took effect, and the state after each."""
    history: list[ev.Event] = [game, *events]
    table = Table()
    for step in effective(history):
        _apply(table, step)
        yield step, _snapshot(table, version=step.number)


def _apply(table: Table, step: Step) -> None:
    match step.event:
        case ev.GameStarted() as event:
            table.start(event)
        case ev.RoundScored() as event:
            table.score(event, step)
        case ev.RoundVoided():
            table.void(step)
        case ev.RebuyTaken(seat=seat):
            table.rebuy(seat, step)
        case ev.RebuyDeclined(seat=seat):
            table.decline(seat, step)
        case ev.PointsAdjusted() as event:
            table.adjust(event, step)
        case ev.PlayerJoined() as event:
            table.join(event, step)
        case ev.PlayerLeft(seat=seat):
            table.leave(seat, step)
        case ev.SubstituteSeated() as event:
            table.substitute(event, step)
        case ev.Paid() as event:
            table.pay(event)
        case ev.RulesChanged(terms=terms):
            table.change_terms(terms, step)
        case ev.SeatsReordered(order=order):
            table.reorder(order, step)
        case ev.GameEnded():
            table.end_by_agreement()
        case _:
            raise AssertionError(f"{step.event} is resolved by the ledger")


def _snapshot(table: Table, version: int) -> GameState:
    seats = table.seat_states()
    totals = [seat.total for seat in seats if seat.status == "in"]
    ranks = places(seats, table.winners) if table.ending else {}
    second = table.terms.stake if table.terms.payout == "second-gets-stake" else 0
    return GameState(
        version=version,
        terms=table.terms,
        packs=table.packs,
        seats=seats,
        order=tuple(table.order),
        rounds=tuple(table.rounds),
        changes=tuple(table.changes),
        round_number=table.played + 1,
        dealer=None if table.ending else table.next_dealer(),
        in_front=tuple(s.seat for s in seats if s.status == "in" and s.total == min(totals)),
        highest=max(totals, default=0),
        rebuy_points=table.rebuy_points(),
        pot=table.pot,
        phase=table.phase,
        ending=table.ending,
        winners=table.winners,
        payout=pay_out(table.pot, table.winners, ranks, second) if table.ending else {},
        places=ranks,
    )
