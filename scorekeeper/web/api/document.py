"""The OpenAPI document of the API, made from what the endpoints declare."""

import re
from functools import cache
from http import HTTPStatus
from typing import Any, get_args

import msgspec
from apispec import APISpec
from flask import Response

from scorekeeper.service import KEY_PATTERN

from . import headers
from .problems import PREFIX, Problem, answer
from .registry import ENDPOINTS, Endpoint, endpoint

Json = dict[str, Any]
_REFERENCE = "#/components/schemas/{name}"
_PART = re.compile(r"<(?:(\w+)(?:\(([^)]*)\))?:)?(\w+)>")
_ABOUT = """Everything that the pages of the scorekeeper can do, for programs. The secret of a link is the bearer token.

What is read has an `ETag`. What books something names it in `If-Match`, and carries an `Idempotency-Key`. Errors are
problem documents (RFC 9457) with a `code` that does not change and a `detail` in the language of `Accept-Language`.
"""
_SAID = {
    400: "The headers are not as they must be, or the request may be forged.",
    403: "This link only looks on.",
    404: "No such thing, or no link that opens a game.",
    409: "Nothing is booked yet, or it was changed already: the document says what is to be decided.",
    412: "Something else was booked meanwhile.",
    413: "The body is too large.",
    415: "The body is no JSON.",
    422: "This cannot be; `code` says why.",
    428: "`If-Match` names no version.",
    429: "Too often; `Retry-After` says when to try again.",
    503: "The database does not answer; nothing is lost.",
}


@endpoint("GET", "/openapi.json", "public", "application/json")
def openapi() -> Response:
    """This document."""
    return answer(document())


@cache
def document() -> Json:
    """The document as plain data."""
    spec = APISpec("Scorekeeper", "1", "3.1.0", info={"description": _ABOUT, "license": {"name": "MIT"}},
                   servers=[{"url": PREFIX}])  # fmt: skip
    spec.components.security_scheme("link", {"type": "http", "scheme": "bearer", "description": "A link's secret."})
    for name, schema in msgspec.json.schema_components(_types(), ref_template=_REFERENCE)[1].items():
        spec.components.schema(name, schema)
    for found in ENDPOINTS:
        spec.path(path_of(found), operations={found.method.lower(): _operation(found)})
    return spec.to_dict()


def path_of(found: Endpoint) -> str:
    """The path as OpenAPI writes it."""
    return _PART.sub(r"{\3}", found.path)


def _types() -> list[Any]:
    """Every type that a body or an answer has."""
    types: list[Any] = [Problem]
    for found in ENDPOINTS:
        more = [kind for _, union in found.problems for kind in get_args(union) or (union,)]
        types += [kind for kind in (found.body, found.answer, *more) if isinstance(kind, type) and kind not in types]
    return types


def _operation(found: Endpoint) -> Json:
    operation: Json = {
        "operationId": found.name,
        "summary": found.summary,
        "description": _text(found),
        "parameters": _parameters(found),
        "responses": _responses(found),
        "security": [] if found.access == "public" else [{"link": []}],
    }
    if found.body is not None:
        operation["requestBody"] = {"required": found.needs_body, "content": _content(found.body)}
    return operation


def _text(found: Endpoint) -> str:
    whose = {"public": "For everybody.", "viewer": "Needs a link of the game.", "scorer": "Needs a score link."}
    more = (found.view.__doc__ or "").partition("\n")[2]
    return "\n\n".join(filter(None, (re.sub(r"\s+", " ", more).strip(), whose[found.access])))


def _parameters(found: Endpoint) -> list[Json]:
    parameters = [
        {"name": name, "in": "path", "required": True,
         "schema": {"type": "integer", "minimum": 0} if kind == "int" else {"enum": choices.split(", ")}}
        for kind, choices, name in _PART.findall(found.path)
    ]  # fmt: skip
    if found.query is not None:
        _, parts = msgspec.json.schema_components([found.query], ref_template=_REFERENCE)
        (known,) = parts.values()
        parameters += [{"name": name, "in": "query", "schema": of} for name, of in known["properties"].items()]
    if found.method == "GET" and found.answer != "text/event-stream":
        parameters.append(_header("If-None-Match", {"type": "string"}, required=False))
    if found.versioned:
        parameters.append(_header("If-Match", {"type": "string", "pattern": f"^{headers.TAG}$"}))
    if found.keyed:
        parameters.append(_header("Idempotency-Key", {"type": "string", "pattern": f"^{KEY_PATTERN}$"}))
    return parameters


def _header(name: str, schema: Json, required: bool = True) -> Json:
    return {"name": name, "in": "header", "required": required, "schema": schema}


def _responses(found: Endpoint) -> Json:
    done: Json = {"description": HTTPStatus(found.status).phrase}
    if found.answer is not None:
        done["content"] = _content(found.answer)
    if found.tagged or found.method == "GET":
        done["headers"] = {"ETag": {"description": "What was answered.", "schema": {"type": "string"}}}
    responses: Json = {str(found.status): done}
    if found.method == "GET" and found.answer != "text/event-stream":
        responses["304"] = {"description": "What `If-None-Match` names is still so."}
    special = dict(found.problems)
    for status in _problems(found):
        responses[str(status)] = {
            "description": _SAID[status],
            "content": {"application/problem+json": {"schema": _schema(special.get(status, Problem))}},
        }
    return responses


def _problems(found: Endpoint) -> list[int]:
    """The statuses that an endpoint may refuse with."""
    statuses = {503, *(status for status, _ in found.problems)}
    if found.access != "public":
        statuses.add(404)
    if found.access == "scorer":
        statuses.add(403)
    if found.method != "GET":
        statuses |= {400, 429}
    if found.answer == "text/event-stream":
        statuses.add(429)
    if found.body is not None:
        statuses |= {413, 415, 422}
    if found.query is not None or found.keyed:
        statuses.add(422)
    if found.versioned:
        statuses |= {412, 428}
    if "<" in found.path:
        statuses.add(404)
    return sorted(statuses)


def _content(kind: Any) -> Json:
    if isinstance(kind, str):
        return {kind: {}}
    return {"application/json": {"schema": _schema(kind)}}


def _schema(kind: Any) -> Json:
    several = [_schema(one) for one in get_args(kind)]
    return {"anyOf": several} if several else msgspec.json.schema_components([kind], ref_template=_REFERENCE)[0][0]
