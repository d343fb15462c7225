"""Rule sets and parameters; house rules and money as they come in; the rules of a game."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from flask import Response

from scorekeeper import service
from scorekeeper.engine.events import MAX_MONEY, Payout, RulesChanged, Terms
from scorekeeper.engine.rules import DEFAULT_PRESET, PRESETS, RANGES, Range, Rules

from .. import access
from ..texts.money import currency_sentence, is_currency
from ..texts.parameters import choice_text
from ..texts.rules import (
    PRESET_TEXTS,
    SPANISH_TERMS,
    allowed_text,
    money_sentences,
    parameter_hint,
    parameter_title,
    sentences,
)
from .problems import Refused
from .registry import booking, endpoint
from .writes import Change, Confirming, book

Value = bool | int | str | None
# What a value must be stands in the document; the sentence about a wrong one comes from where it is checked.
RuleSet = Annotated[str, msgspec.Meta(extra_json_schema={"enum": list(PRESETS)})]
Currency = Annotated[str, msgspec.Meta(extra_json_schema={"pattern": "^[A-Z]{3}$", "examples": ["EUR"]})]
Money = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": MAX_MONEY})]


def _typed(allowed: Range) -> Any:
    """A field for one parameter; the range stands in the document, and the engine says when it is left."""
    extra: dict[str, Any] = {}
    kind: Any = bool if allowed.flag else str if allowed.choices else int
    if allowed.choices:
        extra = {"enum": list(allowed.choices)}
    elif not allowed.flag:
        extra = {"minimum": allowed.low, "maximum": allowed.high}
    typed = Annotated[kind, msgspec.Meta(extra_json_schema=extra)] if extra else kind
    return (typed | None if allowed.optional else typed) | msgspec.UnsetType


if TYPE_CHECKING:
    RulesIn = Any
else:
    RulesIn = msgspec.defstruct(
        "RulesIn",
        [(name, _typed(allowed), msgspec.UNSET) for name, allowed in RANGES.items()],
        forbid_unknown_fields=True,
        module=__name__,
        namespace={"__doc__": "House rules: the parameters that differ from the rule set."},
    )


class RuleSetOut(msgspec.Struct):
    """A rule set with the value of every parameter."""

    name: str
    title: str
    summary: str
    rules: Rules


class ChoiceOut(msgspec.Struct):
    """A value of a parameter, and how people say it."""

    value: Value
    text: str


class ParameterOut(msgspec.Struct):
    """A parameter of the rules. `low` and `high`: of numbers; `choices`: of words and flags; `optional`: may be null.

    `term`: what it is called in Spanish.
    """

    name: str
    title: str
    term: str
    hint: str
    allowed: str
    default: Value
    low: int | None
    high: int | None
    choices: list[ChoiceOut]
    optional: bool


class RulesOut(msgspec.Struct):
    """Everything that a game may be played by."""

    default: str
    rule_sets: list[RuleSetOut]
    parameters: list[ParameterOut]


class SectionOut(msgspec.Struct):
    """Sentences under a heading."""

    title: str
    sentences: list[str]


class TermsOut(msgspec.Struct):
    """What a game is played by: as data, and in plain words."""

    version: int
    terms: Terms
    sections: list[SectionOut]


class TermsIn(Confirming):
    """Other rules or money for a running game; what is not named stays as it is.

    `when`: `wrong` if they were set wrong and everything is to be counted again, `next` if they change from the
    next round on. `rule_set`: start from this one instead of the rules in force. Money in minor units (cents).
    """

    when: Literal["wrong", "next"]
    rule_set: RuleSet | None = None
    rules: RulesIn = msgspec.field(default_factory=RulesIn)
    stake: Money | None = None
    rebuy_price: Money | None = None
    currency: Currency | None = None
    payout: Payout | None = None


@endpoint("GET", "/rules", "public", RulesOut)
def rule_sets() -> RulesOut:
    """All rule sets, and every parameter with what it may be."""
    return RulesOut(
        DEFAULT_PRESET,
        [RuleSetOut(name, str(title), str(summary), PRESETS[name]) for name, (title, summary) in PRESET_TEXTS.items()],
        [_parameter(name, allowed) for name, allowed in RANGES.items()],
    )


@endpoint("GET", "/game/rules", "viewer", TermsOut)
def rules_of_game() -> TermsOut:
    """The rules and the money of the game, as data and in sentences."""
    game = access.current_game()
    terms = game.state.terms
    said = [*sentences(terms.rules), money_sentences(terms)]
    return TermsOut(game.version, terms, [SectionOut(str(title), lines) for title, lines in said])


@booking("POST", "/game/rules", TermsIn)
def set_rules(asked: TermsIn) -> Response:
    """Correct the rules from where they were set, or change them from the next round on."""

    def made(game: service.StoredGame) -> Change:
        now = game.state.terms
        terms = Terms(
            rules_of(asked.rule_set, asked.rules, now.rules),
            now.stake if asked.stake is None else asked.stake,
            now.rebuy_price if asked.rebuy_price is None else asked.rebuy_price,
            checked_currency(asked.currency or now.currency),
            asked.payout or now.payout,
        )
        return (service.correct_terms(game, terms) if asked.when == "wrong" else (RulesChanged(terms),)), {}

    return book(asked, made)


def rules_of(name: str | None, changes: Any, base: Rules = PRESETS[DEFAULT_PRESET]) -> Rules:
    """A rule set (or these rules) with house rules. Raises `Malformed`, or `Refused` for a rule set there is not."""
    if name is not None and name not in PRESETS:
        raise Refused(422, "unknown_rule_set", ", ".join(PRESETS), allowed=list(PRESETS))
    given = {field: getattr(changes, field) for field in RANGES}
    known = {field: value for field, value in given.items() if value is not msgspec.UNSET}
    return (base if name is None else PRESETS[name]).changed(**known)


def checked_currency(code: str) -> str:
    """The code of a currency. Raises `Refused`."""
    if not is_currency(code):
        raise Refused(422, "unknown_currency", currency_sentence(code))
    return code


def _parameter(name: str, allowed: Range) -> ParameterOut:
    values: list[Value] = [True, False] if allowed.flag else list(allowed.choices)
    return ParameterOut(
        name,
        parameter_title(name),
        SPANISH_TERMS[name],
        parameter_hint(name),
        allowed_text(name),
        getattr(Rules(), name),
        allowed.low,
        allowed.high,
        [ChoiceOut(value, choice_text(name, value)) for value in values],
        allowed.optional,
    )
