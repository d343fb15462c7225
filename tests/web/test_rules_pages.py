"""The rules of a game: read by everybody, corrected or changed by whoever keeps the score."""

from typing import Any

import pytest
from ledgers import scored, terms

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.service import Keyring, NewGame, StoredGame


class Table:
    """A game with its links, and short ways to its rules pages."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.app = browser.client.application
        keyring: Keyring = self.app.extensions["keyring"]
        new = NewGame(("Ana", "Luis", "Eva"), terms(stake=250, rebuy_price=125))
        with self.app.app_context():
            self.id = service.start_game(keyring, new, "a key")
            links = service.links_of(self.id)
        self.score, self.view = (f"/g/{keyring.token_of(links[role])}" for role in ("score", "view"))

    @property
    def game(self) -> StoredGame:
        with self.app.app_context():  # of its own: a longer one would go on seeing the database as it was
            return service.load(self.id)

    def play(self, *events: ev.Event) -> None:
        """Book these events, each for itself."""
        for event in events:
            game = self.game
            sent = service.Request(service.new_key(), game.version, "-")
            with self.app.app_context():
                service.book(game, (event,), sent)

    def edit(self, **typed: str) -> None:
        """Open the form, fill it like this and book."""
        self.browser.get(f"{self.score}/rules/edit")
        self.browser.submit("/rules/edit", **{name.replace("__", "-"): value for name, value in typed.items()})


@pytest.fixture
def table(browser: Any) -> Table:
    """Three people at a Fournier table, for money."""
    return Table(browser)


def test_the_rules_in_sentences(table: Table) -> None:
    """Everybody can read the rules, the money and the customs; only the scorer may go on to change them."""
    for link, may in ((table.score, True), (table.view, False)):
        table.browser.get(f"{link}/rules")
        for said in (
            "Rule set: Fournier",
            "You are out when your total is more than 100",
            "€2.50",
            "When the stock runs",
        ):
            assert said in table.browser.text
        assert ("/rules/edit" in table.browser.page.text) is may


def test_who_only_looks_on_cannot_change_them(table: Table) -> None:
    """The viewing link opens no form and books nothing."""
    table.browser.get(f"{table.view}/rules/edit")
    assert table.browser.status == 403


def test_an_untouched_form_books_nothing(table: Table) -> None:
    """The form is filled with the terms in force; sent as it is, nothing is booked."""
    table.edit()
    assert "Nothing was different" in table.browser.text
    assert table.game.version == 1


def test_set_wrong(table: Table) -> None:
    """A limit set wrong is corrected from the start, and stake and price stay as they were."""
    table.play(scored(1, 3, 12, 20))
    table.edit(when="wrong", rules__limit="70")
    assert table.browser.status == 200
    assert "everything was counted again" in table.browser.text
    assert table.game.events[-1] == ev.RulesCorrected(1, terms(limit=70, stake=250, rebuy_price=125))
    assert "A rule set with changes" not in table.browser.text


def test_new_from_the_next_round_on(table: Table) -> None:
    """New terms count from the next round on."""
    table.play(scored(1, 3, 12, 20))
    table.edit(
        when="next",
        rules__clean_close_points="−10",
        rules__win_at="-100",
        rules__rebuys="no",
        payout="second-gets-stake",
    )
    new = terms(
        clean_close_points=-10, win_at=-100, rebuys=False, stake=250, rebuy_price=125, payout="second-gets-stake"
    )
    assert table.game.events[-1] == ev.RulesChanged(new)
    assert table.game.state.rounds[0].scored == {1: 3, 2: 12, 3: 20}
    assert "A rule set with changes of the house." in table.browser.text


def test_one_must_say_which(table: Table) -> None:
    """Once a round is played, set wrong or changed must be said; before it the rules can only have been set wrong."""
    table.browser.get(f"{table.score}/rules/edit")
    assert table.browser.form("/rules/edit")["fields"]["when"] is None or 'value="wrong" checked' in (
        table.browser.page.text.replace(
            'checked id="when-0" name="when" type="radio" value="wrong"', 'value="wrong" checked'
        )
    )
    table.play(scored(1, 3, 12, 20))
    table.edit(rules__limit="70")
    assert table.browser.status == 422
    assert "Say whether the rules were set wrong" in table.browser.text
    assert table.browser.form("/rules/edit")["fields"]["rules-limit"] == "70"


def test_consequences_are_confirmed(table: Table) -> None:
    """Who is out under the corrected limit and scored on is shown; only what was confirmed is booked."""
    table.play(scored(1, 3, 12, 60), scored(1, 3, 12, 20))
    table.edit(when="wrong", rules__limit="50", rules__rebuys="no")
    version = table.game.version
    assert version == 3
    assert "Eva is out by then" in table.browser.text
    table.browser.submit("/rules/edit")
    game = table.game
    assert game.state.terms.rules.limit == 50
    assert game.state.seat(3).status == "out"
    assert game.version > version


def test_a_question_is_asked(table: Table) -> None:
    """Whether somebody now out came back is asked, and the answer is booked with the correction."""
    table.play(scored(1, 3, 12, 60), scored(1, 3, 12, 20))
    table.edit(when="wrong", rules__limit="50")
    assert "Eva is now out before this: round 2" in table.browser.text
    table.browser.submit("/rules/edit", **{"answer-rebuy-3-3": "rebuy"})
    table.browser.submit("/rules/edit", **{"answer-rebuy-3-3": "rebuy"})
    assert table.game.state.seat(3).rebuys == 1
    assert table.game.state.seat(3).total == 32


def test_another_phone_was_faster(table: Table) -> None:
    """A stale form comes back with 409, with what was booked meanwhile, and can then be booked."""
    table.browser.get(f"{table.score}/rules/edit")
    table.play(scored(1, 3, 12, 20))
    table.browser.submit("/rules/edit", **{"rules-limit": "70", "when": "wrong"})
    assert table.browser.status == 409
    assert "Luis 12" in table.browser.text
    assert table.browser.form("/rules/edit")["fields"]["rules-limit"] == "70"
    table.browser.submit("/rules/edit", when="wrong")
    assert table.browser.status == 200
    assert table.game.state.terms.rules.limit == 70


def test_sent_twice_books_once(table: Table) -> None:
    """The same form sent twice corrects once; with other values under the same key it is shown again."""
    table.browser.get(f"{table.score}/rules/edit")
    form = table.browser.page
    table.browser.submit("/rules/edit", **{"rules-limit": "70", "when": "wrong"})
    table.browser.page = form
    table.browser.submit("/rules/edit", **{"rules-limit": "70", "when": "wrong"})
    assert table.browser.status == 200
    assert table.game.version == 2
    table.browser.page = form
    table.browser.submit("/rules/edit", **{"rules-limit": "80", "when": "wrong"})
    assert table.browser.status == 409
    assert "booked before" in table.browser.text
    assert table.game.version == 2


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"rules__limit": "501"}, "Limit: “501” is not possible. Allowed: 20 to 500."),
        ({"rules__limit": ""}, "Limit: “empty” is not possible. Allowed: 20 to 500."),
        ({"rules__jokers": "x"}, "Jokers in each pack: “x” is not possible."),
        ({"rules__ends": "rounds"}, "A game over a number of rounds needs that number."),
        ({"rules__players_max": "2"}, "These rules are for at most 2 players, and here are 3."),
        ({"stake": "-1"}, "An amount cannot be negative."),
        (
            {"currency": "JPY", "stake": "3", "rebuy_price": "1", "when": "next"},
            "The currency cannot change during a game",
        ),
        ({"when": "perhaps"}, "Say whether the rules were set wrong"),
        ({"payout": "nobody"}, "Say who gets the pot"),
        ({"version": "x"}, "Version"),
    ],
)
def test_bad_input_comes_back(table: Table, typed: dict[str, str], said: str) -> None:
    """What cannot be is answered with 422 and a sentence, and everything typed is still there."""
    table.edit(**({"when": "wrong"} | typed))
    assert table.browser.status == 422
    if said != "Version":
        assert said in table.browser.text
    fields = table.browser.form("/rules/edit")["fields"]
    kept = {
        name.replace("__", "-"): value for name, value in typed.items() if name not in ("when", "payout", "version")
    }
    assert {name: fields[name] for name in kept} == kept
    assert table.game.version == 1


def test_enter_books_nothing(table: Table) -> None:
    """The button that the Enter key presses only checks the form."""
    table.edit(when="wrong", rules__limit="70", action="check")
    assert table.browser.status == 200
    assert table.browser.form("/rules/edit")["fields"]["rules-limit"] == "70"
    assert table.game.version == 1


def test_none_is_none(table: Table) -> None:
    """Optional numbers are shown as none, and an emptied one becomes none."""
    table.browser.get(f"{table.score}/rules/edit")
    assert table.browser.form("/rules/edit")["fields"]["rules-win_at"] == "none"
    table.edit(when="wrong", rules__second_deck_from="", rules__win_at="ninguno")
    rules = table.game.state.terms.rules
    assert (rules.second_deck_from, rules.win_at) == (None, None)


def test_another_language_keeps_what_was_typed(table: Table) -> None:
    """Nothing is judged or booked."""
    table.edit(rules__close_limit="four", when="next", language="es")
    assert table.browser.status == 200
    fields = table.browser.form("/rules/edit")["fields"]
    assert (fields["rules-close_limit"], fields["when"]) == ("four", "next")
    assert "Puntos para cerrar" in table.browser.text
    assert table.game.version == 1
