"""An evening without any script: every page is a form, and every step can be taken back."""

import pytest
from browser.conftest import NewPhone
from browser.hands import BOARD, entry, new_game, number, totals
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture
def page(phone: NewPhone) -> Page:
    """A phone with JavaScript switched off."""
    return phone(java_script_enabled=False)


def score(page: Page, closer: str, hands: dict[str, str], kind: str = "") -> None:
    """Fill in the form: points, or cards where there are spaces; check, and book what is shown."""
    page.locator(".players").get_by_role("link", name=closer, exact=True).tap()
    for name, hand in hands.items():
        if " " in hand:
            entry(page, name).locator("summary").tap()
            entry(page, name).locator("details input").fill(hand)
        else:
            entry(page, name).locator("input.points").fill(hand)
    if kind:
        page.locator(f"[name=kind][value='{kind}']").check(force=True)
    page.get_by_role("button", name="Check and book").tap()
    expect(page.locator(".preview")).to_be_visible()
    page.get_by_role("button", name="Book it").tap()
    page.wait_for_url(BOARD)


def test_an_evening_without_scripts(page: Page) -> None:
    new_game(page, ("Ana", "Luis", "Eva"), limit="20", stake="2")
    score(page, "Ana", {"Ana": "3", "Luis": "12", "Eva": "7"})
    assert totals(page) == {"Ana": 3, "Luis": 12, "Eva": 7}

    # By cards: Luis keeps 2c, Ana lays 3o and 7o on his run and keeps 5e 4c, Eva gives points.
    hands = {"Luis": "4o 5o 6o / 7c 7e 7b / 2c", "Ana": "10c 11c 12c 7o 3o 5e 4c", "Eva": "1b 2b 3b 10e 10b 6e 3c"}
    score(page, "Luis", hands)
    assert totals(page) == {"Ana": 12, "Luis": 14, "Eva": 32}

    # Undone and done again, then Eva comes back at 14.
    page.get_by_role("link", name="History").tap()
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator(".toast")).to_contain_text("Undone: Round 2.")
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 3, "Luis": 12, "Eva": 7}
    page.get_by_role("link", name="History").tap()
    page.get_by_role("button", name="Redo", exact=True).tap()
    expect(page.locator(".toast")).to_contain_text("Redone: Round 2.")
    page.get_by_role("link", name="Back").tap()
    page.wait_for_url(BOARD)
    page.get_by_role("link", name="Decide rebuys").tap()
    page.locator(".chip").first.tap()
    page.locator(".actions .primary").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 12, "Luis": 14, "Eva": 14}

    # Round 1 was wrong: Luis had 10. Everything after it counts again, and Eva comes back at 12.
    page.locator(".rounds tbody th a").last.tap()
    entry(page, "Luis").locator("input.points").fill("10")
    page.get_by_role("button", name="Check and book").tap()
    page.get_by_role("button", name="Book it").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 12, "Luis": 12, "Eva": 12}

    # Both others are out: Ana is the last.
    score(page, "Ana", {"Ana": "0", "Luis": "30", "Eva": "9"}, kind="clean")
    expect(page.locator("h1")).to_have_text("The end")
    expect(page.locator(".winner")).to_contain_text("Ana")
    expect(page.locator(".winner")).to_contain_text("£8.00")
    assert totals(page) == {"Ana": 12, "Eva": 21, "Luis": 42}
    assert number(page) == 3


def test_what_is_wrong_is_said_and_kept(page: Page) -> None:
    new_game(page, ("Ana", "Luis"))
    page.get_by_role("link", name="Score round 1").tap()
    entry(page, "Luis").locator("input.points").fill("lots")
    page.get_by_role("button", name="Check and book").tap()
    box = entry(page, "Luis").locator("input.points")
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(box).to_have_value("lots")
    expect(box).to_have_attribute("aria-invalid", "true")
    described = box.get_attribute("aria-describedby")
    assert described
    expect(page.locator(f"#{described.split()[-1]}")).to_be_visible()


def test_a_hand_of_cards_has_the_width_of_the_line(phone: NewPhone) -> None:
    """Seven cards are typed here, also after the table objected: they must be seen."""
    page = phone(java_script_enabled=False, viewport={"width": 320, "height": 568})
    page.goto(new_game(page, ("Ana", "Luis")) + "round")
    entry(page, "Luis").locator("summary").tap()
    box = entry(page, "Luis").locator("details input").bounding_box()
    assert box is not None
    assert box["width"] > 200
