"""Short codes, at the service: what they open, for how long, and for whom."""

import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from tables import KEYRING, TableUnderTest, link

from scorekeeper import service
from scorekeeper.service.access import CODE_ALPHABET, CODE_LENGTH, tidy_code
from scorekeeper.store import codes
from scorekeeper.store.models import Base, db


@pytest.fixture
def table(app) -> TableUnderTest:
    """A running game."""
    return TableUnderTest()


@pytest.mark.parametrize("role", ["view", "score"])
def test_a_code_leads_to_its_link(table, role):
    """However it is typed."""
    service.new_code(KEYRING, link(table, role))
    code = service.ways_of(KEYRING, table.id)[role].code
    assert code is not None and code.minutes == 10
    assert service.open_code(KEYRING, f" {code.text[:3]}-{code.text[3:]} ".lower()) == link(table, role)


def test_a_code_for_scoring_works_once(table):
    """The second one to type it gets nothing; a code for looking on serves the whole table."""
    for role, times in (("view", 3), ("score", 1)):
        service.new_code(KEYRING, link(table, role))
        code = service.ways_of(KEYRING, table.id)[role].code
        assert code is not None
        found = [service.open_code(KEYRING, code.text) for _ in range(3)]
        assert sum(link is not None for link in found) == times


def test_a_code_expires(table, monkeypatch):
    """After ten minutes it opens nothing and is shown no more."""
    service.new_code(KEYRING, link(table))
    code = service.ways_of(KEYRING, table.id)["score"].code
    later = time.time_ns() + codes.VALID_MS * 1_000_000
    monkeypatch.setattr(time, "time_ns", lambda: later)
    assert service.open_code(KEYRING, code.text) is None
    assert service.ways_of(KEYRING, table.id)["score"].code is None


def test_a_new_code_or_a_new_link_ends_the_old_code(table):
    """There is one code at a time, and it never outlives its link."""
    service.new_code(KEYRING, link(table, "view"))
    first = service.ways_of(KEYRING, table.id)["view"].code
    service.new_code(KEYRING, link(table, "view"))
    second = service.ways_of(KEYRING, table.id)["view"].code
    assert service.open_code(KEYRING, first.text) is None
    service.renew(KEYRING, link(table), "view", 1, "Ana's phone")
    assert service.open_code(KEYRING, second.text) is None


def test_there_is_no_code_for_a_game_that_was_deleted_meanwhile(table):
    """Whoever asks for one at that moment is told that the game is gone."""
    known = link(table)
    service.delete_game(table.id)
    with pytest.raises(service.NoSuchGame):
        service.new_code(KEYRING, known)


def test_the_search_for_a_free_code_ends(table, monkeypatch):
    """Where every code is another game's, an error is better than a request that never ends."""
    other = TableUnderTest("Rosa", "Iván")
    monkeypatch.setattr(service.Keyring, "code", lambda *_: "AAAAAA")
    service.new_code(KEYRING, link(other))
    with pytest.raises(RuntimeError):
        service.new_code(KEYRING, link(table))


def test_codes_cannot_be_mistaken_or_guessed(table):
    """Six characters of an alphabet without twins; what looks like another one is taken for that."""
    assert set("01OILBSZ").isdisjoint(CODE_ALPHABET)
    assert len(set(CODE_ALPHABET)) == 28
    assert math.log2(len(CODE_ALPHABET) ** CODE_LENGTH) > 28.8
    assert tidy_code("b s-z") == "852"
    made = set()
    for number in range(200):
        made.add(KEYRING.code(link(table), str(number)))
    assert len(made) == 200
    assert all(set(code) <= set(CODE_ALPHABET) and len(code) == CODE_LENGTH for code in made)


@pytest.mark.parametrize("typed", ["", "ABC", "A" * 6, "1" * 6, "ñandú!", "x" * 10_000, "\x00"])
def test_other_texts_are_no_codes(table, typed):
    """Nothing that was never made opens anything."""
    service.new_code(KEYRING, link(table))
    assert service.open_code(KEYRING, typed) is None


def test_a_stolen_database_has_no_code(table):
    """Stored is a digest under the server's key: without it, trying all codes against the database finds nothing."""
    service.new_code(KEYRING, link(table))
    code = service.ways_of(KEYRING, table.id)["score"].code.text
    dump = "".join(repr(db.session.execute(text(f"SELECT * FROM {name}")).all()) for name in Base.metadata.tables)
    assert KEYRING.code_digest(code) in dump
    assert code not in dump
    assert service.digest(code) not in dump
    other = service.Keyring(b"another key that is long enough, too")
    assert service.open_code(other, code) is None


def test_many_phones_take_a_scoring_code_at_once(app, table):
    """Only one of them gets in."""
    service.new_code(KEYRING, link(table))
    code = service.ways_of(KEYRING, table.id)["score"].code
    start = threading.Barrier(8)

    def phone(_number: int) -> service.Link | None:
        with app.app_context():
            start.wait()
            return service.open_code(KEYRING, code.text)

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(phone, range(8)))
    assert sum(link is not None for link in found) == 1
