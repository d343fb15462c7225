"""Totals, bonuses, who is out and who may come back: the rules of a table, one by one."""

import pytest
from ledgers import played, scored, start, statuses, totals

from scorekeeper.engine import events as ev


def test_a_new_game():
    """Everybody is in at zero, the stakes are in the pot, and the first dealer deals round 1."""
    state = played(start(3, dealer=2))
    assert totals(state) == [0, 0, 0]
    assert statuses(state) == ["in"] * 3
    assert (state.version, state.pot, state.round_number, state.dealer, state.packs) == (1, 600, 1, 2, 1)
    assert (state.phase, state.ending, state.winners, state.payout, state.places) == ("playing", None, (), {}, {})
    assert state.in_front == (1, 2, 3)
    assert [seat.due for seat in state.seats] == [200] * 3


@pytest.mark.parametrize(
    ("preset", "kind", "points"),
    [
        ("fournier", "plain", 5), ("fournier", "clean", 0), ("fournier", "chinchon", -10),
        ("home", "clean", -10), ("home", "joker-chinchon", -25), ("conga", "joker-chinchon", -25),
        ("duel-52", "clean", -10), ("duel-52", "joker-chinchon", -25), ("general", "clean", 0),
        ("general", "chinchon", -10),
    ],
)  # fmt: skip
def test_the_bonus_of_a_close(preset, kind, points):
    """A close adds its own bonus to the loose points, and never two of them (reading 14)."""
    loose = 5 if kind == "plain" else 0
    state = played(start(2, preset=preset), scored(1, loose, 20, kind=kind))
    assert state.rounds[0].scored == {1: points, 2: 20}
    assert totals(state) == [points, 20]


def test_only_the_closer_gets_a_bonus():
    """Somebody else without loose points scores nothing, not the bonus of a clean close."""
    assert totals(played(start(3, preset="home"), scored(1, 0, 0, 8, kind="clean"))) == [-10, 0, 8]


def test_nobody_closed():
    """Everyone scores loose points without any bonus, and the deal moves on."""
    state = played(start(3), scored(None, 0, 12, 7))
    assert totals(state) == [0, 12, 7]
    assert (state.round_number, state.dealer) == (2, 2)
    assert (state.rounds[0].closer, state.rounds[0].kind) == (None, None)


def test_a_false_close():
    """The closer scores loose points plus the penalty, without a bonus; the others score theirs."""
    state = played(start(3, false_close_penalty=10), scored(1, 9, 12, 7, ruling="false-close"))
    assert totals(state) == [19, 12, 7]
    assert state.rounds[0].ruling == "false-close"
    kept = played(start(3, preset="home"), scored(1, 30, 12, 7, kind="chinchon", ruling="false-close"))
    assert totals(kept) == [30, 12, 7]
    assert kept.phase == "playing", "a false chinchón does not win"


def test_a_close_that_stands():
    """A close against the rules scores as declared, without a penalty, and stays marked."""
    state = played(start(3, false_close_penalty=10), scored(1, 9, 12, 7, ruling="stands"))
    assert totals(state) == [9, 12, 7]
    assert state.rounds[0].ruling == "stands"


def test_a_void_round():
    """A misdeal scores nothing, and the same dealer deals the same round again."""
    state = played(start(3), scored(1, 0, 12, 7), ev.RoundVoided("misdeal"))
    assert totals(state) == [0, 12, 7]
    assert (state.round_number, state.dealer) == (2, 2)
    void = state.rounds[1]
    assert (void.void, void.number, void.dealer, void.scored, void.entries) == (True, 2, 2, {}, {})


@pytest.mark.parametrize(
    ("out_when", "points", "out"),
    [("exceeds", 30, False), ("exceeds", 31, True), ("reaches", 29, False), ("reaches", 30, True)],
)
def test_the_limit(out_when, points, out):
    """`exceeds`: exactly on the limit is still in; `reaches`: it is out (reading 3)."""
    state = played(start(3, limit=30, out_when=out_when), scored(1, 0, points, 7))
    assert state.seat(2).status == ("deciding" if out else "in")
    assert state.rounds[0].went_out == ((2,) if out else ())
    assert state.seat(2).out_in_round == (1 if out else None)


def test_a_rebuy_comes_in_at_the_highest_total_still_in():
    """Never at the total of somebody who is out, and for the price of a rebuy (reading 9)."""
    out = scored(1, 2, 31, 17, 40)
    state = played(start(4, limit=30), out)
    assert (state.phase, state.rebuy_points, state.highest) == ("rebuy-decision", 17, 17)
    assert [seat.seat for seat in state.deciding] == [2, 4]
    state = played(start(4, limit=30), out, ev.RebuyTaken(2), ev.RebuyDeclined(4))
    assert totals(state) == [2, 17, 17, 40]
    assert statuses(state) == ["in", "in", "in", "out"]
    assert (state.pot, state.seat(2).rebuys, state.seat(2).due) == (900, 1, 300)
    assert state.phase == "playing"


def test_several_rebuys_at_once_share_one_total():
    """The order in which they decide makes no difference, even at the second highest total."""
    for score, total in (("highest", 17), ("second-highest", 2)):
        game = start(4, limit=30, rebuy_score=score)
        for first, second in ((2, 4), (4, 2)):
            state = played(game, scored(1, 2, 31, 17, 40), ev.RebuyTaken(first), ev.RebuyTaken(second))
            assert totals(state) == [2, total, 17, total]


def test_who_came_back_does_not_raise_the_price_for_the_next():
    """The highest total is that of the survivors of the round, whatever happens to the one who is back already."""
    history = scored(1, 2, 31, 17, 40), ev.RebuyTaken(2), ev.PointsAdjusted(2, 6, "showed a card")
    assert totals(played(start(4, limit=30), *history, ev.RebuyTaken(4))) == [2, 23, 17, 17]


def test_second_highest_with_one_survivor():
    """Where only one is left in there is no second highest: it is his."""
    game = start(2, limit=30, rebuy_score="second-highest", rebuy_needs_survivors=1)
    assert totals(played(game, scored(1, 4, 31), ev.RebuyTaken(2))) == [4, 4]


def test_a_rebuy_exactly_at_the_limit():
    """A highest total exactly on the limit is legal to come back at."""
    state = played(start(3, limit=30), scored(1, 0, 31, 30), ev.RebuyTaken(2))
    assert totals(state) == [0, 30, 30]
    assert statuses(state) == ["in"] * 3


def test_a_rebuy_among_negative_totals():
    """If every survivor is below zero, so is the rebuy: the highest of them, not zero."""
    game = start(3, limit=30, clean_close_points=-10)
    history = scored(1, 0, 2, 20, kind="clean"), scored(2, 3, 0, 11, kind="clean"), ev.RebuyTaken(3)
    assert totals(played(game, *history)) == [-7, -8, -7]


@pytest.mark.parametrize(("needs", "phase"), [(1, "rebuy-decision"), (2, "rebuy-decision"), (3, "playing")])
def test_how_many_must_still_be_in(needs, phase):
    """A rebuy is offered only while so many are still in."""
    assert played(start(3, limit=30, rebuy_needs_survivors=needs), scored(1, 0, 31, 5)).phase == phase


def test_the_last_one_in_wins_and_nobody_rebuys():
    """With only one left the game is won at once, and the others are not even asked."""
    state = played(start(3, limit=30), scored(1, 0, 31, 40))
    assert (state.phase, state.ending, state.winners) == ("over", "last-standing", (1,))
    assert statuses(state) == ["in", "out", "out"]
    assert [seat.may_rebuy for seat in state.seats] == [False] * 3
    assert (state.payout, state.places, state.dealer) == ({1: 600}, {1: 1, 2: 2, 3: 3}, None)


def test_one_survivor_is_enough_where_the_table_says_so():
    """With `rebuy_needs_survivors` 1 the game waits for the decisions, and ends when all stay out."""
    game = start(3, limit=30, rebuy_needs_survivors=1)
    out = scored(1, 0, 31, 40)
    assert played(game, out).phase == "rebuy-decision"
    assert played(game, out, ev.RebuyDeclined(2)).phase == "rebuy-decision"
    over = played(game, out, ev.RebuyDeclined(2), ev.RebuyDeclined(3))
    assert (over.ending, over.winners) == ("last-standing", (1,))
    assert statuses(played(game, out, ev.RebuyDeclined(2), ev.RebuyTaken(3))) == ["in", "out", "in"]


def test_no_rebuys_means_out_at_once():
    """Where the rules know no rebuy the game goes on without the player."""
    state = played(start(3, preset="general", limit=30), scored(1, 0, 31, 5))
    assert (statuses(state), state.phase) == (["in", "out", "in"], "playing")


def test_rebuys_per_player():
    """Who has used all rebuys is out for good; the others are still asked."""
    game = start(3, limit=30, rebuys_per_player=1)
    once = (scored(1, 0, 31, 5), ev.RebuyTaken(2))
    state = played(game, *once, scored(1, 0, 26, 5))
    assert (statuses(state), state.phase) == (["in", "out", "in"], "playing")
    state = played(game, *once, scored(1, 0, 5, 26))
    assert statuses(state) == ["in", "in", "deciding"]
    assert statuses(played(start(3, limit=30, rebuys_per_player=0), once[0])) == ["in", "out", "in"]


def test_a_declined_rebuy_can_be_changed_until_the_next_round():
    """Staying out is not for ever: until the next round is booked one may still come back."""
    out = scored(1, 0, 31, 5)
    state = played(start(3, limit=30), out, ev.RebuyDeclined(2))
    assert (state.seat(2).status, state.seat(2).may_rebuy, state.phase) == ("out", True, "playing")
    assert totals(played(start(3, limit=30), out, ev.RebuyDeclined(2), ev.RebuyTaken(2))) == [0, 5, 5]
    later = played(start(3, limit=30), out, ev.RebuyDeclined(2), scored(1, 0, None, 5))
    assert not later.seat(2).may_rebuy
    void = played(start(3, limit=30), out, ev.RebuyDeclined(2), ev.RoundVoided(), ev.RebuyTaken(2))
    assert void.seat(2).status == "in"
