"""Live pages: every open page has one slot, in it the newest pulse of its game. A slow phone skips, never queues."""

import itertools
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from flask import Flask

from scorekeeper import store
from scorekeeper.store import Link, Pulse

PING_SECONDS = 15.0
MOST_STREAMS_PER_ADDRESS = 2_000


@dataclass(eq=False)
class Slot:
    """What one viewer is to hear next. `pulse` None: the game is gone."""

    link: Link
    address: str
    pulse: Pulse | None = None
    turn: int = 0
    news: threading.Event = field(default_factory=threading.Event)

    @property
    def is_open(self) -> bool:
        """Whether the link that opened the page still opens the game."""
        return self.pulse is not None and self.pulse.open_links.get(self.link.role) == self.link.generation


class Hub:
    """Who watches which game in this process. Safe to use from any thread or greenlet."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._lock = threading.Lock()
        self._slots: dict[int, set[Slot]] = {}
        self._addresses: dict[str, int] = {}
        self._turns = itertools.count(1)

    def watching(self, game_id: int) -> int:
        """How many pages of the game are open."""
        return len(self._slots.get(game_id, ()))

    def is_full(self, address: str) -> bool:
        """Whether so many streams go to this address that another one is refused."""
        return self._addresses.get(address, 0) >= MOST_STREAMS_PER_ADDRESS

    def enter(self, link: Link, address: str) -> Slot:
        """A slot for one viewer, to be given back with `leave`."""
        store.listen()
        slot = Slot(link, address)
        with self._lock:
            self._slots.setdefault(link.game_id, set()).add(slot)
            self._addresses[address] = self._addresses.get(address, 0) + 1
        # Only now: of what changes from here on the slot is told, of what changed before nobody else tells it.
        try:
            store.look_again()
            self._tell([slot], link.game_id)
        except BaseException:
            self.leave(slot)
            raise
        return slot

    def leave(self, slot: Slot) -> None:
        """Give a slot back; harmless when it was given back before."""
        with self._lock:
            slots = self._slots.get(slot.link.game_id, set())
            if slot not in slots:
                return
            slots.discard(slot)
            if not slots:
                del self._slots[slot.link.game_id]
            self._addresses[slot.address] -= 1
            if not self._addresses[slot.address]:
                del self._addresses[slot.address]

    def publish(self, game_id: int | None) -> None:
        """Put the newest pulse of a game (None: of every game) into the slots of all who watch it."""
        for watched in list(self._slots) if game_id is None else [game_id]:
            self._publish(watched)

    def _publish(self, game_id: int) -> None:
        with self._lock:
            slots = list(self._slots.get(game_id, ()))
        if not slots:
            return
        with self._app.app_context():
            self._tell(slots, game_id)

    def _tell(self, slots: Iterable[Slot], game_id: int) -> None:
        # Whoever took his turn later has seen at least as much, though he may be done earlier.
        turn, newest = next(self._turns), store.pulse(game_id)
        with self._lock:
            for slot in slots:
                if slot.turn < turn:
                    slot.turn, slot.pulse = turn, newest
                    slot.news.set()
