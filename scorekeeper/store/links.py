"""Ways into a game, and which browsers have used them."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select

from .database import writing
from .models import GameRow, LinkRow, PersonRow, Standing, VisitRow, db


@dataclass(frozen=True)
class Link:
    """A link that opens a game in a role; `generation` counts its renewals from 1."""

    game_id: int
    public_id: str
    role: str
    generation: int


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


def find_link(digest: str) -> Link | None:
    """The link whose secret has this digest, or None."""
    row = db.session.execute(
        select(LinkRow.game_id, GameRow.public_id, LinkRow.role, LinkRow.generation)
        .join(GameRow, GameRow.id == LinkRow.game_id)
        .where(LinkRow.digest == digest)
    ).one_or_none()
    return Link(*row) if row else None


def links_of(game_id: int) -> dict[str, Link]:
    """The links of a game by role."""
    rows = db.session.execute(
        select(LinkRow.game_id, GameRow.public_id, LinkRow.role, LinkRow.generation)
        .join(GameRow, GameRow.id == LinkRow.game_id)
        .where(LinkRow.game_id == game_id)
    )
    return {row.role: Link(*row) for row in rows}


def remember(browser: str, link: Link) -> None:
    """Keep the game in this browser's list. Writes only what is new."""
    known = db.session.get(VisitRow, (browser, link.game_id))
    if known is not None and (known.role, known.generation) == (link.role, link.generation):
        return
    with writing() as session:
        row = VisitRow(browser=browser, game_id=link.game_id, role=link.role, generation=link.generation)
        session.merge(row)


def forget(browser: str, game_id: int) -> None:
    """Take the game off this browser's list; the game itself stays."""
    with writing() as session:
        session.execute(delete(VisitRow).where(VisitRow.browser == browser, VisitRow.game_id == game_id))


def summaries(browser: str) -> list[Summary]:
    """The games in this browser's list whose link still opens them, running ones first, then the newest."""
    games = db.session.execute(
        select(GameRow, LinkRow.role, LinkRow.generation)
        .join(VisitRow, VisitRow.game_id == GameRow.id)
        .join(
            LinkRow,
            (LinkRow.game_id == GameRow.id)
            & (LinkRow.role == VisitRow.role)
            & (LinkRow.generation == VisitRow.generation),
        )
        .where(VisitRow.browser == browser)
        .order_by(GameRow.phase == "over", GameRow.changed_at.desc())
    ).all()
    seats = _seats([game.id for game, _, _ in games])
    return [_summary(game, Link(game.id, game.public_id, role, gen), seats[game.id]) for game, role, gen in games]


def known_names(browser: str) -> list[str]:
    """Names that this browser's games have used, in alphabetical order."""
    rows = db.session.scalars(
        select(PersonRow.name)
        .join(VisitRow, VisitRow.game_id == PersonRow.game_id)
        .where(VisitRow.browser == browser)
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
