"""Home: the games that a browser knows."""

import re
from typing import Any

import pytest
from phones import Phone

from scorekeeper.web.pages import home

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


def listed(page: str) -> int:
    """How many games a page lists."""
    return len(re.findall(r'action="/forget/', page))


def test_many_games_are_a_tap_away(browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Home shows the newest games and leads to the others; with few of them, it shows all and leads nowhere."""
    monkeypatch.setattr(home, "SHOWN", 2)
    for number in range(3):
        Phone(browser).go()
        page = browser.get("/").text
        assert listed(page) == min(number + 1, 2)
        assert ("All your games" in page) == (number == 2)
    every = browser.get("/?all=1").text
    assert listed(every) == 3
    assert "All your games" not in every
