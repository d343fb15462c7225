"""Names, and other words that people type: how they are kept, and which cannot be."""

import unicodedata

from scorekeeper.store import StoredGame

MAX_NAME = 60
# Letters and symbols of which nothing is to be seen: fillers of Hangul, the empty pattern of Braille.
_BLANK = frozenset("\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
                   "\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}")  # fmt: skip
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def tidy(text: str | None) -> str:
    """Words as they are kept: composed characters, single spaces, none around them."""
    return " ".join(unicodedata.normalize("NFC", text or "").split())


def tidy_reason(text: str | None) -> str:
    """A reason as it is kept: a sign that cannot be printed is no more than a space."""
    words = tidy(text)
    return tidy("".join(sign if _shows(words, place) else " " for place, sign in enumerate(words)))


def is_printable(text: str) -> bool:
    """Whether nothing in it is hidden, or turns around what stands beside it."""
    return all(_shows(text, place) for place in range(len(text)))


def is_name(text: str) -> bool:
    """Whether this can be somebody's name. Some letters are blank, and marks alone need something to stand on."""
    seen = any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in text)
    return len(text) <= MAX_NAME and seen and is_printable(text)


def taken_names(game: StoredGame, mine: int | None = None) -> dict[int, str]:
    """Names that nobody else may have, by person: those of everybody with a seat, but for `mine`."""
    return {seat.person: game.names[seat.person] for seat in game.state.seats if seat.person != mine}


def _shows(text: str, place: int) -> bool:
    """Whether this sign can be printed. A joiner between two pictures makes one of them: a family, a flag."""
    if text[place] != "\N{ZERO WIDTH JOINER}":
        return text[place].isprintable()
    before = text[:place].removesuffix("\N{VARIATION SELECTOR-16}")[-1:]
    return (_is_picture(before) or before in _SKINS) and _is_picture(text[place + 1 : place + 2])


def _is_picture(sign: str) -> bool:
    return bool(sign) and unicodedata.category(sign) == "So"
