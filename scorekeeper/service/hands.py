"""Checking a hand without any game: the best arrangement, whether it may close, and whether a claim is right."""

from dataclasses import dataclass

from scorekeeper.engine import (
    Arrangement,
    ClaimVerdict,
    CloseVerdict,
    Discard,
    Malformed,
    Rules,
    best_arrangement,
    check_claim,
    claim_of,
    closing_discards,
    judge_close,
    meld_of,
    parse_groups,
)
from scorekeeper.engine.cards import Card
from scorekeeper.engine.options import MAX_HAND
from scorekeeper.engine.rules import MAX_PACKS


@dataclass(frozen=True)
class HandCheck:
    """What the engine says of one hand of 1 to 8 cards.

    `claim`: only where melds were set apart; `close`: what closing with seven cards would be (as claimed, where
    they were); `discards`: for eight cards, every card to close with, best first.
    """

    cards: tuple[Card, ...]
    groups: tuple[tuple[Card, ...], ...]
    best: Arrangement
    claim: ClaimVerdict | None
    close: CloseVerdict | None
    discards: tuple[Discard, ...]

    @property
    def may_close(self) -> bool:
        """Whether this hand, or this hand without one of its eight cards, may close."""
        if self.close is not None:
            return self.close.legal
        return any(discard.verdict.legal for discard in self.discards)


def check_hand(text: str, rules: Rules, packs: int = 1) -> HandCheck:
    """Check cards as they are written; melds may be set apart: `4o 5o 6o / 7c 7e 7b / 2c`.

    Raises `Malformed` (`unreadable_card`, `no_cards`, `hand_too_big`, `packs_out_of_range`) and `RuleViolation`
    (`card_not_in_deck`, `too_many_copies`).
    """
    if not 1 <= packs <= MAX_PACKS:
        raise Malformed("packs_out_of_range", packs=packs, allowed=MAX_PACKS)
    groups = parse_groups(text, rules.pack)
    cards = tuple(card for group in groups for card in group)
    if not cards:
        raise Malformed("no_cards")
    if len(cards) > MAX_HAND:
        raise Malformed("hand_too_big", size=len(cards), allowed=MAX_HAND)
    melds = claim_of(groups)
    claim = check_claim(cards, melds or (), rules, packs)
    impossible = [problem for problem in claim.problems if meld_of(problem) is None]
    if impossible:
        raise impossible[0]
    eight = len(cards) == MAX_HAND
    return HandCheck(
        cards=cards,
        groups=groups,
        best=best_arrangement(cards, rules, packs),
        claim=claim if melds is not None else None,
        close=None if eight else judge_close(cards, rules, packs, melds),
        discards=closing_discards(cards, rules, packs) if eight and melds is None else (),
    )
