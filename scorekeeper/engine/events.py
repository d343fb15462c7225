"""What happened at the table, in the past tense. A game is a list of these, and nothing else.

Events name seats (1, 2, ...) and persons (1, 2, ...), never people's names: a renamed or erased person changes
no history. The number of an event is its place in the ledger; the first, `GameStarted`, is number 1. Every field
added later needs a default, so that events of an older form are read for ever.
"""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from .errors import Malformed
from .rules import CloseKind, Rules

MAX_MONEY = 1_000_000_000
MAX_ADJUSTMENT = 500
MAX_REASON = 200

Payout = Literal["winner-takes-all", "second-gets-stake"]
UndoneBy = Literal["undo", "redo", "consequence"]
Ruling = Literal["agreed", "stands", "false-close"]


@dataclass(frozen=True)
class Terms:
    """What a table agrees on: the rules, and the money in whole minor units (cents) of an ISO 4217 currency.

    Raises `Malformed('money_out_of_range')` for money that is negative or beyond `MAX_MONEY`.
    """

    rules: Rules
    stake: int = 0
    rebuy_price: int = 0
    currency: str = "EUR"
    payout: Payout = "winner-takes-all"

    def __post_init__(self) -> None:
        for name in ("stake", "rebuy_price"):
            if not 0 <= getattr(self, name) <= MAX_MONEY:
                raise Malformed("money_out_of_range", name=name, value=getattr(self, name), allowed=MAX_MONEY)


@dataclass(frozen=True)
class GameStarted:
    """Seats 1 to `seats` sat down, in turn order; person n sits on seat n."""

    terms: Terms
    seats: int
    first_dealer: int = 1


@dataclass(frozen=True)
class LaidOff:
    """Evidence: the cards a player laid, and the meld of `owner`'s seat that they went on, as text."""

    cards: str
    owner: int
    meld: str


@dataclass(frozen=True)
class Entry:
    """What one seat was left with: loose points after lay-offs, without any bonus.

    `cards` is the hand as it was given at the table, groups apart (`4o 5o 6o / 2c`), or empty.
    """

    seat: int
    points: int
    cards: str = ""
    laid: tuple[LaidOff, ...] = ()


@dataclass(frozen=True)
class RoundScored:
    """One round as the table decided it. Without a closer there is no kind, and everybody scores loose points.

    `ruling` says how an objection of the engine was settled: `agreed` (there was none), `stands` (scored as
    declared) or `false-close` (no bonus, the penalty is added); `objections` are the codes it concerned.
    """

    entries: tuple[Entry, ...]
    closer: int | None = None
    kind: CloseKind | None = None
    ruling: Ruling = "agreed"
    objections: tuple[str, ...] = ()


@dataclass(frozen=True)
class RoundVoided:
    """A misdeal: no points, the same dealer deals again."""

    reason: str = ""


@dataclass(frozen=True)
class RoundCorrected:
    """The round of event number `round` was in truth `now`; None: it was void."""

    round: int
    now: RoundScored | None


@dataclass(frozen=True)
class RebuyTaken:
    """A player who was out came back. `after`: decided in hindsight, right after that event number."""

    seat: int
    after: int | None = None


@dataclass(frozen=True)
class RebuyDeclined:
    """A player who was out stays out; may still change his mind before the next round."""

    seat: int
    after: int | None = None


@dataclass(frozen=True)
class PointsAdjusted:
    """A penalty (more points) or a forgotten bonus (fewer), outside of any round."""

    seat: int
    points: int
    reason: str


@dataclass(frozen=True)
class PlayerJoined:
    """A late joiner took the next free seat: the highest total still in, and pays the stake."""

    seat: int
    person: int


@dataclass(frozen=True)
class PlayerLeft:
    """A player went home: the stake stays in the pot, the total counts no longer."""

    seat: int
    after: int | None = None


@dataclass(frozen=True)
class SubstituteSeated:
    """Another person plays on in this seat, with the same total."""

    seat: int
    person: int


@dataclass(frozen=True)
class Paid:
    """So much was really put on the plate by this seat (negative: taken back)."""

    seat: int
    amount: int


@dataclass(frozen=True)
class RulesCorrected:
    """The terms set by event number `event` (the start, or a change) were wrong all along; all is folded again."""

    event: int
    terms: Terms


@dataclass(frozen=True)
class RulesChanged:
    """From the next round on the table plays on these terms. The currency cannot change."""

    terms: Terms


@dataclass(frozen=True)
class SeatsReordered:
    """The order of turns, as a permutation of all seats; the seats keep their numbers."""

    order: tuple[int, ...]


@dataclass(frozen=True)
class GameEnded:
    """The table agreed to stop: the lowest total among those still in wins."""


@dataclass(frozen=True)
class Undone:
    """Event number `event` did not happen; undoing an `Undone` brings it back.

    `by` says what was meant: the table pressed undo or redo, or it follows from another change.
    """

    event: int
    by: UndoneBy = "consequence"


Event = (
    GameStarted
    | RoundScored
    | RoundVoided
    | RoundCorrected
    | RebuyTaken
    | RebuyDeclined
    | PointsAdjusted
    | PlayerJoined
    | PlayerLeft
    | SubstituteSeated
    | Paid
    | RulesCorrected
    | RulesChanged
    | SeatsReordered
    | GameEnded
    | Undone
)

KINDS: dict[str, type] = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower(): kind for kind in get_args(Event)}
"""Every kind of event by its name, as it is stored and as programs read it: `round_scored`."""
