"""What a round would do, seat by seat, in words: for the preview before it is booked."""

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.engine.cards import Card
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.state import GameState
from scorekeeper.service import Judged, Objection, Plan, StoredGame

from .texts.errors import sentence
from .texts.facts import number
from .texts.history import close_name, consequence, ending, question
from .texts.money import format_money
from .view import seat_names


@dataclass(frozen=True)
class Line:
    """One seat in the preview. `scored`: with bonus or penalty; `fate`: what happens to the player, or empty."""

    seat: int
    name: str
    points: int
    scored: int
    total: int
    fate: str
    is_out: bool


@dataclass(frozen=True)
class Shown:
    """A hand that was given as cards, as it is scored. `points`: loose ones, before lay-offs."""

    seat: int
    name: str
    points: int
    melds: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    better: str
    laid: tuple[str, ...]


@dataclass(frozen=True)
class Preview:
    """Everything that the page shows before a round is booked. `lines` is empty while a question is open; `rules` are
    those by which the round was played."""

    judged: Judged
    plan: Plan
    rules: Rules
    lines: tuple[Line, ...]
    objections: tuple[str, ...]
    hands: tuple[Shown, ...]
    proposals: tuple[str, ...]
    consequences: tuple[str, ...]
    question: str | None
    ending: str
    hint: str

    @property
    def needs_ruling(self) -> bool:
        """Whether the table must still say what becomes of the objections."""
        return bool(self.objections) and self.judged.event.ruling == "agreed"

    @property
    def speaks_against_closer(self) -> bool:
        """Whether an objection is to the close itself, so that it may be ruled a false one."""
        return self.judged.event.closer in {objection.seat for objection in self.judged.objections}


def preview_of(game: StoredGame, table: GameState, judged: Judged, plan: Plan, correcting: int | None) -> Preview:
    """The preview of a judged round and of all that follows from it. `table`: as it was when the round was played;
    `correcting`: the event that it corrects."""
    event = correcting or game.version + 1
    names = seat_names(game)
    laid = _laid(judged, names)
    over = plan.after is not None and plan.after.phase == "over"
    return Preview(
        judged=judged,
        plan=plan,
        rules=table.terms.rules,
        lines=_lines(judged, plan.after, names, event) if plan.after else (),
        objections=tuple(_objection(objection, judged, names) for objection in judged.objections),
        hands=tuple(
            Shown(seat, names[seat], hand.points, hand.melds, hand.loose, _better(judged, seat), laid.get(seat, ()))
            for seat, hand in judged.hands.items()
        ),
        proposals=() if judged.applied else tuple(text for texts in laid.values() for text in texts),
        consequences=tuple(consequence(found, game) for found in plan.consequences),
        question=question(plan.question, game) if plan.question else None,
        ending=ending(plan.after, names) if over and plan.after else "",
        hint=_hint(table, judged),
    )


def _objection(objection: Objection, judged: Judged, names: dict[int, str]) -> str:
    """Whose hand it speaks of, where that is not the closer's."""
    said = sentence(objection.reason, names)
    return said if objection.seat == judged.event.closer else f"{names[objection.seat]}: {said}"


def _lines(judged: Judged, after: GameState, names: dict[int, str], event: int) -> tuple[Line, ...]:
    played = next((played for played in after.rounds if played.event == event), None)
    scored = played.scored if played else {}
    totals = played.totals if played else {}
    return tuple(
        Line(
            entry.seat,
            names[entry.seat],
            entry.points,
            scored.get(entry.seat, entry.points),
            totals.get(entry.seat, after.seat(entry.seat).total),
            fate(after, entry.seat) if played is after.rounds[-1] else "",
            after.seat(entry.seat).status in ("out", "deciding"),
        )
        for entry in judged.event.entries
    )


def fate(after: GameState, seat: int) -> str:
    """What becomes of a player in this state, in a few words; empty if he just plays on."""
    state = after.seat(seat)
    if after.phase == "over" and seat in after.winners:
        return _("wins") if len(after.winners) == 1 else _("shares the win")
    if state.status == "deciding":
        price = format_money(after.terms.rebuy_price, after.terms.currency)
        return _("is out, rebuy at %(points)s for %(price)s", points=number(after.rebuy_points), price=price)
    return _("is out") if state.status == "out" and state.out_in_round == after.round_number - 1 else ""


def _better(judged: Judged, seat: int) -> str:
    better = judged.hands[seat].better
    if better is None:
        return ""
    return ngettext(
        "Only %(num)s point could have been left.", "Only %(num)s points could have been left.", better.deadwood
    )


def _laid(judged: Judged, names: dict[int, str]) -> dict[int, tuple[str, ...]]:
    if judged.lay_offs is None:
        return {}
    table = judged.lay_offs.table
    result = {}
    for seat, player in zip(judged.lay_off_seats, judged.lay_offs.players, strict=True):
        result[seat] = tuple(
            _(
                "%(name)s lays %(card)s on %(meld)s of %(owner)s",
                name=names[seat],
                card=str(laid.card),
                meld=" ".join(map(str, laid.on)),
                owner=names[judged.lay_off_seats[table[laid.meld].owner]],
            )
            for laid in player.laid
        )
    return {seat: texts for seat, texts in result.items() if texts}


def _hint(state: GameState, judged: Judged) -> str:
    """A reminder where a plain close left nothing although a clean one would be worth something."""
    event, rules = judged.event, state.terms.rules
    if event.closer is None or event.kind != "plain" or event.ruling == "false-close" or not rules.clean_close_points:
        return ""
    points = next(entry.points for entry in event.entries if entry.seat == event.closer)
    if points or judged.close is not None:
        return ""
    return _("Nothing was left: if all seven cards were melded, choose “%(kind)s”.", kind=close_name("clean", rules))
