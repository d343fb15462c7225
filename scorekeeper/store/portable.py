"""Whole games out of one database and into another, of either kind. docs/export.md describes the form.

Games are told apart by their public id. What is there already is left alone or continued, never changed.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

from scorekeeper.engine.events import Event

from . import codec
from .announce import touch
from .database import repeatable, snapshot, writing
from .kept import fold_all
from .models import EventRow, GameRow, GrantRow, LinkRow, PersonRow, RequestRow, TombstoneRow, db
from .projections import project, project_seats

_AT_ONCE = 200
# What belongs to a game, and in which order it is written.
_BELONGING: tuple[tuple[Any, Any], ...] = (
    (EventRow, EventRow.version),
    (PersonRow, PersonRow.person),
    (LinkRow, LinkRow.role),
    (RequestRow, RequestRow.version),
    (GrantRow, GrantRow.browser),
)

Outcome = Literal["new", "known", "continued", "copied", "deleted"]
# What the columns of either database can hold, and pages can show: a file may come from anybody.
Number = Annotated[int, Meta(ge=0, lt=2**31)]
Time = Annotated[int, Meta(ge=0, lt=253_370_764_800_000)]  # then the year 9999 begins: there are no dates after it
PublicId = Annotated[str, Meta(pattern="^[0-9a-f]{32}\\Z")]
Name = Annotated[str, Meta(pattern="^[^\\x00]{1,60}\\Z")]
Key = Annotated[str, Meta(pattern="^[^\\x00]{0,64}\\Z")]
Role = Literal["score", "view"]

DigestOf = Callable[[str, str, int], str]
"""From public id, role and generation to the digest of that link's secret."""


class PortableEvent(msgspec.Struct, frozen=True):
    """One event: its body is kept as it was written."""

    number: Number
    batch: Number
    at: Time
    kind: str
    body: msgspec.Raw

    def read(self) -> Event:
        """The event itself. Raises `UnreadableEvent`."""
        return codec.decode(self.kind, bytes(self.body).decode())


class PortableLink(msgspec.Struct, frozen=True):
    """A way in, without its secret: that is made from the server's key."""

    role: Role
    generation: Number
    revoked: bool = False


class PortableRequest(msgspec.Struct, frozen=True):
    """What was booked under an idempotency key."""

    key: Key
    digest: Key
    version: Number


class PortableBrowser(msgspec.Struct, frozen=True):
    """A browser that has this game on its list."""

    browser: Key
    role: Role
    generation: Number
    seen_at: Time = 0
    handed: Number | None = None


class PortableGame(msgspec.Struct, frozen=True):
    """One game with all that belongs to it. Times are milliseconds since 1970, UTC."""

    public_id: PublicId
    created_at: Time
    people: dict[Number, Name]
    events: list[PortableEvent]
    creation_key: Key = ""
    links: list[PortableLink] = []
    requests: list[PortableRequest] = []
    browsers: list[PortableBrowser] = []

    def ledger(self) -> list[Event]:
        """The events, decoded. Raises `UnreadableEvent`."""
        return [event.read() for event in self.events]


def count_games() -> int:
    """How many games there are."""
    return db.session.scalar(select(func.count()).select_from(GameRow)) or 0


def export_games() -> Iterator[PortableGame]:
    """Every game, as of one moment, oldest first."""
    with snapshot() as session:
        last = 0
        while games := session.execute(
            select(GameRow.id, GameRow.public_id, GameRow.created_at, GameRow.creation_key)
            .where(GameRow.id > last)
            .order_by(GameRow.id)
            .limit(_AT_ONCE)
        ).all():
            last = games[-1].id
            yield from _portable(session, games)


def export_game(game_id: int) -> PortableGame | None:
    """One game, or None if there is none with this number."""
    with snapshot() as session:
        games = session.execute(
            select(GameRow.id, GameRow.public_id, GameRow.created_at, GameRow.creation_key).where(GameRow.id == game_id)
        ).all()
        return next(_portable(session, games), None)


def _portable(session: Session, games: Sequence[Row[int, str, int, str]]) -> Iterator[PortableGame]:
    numbers = [game.id for game in games]
    rows: dict[type, dict[int, list[Any]]] = {}
    for table, order in _BELONGING:
        of_game = rows.setdefault(table, {number: [] for number in numbers})
        for row in session.scalars(select(table).where(table.game_id.in_(numbers)).order_by(table.game_id, order)):
            of_game[row.game_id].append(row)
    for game in games:
        mine = {table: of_game[game.id] for table, of_game in rows.items()}
        yield PortableGame(
            public_id=game.public_id,
            created_at=game.created_at,
            creation_key=game.creation_key,
            people={row.person: row.name for row in mine[PersonRow]},
            events=[
                PortableEvent(row.version, row.batch, row.at, row.kind, msgspec.Raw(row.body)) for row in mine[EventRow]
            ],
            links=[PortableLink(row.role, row.generation, row.revoked) for row in mine[LinkRow]],
            requests=[PortableRequest(row.key, row.digest, row.version) for row in mine[RequestRow]],
            browsers=[
                PortableBrowser(row.browser, row.role, row.generation, row.seen_at, row.handed)
                for row in mine[GrantRow]
            ],
        )
    session.expunge_all()


def take_in(games: Sequence[PortableGame], digest_of: DigestOf) -> list[Outcome]:
    """Take games over, all of them in one transaction: new ones as they are; known ones are continued where the
    other side is further; one that went on differently comes in beside, as a copy with a public id of its own.

    Raises what decoding and folding raise; then nothing was changed.
    """
    ready = [(game, game.ledger()) for game in games]
    with writing() as session:
        return [_take_one(session, game, events, digest_of) for game, events in ready]


@repeatable
def insert(game: PortableGame, digest_of: DigestOf) -> int:
    """Add a game and return its number; the same creation key adds it only once."""
    events = game.ledger()
    with writing() as session:
        known = session.scalar(select(GameRow.id).where(GameRow.creation_key == game.creation_key))
        return known or _insert(session, game, game.public_id, game.creation_key, events, digest_of)


def _take_one(session: Session, game: PortableGame, events: list[Event], digest_of: DigestOf) -> Outcome:
    public_id, outcome = game.public_id, "new"
    while True:
        if session.get(TombstoneRow, public_id) is not None:
            return "deleted"
        row = session.scalar(select(GameRow).where(GameRow.public_id == public_id).with_for_update())
        if row is None:
            free = not session.scalar(select(GameRow.id).where(GameRow.creation_key == game.creation_key))
            key = game.creation_key if outcome == "new" and game.creation_key and free else f"taken in {public_id}"
            _insert(session, game, public_id, key, events, digest_of)
            return "new" if outcome == "new" else "copied"
        alike = _alike(session, row, game, events)
        if alike == len(events):
            return "known"
        if alike == row.version:
            _continue(session, row, game, events)
            return "continued"
        # The same backup, or a later one of the same branch, must lead to the same copy: nothing may be doubled.
        other = game.events[alike]
        branch = f"{public_id} {other.number} {other.at} {events[alike]!r}"
        public_id, outcome = hashlib.sha256(branch.encode()).hexdigest()[:32], "copied"


def _alike(session: Session, row: GameRow, game: PortableGame, events: list[Event]) -> int:
    """How many events both histories have in common from their start on."""
    stored = session.execute(
        select(EventRow.batch, EventRow.at, EventRow.kind, EventRow.body)
        .where(EventRow.game_id == row.id)
        .order_by(EventRow.version)
    ).all()
    for place, (ours, theirs, event) in enumerate(zip(stored, game.events, events, strict=False)):
        same_step = (ours.batch, ours.at) == (theirs.batch, theirs.at)
        if not same_step or codec.decode(ours.kind, ours.body) != event:
            return place
    return min(len(stored), len(events))


def _continue(session: Session, row: GameRow, game: PortableGame, events: list[Event]) -> None:
    known = set(session.scalars(select(PersonRow.person).where(PersonRow.game_id == row.id)))
    _add_events(session, row.id, game.events[row.version :])
    _add_people(session, row.id, {number: name for number, name in game.people.items() if number not in known})
    _add_requests(session, row.id, [request for request in game.requests if request.version > row.version])
    state = fold_all(events)
    project(row, state, game.events[-1].at)
    project_seats(session, row.id, state)
    touch(session, row.id)


def _insert(
    session: Session, game: PortableGame, public_id: str, key: str, events: list[Event], digest_of: DigestOf
) -> int:
    state = fold_all(events)
    row = GameRow(public_id=public_id, creation_key=key[:64], created_at=game.created_at)
    project(row, state, game.events[-1].at)
    session.add(row)
    session.flush()
    _add_events(session, row.id, game.events)
    _add_people(session, row.id, game.people)
    _add_requests(session, row.id, game.requests)
    for link in game.links or [PortableLink("score", 1), PortableLink("view", 1)]:
        secret = digest_of(public_id, link.role, link.generation)
        session.add(LinkRow(game_id=row.id, role=link.role, generation=link.generation, digest=secret,
                            revoked=link.revoked))  # fmt: skip
    for browser in game.browsers:
        session.add(GrantRow(game_id=row.id, **msgspec.structs.asdict(browser)))
    project_seats(session, row.id, state)
    return row.id


def _add_events(session: Session, game_id: int, events: Sequence[PortableEvent]) -> None:
    for event in events:
        session.add(EventRow(game_id=game_id, version=event.number, batch=event.batch, at=event.at, kind=event.kind,
                             body=bytes(event.body).decode()))  # fmt: skip


def _add_people(session: Session, game_id: int, people: dict[int, str]) -> None:
    for person, name in people.items():
        session.add(PersonRow(game_id=game_id, person=person, name=name))


def _add_requests(session: Session, game_id: int, requests: Sequence[PortableRequest]) -> None:
    for request in requests:
        session.add(RequestRow(game_id=game_id, **msgspec.structs.asdict(request)))
