"""A game written down as an evening is one that plays again to the same end."""

from pathlib import Path

import pytest
from ledgers import scored
from nights.reader import nights, read
from nights.replay import replay
from service.test_nights import ServiceDriver
from tables import TableUnderTest

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.cards import parse_groups


def played_again(text: str, keyring: service.Keyring, folder: Path) -> service.StoredGame:
    """The game that comes out when the text is played, every line of it compared."""
    path = folder / "evening.txt"
    path.write_text(text, encoding="utf-8")
    driver = ServiceDriver(keyring)
    replay(read(path), driver)
    return driver.game


def sheet(game: service.StoredGame) -> list[object]:
    """Everything that a written evening must keep."""
    state = game.state
    seats = [(seat.total, seat.status, seat.rebuys, seat.due, seat.paid) for seat in state.seats]
    rounds = [(played.scored, played.totals, played.closer, played.kind, played.void) for played in state.rounds]
    return [seats, rounds, state.pot, state.phase, state.winners, state.payout, state.terms, state.order, state.dealer]


@pytest.mark.parametrize("path", nights(), ids=lambda path: path.stem)
def test_a_night_is_written_so_that_it_plays_again(path, app, keyring, tmp_path):
    """Play a night, write it down, play what was written: the same totals, rounds, money and end."""
    driver = ServiceDriver(keyring)
    replay(read(path), driver)
    text = service.evening(driver.game, 2)
    assert sheet(played_again(text, keyring, tmp_path)) == sheet(driver.game)
    assert f"Players: {', '.join(read(path).head.players)}\n" in text


def test_a_running_game_has_no_end(app, keyring, tmp_path):
    """What was undone is not told, and a game that goes on plays again up to where it is."""
    table = TableUnderTest("Ana María", "-=Luis, el 2º=-", "pot", limit=30)
    table.book(scored(1, 0, 12, 7, kind="clean"))
    table.book(scored(2, 20, 0, 9))
    table.undo()
    table.book(ev.PointsAdjusted(3, 5, "spoke -> loudly, (twice)"))
    table.book(*service.join(table.game, "Ana María")[0], people={4: "Ana_María"})
    text = service.evening(table.game, 2)
    assert "End:" not in text
    assert "Round 2" not in text
    assert "# Ana_María is Ana María" in text
    assert sheet(played_again(text, keyring, tmp_path)) == sheet(table.game)


@pytest.mark.parametrize(("decimals", "said"), [(0, "200 JPY"), (2, "2.00 EUR"), (3, "0.200 KWD")])
def test_money_has_the_decimals_of_its_currency(app, decimals, said):
    """Minor units are written with all decimals."""
    table = TableUnderTest("Ana", "Luis", currency=said.split()[1])
    assert f"Stake: {said}, " in service.evening(table.game, decimals)


def test_cards_of_a_deck_that_was_corrected(app):
    """Spanish cards under rules that are corrected to a French deck: the round is told by its points."""
    table = TableUnderTest()
    hand = parse_groups("7o 7c 7e / 1b 2b 3b / 4o", table.game.state.terms.rules.pack)
    typed = [service.Typed(1, 2, ()), service.Typed(2, None, hand), service.Typed(3, 9, ())]
    service.score_round(table.game, service.RoundInput(tuple(typed), 1, None, "agreed", None), table.request)
    terms = table.game.state.terms
    french = ev.Terms(terms.rules.changed(deck="french-52"), terms.stake, terms.rebuy_price, terms.currency)
    table.confirm(*service.correct_terms(table.game, french))
    assert "Luis 4" in service.evening(table.game, 2)


def test_many_people_of_one_name(app):
    """Each gets a word of their own."""
    text = service.evening(TableUnderTest("Ana", "ana", "Ana 2", "Ana!").game, 2)
    assert "Players: Ana, ana, Ana_2, Ana_3\n" in text
