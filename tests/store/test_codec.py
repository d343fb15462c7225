"""Events to JSON and back."""

import dataclasses

import pytest
from ledgers import scored, start, terms
from sqlalchemy import text

from scorekeeper import store
from scorekeeper.engine import events as ev
from scorekeeper.engine.rules import PRESETS
from scorekeeper.store import codec
from scorekeeper.store.models import db

ONE_OF_EACH = (
    start(5, dealer=3, preset="conga", win_at=-100),
    ev.RoundScored(
        (ev.Entry(1, 4, "4o 5o 6o / 7c 7e 7b / 2c"), ev.Entry(2, 11, "3o 1b", (ev.LaidOff("3o", 1, "4o 5o 6o"),))),
        1,
        "plain",
        "stands",
        ("over_limit", "too_many_loose"),
    ),
    ev.RoundVoided("repartí mal: ñ, €, “8”"),
    ev.RoundCorrected(2, scored(None, 1, 2)),
    ev.RebuyTaken(2),
    ev.RebuyDeclined(2, after=4),
    ev.PointsAdjusted(1, -10, "olvidado"),
    ev.PlayerJoined(6, 6),
    ev.PlayerLeft(1, after=2),
    ev.SubstituteSeated(2, 7),
    ev.Paid(1, -200),
    ev.RulesCorrected(1, terms("home", currency="ARS", payout="second-gets-stake")),
    ev.RulesChanged(terms("general", second_deck_from=None)),
    ev.SeatsReordered((3, 1, 2)),
    ev.GameEnded(),
    ev.Undone(3),
)


def test_every_kind_is_here():
    """The list below knows each kind of event there is."""
    assert {type(event) for event in ONE_OF_EACH} == set(codec.KINDS.values())
    assert len(codec.KINDS) == 16


@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_round_trip(event):
    """What is read is equal to what was written, kinds and types included."""
    kind, body = codec.encode(event)
    again = codec.decode(kind, body)
    assert again == event
    assert type(again) is type(event)
    assert codec.encode(again) == (kind, body)


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_survives(name):
    """All parameters of a rule set come back as they were."""
    event = ev.GameStarted(ev.Terms(PRESETS[name]), 2)
    assert codec.decode(*codec.encode(event)) == event


def test_a_corrected_void_round_and_a_bare_one():
    """None stays None."""
    event = ev.RoundCorrected(2, None)
    assert codec.decode(*codec.encode(event)) == event
    assert codec.encode(ev.RoundVoided()) == ("round_voided", '{"reason":""}')


def test_an_event_of_an_older_form():
    """Fields that came later take their defaults."""
    assert codec.decode("rebuy_taken", '{"seat": 2}') == ev.RebuyTaken(2)
    old = codec.decode("round_scored", '{"entries": [{"seat": 1, "points": 3}]}')
    assert old == ev.RoundScored((ev.Entry(1, 3),))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("no_such_kind", "{}"),
        ("rebuy_taken", ""),
        ("rebuy_taken", "{}"),
        ("rebuy_taken", '{"seat": "2"}'),
        ("rebuy_taken", '{"seat": 2.5}'),
        ("round_scored", '{"entries": [], "kind": "sideways"}'),
        ("game_started", '{"terms": {"rules": {"limit": 7}}, "seats": 3}'),
        ("game_started", '{"terms": {"rules": {}, "stake": -1}, "seats": 3}'),
    ],
)
def test_unreadable_events(kind, body):
    """Anything else is said to be unreadable, with its kind, and is never half-read."""
    with pytest.raises(codec.UnreadableEvent, match=kind):
        codec.decode(kind, body)


def test_a_damaged_ledger_is_said(app):
    """A game with an unreadable event does not load as something else."""
    game = store.create(start(2), ("Ana", "Luis"), "key", "public", {})
    db.session.execute(text("UPDATE events SET body = '{\"seats\": 2'"))
    db.session.commit()
    with pytest.raises(codec.UnreadableEvent, match="game_started"):
        store.load(game)


def test_every_field_added_later_has_a_default():
    """Only the fields of the first form may be without one, so that old events are read for ever."""
    needed = {
        kind: [f.name for f in dataclasses.fields(cls) if f.default is dataclasses.MISSING]
        for kind, cls in codec.KINDS.items()
    }
    assert needed == {
        "game_started": ["terms", "seats"],
        "round_scored": ["entries"],
        "round_voided": [],
        "round_corrected": ["round", "now"],
        "rebuy_taken": ["seat"],
        "rebuy_declined": ["seat"],
        "points_adjusted": ["seat", "points", "reason"],
        "player_joined": ["seat", "person"],
        "player_left": ["seat"],
        "substitute_seated": ["seat", "person"],
        "paid": ["seat", "amount"],
        "rules_corrected": ["event", "terms"],
        "rules_changed": ["terms"],
        "seats_reordered": ["order"],
        "game_ended": [],
        "undone": ["event"],
    }
