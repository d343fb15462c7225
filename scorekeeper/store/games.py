"""Games in the database: create, load, append. Everything that changes a game goes through `append`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.engine.events import Event, GameStarted
from scorekeeper.engine.game import fold

from . import codec
from .announce import touch
from .clock import now_ms
from .database import repeatable, writing
from .kept import StoredEvent, StoredGame, keep, kept
from .models import EventRow, GameRow, LinkRow, PersonRow, RequestRow, db
from .projections import project, project_seats

# Asked with every look at a game, so it is put together once, and of plain columns: a quarter of the time.
_GAMES = GameRow.__table__.c
_NEWEST = select(_GAMES.public_id, _GAMES.created_at, _GAMES.changed_at, _GAMES.version).where(
    _GAMES.id == bindparam("game")
)


class _Moment(Protocol):
    """The columns that say which moment of a game this is."""

    public_id: str
    created_at: int
    changed_at: int
    version: int


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
class Appended:
    """The version that a request led to; `repeated` if it had been booked before."""

    version: int
    repeated: bool


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
        now = now_ms()
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
        if before := session.get(GameRow, after, with_for_update=True) if after else None:
            _changed(session, before)
        return row.id


def made_with(key: str) -> int | None:
    """The number of the game with this creation key, or None."""
    return db.session.scalar(select(GameRow.id).where(GameRow.creation_key == key))


def load(game_id: int) -> StoredGame:
    """The game with its whole ledger. Raises `NoSuchGame`."""
    row = db.session.execute(_NEWEST, {"game": game_id}).one_or_none()
    if row is None:
        raise NoSuchGame(game_id)
    return _at(db.session(), game_id, row)


def _at(session: Session, game_id: int, row: _Moment) -> StoredGame:
    """The game as this row says it is now."""

    def read() -> StoredGame:
        # On PostgreSQL somebody may have booked more since the row was read.
        ledger = tuple(stored for stored in _ledger(session, game_id) if stored.number <= row.version)
        return StoredGame(game_id, row.public_id, row.created_at, ledger, _names(session, game_id), row.changed_at)

    return kept((game_id, row.public_id, row.created_at, row.changed_at, row.version), read)


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
        game, now = _at(session, game_id, row), now_ms()
        after = game.followed_by(tuple(events), now, people or {})
        state = after.state
        _insert(session, game_id, events, first=expected + 1, now=now)
        for person, name in (people or {}).items():
            session.add(PersonRow(game_id=game_id, person=person, name=name))
        session.add(RequestRow(game_id=game_id, key=key, digest=digest, version=state.version))
        project(row, state, now)
        project_seats(session, game_id, state)
        touch(session, game_id)
    keep(after)
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
        game = session.get(GameRow, game_id, with_for_update=True)
        row = session.get(PersonRow, (game_id, person))
        if row is None or game is None:
            raise NoSuchGame(game_id)
        row.name = name
        _changed(session, game)


def _changed(session: Session, game: GameRow) -> None:
    """The game's pages show something else, although nothing was booked. Its row is locked: no moment occurs twice."""
    game.changed_at = max(now_ms(), game.changed_at + 1)
    touch(session, game.id)


def _ledger(session: Session, game_id: int) -> tuple[StoredEvent, ...]:
    rows = session.execute(
        select(EventRow.version, EventRow.batch, EventRow.at, EventRow.kind, EventRow.body)
        .where(EventRow.game_id == game_id)
        .order_by(EventRow.version)
    )
    return tuple(StoredEvent(number, batch, at, codec.decode(kind, body)) for number, batch, at, kind, body in rows)


def _names(session: Session, game_id: int) -> dict[int, str]:
    rows = session.execute(select(PersonRow.person, PersonRow.name).where(PersonRow.game_id == game_id))
    return {row.person: row.name for row in rows}


def _insert(session: Session, game_id: int, events: Sequence[Event], first: int, now: int) -> None:
    for version, event in enumerate(events, start=first):
        kind, body = codec.encode(event)
        session.add(EventRow(game_id=game_id, version=version, batch=first, kind=kind, body=body, at=now))
