"""Games that are always the same, and a server of their own for them: for web benchmarks, screenshots, browser tests.

`make_all` books them through the service; `site` starts the real server over them, on a free port of 127.0.0.1.
"""

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from flask import Flask

from scorekeeper import create_app, service
from scorekeeper.config import Settings
from scorekeeper.engine import PRESETS
from scorekeeper.engine import events as ev
from scorekeeper.engine.rules import CloseKind

ROOT = Path(__file__).resolve().parent.parent
SEED = 20260101
KINDS: dict[str, CloseKind] = {"": "plain", "clean": "clean", "chinchon": "chinchon"}
_keys = count(1)


@dataclass(frozen=True)
class Links:
    """The secrets of one game's links."""

    score: str
    view: str


# The evening of the pictures. A line a round: who closed and how, and what everybody was left with ("-": is out).
EVENING_NAMES = ("Ana", "Luis", "Eva", "Marta", "Pablo")
EVENING = """
Ana 3 | 3 11 14 8 30
Eva clean | 12 17 0 15 9
Luis 4 | 12 4 19 11 38
Marta 1 | 5 18 6 1 27
back Pablo
Pablo chinchon | 18 34 9 20 0
Eva 2 | 7 23 2 6 9
back Luis
Ana 5 | 5 9 18 7 12
Luis clean | 9 0 6 14 4
"""
LAST = """
Ana 0 | 0 33 12 9 31
out Luis
Eva 1 | 20 - 1 12 9
out Marta Pablo
Ana clean | 0 - 40 - -
"""


class Table:
    """A game under construction: one line a round, closer and loose points by seat."""

    def __init__(
        self, app: Flask, names: Sequence[str], *, limit: int = 100, stake: int = 500, preset: str = "fournier"
    ):
        self.keyring: service.Keyring = app.extensions["keyring"]
        self.names = list(names)
        terms = ev.Terms(PRESETS[preset].changed(limit=limit), stake, stake, "EUR", "winner-takes-all")
        self.id = service.start_game(self.keyring, service.NewGame(tuple(names), terms), self._key())

    @staticmethod
    def _key() -> str:
        return f"sample {next(_keys)}"

    @property
    def game(self) -> service.StoredGame:
        return service.load(self.id)

    @property
    def links(self) -> Links:
        known = service.links_of(self.id)
        return Links(self.keyring.token_of(known["score"]), self.keyring.token_of(known["view"]))

    def book(self, *change: ev.Event) -> None:
        """Book a step, with all that follows from it."""
        game = self.game
        plan = service.plan(game, change)
        service.book(game, change, service.Request(self._key(), game.version, "typed"), confirmed=plan.fingerprint)

    @staticmethod
    def round(closer: int, points: Sequence[int | None], kind: CloseKind = "plain") -> ev.RoundScored:
        """One round; None for a seat that is out."""
        entries = tuple(ev.Entry(seat, left) for seat, left in enumerate(points, start=1) if left is not None)
        return ev.RoundScored(entries, closer, kind)

    def read(self, lines: str) -> None:
        """Rounds and decisions as text."""
        for line in filter(None, lines.splitlines()):
            head, _bar, figures = line.partition("|")
            first, *rest = head.split()
            if first in ("back", "out"):
                made = ev.RebuyTaken if first == "back" else ev.RebuyDeclined
                self.book(*(made(self.names.index(name) + 1) for name in rest))
                continue
            kind = KINDS["" if rest[0].isdigit() else rest[0]]
            left = [None if one == "-" else int(one) for one in figures.split()]
            self.book(self.round(self.names.index(first) + 1, left, kind))

    def at_random(self, rounds: int, rng: random.Random) -> None:
        """Likely rounds; whoever goes out comes back, and no round ends the game."""
        while len(self.game.state.rounds) < rounds:
            state = self.game.state
            if state.phase == "rebuy-decision":
                self.book(*(ev.RebuyTaken(seat.seat) for seat in state.seats if seat.status == "deciding"))
                continue
            assert state.phase == "playing"
            seats = [seat.seat for seat in state.seats if seat.is_in]
            closer = rng.choice(seats)
            kind: CloseKind = rng.choices(("plain", "clean", "chinchon"), (85, 12, 3))[0]
            left = [
                None if seat.seat not in seats else rng.randint(0, 5) * (kind == "plain") if seat.seat == closer
                else rng.randint(2, 16) for seat in state.seats
            ]  # fmt: skip
            played = self.round(closer, left, kind)
            after = service.plan(self.game, (played,)).after
            if after is not None and after.phase != "over":
                self.book(played)


def make_all(app: Flask) -> dict[str, Links]:
    """Book every sample game; their links by name."""
    rng = random.Random(SEED)
    games: dict[str, Links] = {}
    with app.app_context():
        for name, names, rounds in (
            ("measured", EVENING_NAMES, 20),
            ("eight", (*EVENING_NAMES, "Rosa", "Carlos", "Inés"), 6),
            ("fresh", ("Ana", "Luis"), 0),
        ):
            table = Table(app, names, limit=150)
            table.at_random(rounds, rng)
            games[name] = table.links
        deciding = Table(app, ("Ana", "Luis", "Eva"))
        deciding.read("Ana 3 | 3 48 52\nAna 2 | 2 49 31\nLuis 1 | 9 1 30")
        games["deciding"] = deciding.links
        over = Table(app, EVENING_NAMES)
        over.read(EVENING + LAST)
        games["over"] = over.links
        lively = Table(app, EVENING_NAMES)
        lively.read(EVENING)
        games["lively"] = lively.links
    return games


@dataclass(frozen=True)
class Site:
    """A running server with the sample games on it."""

    address: str
    process: int
    games: dict[str, Links]

    def url(self, game: str, page: str = "", role: str = "score") -> str:
        """The address of a page of a sample game."""
        return f"{self.address}/g/{getattr(self.games[game], role)}/{page}"


def _prepare(folder: Path, make: Callable[[Flask], dict[str, Links]]) -> dict[str, Links]:
    app = create_app(Settings.from_environment({}, folder))
    service.upgrade(app)
    games = make(app)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
    return games


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def site(make: Callable[[Flask], dict[str, Links]] = make_all) -> Iterator[Site]:
    """The real server over the sample games (or what `make` makes), in a folder of its own, for the block's time."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-") as name:
        folder, port = Path(name) / "instance", _free_port()
        games = _prepare(folder, make)
        command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)]
        environ = {**os.environ, "SCOREKEEPER_INSTANCE": str(folder)}
        log = Path(name) / "log"
        with log.open("wb") as said:
            process = subprocess.Popen(
                command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
            )
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, process, log)
            yield Site(address, process.pid, games)
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(address: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    for _time in range(300):
        if process.poll() is not None:
            raise RuntimeError(f"the server did not start:\n{log.read_text()}")
        try:
            urllib.request.urlopen(address, timeout=2).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the server does not answer:\n{log.read_text()}")


def main() -> None:
    """Serve the sample games until the input ends; first a line of JSON that says where they are."""
    with site() as running:
        print(json.dumps(asdict(running)), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
