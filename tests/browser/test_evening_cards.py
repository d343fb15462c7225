"""A whole evening by cards: every hand tapped on the picker, the points worked out by hand in the remarks.

Under the default rules a figure counts its place in the deck: sota 8, caballo 9, rey 10.
"""

import pytest
from browser.hands import BOARD, Fingers, entry, new_game, said, totals
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def pick(page: Page, hands: dict[str, str]) -> None:
    """Tap every hand, from the first player of the page on, as the picker leads."""
    rows = [row.locator("b").inner_text() for row in page.locator(".entry").all()]
    assert sorted(rows) == sorted(hands)
    entry(page, rows[0]).locator(".pick").tap()
    for name in rows:
        expect(page.locator("#picker-title")).to_have_text(name)
        for card in hands[name].split():
            page.locator(f".deck [data-card='{card}']").tap()
        expect(page.locator(".held.is-arranged")).to_be_visible()
        page.locator("[data-done]").tap()
    expect(page.locator("#picker")).to_be_hidden()


def test_an_evening_by_cards(page: Page) -> None:
    new_game(page, ("Ana", "Bea", "Carlos"), limit="20")
    fingers = Fingers(page)

    # Ana keeps 2c: 2. Bea's run of copas lies; 3o and 7o go on Ana's 4o 5o 6o; left 5e 4c: 9.
    # Carlos has 1b 2b 3b; left 10e 10b 6e 3c: 8 + 8 + 6 + 3 = 25, over 20.
    fingers.name("Ana")
    pick(page, {"Ana": "4o 5o 6o 7c 7e 7b 2c", "Bea": "10c 11c 12c 7o 3o 5e 4c", "Carlos": "1b 2b 3b 10e 10b 6e 3c"})
    expect(said(page, "Bea")).to_contain_text("+9 = 9")
    expect(said(page, "Carlos")).to_contain_text("+25 = 25")
    fingers.book()
    assert totals(page) == {"Ana": 2, "Bea": 9, "Carlos": 25}
    page.get_by_role("link", name="Decide rebuys").tap()
    page.locator(".chip").first.tap()
    page.locator(".actions .primary").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 2, "Bea": 9, "Carlos": 9}

    # A chinchón of Bea, minus 10, and nobody lays off. Ana keeps 5e: 5. Carlos has no meld:
    # 10 + 10 + 9 + 8 + 7 + 6 + 5 = 55.
    fingers.name("Bea")
    pick(page, {"Bea": "1o 2o 3o 4o 5o 6o 7o", "Ana": "10c 11c 12c 1b 2b 3b 5e", "Carlos": "12o 12e 11b 10e 7e 6c 5b"})
    expect(said(page, "Bea")).to_contain_text("−10 = −1")
    fingers.book()
    assert totals(page) == {"Ana": 7, "Bea": -1, "Carlos": 64}
    page.get_by_role("link", name="Decide rebuys").tap()
    page.locator(".chip").last.tap()
    page.locator(".actions .primary").tap()
    page.wait_for_url(BOARD)

    # Ana keeps 2c. Bea has nothing, and nothing fits: 10 + 10 + 9 + 8 + 6 + 6 + 5 = 54.
    fingers.name("Ana")
    pick(page, {"Ana": "4o 5o 6o 7c 7e 7b 2c", "Bea": "12o 12e 11b 10e 6c 6b 5b"})
    fingers.book()
    expect(page.locator("h1")).to_have_text("The end")
    expect(page.locator(".winner")).to_contain_text("Ana")
    assert totals(page) == {"Ana": 9, "Bea": 53, "Carlos": 64}
