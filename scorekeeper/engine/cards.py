"""Cards and decks: what is printed on them, how they are written, in which order they stand."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .errors import Malformed

JOKER_TEXT = "JK"
_FRENCH_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_FRENCH_LETTERS = {letter: rank for rank, letter in _FRENCH_RANKS.items()}
_SYMBOLS = str.maketrans({"♦": "D", "♢": "D", "♥": "H", "♡": "H", "♣": "C", "♧": "C", "♠": "S", "♤": "S"})
_SHAPE = re.compile(r"(\d{1,2}|[AJQK])([OCEBDHS])")


class Card(NamedTuple):
    """One card as it lies on the table.

    `rank` is the printed number (Spanish 1-12, French 1-13 with J 11, Q 12, K 13), `suit` one of `oceb` or
    `DHCS`. A printed joker has rank 0 and no suit; laid down as a certain card it carries that card in
    `stands_for`.
    """

    rank: int
    suit: str
    stands_for: tuple[int, str] | None = None

    @property
    def is_joker(self) -> bool:
        """Whether this is a printed joker (a wild ace is an ace: the rules make it a joker)."""
        return self.rank == 0

    def __str__(self) -> str:
        if self.stands_for is not None:
            return f"{_text(self.rank, self.suit)}={_text(*self.stands_for)}"
        return _text(self.rank, self.suit)


def _text(rank: int, suit: str) -> str:
    if rank == 0:
        return JOKER_TEXT
    name = _FRENCH_RANKS.get(rank, str(rank)) if suit in "DHCS" else str(rank)
    return name + suit


JOKER = Card(0, "")


@dataclass(frozen=True)
class _Print:
    suits: str
    ranks: tuple[int, ...]


class Deck(StrEnum):
    """The four decks of the sources. `suits` and `ranks` are in order; the ace is low."""

    SPANISH_40 = "spanish-40"
    SPANISH_48 = "spanish-48"
    FRENCH_40 = "french-40"
    FRENCH_52 = "french-52"

    @property
    def suits(self) -> str:
        """The four suit letters: `oceb` (oros, copas, espadas, bastos) or `DHCS`."""
        return _PRINTS[self].suits

    @property
    def ranks(self) -> tuple[int, ...]:
        """The printed ranks from the ace up; neighbours in this tuple are neighbours in a run."""
        return _PRINTS[self].ranks

    @property
    def is_french(self) -> bool:
        return self.suits == "DHCS"

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of one pack, without jokers, suit by suit."""
        return tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)

    def has(self, card: Card) -> bool:
        """Whether one pack holds this card; a joker counts by what it stands for, if anything."""
        if card.is_joker:
            return card.stands_for is None or self.has(Card(*card.stands_for))
        return card.suit in self.suits and card.rank in self.ranks


_PRINTS = {
    Deck.SPANISH_40: _Print("oceb", (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)),
    Deck.SPANISH_48: _Print("oceb", tuple(range(1, 13))),
    Deck.FRENCH_40: _Print("DHCS", (1, 2, 3, 4, 5, 6, 7, 11, 12, 13)),
    Deck.FRENCH_52: _Print("DHCS", tuple(range(1, 14))),
}


def parse_card(text: str, french: bool) -> Card:
    """Read one card such as `7o`, `AD`, `JK` or `JK=7o`, in upper or lower case.

    `french` decides what the letter c means (clubs or copas).
    Raises `Malformed('unreadable_card')` for anything else, naming the text.
    """
    word = text.translate(_SYMBOLS).upper()
    head, equals, tail = word.partition("=")
    if equals:
        natural = parse_card(tail, french)
        joker = parse_card(head, french)
        if natural.is_joker or "=" in tail:
            raise Malformed("unreadable_card", text=text)
        return joker._replace(stands_for=(natural.rank, natural.suit))
    if word == JOKER_TEXT:
        return JOKER
    shape = _SHAPE.fullmatch(word)
    if shape is None:
        raise Malformed("unreadable_card", text=text)
    rank = _FRENCH_LETTERS.get(shape[1]) or int(shape[1])
    suit = shape[2] if french else shape[2].lower()
    if suit not in ("DHCS" if french else "oceb") or not 1 <= rank <= 13 or (shape[1].isalpha() and not french):
        raise Malformed("unreadable_card", text=text)
    return Card(rank, suit)


def parse_cards(text: str, deck: Deck | None = None) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas.

    Without a deck the text itself tells Spanish from French: a rank A, J, Q, K or a suit D, H, S (or a
    symbol) anywhere makes all of it French. Whether a card belongs to the deck is not asked here.
    Raises `Malformed('unreadable_card')`.

    >>> [str(card) for card in parse_cards("4o, 5O JK=7o 12e")]
    ['4o', '5o', 'JK=7o', '12e']
    >>> [str(card) for card in parse_cards("ad 10♥")]
    ['AD', '10H']
    """
    words = text.replace(",", " ").replace(";", " ").split()
    french = deck.is_french if deck is not None else any(_looks_french(word) for word in words)
    return tuple(parse_card(word, french) for word in words)


def parse_groups(text: str, deck: Deck | None = None) -> tuple[tuple[Card, ...], ...]:
    """Read cards grouped by `/` or line ends, as they lie on the table; empty groups are dropped.

    >>> [len(group) for group in parse_groups("4o 5o 6o / 7c 7e 7b / 2c")]
    [3, 3, 1]
    """
    if deck is None and any(_looks_french(word) for word in re.split(r"[\s,;/]+", text)):
        deck = Deck.FRENCH_52
    groups = (parse_cards(part, deck) for part in re.split(r"[/|\n]", text))
    return tuple(group for group in groups if group)


def format_cards(cards: tuple[Card, ...] | list[Card]) -> str:
    """The cards as `parse_cards` reads them, separated by single spaces."""
    return " ".join(map(str, cards))


def _looks_french(word: str) -> bool:
    printed = word.rpartition("=")[2]
    plain = printed.translate(_SYMBOLS)
    shape = _SHAPE.fullmatch(plain.upper())
    return shape is not None and (plain != printed or shape[1].isalpha() or shape[2] in "DHS")
