"""A meld on the table that takes further cards: what fits on it, and how it grows."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from .cards import Card
from .melds import Meld, MeldKind, bare, run_in_order
from .options import EXPOSED_UNIT, JOKER_UNIT, ONES, RANKS, SUITS, Option, Table, group_choices, run_choices
from .readings import read_meld
from .rules import Rules

LayOff = tuple[int, int, int]
"""Cards that fit on a meld: their number, how many go to its low end, and how many elsewhere."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """A meld as it lies. Its kind is kept: the joker of a run stands for a card, that of a group for none.

    `line` is the place of a run's suit, or of a group's rank, in the deck. `placed` holds a run's cards by
    place, those of naturals and declared jokers, and `sliding` its other jokers, which may move to another
    free place of the run; a group has its suits taken in `placed` and all its cards in `sliding`. `jokers`
    counts all that are used as jokers. What was no meld has no kind and takes nothing.
    """

    owner: int
    kind: MeldKind | None
    line: int
    placed: tuple[tuple[int, Card], ...]
    sliding: tuple[Card, ...]
    jokers: int
    visitors: frozenset[int] = frozenset()

    def cards(self, rules: Rules) -> tuple[Card, ...]:
        """The cards in order: a run from low to high, a group with its jokers last."""
        if self.kind == "run":
            return run_in_order(dict(self.placed), self.sliding, len(rules.pack.ranks))
        return tuple(sorted(self.sliding, key=rules.is_wild)) if self.kind else self.sliding

    def size(self) -> int:
        """How many cards lie here."""
        return len(self.sliding) + (len(self.placed) if self.kind == "run" else 0)


def expose(owner: int, cards: Sequence[Card], rules: Rules, packs: int) -> Exposed:
    """The cards as a meld on the table, by their plainest reading (a wild ace as itself where that is open)."""
    readings = read_meld(cards, rules, packs).readings
    if not readings:
        return Exposed(owner, None, 0, (), tuple(cards), 0)
    meld = readings[0]
    return _run(owner, meld, rules) if meld.kind == "run" else _group(owner, meld, rules)


def _run(owner: int, meld: Meld, rules: Rules) -> Exposed:
    roles = [role for role in meld.roles(rules) if role is not None]
    placed, sliding = [], []
    for card, role in zip(meld.cards, roles, strict=True):
        if bare(card) == role or card.stands_for is not None:
            placed.append((rules.pack.ranks.index(role.rank), card))
        else:
            sliding.append(card)
    suit = rules.pack.suits.index(roles[0].suit)
    return Exposed(owner, "run", suit, tuple(placed), tuple(sliding), meld.jokers(rules))


def _group(owner: int, meld: Meld, rules: Rules) -> Exposed:
    roles = [(card, role) for card, role in zip(meld.cards, meld.roles(rules), strict=True) if role is not None]
    suits = tuple((rules.pack.suits.index(role.suit), card) for card, role in roles)
    rank = rules.pack.ranks.index(roles[0][1].rank)
    return Exposed(owner, "group", rank, suits, meld.cards, meld.jokers(rules))


def lay_offs(meld: Exposed, hand: int, player: int, known: Table) -> tuple[LayOff, ...]:
    """Every way to lay some of these cards (a number of `Table`) on the meld in one go.

    With `lay_off_one_per_run` a player lays one card on a run in the whole round (seed 000).
    """
    jokers = max(0, min(hand >> 256, known.jokers_per_meld - meld.jokers))
    taken = tuple(place for place, _ in meld.placed)
    if meld.kind == "group":
        cards = hand & RANKS[meld.line]
        return _on_group(known, cards, jokers, taken, known.group_size - meld.size()) if cards or jokers else ()
    if meld.kind is None:
        return ()
    cards = (hand | hand >> 1) & ONES & SUITS[meld.line]
    if not cards and not jokers:
        return ()
    found = _on_run(known, cards, jokers, hand >> 256, taken, len(meld.sliding))
    if known.rules.lay_off_one_per_run:
        return () if player in meld.visitors else tuple(one for one in found if one[1] + one[2] == 1)
    return found


@lru_cache(maxsize=1 << 14)
def _on_group(known: Table, cards: int, jokers: int, taken: tuple[int, ...], room: int) -> tuple[LayOff, ...]:
    if known.rules.distinct_suits:
        cards &= ~sum(SUITS[suit] for suit in taken)
    choices = group_choices(known, cards, jokers, room)
    return tuple((part + added * JOKER_UNIT, size + added, 0) for part, size, added in choices if size + added)


@lru_cache(maxsize=1 << 14)
def _on_run(
    known: Table, cards: int, jokers: int, held: int, taken: tuple[int, ...], sliding: int
) -> tuple[LayOff, ...]:
    """`jokers` may be used as such, `held` are in the hand: a wild ace that goes on as itself is one of these."""
    units = {unit.bit_length() // 4 % 16: unit for unit in known.units if unit & cards}
    ranks = _within_reach(sorted(units), taken, sliding + jokers)
    found = []
    for chosen, added in run_choices(ranks, taken, sliding, jokers, known.rank_count):
        wild = sum(units[rank] == known.wild_unit for rank in chosen)
        if (chosen or added) and added + wild <= held:
            need = sum(units[rank] for rank in chosen) + (added + wild) * JOKER_UNIT
            low = sum(rank < min(taken) for rank in chosen)
            found.append((need, low, len(chosen) + added - low))
    return tuple(found)


def _within_reach(ranks: list[int], taken: tuple[int, ...], jokers: int) -> list[int]:
    """The ranks that a run may grow to, so that few need be tried together."""
    inside = [rank for rank in ranks if min(taken) < rank < max(taken) and rank not in taken]
    below = [rank for rank in reversed(ranks) if rank < min(taken)]
    above = [rank for rank in ranks if rank > max(taken)]
    return inside + _stepping(below, min(taken), jokers) + _stepping(above, max(taken), jokers)


def _stepping(ranks: list[int], edge: int, jokers: int) -> list[int]:
    """The ranks reached from an edge outwards, while there are jokers for the places between."""
    reached = []
    for rank in ranks:
        jokers -= abs(rank - edge) - 1
        edge = rank
        if jokers >= 0:
            reached.append(rank)
    return reached


def priced(meld_number: int, melds: int, ways: Sequence[LayOff]) -> list[Option]:
    """Lay-offs as options that cost instead of gain: first the cards laid, then late melds, then high ends.

    A cost is one number, the more important above: the count of cards laid, then less the counts on each
    meld's low end and elsewhere, the earliest meld on top. Costs of several lay-offs add up.
    """
    top = 8 * melds
    here = top - 8 * (meld_number + 1)
    unit = EXPOSED_UNIT << 4 * meld_number
    return [((low + other << top) - (low << here + 4) - (other << here), need + unit) for need, low, other in ways]


def grown(meld: Exposed, naturals: Sequence[Card], jokers: Sequence[Card], player: int, known: Table) -> Exposed:
    """The meld with these cards laid on it by a player.

    A wild ace laid as a joker where it continues the run as itself is itself from now on: it slides no more.
    """
    deck, visitors = known.rules.pack, meld.visitors | {player}
    if meld.kind == "group":
        suits = tuple((deck.suits.index(card.suit), card) for card in naturals)
        cards = (*meld.sliding, *naturals, *jokers)
        count = meld.jokers + len(jokers)
        return replace(meld, placed=meld.placed + suits, sliding=cards, jokers=count, visitors=visitors)
    places = dict(meld.placed) | {deck.ranks.index(card.rank): card for card in naturals}
    sliding, count = [*meld.sliding, *jokers], meld.jokers + len(jokers)
    ace = next((card for card in jokers if not card.is_joker and card.suit == deck.suits[meld.line]), None)
    if ace is not None and 0 not in places and max(places) - len(places) < len(sliding):
        places[0], count = ace, count - 1
        sliding.remove(ace)
    line = tuple(sorted(places.items()))
    return replace(meld, placed=line, sliding=tuple(sliding), jokers=count, visitors=visitors)
