"""Live updates: a stream of server-sent events, and for browsers without, an address to ask now and then."""

from collections.abc import Iterator
from typing import cast

from flask import Blueprint, Response, current_app, request

from scorekeeper import service
from scorekeeper.service import PING_SECONDS, Hub, Slot

from .. import access, limits, pulses

blueprint = Blueprint("live", __name__)
_RETRY_MS = 2000


def hub() -> Hub:
    """The hub of this app."""
    return cast(Hub, current_app.extensions["hub"])


@blueprint.get("/g/<token>/live")
@access.viewer
def stream() -> Response:
    """Events named `changed`, their id and data the tag of what the pages show; `closed` when the link is dead.

    A browser that comes back names the last tag it saw, and hears at once whether it missed anything.
    """
    address = limits.address()
    if hub().is_full(address):
        return Response(status=429, headers={"Retry-After": "60"})
    seen = request.headers.get("Last-Event-ID") or request.args.get("tag", "")
    slot = hub().enter(access.current_link(), address)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    here = hub()  # closing happens outside of the request
    response = Response(_events(here, slot, seen), mimetype="text/event-stream", headers=headers)
    response.call_on_close(lambda: here.leave(slot))
    return response


@blueprint.get("/g/<token>/pulse")
@access.viewer
def pulse() -> Response:
    """The tag of what the pages show now; 304 while it is the one that the browser knows."""
    game_id = access.current_link().game_id
    service.listen()
    found = service.pulse(game_id)
    response = Response(found.tag if found else "", mimetype="text/plain")
    response.set_etag(found.tag if found else "")
    pulses.keep(request.path, response.headers["ETag"], game_id)
    response.make_conditional(request)
    return response


def _events(hub: Hub, slot: Slot, seen: str) -> Iterator[str]:
    # Runs after the request: its database session is closed by then, and nothing here may open one.
    yield f"retry: {_RETRY_MS}\n\n"
    while slot.is_open:
        slot.news.clear()
        if slot.pulse is not None and slot.pulse.tag != seen:
            seen = slot.pulse.tag
            yield f"event: changed\nid: {seen}\ndata: {seen} {hub.watching(slot.link.game_id)}\n\n"
        if not slot.news.wait(PING_SECONDS):
            yield ": still here\n\n"  # a viewer who vanished is noticed only by writing to him
    yield "event: closed\ndata:\n\n"
