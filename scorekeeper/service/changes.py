"""What else must change when something changes: consequences are worked out, shown, and booked in one step.

A change of the past can make later events impossible. Each fault that the fold reports is repaired by one more
event, or asked about; the result folds, or nothing is booked. docs/architecture.md tells the whole story.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.ledger import active, effective
from scorekeeper.engine.state import GameState
from scorekeeper.store import StoredGame

QuestionKind = Literal["rebuy", "entry"]
ConsequenceKind = Literal[
    "withdrawn", "after_end", "entry_dropped", "entry_added", "left", "rebought", "stays_out", "clean_now"
]
Answers = Mapping[tuple[QuestionKind, int, int], str]

# A thousand rounds, and twice as much around them: rebuys, payments, corrections, undos.
MAX_EVENTS = 3_000


@dataclass(frozen=True)
class Consequence:
    """Something that changes with the change. `event`: the event it concerns; `seat`: whose it is, if anybody's."""

    kind: ConsequenceKind
    event: int
    seat: int | None = None


@dataclass(frozen=True)
class Question:
    """Something only the table knows. `rebuy`: did the seat, now out before event `event`, come back or stay out
    (answers `rebuy`, `out`)? `entry`: with how many points did the seat, now still in, end the round of event
    `event` (answers a number, or `leave`)?"""

    kind: QuestionKind
    seat: int
    event: int


@dataclass(frozen=True)
class Plan:
    """A change with all that follows from it. `after` is None while a question is open."""

    events: tuple[ev.Event, ...]
    before: GameState
    after: GameState | None
    consequences: tuple[Consequence, ...]
    question: Question | None

    @property
    def is_plain(self) -> bool:
        """Whether nothing but the change itself happens."""
        return self.question is None and not self.consequences

    @property
    def fingerprint(self) -> str:
        """Stands for exactly these events: what a person confirmed is what gets booked."""
        return hashlib.sha256(repr(self.events).encode()).hexdigest()[:16]


@dataclass
class _Draft:
    history: list[ev.Event]
    answers: Answers
    added: list[ev.Event]
    consequences: list[Consequence]
    question: Question | None = None

    @property
    def events(self) -> list[ev.Event]:
        return [*self.history, *self.added]


def plan(game: StoredGame, change: Sequence[ev.Event], answers: Answers | None = None) -> Plan:
    """Work out what follows from a change.

    Raises `RuleViolation` (or `Malformed`) if the change itself cannot be, also because the game is full.
    """
    draft = _Draft(game.events, answers or {}, list(change), [])
    corrected = {event.round for event in change if isinstance(event, ev.RoundCorrected)}
    after: GameState | None = None
    while after is None and draft.question is None:
        try:
            after = game.then(tuple(draft.added))
        except RuleViolation as fault:
            if fault.at is None or fault.at > len(draft.history) or fault.at in corrected:
                raise
            _repair(draft, fault, fault.at)
    if len(draft.events) > MAX_EVENTS:
        raise RuleViolation("too_many_events", allowed=MAX_EVENTS)
    return Plan(tuple(draft.added), game.state, after, tuple(draft.consequences), draft.question)


def undo_of(numbers: Sequence[int], events: Sequence[ev.Event], by: ev.UndoneBy = "undo") -> tuple[ev.Event, ...]:
    """The events that undo these, the newest first; those that are undone already are passed over."""
    counts = active(events)
    return tuple(ev.Undone(number, by) for number in sorted(numbers, reverse=True) if counts[number - 1])


def last_step(game: StoredGame) -> tuple[int, ...]:
    """The numbers of the newest step that can be undone; empty if there is none."""
    counts = active(game.events)
    steps = (numbers for meant, numbers in _steps(game) if meant == "change" and numbers[0] > 1)
    return next((numbers for numbers in steps if any(counts[n - 1] for n in numbers)), ())


def offered(game: StoredGame) -> Literal["undo", "redo", ""]:
    """What may be wished back after the newest step: `undo`, after an undo `redo`, after the start nothing."""
    newest = [stored.number for stored in game.ledger if stored.batch == game.ledger[-1].batch]
    if _meant(game, newest) == "undo":
        return "redo"
    return "undo" if game.version > 1 else ""


def undone_step(game: StoredGame) -> tuple[int, ...]:
    """The numbers of the newest undo that can be taken back; empty once something else was booked after it."""
    counts = active(game.events)
    for meant, numbers in _steps(game):
        if meant == "change":
            return ()
        if meant == "undo" and counts[numbers[0] - 1]:
            return numbers
    return ()


def _steps(game: StoredGame) -> list[tuple[str, tuple[int, ...]]]:
    """What each step was meant as (`undo`, `redo`, `change`) and the numbers of its events, newest step first."""
    steps: dict[int, list[int]] = {}
    for stored in game.ledger:
        steps.setdefault(stored.batch, []).append(stored.number)
    return [(_meant(game, numbers), tuple(numbers)) for _, numbers in sorted(steps.items(), reverse=True)]


def _meant(game: StoredGame, numbers: Sequence[int]) -> str:
    events = (game.events[number - 1] for number in numbers)
    meant = (event.by for event in events if isinstance(event, ev.Undone) and event.by != "consequence")
    return next(meant, "change")


def _repair(draft: _Draft, fault: RuleViolation, at: int) -> None:
    step = next(step for step in effective(draft.events) if step.number == at)
    seats = fault.facts.get("seats")
    seat = seats[0] if isinstance(seats, tuple) and seats and isinstance(seats[0], int) else None
    if fault.code == "game_over":
        _withdraw_from(draft, at)
    elif fault.code == "rebuy_open" and seat is not None:
        _ask_rebuy(draft, seat, at)
    elif isinstance(step.event, ev.RoundScored) and seat is not None and fault.code == "entry_missing":
        _ask_entry(draft, step.event, seat, at)
    elif isinstance(step.event, ev.RoundScored) and seat is not None and fault.code == "entry_not_in":
        _drop_entry(draft, step.event, seat, at)
    elif isinstance(step.event, ev.RoundScored) and fault.code == "kind_not_offered":
        _count_clean(draft, step.event, at)
    elif not isinstance(step.event, ev.RoundScored | ev.GameStarted):
        draft.added.append(ev.Undone(at))
        draft.consequences.append(Consequence("withdrawn", at, getattr(step.event, "seat", None)))
    else:
        raise fault


def _withdraw_from(draft: _Draft, at: int) -> None:
    """The game now ends before event `at`: everything from there on is undone, but money on the plate stays."""
    steps = effective(draft.events)
    start = next(i for i, step in enumerate(steps) if step.number == at)
    for step in steps[start:]:
        if not isinstance(step.event, ev.Paid):
            draft.added.append(ev.Undone(step.number))
            draft.consequences.append(Consequence("after_end", step.number))


def _ask_rebuy(draft: _Draft, seat: int, at: int) -> None:
    match draft.answers.get(("rebuy", seat, at)):
        case "rebuy":
            draft.added.append(ev.RebuyTaken(seat, after=at - 1))
            draft.consequences.append(Consequence("rebought", at, seat))
        case "out":
            draft.added.append(ev.RebuyDeclined(seat, after=at - 1))
            draft.consequences.append(Consequence("stays_out", at, seat))
        case _:
            draft.question = Question("rebuy", seat, at)


def _ask_entry(draft: _Draft, event: ev.RoundScored, seat: int, at: int) -> None:
    answer = draft.answers.get(("entry", seat, at), "")
    if answer == "leave":
        draft.added.append(ev.PlayerLeft(seat, after=at - 1))
        draft.consequences.append(Consequence("left", at, seat))
    elif answer.isascii() and answer.isdigit() and len(answer) <= 3:
        entries = (*event.entries, ev.Entry(seat, int(answer)))
        draft.added.append(ev.RoundCorrected(at, replace(event, entries=entries)))
        draft.consequences.append(Consequence("entry_added", at, seat))
    else:
        draft.question = Question("entry", seat, at)


def _drop_entry(draft: _Draft, event: ev.RoundScored, seat: int, at: int) -> None:
    """The seat was out by then: its points no longer count, and a round that it closed has no closer."""
    entries = tuple(entry for entry in event.entries if entry.seat != seat)
    now = replace(event, entries=entries)
    if event.closer == seat:
        now = ev.RoundScored(entries)
    draft.added.append(ev.RoundCorrected(at, now))
    draft.consequences.append(Consequence("entry_dropped", at, seat))


def _count_clean(draft: _Draft, event: ev.RoundScored, at: int) -> None:
    """Under these rules no chinchón has a joker in it: what was one is a clean close (docs/decisions.md, 10)."""
    draft.added.append(ev.RoundCorrected(at, replace(event, kind="clean")))
    draft.consequences.append(Consequence("clean_now", at, event.closer))


class NeedsConfirmation(Exception):
    """The change has consequences or an open question; show the plan and ask."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("the change has consequences")
        self.plan = plan
