"""How games end, who wins, and who gets how much of the pot."""

import pytest
from ledgers import played, scored, start, statuses, totals

from scorekeeper.engine import events as ev


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
