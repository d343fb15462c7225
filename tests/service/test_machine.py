"""Random evenings at the service, each step held against a model that shares nothing with the product."""

import os

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
from ledgers import terms
from service.evening import CLEAN, LIMIT, PRICE, STAKE, Line, Sheet, count_up
from tables import KEYRING, TableUnderTest

from scorekeeper import service
from scorekeeper.engine import events as ev

EVENINGS = int(os.environ.get("EVENINGS", "8"))  # more of them for a long run by hand


class Evening(RuleBasedStateMachine):
    """One game: what the forms would do, and what the model says of it. Stacks of lines stand for undo and redo."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: service.StoredGame | None = None
        self.past: list[list[Line]] = []
        self.future: list[list[Line]] = []

    @initialize(players=st.integers(2, 5))
    def start(self, players: int) -> None:
        """A new game; a form sent twice starts one."""
        agreed = terms(limit=LIMIT, clean_close_points=CLEAN, stake=STAKE, rebuy_price=PRICE)
        new, key = service.NewGame(tuple(f"P{n}" for n in range(players)), agreed), TableUnderTest.key()
        self.players, self.id = players, service.start_game(KEYRING, new, key)
        assert service.start_game(KEYRING, new, key) == self.id
        self.past = [[]]

    @property
    def game(self) -> service.StoredGame:
        """The game as it stands; loaded again after every write."""
        if self.loaded is None:
            self.loaded = service.load(self.id)
        return self.loaded

    @property
    def sheet(self) -> Sheet:
        return count_up(self.players, self.past[-1])

    def request(self) -> service.Request:
        return service.Request(TableUnderTest.key(), self.game.version, "typed")

    def book(self, change: tuple[ev.Event, ...], *lines: Line, people: dict[int, str] | None = None) -> None:
        """Book it, twice as an impatient thumb would, and write it down."""
        request = self.request()
        first = service.book(self.game, change, request, people)
        again = service.book(self.game, change, request, people)
        assert service.load(self.id).version == first.version
        assert (again.version, first.repeated, again.repeated) == (first.version, False, True)
        self.write([*self.past[-1], *lines])

    def write(self, lines: list[Line]) -> None:
        self.past.append(lines)
        self.future, self.loaded = [], None

    def typed(self, data: st.DataObject, seats: list[int]) -> tuple[service.RoundInput, Line]:
        """Some round for these seats, as typed and as a line."""
        closer = data.draw(st.sampled_from([0, *seats]), label="closer")
        clean = closer > 0 and data.draw(st.booleans(), label="clean")
        some = st.sampled_from((0, 5, 10, 20, 30, 40, 45))  # totals meet each other, and the limit
        left = {
            seat: (0 if clean else data.draw(st.sampled_from((0, 5)))) if seat == closer else data.draw(some)
            for seat in seats
        }
        kind = "clean" if clean else "plain" if closer else None
        entries = tuple(service.Typed(seat, points) for seat, points in left.items())
        line = Line("round", closer, points=tuple(left.items()), clean=clean)
        return service.RoundInput(entries, closer or None, kind), line  # type: ignore[arg-type]

    @precondition(lambda self: self.game.state.phase == "playing")
    @rule(data=st.data(), rounds=st.integers(1, 3))
    def score(self, data: st.DataObject, rounds: int) -> None:
        """The next round, or a few of them."""
        for _ in range(rounds):
            if self.game.state.phase == "playing":
                typed, line = self.typed(data, self.sheet.seats("in"))
                service.score_round(self.game, typed, self.request())
                self.write([*self.past[-1], line])
                self.same()

    @precondition(lambda self: self.game.state.phase == "playing")
    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """Another round: there are more of them than of anything else."""
        self.score(data, 1)

    @precondition(lambda self: self.sheet.rounds > 0)
    @rule(data=st.data())
    def correct(self, data: st.DataObject) -> None:
        """Some earlier round was another one; whatever follows is answered and confirmed."""
        booked = [played for played in self.game.state.rounds if not played.void]
        number = data.draw(st.integers(0, len(booked) - 1), label="round")
        event = booked[number].event
        typed, line = self.typed(data, sorted(booked[number].entries))
        answers: dict[tuple[service.changes.QuestionKind, int, int], str] = {}
        while True:
            judged, plan = service.judge_round(self.game, typed, event, answers)
            if plan.question is None:
                break
            asked = plan.question
            answers[asked.kind, asked.seat, asked.event] = "1" if asked.kind == "entry" else "out"
        service.score_round(self.game, typed, self.request(), event, answers, plan.fingerprint, judged.fingerprint)
        rounds = [place for place, known in enumerate(self.past[-1]) if known.what == "round"]
        lines = list(self.past[-1])
        lines[rounds[number]] = line
        self.write(count_up(self.players, lines).lines)

    @precondition(lambda self: self.game.state.phase == "playing" and self.sheet.rounds > 1)
    @rule()
    def void(self) -> None:
        """A misdeal."""
        self.book((ev.RoundVoided(),), Line("void"))

    @precondition(lambda self: self.game.state.deciding)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """Some or all of those who are out decide, in one step."""
        seats = self.sheet.seats("deciding")
        chosen = data.draw(st.lists(st.sampled_from(seats), min_size=1, unique=True), label="seats")
        back = {seat: data.draw(st.booleans()) for seat in chosen}
        self.book(service.decide(back), *[Line("rebuy" if yes else "decline", seat) for seat, yes in back.items()])

    @precondition(lambda self: self.game.state.phase != "over" and self.sheet.rounds > 0)
    @rule(data=st.data(), points=st.sampled_from((-30, -10, -5, 5, 10, 30)))
    def adjust(self, data: st.DataObject, points: int) -> None:
        """A penalty or a bonus."""
        seats = [seat for seat in range(1, len(self.sheet.players) + 1) if self.sheet.at(seat).status == "in"]
        seat = data.draw(st.sampled_from(seats), label="seat")
        self.book((ev.PointsAdjusted(seat, points, "said so"),), Line("adjust", seat, points))

    @precondition(
        lambda self: self.game.state.phase == "playing" and self.sheet.rounds and len(self.game.state.seats) < 6
    )
    @rule()
    def join(self) -> None:
        """Somebody comes late."""
        change, people = service.join(self.game, "Late")
        self.book(change, Line("join"), people=people)

    @precondition(lambda self: self.game.state.phase != "over" and self.sheet.rounds > 1)
    @precondition(lambda self: len(self.game.state.playing) > 2)
    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        """Somebody goes home."""
        seat = data.draw(st.sampled_from(self.sheet.seats("in") + self.sheet.seats("out")), label="seat")
        self.book((ev.PlayerLeft(seat),), Line("leave", seat))

    @precondition(lambda self: self.game.state.phase != "over" and self.sheet.rounds > 3)
    @rule()
    def end(self) -> None:
        """The table stops."""
        self.book((ev.GameEnded(),), Line("end"))

    @precondition(lambda self: len(self.past) > 1)
    @rule(steps=st.integers(1, 3))
    def undo(self, steps: int) -> None:
        """Some steps back, as far as there are any."""
        for _ in range(min(steps, len(self.past) - 1)):
            service.book(self.game, service.undo(self.game), self.request())
            self.future.append(self.past.pop())
            self.loaded = None
            self.same()

    @precondition(lambda self: self.future)
    @rule(steps=st.integers(1, 3))
    def redo(self, steps: int) -> None:
        """Some steps forward again, if nothing else was booked since."""
        for _ in range(min(steps, len(self.future))):
            service.book(self.game, service.redo(self.game), self.request())
            self.past.append(self.future.pop())
            self.loaded = None
            self.same()

    @precondition(lambda self: self.game.version > 1)
    @rule(behind=st.integers(1, 3))
    def stale(self, behind: int) -> None:
        """Another phone that saw an older state books nothing."""
        version = max(1, self.game.version - behind)
        with pytest.raises(service.StaleVersion):
            service.book(self.game, (ev.Paid(1, 5),), service.Request(TableUnderTest.key(), version, "typed"))

    @invariant()
    def same(self) -> None:
        """Totals, who is in or out, pot, end and winners are what the model says."""
        if not self.past:
            return
        for known, find in ((self.past[1:], service.undo), (self.future, service.redo)):
            if not known:
                with pytest.raises(service.play.RuleViolation, match="nothing_to"):
                    find(self.game)
        state, sheet = self.game.state, self.sheet
        assert [seat.total for seat in state.seats] == [player.total for player in sheet.players]
        assert [seat.status for seat in state.seats] == [player.status for player in sheet.players]
        assert (state.pot, state.phase == "over", state.winners) == (sheet.pot, sheet.over, sheet.winners)
        assert state.round_number == sheet.rounds + 1
        assert sum(state.payout.values()) == (sheet.pot if sheet.over else 0)


def test_random_evenings(app):
    """Whatever is done in whatever order, the service and the model agree after every step."""
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
    few = settings(max_examples=EVENINGS, stateful_step_count=20, deadline=None, suppress_health_check=checks)
    run_state_machine_as_test(Evening, settings=few)
