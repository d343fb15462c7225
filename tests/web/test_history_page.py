"""The history page: every event, what counts, undo and redo, and one event taken back by itself."""

from typing import Any

import pytest
from ledgers import terms
from phones import Phone

from scorekeeper.engine import events as ev

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def phone(browser: Any) -> Phone:
    """Two rounds and a penalty: Ana 3, Luis 12 + 40 + 10, Eva 30 + 5."""
    phone = Phone(browser)
    phone.play(1, 3, 12, 30)
    phone.play(1, 0, 40, 5)
    phone.book(ev.PointsAdjusted(2, 10, "showed a card"))
    return phone


def totals(phone: Phone) -> list[int]:
    """The totals by seat."""
    return [seat.total for seat in phone.state.seats]


def test_every_event_in_plain_words(phone: Phone) -> None:
    """The newest stands first; rounds can be corrected, and everything but the start taken back by itself."""
    text = phone.go("history")
    assert text.index("showed a card") < text.index("Round 2.") < text.index("Round 1.") < text.index("The game began")
    assert f'href="{phone.score}round/2"' in phone.html
    assert [action.removeprefix(phone.score) for action in phone.forms()] == [
        "undo/4",
        "undo/3",
        "undo/2",
        "undo",
        "redo",
    ]


def test_undo_and_redo(phone: Phone) -> None:
    """Undo takes the newest step back and redo brings it again; both stay in the history."""
    phone.go("history")
    assert "Undone: Luis got 10 points more" in phone.submit("/undo")
    assert totals(phone) == [3, 52, 35]
    text = phone.go("history")
    assert "Undone: Luis got 10 points more" in text
    assert f"{phone.score}undo/4" not in phone.forms()
    phone.submit("/redo")
    assert totals(phone) == [3, 62, 35]
    assert "Redone: Luis got 10 points more" in phone.go("history")


def test_undo_and_redo_stay_in_the_history(phone: Phone) -> None:
    """Where they are pressed there, one step after the other; what was taken back is said."""
    phone.go("history")
    steps = ("undo", "Undone: Luis"), ("undo", "Undone: Round 2.</div>"), ("redo", "Redone: Round 2.</div>")
    for button, said in steps:
        phone.submit(f"/{button}", to="history")
        assert phone.browser.page.request.path == f"{phone.score}history"
        assert f'<div role="status">{said}' in phone.html
        assert ("to", "history") in phone.browser.form(f"/{button}")["buttons"]
    phone.submit("/undo/2")
    assert phone.browser.page.request.path == f"{phone.score}history"
    assert '<div role="status">Undone: Round 1. Totals now: Ana 0, Luis 40, and Eva 5.</div>' in phone.html


def test_a_large_step_is_told_in_few_words(browser: Any) -> None:
    """Its cause first, then how much more there is; who undoes is not told of what counts again by that."""
    phone = Phone(browser, "Ana", "Luis", rebuys=False)
    for _round in range(3):
        phone.play(1, 0, 30)
    phone.book(ev.RulesCorrected(1, terms(limit=20, rebuys=False)))  # over after round 1: the rest is undone
    assert len(phone.game.ledger) == 7
    phone.go("history")
    phone.submit("/undo", to="history")
    toast = phone.html.partition('<div role="status">')[2].partition("</div>")[0]
    assert toast.startswith("Undone: The rules had been set wrong and were corrected from the start.")
    assert "… and 2 more." in toast and "Redone" not in toast
    phone.submit("/redo", to="history")
    toast = phone.html.partition('<div role="status">')[2].partition("</div>")[0]
    assert toast.startswith("Redone: The rules")
    assert "… and 2 more." in toast and "Undone" not in toast


def test_many_events_of_one_kind_are_counted(phone: Phone) -> None:
    """Two are told, of the rest how many."""
    phone.book(*[ev.Paid(seat, 200) for seat in (1, 2, 3)])
    phone.go("history")
    text = phone.submit("/undo")
    assert "Undone: Ana put €2.00 on the plate. Undone: Luis put €2.00 on the plate. … and 1 more." in text


def test_nothing_to_undo(browser: Any) -> None:
    """In a new game both buttons rest; pressed all the same, nothing happens and a sentence says so."""
    phone = Phone(browser)
    phone.go("history")
    assert phone.html.count(" disabled") == 2
    phone.submit("/undo")
    assert phone.browser.status == 200
    assert phone.game.version == 1
    assert 'class="notice error"' in phone.html


def test_one_event_of_the_past(phone: Phone) -> None:
    """A round in the middle is taken back by itself, and what came later stays."""
    phone.go("history")
    phone.submit("/undo/2")
    assert totals(phone) == [0, 50, 5]
    text = phone.go("history")
    assert "Round 1. Ana closed: plain close. Points: Ana 3, Luis 12, Eva 30. undone" in text
    assert "Round 1. Ana closed: plain close. Points: Ana 0, Luis 40, Eva 5." in text
    assert f"{phone.score}round/2" not in phone.html


@pytest.mark.parametrize("event", [1, 99, 0])
def test_what_cannot_be_taken_back(phone: Phone, event: int) -> None:
    """The start and what never happened cannot be undone: nothing is booked, whatever is sent."""
    phone.go("history")
    fields = phone.browser.form("/undo/2")["fields"]
    answer = phone.browser.client.post(f"{phone.score}undo/{event}", data=fields, follow_redirects=True)
    assert answer.status_code == 200
    assert 'class="notice error"' in answer.text
    assert phone.game.version == 4


def test_taken_back_already(phone: Phone) -> None:
    """What is undone cannot be undone once more."""
    phone.go("history")
    phone.submit("/undo/2")
    phone.go("history")
    fields = phone.browser.form("/undo/3")["fields"]
    phone.browser.client.post(f"{phone.score}undo/2", data=fields)
    assert phone.game.version == 5


def test_consequences_are_shown_first(browser: Any) -> None:
    """Taking a round back on which a rebuy hangs shows what goes with it, and books both once it is confirmed."""
    phone = Phone(browser)
    phone.play(1, 0, 60, 20)
    phone.play(1, 0, 60, 20)
    phone.book(ev.RebuyTaken(2))
    before = phone.game.version
    phone.go("history")
    text = phone.submit("/undo/2")
    assert "Please check" in text
    assert "This can no longer have happened and is taken back: Luis came back" in text
    assert "Luis 40 60" in text
    assert phone.game.version == before
    phone.submit("/undo/2")
    assert totals(phone) == [0, 60, 20]
    assert phone.state.pot == 600


def test_a_question_only_the_table_can_answer(browser: Any) -> None:
    """Taking a round back that put somebody out asks what he had later; an answer that is none asks again."""
    phone = Phone(browser)
    phone.play(1, 0, 60, 20)
    phone.play(1, 0, 60, 20)
    phone.book(ev.RebuyDeclined(2))
    phone.play(1, 0, None, 20)
    phone.go("history")
    text = phone.submit("/undo/3")
    assert "With how many loose points did Luis end it" in text
    name = next(field for field in phone.browser.form("/undo/3")["fields"] if field.startswith("answer-entry"))
    assert "With how many loose points" in phone.submit("/undo/3", **{name: "x"})
    text = phone.submit("/undo/3", **{name: "7"})
    assert "Luis now gets points in this, as you said" in text
    phone.submit("/undo/3")
    assert totals(phone) == [0, 67, 40]


@pytest.mark.parametrize("ending", ["/undo", "/undo/2"])
def test_another_phone_was_faster(phone: Phone, ending: str) -> None:
    """A history that is out of date takes nothing back: it shows what was booked, and offers both ways on."""
    phone.late("history", ending, "as it was asked for", ev.PointsAdjusted(3, 7, "late"), "Eva got 7 points more")


@pytest.mark.parametrize("ending", ["/undo", "/undo/2"])
def test_sent_twice(phone: Phone, ending: str) -> None:
    """A double tap takes one thing back."""
    phone.twice("history", ending)


def test_one_key_for_two_things(phone: Phone) -> None:
    """A form whose key has booked something else books nothing more, and says so."""
    phone.go("history")
    fields = phone.browser.form("/undo/2")["fields"]
    phone.submit("/undo/2")
    phone.browser.page = phone.browser.client.post(
        f"{phone.score}undo/3", data={**fields, "more": "x"}, follow_redirects=True
    )
    assert "This form was booked already." in phone.browser.text
    assert phone.game.version == 5


def test_two_buttons_of_one_page(phone: Phone) -> None:
    """Back in the browser, another button of the same page is not mistaken for the first: each has its own key."""
    phone.go("history")
    page = phone.browser.page
    phone.submit("/undo/4")
    phone.browser.page = page
    phone.submit("/undo/2")
    assert phone.browser.status == 409
    phone.submit("/undo/2")
    assert totals(phone) == [0, 40, 5]


def test_marks(phone: Phone) -> None:
    """A corrected round is marked where it stands, and the correction itself can be taken back."""
    entries = (ev.Entry(1, 3), ev.Entry(2, 22), ev.Entry(3, 30))
    phone.book(ev.RoundCorrected(2, ev.RoundScored(entries, 1, "plain")))
    phone.go("history")
    assert "corrected" in phone.browser.text
    phone.submit("/undo/5")
    assert totals(phone) == [3, 62, 35]
