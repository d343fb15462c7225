"""The use cases. What `web` and `cli` may know of everything below, and nothing more."""

from flask import Flask

from scorekeeper import store
from scorekeeper.store import (
    Appended,
    Holders,
    KeyReused,
    Link,
    NoSuchGame,
    StaleVersion,
    StoredEvent,
    StoredGame,
    Summary,
    bury,
    delete_game,
    forget,
    handed_over,
    holders,
    known_names,
    links_of,
    load,
    remember,
    rename,
    summaries,
    tombstones,
)

from .access import CODE_LENGTH, Keyring, digest, new_browser
from .changes import Answers, Consequence, NeedsConfirmation, Plan, Question, plan, undo_of
from .games import NewGame, rematch, start_game
from .hands import HandCheck, check_hand
from .judging import HandView, ImpossibleRound, Judged, Objection, RoundInput, Typed
from .links import ShortCode, Way, hand_over, new_code, open_code, renew, revoke, ways_of
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
from .privacy import erase_name
from .requests import Request, digest_of, new_key


def bind(app: Flask) -> None:
    """Give the app its database."""
    store.init_app(app)


def upgrade(app: Flask) -> None:
    """Bring the app's database to this version's tables."""
    store.upgrade(app)


__all__ = [
    "CODE_LENGTH", "Answers", "Appended", "ChangeOf", "Consequence", "HandCheck", "HandView", "Holders",
    "ImpossibleRound", "Judged", "KeyReused", "Keyring", "Link", "NeedsConfirmation", "NeedsRuling", "NewGame",
    "NoSuchGame", "Objection", "Plan", "Question", "Request", "RoundInput", "ShortCode", "StaleVersion",
    "StoredEvent", "StoredGame", "Summary", "Typed", "Way", "bind", "book", "booked", "bury", "check_hand",
    "correct_terms", "decide", "delete_game", "digest", "digest_of", "erase_name", "forget", "hand_over",
    "handed_over", "holders", "join", "judge_round", "known_names", "links_of", "load", "new_browser",
    "new_code", "new_key", "open_code", "plan", "redo", "rematch", "remember", "rename", "renew", "revoke",
    "score_round", "start_game", "substitute", "summaries", "table_at", "tombstones", "undo", "undo_of",
    "upgrade", "ways_of",
]  # fmt: skip
