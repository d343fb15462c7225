"""The table: who sits where, who came late, left or was replaced, penalties, money on the plate, the end."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import EngineError, RuleViolation

from .. import access, limits
from ..forms.base import WriteForm
from ..forms.table import (
    AdjustForm,
    NameForm,
    OrderForm,
    PayForm,
    RenameForm,
    SeatForm,
    SubstituteForm,
    active_names,
)
from ..texts.typed import EVERYBODY
from ..view import here, seat_names
from ..writes import Answer, book, complaint, enter, finish

blueprint = Blueprint("table", __name__)
Form = TypeVar("Form", bound=WriteForm)
Forms = dict[str, WriteForm]
_CLASSES: dict[str, type[WriteForm]] = {
    "join": NameForm,
    "leave": SeatForm,
    "substitute": SubstituteForm,
    "adjust": AdjustForm,
    "settle": WriteForm,
    "pay": PayForm,
    "order": OrderForm,
    "rename": RenameForm,
    "end": WriteForm,
}


@blueprint.get("/g/<token>/table")
@access.viewer
def show() -> str:
    return _page({})


@blueprint.post("/g/<token>/join")
@access.scorer
def join() -> Answer:
    def change(form: NameForm) -> Answer:
        events, people = service.join(access.current_game(), form.name.data)
        return book(form, events, _("%(name)s joins in.", name=form.name.data), people)

    return _write("join", NameForm, change)


@blueprint.post("/g/<token>/leave")
@access.scorer
def leave() -> Answer:
    return _write("leave", SeatForm, lambda form: book(form, (ev.PlayerLeft(form.seat.data),)))


@blueprint.post("/g/<token>/substitute")
@access.scorer
def substitute() -> Answer:
    def change(form: SubstituteForm) -> Answer:
        events, people = service.substitute(access.current_game(), form.seat.data, form.name.data)
        return book(form, events, _("%(name)s plays on in this seat.", name=form.name.data), people)

    return _write("substitute", SubstituteForm, change)


@blueprint.post("/g/<token>/adjust")
@access.scorer
def adjust() -> Answer:
    def change(form: AdjustForm) -> Answer:
        event = ev.PointsAdjusted(form.seat.data, form.signed_points, form.reason.data)
        return book(form, (event,))

    return _write("adjust", AdjustForm, change)


@blueprint.post("/g/<token>/pay")
@access.scorer
def pay() -> Answer:
    def change(form: PayForm) -> Answer:
        return book(form, (ev.Paid(form.seat.data, form.signed_amount),), to="table.show")

    return _write("pay", PayForm, change)


@blueprint.post("/g/<token>/settle")
@access.scorer
def settle() -> Answer:
    """One player, or everybody, put on the plate what was missing there."""

    def change(form: WriteForm) -> Answer:
        owed, seat = service.owed(access.current_game()), request.form.get("seat")
        paid = tuple(ev.Paid(number, amount) for number, amount in owed.items() if seat in (str(number), EVERYBODY))
        return book(form, paid, _("Everybody has paid.") if seat == EVERYBODY else "", to="table.show")

    return _write("settle", WriteForm, change)


@blueprint.post("/g/<token>/order")
@access.scorer
def order() -> Answer:
    def change(form: OrderForm) -> Answer:
        names = seat_names(access.current_game())
        places = form.places(names, request.form)
        if places is None:
            raise RuleViolation("order_incomplete", seats=tuple(names))
        return book(form, (ev.SeatsReordered(places),), _("New order of turns noted."))

    return _write("order", OrderForm, change)


@blueprint.post("/g/<token>/end")
@access.scorer
def end() -> Answer:
    return _write("end", WriteForm, lambda form: book(form, (ev.GameEnded(),), _("The game is over.")))


@blueprint.post("/g/<token>/rename")
@access.scorer
def rename() -> Answer:
    """No event: history holds seats and persons, not names."""

    def change(form: RenameForm) -> Answer:
        game = access.current_game()
        if form.person.data in game.names:
            service.rename(game.id, form.person.data, form.name.data)
            flash(_("Renamed to %(name)s.", name=form.name.data), "success")
        return redirect(here("table.show"), 303)

    return _write("rename", RenameForm, change)


@blueprint.post("/g/<token>/rematch")
@access.scorer
@limits.creating
def rematch() -> Answer:
    """The same people and rules again; a second scoring phone goes to the game that the first one started."""
    keyring, game = access.keyring(), access.current_game()
    try:
        number = service.start_rematch(keyring, game)
    except EngineError as error:
        flash(complaint(error), "error")
        return redirect(here("board.show"), 303)
    watch = service.rematch_to_watch(keyring, game)
    if watch and keyring.open(keyring.token_of(service.first_link(number))) is None:
        return redirect(url_for("board.show", token=watch), 303)  # its scoring was handed over meanwhile
    return enter(number)


def _write(name: str, form_class: type[Form], change: Callable[[Form], Answer]) -> Answer:
    """Validate one of the page's forms and book it; what is wrong is shown by its field, the rest untouched."""
    form = _prepared(form_class())
    before = _booked_before(form)
    if before is not None:
        return finish(before, "", here("table.show" if name in ("pay", "settle") else "board.show"))
    if not form.validate():
        return _page({name: form}), 422
    try:
        return change(form)
    except EngineError as error:
        form.form_errors.append(complaint(error))
        return _page({name: form}), 422


def _booked_before(form: WriteForm) -> service.Appended | None:
    """What this very form booked already: the name is taken since, the seat is empty, and yet nothing is wrong."""
    try:
        return service.booked(access.current_game(), form.request())
    except service.KeyReused:
        return None


def _prepared(form: Form) -> Form:
    game = access.current_game()
    if isinstance(form, SeatForm):
        form.offer(active_names(game))
    if isinstance(form, NameForm):
        mine = form.person.data if isinstance(form, RenameForm) else None
        form.taken = service.taken_names(game, mine)
    if isinstance(form, PayForm):
        form.currency = game.state.terms.currency
    return form


def _page(tried: Forms) -> str:
    version = access.current_game().version
    forms = {name: tried.get(name) or _prepared(cls(formdata=None, version=version)) for name, cls in _CLASSES.items()}
    for name, form in forms.items():
        for field in form:  # several forms on one page have a field of the same name
            field.id = field.label.field_id = f"{name}-{field.id}"
    game = access.current_game()
    money, owed = any(seat.due or seat.paid for seat in game.state.seats), service.owed(game)
    return render_template("table.html", forms=forms, opened=next(iter(tried), ""), money=money, owed=owed)
