"""The way in for people without a camera: a short code from the screen of somebody who is in."""

from flask import Blueprint, redirect, render_template, url_for
from flask_babel import gettext as _

from scorekeeper import service

from .. import access, limits
from ..forms.share import CodeForm
from ..writes import Answer

blueprint = Blueprint("join", __name__)


@blueprint.get("/join")
@access.public
def show() -> str:
    return render_template("join.html", form=CodeForm(formdata=None))


@blueprint.post("/join")
@access.public
@limits.trying
def enter() -> Answer:
    """The code comes in a form's body, never in an address: those end up in logs and histories."""
    form = CodeForm()
    form.validate()
    link = service.open_code(access.keyring(), form.code.data or "")
    if link is None:
        # One answer for all that is no code now: a wrong one, a used one, one that has expired.
        form.code.errors = [_("This code opens nothing. Codes are valid for ten minutes: ask for a new one.")]
        return render_template("join.html", form=form), 422
    service.remember(access.browser(), link)
    return redirect(url_for("board.show", token=access.keyring().token_of(link)), 303)
