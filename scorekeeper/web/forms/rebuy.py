"""The form of the rebuy decision: one choice for everybody who may still decide."""

from collections.abc import Mapping, Sequence

from flask_babel import gettext as _
from wtforms import RadioField
from wtforms.fields.choices import SelectChoice

from scorekeeper.engine.state import SeatState

from .base import WriteForm

BACK, OUT = "back", "out"


class RebuyForm(WriteForm):
    """One choice, `seat_N`, for every seat that may still decide."""


def rebuy_form(seats: Sequence[SeatState], names: Mapping[int, str]) -> RebuyForm:
    """The form for these seats, with what was sent."""
    fields = {
        f"seat_{seat.seat}": RadioField(
            names[seat.seat],
            choices=[SelectChoice(BACK, _("Come back")), SelectChoice(OUT, _("Stay out"))],
            default=OUT if seat.status == "out" else None,
            validate_choice=False,
        )
        for seat in seats
    }
    form: RebuyForm = type("RebuyFormOfTable", (RebuyForm,), fields)()
    return form
