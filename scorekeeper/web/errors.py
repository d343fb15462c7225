"""What a person sees when something cannot be: always a page with a way on, never a stack of code."""

from datetime import timedelta

from flask import Flask, render_template
from flask_babel import format_timedelta
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.service import NoSuchGame

from . import limits


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(NoSuchGame, lambda _error: _page(404))
    app.register_error_handler(CSRFError, _forged)


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
        413: (_("That is too much"), _("What was sent is larger than any round of cards can be.")),
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
    if status < 400:
        return error
    return _page(status)


def _forged(_error: CSRFError) -> tuple[str, int]:
    title = _("This page had been open for too long")
    text = _("For safety it was not booked. Go back, reload the page, and try again: cookies must be allowed.")
    return render_template("error.html", title=title, text=text), 400


def _page(status: int) -> tuple[str, int]:
    title, text = _too_often() if status == 429 else _texts(status)
    return render_template("error.html", title=title, text=text), status
