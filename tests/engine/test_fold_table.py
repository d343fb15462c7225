"""Who sits where: dealers, joiners, leavers, substitutes, the order of turns, adjustments, money, changed terms."""

import pytest
from ledgers import played, scored, start, statuses, terms, totals

from scorekeeper.engine import events as ev
from scorekeeper.engine.state import Change

OUT = scored(1, 0, 31, 5)  # seat 2 passes a limit of 30


def test_the_deal_goes_round_those_who_are_in():
    """The next dealer is the next seat that is in, round after round (reading 18)."""
    game = start(4, dealer=3, limit=30, rebuys=False)
    state = played(game, scored(1, 0, 1, 1, 31), scored(1, 0, 1, 1), scored(1, 0, 1, 1), scored(1, 0, 1, 1))
    assert [seen.dealer for seen in state.rounds] == [3, 1, 2, 3]
    assert state.dealer == 1


def test_the_deal_passes_over_a_first_dealer_who_left():
    """If the first dealer goes home before the first round, the next one deals it."""
    assert played(start(3, dealer=2), ev.PlayerLeft(2)).dealer == 3


def test_the_deal_goes_on_from_a_dealer_who_went_out():
    """The place of the last dealer counts, even when he is out by now."""
    game = start(4, dealer=2, limit=30, rebuys=False)
    state = played(game, scored(1, 0, 31, 5, 5))
    assert (state.rounds[0].dealer, state.dealer) == (2, 3)


def test_a_late_joiner():
    """He takes the next seat at the highest total still in, pays the stake and plays from the next round on."""
    state = played(start(3, rebuy_score="second-highest"), scored(1, 0, 31, 5), ev.PlayerJoined(4, 4))
    assert (totals(state), state.pot, state.seat(4).due) == ([0, 31, 5, 31], 800, 200)
    assert [seat.seat for seat in state.playing] == [1, 2, 3, 4]
    assert state.changes == (Change(3, 1, "joined", 4, 31),)
    assert played(start(3), ev.PlayerJoined(4, 4)).seat(4).total == 0


def test_a_joiner_comes_in_below_the_totals_of_those_who_are_out():
    """The highest total still in: who is out does not count."""
    state = played(start(3, limit=30), OUT, ev.RebuyDeclined(2), ev.PlayerJoined(4, 4))
    assert totals(state) == [0, 31, 5, 5]


def test_joiners_bring_the_second_pack_and_leavers_do_not_take_it_away():
    """Packs are fixed at the start, raised by joiners, and never lowered."""
    assert played(start(4)).packs == 1
    assert played(start(4), ev.PlayerJoined(5, 5)).packs == 2
    assert played(start(5), ev.PlayerLeft(5), ev.PlayerLeft(4)).packs == 2
    assert played(start(4), ev.PlayerLeft(4), ev.PlayerJoined(5, 5)).packs == 1, "four are at the table"


def test_a_leaver():
    """His stake stays in the pot, and his total counts for nothing any more."""
    state = played(start(4), scored(1, 2, 31, 5, 0), ev.PlayerLeft(2), ev.PlayerLeft(4))
    assert (statuses(state), state.pot) == (["in", "left", "in", "left"], 800)
    assert (state.highest, state.in_front, state.rebuy_points) == (5, (1,), 5)
    over = played(start(4), scored(1, 2, 31, 5, 0), ev.PlayerLeft(2), ev.PlayerLeft(4), ev.GameEnded())
    assert (over.winners, over.places, over.payout) == ((1,), {1: 1, 3: 2}, {1: 800})


def test_whoever_stays_alone_has_won():
    """When all but one have left, the game is over."""
    state = played(start(3), ev.PlayerLeft(1), ev.PlayerLeft(3))
    assert (state.ending, state.winners, state.payout) == ("last-standing", (2,), {2: 600})


def test_a_leaver_can_close_a_rebuy_to_others():
    """If a survivor leaves while decisions are open, too few may be left for a rebuy."""
    state = played(start(3, limit=30), OUT, ev.PlayerLeft(3))
    assert (statuses(state), state.winners) == (["in", "out", "left"], (1,))
    state = played(start(3, limit=30), OUT, ev.PlayerLeft(2))
    assert (statuses(state), state.phase) == (["in", "left", "in"], "playing")


def test_a_substitute():
    """Another person takes over the seat with its total, from that round on."""
    state = played(start(3), scored(1, 0, 31, 5), ev.SubstituteSeated(2, 4))
    assert (state.seat(2).person, state.seat(2).total, state.pot) == (4, 31, 600)
    assert played(start(3, limit=30), OUT, ev.SubstituteSeated(2, 4)).seat(2).status == "deciding"


def test_a_new_order_of_turns():
    """Seats keep their numbers and totals; only turns and the next dealer change."""
    state = played(start(3), scored(1, 0, 31, 5), ev.SeatsReordered((3, 1, 2)))
    assert (totals(state), state.order) == ([0, 31, 5], (3, 1, 2))
    assert state.dealer == 2, "after seat 1, who dealt last, now sits seat 2"
    assert [seat.seat for seat in state.turns_from(1)] == [1, 2, 3]
    assert [seat.seat for seat in played(start(3), ev.SeatsReordered((2, 1, 3))).playing] == [2, 1, 3]


def test_an_adjustment():
    """A penalty adds points and a bonus takes some, outside of any round."""
    state = played(start(3), scored(1, 0, 31, 5), ev.PointsAdjusted(1, 10, "showed a card"))
    assert totals(state) == [10, 31, 5]
    assert state.changes == (Change(3, 1, "adjusted", 1, 10, "showed a card"),)
    assert totals(played(start(3), ev.PointsAdjusted(2, -10, "forgotten"))) == [0, -10, 0]
    assert totals(played(start(3, floor_at_zero=True), ev.PointsAdjusted(2, -10, "forgotten"))) == [0, 0, 0]


def test_an_adjustment_settles_the_round_again():
    """A penalty may put somebody out, a bonus may bring somebody back in before he decides."""
    state = played(start(3, limit=30), scored(1, 0, 25, 5), ev.PointsAdjusted(2, 10, "late"))
    assert (statuses(state), state.phase) == (["in", "deciding", "in"], "rebuy-decision")
    state = played(start(3, limit=30), OUT, ev.PointsAdjusted(2, -1, "miscounted"))
    assert (statuses(state), state.phase, state.seat(2).out_in_round) == (["in"] * 3, "playing", None)
    state = played(start(3, limit=30), OUT, ev.PointsAdjusted(3, 7, "late"))
    assert state.rebuy_points == 12


def test_an_adjustment_can_end_the_game():
    """A penalty that leaves one player in ends it; a bonus after that needs an undo."""
    state = played(start(2, limit=30), scored(1, 0, 25), ev.PointsAdjusted(2, 10, "late"))
    assert (state.ending, state.winners) == ("last-standing", (1,))
    state = played(start(2, win_at=-20), ev.PointsAdjusted(2, -20, "forgotten"))
    assert (state.ending, state.winners) == ("win-at", (2,))


def test_what_was_really_paid():
    """Payments are noted by seat and change neither pot nor totals; they may be made after the end, too."""
    state = played(start(3), ev.Paid(1, 200), ev.Paid(1, 100), ev.Paid(2, 200), ev.Paid(2, -200))
    assert [seat.paid for seat in state.seats] == [300, 0, 0]
    assert (state.pot, state.changes) == (600, ())
    assert played(start(2), ev.GameEnded(), ev.Paid(1, 200)).seat(1).paid == 200


def test_changed_terms_count_from_the_next_round_on():
    """A new limit puts out or brings in nobody before a round is played by it."""
    lower = ev.RulesChanged(terms(limit=20))
    state = played(start(3, limit=30), scored(1, 0, 25, 5), lower)
    assert (statuses(state), state.terms.rules.limit) == (["in"] * 3, 20)
    assert played(start(3, limit=30), scored(1, 0, 25, 5), lower, scored(2, 1, 0, 1)).rounds[1].went_out == (2,)


@pytest.mark.parametrize("event", [ev.PointsAdjusted(1, 1, "late"), ev.PlayerLeft(4)])
def test_whatever_happens_between_rounds_is_settled_by_the_old_terms(event):
    """An adjustment or a leaver after the change does not apply the new terms to the old round."""
    game, rounds = start(4, limit=30), scored(1, 0, 31, 25, 0)
    higher = ev.RulesChanged(terms(limit=100))
    assert played(game, rounds, ev.RebuyDeclined(2), higher, event).seat(2).status == "out"
    lower = ev.RulesChanged(terms(limit=20))
    assert played(game, rounds, ev.RebuyDeclined(2), lower, event).seat(3).status == "in"
    short = ev.RulesChanged(terms(ends="rounds", rounds=1))
    assert played(game, rounds, ev.RebuyDeclined(2), short, event).phase == "playing"


def test_changed_money():
    """A new price counts for the rebuys and joiners that follow; the pot so far stays."""
    dearer = ev.RulesChanged(terms(stake=500, rebuy_price=400, limit=30))
    state = played(start(3, limit=30), dearer, OUT, ev.RebuyTaken(2), ev.PlayerJoined(4, 4))
    assert (state.pot, state.seat(2).due, state.seat(4).due) == (600 + 400 + 500, 600, 500)


def test_changed_terms_may_bring_the_second_pack():
    """Packs go up with the terms, and not down again."""
    state = played(start(4), ev.RulesChanged(terms(second_deck_from=4)))
    assert state.packs == 2
    assert played(start(5), ev.RulesChanged(terms(second_deck_from=None))).packs == 2


def test_corrected_terms_fold_everything_again():
    """A limit that was wrong all along un-eliminates whoever was out by it, and changes the stakes."""
    game, fixed = start(3, limit=30), ev.RulesCorrected(1, terms(limit=50, stake=300))
    state = played(game, OUT, fixed)
    assert (statuses(state), state.phase, state.pot) == (["in"] * 3, "playing", 900)
    state = played(game, ev.RulesChanged(terms(limit=20)), OUT, ev.RulesCorrected(2, terms(limit=40)))
    assert (statuses(state), state.pot) == (["in"] * 3, 600)


def test_who_is_in_front():
    """In front is the lowest total among those in, all of them if equal (reading 17)."""
    state = played(start(4, limit=30), scored(1, 5, 5, 31, 7))
    assert (state.in_front, state.highest) == ((1, 2), 7)
