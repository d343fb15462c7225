"""What a round would do, while it is being typed: the pages ask this at every digit and every card."""

import msgspec
from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper import service
from scorekeeper.engine.cards import Card, parse_groups
from scorekeeper.engine.errors import EngineError, Malformed
from scorekeeper.engine.events import Ruling
from scorekeeper.engine.rules import CloseKind
from scorekeeper.engine.state import GameState
from scorekeeper.service import ImpossibleRound, RoundInput, Typed

from .. import access
from ..preview import Preview, preview_of
from ..texts.errors import sentence
from ..texts.history import close_name
from ..view import seat_names
from .problems import answer, body


class EntryIn(msgspec.Struct, forbid_unknown_fields=True):
    """What was typed for one seat so far; neither points nor cards: nothing yet."""

    seat: int
    points: int | None = None
    cards: str = ""


class PreviewIn(msgspec.Struct, forbid_unknown_fields=True):
    """A round as typed so far. `correcting`: the event number of the round that it corrects."""

    entries: list[EntryIn]
    closer: int | None = None
    kind: CloseKind | None = None
    false_close: bool = False
    lay_off: bool | None = None
    correcting: int | None = None


class LineOut(msgspec.Struct):
    """One seat: loose points, what is added to the total, the new total, and what becomes of the player."""

    seat: int
    points: int
    scored: int
    total: int
    fate: str


class HandOut(msgspec.Struct):
    """One hand: its melds and loose cards as text, the points before lay-offs, and remarks."""

    seat: int
    melds: list[list[str]]
    loose: list[str]
    points: int
    better: str
    laid: list[str]
    close: str


class FaultOut(msgspec.Struct):
    """What cannot be, and at whose seat (null: the round as a whole)."""

    seat: int | None
    text: str


class PreviewOut(msgspec.Struct):
    """`complete`: every seat has its points, and this could be booked once `needs_ruling` is settled."""

    complete: bool
    lines: list[LineOut]
    hands: list[HandOut]
    faults: list[FaultOut]
    objections: list[str]
    proposals: list[str]
    consequences: list[str]
    ending: str
    hint: str
    needs_ruling: bool


def register(blueprint: Blueprint) -> None:
    blueprint.add_url_rule("/game/preview", view_func=preview, methods=["POST"])


@access.scorer
def preview() -> Response:
    asked, game = body(PreviewIn), access.current_game()
    table = game.state if asked.correcting is None else service.table_at(game, asked.correcting)
    typed, missing, faults = _typed(asked, table)
    if faults:
        return answer(_only(faults))
    try:
        judged, plan = service.judge_round(game, typed, asked.correcting)
    except ImpossibleRound as error:
        names = seat_names(game)
        return answer(_only([FaultOut(seat, sentence(fault, names)) for seat, fault in error.faults]))
    except EngineError as error:
        seat = error.facts.get("seat")
        return answer(_only([FaultOut(seat if isinstance(seat, int) else None, sentence(error, seat_names(game)))]))
    return answer(_out(preview_of(game, judged, plan), missing))


def _typed(asked: PreviewIn, table: GameState) -> tuple[RoundInput, set[int], list[FaultOut]]:
    """The input with zeros for what is not typed yet, the seats it is missing for, and cards that are none."""
    given = {entry.seat: entry for entry in asked.entries}
    entries, missing, faults = [], set(), []
    for seat in (seat.seat for seat in table.playing):
        entry = given.get(seat, EntryIn(seat))
        try:
            groups = parse_groups(entry.cards, table.terms.rules.pack)
        except Malformed as error:
            faults.append(FaultOut(seat, sentence(error, {})))
            groups = ()
        points = entry.points
        if points is None and not groups:
            points = 0
            if seat != asked.closer:
                missing.add(seat)
        entries.append(Typed(seat, points, groups))
    ruling: Ruling = "false-close" if asked.false_close and asked.closer is not None else "agreed"
    kind = asked.kind if asked.closer is not None else None
    return RoundInput(tuple(entries), asked.closer, kind, ruling, asked.lay_off), missing, faults


def _only(faults: list[FaultOut]) -> PreviewOut:
    return PreviewOut(False, [], [], faults, [], [], [], "", "", False)


def _out(shown: Preview, missing: set[int]) -> PreviewOut:
    complete = not missing
    return PreviewOut(
        complete=complete,
        lines=[
            LineOut(line.seat, line.points, line.scored, line.total, line.fate if complete or line.is_out else "")
            for line in shown.lines
            if line.seat not in missing
        ],
        hands=[
            HandOut(
                seat=hand.seat,
                melds=[_texts(meld) for meld in hand.melds],
                loose=_texts(hand.loose),
                points=hand.points,
                better=hand.better,
                laid=list(hand.laid),
                close=_close(shown) if hand.seat == shown.judged.event.closer else "",
            )
            for hand in shown.hands
        ],
        faults=[],
        objections=list(shown.objections),
        proposals=list(shown.proposals),
        consequences=list(shown.consequences),
        ending=shown.ending if complete else "",
        hint=shown.hint if complete else "",
        needs_ruling=shown.needs_ruling,
    )


def _close(shown: Preview) -> str:
    close = shown.judged.close
    if close is None:
        return ""
    rules = access.current_game().state.terms.rules
    return _("May close: %(kind)s", kind=close_name(close.kind, rules)) if close.legal else _("May not close")


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
