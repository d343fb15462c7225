"""Links, grants, short codes, handing over and deleting, at the service: who gets in, and who no longer does."""

import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from ledgers import scored, terms
from sqlalchemy import text
from tables import KEYRING, TableUnderTest

from scorekeeper import service
from scorekeeper.service.access import CODE_ALPHABET, CODE_LENGTH, tidy_code
from scorekeeper.store import codes, grants
from scorekeeper.store.models import Base, TombstoneRow, db


@pytest.fixture
def table(app) -> TableUnderTest:
    """A running game."""
    return TableUnderTest()


def link(table: TableUnderTest, role: str = "score") -> service.Link:
    return service.links_of(table.id)[role]


def secret(table: TableUnderTest, role: str = "score") -> str:
    return KEYRING.token_of(link(table, role))


@pytest.mark.parametrize(("role", "other"), [("view", "score"), ("score", "view")])
def test_a_link_is_renewed_on_its_own(table, role, other):
    """The old secret opens nothing, the new one does, the other link stays."""
    old, kept = secret(table, role), secret(table, other)
    new = service.renew(KEYRING, link(table), role, 1, "Ana's phone")
    assert new is not None
    assert KEYRING.open(old) is None
    assert KEYRING.open(KEYRING.token_of(new)) == new
    assert KEYRING.open(kept) is not None


def test_a_link_is_not_renewed_twice_by_a_second_tap(table):
    """Whoever saw another generation changes nothing."""
    new = service.renew(KEYRING, link(table), "view", 1, "Ana's phone")
    assert service.renew(KEYRING, link(table), "view", 1, "Ana's phone") is None
    assert link(table, "view") == new


def test_a_dead_score_link_changes_no_other_link(table):
    """A phone that was shut out a moment ago, between the door and the table, can do nothing any more."""
    dead = link(table)
    service.renew(KEYRING, dead, "score", 1, "Ana's phone")
    assert service.renew(KEYRING, dead, "view", 1, "Luis's phone") is None
    assert not service.revoke(KEYRING, dead, "score", 2, "Luis's phone")
    assert not service.hand_over(KEYRING, dead, "Luis's phone")
    assert service.ways_of(KEYRING, table.id)["view"].generation == 1
    assert link(table).generation == 2


def test_a_revoked_link_opens_nothing_until_it_is_renewed(table):
    """No secret of it works, nor the one before; its renewal is a new one again."""
    old = secret(table, "view")
    assert service.revoke(KEYRING, link(table), "view", 1, "Ana's phone")
    assert "view" not in service.links_of(table.id)
    assert service.ways_of(KEYRING, table.id)["view"].token is None
    assert KEYRING.open(KEYRING.token(table.game.public_id, "view", 2)) is None
    new = service.renew(KEYRING, link(table), "view", 2, "Ana's phone")
    assert new is not None and new.generation == 3
    assert KEYRING.open(old) is None
    assert KEYRING.open(KEYRING.token_of(new)) == new


def test_who_renews_the_score_link_keeps_scoring(table):
    """His grant moves on with the link; all other scorers' grants are dead."""
    for browser in ("Ana's phone", "Luis's phone"):
        service.remember(browser, link(table))
    new = service.renew(KEYRING, link(table), "score", 1, "Ana's phone")
    assert [summary.link for summary in service.summaries("Ana's phone")] == [new]
    assert service.summaries("Luis's phone") == []
    assert service.holders(table.id) == service.Holders(scorers=1, viewers=0, recent=1)


def test_closing_the_score_link_makes_a_viewer(table):
    """Nobody scores any more; whoever closed it still looks on."""
    service.revoke(KEYRING, link(table), "score", 1, "Ana's phone")
    assert "score" not in service.links_of(table.id)
    assert [summary.link.role for summary in service.summaries("Ana's phone")] == ["view"]


def test_grants_are_counted(table, monkeypatch):
    """Each browser counts once, by what it may do now, and those of the last hour are told apart."""
    service.remember("Ana's phone", link(table))
    for browser in ("Luis's phone", "Eva's phone", "Eva's phone"):
        service.remember(browser, link(table, "view"))
    assert service.holders(table.id) == service.Holders(scorers=1, viewers=2, recent=3)
    later = time.time_ns() + 2 * grants.RECENTLY_MS * 1_000_000
    monkeypatch.setattr(time, "time_ns", lambda: later)
    service.remember("Eva's phone", link(table, "view"))
    assert service.holders(table.id) == service.Holders(scorers=1, viewers=2, recent=1)
    service.renew(KEYRING, link(table), "view", 1, "Ana's phone")
    assert service.holders(table.id).viewers == 0


def test_a_scorer_who_looks_at_the_view_link_still_scores(table):
    """Trying the other link does not take the scoring off a phone's list, but a dead score link does not stay there."""
    service.remember("Ana's phone", link(table))
    service.remember("Ana's phone", link(table, "view"))
    assert [summary.link.role for summary in service.summaries("Ana's phone")] == ["score"]
    service.renew(KEYRING, link(table), "score", 1, "Luis's phone")
    service.remember("Ana's phone", link(table, "view"))
    assert [summary.link.role for summary in service.summaries("Ana's phone")] == ["view"]


def test_grants_do_not_grow_for_ever(table, monkeypatch):
    """Programs without cookies push out the oldest viewers, never somebody who scores."""
    monkeypatch.setattr(grants, "MOST_GRANTS", 5)
    service.remember("Ana's phone", link(table))
    for number in range(12):
        service.remember(f"program {number}", link(table, "view"))
    assert service.holders(table.id).scorers == 1
    assert service.holders(table.id).viewers == 4


def test_names_are_offered_only_from_games_that_still_open(table):
    """Somebody who was shut out does not learn who sits there now."""
    service.remember("Rosa's phone", link(table, "view"))
    assert "Ana" in service.known_names("Rosa's phone")
    service.renew(KEYRING, link(table), "view", 1, "Ana's phone")
    assert service.known_names("Rosa's phone") == []


def test_handing_over_swaps_who_may_score(table):
    """The old link is dead, this browser looks on, and knows the new link until another one has opened it."""
    old = secret(table)
    assert service.hand_over(KEYRING, link(table), "Ana's phone")
    assert KEYRING.open(old) is None
    assert [summary.link.role for summary in service.summaries("Ana's phone")] == ["view"]
    new = service.handed_over("Ana's phone", table.id)
    assert new == link(table)
    assert service.handed_over("Eva's phone", table.id) is None
    service.remember("Luis's phone", new)
    assert service.handed_over("Ana's phone", table.id) is None
    assert service.holders(table.id) == service.Holders(scorers=1, viewers=1, recent=2)


def test_what_was_handed_over_can_be_taken_back(table):
    """Opening the new link on the same phone makes it a scorer again."""
    service.hand_over(KEYRING, link(table), "Ana's phone")
    service.remember("Ana's phone", link(table))
    assert [summary.link.role for summary in service.summaries("Ana's phone")] == ["score"]
    assert service.handed_over("Ana's phone", table.id) is None


def test_an_old_session_does_not_learn_later_links(table):
    """Who handed over once is not shown a score link that was made after that."""
    service.hand_over(KEYRING, link(table), "Ana's phone")
    service.renew(KEYRING, link(table), "score", 2, "Luis's phone")
    assert service.handed_over("Ana's phone", table.id) is None


def test_nothing_is_handed_over_where_nobody_may_look_on(table):
    """Without a view link this phone would be shut out: nothing happens."""
    service.revoke(KEYRING, link(table), "view", 1, "Ana's phone")
    before = link(table)
    assert not service.hand_over(KEYRING, before, "Ana's phone")
    assert link(table) == before


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
