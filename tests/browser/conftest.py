"""A server on a port of its own with sample games in it, and a Chromium as large as a phone."""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from processes import ROOT, running

from benchmarks.browser import ARGUMENTS, find
from benchmarks.games import Links, make_all
from scorekeeper import create_app, service
from scorekeeper.config import Settings

PHONE = {"width": 390, "height": 844}
TIMEOUT = 15_000  # a busy machine is no fault of the page
NewPhone = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests. Without any the tests are skipped, except in CI."""
    path = find()
    if path is None:
        assert not os.environ.get("CI"), "the browser tests need a Chromium: see tools/browser.sh"
        pytest.skip("no Chromium: see tools/browser.sh")
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Site:
    """A running server, and the links of the sample games on it."""

    address: str
    games: dict[str, Links]

    def path(self, game: str, page: str = "", role: str = "score") -> str:
        """The path of a page of a sample game."""
        return f"/g/{getattr(self.games[game], role)}/{page}"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running scorekeeper without rate limits. Tests only look at the sample games; what they book, they start."""
    folder: Path = tmp_path_factory.mktemp("instance")
    settings = Settings.from_environment({}, folder)
    app = create_app(settings)
    service.upgrade(app)
    games = make_all(app)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
    command = [sys.executable, "tests/serve_for_tests.py", str(folder), settings.database_url]
    with running(command, cwd=ROOT, environ={"PYTHONPATH": str(ROOT)}) as helper:
        port = helper.wait_for("port ", seconds=60).split()[1]
        yield Site(f"http://127.0.0.1:{port}", games)


@pytest.fixture(scope="session")
def server(site: Site) -> str:
    """The address of the running scorekeeper."""
    return site.address


@pytest.fixture
def phone(chromium: Browser, server: str) -> Iterator[NewPhone]:
    """Makes pages, each of a fresh phone; the options are those of a browser context. Afterwards: nothing was refused
    by the content security policy, and no script failed."""
    faults: list[str] = []
    contexts: list[BrowserContext] = []

    def make(**options: object) -> Page:
        usual = {"viewport": PHONE, "device_scale_factor": 2, "is_mobile": True, "has_touch": True, "locale": "en-GB"}
        context = chromium.new_context(base_url=server, **(usual | options))  # type: ignore[arg-type]
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def page(phone: NewPhone) -> Page:
    """A page of a fresh phone."""
    return phone()


@pytest.fixture
def context(page: Page) -> BrowserContext:
    """The fresh phone of `page`."""
    return page.context
