"""A new game: who plays, by which rules, for how much."""

import hashlib

from flask import Blueprint, render_template, request

from scorekeeper import service
from scorekeeper.engine.rules import DEFAULT_PRESET

from .. import access, languages, limits
from ..forms.newgame import NewGameForm, shown_names
from ..texts.rules import PRESET_TEXTS
from ..writes import Answer, enter

blueprint = Blueprint("newgame", __name__)
_START = "start"


@blueprint.get("/new")
@access.public
def show() -> Answer:
    return _page(NewGameForm(preset=request.args.get("preset", DEFAULT_PRESET)))


@blueprint.post("/new")
@access.public
@limits.creating
def start() -> Answer:
    """Start the game, or do what another button of the form says and show it again."""
    if languages.switched():
        return _page(NewGameForm())
    form, action = NewGameForm(), request.form.get("action") or _START
    if action != _START:
        form.apply(action)
        return _page(form)
    if not form.validate():
        return _page(form), 422
    return enter(service.start_game(access.keyring(), form.to_new_game(), _creation_key(form)))


def _creation_key(form: NewGameForm) -> str:
    """Sent twice, a form starts one game; changed after going back in the browser, it starts another."""
    sent = form.request()
    return hashlib.sha256(f"{sent.key} {sent.digest}".encode()).hexdigest()


def _page(form: NewGameForm) -> str:
    known = shown_names(service.known_names(access.browser()))
    return render_template("newgame.html", form=form, known=known, presets=PRESET_TEXTS)
