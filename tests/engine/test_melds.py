"""The best arrangement, and reading cards as a meld: the traps that solvers fall into."""

import random

import pytest

from scorekeeper.engine import (
    MELD_PROBLEMS,
    PRESETS,
    Malformed,
    Rules,
    RuleViolation,
    best_arrangement,
    check_cards,
    format_cards,
    parse_cards,
    read_meld,
)

GENERAL, FOURNIER, CONGA, HOME = (PRESETS[name] for name in ("general", "fournier", "conga", "home"))


def arranged(text: str, rules: Rules, packs: int = 1) -> tuple[list[str], str, int]:
    best = best_arrangement(parse_cards(text, rules.pack), rules, packs)
    return [format_cards(meld.cards) for meld in best.melds], format_cards(best.loose), best.deadwood


def readings(text: str, rules: Rules, packs: int = 1) -> list[str]:
    found = read_meld(parse_cards(text, rules.pack), rules, packs)
    return [f"{meld.kind} {format_cards(meld.cards)}" for meld in found.readings]


def problem(text: str, rules: Rules, packs: int = 1) -> RuleViolation:
    found = read_meld(parse_cards(text, rules.pack), rules, packs)
    assert found.readings == ()
    assert found.problem is not None
    assert found.problem.code in MELD_PROBLEMS
    return found.problem


def test_an_empty_hand_has_nothing_loose() -> None:
    """No cards make an empty arrangement."""
    assert arranged("", GENERAL) == ([], "", 0)


def test_overlapping_melds_count_a_card_once() -> None:
    """The seven of two melds serves in one of them only."""
    assert arranged("5o 6o 7o 7c 7e 1b 2b", FOURNIER) == (["7o 7c 7e"], "5o 6o 1b 2b", 14)


def test_three_of_four_may_be_the_group() -> None:
    """One of four sevens is given to a run where that leaves less."""
    melds, loose, deadwood = arranged("7o 7c 7e 7b 5o 6o 12c", GENERAL)
    assert (melds, loose, deadwood) == (["5o 6o 7o", "7c 7e 7b"], "12c", 10)


def test_twins_serve_in_two_melds() -> None:
    """Two packs: each of two equal cards may be in a meld of its own."""
    assert arranged("4o 5o 6o 7o 7o 7c 7e", FOURNIER, 2)[2] == 0
    assert arranged("1o 2o 3o 1o 2o 3o 12c", GENERAL, 2) == (["1o 2o 3o", "1o 2o 3o"], "12c", 10)


def test_twins_in_a_group_where_suits_need_not_differ() -> None:
    """Two packs: twins make a group only where suits need not differ."""
    assert arranged("7o 7o 7c 1e", FOURNIER, 2)[2] == 1
    assert arranged("7o 7o 7c 1e", GENERAL, 2)[2] == 22


def test_a_spare_joker_goes_into_a_meld() -> None:
    """A joker that no meld needs is not left loose at 25 points."""
    assert arranged("4o 5o 6o 7o JK 12c 11e", CONGA)[2] == 23


def test_the_joker_rather_than_the_fourth_seven() -> None:
    """A group holds no more cards than there are of its rank, and the joker costs more."""
    assert arranged("7o 7c 7e 7b JK 12c 2e", CONGA)[2] == 7 + 12 + 2


def test_equal_points_are_decided_by_fewer_loose_cards() -> None:
    """Of two arrangements with equal points the one with fewer loose cards is taken."""
    free_jokers = CONGA.changed(joker_points=0)
    assert arranged("4o 5o 6o JK 12c", free_jokers) == (["4o 5o 6o JK"], "12c", 12)


def test_scoring_by_cards_counts_cards_then_their_value() -> None:
    """Where cards are scored, the fewest loose cards decide, then the lowest value."""
    by_cards = GENERAL.changed(scoring="cards")
    assert arranged("1o 1c 1e 1b 12o 11c 10e", by_cards)[2] == 3
    assert arranged("4o 5o 6o 6c 6e", by_cards) == (["6o 6c 6e"], "4o 5o", 2)


def test_wild_ace_is_itself_where_it_can() -> None:
    """A wild ace that begins a run of its suit is no joker, so that it does not count as one."""
    meld = best_arrangement(parse_cards("1o 2o 3o 12c"), HOME).melds[0]
    assert format_cards(meld.cards) == "1o 2o 3o"
    assert meld.jokers(HOME) == 0


def test_wild_ace_as_itself_leaves_room_for_a_joker() -> None:
    """With one joker a meld, a wild ace as itself and a printed joker share a run."""
    both = CONGA.changed(wild_ace=True)
    assert arranged("1o 2o JK", both) == (["1o 2o JK"], "", 0)
    assert arranged("5c 6c 1o JK", both)[2] == both.joker_points


def test_the_order_of_the_hand_does_not_matter() -> None:
    """Shuffled hands are arranged in the same melds with the same points."""
    random_ = random.Random(5)
    rules = CONGA.changed(wild_ace=True, jokers_per_meld=None)
    for _ in range(200):
        hand = random_.sample([*rules.pack.cards] * 2, 6) + list(parse_cards("JK"))
        first = best_arrangement(hand, rules, 2)
        random_.shuffle(hand)
        second = best_arrangement(hand, rules, 2)
        assert (first.melds, sorted(first.loose), first.deadwood) == (
            second.melds,
            sorted(second.loose),
            second.deadwood,
        )


def test_hands_that_cannot_be_arranged() -> None:
    """Nine cards are malformed, a card of another deck breaks the rules."""
    with pytest.raises(Malformed, match="hand_too_big"):
        best_arrangement(GENERAL.pack.cards[:9], GENERAL)
    with pytest.raises(RuleViolation, match="card_not_in_deck"):
        best_arrangement(parse_cards("8o 9o 10o"), GENERAL)


def test_every_place_of_a_joker_is_a_reading() -> None:
    """A joker without a gap may stand at either end, the high one first."""
    assert readings("JK 5o 6o", CONGA) == ["run 5o 6o JK", "run JK 5o 6o"]
    assert readings("5o JK=7o 6o", CONGA) == ["run 5o 6o JK=7o"]
    assert readings("12o JK 11o", CONGA) == ["run JK 11o 12o"]
    assert readings("7o JK 7c", CONGA) == ["group 7o 7c JK"]


def test_a_wild_ace_is_read_as_itself_first() -> None:
    """The ace of its suit begins the run, or stands at its high end as a joker."""
    assert readings("3o 2o 1o", HOME) == ["run 1o 2o 3o", "run 2o 3o 1o"]
    assert readings("1o 1c 1e", HOME) == ["group 1c 1e 1o"]


def test_what_a_joker_stands_for() -> None:
    """A run's joker stands for one card, a group's for none."""
    run = read_meld(parse_cards("6o JK 10o"), CONGA.changed(deck="spanish-40")).readings[0]
    assert [str(role) for role in run.roles(CONGA.changed(deck="spanish-40"))] == ["6o", "7o", "10o"]
    group = read_meld(parse_cards("7o 7c JK"), CONGA).readings[0]
    assert group.roles(CONGA)[2] is None


@pytest.mark.parametrize(
    ("cards", "code", "facts"),
    [
        ("10o 12o 7o", "gap", {"cards": ("10o", "12o"), "missing": ("11o",), "jokers": 0}),
        ("12o 1o 2o", "ace_is_low", {"cards": ("1o", "12o")}),
        ("4o 5o 6c", "mixed_suits", {"cards": ("6c",)}),
        ("7o 7c 6e", "mixed_ranks", {"cards": ("6e",)}),
        ("4o 5c 9e", "card_not_in_deck", {"cards": ("9e",), "deck": "spanish-40"}),
        ("4o 5c 7e", "not_a_meld", {"cards": ("4o", "5c", "7e")}),
        ("4o 5o", "too_short", {"cards": ("4o", "5o"), "needed": 3}),
        ("7o 7o 7c", "too_many_copies", {"cards": ("7o",), "packs": 1}),
    ],
)
def test_why_it_is_no_meld(cards: str, code: str, facts: dict[str, object]) -> None:
    """The reason names the rule and the cards."""
    found = problem(cards, GENERAL)
    assert (found.code, dict(found.facts)) == (code, facts)


@pytest.mark.parametrize(
    ("cards", "code", "facts"),
    [
        ("7o 7o 7c", "same_suit_twice", {"cards": ("7o", "7o")}),
        ("5o 6o 6o 7o", "twins_in_run", {"cards": ("6o", "6o")}),
        ("5o 6o 7o JK=7o", "place_taken", {"cards": ("7o", "JK=7o")}),
        ("5o JK JK", "joker_needs_two", {"cards": ("JK", "JK"), "needed": 2}),
        ("5o 6o JK JK", "too_many_jokers", {"cards": ("JK", "JK"), "allowed": 1}),
        ("7o 7c 7e 7b JK", "group_too_big", {"cards": ("7o", "7c", "7e", "7b", "JK"), "allowed": 4}),
        ("5o 9o JK", "gap", {"cards": ("5o", "9o"), "missing": ("6o", "7o", "8o"), "jokers": 1}),
        ("5o 6o=8o 7o", "not_a_joker", {"cards": ("6o=8o",)}),
    ],
)
def test_why_it_is_no_meld_with_jokers_and_twins(cards: str, code: str, facts: dict[str, object]) -> None:
    """Two packs and jokers bring reasons of their own."""
    found = problem(cards, CONGA, 2)
    assert (found.code, dict(found.facts)) == (code, facts)


def test_a_run_is_no_longer_than_the_suit() -> None:
    """Ten ranks and a joker are one card too many for a run."""
    rules = CONGA.changed(deck="spanish-40")
    found = problem(" ".join(map(str, rules.pack.cards[:10])) + " JK", rules)
    assert (found.code, found.facts["allowed"]) == ("run_too_long", 10)


def test_wild_aces_and_jokers_are_counted_apart() -> None:
    """A wild ace does not pass for a second printed joker."""
    rules = CONGA.changed(wild_ace=True, jokers=1)
    check_cards(parse_cards("JK 1o"), rules)
    with pytest.raises(RuleViolation, match="too_many_copies"):
        check_cards(parse_cards("JK JK"), rules)
