"""One game as a file, and a game from such a file: always a new one, so that a file opens nobody else's game."""

import re
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from scorekeeper import store
from scorekeeper.engine import events as ev
from scorekeeper.engine.cards import Deck, parse_groups
from scorekeeper.engine.errors import EngineError
from scorekeeper.store import PortableEvent, PortableGame, StoredEvent, StoredGame

from .access import Keyring
from .backup import BackupError, check_game
from .changes import MAX_EVENTS
from .names import is_name, is_printable, tidy

FORMAT, VERSION = "scorekeeper-game", 1
MAX_BYTES = 4 * 1024 * 1024  # room for every game that can be booked
_LONGEST_TEXT = 300
_MOST_PEOPLE = 10_000


class NotAGame(ValueError):
    """A file that is no game; `code` is `unreadable`, `newer`, `too_big` or `impossible`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _File(msgspec.Struct):
    format: str
    version: int
    created_at: store.Time
    people: dict[int, str]
    events: list[PortableEvent]


@dataclass(frozen=True)
class GameFile:
    """A game from a file, checked and ready to come in. `game` is what it would be."""

    portable: PortableGame
    game: StoredGame


def game_file(game: StoredGame) -> bytes:
    """The game as JSON, an event on a line. It holds no link and nothing else of this server."""
    portable = store.export_game(game.id)
    if portable is None:
        raise store.NoSuchGame(game.id)
    head = {"format": FORMAT, "version": VERSION, "created_at": portable.created_at, "people": portable.people}
    lines = [msgspec.json.encode(event) for event in portable.events]
    return msgspec.json.encode(head)[:-1] + b',"events":[\n' + b",\n".join(lines) + b"\n]}\n"


def read_game(data: bytes) -> GameFile:
    """The game in a file that anybody may have made. Raises `NotAGame`."""
    file = _decoded(data)
    people = {person: tidy(name) for person, name in file.people.items()}
    portable = PortableGame(secrets.token_hex(16), file.created_at, people, file.events)
    if len(file.events) > MAX_EVENTS:
        raise NotAGame("too_big")
    try:
        check_game(portable)
        ledger = portable.ledger()
    except (BackupError, RecursionError) as error:
        raise NotAGame("impossible") from error
    if not all(map(_harmless, ledger)):
        raise NotAGame("impossible")
    named = all(map(is_name, people.values())) and all(0 < person < _MOST_PEOPLE for person in people)
    if not named or set(people) != _people_of(ledger):
        raise NotAGame("impossible")
    _check_cards(ledger)
    stored = tuple(
        StoredEvent(event.number, event.batch, event.at, happened)
        for event, happened in zip(file.events, ledger, strict=True)
    )
    return GameFile(portable, StoredGame(0, portable.public_id, portable.created_at, stored, portable.people))


def import_game(keyring: Keyring, file: GameFile, key: str) -> int:
    """Add the game and return its number; the same key adds it only once."""
    return store.insert(msgspec.structs.replace(file.portable, creation_key=key), keyring.digest_of)


def _decoded(data: bytes) -> _File:
    if len(data) > MAX_BYTES:
        raise NotAGame("too_big")
    try:
        # Some editors put a mark before the text.
        file = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"), type=_File)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise NotAGame("unreadable") from error
    if file.format != FORMAT:
        raise NotAGame("unreadable")
    if file.version != VERSION:
        raise NotAGame("newer")
    return file


def _harmless(event: ev.Event) -> bool:
    """Whether every text in the event is short and printable. Undone events are not folded, so they need a look."""
    return all(len(text) <= _LONGEST_TEXT and is_printable(text) for text in _texts(msgspec.to_builtins(event)))


def _people_of(ledger: list[ev.Event]) -> set[int]:
    """Whoever the events bring in, undone ones too: a redo may seat them again. Nobody else has a name."""
    start = ledger[0]
    assert isinstance(start, ev.GameStarted)
    later = (event.person for event in ledger if isinstance(event, ev.PlayerJoined | ev.SubstituteSeated))
    return {*range(1, start.seats + 1), *later}


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _check_cards(ledger: list[ev.Event]) -> None:
    """Hands are evidence that pages show and judge again: they must be cards of a deck that the table used."""
    terms = (ev.GameStarted, ev.RulesChanged, ev.RulesCorrected)
    decks = {event.terms.rules.pack for event in ledger if isinstance(event, terms)}
    for event in ledger:
        played = event.now if isinstance(event, ev.RoundCorrected) else event
        if not isinstance(played, ev.RoundScored):
            continue
        if not all(re.fullmatch("[a-z_]{1,40}", code) for code in played.objections):
            raise NotAGame("impossible")
        for text in {entry.cards for entry in played.entries if entry.cards}:
            if not any(_is_hand(text, deck) for deck in decks):
                raise NotAGame("impossible")


def _is_hand(text: str, deck: Deck) -> bool:
    try:
        return bool(parse_groups(text, deck))
    except EngineError:
        return False
