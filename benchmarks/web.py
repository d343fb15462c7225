"""What a page costs: server time, bytes and requests, and how long a slow phone waits. Medians beside their targets.

Run as `python -m benchmarks.web`. The pages are those of a real server over the sample games. A phone is a Chromium
whose network is held to 1.6 Mbit/s with 150 ms a round trip, and whose processor to a quarter of this machine's.
"""

import re
import statistics
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page

from .browser import chromium, find
from .figures import Figure, show
from .games import Site, site
from .server import Connection, cpu_seconds

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
TIMES = 5
LONG_TASKS = """window.longest = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => {
  window.longest = Math.max(window.longest, one.startTime + one.duration);
})).observe({ type: "longtask", buffered: true });"""
PICKED = """() => {
  window.taken = [];
  let start = 0;
  const tapped = (event) => { if (event.target.closest(".tile")) start = performance.now(); };
  document.addEventListener("click", tapped, true);
  new MutationObserver(() => {
    if (!document.querySelector(".held.is-arranged") || !start) return;
    const from = start;
    start = 0;
    requestAnimationFrame(() => setTimeout(() => window.taken.push(performance.now() - from)));
  }).observe(document.querySelector(".verdict"), { childList: true });
}"""
HAND = ("4o", "5o", "6o", "7c", "7e", "7b", "2c")


# The server


def board_milliseconds(site: Site, batches: int = 7, each: int = 60) -> float:
    """Processor time of the server for a board page: the median of some batches."""
    connection, path = Connection(site.address), urlsplit(site.url("measured", role="view")).path
    first = connection.get(path, Accept_Encoding="br").decode("latin-1")
    assert first.startswith("HTTP/1.1 200"), first[:200]
    cookie = re.search(r"(?i)set-cookie: ([^;]+)", first)
    headers = {"Accept_Encoding": "br", "Accept_Language": "en"} | ({"Cookie": cookie[1]} if cookie else {})
    taken = []
    for _batch in range(batches):
        before = cpu_seconds(site.process)
        for _time in range(each):
            connection.get(path, **headers)
        taken.append((cpu_seconds(site.process) - before) / each * 1000)
    return statistics.median(taken)


def unchanged_a_second(site: Site, seconds: float = 3) -> float:
    """How often in a second the server says, on one connection, that nothing has changed."""
    connection, path = Connection(site.address), urlsplit(site.url("measured", "pulse", "view")).path
    tag = re.search(r"(?i)etag: (\S+)", connection.get(path).decode("latin-1"))
    assert tag
    request = f"GET {path} HTTP/1.1\r\nHost: {connection.host}\r\nIf-None-Match: {tag[1]}\r\n\r\n".encode()
    assert connection.send(request).startswith(b"HTTP/1.1 304")
    start, number = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        connection.send(request)
        number += 1
    return number / (time.perf_counter() - start)


# The phone


def _new(browser: Browser) -> tuple[BrowserContext, Page]:
    context = browser.new_context(**PHONE)  # type: ignore[arg-type]
    return context, context.new_page()


@dataclass
class Load:
    """What went over the wire: for each address the kind of thing and the bytes, head and body, as they were sent."""

    kinds: dict[str, str]
    sizes: dict[str, float]

    @property
    def kilobytes(self) -> float:
        """All of it."""
        return sum(self.sizes.values()) / 1000

    @property
    def text_kilobytes(self) -> float:
        """The page, its style sheets and its scripts."""
        return (
            sum(size for url, size in self.sizes.items() if self.kinds[url] in ("Document", "Stylesheet", "Script"))
            / 1000
        )

    def __str__(self) -> str:
        names = {url: urlsplit(url).path.rpartition("/")[2] or "the page" for url in self.sizes}
        lines = (f"    {self.kinds[url]:12}{size / 1000:7.2f} kB  {names[url]}" for url, size in self.sizes.items())
        return "\n".join(lines)


def loads(browser: Browser, address: str) -> tuple[Load, Load]:
    """The first load of a page by a new phone, and the next one. A stream that stays open is not counted."""
    context, page = _new(browser)
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    requests: dict[str, tuple[str, str]] = {}
    load = Load({}, {})
    cached: set[str] = set()

    def sent(event: dict[str, Any]) -> None:
        requests[event["requestId"]] = event["request"]["url"], event.get("type", "")

    def finished(event: dict[str, Any]) -> None:
        url, kind = requests.get(event["requestId"], ("", ""))
        if url and kind != "EventSource" and event["requestId"] not in cached:
            load.kinds[url], load.sizes[url] = kind, event["encodedDataLength"]

    client.on("Network.requestWillBeSent", sent)
    client.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    client.on("Network.responseReceived", lambda event: cached.add(event["requestId"])
              if event["response"].get("fromDiskCache") else None)  # fmt: skip
    client.on("Network.loadingFinished", finished)
    found = []
    for _load in range(2):
        load.kinds, load.sizes = {}, {}
        page.goto(address)
        page.wait_for_timeout(1200)
        found.append(Load(dict(load.kinds), dict(load.sizes)))
    # A browser with a window also fetches the icon of the tab; one without does not.
    icon = page.evaluate("document.querySelector('link[rel=icon]')?.href")
    if icon and icon.startswith("http") and icon not in found[0].sizes:
        found[0].kinds[icon], found[0].sizes[icon] = "Icon", _size(icon)
    context.close()
    return found[0], found[1]


def _size(url: str) -> int:
    """The bytes of an answer, head included."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "br, gzip"})
    with urllib.request.urlopen(request, timeout=10) as response:
        return len(response.read()) + len(str(response.headers)) + 17


def paints(browser: Browser, address: str, times: int = TIMES) -> tuple[float, float]:
    """First contentful paint, and the end of the last long task, on a slow phone: medians in seconds."""
    painted, settled = [], []
    for _time in range(times):
        context, page = _new(browser)
        client = context.new_cdp_session(page)
        client.send("Network.enable")
        client.send("Network.emulateNetworkConditions", SLOW)
        client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(LONG_TASKS)
        page.goto(address)
        page.wait_for_timeout(1500)
        paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        painted.append(paint / 1000)
        settled.append(max(paint, page.evaluate("window.longest")) / 1000)
        context.close()
    return statistics.median(painted), statistics.median(settled)


def verdict_milliseconds(browser: Browser, site: Site, times: int = 9) -> float:
    """From the tap on the seventh card until the arranged hand is on the screen."""
    context, page = _new(browser)
    page.goto(site.url("lively", "round?closer=4"))
    page.locator(".entry .pick").first.tap()
    page.evaluate(PICKED)
    for number in range(1, times + 1):
        for card in HAND:
            page.locator(f"#picker .deck [data-card='{card}']").tap()
        page.wait_for_function("number => window.taken.length >= number", arg=number)
        for card in HAND:
            page.locator(f"#picker .deck [data-card='{card}']").tap()
    taken: list[float] = page.evaluate("window.taken")
    context.close()
    return statistics.median(taken)


def measures() -> Iterator[Figure | str]:
    """Every figure, with what it is made of in between."""
    with site() as running:
        if Path("/proc/self/stat").exists():
            yield Figure("server time for a board of 5 players, 20 rounds", board_milliseconds(running), "ms", 4)
        yield Figure("answers that nothing changed, one connection", unchanged_a_second(running), "/s")
        if find() is None:
            yield "No Chromium: the figures of the phone are left out (tools/browser.sh says how to get one)."
            return
        with chromium() as browser:
            board = running.url("measured")
            first, following = loads(browser, board)
            yield Figure("first load of that board, over the wire", first.kilobytes, "kB", 25)
            yield Figure("  HTML, CSS and scripts of it", first.text_kilobytes, "kB", 14)
            yield Figure("  requests", len(first.sizes), "", 6)
            yield str(first)
            yield Figure("next load", following.kilobytes, "kB", 6)
            yield Figure("  requests that are not cached", len(following.sizes), "", 1)
            paint, settled = paints(browser, board)
            yield Figure("first contentful paint, slow phone", paint, "s", 0.6)
            yield Figure("last long task, slow phone", settled, "s", 0.7)
            yield Figure("verdict after the seventh card", verdict_milliseconds(browser, running), "ms", 100)


if __name__ == "__main__":
    sys.exit(not show(measures()))
