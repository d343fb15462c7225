"""What a person sees when something cannot be: always a page with a way on, never a stack of code."""

from datetime import timedelta
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, g, make_response, render_template, request
from flask_babel import format_timedelta
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError, ServiceUnavailable

from scorekeeper.service import UNAVAILABLE, NoSuchGame

from . import limits
from .forms.base import typed_fields
from .view import seat_names

# So long a program should wait before it tries again.
_WAIT_SECONDS = 5


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NoSuchGame, _gone)
    app.register_error_handler(CSRFError, _forged)
    for kind in UNAVAILABLE:
        app.register_error_handler(kind, _unavailable)


def _texts(status: int) -> tuple[str, str]:
    known = {
        403: (
            _("This link only looks on"),
            _("You can see everything, but only a phone with the scoring link can change it."),
        ),
        404: (
            _("Nothing here"),
            _("This link opens no game. Maybe a letter is missing, or it was renewed: ask whoever keeps score."),
        ),
        405: (_("That is not possible here"), _("Go back to the page before and try it from there.")),
        413: (
            _("That is too much"),
            _("What was sent is larger than any round of cards can be. Go back: what you typed is still there."),
        ),
        503: (
            _("The scorekeeper cannot write just now"),
            _("Its database does not answer, or its disk is full. Nothing that was booked is lost; try again shortly."),
        ),
        500: (
            _("Something went wrong on our side"),
            _("Nothing that was booked is lost. Go back, your entry is still there, and try once more."),
        ),
    }
    return known.get(status, (_("That did not work"), _("Go back to the page before and try again.")))


def _too_often() -> tuple[str, str]:
    wait = format_timedelta(timedelta(seconds=limits.wait()), threshold=1.5)
    return (
        _("That was a little too often"),
        _("Nothing that was booked is lost. Wait %(wait)s, go back, and try again.", wait=wait),
    )


def _http(error: HTTPException) -> tuple[str, int] | HTTPException:
    status = error.code or 500
    # For a host that is not ours there are no addresses, so there is no page either.
    if status < 400 or isinstance(error, SecurityError):
        return error
    return _page(status)


def _gone(_error: NoSuchGame) -> tuple[str, int]:
    """The game was deleted after its link had been looked up."""
    _leave_game()
    return _page(404)


def _forged(_error: CSRFError) -> tuple[str, int]:
    # Without the cookie the page is not too old: this browser keeps none.
    has_cookie = current_app.config["SESSION_COOKIE_NAME"] in request.cookies
    title = _("This page had been open for too long") if has_cookie else _("That did not work")
    text = _("For safety it was not booked. Go back, reload the page, and try again: cookies must be allowed.")
    return render_template("error.html", title=title, text=text, typed=_typed()), 400


def _typed() -> list[tuple[str, str]]:
    """What was typed into the form that is refused, so that it can be read and copied.

    Only from a page of ours: another site must not put its words on our page.
    """
    ours = "csrf_valid" in g or urlsplit(request.headers.get("Origin", "")).netloc == request.host
    if request.method != "POST" or not ours:
        return []
    try:
        return [(name, value) for name, value, by_hand in typed_fields() if by_hand]
    except HTTPException:  # the body is too large, or none that can be read
        return []


def _unavailable(error: Exception) -> Response:
    """The database cannot do its work now: nothing was booked, and what was typed can be sent again as it is."""
    current_app.logger.error("The database cannot do its work: %s", getattr(error, "orig", None) or error)
    names = _leave_game()
    title, text = _texts(503)
    if request.blueprint == "api":
        answer = make_response(current_app.handle_user_exception(ServiceUnavailable(text)))
    else:
        fields = [(name, value) for name, value, _by_hand in typed_fields()] if request.method == "POST" else []
        page = {"title": title, "text": text, "typed": _typed(), "fields": fields, "names": names}
        answer = make_response(render_template("unavailable.html", **page), 503)
    answer.headers["Retry-After"] = str(_WAIT_SECONDS)
    return answer


def _leave_game() -> dict[int, str]:
    """The page about a failure must not ask the database for the game once more. Returns who sits where, if known."""
    g.pop("link", None)
    game = g.pop("game", None)
    return seat_names(game) if game else {}


def _page(status: int) -> tuple[str, int]:
    title, text = _too_often() if status == 429 else _texts(status)
    more = {"names": _leave_game()} if status >= 500 else {}
    return render_template("error.html", title=title, text=text, typed=_typed(), **more), status
