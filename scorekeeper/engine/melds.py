"""Melds, and the best arrangement of a hand."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Literal

from .cards import JOKER, Card
from .errors import Malformed, RuleViolation
from .options import MAX_HAND, Table, best_choice, table
from .rules import Rules, card_points

MeldKind = Literal["run", "group"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A run (its cards in order, each joker at the place it takes) or a group (its jokers last)."""

    kind: MeldKind
    cards: tuple[Card, ...]

    def roles(self, rules: Rules) -> tuple[Card | None, ...]:
        """What each card counts as: itself, or the card a joker stands for; None for the joker of a group.

        A wild ace that begins a run of its own suit counts as itself (seed 001).
        """
        if self.kind == "group":
            return tuple(stated(card) if rules.is_wild(card) else card for card in self.cards)
        ranks = rules.pack.ranks
        index, card = next((i, card) for i, card in enumerate(self.cards) if not rules.is_wild(card))
        start = ranks.index(card.rank) - index
        return tuple(Card(ranks[start + place], card.suit) for place in range(len(self.cards)))

    def jokers(self, rules: Rules) -> int:
        """How many of the cards are used as jokers; a wild ace counts only where it is not itself."""
        wild = (role != bare(card) for card, role in zip(self.cards, self.roles(rules), strict=True))
        return sum(wild) if self.kind == "run" else sum(map(rules.is_wild, self.cards))


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand put in order: runs first, each kind from low to high; the loose cards as they were held.

    `deadwood` is what the loose cards cost by `card_points`.
    """

    melds: tuple[Meld, ...]
    loose: tuple[Card, ...]
    deadwood: int


def bare(card: Card) -> Card:
    """The card as it is held: without what it was declared to stand for."""
    return card if card.stands_for is None else card._replace(stands_for=None)


def stated(card: Card) -> Card | None:
    """The card that a joker was declared to be, if it was."""
    return None if card.stands_for is None else Card(*card.stands_for)


_text = lru_cache(maxsize=4096)(str)


def texts(cards: Iterable[Card]) -> tuple[str, ...]:
    """The cards as facts of an error."""
    return tuple(map(_text, cards))


def deadwood_of(loose: Iterable[Card], rules: Rules) -> int:
    """What loose cards cost together, by `card_points`."""
    return sum(card_points(card, rules) for card in loose)


def check_cards(cards: Sequence[Card], rules: Rules, packs: int = 1) -> None:
    """Refuse cards that cannot be on this table together.

    Raises `RuleViolation`: `card_not_in_deck` (facts: cards, deck), `not_a_joker` (cards declared to be
    another card that may not: cards) or `too_many_copies` (facts: cards, packs).
    """
    if table(rules, packs).exist(cards):
        return
    strange = [card for card in cards if not _exists(card, rules, packs)]
    if strange:
        raise RuleViolation("card_not_in_deck", cards=texts(strange), deck=rules.deck)
    liars = [card for card in cards if card.stands_for is not None and not rules.is_wild(card)]
    if liars:
        raise RuleViolation("not_a_joker", cards=texts(liars))
    doubled = [card for card, held in Counter(map(bare, cards)).items() if held > rules.copies(card, packs)]
    if doubled:
        raise RuleViolation("too_many_copies", cards=texts(doubled), packs=packs)


def _exists(card: Card, rules: Rules, packs: int) -> bool:
    role = stated(card)
    return rules.copies(card, packs) > 0 and (role is None or rules.pack.has(role))


def best_arrangement(hand: Sequence[Card], rules: Rules, packs: int = 1) -> Arrangement:
    """The arrangement of up to eight cards with the fewest points, then the fewest loose cards.

    Where cards are scored: the fewest loose cards, then the lowest value. Of equal ones always the same is
    taken, whatever the order of the hand; a wild ace is itself rather than a joker. What a joker was declared
    to be is not looked at: the hand is not on the table yet.
    Raises `Malformed('hand_too_big')` (facts: size, allowed) and `RuleViolation('card_not_in_deck')`; whether
    there are too many copies is for `check_cards`.

    >>> from scorekeeper.engine import PRESETS, format_cards, parse_cards
    >>> best = best_arrangement(parse_cards("4o 5o 6o 7o 7c 7e 12b"), PRESETS["fournier"])
    >>> [format_cards(meld.cards) for meld in best.melds], format_cards(best.loose), best.deadwood
    (['4o 5o 6o', '7o 7c 7e'], '12b', 10)
    """
    known = table(rules, packs)
    if len(hand) > MAX_HAND:
        raise Malformed("hand_too_big", size=len(hand), allowed=MAX_HAND)
    try:
        number, total = known.count(hand)
    except KeyError:
        check_cards(hand, rules, packs)
        raise
    gain, needs = best_choice(known.options(number), number)
    return arranged(list(map(bare, hand)) if known.has_jokers else hand, needs, total - gain, known)


def arranged(hand: Sequence[Card], needs: tuple[int, ...], left: int, known: Table) -> Arrangement:
    """The hand (nothing declared) with these melds put down; `left` is the gain that the loose cards miss."""
    deadwood = known.read(left)[0]
    if not needs:
        return Arrangement((), tuple(hand), deadwood)
    melds = [meld for _, meld in sorted([_meld(known, need) for need in needs], key=_ORDER)]
    if known.wild_unit and sum(needs) >> 256:
        melds = _with_wild_aces(hand, needs, melds, known)
    loose = list(hand)
    for meld in melds:
        for card in meld.cards:
            loose.remove(card)
    return Arrangement(tuple(melds), tuple(loose), deadwood)


def _with_wild_aces(hand: Sequence[Card], needs: tuple[int, ...], melds: list[Meld], known: Table) -> list[Meld]:
    """Put wild aces where the printed jokers do not suffice."""
    printed = hand.count(JOKER)
    missing = sum(map(known.jokers, needs)) - printed
    if missing <= 0:
        return melds
    pool = [*[known.units[known.wild_unit]] * missing, *[JOKER] * printed]
    return [Meld(m.kind, tuple([pool.pop() if card.is_joker else card for card in m.cards])) for m in melds]


@lru_cache(maxsize=1 << 14)
def _meld(known: Table, need: int) -> tuple[tuple[bool, Card], Meld]:
    """The meld of a number, with printed jokers for whatever acts as joker, and its place in an arrangement."""
    naturals, jokers = known.naturals(need), [JOKER] * known.jokers(need)
    if naturals[0].rank == naturals[1].rank:
        return (True, naturals[0]), Meld("group", (*naturals, *jokers))
    ranks = known.rules.pack.ranks
    line = run_in_order({ranks.index(card.rank): card for card in naturals}, jokers, len(ranks))
    return (False, naturals[0]), Meld("run", line)


_ORDER = itemgetter(0)


def run_in_order(placed: dict[int, Card], sliding: Sequence[Card], rank_count: int) -> tuple[Card, ...]:
    """The cards of a run from low to high: jokers without a place fill the gaps, then the high end, then the low.

    `placed` maps places (positions in the deck's order) to cards.
    """
    line, pool = dict(placed), list(sliding)
    low, high = min(placed), max(placed)
    for place in [*range(low, high), *range(high + 1, rank_count), *reversed(range(low))]:
        if pool and place not in line:
            line[place] = pool.pop(0)
    return tuple(line[place] for place in sorted(line))
