"""Games in the database: create, load, append. Everything that changes a game goes through `append`."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.engine.events import Event, GameStarted
from scorekeeper.engine.game import fold
from scorekeeper.engine.state import GameState

from . import codec
from .announce import touch
from .database import repeatable, writing
from .models import EventRow, GameRow, LinkRow, PersonRow, RequestRow, db
from .projections import project, project_seats


class NoSuchGame(LookupError):
    """There is no game with this number."""


class StaleVersion(Exception):
    """Somebody else was faster: the game is at `current`, not at `expected`."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"expected version {expected}, the game is at {current}")
        self.expected, self.current = expected, current


class KeyReused(Exception):
    """This idempotency key already booked something else, at `version`."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the key booked version {version} with another body")
        self.version = version


@dataclass(frozen=True)
class StoredEvent:
    """An event as it stands in the ledger. `at`: milliseconds since 1970, UTC."""

    number: int
    batch: int
    at: int
    event: Event


@dataclass(frozen=True)
class StoredGame:
    """A whole game: its ledger and the names of its people."""

    id: int
    public_id: str
    created_at: int
    ledger: tuple[StoredEvent, ...]
    names: Mapping[int, str]
    changed_at: int = 0

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.ledger)

    @property
    def tag(self) -> str:
        """Stands for what the pages show now; the same as that of its pulse."""
        return f"{self.version}-{self.changed_at}"

    @cached_property
    def events(self) -> list[Event]:
        """The events alone, the start first."""
        return [stored.event for stored in self.ledger]

    @cached_property
    def state(self) -> GameState:
        """The fold of the whole ledger."""
        return fold_all(self.events)


@dataclass(frozen=True)
class Appended:
    """The version that a request led to; `repeated` if it had been booked before."""

    version: int
    repeated: bool


def fold_all(events: Sequence[Event]) -> GameState:
    """The fold of a ledger. Raises `UnreadableEvent` if it does not begin with its start, and what `fold` raises."""
    start = events[0] if events else None
    if not isinstance(start, GameStarted):
        raise codec.UnreadableEvent("a ledger begins with the start of its game")
    return fold(start, events[1:])


@repeatable
def create(
    start: GameStarted,
    names: Sequence[str],
    key: str,
    public_id: str,
    links: Mapping[str, str],
    after: int | None = None,
) -> int:
    """A new game with these people and links (role to digest), in one transaction; returns its number.

    The same creation key gives the game that it made the first time. `after`: the game whose pages lead here now.
    """
    state = fold(start)
    with writing() as session:
        known = session.scalar(select(GameRow.id).where(GameRow.creation_key == key))
        if known is not None:
            return known
        now = _now()
        row = GameRow(public_id=public_id, creation_key=key, created_at=now)
        project(row, state, now)
        session.add(row)
        session.flush()
        _insert(session, row.id, [start], first=1, now=now)
        for person, name in enumerate(names, start=1):
            session.add(PersonRow(game_id=row.id, person=person, name=name))
        for role, digest in links.items():
            session.add(LinkRow(game_id=row.id, role=role, generation=1, digest=digest))
        project_seats(session, row.id, state)
        if before := session.get(GameRow, after) if after else None:
            _changed(session, before)
        return row.id


def made_with(key: str) -> int | None:
    """The number of the game with this creation key, or None."""
    return db.session.scalar(select(GameRow.id).where(GameRow.creation_key == key))


def load(game_id: int) -> StoredGame:
    """The game with its whole ledger. Raises `NoSuchGame`."""
    row = db.session.execute(
        select(GameRow.public_id, GameRow.created_at, GameRow.changed_at).where(GameRow.id == game_id)
    ).one_or_none()
    if row is None:
        raise NoSuchGame(game_id)
    return StoredGame(
        game_id, row.public_id, row.created_at, _ledger(db.session(), game_id), _names(game_id), row.changed_at
    )


@repeatable
def append(
    game_id: int,
    expected: int,
    events: Sequence[Event],
    key: str,
    digest: str,
    people: Mapping[int, str] | None = None,
) -> Appended:
    """Append events in one step, together with the names of people they bring in.

    A key that is known with the same digest returns its first result. Raises `KeyReused`, `StaleVersion`,
    `NoSuchGame`, or whatever the fold says of the new history; then nothing was changed.
    """
    with writing() as session:
        row = session.get(GameRow, game_id, with_for_update=True)
        if row is None:
            raise NoSuchGame(game_id)
        known = session.get(RequestRow, (game_id, key))
        if known is not None:
            return _repeated(known, digest)
        if row.version != expected:
            raise StaleVersion(expected, row.version)
        history = [stored.event for stored in _ledger(session, game_id)]
        state = fold_all([*history, *events])
        now = _now()
        _insert(session, game_id, events, first=expected + 1, now=now)
        for person, name in (people or {}).items():
            session.add(PersonRow(game_id=game_id, person=person, name=name))
        session.add(RequestRow(game_id=game_id, key=key, digest=digest, version=state.version))
        project(row, state, now)
        project_seats(session, game_id, state)
        touch(session, game_id)
        return Appended(state.version, repeated=False)


def booked(game_id: int, key: str, digest: str) -> Appended | None:
    """What this key booked before, or None. Raises `KeyReused` if that was something else."""
    known = db.session.get(RequestRow, (game_id, key))
    return None if known is None else _repeated(known, digest)


def _repeated(known: RequestRow, digest: str) -> Appended:
    if known.digest != digest:
        raise KeyReused(known.version)
    return Appended(known.version, repeated=True)


def rename(game_id: int, person: int, name: str) -> None:
    """Give a person another name; history is untouched. Raises `NoSuchGame` if there is no such person."""
    with writing() as session:
        row, game = session.get(PersonRow, (game_id, person)), session.get(GameRow, game_id)
        if row is None or game is None:
            raise NoSuchGame(game_id)
        row.name = name
        _changed(session, game)


def _changed(session: Session, game: GameRow) -> None:
    """The game's pages show something else, although nothing was booked."""
    game.changed_at = max(_now(), game.changed_at + 1)
    touch(session, game.id)


def _ledger(session: Session, game_id: int) -> tuple[StoredEvent, ...]:
    rows = session.execute(
        select(EventRow.version, EventRow.batch, EventRow.at, EventRow.kind, EventRow.body)
        .where(EventRow.game_id == game_id)
        .order_by(EventRow.version)
    )
    return tuple(StoredEvent(number, batch, at, codec.decode(kind, body)) for number, batch, at, kind, body in rows)


def _names(game_id: int) -> dict[int, str]:
    rows = db.session.execute(select(PersonRow.person, PersonRow.name).where(PersonRow.game_id == game_id))
    return {row.person: row.name for row in rows}


def _insert(session: Session, game_id: int, events: Sequence[Event], first: int, now: int) -> None:
    for version, event in enumerate(events, start=first):
        kind, body = codec.encode(event)
        session.add(EventRow(game_id=game_id, version=version, batch=first, kind=kind, body=body, at=now))


def _now() -> int:
    return time.time_ns() // 1_000_000
