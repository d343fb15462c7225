"""Checking a hand without scripts: text in, the whole answer on the page."""

import pytest


def check(browser, cards, **more):
    browser.get("/hand")
    fields = browser.form("/hand")["fields"] | {"cards": cards} | more
    return browser.get("/hand", query_string=fields)


def test_the_page_offers_rule_sets_packs_and_a_text_field(browser):
    browser.get("/hand")
    assert browser.status == 200
    fields = browser.form("/hand")["fields"]
    assert fields["rules"] == "fournier" and fields["packs"] == "1" and fields["cards"] == ""


def test_seven_cards_that_may_close(browser):
    check(browser, "4o 5o 6o 7c 7e 7b 2c")
    assert browser.status == 200
    assert "May close: plain close" in browser.text
    assert "2 points left." in browser.text
    assert browser.page.text.count('class="card o"') >= 3


def test_eight_cards_show_what_to_close_with(browser):
    check(browser, "1b 2b 3c 1e 1c 2c 2o 2e")
    assert browser.status == 200
    assert "May close with" in browser.text


def test_eight_cards_that_may_not_close(browser):
    check(browser, "1o 3c 5e 7b 10o 12c 2b 4e")
    assert "May not close with any card" in browser.text


def test_a_claim_says_why_a_meld_is_none_and_how_much_less_was_possible(browser):
    check(browser, "10c 11c 5e / 7o 3o / 12c 4c")
    assert "Not right as laid" in browser.text
    assert "5e" in browser.text
    assert "5 points less were possible." in browser.text


@pytest.mark.parametrize(
    ("cards", "rules", "said"),
    [
        ("", "fournier", "Type the cards of the hand"),
        ("hello", "fournier", "“hello” is not a card"),
        ("8o 1o 2o", "fournier", "8o is not in the Spanish 40-card deck"),
        ("4o 4o 5o", "fournier", "only one of each card"),
        ("JK 4o 5o", "fournier", "no jokers in this game"),
        ("1o 2o 3o 4o 5o 6o 7o 10o 11o", "fournier", "too many cards"),
    ],
)
def test_bad_input_is_explained_and_kept(browser, cards, rules, said):
    check(browser, cards, rules=rules)
    assert browser.status == 422
    assert said in browser.text
    assert browser.form("/hand")["fields"]["cards"] == cards


def test_a_card_of_another_deck_is_right_there(browser):
    check(browser, "8o 9o 10o JK", rules="conga")
    assert browser.status == 200


def test_rule_set_and_packs_are_remembered(browser):
    check(browser, "4o 4o 5o", rules="general", packs="2")
    assert browser.status == 200
    browser.get("/hand")
    fields = browser.form("/hand")["fields"]
    assert (fields["rules"], fields["packs"]) == ("general", "2")


@pytest.mark.parametrize(
    "query", ["rules=nonsense", "packs=9", "packs=x&rules=", "cards=%00%ff", "cards=" + "4o+" * 500]
)
def test_nonsense_in_the_address_is_no_error(browser, query):
    browser.get(f"/hand?{query}")
    assert browser.status in (200, 422)


def test_another_language_keeps_the_hand(browser):
    check(browser, "4o 5o 6o 7c 7e 7b 2c")
    browser.submit("/language", language="es")
    assert "Puede cerrar" in browser.text
    assert browser.form("/hand")["fields"]["cards"] == "4o 5o 6o 7c 7e 7b 2c"
