"""Money as it is typed and shown: decimals, thousands, currencies by place."""

import pytest
from babel import Locale

from scorekeeper.web.texts.money import (
    CURRENCIES,
    MoneyError,
    currency_choices,
    format_money,
    is_currency,
    likely_currency,
    money_text,
    parse_money,
)

READ = [
    ("2,50", "EUR", 250), ("2.50", "EUR", 250), ("2,5", "EUR", 250), ("2", "EUR", 200), (".5", "EUR", 50),
    ("2.", "EUR", 200), (" 2,50 € ", "EUR", 250), ("€2.50", "EUR", 250),
    ("EUR 3", "EUR", 300),
    ("3eur", "EUR", 300),
    ("US$ 5", "USD", 500), ("$5", "ARS", 500), ("1.000,50", "EUR", 100050), ("1,000.50", "USD", 100050),
    ("1 000", "EUR", 100000), ("1\N{NO-BREAK SPACE}000,5", "EUR", 100050), ("1'000.25", "CHF", 100025),
    ("1.000.000", "EUR", 100_000_000), ("10,00,000", "INR", 100_000_000), ("1000000", "EUR", 100_000_000),
    ("1,000", "JPY", 1000), ("300", "JPY", 300), ("1.250", "KWD", 1250), ("0", "EUR", 0), ("٣", "EUR", 300),
    ("+3", "EUR", 300),
]  # fmt: skip
REFUSED = [
    ("", "EUR", "unreadable"), ("abc", "EUR", "unreadable"), ("1e5", "EUR", "unreadable"),
    ("1.2.3", "EUR", "unreadable"),
    ("1 2", "EUR", "unreadable"), ("--3", "EUR", "unreadable"), ("3-", "EUR", "unreadable"),
    ("€", "EUR", "unreadable"),
    ("-3", "EUR", "negative"), ("−3 €", "EUR", "negative"), ("€ -3", "EUR", "negative"),
    ("1000000.01", "EUR", "too_much"), ("1000001", "JPY", "too_much"), ("9" * 5000, "EUR", "too_much"),
    ("2.505", "EUR", "too_many_decimals"), ("1.000", "EUR", "too_many_decimals"),
    ("2.5", "JPY", "too_many_decimals"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "currency", "minor"), READ)
def test_amounts_are_read(text: str, currency: str, minor: int) -> None:
    """Point and comma, spaces, symbols and codes are all understood."""
    assert parse_money(text, currency) == minor


@pytest.mark.parametrize(("text", "currency", "code"), REFUSED)
def test_amounts_are_refused(text: str, currency: str, code: str) -> None:
    """What cannot be an amount is refused with a code and a sentence."""
    with pytest.raises(MoneyError) as refused:
        parse_money(text, currency)
    assert refused.value.code == code
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("locale", ["en", "es", "es-AR", "de"])
@pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD", "ARS", "USD"])
@pytest.mark.parametrize("minor", [0, 5, 250, 300, 123456])
def test_what_is_shown_is_understood(minor: int, currency: str, locale: str) -> None:
    """An amount put into a field reads back as the same amount."""
    assert parse_money(money_text(minor, currency, locale), currency, locale) == minor


def test_amounts_are_written_as_the_locale_does() -> None:
    """Sign, decimals and their number follow the locale and the currency."""
    assert format_money(250, "EUR", "en") == "€2.50"
    assert format_money(250, "EUR", Locale("es")).replace("\N{NO-BREAK SPACE}", " ") == "2,50 €"
    assert format_money(250, "JPY", "en") == "¥250"
    assert format_money(250, "EUR") == "€2.50"


@pytest.mark.parametrize(
    ("accepted", "currency"),
    [
        (["es"], "EUR"), (["es-ES", "es", "en-US"], "EUR"), (["es", "en-US"], "EUR"), (["es-419"], "EUR"),
        (["es", "en-ZZ", "es-MX", "en-US"], "MXN"), (["es-AR"], "ARS"), (["pt-BR", "en"], "BRL"),
        (["en-GB", "en"], "GBP"), (["en_GB"], "GBP"), (["en-US", "en"], "USD"), (["en"], "EUR"),
        (["en-ZZ"], "EUR"), (["fr-CH", "fr"], "CHF"), (["ca"], "EUR"), (["x-y-z"], "EUR"), ([""], "EUR"), ([], "EUR"),
    ],
)  # fmt: skip
def test_the_currency_follows_the_place(accepted: list[str], currency: str) -> None:
    """The place that the first language of the browser names decides; without one it is the euro."""
    assert likely_currency(accepted) == currency


def test_currencies_to_choose_from() -> None:
    """All are real, by name, and that of the place stands first."""
    choices = currency_choices("es", "ARS")
    assert choices[0] == ("ARS", "peso argentino (ARS)")
    assert {code for code, _name in choices} < CURRENCIES
    assert not is_currency("XXX")
    assert not is_currency("eur")
