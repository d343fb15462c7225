"""Answers "has anything changed?" ahead of the app: nearly every poll is told no, and that should cost nothing."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app

from scorekeeper import service

from .safety import HEADERS

# What another program does to the database (a restore, say) is noticed within this time; our own changes at once.
FRESH_SECONDS = 1.0
_MOST_KEPT = 10_000
_HEADERS = [("Cache-Control", "private, no-cache"), *HEADERS.items()]

WsgiApp = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass(frozen=True)
class _Kept:
    """The tag (quoted, as headers have it) that an address was answered with, and until when that counts."""

    tag: str
    game_id: int
    until: float


class Pulses:
    """Keeps the newest answer to each poll for a moment, for whoever asks with the same tag at the same address."""

    def __init__(self, app: WsgiApp) -> None:
        self._app = app
        self._kept: dict[str, _Kept] = {}

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        """304 if this is a poll whose answer is known; else whatever the app says."""
        tag = environ.get("HTTP_IF_NONE_MATCH")
        kept = self._kept.get(environ["PATH_INFO"]) if tag and environ["REQUEST_METHOD"] == "GET" else None
        if kept is None or kept.tag != tag or kept.until < time.monotonic():
            return self._app(environ, start_response)
        start_response("304 NOT MODIFIED", [("ETag", kept.tag), *_HEADERS])
        return []

    def keep(self, path: str, tag: str, game_id: int) -> None:
        """Remember what a poll of this address by an open link of the game was just answered."""
        if len(self._kept) >= _MOST_KEPT:
            self._kept.clear()
        self._kept[path] = _Kept(tag, game_id, time.monotonic() + FRESH_SECONDS)

    def forget(self, game_id: int | None) -> None:
        """Something changed in this game (None: anywhere), or who may see it."""
        for path, kept in list(self._kept.items()):
            if game_id in (None, kept.game_id):
                self._kept.pop(path, None)


def init_app(app: Flask) -> None:
    pulses = app.extensions["pulses"] = Pulses(app.wsgi_app)
    app.wsgi_app = pulses  # type: ignore[method-assign]
    service.on_change(pulses.forget)


def keep(path: str, tag: str, game_id: int) -> None:
    """Remember it for the polls to come."""
    current_app.extensions["pulses"].keep(path, tag, game_id)
