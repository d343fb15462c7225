"""The rules of a table as data: every parameter with its range, and the named rule sets.

Nothing here asks for a preset's name; the engine asks for parameters only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Literal, get_args

from .cards import Card, Deck
from .errors import Malformed, RuleViolation

HAND_SIZE = 7
MAX_PACKS = 2

CloseKind = Literal["plain", "clean", "chinchon", "joker-chinchon"]
CLOSE_KINDS: tuple[CloseKind, ...] = get_args(CloseKind)


@dataclass(frozen=True)
class Range:
    """The legal values of one parameter: a span of whole numbers, or a few words; None only if optional."""

    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    flag: bool = False
    optional: bool = False

    def allows(self, value: object) -> bool:
        """Whether the value is legal, its type included (True is no number, 1 is no flag)."""
        if value is None:
            return self.optional
        if self.flag:
            return isinstance(value, bool)
        if self.choices:
            return isinstance(value, str) and value in self.choices
        if isinstance(value, bool) or not isinstance(value, int) or self.low is None or self.high is None:
            return False
        return self.low <= value <= self.high

    def __str__(self) -> str:
        words = list(self.choices) or (["yes", "no"] if self.flag else [f"{self.low}..{self.high}"])
        return ", ".join(words + ["none"] * self.optional)


def _number(default: int, low: int, high: int) -> Any:
    return field(default=default, metadata={"range": Range(low, high)})


def _optional(default: int | None, low: int, high: int) -> Any:
    return field(default=default, metadata={"range": Range(low, high, optional=True)})


def _flag(default: bool) -> Any:
    return field(default=default, metadata={"range": Range(flag=True)})


def _choice(default: str, *others: str) -> Any:
    return field(default=default, metadata={"range": Range(choices=(default, *others))})


@dataclass(frozen=True)
class Rules:
    """All parameters of a table. A value out of range raises `Malformed('parameter_out_of_range')`.

    The facts of that error are the parameter's name, the value and what is allowed. `docs/rules.md` gives
    the sources of every parameter and of its value in each rule set.
    """

    players_max: int = _number(8, 2, 8)
    deck: str = field(
        default=Deck.SPANISH_40.value,
        metadata={"range": Range(choices=tuple(deck.value for deck in Deck))},
    )
    second_deck_from: int | None = _optional(5, 3, 9)
    jokers: int = _number(0, 0, 4)
    wild_ace: bool = _flag(False)
    joker_points: int = _number(25, 0, 50)
    jokers_per_meld: int | None = _optional(None, 1, 4)
    figure_points: str = _choice("ten", "index", "position")
    scoring: str = _choice("points", "cards")
    distinct_suits: bool = _flag(True)
    close_limit: int = _number(5, 0, 15)
    close_max_cards: int | None = _optional(None, 0, 4)
    clean_close_points: int = _number(0, -50, 0)
    chinchon_wins: bool = _flag(False)
    chinchon_points: int = _number(-10, -100, 0)
    joker_chinchon: str = _choice("clean-close", "points", "wins")
    joker_chinchon_points: int = _number(-25, -100, 0)
    chinchon_of_a_kind: bool = _flag(False)
    lay_off_on: str = _choice("everyone", "closer", "nobody")
    lay_off_rounds: str = _choice("once", "until-stuck")
    lay_off_blocked_by: str = _choice("chinchon", "nothing", "clean-close")
    lay_off_block: str = _choice("closer", "table")
    lay_off_one_per_run: bool = _flag(False)
    closer_lays_off: bool = _flag(True)
    limit: int = _number(100, 20, 500)
    out_when: str = _choice("exceeds", "reaches")
    floor_at_zero: bool = _flag(False)
    win_at: int | None = _optional(None, -200, -20)
    ends: str = _choice("last-standing", "first-out", "rounds")
    rounds: int | None = _optional(None, 1, 50)
    all_out: str = _choice("lowest", "not-the-closer")
    rebuys: bool = _flag(True)
    rebuys_per_player: int | None = _optional(None, 0, 9)
    rebuy_score: str = _choice("highest", "second-highest")
    rebuy_needs_survivors: int = _number(2, 1, 3)
    false_close_penalty: int = _number(0, 0, 50)
    tell_better: bool = _flag(True)

    def __post_init__(self) -> None:
        for name, allowed in RANGES.items():
            value = getattr(self, name)
            if not allowed.allows(value):
                raise Malformed("parameter_out_of_range", name=name, value=str(value), allowed=str(allowed))
        if self.ends == "rounds" and self.rounds is None:
            raise Malformed("rounds_needed", name="rounds", allowed=str(RANGES["rounds"]))

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, name) for name in RANGES))

    def __hash__(self) -> int:
        # Solver tables are looked up by rules for every hand: hashing all fields would cost more than the hand.
        return self._hash

    def changed(self, **overrides: object) -> "Rules":
        """These rules with some parameters changed; an unknown name raises `Malformed('unknown_parameter')`."""
        for name in overrides:
            if name not in RANGES:
                raise Malformed("unknown_parameter", name=name)
        return replace(self, **overrides)  # type: ignore[arg-type]

    @property
    def pack(self) -> Deck:
        """The deck as an object that knows its suits and ranks."""
        return Deck(self.deck)

    @property
    def has_jokers(self) -> bool:
        """Whether anything can stand in for another card."""
        return self.jokers > 0 or self.wild_ace

    def is_wild(self, card: Card) -> bool:
        """Whether the card may act as a joker: a printed joker, or the ace of the first suit (oros, diamonds)."""
        return card.is_joker or (self.wild_ace and card.rank == 1 and card.suit == self.pack.suits[0])

    def offers(self, kind: CloseKind) -> bool:
        """Whether a close of this kind exists under these rules and differs from a clean close."""
        return kind != "joker-chinchon" or (self.has_jokers and self.joker_chinchon != "clean-close")

    def bonus(self, kind: CloseKind) -> int:
        """What a close of this kind adds to the closer's loose points: 0 or less. Bonuses never add up."""
        return {
            "plain": 0,
            "clean": self.clean_close_points,
            "chinchon": self.chinchon_points,
            "joker-chinchon": self.joker_chinchon_points,
        }[kind]

    def wins(self, kind: CloseKind) -> bool:
        """Whether a close of this kind wins the whole game at once."""
        return (kind == "chinchon" and self.chinchon_wins) or (
            kind == "joker-chinchon" and self.joker_chinchon == "wins"
        )

    def blocks_lay_offs(self, kind: CloseKind) -> bool:
        """Whether nobody may lay off on the melds of a closer who closed this way."""
        blocking = {"nothing": (), "chinchon": CLOSE_KINDS[2:], "clean-close": CLOSE_KINDS[1:]}
        return kind in blocking[self.lay_off_blocked_by]

    def copies(self, card: Card, packs: int) -> int:
        """How many of this card are on the table with so many packs; 0 if the deck does not hold it."""
        if card.is_joker:
            return self.jokers * packs
        return packs if self.pack.has(card) else 0


RANGES: Mapping[str, Range] = MappingProxyType({f.name: f.metadata["range"] for f in fields(Rules)})


def card_value(card: Card, rules: Rules) -> int:
    """What the card counts towards the closing limit, which is always in points.

    Sources: seeds 000 and 003 (place in the order, printed number), 001 (wild ace 25), 002 (figures ten).
    """
    if rules.is_wild(card):
        return rules.joker_points
    deck = rules.pack
    figure = deck.ranks.index(card.rank) >= len(deck.ranks) - 3
    if not figure:
        return card.rank
    if rules.figure_points == "ten":
        return 10
    if rules.figure_points == "index":
        # J Q K carry 11 12 13 in our notation, but tables that count the index say 10 11 12 for all figures.
        return 10 + deck.ranks.index(card.rank) - (len(deck.ranks) - 3)
    return deck.ranks.index(card.rank) + 1


def card_points(card: Card, rules: Rules) -> int:
    """What the card costs its holder when it is left loose: its value, or 1 where cards are counted.

    >>> card_points(Card(12, "o"), PRESETS["fournier"]), card_points(Card(12, "o"), PRESETS["general"])
    (10, 10)
    """
    return 1 if rules.scoring == "cards" else card_value(card, rules)


@lru_cache(maxsize=256)
def most_points(cards: int, rules: Rules, packs: int) -> int:
    """The most points that a hand of so many cards can be left with when it is arranged as well as possible.

    An upper bound (it is reached in the usual rule sets). Of each rank, two cards make no group, or two suits'
    worth of twins where suits must differ; beside a loose joker, one card makes none, or the twins of one suit.
    """
    if rules.scoring == "cards":
        return cards
    plain_suit = rules.pack.suits[1]
    values = sorted((card_value(Card(rank, plain_suit), rules) for rank in rules.pack.ranks), reverse=True)
    twins = packs if rules.distinct_suits else 1
    best = sum([value for value in values for _ in range(2 * twins)][:cards])
    single = [value for value in values for _ in range(twins)]
    for jokers in range(1, min((rules.jokers + rules.wild_ace) * packs, cards) + 1):
        best = max(best, jokers * rules.joker_points + sum(single[: cards - jokers]))
    return best


@dataclass(frozen=True)
class Deal:
    """What lies on the table: packs, cards in all, and the stock after dealing and turning one card up."""

    packs: int
    cards: int
    stock: int


def deal(rules: Rules, players: int) -> Deal:
    """How many packs so many players need.

    Raises `RuleViolation`: `too_few_players`, `too_many_players` (facts: players, allowed) or
    `deal_does_not_fit` (facts: players, needed, cards). Sources: seeds 000 and 003 (second pack from five).
    """
    if players < 2:
        raise RuleViolation("too_few_players", players=players, allowed=2)
    if players > rules.players_max:
        raise RuleViolation("too_many_players", players=players, allowed=rules.players_max)
    packs = MAX_PACKS if rules.second_deck_from is not None and players >= rules.second_deck_from else 1
    cards = packs * (len(rules.pack.cards) + rules.jokers)
    stock = cards - players * HAND_SIZE - 1
    if stock < 1:
        raise RuleViolation("deal_does_not_fit", players=players, needed=players * HAND_SIZE + 2, cards=cards)
    return Deal(packs, cards, stock)


_FOURNIER = Rules(figure_points="position", distinct_suits=False)
_DUEL_52 = Rules(
    players_max=2, deck=Deck.FRENCH_52.value, second_deck_from=None, wild_ace=True, close_limit=7,
    clean_close_points=-10, chinchon_wins=True, joker_chinchon="points", lay_off_on="closer",
    lay_off_blocked_by="clean-close", closer_lays_off=False, out_when="reaches", ends="first-out", rebuys=False,
)  # fmt: skip

PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "fournier": _FOURNIER,
        "fournier-under-5": _FOURNIER.changed(close_limit=4, close_max_cards=2),
        "duel-52": _DUEL_52,
        "duel-40": _DUEL_52.changed(deck=Deck.FRENCH_40.value, close_limit=3),
        "general": Rules(
            close_limit=10, chinchon_wins=True, lay_off_on="nobody", closer_lays_off=False, rebuys=False
        ),
        "home": Rules(
            wild_ace=True, close_max_cards=1, clean_close_points=-10, chinchon_wins=True,
            joker_chinchon="points", lay_off_rounds="until-stuck", lay_off_blocked_by="clean-close",
            lay_off_block="table", rebuys_per_player=1,
        ),
        "conga": Rules(
            deck=Deck.SPANISH_48.value, jokers=2, jokers_per_meld=1, figure_points="index",
            clean_close_points=-10, chinchon_wins=True, joker_chinchon="points", lay_off_rounds="until-stuck",
            lay_off_blocked_by="clean-close", lay_off_block="table", all_out="not-the-closer", rebuys_per_player=1,
        ),
    }
)  # fmt: skip
DEFAULT_PRESET = "fournier"
