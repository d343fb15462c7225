"""A game as a file: to keep, to calculate with, to read, and to bring in again."""

import hashlib
import re
import unicodedata
from datetime import datetime

from babel.numbers import get_currency_precision
from flask import Blueprint, Response, render_template
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.service import NotAGame

from .. import access, limits
from ..forms.importing import ImportForm, read_file
from ..sheet import score_sheet
from ..texts.errors import why_no_game
from ..view import seat_names
from ..writes import Answer, enter

blueprint = Blueprint("download", __name__)
_TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8", "txt": "text/plain; charset=utf-8"}


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


@blueprint.get("/import")
@access.public
def choose() -> str:
    return render_template("import.html", form=ImportForm())


@blueprint.post("/import")
@access.public
@limits.creating
@limits.files
def take_in() -> Answer:
    form = ImportForm()
    if not form.validate() or not form.file.data:
        return _again(form, _("Choose a file first."))
    data = form.file.data.read()
    try:
        found = read_file(data)
    except NotAGame as error:
        return _again(form, why_no_game(error))
    # The same form with the same file brings in one game, however often it is sent.
    key = hashlib.sha256(f"import {form.request().key} {hashlib.sha256(data).hexdigest()}".encode()).hexdigest()
    return enter(service.import_game(access.keyring(), found, key))


def _again(form: ImportForm, text: str) -> Answer:
    form.file.errors = [text]
    return render_template("import.html", form=form), 422


def _name(game: service.StoredGame) -> str:
    """A name for the file: the day and the players, in letters that every system takes."""
    day = datetime.fromtimestamp(game.created_at / 1000).strftime("%Y-%m-%d")
    bare = unicodedata.normalize("NFKD", " ".join(seat_names(game).values())).encode("ascii", "ignore").decode()
    return "-".join(["chinchon", day, *re.findall(r"\w+", bare)])[:80]
