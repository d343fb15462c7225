"""Games that are deleted for good: a tombstone stays, so that no backup brings them back."""

from collections.abc import Mapping

from sqlalchemy import delete, select

from .announce import touch
from .clock import now_ms
from .database import writing
from .models import GameRow, TombstoneRow, db


def delete_game(game_id: int) -> None:
    """Delete the game with everything that belongs to it; only a tombstone stays."""
    with writing() as session:
        row = session.get(GameRow, game_id, with_for_update=True)
        if row is not None:
            session.add(TombstoneRow(public_id=row.public_id, deleted_at=now_ms()))
            session.delete(row)
            touch(session, game_id)


def tombstones() -> dict[str, int]:
    """The public ids of deleted games, and when each was deleted (ms since 1970)."""
    rows = db.session.execute(select(TombstoneRow.public_id, TombstoneRow.deleted_at))
    return dict(rows.all())


def bury(deleted: Mapping[str, int]) -> int:
    """Take over tombstones, say of the database before a restore; returns how many games they deleted again."""
    with writing() as session:
        known = set(session.scalars(select(TombstoneRow.public_id)))
        for public_id, deleted_at in deleted.items():
            if public_id not in known:
                session.add(TombstoneRow(public_id=public_id, deleted_at=deleted_at))
        gone = session.scalars(select(GameRow.id).where(GameRow.public_id.in_(deleted))).all()
        session.execute(delete(GameRow).where(GameRow.public_id.in_(deleted)))
        for game_id in gone:
            touch(session, game_id)
        return len(gone)
