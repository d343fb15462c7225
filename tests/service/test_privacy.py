"""Deleting a game and erasing a name, at the service: what is left of them."""

import pytest
from ledgers import scored, terms
from sqlalchemy import text
from tables import KEYRING, TableUnderTest, link, secret

from scorekeeper import service
from scorekeeper.store.models import Base, TombstoneRow, db


@pytest.fixture
def table(app) -> TableUnderTest:
    """A running game."""
    return TableUnderTest()


def test_a_deleted_game_leaves_a_tombstone(table):
    """Nothing of it stays but a number and a time, and its links open nothing."""
    service.remember("Ana's phone", link(table))
    service.new_code(KEYRING, link(table))
    opened, public_id = secret(table), table.game.public_id
    service.delete_game(table.id)
    assert KEYRING.open(opened) is None
    assert service.summaries("Ana's phone") == []
    counts = {name: db.session.scalar(text(f"SELECT count(*) FROM {name}")) for name in Base.metadata.tables}
    assert {name for name, count in counts.items() if count} == {TombstoneRow.__tablename__}
    assert list(service.tombstones()) == [public_id]
    service.delete_game(table.id)  # a second tap


def test_a_restore_does_not_bring_it_back(table):
    """The tombstones of the database before are taken over, and bury what an old copy still has."""
    other = TableUnderTest("Rosa", "Iván")
    stones = {table.game.public_id: 1, "never seen": 2}
    assert service.bury(stones) == 1
    assert service.bury(stones) == 0
    assert service.tombstones() == stones
    assert other.game.names == {1: "Rosa", 2: "Iván"}
    with pytest.raises(service.NoSuchGame):
        service.load(table.id)


def test_an_erased_name_changes_no_history(table):
    """The person is a number from then on; points and rounds are as before."""
    table.book(scored(1, 0, 12, 5))
    before = table.game.events
    assert service.erase_name(table.game, 2, lambda number: f"Player {number}") == "Player 2"
    assert table.game.names == {1: "Ana", 2: "Player 2", 3: "Eva"}
    assert table.game.events == before
    dump = "".join(repr(db.session.execute(text(f"SELECT * FROM {name}")).all()) for name in Base.metadata.tables)
    assert "Luis" not in dump


def test_a_neutral_name_is_nobody_elses(app):
    """Where somebody is really called so, the next number is taken."""
    new = service.NewGame(("Ana", "player 1", "Player 2"), terms())
    game = service.load(service.start_game(KEYRING, new, "a key"))
    assert service.erase_name(game, 1, lambda number: f"Player {number}") == "Player 3"
