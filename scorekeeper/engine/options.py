"""Hands and melds as numbers, so that one subtraction tells whether the cards of a meld are still free.

A number counts cards in hex digits: sixteen digits a suit, the r-th for the r-th rank, and above the four
suits two digits for whatever may act as joker. Twins, second packs and jokers are then mere counts. The top
bit of every digit stays free as a guard: taking more cards than there are clears it.

A wild ace is counted twice, as the ace it is and as a joker; a meld that uses it as the ace takes both.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from .cards import JOKER, Card
from .rules import HAND_SIZE, Rules, card_value

Option = tuple[int, int]
"""A meld that the hand allows: what it gains (see `Table.gain`), and the cards it needs as a number."""

MIN_MELD = 3
MIN_NATURALS = 2  # beside a joker
MAX_HAND = HAND_SIZE + 1  # a card was drawn and none discarded yet

JOKER_UNIT = 1 << 256
_TOTAL_SHIFT = 320
_NUMBER = (1 << _TOTAL_SHIFT) - 1
EXPOSED_UNIT = 1 << 264  # above the jokers: digits that let an exposed meld be used once in a go
ONES = (1 << 256) // 15
GUARDS = 8 * ONES | JOKER_UNIT << 7
_LINE = (1 << 64) - 1
SUITS = tuple(_LINE << 64 * suit for suit in range(4))
RANKS = tuple(sum(15 << 64 * suit + 4 * rank for suit in range(4)) for rank in range(16))
_RANK_OF_GUARD = {8 << 4 * rank: cards for rank, cards in enumerate(RANKS)}
_EIGHTS = 8 * (_LINE // 15)
_FROM_THREE = 5 * (_LINE // 15)
_FROM_TWO = 6 * (_LINE // 15)


class Table:
    """What the solver knows about one rule set with so many packs; made once, by `table`.

    `code` gives the number of a card, `gain` what melding it is worth, `price` the same by its unit, `cost` what
    it costs by its unit to be left after a go; `wild_unit` is the unit of the wild ace, 0 without one.
    Gains keep two counts in one number, the more important one above: points, then cards; where cards are
    scored, cards, then points.
    """

    def __init__(self, rules: Rules, packs: int) -> None:
        deck = rules.pack
        self.rules = rules
        self.units = {
            1 << 64 * line + 4 * place: Card(rank, suit)
            for line, suit in enumerate(deck.suits)
            for place, rank in enumerate(deck.ranks)
        }
        self.has_jokers = rules.has_jokers
        self.wild_unit = 1 if rules.wild_ace else 0
        self.code = {card: unit + JOKER_UNIT * (unit == self.wild_unit) for unit, card in self.units.items()}
        if rules.jokers:
            self.code[JOKER] = JOKER_UNIT
        self._by_cards = rules.scoring == "cards"
        self.gain = {card: self._gain(card) for card in self.code}
        self.price = {unit: self.gain[card] for unit, card in self.units.items()}
        if rules.wild_ace:
            self.price[self.wild_unit] = 0  # paid as a joker
        self.price[JOKER_UNIT] = self._gain(JOKER)
        for joker in [card for card in self.code if rules.is_wild(card)]:
            for card in self.units.values():  # a declaration counts on the table only, not in the hand
                declared = joker._replace(stands_for=(card.rank, card.suit))
                self.code[declared], self.gain[declared] = self.code[joker], self.gain[joker]
        # What a card costs that stays loose after a go: where cards are scored, all cost the same.
        self.cost = {unit: price >> 10 for unit, price in self.price.items()} if self._by_cards else self.price
        self._held = packs * ONES | (rules.jokers + rules.wild_ace) * packs * JOKER_UNIT | GUARDS
        self._printed = rules.jokers * packs
        self._both = {card: code | self.gain[card] << _TOTAL_SHIFT for card, code in self.code.items()}
        self.rank_count = len(deck.ranks)
        self.per_suit = 1 if rules.distinct_suits else packs
        self.group_size = len(deck.suits) * self.per_suit
        self.jokers_per_meld = MAX_HAND if rules.jokers_per_meld is None else rules.jokers_per_meld

    def _gain(self, card: Card) -> int:
        value = card_value(card, self.rules)
        return (1 << 10) + value if self._by_cards else (value << 4) + 1

    def exist(self, cards: Sequence[Card]) -> bool:
        """Whether so few cards can lie on this table together."""
        if len(cards) > MAX_HAND or not all(map(self._both.__contains__, cards)):
            return False
        number, _ = self.count(cards)
        return self._held - number & GUARDS == GUARDS and self.jokers(number) <= self._printed

    def count(self, cards: Sequence[Card]) -> tuple[int, int]:
        """The number of these cards, and what they would gain all together; a strange card is a `KeyError`."""
        # Looking a card up is what costs most, hence once for both.
        both = sum(map(self._both.__getitem__, cards))
        return both & _NUMBER, both >> _TOTAL_SHIFT

    def read(self, gain: int) -> tuple[int, int, int]:
        """A sum of gains as (points by `card_points`, cards, points by `card_value`)."""
        if self._by_cards:
            return gain >> 10, gain >> 10, gain & 1023
        return gain >> 4, gain & 15, gain >> 4

    def options(self, hand: int) -> list[Option]:
        """Every meld that these cards allow, in a fixed order with the best first."""
        jokers = hand >> 256
        present = (hand | hand >> 1) & ONES
        lines = present if jokers else present & present >> 4 & present >> 8
        found: list[Option] = []
        if lines:
            for suit in SUITS:
                if lines & suit:
                    found += _runs(self, present & suit, jokers)
        counts = hand + (hand >> 64) + (hand >> 128) + (hand >> 192) & _LINE
        many = counts + (_FROM_TWO if jokers else _FROM_THREE) & _EIGHTS
        while many:
            guard = many & -many
            many ^= guard
            found += _groups(self, hand & _RANK_OF_GUARD[guard], jokers)
        found.sort(reverse=True)
        return found

    def naturals(self, need: int) -> list[Card]:
        """The cards of a number that are used as themselves, suit by suit from the ace up."""
        return [card for unit, card in self.units.items() for _ in range(need // unit & 7)]

    def jokers(self, need: int) -> int:
        """How many cards of a number are used as jokers."""
        return (need >> 256 & 127) - (need & self.wild_unit * 7)


@lru_cache(maxsize=64)
def table(rules: Rules, packs: int) -> Table:
    """The solver's table for these rules with so many packs (1 or 2)."""
    return Table(rules, packs)


def run_choices(
    ranks: Sequence[int], taken: tuple[int, ...], sliding: int, jokers: int, longest: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Which of these ranks, with how many jokers, make one run together with the places taken already.

    Ranks and places are positions in the deck's order. `sliding` jokers lie there already without a place of
    their own; up to `jokers` may be added. A run holds no more cards than `longest`.
    """
    for number in range(len(ranks) + 1):
        for chosen in combinations(ranks, number):
            places = taken + chosen
            gaps = max(places) - min(places) + 1 - len(places) if places else 0
            most = min(jokers, longest - len(places) - sliding)
            for added in range(max(0, gaps - sliding), most + 1):
                yield chosen, added


def group_choices(table: Table, cards: int, jokers: int, room: int) -> Iterator[tuple[int, int, int]]:
    """Parts of the cards of one rank, with how many jokers, that fill at most `room` places of a group.

    Yields the part as a number without its jokers, its size and the number of jokers. A wild ace is never a
    natural ace of a group (seed 001: only in a run that it begins).
    """
    units = [unit for unit in table.units if unit * 7 & cards and unit != table.wild_unit]
    for counts in product(*(range(min(cards // unit & 7, table.per_suit) + 1) for unit in units)):
        size = sum(counts)
        part = sum(count * unit for count, unit in zip(counts, units, strict=True))
        for added in range(min(jokers, room - size) + 1):
            yield part, size, added


@lru_cache(maxsize=1 << 14)
def _runs(table: Table, cards: int, jokers: int) -> tuple[Option, ...]:
    """All runs of the cards of one suit, each there once, that so many jokers allow."""
    units = {unit.bit_length() // 4 % 16: unit for unit in table.units if unit & cards}
    found = []
    for ranks, added in run_choices(list(units), (), 0, min(jokers, table.jokers_per_meld), table.rank_count):
        wild = sum(units[rank] == table.wild_unit for rank in ranks)
        if len(ranks) >= MIN_NATURALS and len(ranks) + added >= MIN_MELD and added + wild <= jokers:
            gain = sum(table.price[units[rank]] for rank in ranks) + (added + wild) * table.price[JOKER_UNIT]
            found.append((gain, sum(units[rank] for rank in ranks) + (added + wild) * JOKER_UNIT))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _groups(table: Table, cards: int, jokers: int) -> tuple[Option, ...]:
    """All groups of the cards of one rank that so many jokers allow."""
    found = []
    for part, size, added in group_choices(table, cards, min(jokers, table.jokers_per_meld), table.group_size):
        if size >= MIN_NATURALS and size + added >= MIN_MELD:
            gain = sum(table.gain[card] for card in table.naturals(part)) + added * table.price[JOKER_UNIT]
            found.append((gain, part + added * JOKER_UNIT))
    return tuple(found)


def best_choice(options: list[Option], hand: int) -> tuple[int, tuple[int, ...]]:
    """The melds that gain most together: their gain and their numbers.

    Eight cards hold two melds at most, so the best pair is looked for, best meld first; it can be left as soon
    as two of the current one would not do. With twins a meld may stand beside its like.
    """
    best = 0
    chosen: tuple[int, ...] = ()
    room = hand | GUARDS
    for number, (gain, need) in enumerate(options):
        if gain + gain <= best:
            break
        if gain > best:
            best, chosen = gain, (need,)
        left = room - need
        for other, second in options[number:]:
            if gain + other <= best:
                break
            if (left - second) & GUARDS == GUARDS:
                best, chosen = gain + other, (need, second)
                break
    return best, chosen


def all_choices(options: list[Option], hand: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every way to put down one or two of these melds: what it gains, and the melds' numbers."""
    room = hand | GUARDS
    for number, (gain, need) in enumerate(options):
        yield gain, (need,)
        for other, second in options[number:]:
            if (room - need - second) & GUARDS == GUARDS:
                yield gain + other, (need, second)
