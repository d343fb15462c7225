"""Games are kept in memory as they were at one moment: never a moment that is over, nor half of one."""

import threading

import pytest
from ledgers import scored, start
from sqlalchemy import delete, select

from scorekeeper import store
from scorekeeper.store import kept
from scorekeeper.store.models import GameRow, db


@pytest.fixture
def game(app) -> int:
    """A game of three at version 1."""
    return store.create(start(3), ("Ana", "Luis", "Eva"), "key", "public", {})


def test_a_game_is_read_once_for_each_state_of_it(game):
    """As long as nothing changes, every page gets the same object; a round or a new name makes another."""
    first = store.load(game)
    assert store.load(game) is first
    store.append(game, 1, [scored(1, 0, 12, 7)], key="a round of mine", digest="typed")
    second = store.load(game)
    assert (first.version, second.version) == (1, 2)
    store.rename(game, 1, "Carmen")
    assert (second.names[1], store.load(game).names[1]) == ("Ana", "Carmen")


def test_memory_has_its_limits(game, monkeypatch):
    """Of long games fewer are kept than of short ones; the one in hand always is."""
    monkeypatch.setattr(kept, "_MOST_EVENTS", 3)
    first = store.load(game)
    other = store.create(start(2), ("Ana", "Luis"), "other key", "other", {})
    store.load(other)
    assert store.load(game) is first
    store.append(other, 1, [scored(1, 0, 12)] * 3, key="rounds of mine", digest="typed")
    second = store.load(other)
    assert store.load(other) is second
    assert store.load(game) is not first


def test_an_old_name_does_not_come_back_from_memory(game):
    """A backup brings a game back as of its last event: not with the names that it had then."""
    store.load(game)
    store.rename(game, 1, "Carmen")
    store.load(game)
    backup = list(store.export_games())
    db.session.remove()
    with db.engine.begin() as connection:
        connection.execute(delete(GameRow))
    store.take_in(backup, lambda public_id, role, generation: f"{role} {generation}")
    restored = db.session.scalars(select(GameRow.id)).one()
    assert store.load(restored).names[1] == "Carmen"


def test_names_changed_at_once_are_moments_of_their_own(app, game, monkeypatch):
    """Phones that change names in the same millisecond do not leave the same moment behind, or one would be shown of
    which memory knows half."""
    monkeypatch.setattr("scorekeeper.store.games.now_ms", lambda: 0)
    first, times = db.session.scalar(select(GameRow.changed_at)), 20
    barrier = threading.Barrier(3)

    def change(person: int) -> None:
        with app.app_context():
            barrier.wait()
            for number in range(times):
                store.rename(game, person, f"Name {number}")

    workers = [threading.Thread(target=change, args=(person,)) for person in (1, 2, 3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    db.session.remove()
    assert db.session.scalar(select(GameRow.changed_at)) == first + 3 * times
