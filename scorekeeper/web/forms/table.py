"""The small forms of the table page: people who come, go or change places, penalties, payments."""

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import IntegerField, RadioField, SelectField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import ValidationError

from scorekeeper.engine.events import MAX_ADJUSTMENT, MAX_REASON
from scorekeeper.service import MAX_NAME, StoredGame, is_name, tidy, tidy_reason

from ..texts.money import MoneyError, parse_money
from ..view import seat_names
from .base import WriteForm


def check_name(name: str, taken: Mapping[int, str]) -> None:
    """Raises `ValidationError` for a name that is empty, too long, unprintable, or taken by somebody else."""
    if not name:
        raise ValidationError(_("A name is needed: 1 to %(most)s characters.", most=MAX_NAME))
    if len(name) > MAX_NAME:
        raise ValidationError(
            _("This name has %(count)s characters; %(most)s are possible.", count=len(name), most=MAX_NAME)
        )
    if not is_name(name):
        raise ValidationError(_("This name has characters in it that cannot be printed."))
    if name.casefold() in {other.casefold() for other in taken.values()}:
        raise ValidationError(_("%(name)s is at the table already. Give each player a name of their own.", name=name))


class SeatForm(WriteForm):
    """A form about one seat, chosen from `seats`."""

    seat = SelectField(_l("Player"), coerce=int)

    def offer(self, seats: Mapping[int, str]) -> None:
        """Let these seats be chosen."""
        self.seat.choices = [SelectChoice(str(seat), name) for seat, name in seats.items()]


class NameForm(WriteForm):
    """A new name: for a late joiner, a substitute, or a person who was written down wrongly."""

    name = StringField(_l("Name"), render_kw={"maxlength": MAX_NAME, "autocomplete": "off"})
    taken: Mapping[int, str] = {}

    def validate_name(self, field: Any) -> None:
        field.data = tidy(field.data)
        check_name(field.data, self.taken)


class SubstituteForm(SeatForm, NameForm):
    """Who sits down in whose seat."""


class AdjustForm(SeatForm):
    """A penalty or a forgotten bonus."""

    direction = RadioField(
        _l("What is it?"),
        choices=[
            SelectChoice("penalty", _l("Penalty (adds points)")),
            SelectChoice("bonus", _l("Forgotten bonus (takes points off)")),
        ],
        default="penalty",
    )
    points = StringField(_l("Points"), render_kw={"inputmode": "numeric", "autocomplete": "off", "maxlength": 4})
    reason = StringField(_l("Reason"), render_kw={"maxlength": MAX_REASON, "autocomplete": "off"})

    def validate_points(self, field: Any) -> None:
        text = (field.data or "").strip()
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_ADJUSTMENT):
            raise ValidationError(
                _("“%(text)s” is not possible here: whole points from 1 to %(most)s.", text=text, most=MAX_ADJUSTMENT)
            )

    def validate_reason(self, field: Any) -> None:
        field.data = tidy_reason(field.data)
        if not field.data or len(field.data) > MAX_REASON:
            raise ValidationError(_("Say why, in 1 to %(most)s characters.", most=MAX_REASON))

    @property
    def signed_points(self) -> int:
        """The points with their sign."""
        points = int(self.points.data.strip())
        return points if self.direction.data == "penalty" else -points


class PayForm(SeatForm):
    """Money that was really put on the plate, or taken back."""

    direction = RadioField(
        _l("What happened?"),
        choices=[SelectChoice("paid", _l("Put on the plate")), SelectChoice("back", _l("Taken back"))],
        default="paid",
    )
    amount = StringField(_l("Amount"), render_kw={"inputmode": "decimal", "autocomplete": "off", "maxlength": 16})
    currency = "EUR"
    minor = 0

    def validate_amount(self, field: Any) -> None:
        try:
            self.minor = parse_money(field.data or "", self.currency)
        except MoneyError as error:
            raise ValidationError(str(error)) from error
        if not self.minor:
            raise ValidationError(_("An amount above zero is needed."))

    @property
    def signed_amount(self) -> int:
        """The amount in minor units, negative if it was taken back."""
        return self.minor if self.direction.data == "paid" else -self.minor


class OrderForm(WriteForm):
    """The new order of turns: a place number for every seat."""

    def places(self, seats: Mapping[int, str], typed: Mapping[str, str]) -> tuple[int, ...] | None:
        """The seats in their new order, or None if two share a place or one is missing."""
        places = {seat: typed.get(f"place_{seat}", "").strip() for seat in seats}
        wanted = {str(number) for number in range(1, len(seats) + 1)}
        if set(places.values()) != wanted:
            return None
        return tuple(sorted(seats, key=lambda seat: int(places[seat])))


class RenameForm(NameForm):
    """Another name for a person; history is untouched."""

    person = IntegerField()


def active_names(game: StoredGame) -> dict[int, str]:
    """Seats that have not left, with their names."""
    names = seat_names(game)
    return {seat.seat: names[seat.seat] for seat in game.state.seats if seat.status != "left"}
