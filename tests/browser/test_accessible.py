"""Everybody can read and use every page: WCAG 2.2 AA, large enough to touch, large type, narrow, keyboard alone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.conftest import NewPhone, Site
from browser.hands import BOARD, entry, new_game, points, totals
from browser.pages import PLACES, Place
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RULES = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
# Everything to touch that is smaller than 44 px in a direction. A label belongs to its input; a link that covers its
# whole block counts as the block; links in running text are exempt, as in WCAG.
SMALL = """() => {
  const found = [];
  const things = "a[href], button, input, select, textarea, summary, [role=button], [role=switch]";
  for (const one of document.querySelectorAll(things)) {
    if (one.type === "hidden" || one.closest("[aria-hidden=true]")) continue;
    if (document.querySelector("dialog:modal") && !one.closest("dialog:modal")) continue;
    const dot = one.type === "radio" || one.type === "checkbox";
    let box = dot ? one.labels[0] : one;
    if (getComputedStyle(one, "::after").position === "absolute") box = one.offsetParent;
    if (!box.checkVisibility({ visibilityProperty: true }) || box.matches(".skip, .sr")) continue;
    if (one.localName === "a" && getComputedStyle(one).display === "inline") {
      if (one.parentElement.textContent.trim() !== one.textContent.trim()) continue;
    }
    const { width, height } = box.getBoundingClientRect();
    if (Math.min(width, height) < 43.9) {
      found.push(`${one.outerHTML.slice(0, 120)} ${width.toFixed()}x${height.toFixed()}`);
    }
  }
  return found;
}"""
# What reaches further than the page is wide.
WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const out = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > width + 0.5
    && !one.closest(".scroll, .sr, .skip"));
  const shown = out.slice(0, 6).map((one) => one.outerHTML.slice(0, 120));
  return [`${document.documentElement.scrollWidth} > ${width}`, ...shown];
}"""
# The element that has the focus: what it is, and whether one can see that it has it.
FOCUS = """() => {
  const one = document.activeElement;
  const shown = (some) => some && getComputedStyle(some).outlineStyle !== "none"
    && parseFloat(getComputedStyle(some).outlineWidth) >= 2;
  const { top, bottom } = one.getBoundingClientRect();
  return { tag: one.localName, text: one.innerText || one.value || "", id: one.id, classes: one.className,
    visible: Boolean(shown(one)) && bottom > 0 && top < innerHeight };
}"""
every_page = pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)


def visit(page: Page, site: Site, place: Place) -> None:
    """Open a page and do what it is about."""
    page.goto(place.path if place.game is None else site.path(place.game, place.path, place.role))
    if place.then:
        place.then(page)


def violations(page: Page) -> list[str]:
    """What axe finds, a line for each element."""
    found: list[dict[str, Any]] = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}" for one in found for node in one["nodes"]
    ]


@every_page
def test_axe_and_sizes(phone: NewPhone, site: Site, place: Place) -> None:
    page = phone(reduced_motion="reduce")
    visit(page, site, place)
    found = {scheme: [] for scheme in ("light", "dark")}  # type: dict[str, list[str]]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found[scheme] = violations(page)
    assert found == {"light": [], "dark": []}
    assert page.evaluate(SMALL) == []
    wide = {}
    for name, width, height in (("narrow", 320, 568), ("landscape", 844, 390), ("narrow landscape", 568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        wide[name] = page.evaluate(WIDE)
    # Text at 200 %: everything is in rem, so this is what a phone with large type does.
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for name, width in (("large type", 390), ("large type, narrow", 320)):
        page.set_viewport_size({"width": width, "height": 844})
        wide[name] = page.evaluate(WIDE)
    assert {name: what for name, what in wide.items() if what} == {}


def test_a_round_with_the_keyboard_alone(phone: NewPhone) -> None:
    page = phone(is_mobile=False, has_touch=False, viewport={"width": 1000, "height": 800})
    new_game(page, ("Ana", "Bea"))
    page.goto(page.url)

    def tab_to(what: str, stops: int = 40) -> None:
        """Press Tab until the focus is on something with this text, id or class; it can be seen on the way."""
        for _stop in range(stops):
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
            assert focus["visible"], focus
            if what in (focus["text"].strip(), focus["id"]):
                return
        raise AssertionError(f"Tab does not reach {what}")

    tab_to("Bea")
    page.keyboard.press("Enter")
    page.wait_for_url("**/round?closer=2")
    expect(entry(page, "Bea").locator("[name=closer]")).to_be_checked()
    tab_to(points(page, "Ana").get_attribute("id") or "")
    page.keyboard.type("17")
    expect(points(page, "Ana")).to_have_value("17")
    expect(entry(page, "Ana").locator("output")).to_contain_text("+17 = 17")
    tab_to("book")
    page.keyboard.press("Enter")
    page.wait_for_url(BOARD)
    assert totals(page) == {"Ana": 17, "Bea": 0}


def test_errors_are_announced(page: Page) -> None:
    page.goto("/new")
    page.locator("[name=players-0]").fill("Ana")
    page.locator("[name=players-1]").fill("Ana")
    page.locator("details", has=page.locator("[name=stake]")).locator("summary").click()
    page.locator("[name=stake]").fill("much")
    page.locator("[value=start]").click()
    expect(page.locator("[role=alert]")).to_be_visible()
    bad = page.locator("[aria-invalid=true]")
    assert bad.count() >= 2
    for box in bad.all():
        described = (box.get_attribute("aria-describedby") or "").split()
        assert described
        for name in described:
            expect(page.locator(f"#{name}")).to_be_attached()
        expect(page.locator(f"#{described[-1]}")).to_be_visible()
    for link in page.locator("[role=alert] li a").all():
        expect(page.locator(link.get_attribute("href") or "")).to_be_attached()
    expect(page.locator("[name=stake]")).to_have_value("much")


def test_what_was_booked_is_announced(page: Page) -> None:
    board = new_game(page, ("Ana", "Bea"))
    page.goto(f"{board}round?closer=1")
    points(page, "Bea").fill("12")
    page.locator("#book").tap()
    page.wait_for_url(BOARD)
    expect(page.locator(".toast [role=status]")).to_have_text("Round 1 booked.")


def test_spanish_from_the_browser_and_english_by_choice(phone: NewPhone) -> None:
    page = phone(locale="es-ES")
    new_game(page, ("Ana", "Bea"))
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("h1")).to_contain_text("Mano 1")
    page.locator(".players a", has_text="Ana").tap()
    expect(page.locator(".entry .closer span").first).to_have_text("cierra")
    for key in "17":
        page.locator(f".digits [data-key='{key}']").tap()
    expect(entry(page, "Bea").locator("output")).to_contain_text("+17 = 17")
    assert violations(page) == []
    page.locator("#book").tap()
    page.wait_for_url(BOARD)
    expect(page.locator(".toast")).to_contain_text("Mano 1")
    page.locator("footer [lang=en]").tap()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("h2").first).to_have_text("Still running")
