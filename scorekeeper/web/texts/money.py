"""Money as people write and read it: whole minor units (cents) inside, a locale's way of writing outside."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.numbers import (
    format_currency,
    format_decimal,
    get_currency_precision,
    get_currency_symbol,
    get_territory_currencies,
    list_currencies,
)
from flask_babel import get_locale, gettext

from scorekeeper.engine.events import MAX_MONEY

MAX_MAJOR = 1_000_000
CURRENCIES: frozenset[str] = frozenset(list_currencies()) - {"XXX", "XTS"}  # unknown, and only for tests
FALLBACK_CURRENCY = "EUR"

MoneyProblem = Literal["unreadable", "negative", "too_much", "too_many_decimals"]
_MINUS = "\N{MINUS SIGN}\N{EN DASH}-"  # the plain one last: it stands in character classes
_APART = " _'\N{RIGHT SINGLE QUOTATION MARK}"


class MoneyError(ValueError):
    """An amount that cannot be taken: a code, what was typed, and in which currency. Its text is the sentence."""

    def __init__(self, code: MoneyProblem, text: str, currency: str) -> None:
        super().__init__(f"{code}: {text!r}")
        self.code, self.text, self.currency = code, text, currency

    def __str__(self) -> str:
        return money_sentence(self)


def is_currency(code: str) -> bool:
    """Whether this is an ISO code of a currency, in capitals."""
    return code in CURRENCIES


def format_money(minor: int, currency: str, locale: Locale | str | None = None) -> str:
    """An amount with its currency, as the locale (by default the request's) writes it: `€2.50`, `2,50 €`."""
    decimals = get_currency_precision(currency)
    return str(format_currency(Decimal(minor).scaleb(-decimals), currency, locale=_locale(locale)))


def money_text(minor: int, currency: str, locale: Locale | str | None = None) -> str:
    """An amount as it is typed into a field, without a currency: `2.50`, `2,50`, `300`."""
    decimals = get_currency_precision(currency)
    pattern = "0." + "0" * decimals if decimals and minor % 10**decimals else "0"
    return str(format_decimal(Decimal(minor).scaleb(-decimals), format=pattern, locale=_locale(locale)))


def parse_money(text: str, currency: str, locale: Locale | str | None = None) -> int:
    """The amount in minor units.

    Point and comma are both understood as the decimal sign. They separate thousands only where nothing else can
    be meant: beside the other sign, more than once, or in a currency without decimals. Raises `MoneyError`.
    """
    decimals = get_currency_precision(currency)
    bare = _bare(text, currency, locale)
    negative = bare.startswith(tuple(_MINUS))
    number = _split(bare.lstrip(_MINUS + "+").strip(_APART), decimals)
    if number is None or len(bare) - len(bare.lstrip(_MINUS + "+")) > 1:
        raise MoneyError("unreadable", text, currency)
    whole, fraction = number
    if negative:
        raise MoneyError("negative", text, currency)
    if len(fraction) > decimals:
        raise MoneyError("too_many_decimals", text, currency)
    if len(whole) > len(str(MAX_MAJOR)):
        raise MoneyError("too_much", text, currency)
    minor = int(whole or "0") * 10**decimals + int(fraction.ljust(decimals, "0") or "0")
    if minor > min(MAX_MAJOR * 10**decimals, MAX_MONEY):
        raise MoneyError("too_much", text, currency)
    return minor


def money_sentence(error: MoneyError) -> str:
    """What is wrong with an amount, and what is allowed."""
    match error.code:
        case "unreadable":
            return gettext("“%(text)s” is not an amount. Write for example 2 or 2.50.", text=error.text.strip())
        case "negative":
            return gettext("An amount cannot be negative. Write 0 to play without money.")
        case "too_much":
            most = min(MAX_MAJOR * 10 ** get_currency_precision(error.currency), MAX_MONEY)
            return gettext("That is too much: at most %(most)s.", most=format_money(most, error.currency))
        case "too_many_decimals":
            return _decimals_sentence(error)


def currency_sentence(text: str) -> str:
    """That there is no such currency."""
    return gettext("“%(text)s” is not a currency. Choose one from the list, for example EUR for the euro.", text=text)


def _decimals_sentence(error: MoneyError) -> str:
    decimals = get_currency_precision(error.currency)
    if not decimals:
        return gettext("%(currency)s has no decimals: write a whole amount.", currency=error.currency)
    return gettext(
        "“%(text)s” has more decimals than %(currency)s has: at most %(decimals)s. "
        "Write a thousand as 1000, without a separator.",
        text=error.text.strip(), currency=error.currency, decimals=decimals,
    )  # fmt: skip


def likely_currency(accepted: Iterable[str]) -> str:
    """The currency where a browser seems to be: that of the place which its first language names, `es-AR` ARS.

    Other languages do not count: a browser in Spain accepts `es` and then `en-US`. Without a place it is the euro.
    """
    tags = [re.split("[-_]", tag) for tag in accepted]
    places = (_territory(tag) for tag in tags if tag[0].lower() == tags[0][0].lower())
    return next((code for place in places if place and (code := _tender(place))), FALLBACK_CURRENCY)


def currency_choices(locale: Locale | str | None = None, first: str | None = None) -> list[tuple[str, str]]:
    """Currencies to choose from (code, name), those that are legal tender today, by name; `first` at the top."""
    chosen = _locale(locale)
    codes = {code for place in get_global("territory_currencies") if (code := _tender(place))} | {first}
    names = chosen.currencies
    choices = [(code, f"{names.get(code, code)} ({code})") for code in codes if code in CURRENCIES]
    return sorted(choices, key=lambda choice: (choice[0] != first, choice[1].casefold()))


def _territory(tag: Sequence[str]) -> str | None:
    return next((part.upper() for part in tag[1:] if re.fullmatch("[A-Za-z]{2}", part)), None)


@lru_cache(maxsize=512)
def _tender(territory: str) -> str | None:
    codes = get_territory_currencies(territory)
    return next((code for code in codes if code in CURRENCIES), None)


def _locale(locale: Locale | str | None) -> Locale:
    if isinstance(locale, Locale):
        return locale
    if locale is None:
        return get_locale() or Locale("en")
    try:
        return Locale.parse(locale.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale("en")


def _bare(text: str, currency: str, locale: Locale | str | None) -> str:
    """What was typed with plain digits and spaces, and without the currency's code, name signs or symbols."""
    plain = "".join(_plain(sign) for sign in unicodedata.normalize("NFKC", text))
    symbols = {get_currency_symbol(currency, place) for place in (_locale(locale), "en", "es")}
    for word in sorted({currency, *symbols}, key=len, reverse=True):
        plain = re.sub(rf"(^|(?<=[\d\s{_MINUS}])){re.escape(word)}(?![^\W\d])", "", plain, flags=re.IGNORECASE)
    return "".join(sign for sign in plain if unicodedata.category(sign) != "Sc").strip()


def _plain(sign: str) -> str:
    if sign.isspace():
        return " "
    value = unicodedata.decimal(sign, None)
    return sign if value is None else str(value)


def _split(number: str, decimals: int) -> tuple[str, str] | None:
    """Digits before and after the decimal sign, without leading zeros before; None if it cannot be read."""
    if not re.fullmatch(rf"[0-9.,{_APART}]*[0-9][0-9.,{_APART}]*", number):
        return None
    used = sorted({sign for sign in number if sign in ".,"}, key=number.rindex)
    once = bool(used) and number.count(used[-1]) == 1
    thousands_only = decimals == 0 and len(used) == 1 and re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", number)
    point = used[-1] if once and not thousands_only else None
    whole, _, fraction = number.rpartition(point) if point else (number, "", "")
    if not re.fullmatch("[0-9]*", fraction):
        return None
    groups = re.split(rf"[.,{_APART}]", whole)
    separators = set(re.findall(rf"[.,{_APART}]", whole))
    if len(groups) > 1 and (len(separators) > 1 or not _grouped(groups)):
        return None
    return "".join(groups).lstrip("0"), fraction


def _grouped(groups: list[str]) -> bool:
    """Thousands as they are written anywhere: 1.000.000, and in India 10,00,000."""
    first, *middle, last = groups
    return 1 <= len(first) <= 3 and len(last) == 3 and all(len(group) in (2, 3) for group in middle)
