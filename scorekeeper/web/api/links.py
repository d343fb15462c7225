"""The links of a game: shown, renewed, revoked; and the short codes that lead to them."""

from typing import Annotated, Literal

import msgspec
from flask import Response
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.service import Way

from .. import access, limits
from .games import SecretOut, secret_of
from .problems import Problem, Refused, answer
from .registry import endpoint

Role = Literal["view", "score"]


class CodeIn(msgspec.Struct, forbid_unknown_fields=True):
    """A short code; spaces and small letters do not matter."""

    code: str


class OpenedOut(msgspec.Struct):
    """The link that a code led to."""

    role: str
    link: SecretOut


class LinkIn(msgspec.Struct, forbid_unknown_fields=True):
    """Which link; `generation` as it was read, so that two scorers do not renew it twice."""

    role: Role
    generation: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class LinkOut(msgspec.Struct):
    """One way into the game. `link`: null while it is revoked; `code`: a short code that opens it for some minutes."""

    role: str
    generation: int
    link: SecretOut | None
    code: str | None
    minutes: int | None


class LinksOut(msgspec.Struct):
    """The links that the caller may know, and how many browsers hold one; `recent`: were there within the hour."""

    links: list[LinkOut]
    scorers: int
    viewers: int
    recent: int


@endpoint("POST", "/codes", "public", OpenedOut, body=CodeIn)
@limits.trying
def open_code(asked: CodeIn) -> Response:
    """Open a short code; one for the score link works once."""
    link = service.open_code(access.keyring(), asked.code)
    if link is None:
        detail = _("This code opens nothing. Codes are valid for ten minutes: ask for a new one.")
        raise Refused(422, "unknown_code", detail)
    if access.known_browser():
        service.remember(access.browser(), link)
    return _secret(OpenedOut(link.role, secret_of(access.keyring().token_of(link))))


@endpoint("GET", "/game/links", "viewer", LinksOut)
def links() -> Response:
    """The links of the game; who only looks on sees the view link."""
    ways = service.ways_of(access.keyring(), access.current_link().game_id)
    shown = [_out(way) for role, way in sorted(ways.items()) if role == "view" or access.may_score()]
    held = service.holders(access.current_link().game_id)
    return _secret(LinksOut(shown, held.scorers, held.viewers, held.recent))


@endpoint("POST", "/game/links/renew", "scorer", LinkOut, body=LinkIn, problems=((409, Problem),))
def renew_link(asked: LinkIn) -> Response:
    """Replace a link by a new one; the old one opens nothing from now on."""
    link = access.current_link()
    if service.renew(access.keyring(), link, asked.role, asked.generation, _browser()) is None:
        raise _changed()
    return _secret(_out(service.ways_of(access.keyring(), link.game_id)[asked.role]))


@endpoint("POST", "/game/links/revoke", "scorer", None, body=LinkIn, status=204, problems=((409, Problem),))
def revoke_link(asked: LinkIn) -> None:
    """Close a link, with no new one in its place until it is renewed."""
    link = access.current_link()
    if not service.revoke(access.keyring(), link, asked.role, asked.generation, _browser()):
        raise _changed()


@endpoint("POST", "/game/links/code", "scorer", LinkOut, body=LinkIn, problems=((409, Problem),))
def new_code(asked: LinkIn) -> Response:
    """Make a short code for a link, in the place of the one it may have."""
    link = service.links_of(access.current_link().game_id).get(asked.role)
    if link is None or link.generation != asked.generation:
        raise _changed()
    service.new_code(access.keyring(), link)
    return _secret(_out(service.ways_of(access.keyring(), link.game_id)[asked.role]))


def _browser() -> str:
    """The browser, or a stand-in for programs that keep no cookies."""
    link = access.current_link()
    return access.known_browser() or service.digest(f"api {link.public_id} {link.role}")


def _changed() -> Refused:
    detail = _("This link was changed already, perhaps from another phone. Nothing more was done.")
    return Refused(409, "link_changed", detail)


def _out(way: Way) -> LinkOut:
    link, code = secret_of(way.token) if way.token else None, way.code
    return LinkOut(way.role, way.generation, link, code.text if code else None, code.minutes if code else None)


def _secret(content: object) -> Response:
    response = answer(content)
    response.headers["Cache-Control"] = "no-store"
    return response
