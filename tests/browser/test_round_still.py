"""The round page stands still while it loads and while previews come, and is a form where a script is missing."""

import re

import pytest
from browser.conftest import NewPhone, Site
from browser.hands import BOARD, Fingers, new_game, points, totals
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

# Every shift of the layout, also those right after a tap, which the browser's own figure leaves out.
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map((entry) => entry.value)))
    .observe({ type: "layout-shift", buffered: true });
}"""


@pytest.mark.parametrize("path", ["round?closer=3", "round"])
def test_nothing_jumps_while_the_page_loads(page: Page, site: Site, path: str) -> None:
    page.goto(site.path("eight", path))
    page.evaluate(SHIFTS)
    page.wait_for_timeout(500)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_nothing_jumps_when_previews_come(phone: NewPhone, size: tuple[int, int]) -> None:
    """With players who go out, a wrong close and long sentences."""
    page = phone(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    new_game(page, ("Luis", "Ana", "Eva", "Maximiliano José"), limit="20", stake="2", rebuy="1")
    fingers = Fingers(page)
    fingers.name("Eva")
    page.evaluate(SHIFTS)
    for keys in ("34", "12", "45"):
        fingers.keys(keys)
        page.wait_for_timeout(250)
    told = "Luis: is out, rebuy at 12 for £1.00. Maximiliano José: is out, rebuy at 12 for £1.00."
    expect(page.locator(".said")).to_have_text(told)
    page.wait_for_timeout(250)
    assert page.evaluate("window.shifts") == []


@pytest.mark.parametrize("missing", ["round", "round-cards", "picker", "cards"])
def test_a_script_that_does_not_come_leaves_a_form(page: Page, missing: str) -> None:
    page.route(re.compile(rf"/js/{missing}\.\w+\.js"), lambda route: route.abort())
    page.goto(new_game(page, ("Luis", "Ana")) + "round?closer=1")
    points(page, "Ana").fill("12")
    page.get_by_role("button", name="Check and book").tap()
    page.get_by_role("button", name="Book it").tap()
    page.wait_for_url(BOARD)
    assert totals(page) == {"Luis": 0, "Ana": 12}
