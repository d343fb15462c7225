"""The rules of Chinchón: cards, rule sets, melds, closes, lay-offs. Standard library only; no I/O, no clock."""

from .cards import JOKER, Card, Deck, format_cards, parse_card, parse_cards, parse_groups
from .claims import CLAIM_PROBLEMS, ClaimVerdict, check_claim, check_table
from .closing import CLOSE_PROBLEMS, CloseVerdict, Discard, closing_discards, judge_close
from .errors import EngineError, Fact, Malformed, RuleViolation
from .layoffs import Hand, Laid, LayOffs, PlayerResult, TableMeld, lay_off
from .melds import Arrangement, Meld, MeldKind, best_arrangement, check_cards
from .readings import MELD_PROBLEMS, MeldReading, read_meld
from .rules import (
    CLOSE_KINDS,
    DEFAULT_PRESET,
    HAND_SIZE,
    PRESETS,
    RANGES,
    CloseKind,
    Deal,
    Range,
    Rules,
    card_points,
    card_value,
    deal,
    most_points,
)

__all__ = [
    "CLAIM_PROBLEMS",
    "CLOSE_KINDS",
    "CLOSE_PROBLEMS",
    "DEFAULT_PRESET",
    "HAND_SIZE",
    "JOKER",
    "MELD_PROBLEMS",
    "PRESETS",
    "RANGES",
    "Arrangement",
    "Card",
    "ClaimVerdict",
    "CloseKind",
    "CloseVerdict",
    "Deal",
    "Deck",
    "Discard",
    "EngineError",
    "Fact",
    "Hand",
    "Laid",
    "LayOffs",
    "Malformed",
    "Meld",
    "MeldKind",
    "MeldReading",
    "PlayerResult",
    "Range",
    "RuleViolation",
    "Rules",
    "TableMeld",
    "best_arrangement",
    "card_points",
    "card_value",
    "check_cards",
    "check_claim",
    "check_table",
    "closing_discards",
    "deal",
    "format_cards",
    "judge_close",
    "lay_off",
    "most_points",
    "parse_card",
    "parse_cards",
    "parse_groups",
    "read_meld",
]
