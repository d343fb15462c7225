"""An evening as plain text that a card player can read, and that the tests can play again (tests/nights).

It tells what was true in the end: undone steps are left out, corrected rounds and rules stand as corrected.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from scorekeeper.engine import events as ev
from scorekeeper.engine.cards import parse_groups
from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.game import walk
from scorekeeper.engine.ledger import Step
from scorekeeper.engine.rules import PRESETS, Rules
from scorekeeper.engine.state import GameState
from scorekeeper.store import StoredGame

from .judging import ImpossibleRound, Judged, RoundInput, Typed, judge

# Words that mean something of their own where a name may stand.
_TAKEN = {"pot", "objection", "decision", "round", "nobody", "lay", "no"}
_Typed = tuple[str, RoundInput]


def evening(game: StoredGame, decimals: int) -> str:
    """The evening of this game. `decimals`: how many its currency has."""
    return _Writer(game, decimals).text()


class _Writer:
    def __init__(self, game: StoredGame, decimals: int) -> None:
        self.names = _plain_names(game.names)
        self.decimals = decimals
        start, *events = game.events
        assert isinstance(start, ev.GameStarted)
        (first, self.state), *self.steps = walk(start, events)
        assert isinstance(first.event, ev.GameStarted)
        self.start = first.event
        self.remarks = [
            f"# {plain} is {name}" for person, name in game.names.items() if (plain := self.names[person]) != name
        ]

    def text(self) -> str:
        return "\n".join([*self.remarks, *self._head(), "", *self._lines(), *self._end()]) + "\n"

    def money(self, minor: int) -> str:
        digits = str(abs(minor)).rjust(self.decimals + 1, "0")
        whole, rest = (digits[: -self.decimals], digits[-self.decimals :]) if self.decimals else (digits, "")
        return ("-" if minor < 0 else "") + whole + (f".{rest}" if rest else "")

    def name(self, seat: int, state: GameState | None = None) -> str:
        return self.names[(state or self.state).seat(seat).person]

    def _head(self) -> list[str]:
        terms, players = self.start.terms, [self.name(seat.seat) for seat in self.state.seats]
        preset = min(PRESETS, key=lambda name: len(_differences(PRESETS[name], terms.rules)))
        stake = [f"{self.money(terms.stake)} {terms.currency}", f"rebuy {self.money(terms.rebuy_price)}"]
        stake += ["second gets the stake back"] if terms.payout == "second-gets-stake" else []
        return [
            f"Night: {', '.join(players)}",
            "Rules: " + ", ".join([preset, *_differences(PRESETS[preset], terms.rules)]),
            "Stake: " + ", ".join(stake),
            "Players: " + ", ".join(players),
            f"First dealer: {self.name(self.start.first_dealer)}",
        ]

    def _lines(self) -> Iterator[str]:
        place = 0
        while place < len(self.steps):
            together = self._together(place)
            before, after = self.state, self.steps[place + together - 1][1]
            steps = [step for step, _state in self.steps[place : place + together]]
            said, more = self._what(steps, before, after)
            self.state = after
            sheet = ", ".join([*self._changes(before, after), *more])
            yield f"{said} -> {sheet}" if sheet else f"{said} ->"
            place += together

    def _together(self, place: int) -> int:
        """How many steps stand in one line: the decisions about rebuys of one moment."""
        seats: set[int] = set()
        for step, _state in self.steps[place:]:
            if not isinstance(step.event, ev.RebuyTaken | ev.RebuyDeclined) or step.event.seat in seats:
                break
            seats.add(step.event.seat)
        return max(1, len(seats))

    def _what(self, steps: Sequence[Step], before: GameState, after: GameState) -> tuple[str, list[str]]:
        """What happened, and what else the sheet says about it."""
        event = steps[0].event
        match event:
            case ev.RoundScored():
                body, objections = self._round(event, before)
                return f"Round {before.round_number}: {body}", [f"objection {code}" for code in objections]
            case ev.RoundVoided(reason=reason):
                return f"Void: {_plain(reason)}".rstrip(), []
            case ev.RebuyTaken() | ev.RebuyDeclined():
                return "Rebuy: " + ", ".join(self._decision(step.event) for step in steps), []
            case ev.PointsAdjusted(seat=seat, points=points, reason=reason):
                kind = "Penalty" if points > 0 else "Bonus"
                return f"{kind}: {self.name(seat)} {points:+d} ({_plain(reason)})", []
            case ev.PlayerJoined(seat=seat):
                return f"Join: {self.name(seat, after)}", []
            case ev.PlayerLeft(seat=seat):
                return f"Leave: {self.name(seat)}", []
            case ev.SubstituteSeated(seat=seat):
                return f"Substitute: {self.name(seat, after)} for {self.name(seat)}", []
            case ev.Paid(seat=seat, amount=amount):
                paid = f"{self.name(seat)} has paid {self.money(after.seat(seat).paid)}"
                return f"Paid: {self.name(seat)} {self.money(amount)}", [paid]
            case ev.RulesChanged(terms=terms):
                return "Change rules: " + ", ".join(self._new_terms(before.terms, terms)), []
            case ev.SeatsReordered(order=order):
                there = [seat for seat in order if before.seat(seat).status != "left"]
                return "Order: " + ", ".join(map(self.name, there)), []
            case ev.GameEnded():
                return "Agreement", []
            case _:
                raise AssertionError(f"{event} is resolved by the ledger")

    def _decision(self, event: ev.Event) -> str:
        assert isinstance(event, ev.RebuyTaken | ev.RebuyDeclined)
        return f"{self.name(event.seat)} {'comes back' if isinstance(event, ev.RebuyTaken) else 'stays out'}"

    def _new_terms(self, before: ev.Terms, terms: ev.Terms) -> list[str]:
        money = [("stake", before.stake, terms.stake), ("rebuy", before.rebuy_price, terms.rebuy_price)]
        changed = [f"{word} {self.money(new)}" for word, old, new in money if old != new]
        # A line that changes nothing cannot be written down; the limit may as well be said again.
        return [*_differences(before.rules, terms.rules), *changed] or [f"limit {terms.rules.limit}"]

    def _changes(self, before: GameState, after: GameState) -> Iterator[str]:
        """Totals, who is in or out, and the pot, where they are others than before."""
        for seat in after.seats:
            old = before.seat(seat.seat) if seat.seat <= len(before.seats) else None
            moved = old is None or old.status != seat.status
            if not moved and old is not None and old.total == seat.total:
                continue
            words = [self.name(seat.seat, after), str(seat.total)]
            if moved:
                words.append(f"may come back at {after.rebuy_points}" if seat.status == "deciding" else seat.status)
            yield " ".join(words)
        if before.pot != after.pot:
            yield f"pot {self.money(after.pot)}"

    def _round(self, event: ev.RoundScored, state: GameState) -> tuple[str, list[str]]:
        """The round as it is typed so that it comes out as it was booked, and what the engine then objects."""
        chosen: tuple[str, Judged | None] | None = None
        for text, typed in self._ways(event, state):
            try:
                judged = judge(state, typed)
            except (ImpossibleRound, EngineError):
                continue
            chosen = chosen or (text, judged)
            if _same(judged.event, event):
                chosen = (text, judged)
                break
        text, found = chosen or (next(self._ways(event, state, bare=True))[0], None)
        codes = dict.fromkeys(objection.reason.code for objection in found.objections) if found else {}
        return text, list(codes)

    def _ways(self, event: ev.RoundScored, state: GameState, bare: bool = False) -> Iterator[_Typed]:
        """Ways to write the round down, the fullest first: by cards alone, cards with points, points."""
        if not bare and _has_cards(event, state):
            for lay_off in (None, True, False):
                yield self._written(event, state, cards=True, points=False, lay_off=lay_off)
            yield self._written(event, state, cards=True, points=True, lay_off=None)
        yield self._written(event, state, cards=False, points=True, lay_off=None)

    def _written(
        self, event: ev.RoundScored, state: GameState, cards: bool, points: bool, lay_off: bool | None
    ) -> _Typed:
        parts, typed = [], []
        for entry in sorted(event.entries, key=lambda entry: entry.seat != event.closer):
            closes, hand = entry.seat == event.closer, entry.cards if cards else ""
            words = [self.name(entry.seat), *(["closes"] if closes else [])]
            by_points = not hand or points
            if hand:
                words += ["with", hand, *(["for", str(entry.points)] if points else [])]
            elif closes and event.kind not in (None, "plain"):
                words.append(str(event.kind).replace("-", " "))
            else:
                words.append(str(entry.points))
            if closes and event.ruling != "agreed":
                words.append(f"({event.ruling.replace('-', ' ')})")
            parts.append(" ".join(words))
            groups = parse_groups(hand, state.terms.rules.pack) if hand else ()
            typed.append(Typed(entry.seat, entry.points if by_points else None, groups))
        says_kind = event.kind != "plain" and not (cards and _hand_of(event))
        kind = event.kind if says_kind else None
        parts = ["nobody closes", *parts] if event.closer is None else parts
        parts += [] if lay_off is None else ["lay off" if lay_off else "no lay off"]
        return ", ".join(parts), RoundInput(tuple(typed), event.closer, kind, event.ruling, lay_off)

    def _end(self) -> list[str]:
        state = self.state
        if state.phase != "over":
            return []
        amounts = {seat: state.payout.get(seat, 0) for seat in (*state.winners, *state.payout)}
        said = [
            f"{self.name(seat)} {'wins' if seat in state.winners else 'gets'} {self.money(amount)}"
            for seat, amount in amounts.items()
            if amount or seat in state.winners
        ]
        return ["End: " + ", ".join(said)]


def _has_cards(event: ev.RoundScored, state: GameState) -> bool:
    """Whether there are cards in it, and of this deck: rules that were corrected later may say another one."""
    try:
        hands = [parse_groups(entry.cards, state.terms.rules.pack) for entry in event.entries if entry.cards]
    except EngineError:
        return False
    return bool(hands)


def _hand_of(event: ev.RoundScored) -> str:
    return next((entry.cards for entry in event.entries if entry.seat == event.closer), "")


def _same(found: ev.RoundScored, booked: ev.RoundScored) -> bool:
    points = [{entry.seat: entry.points for entry in event.entries} for event in (found, booked)]
    return points[0] == points[1] and (found.closer, found.kind, found.ruling == "false-close") == (
        booked.closer, booked.kind, booked.ruling == "false-close")  # fmt: skip


def _differences(before: Rules, after: Rules) -> list[str]:
    """What is different, in the words of the rules page."""
    words = {True: "yes", False: "no", None: "none"}
    return [
        f"{field.name.replace('_', ' ')} {words.get(value, value) if isinstance(value, bool | None) else value}"
        for field in fields(Rules)
        if (value := getattr(after, field.name)) != getattr(before, field.name)
    ]


def _plain_names(names: Mapping[int, str]) -> dict[int, str]:
    """A single word for each person: the format separates by spaces and commas."""
    found: dict[int, str] = {}
    taken: set[str] = set()
    numbers: dict[str, int] = {}
    for person, name in names.items():
        word = re.sub(r"\W+", "_", name).strip("_") or f"player{person}"
        if word.lower() in _TAKEN:
            word += "_"
        plain = word
        while plain in taken:
            numbers[word] = numbers.get(word, 1) + 1
            plain = f"{word}_{numbers[word]}"
        taken.add(plain)
        found[person] = plain
    return found


def _plain(text: str) -> str:
    return " ".join(text.replace("->", "→").split())
