"""What a game looks like after its events: plain frozen data, ready to be shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .events import Entry, Ruling, Terms
from .rules import CloseKind

Phase = Literal["playing", "rebuy-decision", "over"]
Status = Literal["in", "deciding", "out", "left"]
Ending = Literal["last-standing", "all-out", "first-out", "chinchon", "win-at", "rounds", "agreement"]
ChangeKind = Literal["rebuy", "declined", "adjusted", "joined", "left", "substitute", "reordered", "rules"]


@dataclass(frozen=True)
class SeatState:
    """One seat by now. Money in minor units: `due` was to be put in (stake and rebuys), `paid` really was."""

    seat: int
    person: int
    total: int
    status: Status
    rebuys: int
    may_rebuy: bool
    due: int
    paid: int
    out_in_round: int | None

    @property
    def is_in(self) -> bool:
        """Whether this seat takes part in the next round."""
        return self.status == "in"


@dataclass(frozen=True)
class Round:
    """One round that was scored (or void: then without entries). `event` is its number in the ledger.

    `scored`: what was added to each seat's total, bonus and penalty included; `totals`: every seat's total
    after it; `went_out`: the seats it put out.
    """

    event: int
    number: int
    dealer: int
    void: bool
    closer: int | None
    kind: CloseKind | None
    ruling: Ruling
    objections: tuple[str, ...]
    entries: Mapping[int, Entry]
    scored: Mapping[int, int]
    totals: Mapping[int, int]
    went_out: tuple[int, ...]
    corrected: bool


@dataclass(frozen=True)
class Change:
    """Something that happened between rounds: after round `after_round` (0: before the first).

    `points` is the seat's total afterwards, for `adjusted` the points added.
    """

    event: int
    after_round: int
    kind: ChangeKind
    seat: int | None = None
    points: int = 0
    reason: str = ""


@dataclass(frozen=True)
class GameState:
    """Everything that can be known about a game at one version (the number of its last event).

    `dealer` deals the next round. `in_front`: the lowest total among those in; `highest`: the total a late
    joiner would come in at; `rebuy_points`: the total a rebuy would. `payout`: minor units per seat, once the
    game is over. `places`: 1 for the winners, then how the others are ranked; those who left are not.
    """

    version: int
    terms: Terms
    packs: int
    seats: tuple[SeatState, ...]
    order: tuple[int, ...]
    rounds: tuple[Round, ...]
    changes: tuple[Change, ...]
    round_number: int
    dealer: int | None
    in_front: tuple[int, ...]
    highest: int
    rebuy_points: int
    pot: int
    phase: Phase
    ending: Ending | None
    winners: tuple[int, ...]
    payout: Mapping[int, int]
    places: Mapping[int, int]

    def seat(self, number: int) -> SeatState:
        """The seat with this number; `KeyError` if there is none."""
        if not 1 <= number <= len(self.seats):
            raise KeyError(number)
        return self.seats[number - 1]

    @property
    def playing(self) -> tuple[SeatState, ...]:
        """The seats that are in, in turn order."""
        return tuple(self.seat(n) for n in self.order if self.seat(n).is_in)

    @property
    def deciding(self) -> tuple[SeatState, ...]:
        """The seats whose rebuy is still open, in turn order."""
        return tuple(self.seat(n) for n in self.order if self.seat(n).status == "deciding")

    def turns_from(self, first: int) -> tuple[SeatState, ...]:
        """The seats that are in, in turn order, beginning with seat `first`."""
        start = self.order.index(first)
        turns = self.order[start:] + self.order[:start]
        return tuple(self.seat(n) for n in turns if self.seat(n).is_in)
