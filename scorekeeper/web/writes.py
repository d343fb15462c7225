"""Booking a change from a form: what was typed is shown again whenever it cannot be booked just like that."""

from collections.abc import Mapping, Sequence
from operator import itemgetter

from flask import flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.wrappers import Response

from scorekeeper import service
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.events import Event, RoundCorrected, RulesCorrected, Undone
from scorekeeper.service import Appended, KeyReused, NeedsConfirmation, Plan, StaleVersion, StoredGame

from . import access
from .forms.base import WriteForm
from .texts.errors import sentence
from .texts.happened import headline
from .texts.history import consequence, describe, question, totals_now, undone
from .view import here, seat_names

# So many events of a change are told in words: it has to be read at a glance.
_TOLD = 2

Answer = Response | str | tuple[str, int]


def book(
    form: WriteForm,
    change: Sequence[Event],
    done: str = "",
    people: Mapping[int, str] | None = None,
    to: str = "board.show",
) -> Answer:
    """Book a change and go on to a page, saying `done`, or what happened as the history tells it; or show why not, with
    everything typed carried along.

    Raises `EngineError` where the change itself cannot be: the caller shows it beside the field.
    """
    game = access.current_game()
    try:
        booked = service.book(game, change, form.request(), people, form.answers(), form.confirmed.data or "")
    except NeedsConfirmation as needed:
        return ask(form, needed.plan), 200
    except StaleVersion as stale:
        return show_stale(form, stale), 409
    except KeyReused:
        flash(_("This form was booked already. If it was wrong, undo it in the history."), "warning")
        return redirect(here(to), 303)
    return finish(booked, done or told(booked, game, len(change)), here(to))


def told(booked: Appended, before: StoredGame, events: int) -> str:
    """The first events of a change that was just booked, without their consequences, and how many more there are; where
    it changed what lies further back, the totals that are others now."""
    game = access.reloaded_game()
    batch = game.ledger[booked.version - 1].batch
    step = [stored for stored in game.ledger if stored.batch == batch][:events]
    # What followed from a correction turns once more than that: what its undo brings back is counted only.
    turned = sorted(((undone(stored, game), stored) for stored in step), key=itemgetter(0))
    alike = [stored for (turns, _number), stored in turned if turns == turned[0][0][0]][:_TOLD]
    said = [describe(stored, game, headline) for stored in alike]
    if more := len(step) - len(alike):
        said.append(ngettext("… and %(num)s more.", "… and %(num)s more.", more))
    if any(_rewrites(stored.event, game) for stored in step):
        said.append(totals_now(before.state, game.state, seat_names(game)))
    return " ".join(filter(None, said))


def _rewrites(event: Event, game: StoredGame) -> bool:
    """Whether rounds that came later count otherwise now."""
    if isinstance(event, Undone):
        return any(played.event > event.event for played in game.state.rounds)
    return isinstance(event, RoundCorrected | RulesCorrected)


def finish(booked: Appended, done: str, to: str) -> Response:
    """Say what was done, if anything, and go on; a repeated request says so quietly."""
    if said := _("This was booked already.") if booked.repeated else done:
        flash(said, "success")
    return redirect(to, 303)


def enter(game_id: int) -> Response:
    """Go to the board of a game that was made just now, or the last time this form was sent."""
    link = service.first_link(game_id)
    token = access.keyring().token_of(link)
    if access.keyring().open(token) is not None:
        service.remember(access.browser(), link)
    return redirect(url_for("board.show", token=token), 303)


def ask(form: WriteForm, plan: Plan) -> str:
    """The page that shows the consequences of a change and asks for confirmation or an answer."""
    return render_template("confirm.html", form=form, **plan_view(plan), action=request.full_path.rstrip("?"))


def plan_view(plan: Plan) -> dict[str, object]:
    """What a template needs to show a plan."""
    game = access.current_game()
    return {
        "plan": plan,
        "consequences": [consequence(found, game) for found in plan.consequences],
        "question": question(plan.question, game) if plan.question else None,
    }


def show_stale(form: WriteForm, stale: StaleVersion) -> str:
    """The page that shows what another phone did meanwhile, beside what was typed here."""
    since = since_version(stale.expected)
    form.show_again(stale.current)
    return render_template("stale.html", form=form, since=since, action=request.full_path.rstrip("?"))


def since_version(version: int) -> list[str]:
    """What was booked after this version, in plain words."""
    game = access.current_game()
    if game.version <= version:
        # It was loaded just before the other phone booked.
        game = access.reloaded_game()
    return [describe(stored, game) for stored in game.ledger if stored.number > version]


def complaint(error: EngineError) -> str:
    """The sentence about an error, with the names of this game."""
    return sentence(error, seat_names(access.current_game()))
