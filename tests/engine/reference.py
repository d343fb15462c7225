"""The slow, obvious truth about melds and closes, to hold the engine against.

Nothing here is clever: a set of cards is a meld if some way of reading it is, every way to split a hand into
melds is tried, and the best one wins. Only the plain data of cards and rules is shared with the engine.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.cards import Card
from scorekeeper.engine.rules import CloseKind, Rules, card_points, card_value

Cards = tuple[Card, ...]


class Reading(NamedTuple):
    """One way to read cards as a meld: its kind, how many cards act as jokers, and whether an ace that could
    be a joker is itself."""

    kind: str
    jokers: int
    ace_is_itself: bool


class Way(NamedTuple):
    """One way to arrange a hand."""

    melds: tuple[Cards, ...]
    loose: Cards


class Close(NamedTuple):
    """What a legal close is worth."""

    kind: CloseKind
    points: int
    loose_points: int
    wins: bool
    melds_open: bool


def in_order(cards: Cards | list[Card]) -> Cards:
    """The cards in a fixed order, so that equal hands are equal."""
    return tuple(sorted(cards, key=lambda card: (card.rank, card.suit, card.stands_for or ())))


# What is a meld


@lru_cache(maxsize=500_000)
def readings(cards: Cards, rules: Rules, packs: int) -> tuple[Reading, ...]:
    """Every way to read the cards as one meld; none if they are no meld."""
    naturals = [card for card in cards if not rules.is_wild(card)]
    jokers = [card for card in cards if rules.is_wild(card)]
    found = []
    if len(cards) >= 3 and len({card.rank for card in naturals}) == 1:
        found += _group_readings(naturals, jokers, rules, packs)
    if len(cards) >= 3 and len({card.suit for card in naturals}) == 1:
        found += _run_readings(naturals, jokers, rules)
    return tuple(
        reading
        for reading in dict.fromkeys(found)
        if rules.jokers_per_meld is None or reading.jokers <= rules.jokers_per_meld
    )


def _group_readings(naturals: list[Card], jokers: list[Card], rules: Rules, packs: int) -> list[Reading]:
    """Cards of one rank. Jokers stand for no card in particular, unless they were declared as one."""
    if len(naturals) < 2:
        return []
    named = [(card.rank, card.suit) for card in naturals]
    named += [joker.stands_for for joker in jokers if joker.stands_for is not None]
    if len({rank for rank, _ in named}) > 1:
        return []
    if rules.distinct_suits and len(set(named)) < len(named):
        return []
    # Never more cards than the deck has of the rank: one of each suit, or all copies where suits may repeat.
    most = 4 if rules.distinct_suits else 4 * packs
    return [Reading("group", len(jokers), False)] if len(naturals) + len(jokers) <= most else []


def _run_readings(naturals: list[Card], jokers: list[Card], rules: Rules) -> list[Reading]:
    """The cards as neighbours of one suit: each stretch of ranks that is long enough is tried."""
    suit, ranks, length = naturals[0].suit, rules.pack.ranks, len(naturals) + len(jokers)
    wild_ace = Card(1, rules.pack.suits[0])
    found = []
    for start in range(len(ranks) - length + 1):
        places = [(rank, suit) for rank in ranks[start : start + length]]
        ace_begins = wild_ace in jokers and places[0] == (wild_ace.rank, wild_ace.suit)
        if _fits(naturals, jokers, places, wild_ace if ace_begins else None):
            found.append(Reading("run", len(jokers), False))
        if ace_begins:
            others = list(jokers)
            others.remove(wild_ace)
            if _fits([wild_ace, *naturals], others, places, wild_ace):
                found.append(Reading("run", len(others), True))
    return found


def _fits(naturals: list[Card], jokers: list[Card], places: list[tuple[int, str]], itself_first: Card | None) -> bool:
    """Whether these cards, acting as named, fill these places, one each.

    `itself_first` is a wild ace that is itself, never a joker, on the first place.
    """
    taken = [(card.rank, card.suit) for card in naturals]
    taken += [joker.stands_for for joker in jokers if joker.stands_for is not None]
    if len(naturals) < 2 or len(set(taken)) < len(taken) or not set(places).issuperset(taken):
        return False
    if itself_first is None or places[0] in taken:
        return True
    return any(joker.stands_for is None and joker != itself_first for joker in jokers)


def kind_of(meld: Cards, rules: Rules, packs: int) -> str:
    """Whether a meld is a run or a group; it can never be both, two natural cards tell."""
    (kind,) = {reading.kind for reading in readings(meld, rules, packs)}
    return kind


# Arranging a hand


@lru_cache(maxsize=100_000)
def ways(cards: Cards, rules: Rules, packs: int) -> tuple[Way, ...]:
    """Every way to arrange the cards: the first one is loose, or in a meld with some of the others."""
    if not cards:
        return (Way((), ()),)
    first, rest = cards[0], cards[1:]
    found = [Way(way.melds, (first, *way.loose)) for way in ways(rest, rules, packs)]
    for size in range(2, len(cards)):
        for chosen in combinations(range(len(rest)), size):
            meld = (first, *(rest[i] for i in chosen))
            if readings(meld, rules, packs):
                left = tuple(card for i, card in enumerate(rest) if i not in chosen)
                found += [Way((meld, *way.melds), way.loose) for way in ways(left, rules, packs)]
    return tuple(dict.fromkeys(found))


def loose_score(loose: Cards, rules: Rules) -> tuple[int, int]:
    """What loose cards cost, and how many they are: less is better, in this order."""
    return sum(card_points(card, rules) for card in loose), len(loose)


def best_score(cards: Cards, rules: Rules, packs: int) -> tuple[int, int]:
    """The fewest points a hand can be left with, and the fewest loose cards among equal points."""
    return min(loose_score(way.loose, rules) for way in ways(in_order(cards), rules, packs))


def best_ways(cards: Cards, rules: Rules, packs: int) -> list[Way]:
    """All equally best ways to arrange a hand."""
    best = best_score(cards, rules, packs)
    return [way for way in ways(in_order(cards), rules, packs) if loose_score(way.loose, rules) == best]


# Closing

KINDS: tuple[CloseKind, ...] = ("chinchon", "joker-chinchon", "clean", "plain")


def legal_closes(seven: Cards, rules: Rules, packs: int) -> list[tuple[Close, Way]]:
    """Every way in which seven cards may close."""
    found = []
    for way in ways(in_order(seven), rules, packs):
        value = sum(card_value(card, rules) for card in way.loose)
        few = rules.close_max_cards is None or len(way.loose) <= rules.close_max_cards
        if way.melds and value <= rules.close_limit and few:
            found += [(_close(kind, way, rules), way) for kind in sorted(_kinds(way, rules, packs), key=KINDS.index)]
    return found


def best_closes(seven: Cards, rules: Rules, packs: int) -> list[tuple[Close, Way]]:
    """The closes that are best for the closer: to win, then the fewest points, then the fewest loose cards."""

    def rank(option: tuple[Close, Way]) -> tuple[bool, int, int, int]:
        close, way = option
        return not close.wins, close.points, len(way.loose), KINDS.index(close.kind)

    options = legal_closes(seven, rules, packs)
    best = min(map(rank, options), default=None)
    return [option for option in options if rank(option) == best]


def judge(seven: Cards, rules: Rules, packs: int) -> Close | None:
    """The verdict on a close; None if it is not legal."""
    best = best_closes(seven, rules, packs)
    return best[0][0] if best else None


def _kinds(way: Way, rules: Rules, packs: int) -> set[CloseKind]:
    if way.loose:
        return {"plain"}
    kinds: set[CloseKind] = {"clean"}
    if len(way.melds) == 1 and len(way.melds[0]) == 7:
        for reading in readings(way.melds[0], rules, packs):
            if reading.kind == "group" and not rules.chinchon_of_a_kind:
                continue
            if reading.jokers == 0:
                kinds.add("chinchon")
            elif rules.joker_chinchon != "clean-close":
                kinds.add("joker-chinchon")
    return kinds


def _close(kind: CloseKind, way: Way, rules: Rules) -> Close:
    loose_points, _ = loose_score(way.loose, rules)
    if kind == "chinchon":
        bonus, wins = rules.chinchon_points, rules.chinchon_wins
    elif kind == "joker-chinchon":
        bonus, wins = rules.joker_chinchon_points, rules.joker_chinchon == "wins"
    else:
        bonus, wins = rules.clean_close_points if kind == "clean" else 0, False
    return Close(kind, loose_points + bonus, loose_points, wins, closer_is_open(kind, rules))


def is_blocked(kind: CloseKind, rules: Rules) -> bool:
    """Whether a close of this kind blocks lay-offs."""
    if rules.lay_off_blocked_by == "clean-close":
        return kind != "plain"
    return rules.lay_off_blocked_by == "chinchon" and kind in ("chinchon", "joker-chinchon")


def closer_is_open(kind: CloseKind, rules: Rules) -> bool:
    """Whether others may lay off on the closer's melds."""
    return rules.lay_off_on != "nobody" and not is_blocked(kind, rules)
