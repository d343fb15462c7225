"""Looking after a database: is every game whole, do its projections agree, and can they be made anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlalchemy import inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.state import GameState

from . import codec, tables
from .database import snapshot, writing
from .kept import fold_all
from .models import Base, EventRow, GameRow, PersonRow, RequestRow, Standing, db
from .projections import project, project_seats, standings

_AT_ONCE = 200
_SUMMARY = ("version", "phase", "round_number", "pot", "currency")
_SEAT = ("seat", "person", "total", "status", "in_front", "won")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong, in plain English. `game`: its number and public id, or empty for the whole database.

    `mendable`: making the projections anew mends it.
    """

    game: str
    text: str
    mendable: bool = False


@dataclass(frozen=True)
class Listed:
    """A game as whoever runs the server sees it. `changed_at`: milliseconds since 1970; `names`: of all its people."""

    number: int
    changed_at: int
    phase: str
    names: tuple[str, ...]


def list_games() -> list[Listed]:
    """All games, the one that was played last first."""
    names: dict[int, list[str]] = {}
    for person in db.session.scalars(select(PersonRow).order_by(PersonRow.game_id, PersonRow.person)):
        names.setdefault(person.game_id, []).append(person.name)
    games = db.session.scalars(select(GameRow).order_by(GameRow.changed_at.desc()))
    return [Listed(game.id, game.changed_at, game.phase, tuple(names.get(game.id, ()))) for game in games]


def faults() -> Iterator[Fault]:
    """Everything that is wrong with the database; nothing if it is whole."""
    try:
        found, latest = tables.revision(), tables.latest()
        if found and found != latest:
            advice = "use the version that made them" if found > latest else "scorekeeper upgrade renews them"
            yield Fault("", f"the tables are of version {found}, here they are {latest}: {advice}")
            return
        missing = set(Base.metadata.tables) - set(inspect(db.engine).get_table_names())
        if missing:
            yield Fault("", f"tables are missing: {', '.join(sorted(missing))}")
            return
        if db.engine.dialect.name == "sqlite":
            yield from _file_faults()
        for game_id in _game_ids():
            with snapshot() as session:
                yield from _game_faults(session, game_id)
    except DBAPIError as error:
        yield Fault("", f"the database cannot be read: {error.orig}")


def rebuild() -> tuple[int, list[Fault]]:
    """Make all projections anew: how many games were done, and what is wrong with the others."""
    done, wrong = 0, []
    for game_id in _game_ids():
        with writing() as session:
            row = session.get(GameRow, game_id, with_for_update=True)
            if row is None:
                continue
            state, at, found = _fold(session, row)
            if state is None:
                wrong += found
                continue
            # Never back to a moment before a name was changed: somebody may have kept the game as it was then.
            project(row, state, max(at, row.changed_at))
            project_seats(session, game_id, state)
            done += 1
    return done, wrong


def _game_ids() -> Iterator[int]:
    last = 0
    while True:
        with snapshot() as session:
            ids = session.scalars(
                select(GameRow.id).where(GameRow.id > last).order_by(GameRow.id).limit(_AT_ONCE)
            ).all()
        if not ids:
            return
        yield from ids
        last = ids[-1]


def _file_faults() -> Iterator[Fault]:
    with db.engine.connect() as connection:
        for (line,) in connection.execute(text("PRAGMA integrity_check(20)")):
            if line != "ok":
                yield Fault("", f"SQLite: {line}")
        for table, row, parent, _ in connection.execute(text("PRAGMA foreign_key_check")):
            yield Fault("", f"row {row} of {table} belongs to no row of {parent}")


def _game_faults(session: Session, game_id: int) -> Iterator[Fault]:
    row = session.get(GameRow, game_id)
    if row is None:
        return
    state, _at, found = _fold(session, row)
    yield from found
    if state is None:
        return
    name = _name(row)
    wanted = (state.version, state.phase, state.round_number, state.pot, state.terms.currency)
    for column, want in zip(_SUMMARY, wanted, strict=True):
        have = getattr(row, column)
        if have != want:
            yield Fault(name, f"the summary says {column} {have}, the ledger {want}", mendable=True)
    stored = session.scalars(select(Standing).where(Standing.game_id == game_id).order_by(Standing.seat)).all()
    if _plain(stored) != _plain(standings(game_id, state)):
        yield Fault(name, "the summary of its seats does not agree with the ledger", mendable=True)
    known = set(session.scalars(select(PersonRow.person).where(PersonRow.game_id == game_id)))
    for person in sorted({seat.person for seat in state.seats} - known):
        yield Fault(name, f"person {person} has no name")
    beyond = select(RequestRow.key).where(RequestRow.game_id == game_id, RequestRow.version > state.version)
    if session.scalars(beyond).first() is not None:
        yield Fault(name, "a request is noted as booked beyond the end of the ledger")


def _fold(session: Session, row: GameRow) -> tuple[GameState | None, int, list[Fault]]:
    """The state of a game, when it was reached, and what keeps its ledger from being one."""
    name = _name(row)
    rows = session.execute(
        select(EventRow.version, EventRow.batch, EventRow.at, EventRow.kind, EventRow.body)
        .where(EventRow.game_id == row.id)
        .order_by(EventRow.version)
    ).all()
    numbers = [event.version for event in rows]
    if not rows or numbers != list(range(1, len(rows) + 1)):
        missing = sorted(set(range(1, max(numbers, default=1) + 1)) - set(numbers))
        return None, 0, [Fault(name, f"events are missing: {', '.join(map(str, missing))}")]
    found = [
        Fault(name, f"event {event.version} belongs to no step: its step is {event.batch}")
        for event in rows
        if not 1 <= event.batch <= event.version or rows[event.batch - 1].batch != event.batch
    ]
    try:
        return fold_all([codec.decode(event.kind, event.body) for event in rows]), rows[-1].at, found
    except codec.UnreadableEvent as error:
        found.append(Fault(name, f"an event cannot be read: {error}"))
    except EngineError as error:
        found.append(Fault(name, f"event {getattr(error, 'at', None) or 1} cannot have happened: {error}"))
    return None, 0, found


def _plain(rows: Sequence[Standing]) -> list[tuple[object, ...]]:
    return [tuple(getattr(row, column) for column in _SEAT) for row in rows]


def _name(row: GameRow) -> str:
    return f"{row.id} ({row.public_id})"
