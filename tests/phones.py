"""A game and a phone on the table, for tests of its pages: book behind the page's back, submit forms late or twice."""

import re
from collections.abc import Mapping
from itertools import count
from typing import Any

from ledgers import scored, terms

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.state import GameState

_keys = count(1)


class Phone:
    """A browser at a game's pages. Everything booked here goes straight to the service, as if by another phone."""

    def __init__(self, browser: Any, *names: str, **more: object) -> None:
        self.browser = browser
        self.app = browser.client.application
        keyring: service.Keyring = self.app.extensions["keyring"]
        with self.app.app_context():  # of its own: a longer one would go on seeing the database as it was
            new = service.NewGame(names or ("Ana", "Luis", "Eva"), terms(**more))  # type: ignore[arg-type]
            self.id = service.start_game(keyring, new, f"phone {next(_keys)}")
            links = service.links_of(self.id)
        self.score, self.view = (f"/g/{keyring.token_of(links[role])}/" for role in ("score", "view"))

    @property
    def game(self) -> service.StoredGame:
        with self.app.app_context():
            game = service.load(self.id)
            assert game.state
            return game

    @property
    def state(self) -> GameState:
        return self.game.state

    def book(self, *step: ev.Event, people: Mapping[int, str] | None = None) -> None:
        """Another phone books these events in one step, with all that follows."""
        game = self.game
        with self.app.app_context():
            plan = service.plan(game, step)
            request = service.Request(f"booked {next(_keys)}", game.version, "typed")
            service.book(game, step, request, people, confirmed=plan.fingerprint)

    def play(self, closer: int | None, *points: int | None, **more: Any) -> None:
        """Another phone books a round."""
        self.book(scored(closer, *points, **more))

    def go(self, page: str = "", link: str = "score") -> str:
        """Open a page; its text."""
        self.browser.get((self.score if link == "score" else self.view) + page)
        return str(self.browser.text)

    @property
    def html(self) -> str:
        return str(self.browser.page.text)

    def submit(self, ending: str, **typed: str) -> str:
        """Fill the form with this address and send it; the text of what comes back."""
        self.browser.submit(ending, **typed)
        return str(self.browser.text)

    def refused(self, page: str, ending: str, said: str, **typed: str) -> None:
        """The form comes back with 422, a sentence, and everything that was typed; nothing is booked."""
        before = self.game.version
        self.go(page)
        text = self.submit(ending, **typed)
        assert self.browser.status == 422
        assert said in text
        kept = self.browser.form(ending)["fields"]
        assert {name: kept.get(name) for name in typed} == typed
        assert self.game.version == before

    def late(self, page: str, ending: str, mine: str, meanwhile: ev.Event, theirs: str, **typed: str) -> None:
        """The form was open while another phone booked: 409 shows both versions; sent on from there, it is booked."""
        self.go(page)
        self.book(meanwhile)
        before = self.game.version
        text = self.submit(ending, **typed)
        assert self.browser.status == 409
        assert theirs in text
        assert mine in text.split("Yours is not booked")[1]
        assert self.game.version == before
        self.submit(ending)
        assert self.browser.status == 200
        assert self.game.version > before

    def twice(self, page: str, ending: str, **typed: str) -> None:
        """The same form sent twice is booked once, and says so."""
        self.go(page)
        form = self.browser.page
        self.submit(ending, **typed)
        assert self.browser.status == 200
        once = self.game.version
        self.browser.page = form
        text = self.submit(ending, **typed)
        assert "This was booked already." in text
        assert self.game.version == once

    def forms(self) -> list[str]:
        """The addresses of all forms of the page but the choice of language."""
        return [action for action in re.findall(r'<form[^>]*action="([^"]*)"', self.html) if action != "/language"]
