"""The form of a new game: names, rule set, house rules, limit and money. Two names alone are enough."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _l
from wtforms import FieldList, FormField, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import ValidationError

from scorekeeper.engine.errors import Malformed, RuleViolation
from scorekeeper.engine.rules import DEFAULT_PRESET, PRESETS, RANGES, Rules, deal
from scorekeeper.service import MAX_NAME, NewGame, tidy

from ..texts.errors import sentence
from ..texts.rules import PRESET_TEXTS
from .base import WriteForm
from .money import CurrencyField, MoneyField
from .rules import PAYOUTS, RulesForm, check_payout, rules_from, terms_of
from .table import check_name

ROWS_AT_FIRST = 4
MOST_ROWS = 8
_OTHER = "other"
_USUAL_LIMITS = ("70", "100")
_MOST_SENT = 24  # nine names are refused with a sentence; hundreds are nobody's names
_STEP = re.compile(r"(remove|up|down)-(\d{1,2})")


class NamesField(FieldList):
    """The names in turn order."""

    errors: list[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.type = "FieldList"  # so the templates show it as one

    def _extract_indices(self, prefix: str, formdata: Mapping[str, Any]) -> Iterator[int]:
        # The original takes any digit of any script for a number, and fails on some.
        for name in formdata:
            found = re.fullmatch(re.escape(prefix) + r"-([0-9]{1,3})", name)
            if found:
                yield int(found[1])

    def blame(self, text: str) -> None:
        """Say what is wrong with the players as a whole."""
        self.errors = [*self.errors, text]


class NewGameForm(WriteForm):
    """Everything that a table agrees on; the button `action` says what to do with it."""

    players = NamesField(
        StringField("", render_kw={"autocomplete": "off", "autocapitalize": "words", "list": "known-names"}),
        _l("Players"),
        min_entries=2,
        max_entries=_MOST_SENT,
        default=[""] * ROWS_AT_FIRST,
    )
    first_dealer = StringField(_l("Who deals first"), default="1")
    preset = RadioField(
        _l("Rule set"),
        choices=[SelectChoice(name, title) for name, (title, _summary) in PRESET_TEXTS.items()],
        default=DEFAULT_PRESET,
        validate_choice=False,
    )
    limit = RadioField(
        _l("Limit"),
        choices=[*map(SelectChoice, _USUAL_LIMITS), SelectChoice(_OTHER, _l("Other"))],
        default="100",
        validate_choice=False,
    )
    limit_other = StringField(
        _l("Other limit"), render_kw={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6}
    )
    stake = MoneyField(_l("Stake"), render_kw={"placeholder": "0"})
    rebuy_price = MoneyField(_l("Price of a rebuy"))
    currency = CurrencyField(_l("Currency"))
    payout = RadioField(_l("Who gets the pot"), choices=PAYOUTS, default="winner-takes-all", validate_choice=False)
    rules = FormField(RulesForm)

    focus: int | None = None
    unfolded = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.rules.form["limit"]
        self.rules.form.offer(self._rule_set)

    @property
    def _rule_set(self) -> Rules:
        return PRESETS.get(self.preset.data or "", PRESETS[DEFAULT_PRESET])

    @property
    def dealer_row(self) -> int:
        """The row (from 1) of whoever deals first; 0 if it is none."""
        text = (self.first_dealer.data or "").strip()
        return int(text) if re.fullmatch("[0-9]{1,2}", text) else 0

    @property
    def names(self) -> list[str]:
        """The names as they are kept, without the blank rows at the end."""
        names = [tidy(field.data) for field in self.players]
        while names and not names[-1]:
            names.pop()
        return names

    # Buttons that change the form and book nothing

    def apply(self, action: str) -> None:
        """Do what a button says; everything that was typed stays."""
        names, dealer = [field.data or "" for field in self.players], self.dealer_row - 1
        step = _STEP.fullmatch(action)
        if action in ("add", "next"):
            blank = [row for row, name in enumerate(names) if not name.strip()]
            if len(names) < MOST_ROWS and (action == "add" or not blank):
                blank.append(len(names))
                names.append("")
            self.focus = next(iter(blank), None)
        elif action == "preset":
            self.unfolded = True
        elif step and int(step[2]) < len(names):
            dealer = _move(names, dealer, step[1], int(step[2]))
        self.players.process(None, names)
        self.first_dealer.data = str(max(dealer, 0) + 1)

    # What is wrong

    def validate(self, extra_validators: Any = None) -> bool:
        fine = super().validate(extra_validators)
        rules = self._rules() if fine else self._rule_set
        fine = self._check_names() and fine
        fine = self._check_dealer() and fine
        return self._check_deal(rules) and fine

    def validate_preset(self, field: Any) -> None:
        if field.data not in PRESETS:
            raise ValidationError(gettext("There is no rule set “%(name)s”: choose one of these.", name=field.data))

    def validate_payout(self, field: Any) -> None:
        check_payout(field.data)

    def validate_limit(self, field: Any) -> None:
        if field.data not in (*_USUAL_LIMITS, _OTHER):
            raise ValidationError(_limit_sentence(field.data or ""))

    def validate_limit_other(self, field: Any) -> None:
        text = (field.data or "").strip()
        if self.limit.data == _OTHER:
            number = int(text) if re.fullmatch("[0-9]{1,6}", text) else None
            if number is None or not RANGES["limit"].allows(number):
                raise ValidationError(_limit_sentence(text))
        elif text and text != self.limit.data:
            raise ValidationError(
                gettext(
                    "To play to %(typed)s choose “Other”; to play to %(chosen)s leave this empty.",
                    typed=text,
                    chosen=self.limit.data,
                )
            )

    def _check_names(self) -> bool:
        taken: dict[int, str] = {}
        fine = True
        for row, (field, name) in enumerate(zip(self.players, self.names, strict=False)):
            try:
                check_name(name, taken)
            except ValidationError as error:
                field.errors = [*field.errors, str(error)]
                fine = False
            taken[row] = name
        return fine

    def _check_dealer(self) -> bool:
        if 1 <= self.dealer_row <= max(len(self.names), 1):
            return True
        self.first_dealer.errors = [gettext("Choose who deals first among the players with a name.")]
        return False

    def _check_deal(self, rules: Rules) -> bool:
        try:
            deal(rules, len(self.names))
        except RuleViolation as error:
            self.players.blame(sentence(error, {}))
            return False
        return True

    def _rules(self) -> Rules:
        limit = self.limit_other.data.strip() if self.limit.data == _OTHER else self.limit.data
        return rules_from(self.rules.form).changed(limit=int(limit))

    def to_new_game(self) -> NewGame:
        """What the table agreed on. Call it on a valid form."""
        return NewGame(tuple(self.names), terms_of(self, self._rules()), self.dealer_row)


def _move(names: list[str], dealer: int, step: str, row: int) -> int:
    """Move or remove a row; returns the row of the dealer afterwards."""
    if step == "remove":
        del names[row]
        return 0 if dealer == row else dealer - (dealer > row)
    other = row - 1 if step == "up" else row + 1
    if not 0 <= other < len(names):
        return dealer
    names[row], names[other] = names[other], names[row]
    return {row: other, other: row}.get(dealer, dealer)


def _limit_sentence(text: str) -> str:
    error = Malformed("parameter_out_of_range", name="limit", value=text, allowed=str(RANGES["limit"]))
    return sentence(error, {})


def shown_names(known: Sequence[str]) -> list[str]:
    """Names to offer, as many as a list on a phone can show with sense."""
    return [name for name in known if len(name) <= MAX_NAME][:200]
