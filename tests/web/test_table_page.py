"""The table page: who comes, goes and changes places, penalties, money, names, the end; each with bad, late and
repeated input. And the rebuy decision."""

import re
from typing import Any

import pytest
from phones import Phone

from scorekeeper.engine import events as ev

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)

# The address of each form, something good to type into it, and how that is told when it is not booked.
GOOD = {
    "adjust": ({"seat": "2", "points": "10", "reason": "showed a card"}, "Points 10 Reason showed a card"),
    "pay": ({"seat": "2", "amount": "2.50"}, "Player Luis What Put on the plate Amount 2.50"),
    "settle": ({"seat": "all"}, "Player Everybody"),
    "join": ({"name": "Rosa"}, "Name Rosa"),
    "leave": ({"seat": "2"}, "Player Luis"),
    "substitute": ({"seat": "2", "name": "Jorge"}, "Player Luis Name Jorge"),
    "order": ({"place_1": "2", "place_2": "1", "place_3": "3"}, "Ana 2 Luis 1 Eva 3"),
    "end": ({}, "as it was asked for"),
}


@pytest.fixture
def phone(browser: Any) -> Phone:
    """Ana 3, Luis 12, Eva 30, for money."""
    phone = Phone(browser)
    phone.play(1, 3, 12, 30)
    return phone


def test_what_the_table_shows(phone: Phone) -> None:
    """Everybody sees who has what total, and what is to be and has been paid."""
    phone.book(ev.Paid(2, 200))
    for link in ("score", "view"):
        text = phone.go("table", link)
        assert "Luis 12 €2.00 €2.00" in text
        assert "Eva 30 €2.00 €0.00" in text
    assert 'aria-label="paid"' in phone.html


def test_without_money(browser: Any) -> None:
    """Where no money is played for, its columns are missing, and nobody wins a pot."""
    phone = Phone(browser, stake=0, rebuy_price=0)
    text = phone.go("table")
    assert "To pay in" not in text
    assert "wins the pot" not in text


def test_every_field_has_an_id_of_its_own(phone: Phone) -> None:
    """Several forms ask for a player or a name: each label belongs to its own field."""
    phone.go("table")
    ids = re.findall(r' id="([^"]+)"', phone.html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<label[^>]* for="([^"]+)"', phone.html)) <= set(ids)


def test_adjust(phone: Phone) -> None:
    """A penalty adds points and a bonus takes them off, with the reason in the history."""
    phone.go("table")
    phone.submit("/adjust", seat="2", points="10", reason="showed a card")
    phone.go("table")
    phone.submit("/adjust", seat="1", direction="bonus", points="25", reason="chinchón forgotten")
    assert [seat.total for seat in phone.state.seats] == [-22, 22, 30]
    assert "showed a card" in phone.go("history")


def test_pay(phone: Phone) -> None:
    """Money on the plate is noted and can be taken back again."""
    phone.go("table")
    assert "Luis put €2.50 on the plate." in phone.submit("/pay", seat="2", amount="2,50")
    assert phone.state.seat(2).paid == 250
    phone.go("table")
    phone.submit("/pay", seat="2", direction="back", amount="0.50")
    assert phone.state.seat(2).paid == 200


def test_what_is_still_owed_is_noted_in_one_tap(phone: Phone) -> None:
    """For one player, or for all: each owes what he has not paid, rebuys included."""
    phone.book(ev.Paid(2, 50))
    assert "Ana €2.00 Luis €1.50 Eva €2.00" in phone.go("table")
    assert "Luis put €1.50 on the plate." in phone.submit("/settle", seat="2")
    assert phone.browser.page.request.path == f"{phone.score}table"
    assert "Everybody has paid." in phone.submit("/settle", seat="all")
    assert [(seat.due, seat.paid) for seat in phone.state.seats] == [(200, 200)] * 3
    assert f"{phone.score}settle" not in phone.forms()


@pytest.mark.parametrize("seat", ["9", "x", ""])
def test_nobody_pays_for_a_forged_seat(phone: Phone, seat: str) -> None:
    """Nothing is booked for a seat that does not exist, or owes nothing."""
    phone.go("table")
    phone.submit("/settle", seat=seat)
    assert phone.browser.status == 200
    assert phone.game.version == 2


def test_join_leave_and_substitute(phone: Phone) -> None:
    """A newcomer comes in at the highest total; a substitute keeps it; who leaves is out of the ranking."""
    phone.go("table")
    assert "Comes in at 30 points" in phone.browser.text
    assert "Rosa joins in." in phone.submit("/join", name="Rosa")
    assert phone.state.seat(4).total == 30
    phone.go("table")
    assert "Jorge plays on in this seat." in phone.submit("/substitute", seat="2", name="Jorge")
    phone.go("table")
    assert "Eva left the game." in phone.submit("/leave", seat="3")
    text = phone.go("table")
    assert "Jorge 12" in text
    assert "Eva left 30" in text


def test_order(phone: Phone) -> None:
    """The new order of turns is that of the places given."""
    phone.go("table")
    phone.submit("/order", place_1="2", place_2="1", place_3="3")
    assert phone.state.order == (2, 1, 3)


def test_rename(phone: Phone) -> None:
    """A corrected name stands everywhere at once, also in the history."""
    phone.go("table")
    fields = phone.browser.form("/rename")["fields"]
    assert "Renamed to Anna." in phone.submit("/rename", **{**fields, "name": "Anna"})
    assert "Anna closed" in phone.go("history")
    assert phone.game.version == 2


def test_end(phone: Phone) -> None:
    """The table may stop: the lowest total wins the pot."""
    phone.go("table")
    text = phone.submit("/end")
    assert "Ana wins!" in text
    assert "Ana gets €6.00" in text


@pytest.mark.parametrize(
    ("action", "typed", "said"),
    [
        ("adjust", {"seat": "2", "points": "x", "reason": "why"}, "“x” is not possible here"),
        ("adjust", {"seat": "2", "points": "-3", "reason": "why"}, "“-3” is not possible here"),
        ("adjust", {"seat": "2", "points": "0", "reason": "why"}, "whole points from 1 to 500"),
        ("adjust", {"seat": "2", "points": "501", "reason": "why"}, "whole points from 1 to 500"),
        ("adjust", {"seat": "2", "points": "10", "reason": ""}, "Say why, in 1 to 200 characters."),
        ("pay", {"seat": "2", "amount": "abc"}, "“abc” is not an amount."),
        ("pay", {"seat": "2", "amount": "0"}, "An amount above zero is needed."),
        ("pay", {"seat": "2", "amount": "-2"}, "An amount cannot be negative."),
        ("join", {"name": ""}, "A name is needed"),
        ("join", {"name": "x" * 61}, "61 characters"),
        ("join", {"name": "ANA"}, "ANA is at the table already"),
        ("substitute", {"seat": "2", "name": "Eva"}, "Eva is at the table already"),
        ("order", {"place_1": "1", "place_2": "1", "place_3": "3"}, "cannot be booked"),
        ("order", {"place_1": "", "place_2": "x", "place_3": "3"}, "cannot be booked"),
        ("rename", {"name": "Luis"}, "Luis is at the table already"),
        ("rename", {"name": ""}, "A name is needed"),
    ],
)
def test_bad_input(phone: Phone, action: str, typed: dict[str, str], said: str) -> None:
    """What cannot be comes back with 422 and a sentence, its section open, everything typed still there."""
    phone.refused("table", f"/{action}", said, **typed)
    assert phone.html.count("<details") - phone.html.count('<details class="panel">') == 1


def test_no_language_is_offered_where_it_would_lose_what_was_typed(phone: Phone) -> None:
    """The answer to a form has an address that nobody can open."""
    phone.go("table")
    assert 'name="language"' in phone.html
    phone.submit("/adjust", seat="2", points="x", reason="why")
    assert 'name="language"' not in phone.html


@pytest.mark.parametrize("action", ["adjust", "pay", "leave", "substitute"])
def test_a_forged_seat(phone: Phone, action: str) -> None:
    """A seat that the page does not offer is refused, not a failure."""
    phone.go("table")
    phone.submit(f"/{action}", **{**GOOD[action][0], "seat": "9"})
    assert phone.browser.status == 422
    assert phone.game.version == 2


def test_more_money_back_than_was_paid(phone: Phone) -> None:
    """Nobody takes more back from the plate than he put on it."""
    phone.refused("table", "/pay", "cannot be booked", seat="2", amount="5", direction="back")


@pytest.mark.parametrize("action", GOOD)
def test_another_phone_was_faster(phone: Phone, action: str) -> None:
    """A page out of date books nothing: both versions are shown in words, and booked on top when asked to."""
    typed, told = GOOD[action]
    phone.late("table", f"/{action}", told, ev.PointsAdjusted(3, 7, "late"), "Eva got 7 points more", **typed)


@pytest.mark.parametrize("action", [name for name in GOOD if name != "end"])
def test_sent_twice(phone: Phone, action: str) -> None:
    """The same form sent twice is booked once."""
    phone.twice("table", f"/{action}", **GOOD[action][0])


def test_ended_twice(phone: Phone) -> None:
    """Ending the game twice ends it once."""
    phone.twice("table", "/end")
    assert phone.state.phase == "over"


def test_after_the_end(phone: Phone) -> None:
    """When the game is over only money and names are left to settle."""
    phone.book(ev.GameEnded())
    phone.go("table")
    left = {action.removeprefix(phone.score) for action in phone.forms()}
    assert left == {"settle", "pay", "rename"}


def test_one_point_is_no_points(browser: Any) -> None:
    """At a total of 1 a newcomer and a rebuy come in at 1 point."""
    phone = Phone(browser)
    phone.play(1, 0, 1, 0)
    assert "Comes in at 1 point," in phone.go("table")
    for _round in range(2):
        phone.play(1, 0, 0, 60)
    assert "Come back at 1 point for €1.00, or stay out." in phone.go("rebuy")


# The rebuy decision


@pytest.fixture
def deciding(browser: Any) -> Phone:
    """Luis and Mario are over the limit; Eva has the highest total of those still in."""
    phone = Phone(browser, "Ana", "Luis", "Eva", "Mario")
    phone.play(1, 0, 60, 20, 60)
    phone.play(1, 0, 60, 20, 60)
    return phone


def test_the_decision(deciding: Phone) -> None:
    """It says at how many points and for how much, and books all decisions in one step."""
    text = deciding.go("rebuy")
    assert "Come back at 40 points for €1.00, or stay out." in text
    assert "Luis is out with 120." in text
    text = deciding.submit("/rebuy", seat_2="back", seat_4="out")
    assert "Luis came back at 40 points for €1.00. Mario stays out." in text
    assert [(seat.total, seat.status) for seat in deciding.state.seats[1::2]] == [(40, "in"), (120, "out")]
    assert deciding.state.pot == 900


def test_a_decision_left_open(deciding: Phone) -> None:
    """Everybody's decision is needed at once; the one that was made is kept."""
    deciding.go("rebuy")
    text = deciding.submit("/rebuy", seat_2="back", seat_4="maybe")
    assert deciding.browser.status == 422
    assert text.count("Say whether to come back or to stay out.") == 2  # in the summary and by the field
    assert deciding.browser.form("/rebuy")["fields"]["seat_2"] == "back"
    assert deciding.game.version == 3


def test_no_decision_where_there_is_none(phone: Phone) -> None:
    """The page leads back to the board when nobody has anything to decide."""
    phone.go("rebuy")
    assert phone.browser.page.request.path == phone.score


def test_staying_out_again_is_no_news(deciding: Phone) -> None:
    """Who stayed out may change his mind, or not: then nothing is booked and nothing said."""
    deciding.book(ev.RebuyDeclined(2), ev.RebuyDeclined(4))
    deciding.go("rebuy")
    deciding.submit("/rebuy", seat_2="out", seat_4="out")
    assert deciding.game.version == 5
    assert "toast" not in deciding.html


def test_decided_late(deciding: Phone) -> None:
    """If another phone changed something meanwhile, both are shown, and the decision can be booked on top."""
    late = ev.PointsAdjusted(3, 7, "late")
    deciding.late("rebuy", "/rebuy", "Luis Come back Mario Stay out", late, "Eva got 7", seat_2="back", seat_4="out")


def test_decided_twice(deciding: Phone) -> None:
    """A double tap decides once."""
    deciding.twice("rebuy", "/rebuy", seat_2="back", seat_4="out")
