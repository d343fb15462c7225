"""The board: what it shows in every phase, to whom, and the way back right after booking."""

import re
from typing import Any

import pytest
from phones import Phone

from scorekeeper.engine import events as ev
from scorekeeper.engine.rules import PRESETS
from scorekeeper.engine.state import Change
from scorekeeper.web.standing import between, danger_above, limit_of, marks_of

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def phone(browser: Any) -> Phone:
    """Ana, Luis and Eva at a Fournier table to 100."""
    return Phone(browser)


def line_of(phone: Phone, name: str) -> str:
    """What the board says about one player."""
    lines = re.findall(r"<li[^>]*>\s*<strong>.*?</li>", phone.html.split('class="players')[1], re.DOTALL)
    found = next(line for line in lines if name in line)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found))


def test_before_the_first_round(phone: Phone) -> None:
    """A new game shows everybody at 0, the pot, who deals, and the one thing to do; no rounds, nobody in front."""
    text = phone.go()
    assert "Round 1 Ana deals" in text
    assert "€6.00" in text
    assert "100 left deals" in line_of(phone, "Ana")
    assert "Score round 1" in text
    assert "in front" not in text
    assert "Rounds" not in text


def test_playing(phone: Phone) -> None:
    """After rounds: totals, who is in front, who deals, and each round with its closer and the totals after it."""
    phone.play(1, 3, 12, 30)
    phone.play(2, 20, 0, 15, kind="clean")
    text = phone.go()
    assert "Round 3 Eva deals" in text
    assert "12 88 left in front" in line_of(phone, "Luis")
    assert "23 77 left" in line_of(phone, "Ana")
    assert 'aria-label="clean close"' in phone.html
    assert phone.html.index(">2</a>") < phone.html.index(">1</a>")


def test_a_name_opens_the_round_with_its_closer(phone: Phone) -> None:
    """For who keeps the score each name leads to the round with that closer, and each round to its correction."""
    phone.play(1, 3, 12, 30)
    phone.go()
    assert f'href="{phone.score}round?closer=2"' in phone.html
    assert f'href="{phone.score}round/2"' in phone.html


@pytest.mark.parametrize("page", ["", "tableview", "history", "table"])
def test_who_looks_on_finds_no_forms(phone: Phone, page: str) -> None:
    """The view link shows the same pages without a form, an undo, or a way to score."""
    phone.play(1, 3, 12, 30)
    text = phone.go(page, "view")
    assert phone.browser.status == 200
    assert phone.forms() == []
    assert "Luis" in text
    assert "Score round" not in text
    assert "Undo" not in text
    assert "closer=" not in phone.html


def test_a_drawn_page_is_kept_for_its_language_and_link_only(phone: Phone) -> None:
    """What was drawn for one person is not shown to somebody with another language, link or order of rounds."""
    phone.play(1, 3, 12, 30)
    english = phone.go()
    assert "Newest first" in phone.go("?rounds=oldest")
    phone.browser.get(phone.score, headers={"Accept-Language": "es"})
    assert "Manos" in phone.browser.text
    assert phone.browser.submit("/language", language="es").status_code == 200, "its form is this session's own"
    other = phone.app.test_client()
    theirs = other.get(phone.score).text
    token = theirs.split('name="csrf_token" value="')[1].split('"')[0]
    assert token not in phone.html
    assert other.post("/language", data={"csrf_token": token, "language": "en", "next": "/"}).status_code == 303
    phone.browser.submit("/language", language="en")
    assert "Rounds" in english
    assert phone.score not in (phone.go("", "view") and phone.html)
    assert phone.go("?rounds=newest") == english


def test_a_drawn_page_leads_on_below_its_own_address(phone: Phone) -> None:
    """A server that is mounted at another path as well has links of that path in its pages there, and only there."""
    phone.go()
    elsewhere = phone.app.test_client().get(phone.score, environ_overrides={"SCRIPT_NAME": "/cards"}).text
    assert f'href="/cards{phone.score}round"' in elsewhere


def test_danger_is_said_in_words(phone: Phone) -> None:
    """Whoever may be out after one ordinary hand is in danger, with a word and a sign; others are not."""
    phone.play(1, 0, 50, 50)
    phone.play(1, 0, 26, 25)
    phone.go()
    assert "in danger 24 left" in line_of(phone, "Luis")
    assert "in danger" not in line_of(phone, "Eva")


@pytest.mark.parametrize(("limit", "above"), [(100, 75), (70, 53), (20, 15), (500, 475)])
def test_danger_grows_with_the_limit(database: str, limit: int, above: int) -> None:
    """Near is an ordinary hand, and never more than a quarter of the limit."""
    assert danger_above(PRESETS["fournier"].changed(limit=limit)) == above


def test_a_game_over_rounds_has_no_limit(browser: Any) -> None:
    """Where nobody goes out, no distance, no danger and no bar is shown."""
    rules = PRESETS["fournier"].changed(ends="rounds", rounds=5)
    assert (limit_of(rules), danger_above(rules)) == (None, None)
    phone = Phone(browser, ends="rounds", rounds=5)
    phone.play(1, 0, 60, 60)
    phone.play(1, 0, 60, 60)
    text = phone.go()
    assert " left" not in text
    assert "in danger" not in text
    assert "<meter" not in phone.html


def test_a_rebuy_is_open(phone: Phone) -> None:
    """While a rebuy is open the board says so, marks who decides, and leads to the decision instead of a round."""
    phone.play(1, 0, 60, 20)
    phone.play(1, 0, 60, 20)
    text = phone.go()
    assert "who is over the limit and comes back?" in text
    assert "over the limit: rebuy?" in line_of(phone, "Luis")
    assert "Decide rebuys" in text
    assert "Score round" not in text


def test_out_and_left(browser: Any) -> None:
    """Who is out or has left is shown as such, and does not lead to a round."""
    phone = Phone(browser, "Ana", "Luis", "Eva", "Mario")
    phone.play(1, 0, 60, 20, 10)
    phone.play(1, 0, 60, 20, 10)
    phone.book(ev.RebuyDeclined(2))
    phone.book(ev.PlayerLeft(4))
    phone.go()
    assert "out in round 2" in line_of(phone, "Luis")
    assert "has left" in line_of(phone, "Mario")
    assert "closer=2" not in phone.html
    assert "closer=4" not in phone.html


def test_rounds_newest_or_oldest_first(phone: Phone) -> None:
    """The order of the rounds is a link, without a script, and is remembered on this phone."""
    phone.play(1, 3, 12, 30)
    phone.play(1, 0, 5, 6)

    def newest_first() -> bool:
        return phone.html.index(">2</a>") < phone.html.index(">1</a>")

    assert "Oldest first" in phone.go()
    assert newest_first()
    assert "Newest first" in phone.go("?rounds=oldest")
    assert not newest_first()
    phone.go()
    assert not newest_first()
    phone.go("?rounds=nonsense")
    assert not newest_first()
    phone.go("?rounds=newest")
    phone.go()
    assert newest_first()


def test_the_legend_explains_what_occurs(phone: Phone) -> None:
    """The legend names the marks in the table and no others."""
    phone.play(1, 3, 12, 30)
    phone.go()
    legend = phone.html.split('class="legend"')[1].split("</ul>")[0]
    assert "closed" in legend
    for word in ("chinchón", "rebuy", "corrected", "out"):
        assert word not in legend


def test_every_mark_of_a_long_evening(browser: Any) -> None:
    """Void, corrected, disputed and false closes, rebuys, penalties and newcomers all have their mark."""
    phone = Phone(browser, limit=70)
    phone.play(1, 0, 40, 20)
    phone.book(ev.RoundVoided())
    phone.play(1, 9, 40, 20, ruling="stands")
    phone.book(ev.RebuyTaken(2))
    phone.play(3, 2, 5, 9, ruling="false-close")
    phone.play(3, 2, 5, 0, kind="chinchon")
    phone.book(ev.PointsAdjusted(1, 5, "showed a card"))
    phone.book(ev.PlayerJoined(4, 4), people={4: "Rosa"})
    phone.book(ev.SubstituteSeated(1, 5), people={5: "Mario"})
    phone.book(ev.SeatsReordered((2, 1, 3, 4)))
    phone.book(ev.RoundCorrected(2, ev.RoundScored((ev.Entry(1, 1), ev.Entry(2, 40), ev.Entry(3, 20)), 1, "plain")))
    assert marks_of(phone.state) == {
        *("close", "disputed", "false", "chinchon", "out", "corrected"),
        *("rebuy", "adjusted", "joined", "substitute", "reordered"),
    }
    text = phone.go()
    assert "void, dealt again" in text
    assert "New order of seats" in text
    for word in ("corrected", "as the table decided", "false close", "chinchón", "rebuy", "adjusted", "joined"):
        assert f'aria-label="{word}"' in phone.html


def test_what_happened_between_rounds(database: str) -> None:
    """Changes after one round share a line of the table where they can; the whole table's have one of their own."""
    ana, luis, again = (changed("rebuy", seat) for seat in (1, 2, 1))
    order, no = changed("reordered", None), changed("declined", 3)
    assert between([ana, luis, no, again, order]) == {1: [{1: ana, 2: luis}, {1: again}, {None: order}]}


def changed(kind: Any, seat: int | None) -> Change:
    """A change after the first round."""
    return Change(5, 1, kind, seat)


def test_undo_right_after_booking(phone: Phone) -> None:
    """The next page after booking says what was booked, as a live region, with one tap to take it back, and then to
    bring it again; later pages are silent."""
    phone.go("table")
    text = phone.submit("/adjust", seat="2", points="10", reason="showed a card")
    assert re.search(r'<div role="status">Luis got 10 points more\. Reason: showed a card\.</div>', phone.html)
    assert "Undo" in text
    text = phone.submit("/undo")
    assert phone.state.seat(2).total == 0
    assert "Undone: Luis got 10 points more. Reason: showed a card. Redo" in text
    text = phone.submit("/redo")
    assert phone.state.seat(2).total == 10
    assert "Redone: Luis got 10 points more. Reason: showed a card. Undo" in text
    assert "Undo" not in phone.go()


def test_undo_that_comes_late(phone: Phone) -> None:
    """If another phone was faster the undo beside the notice takes nothing back, but shows what was booked."""
    phone.go("table")
    phone.submit("/adjust", seat="2", points="10", reason="showed a card")
    phone.play(1, 3, 12, 30)
    text = phone.submit("/undo")
    assert phone.browser.status == 409
    assert "Round 1. Ana closed" in text
    assert phone.state.seat(2).total == 22


def test_the_way_to_every_page(phone: Phone) -> None:
    """The board leads to history, rules, table, sharing, the big screen and the check of a hand."""
    phone.go()
    for page in ("history", "rules", "table", "share", "tableview"):
        assert f'href="{phone.score}{page}"' in phone.html
    assert 'href="/hand"' in phone.html


def test_the_big_screen(browser: Any) -> None:
    """The table view shows totals, pot, dealer, who is in front and who is out, for two to eight players, and keeps
    itself fresh without reloading by itself."""
    phone = Phone(browser, *(f"Name {number}" for number in range(1, 9)))
    phone.play(1, 0, *[60] * 7)
    phone.play(1, 0, 20, 60, *[5] * 5)
    phone.book(ev.RebuyDeclined(3))
    text = phone.go("tableview")
    assert 'class="tiles of8"' in phone.html
    for said in ("Round 3", "€16.00", "Name 1 0 in front", "Name 2 80 in danger", "Name 3 120 out", "Name 4 65 deals"):
        assert said in text
    assert "data-live" in phone.html
    assert "http-equiv" not in phone.html


def test_the_big_screen_at_the_end(phone: Phone) -> None:
    """When the game is over the table view says who won, and nobody is in danger any more."""
    phone.play(1, 0, 50, 30)
    phone.play(1, 3, 40, 30)
    phone.book(ev.GameEnded())
    assert "Ana wins!" in phone.go("tableview")
    assert "Ana 3 winner" in phone.browser.text
    assert "danger" not in phone.html


def test_nobody_but_the_winner_is_marked_on_the_big_screen_at_the_end(browser: Any) -> None:
    """Whoever closes with chinchón has won, also with more points than another."""
    phone = Phone(browser, chinchon_wins=True)
    phone.play(2, 30, 0, 50)
    phone.play(3, 10, 20, 0, kind="chinchon")
    text = phone.go("tableview")
    assert "Eva wins!" in text
    assert "in front" not in text


def test_the_switch_that_keeps_the_screen_on_needs_a_script(phone: Phone) -> None:
    """Without a script neither the switch nor its hint is to be seen."""
    for page in ("", "tableview"):
        phone.go(page)
        assert re.search(r'<button[^>]*role="switch"[^>]*hidden', phone.html)
        assert re.search(r'<p[^>]*id="awake-hint" hidden', phone.html)
