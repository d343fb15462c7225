"""The use cases at a running table."""

import pytest
from ledgers import scored, terms
from tables import KEYRING, TableUnderTest

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.service import Request, RoundInput, Typed

OUT = scored(1, 0, 31, 31, 5)  # seats 2 and 3 are out under a limit of 30


@pytest.fixture
def table(app) -> TableUnderTest:
    """Four players, limit 30: event 1."""
    return TableUnderTest("Ana", "Luis", "Eva", "Juan", limit=30)


def points(*left: int, closer: int | None = 1) -> RoundInput:
    """A round typed by points."""
    return RoundInput(tuple(Typed(seat, value) for seat, value in enumerate(left, start=1)), closer)


def test_a_game_starts_once(app):
    """The same key gives the same game, whatever else was typed."""
    new = service.NewGame(("Ana", "Luis"), terms(), first_dealer=2)
    first = service.start_game(KEYRING, new, "key")
    assert service.start_game(KEYRING, new, "key") == first
    assert service.start_game(KEYRING, new, "another") != first
    assert service.load(first).state.dealer == 2
    with pytest.raises(RuleViolation, match="too_few_players"):
        service.start_game(KEYRING, service.NewGame(("Ana",), terms()), "third")


def test_a_form_sent_twice_books_once(table):
    """The same key and content gives the first result, even when the game has gone on since."""
    request = table.request
    game = table.game
    assert service.score_round(game, points(0, 9, 9, 9), request) == service.Appended(2, repeated=False)
    table.book(ev.Paid(1, 200))
    assert service.score_round(game, points(0, 9, 9, 9), request) == service.Appended(2, repeated=True)
    assert service.book(table.game, (OUT,), request) == service.Appended(2, repeated=True)
    assert table.totals == [0, 9, 9, 9]


def test_the_same_form_with_another_content(table):
    """Back, edit, book again: what the key booked first is said, so that a correction can be offered."""
    request = table.request
    service.score_round(table.game, points(0, 9, 9, 9), request)
    for act in (
        lambda: service.score_round(table.game, points(0, 8, 9, 9), Request(request.key, 2, "else")),
        lambda: service.book(table.game, (OUT,), Request(request.key, 2, "else")),
    ):
        with pytest.raises(service.KeyReused) as caught:
            act()
        assert caught.value.version == 2
    assert table.totals == [0, 9, 9, 9]


def test_a_stale_form(table):
    """Another phone was faster: nothing is booked, and both versions are known."""
    stale = table.request
    table.book(scored(1, 0, 9, 9, 9))
    for act in (
        lambda: service.score_round(table.game, points(0, 8, 9, 9), stale),
        lambda: service.book(table.game, (ev.Paid(1, 1),), stale),
    ):
        with pytest.raises(service.StaleVersion) as caught:
            act()
        assert (caught.value.expected, caught.value.current) == (1, 2)
    assert table.game.version == 2


def test_a_game_that_was_loaded_before_the_other_phone_wrote(table):
    """Even if the page and its form agree with each other, the database has the last word."""
    game, request = table.game, table.request
    table.book(scored(1, 0, 9, 9, 9))
    with pytest.raises(service.StaleVersion):
        service.book(game, (ev.Paid(1, 1),), request)


def test_several_rebuys_in_one_step(table):
    """All who come back do so at the same total; one undo takes the whole step back."""
    table.book(OUT)
    table.book(*service.decide({2: True, 3: True}))
    assert (table.totals, table.game.state.pot) == ([0, 5, 5, 5], 1000)
    assert [stored.batch for stored in table.game.ledger] == [1, 2, 3, 3]
    table.undo()
    assert (table.totals, table.statuses) == ([0, 31, 31, 5], ["in", "deciding", "deciding", "in"])
    table.redo()
    assert (table.totals, table.game.state.pot) == ([0, 5, 5, 5], 1000)


def test_a_decision_may_change_before_the_next_round(table):
    """Staying out is not the last word, nor is coming back: it can be undone."""
    table.book(OUT)
    table.book(*service.decide({2: False, 3: True}))
    assert table.statuses == ["in", "out", "in", "in"]
    table.book(*service.decide({2: True}))
    assert (table.totals, table.game.state.pot) == ([0, 5, 5, 5], 1000)
    table.undo()
    assert table.statuses == ["in", "out", "in", "in"]
    table.book(scored(1, 0, None, 5, 5))
    with pytest.raises(RuleViolation, match="rebuy_not_possible"):
        table.book(*service.decide({2: True}))


def test_the_next_round_waits_for_the_decisions(table):
    """While a decision is open no round can be booked."""
    table.book(OUT)
    with pytest.raises(RuleViolation) as caught:
        table.book(scored(1, 0, None, None, 5))
    assert (caught.value.code, caught.value.facts["seats"]) == ("rebuy_open", (2, 3))


def test_undo_and_redo_walk_the_whole_evening(table):
    """Step by step back to the start, and forward again: every state is what it was."""
    steps: list[tuple[ev.Event, ...]] = [
        (OUT,),
        (ev.RebuyTaken(2), ev.RebuyDeclined(3)),
        (scored(2, 1, 0, None, 5),),
        (ev.PointsAdjusted(1, 5, "late"),),
        (ev.RoundCorrected(5, scored(2, 2, 0, None, 6)),),
        (ev.RulesChanged(terms(limit=50)),),
    ]
    seen = [(table.totals, table.statuses, table.game.state.pot)]
    for step in steps:
        table.book(*step)
        seen.append((table.totals, table.statuses, table.game.state.pot))
    for before in reversed(seen[:-1]):
        table.undo()
        assert (table.totals, table.statuses, table.game.state.pot) == before
    with pytest.raises(RuleViolation, match="nothing_to_undo"):
        table.undo()
    for after in seen[1:]:
        table.redo()
        assert (table.totals, table.statuses, table.game.state.pot) == after
    with pytest.raises(RuleViolation, match="nothing_to_redo"):
        table.redo()
    table.undo()
    assert (table.totals, table.statuses, table.game.state.pot) == seen[-2], "after a redo, undo is undo again"


def test_nothing_to_redo_once_the_game_went_on(table):
    """What was undone is given up when something else is booked."""
    table.book(OUT)
    table.undo()
    table.book(scored(1, 0, 1, 1, 1))
    with pytest.raises(RuleViolation, match="nothing_to_redo"):
        table.redo()
    table.undo()
    assert table.totals == [0] * 4
    table.redo()
    assert table.totals == [0, 1, 1, 1]


def test_nothing_to_undo_in_a_new_game(table):
    """The start itself cannot be undone."""
    with pytest.raises(RuleViolation, match="nothing_to_undo"):
        table.undo()
    with pytest.raises(RuleViolation, match="nothing_to_redo"):
        table.redo()


def test_an_undo_is_taken_back_by_a_redo_only(table):
    """Undos of undos of undos would be a history without end."""
    table.book(ev.Paid(1, 200))
    table.undo()
    with pytest.raises(RuleViolation, match="cannot_undo"):
        service.undo_event(table.game, 3)
    table.redo()
    assert service.undo_event(table.game, 2) == (ev.Undone(2, "undo"),)
    for number, code in ((0, "no_such_event"), (5, "no_such_event"), (3, "cannot_undo")):
        with pytest.raises(RuleViolation, match=code):
            service.undo_event(table.game, number)


def test_undo_of_a_correction_brings_back_what_it_withdrew(table):
    """The correction and its consequences are one step, back and forth."""
    table.book(OUT)
    table.book(*service.decide({2: True, 3: False}))
    correction = ev.RoundCorrected(2, scored(1, 0, 3, 31, 5))
    table.confirm(correction)
    assert (table.totals, table.statuses) == ([0, 3, 31, 5], ["in", "in", "out", "in"])
    table.undo()
    assert (table.totals, table.statuses, table.game.state.pot) == ([0, 5, 31, 5], ["in", "in", "out", "in"], 900)
    table.redo()
    assert (table.totals, table.statuses, table.game.state.pot) == ([0, 3, 31, 5], ["in", "in", "out", "in"], 800)
    table.undo()
    table.undo()
    assert table.statuses == ["in", "deciding", "deciding", "in"]


def test_undo_of_the_end(table):
    """A finished game goes on when its last step is undone."""
    table.book(scored(1, 0, 31, 31, 31))
    assert table.game.state.phase == "over"
    table.undo()
    assert table.game.state.phase == "playing"
    table.book(ev.GameEnded())
    table.undo()
    assert table.game.state.phase == "playing"


def test_a_round_is_judged_before_it_is_booked(table):
    """The preview shows totals, who would be out, and what the rebuy would cost, and books nothing."""
    judged, plan = service.judge_round(table.game, points(0, 31, 9, 5))
    assert (judged.event, judged.objections) == (scored(1, 0, 31, 9, 5), ())
    assert plan.after is not None
    assert (plan.after.phase, plan.after.rebuy_points, plan.after.rounds[0].went_out) == ("rebuy-decision", 9, (2,))
    assert table.game.version == 1


def test_a_correction_is_judged_at_the_table_of_that_round(table):
    """Seats, packs and rules are those of the round, not of today."""
    service.score_round(table.game, points(0, 31, 9, 5), table.request)
    table.book(*service.decide({2: False}))
    table.book(ev.RulesChanged(terms(limit=30, close_limit=10)))
    assert service.table_at(table.game, 2).terms.rules.close_limit == 5
    with pytest.raises(service.NeedsRuling):
        service.score_round(table.game, points(6, 31, 9, 5), table.request, correcting=2)
    service.score_round(table.game, points(4, 31, 9, 5), table.request, correcting=2)
    assert table.totals == [4, 31, 9, 5]
    with pytest.raises(RuleViolation, match="not_a_round"):
        service.table_at(table.game, 3)


def test_joiners_and_substitutes_are_new_people(table):
    """Each gets a number of his own, even after others were undone, and no history changes its names."""
    change, people = service.join(table.game, "Rosa")
    assert (change, people) == ((ev.PlayerJoined(5, 5),), {5: "Rosa"})
    table.book(*change, people=people)
    table.undo()
    change, people = service.join(table.game, "Mario")
    assert (change, people) == ((ev.PlayerJoined(5, 6),), {6: "Mario"})
    table.book(*change, people=people)
    change, people = service.substitute(table.game, 1, "Clara")
    table.book(*change, people=people)
    game = table.game
    assert [game.names[seat.person] for seat in game.state.seats] == ["Clara", "Luis", "Eva", "Juan", "Mario"]


def test_correct_terms_reaches_the_terms_in_force(table):
    """The start's terms, or those of the last change that still counts."""
    fifty = terms(limit=50)
    assert service.correct_terms(table.game, fifty) == (ev.RulesCorrected(1, fifty),)
    table.book(ev.RulesChanged(terms(limit=40)))
    assert service.correct_terms(table.game, fifty) == (ev.RulesCorrected(2, fifty),)
    table.undo()
    assert service.correct_terms(table.game, fifty) == (ev.RulesCorrected(1, fifty),)


def test_a_rematch(table):
    """The same people and rules, in their order of turns without those who left; the deal moves on."""
    table.book(ev.SeatsReordered((3, 1, 4, 2)))
    table.book(ev.RulesChanged(terms(limit=50, stake=500)))
    table.book(scored(1, 0, 9, 9, 9))
    change, people = service.substitute(table.game, 1, "Clara")
    table.book(*change, people=people)
    table.book(ev.PlayerLeft(4))
    table.book(ev.GameEnded())
    new = service.rematch(table.game)
    assert (new.names, new.terms) == (("Eva", "Clara", "Luis"), terms(limit=50, stake=500))
    assert new.names[new.first_dealer - 1] == "Luis", "seat 1 dealt last; seat 4 is gone, seat 2 is next"


def test_a_rematch_after_a_void_round(table):
    """A void round is dealt again by the same dealer, in the rematch, too."""
    table.book(scored(1, 0, 9, 9, 9))
    table.book(ev.RoundVoided())
    table.book(ev.GameEnded())
    assert service.rematch(table.game).first_dealer == 2


def test_a_rematch_before_any_round(table):
    """Nobody has dealt: the first in the order of turns does."""
    table.book(ev.GameEnded())
    assert service.rematch(table.game) == service.NewGame(("Ana", "Luis", "Eva", "Juan"), terms(limit=30), 1)


def test_requests():
    """Keys are fresh, and a digest tells what was typed but not in which order."""
    assert len({service.new_key() for _ in range(100)}) == 100
    assert service.digest_of({"a": 1, "b": "x"}) == service.digest_of({"b": "x", "a": 1})
    assert service.digest_of({"a": 1}) != service.digest_of({"a": 2})
