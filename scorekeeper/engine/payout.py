"""Who came in where, and who gets how much of the pot. All money is whole minor units."""

from collections.abc import Mapping, Sequence

from .state import SeatState


def share(amount: int, seats: Sequence[int]) -> dict[int, int]:
    """An amount split evenly; the cents that do not divide go to the earlier seats.

    >>> share(1000, [3, 1, 2])
    {1: 334, 2: 333, 3: 333}
    """
    each, spare = divmod(amount, len(seats))
    return {seat: each + (i < spare) for i, seat in enumerate(sorted(seats))}


def places(seats: Sequence[SeatState], winners: Sequence[int]) -> dict[int, int]:
    """The place of every seat that did not leave: winners first, then the longer in, then the lower total.

    Equal seats share a place, and the next place is left free (1, 2, 2, 4).
    """

    def rank(seat: SeatState) -> tuple[float, ...]:
        if seat.seat in winners:
            return (0,)
        lasted = float("inf") if seat.out_in_round is None else seat.out_in_round
        return (1, -lasted, seat.total)

    ranks = {seat.seat: rank(seat) for seat in seats if seat.status != "left"}
    return {seat: 1 + sum(other < own for other in ranks.values()) for seat, own in ranks.items()}


def pay_out(pot: int, winners: Sequence[int], ranks: Mapping[int, int], second_gets: int) -> dict[int, int]:
    """The pot shared out: `second_gets` (0: nothing) goes to whoever came second, the rest to the winners.

    A draw for the first place leaves no second place. Nobody gets a negative amount.
    """
    second = [seat for seat, place in ranks.items() if place == 2]
    if len(winners) != 1 or not second:
        second_gets = 0
    second_gets = min(second_gets, pot)
    result = share(pot - second_gets, winners) if winners else {}
    return result | (share(second_gets, second) if second_gets else {})
