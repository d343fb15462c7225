"""A total below zero has a real minus sign wherever it is shown: a hyphen beside figures is easily overlooked."""

import re
from typing import Any

import pytest
from phones import Phone

from scorekeeper.engine import events as ev

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
HYPHEN = re.compile(r"(?<![\w-])-\d")


@pytest.fixture
def phone(browser: Any) -> Phone:
    """Ana -10 and Eva -20, while Luis is over the limit and may come back at -10."""
    phone = Phone(browser)
    phone.play(1, 0, 60, 30, kind="chinchon")
    phone.book(ev.PointsAdjusted(3, -50, "forgotten"))
    phone.play(1, 0, 60, 0)
    return phone


@pytest.mark.parametrize("page", ["", "rebuy", "table", "tableview", "history", "rules"])
def test_while_a_rebuy_is_open(phone: Phone, page: str) -> None:
    text = phone.go(page)
    assert "\N{MINUS SIGN}10" in text
    assert not HYPHEN.search(text)


def test_afterwards(phone: Phone) -> None:
    """The board with the rebuy among the rounds, the list of games, and the preview of a round."""
    phone.book(ev.RebuyTaken(2))
    assert not HYPHEN.search(phone.go())
    phone.browser.get("/")
    assert "\N{MINUS SIGN}20" in phone.browser.text
    assert not HYPHEN.search(phone.browser.text)
    phone.go("round")
    text = phone.submit("/round", closer="1", kind="chinchon", points_2="60", points_3="5", action="preview")
    assert "\N{MINUS SIGN}20" in text
    assert not HYPHEN.search(text)


def test_the_end(phone: Phone) -> None:
    """The picture is described in words, too."""
    phone.book(ev.RebuyDeclined(2))
    phone.book(ev.GameEnded())
    assert "Eva: \N{MINUS SIGN}20" in phone.go()
    assert not HYPHEN.search(phone.browser.text)


def test_a_hand(browser: Any) -> None:
    browser.get("/hand?rules=fournier&cards=1o+2o+3o+4o+5o+6o+7o+12e")
    assert "\N{MINUS SIGN}10 points" in browser.text
    assert not HYPHEN.search(browser.text)
    browser.get("/hand?rules=fournier&cards=1o+2o+3o+4o+5o+6o+7o")
    assert "\N{MINUS SIGN}10 points for the closer." in browser.text
