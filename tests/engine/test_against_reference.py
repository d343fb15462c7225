"""The engine held against the exhaustive reference: hands, melds, closes and lay-offs."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from scorekeeper.engine import (
    Arrangement,
    Hand,
    best_arrangement,
    card_points,
    closing_discards,
    judge_close,
    lay_off,
    read_meld,
)
from scorekeeper.engine.cards import JOKER, Card, Deck, format_cards

from . import reference
from .deals import House, hands, houses, lay_off_deal
from .make_lay_off_tables import TABLES, Answer, Stored, solve, stored_tables
from .reference import Cards, in_order

FEW, MANY = 320, 20_000
SOME_TABLES, RECOMPUTED = 500, 200

sizes = pytest.mark.parametrize(
    "count", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.torture)]
)
decks = pytest.mark.parametrize("deck", list(Deck), ids=str)


def dealt(deck: Deck, count: int, seed: str) -> Iterator[tuple[House, Cards]]:
    """So many hands of one deck, spread evenly over packs, jokers, the wild ace and house rules."""
    rng = Random(f"{seed} {deck.value}")
    tables = houses(deck, rng, variants=1 if count <= FEW else 4)
    for house in tables:
        for hand in hands(house, rng, count // len(tables) + 1):
            yield house, hand


@sizes
@decks
def test_best_arrangement_is_the_reference_s(deck: Deck, count: int) -> None:
    """The engine leaves the fewest points in the fewest loose cards, and its melds are melds."""
    for house, hand in islice(dealt(deck, count, "hands"), count):
        arrangement = best_arrangement(hand, *house)
        told = (*house, format_cards(hand), arrangement)
        points = sum(card_points(card, house.rules) for card in arrangement.loose)
        assert arrangement.deadwood == points, told
        assert (points, len(arrangement.loose)) == reference.best_score(hand, *house), told
        together = [card for meld in arrangement.melds for card in meld.cards] + list(arrangement.loose)
        assert in_order(together) == in_order(hand), told
        for meld in arrangement.melds:
            kinds = {reading.kind for reading in reference.readings(in_order(meld.cards), *house)}
            assert kinds == {meld.kind}, told


@sizes
@decks
def test_closes_are_judged_as_the_reference_does(deck: Deck, count: int) -> None:
    """Whether seven cards may close, how, for how many points, and what it does to the game and the others."""
    sevens = [(house, hand) for house, hand in dealt(deck, count, "closes") if len(hand) == 7]
    for house, hand in sevens[: count // 5]:
        verdict = judge_close(hand, *house)
        told = (*house, format_cards(hand), verdict)
        expected = reference.judge(hand, *house)
        assert verdict.legal == (expected is not None), told
        if expected is not None:
            got = (verdict.kind, verdict.points, verdict.loose_points, verdict.wins, verdict.melds_open)
            assert got == tuple(expected), (*told, expected)
            assert in_order(_all_cards(verdict.arrangement)) == in_order(hand), told


@sizes
@decks
def test_closing_discards_are_judged_as_the_reference_does(deck: Deck, count: int) -> None:
    """Every discard from eight cards has the verdict on the other seven, and the first is the best of them."""
    eights = [(house, hand) for house, hand in dealt(deck, count, "discards") if len(hand) == 8]
    for house, hand in eights[: count // 40]:
        found = closing_discards(hand, *house)
        told = (*house, format_cards(hand), found)
        assert {discard.card for discard in found} == set(hand), told
        ranks = []
        for discard in found:
            card, verdict, rest = discard.card, discard.verdict, list(hand)
            rest.remove(card)
            expected = reference.judge(tuple(rest), *house)
            assert verdict.legal == (expected is not None), (card, *told)
            if expected is None:
                ranks.append((True, False, 0))
            else:
                assert (verdict.kind, verdict.points) == (expected.kind, expected.points), (card, *told)
                ranks.append((False, not expected.wins, expected.points))
        assert ranks == sorted(ranks), told


@sizes
@decks
def test_melds_are_read_as_the_reference_does(deck: Deck, count: int) -> None:
    """Parts of hands, now and then with a declared joker, are melds of the same kinds for both."""
    rng = Random(f"readings {deck.value}")
    for house, hand in islice(dealt(deck, count, "readings"), count):
        for _ in range(3):
            part = list(rng.sample(hand, rng.randint(min(3, len(hand)), len(hand))))
            if JOKER in part and rng.random() < 0.3:
                stands_for = rng.choice(house.rules.pack.cards)
                part[part.index(JOKER)] = JOKER._replace(stands_for=(stands_for.rank, stands_for.suit))
            verdict = read_meld(tuple(part), *house)
            expected = {reading.kind for reading in reference.readings(in_order(part), *house)}
            assert {reading.kind for reading in verdict.readings} == expected, (*house, format_cards(part))
            assert (verdict.problem is None) == bool(expected), (*house, format_cards(part))


@pytest.mark.parametrize(
    "count", [pytest.param(SOME_TABLES, id="few"), pytest.param(TABLES, id="all", marks=pytest.mark.torture)]
)
def test_lay_offs_end_as_the_reference_has_stored(count: int) -> None:
    """Each stored table ends with the same points and the same loose cards for every player."""
    tables = list(islice(stored_tables(), count))
    assert len(tables) == count
    wrong = {table.seed: engine_answer(table) for table in tables if engine_answer(table) not in table.answers}
    assert not wrong


@pytest.mark.torture
def test_stored_lay_offs_are_still_the_reference_s() -> None:
    """The generator deals the same tables today, and the reference gives the same answers."""
    chosen = set(Random().sample(range(TABLES), RECOMPUTED))
    for table in stored_tables():
        if table.seed in chosen:
            assert lay_off_deal(table.seed) == table.deal, table.seed
            assert solve(table.deal) == table.answers, table.seed


def engine_answer(table: Stored) -> Answer:
    """What the engine says about a table, in the words of the store."""
    closer, *others = (Hand(player.cards, player.melds) for player in (table.deal.closer, *table.deal.others))
    result = lay_off(closer, others, *table.deal.house, kind=table.deal.kind)
    return tuple((player.points, format_cards(in_order(player.loose))) for player in result.players)


def _all_cards(arrangement: Arrangement) -> list[Card]:
    return [card for meld in arrangement.melds for card in meld.cards] + list(arrangement.loose)
