"""Totals, who is out, who may come back and who wins: the rules of a table, one by one."""

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


def test_all_out_in_the_same_round():
    """The lowest total wins, and nobody rebuys (reading 10)."""
    state = played(start(3, limit=30), scored(None, 33, 31, 40))
    assert (state.phase, state.ending, state.winners) == ("over", "all-out", (2,))
    assert statuses(state) == ["out"] * 3
    assert state.places == {2: 1, 1: 2, 3: 3}


def test_all_out_with_equal_totals_share():
    """Equal lowest totals share the pot, and the spare cent goes to the earlier seat."""
    state = played(start(3, limit=30, stake=125), scored(None, 40, 31, 31))
    assert state.winners == (2, 3)
    assert state.payout == {2: 188, 3: 187}
    assert state.places == {2: 1, 3: 1, 1: 3}


def test_all_out_counts_only_those_of_this_round():
    """Who went out before cannot win when the last ones go out together."""
    game = start(3, preset="general", limit=30)
    state = played(game, scored(1, 10, 31, 10), scored(None, 25, None, 30))
    assert (state.winners, state.places) == ((1,), {1: 1, 3: 2, 2: 3})


def test_not_the_closer():
    """With `not-the-closer` whoever closed cannot win when all go out together."""
    history = scored(None, 28, 29, 30), scored(1, 5, 9, 8)
    state = played(start(3, limit=30, all_out="not-the-closer"), *history)
    assert (totals(state), state.winners) == ([33, 38, 38], (2, 3))
    assert played(start(3, limit=30), *history).winners == (1,)
    nobody = scored(None, 28, 29, 30), scored(None, 5, 9, 8)
    assert played(start(3, limit=30, all_out="not-the-closer"), *nobody).winners == (1,)


def test_not_the_closer_may_still_be_the_last_one_in():
    """Whoever closes and stays in while the others go out has won like anybody else."""
    state = played(start(3, limit=30, all_out="not-the-closer"), scored(1, 5, 40, 31))
    assert (state.ending, state.winners) == ("last-standing", (1,))


def test_first_out_ends_the_game():
    """With `first-out` the game ends when somebody is out: the lowest total wins, equal ones draw (reading 15)."""
    game = start(2, preset="duel-52", limit=30)
    state = played(game, scored(1, 5, 29))
    assert state.phase == "playing"
    state = played(game, scored(1, 5, 30))
    assert (state.ending, state.winners, state.payout) == ("first-out", (1,), {1: 400})
    draw = played(game, scored(None, 30, 30))
    assert (draw.ending, draw.winners, draw.payout) == ("first-out", (1, 2), {1: 200, 2: 200})


def test_first_out_asks_nobody_for_a_rebuy():
    """Even with rebuys allowed there is nothing to come back to."""
    state = played(start(3, limit=30, ends="first-out"), scored(1, 0, 31, 5))
    assert (state.phase, statuses(state)) == ("over", ["in", "out", "in"])


def test_a_fixed_number_of_rounds():
    """With `rounds` nobody goes out by the limit, and after the last round the lowest total wins."""
    game = start(3, limit=20, ends="rounds", rounds=2)
    state = played(game, scored(1, 0, 31, 5))
    assert (state.phase, statuses(state)) == ("playing", ["in"] * 3)
    state = played(game, scored(1, 0, 31, 5), ev.RoundVoided(), scored(3, 20, 2, 3))
    assert (totals(state), state.ending, state.winners) == ([20, 33, 8], "rounds", (3,))


def test_a_chinchon_that_wins():
    """Its points are booked, nobody is put out by the round, and the closer wins whatever the totals."""
    game = start(3, preset="general")
    state = played(game, scored(2, 60, 9, 50), scored(2, 39, 9, 40), scored(1, 0, 70, 11, kind="chinchon"))
    assert totals(state) == [89, 88, 101]
    assert (state.ending, state.winners, statuses(state)) == ("chinchon", (1,), ["in"] * 3)
    assert (state.rounds[-1].went_out, state.places) == ((), {1: 1, 2: 2, 3: 3})


@pytest.mark.parametrize(
    ("joker_chinchon", "kind", "points", "ending"),
    [
        ("wins", "joker-chinchon", -25, "chinchon"),
        ("points", "joker-chinchon", -25, None),
        ("points", "chinchon", -10, "chinchon"),
        ("clean-close", "clean", -10, None),
    ],
)
def test_which_chinchon_wins(joker_chinchon, kind, points, ending):
    """One with a joker wins only where the rules say so; a clean close never does."""
    state = played(start(3, preset="home", joker_chinchon=joker_chinchon), scored(1, 0, 20, 8, kind=kind))
    assert (state.seat(1).total, state.ending) == (points, ending)


def test_a_chinchon_that_scores_does_not_end_the_game():
    """Under fournier a chinchón is -10 and nothing more."""
    assert played(start(3), scored(1, 0, 20, 8, kind="chinchon")).phase == "playing"


def test_win_at():
    """Whoever gets down to the mark has won; of several the lowest, and equal ones share."""
    game = start(3, preset="home", win_at=-20, chinchon_wins=False, chinchon_points=-19)
    once = scored(1, 0, 20, 8, kind="chinchon")
    assert played(game, once).phase == "playing"
    state = played(game, once, scored(1, 0, 20, 8, kind="clean"))
    assert (totals(state), state.ending, state.winners) == ([-29, 40, 16], "win-at", (1,))
    reached = played(start(3, preset="home", win_at=-20), *[scored(1, 0, 9, 8, kind="clean")] * 2)
    assert (reached.ending, reached.winners) == ("win-at", (1,))


def test_no_total_below_zero():
    """With `floor_at_zero` a bonus never takes a total below zero; the round still shows it."""
    game = start(3, preset="home", floor_at_zero=True)
    state = played(game, scored(2, 4, 0, 8, kind="clean"), scored(1, 0, 7, 8, kind="clean"))
    assert totals(state) == [0, 7, 16]
    assert state.rounds[1].scored == {1: -10, 2: 7, 3: 8}


def test_an_agreed_end():
    """The lowest total among those still in wins; open decisions close, who is out does not count."""
    game = start(4, limit=30)
    state = played(game, scored(1, 9, 31, 9, 20), ev.GameEnded())
    assert (state.phase, state.ending, state.winners) == ("over", "agreement", (1, 3))
    assert statuses(state) == ["in", "out", "in", "in"]
    assert (state.payout, state.places) == ({1: 400, 3: 400}, {1: 1, 3: 1, 4: 3, 2: 4})


def test_rebuys_are_in_the_pot_of_the_winner():
    """Every stake and every rebuy is paid out, to the cent."""
    history = scored(1, 0, 31, 5), ev.RebuyTaken(2), scored(1, 0, 26, 26)
    state = played(start(3, limit=30), *history)
    assert (state.pot, state.payout) == (700, {1: 700})


@pytest.mark.parametrize(
    ("points", "payout"),
    [
        ((2, 9, 12), {1: 401, 2: 200}),
        ((2, 9, 9), {1: 401, 2: 100, 3: 100}),
        ((9, 9, 12), {1: 301, 2: 300}),
        ((9, 9, 9), {1: 201, 2: 200, 3: 200}),
    ],
)
def test_second_place_gets_the_stake_back(points, payout):
    """Second place gets the stake, several share it; a draw for the first leaves no second."""
    game = start(3, payout="second-gets-stake", rebuy_price=1)
    extra = scored(1, 0, 0, 0), ev.PointsAdjusted(3, 101, "out"), ev.RebuyTaken(3)
    state = played(game, *extra, scored(None, *points), ev.GameEnded())
    assert (state.pot, state.payout) == (601, payout)


def test_second_place_of_a_last_one_in():
    """Second is who was out last, then who had fewer points in that round."""
    game = start(4, limit=30, payout="second-gets-stake", rebuys=False)
    state = played(game, scored(1, 0, 31, 5, 6), scored(1, 0, None, 40, 36))
    assert (state.places, state.payout) == ({1: 1, 4: 2, 3: 3, 2: 4}, {1: 600, 4: 200})
