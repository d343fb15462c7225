"""History, consequences, questions and endings, told in plain words."""

from typing import Any

import pytest
from ledgers import scored, start, terms

from scorekeeper.engine import events as ev
from scorekeeper.engine import ledger
from scorekeeper.engine.state import Ending
from scorekeeper.service import Consequence, Question, StoredEvent, StoredGame
from scorekeeper.web.texts.history import consequence, describe, ending, marks, question

NAMES = {1: "Ana", 2: "Luis", 3: "Eva", 4: "Paz"}


def told(*events: ev.Event, seats: int = 3, names: dict[int, str] = NAMES, **more: Any) -> StoredGame:
    """A game with these events, each a step of its own."""
    ledger = [StoredEvent(n, n, 0, event) for n, event in enumerate((start(seats, **more), *events), start=1)]
    return StoredGame(1, "x", 0, tuple(ledger), names)


def last(*events: ev.Event, **more: Any) -> str:
    """The newest event of such a game in words."""
    game = told(*events, **more)
    return describe(game.ledger[-1], game)


OUT = (scored(1, 0, 15, 60), scored(1, 0, 15, 60))
HISTORIES: list[tuple[tuple[ev.Event, ...], str]] = [
    ((), "The game began: Ana, Luis, and Eva. Ana deals first. Limit 100. Stake €2.00."),
    ((scored(1, 3, 12, 20),), "Round 1. Ana closed: plain close. Points: Ana 3, Luis 12, Eva 20."),
    ((scored(2, 3, 0, 20, kind="chinchon"),), "Round 1. Luis closed: chinchón. Points: Ana 3, Luis −10, Eva 20."),
    ((scored(None, 3, 12, 20),), "Round 1. Nobody closed. Points: Ana 3, Luis 12, Eva 20."),
    (
        (scored(1, 9, 12, 20, ruling="false-close"),),
        "Round 1. Ana closed, and it was ruled a false close. Points: Ana 9, Luis 12, Eva 20.",
    ),
    (
        (ev.RoundVoided("a card too many"),),
        "Round 1. It was void (a misdeal): no points, and the same dealer deals again. Reason: a card too many.",
    ),
    (
        (scored(1, 3, 12, 20), ev.RoundCorrected(2, scored(2, 12, 3, 20))),
        "Round 1 was corrected. Luis closed: plain close. Points: Ana 12, Luis 3, Eva 20.",
    ),
    ((*OUT, ev.RebuyTaken(3)), "Eva came back at 30 points for €1.00."),
    ((*OUT, ev.RebuyDeclined(3)), "Eva stays out."),
    ((ev.PointsAdjusted(2, 5, "rudeness"),), "Luis got 5 points more. Reason: rudeness."),
    ((ev.PointsAdjusted(2, -1, "counted wrong."),), "Luis got 1 point taken off. Reason: counted wrong."),
    ((ev.PlayerJoined(4, 4),), "Paz joined late at 0 points."),
    ((ev.PlayerLeft(2),), "Luis left the game."),
    ((ev.SubstituteSeated(2, 4),), "Paz took over the seat of Luis."),
    ((ev.Paid(1, 200),), "Ana put €2.00 on the plate."),
    ((ev.Paid(1, 200), ev.Paid(1, -50)), "Ana took €0.50 back from the plate."),
    (
        (ev.RulesCorrected(1, terms(limit=70)),),
        "The rules had been set wrong and were corrected from the start. Limit: 70 (was 100).",
    ),
    (
        (ev.RulesChanged(terms(rebuys=False, stake=500)),),
        "New rules from the next round on. Rebuys: no (was yes); Stake: €5.00 (was €2.00).",
    ),
    ((ev.SeatsReordered((2, 1, 3)),), "New order at the table: Luis, Ana, and Eva."),
    ((ev.GameEnded(),), "The table agreed to end the game."),
    ((ev.Paid(1, 200), ev.Undone(2)), "Undone: Ana put €2.00 on the plate."),
    ((ev.Paid(1, 200), ev.Undone(2), ev.Undone(3)), "Redone: Ana put €2.00 on the plate."),
]


@pytest.mark.parametrize(("events", "said"), HISTORIES)
def test_every_event_in_words(events: tuple[ev.Event, ...], said: str) -> None:
    """Each kind of event is told with names, points and money."""
    assert last(*events) == said


def test_all_kinds_of_event_are_told() -> None:
    """No kind of event is missing from the examples above."""
    kinds = {type(event) for events, _said in HISTORIES for event in events} | {ev.GameStarted}
    assert kinds == set(ev.Event.__args__)  # type: ignore[attr-defined]


def test_names_are_those_of_the_time() -> None:
    """Whoever sat there then is named, not who sits there now; an undone substitute never sat there."""
    game = told(scored(1, 3, 12, 20), ev.SubstituteSeated(2, 4), scored(2, 3, 0, 20))
    assert "Luis 12" in describe(game.ledger[1], game)
    assert "Paz closed" in describe(game.ledger[3], game)
    game = told(ev.SubstituteSeated(2, 4), ev.Undone(2), scored(2, 3, 0, 20))
    assert "Luis closed" in describe(game.ledger[3], game)


def test_what_the_table_let_stand_is_said() -> None:
    """A close against the rules that stood is marked with the reason."""
    event = ev.RoundScored(scored(1, 9, 2, 3).entries, 1, "plain", "stands", ("over_limit",))
    assert last(event).endswith("The table let it stand: over the closing limit.")


def test_marks_say_what_counts() -> None:
    """Undone events count no longer; corrected ones say by which later event."""
    game = told(scored(1, 3, 12, 20), ev.RoundCorrected(2, None), ev.Paid(1, 200), ev.Undone(4))
    found = marks(game)
    assert (found[2].counts, found[2].corrected_by) == (True, 3)
    assert not found[4].counts
    assert found[5].counts


@pytest.mark.parametrize(
    "kind", ["withdrawn", "after_end", "entry_dropped", "entry_added", "left", "rebought", "stays_out", "clean_now"]
)
def test_consequences_in_words(kind: Any) -> None:
    """Every consequence names the player or the event it is about."""
    game = told(scored(1, 3, 12, 20))
    said = consequence(Consequence(kind, 2, 2), game)
    assert said.endswith(".")
    assert "Luis" in said
    assert "ound 1" in said


def test_questions_in_words() -> None:
    """What only the table knows is asked by name and round."""
    game = told(scored(1, 3, 12, 20))
    for kind in ("rebuy", "entry"):
        said = question(Question(kind, 3, 2), game)  # type: ignore[arg-type]
        assert said.startswith("Eva is now ")
        assert "round 1" in said
        assert said.endswith("?")


ENDINGS: list[tuple[Ending, tuple[ev.Event, ...], dict[str, Any], str]] = [
    ("last-standing", (scored(1, 0, 60, 60),), {"limit": 50}, "Ana"),
    ("all-out", (scored(None, 51, 60, 60),), {"limit": 50}, "Ana"),
    ("first-out", (scored(1, 3, 60, 3),), {"ends": "first-out", "limit": 50}, "Ana and Eva"),
    ("chinchon", (scored(2, 60, 0, 60, kind="chinchon"),), {"chinchon_wins": True}, "Luis"),
    ("win-at", (scored(2, 60, 0, 60, kind="clean"),), {"win_at": -20, "clean_close_points": -20}, "Luis"),
    ("rounds", (scored(2, 60, 0, 60),), {"ends": "rounds", "rounds": 1}, "Luis"),
    ("agreement", (scored(2, 3, 3, 60), ev.GameEnded()), {}, "Ana and Luis"),
]


@pytest.mark.parametrize(("why", "events", "more", "winners"), ENDINGS)
def test_why_the_game_is_over(why: Ending, events: tuple[ev.Event, ...], more: dict[str, Any], winners: str) -> None:
    """One sentence says why, and who won."""
    state = told(*events, **more).state
    assert state.ending == why
    said = ending(state, NAMES)
    assert winners in said
    assert said.endswith(".")


def test_a_running_game_has_no_ending() -> None:
    """While the game runs there is nothing to say."""
    assert ending(told().state, NAMES) == ""


def test_names_may_be_a_function() -> None:
    """Where only a function is at hand, it names the winners."""
    state = told(scored(1, 0, 60, 60), limit=50).state
    assert ending(state, NAMES.__getitem__) == "Ana is the last one in and wins."


def test_a_long_history_is_not_worked_out_for_each_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sat where and what was played by is looked up once for the whole page."""
    rounds = [scored(1, 3, 12, 20)] * 20
    corrections = [ev.RoundCorrected(number, scored(1, 3, 12, 21)) for number in range(3, 20)]
    game = told(ev.SubstituteSeated(2, 4), *rounds, ev.RulesChanged(terms(limit=120)), *corrections, limit=500)
    asked: list[int] = []
    real = ledger._counting
    monkeypatch.setattr(ledger, "_counting", lambda events: asked.append(len(events)) or real(events))
    assert len([describe(stored, game) for stored in game.ledger]) == 40
    assert len(asked) == 4  # the seats, the terms, the terms before they were changed, and the state
