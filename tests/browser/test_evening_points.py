"""A whole evening by points in a real browser, against a sheet kept by hand."""

import re

import pytest
from browser.hands import BOARD, Fingers, new_game, number, pot, said, totals
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_an_evening_by_points(page: Page) -> None:
    new_game(page, ("Ana", "Luis", "Eva"), limit="70", stake="2", rebuy="1")
    fingers = Fingers(page)
    assert pot(page) == "£6.00"

    fingers.round("Ana", 3, Luis=12, Eva=7)
    assert totals(page) == {"Ana": 3, "Luis": 12, "Eva": 7}
    fingers.round("Luis", "clean", Ana=20, Eva=15)
    assert totals(page) == {"Ana": 23, "Luis": 12, "Eva": 22}
    fingers.round("Eva", 2, Ana=14, Luis=31)
    assert totals(page) == {"Ana": 37, "Luis": 43, "Eva": 24}

    # 43 + 30 = 73 is over 70; the highest total still in is Ana's 42.
    fingers.fill("Ana", 5, Luis=30, Eva=11)
    expect(said(page, "Luis")).to_contain_text("+30 = 73")
    fingers.book()
    assert totals(page) == {"Ana": 42, "Luis": 73, "Eva": 35}
    page.get_by_role("link", name="Decide rebuys").tap()
    expect(page.locator("main")).to_contain_text("Come back at 42 points for £1.00")
    page.locator(".chip").first.tap()
    page.locator(".actions .primary").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 42, "Luis": 42, "Eva": 35}
    assert pot(page) == "£7.00"

    # A chinchón, ten less. Booked too fast: Ana had one more. The five seconds of the way back last longer here.
    clock = page.context.new_cdp_session(page)
    clock.send("Animation.enable")
    clock.send("Animation.setPlaybackRate", {"playbackRate": 0.1})
    fingers.round("Eva", "chinchon", Ana=12, Luis=9)
    assert totals(page) == {"Ana": 54, "Luis": 51, "Eva": 25}
    page.locator(".toast").get_by_role("button", name="Undo").tap()
    expect(page.locator(".toast")).to_contain_text("Undone: Round 5.")
    assert totals(page) == {"Ana": 42, "Luis": 42, "Eva": 35}
    fingers.round("Eva", "chinchon", Ana=13, Luis=9)
    assert totals(page) == {"Ana": 55, "Luis": 51, "Eva": 25}

    # In round 2 Ana had 25, not 20: she is at 47 when Luis comes back, and so he is, too.
    page.locator(".rounds tbody th a", has_text=re.compile("^2$")).tap()
    expect(page.locator("h1")).to_have_text("Correct round 2")
    page.locator(".entry", has_text="Ana").locator("input.points").tap()
    fingers.keys("<<25")
    page.locator("#book").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 60, "Luis": 56, "Eva": 25}
    expect(page.locator(".toast")).to_contain_text("Round 2 was corrected. Totals now: Ana 60 and Luis 56.")
    expect(page.locator(".rounds").get_by_role("img", name="corrected")).to_have_count(1)

    # 60 + 16 = 76: Ana stays out.
    fingers.round("Luis", 1, Ana=16, Eva=20)
    assert totals(page) == {"Ana": 76, "Luis": 57, "Eva": 45}
    page.get_by_role("link", name="Decide rebuys").tap()
    page.locator(".chip").last.tap()
    page.locator(".actions .primary").tap()
    page.wait_for_url(BOARD)

    # 57 + 25 = 82. Three stakes and one rebuy.
    fingers.round("Eva", 4, Luis=25)
    expect(page.locator("h1")).to_have_text("The end")
    expect(page.locator(".winner")).to_contain_text("Eva")
    expect(page.locator(".winner")).to_contain_text("£7.00")
    assert totals(page) == {"Eva": 49, "Luis": 82, "Ana": 76}
    assert number(page) == 7
