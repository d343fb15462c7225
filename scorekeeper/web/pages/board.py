"""The board: totals, the pot, every round, and what to do next. After the end: the winner and the payout."""

from flask import Blueprint, render_template

from scorekeeper import service
from scorekeeper.service import StoredGame

from .. import access
from ..standing import rounds_first
from ..story import story
from ..texts.history import ending
from ..texts.result import headline, result
from ..view import has_flashes, kept_page, seat_names

blueprint = Blueprint("board", __name__)


@blueprint.get("/g/<token>/")
@access.viewer
def show() -> str:
    gave_away = service.remember(access.browser(), access.current_link())
    game = access.current_game()
    newest_first, handing = rounds_first() == "newest", gave_away and _is_handing()
    is_over = game.state.phase == "over"
    if not (is_over or handing or has_flashes()):
        return kept_page("board.html", newest_first, newest_first=newest_first)
    return render_template(
        "end.html" if is_over else "board.html",
        newest_first=newest_first,
        handing=handing,
        offer=service.offered(game),
        **(_end(game) if is_over else {}),
    )


def _end(game: StoredGame) -> dict[str, object]:
    names = seat_names(game)
    return {
        "headline": headline(game.state, names),
        "ending": ending(game.state, names),
        "story": story(game.state),
        "result": result(game.state, names),
        "rematch": service.rematch_to_watch(access.keyring(), game),
    }


@blueprint.get("/g/<token>/tableview")
@access.viewer
def tableview() -> str:
    """The totals for everybody at the table, on a screen two metres away."""
    game = access.current_game()
    said = headline(game.state, seat_names(game)) if game.state.phase == "over" else ""
    return render_template("tableview.html", headline=said)


def _is_handing() -> bool:
    """Whether this browser gave the scoring away, and nobody has taken it yet."""
    return not access.may_score() and service.handed_over(access.browser(), access.current_link().game_id) is not None
