"""The story of a game as one picture: a line for every player over the rounds. Only figures; a template draws them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scorekeeper.engine.state import Change, GameState

from .standing import limit_of

Kind = Literal["start", "joined", "round", "out", "rebuy", "adjusted", "left"]

# In units of the drawing, which is scaled to the width of the page.
WIDTH, HEIGHT = 360, 280
LEFT, RIGHT, TOP, BOTTOM = 28, 256, 14, 256
LABEL_GAP = 15
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500)
_MOST_TICKS, _MOST_DOTS = 6, 12


@dataclass(frozen=True)
class Stop:
    """A player's total after a round, or after what happened behind it (0: before the first)."""

    round: int
    total: int
    kind: Kind


@dataclass(frozen=True)
class Mark:
    """Something worth a sign on a line."""

    kind: Kind
    x: float
    y: float


@dataclass(frozen=True)
class Line:
    """A player's line. `points` and `dots` as SVG writes points; `label_y`: where the name stands at the right."""

    seat: int
    points: str
    dots: str
    marks: tuple[Mark, ...]
    end: Mark
    label_y: float
    won: bool


@dataclass(frozen=True)
class Story:
    """The picture. `totals` and `rounds`: what stands at the axes, with its place."""

    lines: tuple[Line, ...]
    limit_y: float | None
    zero_y: float
    totals: tuple[tuple[int, float], ...]
    rounds: tuple[tuple[int, float], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def story(state: GameState) -> Story | None:
    """The picture of a game, the winners' lines last (on top); None where no round was scored."""
    courses = {seat: stops for seat, stops in courses_of(state).items() if stops}
    last = max((stop.round for stops in courses.values() for stop in stops), default=0)
    if not last:
        return None
    limit = limit_of(state.terms.rules)
    figures = [stop.total for stops in courses.values() for stop in stops]
    low, high = min(0, *figures), max(limit or 0, *figures, 10)

    def x(number: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * number / last, 1)

    def y(total: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (total - low) / (high - low), 1)

    labels = spread([y(stops[-1].total) for stops in courses.values()], LABEL_GAP, TOP, BOTTOM)
    dotted = _step(last, _MOST_DOTS)
    lines = [
        Line(
            seat=seat,
            points=" ".join(f"{x(stop.round)},{y(stop.total)}" for stop in stops),
            dots=" ".join(f"{x(s.round)},{y(s.total)}" for s in stops if s.kind == "round" and s.round % dotted == 0),
            marks=tuple(Mark(s.kind, x(s.round), y(s.total)) for s in stops if s.kind in ("out", "rebuy", "left")),
            end=Mark(stops[-1].kind, x(stops[-1].round), y(stops[-1].total)),
            label_y=label,
            won=seat in state.winners,
        )
        for (seat, stops), label in zip(courses.items(), labels, strict=True)
    ]
    return Story(
        lines=tuple(sorted(lines, key=lambda line: line.won)),
        limit_y=None if limit is None else y(limit),
        zero_y=y(0),
        totals=tuple((total, y(total)) for total in _ticks(low, high)),
        rounds=tuple((number, x(number)) for number in _ticks(1, last)),
    )


def courses_of(state: GameState) -> dict[int, list[Stop]]:
    """For every seat its stops, from where it joined to where it went out or left."""
    late = {change.seat for change in state.changes if change.kind == "joined"}
    courses = {seat.seat: [] if seat.seat in late else [Stop(0, 0, "start")] for seat in state.seats}
    played = {done.number: done for done in state.rounds if not done.void}
    for number in range(max(played, default=0) + 1):
        if number in played:
            done = played[number]
            for scored in done.scored:
                courses[scored].append(Stop(number, done.totals[scored], "out" if scored in done.went_out else "round"))
        for change in state.changes:
            if change.after_round == number and change.seat is not None:
                _add(courses[change.seat], change, state.terms.rules.floor_at_zero)
    for seat in state.seats:
        stops = courses[seat.seat]
        if seat.status == "out" and stops and stops[-1].kind != "out":  # put out by a penalty
            stops[-1] = Stop(stops[-1].round, stops[-1].total, "out")
    return courses


def _add(stops: list[Stop], change: Change, floored: bool) -> None:
    number, before = change.after_round, stops[-1].total if stops else 0
    match change.kind:
        case "rebuy" | "joined":
            stops.append(Stop(number, change.points, change.kind))
        case "adjusted":
            total = before + change.points
            stops.append(Stop(number, max(total, 0) if floored else total, "adjusted"))
        case "left":
            stops.append(Stop(number, before, "left"))


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places as near as possible to the wanted ones, in the same order, `gap` apart and between `low` and `high`.

    >>> spread([10, 10, 50], 15, 0, 100)
    [10, 25, 50]
    >>> spread([99, 98], 15, 0, 100)
    [100, 85]
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    places = list(wanted)
    free = low
    for place in order:
        places[place] = max(places[place], free)
        free = places[place] + gap
    free = high
    for place in reversed(order):
        places[place] = min(places[place], free)
        free = places[place] - gap
    return places


def _step(span: int, most: int) -> int:
    return next((step for step in _STEPS if span / step <= most), _STEPS[-1])


def _ticks(low: int, high: int) -> list[int]:
    step = _step(high - low, _MOST_TICKS)
    return [number for number in range(low - low % step, high + 1, step) if number >= low]
