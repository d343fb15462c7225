"""Events in a database: the only place that knows tables and transactions."""

from .announce import listen, on_change
from .clock import now_ms
from .codec import UnreadableEvent
from .codes import Code, codes_of, keep_code, use_code
from .database import UNAVAILABLE, NewerDatabase, close, init_app, look_again
from .deletion import bury, delete_game, tombstones
from .files import copy_database, database_file, is_sqlite
from .games import (
    Appended,
    KeyReused,
    NoSuchGame,
    StaleVersion,
    append,
    booked,
    create,
    load,
    made_with,
    rename,
)
from .grants import Holders, Summary, forget, handed_over, holders, known_names, remember, summaries
from .kept import StoredEvent, StoredGame, fold_all
from .links import Link, LinkChange, change_link, find_link, generations, links_of, renew_links
from .portable import (
    Outcome,
    PortableEvent,
    PortableGame,
    PublicId,
    Time,
    count_games,
    export_game,
    export_games,
    insert,
    take_in,
)
from .pulse import Pulse, pulse
from .tables import upgrade
from .upkeep import Fault, Listed, faults, list_games, rebuild

__all__ = [
    "UNAVAILABLE",
    "Appended",
    "Code",
    "Fault",
    "Holders",
    "KeyReused",
    "Link",
    "LinkChange",
    "Listed",
    "NewerDatabase",
    "NoSuchGame",
    "Outcome",
    "PortableEvent",
    "PortableGame",
    "PublicId",
    "Pulse",
    "StaleVersion",
    "StoredEvent",
    "StoredGame",
    "Summary",
    "Time",
    "UnreadableEvent",
    "append",
    "booked",
    "bury",
    "change_link",
    "close",
    "codes_of",
    "copy_database",
    "count_games",
    "create",
    "database_file",
    "delete_game",
    "export_game",
    "export_games",
    "faults",
    "find_link",
    "fold_all",
    "forget",
    "generations",
    "handed_over",
    "holders",
    "init_app",
    "insert",
    "is_sqlite",
    "keep_code",
    "known_names",
    "links_of",
    "list_games",
    "listen",
    "load",
    "look_again",
    "made_with",
    "now_ms",
    "on_change",
    "pulse",
    "rebuild",
    "remember",
    "rename",
    "renew_links",
    "summaries",
    "take_in",
    "tombstones",
    "upgrade",
    "use_code",
]
