"""The board: totals, the pot, every round, and what to do next. After the end: the winner and the payout."""

from flask import Blueprint, render_template

from scorekeeper import service

from .. import access
from ..forms.base import WriteForm
from ..texts.history import ending
from ..view import seat_names

blueprint = Blueprint("board", __name__)


@blueprint.get("/g/<token>/")
@access.viewer
def show() -> str:
    service.remember(access.browser(), access.current_link())
    game = access.current_game()
    if game.state.phase == "over":
        names = seat_names(game)
        return render_template("end.html", form=_form(game.version), ending=ending(game.state, names))
    return render_template("board.html", form=_form(game.version))


def _form(version: int) -> WriteForm:
    return WriteForm(formdata=None, version=version)
