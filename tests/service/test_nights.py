"""Every night of tests/nights, played through the service on a real database."""

from pathlib import Path

import pytest
from nights.reader import Answer, Head, Round, nights, read
from nights.replay import Driver, Look, replay

from scorekeeper import service
from scorekeeper.engine import events as ev
from scorekeeper.engine.cards import parse_groups
from scorekeeper.engine.rules import PRESETS


class ServiceDriver(Driver):
    """Does what a line says by the use cases of the service; confirms whatever follows, and writes it down."""

    def __init__(self, keyring: service.Keyring) -> None:
        self.keyring = keyring
        self.game_id = 0

    @property
    def game(self) -> service.StoredGame:
        return service.load(self.game_id)

    def seat(self, name: str) -> int:
        game = self.game
        return next(seat.seat for seat in game.state.seats if game.names[seat.person] == name)

    def name(self, seat: int | None) -> str:
        game = self.game
        return "" if seat is None else game.names[game.state.seat(seat).person]

    def request(self) -> service.Request:
        return service.Request(service.new_key(), self.game.version, "")

    def start(self, head: Head) -> None:
        rules = PRESETS[head.preset].changed(**head.overrides)
        payout: ev.Payout = "second-gets-stake" if head.second_gets_stake else "winner-takes-all"
        terms = ev.Terms(rules, head.stake, head.rebuy_price, head.currency, payout)
        new = service.NewGame(head.players, terms, head.players.index(head.first_dealer) + 1)
        self.game_id = service.start_game(self.keyring, new, service.new_key())

    def look(self) -> Look:
        state = self.game.state
        names = {seat.seat: self.name(seat.seat) for seat in state.seats}
        played = [played for played in state.rounds if not played.void]
        return Look(
            totals={names[seat.seat]: seat.total for seat in state.seats},
            statuses={names[seat.seat]: seat.status for seat in state.seats},
            pot=state.pot,
            over=state.phase == "over",
            dealer=self.name(state.dealer),
            packs=state.packs,
            rebuy_points=state.rebuy_points,
            paid={names[seat.seat]: seat.paid for seat in state.seats},
            scored={names[seat]: points for seat, points in played[-1].scored.items()} if played else {},
            winners=tuple(names[seat] for seat in state.winners),
            payout={names[seat]: amount for seat, amount in state.payout.items()},
        )

    def typed(self, typed: Round) -> service.RoundInput:
        deck = self.game.state.terms.rules.pack
        entries = tuple(
            service.Typed(self.seat(hand.name), hand.points, parse_groups(hand.cards, deck)) for hand in typed.hands
        )
        closer = self.seat(typed.closer) if typed.closer else None
        return service.RoundInput(entries, closer, typed.kind, typed.ruling, typed.lay_off)  # type: ignore[arg-type]

    def score(self, typed: service.RoundInput, correcting: int | None, answers: service.Answers) -> None:
        judged, planned = service.judge_round(self.game, typed, correcting, answers)
        assert planned.question is None, f"a question is open: {planned.question}"
        self.objections = list(dict.fromkeys(objection.reason.code for objection in judged.objections))
        self.consequences = [self.words(consequence) for consequence in planned.consequences]
        service.score_round(
            self.game, typed, self.request(), correcting, answers, planned.fingerprint, judged.fingerprint
        )

    def words(self, found: service.Consequence) -> str:
        numbers = {played.event: played.number for played in self.game.state.rounds}
        name, number = self.name(found.seat), numbers.get(found.event)
        return {
            "withdrawn": f"decision of {name} withdrawn",
            "after_end": f"round {number} cancelled" if number else f"decision of {name} cancelled",
            "entry_dropped": f"{name} dropped from round {number}",
            "entry_added": f"{name} added to round {number}",
            "left": f"{name} leaves before round {number}",
            "rebought": f"{name} comes back before round {number}",
            "clean_now": f"{name} closes clean in round {number}",
            "stays_out": f"{name} stays out before round {number}",
        }[found.kind]

    def book(self, *change: ev.Event, people: dict[int, str] | None = None) -> None:
        service.book(self.game, change, self.request(), people)

    def event_of(self, number: int) -> int:
        return next(played.event for played in self.game.state.rounds if played.number == number and not played.void)

    def round(self, typed: Round) -> None:
        self.score(self.typed(typed), None, {})

    def correct(self, number: int, typed: Round | None, answers: tuple[Answer, ...]) -> None:
        words = {"leaves": "leave", "comes back": "rebuy", "stays out": "out"}
        given: dict[tuple[service.changes.QuestionKind, int, int], str] = {}
        for answer in answers:
            kind: service.changes.QuestionKind = "rebuy" if answer.says in ("comes back", "stays out") else "entry"
            key = (kind, self.seat(answer.name), self.event_of(answer.round))
            given[key] = words.get(answer.says, answer.says)
        event = self.event_of(number)
        if typed is None:
            self.book(ev.RoundCorrected(event, None))
        else:
            self.score(self.typed(typed), event, given)

    def void(self, reason: str) -> None:
        self.book(ev.RoundVoided(reason))

    def rebuy(self, decisions: dict[str, bool]) -> None:
        self.book(*service.decide({self.seat(name): back for name, back in decisions.items()}))

    def undo(self) -> None:
        self.book(*service.undo(self.game))

    def redo(self) -> None:
        self.book(*service.redo(self.game))

    def adjust(self, name: str, points: int, reason: str) -> None:
        self.book(ev.PointsAdjusted(self.seat(name), points, reason))

    def join(self, name: str) -> None:
        change, people = service.join(self.game, name)
        self.book(*change, people=people)

    def leave(self, name: str) -> None:
        self.book(ev.PlayerLeft(self.seat(name)))

    def substitute(self, name: str, replaced: str) -> None:
        change, people = service.substitute(self.game, self.seat(replaced), name)
        self.book(*change, people=people)

    def order(self, names: tuple[str, ...]) -> None:
        seats = [self.seat(name) for name in names]
        gone = [seat.seat for seat in self.game.state.seats if seat.seat not in seats]
        self.book(ev.SeatsReordered((*seats, *gone)))

    def paid(self, name: str, amount: int) -> None:
        self.book(ev.Paid(self.seat(name), amount))

    def correct_rules(self, rules: dict[str, object], money: dict[str, int]) -> None:
        self.book(*service.correct_terms(self.game, self.terms(rules, money)))

    def change_rules(self, rules: dict[str, object], money: dict[str, int]) -> None:
        self.book(ev.RulesChanged(self.terms(rules, money)))

    def terms(self, rules: dict[str, object], money: dict[str, int]) -> ev.Terms:
        now = self.game.state.terms
        stake, price = money.get("stake", now.stake), money.get("rebuy", now.rebuy_price)
        return ev.Terms(now.rules.changed(**rules), stake, price, now.currency, now.payout)

    def agreement(self) -> None:
        self.book(ev.GameEnded())


@pytest.mark.parametrize("path", nights(), ids=lambda path: path.stem)
def test_a_night_comes_out_as_the_sheet_says(path: Path, app, keyring):
    """Every line of the night leaves exactly the totals, outs, pot and payout that were worked out by hand."""
    replay(read(path), ServiceDriver(keyring))


def test_every_rule_set_has_its_night():
    """Each of the seven rule sets is played at least once."""
    assert {read(path).head.preset for path in nights()} == set(PRESETS)
