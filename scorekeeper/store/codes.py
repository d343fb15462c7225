"""Short codes that lead to a link for some minutes."""

from dataclasses import dataclass

from sqlalchemy import Select, delete, select
from sqlalchemy.exc import IntegrityError

from .clock import now_ms
from .database import writing
from .games import NoSuchGame
from .links import Link
from .models import CodeRow, GameRow, LinkRow, db

VALID_MS = 10 * 60_000


@dataclass(frozen=True)
class Code:
    """A code as it is kept: made from the nonce with the server's key, of use until `expires_at` (ms since 1970)."""

    link: Link
    nonce: str
    expires_at: int


def keep_code(link: Link, nonce: str, digest: str) -> bool:
    """Keep a new code for this link, in the place of the one before. False if another game has the same by chance.

    Raises `NoSuchGame`.
    """
    now = now_ms()
    row = CodeRow(
        game_id=link.game_id,
        role=link.role,
        generation=link.generation,
        nonce=nonce,
        digest=digest,
        expires_at=now + VALID_MS,
    )
    try:
        with writing() as session:
            if session.get(GameRow, link.game_id, with_for_update=True) is None:
                raise NoSuchGame(link.game_id)
            session.execute(delete(CodeRow).where(CodeRow.expires_at <= now))
            session.merge(row)
    except IntegrityError:
        return False
    return True


def codes_of(game_id: int) -> dict[str, Code]:
    """The codes of a game that can be used now, by role."""
    rows = db.session.execute(_usable().where(CodeRow.game_id == game_id))
    return {
        role: Code(Link(number, public, role, gen), nonce, until) for number, public, role, gen, nonce, until in rows
    }


def use_code(digest: str) -> Link | None:
    """The link that this code leads to, or None. A code for the score link works once."""
    row = db.session.execute(_usable().where(CodeRow.digest == digest)).one_or_none()
    if row is None:
        return None
    if row.role == "score":
        with writing() as session:
            used = session.scalar(delete(CodeRow).where(CodeRow.digest == digest).returning(CodeRow.game_id))
            if used is None:
                return None
    return Link(row.game_id, row.public_id, row.role, row.generation)


def _usable() -> Select[int, str, str, int, str, int]:
    return (
        select(CodeRow.game_id, GameRow.public_id, CodeRow.role, CodeRow.generation, CodeRow.nonce, CodeRow.expires_at)
        .join(GameRow, GameRow.id == CodeRow.game_id)
        .join(
            LinkRow,
            (LinkRow.game_id == CodeRow.game_id)
            & (LinkRow.role == CodeRow.role)
            & (LinkRow.generation == CodeRow.generation)
            & LinkRow.revoked.is_(False),
        )
        .where(CodeRow.expires_at > now_ms())
    )
