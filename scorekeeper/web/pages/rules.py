"""The rules of a game: in plain sentences for everybody, and as a form for whoever keeps the score."""

from flask import Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.events import RulesChanged
from scorekeeper.engine.rules import PRESETS, Rules
from scorekeeper.service import KeyReused, NeedsConfirmation, StaleVersion

from .. import access, languages
from ..forms.rules import RulesEditForm
from ..texts.rules import PRESET_TEXTS, money_sentences, sentences
from ..view import here
from ..writes import Answer, ask, complaint, finish, since_version

blueprint = Blueprint("rules", __name__)
_CHECK = "check"


@blueprint.get("/g/<token>/rules")
@access.viewer
def show() -> str:
    terms = access.current_game().state.terms
    sections = [*sentences(terms.rules), money_sentences(terms)]
    return render_template("rules.html", sections=sections, rule_set=_rule_set(terms.rules))


@blueprint.get("/g/<token>/rules/edit")
@access.scorer
def edit() -> Answer:
    state = access.current_game().state
    form = RulesEditForm(formdata=None, version=state.version)
    form.fill(state.terms)
    if not state.rounds:
        form.when.data = "wrong"
    form.rules.form.offer(None)
    return _page(form)


@blueprint.post("/g/<token>/rules/edit")
@access.scorer
def book() -> Answer:
    """Correct the rules from where they were set, or change them from the next round on."""
    if languages.switched():
        return _page(RulesEditForm())
    game, form = access.current_game(), RulesEditForm()
    if not form.validate():
        return _page(form), 422
    if request.form.get("action") == _CHECK:
        return _page(form)
    terms = form.to_terms()
    if terms == game.state.terms and form.version.data == game.version:
        flash(_("Nothing was different, so nothing was booked."), "info")
        return redirect(here("rules.show"), 303)
    wrong = form.when.data == "wrong"
    change = service.correct_terms(game, terms) if wrong else (RulesChanged(terms),)
    try:
        booked = service.book(game, change, form.request(), answers=form.answers(), confirmed=form.confirmed.data or "")
    except NeedsConfirmation as needed:
        return ask(form, needed.plan)
    except StaleVersion as stale:
        form.show_again(stale.current)
        return _page(form, since=since_version(stale.expected)), 409
    except KeyReused:
        form.show_again(game.version)
        return _page(form, already=True), 409
    except EngineError as error:
        form.form_errors.append(complaint(error))
        return _page(form), 422
    done = _("Rules corrected; everything was counted again.") if wrong else _("New rules from the next round on.")
    return finish(booked, done, here("rules.show"))


def _page(form: RulesEditForm, **more: object) -> str:
    return render_template("rules_edit.html", form=form, **more)


def _rule_set(rules: Rules) -> str | None:
    """The title of the rule set that this is, whatever the limit; None where house rules differ."""
    named = {PRESETS[name].changed(limit=rules.limit): title for name, (title, _summary) in PRESET_TEXTS.items()}
    return str(named[rules]) if rules in named else None
