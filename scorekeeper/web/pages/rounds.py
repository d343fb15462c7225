"""Scoring a round, and correcting one: the same form, judged and previewed before it is booked."""

from flask import Blueprint, flash, redirect, render_template, request
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.events import Event, RoundCorrected, RoundVoided
from scorekeeper.engine.rules import HAND_SIZE, most_points
from scorekeeper.engine.state import GameState, Round
from scorekeeper.service import ImpossibleRound, KeyReused, NeedsConfirmation, NeedsRuling, StaleVersion

from .. import access, languages
from ..forms.base import WriteForm
from ..forms.round import FALSE_CLOSE, RoundForm, fill, round_form
from ..preview import Preview, preview_of
from ..view import here, seat_names
from ..writes import Answer, book, complaint, finish, since_version, told

blueprint = Blueprint("rounds", __name__)


@blueprint.get("/g/<token>/round")
@access.scorer
def new() -> Answer:
    state = access.current_game().state
    if state.phase != "playing":
        return _not_now(state)
    form = _form(state)
    form.version.data = state.version
    form.closer.data = request.args.get("closer", "")
    return _page(form, None)


@blueprint.post("/g/<token>/round")
@access.scorer
def score() -> Answer:
    state = access.current_game().state
    if state.phase != "playing":
        return _not_now(state, request_seen=True)
    return _submit(state, None)


@blueprint.get("/g/<token>/round/<int:event>")
@access.scorer
def correct(event: int) -> Answer:
    played = _played(event)
    if played is None:
        return redirect(here("history.show"), 303)
    form = _form(service.table_at(access.current_game(), event))
    form.version.data = access.current_game().version
    if not played.void:
        fill(form, played, _computed(form, played))
    return _page(form, played)


@blueprint.post("/g/<token>/round/<int:event>")
@access.scorer
def book_correction(event: int) -> Answer:
    played = _played(event)
    if played is None:
        return _not_now(access.current_game().state, request_seen=True)
    return _submit(service.table_at(access.current_game(), event), played)


@blueprint.post("/g/<token>/round/<int:event>/void")
@access.scorer
def void_past(event: int) -> Answer:
    """A round of the past was a misdeal after all."""
    return _book_void(RoundCorrected(event, None))


@blueprint.post("/g/<token>/void")
@access.scorer
def void() -> Answer:
    return _book_void(RoundVoided(), _("Void round noted. The same dealer deals again."))


def _book_void(event: Event, done: str = "") -> Answer:
    try:
        return book(WriteForm(), (event,), done)
    except EngineError as error:
        flash(complaint(error), "error")
        return redirect(here("board.show"), 303)


def _played(event: int) -> Round | None:
    return next((played for played in access.current_game().state.rounds if played.event == event), None)


def _form(state: GameState) -> RoundForm:
    """The players stand as on the board."""
    return round_form(state, seat_names(access.current_game()), [seat.seat for seat in state.playing])


def _computed(form: RoundForm, played: Round) -> dict[int, int]:
    """What the cards of a booked round make by themselves; nothing where they cannot be judged any more."""
    for seat, entry in played.entries.items():
        form.cards_of(seat).data = entry.cards
        form.points_of(seat).data = "" if entry.cards else str(entry.points)
    form.closer.data = str(played.closer or "nobody")
    try:
        judged, _plan = service.judge_round(access.current_game(), form.to_input(), played.event)
    except (ImpossibleRound, EngineError):
        return {}
    return {entry.seat: entry.points for entry in judged.event.entries if entry.cards}


def _submit(table: GameState, played: Round | None) -> Answer:
    """Preview or book what was typed; whatever stands in the way is shown on the same page."""
    if languages.switched():
        return _page(_form(table), played)
    game, correcting, form = access.current_game(), played.event if played else None, _form(table)
    if not form.validate() or not _complete(form):
        return _page(form, played), 422
    if request.form.get("action") == FALSE_CLOSE:
        form.kind.data = FALSE_CLOSE
    typed, answers = form.to_input(), form.answers()
    try:
        if request.form.get("action") not in ("preview", FALSE_CLOSE):
            booked = service.score_round(
                game, typed, form.request(), correcting, answers, form.confirmed.data or "", form.ruled.data or ""
            )
            done = told(booked, game, 1) if played else _("Round %(number)s booked.", number=game.state.round_number)
            return finish(booked, done, here("board.show"))
        judged, plan = service.judge_round(game, typed, correcting, answers)
    except StaleVersion as stale:
        return _stale(form, played, stale)
    except KeyReused as reused:
        return _reused(form, reused)
    except (NeedsRuling, NeedsConfirmation) as needed:
        if isinstance(needed, NeedsRuling):
            form.ruled.data = ""  # these are other objections than those that the table let stand
        typed = form.to_input()
        judged, plan = service.judge_round(game, typed, correcting, answers)
        return _page(form, played, preview_of(game, table, judged, plan, correcting)), 422
    except (ImpossibleRound, EngineError) as error:
        form.blame(error, seat_names(game))
        return _page(form, played), 422
    return _page(form, played, preview_of(game, table, judged, plan, correcting))


def _complete(form: RoundForm) -> bool:
    """Whether a closer (or nobody) was chosen; says so beside the field if not."""
    known = {choice.value for choice in form.closer.choices}
    if form.closer.data in known:
        return True
    form.closer.errors = [_("Say who closed, or that nobody did.")]
    return False


def _page(form: RoundForm, played: Round | None, preview: Preview | None = None, **more: object) -> str:
    if preview is not None:
        form.confirmed.data = preview.plan.fingerprint
    game = access.current_game()
    table = service.table_at(game, played.event) if played else game.state
    rules = table.terms.rules
    return render_template(
        "round.html",
        form=form,
        played=played,
        preview=preview,
        token=access.token(),
        most_seven=most_points(HAND_SIZE, rules, table.packs),
        close_limit=rules.close_limit,
        french=rules.pack.is_french,
        **more,
    )


def _stale(form: RoundForm, played: Round | None, stale: StaleVersion) -> Answer:
    since, state = since_version(stale.expected), access.current_game().state
    if _played(played.event) is None if played else state.phase != "playing":
        return _not_now(state, request_seen=True)
    form.show_again(stale.current)
    return _page(form, played, since=since), 409


def _reused(form: RoundForm, reused: KeyReused) -> Answer:
    """The same form was booked before with other figures: offer to correct what it booked."""
    game = access.current_game()
    batch = game.ledger[reused.version - 1].batch
    played = next((p for p in game.state.rounds if p.event == batch), None)
    form.show_again(game.version)
    return _page(form, played, already=True), 409


def _not_now(state: GameState, request_seen: bool = False) -> Answer:
    """The next round cannot start (the board says what comes first), or the one to correct is gone. What was typed is
    shown, not lost."""
    if request_seen and not _is_repeat():
        form = WriteForm()
        since = since_version(form.version.data or 0)
        return render_template("stale.html", form=form, since=since, action=None), 409
    return redirect(here("rebuys.show" if state.phase == "rebuy-decision" else "board.show"), 303)


def _is_repeat() -> bool:
    """Whether this very form was booked already (a double tap that ended the game, say)."""
    form = WriteForm()
    try:
        return service.booked(access.current_game(), form.request()) is not None
    except KeyReused:
        return False
