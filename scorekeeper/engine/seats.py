"""A seat while the fold runs: the mutable twin of `SeatState`."""

from collections.abc import Sequence
from dataclasses import dataclass

from .state import SeatState, Status


@dataclass
class Seat:
    """A seat while the fold runs. `fresh`: came back by a rebuy since the last round."""

    seat: int
    person: int
    total: int = 0
    status: Status = "in"
    rebuys: int = 0
    due: int = 0
    paid: int = 0
    out_in_round: int | None = None
    declined: bool = False
    fresh: bool = False

    def snapshot(self, may_rebuy: bool) -> SeatState:
        """This seat as it is shown."""
        return SeatState(
            seat=self.seat,
            person=self.person,
            total=self.total,
            status=self.status,
            rebuys=self.rebuys,
            may_rebuy=may_rebuy,
            due=self.due,
            paid=self.paid,
            out_in_round=self.out_in_round,
        )


def lowest(seats: Sequence[Seat]) -> tuple[int, ...]:
    """The seats with the lowest total, in seat order."""
    best = min(seat.total for seat in seats)
    return tuple(sorted(seat.seat for seat in seats if seat.total == best))
