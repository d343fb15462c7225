"""What a round's entry must look like to be possible at all, and what it adds to a total."""

from collections.abc import Sequence

from .errors import RuleViolation
from .events import Entry, RoundScored
from .options import MAX_HAND
from .rules import Rules, most_points


def check_round(event: RoundScored, playing: Sequence[int], rules: Rules, packs: int) -> None:
    """Refuse the impossible; what is merely against the rules may stand by the table's word.

    Raises `RuleViolation`: `entry_twice`, `entry_missing`, `entry_not_in` (facts: seats), `closer_not_in`,
    `kind_without_closer`, `closer_without_kind`, `kind_not_offered` (kind), `points_impossible` (seat, points,
    most), `clean_with_points` (seat, points, kind).
    """
    seats = [entry.seat for entry in event.entries]
    _none_of("entry_twice", sorted({seat for seat in seats if seats.count(seat) > 1}))
    _none_of("entry_not_in", sorted(set(seats) - set(playing)))
    _none_of("entry_missing", sorted(set(playing) - set(seats)))
    most = most_points(MAX_HAND, rules, packs)
    for entry in event.entries:
        if not 0 <= entry.points <= most:
            raise RuleViolation("points_impossible", seat=entry.seat, points=entry.points, most=most)
    if event.closer is None:
        if event.kind is not None or event.ruling == "false-close":
            raise RuleViolation("kind_without_closer")
        return
    if event.closer not in playing:
        raise RuleViolation("closer_not_in", seat=event.closer)
    if event.kind is None:
        raise RuleViolation("closer_without_kind", seat=event.closer)
    if not rules.offers(event.kind):
        raise RuleViolation("kind_not_offered", kind=event.kind)
    points = next(entry.points for entry in event.entries if entry.seat == event.closer)
    if event.kind != "plain" and points and event.ruling != "false-close":
        raise RuleViolation("clean_with_points", seat=event.closer, points=points, kind=event.kind)


def scored_points(event: RoundScored, entry: Entry, rules: Rules) -> int:
    """Loose points, plus the closer's bonus for the kind of close, or the penalty of a false close."""
    if entry.seat != event.closer or event.kind is None:
        return entry.points
    if event.ruling == "false-close":
        return entry.points + rules.false_close_penalty
    return entry.points + rules.bonus(event.kind)


def _none_of(code: str, seats: list[int]) -> None:
    if seats:
        raise RuleViolation(code, seats=tuple(seats))
