"""The grants of browsers: which of them opened which game, how, and when they were last there."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, bindparam, delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from .clock import now_ms
from .database import UNAVAILABLE, writing
from .links import Link
from .models import GameRow, GrantRow, LinkRow, PersonRow, Standing, db

# "Last seen" is true to within this time: not every look at a page is worth a write.
SEEN_WITHIN_MS = 5 * 60_000
RECENTLY_MS = 60 * 60_000
# Programs that fetch a link without keeping cookies are a new browser each time.
MOST_GRANTS = 2_000
# Asked with every look at a board, so it is put together once, and of plain columns: a quarter of the time.
_GRANTS = GrantRow.__table__.c
_GRANT = select(_GRANTS.role, _GRANTS.generation, _GRANTS.handed, _GRANTS.seen_at).where(
    _GRANTS.browser == bindparam("who"), _GRANTS.game_id == bindparam("game")
)
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Holders:
    """How many browsers hold a link that still opens the game, and how many of them were there within the hour."""

    scorers: int
    viewers: int
    recent: int


@dataclass(frozen=True)
class Summary:
    """A game as a list shows it. `names`: in seat order; `in_front`, `won`: names. Times in ms since 1970."""

    link: Link
    created_at: int
    changed_at: int
    phase: str
    round_number: int
    pot: int
    currency: str
    names: tuple[str, ...]
    in_front: tuple[str, ...]
    won: tuple[str, ...]
    lowest: int


def _alive() -> ColumnElement[bool]:
    """The grant's link is still the present one."""
    return and_(
        LinkRow.game_id == GrantRow.game_id,
        LinkRow.role == GrantRow.role,
        LinkRow.generation == GrantRow.generation,
        LinkRow.revoked.is_(False),
    )


def remember(browser: str, link: Link) -> bool:
    """Note that this browser opened the link. One that may score keeps that, also when it looks on for once.

    Whether it once gave the scoring away; `handed_over` says if nobody has taken it yet.
    """
    now = now_ms()
    known = _grant(browser, link.game_id)
    role, generation, handed = link.role, link.generation, None
    if known is not None:
        if link.role == "view" and known.role == "score" and _opens(link.game_id, known.generation):
            role, generation = known.role, known.generation
        handed = known.handed if role == "view" else None
        same = (known.role, known.generation, known.handed) == (role, generation, handed)
        if same and now - known.seen_at < SEEN_WITHIN_MS:
            return handed is not None
    row = GrantRow(browser=browser, game_id=link.game_id, role=role, generation=generation, seen_at=now, handed=handed)
    try:
        with writing() as session:
            if known is None:
                _make_room(session, link.game_id)
            session.merge(row)
    except IntegrityError:
        pass  # another request of the same browser was faster, or the game was deleted meanwhile
    except UNAVAILABLE as error:
        # No reason to refuse a page that is only looked at; but whoever looks after the server should know.
        _log.warning("Who looks on cannot be noted: %s", getattr(error, "orig", None) or error)
    return handed is not None


@dataclass(frozen=True)
class _Grant:
    """What is known of a browser in a game."""

    role: str
    generation: int
    handed: int | None
    seen_at: int


def _grant(browser: str, game_id: int) -> _Grant | None:
    row = db.session.execute(_GRANT, {"who": browser, "game": game_id}).one_or_none()
    return _Grant(*row) if row else None


def _opens(game_id: int, generation: int) -> bool:
    """Whether this generation of the score link is the present one."""
    row = db.session.get(LinkRow, (game_id, "score"))
    return row is not None and row.generation == generation and not row.revoked


def _make_room(session: Session, game_id: int) -> None:
    count = session.scalar(select(func.count()).select_from(GrantRow).where(GrantRow.game_id == game_id)) or 0
    if count >= MOST_GRANTS:
        oldest = session.scalars(
            select(GrantRow)
            .where(GrantRow.game_id == game_id, GrantRow.role == "view")
            .order_by(GrantRow.seen_at)
            .limit(count - MOST_GRANTS + 1)
        )
        for row in oldest:
            session.delete(row)
        session.flush()


def holders(game_id: int) -> Holders:
    """Who holds a link of the game."""
    since = now_ms() - RECENTLY_MS
    recently = (GrantRow.seen_at >= since).label("recently")
    rows = db.session.execute(
        select(GrantRow.role, recently, func.count())
        .join(LinkRow, _alive())
        .where(GrantRow.game_id == game_id)
        .group_by(GrantRow.role, recently)
    ).all()
    by_role = {role: sum(count for other, _, count in rows if other == role) for role in ("score", "view")}
    return Holders(by_role["score"], by_role["view"], sum(count for _, recent, count in rows if recent))


def handed_over(browser: str, game_id: int) -> Link | None:
    """The score link that this browser made to hand the scoring over, as long as no other has opened it."""
    grant = _grant(browser, game_id)
    if grant is None or grant.handed is None or not _opens(game_id, grant.handed):
        return None
    taken = select(GrantRow.game_id).where(
        GrantRow.game_id == game_id, GrantRow.role == "score", GrantRow.generation == grant.handed
    )
    if db.session.scalar(taken.limit(1)) is not None:
        return None
    public_id = db.session.scalar(select(GameRow.public_id).where(GameRow.id == game_id))
    return Link(game_id, public_id or "", "score", grant.handed)


def forget(browser: str, game_id: int) -> None:
    """Take the game off this browser's list; the game itself stays."""
    with writing() as session:
        session.execute(delete(GrantRow).where(GrantRow.browser == browser, GrantRow.game_id == game_id))


def summaries(browser: str, most: int | None = None) -> list[Summary]:
    """The games in this browser's list whose link still opens them, running ones first, then the newest.

    `most`: no more than so many; None: all.
    """
    games = db.session.execute(
        select(GameRow, LinkRow.role, LinkRow.generation)
        .join(GrantRow, GrantRow.game_id == GameRow.id)
        .join(LinkRow, _alive())
        .where(GrantRow.browser == browser)
        .order_by(GameRow.phase == "over", GameRow.changed_at.desc())
        .limit(most)
    ).all()
    seats = _seats([game.id for game, _, _ in games])
    return [_summary(game, Link(game.id, game.public_id, role, gen), seats[game.id]) for game, role, gen in games]


def known_names(browser: str) -> list[str]:
    """Names in the games that this browser may still open, in alphabetical order."""
    rows = db.session.scalars(
        select(PersonRow.name)
        .join(GrantRow, GrantRow.game_id == PersonRow.game_id)
        .join(LinkRow, _alive())
        .where(GrantRow.browser == browser)
        .distinct()
    )
    return sorted(rows, key=str.casefold)


_SeatRow = tuple[str, int, bool, bool]


def _seats(game_ids: Sequence[int]) -> dict[int, list[_SeatRow]]:
    rows = db.session.execute(
        select(Standing.game_id, PersonRow.name, Standing.total, Standing.in_front, Standing.won)
        .join(PersonRow, (PersonRow.game_id == Standing.game_id) & (PersonRow.person == Standing.person))
        .where(Standing.game_id.in_(game_ids))
        .order_by(Standing.game_id, Standing.seat)
    )
    seats: dict[int, list[_SeatRow]] = {game_id: [] for game_id in game_ids}
    for game_id, name, total, in_front, won in rows:
        seats[game_id].append((name, total, in_front, won))
    return seats


def _summary(game: GameRow, link: Link, seats: list[_SeatRow]) -> Summary:
    return Summary(
        link=link,
        created_at=game.created_at,
        changed_at=game.changed_at,
        phase=game.phase,
        round_number=game.round_number,
        pot=game.pot,
        currency=game.currency,
        names=tuple(name for name, *_ in seats),
        in_front=tuple(name for name, _, in_front, _ in seats if in_front),
        won=tuple(name for name, _, _, won in seats if won),
        lowest=min((total for _, total, in_front, _ in seats if in_front), default=0),
    )
