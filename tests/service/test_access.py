"""Secret links: two for each game, none of which can be guessed, found in the database, or used after its renewal."""

import re

import pytest
from ledgers import terms
from sqlalchemy import text, update
from tables import KEYRING

from scorekeeper import service
from scorekeeper.service.access import ROLES
from scorekeeper.store.models import LinkRow, db


@pytest.fixture
def game(app) -> service.StoredGame:
    """A new game."""
    new = service.NewGame(("Ana", "Luis"), terms())
    return service.load(service.start_game(KEYRING, new, "a key"))


def tokens(game: service.StoredGame) -> dict[str, str]:
    """The secrets of a game's links by role."""
    return {role: KEYRING.token_of(link) for role, link in service.links_of(game.id).items()}


def test_each_role_has_its_link(game):
    """The scorer's link opens the game to write, the other one to look on."""
    found = tokens(game)
    assert set(found) == set(ROLES) == {"score", "view"}
    for role, token in found.items():
        link = KEYRING.open(token)
        assert link == service.Link(game.id, game.public_id, role, 1)


def test_tokens_differ(app):
    """No two links of any games are the same, and each says its role by its first letter."""
    found: list[str] = []
    for number in range(5):
        new = service.NewGame(("Ana", "Luis"), terms())
        loaded = service.load(service.start_game(KEYRING, new, f"key {number}"))
        made = tokens(loaded)
        assert (made["score"][0], made["view"][0]) == ("s", "v")
        found += made.values()
    assert len({token[1:] for token in found}) == 10
    assert all(re.fullmatch(r"[sv][a-z2-7]{32}", token) for token in found), "160 bits"


def test_a_viewer_cannot_work_out_the_scorers_link(game):
    """Changing the first letter of a link opens nothing."""
    found = tokens(game)
    assert KEYRING.open("s" + found["view"][1:]) is None
    assert KEYRING.open("v" + found["score"][1:]) is None


@pytest.mark.parametrize("token", ["", "s", "v", "1", "s" + "a" * 32, "ñ", "x" * 10_000])
def test_other_texts_open_nothing(game, token):
    """No counting of ids, and nothing that is no secret."""
    assert KEYRING.open(token) is None


def test_a_renewed_link_closes_the_old_one(game):
    """A new generation has a new secret; the other role's link stays."""
    old = tokens(game)
    renewed = KEYRING.token(game.public_id, "score", 2)
    row = update(LinkRow).where(LinkRow.game_id == game.id, LinkRow.role == "score")
    db.session.execute(row.values(generation=2, digest=service.digest(renewed)))
    db.session.commit()
    assert KEYRING.open(old["score"]) is None
    assert KEYRING.open(renewed) == service.Link(game.id, game.public_id, "score", 2)
    assert KEYRING.open(old["view"]) == service.Link(game.id, game.public_id, "view", 1)
    assert tokens(game) == {"score": renewed, "view": old["view"]}


def test_a_renewed_link_leaves_the_lists_of_those_who_had_the_old_one(game):
    """The home page of a browser shows only games that its links still open."""
    link = service.links_of(game.id)["score"]
    service.remember("browser", link)
    assert [summary.link for summary in service.summaries("browser")] == [link]
    renewed = service.digest(KEYRING.token(game.public_id, "score", 2))
    db.session.execute(update(LinkRow).where(LinkRow.role == "score").values(generation=2, digest=renewed))
    db.session.commit()
    assert service.summaries("browser") == []


def test_no_secret_is_stored(game):
    """Not one row of the database holds a token or a part that would make one."""
    db.session.commit()
    dump = ""
    for name in db.metadata.tables:
        dump += repr(db.session.execute(text(f"SELECT * FROM {name}")).all())
    for token in tokens(game).values():
        assert service.digest(token) in dump
        assert token[1:] not in dump
    assert KEYRING.key.decode() not in dump


def test_another_servers_key_opens_nothing(game):
    """A stolen database without the key is of no use, nor is the key of another server."""
    other = service.Keyring(b"another key that is long enough, too")
    assert other.token_of(service.links_of(game.id)["score"]) != tokens(game)["score"]
    assert KEYRING.open(other.token(game.public_id, "score", 1)) is None


def test_browsers_have_random_names():
    """A browser's name cannot be guessed."""
    names = {service.new_browser() for _ in range(100)}
    assert len(names) == 100
    assert min(map(len, names)) >= 22


def test_a_browser_remembers_games(game):
    """Its games are listed with names, pot and phase, running ones first; forgetting one takes it off the list."""
    links = service.links_of(game.id)
    service.remember("browser", links["view"])
    service.remember("browser", links["view"])
    service.remember("browser", links["score"])
    (summary,) = service.summaries("browser")
    assert (summary.link, summary.names, summary.pot) == (links["score"], ("Ana", "Luis"), 400)
    assert (summary.phase, summary.round_number, summary.in_front) == ("playing", 1, ("Ana", "Luis"))
    assert service.known_names("browser") == ["Ana", "Luis"]
    assert (service.summaries("another"), service.known_names("another")) == ([], [])
    service.forget("browser", game.id)
    assert service.summaries("browser") == []
    assert service.load(game.id).names == {1: "Ana", 2: "Luis"}
