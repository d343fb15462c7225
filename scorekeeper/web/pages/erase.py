"""What may be forgotten: a player's name, and the whole game."""

from flask import Blueprint, flash, redirect, render_template, url_for
from flask_babel import gettext as _

from scorekeeper import service

from .. import access
from ..forms.share import DeleteForm, PersonForm
from ..view import here
from ..writes import Answer

blueprint = Blueprint("erase", __name__)


@blueprint.get("/g/<token>/erase")
@access.scorer
def show() -> str:
    return _page(DeleteForm(formdata=None))


@blueprint.post("/g/<token>/erase/name")
@access.scorer
def name() -> Answer:
    """No event: history holds numbers of persons, not names."""
    form, game = PersonForm(), access.current_game()
    if form.validate() and form.person.data in game.names:
        new = service.erase_name(game, form.person.data, lambda number: _("Player %(number)s", number=number))
        flash(_("The name is erased. It now says “%(name)s” everywhere in this game.", name=new), "success")
    return redirect(here("erase.show"), 303)


@blueprint.post("/g/<token>/erase/game")
@access.scorer
def game() -> Answer:
    form = DeleteForm()
    if not form.validate():
        return _page(form), 422
    service.delete_game(access.current_link().game_id)
    flash(_("The game is deleted. Its links open nothing any more."), "success")
    return redirect(url_for("home.show"), 303)


def _page(form: DeleteForm) -> str:
    return render_template("erase.html", form=form, person=PersonForm(formdata=None))
