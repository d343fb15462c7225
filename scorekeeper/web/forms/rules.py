"""The rules as a form: a field for each parameter, and the form that corrects or changes the rules of a game."""

import re
from collections.abc import Iterator
from typing import Any, cast

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from wtforms import Form, FormField, RadioField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import ValidationError

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.events import Payout, Terms
from scorekeeper.engine.rules import RANGES, Rules

from ..texts.errors import sentence
from ..texts.money import money_text
from ..texts.rules import SPANISH_TERMS, allowed_text, choice_text, parameter_hint, parameter_title
from .base import WriteForm
from .money import CurrencyField, MoneyField

SECTIONS = (
    (_l("Players and cards"), ("players_max", "deck", "second_deck_from", "jokers", "wild_ace")),
    (_l("Points of the cards"), ("scoring", "figure_points", "joker_points")),
    (_l("Melds"), ("distinct_suits", "jokers_per_meld")),
    (_l("Closing"), ("close_limit", "close_max_cards", "false_close_penalty", "tell_better")),
    (
        _l("What a close is worth"),
        (
            "clean_close_points", "chinchon_wins", "chinchon_points", "joker_chinchon", "joker_chinchon_points",
            "chinchon_of_a_kind",
        ),
    ),
    (
        _l("Laying off"),
        (
            "lay_off_on", "lay_off_rounds", "closer_lays_off", "lay_off_one_per_run", "lay_off_blocked_by",
            "lay_off_block",
        ),
    ),
    (_l("Out and winning"), ("limit", "out_when", "ends", "rounds", "all_out", "win_at", "floor_at_zero")),
    (_l("Rebuys"), ("rebuys", "rebuys_per_player", "rebuy_score", "rebuy_needs_survivors")),
)  # fmt: skip
PAYOUTS = [
    SelectChoice("winner-takes-all", _l("The winner takes it all")),
    SelectChoice("second-gets-stake", _l("Second place gets the stake back")),
]
_NUMBER = re.compile(r"[-\N{MINUS SIGN}\N{EN DASH}]?\d{1,4}")
_NONE = frozenset({"none", "ninguno", "ninguna", "no", "-", "\N{EN DASH}", "\N{EM DASH}"})


class ParameterField:
    """What all fields share: `value` once it is validated, `UNTOUCHED` where nothing was typed."""

    UNTOUCHED = object()
    value: object = UNTOUCHED
    short_name: str
    data: str | None

    @property
    def title(self) -> str:
        return parameter_title(self.short_name)

    @property
    def term(self) -> str:
        """What it is called in Spanish, in every language."""
        return SPANISH_TERMS[self.short_name]

    @property
    def hint(self) -> str:
        """What it decides, and for a number what is allowed."""
        said = parameter_hint(self.short_name)
        if RANGES[self.short_name].low is None:
            return said
        return gettext("%(hint)s Allowed: %(allowed)s.", hint=said, allowed=allowed_text(self.short_name))

    def pre_validate(self, form: Any) -> None:
        """Read the value. Raises `ValidationError` with the parameter's title, the value and what is allowed."""
        text, allowed = (self.data or "").strip(), RANGES[self.short_name]
        self.value = self._read(text)
        if self.value is self.UNTOUCHED and form.base is None:
            self.value = None
        if self.value is not self.UNTOUCHED and not allowed.allows(self.value):
            error = Malformed("parameter_out_of_range", name=self.short_name, value=text, allowed=str(allowed))
            raise ValidationError(sentence(error, {}))

    def _read(self, text: str) -> object:
        if not text:
            return self.UNTOUCHED
        if RANGES[self.short_name].flag:
            return {"yes": True, "no": False}.get(text, text)
        if RANGES[self.short_name].choices:
            return text
        if text.casefold() in _NONE | {gettext("none")}:
            return None
        if not _NUMBER.fullmatch(text):
            return text
        return int(re.sub(r"^\D", "-", text))

    def offer(self, base: Rules | None) -> None:
        """Get ready to be shown: with `base`, an empty field means the value that these rules have."""
        raise NotImplementedError

    def fill(self, rules: Rules) -> None:
        """Show the value that these rules have as if it had been typed."""
        value = getattr(rules, self.short_name)
        self.data = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        if value is None:
            self.data = gettext("none")


class NumberField(ParameterField, StringField):
    """A whole number; an empty field is none, or as in the rule set."""

    def offer(self, base: Rules | None) -> None:
        # The numeric keypad of some phones has no minus.
        negative = (RANGES[self.short_name].low or 0) < 0
        shown = {"inputmode": "text" if negative else "numeric", "autocomplete": "off", "maxlength": 12}
        if base is not None:
            shown["placeholder"] = choice_text(self.short_name, getattr(base, self.short_name))
        self.render_kw = shown


class ChoiceField(ParameterField, SelectField):
    """One of a few words, or yes and no."""

    def __init__(self, label: Any = None, **options: Any) -> None:
        super().__init__(label, validate_choice=False, **options)

    def offer(self, base: Rules | None) -> None:
        name, allowed = self.short_name, RANGES[self.short_name]
        values = [("yes", True), ("no", False)] if allowed.flag else [(word, word) for word in allowed.choices]
        choices = [SelectChoice(value, choice_text(name, meaning)) for value, meaning in values]
        if base is not None:
            usual = choice_text(name, getattr(base, name))
            choices.insert(0, SelectChoice("", f"({usual})"))
        if self.data and self.data not in {choice.value for choice in choices}:
            choices.append(SelectChoice(self.data, self.data))
        self.choices = choices


class RulesForm(Form):
    """A field for every parameter. Empty fields are as in `base`; without it, an empty number is none."""

    base: Rules | None = None

    def offer(self, base: Rules | None) -> None:
        """Get ready to be validated and shown against these rules."""
        self.base = base
        for field in self:
            field.label.text = ""  # the sentences name it by themselves
            field.offer(base)

    def fill(self, rules: Rules) -> None:
        """Show these rules as if they had been typed."""
        for field in self:
            field.fill(rules)

    @property
    def touched(self) -> bool:
        """Whether anything was typed."""
        return any((field.data or "").strip() for field in self)

    def sections(self) -> Iterator[tuple[str, list[Any]]]:
        """The fields under their headings."""
        for heading, names in SECTIONS:
            yield str(heading), [self[name] for name in names if name in self]

    def validate(self, extra_validators: Any = None) -> bool:
        if not super().validate(extra_validators):
            return False
        try:
            rules_from(self)
        except Malformed as error:
            field = self[str(error.facts["name"])]
            field.errors = [*field.errors, sentence(error, {})]
            return False
        return True


for _name, _range in RANGES.items():
    setattr(RulesForm, _name, ChoiceField() if _range.flag or _range.choices else NumberField())


def rules_from(form: RulesForm) -> Rules:
    """The rules as typed, from valid fields. Raises `Malformed` where the values do not go together."""
    typed = {field.short_name: field.value for field in form if field.value is not ParameterField.UNTOUCHED}
    return (form.base or Rules()).changed(**typed)


class RulesEditForm(WriteForm):
    """The terms of a running game: set wrong from the start, or other ones from the next round on."""

    rules = FormField(RulesForm)
    stake = MoneyField(_l("Stake"))
    rebuy_price = MoneyField(_l("Price of a rebuy"))
    currency = CurrencyField(_l("Currency"))
    payout = RadioField(_l("Who gets the pot"), choices=PAYOUTS, default="winner-takes-all", validate_choice=False)
    when = RadioField(
        _l("What happened?"),
        choices=[
            SelectChoice("wrong", _l("They were set wrong: count everything again")),
            SelectChoice("next", _l("We agreed on something new: from the next round on")),
        ],
        validate_choice=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules.form.offer(None)

    def fill(self, terms: Terms) -> None:
        """Show these terms as if they had been typed."""
        self.rules.form.fill(terms.rules)
        self.currency.data, self.payout.data = terms.currency, terms.payout
        self.stake.data = money_text(terms.stake, terms.currency)
        self.rebuy_price.data = money_text(terms.rebuy_price, terms.currency)

    def validate_payout(self, field: Any) -> None:
        check_payout(field.data)

    def validate_when(self, field: Any) -> None:
        if field.data not in ("wrong", "next"):
            raise ValidationError(gettext("Say whether the rules were set wrong, or change from the next round on."))

    def to_terms(self) -> Terms:
        """The terms as typed. Call it on a valid form."""
        return terms_of(self, rules_from(self.rules.form))


def check_payout(value: object) -> None:
    """Raises `ValidationError` for a payout that does not exist."""
    if value not in {choice.value for choice in PAYOUTS}:
        raise ValidationError(gettext("Say who gets the pot: choose one of the two."))


def terms_of(form: Any, rules: Rules) -> Terms:
    """The terms of a valid form with the money fields; no stake is 0, no price of a rebuy is the stake."""
    stake = form.stake.minor or 0
    price = stake if form.rebuy_price.minor is None else form.rebuy_price.minor
    return Terms(rules, stake, price, form.currency.data, cast(Payout, form.payout.data))
