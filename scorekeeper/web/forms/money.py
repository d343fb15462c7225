"""Fields for amounts and currencies: what was typed is kept, and a sentence by the field says what is wrong."""

from typing import Any

from flask import request
from wtforms import SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import ValidationError

from ..languages import locale
from ..texts.money import (
    FALLBACK_CURRENCY,
    MoneyError,
    currency_choices,
    currency_sentence,
    is_currency,
    likely_currency,
    parse_money,
)


class MoneyField(StringField):
    """An amount in the currency of the form's field `currency`. `minor` is None where nothing was typed."""

    minor: int | None = None

    def __init__(self, label: Any = None, **options: Any) -> None:
        keys = {"inputmode": "decimal", "autocomplete": "off", "maxlength": 20}
        super().__init__(label, render_kw=keys | options.pop("render_kw", {}), **options)

    def pre_validate(self, form: Any) -> None:
        text = (self.data or "").strip()
        if not text:
            return
        currency = form["currency"].data
        try:
            self.minor = parse_money(text, currency if is_currency(currency) else FALLBACK_CURRENCY)
        except MoneyError as error:
            raise ValidationError(str(error)) from error


class CurrencyField(SelectField):
    """A currency; by default that of the place where the browser seems to be."""

    def __init__(self, label: Any = None, **options: Any) -> None:
        super().__init__(label, choices=self._offered, validate_choice=False, default=here, **options)

    def _offered(self) -> list[SelectChoice]:
        """The currency of the place first; one that was sent and is none stays, so that it can be seen."""
        choices = [SelectChoice(code, name) for code, name in currency_choices(locale(), here())]
        if self.data and all(choice.value != self.data for choice in choices):
            choices.append(SelectChoice(self.data, self.data))
        return choices

    def pre_validate(self, form: Any) -> None:
        if not is_currency(self.data or ""):
            raise ValidationError(currency_sentence(self.data or ""))


def here() -> str:
    """The currency of the place where the browser seems to be."""
    return likely_currency(request.accept_languages.values())
