"""The form of a new game: good defaults, everything typed kept, a sentence by every field that is wrong."""

import re
from typing import Any

import pytest

from scorekeeper import service
from scorekeeper.engine.rules import PRESETS
from scorekeeper.service import StoredGame

TWO = {"players-0": "Ana", "players-1": "Luis"}


def started(browser: Any, **typed: str) -> StoredGame:
    """Fill the form like this, start, and load the game that the board shows."""
    browser.get("/new")
    browser.submit("/new", **{name.replace("__", "-"): value for name, value in typed.items()})
    assert browser.status == 200
    path = browser.page.request.path
    assert path.startswith("/g/s")
    return newest(browser)


def newest(browser: Any) -> StoredGame:
    """The game behind the page that the browser is on."""
    token = browser.page.request.path.split("/")[2]
    app = browser.client.application
    with app.app_context():  # of its own: a longer one would go on seeing the database as it was
        return service.load(app.extensions["keyring"].open(token).game_id)


def refused(browser: Any, said: str, **typed: str) -> None:
    """Fill the form like this, and expect it back with a sentence and with everything that was typed."""
    browser.get("/new")
    before = browser.form("/new")["fields"]
    browser.submit("/new", **typed)
    assert browser.status == 422
    assert said in browser.text
    kept = browser.form("/new")["fields"]
    wanted = {name: value for name, value in (before | typed).items() if name not in ("csrf_token", "key")}
    assert {name: kept.get(name) or "" for name in wanted} == {name: value or "" for name, value in wanted.items()}


def test_two_names_are_enough(browser: Any) -> None:
    """With two names and nothing else a game starts: Fournier, to 100, without money, the first one deals."""
    game = started(browser, **TWO)
    assert list(game.names.values()) == ["Ana", "Luis"]
    terms = game.state.terms
    assert (terms.rules, terms.stake, terms.rebuy_price) == (PRESETS["fournier"], 0, 0)
    assert game.state.dealer == 1


def test_only_the_names_posted(client: Any) -> None:
    """A post of nothing but names and the token starts the same game: every other field has its default."""
    page = client.get("/new").text
    token = page.split('name="csrf_token" type="hidden" value="')[1].split('"')[0]
    answer = client.post("/new", data={"csrf_token": token, **TWO})
    assert answer.status_code == 303


def test_everything_chosen(browser: Any) -> None:
    """Rule set, house rules, limit, money and dealer are all taken as chosen."""
    game = started(
        browser, players__0="Ana", players__1="Luis", players__2="Eva", first_dealer="3", preset="home",
        limit="other", limit_other="85", stake="2,50", rebuy_price="1.25", currency="GBP",
        payout="second-gets-stake", rules__close_limit="7", rules__chinchon_wins="no", rules__close_max_cards="none",
    )  # fmt: skip
    terms = game.state.terms
    assert terms.rules == PRESETS["home"].changed(close_limit=7, chinchon_wins=False, close_max_cards=None, limit=85)
    assert (terms.stake, terms.rebuy_price, terms.currency) == (250, 125, "GBP")
    assert terms.payout == "second-gets-stake"
    assert game.state.dealer == 3


def test_a_rebuy_costs_the_stake_by_default(browser: Any) -> None:
    """Without a price of its own a rebuy costs as much as the stake; with 0 it is free."""
    assert started(browser, **TWO, stake="3").state.terms.rebuy_price == 300
    assert started(browser, **TWO, stake="3", rebuy_price="0").state.terms.rebuy_price == 0


def test_names_are_tidied(browser: Any) -> None:
    """Spaces around and within are tidied, accents composed, empty rows at the end ignored."""
    game = started(browser, players__0="  Jose\N{COMBINING ACUTE ACCENT}  Luis ", players__1="Ana", players__2="  ")
    assert list(game.names.values()) == ["José Luis", "Ana"]


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_rule_set_starts(browser: Any, name: str) -> None:
    """Each rule set starts a game for two with exactly its rules."""
    assert started(browser, **TWO, preset=name).state.terms.rules == PRESETS[name]


LONG = "x" * 61
NINE = {f"players-{n}": f"Name {n}" for n in range(9)}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({}, "A game needs at least 2 players."),
        ({"players-0": "Ana"}, "A game needs at least 2 players."),
        (NINE, "These rules are for at most 8 players, and here are 9."),
        ({**TWO, "players-2": "Eva", "preset": "duel-52"}, "These rules are for at most 2 players"),
        ({"players-0": "", "players-1": "Luis", "players-2": "Eva"}, "A name is needed"),
        ({**TWO, "players-1": LONG}, "61 characters"),
        ({**TWO, "players-2": "ANA"}, "ANA is at the table already"),
        ({**TWO, "players-1": "Lu\N{ZERO WIDTH SPACE}is"}, "cannot be printed"),
        ({**TWO, "players-1": "\N{HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"}, "cannot be printed"),
        ({**TWO, "players-1": "\N{COMBINING TILDE}"}, "cannot be printed"),
        ({**TWO, "stake": "abc"}, "“abc” is not an amount. Write for example 2 or 2.50."),
        ({**TWO, "stake": "-3"}, "An amount cannot be negative."),
        ({**TWO, "stake": "1000000,01", "currency": "EUR"}, "That is too much: at most €1,000,000.00."),
        ({**TWO, "stake": "2,505", "currency": "EUR"}, "more decimals than EUR has"),
        ({**TWO, "rebuy_price": "x"}, "“x” is not an amount."),
        ({**TWO, "currency": "ZZZ"}, "“ZZZ” is not a currency."),
        ({**TWO, "limit": "other", "limit_other": "19"}, "Limit: “19” is not possible. Allowed: 20 to 500."),
        ({**TWO, "limit": "other"}, "Limit: “empty” is not possible. Allowed: 20 to 500."),
        ({**TWO, "limit_other": "85"}, "To play to 85 choose “Other”; to play to 100 leave this empty."),
        ({**TWO, "rules-close_limit": "99"}, "Points allowed for closing: “99” is not possible. Allowed: 0 to 15."),
        ({**TWO, "rules-jokers": "two"}, "Jokers in each pack: “two” is not possible. Allowed: 0 to 4."),
        ({**TWO, "rules-jokers": "none"}, "Jokers in each pack: “none” is not possible. Allowed: 0 to 4."),
        ({**TWO, "rules-deck": "tarot"}, "Deck: “tarot” is not possible."),
        ({**TWO, "rules-rebuys": "maybe"}, "Rebuys: “maybe” is not possible. Allowed: yes or no."),
        ({**TWO, "rules-ends": "rounds"}, "A game over a number of rounds needs that number. Allowed: 1 to 50"),
        ({**NINE, "players-8": "", "rules-second_deck_from": "none"}, "There are not enough cards: 8 players need 58"),
        ({**TWO, "first_dealer": "3"}, "Choose who deals first among the players with a name."),
    ],
)  # fmt: skip
def test_bad_input_comes_back(browser: Any, typed: dict[str, str], said: str) -> None:
    """What cannot be is answered with 422 and a sentence, and everything typed is still there."""
    if "players-8" in typed or typed.get("first_dealer"):
        browser.get("/new")
        fields = {k: v for k, v in (browser.form("/new")["fields"] | typed).items() if v is not None}
        browser.page = browser.client.post("/new", data=fields)
        assert browser.status == 422
        assert said in browser.text
        assert all(f'value="{value}"' in browser.page.text for value in typed.values())
        return
    refused(browser, said, **typed)


@pytest.mark.parametrize("field", ["preset", "payout", "limit"])
def test_a_forged_choice_is_refused(browser: Any, field: str) -> None:
    """A choice that the page does not offer is a sentence, not a failure."""
    browser.get("/new")
    browser.submit("/new", **TWO, **{field: "forged"})
    assert browser.status == 422


@pytest.mark.parametrize(
    "name", ["players-²", "players-٣", "players-", "players-99999999999", "playersx", "rules", "rules-"]
)
def test_strange_field_names_do_no_harm(browser: Any, name: str) -> None:
    """Fields that no page of ours has are ignored."""
    started(browser, **TWO, **{name: "x"})


def test_all_mistakes_are_shown_at_once(browser: Any) -> None:
    """A form with several mistakes names each of them, with links to the fields."""
    browser.get("/new")
    browser.submit("/new", **{"players-1": "Ana", "stake": "abc", "rules-jokers": "9"})
    for said in ("A name is needed", "“abc” is not an amount", "Jokers in each pack: “9”"):
        assert said in browser.text
    for field in ("players-0", "stake", "rules-jokers"):
        assert f'href="#{field}"' in browser.page.text
        assert f'id="{field}"' in browser.page.text


# Buttons that book nothing


def pressed(browser: Any, action: str, **typed: str) -> dict[str, Any]:
    """The fields after this button was pressed."""
    browser.get("/new")
    browser.submit("/new", action=action, **{name.replace("__", "-"): value for name, value in typed.items()})
    assert browser.status == 200
    assert "cannot be booked" not in browser.text
    return browser.form("/new")["fields"]


def named(fields: dict[str, Any]) -> list[str]:
    """The names in the rows of the form."""
    return [fields[f"players-{row}"] for row in range(8) if f"players-{row}" in fields]


THREE = {"players__0": "Ana", "players__1": "Luis", "players__2": "Eva", "stake": "abc"}


def test_adding_a_row(browser: Any) -> None:
    """A row is added at the end, up to eight, and what was typed stays even where it is wrong."""
    fields = pressed(browser, "add", **THREE)
    assert named(fields) == ["Ana", "Luis", "Eva", "", ""]
    assert fields["stake"] == "abc"
    assert len(named(pressed(browser, "add", **{f"players__{n}": str(n) for n in range(8)}))) == 8


def test_enter_goes_to_the_next_name(browser: Any) -> None:
    """The Enter key leads to the next empty row, and makes one only where there is none."""
    assert len(named(pressed(browser, "next", **THREE))) == 4
    assert re.search('<input[^>]*autofocus[^>]*id="players-3"', browser.page.text)
    assert len(named(pressed(browser, "next", **THREE, players__3="Paz"))) == 5


def test_removing_a_row(browser: Any) -> None:
    """The row goes, the dealer stays the same person; two rows always remain."""
    fields = pressed(browser, "remove-0", **THREE, first_dealer="3")
    assert named(fields) == ["Luis", "Eva", ""]
    assert '<input type="radio" name="first_dealer" value="2" checked>' in browser.page.text
    browser.submit("/new", action="remove-0")
    browser.submit("/new", action="remove-0")
    assert named(browser.form("/new")["fields"]) == ["", ""]


@pytest.mark.parametrize(
    ("action", "names", "dealer"),
    [("up-1", ["Luis", "Ana", "Eva", ""], 2), ("down-0", ["Luis", "Ana", "Eva", ""], 2),
     ("up-0", ["Ana", "Luis", "Eva", ""], 1), ("down-1", ["Ana", "Eva", "Luis", ""], 1),
     ("down-9", ["Ana", "Luis", "Eva", ""], 1), ("nonsense", ["Ana", "Luis", "Eva", ""], 1)],
)  # fmt: skip
def test_moving_a_row(browser: Any, action: str, names: list[str], dealer: int) -> None:
    """Rows change places, and the deal goes with the person."""
    assert named(pressed(browser, action, **THREE)) == names
    assert f'name="first_dealer" value="{dealer}" checked' in browser.page.text


def test_showing_a_rule_set(browser: Any) -> None:
    """The button shows the values of the chosen rule set in the empty fields, and keeps those that were typed."""
    fields = pressed(browser, "preset", **THREE, preset="conga", rules__jokers="3")
    assert fields["rules-jokers"] == "3"
    assert fields["rules-rebuys_per_player"] == ""
    page = browser.page.text
    assert 'name="rules-rebuys_per_player" placeholder="1"' in page
    assert "(the Spanish 48-card deck)" in browser.text
    assert '<details class="panel" open>' in page


def test_house_rules_follow_the_rule_set_unless_typed(browser: Any) -> None:
    """Untouched house rules are those of the rule set chosen last; a typed one wins."""
    pressed(browser, "preset", **{**THREE, "stake": ""}, preset="conga", rules__jokers="3")
    browser.submit("/new", preset="general")
    assert newest(browser).state.terms.rules == PRESETS["general"].changed(jokers=3)


def test_sent_twice_starts_once(browser: Any) -> None:
    """The same form sent twice leads to the same game; changed after going back, it starts another."""
    browser.get("/new")
    form = browser.page
    browser.submit("/new", **TWO)
    first = newest(browser).id
    browser.page = form
    browser.submit("/new", **TWO)
    assert newest(browser).id == first
    browser.page = form
    browser.submit("/new", **{**TWO, "players-1": "Eva"})
    assert newest(browser).id != first


def test_names_are_offered_again(browser: Any) -> None:
    """Names of this browser's games are offered for the next one; the game is in its list."""
    started(browser, players__0="Ana & Bob", players__1="Luis")
    browser.get("/new")
    assert '<option value="Ana &amp; Bob">' in browser.page.text
    browser.get("/")
    assert "Luis" in browser.text


def test_without_a_token_nothing_starts(client: Any) -> None:
    """A forged post is refused."""
    assert client.post("/new", data=TWO).status_code == 400


def test_an_old_form_does_not_tell_the_renewed_link(app, browser):
    """Whoever gave the scoring away cannot get it back by sending the form of the new game again."""
    browser.get("/new")
    form = browser.form("/new")
    typed = {**form["fields"], "players-0": "Ana", "players-1": "Luis", "action": "start"}
    sent = {name: value for name, value in typed.items() if value is not None}
    first = browser.client.post("/new", data=sent).headers["Location"]
    with app.app_context():
        keyring = app.extensions["keyring"]
        link = keyring.open(first.split("/")[2])
        renewed = service.renew(keyring, link, "score", link.generation, service.digest("another phone"))
    again = browser.client.post("/new", data=sent).headers["Location"]
    assert again == first
    assert keyring.token_of(renewed) not in again
    assert browser.client.get(again).status_code == 404
