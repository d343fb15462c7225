"""The little that an open page needs to know of its game, in one query."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import select

from .models import GameRow, LinkRow, db


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
    rows = db.session.execute(
        select(GameRow.version, GameRow.changed_at, LinkRow.role, LinkRow.generation)
        .outerjoin(LinkRow, (LinkRow.game_id == GameRow.id) & LinkRow.revoked.is_(False))
        .where(GameRow.id == game_id)
    ).all()
    if not rows:
        return None
    return Pulse(rows[0].version, rows[0].changed_at, {row.role: row.generation for row in rows if row.role})
