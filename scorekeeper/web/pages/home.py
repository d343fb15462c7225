"""Home: the games that this browser knows, and the way to a new one. Also the choice of language."""

from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import service

from .. import access, languages

blueprint = Blueprint("home", __name__)

# Nobody looks for tonight's game further down than this; the others are one tap away.
SHOWN = 10


@blueprint.get("/")
@access.public
def show() -> str:
    show_all = "all" in request.args
    games = service.summaries(access.browser(), None if show_all else SHOWN + 1)
    more = len(games) > SHOWN and not show_all
    keyring = access.keyring()
    listed = [(game, keyring.token_of(game.link)) for game in (games[:SHOWN] if more else games)]
    running = [item for item in listed if item[0].phase != "over"]
    ended = [item for item in listed if item[0].phase == "over"]
    return render_template("home.html", running=running, ended=ended, more=more)


@blueprint.post("/language")
@access.public
def language() -> Response:
    languages.choose(request.form.get("language", ""))
    return redirect(_own_path(request.form.get("next", "")), 303)


@blueprint.post("/forget/<token>")
@access.public
def forget(token: str) -> Response:
    """Take a game off this browser's list; the game itself stays."""
    link = access.keyring().open(token)
    if link is not None:
        service.forget(access.browser(), link.game_id)
    return redirect(url_for("home.show"), 303)


def _own_path(target: str) -> str:
    """The target if it is a path of this site, else home. Browsers read a backslash as a slash."""
    try:
        parts = urlsplit(target.replace("\\", "/"))
    except ValueError:
        return url_for("home.show")
    own = not parts.scheme and not parts.netloc and target.startswith("/") and not target.startswith(("//", "/\\"))
    printable = all(character.isprintable() for character in target)
    return target if own and printable else url_for("home.show")
