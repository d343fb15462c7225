"""Back and forth in the history."""

from flask import Response

from scorekeeper import service

from .registry import booking
from .writes import Confirming, book


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
    return book(asked, lambda game: (service.undo_event(game, event), {}))
