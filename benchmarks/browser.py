"""The Chromium of benchmarks and screenshots."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    # Every new window would load the menus of a desktop browser, each in a process of its own: a third of the time.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,OmniboxPopupWebUI,WebUIToolbar,"
    "WebUILocationBar",
]  # fmt: skip


def find() -> str | None:
    """The path of a Chromium, or None where there is none."""
    named = os.environ.get("SCOREKEEPER_CHROMIUM")
    return named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser without a window."""
    path = find()
    if path is None:
        raise SystemExit("There is no Chromium: tools/browser.sh says how to get one.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, headless=True, args=ARGUMENTS)
        yield browser
        browser.close()
