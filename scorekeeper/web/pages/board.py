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
        return render_template(
            "end.html", form=_form(game.version), ending=ending(game.state, names), handing=_is_handing()
        )
    return render_template("board.html", form=_form(game.version), handing=_is_handing())


def _is_handing() -> bool:
    """Whether this browser gave the scoring away, and nobody has taken it yet."""
    return not access.may_score() and service.handed_over(access.browser(), access.current_link().game_id) is not None


def _form(version: int) -> WriteForm:
    return WriteForm(formdata=None, version=version)
