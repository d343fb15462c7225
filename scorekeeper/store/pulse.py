"""The little that an open page needs to know of its game, in one query."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import bindparam, select

from .models import GameRow, LinkRow, db

# Asked by every open page again and again, so it is put together once, and of plain columns.
_GAMES, _LINKS = GameRow.__table__.c, LinkRow.__table__.c
_PULSE = (
    select(_GAMES.version, _GAMES.changed_at, _LINKS.role, _LINKS.generation)
    .outerjoin_from(GameRow.__table__, LinkRow.__table__, (_LINKS.game_id == _GAMES.id) & _LINKS.revoked.is_(False))
    .where(_GAMES.id == bindparam("game"))
)


@dataclass(frozen=True)
class Pulse:
    """Changes whenever a page of the game would. `open_links`: the generation of each link that opens it, by role."""

    version: int
    changed_at: int
    open_links: Mapping[str, int]

    @property
    def tag(self) -> str:
        """Stands for what the pages show now."""
        return f"{self.version}-{self.changed_at}"


def pulse(game_id: int) -> Pulse | None:
    """The pulse of a game, or None if there is none (any more)."""
    rows = db.session.execute(_PULSE, {"game": game_id}).all()
    if not rows:
        return None
    return Pulse(rows[0].version, rows[0].changed_at, {row.role: row.generation for row in rows if row.role})
