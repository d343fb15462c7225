"""What happens as there is more: more games, longer games, more requests. Ratios within one run, beside their targets.

Run as `python -m benchmarks.growth`. Everything goes over HTTP to the real server; processor time is the server's own.
"""

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import insert, select

from scorekeeper.store.models import Base, GameRow, db

from .figures import Figure, show
from .games import EVENING_NAMES, Links, Site, Table, make_all, site
from .server import Connection, cpu_seconds, resident_megabytes, round_request

FEW, MANY_GAMES = 10, 100_000
SHORT, LONG = 1, 500
OTHERS = 20
FEW_KNOWN, MANY_KNOWN = 5, 200
REQUESTS = 100_000
BATCHES, EACH = 7, 30
# So many of the requests are for a board, the others ask whether anything is new.
_BOARDS = 20


class Browser:
    """One browser on one connection, with its cookie."""

    def __init__(self, site: Site) -> None:
        self.connection, self.cookie = Connection(site.address), ""

    def get(self, path: str) -> bytes:
        """The answer to a page that has to be there."""
        headers = {"Accept_Encoding": "br"} | ({"Cookie": self.cookie} if self.cookie else {})
        answer = self.connection.get(path, **headers)
        assert answer.startswith(b"HTTP/1.1 200"), answer[:300]
        if sent := re.search(rb"(?i)set-cookie: ([^;]+)", answer):
            self.cookie = sent[1].decode()
        return answer


def path_of(site: Site, game: str, page: str = "") -> str:
    """The path of a page of a sample game, for who looks on."""
    return urlsplit(site.url(game, page, "view")).path


def page_milliseconds(site: Site, path: str, browser: Browser | None = None) -> tuple[float, float]:
    """Medians of a page: time until it is here, and processor time of the server."""
    browser = browser or Browser(site)
    browser.get(path)
    waits, costs = [], []
    for _batch in range(BATCHES):
        before = cpu_seconds(site.process)
        for _time in range(EACH):
            since = time.perf_counter()
            browser.get(path)
            waits.append((time.perf_counter() - since) * 1000)
        costs.append((cpu_seconds(site.process) - before) / EACH * 1000)
    return statistics.median(waits), statistics.median(costs)


# More games


def multiply(app: Flask, times: int) -> None:
    """Fill the database up to so many games: copies of one, each with a ledger and links of its own."""
    tables = [table for table in Base.metadata.sorted_tables if "game_id" in table.c]
    with app.app_context():
        pattern = db.session.execute(select(GameRow.__table__).limit(1)).one()
        rows = {table: db.session.execute(select(table).where(table.c.game_id == pattern.id)).all() for table in tables}
        last = db.session.scalar(select(GameRow.id).order_by(GameRow.id.desc()).limit(1)) or 0
        for first in range(last + 1, times + 1, 2_000):
            numbers = range(first, min(first + 2_000, times + 1))
            with db.engine.begin() as connection:
                copies = [
                    dict(pattern._mapping) | {"id": n, "public_id": f"{n:032}", "creation_key": f"{n:032}"}
                    for n in numbers
                ]
                connection.execute(insert(GameRow.__table__), copies)
                for table, found in rows.items():
                    own = [dict(row._mapping) | {"game_id": n} for n in numbers for row in found]
                    if table.name == "links":
                        own = [row | {"digest": f"{row['role']}{row['game_id']:060}"} for row in own]
                    if own:
                        connection.execute(insert(table), own)


def with_games(number: int, app: Flask) -> dict[str, Links]:
    """The sample games among so many."""
    links = make_all(app)
    multiply(app, number)
    return links


def games() -> Iterator[Figure | str]:
    """The board of one game while there are few and many others."""
    with site(partial(with_games, FEW)) as few, site(partial(with_games, MANY_GAMES)) as many:
        # By turns, so that both find the machine in the same mood.
        found = [[page_milliseconds(one, path_of(one, "measured")) for one in (few, many)] for _turn in range(3)]
    alone, among = (statistics.median(turn[place][0] for turn in found) for place in (0, 1))
    yield Figure(f"a board among {MANY_GAMES:,} games, to one among {FEW}", among / alone, "x", 1.2)
    yield f"    {alone:.1f} and {among:.1f} ms"


# Longer games


@dataclass
class Scorer:
    """Books rounds of two over one connection."""

    site: Site
    links: Links
    version: int

    def __post_init__(self) -> None:
        self.connection = Connection(self.site.address)

    def book(self) -> float:
        """Book a round; milliseconds until that was acknowledged."""
        request = round_request(self.connection.host, self.links.score, self.version)
        since = time.perf_counter()
        answer = self.connection.send(request)
        taken = (time.perf_counter() - since) * 1000
        assert answer.split()[1] in (b"200", b"201"), answer
        self.version += 1
        return taken


def with_long_game(app: Flask) -> dict[str, Links]:
    """A game of two at its beginning, and one that has gone on for long."""
    with app.app_context():
        tables = {name: Table(app, ("Ana", "Luis"), limit=500) for name in ("short", "long")}
        for number in range(LONG - 1):
            # Neither of the two ever gets anywhere near the limit: what one gains, the clean closes take off again.
            tables["long"].book(Table.round(1 + number % 2, (0, 1) if number % 2 == 0 else (1, 0)))
        others = {f"other-{number}": Table(app, ("Ana", "Luis"), limit=500) for number in range(OTHERS)}
        return {name: table.links for name, table in (tables | others).items()}


def rounds() -> Iterator[Figure | str]:
    """Booking a round in a game that has just begun, and in one of hundreds of rounds."""
    with site(with_long_game) as running:
        scorers = [Scorer(running, running.games["short"], 1), Scorer(running, running.games["long"], LONG)]
        taken = [[scorer.book() for scorer in scorers] for _turn in range(16)][1:]
        booked = bookings_a_second(running)
    short, long = (statistics.median(turn[place] for turn in taken) for place in (0, 1))
    yield Figure(f"booking round {LONG}, to round {SHORT}", long / short, "x", 3)
    yield f"    {short:.1f} and {long:.1f} ms"
    yield Figure("bookings a second, one phone, full durability", booked, "/s")
    yield Figure("  syncs of this disk a second, 4 kB each", syncs_a_second(), "/s")


def bookings_a_second(site: Site) -> float:
    """How many rounds one phone gets acknowledged, one after the other, in games by turns: each has its rate limit."""
    scorers = [Scorer(site, site.games[f"other-{number}"], 1) for number in range(OTHERS)]
    start = time.perf_counter()
    for _turn in range(20):
        for scorer in scorers:
            scorer.book()
    return 20 * OTHERS / (time.perf_counter() - start)


def syncs_a_second(number: int = 200) -> float:
    """How often this disk can promise that something is on it."""
    with tempfile.NamedTemporaryFile() as file:
        start = time.perf_counter()
        for _time in range(number):
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        return number / (time.perf_counter() - start)


# More known games


def home() -> Iterator[Figure | str]:
    """The home page of a browser that knows few games, and of one that knows many."""

    def make(app: Flask) -> dict[str, Links]:
        with app.app_context():
            return {str(number): Table(app, EVENING_NAMES).links for number in range(MANY_KNOWN)}

    with site(make) as running:
        waits = []
        for known in (FEW_KNOWN, MANY_KNOWN):
            browser = Browser(running)
            for number in range(known):
                browser.get(path_of(running, str(number)))
            waits.append(page_milliseconds(running, "/", browser)[0])
    yield Figure(f"home with {MANY_KNOWN} games, to one with {FEW_KNOWN}", waits[1] / waits[0], "x", 2)
    yield f"    {waits[0]:.1f} and {waits[1]:.1f} ms"


# More requests


def requests() -> Iterator[Figure | str]:
    """How many boards a core serves, and what the server holds after very many requests."""
    with site() as running:
        browser = Browser(running)
        board, pulse = path_of(running, "measured"), path_of(running, "measured", "pulse")
        _wait, cost = page_milliseconds(running, board, browser)
        yield Figure("boards a second, one core", 1000 / cost, "/s")
        tag = re.search(r"(?i)etag: (\S+)", browser.get(pulse).decode("latin-1"))
        assert tag
        held = {}
        for number in range(1, REQUESTS + 1):
            if number % _BOARDS == 0:
                browser.get(board)
            else:
                browser.connection.get(pulse, If_None_Match=tag[1])
            if number in (REQUESTS // 10, REQUESTS):
                held[number] = resident_megabytes(running.process)
        early, late = held.values()
        yield Figure(f"memory after {REQUESTS:,} requests", late, "MB", 100)
        yield Figure(f"  of which since the {REQUESTS // 10:,}th", late - early, "MB")


MEASURES: dict[str, Callable[[], Iterator[Figure | str]]] = {
    "games": games,
    "rounds": rounds,
    "home": home,
    "requests": requests,
}


def measures(*names: str) -> Iterator[Figure | str]:
    """Those measurements, or all."""
    for name in names or MEASURES:
        yield from MEASURES[name]()


if __name__ == "__main__":
    sys.exit(not show(measures(*sys.argv[1:])))
