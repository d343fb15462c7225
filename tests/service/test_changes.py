"""What follows from a change of the past: every consequence and every question, shown, and booked in one step."""

import pytest
from ledgers import scored, terms
from tables import TableUnderTest

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.table import MAX_ROUNDS
from scorekeeper.service import Consequence, NeedsConfirmation, Question

OUT = scored(1, 0, 31, 5)  # seat 2 is out under a limit of 30
IN = scored(1, 0, 21, 5)  # what it was in truth


@pytest.fixture
def table(app) -> TableUnderTest:
    """Three players, limit 30: event 1."""
    return TableUnderTest(limit=30)


def consequences(plan: service.Plan) -> list[tuple[str, int, int | None]]:
    """Kind, event and seat of everything that follows."""
    return [(found.kind, found.event, found.seat) for found in plan.consequences]


def test_a_plain_change(table):
    """A change without consequences needs no confirmation, and its plan shows both states."""
    plan = table.plan(OUT)
    assert (plan.events, plan.is_plain, plan.question) == ((OUT,), True, None)
    assert (plan.before.version, plan.after.version, plan.after.seat(2).total) == (1, 2, 31)
    assert table.book(OUT).version == 2


def test_a_rebuy_is_withdrawn(table):
    """Who was never out cannot have come back: the rebuy goes with the correction, and its money, too."""
    table.book(OUT)
    table.book(ev.RebuyTaken(2))
    table.book(scored(1, 0, 4, 5))
    plan = table.plan(ev.RoundCorrected(2, IN))
    assert consequences(plan) == [("withdrawn", 3, 2)]
    assert plan.events == (ev.RoundCorrected(2, IN), ev.Undone(3))
    table.confirm(ev.RoundCorrected(2, IN))
    assert (table.totals, table.game.state.pot, table.game.version) == ([0, 25, 10], 600, 6)
    table.undo()
    assert (table.totals, table.game.state.pot) == ([0, 9, 10], 700)


def test_a_refusal_is_withdrawn_and_the_entries_are_asked_for(table):
    """Who stayed out and is in now needs an entry in each round since: asked one by one."""
    table.book(OUT)
    table.book(ev.RebuyDeclined(2))
    table.book(scored(1, 0, None, 5))
    table.book(scored(1, 0, None, 6))
    correction = ev.RoundCorrected(2, IN)
    plan = table.plan(correction)
    assert (plan.question, plan.after) == (Question("entry", 2, 4), None)
    assert consequences(plan) == [("withdrawn", 3, 2)]
    answers: service.Answers = {("entry", 2, 4): "3"}
    assert table.plan(correction, answers=answers).question == Question("entry", 2, 5)
    answers = {("entry", 2, 4): "3", ("entry", 2, 5): "4"}
    plan = table.plan(correction, answers=answers)
    assert consequences(plan) == [("withdrawn", 3, 2), ("entry_added", 4, 2), ("entry_added", 5, 2)]
    table.confirm(correction, answers=answers)
    assert (table.totals, table.statuses) == ([0, 28, 16], ["in"] * 3)
    assert [played.corrected for played in table.game.state.rounds] == [True] * 3


def test_who_was_missed_may_leave_instead(table):
    """Instead of an entry the player may have gone home from that round on."""
    table.book(OUT)
    table.book(ev.RebuyDeclined(2))
    table.book(scored(1, 0, None, 5))
    table.book(scored(1, 0, None, 6))
    answers: service.Answers = {("entry", 2, 4): "leave"}
    plan = table.plan(ev.RoundCorrected(2, IN), answers=answers)
    assert consequences(plan) == [("withdrawn", 3, 2), ("left", 4, 2)]
    table.confirm(ev.RoundCorrected(2, IN), answers=answers)
    assert (table.totals, table.statuses) == ([0, 21, 16], ["in", "left", "in"])


@pytest.mark.parametrize("answer", ["", "x", "-3", "٣", "1000", "3.5", "leave it"])
def test_an_entry_that_is_none_is_asked_again(table, answer):
    """Only a number of points or `leave` is an answer."""
    table.book(OUT)
    table.book(ev.RebuyDeclined(2))
    table.book(scored(1, 0, None, 5))
    plan = table.plan(ev.RoundCorrected(2, IN), answers={("entry", 2, 4): answer})
    assert plan.question == Question("entry", 2, 4)


def test_an_entry_that_cannot_be_is_refused(table):
    """An answer is checked like any entry: no more than eight cards can hold."""
    table.book(OUT)
    table.book(ev.RebuyDeclined(2))
    table.book(scored(1, 0, None, 5))
    with pytest.raises(RuleViolation, match="points_impossible"):
        table.plan(ev.RoundCorrected(2, IN), answers={("entry", 2, 4): "999"})


@pytest.mark.parametrize(
    ("answer", "kinds", "totals", "statuses"),
    [
        ("rebuy", [("rebought", 3, 2)], [0, 9, 10], ["in", "in", "in"]),
        ("out", [("stays_out", 3, 2), ("entry_dropped", 3, 2)], [0, 31, 10], ["in", "out", "in"]),
    ],
)
def test_who_is_out_now_is_asked_about_a_rebuy(table, answer, kinds, totals, statuses):
    """Out after all: either he came back, for money, or he stayed out and his later points do not count."""
    table.book(IN)
    table.book(scored(1, 0, 4, 5))
    correction = ev.RoundCorrected(2, OUT)
    assert table.plan(correction).question == Question("rebuy", 2, 3)
    answers: service.Answers = {("rebuy", 2, 3): answer}
    assert consequences(table.plan(correction, answers=answers)) == kinds
    table.confirm(correction, answers=answers)
    assert (table.totals, table.statuses) == (totals, statuses)
    assert table.game.state.pot == (700 if answer == "rebuy" else 600)


def test_a_round_closed_by_somebody_who_was_out_has_no_closer(table):
    """His entry is dropped, and so is his close: the others keep their loose points."""
    table.book(IN)
    table.book(scored(2, 4, 0, 5, kind="clean"))
    table.confirm(ev.RoundCorrected(2, OUT), answers={("rebuy", 2, 3): "out"})
    later = table.game.state.rounds[1]
    assert (later.closer, later.kind, dict(later.scored)) == (None, None, {1: 4, 3: 5})


def test_a_rebuy_that_no_longer_fits_leads_to_the_next_question(table):
    """Out earlier than before: the earlier decision is asked for, the later rebuy may still be right."""
    table.book(scored(1, 0, 20, 5))
    table.book(scored(1, 0, 11, 5))
    table.book(ev.RebuyTaken(2))
    correction = ev.RoundCorrected(2, OUT)
    answers: service.Answers = {("rebuy", 2, 3): "rebuy"}
    plan = table.plan(correction, answers=answers)
    assert consequences(plan) == [("rebought", 3, 2), ("withdrawn", 4, 2)]
    assert plan.after is not None
    assert [seat.total for seat in plan.after.seats] == [0, 16, 10]


def test_an_earlier_end_cancels_what_came_later(table):
    """Later rounds are undone with it, but money that lies on the plate stays there."""
    table.book(IN)
    table.book(scored(1, 0, 4, 5))
    table.book(ev.Paid(1, 200))
    table.book(ev.PointsAdjusted(1, 10, "late"))
    correction = ev.RoundCorrected(2, scored(1, 0, 31, 31))
    plan = table.plan(correction)
    assert consequences(plan) == [("after_end", 3, None), ("after_end", 5, None)]
    table.confirm(correction)
    state = table.game.state
    assert (state.phase, state.winners, state.round_number, state.seat(1).paid) == ("over", (1,), 2, 200)
    table.undo()
    assert (table.game.state.phase, table.totals) == ("playing", [10, 25, 10])


def test_whatever_no_longer_fits_is_withdrawn(table):
    """A joiner that never came takes along the events that name the seat."""
    change, people = service.join(table.game, "Rosa")
    table.book(*change, people=people)
    table.book(ev.PointsAdjusted(4, 5, "late"))
    table.book(scored(1, 0, 4, 5, 6))
    table.book(ev.SeatsReordered((4, 3, 2, 1)))
    plan = table.plan(ev.Undone(2))
    assert consequences(plan) == [("withdrawn", 3, 4), ("entry_dropped", 4, 4), ("withdrawn", 5, None)]
    table.confirm(ev.Undone(2))
    assert (table.totals, table.game.state.order) == ([0, 4, 5], (1, 2, 3))


def test_corrected_rules_have_consequences_too(table):
    """A higher limit takes rebuys back, a lower one asks for them."""
    table.book(OUT)
    table.book(ev.RebuyTaken(2))
    table.book(scored(1, 0, 4, 5))
    higher = service.correct_terms(table.game, terms(limit=50))
    assert consequences(table.plan(*higher)) == [("withdrawn", 3, 2)]
    table.confirm(*higher)
    assert (table.totals, table.game.state.pot) == ([0, 35, 10], 600)
    lower = service.correct_terms(table.game, terms(limit=30))
    assert table.plan(*lower).question == Question("rebuy", 2, 4)


def test_a_close_that_corrected_rules_do_not_know_counts_as_clean(app):
    """The table is told so and confirms it; undone, the rules and the close are what they were."""
    table = TableUnderTest(preset="home")
    table.book(scored(1, 0, 4, 5, kind="joker-chinchon"))
    before = table.totals
    corrected = service.correct_terms(table.game, terms("home", wild_ace=False))
    assert consequences(table.plan(*corrected)) == [("clean_now", 2, 1)]
    with pytest.raises(NeedsConfirmation):
        table.book(*corrected)
    table.confirm(*corrected)
    assert table.game.state.rounds[0].kind == "clean"
    assert table.totals == [table.game.state.terms.rules.bonus("clean"), 4, 5] != before
    table.undo()
    assert (table.game.state.rounds[0].kind, table.totals) == ("joker-chinchon", before)


def test_a_correction_that_cannot_be_is_refused(table):
    """What is wrong in the correction itself is not asked about or repaired."""
    table.book(OUT)
    for wrong, code in (
        (scored(1, 0, 4), "entry_missing"),
        (scored(1, 0, 4, 5, 6), "entry_not_in"),
        (scored(1, 0, 99, 5), "points_impossible"),
    ):
        with pytest.raises(RuleViolation, match=code):
            table.plan(ev.RoundCorrected(2, wrong))
    with pytest.raises(RuleViolation, match="not_a_round"):
        table.plan(ev.RoundCorrected(1, OUT))


def test_a_change_that_cannot_be_is_refused(table):
    """A fault of the new events themselves is raised, not planned around."""
    with pytest.raises(RuleViolation, match="rebuy_not_possible"):
        table.plan(ev.RebuyTaken(2))


def test_consequences_must_be_confirmed(table):
    """Nothing is booked before exactly this plan was confirmed by its fingerprint."""
    table.book(OUT)
    table.book(ev.RebuyTaken(2))
    correction = ev.RoundCorrected(2, IN)
    request = table.request
    plan = table.plan(correction)
    other = table.plan(ev.RoundCorrected(2, scored(1, 0, 22, 5)))
    assert plan.fingerprint != other.fingerprint
    for confirmed in ("", "yes", other.fingerprint):
        with pytest.raises(NeedsConfirmation) as caught:
            service.book(table.game, (correction,), request, confirmed=confirmed)
        assert caught.value.plan.consequences == (Consequence("withdrawn", 3, 2),)
    assert table.game.version == 3
    assert service.book(table.game, (correction,), request, confirmed=plan.fingerprint).version == 5


def test_an_open_question_cannot_be_confirmed_away(table):
    """While a question is open there is nothing to book, whatever is confirmed."""
    table.book(IN)
    table.book(scored(1, 0, 4, 5))
    correction = ev.RoundCorrected(2, OUT)
    with pytest.raises(NeedsConfirmation) as caught:
        service.book(table.game, (correction,), table.request, confirmed=table.plan(correction).fingerprint)
    assert caught.value.plan.question == Question("rebuy", 2, 3)
    assert table.game.version == 3


def test_a_full_history(app):
    """As many entries as a file may have; such a game is still read, goes into a file, and comes in again."""
    table = TableUnderTest(*"ABCDEFGH", limit=500)
    laid = tuple(ev.LaidOff("10b", 1, "10o 11o 12o JK=7o") for _ in range(4))
    cards = "10o 11o 12o / 10c 11c 12c 10e"
    round_by_cards = ev.RoundScored(tuple(ev.Entry(seat, 0, cards, laid) for seat in range(1, 9)), 1, "plain")
    adjusted = ev.PointsAdjusted(1, 1, "x" * ev.MAX_REASON), ev.PointsAdjusted(1, -1, "x" * ev.MAX_REASON)
    table.book(*[round_by_cards] * MAX_ROUNDS, *adjusted * ((service.MAX_EVENTS - MAX_ROUNDS - 1) // 2))
    table.book(ev.Paid(1, 200))
    assert table.game.version == service.MAX_EVENTS
    for change in ((ev.RoundVoided(),), service.undo(table.game)):
        with pytest.raises(RuleViolation, match="too_many_events"):
            table.book(*change)
    assert service.read_game(service.game_file(table.game)).game.ledger == table.game.ledger
