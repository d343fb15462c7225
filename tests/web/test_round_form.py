"""The form of a round, as it is sent by the server: who stands where in it."""

import re
from typing import Any

import pytest
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
