"""The end: who won, who gets what, the story, the result as a message, and the rematch."""

import re
from typing import Any

import pytest
from phones import Phone

from scorekeeper import service
from scorekeeper.engine import events as ev

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def phone(browser: Any) -> Phone:
    """Ana won: 0; Luis came back once and is out at 130, Eva at 124."""
    phone = Phone(browser)
    phone.play(1, 0, 60, 20)
    phone.play(1, 0, 60, 20)
    phone.book(ev.RebuyTaken(2))
    phone.play(1, 0, 60, 60)
    return phone


def test_the_winner(phone: Phone) -> None:
    """The last page names the winner, why, and the payout, with everybody's place."""
    text = phone.go()
    assert phone.state.phase == "playing"
    phone.play(1, 0, 30, 24)
    text = phone.go()
    for said in ("The end", "Ana wins!", "Ana is the last one in and wins.", "Ana gets €7.00", "1. Ana 0"):
        assert said in text
    assert "2. Eva 124" in text
    assert "3. Luis 130 1" in text
    assert "Score round" not in text


def test_a_draw(browser: Any) -> None:
    """Equal totals share the win and the pot."""
    phone = Phone(browser)
    phone.play(3, 10, 10, 30)
    phone.book(ev.GameEnded())
    text = phone.go()
    assert "A draw: Ana and Luis" in text
    assert "Ana gets €3.00" in text
    assert "Luis gets €3.00" in text
    assert "The pot was €6.00." in text


def test_without_money(browser: Any) -> None:
    """Nobody gets anything where nothing was played for."""
    phone = Phone(browser, stake=0, rebuy_price=0)
    phone.play(1, 0, 10, 30)
    phone.book(ev.GameEnded())
    text = phone.go()
    assert "gets" not in text
    assert "Pot" not in text


def test_ended_before_the_first_round(browser: Any) -> None:
    """Without a round there is no picture and no table of rounds, and all draw."""
    phone = Phone(browser)
    phone.book(ev.GameEnded())
    text = phone.go()
    assert "A draw: Ana, Luis, and Eva" in text
    assert "<polyline" not in phone.html
    assert "Rounds" not in text


def test_the_story(phone: Phone) -> None:
    """One picture with a line for each player, named in words as well, and every figure in the table behind it."""
    phone.play(1, 0, 30, 24)
    text = phone.go()
    assert phone.html.count('class="line ink') == 3
    assert 'role="img" aria-labelledby="story-title" aria-describedby="story-about"' in phone.html
    assert "A line for every player: the total after each round. Ana: 0, Luis: 130, Eva: 124." in text
    assert "limit 100" in text
    assert 'class="rounds' in phone.html
    assert "style=" not in phone.html


def test_the_result_as_a_message(phone: Phone) -> None:
    """The result stands there as plain text to copy or send, whatever the browser can do."""
    phone.play(1, 0, 30, 24)
    phone.go()
    message = phone.html.split('<textarea id="result" readonly')[1].split(">", 1)[1].split("</textarea>")[0]
    assert message.splitlines() == [
        *("Chinchón: Ana wins!", "", "1. Ana 0", "2. Eva 124", "3. Luis 130 (1 rebuy)"),
        *("", "The pot was €7.00.", "Ana gets €7.00"),
    ]
    for way in ("print", "send", "copy"):
        assert f'data-way="{way}"' in phone.html


def test_who_looks_on_sees_the_end_too(phone: Phone) -> None:
    """By the view link the same page, without a rematch."""
    phone.play(1, 0, 30, 24)
    text = phone.go("", "view")
    assert "Ana wins!" in text
    assert phone.forms() == []


def test_the_last_round_can_be_taken_back(phone: Phone) -> None:
    """The undo after booking is there on the last page as well: one tap and the game goes on."""
    phone.go("table")
    assert "Ana wins!" in phone.submit("/end")
    phone.submit("/undo")
    assert phone.state.phase == "playing"


def test_who_looks_on_is_led_to_the_rematch(phone: Phone) -> None:
    """By its view link, never by the one to score; open pages hear of it; a game that ends again has another one."""
    phone.play(1, 0, 30, 24)
    assert "The rematch" not in phone.go("", "view")
    tag = phone.game.tag
    phone.go()
    phone.submit("/rematch")
    scoring = phone.browser.page.request.path
    assert phone.game.tag != tag
    phone.go("", "view")
    assert scoring not in phone.html
    watching = re.findall(r'href="(/g/v\w+/)">.*?The rematch', phone.html, re.DOTALL)[-1]
    phone.browser.get(watching)
    assert phone.browser.status == 200
    assert "Round 1" in phone.browser.text
    assert "Score round" not in phone.browser.text
    phone.book(ev.Paid(1, 100))
    assert "The rematch" not in phone.go("", "view")


def test_the_way_to_the_rematch_follows_its_links(phone: Phone) -> None:
    """A renewed link is followed, a closed one leads nowhere; to a rematch that was handed over a scorer looks on."""
    phone.play(1, 0, 30, 24)
    phone.go()
    phone.submit("/rematch")
    keyring = phone.app.extensions["keyring"]
    with phone.app.app_context():
        rematch = keyring.open(phone.browser.page.request.path.split("/")[2])
        service.renew(keyring, rematch, "score", 1, "another browser")
        scoring = service.links_of(rematch.game_id)["score"]
        watching = service.renew(keyring, scoring, "view", 1, "another browser")
    assert keyring.token_of(watching) in (phone.go("", "view") and phone.html)
    phone.go()
    phone.submit("/rematch")
    assert phone.browser.page.request.path == f"/g/{keyring.token_of(watching)}/"
    with phone.app.app_context():
        service.revoke(keyring, scoring, "view", 2, "another browser")
    assert "The rematch" not in phone.go("", "view")


def test_a_rematch(phone: Phone) -> None:
    """The same people and rules again, the deal moves on; a double tap starts one game."""
    phone.play(1, 0, 30, 24)
    phone.go()
    form = phone.browser.page
    text = phone.submit("/rematch")
    again = phone.browser.page.request.path
    assert again != phone.score
    assert "Round 1" in text
    phone.browser.page = form
    phone.submit("/rematch")
    assert phone.browser.page.request.path == again


def test_the_story_explains_its_signs(phone: Phone) -> None:
    """Under the picture stands what its signs mean: of those that are in it, and of no other."""
    phone.play(1, 0, 30, 24)
    phone.go()
    caption = phone.html.partition("<figcaption")[2].partition("</figcaption>")[0]
    assert "#out" in caption and "</svg> out" in caption
    assert "#rebuy" in caption and "</svg> rebuy" in caption
    assert "left" not in caption


def test_more_than_eight_seats(phone: Phone) -> None:
    """Late joiners make them possible: every line has a colour, and the big screen has columns."""
    for seat in range(4, 13):
        phone.book(ev.PlayerLeft(seat - 1))
        phone.book(ev.PlayerJoined(seat, seat), people={seat: f"Guest {seat}"})
    assert 'class="tiles of9"' in (phone.go("tableview") and phone.html)
    phone.book(ev.GameEnded())
    phone.go()
    assert set(re.findall(r"line ink(\d+)", phone.html)) == set("12345678")
