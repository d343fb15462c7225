"""A game as it was at one moment, and those that were looked at last: kept, so that they are read and folded once."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scorekeeper.engine.events import Event, GameStarted, RulesChanged
from scorekeeper.engine.game import fold
from scorekeeper.engine.ledger import Step, effective, seatings
from scorekeeper.engine.state import GameState

from .codec import UnreadableEvent

# So many games, and so many events of all of them together: ordinary games are short, the longest takes megabytes.
_MOST_GAMES = 64
_MOST_EVENTS = 15_000
# A preview folds a game with a round that is still being typed; the older ones of these are of no use.
_MOST_FOLDS = 8


@dataclass(frozen=True)
class StoredEvent:
    """An event as it stands in the ledger. `at`: milliseconds since 1970, UTC."""

    number: int
    batch: int
    at: int
    event: Event


@dataclass(frozen=True, eq=False)
class StoredGame:
    """A whole game as it was at one moment: its ledger and the names of its people.

    The same object serves every page that shows this moment, so what is worked out from it may be kept with it.
    """

    id: int
    public_id: str
    created_at: int
    ledger: tuple[StoredEvent, ...]
    names: Mapping[int, str]
    changed_at: int = 0
    _folds: dict[tuple[Event, ...], GameState] = field(default_factory=dict, repr=False)

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.ledger)

    @property
    def tag(self) -> str:
        """Stands for what the pages show now; the same as that of its pulse."""
        return f"{self.version}-{self.changed_at}"

    @property
    def moment(self) -> "Moment":
        """Stands for all that the game can say: no other state of it has the same."""
        return self.id, self.public_id, self.created_at, self.changed_at, self.version

    @cached_property
    def events(self) -> list[Event]:
        """The events alone, the start first."""
        return [stored.event for stored in self.ledger]

    @property
    def state(self) -> GameState:
        """The fold of the whole ledger."""
        return self.then(())

    @cached_property
    def seatings(self) -> list[Mapping[int, int]]:
        """Which person sat on which seat after each event."""
        return seatings(self.events)

    @cached_property
    def terms_set(self) -> list[Step]:
        """The steps that set terms, as they stand corrected."""
        return [step for step in effective(self.events) if isinstance(step.event, GameStarted | RulesChanged)]

    def then(self, events: tuple[Event, ...]) -> GameState:
        """The fold of the ledger with these events behind it: what is planned, booked and shown is folded once.

        Raises what `fold_all` raises.
        """
        state = self._folds.get(events)
        if state is None:
            state = fold_all([*self.events, *events])
            self._remember(events, state)
        return state

    def followed_by(self, events: tuple[Event, ...], at: int, people: Mapping[int, str]) -> "StoredGame":
        """The game after these events were appended in one step at this time, with the people they bring in."""
        first = self.version + 1
        added = (StoredEvent(number, first, at, event) for number, event in enumerate(events, start=first))
        game = replace(self, ledger=(*self.ledger, *added), names={**self.names, **people}, changed_at=at, _folds={})
        game._remember((), self.then(events))
        return game

    def _remember(self, events: tuple[Event, ...], state: GameState) -> None:
        if len(self._folds) >= _MOST_FOLDS:
            self._folds.clear()
        self._folds[events] = state


def fold_all(events: Sequence[Event]) -> GameState:
    """The fold of a ledger. Raises `UnreadableEvent` if it does not begin with its start, and what `fold` raises."""
    start = events[0] if events else None
    if not isinstance(start, GameStarted):
        raise UnreadableEvent("a ledger begins with the start of its game")
    return fold(start, events[1:])


# Number, public id, created, changed, version. The last two say all that a game of this public id can say, whichever
# process changed it. What is kept is never out of date, it is only asked for no more.
Moment = tuple[int, str, int, int, int]
# One moment of each game, by its public id: a newer one takes its place, so that memory holds no name that was erased.
_kept: OrderedDict[str, StoredGame] = OrderedDict()
_lock = threading.Lock()


def kept(moment: Moment, read: Callable[[], StoredGame]) -> StoredGame:
    """The game at this moment, read if it is not at hand."""
    known = _kept.get(moment[1])
    game = known if known is not None and known.moment == moment else read()
    keep(game)
    return game


def keep(game: StoredGame) -> None:
    """Have it at hand from now on, in the place of the one that was asked for longest ago."""
    with _lock:
        _kept[game.public_id] = game
        _kept.move_to_end(game.public_id)
        while len(_kept) > _MOST_GAMES or (len(_kept) > 1 and _events() > _MOST_EVENTS):
            _kept.popitem(last=False)


def _events() -> int:
    return sum(game.version for game in _kept.values())
