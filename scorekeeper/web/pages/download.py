"""A game as a file: to keep, to calculate with, to read, and to bring in again."""

import hashlib
import re
import unicodedata
from datetime import datetime

from babel.numbers import get_currency_precision
from flask import Blueprint, Response, render_template, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileField

from scorekeeper import service
from scorekeeper.service import GameFile, NotAGame

from .. import access, limits
from ..forms.base import WriteForm
from ..sheet import score_sheet
from ..texts.history import describe
from ..texts.money import is_currency
from ..view import seat_names
from ..writes import Answer, enter

blueprint = Blueprint("download", __name__)
_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8", "txt": "text/plain; charset=utf-8"}


class ImportForm(WriteForm):
    """A file with a game in it."""

    file = FileField(_l("File"), render_kw={"accept": ".json,application/json"})


@blueprint.get("/g/<token>/download")
@access.viewer
def show() -> str:
    return render_template("download.html")


@blueprint.get("/g/<token>/download/<any(json, csv, txt):form>")
@access.viewer
def file(form: str) -> Response:
    game = access.current_game()
    if form == "json":
        content = service.game_file(game)
    elif form == "csv":
        content = score_sheet(game).encode()
    else:
        content = service.evening(game, get_currency_precision(game.state.terms.currency)).encode()
    headers = {"Content-Disposition": f'attachment; filename="{_name(game)}.{form}"'}
    return Response(content, headers=headers, content_type=_TYPES[form])


@blueprint.url_value_preprocessor
def allow_more(endpoint: str | None, _values: object) -> None:
    """A file may be larger than any form; this must be said before the form is read."""
    if endpoint == "download.take_in":
        request.max_content_length = service.MAX_BYTES + 64 * 1024


@blueprint.get("/import")
@access.public
def choose() -> str:
    return render_template("import.html", form=ImportForm())


@blueprint.post("/import")
@access.public
@limits.creating
def take_in() -> Answer:
    form = ImportForm()
    if not form.validate() or not form.file.data:
        return _again(form, _("Choose a file first."))
    data = form.file.data.read()
    try:
        found = service.read_game(data)
        people = _people(found)
        _check_shown(found)
    except NotAGame as error:
        return _again(form, _why(error))
    # The same form with the same file brings in one game, however often it is sent.
    key = hashlib.sha256(f"import {form.request().key} {hashlib.sha256(data).hexdigest()}".encode()).hexdigest()
    return enter(service.import_game(access.keyring(), found, people, key))


def _again(form: ImportForm, text: str) -> Answer:
    form.file.errors = [text]
    return render_template("import.html", form=form), 422


def _why(error: NotAGame) -> str:
    match error.code:
        case "newer":
            return _("This file was made by a newer version of the scorekeeper.")
        case "too_big":
            return _("This file is too big for one game.")
        case "impossible":
            return _("What is in this file cannot have happened in a game.")
        case _:
            return _("This is no file of a game. Choose one that was downloaded here as JSON.")


def _people(found: GameFile) -> dict[int, str]:
    """The names as they are kept. Raises `NotAGame`."""
    people = {person: service.tidy(name) for person, name in found.game.names.items()}
    if not all(map(service.is_name, people.values())) or not all(0 < person < 10_000 for person in people):
        raise NotAGame("impossible")
    return people


def _check_shown(found: GameFile) -> None:
    """Whatever the pages would stumble over is found before it is kept. Raises `NotAGame`."""
    if not is_currency(found.game.state.terms.currency):
        raise NotAGame("impossible")
    try:
        for stored in found.game.ledger:
            describe(stored, found.game)
    except Exception as error:  # the file may be anybody's invention: it must break nothing but itself
        raise NotAGame("impossible") from error


def _name(game: service.StoredGame) -> str:
    """A name for the file: the day and the players, in letters that every system takes."""
    day = datetime.fromtimestamp(game.created_at / 1000).strftime("%Y-%m-%d")
    bare = unicodedata.normalize("NFKD", " ".join(seat_names(game).values())).encode("ascii", "ignore").decode()
    return "-".join(["chinchon", day, *re.findall(r"\w+", bare)])[:80]
