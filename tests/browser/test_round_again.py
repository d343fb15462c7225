"""Going back to a box on the round's page, and on to the closer: what the keys do to a number that is there."""

import pytest
from browser.hands import Fingers, entry, new_game, points, said, totals
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def filled(page: Page) -> Fingers:
    """A first round that Eva closed: Luis 12, Ana 15."""
    new_game(page, ("Luis", "Ana", "Eva"))
    fingers = Fingers(page)
    fingers.name("Eva")
    fingers.keys("1215")
    return fingers


def test_a_digit_takes_the_place_of_the_number_gone_back_to(page: Page) -> None:
    """Typing 30 over 12 must not make 1230; a plus adds to it, and the digits after that belong together."""
    fingers = filled(page)
    fingers.tap(points(page, "Luis"))
    fingers.keys("3")
    expect(points(page, "Luis")).to_have_value("3")
    fingers.keys("0")
    expect(points(page, "Luis")).to_have_value("30")
    fingers.tap(points(page, "Ana"))
    fingers.keys("+5")
    expect(points(page, "Ana")).to_have_value("15+5")


def test_next_leads_to_the_closer_when_everybody_else_has_points(page: Page) -> None:
    fingers = filled(page)
    fingers.keys(">")
    expect(page.locator(".whose")).to_have_text("How did Eva close?")
    fingers.left(3)
    expect(said(page, "Eva")).to_have_text("closed with 3 = 3")
    expect(page.locator(".whose")).to_have_text("Everybody has points.")


def test_an_error_goes_once_it_is_put_right(page: Page) -> None:
    fingers = filled(page)
    fingers.tap(points(page, "Luis"))
    fingers.keys("69")
    page.locator("#book").tap()
    error = entry(page, "Luis").locator(".error")
    expect(error).to_contain_text("69 points cannot be left")
    fingers.tap(points(page, "Luis"))
    fingers.keys("14")
    expect(said(page, "Luis")).to_have_text("+14 = 14")
    expect(error).to_have_count(0)
    expect(points(page, "Luis")).not_to_have_attribute("aria-invalid", "true")


def test_what_the_table_objects_to_is_put_right_with_the_same_keys_and_cards(page: Page) -> None:
    """The page that asks the table has the keys, the deck and the preview of the page before."""
    fingers = filled(page)
    fingers.tap(points(page, "Luis"))
    fingers.keys("20")
    entry(page, "Eva").locator("b").tap()
    fingers.tap(page.get_by_role("button", name="More points"))
    fingers.keys("9")
    page.locator("#book").tap()
    expect(page.locator(".preview")).to_contain_text("9 points are too many to close with")
    expect(page.locator("#keys .says")).to_be_hidden()
    entry(page, "Luis").locator(".pick").tap()
    for card in ("4o", "5o", "6o", "7c", "7e", "7b", "2c"):
        page.locator(f"#picker .deck [data-card='{card}']").tap()
    page.locator("#picker").get_by_role("button", name="Done").tap()
    expect(said(page, "Luis")).to_have_text("+2 = 2")
    entry(page, "Eva").locator("b").tap()
    fingers.left(3)
    expect(said(page, "Eva")).to_have_text("closed with 3 = 3")
    fingers.book()
    assert totals(page) == {"Luis": 2, "Ana": 15, "Eva": 3}
