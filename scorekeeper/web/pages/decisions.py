"""The rebuy decision: for everybody who is out, come back at so many points for so much, or stay out."""

from flask import Blueprint, flash, redirect, render_template
from flask_babel import gettext as _
from wtforms import RadioField

from scorekeeper import service
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.state import GameState, SeatState

from .. import access
from ..forms.rebuy import BACK, OUT, RebuyForm, rebuy_form
from ..view import here, seat_names
from ..writes import Answer, book, complaint

blueprint = Blueprint("rebuys", __name__)


@blueprint.get("/g/<token>/rebuy")
@access.scorer
def show() -> Answer:
    state = access.current_game().state
    if not _open_seats(state):
        return redirect(here("board.show"), 303)
    form = _form(state)
    form.version.data = state.version
    return render_template("rebuy.html", form=form, seats=_open_seats(state))


@blueprint.post("/g/<token>/rebuy")
@access.scorer
def decide() -> Answer:
    state = access.current_game().state
    form = _form(state)
    given = {seat.seat: form[f"seat_{seat.seat}"] for seat in _open_seats(state)}
    unsaid = [field for field in given.values() if field.data not in (BACK, OUT)]
    if form.version.data == state.version and (unsaid or not form.validate()):
        for field in unsaid:
            field.errors = [_("Say whether to come back or to stay out.")]
        return render_template("rebuy.html", form=form, seats=_open_seats(state)), 422
    change = service.decide({seat: field.data == BACK for seat, field in given.items() if _differs(state, seat, field)})
    try:
        return book(form, change)
    except EngineError as error:
        flash(complaint(error), "error")
        return redirect(here("board.show"), 303)


def _open_seats(state: GameState) -> list[SeatState]:
    """Those who decide now, and those who declined but may change their minds before the next round."""
    return [seat for number in state.order if (seat := state.seat(number)).may_rebuy]


def _differs(state: GameState, seat: int, field: RadioField) -> bool:
    """Whether the choice is news: staying out again needs no event."""
    return state.seat(seat).status == "deciding" or field.data == BACK


def _form(state: GameState) -> RebuyForm:
    return rebuy_form(_open_seats(state), seat_names(access.current_game()))
