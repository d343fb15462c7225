"""Laying off at a whole table, without any game."""

from typing import Annotated

import msgspec

from scorekeeper.engine import (
    DEFAULT_PRESET,
    Hand,
    check_claim,
    check_table,
    claim_of,
    deal,
    judge_close,
    lay_off,
    meld_of,
    parse_groups,
)
from scorekeeper.engine.cards import Card
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.layoffs import LayOffs
from scorekeeper.engine.melds import MeldKind
from scorekeeper.engine.rules import MAX_PACKS, CloseKind

from .. import limits
from .hands import Cards, CloseOut, ProblemOut, close_out, problems_out
from .registry import endpoint
from .rules import RuleSet, RulesIn, rules_of

Group = tuple[Card, ...]


class LayOffsIn(msgspec.Struct, forbid_unknown_fields=True):
    """All hands: the closer's first, then the others in turn order; melds may be set apart by slashes.

    `kind`: of the close, null for what the closer's cards make. `packs`: null for as many as so many players need.
    """

    hands: Annotated[list[Cards], msgspec.Meta(min_length=2, max_length=8)]
    rules: RuleSet = DEFAULT_PRESET
    changes: RulesIn = msgspec.field(default_factory=RulesIn)
    kind: CloseKind | None = None
    packs: int | None = None


class LaidOffOut(msgspec.Struct):
    """A card laid off; `meld`: the place of its meld on the table, from 0."""

    card: str
    meld: int


class LaidPlayerOut(msgspec.Struct):
    """One player. `points`: loose points after lay-offs, without any bonus; `melds`: as he showed them.

    `problems`: what is wrong with melds as they were laid.
    """

    points: int
    melds: list[list[str]]
    loose: list[str]
    laid: list[LaidOffOut]
    problems: list[ProblemOut]


class TableMeldOut(msgspec.Struct):
    """A meld as it lies in the end. `owner`: the player's place, from 0; `kind`: null for what is no meld."""

    owner: int
    kind: MeldKind | None
    cards: list[str]


class LayOffsOut(msgspec.Struct):
    """The end of a round: the closer first, then the others in turn order."""

    close: CloseOut
    players: list[LaidPlayerOut]
    table: list[TableMeldOut]


@endpoint("POST", "/lay-offs", "public", LayOffsOut, body=LayOffsIn)
@limits.checking
def lay_offs(asked: LayOffsIn) -> LayOffsOut:
    """Let a whole table lay off, each player as well as can be."""
    rules = rules_of(asked.rules, asked.changes)
    packs = deal(rules, len(asked.hands)).packs if asked.packs is None else asked.packs
    if not 1 <= packs <= MAX_PACKS:
        raise Malformed("packs_out_of_range", packs=packs, allowed=MAX_PACKS)
    hands = [_hand(parse_groups(text, rules.pack)) for text in asked.hands]
    claims = [check_claim(hand.cards, hand.melds or (), rules, packs) for hand in hands]
    impossible = [fault for claim in claims for fault in claim.problems if meld_of(fault) is None]
    impossible += check_table([hand.cards for hand in hands], rules, packs)
    if impossible:
        raise impossible[0]
    closer, *others = hands
    verdict = judge_close(closer.cards, rules, packs, closer.melds)
    done = lay_off(closer, others, rules, packs, asked.kind or verdict.kind)
    problems = [problems_out(claim) for claim in claims]
    return LayOffsOut(close_out(verdict, rules), _players(done, problems), _table(done))


def _hand(groups: tuple[Group, ...]) -> Hand:
    cards = tuple(card for group in groups for card in group)
    if not cards:
        raise Malformed("no_cards")
    return Hand(cards, claim_of(groups))


def _players(done: LayOffs, problems: list[list[ProblemOut]]) -> list[LaidPlayerOut]:
    return [
        LaidPlayerOut(
            player.points,
            [_texts(meld) for meld in player.melds],
            _texts(player.loose),
            [LaidOffOut(str(laid.card), laid.meld) for laid in player.laid],
            found,
        )
        for player, found in zip(done.players, problems, strict=True)
    ]


def _table(done: LayOffs) -> list[TableMeldOut]:
    return [TableMeldOut(meld.owner, meld.kind, _texts(meld.cards)) for meld in done.table]


def _texts(cards: Group) -> list[str]:
    return [str(card) for card in cards]
