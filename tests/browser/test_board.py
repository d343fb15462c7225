"""The board as it is drawn."""

import pytest
from browser.conftest import NewPhone
from browser.hands import new_game

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("width", "players"), [(320, 5), (390, 6), (390, 8)])
def test_the_mark_of_a_close_stands_before_its_points(phone: NewPhone, width: int, players: int) -> None:
    """On a phone, however narrow the columns, and inside of its own."""
    page = phone(viewport={"width": width, "height": 844})
    new_game(page, [f"P{number}" for number in range(players)])
    page.get_by_role("link", name="Score round 1").tap()
    page.locator("[name=closer]").first.check(force=True)
    page.locator(".entry b").first.tap()
    page.locator("[data-kind=chinchon]").tap()
    for box in page.locator("input.points").all()[1:]:
        box.fill("12")
    page.locator("#book").tap()
    page.locator(".closed").wait_for()
    mark, points, cell = page.locator(".closed").evaluate(
        """cell => {
          const range = document.createRange();
          range.selectNode([...cell.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()));
          return [cell.firstElementChild, range, cell].map((one) => one.getBoundingClientRect().toJSON());
        }"""
    )
    assert mark["bottom"] > points["top"] and mark["top"] < points["bottom"]
    assert cell["left"] <= mark["left"] and mark["right"] <= points["left"] and points["right"] <= cell["right"]
