"""Seeded hands, rule sets and tables for the long comparisons. The same seed always deals the same."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import NamedTuple

from scorekeeper.engine.cards import JOKER, Card, Deck
from scorekeeper.engine.rules import CloseKind, Rules

from .reference import Cards, best_closes, in_order, legal_closes, readings, ways
from .reference_lay_offs import Player

JOKERS = (0, 1, 2, 4)


class House(NamedTuple):
    """The rules of a table, and how many packs lie on it."""

    rules: Rules
    packs: int


class Deal(NamedTuple):
    """A round at the moment somebody closes."""

    house: House
    kind: CloseKind
    closer: Player
    others: tuple[Player, ...]


def houses(deck: Deck, rng: Random, variants: int = 4) -> list[House]:
    """Some rule sets for each combination of packs, jokers and the wild ace."""
    return [
        House(_rules(deck, jokers, wild_ace, rng), packs)
        for packs, jokers, wild_ace in product((1, 2), JOKERS, (False, True))
        for _ in range(variants)
    ]


def _rules(deck: Deck, jokers: int, wild_ace: bool, rng: Random) -> Rules:
    """Rules for arranging and closing; everything that does not bear on them is left alone."""
    return Rules(
        deck=deck.value,
        jokers=jokers,
        wild_ace=wild_ace,
        joker_points=rng.choice((25, 25, 25, 10, 50, 1)),
        jokers_per_meld=rng.choice((None, None, 1, 2)),
        figure_points=rng.choice(("ten", "index", "position")),
        scoring=rng.choice(("points", "points", "points", "points", "points", "cards")),
        distinct_suits=rng.random() < 0.5,
        close_limit=rng.choice((3, 4, 5, 7, 10)),
        close_max_cards=rng.choice((None, None, 1, 2)),
        clean_close_points=rng.choice((0, -10)),
        chinchon_wins=rng.random() < 0.5,
        chinchon_points=rng.choice((-10, -25)),
        joker_chinchon=rng.choice(("clean-close", "points", "points", "wins")),
        joker_chinchon_points=rng.choice((-25, -25, -15)),
        chinchon_of_a_kind=rng.random() < 0.3,
    )


def full_pack(house: House) -> list[Card]:
    """Every card on the table."""
    one = [*house.rules.pack.cards, *[JOKER] * house.rules.jokers]
    return one * house.packs


# Hands


def hands(house: House, rng: Random, count: int) -> Iterator[Cards]:
    """Hands of a table: mostly seven cards, some eight or six, a few less; half of them built around melds."""
    for number in range(count):
        size = rng.choice((7, 7, 7, 7, 7, 7, 8, 8, 6, rng.randint(1, 5)))
        pack = full_pack(house)
        rng.shuffle(pack)
        yield shuffled(take_rich(house, pack, rng, size) if number % 2 else tuple(pack[:size]), rng)


def shuffled(cards: Cards, rng: Random) -> Cards:
    """The same cards in another order."""
    return tuple(rng.sample(cards, len(cards)))


def take_rich(house: House, pack: list[Card], rng: Random, size: int) -> Cards:
    """Take cards out of the pack that make or nearly make melds, as near a close."""
    hand: list[Card] = []
    wilds = [card for card in pack if house.rules.is_wild(card)]
    if wilds and rng.random() < 0.6:
        _take(pack, hand, rng.sample(wilds, min(len(wilds), rng.choice((1, 1, 1, 2, 2, 3)))))
    for _ in range(rng.choice((1, 1, 2, 2, 3))):
        wanted = _run(house, rng) if rng.random() < 0.6 else _group(house, rng)
        if rng.random() < 0.3:
            wanted.pop(rng.randrange(len(wanted)))
        _take(pack, hand, wanted)
    while len(hand) < size:
        near = [card for card in pack if _is_near(card, hand)] if rng.random() < 0.6 else []
        low = [card for card in pack if 0 < card.rank <= 3] if rng.random() < 0.3 else []
        _take(pack, hand, [rng.choice(near or low or pack)])
    extra = hand[size:] if rng.random() < 0.5 else rng.sample(hand, len(hand) - size)
    for card in extra:
        hand.remove(card)
        pack.append(card)
    return tuple(hand)


def _take(pack: list[Card], hand: list[Card], wanted: list[Card]) -> None:
    for card in wanted:
        if card in pack:
            pack.remove(card)
            hand.append(card)


def _run(house: House, rng: Random) -> list[Card]:
    deck = house.rules.pack
    length = rng.choice((3, 3, 4, 4, 5, 7))
    start = rng.randint(0, len(deck.ranks) - length)
    suit = rng.choice(deck.suits)
    return [Card(rank, suit) for rank in deck.ranks[start : start + length]]


def _group(house: House, rng: Random) -> list[Card]:
    deck = house.rules.pack
    rank = rng.choice(deck.ranks)
    copies = [Card(rank, suit) for suit in deck.suits for _ in range(house.packs)]
    return rng.sample(copies, min(len(copies), rng.choice((3, 3, 4, 5, 7))))


def _is_near(card: Card, hand: list[Card]) -> bool:
    same_suit = any(card.suit == other.suit and abs(card.rank - other.rank) <= 2 for other in hand)
    return same_suit or any(card.rank == other.rank for other in hand)


# Tables


def lay_off_house(deck: Deck, number: int, packs: int) -> House:
    """One of many rule sets that differ in what bears on laying off."""
    rng = Random(f"{deck.value} {number} {packs}")
    rules = _rules(deck, rng.choice((0, 0, 1, 2, 4)), rng.random() < 0.4, rng).changed(
        close_limit=rng.choice((5, 7, 10)),
        scoring="cards" if rng.random() < 0.1 else "points",
        lay_off_on=rng.choice((*["everyone"] * 6, *["closer"] * 3, "nobody")),
        lay_off_rounds=rng.choice(("once", "until-stuck")),
        lay_off_blocked_by=rng.choice(("nothing", "chinchon", "clean-close")),
        lay_off_block=rng.choice(("closer", "table")),
        lay_off_one_per_run=rng.random() < 0.2,
        closer_lays_off=rng.random() < 0.7,
    )
    return House(rules, packs)


def lay_off_deal(seed: int) -> Deal:
    """A legal close, most often a plain one, with one to four others, whose cards often fit each other's melds."""
    rng = Random(seed)
    deck = list(Deck)[seed % 4]
    while True:
        others = rng.choice((1, 1, 2, 2, 3, 4))
        house = lay_off_house(deck, rng.randrange(50), 2 if others >= 4 else rng.choice((1, 1, 2)))
        pack = full_pack(house)
        rng.shuffle(pack)
        seven = take_rich(house, pack, rng, 7)
        closes = best_closes(seven, house.rules, house.packs)
        if closes and (closes[0][0].kind == "plain" or rng.random() < 0.4):
            break
    close, way = closes[0]
    if rng.random() < 0.2:
        close, way = rng.choice(legal_closes(seven, house.rules, house.packs))
    melds = tuple(_declared(meld, house, rng) for meld in way.melds)
    closer = Player(tuple(card for meld in melds for card in meld) + way.loose, melds)
    if close == closes[0][0] and len(closes) == 1 and rng.random() < 0.4:
        closer = Player(shuffled(seven, rng))
    table = [card for meld in way.melds for card in meld]
    return Deal(house, close.kind, closer, tuple(_other(house, pack, table, rng) for _ in range(others)))


def _other(house: House, pack: list[Card], table: list[Card], rng: Random) -> Player:
    """A player with some cards near the melds on the table, and some melds of his own.

    Now and then he laid them down himself, and not always as well as he might have.
    """
    hand: list[Card] = []
    near = [card for card in pack if _is_near(card, table)]
    _take(pack, hand, rng.sample(near, min(len(near), rng.randint(0, 4))))
    if rng.random() < 0.3:
        wilds = [card for card in pack if house.rules.is_wild(card)]
        _take(pack, hand, rng.sample(wilds, min(1, len(wilds))))
    hand += take_rich(house, pack, rng, 7 - len(hand))
    if rng.random() < 0.85:
        return Player(shuffled(tuple(hand), rng))
    way = rng.choice(ways(in_order(hand), house.rules, house.packs))
    melds = tuple(_declared(meld, house, rng) for meld in way.melds)
    return Player(tuple(card for meld in melds for card in meld) + way.loose, melds)


def _declared(meld: Cards, house: House, rng: Random) -> Cards:
    """The meld in any order, now and then with one printed joker laid down as a certain card."""
    meld = shuffled(meld, rng)
    if JOKER not in meld or rng.random() < 0.5:
        return meld
    where = meld.index(JOKER)
    named = [JOKER._replace(stands_for=(card.rank, card.suit)) for card in house.rules.pack.cards]
    declared = [(*meld[:where], joker, *meld[where + 1 :]) for joker in named]
    return rng.choice([way for way in declared if readings(way, house.rules, house.packs)])
