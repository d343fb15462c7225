"""Booking through the API: once for each key, only on the version it was made for, and never unseen consequences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, cast

import msgspec
from flask import Blueprint, Response, g, request
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.engine.events import Event
from scorekeeper.service import Answers, Appended, ImpossibleRound, Request, StaleVersion, StoredGame
from scorekeeper.service.changes import ConsequenceKind, QuestionKind

from .. import access
from ..texts.errors import sentence
from ..texts.history import consequence, question
from ..view import seat_names
from . import headers
from .happened import EventOut, events_since
from .problems import Problem, answer, problem

# Each late joiner takes a seat of his own, so a long evening has more of them than players at a time.
MOST_SEATS = 99
Seat = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
Change = tuple[Sequence[Event], Mapping[int, str]]
# What says yes to something is no part of what is asked for: the key stays the same.
_CONFIRMING = ("confirmed", "ruled")


class AnswerIn(msgspec.Struct, forbid_unknown_fields=True):
    """What the table says to a question: `rebuy` or `out`; or a number of points, or `leave`."""

    kind: QuestionKind
    seat: Seat
    event: int
    answer: str


class Confirming(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """`confirmed`: the fingerprint of the consequences that may happen. `answers`: what the table said when asked."""

    confirmed: str = ""
    answers: list[AnswerIn] = []


class Booked(msgspec.Struct):
    """It is booked, and this is the version of the game that it led to."""

    version: int


class Stale(Problem):
    """Something else was booked meanwhile: `since` is what, `version` where the game is now."""

    version: int
    since: list[EventOut]


class ConsequenceOut(msgspec.Struct):
    """Something that changes with the change. `event`: the event it concerns; `seat`: whose it is, if anybody's."""

    kind: ConsequenceKind
    event: int
    seat: int | None
    text: str


class QuestionOut(msgspec.Struct):
    """Something only the table knows: answer it in `answers` by kind, seat and event."""

    kind: QuestionKind
    seat: int
    event: int
    text: str


class NeedsConfirmation(Problem):
    """Nothing is booked yet: these are the consequences. Send the same again, `confirmed` being the fingerprint.

    With a question there are no consequences to confirm yet: answer it first.
    """

    fingerprint: str
    consequences: list[ConsequenceOut]
    question: QuestionOut | None


class ObjectionOut(msgspec.Struct):
    """What speaks against the round by the rules, and at whose seat."""

    seat: int
    code: str
    text: str


class NeedsRuling(Problem):
    """Nothing is booked yet: the round is against the rules, and the table must rule.

    To let it stand, send the same again, `ruled` being the fingerprint; or send it as a `false_close`, or corrected.
    """

    fingerprint: str
    objections: list[ObjectionOut]


def init(blueprint: Blueprint) -> None:
    blueprint.register_error_handler(StaleVersion, _stale)
    blueprint.register_error_handler(service.NeedsConfirmation, _needs_confirmation)
    blueprint.register_error_handler(service.NeedsRuling, _needs_ruling)
    blueprint.register_error_handler(ImpossibleRound, _impossible)


def book(asked: Confirming, change: Callable[[StoredGame], Change]) -> Response:
    """Book what this makes of the game: the events, and the names of people they bring in."""

    def do(game: StoredGame, made: Request) -> Appended:
        events, people = change(game)
        return service.book(game, events, made, people, answers_of(asked), asked.confirmed)

    return once(asked, do)


def book_events(asked: Confirming, *events: Event) -> Response:
    """Book these events."""
    return book(asked, lambda _game: (events, {}))


def once(asked: Confirming, do: Callable[[StoredGame, Request], Appended]) -> Response:
    """Do it on the version it was made for, unless it was done before: then only say so again."""
    game = access.current_game()
    made = Request(headers.key(), headers.expected_version(), digest(asked))
    booked = service.booked(game, made)
    if booked is None:
        if made.version != game.version:
            raise StaleVersion(made.version, game.version)
        booked = do(game, made)
    response = answer(Booked(booked.version))
    response.set_etag(str(booked.version))
    if booked.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def check_version() -> None:
    """Refuse what was made for another version than the present one."""
    game, expected = access.current_game(), headers.expected_version()
    if expected != game.version:
        raise StaleVersion(expected, game.version)


def digest(asked: msgspec.Struct) -> str:
    """Stands for what is asked for."""
    content = {name: value for name, value in msgspec.to_builtins(asked).items() if name not in _CONFIRMING}
    return service.digest_of({"to": f"{request.method} {request.path}", "body": content})


def answers_of(asked: Confirming) -> Answers:
    """The answers as the service wants them."""
    return cast(Answers, {(one.kind, one.seat, one.event): one.answer.strip() for one in asked.answers})


def _stale(stale: StaleVersion) -> Response:
    g.pop("game", None)  # it may have been loaded just before the other one booked
    game = access.current_game()
    more: dict[str, Any] = {"version": game.version, "since": events_since(game, stale.expected)}
    detail = _("Something else was booked meanwhile. Look at it, and send this again for the newest version.")
    response = problem(412, "stale_version", detail, kind=Stale, **more)
    response.set_etag(game.tag)
    return response


def _needs_confirmation(needed: service.NeedsConfirmation) -> Response:
    game, plan = access.current_game(), needed.plan
    asked, found = plan.question, plan.consequences
    more: dict[str, Any] = {
        "fingerprint": plan.fingerprint,
        "consequences": [ConsequenceOut(one.kind, one.event, one.seat, consequence(one, game)) for one in found],
        "question": QuestionOut(asked.kind, asked.seat, asked.event, question(asked, game)) if asked else None,
    }
    if asked:
        return problem(409, "answer_needed", question(asked, game), kind=NeedsConfirmation, **more)
    detail = _("This changes more than itself. Look at the consequences and confirm them.")
    return problem(409, "confirmation_needed", detail, kind=NeedsConfirmation, **more)


def _needs_ruling(needed: service.NeedsRuling) -> Response:
    names, judged = seat_names(access.current_game()), needed.judged
    objections = [ObjectionOut(one.seat, one.reason.code, sentence(one.reason, names)) for one in judged.objections]
    more: dict[str, Any] = {"fingerprint": judged.fingerprint, "objections": objections}
    detail = _("This round is against the rules. The table must rule: let it stand, or a false close.")
    return problem(409, "ruling_needed", detail, kind=NeedsRuling, **more)


def _impossible(error: ImpossibleRound) -> Response:
    """The first fault; a preview shows all of them."""
    seat, fault = error.faults[0]
    facts = dict(fault.facts) | ({} if seat is None else {"seat": seat})
    return problem(422, fault.code, sentence(fault, seat_names(access.current_game())), facts)
