"""Several phones at one game: what one books, the others show by themselves."""

import re

import pytest
from browser.conftest import NewPhone
from browser.hands import BOARD, Fingers, new_game, number, totals
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

SOON = 10_000


def watching(page: Page, board: str, phone: NewPhone) -> Page:
    """Another phone that opens the game by its viewing link, and has heard from the server."""
    page.goto(f"{board}share")
    link = page.locator("main").inner_html()
    found = re.search(r"/g/(v[a-z0-9]+)", link)
    assert found, "no viewing link on the page that shares"
    other = phone()
    with other.expect_response(re.compile("/(live|pulse)")):
        other.goto(f"/g/{found[1]}/")
    page.goto(board)
    return other


def test_a_round_appears_by_itself(page: Page, phone: NewPhone) -> None:
    board = new_game(page, ("Ana", "Bea", "Carlos"))
    fingers = Fingers(page)
    for _round in range(6):
        fingers.round("Ana", 0, Bea=8, Carlos=9)
    other = watching(page, board, phone)
    other.evaluate("window.sameDocument = true")
    history = other.get_by_role("link", name="History")
    history.focus()
    other.evaluate("window.scrollTo(0, 150)")
    scrolled = other.evaluate("window.scrollY")
    assert scrolled > 0
    fingers.round("Bea", 2, Ana=15, Carlos=7)
    expect(other.locator(".rounds tbody tr:not(.change)")).to_have_count(7, timeout=SOON)
    assert totals(other) == {"Ana": 15, "Bea": 50, "Carlos": 61}
    expect(other.locator("h1")).to_contain_text("Round 8")
    assert other.evaluate("window.sameDocument") is True
    assert other.evaluate("window.scrollY") == scrolled
    expect(other.get_by_role("link", name="History")).to_be_focused()


def test_two_scorers_see_each_other(page: Page, phone: NewPhone) -> None:
    board = new_game(page, ("Ana", "Bea"))
    other = phone()
    with other.expect_response(re.compile("/(live|pulse)")):
        other.goto(board)
    fingers = Fingers(page)
    fingers.round("Ana", 3, Bea=12)
    expect(other.locator(".players .total").first).to_have_text("3", timeout=SOON)
    others = Fingers(other)
    others.round("Bea", "clean", Ana=20)
    expect(page.locator(".players .total").first).to_have_text("23", timeout=SOON)
    assert totals(page) == totals(other) == {"Ana": 23, "Bea": 12}


def test_who_is_typing_is_told_and_not_disturbed(page: Page, phone: NewPhone) -> None:
    board = new_game(page, ("Ana", "Bea"))
    other = phone()
    with other.expect_response(re.compile("/(live|pulse)")):
        other.goto(f"{board}round?closer=1")
    Fingers(other).keys("1")
    Fingers(page).round("Ana", 3, Bea=12)
    expect(other.locator("[data-news]")).to_be_visible(timeout=SOON)
    expect(other.locator(".entry", has_text="Bea").locator("input.points")).to_have_value("1")


def test_a_viewing_link_that_is_revoked_closes_the_page(page: Page, phone: NewPhone) -> None:
    board = new_game(page, ("Ana", "Bea"))
    other = watching(page, board, phone)
    assert other.locator(".actions .primary").count() == 0
    page.goto(f"{board}share")
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.locator("form[action*='revoke']").filter(has=page.locator("[value=view]")).first.locator("button").last.tap()
    expect(other.locator(".players")).to_have_count(0, timeout=SOON)
    assert other.goto(other.url).status == 404  # type: ignore[union-attr]


def test_offline_and_back_it_catches_up(page: Page, phone: NewPhone) -> None:
    board = new_game(page, ("Ana", "Bea"))
    other = watching(page, board, phone)
    other.context.set_offline(True)
    fingers = Fingers(page)
    fingers.round("Ana", 3, Bea=12)
    other.wait_for_timeout(500)
    assert number(other) == 0
    assert other.locator(".players").count() == 1  # still readable
    other.context.set_offline(False)
    expect(other.locator(".rounds tbody tr:not(.change)")).to_have_count(1, timeout=2 * SOON)
    fingers.round("Bea", 1, Ana=9)
    expect(other.locator(".rounds tbody tr:not(.change)")).to_have_count(2, timeout=SOON)


def test_the_end_comes_with_its_own_styles(page: Page, phone: NewPhone) -> None:
    board = new_game(page, ("Ana", "Bea"))
    other = watching(page, board, phone)
    fingers = Fingers(page)
    fingers.round("Ana", 0, Bea=55)
    fingers.round("Ana", 0, Bea=55)
    expect(other.get_by_role("heading", name="Ana wins!")).to_be_visible(timeout=SOON)
    expect(other.locator(".story .lead").first).to_have_css("fill", "none")

    # Whoever looks on goes on to the rematch.
    page.get_by_role("button", name="Rematch").tap()
    page.wait_for_url(BOARD)
    other.get_by_role("link", name="The rematch").tap(timeout=SOON)
    other.wait_for_url(BOARD)
    expect(other.locator("h1")).to_contain_text("Round 1")
    expect(other.get_by_role("link", name="Score round 1")).to_have_count(0)
