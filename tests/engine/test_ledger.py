"""The effective history: undo and redo, corrections, decisions in hindsight; and properties of every ledger."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ledgers import played, scored, start, statuses, terms, totals

from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.game import fold
from scorekeeper.engine.ledger import Step, active, effective, seatings
from scorekeeper.engine.state import GameState

GAME = start(3, limit=30)
FIRST, SECOND = scored(1, 0, 12, 7), scored(2, 4, 0, 9)


def without_version(state: GameState) -> GameState:
    """The state but for its version: what the table sees."""
    return dataclasses.replace(state, version=0)


def same(state: GameState, other: GameState) -> bool:
    """Whether two states are the same but for the version."""
    return without_version(state) == without_version(other)


def test_undo():
    """What was undone did not happen, and the version still counts it."""
    state = played(GAME, FIRST, SECOND, ev.Undone(3))
    assert (totals(state), state.round_number, state.version) == ([0, 12, 7], 2, 4)
    assert active([GAME, FIRST, SECOND, ev.Undone(3)]) == [True, True, False, True]


def test_redo_is_undoing_the_undo():
    """Undoing an undo brings the round back in its old place."""
    history = FIRST, SECOND, ev.Undone(2), ev.Undone(4)
    assert same(played(GAME, *history), played(GAME, FIRST, SECOND))
    assert active([GAME, *history]) == [True, True, True, False, True]


def test_undo_of_undo_of_undo():
    """Three deep, the round is gone again; four deep, it is back."""
    three = FIRST, ev.Undone(2), ev.Undone(3), ev.Undone(4)
    assert active([GAME, *three]) == [True, False, True, False, True]
    assert same(played(GAME, *three), played(GAME))
    assert same(played(GAME, *three, ev.Undone(5)), played(GAME, FIRST))


def test_an_undo_in_the_middle():
    """Any event may be undone, not only the last: the rest is folded without it."""
    assert totals(played(GAME, FIRST, SECOND, ev.Undone(2))) == [4, 0, 9]


@pytest.mark.parametrize(
    "history",
    [
        (ev.Undone(1),),
        (ev.Undone(2),),
        (ev.Undone(5),),
        (ev.Undone(0),),
        (FIRST, ev.Undone(2), ev.Undone(2)),
        (FIRST, ev.Undone(2), ev.Undone(3), ev.Undone(3)),
    ],
)
def test_what_cannot_be_undone(history):
    """Not the start, nothing to come, and nothing twice."""
    with pytest.raises(RuleViolation) as caught:
        active([GAME, *history])
    assert (caught.value.code, caught.value.at) == ("cannot_undo", 1 + len(history))


def test_undo_of_a_rebuy_takes_its_money_back():
    """The seat is out at its old total, the decision is open, and the pot is what it was."""
    out = scored(1, 0, 31, 5)
    state = played(GAME, out, ev.RebuyTaken(2), ev.Undone(3))
    assert (totals(state), statuses(state), state.pot) == ([0, 31, 5], ["in", "deciding", "in"], 600)
    assert same(state, played(GAME, out))


def test_a_correction_replaces_the_round():
    """The round keeps its place and number; everything after it is folded again."""
    right = scored(3, 2, 12, 1)
    state = played(GAME, FIRST, SECOND, ev.RoundCorrected(2, right))
    assert totals(state) == [6, 12, 10]
    assert [(seen.number, seen.closer, seen.corrected) for seen in state.rounds] == [(1, 3, True), (2, 2, False)]
    assert effective([GAME, FIRST, ev.RoundCorrected(2, right)])[1] == Step(2, right, corrected_by=3)


def test_a_correction_of_a_corrected_round():
    """The last correction counts; undone, the one before it; undone too, the round as first booked."""
    history = FIRST, ev.RoundCorrected(2, scored(1, 1, 1, 1)), ev.RoundCorrected(2, scored(1, 2, 2, 2))
    assert totals(played(GAME, *history)) == [2, 2, 2]
    assert totals(played(GAME, *history, ev.Undone(4))) == [1, 1, 1]
    assert same(played(GAME, *history, ev.Undone(4), ev.Undone(3)), played(GAME, FIRST))
    assert totals(played(GAME, *history, ev.Undone(3))) == [2, 2, 2]


def test_a_round_was_void_after_all_and_back():
    """A correction makes a round void, or a void round a scored one."""
    state = played(GAME, FIRST, ev.RoundCorrected(2, None))
    assert (totals(state), state.rounds[0].void, state.rounds[0].corrected) == ([0, 0, 0], True, True)
    assert (state.round_number, state.dealer) == (1, 1)
    assert totals(played(GAME, ev.RoundVoided(), ev.RoundCorrected(2, FIRST))) == [0, 12, 7]


def test_a_correction_of_an_undone_round_waits():
    """The round is gone whatever it was; redone, it is what the correction says."""
    history = FIRST, ev.RoundCorrected(2, scored(1, 1, 1, 1)), ev.Undone(2)
    assert totals(played(GAME, *history)) == [0, 0, 0]
    assert totals(played(GAME, *history, ev.Undone(4))) == [1, 1, 1]


def test_correcting_to_the_same_values_changes_nothing_but_the_mark():
    """All that differs is the version and that the round counts as corrected."""
    before, after = played(GAME, FIRST, SECOND), played(GAME, FIRST, SECOND, ev.RoundCorrected(2, FIRST))
    assert after.rounds[0] == dataclasses.replace(before.rounds[0], corrected=True)
    assert same(dataclasses.replace(after, rounds=before.rounds), before)


def test_decisions_in_hindsight_take_effect_where_they_belong():
    """A rebuy, a refusal or a leaver `after` an event stands right after it, in the order in which they were said."""
    out, later = scored(1, 0, 31, 5), scored(1, 0, 9, 6)
    history = out, later, ev.RebuyTaken(2, after=2)
    assert [step.number for step in effective([GAME, *history])] == [1, 2, 4, 3]
    assert (totals(played(GAME, *history)), played(GAME, *history).pot) == ([0, 14, 11], 700)
    two = scored(1, 0, 31, 5), scored(1, 0, 31, 5)
    steps = effective([GAME, *two, ev.RebuyDeclined(2, after=2), ev.PlayerLeft(3, after=2), ev.PlayerLeft(1, after=3)])
    assert [step.number for step in steps] == [1, 2, 4, 5, 3, 6]
    state = played(GAME, out, scored(1, 0, None, 6), ev.PlayerLeft(2, after=2))
    assert statuses(state) == ["in", "left", "in"]


def test_hindsight_can_be_undone():
    """Without it the history is as it was, even if that no longer folds."""
    history = scored(1, 0, 31, 5), ev.RebuyTaken(2, after=2), ev.Undone(3)
    assert same(played(GAME, *history), played(GAME, history[0]))


def test_the_fold_can_stop_before_an_event():
    """`before` gives the table as that event found it, with corrections and hindsight in place."""
    history = FIRST, SECOND, ev.RoundCorrected(2, scored(1, 1, 2, 3))
    assert totals(fold(GAME, history, before=3)) == [1, 2, 3]
    assert totals(fold(GAME, history, before=2)) == [0, 0, 0]


def test_corrected_terms_reach_the_change_they_correct():
    """The start's terms and a later change are corrected each on its own; an undone change is not missed."""
    change = ev.RulesChanged(terms(limit=40))
    state = played(GAME, change, ev.RulesCorrected(2, terms(limit=60)))
    assert state.terms.rules.limit == 60
    assert played(GAME, change, ev.RulesCorrected(1, terms(limit=60))).terms.rules.limit == 40
    gone = played(GAME, change, ev.Undone(2), ev.RulesCorrected(2, terms(limit=60)))
    assert gone.terms.rules.limit == 30
    assert state.changes[0].kind == "rules"


@st.composite
def ledgers(draw: st.DrawFn) -> list[ev.Event]:
    """A ledger grown event by event, each of which folds: rounds, decisions, adjustments, undo, corrections."""
    events: list[ev.Event] = []
    for _ in range(draw(st.integers(0, 14))):
        state = fold(GAME, events)
        event = draw(st.sampled_from(candidates(draw, state, len(events) + 1)))
        try:
            fold(GAME, [*events, event])
        except RuleViolation:
            continue
        events.append(event)
    return events


def candidates(draw: st.DrawFn, state: GameState, version: int) -> list[ev.Event]:
    """Events that may well happen now; some of them are refused."""
    seat, points = draw(st.integers(1, len(state.seats))), draw(st.integers(-20, 20))
    number = draw(st.integers(1, version))
    left = tuple(draw(st.integers(0, 25)) if at.is_in else None for at in state.seats)
    closers = [at.seat for at in state.playing]
    some_round = scored(draw(st.sampled_from([None, *closers])), *left)
    return [
        some_round,
        some_round,
        ev.RoundVoided(),
        *[ev.RebuyTaken(at.seat) for at in state.deciding],
        *[ev.RebuyDeclined(at.seat) for at in state.deciding],
        ev.PointsAdjusted(seat, points, "said so"),
        ev.PlayerJoined(len(state.seats) + 1, version),
        ev.Paid(seat, 100),
        ev.Undone(number),
        ev.RoundCorrected(number, some_round),
        ev.RulesCorrected(1, terms(limit=40 + points)),
    ]


@settings(max_examples=60, deadline=None)
@given(ledgers())
def test_every_prefix_of_a_ledger_folds(events):
    """Whatever was once a state stays one: a ledger can be read up to any event."""
    for length in range(len(events) + 1):
        assert fold(GAME, events[:length]).version == length + 1


@settings(max_examples=60, deadline=None)
@given(ledgers(), st.data())
def test_undo_then_redo_is_identity(events, data):
    """Whatever can be undone can be redone, and nothing is changed by both."""
    before = fold(GAME, events)
    counts = active([GAME, *events])
    numbers = [number for number in range(2, len(events) + 2) if counts[number - 1]]
    if numbers:
        number = data.draw(st.sampled_from(numbers))
        after = fold(GAME, [*events, ev.Undone(number), ev.Undone(len(events) + 2)])
        assert same(after, before)


@settings(max_examples=60, deadline=None)
@given(ledgers())
def test_money_and_totals_always_add_up(events):
    """The pot is what all seats owe; a finished game pays it out to the cent; totals are what the rounds say."""
    state = fold(GAME, events)
    assert state.pot == sum(seat.due for seat in state.seats)
    assert state.pot == 200 * len(state.seats) + 100 * sum(seat.rebuys for seat in state.seats)
    if state.phase == "over":
        assert sum(state.payout.values()) == state.pot
        assert set(state.winners) <= set(state.payout)
    else:
        assert (state.winners, state.payout) == ((), {})
        assert len(state.playing) + len(state.deciding) >= 2


@settings(max_examples=60, deadline=None)
@given(ledgers())
def test_correcting_any_round_to_itself_changes_nothing(events):
    """Whatever round is corrected to what it is by now, the table sees no difference but the mark."""
    before = fold(GAME, events)
    for step in effective([GAME, *events]):
        if isinstance(step.event, ev.RoundScored):
            after = fold(GAME, [*events, ev.RoundCorrected(step.number, step.event)])
            marked = tuple(
                dataclasses.replace(seen, corrected=True) if seen.event == step.number else seen
                for seen in before.rounds
            )
            assert same(after, dataclasses.replace(before, rounds=marked))


def test_who_sat_where_after_each_event():
    """A substitute sits there until it is undone, and again after a redo; an undone joiner keeps his name."""
    events = [
        start(2), ev.SubstituteSeated(1, 3), FIRST, ev.Undone(2), ev.PlayerJoined(3, 4), ev.Undone(5), ev.Undone(4),
    ]  # fmt: skip
    plain, changed = {1: 1, 2: 2}, {1: 3, 2: 2}
    joined = {3: 4}
    assert seatings(events) == [plain, changed, changed, plain, plain | joined, plain | joined, changed | joined]
