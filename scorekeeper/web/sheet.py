"""The score sheet for a spreadsheet: one line for each round and for whatever else changed a total.

Fields are separated by semicolons. A spreadsheet set to Spanish expects them, since its comma is the decimal sign;
LibreOffice set to English splits at them as well. All numbers are whole, so that no decimal sign is needed. The
mark at the start says that the text is UTF-8, and every text stands in quotes, so that a comma in it splits nothing.
"""

import csv
import io

from flask_babel import gettext as _

from scorekeeper.engine import events as ev
from scorekeeper.engine.game import walk
from scorekeeper.engine.ledger import Step
from scorekeeper.engine.state import GameState
from scorekeeper.service import StoredGame

from .texts.facts import kind_name
from .texts.history import describe
from .view import seat_names

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
# What a spreadsheet would calculate or run; some take the wide forms of Chinese and Japanese text for the same.
_FORMULA = ("=", "+", "-", "@", "\N{FULLWIDTH EQUALS SIGN}", "\N{FULLWIDTH PLUS SIGN}",
            "\N{FULLWIDTH HYPHEN-MINUS}", "\N{FULLWIDTH COMMERCIAL AT}", "\t", "\r", "\n")  # fmt: skip


def score_sheet(game: StoredGame) -> str:
    """The sheet as CSV, in the language of the request."""
    names = [harmless(name) for _seat, name in sorted(seat_names(game).items())]
    totals = [harmless(_("%(name)s, total", name=name)) for _seat, name in sorted(seat_names(game).items())]
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=";", quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow([_("Round"), _("What happened"), *names, *totals])
    start, *events = game.events
    assert isinstance(start, ev.GameStarted)
    before: GameState | None = None
    for step, state in walk(start, events):
        if before is not None and (_is_round(step.event) or _totals(before) != _totals(state)):
            writer.writerow(_row(game, step, before, state, len(names)))
        before = state
    return BOM + file.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip().startswith(_FORMULA) or text.startswith(_FORMULA) else text


def _is_round(event: ev.Event) -> bool:
    return isinstance(event, ev.RoundScored | ev.RoundVoided)


def _totals(state: GameState) -> list[int]:
    return [seat.total for seat in state.seats]


def _row(game: StoredGame, step: Step, before: GameState, state: GameState, seats: int) -> list[object]:
    scored: list[object] = [""] * seats
    number: object = ""
    if _is_round(step.event):
        played = state.rounds[-1]
        number, said = played.number, _what(game, step.event)
        for seat, points in played.scored.items():
            scored[seat - 1] = points
    else:
        said = describe(game.ledger[step.number - 1], game)
        if isinstance(step.event, ev.PointsAdjusted):
            seat = step.event.seat
            scored[seat - 1] = state.seat(seat).total - before.seat(seat).total
    totals = [*_totals(state), *([""] * (seats - len(state.seats)))]
    return [number, harmless(said), *scored, *totals]


def _what(game: StoredGame, event: ev.Event) -> str:
    if not isinstance(event, ev.RoundScored):
        return _("Void")
    if event.closer is None:
        return _("Nobody closed")
    name = seat_names(game)[event.closer]
    if event.ruling == "false-close":
        return _("False close of %(name)s", name=name)
    return _("%(name)s closed: %(kind)s", name=name, kind=kind_name(event.kind or "plain"))
