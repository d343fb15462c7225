"""A table that does anything at any time, held against a simple model of the totals and the pot."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from service.sheet import CLEAN, REBUY, STAKE, Cannot, Sheet, sheet_of
from sqlalchemy import event
from tables import KEYRING

from scorekeeper import service, store
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.engine.rules import PRESETS

STEPS: dict[str, int] = {}


class AnyTable(RuleBasedStateMachine):
    """One game. Each part of the story is (event number, what happened)."""

    @initialize(players=st.integers(2, 5))
    def sit_down(self, players: int) -> None:
        rules = PRESETS["fournier"].changed(limit=60, clean_close_points=CLEAN)
        new = service.NewGame(
            tuple(f"P{n}" for n in range(players)), ev.Terms(rules, STAKE, REBUY, "EUR", "winner-takes-all")
        )
        self.players = players
        self.id = service.start_game(KEYRING, new, service.new_key())
        self.now: tuple[int, tuple] = (60, ())  # the limit, and the story
        self.past: list[tuple[int, tuple]] = []
        self.future: list[tuple[int, tuple]] = []
        self.version, self.last = 1, None
        self.game = service.load(self.id)  # as it stands before each step; loading it is what takes the time
        STEPS["games"] = STEPS.get("games", 0) + 1

    @property
    def sheet(self) -> Sheet:
        return sheet_of(self.players, *self.now)

    def request(self) -> service.Request:
        return service.Request(service.new_key(), self.version, "typed")

    def book(self, change, then: tuple[int, tuple] | None, people=None) -> None:
        """Book a change. `then`: limit and story afterwards, None if the model says that it cannot be."""
        STEPS["steps"] = STEPS.get("steps", 0) + 1
        if then is not None:
            try:
                sheet_of(self.players, *then)
            except Cannot:
                then = None
        request, refused = self.request(), None
        try:
            done = service.book(self.game, change, request, people)
        except (RuleViolation, service.NeedsConfirmation) as error:
            refused = error
        if refused is not None:
            assert then is None, f"refused, but the model allows it: {change} {refused}"
            assert service.load(self.id).version == self.version
            return
        assert then is not None, f"booked, but the model says that it cannot be: {change}"
        assert not done.repeated
        self.past.append(self.now)
        self.now, self.future, self.version = then, [], done.version
        self.last = (change, request, people, done)

    def add(self, change, what: tuple, people=None) -> None:
        limit, story = self.now
        self.book((change,), (limit, (*story, (self.version + 1, what))), people)

    def typed(self, data) -> tuple[ev.RoundScored, tuple]:
        """A round of those who are in: the event, and the same for the model."""
        seats = self.sheet.seats("in")
        closer = data.draw(st.sampled_from([None, *seats]))
        clean = closer is not None and data.draw(st.booleans())
        points = {seat: 0 if clean and seat == closer else data.draw(st.integers(0, 25)) for seat in seats}
        kind = None if closer is None else "clean" if clean else "plain"
        entries = tuple(ev.Entry(seat + 1, left) for seat, left in points.items())
        return ev.RoundScored(entries, None if closer is None else closer + 1, kind), ("score", closer, clean, points)

    @rule(data=st.data())
    def score(self, data) -> None:
        happened, what = self.typed(data)
        self.add(happened, what)

    @rule(data=st.data())
    def score_more(self, data) -> None:
        """Rounds are what happens most."""
        self.score(data)

    @rule()
    def void(self) -> None:
        self.add(ev.RoundVoided(), ("void",))

    @precondition(lambda self: self.sheet.seats("deciding"))
    @rule(data=st.data(), back=st.booleans())
    def decide(self, data, back) -> None:
        seat = data.draw(st.sampled_from(self.sheet.seats("deciding")))
        self.add((ev.RebuyTaken if back else ev.RebuyDeclined)(seat + 1), ("rebuy" if back else "decline", seat))

    @rule(data=st.data())
    def rebuy_by_anybody(self, data) -> None:
        """Also by those who may not."""
        seat = data.draw(st.integers(0, len(self.sheet.total) - 1))
        self.add(ev.RebuyTaken(seat + 1), ("rebuy", seat))

    @rule(data=st.data(), points=st.sampled_from([-10, -5, 5, 20]))
    def adjust(self, data, points) -> None:
        seat = data.draw(st.integers(0, len(self.sheet.total) - 1))
        self.add(ev.PointsAdjusted(seat + 1, points, "so it was"), ("adjust", seat, points))

    @rule()
    def join(self) -> None:
        change, people = service.join(self.game, f"late {self.version}")
        self.add(change[0], ("join",), people)

    @rule(data=st.data())
    def leave(self, data) -> None:
        seat = data.draw(st.integers(0, len(self.sheet.total) - 1))
        self.add(ev.PlayerLeft(seat + 1), ("leave", seat))

    @precondition(lambda self: self.version > 12)
    @rule()
    def end(self) -> None:
        self.add(ev.GameEnded(), ("end",))

    @precondition(lambda self: any(what[0] == "score" for _, what in self.now[1]))
    @rule(data=st.data())
    def correct(self, data) -> None:
        """Other points in an earlier round: booked at once where nothing else follows from it."""
        limit, story = self.now
        rounds = [(place, number, what) for place, (number, what) in enumerate(story) if what[0] == "score"]
        place, number, (_, closer, clean, points) = data.draw(st.sampled_from(rounds))
        points = {seat: 0 if clean and seat == closer else data.draw(st.integers(0, 25)) for seat in points}
        entries = tuple(ev.Entry(seat + 1, left) for seat, left in points.items())
        kind = None if closer is None else "clean" if clean else "plain"
        now = ev.RoundScored(entries, None if closer is None else closer + 1, kind)
        then = (*story[:place], (number, ("score", closer, clean, points)), *story[place + 1 :])
        self.book((ev.RoundCorrected(number, now),), (limit, then))

    @rule(limit=st.sampled_from([40, 60, 80, 100]))
    def correct_rules(self, limit) -> None:
        """The limit had been another one from the start."""
        terms = self.game.state.terms
        now = ev.Terms(terms.rules.changed(limit=limit), STAKE, REBUY, "EUR", "winner-takes-all")
        self.book(service.correct_terms(self.game, now), (limit, self.now[1]))

    @rule()
    def undo(self) -> None:
        STEPS["steps"] = STEPS.get("steps", 0) + 1
        if not self.past:
            with pytest.raises(RuleViolation, match="nothing_to_undo"):
                service.undo(self.game)
            return
        self.version = service.book(self.game, service.undo(self.game), self.request()).version
        self.future.append(self.now)
        self.now, self.last = self.past.pop(), None

    @rule()
    def redo(self) -> None:
        STEPS["steps"] = STEPS.get("steps", 0) + 1
        if not self.future:
            with pytest.raises(RuleViolation, match="nothing_to_redo"):
                service.redo(self.game)
            return
        self.version = service.book(self.game, service.redo(self.game), self.request()).version
        self.past.append(self.now)
        self.now, self.last = self.future.pop(), None

    @precondition(lambda self: self.version > 1)
    @rule(behind=st.integers(1, 3))
    def another_phone_is_behind(self, behind) -> None:
        """A client with a stale version is told so, and books nothing."""
        request = service.Request(service.new_key(), max(0, self.version - behind), "typed")
        with pytest.raises(service.StaleVersion):
            service.book(self.game, (ev.RoundVoided(),), request)

    @precondition(lambda self: self.last is not None)
    @rule()
    def sent_twice(self) -> None:
        """The last form once more gets the first answer, and books nothing."""
        change, request, people, done = self.last
        again = service.book(self.game, change, request, people)
        assert again == store.Appended(done.version, repeated=True)

    @invariant()
    def the_board_is_right(self) -> None:
        if not hasattr(self, "now"):
            return
        self.game = service.load(self.id)
        state, sheet = self.game.state, self.sheet
        assert [seat.total for seat in state.seats] == sheet.total
        assert [seat.status for seat in state.seats] == sheet.word
        assert state.pot == sheet.pot
        assert (state.phase == "over") == sheet.over
        assert self.game.version == self.version
        if sheet.over:
            assert sum(state.payout.values()) == state.pot


@pytest.fixture
def quick(app):
    """Nothing but the answers matters here: the disk need not be waited for."""
    engine = app.extensions["sqlalchemy"].engine
    engine.dispose()
    event.listen(engine, "connect", lambda connection, _record: connection.execute("PRAGMA synchronous=OFF"))
    STEPS.clear()


def fuzz(examples: int, steps: int) -> dict[str, int]:
    shape = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=False,
        database=None,
    )
    run_state_machine_as_test(AnyTable, settings=shape)
    assert list(service.faults()) == []
    return dict(STEPS)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_any_table(quick, part):
    """Whatever a table does, totals, outs, pot and end are those of the model, and every ledger folds: 10,000 steps in
    four parts, other ones in each run."""
    while (before := STEPS.get("steps", 0)) < 2_500:
        assert fuzz(examples=10, steps=100)["steps"] > before + 100


@pytest.mark.torture
@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_any_table_for_long(app, capsys):
    """At least 20,000 steps on either database."""
    STEPS.clear()
    figures = fuzz(examples=500, steps=100)
    with capsys.disabled():
        print(f"\nfuzz: {figures}")


def test_the_model_by_hand():
    """The model itself counts a small evening as a person would."""
    story = (
        (2, ("score", 0, True, {0: 0, 1: 30, 2: 61})),
        (3, ("rebuy", 2)),
        (4, ("score", 1, False, {0: 5, 1: 0, 2: 4})),
    )
    sheet = sheet_of(3, 60, story)
    assert (sheet.total, sheet.word, sheet.pot, sheet.over) == ([-5, 30, 34], ["in"] * 3, 750, False)
