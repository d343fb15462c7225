"""Forms that are typed in: the new game, and another language in the middle of typing."""

import re

import pytest
from browser.conftest import NewPhone
from browser.hands import new_game
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_the_house_rules_follow_the_rule_set(page: Page) -> None:
    """What was typed by hand stays, and counts."""
    page.goto("/new")
    page.locator("#house-rules summary").tap()
    deck, jokers = page.locator("#rules-deck"), page.locator("#rules-jokers")
    expect(deck.locator("option").first).to_have_text("(the Spanish 40-card deck)")
    expect(page.locator("[value=preset]")).to_be_hidden()
    jokers.fill("3")
    page.locator("#rules-rebuys").select_option("no")
    page.locator("[name=preset][value=conga]").check(force=True)
    expect(deck.locator("option").first).to_have_text("(the Spanish 48-card deck)")
    expect(page.locator("#rules-rebuys_per_player")).to_have_attribute("placeholder", "1")
    expect(jokers).to_have_value("3")
    expect(page.locator("#rules-rebuys")).to_have_value("no")


def test_who_deals_first_is_chosen_by_name(page: Page) -> None:
    """As the names are typed; a row without one is called by its place."""
    page.goto("/new")
    dealers = page.locator("#first_dealer label")
    page.locator("#players-0").fill("Ana ")
    page.locator("#players-1").fill("Luis")
    expect(dealers).to_have_text(["Ana", "Luis", "Player 3", "Player 4"])
    dealers.nth(1).tap()
    page.locator("#players-0").fill("")
    expect(dealers.first).to_have_text("Player 1")
    page.get_by_role("button", name="Add a player").tap()
    expect(dealers).to_have_text(["Player 1", "Luis", "Player 3", "Player 4", "Player 5"])
    expect(dealers.nth(1).get_by_role("radio")).to_be_checked()


def test_another_limit_is_asked_for_where_it_is_chosen(page: Page) -> None:
    page.goto("/new")
    other = page.locator("#limit_other")
    expect(other).to_be_hidden()
    page.locator("[name=limit][value=other]").check(force=True)
    other.fill("85")
    page.locator("[name=limit][value='70']").check(force=True)
    expect(other).to_be_visible()  # it speaks against the 70


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_every_choice_of_the_house_rules_can_be_read(phone: NewPhone, locale: str) -> None:
    """On a phone's width, the arrow included."""
    page = phone(locale=locale)
    page.goto("/new")
    page.locator("#house-rules summary").tap()
    cut = page.locator("#house-rules select").evaluate_all(
        """all => all.flatMap((one) => {
          const style = getComputedStyle(one);
          const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font: style.font });
          const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
          return [...one.options].filter(({ text }) => pen.measureText(text).width > room).map(({ text }) => text);
        })"""
    )
    assert cut == []


@pytest.mark.parametrize("scripts", [True, False])
def test_another_language_keeps_the_new_game(phone: NewPhone, scripts: bool) -> None:
    page = phone(java_script_enabled=scripts)
    page.goto("/new")
    page.locator("[name=players-1]").fill("Luis")
    page.get_by_role("button", name="Español").tap()
    expect(page.locator("h1")).to_have_text("Nueva partida")
    expect(page.locator("[name=players-1]")).to_have_value("Luis")


def test_another_language_keeps_what_was_typed_at_the_table(page: Page) -> None:
    page.goto(new_game(page, ("Ana", "Luis")) + "table")
    section = page.locator("details", has=page.locator("[name=reason]"))
    section.locator("summary").tap()
    section.locator("[name=reason]").fill("showed a card")
    section.locator("[value=bonus]").check(force=True)
    page.get_by_role("button", name="Español").tap()
    expect(page.locator("h1")).to_have_text("Mesa")
    expect(section.locator("[name=reason]")).to_be_visible()
    expect(section.locator("[name=reason]")).to_have_value("showed a card")
    expect(section.locator("[value=bonus]")).to_be_checked()
    page.reload()
    expect(page.locator("[name=reason]")).to_have_value("")


def test_another_language_keeps_the_hand(page: Page) -> None:
    page.goto("/hand")
    for card in ("4o", "5o"):
        page.locator(f".deck [data-card='{card}']").tap()
    page.get_by_role("button", name="Español").tap()
    expect(page.locator("h1")).to_have_text("Comprobar cartas")
    expect(page).to_have_url(re.compile("cards=4o"))
    expect(page.locator(".held .in-hand")).to_have_count(2)
