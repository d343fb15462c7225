"""The use cases at a running table: each books its events in one step, or says why not.

Every write names the version that its form showed and an idempotency key. The same key books once; a version that
is not the newest raises `StaleVersion`; whatever the change makes impossible is worked out by `changes.plan`.
"""

from collections.abc import Callable, Mapping, Sequence

from scorekeeper import store
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.game import fold
from scorekeeper.engine.state import GameState
from scorekeeper.store import Appended, StaleVersion, StoredGame

from .changes import Answers, NeedsConfirmation, Plan, last_step, plan, undo_of, undone_step
from .judging import Judged, RoundInput, judge
from .requests import Request

ChangeOf = Callable[[StoredGame], tuple[ev.Event, ...]]


class NeedsRuling(Exception):
    """The engine objects, and the table has not said yet what becomes of it."""

    def __init__(self, judged: Judged) -> None:
        super().__init__("the table must rule on " + ", ".join(o.reason.code for o in judged.objections))
        self.judged = judged


def book(
    game: StoredGame,
    change: Sequence[ev.Event],
    request: Request,
    people: Mapping[int, str] | None = None,
    answers: Answers | None = None,
    confirmed: str = "",
) -> Appended:
    """Book a change with its consequences, which must be confirmed by the fingerprint of their plan.

    Raises `NeedsConfirmation` while consequences were not confirmed or a question is open, `StaleVersion`,
    `KeyReused`, `RuleViolation` or `Malformed`.
    """
    known = booked(game, request)
    if known is not None:
        return known
    if request.version != game.version:
        raise StaleVersion(request.version, game.version)
    planned = plan(game, change, answers)
    if planned.question is not None or not (planned.is_plain or confirmed == planned.fingerprint):
        raise NeedsConfirmation(planned)
    return store.append(game.id, request.version, planned.events, request.key, request.digest, people)


def booked(game: StoredGame, request: Request) -> Appended | None:
    """What this very request booked before, or None. Raises `KeyReused` if its key booked something else."""
    return store.booked(game.id, request.key, request.digest)


def table_at(game: StoredGame, number: int) -> GameState:
    """The state in which the round with this event number was played. Raises `RuleViolation('not_a_round')`."""
    if not any(played.event == number for played in game.state.rounds):
        raise RuleViolation("not_a_round", event=number)
    start, *events = game.events
    assert isinstance(start, ev.GameStarted)
    return fold(start, events, before=number)


def judge_round(
    game: StoredGame, typed: RoundInput, correcting: int | None = None, answers: Answers | None = None
) -> tuple[Judged, Plan]:
    """Judge a round, new or corrected, and work out what it leads to, without booking anything.

    Raises `ImpossibleRound` or `RuleViolation`.
    """
    judged = judge(_table(game, correcting), typed)
    return judged, plan(game, _events_of(judged, correcting), answers)


def score_round(
    game: StoredGame,
    typed: RoundInput,
    request: Request,
    correcting: int | None = None,
    answers: Answers | None = None,
    confirmed: str = "",
    ruled: str = "",
) -> Appended:
    """Book a round, or correct the one with event number `correcting`.

    `ruled` is the fingerprint of the objections that the table lets stand. Raises `NeedsRuling` if the engine
    objects to anything else; `ImpossibleRound`; and what `book` raises.
    """
    known = booked(game, request)
    if known is not None:
        return known
    if request.version != game.version:
        raise StaleVersion(request.version, game.version)
    judged = judge(_table(game, correcting), typed)
    settled = typed.ruling == "false-close" or (typed.ruling == "stands" and ruled == judged.fingerprint)
    if judged.objections and not settled:
        raise NeedsRuling(judged)
    return book(game, _events_of(judged, correcting), request, answers=answers, confirmed=confirmed)


def _table(game: StoredGame, correcting: int | None) -> GameState:
    return game.state if correcting is None else table_at(game, correcting)


def _events_of(judged: Judged, correcting: int | None) -> tuple[ev.Event, ...]:
    return (judged.event,) if correcting is None else (ev.RoundCorrected(correcting, judged.event),)


def undo(game: StoredGame) -> tuple[ev.Event, ...]:
    """The change that undoes the newest step. Raises `RuleViolation('nothing_to_undo')`."""
    step = last_step(game)
    if not step:
        raise RuleViolation("nothing_to_undo")
    return undo_of(step, game.events, "undo")


def redo(game: StoredGame) -> tuple[ev.Event, ...]:
    """The change that takes the newest undo back. Raises `RuleViolation('nothing_to_redo')`."""
    step = undone_step(game)
    if not step:
        raise RuleViolation("nothing_to_redo")
    return undo_of(step, game.events, "redo")


def undo_event(game: StoredGame, number: int) -> tuple[ev.Event, ...]:
    """The change that undoes one event of the past. An undo is none: it is taken back by a redo, or with its step.

    Raises `RuleViolation`: `no_such_event` or `cannot_undo`.
    """
    if not 1 <= number <= game.version:
        raise RuleViolation("no_such_event", event=number)
    change = undo_of((number,), game.events)
    if not change or isinstance(game.events[number - 1], ev.Undone):
        raise RuleViolation("cannot_undo", event=number)
    return change


def join(game: StoredGame, name: str) -> tuple[tuple[ev.Event, ...], dict[int, str]]:
    """A late joiner: the change, and the new person's name by number."""
    person = max(game.names) + 1
    return (ev.PlayerJoined(len(game.state.seats) + 1, person),), {person: name}


def substitute(game: StoredGame, seat: int, name: str) -> tuple[tuple[ev.Event, ...], dict[int, str]]:
    """Somebody takes over a seat: the change, and the new person's name by number."""
    person = max(game.names) + 1
    return (ev.SubstituteSeated(seat, person),), {person: name}


def decide(decisions: Mapping[int, bool]) -> tuple[ev.Event, ...]:
    """Rebuys by seat: True comes back, False stays out. All in one step, so all come in at the same total."""
    return tuple(ev.RebuyTaken(seat) if back else ev.RebuyDeclined(seat) for seat, back in decisions.items())


def owed(game: StoredGame) -> dict[int, int]:
    """What is missing on the plate, in minor units, by the seat that owes it."""
    return {seat.seat: seat.due - seat.paid for seat in game.state.seats if seat.due > seat.paid}


def correct_terms(game: StoredGame, terms: ev.Terms) -> tuple[ev.Event, ...]:
    """The terms now in force were wrong from where they were set."""
    numbers = [change.event for change in game.state.changes if change.kind == "rules"]
    return (ev.RulesCorrected(max(numbers, default=1), terms),)
