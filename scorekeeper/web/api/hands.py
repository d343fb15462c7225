"""Checking a hand without any game."""

from typing import Annotated

import msgspec
from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper import service
from scorekeeper.engine import DEFAULT_PRESET, HAND_SIZE, ClaimVerdict, CloseVerdict, meld_of
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.rules import Rules

from .. import limits
from ..texts.errors import sentence
from ..texts.facts import points_text
from ..texts.history import close_name
from .registry import endpoint
from .rules import RuleSet, RulesIn, rules_of

Cards = Annotated[str, msgspec.Meta(max_length=200, extra_json_schema={"format": "cards"})]


class HandIn(msgspec.Struct, forbid_unknown_fields=True):
    """One to eight cards; melds may be set apart by a slash. `changes`: house rules, on top of the rule set `rules`."""

    cards: Cards
    rules: RuleSet = DEFAULT_PRESET
    packs: int = 1
    changes: RulesIn = msgspec.field(default_factory=RulesIn)


class MeldOut(msgspec.Struct):
    """One meld; a joker in it may say what it stands for (`JK=7o`)."""

    kind: str
    cards: list[str]


class ArrangementOut(msgspec.Struct):
    """Melds, loose cards and what those cost; `text` says the points."""

    melds: list[MeldOut]
    loose: list[str]
    deadwood: int
    text: str


class ProblemOut(msgspec.Struct):
    """What is wrong with a claim; `meld`: the place of the meld among those laid, from 0, or null."""

    code: str
    meld: int | None
    text: str


class ClaimOut(msgspec.Struct):
    """Melds as they were laid. `better`: where they are wrong or leave too much; `better_text`: how much too much."""

    problems: list[ProblemOut]
    deadwood: int | None
    text: str
    better: ArrangementOut | None
    better_text: str


class CloseOut(msgspec.Struct):
    """What closing with seven cards would be: `text` in a few words, `problems` why it may not be.

    `card`: of eight cards the one to close with.
    """

    legal: bool
    kind: str
    text: str
    points: int
    wins: bool
    problems: list[str]
    card: str | None = None


class CheckOut(msgspec.Struct):
    """What is to say of a hand. `close`: for up to seven cards; `discards`: for eight, the best first."""

    may_close: bool
    text: str
    best: ArrangementOut
    claim: ClaimOut | None
    close: CloseOut | None
    discards: list[CloseOut]


@endpoint("POST", "/hands", "public", CheckOut, body=HandIn)
@limits.checking
def check(asked: HandIn) -> CheckOut:
    """Arrange a hand best, judge melds as they were laid, and say whether it may close."""
    rules = rules_of(asked.rules, asked.changes)
    checked = service.check_hand(asked.cards, rules, asked.packs)
    return CheckOut(
        may_close=checked.may_close,
        text=_summary(checked, rules),
        best=arrangement(checked.best),
        claim=claim_out(checked.claim) if checked.claim else None,
        close=close_out(checked.close, rules) if checked.close else None,
        discards=[close_out(found.verdict, rules, str(found.card)) for found in checked.discards],
    )


def arrangement(found: Arrangement) -> ArrangementOut:
    """An arrangement as JSON."""
    return ArrangementOut(
        melds=[MeldOut(meld.kind, list(map(str, meld.cards))) for meld in found.melds],
        loose=list(map(str, found.loose)),
        deadwood=found.deadwood,
        text=left_text(found.deadwood),
    )


def claim_out(claim: ClaimVerdict) -> ClaimOut:
    """A judged claim as JSON."""
    laid, better = claim.claimed_deadwood or 0, claim.better
    return ClaimOut(
        problems=problems_out(claim),
        deadwood=claim.claimed_deadwood,
        text=ngettext("As laid, %(num)s point is left.", "As laid, %(num)s points are left.", laid),
        better=arrangement(better) if better else None,
        better_text=less_text(laid - better.deadwood) if better else "",
    )


def problems_out(claim: ClaimVerdict) -> list[ProblemOut]:
    """What is wrong with a claim as JSON."""
    return [ProblemOut(p.code, meld_of(p), sentence(p, {})) for p in claim.problems]


def left_text(points: int) -> str:
    """The loose points of a hand in words."""
    return ngettext("%(num)s point left.", "%(num)s points left.", points)


def less_text(points: int) -> str:
    """By how much another arrangement would have been better; empty where it would not."""
    if points <= 0:
        return ""
    return ngettext("%(num)s point less was possible.", "%(num)s points less were possible.", points)


def _summary(checked: service.HandCheck, rules: Rules) -> str:
    """Whether it may close, in a few words; empty where less than a hand was arranged."""
    if checked.discards:
        return _("May close with") if checked.may_close else _("May not close with any card")
    return close_text(checked.close, rules) if checked.close and len(checked.cards) == HAND_SIZE else ""


def close_text(verdict: CloseVerdict, rules: Rules) -> str:
    """Whether a close is legal, of which kind, and what it is worth."""
    return _("May close: %(kind)s", kind=close_name(verdict.kind, rules)) if verdict.legal else _("May not close")


def _worth(verdict: CloseVerdict, rules: Rules) -> str:
    if verdict.kind == "plain":
        return f"{close_name(verdict.kind, rules)}, {points_text(verdict.points)}"
    return close_name(verdict.kind, rules)


def close_out(verdict: CloseVerdict, rules: Rules, card: str | None = None) -> CloseOut:
    """A judged close as JSON."""
    return CloseOut(
        legal=verdict.legal,
        kind=verdict.kind,
        text=_worth(verdict, rules) if verdict.legal else "",
        points=verdict.points,
        wins=verdict.wins,
        problems=[sentence(found, {}) for found in verdict.problems],
        card=card,
    )
