"""The form of a new game before it is sent: what it offers, and what another language leaves as it was."""

from typing import Any


def test_a_rule_set_may_be_named_in_the_address(browser: Any) -> None:
    """Where scripts ask for its values; one that does not exist is none."""
    browser.get("/new?preset=conga")
    assert browser.form("/new")["fields"]["preset"] == "conga"
    assert 'name="rules-rebuys_per_player" placeholder="1"' in browser.page.text
    browser.get("/new?preset=canasta")
    assert browser.status == 200


def test_another_language_keeps_what_was_typed(browser: Any) -> None:
    """The form is shown again in that language, nothing is judged or started, and the language is remembered."""
    browser.get("/new")
    key = browser.form("/new")["fields"]["key"]
    typed = {"players-0": "Ana", "players-2": "", "stake": "abc", "preset": "conga", "rules-jokers": "3", "limit": "70"}
    browser.submit("/new", language="es", **typed)
    fields = browser.form("/new")["fields"]
    assert {name: fields[name] for name in typed} == typed
    assert fields["key"] == key
    assert "¿Quién juega" in browser.text
    assert 'class="error"' not in browser.page.text
    browser.get("/")
    assert "Nueva partida" in browser.text


def test_currency_of_the_place(browser: Any) -> None:
    """The currency first offered is that of the browser's place."""
    browser.get("/new", headers={"Accept-Language": "es-AR,es;q=0.9"})
    assert browser.form("/new")["fields"]["currency"] == "ARS"
