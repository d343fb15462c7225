"""What players say they hold: melds laid down, and the hands of a whole round."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from .cards import Card
from .errors import EngineError, RuleViolation
from .melds import Arrangement, bare, best_arrangement, check_cards, deadwood_of, texts
from .options import MAX_HAND, MIN_MELD
from .readings import MELD_PROBLEMS, read_meld
from .rules import HAND_SIZE, Rules

Role = Literal["player", "closer"]

CLAIM_PROBLEMS = (
    *MELD_PROBLEMS,  # of one meld: the same facts, and meld: its place in the claim, from 0
    "card_not_in_hand",  # cards
    "card_reused",  # cards: laid in more melds than they are held
    "closer_hand_size",  # size, needed
    "hand_too_big",  # size, allowed
)
"""Every code that `check_claim` gives."""


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """Whether melds laid down are right.

    `claimed_deadwood` is what the cards outside the claimed melds cost, None where the cards themselves
    cannot be; `best_deadwood` is None where the hand cannot be. `better` is the best arrangement if it costs
    less than the claim, or if the claim is wrong.
    """

    problems: tuple[RuleViolation, ...]
    claimed_deadwood: int | None
    best_deadwood: int | None
    better: Arrangement | None

    @property
    def result(self) -> str:
        """`ok`, or the first problem's code; `not_a_meld` for whatever is wrong with one meld."""
        if not self.problems:
            return "ok"
        return self.problems[0].code if meld_of(self.problems[0]) is None else "not_a_meld"


def claim_of(groups: Sequence[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...] | None:
    """The melds that are laid down by cards written in groups: those of three or more.

    A single group makes no claim (None): it is arranged best.
    """
    return tuple(group for group in groups if len(group) >= MIN_MELD) if len(groups) > 1 else None


def meld_of(problem: EngineError) -> int | None:
    """The place, from 0, of the meld as laid that the problem is about; None if it is about no single meld.

    A table may let a meld stand. What else is wrong with a claim cannot be at all.
    """
    place = problem.facts.get("meld")
    return place if isinstance(place, int) else None


def check_claim(
    hand: Sequence[Card], melds: Sequence[Sequence[Card]], rules: Rules, packs: int = 1, role: Role = "player"
) -> ClaimVerdict:
    """Judge melds that somebody laid down out of this hand. The problems' codes: `CLAIM_PROBLEMS`.

    Source: seed 002 (a card serves in one meld only), 000 and 003 (with six or eight cards nobody closes).
    """
    problems = _hand_problems(hand, rules, packs)
    best = None if problems else best_arrangement(hand, rules, packs)
    misplaced = problems + _held_problems(hand, melds)
    problems = misplaced + meld_problems(melds, rules, packs)
    if role == "closer" and len(hand) != HAND_SIZE:
        problems.append(RuleViolation("closer_hand_size", size=len(hand), needed=HAND_SIZE))
    claimed = None if misplaced else deadwood_of(outside(hand, melds), rules)
    worse = best is not None and (bool(problems) or (claimed is not None and claimed > best.deadwood))
    return ClaimVerdict(tuple(problems), claimed, best.deadwood if best else None, best if worse else None)


def _hand_problems(hand: Sequence[Card], rules: Rules, packs: int) -> list[RuleViolation]:
    if len(hand) > MAX_HAND:
        return [RuleViolation("hand_too_big", size=len(hand), allowed=MAX_HAND)]
    try:
        check_cards(hand, rules, packs)
    except RuleViolation as problem:
        return [problem]
    return []


def _held_problems(hand: Sequence[Card], melds: Sequence[Sequence[Card]]) -> list[RuleViolation]:
    """Cards of the melds that are not held, or not so often. Declared jokers count as what they are."""
    held = Counter(map(bare, hand))
    laid = Counter(bare(card) for meld in melds for card in meld)
    absent = [card for card in laid if not held[card]]
    reused = [card for card, times in laid.items() if times > held[card] > 0]
    found = (("card_not_in_hand", absent), ("card_reused", reused))
    return [RuleViolation(code, cards=texts(cards)) for code, cards in found if cards]


def check_held(hand: Sequence[Card], melds: Sequence[Sequence[Card]]) -> None:
    """Refuse melds of cards that are not in the hand, or not so often.

    Raises `RuleViolation`: `card_not_in_hand` or `card_reused` (facts: cards).
    """
    for problem in _held_problems(hand, melds):
        raise problem


def meld_problems(melds: Sequence[Sequence[Card]], rules: Rules, packs: int) -> list[RuleViolation]:
    """Why some of the melds are none: codes and facts of `read_meld`, and `meld`, its place from 0."""
    read = [(number, read_meld(meld, rules, packs).problem) for number, meld in enumerate(melds)]
    return [RuleViolation(found.code, **{**found.facts, "meld": number}) for number, found in read if found]


def outside(hand: Sequence[Card], melds: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """The cards of the hand that lie in none of the melds, in the order they are held."""
    laid = Counter(bare(card) for meld in melds for card in meld)
    loose = []
    for card in map(bare, hand):
        if laid[card]:
            laid[card] -= 1
        else:
            loose.append(card)
    return tuple(loose)


def check_table(hands: Sequence[Sequence[Card]], rules: Rules, packs: int = 1) -> tuple[RuleViolation, ...]:
    """Cards that are held more often than there are copies, across all hands of a round.

    One `RuleViolation` a card: `too_many_copies` (facts: cards, packs, hands: the places of the hands that
    hold it, from 0) or `card_not_in_deck` (facts: cards, deck, hands).
    """
    held = Counter(bare(card) for hand in hands for card in hand)
    problems = []
    for card, times in held.items():
        where = tuple(number for number, hand in enumerate(hands) if card in map(bare, hand))
        copies = rules.copies(card, packs)
        if copies == 0:
            problems.append(RuleViolation("card_not_in_deck", cards=(str(card),), deck=rules.deck, hands=where))
        elif times > copies:
            problems.append(RuleViolation("too_many_copies", cards=(str(card),), packs=packs, hands=where))
    return tuple(problems)
