"""What a game looks like to a program: its state, its events, what changed, and the game as a file."""

from collections.abc import Iterator

import pytest
from api.programs import PREFIX, Program
from flask import Flask
from games import Opened
from werkzeug.test import Client

from scorekeeper import service
from scorekeeper.service.live import Hub


def test_the_state_names_people_and_seats(table: Opened, viewer: Program) -> None:
    """Everything that the board shows is there as data."""
    table.play(1, 0, 12, 20)
    answer = viewer.get("/game").get_json()
    assert (answer["role"], answer["version"]) == ("view", 2)
    assert answer["people"] == {"1": "Ana", "2": "Luis", "3": "Eva"}
    state = answer["state"]
    assert [seat["total"] for seat in state["seats"]] == [0, 12, 20]
    assert state["rounds"][0]["scored"] == {"1": 0, "2": 12, "3": 20}
    assert (state["round_number"], state["dealer"], state["pot"]) == (2, 2, 600)
    assert state["terms"]["rules"]["limit"] == 100


def test_nothing_new_is_a_304(table: Opened, scorer: Program, viewer: Program) -> None:
    """With the tag of the last answer, also of a compressed one, until something is booked or renamed."""
    tag = viewer.get("/game").headers["ETag"]
    packed = viewer.get("/game", Accept_Encoding="gzip").headers["ETag"]
    assert [viewer.get("/game", If_None_Match=known).status_code for known in (tag, packed, f"W/{tag}")] == [304] * 3
    assert viewer.get("/game", If_None_Match='W/""').status_code == 200
    assert scorer.call("PUT", "/game/people/1", {"name": "Ann"}).status_code == 200
    renamed = viewer.get("/game", If_None_Match=tag)
    assert renamed.status_code == 200 and renamed.get_json()["people"]["1"] == "Ann"
    assert scorer.round(1, 0, 12, 20).status_code == 200
    assert viewer.get("/game", If_None_Match=renamed.headers["ETag"]).status_code == 200


def test_other_reads_have_tags_too(viewer: Program, anybody: Program) -> None:
    """Rule sets, events, files and this document itself are not sent twice."""
    for program, path in ((anybody, "/rules"), (anybody, "/openapi.json"), (viewer, "/game/events"),
                          (viewer, "/game/rules"), (viewer, "/game/export/json")):  # fmt: skip
        first = program.get(path)
        assert program.get(path, If_None_Match=first.headers["ETag"]).status_code == 304, path


def test_events_since_a_version(table: Opened, viewer: Program) -> None:
    """Each with its number, whether it counts, its data, and in words."""
    table.play(1, 0, 12, 20)
    table.play(None, 5, 6, 7)
    answer = viewer.get("/game/events?since=2").get_json()
    assert answer["version"] == 3
    (event,) = answer["events"]
    assert (event["number"], event["batch"], event["counts"]) == (3, 3, True)
    assert event["event"]["type"] == "round_scored"
    assert event["event"]["entries"][1] == {"seat": 2, "points": 6, "cards": "", "laid": []}
    assert event["text"] == "Round 2. Nobody closed. Points: Ana 5, Luis 6, Eva 7."
    assert [one["number"] for one in viewer.get("/game/events").get_json()["events"]] == [1, 2, 3]
    assert viewer.get("/game/events?since=99").get_json()["events"] == []


def test_words_are_in_the_language_that_is_asked_for(table: Opened, viewer: Program) -> None:
    """And each language has a tag of its own."""
    english, spanish = (viewer.get("/game/events", Accept_Language=code) for code in ("en", "es"))
    assert "deals first" in english.get_json()["events"][0]["text"]
    assert english.get_json()["events"][0]["text"] != spanish.get_json()["events"][0]["text"]
    assert english.headers["ETag"] != spanish.headers["ETag"]
    assert "Accept-Language" in spanish.headers["Vary"]


@pytest.mark.parametrize("query", ["since=-1", "since=foo", "since=", "since=99999999999999999999"])
def test_a_version_that_is_none(viewer: Program, query: str) -> None:
    """Is refused, not guessed."""
    answer = viewer.get(f"/game/events?{query}")
    assert (answer.status_code, answer.get_json()["code"]) == (422, "unreadable_body")


def test_the_rules_in_words(viewer: Program) -> None:
    """As data, and in the sentences of the rules page."""
    answer = viewer.get("/game/rules").get_json()
    assert answer["terms"]["rules"]["close_limit"] == 5
    assert any("5" in sentence for section in answer["sections"] for sentence in section["sentences"])


@pytest.mark.parametrize(("form", "kind"), [("json", "application/json"), ("csv", "text/csv"), ("txt", "text/plain")])
def test_the_game_as_a_file(table: Opened, viewer: Program, form: str, kind: str) -> None:
    """The same files as on the download page."""
    table.play(1, 0, 12, 20)
    answer = viewer.get(f"/game/export/{form}")
    assert answer.mimetype == kind
    assert "Luis" in answer.text and "attachment" in answer.headers["Content-Disposition"]


def chunks(app: Flask, token: str, **headers: str) -> Iterator[str]:
    """What the stream says, piece by piece."""
    sent = {"Authorization": f"Bearer {token}", **{name.replace("_", "-"): text for name, text in headers.items()}}
    response = Client(app).get(f"{PREFIX}/game/stream", headers=sent)
    assert response.mimetype == "text/event-stream"
    return (chunk.decode() for chunk in response.iter_encoded())


def test_the_stream_tells_of_changes_and_of_the_end(app: Flask, table: Opened, viewer: Program) -> None:
    """It is the pages' own hub: a booked round is heard at once, and a revoked link closes the stream."""
    tag = viewer.get("/game").headers["ETag"].strip('"')
    stream = chunks(app, table.token("view"), Last_Event_ID=tag)
    assert next(stream).startswith("retry:")
    table.play(1, 0, 12, 20)
    newest = viewer.get("/game").headers["ETag"].strip('"')
    assert next(stream).startswith(f"event: changed\nid: {newest}\n")
    with app.app_context():
        service.revoke(table.keyring, service.links_of(table.id)["score"], "view", 1, "Ana's phone")
    assert next(stream).startswith("event: closed")
    assert next(stream, None) is None


def test_too_many_streams(app: Flask, viewer: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """Are refused as on the pages."""
    monkeypatch.setattr(Hub, "is_full", lambda _hub, _address: True)
    answer = viewer.get("/game/stream")
    assert answer.status_code == 429 and answer.headers["Retry-After"]
