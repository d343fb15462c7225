"""Short ways to write down a game in tests."""

from scorekeeper.engine import events as ev
from scorekeeper.engine.game import fold
from scorekeeper.engine.rules import PRESETS, CloseKind
from scorekeeper.engine.state import GameState


def terms(preset: str = "fournier", stake: int = 200, rebuy_price: int = 100, **more: object) -> ev.Terms:
    """Terms of a table: a rule set with changes; `payout` and `currency` by name."""
    payout, currency = more.pop("payout", "winner-takes-all"), more.pop("currency", "EUR")
    return ev.Terms(PRESETS[preset].changed(**more), stake, rebuy_price, currency, payout)  # type: ignore[arg-type]


def start(seats: int = 3, dealer: int = 1, preset: str = "fournier", **more: object) -> ev.GameStarted:
    """The start of a game with so many seats."""
    return ev.GameStarted(terms(preset, **more), seats, dealer)  # type: ignore[arg-type]


def scored(
    closer: int | None, *points: int | None, kind: CloseKind = "plain", ruling: ev.Ruling = "agreed"
) -> ev.RoundScored:
    """A round: who closed, and the loose points of seats 1, 2, ...; None for a seat that has no entry."""
    entries = tuple(ev.Entry(seat, left) for seat, left in enumerate(points, start=1) if left is not None)
    return ev.RoundScored(entries, closer, None if closer is None else kind, ruling)


def played(game: ev.GameStarted, *events: ev.Event) -> GameState:
    """The state after these events."""
    return fold(game, events)


def totals(state: GameState) -> list[int]:
    """The totals by seat."""
    return [seat.total for seat in state.seats]


def statuses(state: GameState) -> list[str]:
    """The statuses by seat."""
    return [seat.status for seat in state.seats]
