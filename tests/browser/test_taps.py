"""How many taps a round takes, from the board to the board. Elsewhere it takes ten and eleven."""

import pytest
from browser.hands import Fingers, new_game, totals
from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def test_a_round_of_four_takes_eight_taps(page: Page) -> None:
    new_game(page, ("Ana", "Bea", "Carlos", "Dora"))
    fingers = Fingers(page)
    fingers.name("Carlos")
    fingers.keys("72315")
    fingers.book()
    assert sorted(totals(page).values()) == [0, 7, 15, 23]
    assert totals(page)["Carlos"] == 0
    assert fingers.taps <= 8


def test_with_three_left_it_takes_nine(page: Page) -> None:
    new_game(page, ("Ana", "Bea", "Carlos", "Dora"))
    fingers = Fingers(page)
    fingers.name("Carlos")
    fingers.keys("72315")
    fingers.tap(page.locator(".entry", has_text="Carlos").locator("b"))
    fingers.left(3)
    fingers.book()
    assert totals(page)["Carlos"] == 3
    assert fingers.taps <= 9
