"""Every night of tests/nights again, this time through the pages and forms, as a phone without scripts would."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from nights.reader import Answer, Head, Round, nights, read
from nights.replay import Driver, Look, replay

from scorekeeper import service
from scorekeeper.engine import GameState


class PageDriver(Driver):
    """Does what a line says by filling in forms; looks at the board, and at the game for what no page shows."""

    def __init__(self, app: Flask, browser: Any) -> None:
        self.app, self.browser, self.home = app, browser, ""

    @property
    def game(self) -> service.StoredGame:
        with self.app.app_context():  # a fresh one: the test's own still sees what it read before
            link = self.app.extensions["keyring"].open(self.home.split("/")[2])
            assert link is not None
            return service.load(link.game_id)

    @property
    def state(self) -> GameState:
        return self.game.state

    def names(self) -> dict[int, str]:
        game = self.game
        return {seat.seat: game.names[seat.person] for seat in game.state.seats}

    def seat(self, name: str) -> str:
        return str(next(seat for seat, known in self.names().items() if known == name))

    def go(self, page: str) -> None:
        self.browser.get(self.home + page)
        assert self.browser.status == 200, self.browser.text

    def submit(self, ending: str, **typed: str) -> None:
        """Send a form, and confirm what follows from it if the page asks."""
        self.browser.submit(ending, **typed)
        if "Book all of it" in self.browser.text:
            self.browser.submit(ending)
        assert self.browser.status == 200, self.browser.text

    def start(self, head: Head) -> None:
        self.browser.get("/new")
        for _ in range(len(head.players) - 4):
            self.browser.submit("/new", action="add")
        limit = head.overrides.get("limit", 100)
        usual = limit in (70, 100)
        typed = {f"players-{row}": name for row, name in enumerate(head.players)}
        typed |= {f"rules-{name}": _word(value) for name, value in head.overrides.items() if name != "limit"}
        self.browser.submit(
            "/new",
            action="start",
            preset=head.preset,
            limit=str(limit) if usual else "other",
            limit_other="" if usual else str(limit),
            stake=f"{head.stake / 100:.2f}",
            rebuy_price=f"{head.rebuy_price / 100:.2f}",
            currency=head.currency,
            payout="second-gets-stake" if head.second_gets_stake else "winner-takes-all",
            first_dealer=str(head.players.index(head.first_dealer) + 1),
            **typed,
        )
        assert self.browser.status == 200, self.browser.text
        self.home = self.browser.page.request.path

    def look(self) -> Look:
        self.go("")
        state, names = self.state, self.names()
        shown = {name: seat.total for seat in state.seats for name in [names[seat.seat]]}
        for name, total in shown.items():
            assert re.search(rf"\b{name}\b", self.browser.text), f"{name} is not on the board"
            assert str(abs(total)) in self.browser.text, f"{name}'s total is not on the board"
        played = [played for played in state.rounds if not played.void]
        return Look(
            totals=shown,
            statuses={names[seat.seat]: seat.status for seat in state.seats},
            pot=state.pot,
            over=state.phase == "over",
            dealer=names.get(state.dealer or 0),
            packs=state.packs,
            rebuy_points=state.rebuy_points,
            paid={names[seat.seat]: seat.paid for seat in state.seats},
            scored={names[seat]: points for seat, points in played[-1].scored.items()} if played else {},
            winners=tuple(names[seat] for seat in state.winners),
            payout={names[seat]: amount for seat, amount in state.payout.items()},
        )

    def fill(self, typed: Round) -> dict[str, str]:
        fields = {"closer": self.seat(typed.closer) if typed.closer else "nobody", "kind": typed.kind or ""}
        if typed.kind == "plain":
            fields["kind"] = ""
        if typed.ruling == "false-close":
            fields["kind"] = "false-close"
        if typed.lay_off is not None:
            fields["lay_off"] = "yes" if typed.lay_off else "no"
        for hand in typed.hands:
            seat = self.seat(hand.name)
            fields[f"points_{seat}"] = "" if hand.points is None else str(hand.points)
            fields[f"cards_{seat}"] = hand.cards
        return fields

    def book(self, ending: str, typed: Round, answers: dict[str, str]) -> None:
        """Preview, let it stand where the table does, answer what is asked, and book."""
        self.browser.submit(ending, action="preview", **self.fill(typed), **answers)
        fields: dict[str, str] = {"action": "book"}
        if typed.ruling == "stands":
            ruled = re.search(r'name="ruled" value="(\w+)"', self.browser.page.text)
            assert ruled is not None, self.browser.text
            fields["ruled"] = ruled[1]
        self.browser.submit(ending, **fields)
        if "Please check" in self.browser.text:
            self.browser.submit(ending, action="book")
        assert self.browser.status == 200, self.browser.text
        assert "booked." in self.browser.text or "corrected." in self.browser.text, self.browser.text

    def round(self, typed: Round) -> None:
        self.go("round")
        self.book("/round", typed, {})

    def correct(self, number: int, typed: Round | None, answers: tuple[Answer, ...]) -> None:
        event = next(played.event for played in self.state.rounds if played.number == number and not played.void)
        words = {"leaves": "leave", "comes back": "rebuy", "stays out": "out"}
        given = {}
        for answer in answers:
            kind = "rebuy" if answer.says in ("comes back", "stays out") else "entry"
            at = next(played.event for played in self.state.rounds if played.number == answer.round and not played.void)
            given[f"answer-{kind}-{self.seat(answer.name)}-{at}"] = words.get(answer.says, answer.says)
        self.go(f"round/{event}")
        if typed is None:
            self.submit(f"/round/{event}/void")
        else:
            self.book(f"/round/{event}", typed, given)

    def void(self, reason: str) -> None:
        self.go("round")
        self.submit("/void")

    def rebuy(self, decisions: dict[str, bool]) -> None:
        self.go("rebuy")
        self.submit(
            "/rebuy", **{f"seat_{self.seat(name)}": "back" if back else "out" for name, back in decisions.items()}
        )

    def undo(self) -> None:
        self.go("history")
        self.submit("/undo")

    def redo(self) -> None:
        self.go("history")
        self.submit("/redo")

    def at_table(self, action: str, **typed: str) -> None:
        self.go("table")
        self.submit(f"/{action}", **typed)

    def adjust(self, name: str, points: int, reason: str) -> None:
        direction = "penalty" if points > 0 else "bonus"
        self.at_table("adjust", seat=self.seat(name), direction=direction, points=str(abs(points)), reason=reason)

    def join(self, name: str) -> None:
        self.at_table("join", name=name)

    def leave(self, name: str) -> None:
        self.at_table("leave", seat=self.seat(name))

    def substitute(self, name: str, replaced: str) -> None:
        self.at_table("substitute", seat=self.seat(replaced), name=name)

    def order(self, names: tuple[str, ...]) -> None:
        seats = [self.seat(name) for name in names]
        seats += [str(seat.seat) for seat in self.state.seats if str(seat.seat) not in seats]
        self.at_table("order", **{f"place_{seat}": str(place) for place, seat in enumerate(seats, start=1)})

    def paid(self, name: str, amount: int) -> None:
        direction = "paid" if amount > 0 else "back"
        self.at_table("pay", seat=self.seat(name), direction=direction, amount=f"{abs(amount) / 100:.2f}")

    def rules(self, when: str, rules: dict[str, object], money: dict[str, int]) -> None:
        self.go("rules/edit")
        typed = {f"rules-{name}": _word(value) for name, value in rules.items()}
        for name, field in (("stake", "stake"), ("rebuy", "rebuy_price")):
            if name in money:
                typed[field] = f"{money[name] / 100:.2f}"
        self.submit("/rules/edit", when=when, **typed)

    def correct_rules(self, rules: dict[str, object], money: dict[str, int]) -> None:
        self.rules("wrong", rules, money)

    def change_rules(self, rules: dict[str, object], money: dict[str, int]) -> None:
        self.rules("next", rules, money)

    def agreement(self) -> None:
        self.at_table("end")


def _word(value: object) -> str:
    """A value as the rules form takes it."""
    return (
        {True: "yes", False: "no", None: "none"}.get(value, str(value)) if value in (True, False, None) else str(value)
    )


@pytest.mark.parametrize("path", nights(), ids=lambda path: path.stem)
def test_a_night_comes_out_on_the_pages(path: Path, app: Flask, browser: Any) -> None:
    """Played through the forms alone, the night leaves the same totals, outs, pot and payout as on the sheet."""
    replay(read(path), PageDriver(app, browser))
