"""Whatever refuses a form shows what was typed in it, in words, to be read and copied."""

from collections.abc import Callable
from typing import Any

import pytest
from databases import close
from flask import Flask
from games import Opened
from wtforms import HiddenField

import scorekeeper
from scorekeeper import service
from scorekeeper.config import Settings
from scorekeeper.service import NoSuchGame
from scorekeeper.web import limits
from scorekeeper.web.forms.base import WriteForm
from scorekeeper.web.forms.newgame import NewGameForm
from scorekeeper.web.forms.rules import RulesEditForm
from scorekeeper.web.forms.table import AdjustForm, PayForm, RenameForm, SubstituteForm
from scorekeeper.web.texts.typed import told

TYPED = {"closer": "1", "points_2": "10+7", "cards_3": "4o 5o 6o", "action": "book"}


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


def test_a_link_renewed_while_a_round_is_typed(table: Opened, browser: Any) -> None:
    """The old link opens nothing any more, not even the names; the round can still be read off."""
    browser.get(table.path("score", "round"))
    with table.app.app_context():
        service.renew(table.keyring, service.links_of(table.id)["score"], "score", 1, "another browser")
    browser.submit("/round", **TYPED)
    assert browser.status == 404
    assert "Closed Seat 1 Seat 2 10+7 Seat 3 4o 5o 6o" in browser.text
    assert "Luis" not in browser.text


def test_a_game_deleted_while_a_round_is_typed(table: Opened, browser: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even between two looks of the same request."""

    def gone(_number: int) -> None:
        raise NoSuchGame

    browser.get(table.path("score", "round"))
    with monkeypatch.context() as patched:
        patched.setattr(service, "load", gone)
        browser.submit("/round", **TYPED)
    assert browser.status == 404
    assert "Seat 2 10+7" in browser.text
    browser.get(table.path("score", "round"))
    with table.app.app_context():
        service.delete_game(table.id)
    browser.submit("/round", **TYPED)
    assert browser.status == 404
    assert "Seat 2 10+7" in browser.text


def test_too_often(settings: Settings, phone_of: Callable[[Flask], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever books too often reads what is to be typed once more, by the names of the players."""
    monkeypatch.setattr(limits, "WRITES_BY_GAME", "1 per minute")
    limited = scorekeeper.create_app(settings, TESTING=True)
    table, phone = Opened(limited), phone_of(limited)
    for status in (200, 429):
        phone.get(table.path("score", "round"))
        phone.submit("/round", closer="1", points_2="10+7", points_3="3", action="book")
        assert phone.status == status
    assert "Closed Ana" in phone.text
    assert "Luis 10+7 Eva 3" in phone.text
    close(limited)


def test_another_site_puts_no_words_on_our_pages(table: Opened, client: Any) -> None:
    """A form that it sends to an address that there is not is refused without a word of it."""
    for origin, shown in (("https://evil.example", False), ("http://localhost", True)):
        answer = client.post("/nowhere", data={"reason": "call this number"}, headers={"Origin": origin})
        assert answer.status_code == 404
        assert ("call this number" in answer.text) == shown


@pytest.mark.parametrize("form", [NewGameForm, RulesEditForm, AdjustForm, PayForm, RenameForm, SubstituteForm])
def test_every_field_is_told(app: Flask, form: type[WriteForm]) -> None:
    """No field is called by its name in the program, and none is left out."""
    hidden = {"key", "version", "confirmed", "csrf_token", "person", "rules", "players"}
    with app.test_request_context():
        made = form()
        names = [field.name for field in made if not isinstance(field, HiddenField) and field.name not in hidden]
        for part in ("rules", "players"):
            names += [field.name for field in getattr(made, part, ())]
        for name in names:
            ((label, value),) = told([(name, "1")], {})
            assert label != name
            assert value
    assert names
