"""Every page of the app, as a test or a picture reaches it."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page


def _checked(page: Page) -> None:
    """The round's form with what the server says of it, objections included."""
    page.locator("input[name=closer]").nth(0).check(force=True)
    for number, box in enumerate(page.locator("input.points").all()):
        box.fill("9" if number == 0 else "12")
    page.locator("#round [name=action][value=preview]").first.evaluate("one => one.form.requestSubmit(one)")
    page.locator(".preview").wait_for()


def _wrong(page: Page) -> None:
    """A form that came back."""
    page.locator(".actions [value=start]").click()
    page.locator("#errors").wait_for()


def _typed(page: Page) -> None:
    """The round's form half filled in, the closer's buttons open."""
    page.locator(".entry .closer").nth(1).click()
    for key in "123":
        page.locator(f".digits [data-key='{key}']").click()
    page.locator(".entry b").nth(1).click()
    page.locator(".closings").wait_for()


def _picked(page: Page) -> None:
    """The picker over the round's page, with a hand."""
    page.locator(".entry .pick").first.click()
    for card in ("4o", "5o", "6o", "7c", "7e", "7b", "2c"):
        page.locator(f"#picker .deck [data-card='{card}']").click()
    page.locator(".held.is-arranged").wait_for()


def _unfolded(page: Page) -> None:
    """Everything that can be unfolded is."""
    page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")


@dataclass(frozen=True)
class Place:
    """A page: its name, the sample game it belongs to (or none), its path there, and what is done on it first."""

    name: str
    game: str | None
    path: str
    then: Callable[[Page], None] | None = None
    role: str = "score"


PLACES = [
    Place("home", None, "/"),
    Place("new-game", None, "/new"),
    Place("new-game-unfolded", None, "/new", _unfolded),
    Place("new-game-refused", None, "/new", _wrong),
    Place("check-a-hand", None, "/hand?cards=4o+5o+6o+7c+7e+7b+2c"),
    Place("check-a-hand-french", None, "/hand?rules=duel-52&cards=AD+2D+3D+10H+JH+QH+KS+5C"),
    Place("enter-a-code", None, "/join"),
    Place("import", None, "/import"),
    Place("not-found", None, "/g/nothing/"),
    Place("board", "lively", ""),
    Place("board-first", "fresh", ""),
    Place("board-eight", "eight", ""),
    Place("board-rebuys", "deciding", ""),
    Place("board-watching", "lively", "", role="view"),
    Place("round", "lively", "round?closer=3", _typed),
    Place("round-eight", "eight", "round?closer=3"),
    Place("round-objections", "lively", "round", _checked),
    Place("round-cards", "lively", "round?closer=1", _picked),
    Place("rebuy", "deciding", "rebuy"),
    Place("history", "lively", "history"),
    Place("history-unfolded", "lively", "history", _unfolded),
    Place("rules", "lively", "rules"),
    Place("rules-edit", "lively", "rules/edit", _unfolded),
    Place("table", "lively", "table"),
    Place("table-unfolded", "lively", "table", _unfolded),
    Place("share", "lively", "share"),
    Place("big-screen", "lively", "tableview"),
    Place("download", "lively", "download"),
    Place("erase", "lively", "erase"),
    Place("end", "over", "", _unfolded),
]
