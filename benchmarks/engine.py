"""How long the engine takes: medians beside their targets, over hands that are the same every time.

Run as `python -m benchmarks.engine [hands]`; without a number 20,000 hands a line.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from scorekeeper.engine import (
    JOKER,
    PRESETS,
    Card,
    Hand,
    Rules,
    best_arrangement,
    closing_discards,
    lay_off,
)
from scorekeeper.engine.exposed import Exposed, expose
from scorekeeper.engine.layoffs import best_go
from scorekeeper.engine.options import table

SEED = 20260101
GENERAL, FOURNIER, CONGA = PRESETS["general"], PRESETS["fournier"], PRESETS["conga"]
Cards = tuple[Card, ...]
Case = TypeVar("Case")


def pack(rules: Rules, packs: int) -> list[Card]:
    """All cards on the table."""
    return [*rules.pack.cards * packs, *[JOKER] * rules.jokers * packs]


def rich_hand(rng: random.Random, deck: Sequence[Card], rules: Rules, size: int) -> Cards:
    """A hand built around melds, as near a close, out of what is left of the deck."""
    chosen: list[Card] = []
    rest = list(deck)
    while len(chosen) < size:
        number = rng.choice((3, 3, 4))
        if rng.random() < 0.5:
            start = rng.randrange(len(rules.pack.ranks) - number + 1)
            suit = rng.choice(rules.pack.suits)
            meld = [Card(rank, suit) for rank in rules.pack.ranks[start : start + number]]
        else:
            rank = rng.choice(rules.pack.ranks)
            meld = [Card(rank, suit) for suit in rng.sample(rules.pack.suits, number)]
        for card in meld:
            # A fifth of the cards have not come yet.
            drawn = rng.choice(rest) if rng.random() < 0.2 or card not in rest else card
            rest.remove(drawn)
            chosen.append(drawn)
    chosen = chosen[:size]
    if JOKER in rest and JOKER not in chosen and rng.random() < 0.5:
        chosen[0] = JOKER
    rng.shuffle(chosen)
    return tuple(chosen)


def random_hands(rules: Rules, number: int) -> Iterator[Cards]:
    """Seven cards of one pack, as they are dealt."""
    rng = random.Random(SEED)
    return (tuple(rng.sample(rules.pack.cards, 7)) for _ in range(number))


def rich_hands(rules: Rules, packs: int, size: int, number: int) -> Iterator[Cards]:
    """Hands near a close, each out of a full table."""
    rng = random.Random(SEED)
    deck = pack(rules, packs)
    return (rich_hand(rng, deck, rules, size) for _ in range(number))


def rounds(rules: Rules, packs: int, players: int, number: int) -> Iterator[list[Cards]]:
    """Hands near a close for everybody, out of the same cards."""
    rng = random.Random(SEED)
    for _ in range(number):
        deck = pack(rules, packs)
        hands = []
        for _ in range(players):
            hands.append(rich_hand(rng, deck, rules, 7))
            for card in hands[-1]:
                deck.remove(card)
        yield hands


def goes(rules: Rules, packs: int, number: int) -> Iterator[tuple[Cards, list[Exposed]]]:
    """A hand that has not been shown, and another player's melds."""
    for shown, held in rounds(rules, packs, 2, number):
        melds = best_arrangement(shown, rules, packs).melds
        yield held, [expose(0, meld.cards, rules, packs) for meld in melds]


def median_micros(cases: Iterator[Case], work: Callable[[Case], object]) -> float:
    """The median time of one piece of work, in microseconds."""
    times = []
    for case in list(cases):  # made before, so that making them does not push the engine out of the caches
        start = time.perf_counter_ns()
        work(case)
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times) / 1000


def measures(number: int) -> Iterator[tuple[str, float, float]]:
    """Each measurement: what, the median in microseconds, the target."""

    def arrange(rules: Rules, packs: int) -> Callable[[Cards], object]:
        return lambda hand: best_arrangement(hand, rules, packs)

    def discards(rules: Rules) -> Callable[[Cards], object]:
        return lambda hand: closing_discards(hand, rules)

    def whole_round(rules: Rules) -> Callable[[list[Cards]], object]:
        return lambda hands: lay_off(Hand(hands[0]), [Hand(one) for one in hands[1:]], rules, 2)

    def one_go(rules: Rules, packs: int) -> Callable[[tuple[Cards, list[Exposed]]], object]:
        return lambda case: best_go(case[0], case[1], 1, table(rules, packs), arrange=True)

    yield "seven cards of 40, random", median_micros(random_hands(GENERAL, number), arrange(GENERAL, 1)), 10
    yield "seven cards of 40, rich", median_micros(rich_hands(GENERAL, 1, 7, number), arrange(GENERAL, 1)), 20
    yield "two packs with jokers, rich", median_micros(rich_hands(CONGA, 2, 7, number), arrange(CONGA, 2)), 40
    yield "one player's lay-offs, one pack", median_micros(goes(FOURNIER, 1, number), one_go(FOURNIER, 1)), 40
    yield "one player's lay-offs, two packs, jokers", median_micros(goes(CONGA, 2, number), one_go(CONGA, 2)), 40
    for name in ("general", "home", "conga"):
        rules = PRESETS[name]
        median = median_micros(rich_hands(rules, 1, 8, number), discards(rules))
        yield f"best closing discard of eight, {name}", median, 150
    for name in ("fournier", "conga"):
        rules = PRESETS[name]
        tables = rounds(rules, 2, 8, max(1, number // 20))
        yield f"whole round of eight hands, {name}", median_micros(tables, whole_round(rules)), 10_000


def main() -> None:
    """Print every median beside its target."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print(f"{'':42}{'median µs':>10}{'target µs':>11}")
    for what, median, target in measures(number):
        print(f"{what:42}{median:10.1f}{target:11.0f}{'' if median <= target else '  over'}")


if __name__ == "__main__":
    main()
