"""Junk in every form and every JSON body: a clear answer, never a crash (the test client lets exceptions through)."""

import json
from typing import Any

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper import service
from scorekeeper.engine import PRESETS, Entry, RoundScored, Terms

# Every field name that a form of ours has, and a few that none has.
FIELDS = [
    *("action", "amount", "cards_1", "cards_2", "closer", "code", "confirmed", "currency", "direction", "first_dealer"),
    *("generation", "key", "kind", "language", "lay_off", "limit", "limit_other", "name", "next", "payout", "person"),
    *("place_1", "place_2", "place_3", "players-0", "players-1", "players-2", "players-9", "points", "points_1"),
    *("points_2", "points_3", "preset", "reason", "rebuy_price", "role", "ruled", "rules-deck", "rules-jokers"),
    *("rules-limit", "rules-rounds", "rules-win_at", "seat", "seat_2", "stake", "version", "when", "word", "no_such"),
    *("answer-entry-2-2", "answer-rebuy-2-2", "answer-rebuy-99-99999"),
]
VALUES = st.one_of(
    st.sampled_from(["", "0", "1", "2", "3", "-3", "7", "10+7+2", "1000", "9" * 30, "x", "nobody", "plain", "clean"]),
    st.sampled_from(
        ["chinchon", "false-close", "stands", "book", "preview", "start", "add", "remove-0", "up-1", "next"]
    ),
    st.sampled_from(["4o 5o 6o / 7c 7e 7b / 2c", "8o", "JK=", "JK=JK", "4o 4o 4o 4o 4o 4o 4o", "♦7", "AD 10H", "=7o"]),
    st.sampled_from(
        ["Ana", "a" * 61, "<img onerror>", "٣", "²", "１", "none", "yes", "spanish-40", "EUR", "XXX", "2,50"]
    ),
    st.sampled_from(["//elsewhere.example", "\\\\elsewhere", "\x00", "\ud7ff", "é\u0301\u200b", "1e9", "NaN", "0x10"]),
    st.text(max_size=80),
)
FORMS = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=14)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=8,
)
BODIES = st.fixed_dictionaries(
    {},
    optional={
        "entries": st.lists(st.fixed_dictionaries({"seat": st.integers(-1, 4), "cards": VALUES}), max_size=4) | JSON,
        "closer": st.integers(-1, 4) | JSON,
        "kind": st.sampled_from(["plain", "clean", "chinchon", "x"]) | JSON,
        "cards": VALUES | JSON,
        "rules": st.sampled_from([*PRESETS, "x"]) | JSON,
        "packs": st.integers(-1, 3) | JSON,
        "correcting": st.integers(-1, 9) | JSON,
    },
)
JUNK = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def new_game(app: Flask, decides: bool) -> str:
    """The score link of a new game; if it `decides`, somebody is out and may come back."""
    terms = Terms(PRESETS["fournier"].changed(limit=20), 200, 200)
    with app.app_context():
        keyring = app.extensions["keyring"]
        number = service.start_game(keyring, service.NewGame(("Ana", "Luis", "Eva"), terms), service.new_key())
        if decides:
            event = RoundScored((Entry(1, 0), Entry(2, 21), Entry(3, 7)), 1, "plain")
            service.book(service.load(number), (event,), service.Request(service.new_key(), 1, ""))
        return str(keyring.token_of(service.links_of(number)["score"]))


def posts(app: Flask, api: bool) -> list[str]:
    """The addresses that take a POST, with the game's token and event numbers filled in later."""
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    return sorted(rule for rule in rules if rule.startswith("/api/") == api)


@JUNK
@given(form=FORMS, decides=st.booleans(), data=st.data())
def test_no_form_crashes(app: Flask, form: dict[str, str], decides: bool, data: Any) -> None:
    """Whatever is sent to a form, with a good CSRF token, is answered below 500."""
    token = new_game(app, decides)
    rule = data.draw(st.sampled_from([rule for rule in posts(app, api=False) if "/delete" not in rule]))
    address = rule.replace("<token>", token).replace("<int:event>", str(data.draw(st.integers(0, 4))))
    app.config["WTF_CSRF_ENABLED"] = False  # forged requests are another test's business
    response = app.test_client().post(address, data=form)
    assert response.status_code < 500, response.text


@JUNK
@given(body=BODIES | JSON, decides=st.booleans(), data=st.data())
def test_no_json_body_crashes(app: Flask, body: Any, decides: bool, data: Any) -> None:
    """Whatever JSON is sent to the API is answered below 500, errors as problem documents."""
    app.config["WTF_CSRF_ENABLED"] = False
    address = data.draw(st.sampled_from([rule for rule in posts(app, api=True) if "<" not in rule]))
    headers = {"Authorization": f"Bearer {new_game(app, decides)}", "Content-Type": "application/json"}
    response = app.test_client().post(address, data=json.dumps(body), headers=headers)
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        assert response.mimetype == "application/problem+json"
        assert response.json["detail"]


@JUNK
@given(
    query=st.dictionaries(st.sampled_from(["cards", "rules", "packs", "closer", "tag", "order"]), VALUES, max_size=4)
)
def test_no_address_crashes(app: Flask, query: dict[str, str]) -> None:
    """Whatever stands behind the question mark, pages are answered below 500."""
    token = new_game(app, decides=False)
    for page in ("/hand", f"/g/{token}/", f"/g/{token}/round", "/new"):
        assert app.test_client().get(page, query_string=query).status_code < 500
