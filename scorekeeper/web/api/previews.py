"""What a round would do, while it is being typed: the pages ask this at every digit and every card."""

from typing import Annotated

import msgspec

from scorekeeper import service
from scorekeeper.engine.cards import Card, parse_groups
from scorekeeper.engine.claims import meld_of
from scorekeeper.engine.errors import EngineError, Malformed, RuleViolation
from scorekeeper.engine.events import Ruling
from scorekeeper.engine.rules import CloseKind
from scorekeeper.engine.state import GameState
from scorekeeper.service import ImpossibleRound, Judged, RoundInput, Typed

from .. import access, limits
from ..preview import Preview, Shown, preview_of
from ..texts.errors import sentence
from ..view import seat_names
from .hands import ArrangementOut, Cards, arrangement, close_text, left_text, less_text
from .registry import endpoint

MOST_ENTRIES = 16


class EntryIn(msgspec.Struct, forbid_unknown_fields=True):
    """What was typed for one seat so far; neither points nor cards: nothing yet."""

    seat: int
    points: int | None = None
    cards: Cards = ""


Entries = Annotated[list[EntryIn], msgspec.Meta(max_length=MOST_ENTRIES)]


class PreviewIn(msgspec.Struct, forbid_unknown_fields=True):
    """A round as typed so far. `correcting`: the event number of the round that it corrects."""

    entries: Entries
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


class LaidOut(msgspec.Struct):
    """One card laid off: on which meld, as it lay before, and at whose seat."""

    card: str
    meld: list[str]
    owner: int


class HandOut(msgspec.Struct):
    """One hand: its melds and loose cards, the points before lay-offs, and remarks.

    `wrong`: of melds as they were laid, for each why it is none, or empty; `problems`: what else speaks against
    this hand. `better`: where melds as laid are wrong or left too much; `better_text`: how much too much.
    `may_close`: null for who did not close.
    """

    seat: int
    melds: list[list[str]]
    loose: list[str]
    points: int
    text: str
    wrong: list[str]
    problems: list[str]
    better: ArrangementOut | None
    better_text: str
    laid: list[LaidOut]
    may_close: bool | None
    close: str


class FaultOut(msgspec.Struct):
    """What cannot be, and at whose seat (null: the round as a whole)."""

    seat: int | None
    text: str


class PreviewOut(msgspec.Struct):
    """`complete`: every seat has its points, and this could be booked once `needs_ruling` is settled.

    `laid_off`: what could be laid off is in the points; otherwise it is only a proposal.
    """

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
    laid_off: bool


@endpoint("POST", "/game/preview", "scorer", PreviewOut, body=PreviewIn)
@limits.checking
def preview(asked: PreviewIn) -> PreviewOut:
    """What a round would do, as far as it is typed; nothing is booked."""
    game = access.current_game()
    table = game.state if asked.correcting is None else service.table_at(game, asked.correcting)
    typed, missing, faults = _typed(asked, table)
    if faults:
        return _only(faults)
    try:
        if asked.closer is not None and asked.closer not in {entry.seat for entry in typed.entries}:
            raise RuleViolation("closer_not_in", seat=asked.closer)
        judged, plan = service.judge_round(game, typed, asked.correcting)
    except ImpossibleRound as error:
        names = seat_names(game)
        return _only([FaultOut(seat, sentence(fault, names)) for seat, fault in error.faults])
    except EngineError as error:
        seat = error.facts.get("seat")
        return _only([FaultOut(seat if isinstance(seat, int) else None, sentence(error, seat_names(game)))])
    return _out(preview_of(game, table, judged, plan, asked.correcting), missing)


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
    return PreviewOut(False, [], [], faults, [], [], [], "", "", False, False)


def _out(shown: Preview, missing: set[int]) -> PreviewOut:
    complete = not missing
    return PreviewOut(
        complete=complete,
        lines=[
            LineOut(line.seat, line.points, line.scored, line.total, line.fate if complete or line.is_out else "")
            for line in shown.lines
            if line.seat not in missing
        ],
        hands=[_hand(shown, hand) for hand in shown.hands],
        faults=[],
        objections=list(shown.objections),
        proposals=list(shown.proposals),
        consequences=list(shown.consequences),
        ending=shown.ending if complete else "",
        hint=shown.hint if complete else "",
        needs_ruling=shown.needs_ruling,
        laid_off=shown.judged.applied,
    )


def _hand(shown: Preview, hand: Shown) -> HandOut:
    judged, names = shown.judged, seat_names(access.current_game())
    faults = [objection.reason for objection in judged.objections if objection.seat == hand.seat]
    of_meld = {meld_of(fault): sentence(fault, names) for fault in faults}
    better = judged.hands[hand.seat].better
    close = judged.close if hand.seat == judged.event.closer else None
    return HandOut(
        seat=hand.seat,
        melds=[_texts(meld) for meld in hand.melds],
        loose=_texts(hand.loose),
        points=hand.points,
        text=left_text(hand.points),
        wrong=[of_meld.get(number, "") for number in range(len(hand.melds))],
        problems=[sentence(fault, names) for fault in faults if meld_of(fault) is None],
        better=arrangement(better) if better else None,
        better_text=less_text(hand.points - better.deadwood) if better else "",
        laid=_laid(judged, hand.seat),
        may_close=close.legal if close else None,
        close=close_text(close, shown.rules) if close else "",
    )


def _laid(judged: Judged, seat: int) -> list[LaidOut]:
    if judged.lay_offs is None or seat not in judged.lay_off_seats:
        return []
    table, seats = judged.lay_offs.table, judged.lay_off_seats
    laid = judged.lay_offs.players[seats.index(seat)].laid
    return [LaidOut(str(one.card), _texts(one.on), seats[table[one.meld].owner]) for one in laid]


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
