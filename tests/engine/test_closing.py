"""Judging a close, and the card to close with."""

import pytest

from scorekeeper.engine import (
    CLOSE_PROBLEMS,
    PRESETS,
    CloseVerdict,
    Malformed,
    Rules,
    RuleViolation,
    closing_discards,
    format_cards,
    judge_close,
    parse_cards,
    parse_groups,
)

GENERAL, FOURNIER, HOME, CONGA = (PRESETS[name] for name in ("general", "fournier", "home", "conga"))


def judged(cards: str, rules: Rules, packs: int = 1, melds: str | None = None) -> CloseVerdict:
    laid = None if melds is None else parse_groups(melds, rules.pack)
    verdict = judge_close(parse_cards(cards, rules.pack), rules, packs, laid)
    assert all(one.code in CLOSE_PROBLEMS for one in verdict.problems)
    return verdict


def codes(verdict: CloseVerdict) -> list[str]:
    return [one.code for one in verdict.problems]


def test_any_arrangement_may_qualify() -> None:
    """Three points in two cards may not close, five in one may: it closes with five."""
    verdict = judged("5b 2b 2e 1e 1o 1b 3b", HOME)
    assert (verdict.legal, verdict.points, format_cards(verdict.arrangement.loose)) == (True, 5, "5b")


def test_scoring_by_cards_keeps_the_limit_in_points() -> None:
    """Fewest loose cards over the limit give way to more of them below it."""
    by_cards = GENERAL.changed(scoring="cards", close_limit=10, distinct_suits=True)
    verdict = judged("4o 5o 6o 7o 1c 2c 3e", by_cards)
    assert (verdict.legal, verdict.points, verdict.loose_points) == (True, 3, 3)
    over = judged("4o 5o 6o 7o 1c 2c 12e", by_cards)
    assert codes(over) == ["over_limit"]
    assert over.problems[0].facts["points"] == 13


def test_a_chinchon_is_looked_for_before_two_melds() -> None:
    """Seven cards that make one run are a chinchón, though they also make 3 and 4."""
    assert judged("1c 2c 3c 4c 5c 6c 7c", FOURNIER).kind == "chinchon"
    assert judged("1c 2c 3c 5c 6c 7c 10c", FOURNIER).kind == "clean"


def test_the_better_reading_counts() -> None:
    """A wild ace that is open to both readings takes the one that is better for the player."""
    assert judged("1o 2o 3o 4o 5o 6o 7o", HOME).wins
    cheap = HOME.changed(chinchon_wins=False)
    assert judged("1o 2o 3o 4o 5o 6o 7o", cheap).kind == "joker-chinchon"
    assert judged("1o 2o 3o 4o 5o 6o 7o", cheap, melds="1o 2o 3o 4o 5o 6o 7o").points == -25
    mild = HOME.changed(joker_chinchon_points=0)
    assert judged("1o 2o 3o 5o 6o 7o 10o", mild).kind == "clean"


def test_a_joker_chinchon_may_be_a_clean_close() -> None:
    """Where the rules say so, a chinchón with joker is simply a clean close."""
    rules = CONGA.changed(joker_chinchon="clean-close")
    verdict = judged("1o 2o 3o 4o 5o 6o JK", rules)
    assert (verdict.kind, verdict.points) == ("clean", -10)
    assert judged("1o 2o 3o 4o 5o 6o JK", CONGA.changed(joker_chinchon="wins")).wins


def test_seven_of_a_rank() -> None:
    """Seven of a rank are a chinchón only where the rules say so, and a clean close elsewhere."""
    cards = "7o 7o 7c 7c 7e 7e 7b"
    assert judged(cards, FOURNIER, 2).kind == "clean"
    assert judged(cards, FOURNIER.changed(chinchon_of_a_kind=True), 2).kind == "chinchon"


def test_what_speaks_against_a_close() -> None:
    """Every objection is named: no meld, over the limit, too many loose, not seven cards."""
    under_5 = PRESETS["fournier-under-5"]
    assert codes(judged("1o 2c 4e 6b 10o 11c 12e", under_5)) == ["no_meld", "over_limit", "too_many_loose"]
    assert codes(judged("4o 5o 6o 7o 1c 1e 2b", under_5)) == ["too_many_loose"]
    six = judged("4o 5o 6o 12c 12e 1b", under_5)
    assert (codes(six), six.loose_points) == (["hand_size", "over_limit", "too_many_loose"], 21)


def test_no_meld_within_the_limit() -> None:
    """Ten points without any meld may not close."""
    assert codes(judged("1o 1o 1c 1c 2o 2o 2c", GENERAL, 2)) == ["no_meld"]


def test_a_claim_stands_as_laid() -> None:
    """Melds laid down are judged as laid, even where another arrangement would do."""
    cards = "4o 5o 6o 7o 7c 7e 1b"
    assert judged(cards, FOURNIER).legal
    laid = judged(cards, FOURNIER, melds="4o 5o 6o 7o")
    assert (codes(laid), laid.loose_points) == (["over_limit"], 15)
    wrong = judged(cards, FOURNIER, melds="4o 5o 6o / 7o 7c 1b")
    assert codes(wrong) == ["mixed_ranks", "over_limit"]
    assert wrong.problems[0].facts["meld"] == 1


def test_a_claim_laid_as_two_melds_is_no_chinchon() -> None:
    """Three and four laid apart are a clean close."""
    assert judged("1c 2c 3c 4c 5c 6c 7c", FOURNIER, melds="1c 2c 3c / 4c 5c 6c 7c").kind == "clean"


def test_impossible_cards_are_refused() -> None:
    """Cards that cannot be on the table are no close at all."""
    with pytest.raises(RuleViolation, match="too_many_copies"):
        judged("7o 7o 7c 7e 4b 5b 6b", FOURNIER)
    with pytest.raises(RuleViolation, match="card_reused"):
        judged("4o 5o 6o 7o 7c 7e 1b", FOURNIER, melds="4o 5o 6o 7o / 7o 7c 7e")
    with pytest.raises(Malformed, match="hand_size"):
        closing_discards(parse_cards("4o 5o 6o"), FOURNIER)


def test_blocked_melds() -> None:
    """A chinchón blocks lay-offs on the closer's melds; where clean closes block, so does a chinchón."""
    assert not judged("1c 2c 3c 4c 5c 6c 7c", FOURNIER).melds_open
    assert judged("1c 2c 3c 5c 6c 7c 10c", FOURNIER).melds_open
    assert not judged("1c 2c 3c 4c 5c 6c 7c", HOME).melds_open
    assert not judged("1c 2c 3c 5c 6c 7c 10c", HOME).melds_open


def test_the_best_discard_is_not_the_dearest_loose_card_of_eight() -> None:
    """Arranging all eight first would leave one point; the best discard leaves none."""
    best = closing_discards(parse_cards("1b 2b 3c 1e 1c 2c 2o 2e"), GENERAL)[0]
    assert (best.verdict.kind, best.verdict.points) == ("clean", 0)


def test_discards_are_sorted() -> None:
    """A win comes first, then legal closes by points, then the others."""
    found = closing_discards(parse_cards("1o 2o 3o 4o 5o 6o 7o 10o"), FOURNIER)
    assert [one.verdict.points for one in found if one.verdict.legal] == [-10, -10, 0, 0, 1, 3]
    assert [str(one.card) for one in found if not one.verdict.legal] == ["7o", "6o"]
    assert closing_discards(parse_cards("1o 2o 3o 4o 5o 6o 7o 10o"), HOME)[0].verdict.wins


def test_twins_are_one_discard() -> None:
    """Equal cards of two packs are one choice."""
    found = closing_discards(parse_cards("1o 1o 2o 3o 4o 5o 6o 7o"), FOURNIER, 2)
    assert len(found) == 7
    assert (str(found[0].card), found[0].verdict.kind) == ("1o", "chinchon")


@pytest.mark.parametrize("name", PRESETS)
def test_a_discard_is_judged_like_the_seven_others(name: str) -> None:
    """Every verdict is the one that the seven cards get on their own."""
    rules = PRESETS[name]
    suits = rules.pack.suits
    hand = tuple(card for card in rules.pack.cards if card.suit == suits[0])[:5] + rules.pack.cards[-3:]
    for found in closing_discards(hand, rules):
        kept = [card for card in hand if card != found.card]
        assert judge_close(kept, rules) == found.verdict
