"""Reading cards that lie together as a meld: every way to see one in them, or why there is none."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .cards import Card
from .errors import Fact, RuleViolation
from .melds import Meld, bare, check_cards, run_in_order, stated, texts
from .options import MIN_MELD, MIN_NATURALS, table
from .rules import Rules

MELD_PROBLEMS = (
    "card_not_in_deck",  # cards, deck
    "not_a_joker",  # cards: declared to be another card, and no joker
    "too_many_copies",  # cards, packs
    "too_short",  # cards, needed
    "joker_needs_two",  # cards: the jokers; needed: natural cards
    "too_many_jokers",  # cards: the jokers; allowed
    "twins_in_run",  # cards: those there twice
    "place_taken",  # cards: those that want the same place of a run
    "ace_is_low",  # cards: the ace and the king
    "gap",  # cards: the two beside the gap; missing; jokers: how many are there to fill it
    "run_too_long",  # cards, allowed
    "same_suit_twice",  # cards: those of the same suit in a group of different suits
    "group_too_big",  # cards, allowed
    "mixed_suits",  # cards: those of another suit than the rest of the run
    "mixed_ranks",  # cards: those of another rank than the rest of the group
    "not_a_meld",  # cards: neither one suit nor one rank
)
"""Every code that `read_meld` gives, each with its facts (cards are given as they are written)."""


@dataclass(frozen=True, slots=True)
class MeldReading:
    """What some cards are: every reading, the plainest first, or the reason why there is none.

    The first reading uses the fewest jokers, and jokers without a gap to fill lie at the high end.
    """

    readings: tuple[Meld, ...]
    problem: RuleViolation | None


def read_meld(cards: Sequence[Card], rules: Rules, packs: int = 1) -> MeldReading:
    """Every reading of the cards as one meld, in whatever order they were given.

    A declared joker stays what it was declared to be. `problem` is None if there is a reading; its codes and
    facts are those of `MELD_PROBLEMS`. Sources: seeds 000, 003 (three or more, the ace only low), 001 (wild
    ace), 002 (different suits).

    >>> from scorekeeper.engine import PRESETS, format_cards, parse_cards
    >>> [format_cards(meld.cards) for meld in read_meld(parse_cards("JK 5o 6o"), PRESETS["conga"]).readings]
    ['5o 6o JK', 'JK 5o 6o']
    >>> print(read_meld(parse_cards("10o 12o 1c 7o"), PRESETS["general"]).problem)
    mixed_suits(cards=('1c',))
    """
    try:
        check_cards(cards, rules, packs)
    except RuleViolation as problem:
        return MeldReading((), problem)
    lying = _Lying.of(cards, rules, packs)
    readings = (*lying.runs(), *lying.groups())
    return MeldReading(readings, None if readings else lying.problem())


@dataclass(frozen=True)
class _Lying:
    """Cards on the table by what they can be: `fixed` ones with the card they count as, and free jokers."""

    rules: Rules
    packs: int
    cards: tuple[Card, ...]
    naturals: tuple[Card, ...]
    declared: tuple[Card, ...]
    free: tuple[Card, ...]

    @classmethod
    def of(cls, cards: Sequence[Card], rules: Rules, packs: int) -> "_Lying":
        naturals = tuple(card for card in cards if not rules.is_wild(card))
        wild = sorted((card for card in cards if rules.is_wild(card)), key=lambda card: card.rank)
        declared = tuple(card for card in wild if card.stands_for is not None)
        free = tuple(card for card in wild if card.stands_for is None)
        return cls(rules, packs, tuple(cards), naturals, declared, free)

    @property
    def wild(self) -> tuple[Card, ...]:
        return self.declared + self.free

    def fixed(self) -> list[tuple[Card, Card]]:
        """The naturals and the declared jokers, each with the card it counts as."""
        return [(card, stated(card) or card) for card in self.naturals + self.declared]

    def runs(self) -> Iterator[Meld]:
        """The runs: with a wild ace as itself first, then without."""
        ace = next((card for card in self.wild if card.rank and stated(card) in (None, bare(card))), None)
        if ace is not None:
            yield from self._runs_with(ace)
        if ace is None or ace.stands_for is None:
            yield from self._runs_with(None)

    def _runs_with(self, ace: Card | None) -> Iterator[Meld]:
        free = list(self.free)
        fixed = self.fixed()
        if ace in free:
            free.remove(ace)
            fixed.append((ace, ace))
        naturals = len(self.naturals) + (ace is not None)
        if len({role.suit for _, role in fixed}) != 1 or not self._enough(naturals):
            return
        ranks = self.rules.pack.ranks
        placed = {ranks.index(role.rank): card for card, role in fixed}
        low, high, size = min(placed), max(placed), len(self.cards)
        if len(placed) < len(fixed):
            return
        for start in range(min(low, len(ranks) - size), max(0, high - size + 1) - 1, -1):
            line = run_in_order({place - start: card for place, card in placed.items()}, free, size)
            # A wild ace meant as a joker where it is itself: that reading was given already.
            if ace is not None or start > 0 or line[0] not in free or line[0].suit != fixed[0][1].suit:
                yield Meld("run", line)

    def groups(self) -> Iterator[Meld]:
        """The group, if it is one; its jokers stand for no card unless declared."""
        roles = [role for _, role in self.fixed()]
        suits = Counter(role.suit for role in roles)
        repeated = self.rules.distinct_suits and any(held > 1 for held in suits.values())
        fits = len(self.cards) <= table(self.rules, self.packs).group_size
        if len({role.rank for role in roles}) == 1 and self._enough(len(self.naturals)) and fits and not repeated:
            order = self.rules.pack.suits.index
            yield Meld("group", (*sorted(self.naturals, key=lambda card: order(card.suit)), *self.wild))

    def _enough(self, naturals: int) -> bool:
        jokers = len(self.cards) - naturals
        allowed = self.rules.jokers_per_meld
        return len(self.cards) >= MIN_MELD and (
            jokers == 0 or (naturals >= MIN_NATURALS and (allowed is None or jokers <= allowed))
        )

    def problem(self) -> RuleViolation:
        """Why this is no meld: the first of what a player would look at."""
        roles = [role for _, role in self.fixed()]
        if len(self.cards) < MIN_MELD:
            return _because("too_short", self.cards, needed=MIN_MELD)
        if len(self.naturals) < MIN_NATURALS:
            return _because("joker_needs_two", self.wild, needed=MIN_NATURALS)
        if len({role.rank for role in roles}) == 1:
            return self._group_problem()
        if len({role.suit for role in roles}) == 1:
            return self._run_problem()
        return self._mixed_problem()

    def _group_problem(self) -> RuleViolation:
        size = table(self.rules, self.packs).group_size
        repeated = _repeated(self.fixed(), lambda role: role.suit)
        if self.rules.distinct_suits and repeated:
            return _because("same_suit_twice", repeated)
        if len(self.cards) > size:
            return _because("group_too_big", self.cards, allowed=size)
        return _because("too_many_jokers", self.wild, allowed=self.rules.jokers_per_meld)

    def _run_problem(self) -> RuleViolation:
        ranks = self.rules.pack.ranks
        fixed = self.fixed()
        repeated = _repeated(fixed, lambda role: role.rank)
        if repeated:
            return _because("place_taken" if set(repeated) & set(self.declared) else "twins_in_run", repeated)
        line = {ranks.index(role.rank): card for card, role in fixed}
        ace = next((card for card in self.free if card.suit == fixed[0][1].suit), None)
        free = len(self.free)
        if ace is not None and len(_missing(line | {0: ace})) < free:
            line, free = line | {0: ace}, free - 1  # it is not the gaps, then
        missing = _missing(line)
        if len(missing) <= free:
            jokers = len(self.declared) + free
            allowed = self.rules.jokers_per_meld
            if allowed is not None and jokers > allowed:
                return _because("too_many_jokers", self.wild, allowed=allowed)
            return _because("run_too_long", self.cards, allowed=len(ranks))
        ends = sum((place + 1) % len(ranks) not in line for place in line)
        if ends == 1 and 0 in line:  # one row of neighbours, if the ace came after the king
            return _because("ace_is_low", (line[0], line[len(ranks) - 1]))
        gap = missing[0]
        beside = (max(place for place in line if place < gap), min(place for place in line if place > gap))
        absent = [Card(ranks[place], fixed[0][1].suit) for place in range(beside[0] + 1, beside[1])]
        return _because("gap", [line[place] for place in beside], missing=texts(absent), jokers=free)

    def _mixed_problem(self) -> RuleViolation:
        fixed = self.fixed()
        suit, in_suit = Counter(role.suit for _, role in fixed).most_common(1)[0]
        rank, in_rank = Counter(role.rank for _, role in fixed).most_common(1)[0]
        if in_suit > in_rank:
            return _because("mixed_suits", [card for card, role in fixed if role.suit != suit])
        if in_rank > in_suit:
            return _because("mixed_ranks", [card for card, role in fixed if role.rank != rank])
        return _because("not_a_meld", self.cards)


def _missing(line: dict[int, Card]) -> list[int]:
    return [place for place in range(min(line), max(line)) if place not in line]


def _repeated(fixed: list[tuple[Card, Card]], key: Callable[[Card], str | int]) -> list[Card]:
    counts = Counter(key(role) for _, role in fixed)
    return [card for card, role in fixed if counts[key(role)] > 1]


def _because(code: str, cards: Sequence[Card], **facts: Fact) -> RuleViolation:
    return RuleViolation(code, cards=texts(cards), **facts)
