"""Claims at the table: what was laid down, and the hands of a round beside each other."""

from scorekeeper.engine import (
    CLAIM_PROBLEMS,
    PRESETS,
    ClaimVerdict,
    Rules,
    check_claim,
    check_table,
    claim_of,
    format_cards,
    meld_of,
    parse_cards,
    parse_groups,
)

GENERAL, FOURNIER, CONGA = PRESETS["general"], PRESETS["fournier"], PRESETS["conga"]


def claimed(hand: str, melds: str, rules: Rules, packs: int = 1, closer: bool = False) -> ClaimVerdict:
    role = "closer" if closer else "player"
    verdict = check_claim(
        parse_cards(hand, rules.pack), parse_groups(melds, rules.pack), rules, packs, role  # type: ignore[arg-type]
    )  # fmt: skip
    assert all(one.code in CLAIM_PROBLEMS for one in verdict.problems)
    return verdict


def test_a_right_claim_has_nothing_better() -> None:
    """The best claim is right, and no better arrangement is shown."""
    verdict = claimed("4o 5o 6o 7o 7c 7e 12b", "4o 5o 6o / 7o 7c 7e", FOURNIER)
    assert (verdict.result, verdict.claimed_deadwood, verdict.best_deadwood) == ("ok", 10, 10)
    assert verdict.better is None


def test_a_poor_claim_is_right_and_something_is_better() -> None:
    """A claim that could be better is no mistake; the better arrangement is mentioned."""
    verdict = claimed("4o 5o 6o 7o 7c 7e 12b", "4o 5o 6o 7o", FOURNIER)
    assert (verdict.result, verdict.claimed_deadwood) == ("ok", 24)
    assert verdict.better is not None
    assert verdict.better.deadwood == 10


def test_the_problem_of_one_meld_says_which() -> None:
    """What is wrong with a meld keeps its own code and facts, and the place of the meld."""
    verdict = claimed("4o 5o 6o 7o 10c 12c 1b", "4o 5o 6o / 7o 10c 12c", GENERAL)
    assert verdict.result == "not_a_meld"
    assert [(one.code, one.facts["meld"]) for one in verdict.problems] == [("mixed_suits", 1)]
    assert verdict.claimed_deadwood == 1


def test_groups_of_three_are_laid_down_and_a_single_group_claims_nothing() -> None:
    """Who sets nothing apart leaves it to the engine; who sets only loose cards apart claims that there is no meld."""
    assert claim_of(parse_groups("4o 5o 6o / 7c 7e / 7b 7o 7c / 2c")) == parse_groups("4o 5o 6o / 7b 7o 7c")
    assert claim_of(parse_groups("4o 5o / 7c 7e")) == ()
    assert claim_of(parse_groups("4o 5o 6o 7c")) is None
    assert claim_of(()) is None


def test_what_is_wrong_with_one_meld_is_told_from_what_cannot_be() -> None:
    """A table may let a bad meld stand, but not a card that nobody holds."""
    verdict = claimed("4o 5o 6o 7o 7c 12c 1b", "4o 5o 6o / 7o 7c 12c / 2b 3b 4b", GENERAL)
    assert [(one.code, meld_of(one)) for one in verdict.problems] == [("card_not_in_hand", None), ("not_a_meld", 1)]


def test_a_card_laid_twice_and_a_card_not_held() -> None:
    """A card serves in one meld only, and only a card that is held."""
    reused = claimed("4o 5o 6o 7o 7c 7e 12b", "4o 5o 6o 7o / 7o 7c 7e", FOURNIER)
    assert (reused.result, reused.problems[0].facts["cards"]) == ("card_reused", ("7o",))
    assert reused.claimed_deadwood is None
    absent = claimed("4o 5o 6o 7o 7c 7e 12b", "7b 7c 7e", FOURNIER)
    assert (absent.result, absent.problems[0].facts["cards"]) == ("card_not_in_hand", ("7b",))


def test_a_declared_joker_is_the_joker_held() -> None:
    """What a joker is declared to be does not make it another card."""
    verdict = claimed("4o 5o JK 7c 7e 7b 2c", "4o 5o JK=6o / 7c 7e 7b", CONGA)
    assert (verdict.result, verdict.claimed_deadwood) == ("ok", 2)


def test_hands_that_cannot_be() -> None:
    """An impossible hand has no best deadwood."""
    for hand, code in (("8o 5o 6o", "card_not_in_deck"), ("7o 7o 6o", "too_many_copies")):
        verdict = claimed(hand, "", GENERAL)
        assert (verdict.result, verdict.best_deadwood, verdict.better) == (code, None, None)
    assert claimed(" ".join(map(str, GENERAL.pack.cards[:9])), "", GENERAL).result == "hand_too_big"


def test_only_the_closer_needs_seven_cards() -> None:
    """Six or eight cards are objected to in a closer's hand only."""
    hand = "4o 5o 6o 12c 12e 1b"
    assert claimed(hand, "4o 5o 6o", FOURNIER).result == "ok"
    assert claimed(hand, "4o 5o 6o", FOURNIER, closer=True).result == "closer_hand_size"


def test_a_card_in_two_hands() -> None:
    """The problem says which card, and which hands hold it."""
    hands = [parse_cards("4o 5o 6o"), parse_cards("1c 2c 3c"), parse_cards("4o 7c 7e")]
    (found,) = check_table(hands, GENERAL)
    assert (found.code, found.facts["cards"], found.facts["hands"]) == ("too_many_copies", ("4o",), (0, 2))
    assert check_table(hands, GENERAL, 2) == ()


def test_jokers_are_counted_across_the_table() -> None:
    """Three jokers are one too many with two in the pack, however they were declared."""
    hands = [parse_cards("JK JK=7o"), parse_cards("JK")]
    assert [one.code for one in check_table(hands, CONGA)] == ["too_many_copies"]
    assert check_table(hands, CONGA, 2) == ()
    assert [one.code for one in check_table(hands, GENERAL)] == ["card_not_in_deck"]


def test_the_better_arrangement_of_a_wrong_claim() -> None:
    """Whoever claimed wrongly is shown what would have been right."""
    verdict = claimed("12o 1o 2o 7c 7e 7b 5b", "12o 1o 2o / 7c 7e 7b", FOURNIER)
    assert [one.code for one in verdict.problems] == ["ace_is_low"]
    assert verdict.better is not None
    assert format_cards(verdict.better.melds[0].cards) == "7c 7e 7b"
