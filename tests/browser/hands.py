"""What fingers do on a phone, for browser tests: start a game, tap a name, tap keys, book."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

BOARD = re.compile(r"/g/[^/]+/?(\?.*)?(#.*)?$")


def new_game(
    page: Page, names: Sequence[str], *, preset: str = "fournier", limit: str = "100", stake: str = "", rebuy: str = ""
) -> str:
    """Fill in the form of a new game and start it; the path of its board."""
    page.goto("/new")
    rows = page.locator("[name^=players-]")
    while rows.count() < len(names):
        page.locator("button[value=add]").click()
    for row, name in enumerate(names):
        rows.nth(row).fill(name)
    page.locator(f"[name=preset][value='{preset}']").check(force=True)
    if limit in ("70", "100"):
        page.locator(f"[name=limit][value='{limit}']").check(force=True)
    else:
        page.locator("[name=limit][value=other]").check(force=True)
        page.locator("[name=limit_other]").fill(limit)
    if stake:
        page.locator("details", has=page.locator("[name=stake]")).locator("summary").click()
        page.locator("[name=stake]").fill(stake)
        page.locator("[name=rebuy_price]").fill(rebuy)
    page.locator("[name=action][value=start]").click()
    page.wait_for_url(BOARD)
    return page.url.partition("/g/")[1] + page.url.partition("/g/")[2].partition("?")[0]


class Fingers:
    """Taps on the pages of one game, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, place: Locator) -> None:
        place.tap()
        self.taps += 1

    def name(self, name: str) -> None:
        """The name on the board: this player closed."""
        self.tap(self.page.locator(".players").get_by_role("link", name=name, exact=True))
        self.page.wait_for_url(re.compile("/round"))
        expect(self.page.locator("body")).to_have_class(re.compile("keyed"))

    def keys(self, text: str) -> None:
        """The own number keys; `+`, `<` deletes, `>` is next."""
        for letter in text:
            key = {"<": "back", ">": "next"}.get(letter, letter)
            self.tap(self.page.locator(f".digits [data-key='{key}']"))

    def left(self, points: int) -> None:
        """The closer's button for so many loose points."""
        self.tap(self.page.locator(f".closings [data-points='{points}']"))

    def kind(self, kind: str) -> None:
        """The closer's button for a kind of close."""
        self.tap(self.page.locator(f".closings [data-kind='{kind}']"))

    def round(self, closer: str, left: int | str, **others: int) -> None:
        """A whole round: the closer with loose points or a kind of close, then everybody else, and book."""
        self.fill(closer, left, **others)
        self.book()

    def fill(self, closer: str, left: int | str, **others: int) -> None:
        """A whole round up to the button that books it."""
        self.name(closer)
        for row in self.page.locator(".entry").all():
            name = row.locator("b").inner_text()
            if name == closer:
                continue
            expect(row).to_have_class(re.compile("is-active"))
            self.keys(str(others.pop(name)))
            if "is-active" in (row.get_attribute("class") or ""):
                self.keys(">")
        assert not others
        if left != 0:
            self.tap(entry(self.page, closer).locator("b"))
            if isinstance(left, int):
                self.left(left)
            else:
                self.kind(left)

    def book(self) -> None:
        """The button that books; back on the board."""
        self.tap(self.page.locator("#book"))
        self.page.wait_for_url(BOARD)


def entry(page: Page, name: str) -> Locator:
    """The line of a player on the round's page."""
    return page.locator(".entry").filter(has=page.locator(f"b:text-is('{name}')"))


def points(page: Page, name: str) -> Locator:
    """The box of a player on the round's page."""
    return entry(page, name).locator("input.points")


def said(page: Page, name: str) -> Locator:
    """What the preview says of a player."""
    return entry(page, name).locator("output")


def totals(page: Page) -> dict[str, int]:
    """The totals on the board, or on the end's table."""
    page.locator(".players, .winner").first.wait_for()
    if page.locator(".players").count():
        pairs = page.locator(".players > li").evaluate_all(
            "all => all.map((one) => [one.querySelector('strong').innerText, one.querySelector('.total').innerText])"
        )
    else:
        pairs = page.locator("table.figures tbody tr").evaluate_all(
            "all => all.map((one) => [one.querySelector('th').innerText, one.children[2].innerText])"
        )
    return {name.strip(): int(total.replace("−", "-")) for name, total in pairs}


def pot(page: Page) -> str:
    """What is in the pot."""
    return page.locator(".pot strong").inner_text()


def number(page: Page) -> int:
    """The number of rounds in the table of rounds."""
    return page.locator(".rounds tbody tr:not(.change)").count()
