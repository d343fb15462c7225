"""New games: from scratch, from a file, or the same table once more. The answer has the secrets of both links."""

import hashlib
from typing import Annotated

import msgspec
from flask import Response, url_for

from scorekeeper import service
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.events import GameStarted, Payout, Terms
from scorekeeper.engine.rules import DEFAULT_PRESET
from scorekeeper.service import KeyReused, Link, NewGame, NotAGame, StoredGame

from .. import access, limits
from ..forms.importing import read_file
from ..texts.errors import why_no_game
from . import headers
from .people import Name, checked_names
from .problems import PREFIX, Refused, answer
from .registry import endpoint
from .rules import Currency, Money, RuleSet, RulesIn, checked_currency, rules_of


class GameIn(msgspec.Struct, forbid_unknown_fields=True):
    """What the table agrees on. `players`: the names in turn order; `first_dealer`: a place among them, from 1.

    `rules`: house rules, on top of the rule set. Money in minor units (cents); a rebuy costs the stake by default.
    """

    players: Annotated[list[Name], msgspec.Meta(max_length=24)]
    first_dealer: int = 1
    rule_set: RuleSet = DEFAULT_PRESET
    rules: RulesIn = msgspec.field(default_factory=RulesIn)
    stake: Money = 0
    rebuy_price: Money | None = None
    currency: Currency = "EUR"
    payout: Payout = "winner-takes-all"


class GameFileIn(msgspec.Struct):
    """A game as `GET /game/export/json` gave it, here or elsewhere."""

    format: str
    version: int
    created_at: int
    people: dict[int, str]
    events: list[msgspec.Raw]


class SecretOut(msgspec.Struct):
    """A link: its secret is the bearer token, `url` the page for people."""

    secret: str
    url: str


class CreatedOut(msgspec.Struct):
    """A new game. Whoever has `score` may write, whoever has `view` may look; nobody can find them out later."""

    version: int
    score: SecretOut
    view: SecretOut


@endpoint("POST", "/games", "public", CreatedOut, body=GameIn, status=201, keyed=True, tagged=True)
@limits.creating
def create_game(asked: GameIn) -> Response:
    """Start a game."""
    price = asked.stake if asked.rebuy_price is None else asked.rebuy_price
    rules = rules_of(asked.rule_set, asked.rules)
    terms = Terms(rules, asked.stake, price, checked_currency(asked.currency), asked.payout)
    names = checked_names(asked.players)
    new = NewGame(names, terms, asked.first_dealer)
    if not 1 <= asked.first_dealer <= max(len(names), 1):
        raise RuleViolation("no_such_seat", seat=asked.first_dealer)
    game = service.load(service.start_game(access.keyring(), new, _creation_key("new")))
    # The key is known with another body: not a second game, and above all not the links of somebody else's.
    if game.events[0] != GameStarted(terms, len(names), asked.first_dealer) or _first_names(game, names) != names:
        raise KeyReused(game.version)
    return _created(game)


@endpoint("POST", "/game/rematch", "scorer", CreatedOut, status=201, keyed=True, tagged=True)
@limits.creating
def rematch() -> Response:
    """Start the same people's next game by the same rules; the deal moves on. A game has one rematch."""
    game = access.current_game()
    return _created(service.load(service.start_rematch(access.keyring(), game)))


@endpoint("POST", "/games/import", "public", CreatedOut, body=GameFileIn, status=201, keyed=True, tagged=True)
@limits.creating
@limits.files
def import_game(asked: GameFileIn) -> Response:
    """Bring a game in from a file: a game of its own, with links of its own."""
    content = msgspec.json.encode(asked)
    try:
        found = read_file(content)
    except NotAGame as error:
        raise Refused(422, "not_a_game", why_no_game(error), reason=error.code) from error
    key = _creation_key(f"import {hashlib.sha256(content).hexdigest()}")
    return _created(service.load(service.import_game(access.keyring(), found, key)), found.game.version)


def _creation_key(kind: str) -> str:
    return hashlib.sha256(f"api {kind}: {headers.key()}".encode()).hexdigest()


def _first_names(game: StoredGame, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(game.names.get(person, "") for person in range(1, len(names) + 1))


def _created(game: StoredGame, version: int = 1) -> Response:
    """The links as they were made first: who repeats the request later does not learn renewed ones."""
    links = {role: Link(game.id, game.public_id, role, 1) for role in ("score", "view")}
    if access.known_browser() and game.version == version:
        service.remember(access.browser(), links["score"])
    score, view = (secret_of(access.keyring().token_of(links[role])) for role in ("score", "view"))
    response = answer(CreatedOut(version, score, view), 201)
    response.set_etag(str(version))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Location"] = f"{PREFIX}/game"
    return response


def secret_of(token: str) -> SecretOut:
    """A link's secret with the address of its page."""
    return SecretOut(token, url_for("board.show", token=token, _external=True))
