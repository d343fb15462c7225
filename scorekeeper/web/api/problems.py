"""The API's bodies and answers, and its errors as problem details (RFC 9457)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Flask, Response, abort, current_app, request
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.engine.errors import EngineError
from scorekeeper.service import KeyReused, NoSuchGame

from .. import access
from ..csrf import csrf
from ..texts.errors import sentence
from ..view import seat_names

Body = TypeVar("Body")
PREFIX = "/api/v1"
NO_FACTS: Mapping[str, Any] = MappingProxyType({})
_WRITING = ("POST", "PUT", "PATCH", "DELETE")


class Problem(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What went wrong: `code` tells the kind to programs and never changes, `detail` tells it to people."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    facts: dict[str, str | int | list[str | int] | None] = {}


class Refused(Exception):
    """A request that cannot be done, for a reason that neither the engine nor HTTP has a name for."""

    def __init__(self, status: int, code: str, detail: str, **facts: Any) -> None:
        super().__init__(code)
        self.status, self.code, self.detail, self.facts = status, code, detail, facts


def new_blueprint() -> Blueprint:
    """An empty blueprint of the API whose errors are problem documents."""
    blueprint = Blueprint("api", __name__, url_prefix=PREFIX)
    csrf.exempt(blueprint)  # `_guard` takes its place
    blueprint.before_request(_guard)
    blueprint.after_request(_vary)
    blueprint.register_error_handler(EngineError, _violation)
    blueprint.register_error_handler(msgspec.MsgspecError, _unreadable)
    blueprint.register_error_handler(Refused, lambda e: problem(e.status, e.code, e.detail, e.facts))
    blueprint.register_error_handler(KeyReused, _reused)
    blueprint.register_error_handler(NoSuchGame, lambda _error: _http(NotFound()))
    blueprint.register_error_handler(CSRFError, _http)
    blueprint.register_error_handler(HTTPException, _http)
    return blueprint


def init_app(app: Flask) -> None:
    """Answer addresses of the API that there are not, too, with a problem document."""
    for kind in (NotFound, MethodNotAllowed):
        app.register_error_handler(kind, _unrouted)


def _guard() -> None:
    """Other sites cannot forge a request: they can neither send our headers nor JSON, and not read our cookie's token.

    A bearer token alone is proof enough. Whoever sends the session cookie is a browser, perhaps lured here by
    another site, and shows the CSRF token as with every form.
    """
    if request.method in _WRITING and current_app.config["SESSION_COOKIE_NAME"] in request.cookies:
        csrf.protect()


def _vary(response: Response) -> Response:
    response.vary.update(("Authorization", "Accept-Language", "Cookie"))
    return response


def body(kind: type[Body], needed: bool = True) -> Body:
    """The JSON body as this type. Raises `msgspec.ValidationError` or `msgspec.DecodeError`: both become a 422."""
    data = request.get_data()
    if (data or request.content_length) and not request.is_json:
        abort(415)
    if not data and not needed:
        return kind()
    try:
        return msgspec.json.decode(data, type=kind)
    except (UnicodeDecodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from error


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer; without content, none."""
    if content is None:
        return Response(status=204)
    return Response(msgspec.json.encode(content), status, mimetype="application/json")


def problem(
    status: int, code: str, detail: str, facts: Mapping[str, Any] = NO_FACTS, kind: type[Problem] = Problem, **more: Any
) -> Response:
    """A problem document, of a kind that carries more where it is needed."""
    content = kind(type=f"urn:scorekeeper:{code}", title=code.replace("_", " "), status=status, code=code,
                   detail=detail, facts=dict(facts), **more)  # fmt: skip
    return Response(msgspec.json.encode(content), status, mimetype="application/problem+json")


def _violation(error: EngineError) -> Response:
    names = seat_names(access.current_game()) if access.has_link() else {}
    return problem(422, error.code, sentence(error, names), error.facts)


def _unreadable(error: msgspec.MsgspecError) -> Response:
    return problem(422, "unreadable_body", _("The body is not what this address takes: %(fault)s", fault=str(error)))


def _reused(error: KeyReused) -> Response:
    detail = _("This key stands for something else that was booked before. Every request needs a key of its own.")
    return problem(422, "key_reused", detail, {"version": error.version})


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    code = "forged" if isinstance(error, CSRFError) else (error.name or "error").lower().replace(" ", "_")
    response = problem(status, code, _sentence(status, code) or error.description or error.name or "")
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response


def _sentence(status: int, code: str) -> str:
    if code == "forged":
        return _("With the session cookie, the header X-CSRFToken must carry the token of a page of this session.")
    return {
        403: _("You can see everything, but only a phone with the scoring link can change it."),
        404: _("This link opens no game. Maybe a letter is missing, or it was renewed: ask whoever keeps score."),
        405: _("This address does not take this method; the header Allow names those that it takes."),
        413: _("What was sent is larger than any round of cards can be."),
        415: _("Send the body as JSON, with the header Content-Type: application/json."),
        500: _("Something went wrong on our side"),
    }.get(status, "")


def _unrouted(error: HTTPException) -> AnyResponse:
    if request.path.startswith(f"{PREFIX}/") or request.blueprint == "api":
        return _http(error)
    pages = current_app.error_handler_spec[None][None][HTTPException]
    return current_app.make_response(current_app.ensure_sync(pages)(error))
