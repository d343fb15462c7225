"""Many who watch: how soon a booked round is with all of them, and what a viewer costs. Medians beside their targets.

Run as `python -m benchmarks.live`. The server is the real one; the viewers are bare connections of this process, so
that both share the machine. Every time is taken from the moment in which the booking is sent.
"""

import asyncio
import ctypes
import json
import random
import socket
import statistics
import struct
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from flask import Flask

from .figures import Figure, show
from .games import Links, Site, Table, make_all, site
from .server import resident_megabytes, round_request

VIEWERS = 1_000
ROUNDS = 15
TABLES, BOOKINGS_A_SECOND, SECONDS = 500, 20, 20
VANISHED_SECONDS = 60


@dataclass
class Viewer:
    """An open stream, and when it last heard of a change."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    news: asyncio.Event = field(default_factory=asyncio.Event)
    heard: float = 0.0
    watching: int = 0

    async def listen(self) -> None:
        """Until the stream ends."""
        while line := await self.reader.readline():
            if line.startswith(b"data: ") and b" " in line[6:]:
                self.heard, self.watching = time.perf_counter(), int(line.split()[-1])
                self.news.set()


class Scorer:
    """Books rounds of two in one game, over a connection of its own."""

    def __init__(self, site: Site, links: Links) -> None:
        self.place, self.token, self.version = urlsplit(site.address), links.score, 1
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def book(self) -> float:
        """Book one round, and return for how many seconds that took."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.place.hostname, self.place.port)
        reader, writer = self.streams
        since = time.perf_counter()
        writer.write(round_request(self.place.netloc, self.token, self.version))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        answer = await reader.readexactly(length)
        taken = time.perf_counter() - since
        assert head.split()[1] in (b"200", b"201"), head + answer
        self.version = json.loads(answer)["version"]
        return taken


@asynccontextmanager
async def watching(site: Site, tokens: Sequence[str]) -> AsyncIterator[list[Viewer]]:
    """Viewers of these games, each with a stream open and its first word said."""
    place = urlsplit(site.address)
    viewers, tasks = [], []
    for token in tokens:
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(f"GET /g/{token}/live HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n".encode())
        viewers.append(Viewer(reader, writer))
        tasks.append(asyncio.create_task(viewers[-1].listen()))
    await _heard(viewers)
    try:
        yield viewers
    finally:
        for task in tasks:
            task.cancel()
        for viewer in viewers:
            viewer.writer.close()


async def _heard(viewers: Sequence[Viewer]) -> None:
    """Wait until each has news, and forget it."""
    await asyncio.wait_for(asyncio.gather(*(viewer.news.wait() for viewer in viewers)), 60)
    for viewer in viewers:
        viewer.news.clear()


async def crowd(site: Site) -> list[Figure]:
    """One game that everybody looks at."""
    links = site.games["crowd-0"]
    before = resident_megabytes(site.process)
    async with watching(site, [links.view] * VIEWERS) as viewers:
        each = (resident_megabytes(site.process) - before) / VIEWERS * 1000
        scorer, most, last = Scorer(site, links), [], []
        for _round in range(ROUNDS):
            since = time.perf_counter()
            await scorer.book()
            await _heard(viewers)
            waits = sorted(viewer.heard - since for viewer in viewers)
            most.append(waits[int(len(waits) * 0.95)] * 1000)
            last.append(waits[-1])
            await asyncio.sleep(0.3)
    return [
        Figure(f"a booked round is with 95 % of {VIEWERS:,} viewers", statistics.median(most), "ms", 100),
        Figure("  with the last of them, worst round", max(last), "s", 1),
        Figure("  memory for each viewer", each, "kB", 30),
    ]


async def many(site: Site) -> list[Figure]:
    """Many games at once, two viewers each."""
    links = [site.games[f"crowd-{number}"] for number in range(1, TABLES + 1)]
    chance = random.Random(1)
    async with watching(site, [one.view for one in links for _viewer in range(2)]):
        scorers = [Scorer(site, one) for one in links]
        free, tasks = set(range(TABLES)), []

        async def play(number: int) -> float:
            try:
                return await scorers[number].book()
            finally:
                free.add(number)

        start = time.perf_counter()
        for number in range(BOOKINGS_A_SECOND * SECONDS):
            await asyncio.sleep(max(0.0, start + number / BOOKINGS_A_SECOND - time.perf_counter()))
            table = chance.choice(sorted(free))
            free.discard(table)
            tasks.append(asyncio.create_task(play(table)))
        taken = await asyncio.gather(*tasks, return_exceptions=True)
        rate = len(taken) / (time.perf_counter() - start)
    waits = sorted(one * 1000 for one in taken if isinstance(one, float))
    return [
        Figure(f"{TABLES} games, two viewers each: rounds booked a second", rate, "/s"),
        Figure("  the slowest but 1 % of the bookings", waits[int(len(waits) * 0.99)], "ms", 200),
        Figure("  the middle one", statistics.median(waits), "ms"),
        Figure("  errors", len(taken) - len(waits), "", 0),
    ]


def vanish(sock: socket.socket) -> None:
    """Let nothing that is sent to this socket arrive any more, nor be acknowledged: as if the phone were gone."""
    drop_all = ctypes.create_string_buffer(struct.pack("HBBI", 0x06, 0, 0, 0))  # a packet filter: "return 0"
    program = struct.pack("HL", 1, ctypes.addressof(drop_all))
    sock.setsockopt(socket.SOL_SOCKET, 26, program)  # SO_ATTACH_FILTER


async def vanished(site: Site) -> list[Figure]:
    """A viewer whose phone is gone without a word."""
    links = site.games["fresh"]
    async with watching(site, [links.view] * 2) as (here, gone):
        scorer = Scorer(site, links)
        await scorer.book()
        await _heard([here, gone])
        assert here.watching == 2
        vanish(gone.writer.get_extra_info("socket"))
        since = time.perf_counter()
        while here.watching > 1 and time.perf_counter() - since < 3 * VANISHED_SECONDS:
            await asyncio.sleep(5)
            await scorer.book()
            await _heard([here])
        taken = time.perf_counter() - since
    return [Figure("a viewer that vanished is given up after", taken, "s", VANISHED_SECONDS)]


def _prepare(app: Flask) -> dict[str, Links]:
    games = make_all(app)
    with app.app_context():
        return games | {f"crowd-{number}": Table(app, ("Ana", "Luis"), limit=500).links for number in range(TABLES + 1)}


def measures() -> Iterator[Figure | str]:
    """Every figure."""
    with site(_prepare) as running:
        for measure in (crowd, vanished, many):
            yield from asyncio.run(measure(running))


if __name__ == "__main__":
    sys.exit(not show(measures()))
