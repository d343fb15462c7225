"""The use cases. What `web` and `cli` may know of everything below, and nothing more."""

from flask import Flask

from scorekeeper import store
from scorekeeper.store import (
    Appended,
    KeyReused,
    Link,
    NoSuchGame,
    StaleVersion,
    StoredEvent,
    StoredGame,
    Summary,
    forget,
    known_names,
    links_of,
    load,
    remember,
    rename,
    summaries,
)

from .access import Keyring, digest, new_browser
from .changes import Answers, Consequence, NeedsConfirmation, Plan, Question, plan, undo_of
from .games import NewGame, rematch, start_game
from .hands import HandCheck, check_hand
from .judging import HandView, ImpossibleRound, Judged, Objection, RoundInput, Typed
from .play import (
    ChangeOf,
    NeedsRuling,
    book,
    booked,
    correct_terms,
    decide,
    join,
    judge_round,
    redo,
    score_round,
    substitute,
    table_at,
    undo,
)
from .requests import Request, digest_of, new_key


def bind(app: Flask) -> None:
    """Give the app its database."""
    store.init_app(app)


def upgrade(app: Flask) -> None:
    """Bring the app's database to this version's tables."""
    store.upgrade(app)


__all__ = [
    "Answers", "Appended", "ChangeOf", "Consequence", "HandCheck", "HandView", "ImpossibleRound", "Judged",
    "KeyReused", "Keyring", "Link", "NeedsConfirmation", "NeedsRuling", "NewGame", "NoSuchGame", "Objection",
    "Plan", "Question", "Request", "RoundInput", "StaleVersion", "StoredEvent", "StoredGame", "Summary",
    "Typed", "bind", "book", "booked", "check_hand", "correct_terms", "decide", "digest", "digest_of", "forget",
    "join", "judge_round", "known_names", "links_of", "load", "new_browser", "new_key", "plan", "redo",
    "rematch", "remember", "rename", "score_round", "start_game", "substitute", "summaries", "table_at", "undo",
    "undo_of", "upgrade",
]  # fmt: skip
