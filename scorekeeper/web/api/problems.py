"""The API's blueprint, its bodies, and its errors as problem details (RFC 9457)."""

from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, request
from flask_babel import gettext as _
from werkzeug.exceptions import HTTPException

from scorekeeper.engine.errors import EngineError

from .. import access
from ..texts.errors import sentence
from ..view import seat_names

Body = TypeVar("Body")


def new_blueprint() -> Blueprint:
    """An empty blueprint of the API whose errors are problem documents."""
    blueprint = Blueprint("api", __name__, url_prefix="/api/v1")
    blueprint.register_error_handler(EngineError, _violation)
    blueprint.register_error_handler(msgspec.MsgspecError, _unreadable)
    blueprint.register_error_handler(HTTPException, _http)
    return blueprint


def body(kind: type[Body]) -> Body:
    """The JSON body as this type. Raises `msgspec.ValidationError` or `msgspec.DecodeError`: both become a 422."""
    return msgspec.json.decode(request.get_data(), type=kind)


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(content), status, mimetype="application/json")


def problem(status: int, code: str, detail: str, **facts: Any) -> Response:
    """A problem document: `code` tells the kind to programs, `detail` to people."""
    content = {"type": f"urn:scorekeeper:{code}", "title": code.replace("_", " "), "status": status,
               "code": code, "detail": detail, **({"facts": facts} if facts else {})}  # fmt: skip
    return Response(msgspec.json.encode(content), status, mimetype="application/problem+json")


def _violation(error: EngineError) -> Response:
    names = seat_names(access.current_game()) if access.has_link() else {}
    return problem(422, error.code, sentence(error, names), **error.facts)


def _unreadable(error: msgspec.MsgspecError) -> Response:
    return problem(422, "unreadable_body", _("The body is not what this address takes: %(fault)s", fault=str(error)))


def _http(error: HTTPException) -> Response:
    status = error.code or 500
    return problem(status, (error.name or "error").lower().replace(" ", "_"), error.description or error.name or "")
