"""Whole games from one database into another: recognised, continued, copied, never doubled and never brought back."""

import msgspec
import pytest
from ledgers import scored, start
from sqlalchemy import select

from scorekeeper import store
from scorekeeper.engine import events as ev
from scorekeeper.store import PortableGame, portable
from scorekeeper.store.models import GameRow, TombstoneRow, db

FIRST, SECOND, OTHER = scored(1, 0, 12, 7), scored(2, 4, 0, 9), scored(3, 8, 9, 0)


def digest_of(public_id: str, role: str, generation: int) -> str:
    """Stands for the server's key."""
    return f"{role} {generation} of {public_id}"


@pytest.fixture
def game(app) -> int:
    """A game of three with one round."""
    links = {role: digest_of("a" * 32, role, 1) for role in ("score", "view")}
    number = store.create(start(3), ("Ana", "Luis", "Eva"), "creation key", "a" * 32, links)
    store.append(number, 1, [FIRST], "key 1", "typed")
    return number


def exported() -> dict[str, PortableGame]:
    """Everything that there is, as it would be read from a file."""
    lines = [msgspec.json.encode(game) for game in store.export_games()]
    return {game.public_id: game for game in msgspec.json.Decoder(PortableGame).decode_lines(b"\n".join(lines))}


def only() -> PortableGame:
    (game,) = exported().values()
    return game


def delete_all(app) -> None:
    """Another database: the same tables with nothing in them, not even tombstones."""
    for table in (GameRow, TombstoneRow):
        db.session.execute(table.__table__.delete())
    db.session.commit()


def test_a_game_comes_back_as_it_was(app, game):
    """Ledger, names, times, keys, links and lists are the same, and so is the link's digest."""
    link = store.find_link(digest_of("a" * 32, "score", 1))
    assert link is not None
    store.remember("browser", link)
    before, loaded = only(), store.load(game)
    delete_all(app)
    assert store.take_in([before], digest_of) == ["new"]
    assert only() == before
    link = store.find_link(digest_of("a" * 32, "score", 1))
    assert link is not None
    assert store.load(link.game_id).ledger == loaded.ledger
    assert [summary.names for summary in store.summaries("browser")] == [("Ana", "Luis", "Eva")]
    assert store.booked(link.game_id, "key 1", "typed") == store.Appended(2, repeated=True)
    assert list(store.faults()) == []


def test_the_same_backup_twice_changes_nothing(game):
    """A game that is there already is left alone."""
    before = only()
    assert store.take_in([before], digest_of) == ["known"]
    assert only() == before


def test_a_backup_that_is_behind_changes_nothing(game):
    """What was played since the backup stays."""
    old = only()
    store.append(game, 2, [SECOND], "key 2", "typed")
    assert store.take_in([old], digest_of) == ["known"]
    assert store.load(game).events[1:] == [FIRST, SECOND]


def test_a_backup_that_is_ahead_continues_the_game(app, game):
    """What this database had lost comes back: events, names and keys, under the same link."""
    old = only()
    store.append(game, 2, [ev.PlayerJoined(4, 4)], "key 2", "typed", {4: "Rosa"})
    new = only()
    delete_all(app)
    assert store.take_in([old], digest_of) == ["new"]
    assert store.take_in([new], digest_of) == ["continued"]
    assert only() == new
    assert list(store.faults()) == []


def test_pages_hear_of_what_a_backup_does(app, game, monkeypatch):
    """Boards that are open meanwhile are told when their game goes on, and when it is deleted again."""
    old = only()
    store.append(game, old.events[-1].number, [scored(1, 3, 4, 0)], "later", "x")
    new = only()
    delete_all(app)
    store.take_in([old], digest_of)
    told: list[int | None] = []
    monkeypatch.setattr("scorekeeper.store.announce._listeners", [told.append])
    store.take_in([new], digest_of)
    known = db.session.scalars(select(GameRow.id)).one()
    assert told == [known]
    store.bury({new.public_id: 0})
    assert told == [known, known]


def test_a_game_that_went_on_differently_is_a_copy(app, game):
    """Both stories are kept; the same backup again, or a later one of that story, makes no second copy."""
    old = only()
    store.append(game, 2, [OTHER], "key 2", "typed")
    here = only()
    delete_all(app)
    store.take_in([old], digest_of)
    (mine,) = [store.find_link(digest_of("a" * 32, "score", 1))]
    assert mine is not None
    store.append(mine.game_id, 2, [SECOND], "key 3", "typed")
    assert store.take_in([here], digest_of) == ["copied"]
    assert store.take_in([here, here], digest_of) == ["known", "known"]
    both = exported()
    assert len(both) == 2
    assert store.load(mine.game_id).events[1:] == [FIRST, SECOND]
    (copy,) = [public_id for public_id in both if public_id != "a" * 32]
    assert both[copy].ledger()[1:] == [FIRST, OTHER]
    link = store.find_link(digest_of(copy, "score", 1))
    assert link is not None
    store.append(link.game_id, 3, [SECOND], "key 4", "typed")
    longer = msgspec.structs.replace(exported()[copy], public_id="a" * 32)
    assert store.take_in([here, longer], digest_of) == ["known", "known"]
    assert len(exported()) == 2


def test_deleted_games_stay_deleted(game):
    """A backup from before the deletion does not bring the game back."""
    before = only()
    store.delete_game(game)
    assert store.take_in([before], digest_of) == ["deleted"]
    assert exported() == {}


def test_a_damaged_game_changes_nothing(app, game):
    """One that cannot be read or does not fold takes the whole transaction back."""
    before = only()
    delete_all(app)
    unreadable = msgspec.structs.replace(before.events[1], kind="round_forgotten")
    twice = msgspec.structs.replace(before.events[0], number=2)
    for broken in (unreadable, twice):
        damaged = msgspec.structs.replace(before, public_id="b" * 32, events=[before.events[0], broken])
        with pytest.raises(Exception, match=r"round_forgotten|already_started"):
            store.take_in([before, damaged], digest_of)
    assert exported() == {}


def test_an_added_game_is_added_once(app, game):
    """The same creation key gives the same game."""
    file = msgspec.structs.replace(only(), public_id="b" * 32, creation_key="upload", links=[], browsers=[])
    number = store.insert(file, digest_of)
    assert store.insert(msgspec.structs.replace(file, public_id="c" * 32), digest_of) == number
    assert set(exported()) == {"a" * 32, "b" * 32}
    assert set(store.links_of(number)) == {"score", "view"}


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_game_added_twice_at_once_is_added_once(app, game, monkeypatch):
    """A second tap is booked after the first one looked and before it wrote: both get the same game."""
    file = msgspec.structs.replace(only(), public_id="b" * 32, creation_key="upload", links=[], browsers=[])
    write, faster = portable._insert, []

    def write_second(*given: object) -> int:
        monkeypatch.setattr(portable, "_insert", write)
        faster.append(store.insert(msgspec.structs.replace(file, public_id="c" * 32), digest_of))
        return write(*given)

    monkeypatch.setattr(portable, "_insert", write_second)
    assert [store.insert(file, digest_of)] == faster
    assert set(exported()) == {"a" * 32, "c" * 32}
