"""The picture of a game: what its lines, marks and labels are made of."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledgers import played, scored, start

from scorekeeper.engine import events as ev
from scorekeeper.web.story import BOTTOM, LABEL_GAP, RIGHT, TOP, courses_of, spread, story


def stops(state: Any, seat: int) -> list[tuple[int, int, str]]:
    """A seat's course as plain figures."""
    return [(stop.round, stop.total, stop.kind) for stop in courses_of(state)[seat]]


def test_a_course() -> None:
    """A line begins at 0 and has a stop after each round; a void round is none."""
    state = played(start(3), scored(1, 3, 12, 30), ev.RoundVoided(), scored(2, 5, 0, 1))
    assert stops(state, 1) == [(0, 0, "start"), (1, 3, "round"), (2, 8, "round")]


def test_out_and_back() -> None:
    """Going out and coming back are two stops in the same round; who stays out has no more."""
    state = played(
        start(4), scored(1, 0, 60, 20, 60), scored(1, 0, 60, 20, 60), ev.RebuyTaken(2), ev.RebuyDeclined(4),
        scored(1, 0, 3, 5, None),
    )  # fmt: skip
    assert stops(state, 2)[2:] == [(2, 120, "out"), (2, 40, "rebuy"), (3, 43, "round")]
    assert stops(state, 4)[-1] == (2, 120, "out")


def test_newcomers_penalties_and_leaving() -> None:
    """A newcomer's line begins where he joins; a penalty is a step; who leaves ends there."""
    state = played(
        start(3), scored(1, 0, 10, 20), ev.PlayerJoined(4, 4), ev.PointsAdjusted(1, 5, "x"), ev.PlayerLeft(2),
        scored(1, 0, None, 5, 6),
    )  # fmt: skip
    assert stops(state, 4) == [(1, 20, "joined"), (2, 26, "round")]
    assert stops(state, 1)[1:] == [(1, 0, "round"), (1, 5, "adjusted"), (2, 5, "round")]
    assert stops(state, 2)[-1] == (1, 10, "left")


def test_put_out_by_a_penalty() -> None:
    """A penalty may put a player out: that is marked as well."""
    state = played(
        start(3, rebuys=False), scored(1, 0, 60, 20), scored(1, 0, 39, 20), ev.PointsAdjusted(2, 10, "x"),
    )  # fmt: skip
    assert stops(state, 2)[-1] == (2, 109, "out")


def test_a_bonus_below_zero_is_floored_by_the_rules() -> None:
    """Where totals never fall below zero, the line does not either."""
    state = played(start(2, floor_at_zero=True), scored(1, 5, 10), ev.PointsAdjusted(1, -10, "x"))
    assert stops(state, 1)[-1] == (1, 0, "adjusted")


def test_no_rounds_no_picture() -> None:
    """Before the first round there is nothing to tell."""
    assert story(played(start(2))) is None
    assert story(played(start(2), ev.RoundVoided())) is None


def test_the_picture() -> None:
    """The first and last rounds stand at the edges, zero and the limit have their height, the winner is on top."""
    picture = story(played(start(2), scored(1, 0, 44), scored(2, 50, 0), ev.GameEnded()))
    assert picture is not None
    assert picture.zero_y == BOTTOM
    assert picture.limit_y == TOP
    assert [line.won for line in picture.lines] == [False, True]
    winner = picture.lines[1]
    assert winner.points == "28.0,256.0 142.0,149.5 256.0,149.5"
    assert (winner.end.x, winner.end.y) == (RIGHT, 149.5)
    assert picture.totals[0] == (0, BOTTOM)
    assert [number for number, _x in picture.rounds] == [1, 2]


def test_below_zero() -> None:
    """Totals below zero lie below the line of zero and within the picture."""
    picture = story(played(start(2), scored(1, 0, 44, kind="chinchon"), scored(1, 0, 4, kind="chinchon")))
    assert picture is not None
    assert picture.zero_y < BOTTOM
    assert min(total for total, _y in picture.totals) == -20


def test_marks_and_dots() -> None:
    """Outs and rebuys are marked where they happened; in a long game only some rounds have a dot."""
    rounds = [scored(1, 0, 1, 1)] * 40
    state = played(start(3), scored(1, 0, 60, 50), scored(1, 0, 60, 0), ev.RebuyTaken(2), *rounds)
    picture = story(state)
    assert picture is not None
    luis = next(line for line in picture.lines if line.seat == 2)
    assert [mark.kind for mark in luis.marks] == ["out", "rebuy"]
    assert len(luis.dots.split()) <= 12


def test_a_game_without_a_limit() -> None:
    """A game over a number of rounds has no line for the limit."""
    picture = story(played(start(2, ends="rounds", rounds=2), scored(1, 0, 44)))
    assert picture is not None
    assert picture.limit_y is None


@pytest.mark.parametrize(
    ("wanted", "places"),
    [([], []), ([50], [50]), ([50, 50], [50, 65]), ([50, 49, 48], [78, 63, 48]), ([240, 240], [225, 240])],
)
def test_labels_make_room(wanted: list[float], places: list[float]) -> None:
    """Names stand where their lines end, and move apart where they would cover each other."""
    assert spread(wanted, LABEL_GAP, TOP, 240) == places


@given(st.lists(st.integers(TOP, BOTTOM), max_size=8))
def test_labels_never_overlap(wanted: list[int]) -> None:
    """However the lines end, the names of eight players stay apart, inside, and in the order of the lines."""
    places = spread(wanted, LABEL_GAP, TOP, BOTTOM)
    assert all(TOP <= place <= BOTTOM for place in places)
    ordered = sorted(places)
    assert all(after - before >= LABEL_GAP for before, after in pairwise(ordered))
    assert sorted(range(len(wanted)), key=lambda i: (wanted[i], places[i])) == sorted(
        range(len(wanted)), key=lambda i: places[i]
    )
