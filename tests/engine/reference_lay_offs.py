"""The slow, obvious truth about laying off: for each go, every choice of cards for every exposed meld is tried.

Where the rules leave a tie open (which of two equally good arrangements somebody shows, say), every choice is
followed, so that a table may have several right outcomes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from scorekeeper.engine.cards import Card
from scorekeeper.engine.rules import CloseKind, Rules

from .reference import (
    Cards,
    Way,
    best_closes,
    best_score,
    best_ways,
    in_order,
    is_blocked,
    kind_of,
    loose_score,
    readings,
)


class Player(NamedTuple):
    """The cards a player holds, and the melds he laid down if he did so himself."""

    cards: Cards
    melds: tuple[Cards, ...] | None = None


class Shown(NamedTuple):
    """A meld on the table: whose it is, and its cards with everything laid on it so far."""

    owner: int
    kind: str
    cards: Cards


class Table(NamedTuple):
    """What each player still holds outside his shown melds, how many have shown, what is shown (in order of
    exposure), and, where one card a run is allowed, who has laid his on which run."""

    hands: tuple[Cards, ...]
    have_shown: int = 0
    shown: tuple[Shown, ...] = ()
    used: frozenset[tuple[int, int]] = frozenset()


class Lay(NamedTuple):
    """Cards of one hand, laid on one meld of the table."""

    meld: int
    positions: tuple[int, ...]


class Option(NamedTuple):
    """One choice in a go, as far as the ties look at it."""

    lays: tuple[Lay, ...]
    score: tuple[int, int, int, tuple[int, ...]]
    ends: tuple[int | None, ...]


Outcome = tuple[tuple[int, Cards], ...]


class Round:
    """One round's lay-offs: who may lay what, and where it ends. Player 0 is the closer."""

    def __init__(self, players: Sequence[Player], rules: Rules, packs: int, kind: CloseKind) -> None:
        self.players, self.rules, self.packs, self.kind = players, rules, packs, kind
        self.size = len(players)
        owners = {"nobody": set(), "closer": {0}, "everyone": set(range(self.size))}[rules.lay_off_on]
        if is_blocked(kind, rules):
            owners = set() if rules.lay_off_block == "table" else owners - {0}
        self.open_owners: set[int] = owners

    def outcomes(self) -> frozenset[Outcome]:
        """Every right outcome: for each player the points and the loose cards left."""
        hands = []
        for player in self.players:
            hand = list(player.cards)
            for meld in player.melds or ():
                for card in meld:
                    hand.remove(card)
            hands.append(in_order(hand))
        start = {Table(tuple(hands))}
        tables = self._once(start) if self.rules.lay_off_rounds == "once" else self._until_stuck(start)
        return frozenset(tuple((loose_score(hand, self.rules)[0], hand) for hand in table.hands) for table in tables)

    # The order of turns

    def _once(self, tables: set[Table]) -> set[Table]:
        """Each shows in turn, and everybody else has one go on his melds, beginning with the seat after him."""
        for owner in range(self.size):
            tables = self._each(tables, partial(self._show, owner=owner))
            for step in range(1, self.size):
                tables = self._go(tables, (owner + step) % self.size, {owner})
        return tables

    def _until_stuck(self, tables: set[Table]) -> set[Table]:
        """Each in turn lays off on all that is shown so far and shows; then the table goes round until stuck."""
        everybody = set(range(self.size))
        for owner in range(self.size):
            tables = self._go(tables, owner, everybody)
            tables = self._each(tables, partial(self._show, owner=owner))
        while True:
            before = tables
            for player in range(self.size):
                tables = self._go(tables, player, everybody)
            if tables == before:
                return tables

    def _each(self, tables: set[Table], step: Callable[[Table], Iterator[Table]]) -> set[Table]:
        return {after for table in tables for after in step(table)}

    # Showing

    def _show(self, table: Table, owner: int) -> Iterator[Table]:
        """The player's melds come on the table, arranged best, or as he laid them down."""
        for melds, loose in self._ways_to_show(table, owner):
            shown = tuple(
                Shown(owner, kind_of(in_order(meld), self.rules, self.packs), in_order(meld)) for meld in melds
            )
            hands = (*table.hands[:owner], in_order(loose), *table.hands[owner + 1 :])
            yield table._replace(hands=hands, have_shown=owner + 1, shown=table.shown + shown)

    def _ways_to_show(self, table: Table, owner: int) -> list[Way]:
        hand, melds = table.hands[owner], self.players[owner].melds
        if melds is not None:
            return [Way(melds, hand)]
        closes = best_closes(hand, self.rules, self.packs) if owner == 0 and len(hand) == 7 else []
        return [way for _, way in closes] or best_ways(hand, self.rules, self.packs)

    # One go

    def _go(self, tables: set[Table], player: int, owners: set[int]) -> set[Table]:
        """One player's go on the melds of these owners."""
        owners = owners & self.open_owners
        if not owners or (player == 0 and not self.rules.closer_lays_off):
            return tables
        return self._each(tables, partial(self._choices, player=player, owners=owners))

    def _choices(self, table: Table, player: int, owners: set[int]) -> Iterator[Table]:
        """The best choices: fewest points, fewest loose cards, fewest cards laid, the earliest exposed melds, and
        on the same runs the low end first."""
        targets = [i for i, shown in enumerate(table.shown) if shown.owner in owners]
        options = [self._option(table, player, lays) for lays in self._lays(table, player, targets, ())]
        best = min(option.score for option in options)
        options = [option for option in options if option.score == best]
        for option in options:
            lower_end = (
                _is_lower(other.ends, option.ends)
                for other in options
                if [lay.meld for lay in other.lays] == [lay.meld for lay in option.lays]
            )
            if not any(lower_end):
                yield self._after(table, player, option.lays)

    def _lays(self, table: Table, player: int, targets: list[int], lays: tuple[Lay, ...]) -> Iterator[tuple[Lay, ...]]:
        """Every way to lay cards of the hand on the targets, from the first target on."""
        if not targets:
            yield lays
            return
        yield from self._lays(table, player, targets[1:], lays)
        hand, shown = table.hands[player], table.shown[targets[0]]
        gone = {position for lay in lays for position in lay.positions}
        free = [i for i in range(len(hand)) if i not in gone and self._could_ever_go(hand, i, shown)]
        one = self.rules.lay_off_one_per_run and shown.kind == "run"
        if one and (player, targets[0]) in table.used:
            return
        for size in range(1, 2 if one else len(free) + 1):
            for positions in combinations(free, size):
                if _takes(shown.kind, shown.cards, tuple(hand[i] for i in positions), self.rules, self.packs):
                    yield from self._lays(table, player, targets[1:], (*lays, Lay(targets[0], positions)))

    def _could_ever_go(self, hand: Cards, position: int, shown: Shown) -> bool:
        """Saves time: a natural card goes on a run of its suit or a group of its rank only."""
        card = hand[position]
        natural = next(other for other in shown.cards if not self.rules.is_wild(other))
        same = card.suit == natural.suit if shown.kind == "run" else card.rank == natural.rank
        return same or self.rules.is_wild(card)

    def _option(self, table: Table, player: int, lays: tuple[Lay, ...]) -> Option:
        hand = table.hands[player]
        gone = {position for lay in lays for position in lay.positions}
        kept = tuple(card for i, card in enumerate(hand) if i not in gone)
        if player < table.have_shown or self.players[player].melds is not None:
            points, loose = loose_score(kept, self.rules)
        else:
            points, loose = best_score(kept, self.rules, self.packs)
        # All melds of one hand come on the table together; none of them is exposed earlier.
        exposed = tuple(sorted(table.shown[lay.meld].owner for lay in lays for _ in lay.positions))
        ends = tuple(self._ends(table.shown[lay.meld], [hand[i] for i in lay.positions]) for lay in lays)
        return Option(lays, (points, loose, len(gone), exposed), ends)

    def _ends(self, shown: Shown, laid: list[Card]) -> int | None:
        """How many cards go above a run, where each goes either below or above it; a joker's end is open."""
        ranks = [card.rank for card in shown.cards if not self.rules.is_wild(card)]
        between = any(min(ranks) < card.rank < max(ranks) for card in laid)
        if shown.kind == "group" or between or any(self.rules.is_wild(card) for card in laid):
            return None
        return sum(card.rank > max(ranks) for card in laid)

    def _after(self, table: Table, player: int, lays: tuple[Lay, ...]) -> Table:
        """The table with these cards laid."""
        hand, shown, used = table.hands[player], list(table.shown), set(table.used)
        for lay in lays:
            cards = shown[lay.meld].cards + tuple(hand[i] for i in lay.positions)
            shown[lay.meld] = shown[lay.meld]._replace(cards=in_order(cards))
            if shown[lay.meld].kind == "run" and self.rules.lay_off_one_per_run:
                used.add((player, lay.meld))
        gone = {position for lay in lays for position in lay.positions}
        kept = tuple(card for i, card in enumerate(hand) if i not in gone)
        hands = (*table.hands[:player], kept, *table.hands[player + 1 :])
        return table._replace(hands=hands, shown=tuple(shown), used=frozenset(used))


def _is_lower(one: tuple[int | None, ...], other: tuple[int | None, ...]) -> bool:
    """Whether the first choice lays on the low ends of the same melds where the second one does not."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return any(a < b for a, b in pairs) and all(a <= b for a, b in pairs)


@lru_cache(maxsize=200_000)
def _takes(kind: str, meld: Cards, extra: Cards, rules: Rules, packs: int) -> bool:
    """Whether the cards together go on a shown meld.

    They do if all of it is a meld of the same kind again: natural and declared cards of a run have their fixed
    places in every reading, the other jokers slide. A wild ace that is itself stays so.
    """
    after = [one for one in readings(in_order(meld + extra), rules, packs) if one.kind == kind]
    if any(reading.ace_is_itself for reading in readings(meld, rules, packs)):
        return any(reading.ace_is_itself for reading in after)
    return bool(after)
