"""Known counts over every seven-card hand of a deck. Suits may be exchanged, so one hand stands for many."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations
from math import comb, factorial, prod

import pytest

from scorekeeper.engine import best_arrangement, judge_close
from scorekeeper.engine.cards import Card, Deck
from scorekeeper.engine.rules import Rules

pytestmark = pytest.mark.slow

Ranks = tuple[int, ...]


def hands_up_to_suits(deck: Deck) -> Iterator[tuple[tuple[Ranks, ...], int]]:
    """The ranks held in each of the four suits, of seven cards in all, and how many hands look like that.

    Which suit holds which ranks does not matter, so the suits come in a fixed order.
    """
    by_size = [list(combinations(deck.ranks, size)) for size in range(8)]
    sizes = [
        (a, b, c, 7 - a - b - c)
        for a in range(8)
        for b in range(min(a, 7 - a) + 1)
        for c in range(min(b, 7 - a - b) + 1)
        if 0 <= 7 - a - b - c <= c
    ]
    for shape in sizes:
        for a, b, c, d in _choices(tuple(shape), by_size):
            yield (a, b, c, d), _orders(a == b, b == c, c == d)


@cache
def _orders(*alike: bool) -> int:
    """In how many ways four suits can be dealt these ranks; `alike`: which of them hold the same as the one before.

    Suits that hold the same stand side by side.
    """
    groups = Counter(accumulate((not same for same in alike), initial=0))
    return factorial(4) // prod(map(factorial, groups.values()))


def _choices(
    shape: tuple[int, ...], by_size: list[list[Ranks]], first: Ranks | None = None
) -> Iterator[tuple[Ranks, ...]]:
    """Ranks for the suits of this shape; suits of the same size in order, `first` being the one before."""
    if not shape:
        yield ()
        return
    for ranks in by_size[shape[0]]:
        if first is None or len(ranks) < len(first) or ranks >= first:
            for others in _choices(shape[1:], by_size, ranks):
                yield (ranks, *others)


def as_cards(suits: tuple[Ranks, ...], deck: Deck) -> tuple[Card, ...]:
    """One hand that looks like that."""
    return tuple(cards for ranks, suit in zip(suits, deck.suits, strict=True) for cards in _suit(ranks, suit))


@cache
def _suit(ranks: Ranks, suit: str) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for rank in ranks)


def test_all_hands_of_the_40_card_deck() -> None:
    """Deadwood, melds and chinchones of all 18,643,560 hands."""
    rules = Rules(figure_points="ten")
    deadwood: Counter[int] = Counter()
    hands = with_meld = chinchons = 0
    for suits, times in hands_up_to_suits(Deck.SPANISH_40):
        hand = as_cards(suits, Deck.SPANISH_40)
        arrangement = best_arrangement(hand, rules)
        hands += times
        deadwood[arrangement.deadwood] += times
        with_meld += times * bool(arrangement.melds)
        if not arrangement.loose:
            chinchons += times * (judge_close(hand, rules).kind == "chinchon")
    assert hands == deadwood.total() == comb(40, 7) == 18_643_560
    assert [deadwood[points] for points in range(6)] == [2_048, 7_128, 7_056, 7_084, 7_616, 8_432]
    assert chinchons == 16
    assert with_meld == 4_122_920
    assert sum(points * count for points, count in deadwood.items()) == 682_124_668
    assert max(deadwood) == 67 and deadwood[67] == 372


def test_hands_of_the_48_card_deck_without_deadwood() -> None:
    """Of all 73,629,072 hands 3,336 leave nothing loose, and 24 are a chinchón.

    A card that has no two others of its rank and no two fitting ones of its suit in the hand is in no meld, so
    hands with such a card need no solving.
    """
    deck, rules = Deck.SPANISH_48, Rules(deck=Deck.SPANISH_48.value, figure_points="ten")
    hands = clean = chinchons = 0
    for suits, times in hands_up_to_suits(deck):
        hands += times
        if _may_be_clean(suits):
            hand = as_cards(suits, deck)
            if not best_arrangement(hand, rules).loose:
                clean += times
                chinchons += times * (judge_close(hand, rules).kind == "chinchon")
    assert hands == comb(48, 7) == 73_629_072
    assert (clean, chinchons) == (3_336, 24)


def _may_be_clean(suits: tuple[Ranks, ...]) -> bool:
    """Whether every card has company, in a run of its suit or a group of its rank."""
    (a, in_a), (b, in_b), (c, in_c), (d, in_d) = map(_places, suits)
    threes = a & b & (c | d) | c & d & (a | b)
    return not (a & ~(in_a | threes) or b & ~(in_b | threes) or c & ~(in_c | threes) or d & ~(in_d | threes))


@cache
def _places(ranks: Ranks) -> tuple[int, int]:
    """The ranks as bits, and those of them that lie in three neighbours (in 48 cards neighbours differ by one)."""
    held = sum(1 << rank for rank in ranks)
    first = held & held >> 1 & held >> 2
    return held, first | first << 1 | first << 2
