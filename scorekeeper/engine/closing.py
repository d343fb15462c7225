"""Judging a close: whether it is legal, what kind it is, and which card to close with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .cards import Card
from .claims import check_held, meld_problems, outside
from .errors import Malformed, RuleViolation
from .melds import Arrangement, Meld, arranged, bare, check_cards, texts
from .options import GUARDS, MAX_HAND, MIN_MELD, Option, Table, all_choices, best_choice, table
from .readings import MELD_PROBLEMS, read_meld
from .rules import CLOSE_KINDS, HAND_SIZE, CloseKind, Rules, card_points, card_value

CLOSE_PROBLEMS = (
    *MELD_PROBLEMS,  # of one meld as laid: the same facts, and meld: its place in the claim, from 0
    "hand_size",  # size, needed
    "no_meld",  # cards: all of them
    "over_limit",  # cards: the loose ones; points by `card_value`; limit
    "too_many_loose",  # cards: the loose ones; allowed
)
"""Every code in a `CloseVerdict`'s problems."""

_NO_CARD_LEFT = {"clean": 1, "joker-chinchon": 2, "chinchon": 3}


@dataclass(frozen=True, slots=True)
class CloseVerdict:
    """What a close is by the rules.

    `points` are the closer's for the round (loose points and bonus), `loose_points` those of his loose cards
    alone; `wins` says that the game is won, `melds_open` that others may lay off on these melds. A close that
    is not legal is judged as a plain one without a bonus; its arrangement is the best one, or the one laid.
    """

    legal: bool
    problems: tuple[RuleViolation, ...]
    kind: CloseKind
    points: int
    loose_points: int
    wins: bool
    melds_open: bool
    arrangement: Arrangement


@dataclass(frozen=True, slots=True)
class Discard:
    """One card to close with, and what the close with the other seven is."""

    card: Card
    verdict: CloseVerdict


def judge_close(
    cards: Sequence[Card], rules: Rules, packs: int = 1, melds: Sequence[Sequence[Card]] | None = None
) -> CloseVerdict:
    """Judge the cards kept by a closer, before any lay-off: at most eight, and seven to be legal.

    Any arrangement may qualify, and the one that is best for the closer counts; with `melds`, only the cards
    as laid. Raises `Malformed('hand_too_big')` and the `RuleViolation`s of `check_cards`, `card_not_in_hand`
    and `card_reused`; everything else is in the verdict (`CLOSE_PROBLEMS`). Sources: seeds 000 and 003 (limit,
    six or eight cards), 001 (chinchón with joker), 002 (some meld).

    >>> from scorekeeper.engine import PRESETS, parse_cards
    >>> verdict = judge_close(parse_cards("4o 5o 6o 7c 7e 7b 5c"), PRESETS["fournier"])
    >>> verdict.legal, verdict.kind, verdict.points
    (True, 'plain', 5)
    """
    if len(cards) > MAX_HAND:
        raise Malformed("hand_too_big", size=len(cards), allowed=MAX_HAND)
    check_cards(cards, rules, packs)
    known = table(rules, packs)
    if melds is not None:
        check_held(cards, melds)
        return _judge_laid(cards, melds, known, packs)
    number = sum(map(known.code.__getitem__, cards))
    return _judge(cards, number, known.options(number), known)


def closing_discards(cards: Sequence[Card], rules: Rules, packs: int = 1) -> tuple[Discard, ...]:
    """Every different card of eight to close with, the best first.

    In order: a close that wins, then legal ones by points and kind, then those not legal by loose points.
    Raises `Malformed('hand_size')` (facts: size, needed) and the `RuleViolation`s of `check_cards`.
    """
    if len(cards) != MAX_HAND:
        raise Malformed("hand_size", size=len(cards), needed=MAX_HAND)
    check_cards(cards, rules, packs)
    known = table(rules, packs)
    number = sum(map(known.code.__getitem__, cards))
    options = known.options(number)
    found = []
    for card in dict.fromkeys(map(bare, cards)):
        kept = list(map(bare, cards))
        kept.remove(card)
        rest = number - known.code[card]
        room = rest | GUARDS
        left = [option for option in options if (room - option[1]) & GUARDS == GUARDS]
        found.append(Discard(card, _judge(kept, rest, left, known)))
    found.sort(key=lambda discard: _rank(discard.verdict))
    return tuple(found)


def _rank(verdict: CloseVerdict) -> tuple[bool, bool, int, int, int]:
    """Sorts the verdict that is best for the closer first."""
    points = verdict.points if verdict.legal else verdict.loose_points
    return (
        not verdict.legal, not verdict.wins, points, -_NO_CARD_LEFT.get(verdict.kind, 0), len(verdict.arrangement.loose)
    )  # fmt: skip


def _judge(cards: Sequence[Card], number: int, options: list[Option], known: Table) -> CloseVerdict:
    total = sum(map(known.gain.__getitem__, cards))
    gain, needs = best_choice(options, number)
    problems = _problems(cards, needs, total - gain, known)
    best = arranged(cards, needs, known)
    one_meld_of_all = bool(options) and options[0][0] == total
    if one_meld_of_all or (problems and _may_still_do(len(cards), total - gain, known)):
        others = [_plain_or_bonus(cards, needs, known) for needs in _legal(cards, options, number, known)]
        if others:
            return min(others, key=_rank)
    if problems:
        return _verdict(known.rules, "plain", best, tuple(problems))
    return _verdict(known.rules, "plain" if best.loose else "clean", best, ())


def _problems(cards: Sequence[Card], needs: tuple[int, ...], loss: int, known: Table) -> list[RuleViolation]:
    """What speaks against a close with these melds, where `loss` is the gain that the loose cards miss."""
    rules = known.rules
    _, loose, value = known.read(loss)
    allowed = rules.close_max_cards
    if len(cards) == HAND_SIZE and needs and value <= rules.close_limit and (allowed is None or loose <= allowed):
        return []
    return close_problems(cards, arranged(cards, needs, known).loose, len(needs), rules)


def close_problems(
    cards: Sequence[Card], loose: Sequence[Card], melds: int, rules: Rules
) -> list[RuleViolation]:
    """What speaks against closing with so many melds and these loose cards left; points by `card_value`."""
    value, allowed = sum(card_value(card, rules) for card in loose), rules.close_max_cards
    problems = []
    if len(cards) != HAND_SIZE:
        problems.append(RuleViolation("hand_size", size=len(cards), needed=HAND_SIZE))
    if not melds:
        problems.append(RuleViolation("no_meld", cards=texts(cards)))
    if value > rules.close_limit:
        problems.append(RuleViolation("over_limit", cards=texts(loose), points=value, limit=rules.close_limit))
    if allowed is not None and len(loose) > allowed:
        problems.append(RuleViolation("too_many_loose", cards=texts(loose), allowed=allowed))
    return problems


def _may_still_do(size: int, loss: int, known: Table) -> bool:
    """Whether another arrangement than the best one may be legal: what it minimises must be within the rules."""
    rules = known.rules
    _, loose, value = known.read(loss)
    if rules.scoring == "cards":
        return size == HAND_SIZE and (rules.close_max_cards is None or loose <= rules.close_max_cards)
    return size == HAND_SIZE and value <= rules.close_limit


def _legal(cards: Sequence[Card], options: list[Option], number: int, known: Table) -> Iterator[tuple[int, ...]]:
    total = sum(map(known.gain.__getitem__, cards))
    for gain, needs in all_choices(options, number):
        if not _problems(cards, needs, total - gain, known):
            yield needs


def _plain_or_bonus(cards: Sequence[Card], needs: tuple[int, ...], known: Table) -> CloseVerdict:
    arrangement = arranged(cards, needs, known)
    return _verdict(known.rules, close_kind(arrangement, known.rules), arrangement, ())


def close_kind(arrangement: Arrangement, rules: Rules) -> CloseKind:
    """The kind of a legal close of seven cards that are arranged like this.

    A chinchón is one run of all (reading 4), or one meld of all where `chinchon_of_a_kind` says so.
    """
    if arrangement.loose:
        return "plain"
    meld = arrangement.melds[0]
    if len(arrangement.melds) > 1 or (meld.kind == "group" and not rules.chinchon_of_a_kind):
        return "clean"
    if not meld.jokers(rules):
        return "chinchon"
    return "joker-chinchon" if rules.offers("joker-chinchon") else "clean"


def _verdict(
    rules: Rules, kind: CloseKind, arrangement: Arrangement, problems: tuple[RuleViolation, ...]
) -> CloseVerdict:
    loose = arrangement.deadwood
    melds_open = rules.lay_off_on != "nobody" and not rules.blocks_lay_offs(kind)
    points = loose + rules.bonus(kind)
    return CloseVerdict(not problems, problems, kind, points, loose, rules.wins(kind), melds_open, arrangement)


def _judge_laid(cards: Sequence[Card], melds: Sequence[Sequence[Card]], known: Table, packs: int) -> CloseVerdict:
    """A claim stands as it was laid; of several readings the better one for the player counts."""
    rules = known.rules
    loose = outside(cards, melds)
    points = sum(card_points(card, rules) for card in loose)
    problems = meld_problems(melds, rules, packs) + close_problems(cards, loose, len(melds), rules)
    readings = [read_meld(meld, rules, packs).readings for meld in melds]
    shown = tuple(found[0] for found in readings if found)
    if problems:
        return _verdict(rules, "plain", Arrangement(shown, loose, points), tuple(problems))
    ways = readings[0] if len(melds) == 1 else ()
    arrangements = [Arrangement(shown, loose, points), *(Arrangement((way,), loose, points) for way in ways)]
    return min((_verdict(rules, close_kind(one, rules), one, ()) for one in arrangements), key=_rank)
