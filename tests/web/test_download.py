"""A game as a file: it comes in again as it was, opens in a spreadsheet, and harms nobody."""

import csv
import io
import json
from typing import Any

import pytest
from games import Opened
from werkzeug.datastructures import FileStorage

from scorekeeper import service
from scorekeeper.web.forms import importing

FORMS = ("json", "csv", "txt")


@pytest.fixture
def opened(app) -> Opened:
    """A game of three with two rounds, with names that are meant badly."""
    opened = Opened(app, "=cmd|' /C calc'!A0", '@Luis; "el" 2º, ñ', "-Eva")
    opened.play(1, 0, 12, 7)
    opened.play(2, 4, 0, 9)
    return opened


def upload(browser, content: bytes):
    """Choose a file on the import page and send it."""
    browser.get("/import")
    fields = browser.form("/import")["fields"]
    data = fields | {"file": FileStorage(io.BytesIO(content), "game.json", "file")}
    browser.page = browser.client.post("/import", data=data, follow_redirects=True)
    return browser.page


@pytest.mark.parametrize("role", ["view", "score"])
def test_whoever_sees_the_game_may_download_it(opened, client, browser, role):
    """The page leads to all three files, and each has a name of its own."""
    page = browser.get(opened.path(role, "download"))
    assert page.status_code == 200
    for form in FORMS:
        assert opened.path(role, f"download/{form}") in page.text
        answer = client.get(opened.path(role, f"download/{form}"))
        assert answer.status_code == 200
        assert f'.{form}"' in answer.headers["Content-Disposition"]
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="chinchon-20')


def test_no_other_form(opened, client):
    """Anything else is no page."""
    assert client.get(opened.path("score", "download/pdf")).status_code == 404
    assert client.get("/g/nonsense/download/json").status_code == 404


def test_a_file_holds_no_secret(opened, client):
    """No link, no digest and no public id leaves with the game."""
    text = client.get(opened.path("view", "download/json")).text
    for role in ("score", "view"):
        assert opened.token(role) not in text
        assert service.digest(opened.token(role)) not in text
    assert opened.game.public_id not in text


def test_json_comes_in_again(app, opened, client, browser):
    """The same ledger and names, under links of its own; the first game is untouched."""
    content = client.get(opened.path("view", "download/json")).data
    page = upload(browser, content)
    assert page.status_code == 200
    token = page.request.path.removeprefix("/g/").strip("/")
    assert token not in (opened.token("score"), opened.token("view"))
    link = opened.keyring.open(token)
    assert link is not None
    assert link.role == "score"
    copy = service.load(link.game_id)
    assert (copy.ledger, copy.names) == (opened.game.ledger, opened.game.names)
    assert copy.public_id != opened.game.public_id
    browser.get(f"/g/{token}/round")
    browser.submit("/round", closer="1", points_2="5", points_3="5", action="book")
    with app.app_context():
        assert service.load(link.game_id).version == 4
    assert opened.game.version == 3
    assert "Ana" not in browser.get("/").text


def test_the_same_form_brings_in_one_game(opened, client, browser):
    """A double tap on the button makes one game, the next visit of the page another."""
    content = client.get(opened.path("view", "download/json")).data
    browser.get("/import")
    fields = browser.form("/import")["fields"]
    places = set()
    for _ in range(2):
        data = fields | {"file": FileStorage(io.BytesIO(content), "game.json", "file")}
        places.add(browser.client.post("/import", data=data).headers["Location"])
    assert len(places) == 1
    assert upload(browser, content).request.path not in places


def test_a_hidden_sign_in_a_reason_keeps_no_game_out(app, opened, client, browser):
    """What is typed as a reason loses what nobody sees: the game can be taken along, and comes in again."""
    browser.get(opened.path("score", "table"))
    browser.submit("/adjust", seat="2", points="10", reason="peeked \N{RIGHT-TO-LEFT OVERRIDE}\N{WOMAN}")
    assert opened.game.events[-1].reason == "peeked \N{WOMAN}"
    assert upload(browser, client.get(opened.path("view", "download/json")).data).status_code == 200


def damaged(content: bytes, **changes: object) -> bytes:
    return json.dumps(json.loads(content) | changes).encode()


def changed(event: dict[str, Any], **body: object) -> dict[str, Any]:
    return event | {"body": event["body"] | body}


def test_what_is_no_game_is_refused(opened, client, browser):
    """Each kind of wrong file is answered with a sentence beside the field, and nothing is kept."""
    content = client.get(opened.path("view", "download/json")).data
    game = json.loads(content)
    start, first, second = game["events"]
    undone = {"number": 4, "batch": 4, "at": 0, "kind": "undone", "body": {"event": 3}}
    void = {"number": 2, "batch": 2, "at": 0, "kind": "round_voided", "body": {}}
    joins = void | {"kind": "player_joined", "body": {"seat": 4, "person": 4}}
    chain = [undone | {"number": n, "batch": n, "body": {"event": n - 1}} for n in range(3, 2500)]
    no_cards = [entry | {"cards": "no cards"} for entry in first["body"]["entries"]]
    wrong = [
        b"", b"nonsense", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, content[:-20],
        damaged(content, format="other"),
        damaged(content, version=2),
        damaged(content, events=[]),
        damaged(content, events=[first]),
        damaged(content, events=[start, first | {"number": 3}]),
        damaged(content, events=[start, first | {"at": -1}]),
        damaged(content, events=[start, first | {"at": 10**30}]),
        damaged(content, events=[start, first | {"at": 253_402_300_800_000}]),
        damaged(content, created_at=253_402_300_800_000),
        damaged(content, events=[start, changed(first, closer=9)]),
        damaged(content, events=[start, first, changed(second, objections=["over_limit", "<b>"]), undone]),
        damaged(content, events=[start, first, changed(second, objections=["no_such_code"], ruling="stands")]),
        damaged(content, events=[start, changed(first, entries=no_cards)]),
        damaged(content, events=[changed(start, terms=start["body"]["terms"] | {"currency": "<b>"})]),
        damaged(content, events=[start, void | {"body": {"reason": "x" * 400}}]),
        damaged(content, people={"1": "Ana", "2": "Luis"}),
        damaged(content, people={"1": "Ana", "2": "Luis", "3": ""}),
        damaged(content, people={"1": "Ana", "2": "Luis", "3": "x" * 61}),
        damaged(content, people={"1": "Ana", "2": "Luis", "3": "Eva", "99999999999": "Rosa"}),
        damaged(content, people={"1": "Ana", "2": "Luis", "3": "Eva", "4": "Rosa"}),
        damaged(content, people={str(number): "Ana" for number in range(1, 9000)}),
        damaged(content, people={"1": "Ana", "2": "Luis", "3": "\N{HANGUL FILLER}"}),
        damaged(content, events=[start, joins, undone | {"number": 3, "batch": 3, "body": {"event": 2, "by": "undo"}}]),
        damaged(content, events=[start, void, *chain]),
        damaged(content, events=[start, *[undone] * 3001]),
        b" " * (service.MAX_BYTES + 1),
    ]  # fmt: skip
    for sent in wrong:
        page = upload(browser, sent)
        assert page.status_code == 422, sent[:300]
        assert "file-error" in page.text
    assert service.count_games() == 1


def test_what_the_history_stumbles_over_is_refused_and_logged(app, opened, client, browser, monkeypatch, caplog):
    """Such a file is a fault of ours: it comes in nowhere, and the log says where it was."""

    def stumble(*_given):
        raise KeyError("seat 9")

    monkeypatch.setattr(importing, "describe", stumble)
    page = upload(browser, client.get(opened.path("view", "download/json")).data)
    assert page.status_code == 422
    assert "cannot have happened" in page.text
    assert "stumble" in caplog.text
    assert "KeyError: 'seat 9'" in caplog.text


def test_no_file_and_a_huge_one(app, browser):
    """Nothing chosen is said beside the field; what is larger than any game is not even read."""
    browser.get("/import")
    browser.submit("/import")
    assert browser.status == 422
    assert "Choose a file first." in browser.text
    assert upload(browser, b" " * (5 * 1024 * 1024)).status_code == 413


def read_sheet(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:]), delimiter=";"))


def test_the_sheet_has_rounds_and_totals(opened, client):
    """A line for each round: what everybody got, and the totals after it, as plain whole numbers."""
    opened.play(None, 1, 2, 3)
    head, *lines = read_sheet(client.get(opened.path("view", "download/csv")).data.decode("utf-8"))
    assert head[0] == "Round"
    assert [line[0] for line in lines] == ["1", "2", "3"]
    assert [line[2:] for line in lines] == [
        ["0", "12", "7", "0", "12", "7"], ["4", "0", "9", "4", "12", "16"], ["1", "2", "3", "5", "14", "19"],
    ]  # fmt: skip


def test_the_sheet_is_harmless(opened, client):
    """No field begins with what a spreadsheet would calculate, except for negative numbers."""
    for line in read_sheet(client.get(opened.path("view", "download/csv")).data.decode("utf-8")):
        for cell in line:
            assert not cell.startswith(("=", "+", "-", "@", "\t")) or cell.removeprefix("-").isdigit(), cell


def test_the_sheet_speaks_the_language(opened, client):
    """In a Spanish browser it is separated the same way."""
    spanish = client.get(opened.path("view", "download/csv"), headers={"Accept-Language": "es"}).data.decode("utf-8")
    assert len(read_sheet(spanish)[1]) == 8


def test_the_sheet_of_an_evening_adds_up(app, client):
    """After rebuys, penalties and joiners the last totals are those of the board."""
    from scorekeeper.engine import events as ev

    opened = Opened(app)
    game = service.load(opened.id)
    for number, change in enumerate([ev.PointsAdjusted(2, -5, "a bonus"), ev.PlayerJoined(4, 4)]):
        request = service.Request(f"change {number} {opened.id}", game.version, "")
        service.book(game, (change,), request, {4: "Rosa"} if number else None)
        game = service.load(opened.id)
    lines = read_sheet(client.get(opened.path("view", "download/csv")).data.decode("utf-8"))
    assert lines[1][2:] == ["", "-5", "", "", "0", "-5", "0", ""]
    assert lines[2][6:] == ["0", "-5", "0", "0"]


def test_the_evening_is_text(opened, client):
    """The plain text has the head of a night and its rounds."""
    text = client.get(opened.path("view", "download/txt")).text
    assert "\nRules: fournier\n" in text
    assert "\nRound 2: Luis_el_2º_ñ closes 0, " in text
