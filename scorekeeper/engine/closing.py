"""Judging a close: whether it is legal, what kind it is, and which card to close with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .cards import Card
from .claims import check_held, meld_problems, outside
from .errors import Malformed, RuleViolation
from .melds import Arrangement, arranged, bare, check_cards, deadwood_of, texts
from .options import GUARDS, MAX_HAND, Option, Table, all_choices, best_choice, table
from .readings import MELD_PROBLEMS, read_meld
from .rules import HAND_SIZE, CloseKind, Rules, card_value

CLOSE_PROBLEMS = (
    *MELD_PROBLEMS,  # of one meld as laid: the same facts, and meld: its place in the claim, from 0
    "hand_size",  # size, needed
    "no_meld",  # cards: all of them
    "over_limit",  # cards: the loose ones; points by `card_value`; limit
    "too_many_loose",  # cards: the loose ones; allowed
)
"""Every code in a `CloseVerdict`'s problems."""

# Of two readings worth the same the one that may keep others off the melds is better for the closer.
_SHUTS_OUT: dict[CloseKind, int] = {"plain": 0, "clean": 1, "joker-chinchon": 2, "chinchon": 3}


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
    number, total = known.count(cards)
    return _judge(list(map(bare, cards)), number, total, known.options(number), known)


def closing_discards(cards: Sequence[Card], rules: Rules, packs: int = 1) -> tuple[Discard, ...]:
    """Every different card of eight to close with, the best first.

    In order: a close that wins, then legal ones by points and kind, then those not legal by loose points.
    Raises `Malformed('hand_size')` (facts: size, needed) and the `RuleViolation`s of `check_cards`.
    """
    if len(cards) != MAX_HAND:
        raise Malformed("hand_size", size=len(cards), needed=MAX_HAND)
    check_cards(cards, rules, packs)
    known = table(rules, packs)
    number, total = known.count(cards)
    options = known.options(number)
    held = list(map(bare, cards))
    found = []
    for card in dict.fromkeys(held):
        kept = held.copy()
        kept.remove(card)
        rest = number - known.code[card]
        room = rest | GUARDS
        left = [option for option in options if (room - option[1]) & GUARDS == GUARDS]
        found.append(Discard(card, _judge(kept, rest, total - known.gain[card], left, known)))
    found.sort(key=lambda discard: _rank(discard.verdict))
    return tuple(found)


def _rank(verdict: CloseVerdict) -> tuple[bool, bool, int, int, int]:
    """Sorts the verdict that is best for the closer first."""
    points = verdict.points if verdict.legal else verdict.loose_points
    loose = len(verdict.arrangement.loose)
    return not verdict.legal, not verdict.wins, points, -_SHUTS_OUT[verdict.kind], loose


def _judge(cards: Sequence[Card], number: int, total: int, options: list[Option], known: Table) -> CloseVerdict:
    """Judge cards with their number, all that they would gain, and the melds they allow."""
    rules = known.rules
    gain, needs = best_choice(options, number)
    legal = _allowed(len(cards), needs, total - gain, known)
    one_meld_of_all = bool(options) and options[0][0] == total
    if one_meld_of_all or (not legal and _may_still_do(len(cards), total - gain, known)):
        ways = _ways_to_close(len(cards), total, options, number, known)
        arrangements = [arranged(cards, needs, total - gain, known) for gain, needs in ways]
        verdicts = [_verdict(rules, close_kind(one, rules), one, ()) for one in arrangements]
        if verdicts:
            return min(verdicts, key=_rank)
    best = arranged(cards, needs, total - gain, known)
    if legal:
        return _verdict(rules, "plain" if best.loose else "clean", best, ())
    value = known.read(total - gain)[2]
    return _verdict(rules, "plain", best, tuple(_close_problems(cards, best.loose, value, len(needs), rules)))


def _allowed(size: int, needs: tuple[int, ...], loss: int, known: Table) -> bool:
    """Whether so many cards may close with these melds, where `loss` is the gain that the loose ones miss."""
    _, loose, value = known.read(loss)
    most = known.rules.close_max_cards
    few = most is None or loose <= most
    return size == HAND_SIZE and bool(needs) and value <= known.rules.close_limit and few


def _may_still_do(size: int, loss: int, known: Table) -> bool:
    """Whether another arrangement than the best one may be legal: what it minimises must be within the rules."""
    rules = known.rules
    _, loose, value = known.read(loss)
    if rules.scoring == "cards":
        return size == HAND_SIZE and (rules.close_max_cards is None or loose <= rules.close_max_cards)
    return size == HAND_SIZE and value <= rules.close_limit


def _ways_to_close(
    size: int, total: int, options: list[Option], number: int, known: Table
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Gain and melds of every legal close that may be the best: all with nothing loose, and the best other."""
    most: int = -1
    others: tuple[int, ...] = ()
    for gain, needs in all_choices(options, number):
        if gain == total and size == HAND_SIZE:
            yield gain, needs
        elif gain > most and _allowed(size, needs, total - gain, known):
            most, others = gain, needs
    if others:
        yield most, others


def _close_problems(
    cards: Sequence[Card], loose: Sequence[Card], value: int, melds: int, rules: Rules
) -> list[RuleViolation]:
    """What speaks against closing with so many melds and these loose cards, worth `value` by `card_value`."""
    found = []
    if len(cards) != HAND_SIZE:
        found.append(RuleViolation("hand_size", size=len(cards), needed=HAND_SIZE))
    if not melds:
        found.append(RuleViolation("no_meld", cards=texts(cards)))
    over, most = value > rules.close_limit, rules.close_max_cards
    many = most is not None and len(loose) > most
    if over or many:
        shown = texts(loose)
        if over:
            found.append(RuleViolation("over_limit", cards=shown, points=value, limit=rules.close_limit))
        if many:
            found.append(RuleViolation("too_many_loose", cards=shown, allowed=most))
    return found


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
    bonus, wins, melds_open = _terms(rules, kind)
    return CloseVerdict(not problems, problems, kind, loose + bonus, loose, wins, melds_open, arrangement)


@lru_cache(maxsize=256)
def _terms(rules: Rules, kind: CloseKind) -> tuple[int, bool, bool]:
    """What a kind of close brings: its bonus, whether it wins, whether the melds are open to lay-offs."""
    return rules.bonus(kind), rules.wins(kind), rules.lay_off_on != "nobody" and not rules.blocks_lay_offs(kind)


def _judge_laid(cards: Sequence[Card], melds: Sequence[Sequence[Card]], known: Table, packs: int) -> CloseVerdict:
    """A claim stands as it was laid; of several readings the better one for the player counts."""
    rules = known.rules
    loose = outside(cards, melds)
    points = deadwood_of(loose, rules)
    value = sum(card_value(card, rules) for card in loose)
    problems = [*meld_problems(melds, rules, packs), *_close_problems(cards, loose, value, len(melds), rules)]
    readings = [read_meld(meld, rules, packs).readings for meld in melds]
    shown = tuple(found[0] for found in readings if found)
    if problems:
        return _verdict(rules, "plain", Arrangement(shown, loose, points), tuple(problems))
    ways = readings[0] if len(melds) == 1 else ()
    arrangements = [Arrangement(shown, loose, points), *(Arrangement((way,), loose, points) for way in ways)]
    return min((_verdict(rules, close_kind(one, rules), one, ()) for one in arrangements), key=_rank)
