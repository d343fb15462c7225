"""Back and forth in the history."""

from flask import Response

from scorekeeper import service
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.service import StoredGame

from .registry import booking
from .writes import Change, Confirming, book


@booking("POST", "/game/undo", Confirming)
def undo(asked: Confirming) -> Response:
    """Undo the newest step."""
    return book(asked, lambda game: (service.undo(game), {}))


@booking("POST", "/game/redo", Confirming)
def redo(asked: Confirming) -> Response:
    """Take the newest undo back, as long as nothing else was booked since."""
    return book(asked, lambda game: (service.redo(game), {}))


@booking("POST", "/game/events/<int:event>/undo", Confirming)
def undo_event(asked: Confirming, event: int) -> Response:
    """Undo one event of the past, whatever was booked since."""

    def change(game: StoredGame) -> Change:
        if not 1 <= event <= game.version:
            raise RuleViolation("no_such_event", event=event)
        events = service.undo_of((event,), game.events)
        if not events:
            raise RuleViolation("cannot_undo", event=event)
        return events, {}

    return book(asked, change)
