"""The use cases. What `web` and `cli` may know of everything below, and nothing more."""

from flask import Flask

from scorekeeper import store
from scorekeeper.store import (
    UNAVAILABLE,
    Appended,
    Fault,
    Holders,
    KeyReused,
    Link,
    NoSuchGame,
    StaleVersion,
    StoredEvent,
    StoredGame,
    Summary,
    bury,
    count_games,
    delete_game,
    faults,
    forget,
    handed_over,
    holders,
    known_names,
    links_of,
    load,
    pulse,
    rebuild,
    remember,
    rename,
    summaries,
    tombstones,
)

from .access import CODE_LENGTH, Keyring, digest, new_browser
from .backup import BackupError, Restored, backup, is_sqlite_name, key_file, key_of, restore
from .changes import Answers, Consequence, NeedsConfirmation, Plan, Question, plan, undo_of
from .evening import evening
from .games import NewGame, first_link, rematch, rematch_to_watch, start_game, start_rematch
from .hands import HandCheck, check_hand
from .judging import HandView, ImpossibleRound, Judged, Objection, RoundInput, Typed
from .links import ShortCode, Way, hand_over, new_code, open_code, renew, revoke, ways_of
from .live import PING_SECONDS, Hub, Slot
from .moving import MAX_BYTES, GameFile, NotAGame, game_file, import_game, read_game
from .play import (
    ChangeOf,
    NeedsRuling,
    book,
    booked,
    correct_terms,
    decide,
    join,
    judge_round,
    owed,
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
    hub = app.extensions["hub"] = Hub(app)
    store.on_change(hub.publish)


def upgrade(app: Flask) -> None:
    """Bring the app's database to this version's tables."""
    store.upgrade(app)


__all__ = [
    "CODE_LENGTH",
    "MAX_BYTES",
    "PING_SECONDS",
    "UNAVAILABLE",
    "Answers",
    "Appended",
    "BackupError",
    "ChangeOf",
    "Consequence",
    "Fault",
    "GameFile",
    "HandCheck",
    "HandView",
    "Holders",
    "Hub",
    "ImpossibleRound",
    "Judged",
    "KeyReused",
    "Keyring",
    "Link",
    "NeedsConfirmation",
    "NeedsRuling",
    "NewGame",
    "NoSuchGame",
    "NotAGame",
    "Objection",
    "Plan",
    "Question",
    "Request",
    "Restored",
    "RoundInput",
    "ShortCode",
    "Slot",
    "StaleVersion",
    "StoredEvent",
    "StoredGame",
    "Summary",
    "Typed",
    "Way",
    "backup",
    "bind",
    "book",
    "booked",
    "bury",
    "check_hand",
    "correct_terms",
    "count_games",
    "decide",
    "delete_game",
    "digest",
    "digest_of",
    "erase_name",
    "evening",
    "faults",
    "first_link",
    "forget",
    "game_file",
    "hand_over",
    "handed_over",
    "holders",
    "import_game",
    "is_sqlite_name",
    "join",
    "judge_round",
    "key_file",
    "key_of",
    "known_names",
    "links_of",
    "load",
    "new_browser",
    "new_code",
    "new_key",
    "open_code",
    "owed",
    "plan",
    "pulse",
    "read_game",
    "rebuild",
    "redo",
    "rematch",
    "rematch_to_watch",
    "remember",
    "rename",
    "renew",
    "restore",
    "revoke",
    "score_round",
    "start_game",
    "start_rematch",
    "substitute",
    "summaries",
    "table_at",
    "tombstones",
    "undo",
    "undo_of",
    "upgrade",
    "ways_of",
]  # fmt: skip
