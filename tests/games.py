"""Games behind the web, for tests: started without any form, and opened by their links."""

from itertools import count
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from ledgers import scored, terms

from scorekeeper import service

_keys = count(1)


class Opened:
    """A game of this app, and the secrets of its links as they are now."""

    def __init__(self, app: Flask, *names: str) -> None:
        self.app = app
        self.keyring: service.Keyring = app.extensions["keyring"]
        with app.app_context():  # of its own: a longer one would go on seeing the database as it was
            new = service.NewGame(names or ("Ana", "Luis", "Eva"), terms())
            self.id = service.start_game(self.keyring, new, f"opened {next(_keys)}")

    def play(self, closer: int | None, *points: int) -> None:
        """Book a round: who closed, and the loose points by seat."""
        with self.app.app_context():
            game = service.load(self.id)
            request = service.Request(f"played {next(_keys)}", game.version, "typed")
            service.book(game, (scored(closer, *points),), request)

    def token(self, role: str) -> str:
        """The secret of a link."""
        with self.app.app_context():
            return self.keyring.token_of(service.links_of(self.id)[role])

    def path(self, role: str, page: str = "") -> str:
        """The address of a page of the game, by a link."""
        return f"/g/{self.token(role)}/{page}"

    @property
    def game(self) -> service.StoredGame:
        """The game as it is now."""
        with self.app.app_context():
            game = service.load(self.id)
            assert game.state
            return game


def csrf_of(client: FlaskClient, **options: Any) -> str:
    """A token that this client's session is good for."""
    page = client.get("/new", **options).text
    return page.split('name="csrf_token" type="hidden" value="')[1].split('"')[0]
