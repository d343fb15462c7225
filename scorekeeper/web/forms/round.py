"""The form of one round: who closed and how, and what everybody was left with, as points or as cards."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from flask_babel import gettext as _
from wtforms import HiddenField, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import ValidationError

from scorekeeper.engine.cards import parse_groups
from scorekeeper.engine.errors import EngineError, Malformed
from scorekeeper.engine.options import MAX_HAND
from scorekeeper.engine.rules import CLOSE_KINDS, CloseKind, Rules, most_points
from scorekeeper.engine.state import GameState, Round
from scorekeeper.service import ImpossibleRound, RoundInput, Typed

from ..texts.errors import sentence
from ..texts.history import close_name
from .base import WriteForm

NOBODY = "nobody"
FALSE_CLOSE = "false-close"
_SUM = re.compile(r"\d{1,3}(\s*\+\s*\d{1,3})*")


class PointsField(StringField):
    """Loose points: a whole number, or a sum such as 10+7+2."""

    def __init__(self, label: str, most: int, **options: Any) -> None:
        super().__init__(label, render_kw={"inputmode": "numeric", "autocomplete": "off", "maxlength": "40"}, **options)
        self.most = most

    @property
    def points(self) -> int | None:
        """The points, or None where nothing was typed."""
        text = (self.data or "").strip()
        return sum(map(int, text.split("+"))) if text else None

    def pre_validate(self, form: Any) -> None:
        text = (self.data or "").strip()
        if text and not _SUM.fullmatch(text):
            raise ValidationError(
                _(
                    "“%(text)s” is not a number of points. Type a whole number from 0 to %(most)s, "
                    "or a sum such as 10+7+2.",
                    text=text,
                    most=self.most,
                )
            )


class CardsField(StringField):
    """A hand as cards; melds may be set apart with a slash."""

    def __init__(self, label: str, rules: Rules, **options: Any) -> None:
        kw = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "maxlength": "120"}
        super().__init__(label, render_kw=kw, **options)
        self.rules = rules

    @property
    def groups(self) -> tuple[Any, ...]:
        """The cards as typed, group by group; raises `Malformed`."""
        return parse_groups(self.data or "", self.rules.pack)

    def pre_validate(self, form: Any) -> None:
        try:
            _unused = self.groups
        except Malformed as error:
            raise ValidationError(sentence(error, {})) from error


class RoundForm(WriteForm):
    """Fields for the seats are added by `round_form`: `points_N` and `cards_N` for seat N."""

    closer = RadioField()
    kind = RadioField(default="")
    lay_off = RadioField(default="")
    ruled = HiddenField(default="")  # the objections that the table lets stand, by their fingerprint
    seats: tuple[int, ...] = ()

    def points_of(self, seat: int) -> PointsField:
        return cast(PointsField, self[f"points_{seat}"])

    def cards_of(self, seat: int) -> CardsField:
        return cast(CardsField, self[f"cards_{seat}"])

    @property
    def closer_seat(self) -> int | None:
        """The seat that closed, or None for nobody."""
        return int(self.closer.data) if (self.closer.data or NOBODY) != NOBODY else None

    def to_input(self) -> RoundInput:
        """The round as typed. Call it on a valid form. The closer's own points default to 0."""
        entries = []
        for seat in self.seats:
            points, groups = self.points_of(seat).points, self.cards_of(seat).groups
            if points is None and not groups and seat == self.closer_seat:
                points = 0
            entries.append(Typed(seat, points, groups))
        kind = self.kind.data if self.kind.data in CLOSE_KINDS and self.closer_seat is not None else None
        ruling = "stands" if self.ruled.data else "agreed"
        if self.closer_seat is not None and self.kind.data == FALSE_CLOSE:
            ruling = FALSE_CLOSE
        lay_off = {"yes": True, "no": False}.get(self.lay_off.data or "")
        return RoundInput(tuple(entries), self.closer_seat, cast(CloseKind | None, kind), cast(Any, ruling), lay_off)

    def blame(self, error: EngineError | ImpossibleRound, names: Mapping[int, str]) -> None:
        """Put the sentence about an error beside the field it is about."""
        faults = error.faults if isinstance(error, ImpossibleRound) else ((self._seat_of(error), error),)
        for seat, fault in faults:
            text = sentence(fault, names)
            if seat not in self.seats:
                self.form_errors.append(text)
            elif self.cards_of(seat).data:
                self.cards_of(seat).errors = [*self.cards_of(seat).errors, text]
            else:
                self.points_of(seat).errors = [*self.points_of(seat).errors, text]

    @staticmethod
    def _seat_of(error: EngineError) -> int | None:
        seat, seats = error.facts.get("seat"), error.facts.get("seats")
        if isinstance(seat, int):
            return seat
        return seats[0] if isinstance(seats, tuple) and seats and isinstance(seats[0], int) else None


def round_form(state: GameState, names: Mapping[int, str], seats: Sequence[int]) -> RoundForm:
    """The form for a table in this state; `seats` in the order in which they are asked."""
    rules = state.terms.rules
    most = most_points(MAX_HAND, rules, state.packs)
    fields: dict[str, Any] = {"seats": tuple(seats)}
    for seat in seats:
        fields[f"points_{seat}"] = PointsField(names[seat], most)
        fields[f"cards_{seat}"] = CardsField(_("Cards of %(name)s", name=names[seat]), rules)
    form: RoundForm = type("RoundFormOfTable", (RoundForm,), fields)()
    form.closer.label.text, form.kind.label.text = _("Who closed?"), _("How?")
    form.closer.choices = [*(SelectChoice(str(seat), names[seat]) for seat in seats), SelectChoice(NOBODY, _("Nobody"))]
    offered = [kind for kind in CLOSE_KINDS[1:] if rules.offers(kind)]
    form.kind.choices = [
        SelectChoice("", close_name("plain", rules)),
        *(SelectChoice(kind, close_name(kind, rules)) for kind in offered),
        SelectChoice(FALSE_CLOSE, _("False close")),
    ]
    form.lay_off.label.text = _("Lay off the loose cards that are known?")
    form.lay_off.choices = [
        SelectChoice("", _("If all hands are known")),
        SelectChoice("yes", _("Yes")),
        SelectChoice("no", _("No")),
    ]
    form.closer.validators, form.kind.validators = [], []
    return form


def fill(form: RoundForm, played: Round, computed: Mapping[int, int]) -> None:
    """Fill the form with a round that was booked; `computed`: what the cards alone would make, by seat."""
    form.closer.data = str(played.closer) if played.closer else NOBODY
    form.kind.data = FALSE_CLOSE if played.ruling == "false-close" else (played.kind or "")
    if form.kind.data == "plain" or (played.closer and played.entries[played.closer].cards):
        form.kind.data = FALSE_CLOSE if played.ruling == "false-close" else ""
    for seat, entry in played.entries.items():
        form.cards_of(seat).data = entry.cards
        if computed.get(seat) != entry.points:
            form.points_of(seat).data = str(entry.points)
