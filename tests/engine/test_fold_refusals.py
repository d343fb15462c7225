"""Every code with which the fold and its parts refuse what cannot have happened."""

import pytest
from ledgers import played, scored, start, terms

from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import Malformed, RuleViolation
from scorekeeper.engine.table import MAX_ROUNDS

OUT = scored(1, 0, 31, 5)
OVER = (ev.GameEnded(),)
ASK = (OUT,)  # seat 2 is out and may come back

# code, facts, what was so far, what cannot be
REFUSED = [
    ("entry_missing", {"seats": (2, 3)}, (), scored(1, 0)),
    ("entry_twice", {"seats": (1,)}, (), ev.RoundScored((ev.Entry(1, 0), ev.Entry(1, 0)))),
    ("entry_not_in", {"seats": (4,)}, (), scored(1, 0, 1, 2, 3)),
    ("entry_not_in", {"seats": (2,)}, (OUT, ev.RebuyDeclined(2)), scored(1, 0, 1, 2)),
    ("points_impossible", {"seat": 2, "points": 69, "most": 68}, (), scored(1, 0, 69, 1)),
    ("points_impossible", {"seat": 3, "points": -1, "most": 68}, (), scored(1, 0, 0, -1)),
    ("closer_not_in", {"seat": 2}, (OUT, ev.RebuyDeclined(2)), scored(2, 0, None, 5)),
    ("closer_not_in", {"seat": 9}, (), scored(9, 0, 1, 5)),
    ("kind_without_closer", {}, (), ev.RoundScored(scored(1, 0, 1, 2).entries, None, "clean")),
    ("kind_without_closer", {}, (), scored(None, 0, 1, 2, ruling="false-close")),
    ("closer_without_kind", {"seat": 1}, (), ev.RoundScored(scored(1, 0, 1, 2).entries, 1, None)),
    ("kind_not_offered", {"kind": "joker-chinchon"}, (), scored(1, 0, 1, 2, kind="joker-chinchon")),
    ("clean_with_points", {"seat": 1, "points": 2, "kind": "clean"}, (), scored(1, 2, 1, 2, kind="clean")),
    ("clean_with_points", {"seat": 1, "points": 2, "kind": "chinchon"}, (), scored(1, 2, 1, 2, kind="chinchon")),
    ("rebuy_open", {"seats": (2,)}, ASK, scored(1, 0, None, 5)),
    ("rebuy_open", {"seats": (2,)}, ASK, ev.RoundVoided()),
    ("rebuy_open", {"seats": (2,)}, ASK, ev.PlayerJoined(4, 4)),
    ("rebuy_open", {"seats": (2,)}, ASK, ev.RulesChanged(terms())),
    ("rebuy_not_possible", {"seat": 1}, ASK, ev.RebuyTaken(1)),
    ("rebuy_not_possible", {"seat": 2}, (OUT, ev.RebuyTaken(2)), ev.RebuyTaken(2)),
    ("rebuy_not_possible", {"seat": 2}, (OUT, ev.GameEnded()), ev.RebuyTaken(2)),
    ("rebuy_not_possible", {"seat": 2}, (OUT, ev.PlayerLeft(2)), ev.RebuyTaken(2)),
    ("nothing_to_decline", {"seat": 1}, ASK, ev.RebuyDeclined(1)),
    ("nothing_to_decline", {"seat": 2}, (OUT, ev.RebuyDeclined(2)), ev.RebuyDeclined(2)),
    ("no_such_seat", {"seat": 9}, (), ev.RebuyTaken(9)),
    ("no_such_seat", {"seat": 0}, (), ev.PlayerLeft(0)),
    ("no_such_seat", {"seat": 4}, (), ev.Paid(4, 1)),
    ("out_of_game", {"seat": 2}, (ev.PlayerLeft(2),), ev.PointsAdjusted(2, 1, "x")),
    ("out_of_game", {"seat": 2}, (ev.PlayerLeft(2),), ev.PlayerLeft(2)),
    ("out_of_game", {"seat": 2}, (ev.PlayerLeft(2),), ev.SubstituteSeated(2, 4)),
    (
        "out_of_game",
        {"seat": 2},
        (OUT, ev.RebuyDeclined(2), scored(1, 0, None, 1)),
        ev.PointsAdjusted(2, -9, "too late"),
    ),
    ("adjustment_out_of_range", {"points": 0, "allowed": 500}, (), ev.PointsAdjusted(1, 0, "x")),
    ("adjustment_out_of_range", {"points": 501, "allowed": 500}, (), ev.PointsAdjusted(1, 501, "x")),
    ("adjustment_out_of_range", {"points": -501, "allowed": 500}, (), ev.PointsAdjusted(1, -501, "x")),
    ("reason_needed", {"allowed": 200}, (), ev.PointsAdjusted(1, 5, " ")),
    ("reason_needed", {"allowed": 200}, (), ev.PointsAdjusted(1, 5, "x" * 201)),
    ("seat_taken", {"seat": 3}, (), ev.PlayerJoined(3, 4)),
    ("seat_taken", {"seat": 5}, (), ev.PlayerJoined(5, 4)),
    ("last_player", {"seat": 1}, (scored(1, 0, 31, 31),), ev.PlayerLeft(1)),
    ("payment_out_of_range", {"seat": 1, "amount": 0, "paid": 0}, (), ev.Paid(1, 0)),
    ("payment_out_of_range", {"seat": 1, "amount": -201, "paid": 200}, (ev.Paid(1, 200),), ev.Paid(1, -201)),
    ("currency_fixed", {"currency": "EUR"}, (), ev.RulesChanged(terms(currency="USD"))),
    ("order_incomplete", {"seats": (1, 2, 3)}, (), ev.SeatsReordered((1, 2))),
    ("order_incomplete", {"seats": (1, 2, 3)}, (), ev.SeatsReordered((1, 2, 2, 3))),
    ("too_many_players", {"players": 3, "allowed": 2}, (), ev.RulesChanged(terms("duel-52"))),
    ("too_many_players", {"players": 4, "allowed": 3}, (), ev.PlayerJoined(4, 4)),
    ("cannot_undo", {"event": 1}, (), ev.Undone(1)),
    ("cannot_undo", {"event": 2}, (), ev.Undone(2)),
    ("cannot_undo", {"event": 2}, (ev.RoundVoided(), ev.Undone(2)), ev.Undone(2)),
    ("not_a_round", {"event": 1}, (), ev.RoundCorrected(1, None)),
    ("not_a_round", {"event": 9}, (), ev.RoundCorrected(9, None)),
    ("not_terms", {"event": 2}, (ev.RoundVoided(),), ev.RulesCorrected(2, terms())),
    ("no_such_event", {"event": 0}, (), ev.PlayerLeft(2, after=0)),
    ("no_such_event", {"event": 2}, (), ev.PlayerLeft(2, after=2)),
    ("already_started", {}, (), start(3)),
    *[
        ("game_over", {}, OVER, event)
        for event in (
            scored(1, 0, 1, 2), ev.RoundVoided(), ev.PointsAdjusted(1, 1, "x"), ev.PlayerJoined(4, 4),
            ev.PlayerLeft(1), ev.SubstituteSeated(1, 4), ev.RulesChanged(terms()), ev.SeatsReordered((3, 2, 1)),
            ev.GameEnded(),
        )
    ],
]  # fmt: skip


@pytest.mark.parametrize(("code", "facts", "so_far", "event"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_cannot_have_happened(code, facts, so_far, event):
    """The event is refused with its code, the facts of a sentence about it, and its number."""
    more = {"players_max": 3} if isinstance(event, ev.PlayerJoined) and code == "too_many_players" else {}
    needs = 1 if code == "last_player" else 2
    game = start(3, limit=30, rebuy_needs_survivors=needs, **more)
    assert played(game, *so_far).version == 1 + len(so_far)
    with pytest.raises(RuleViolation) as caught:
        played(game, *so_far, event)
    assert (caught.value.code, dict(caught.value.facts)) == (code, facts)
    assert caught.value.at == 2 + len(so_far)


@pytest.mark.parametrize(
    ("seats", "more", "code", "facts"),
    [
        (1, {}, "too_few_players", {"players": 1, "allowed": 2}),
        (9, {}, "too_many_players", {"players": 9, "allowed": 8}),
        (3, {"preset": "duel-40"}, "too_many_players", {"players": 3, "allowed": 2}),
        (6, {"second_deck_from": None}, "deal_does_not_fit", {"players": 6, "needed": 44, "cards": 40}),
        (2, {"dealer": 3}, "no_such_seat", {"seat": 3}),
        (2, {"dealer": 0}, "no_such_seat", {"seat": 0}),
    ],
)
def test_a_game_that_cannot_start(seats, more, code, facts):
    """A table that the rules cannot seat or deal to is refused (reading 16)."""
    with pytest.raises(RuleViolation) as caught:
        played(start(seats, **more))
    assert (caught.value.code, dict(caught.value.facts), caught.value.at) == (code, facts, 1)


@pytest.mark.parametrize("amount", [-1, ev.MAX_MONEY + 1])
@pytest.mark.parametrize("name", ["stake", "rebuy_price"])
def test_money_that_cannot_be(name, amount):
    """Money below nothing or beyond all measure is malformed."""
    with pytest.raises(Malformed) as caught:
        terms(**{name: amount})
    assert caught.value.code == "money_out_of_range"
    assert dict(caught.value.facts) == {"name": name, "value": amount, "allowed": ev.MAX_MONEY}


def test_a_thousand_rounds_are_enough():
    """A game has at most so many rounds."""
    rounds = [scored(1, 0, 0)] * MAX_ROUNDS
    assert played(start(2), *rounds).round_number == MAX_ROUNDS + 1
    with pytest.raises(RuleViolation) as caught:
        played(start(2), *rounds, scored(1, 0, 0))
    assert (caught.value.code, dict(caught.value.facts)) == ("too_many_rounds", {"allowed": MAX_ROUNDS})


def test_the_most_that_eight_cards_can_be_left_with():
    """Points that eight cards can be left with are booked; one more is refused."""
    assert played(start(2), scored(None, 68, 0)).seat(1).total == 68
    two_packs = start(5, preset="general")
    assert played(two_packs, scored(None, 80, 0, 0, 0, 0)).seat(1).total == 80, "twins of two suits: 12o 12o 12c 12c"
    with pytest.raises(RuleViolation, match="points_impossible"):
        played(two_packs, scored(None, 81, 0, 0, 0, 0))
