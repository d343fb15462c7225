"""The page that scores a round: one thumb, own keys, and nothing lost or booked twice."""

import re
from collections.abc import Sequence

import pytest
from browser.conftest import NewPhone
from browser.hands import BOARD, Fingers, entry, new_game, number, points, said, totals
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

ACTIVE = re.compile("is-active")
EIGHT = ("Ana", "Luis", "Eva", "Marta", "Pablo", "Rosa", "Carlos", "Inés")


def at_round(page: Page, names: Sequence[str] = ("Luis", "Ana", "Eva"), closer: str = "", **more: str) -> Fingers:
    """A new game, and the page of its first round: Luis stands first."""
    board = new_game(page, names, **more)
    fingers = Fingers(page)
    if closer:
        fingers.name(closer)
    else:
        page.goto(board + "round")
    return fingers


def test_focus_moves_on_as_soon_as_no_longer_number_is_possible(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    expect(entry(page, "Luis")).to_have_class(ACTIVE)
    fingers.keys("6")  # 60 is possible with seven cards
    expect(entry(page, "Luis")).to_have_class(ACTIVE)
    fingers.keys("2")
    expect(entry(page, "Ana")).to_have_class(ACTIVE)
    fingers.keys("7")  # 70 is not
    expect(page.locator(".entry.is-active")).to_have_count(0)
    expect(points(page, "Luis")).to_have_value("62")
    expect(points(page, "Ana")).to_have_value("7")


def test_sums_are_added_up_and_reopen_the_box_just_left(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("10")
    expect(entry(page, "Ana")).to_have_class(ACTIVE)
    fingers.keys("+7+2")
    expect(entry(page, "Luis")).to_have_class(ACTIVE)
    expect(points(page, "Luis")).to_have_value("10+7+2")
    expect(said(page, "Luis")).to_contain_text("+19 = 19")
    fingers.keys(">")
    expect(entry(page, "Ana")).to_have_class(ACTIVE)
    fingers.keys("12")
    fingers.book()
    assert totals(page) == {"Ana": 12, "Luis": 19, "Eva": 0}


def test_tapping_a_box_goes_back_to_it(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("1223")
    fingers.tap(points(page, "Luis"))
    expect(entry(page, "Luis")).to_have_class(ACTIVE)
    fingers.keys("<3")
    expect(points(page, "Luis")).to_have_value("13")
    expect(points(page, "Ana")).to_have_value("23")


def test_the_closer_is_changed_by_the_mark(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.tap(entry(page, "Luis").locator(".closer"))
    expect(entry(page, "Luis").locator("[name=closer]")).to_be_checked()
    expect(entry(page, "Eva").locator("[name=closer]")).not_to_be_checked()
    for name, left in (("Eva", "12"), ("Ana", "15")):
        fingers.tap(points(page, name))
        fingers.keys(left)
    fingers.book()
    assert totals(page) == {"Ana": 15, "Luis": 0, "Eva": 12}


def test_the_closer_gets_only_what_the_rules_allow(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.tap(entry(page, "Eva").locator("b"))
    closings = page.locator(".closings")
    expect(closings).to_be_visible()
    expect(page.locator(".digits")).to_be_hidden()
    assert closings.locator("[data-points]").all_inner_texts() == ["0", "1", "2", "3", "4", "5"]
    kinds = closings.locator("[data-kind]").evaluate_all("all => all.map((one) => one.dataset.kind)")
    assert kinds == ["clean", "chinchon", "false-close"]
    expect(closings.locator("[data-kind=chinchon]")).to_contain_text("−10")
    assert "−" not in page.locator(".digits").inner_text()
    fingers.kind("chinchon")
    expect(said(page, "Eva")).to_contain_text("−10 = −10")


def test_the_preview_says_what_will_happen(page: Page) -> None:
    fingers = at_round(page, limit="20", stake="2", rebuy="1.50")
    fingers.tap(entry(page, "Eva").locator(".closer"))
    fingers.keys("34")
    expect(said(page, "Luis")).to_contain_text("+34 = 34")
    fingers.keys("9")
    expect(said(page, "Ana")).to_contain_text("+9 = 9")
    words = page.locator("#round, .said")
    expect(words.filter(has_text=re.compile(r"out at 34|rebuy at 9"))).not_to_have_count(0)
    expect(page.locator("body")).to_contain_text("£1.50")
    fingers.tap(points(page, "Ana"))
    fingers.keys("<33")
    expect(page.locator(".said")).to_have_text("Eva is the last one in and wins.")
    expect(said(page, "Eva")).to_contain_text("wins")


def test_a_reload_keeps_what_was_typed(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("121")
    fingers.tap(entry(page, "Eva").locator("b"))
    fingers.left(4)
    page.reload()
    expect(points(page, "Luis")).to_have_value("12")
    expect(points(page, "Ana")).to_have_value("1")
    expect(points(page, "Eva")).to_have_value("4")
    expect(entry(page, "Eva").locator("[name=closer]")).to_be_checked()
    fingers.book()
    assert totals(page) == {"Ana": 1, "Luis": 12, "Eva": 4}


def test_back_in_the_middle_of_a_round_loses_nothing(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("12")
    page.go_back()
    page.wait_for_url(BOARD)
    page.get_by_role("link", name="Score round 1").tap()
    expect(points(page, "Luis")).to_have_value("12")
    expect(entry(page, "Eva").locator("[name=closer]")).to_be_checked()


def test_back_after_booking_books_nothing_twice(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("1215")
    fingers.book()
    page.go_back()
    page.wait_for_url(re.compile("/round"))
    if points(page, "Luis").input_value():  # the browser brought the old form back: it is the same round still
        page.locator("#book").tap()
        page.wait_for_url(BOARD)
    else:
        expect(page.locator("h1")).to_contain_text("Round 2")
        page.go_forward()
    page.wait_for_url(BOARD)
    page.reload()
    assert number(page) == 1
    assert totals(page) == {"Ana": 15, "Luis": 12, "Eva": 0}


def test_two_quick_taps_book_once(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("1215")
    page.evaluate("() => { const book = document.getElementById('book'); book.click(); book.click(); }")
    page.wait_for_url(BOARD)
    assert number(page) == 1


@pytest.mark.parametrize("arrives", [False, True], ids=["request lost", "answer lost"])
def test_a_flaky_connection_books_once(page: Page, arrives: bool) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("1215")
    tries: list[str] = []

    def flaky(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        tries.append(route.request.post_data or "")
        if len(tries) > 1:
            return route.continue_()
        if arrives:
            route.fetch(max_redirects=0)
        return route.abort("connectionreset")

    page.route(re.compile("/round$"), flaky)
    page.locator("#book").tap()
    expect(page.locator(".said")).to_have_text("No connection: trying again …")
    page.wait_for_url(BOARD)
    assert len(tries) == 2
    assert tries[0] == tries[1]
    assert number(page) == 1
    assert totals(page) == {"Ana": 15, "Luis": 12, "Eva": 0}


def test_a_tap_without_any_connection_waits_and_books_later(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    fingers.keys("1215")
    page.context.set_offline(True)
    page.locator("#book").tap()
    expect(page.locator(".said")).to_have_text("No connection: trying again …")
    page.context.set_offline(False)
    page.wait_for_url(BOARD)
    assert number(page) == 1


def seen(page: Page, selector: str) -> list[bool]:
    """For each element whether all of it is on the screen and nothing lies over its middle."""
    shown: list[bool] = page.locator(selector).evaluate_all(
        """all => all.map((one) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
          const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return Boolean(found) && (one.contains(found) || found.contains(one));
        })"""
    )
    return shown


def test_eight_players_and_the_keys_are_visible_at_once(page: Page) -> None:
    at_round(page, EIGHT, closer="Eva")
    for selector in (".entry b", ".entry input.points", ".digits button", "#book"):
        assert all(seen(page, selector)), selector
    assert page.locator(".digits button").first.bounding_box()["y"] >= 844 / 2  # type: ignore[index]


@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390), (568, 320)])
def test_eight_players_are_within_reach_on_small_screens(phone: NewPhone, width: int, height: int) -> None:
    page = phone(viewport={"width": width, "height": height})
    fingers = at_round(page, EIGHT, closer="Eva")
    for name in (*EIGHT[:2], *EIGHT[3:]):
        expect(entry(page, name)).to_have_class(ACTIVE)
        assert seen(page, ".entry.is-active input.points") == [True], name
        assert all(seen(page, ".digits button"))
        fingers.keys("12")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    fingers.book()
    assert set(totals(page).values()) == {0, 12}


def test_the_keyboard_of_the_system_stays_away(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    modes = page.locator("input.points").evaluate_all("all => all.map((one) => one.inputMode)")
    assert set(modes) == {"none"}
    fingers.tap(points(page, "Luis"))
    fingers.keys("12")
    expect(points(page, "Luis")).to_have_value("12")


def test_the_page_says_for_whom_the_next_number_is(page: Page) -> None:
    """The closer counts 0 without being asked: his row says so, and no number lands on the wrong player unseen."""
    fingers = at_round(page)
    whose = page.locator(".whose")
    expect(whose).to_have_text("Points for Luis")
    fingers.tap(entry(page, "Luis").locator(".closer"))
    expect(whose).to_have_text("Points for Ana")
    expect(said(page, "Luis")).to_have_text("closed with 0 = 0")
    fingers.keys("12")
    expect(whose).to_have_text("Points for Eva")
    fingers.keys("15")
    expect(whose).to_have_text("Everybody has points.")
    fingers.tap(entry(page, "Luis").locator("b"))
    expect(whose).to_have_text("How did Luis close?")
    assert all(seen(page, ".whose"))


def test_the_box_of_the_closer_shows_what_a_close_is_worth(page: Page) -> None:
    fingers = at_round(page, closer="Eva")
    box = points(page, "Eva")
    expect(box).to_have_attribute("placeholder", "0")
    fingers.tap(entry(page, "Eva").locator("b"))
    fingers.kind("chinchon")
    expect(box).to_have_attribute("placeholder", "−10")
    expect(box).to_have_value("")


def test_a_name_of_signs_is_said_as_it_is(page: Page) -> None:
    """`$&` and `$'` mean something where text is put into text."""
    at_round(page, ("Luis", "$& $'", "Eva"), closer="Luis")
    expect(page.locator("#keys .whose")).to_have_text("Points for $& $'")
    entry(page, "Luis").locator(".pick").tap()
    expect(page.get_by_role("button", name="Next: $& $'", exact=True)).to_be_visible()


def test_a_total_in_a_row_is_never_cut(phone: NewPhone) -> None:
    """Where the line is too long, the words give way: half of a total would be read as another one."""
    page = phone(viewport={"width": 320, "height": 568})
    fingers = at_round(page, names=("Luis", "Ana"), closer="Ana")
    fingers.keys("50")
    fingers.book()
    fingers.name("Luis")
    fingers.tap(entry(page, "Luis").locator("b"))
    fingers.kind("false-close")
    fingers.keys("50")
    expect(said(page, "Luis")).to_have_text("closed with 50 = 100 · False close")
    total = said(page, "Luis").get_by_text("= 100", exact=True)
    inside = """(one) => one.scrollWidth <= one.clientWidth
        && one.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right"""
    assert total.evaluate(inside)
