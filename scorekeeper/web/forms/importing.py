"""A game from a file: the form that takes it, and what can be shown of it by the pages."""

from flask import current_app
from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileField

from scorekeeper import service
from scorekeeper.service import GameFile, NotAGame

from ..texts.history import describe
from ..texts.money import is_currency
from .base import WriteForm


class ImportForm(WriteForm):
    """A file with a game in it."""

    file = FileField(_l("File"), render_kw={"accept": ".json,application/json"})


def read_file(data: bytes) -> GameFile:
    """The game in a file, of which the pages can show everything. Raises `NotAGame`."""
    found = service.read_game(data)
    if not is_currency(found.game.state.terms.currency):
        raise NotAGame("impossible")
    try:
        for stored in found.game.ledger:
            describe(stored, found.game)
    except Exception as error:  # the file may be anybody's invention: it must break nothing but itself
        current_app.logger.warning("A file was refused: its history cannot be told", exc_info=True)
        raise NotAGame("impossible") from error
    return found
