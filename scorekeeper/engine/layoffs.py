"""Laying off: who may lay which cards on whose melds, in which order, and what everybody is left with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from .cards import Card
from .claims import check_held, outside
from .closing import judge_close
from .errors import Malformed
from .exposed import Exposed, expose, grown, lay_offs, priced
from .melds import MeldKind, bare, best_arrangement, check_cards, deadwood_of
from .options import EXPOSED_UNIT, GUARDS, JOKER_UNIT, MAX_HAND, ONES, Option, Table, table
from .rules import CloseKind, Rules


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player holds: all cards, and the melds he laid out of them; None if they are to be arranged best."""

    cards: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A card laid off, the place of its meld in `LayOffs.table`, and the cards `on` which it was laid."""

    card: Card
    meld: int
    on: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What a player scores (loose points, no bonus), what he is left with, what he showed and laid off."""

    points: int
    loose: tuple[Card, ...]
    melds: tuple[tuple[Card, ...], ...]
    laid: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld at the end of the round. `owner` 0 is the closer; `kind` is None for what was no meld."""

    owner: int
    kind: MeldKind | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayOffs:
    """The end of a round: the closer first, then the others in turn order; the melds as they were shown."""

    players: tuple[PlayerResult, ...]
    table: tuple[TableMeld, ...]


def lay_off(closer: Hand, others: Sequence[Hand], rules: Rules, packs: int = 1, kind: CloseKind = "plain") -> LayOffs:
    """Let everybody lay off as the rules say, each go as good as can be for the player whose go it is.

    `kind` is the kind of the close; it decides whether the closer's melds are open. Cards without melds are
    arranged best, the closer's as he closes with them.
    Raises `Malformed('hand_too_big')` and the `RuleViolation`s of `check_cards`, `card_not_in_hand` and
    `card_reused` for a hand that cannot be. Sources: seeds 000, 003 (in turn, on each hand as it is shown),
    001 (the closer's melds only).

    >>> from scorekeeper.engine import PRESETS, parse_cards, parse_groups
    >>> closer = Hand(parse_cards("4o 5o 6o 12c 12e 12b 2c"), parse_groups("4o 5o 6o / 12c 12e 12b"))
    >>> result = lay_off(closer, [Hand(parse_cards("7o 10o 1e 3c 5e 6b 2b"))], PRESETS["fournier"])
    >>> [player.points for player in result.players]
    [2, 17]
    """
    hands = (closer, *others)
    for hand in hands:
        if len(hand.cards) > MAX_HAND:
            raise Malformed("hand_too_big", size=len(hand.cards), allowed=MAX_HAND)
        check_cards(hand.cards, rules, packs)
        check_held(hand.cards, hand.melds or ())
    round_ = _Round(hands, rules, packs, kind)
    if rules.lay_off_rounds == "until-stuck":
        round_.play_until_stuck()
    else:
        round_.play_once()
    return round_.result()


class _Seat:
    """A player in the course of laying off: the cards he has left, and his melds once they are fixed."""

    def __init__(self, hand: Hand) -> None:
        self.fixed = hand.melds is not None
        self.melds = hand.melds or ()
        self.left = outside(hand.cards, self.melds)
        self.laid: list[Laid] = []


class _Round:
    """The table while lay-offs go on. Players are numbers: 0 the closer, then the others in turn order."""

    def __init__(self, hands: Sequence[Hand], rules: Rules, packs: int, kind: CloseKind) -> None:
        self.rules, self.packs = rules, packs
        self.known = table(rules, packs)
        self.seats = [_Seat(hand) for hand in hands]
        self.table: list[Exposed] = []
        blocked = rules.blocks_lay_offs(kind)
        nothing = rules.lay_off_on == "nobody" or (blocked and rules.lay_off_block == "table")
        self.closer_open = not nothing and not blocked
        self.others_open = not nothing and rules.lay_off_on == "everyone"

    def play_once(self) -> None:
        """One go each on every hand as it is shown, going round from the next seat (seeds 000, 003)."""
        for owner in range(len(self.seats)):
            self.show(owner)
            melds = [number for number, meld in enumerate(self.table) if meld.owner == owner]
            for player in [*range(owner + 1, len(self.seats)), *range(owner)]:
                self.go(player, melds)

    def play_until_stuck(self) -> None:
        """All show in turn, laying off on what was shown before; then round the table until nobody can."""
        for player in range(len(self.seats)):
            self.go(player, range(len(self.table)))
            self.show(player)
        laying = True
        while laying:
            went = [self.go(player, range(len(self.table))) for player in range(len(self.seats))]
            laying = any(went)

    def show(self, player: int) -> None:
        """Put a player's melds on the table."""
        seat = self.seats[player]
        if not seat.fixed:
            best = best_arrangement(seat.left, self.rules, self.packs)
            if player == 0:
                best = judge_close(seat.left, self.rules, self.packs).arrangement
            seat.melds, seat.left, seat.fixed = tuple(meld.cards for meld in best.melds), best.loose, True
        self.table += [expose(player, meld, self.rules, self.packs) for meld in seat.melds]

    def go(self, player: int, melds: Sequence[int]) -> bool:
        """One go of a player on these melds, as far as he may lay off on them; whether he laid anything."""
        if player == 0 and not self.rules.closer_lays_off:
            return False
        seat = self.seats[player]
        owners_open = (self.others_open, self.closer_open)
        melds = [number for number in melds if owners_open[self.table[number].owner == 0]]
        if not melds or not seat.left:
            return False
        exposed = [self.table[number] for number in melds]
        moves = best_go(seat.left, exposed, player, self.known, arrange=not seat.fixed)
        left = list(seat.left)
        for place, naturals, jokers in moves:
            number = melds[place]
            on = self.table[number].cards(self.rules)
            self.table[number] = grown(self.table[number], naturals, jokers, player, self.known)
            for card in (*naturals, *jokers):
                left.remove(card)
                seat.laid.append(Laid(card, number, on))
        seat.left = tuple(left)
        return bool(moves)

    def result(self) -> LayOffs:
        """What everybody has, once nobody lays off any more."""
        players = (
            PlayerResult(deadwood_of(seat.left, self.rules), seat.left, seat.melds, tuple(seat.laid))
            for seat in self.seats
        )
        melds = (TableMeld(meld.owner, meld.kind, meld.cards(self.rules)) for meld in self.table)
        return LayOffs(tuple(players), tuple(melds))


Move = tuple[int, list[Card], list[Card]]
"""One meld's part of a go: its place among those open, the naturals laid on it, the jokers laid on it."""


def best_go(cards: Sequence[Card], exposed: Sequence[Exposed], player: int, known: Table, arrange: bool) -> list[Move]:
    """The best go with these cards on these melds; with `arrange`, together with melds of the player's own.

    Fewest points, then fewest loose cards, then fewest cards laid, then the earliest meld, low end first.
    """
    hand, _ = known.count(cards)
    options: list[Option] = []
    for place, meld in enumerate(exposed):
        ways = lay_offs(meld, hand, player, known)
        if ways:
            options += priced(place, len(exposed), ways)
    if not options:
        return []
    if arrange:
        options += [(0, need) for _, need in known.options(hand)]
    needs = _cheapest(options, hand, len(exposed), known)
    return list(_moves(cards, needs, len(exposed), known))


_COST = itemgetter(0)
_FIRST_COPIES = ONES | JOKER_UNIT
Step = tuple[int, int, int, list[Option]]
"""One card in the search: where its count stands, the most it can be, its price, what begins with it."""


def _cheapest(options: list[Option], hand: int, melds: int, known: Table) -> tuple[int, ...]:
    """The options to take so that what they cost and what stays loose costs least together.

    Goes through the cards that some option can use, each either taken by an option that has no earlier card,
    or left; a branch ends as soon as it costs no less than the best so far.
    """
    starting: dict[int, list[Option]] = {}
    usable = 0
    for option in options:
        need = option[1]
        usable |= need
        first = need & -need
        if not first & _FIRST_COPIES:  # two of a card, or more jokers
            first = JOKER_UNIT if first > JOKER_UNIT else first >> 1
        starting.setdefault(first, []).append(option)
    usable = (usable | usable >> 1) & ONES | (JOKER_UNIT if usable & 127 * JOKER_UNIT else 0)
    steps = []
    scale = 8 * melds + 4
    while usable:
        unit = usable & -usable
        usable ^= unit
        begun = starting.get(unit, [])
        begun.sort(key=_COST)  # melds of one's own stay in their order, which has the best first
        steps.append((unit.bit_length() - 1, 127 if unit == JOKER_UNIT else 7, known.cost[unit] << scale, begun))
    guards = GUARDS | (8 * EXPOSED_UNIT) * (16**melds // 15)
    return _search(steps, hand | guards | EXPOSED_UNIT * (16**melds // 15), guards)


def _search(steps: list[Step], room: int, guards: int) -> tuple[int, ...]:
    best = 1 + sum((room >> shift & most) * price for shift, most, price, _ in steps)
    chosen: tuple[int, ...] = ()

    def follow(step: int, first: int, room: int, cost: int, taken: tuple[int, ...]) -> None:
        nonlocal best, chosen
        while cost < best:
            if step == len(steps):
                best, chosen = cost, taken
                return
            shift, most, price, options = steps[step]
            left = room >> shift & most
            if left:
                for number in range(first, len(options)):
                    extra, need = options[number]
                    after = room - need
                    if after & guards == guards:
                        follow(step, number, after, cost + extra, (*taken, need))
                cost += left * price
            step, first = step + 1, 0

    follow(0, 0, room, 0, ())
    return chosen


def _moves(cards: Sequence[Card], needs: tuple[int, ...], melds: int, known: Table) -> Iterator[Move]:
    """The lay-offs among the chosen options as cards: wild aces leave the hand after the printed jokers."""
    ace = known.units[known.wild_unit] if known.wild_unit else None
    natural_aces = sum(need & known.wild_unit * 7 for need in needs)
    held = [card for card in cards if card.is_joker] + [card for card in cards if bare(card) == ace][natural_aces:]
    for place in range(melds):
        for need in needs:
            if need & EXPOSED_UNIT << 4 * place:
                jokers = [held.pop(0) for _ in range(known.jokers(need))]
                yield place, known.naturals(need), jokers
