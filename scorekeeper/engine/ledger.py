"""The effective history: undo, redo, corrections and decisions in hindsight resolved.

The ledger itself is append-only and keeps everything; this module says what is true after all of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from .errors import RuleViolation
from .events import (
    Event,
    GameStarted,
    PlayerJoined,
    PlayerLeft,
    RebuyDeclined,
    RebuyTaken,
    RoundCorrected,
    RoundScored,
    RoundVoided,
    RulesChanged,
    RulesCorrected,
    SubstituteSeated,
    Undone,
)


@dataclass(frozen=True)
class Step:
    """One thing that truly happened: its event number, what it is by now, and what corrected it last."""

    number: int
    event: Event
    corrected_by: int | None = None


def active(events: Sequence[Event]) -> list[bool]:
    """For each event whether it still counts (an `Undone` counts while it is not undone itself).

    Raises `RuleViolation('cannot_undo')` for an undo of the start or of something that is no longer (or not
    yet) there.
    """
    counts: list[bool] = []
    for now in _counting(events):
        counts = now
    return counts


def _counting(events: Sequence[Event]) -> Iterator[list[bool]]:
    """What counts just after each event: always the same list, which grows and is switched."""
    counts: list[bool] = []

    def switch(number: int, on: bool) -> None:
        counts[number - 1] = on
        event = events[number - 1]
        if isinstance(event, Undone):
            switch(event.event, not on)

    for number, event in enumerate(events, start=1):
        counts.append(True)
        if isinstance(event, Undone):
            if not 1 < event.event < number or not counts[event.event - 1]:
                raise _at(number, RuleViolation("cannot_undo", event=event.event))
            switch(event.event, False)
        yield counts


def seatings(events: Sequence[Event]) -> list[Mapping[int, int]]:
    """For each event which person sat on which seat just after it, as the ledger had it then.

    An undone joiner still has a name to be told by; an undone substitute never sat there.
    """
    people: Mapping[int, int] = {}
    moves: list[tuple[int, PlayerJoined | SubstituteSeated]] = []
    found = []
    for number, (event, counts) in enumerate(zip(events, _counting(events), strict=True), start=1):
        if isinstance(event, GameStarted):
            first = people = {seat: seat for seat in range(1, event.seats + 1)}
        elif isinstance(event, PlayerJoined | SubstituteSeated):
            moves.append((number, event))
        if moves and isinstance(event, PlayerJoined | SubstituteSeated | Undone):
            sat = (move for at, move in moves if counts[at - 1] or isinstance(move, PlayerJoined))
            people = first | {move.seat: move.person for move in sat}
        found.append(people)
    return found


def effective(events: Sequence[Event]) -> list[Step]:
    """The steps that truly happened, in the order in which they took effect.

    Raises `RuleViolation`: `cannot_undo`, `not_a_round` (a correction of something else), `not_terms`.
    """
    counts = active(events)
    steps: dict[int, Step] = {}
    hindsight: list[Step] = []
    for number, event in enumerate(events, start=1):
        if not counts[number - 1]:
            continue
        match event:
            case RoundCorrected() | RulesCorrected():
                _check_target(events, number, event)
                _correct(steps, number, event)
            case Undone():
                pass
            case RebuyTaken() | RebuyDeclined() | PlayerLeft() if event.after is not None:
                if not 0 < event.after < number:
                    raise _at(number, RuleViolation("no_such_event", event=event.after))
                hindsight.append(Step(number, event))
            case _:
                steps[number] = Step(number, event)
    return _in_order(list(steps.values()), hindsight)


def _check_target(events: Sequence[Event], number: int, event: RoundCorrected | RulesCorrected) -> None:
    target = event.round if isinstance(event, RoundCorrected) else event.event
    kinds = RoundScored | RoundVoided if isinstance(event, RoundCorrected) else GameStarted | RulesChanged
    code = "not_a_round" if isinstance(event, RoundCorrected) else "not_terms"
    if not 0 < target < number or not isinstance(events[target - 1], kinds):
        raise _at(number, RuleViolation(code, event=target))


def _correct(steps: dict[int, Step], number: int, event: RoundCorrected | RulesCorrected) -> None:
    if isinstance(event, RoundCorrected):
        if event.round in steps:  # else the round itself was undone: nothing is left to correct
            steps[event.round] = Step(event.round, event.now or RoundVoided(), corrected_by=number)
        return
    step = steps.get(event.event)
    if step is not None and isinstance(step.event, GameStarted | RulesChanged):
        steps[event.event] = replace(step, event=replace(step.event, terms=event.terms), corrected_by=number)


def _in_order(steps: list[Step], hindsight: list[Step]) -> list[Step]:
    for late in hindsight:
        assert isinstance(late.event, RebuyTaken | RebuyDeclined | PlayerLeft)
        after = late.event.after or 0
        place = next((i for i, step in enumerate(steps) if _place(step) > after), len(steps))
        steps.insert(place, late)
    return steps


def _place(step: Step) -> int:
    return getattr(step.event, "after", None) or step.number


def _at(number: int, error: RuleViolation) -> RuleViolation:
    error.at = number
    return error
