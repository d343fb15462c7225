"""A round as it was typed, judged before it is booked: points, kind of close, objections, lay-offs.

Solving happens here, once; what is booked afterwards is what the table decided (docs/rules.md, "At the table").
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from scorekeeper.engine import events as ev
from scorekeeper.engine.cards import Card, format_cards
from scorekeeper.engine.claims import ClaimVerdict, check_claim, check_table, claim_of, meld_of, outside
from scorekeeper.engine.closing import CloseVerdict, judge_close
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.layoffs import Hand, LayOffs, lay_off
from scorekeeper.engine.melds import Arrangement, best_arrangement, deadwood_of
from scorekeeper.engine.rules import CloseKind, Rules
from scorekeeper.engine.state import GameState

Group = tuple[Card, ...]
HAND_SIZES = (6, 7, 8)


@dataclass(frozen=True)
class Typed:
    """What was typed for one seat: loose points, or cards in groups, or both."""

    seat: int
    points: int | None = None
    groups: tuple[Group, ...] = ()

    @property
    def cards(self) -> Group:
        """All cards of the hand."""
        return tuple(chain.from_iterable(self.groups))

    @property
    def claim(self) -> tuple[Group, ...] | None:
        """The melds as laid down, or None where the hand was given without grouping."""
        return claim_of(self.groups)


@dataclass(frozen=True)
class RoundInput:
    """A round as typed. `kind` None: as the cards say, or plain. `lay_off` None: only when all hands are known."""

    entries: tuple[Typed, ...]
    closer: int | None = None
    kind: CloseKind | None = None
    ruling: ev.Ruling = "agreed"
    lay_off: bool | None = None


@dataclass(frozen=True)
class Objection:
    """What the engine finds against the rules, and at whose seat. The table may let it stand."""

    seat: int
    reason: RuleViolation


@dataclass(frozen=True)
class HandView:
    """One hand given as cards. `points`: loose points before lay-offs; `better`: if the claim left too much."""

    cards: Group
    melds: tuple[Group, ...]
    loose: Group
    points: int
    better: Arrangement | None = None


@dataclass(frozen=True)
class Judged:
    """The round ready to be booked, with everything the preview shows.

    `lay_offs`: the result by seat where it can be worked out, `applied` tells whether it is in the points.
    """

    event: ev.RoundScored
    objections: tuple[Objection, ...]
    hands: Mapping[int, HandView]
    close: CloseVerdict | None
    lay_offs: LayOffs | None
    lay_off_seats: tuple[int, ...]
    applied: bool

    @property
    def fingerprint(self) -> str:
        """Stands for exactly these objections: what the table let stand is what gets booked."""
        return hashlib.sha256(repr(self.objections).encode()).hexdigest()[:16]


class ImpossibleRound(Exception):
    """Input that cannot be: the faults by seat (None: of the round as a whole)."""

    def __init__(self, faults: Sequence[tuple[int | None, RuleViolation]]) -> None:
        super().__init__("; ".join(f"{seat}: {fault}" for seat, fault in faults))
        self.faults = tuple(faults)


def judge(state: GameState, typed: RoundInput) -> Judged:
    """Judge a round against the state in which the table played it. Raises `ImpossibleRound`."""
    rules, packs = state.terms.rules, state.packs
    claims = _claims(typed, rules, packs)
    close = _judge_closer(typed, rules, packs)
    hands = {
        entry.seat: _as_claimed(entry.cards, entry.claim, claims[entry.seat], rules) if entry.claim is not None
        else _arranged(entry, typed, close, rules, packs)
        for entry in typed.entries if entry.groups
    }  # fmt: skip
    objections = _objections(typed, claims, close, rules)
    kind = _kind(typed, close)
    lay_offs, seats = _lay_offs(state, typed, hands, kind)
    everybody = lay_offs is not None and len(seats) == len(typed.entries)
    applied = lay_offs is not None and (everybody if typed.lay_off is None else typed.lay_off)
    points = _points(typed, hands, kind)
    if applied and lay_offs is not None:
        laid_points = {seat: lay_offs.players[i].points for i, seat in enumerate(seats)}
        points |= {entry.seat: laid_points[entry.seat] for entry in typed.entries
                   if entry.points is None and entry.seat in laid_points}  # fmt: skip
    objections += _differing(typed, hands)
    entries = tuple(
        ev.Entry(
            entry.seat,
            points[entry.seat],
            " / ".join(format_cards(group) for group in entry.groups),
            _evidence(lay_offs, seats, entry.seat) if applied and lay_offs is not None else (),
        )
        for entry in typed.entries
    )
    ruling = typed.ruling if objections or typed.ruling == "false-close" else "agreed"
    codes = tuple(dict.fromkeys(objection.reason.code for objection in objections)) if ruling != "agreed" else ()
    event = ev.RoundScored(entries, typed.closer, kind, ruling, codes)
    return Judged(event, tuple(objections), hands, close, lay_offs, seats, applied)


def _claims(typed: RoundInput, rules: Rules, packs: int) -> dict[int, ClaimVerdict]:
    """What is to say of the hands given as cards, by seat. Raises `ImpossibleRound`."""
    claims: dict[int, ClaimVerdict] = {}
    faults: list[tuple[int | None, RuleViolation]] = []
    for entry in typed.entries:
        if not entry.groups:
            if entry.points is None:
                faults.append((entry.seat, RuleViolation("entry_missing", seats=(entry.seat,))))
            continue
        if len(entry.cards) not in HAND_SIZES:
            faults.append((entry.seat, RuleViolation("cards_six_to_eight", count=len(entry.cards))))
            continue
        verdict = claims[entry.seat] = check_claim(entry.cards, entry.claim or (), rules, packs)
        faults += [(entry.seat, problem) for problem in verdict.problems if meld_of(problem) is None]
    if not faults:
        faults += [(None, problem) for problem in check_table([e.cards for e in typed.entries], rules, packs)]
    if faults:
        raise ImpossibleRound(faults)
    return claims


def _judge_closer(typed: RoundInput, rules: Rules, packs: int) -> CloseVerdict | None:
    closer = next((entry for entry in typed.entries if entry.seat == typed.closer), None)
    if closer is None or not closer.groups:
        return None
    return judge_close(closer.cards, rules, packs, closer.claim)


def _as_claimed(cards: Group, claim: tuple[Group, ...], verdict: ClaimVerdict, rules: Rules) -> HandView:
    loose = outside(cards, claim)
    better = verdict.better if rules.tell_better else None
    return HandView(cards, claim, loose, deadwood_of(loose, rules), better)


def _arranged(entry: Typed, typed: RoundInput, close: CloseVerdict | None, rules: Rules, packs: int) -> HandView:
    """A hand without a claim as it scores before lay-offs: as its close was judged, or arranged best."""
    closed = entry.seat == typed.closer and close is not None and close.legal and typed.ruling != "false-close"
    arrangement = close.arrangement if closed and close else best_arrangement(entry.cards, rules, packs)
    melds = tuple(meld.cards for meld in arrangement.melds)
    return HandView(entry.cards, melds, arrangement.loose, arrangement.deadwood)


def _kind(typed: RoundInput, close: CloseVerdict | None) -> CloseKind | None:
    if typed.closer is None:
        return None
    if typed.ruling == "false-close":
        return "plain"
    return typed.kind or (close.kind if close is not None else "plain")


def _points(typed: RoundInput, hands: Mapping[int, HandView], kind: CloseKind | None) -> dict[int, int]:
    points = {
        entry.seat: entry.points if entry.points is not None else hands[entry.seat].points for entry in typed.entries
    }
    if typed.closer is not None and kind != "plain" and points[typed.closer]:
        cards_given = typed.closer in hands
        if cards_given and all(entry.points is None for entry in typed.entries if entry.seat == typed.closer):
            points[typed.closer] = 0  # declared clean against the cards: stands or falls by the table's word
    return points


def _objections(
    typed: RoundInput,
    claims: Mapping[int, ClaimVerdict],
    close: CloseVerdict | None,
    rules: Rules,
) -> list[Objection]:
    found = [Objection(seat, problem) for seat, claim in claims.items() for problem in claim.problems]
    if typed.closer is None:
        return found
    if close is None:
        points = next((e.points for e in typed.entries if e.seat == typed.closer), None) or 0
        if (typed.kind or "plain") == "plain" and rules.scoring == "points" and points > rules.close_limit:
            found.append(Objection(typed.closer, RuleViolation("over_limit", points=points, limit=rules.close_limit)))
        return found
    found += [Objection(typed.closer, problem) for problem in close.problems if meld_of(problem) is None]
    if typed.kind is not None and typed.kind != close.kind and close.legal:
        found.append(Objection(typed.closer, RuleViolation("kind_differs", declared=typed.kind, cards=close.kind)))
    return found


def _lay_offs(
    state: GameState,
    typed: RoundInput,
    hands: Mapping[int, HandView],
    kind: CloseKind | None,
) -> tuple[LayOffs | None, tuple[int, ...]]:
    """What can be laid off among the hands that are known; nothing after a false close."""
    if (
        typed.closer is None
        or typed.closer not in hands
        or kind is None
        or typed.ruling == "false-close"
        or len(hands) < 2
    ):
        return None, ()
    seats = tuple(seat.seat for seat in state.turns_from(typed.closer) if seat.seat in hands)
    claims = {entry.seat: entry.claim for entry in typed.entries}
    shown = [Hand(hands[seat].cards, claims[seat]) for seat in seats[1:]]
    closer = Hand(hands[typed.closer].cards, hands[typed.closer].melds)
    return lay_off(closer, shown, state.terms.rules, state.packs, kind), seats


def _differing(typed: RoundInput, hands: Mapping[int, HandView]) -> list[Objection]:
    """Typed points that are more than the cards of the same hand make (fewer may be due to lay-offs)."""
    return [
        Objection(entry.seat, RuleViolation("points_differ", typed=entry.points, cards=hands[entry.seat].points))
        for entry in typed.entries
        if entry.points is not None and entry.seat in hands and entry.points > hands[entry.seat].points
    ]


def _evidence(lay_offs: LayOffs, seats: Sequence[int], seat: int) -> tuple[ev.LaidOff, ...]:
    if seat not in seats:
        return ()
    player = lay_offs.players[seats.index(seat)]
    return tuple(
        ev.LaidOff(
            str(laid.card), seats[lay_offs.table[laid.meld].owner], format_cards(lay_offs.table[laid.meld].cards)
        )
        for laid in player.laid
    )
