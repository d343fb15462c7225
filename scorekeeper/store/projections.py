"""Projections of a ledger: the summary columns of a game, and where its seats stand. Made anew at will."""

from sqlalchemy import delete
from sqlalchemy.orm import Session

from scorekeeper.engine.state import GameState

from .models import GameRow, Standing


def project(row: GameRow, state: GameState, at: int) -> None:
    """Write the summary of this state, reached at `at` (ms since 1970), into the game's row."""
    row.version, row.changed_at = state.version, at
    row.phase, row.round_number = state.phase, state.round_number
    row.pot, row.currency = state.pot, state.terms.currency


def project_seats(session: Session, game_id: int, state: GameState) -> None:
    """Write where every seat stands."""
    session.execute(delete(Standing).where(Standing.game_id == game_id))
    session.add_all(standings(game_id, state))


def standings(game_id: int, state: GameState) -> list[Standing]:
    """The rows of the seats of a game in this state."""
    return [
        Standing(
            game_id=game_id,
            seat=seat.seat,
            person=seat.person,
            total=seat.total,
            status=seat.status,
            in_front=seat.seat in state.in_front,
            won=seat.seat in state.winners,
        )
        for seat in state.seats
    ]
