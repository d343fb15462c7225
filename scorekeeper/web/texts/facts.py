"""Small words that many sentences share: names of seats, lists, numbers, decks, kinds of close."""

import re
from collections.abc import Callable, Iterable, Mapping

from babel.lists import format_list
from flask_babel import get_locale, gettext, ngettext

from scorekeeper.engine.cards import Deck
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.rules import CloseKind

Names = Callable[[int], str] | Mapping[int, str]


def name_of(seat: int, names: Names) -> str:
    """Who sits on a seat; a seat without a name is called by its number."""
    try:
        return names(seat) if callable(names) else names[seat]
    except LookupError:
        return gettext("Seat %(number)s", number=seat)


def listed(words: Iterable[str]) -> str:
    """`Ana, Luis and Eva`, as the language lists things."""
    listing = list(words)
    locale = get_locale() or "en"
    text = str(format_list(listing, locale=locale))
    # The Spanish "y" is "e" before the sound of an i: Paco e Íñigo, Ana e Hilario, but Ana y Hierro.
    if str(locale).startswith("es") and len(listing) > 1 and re.match("h?[ií](?![aeoáéó])", listing[-1], re.IGNORECASE):
        return f"{text.removesuffix(f'y {listing[-1]}')}e {listing[-1]}"
    return text


def number(value: int) -> str:
    """A whole number with a real minus sign."""
    return str(value).replace("-", "\N{MINUS SIGN}")


def points_text(points: int) -> str:
    """`1 point`, `12 points`, `−10 points`."""
    return ngettext("%(points)s point", "%(points)s points", points, points=number(points))


def deck_name(deck: str) -> str:
    """`the Spanish 40-card deck`."""
    return {
        Deck.SPANISH_40: gettext("the Spanish 40-card deck"),
        Deck.SPANISH_48: gettext("the Spanish 48-card deck"),
        Deck.FRENCH_40: gettext("the French 40-card deck"),
        Deck.FRENCH_52: gettext("the French 52-card deck"),
    }[Deck(deck)]


def kind_name(kind: CloseKind | str) -> str:
    """The bare name of a kind of close."""
    return {
        "plain": gettext("plain close"),
        "clean": gettext("clean close"),
        "chinchon": gettext("chinchón"),
        "joker-chinchon": gettext("chinchón with joker"),
    }[kind]


class Said:
    """The facts of one error in words."""

    def __init__(self, error: EngineError, names: Names) -> None:
        self.error, self.names = error, names

    def __getitem__(self, fact: str) -> str:
        value = self.error.facts[fact]
        return number(value) if isinstance(value, int) else str(value)

    def count(self, fact: str) -> int:
        """A fact that is a number."""
        value = self.error.facts[fact]
        assert isinstance(value, int)
        return value

    def words(self, fact: str = "cards") -> tuple[str, ...]:
        """A fact that is several things, as text."""
        value = self.error.facts.get(fact)
        return tuple(map(str, value)) if isinstance(value, tuple) else ()

    @property
    def cards(self) -> str:
        """The cards it is about."""
        return listed(self.words())

    @property
    def name(self) -> str:
        """Who sits on the seat it is about."""
        return name_of(self.count("seat"), self.names)

    @property
    def people(self) -> str:
        """Who sits on the seats it is about."""
        return listed(name_of(int(seat), self.names) for seat in self.words("seats"))
