"""Plays a night again with some driver, and holds every line against what the sheet says."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from .reader import Answer, Expected, Head, Line, Night, Round


@dataclass(frozen=True)
class Look:
    """What is to be seen after a line. Everything goes by the names of those who sit there now.

    Statuses: `in`, `deciding`, `out`, `left`. `scored`: what the last round added. None: this driver cannot see it.
    """

    totals: dict[str, int]
    statuses: dict[str, str]
    pot: int
    over: bool
    dealer: str | None = None
    packs: int | None = None
    rebuy_points: int | None = None
    paid: dict[str, int] | None = None
    scored: dict[str, int] | None = None
    winners: tuple[str, ...] = ()
    payout: dict[str, int] = field(default_factory=dict)


class Driver(ABC):
    """Does at the product what a line says: one method for each kind of line, named as in the reader.

    `objections` and `consequences` are what the product said about the last line, in the words of the file, or
    None where the driver cannot see them.
    """

    objections: list[str] | None = None
    consequences: list[str] | None = None

    @abstractmethod
    def start(self, head: Head) -> None:
        """A new game."""

    @abstractmethod
    def look(self) -> Look:
        """What is to be seen now."""

    @abstractmethod
    def round(self, typed: Round) -> None:
        """Score the next round."""

    @abstractmethod
    def correct(self, number: int, typed: Round | None, answers: tuple[Answer, ...]) -> None:
        """Correct round `number`; None: it was void."""

    @abstractmethod
    def void(self, reason: str) -> None:
        """A misdeal."""

    @abstractmethod
    def rebuy(self, decisions: dict[str, bool]) -> None:
        """Who comes back (True) and who stays out, in one step."""

    @abstractmethod
    def undo(self) -> None:
        """Undo the newest step."""

    @abstractmethod
    def redo(self) -> None:
        """Take the newest undo back."""

    @abstractmethod
    def adjust(self, name: str, points: int, reason: str) -> None:
        """A penalty or a bonus."""

    @abstractmethod
    def join(self, name: str) -> None:
        """A late joiner."""

    @abstractmethod
    def leave(self, name: str) -> None:
        """Somebody goes home."""

    @abstractmethod
    def substitute(self, name: str, replaced: str) -> None:
        """Somebody plays on in another's seat."""

    @abstractmethod
    def order(self, names: tuple[str, ...]) -> None:
        """The order of turns of those who are there; whoever left stands last."""

    @abstractmethod
    def paid(self, name: str, amount: int) -> None:
        """Money was put on the plate."""

    @abstractmethod
    def correct_rules(self, rules: dict[str, object], money: dict[str, int]) -> None:
        """The rules were wrong all along. `money`: `stake` and `rebuy` in minor units, where they change."""

    @abstractmethod
    def change_rules(self, rules: dict[str, object], money: dict[str, int]) -> None:
        """From the next round on."""

    @abstractmethod
    def agreement(self) -> None:
        """The table stops here."""


def replay(night: Night, driver: Driver) -> None:
    """Play the night. Raises `AssertionError` naming the line that does not come out as the sheet says."""
    head = night.head
    driver.start(head)
    sheet = Expected(
        totals=dict.fromkeys(head.players, 0),
        statuses=dict.fromkeys(head.players, "in"),
        pot=head.stake * len(head.players),
    )
    for line in night.lines:
        driver.objections = driver.consequences = None
        _do(line, driver)
        _write_down(line, sheet)
        _compare(line, sheet, driver)
    look = driver.look()
    assert look.over == bool(night.winners), f"{head.title}: the game is {'over' if look.over else 'not over'}"
    assert set(look.winners) == set(night.winners), head.title
    assert _paid_out(look.payout) == _paid_out(night.payout), head.title


def _paid_out(payout: dict[str, int]) -> dict[str, int]:
    return {name: amount for name, amount in payout.items() if amount}


def _do(line: Line, driver: Driver) -> None:
    about: Any = line.about
    match line.kind:
        case "round":
            driver.round(about)
        case "correct":
            driver.correct(line.round or 0, *about)
        case "undo" | "redo" | "agreement":
            getattr(driver, line.kind)()
        case "adjust" | "substitute" | "paid" | "correct_rules" | "change_rules":
            getattr(driver, line.kind)(*about)
        case _:
            getattr(driver, line.kind)(about)


def _write_down(line: Line, sheet: Expected) -> None:
    said = line.expected
    if line.kind == "substitute" and isinstance(line.about, tuple):
        new, old = line.about
        sheet.totals = {new if name == old else name: total for name, total in sheet.totals.items()}
        sheet.statuses = {new if name == old else name: status for name, status in sheet.statuses.items()}
    known = set(sheet.totals) | ({line.about} if line.kind == "join" else set())
    assert said.totals.keys() | said.statuses.keys() <= known, f"{line.number}: {line.text}: who is that?"
    sheet.totals |= said.totals
    sheet.statuses |= said.statuses
    sheet.pot = sheet.pot if said.pot is None else said.pot


def _compare(line: Line, sheet: Expected, driver: Driver) -> None:
    look, said = driver.look(), line.expected
    where = f"line {line.number}: {line.text}"
    assert look.totals == sheet.totals, where
    assert look.statuses == sheet.statuses, where
    assert look.pot == sheet.pot, where
    assert said.dealer in (None, look.dealer), f"{where}: {look.dealer} deals"
    if look.packs is not None and said.packs is not None:
        assert look.packs == said.packs, where
    if look.rebuy_points is not None and said.rebuy_points is not None:
        assert look.rebuy_points == said.rebuy_points, where
    if look.paid is not None:
        assert {name: look.paid[name] for name in said.paid} == said.paid, where
    if look.scored is not None:
        assert {name: look.scored[name] for name in said.scored} == said.scored, where
    if driver.objections is not None:
        assert driver.objections == said.objections, where
    if driver.consequences is not None:
        assert sorted(driver.consequences) == sorted(said.consequences), where
