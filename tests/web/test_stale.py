"""Two phones at the same moment: whoever comes second is told what the other one booked, and keeps what was typed."""

from collections.abc import Callable

import pytest
from games import Opened

from scorekeeper import service, store


@pytest.fixture
def faster(monkeypatch) -> Callable[[Callable[[], object]], None]:
    """Another phone does something just before the next change is written, after the game was loaded for it."""

    def arrange(do: Callable[[], object]) -> None:
        real = store.append

        def append(*args: object, **kwargs: object) -> store.Appended:
            monkeypatch.setattr(store, "append", real)
            do()
            return real(*args, **kwargs)

        monkeypatch.setattr(store, "append", append)

    return arrange


def test_a_round_a_moment_too_late(table, browser, faster):
    """The page has the other round beside what was typed, and books it as the next one."""
    browser.get(table.path("score", "round"))
    faster(lambda: table.play(2, 11, 0, 22))
    browser.submit("/round", closer="1", points_2="33", points_3="44", action="book")
    assert browser.status == 409
    assert "Meanwhile this was booked: Round 1. Luis closed" in browser.text
    assert 'value="33"' in browser.page.text
    assert table.game.version == 2
    browser.submit("/round", action="book")
    assert browser.status == 200
    assert table.game.version == 3


def test_a_round_a_moment_after_the_end(table, browser, faster):
    """Nothing can be booked any more; what was typed is still told."""
    from scorekeeper.engine import events as ev

    def end() -> None:
        with table.app.app_context():
            game = service.load(table.id)
            service.book(game, (ev.GameEnded(),), service.Request("the end of it all", game.version, ""))

    browser.get(table.path("score", "round"))
    faster(end)
    browser.submit("/round", closer="1", points_2="33", points_3="44", action="book")
    assert browser.status == 409
    assert "The table agreed to end the game" in browser.text
    assert "Luis 33" in browser.text


def undo(table: Opened) -> None:
    """Undo the newest step."""
    with table.app.app_context():
        game = service.load(table.id)
        service.book(game, service.undo(game), service.Request("undone meanwhile", game.version, ""))


@pytest.mark.parametrize("at_once", [True, False])
def test_the_round_to_correct_is_gone(table, browser, faster, at_once):
    """Another phone undid it, before the form was sent or at the same moment: the figures are not swallowed."""
    table.play(1, 0, 5, 6)
    browser.get(table.path("score", "round/2"))
    if at_once:
        faster(lambda: undo(table))
    else:
        undo(table)
    browser.submit("/round/2", closer="1", points_2="33", points_3="44", action="book")
    assert browser.status == 409
    assert "Undone" in browser.text or "undone" in browser.text
    assert "Luis 33" in browser.text
    assert table.game.version == 3


def test_a_step_a_moment_too_late(table, browser, faster):
    """A form of the table page, too, says what the other phone booked."""
    browser.get(table.path("score", "table"))
    faster(lambda: table.play(2, 11, 0, 22))
    browser.submit("/adjust", seat="1", points="5", reason="cards shown")
    assert browser.status == 409
    assert "Meanwhile this was booked: Round 1. Luis closed" in browser.text
    assert "cards shown" in browser.text
