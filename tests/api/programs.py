"""A program that uses the API: it keeps no cookies, knows the secrets of a game, and sends the headers of a write."""

from itertools import count
from typing import Any

from flask import Flask
from werkzeug.test import Client, TestResponse

PREFIX = "/api/v1"
_keys = count(1)


def new_key() -> str:
    """A key that no other request of this run has."""
    return f"key-of-a-test-{next(_keys):06}"


class Program:
    """Calls the API for one game, by one of its links."""

    def __init__(self, app: Flask, token: str = "") -> None:
        self.app, self.token = app, token
        self.client = Client(app, use_cookies=False)

    def call(self, method: str, path: str, json: Any = None, **headers: str) -> TestResponse:
        """Send a request; header names with underscores for hyphens."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        more = {} if json is None else {"json": json}
        return self.client.open(PREFIX + path, method=method, headers=sent, **more)

    def get(self, path: str, **headers: str) -> TestResponse:
        """Read."""
        return self.call("GET", path, **headers)

    def book(self, path: str, json: Any = None, method: str = "POST", **headers: str) -> TestResponse:
        """Write on the newest version, with a key of its own, unless the headers say otherwise."""
        if "If_Match" not in headers:
            headers["If_Match"] = self.get("/game").headers["ETag"]
        headers.setdefault("Idempotency_Key", new_key())
        return self.call(method, path, json, **headers)

    def round(self, closer: int | None, *points: int, **more: Any) -> TestResponse:
        """Score a round: who closed, and the loose points by seat."""
        entries = [{"seat": seat, "points": left} for seat, left in enumerate(points, start=1)]
        return self.book("/game/rounds", {"entries": entries, "closer": closer, **more})

    @property
    def state(self) -> dict[str, Any]:
        """Where the game stands."""
        state: dict[str, Any] = self.get("/game").get_json()["state"]
        return state

    @property
    def version(self) -> int:
        """The version of the game."""
        return int(self.state["version"])

    @property
    def totals(self) -> list[int]:
        """The totals by seat."""
        return [seat["total"] for seat in self.state["seats"]]
