"""Reading a game: its state, its events, the stream of changes, and the game as a file; and deleting it."""

from typing import Annotated

import msgspec
from flask import Response, request

from scorekeeper import service
from scorekeeper.engine.state import GameState

from .. import access
from ..languages import language
from ..pages import download, live
from .happened import EventOut, events_since
from .problems import answer
from .registry import endpoint
from .writes import Stale, check_version


class GameOut(msgspec.Struct):
    """A game as it is now. `role`: what the link may do; `people`: names by number. Times in ms since 1970.

    The seats of the state name persons by number.
    """

    role: str
    version: int
    created_at: int
    changed_at: int
    people: dict[int, str]
    state: GameState


class SinceIn(msgspec.Struct):
    """After which version; 0 for everything."""

    since: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class EventsOut(msgspec.Struct):
    """What was booked after a version, and the version that it led to."""

    version: int
    events: list[EventOut]


@endpoint("GET", "/game", "viewer", GameOut, tagged=True)
def read_game() -> Response:
    """Where the game stands."""
    pulse = service.pulse(access.current_link().game_id)
    if pulse is not None and _knows(pulse.tag):
        unchanged = Response(status=304)
        unchanged.set_etag(pulse.tag)
        return unchanged
    link, game = access.current_link(), access.current_game()
    found = GameOut(link.role, game.version, game.created_at, game.changed_at, dict(game.names), game.state)
    response = answer(found)
    response.set_etag(game.tag)
    return response


@endpoint("GET", "/game/events", "viewer", EventsOut, query=SinceIn, tagged=True)
def events(query: SinceIn) -> Response:
    """What happened, the oldest first: all of it, or what was booked since a version."""
    game = access.current_game()
    response = answer(EventsOut(game.version, events_since(game, query.since)))
    response.set_etag(f"{game.tag}-{language()}")
    return response


@endpoint("GET", "/game/stream", "viewer", "text/event-stream")
def stream() -> Response:
    """Hear at once when something changed.

    Server-sent events: `changed`, its id the tag that `GET /game` would answer with; `closed` when the link is dead.
    """
    return live.stream()


@endpoint("GET", "/game/export/<any(json, csv, txt):form>", "viewer", "*/*")
def export(form: str) -> Response:
    """The game as a file: whole, as a score sheet, or as a text to read."""
    return download.file(form)


@endpoint("DELETE", "/game", "scorer", None, status=204, versioned=True, problems=((412, Stale),))
def delete_game() -> None:
    """Delete the game for good; its links open nothing any more."""
    check_version()
    service.delete_game(access.current_link().game_id)


def _knows(tag: str) -> bool:
    """Whether the caller has this already; what compresses answers adds a part to their tags."""
    return any((known or "").partition(":")[0] == tag for known in request.if_none_match.as_set(include_weak=True))
