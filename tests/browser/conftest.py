"""A server on a port of its own, and a Chromium as large as a phone."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from processes import ROOT, free_port, running

PHONE = {"width": 390, "height": 844}
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
]  # fmt: skip


def _chromium() -> str | None:
    named = os.environ.get("SCOREKEEPER_CHROMIUM")
    if named:
        return named
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests. Without any the tests are skipped, except in CI."""
    path = _chromium()
    if path is None:
        assert not os.environ.get("CI"), "the browser tests need a Chromium: see tools/browser.sh"
        pytest.skip("no Chromium: see tools/browser.sh")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running scorekeeper with an empty database."""
    instance: Path = tmp_path_factory.mktemp("instance")
    port = free_port()
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", str(port)]
    with running(command, cwd=ROOT, environ={"SCOREKEEPER_INSTANCE": str(instance)}) as helper:
        helper.wait_for("On this machine:")
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def context(chromium: Browser, server: str) -> Iterator[BrowserContext]:
    """A fresh phone."""
    made = chromium.new_context(
        base_url=server, viewport=PHONE, device_scale_factor=2, is_mobile=True, has_touch=True, locale="en-GB"
    )
    made.set_default_timeout(10_000)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page of a fresh phone. Afterwards: nothing was refused by the content security policy, and no script failed."""
    faults: list[str] = []
    made = context.new_page()
    made.on("pageerror", lambda error: faults.append(str(error)))
    made.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield made
    assert faults == []
