"""Live updates: the stream says that something changed, at once and only then; the pulse answers 304 meanwhile."""

import threading
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import service, store
from scorekeeper.engine import PRESETS, Entry, RoundScored, Terms
from scorekeeper.service import Link
from scorekeeper.web.pages import live


@pytest.fixture
def link(app: Flask) -> Link:
    """The view link of a new game."""
    new = service.NewGame(("Ana", "Luis"), Terms(PRESETS["fournier"]))
    return service.links_of(service.start_game(app.extensions["keyring"], new, service.new_key()))["view"]


def address(app: Flask, link: Link, page: str) -> str:
    return f"/g/{app.extensions['keyring'].token_of(link)}/{page}"


def book_round(app: Flask, link: Link) -> None:
    with app.app_context():
        game = service.load(link.game_id)
        event = RoundScored((Entry(1, 0), Entry(2, 7)), 1, "plain")
        service.book(game, (event,), service.Request(service.new_key(), game.version, ""))


def words(client: FlaskClient, path: str) -> Iterator[str]:
    response = client.get(path)
    assert response.mimetype == "text/event-stream"
    return (chunk.decode() for chunk in response.iter_encoded())


def test_a_booked_round_reaches_an_open_stream(app: Flask, client: FlaskClient, link: Link) -> None:
    """Whoever watches hears the new tag, and how many watch, as soon as a round is booked."""
    tag = client.get(address(app, link, "pulse")).text
    stream = words(client, address(app, link, f"live?tag={tag}"))
    assert next(stream).startswith("retry:")
    booking = threading.Timer(0.2, book_round, (app, link))
    booking.start()
    said = next(stream)
    booking.join()
    newest = client.get(address(app, link, "pulse")).text
    assert newest != tag
    assert said == f"event: changed\nid: {newest}\ndata: {newest} 1\n\n"


def test_a_stream_that_comes_back_hears_what_it_missed(app: Flask, client: FlaskClient, link: Link) -> None:
    """With the last tag it saw, a browser is told at once if something changed meanwhile."""
    tag = client.get(address(app, link, "pulse")).text
    book_round(app, link)
    response = client.get(address(app, link, "live"), headers={"Last-Event-ID": tag})
    stream = (chunk.decode() for chunk in response.iter_encoded())
    next(stream)
    assert next(stream).startswith("event: changed")


def test_nothing_new_is_only_a_sign_of_life(
    app: Flask, client: FlaskClient, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While nothing happens the stream only shows that it is there."""
    monkeypatch.setattr(live, "PING_SECONDS", 0.05)
    tag = client.get(address(app, link, "pulse")).text
    stream = words(client, address(app, link, f"live?tag={tag}"))
    next(stream)
    assert next(stream).startswith(":")


def test_a_revoked_link_closes_its_streams(app: Flask, client: FlaskClient, link: Link) -> None:
    """When the view link is revoked, whoever watches by it is told so and the stream ends."""
    keyring = app.extensions["keyring"]
    tag = client.get(address(app, link, "pulse")).text
    stream = words(client, address(app, link, f"live?tag={tag}"))
    next(stream)
    scorer = service.links_of(link.game_id)["score"]
    assert service.revoke(keyring, scorer, "view", 1, service.digest("browser"))
    assert next(stream).startswith("event: closed")
    assert list(stream) == []
    assert client.get(address(app, link, "live")).status_code == 404


def test_a_change_while_a_stream_is_opened_is_not_missed(
    app: Flask, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one that comes right after the first look, nor one from before it that the request does not see yet."""
    service.load(link.game_id)
    book_round(app, link)
    slot = app.extensions["hub"].enter(link, "")
    assert slot.pulse.version == 2
    look = store.pulse

    def look_slowly(game_id: int) -> store.Pulse | None:
        found = look(game_id)
        monkeypatch.setattr(store, "pulse", look)
        book_round(app, link)
        return found

    monkeypatch.setattr(store, "pulse", look_slowly)
    assert app.extensions["hub"].enter(link, "").pulse.version == 3
    monkeypatch.setattr(store, "pulse", look_slowly)
    app.extensions["hub"].publish(link.game_id)
    assert slot.pulse.version == 4


def test_a_slot_that_cannot_be_told_anything_is_given_back(
    app: Flask, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the database does not answer, nobody counts as watching."""
    monkeypatch.setattr(store, "pulse", lambda _number: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        app.extensions["hub"].enter(link, "")
    assert app.extensions["hub"].watching(link.game_id) == 0


def test_a_slot_is_given_back(app: Flask, client: FlaskClient, link: Link) -> None:
    """When the connection is closed, nobody counts as watching any more."""
    hub = app.extensions["hub"]
    response = client.get(address(app, link, "live"))
    assert hub.watching(link.game_id) == 1
    response.close()
    assert hub.watching(link.game_id) == 0


def test_too_many_streams_to_one_address_are_refused(
    app: Flask, client: FlaskClient, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the limit a stream is answered 429, and the page asks now and then instead."""
    monkeypatch.setattr("scorekeeper.service.live.MOST_STREAMS_PER_ADDRESS", 1)
    first = client.get(address(app, link, "live"))
    assert client.get(address(app, link, "live")).status_code == 429
    first.close()


def test_the_addresses_of_a_home_count_as_one(
    app: Flask, client: FlaskClient, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has a whole /64 of IPv6 gets no more streams by it."""
    monkeypatch.setattr("scorekeeper.service.live.MOST_STREAMS_PER_ADDRESS", 1)
    path = address(app, link, "live")
    open_streams = [
        client.get(path, environ_base={"REMOTE_ADDR": f"2001:db8::{end}"}) for end in ("1", "2", "1:0:0:0:1")
    ]
    assert [response.status_code for response in open_streams] == [200, 429, 200]
    for response in open_streams:
        response.close()


def test_the_pulse_is_304_while_nothing_happens(app: Flask, client: FlaskClient, link: Link) -> None:
    """Asking again with the tag costs nothing until something is booked."""
    first = client.get(address(app, link, "pulse"))
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get(address(app, link, "pulse"), headers=known).status_code == 304
    book_round(app, link)
    assert client.get(address(app, link, "pulse"), headers=known).status_code == 200


def test_a_new_name_is_news(app: Flask, client: FlaskClient, link: Link) -> None:
    """A corrected name changes the tag, although it is no event."""
    before = client.get(address(app, link, "pulse")).text
    service.rename(link.game_id, 1, "Anna")
    assert client.get(address(app, link, "pulse")).text != before


def test_a_poll_costs_the_app_nothing_while_its_answer_is_known(
    app: Flask, client: FlaskClient, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a moment the same question is answered without the database; another program's writing is seen after it."""
    path = address(app, link, "pulse")
    known = {"If-None-Match": client.get(path).headers["ETag"]}
    with monkeypatch.context() as broken:
        broken.setattr(service, "pulse", lambda game_id: pytest.fail("the database was asked"))
        answer = client.get(path, headers=known)
        assert (answer.status_code, answer.headers["ETag"]) == (304, known["If-None-Match"])
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    monkeypatch.setattr("scorekeeper.web.pulses.FRESH_SECONDS", -1)
    client.get(path)
    asked = []
    monkeypatch.setattr(service, "pulse", lambda game_id: asked.append(game_id))
    assert client.get(path, headers=known).status_code == 200
    assert asked == [link.game_id]


def test_a_known_answer_ends_with_its_link(app: Flask, client: FlaskClient, link: Link) -> None:
    """When the view link is revoked, polls by it are told so at once, although their tag was the newest."""
    path = address(app, link, "pulse")
    known = {"If-None-Match": client.get(path).headers["ETag"]}
    scorer = service.links_of(link.game_id)["score"]
    assert service.revoke(app.extensions["keyring"], scorer, "view", 1, service.digest("browser"))
    assert client.get(path, headers=known).status_code == 404
