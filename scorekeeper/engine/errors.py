"""What the engine objects to: codes with facts, never prose.

Two families, kept apart on purpose: `Malformed` is input that is not a card, a deck or a parameter at all;
`RuleViolation` is a well-formed statement that the rules of the game do not allow.
"""

from collections.abc import Mapping

Fact = str | int | tuple[str, ...] | tuple[int, ...] | None


class EngineError(Exception):
    """A code and the facts a sentence about it needs.

    >>> error = RuleViolation("card_reused", cards=("7o",))
    >>> error.code, error.facts["cards"]
    ('card_reused', ('7o',))
    """

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts: Mapping[str, Fact] = facts

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), self.code, tuple(sorted(self.facts.items(), key=lambda fact: fact[0]))))

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({facts})"


class Malformed(EngineError, ValueError):
    """The input is not a card, a parameter or an event of this game at all."""


class RuleViolation(EngineError):
    """The input is well formed, and the rules do not allow it.

    `at` is the number of the event that cannot have happened, where a history does not fold.
    """

    at: int | None = None
