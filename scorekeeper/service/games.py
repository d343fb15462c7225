"""Starting a game, and the rematch."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper import store
from scorekeeper.engine.events import GameStarted, Terms
from scorekeeper.store import Link, StoredGame

from .access import Keyring


@dataclass(frozen=True)
class NewGame:
    """What a table agrees on before the first round: the names in turn order, the terms, and who deals first."""

    names: tuple[str, ...]
    terms: Terms
    first_dealer: int = 1


def start_game(keyring: Keyring, new: NewGame, key: str, after: int | None = None) -> int:
    """Start a game and return its number; the same key starts it only once. `after`: the game that leads to it.

    Raises `RuleViolation` for a number of players that the rules cannot seat or deal to.
    """
    public_id = secrets.token_hex(16)
    start = GameStarted(new.terms, len(new.names), new.first_dealer)
    return store.create(start, new.names, key, public_id, keyring.new_links(public_id), after)


def first_link(game_id: int) -> Link:
    """The score link that a game was made with. Whoever sends an old form again is told this one, never a renewed
    one: after the scoring was handed over it opens nothing. Raises `NoSuchGame`."""
    return Link(game_id, store.load(game_id).public_id, "score", generation=1)


def start_rematch(keyring: Keyring, game: StoredGame) -> int:
    """Start the rematch of a game and return its number. A game has one: whoever scores it is led to the same."""
    return start_game(keyring, rematch(game), _rematch_key(game), after=game.id)


def rematch_to_watch(keyring: Keyring, game: StoredGame) -> str | None:
    """The secret to look on at the rematch, if there is one: for whoever may see this game, and so never the one to
    score."""
    number = store.made_with(_rematch_key(game))
    link = store.links_of(number).get("view") if number else None
    return keyring.token_of(link) if link else None


def _rematch_key(game: StoredGame) -> str:
    """A game that went on after its end and ended again has another rematch."""
    return f"rematch-{game.public_id}-{game.version}"


def rematch(game: StoredGame) -> NewGame:
    """The same people and rules again: those who did not leave, in their turn order; the deal moves on."""
    state = game.state
    order = [state.seat(number) for number in state.order if state.seat(number).status != "left"]
    names = tuple(game.names[seat.person] for seat in order)
    last = next((played.dealer for played in reversed(state.rounds) if not played.void), None)
    numbers = [seat.seat for seat in order]
    dealer = _next_place(numbers, state.order, last) if last is not None else 1
    return NewGame(names, state.terms, dealer)


def _next_place(numbers: Sequence[int], order: Sequence[int], last: int) -> int:
    """The place (from 1) among `numbers` of the seat that follows `last` in turn order."""
    start = order.index(last) + 1
    following = [number for number in (*order[start:], *order[:start]) if number in numbers]
    return numbers.index(following[0]) + 1
