"""The history: every event in plain words, undo, redo, and the way to correct any round."""

from dataclasses import dataclass

from flask import Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.events import Undone
from scorekeeper.service import KeyReused, StaleVersion, StoredGame

from .. import access
from ..forms.base import WriteForm
from ..texts.history import describe, marks
from ..view import here
from ..writes import Answer, book, complaint, finish, show_stale

blueprint = Blueprint("history", __name__)


@dataclass(frozen=True)
class Line:
    """An event as the page tells it. `round`: can be corrected; `undoable`: can be taken back by itself."""

    number: int
    at: int
    text: str
    counts: bool
    corrected: bool
    round: bool
    undoable: bool


@blueprint.get("/g/<token>/history")
@access.viewer
def show() -> str:
    game = access.current_game()
    can_undo, can_redo = bool(service.last_step(game)), bool(service.undone_step(game))
    return render_template("history.html", lines=_lines(game), can_undo=can_undo, can_redo=can_redo)


def _lines(game: StoredGame) -> list[Line]:
    """Every event, the newest first."""
    known = marks(game)
    rounds = {played.event for played in game.state.rounds}
    return [
        Line(
            number=stored.number,
            at=stored.at,
            text=describe(stored, game),
            counts=known[stored.number].counts,
            corrected=known[stored.number].corrected_by is not None,
            round=stored.number in rounds,
            undoable=known[stored.number].counts and stored.number > 1 and not isinstance(stored.event, Undone),
        )
        for stored in reversed(game.ledger)
    ]


@blueprint.post("/g/<token>/undo")
@access.scorer
def undo() -> Answer:
    return _step(back=True)


@blueprint.post("/g/<token>/redo")
@access.scorer
def redo() -> Answer:
    return _step(back=False)


@blueprint.post("/g/<token>/undo/<int:event>")
@access.scorer
def undo_event(event: int) -> Answer:
    """Undo one event of the past, whatever was booked since; its consequences are shown first."""
    return _book(lambda game: service.undo_event(game, event), "history.show")


def _step(back: bool) -> Answer:
    """Pressed in the history one stays there; the board's own undo leads back to the board."""
    return _book(
        service.undo if back else service.redo,
        "history.show" if request.form.get("to") == "history" else "board.show",
    )


def _book(change: service.ChangeOf, to: str) -> Answer:
    game, form = access.current_game(), WriteForm()
    try:
        known = service.booked(game, form.request())
        if known is not None:
            return finish(known, "", here(to))
        if form.version.data != game.version:
            # Worked out for another version, the change would hit something else.
            return show_stale(form, StaleVersion(form.version.data or 0, game.version)), 409
        return book(form, change(game), to=to)
    except KeyReused:
        flash(_("This form was booked already. If it was wrong, undo it in the history."), "warning")
        return redirect(here(to), 303)
    except EngineError as error:
        flash(complaint(error), "error")
        return redirect(here("history.show"), 303)
