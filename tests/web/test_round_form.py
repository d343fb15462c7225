"""The form of a round, as it is sent by the server: who stands where in it."""

import re
from typing import Any

import pytest
from ledgers import terms
from phones import Phone

from scorekeeper.engine import events as ev

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def rows(phone: Phone) -> list[str]:
    """The names of the form's rows, from the top."""
    return re.findall(r"<label for=\"points_\d\"><b>(\w+)</b>", phone.html)


def test_the_players_stand_as_on_the_board(browser: Any) -> None:
    """Whoever deals; also where seats were changed, and in the correction of a round before that."""
    phone = Phone(browser)
    phone.play(1, 3, 12, 30)
    phone.go("round")
    assert rows(phone) == ["Ana", "Luis", "Eva"]
    phone.book(ev.SeatsReordered((3, 1, 2)))
    phone.go("round")
    assert rows(phone) == ["Eva", "Ana", "Luis"]
    phone.go("round/2")
    assert rows(phone) == ["Ana", "Luis", "Eva"]


@pytest.mark.parametrize("page", ["round", "round/2"])
def test_another_language_keeps_what_was_typed(browser: Any, page: str) -> None:
    """Nothing is judged or booked."""
    phone = Phone(browser)
    phone.play(1, 3, 12, 30)
    phone.go(page)
    typed = {"closer": "2", "points_1": "many", "cards_3": "4o 5o", "kind": "clean"}
    assert "Mano" in phone.submit(page, language="es", **typed)
    fields = browser.form(page)["fields"]
    assert {name: fields[name] for name in typed} == typed
    assert phone.game.version == 2
    assert 'class="error"' not in phone.html


def preview(phone: Phone, *hands: str) -> str:
    """What the page says of a round of these hands that Ana closed."""
    phone.go("round")
    cards = {f"cards_{seat}": hand for seat, hand in enumerate(hands, start=1)}
    return phone.submit("round", closer="1", action="preview", **cards)


def test_a_lay_off_is_told_as_it_was_found(browser: Any) -> None:
    """With what others laid before, without what the player himself laid and those after him."""
    phone = Phone(browser)
    page = preview(phone, "4o 5o 6o 12c 12e 12b 2c", "7o 3o 11c 2e 4e 6b 2b", "10o 1e 3c 5e 7e 1b 11b")
    assert "Luis lays 3o on 4o 5o 6o of Ana" in page
    assert "Luis lays 7o on 4o 5o 6o of Ana" in page
    assert "Eva lays 10o on 3o 4o 5o 6o 7o of Ana" in page


def test_lay_offs_on_another_hand_go_round_from_its_owner(browser: Any) -> None:
    """On Luis's run Eva comes before Ana, the closer."""
    page = preview(Phone(browser), "12o 12c 12e 1c 1e 1b 3o", "5o 6o 7o 2c 4e 6b 11b", "4o 10e 3c 5e 7e 2b 11c")
    assert "Eva lays 4o on 5o 6o 7o of Luis" in page
    assert "Ana lays 3o on 4o 5o 6o 7o of Luis" in page


def test_a_joker_laid_off(browser: Any) -> None:
    """In a run it stands for a card, on the hand it stood for none."""
    phone = Phone(browser, jokers=2)
    page = preview(phone, "4o 5o 6o 12c 12e 12b 2c", "JK 2e 6e 7b 3b 11c 5c", "10o 1e 3c 5e 7e 1b 11b")
    assert "Luis lays JK on" in page


@pytest.mark.parametrize(("wrong", "offered"), [(1, True), (2, False)])
def test_a_false_close_is_offered_where_the_closer_is_at_fault(browser: Any, wrong: int, offered: bool) -> None:
    """A meld of somebody else that is none says nothing against the close."""
    phone = Phone(browser, "Ana", "Luis")
    hands = {1: "1o 1c 1e / 2b 3b 4b / 4o", 2: "7o 7c 7e / 5b / 6c / 10o / 12c"}
    hands[wrong] = {1: "1o 1c 2e / 2b 3b 4b / 4o", 2: "7o 7c 6e / 5b / 6c / 10o / 12c"}[wrong]
    phone.go("round")
    text = phone.submit("round", closer="1", action="book", **{f"cards_{seat}": hand for seat, hand in hands.items()})
    assert "This is against the rules" in text
    assert ("rule it a false close" in text, 'value="false-close" class="button' in phone.html) == (offered, offered)
    assert "let it stand" in text
    assert ("Luis: " in text) is not offered, "whose hand is meant, where it is not the closer's"


def test_a_correction_is_shown_at_its_own_round(browser: Any) -> None:
    """Also where a later round has the same entries, and by the rules of that time."""
    phone = Phone(browser, "Ana", "Luis", clean_close_points=-10)
    for left in (10, 20, 30):
        phone.play(1, 0, left)
    phone.book(ev.RulesChanged(terms(clean_close_points=-20)))
    cards = {"cards_1": "4o 5o 6o 7o 12c 12e 12b", "points_1": "", "points_2": "30"}
    phone.go("round/2")
    assert "Ana closed 0 0 Luis +30 30" in phone.submit(
        "round/2", action="preview", closer="1", points_1="0", points_2="30"
    )
    assert "Ana closed −10 −10 Luis +30 30" in phone.submit("round/2", action="preview", closer="1", **cards)


def test_one_point_is_no_points(browser: Any) -> None:
    """A loose ace is one point, and one point is what could have been left."""
    page = preview(Phone(browser, "Ana", "Luis"), "4o 5o 6o 7c 7e 7b 1c", "12o 12c 12e / 3b / 4b / 5b / 1e")
    assert "loose, 1 point " in page
    assert "Only 1 point could have been left." in page
