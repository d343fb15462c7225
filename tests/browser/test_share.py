"""Sharing on a real phone: copying, the share sheet, handing over to a second phone, and plain http."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser
PLAIN = """
Object.defineProperty(window, "isSecureContext", { get: () => false });
Object.defineProperty(navigator, "clipboard", { get: () => undefined });
Object.defineProperty(navigator, "share", { get: () => undefined });
"""
SHEET = "window.shared = []; navigator.share = async (what) => { window.shared.push(what.url); };"


def start(page: Page) -> str:
    """Start a game and go to its share page; returns the address of its board."""
    page.goto("/new")
    for number, name in enumerate(("Ana", "Luis")):
        page.locator(f"[name=players-{number}]").fill(name)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/**")
    board = page.url
    page.get_by_role("link", name="Share").click()
    page.wait_for_url("**/share")
    return board


def view_address(page: Page) -> str:
    return page.locator("#view .address").inner_text()


def test_copying_and_the_share_sheet(page: Page, context: BrowserContext) -> None:
    """Where the browser has both, each button does what it says, and says that it did."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(SHEET)
    start(page)
    page.locator("#view").get_by_role("button", name="Copy").click()
    expect(page.locator("#view").get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == view_address(page)
    page.locator("#view").get_by_role("button", name="Share").click()
    assert page.evaluate("window.shared") == [view_address(page)]
    expect(page.locator("#plain")).to_be_hidden()


def test_plain_http(page: Page) -> None:
    """Without those it is said once, and a tap selects the address."""
    page.add_init_script(PLAIN)
    start(page)
    expect(page.locator("#plain")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.locator("#view").get_by_role("button", name="Copy").click()
    expect(page.locator("#view [data-do=copy]")).to_have_text(re.compile("Copied|Selected"))
    assert page.evaluate("getSelection().toString()") == view_address(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_code_is_dark_on_white_and_fits(page: Page, scheme: str) -> None:
    """In both themes, and on paper; nothing scrolls sideways."""
    page.emulate_media(color_scheme=scheme)
    start(page)
    for media in ("screen", "print"):
        page.emulate_media(media=media, color_scheme=scheme)
        drawing = page.locator("#view .scan svg")
        expect(drawing).to_be_visible()
        colours = drawing.evaluate("""(svg) => [...svg.querySelectorAll("path")].map((path) => {
            const style = getComputedStyle(path);
            return style.fill === "none" ? style.stroke : style.fill;
        })""")
        assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
        box = drawing.bounding_box()
        assert box is not None and box["width"] >= 200
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_handing_over(page: Page, context: BrowserContext) -> None:
    """Two taps here, one scan there: what the two phones may do is swapped."""
    board = start(page)
    page.get_by_role("button", name="Hand over now").click()
    page.wait_for_url("**/handover")
    address = page.locator(".address").inner_text()
    assert address != board
    assert context.browser is not None
    other = context.browser.new_context()
    luis = other.new_page()
    luis.goto(address)
    expect(luis.get_by_role("link", name="Score round 1")).to_be_visible()
    page.get_by_role("link", name="To the board").click()
    expect(page.get_by_role("link", name="Score round 1")).to_have_count(0)
    assert page.goto(board).status == 404  # type: ignore[union-attr]
    other.close()


def test_two_taps_in_a_row_send_one_form(page: Page) -> None:
    """The second one would come with a link that is dead by then."""
    start(page)
    page.locator("details.scoring > summary").click()
    page.locator("#score summary", has_text="Renew or close").click()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    button = page.locator("#score").get_by_role("button", name="Make a new link")
    button.evaluate("(button) => { button.click(); button.click(); }")
    expect(page.get_by_text("There is a new link")).to_be_visible()
    assert len(sent) == 1
