"""A measured figure beside its target, and the printing of many."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measurement; without a target it is only shown. `at_least`: more is better."""

    what: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the target is reached."""
        if self.target is None:
            return True
        return self.value >= self.target if self.at_least else self.value <= self.target

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        target = "" if self.target is None else f"{sign} {self.target:g} {self.unit}"
        value = (
            f"{self.value:,.2f}"
            if self.value < 10 and self.value != int(self.value)
            else f"{self.value:,.1f}".removesuffix(".0")
        )
        return f"{self.what:58}{value + ' ' + self.unit:>14}   {target:12}{'' if self.is_met else '  over'}".rstrip()


def show(figures: Iterable[Figure | str]) -> bool:
    """Print each figure as soon as it is there; whether all reach their targets."""
    met = True
    for figure in figures:
        print(figure, flush=True)
        met &= not isinstance(figure, Figure) or figure.is_met
    return met
