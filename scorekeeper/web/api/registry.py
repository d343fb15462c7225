"""Every endpoint once: route, access, what it takes and what it answers. The routes and the document come from here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import msgspec
from flask import Blueprint, Response, request

from .. import access
from ..access import Access
from .headers import check_headers
from .problems import Problem, answer, body
from .writes import Booked, NeedsConfirmation, Stale

View = TypeVar("View", bound=Callable[..., object])
_MARKS = {"public": access.public, "viewer": access.viewer, "scorer": access.scorer}


@dataclass(frozen=True)
class Endpoint:
    """One address and method.

    `answer`: a type, or the media type of what is no JSON, or None for nothing (204). `body`: the type of the JSON
    body, which may be left away where all its fields may. `versioned`: needs `If-Match`; `keyed`: needs
    `Idempotency-Key`; `tagged`: the answer's `ETag` may be sent as `If-Match`. `problems`: types of problem
    documents that carry more than the usual, by status.
    """

    method: str
    path: str
    access: Access
    view: Callable[..., object]
    answer: Any
    body: Any = None
    query: Any = None
    status: int = 200
    versioned: bool = False
    keyed: bool = False
    tagged: bool = False
    problems: tuple[tuple[int, Any], ...] = ()

    @property
    def name(self) -> str:
        """Stands for the endpoint, in the document and in Flask."""
        return self.view.__name__

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return (self.view.__doc__ or "").partition("\n")[0].rstrip(".")

    @property
    def needs_body(self) -> bool:
        """Whether any field of the body must be there."""
        return self.body is not None and any(field.required for field in msgspec.structs.fields(self.body))


ENDPOINTS: list[Endpoint] = []


def endpoint(method: str, path: str, access: Access, answer: Any, **more: Any) -> Callable[[View], View]:
    """Declare that this function answers here. It gets the body, the query and the parts of the path that it takes."""

    def add(view: View) -> View:
        ENDPOINTS.append(Endpoint(method, path, access, view, answer, **more))
        return view

    return add


def booking(method: str, path: str, body: Any, also: type[Problem] | None = None) -> Callable[[View], View]:
    """Declare a scorer's write that books events in the game, with all that goes with it."""
    needs: Any = NeedsConfirmation if also is None else also | NeedsConfirmation
    return endpoint(method, path, "scorer", Booked, body=body, versioned=True, keyed=True, tagged=True,
                    problems=((409, needs), (412, Stale)))  # fmt: skip


def register(blueprint: Blueprint, endpoints: Iterable[Endpoint]) -> None:
    """Give the blueprint all routes."""
    for found in endpoints:
        blueprint.add_url_rule(found.path, found.name, _serve(found), methods=[found.method])


def _serve(found: Endpoint) -> Callable[..., Response]:
    @wraps(found.view)
    def serve(**parts: object) -> Response:
        check_headers(found.versioned, found.keyed)
        given = [body(found.body, found.needs_body)] if found.body is not None else []
        if found.query is not None:
            given.append(msgspec.convert(request.args.to_dict(), found.query, strict=False))
        result = found.view(*given, **parts)
        response = result if isinstance(result, Response) else answer(result, found.status)
        if found.method == "GET" and found.answer != "text/event-stream":
            response.add_etag()
            response.make_conditional(request)
        return response

    return _MARKS[found.access](serve)
