"""Links, grants and handing over, at the service: who gets in, and who no longer does."""

import time

import pytest
from tables import KEYRING, TableUnderTest, link, secret

from scorekeeper import service
from scorekeeper.store import grants


@pytest.fixture
def table(app) -> TableUnderTest:
    """A running game."""
    return TableUnderTest()


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
