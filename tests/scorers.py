"""Phones that keep score over real HTTP: they fill the round's form, book it, and try again when nobody answers."""

import http.client
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from sys import executable
from urllib.parse import urlencode, urlsplit

from databases import bare_app, close
from processes import ROOT, running
from sqlalchemy import select

from scorekeeper import store
from scorekeeper.engine.events import RoundScored
from scorekeeper.store.models import RequestRow, db

LIMIT = 500
PATIENCE = 150  # a busy machine takes its time to start a server again
_HIDDEN = re.compile(r'name="(csrf_token|key|version)"[^>]*value="([^"]*)"')


@dataclass
class Book:
    """What all phones together noted: requests by their key, and answers by their kind."""

    acknowledged: dict[str, str] = field(default_factory=dict)  # key -> token of the game
    answers: Counter[str] = field(default_factory=Counter)
    conflicts: Counter[str] = field(default_factory=Counter)  # key -> how often a conflict was shown for it
    waits: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Phone:
    """One browser with one connection. `port` is asked each time: a server that was killed comes back elsewhere."""

    def __init__(self, port: Callable[[], int], book: Book, seed: int) -> None:
        self.port, self.book, self.random = port, book, random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.connection: http.client.HTTPConnection | None = None

    def send(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """Status, place of the redirect, page. Raises `OSError` or `HTTPException` when nobody answers."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port(), timeout=60)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.connection.request(method, path, urlencode(fields) if fields is not None else None, headers)
            response = self.connection.getresponse()
            page = response.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            self.connection = None
            raise
        for value in response.headers.get_all("Set-Cookie") or []:
            name, _, rest = value.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return response.status, urlsplit(response.headers.get("Location", "")).path, page

    def insist(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str, str]:
        """The same request again and again, until it is answered by something else than a fault of the server."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                answer = self.send(method, path, fields)
            except (OSError, http.client.HTTPException) as error:
                self.count("nobody there" if isinstance(error, ConnectionRefusedError) else f"{method} cut off")
                time.sleep(0.05)
                continue
            if answer[0] < 500:
                return answer
            self.count(str(answer[0]))
            time.sleep(0.05)
        raise AssertionError(f"no answer to {method} {path.partition('/g/')[0]}")

    def count(self, what: str) -> None:
        with self.book.lock:
            self.book.answers[what] += 1

    def start(self) -> str:
        """A new game of two; returns the secret of its scoring link."""
        _status, _place, page = self.insist("GET", "/new")
        hidden = dict(_HIDDEN.findall(page))
        fields = hidden | {
            "players-0": "Ana", "players-1": "Luis", "first_dealer": "1", "preset": "fournier", "limit": "other",
            "limit_other": str(LIMIT), "stake": "2", "currency": "EUR", "payout": "winner-takes-all", "action": "start",
        }  # fmt: skip
        status, place, page = self.insist("POST", "/new", fields)
        assert status == 303, page[:2000]
        return place.removeprefix("/g/").strip("/")

    def form(self, token: str) -> dict[str, str] | None:
        """The hidden fields of the next round's form, or None when the game is not being played any more."""
        status, _place, page = self.insist("GET", f"/g/{token}/round")
        return dict(_HIDDEN.findall(page)) if status == 200 else None

    def book_round(self, token: str, taps: int = 1) -> bool:
        """Score one round, however often it takes, tapping the button more than once; False when the game is over."""
        while True:
            hidden = self.form(token)
            if hidden is None:
                return False
            closer = self.random.choice("12")
            other = "1" if closer == "2" else "2"
            fields = hidden | {
                "closer": closer,
                f"points_{closer}": "0",
                f"points_{other}": str(self.random.randint(1, 3)),
            }
            fields["action"] = "book"
            shown = False
            for _ in range(taps):
                since = time.monotonic()
                status, _place, page = self.insist("POST", f"/g/{token}/round", fields)
                with self.book.lock:
                    self.book.waits.append(time.monotonic() - since)
                    self.book.answers[str(status)] += 1
                    if status == 303:
                        self.book.acknowledged[hidden["key"]] = token
                        shown = True
                    elif status == 409:
                        self.book.conflicts[hidden["key"]] += 1
                    else:
                        raise AssertionError(f"{status}: {page[:3000]}")
            if shown:
                return True


@contextmanager
def server(folder: Path, database: str) -> Iterator[tuple[int, int]]:
    """A running server: its port and its process id."""
    command = [executable, "tests/serve_for_tests.py", str(folder), database]
    with running(command, cwd=ROOT, environ={"PYTHONPATH": str(ROOT)}) as helper:
        try:
            port = int(helper.wait_for("port ", seconds=PATIENCE).split()[1])
        except AssertionError as error:
            raise AssertionError(f"the server does not start, status {helper.process.poll()}: {error}") from error
        yield port, helper.process.pid


def work(phones: list[Phone], tokens: list[str], stop: Callable[[], bool], taps: Callable[[Phone], int]) -> list[str]:
    """Let every phone score, two to a game where there are half as many games, until `stop` says so. A game that is
    over is followed by a new one. Returns what went wrong, a phone that does not come to an end included."""
    wrong: list[str] = []
    lock = threading.Lock()

    def score(phone: Phone, place: int) -> None:
        try:
            while not stop():
                token = tokens[place % len(tokens)]
                if not phone.book_round(token, taps(phone)):
                    with lock:
                        if tokens[place % len(tokens)] == token:
                            tokens[place % len(tokens)] = phone.start()
        except BaseException as error:
            wrong.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=score, args=(phone, i), daemon=True) for i, phone in enumerate(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=300)
    return wrong + [f"phone {i} still works" for i, thread in enumerate(threads) if thread.is_alive()]


def audit(folder: Path, database: str, book: Book) -> dict[str, int]:
    """Hold the database against what the phones noted. Raises `AssertionError`; returns figures."""
    app = bare_app(folder, database)
    with app.app_context():
        assert list(store.faults()) == []
        booked = {key: (game, version) for game, key, version in db.session.execute(
            select(RequestRow.game_id, RequestRow.key, RequestRow.version))}  # fmt: skip
        lost = set(book.acknowledged) - set(booked)
        assert not lost, f"{len(lost)} acknowledged rounds are gone"
        assert len(set(booked.values())) == len(booked), "two requests booked the same event"
        rounds = 0
        for game in {game for game, _version in booked.values()}:
            events = store.load(game).events
            keys = {version for other, version in booked.values() if other == game}
            scored = {n for n, event in enumerate(events, start=1) if isinstance(event, RoundScored)}
            assert scored == keys, "a round was booked twice, or by nobody"
            rounds += len(scored)
    close(app)
    return {"rounds": rounds, "acknowledged": len(book.acknowledged), "unheard": rounds - len(book.acknowledged)}
