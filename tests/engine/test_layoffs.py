"""Lay-offs: turns, joint arrangements, jokers, and who may lay on whose melds."""

from scorekeeper.engine import (
    JOKER,
    PRESETS,
    CloseKind,
    Hand,
    LayOffs,
    Rules,
    format_cards,
    lay_off,
    parse_cards,
    parse_groups,
)

FOURNIER, HOME, CONGA, DUEL = (PRESETS[name] for name in ("fournier", "home", "conga", "duel-52"))


def hand(text: str, rules: Rules) -> Hand:
    """`4o 5o 6o | 2c` is a hand laid as melds with loose cards after the bar; without a bar it is just cards."""
    melds, bar, loose = text.partition("|")
    cards = parse_cards(melds.replace("/", " ") + " " + loose, rules.pack)
    return Hand(cards, parse_groups(melds, rules.pack) if bar else None)


def played(rules: Rules, closer: str, *others: str, packs: int = 1, kind: CloseKind = "plain") -> LayOffs:
    result = lay_off(hand(closer, rules), [hand(text, rules) for text in others], rules, packs, kind)
    assert_nothing_lost(result, [hand(text, rules) for text in (closer, *others)])
    return result


def assert_nothing_lost(result: LayOffs, hands: list[Hand]) -> None:
    dealt = sorted(card[:2] for one in hands for card in one.cards)
    melded = [card[:2] for meld in result.table for card in meld.cards]
    assert sorted(melded + [card[:2] for one in result.players for card in one.loose]) == dealt
    for one, own in zip(result.players, hands, strict=True):
        shown = [card for meld in one.melds for card in meld]
        assert len(one.loose) + len(shown) + len(one.laid) == len(own.cards)


def points(result: LayOffs) -> list[int]:
    return [one.points for one in result.players]


def table(result: LayOffs) -> list[str]:
    return [format_cards(meld.cards) for meld in result.table]


def laid(result: LayOffs, player: int) -> list[tuple[str, int]]:
    return [(str(one.card), one.meld) for one in result.players[player].laid]


CLOSER = "4o 5o 6o / 12c 12e 12b | 2c"


def test_own_melds_and_lay_offs_are_found_together() -> None:
    """Four sevens of one's own are broken where a seven opens the way for a figure."""
    result = played(FOURNIER, CLOSER, "7o 7c 7e 7b 10o 2e 3b")
    assert points(result) == [2, 5]
    assert laid(result, 1) == [("7o", 0), ("10o", 0)]
    assert table(result) == ["4o 5o 6o 7o 10o", "12c 12e 12b", "7c 7e 7b"]


def test_of_equal_goes_the_one_that_lays_fewer_cards() -> None:
    """A seven that may stay in a group of one's own is not laid off."""
    result = played(FOURNIER, CLOSER, "7o 7c 7e 7b 2e 3b 1c")
    assert laid(result, 1) == []
    assert points(result)[1] == 6


def test_the_closer_lays_off_on_later_hands() -> None:
    """The closer has his go on a later player's melds, and scores what is left."""
    result = played(FOURNIER, "4o 5o 6o / 12c 12e 12b | 2c", "2o 2e 2b 10c 11b 5e 6b")
    assert points(result)[0] == 0
    assert laid(result, 0) == [("2c", 2)]
    assert points(played(FOURNIER.changed(closer_lays_off=False), CLOSER, "2o 2e 2b 10c 11b 5e 6b"))[0] == 2


def test_one_go_each_in_turn() -> None:
    """With one go each nobody waits for a card that a later player lays; until stuck he does."""
    seven, jack = "7o 1c 3e 5b 6c 2e 4b", "10o 1e 3b 5c 6e 2b 4c"
    assert points(played(FOURNIER, CLOSER, jack, seven)) == [2, 29, 21]
    assert points(played(FOURNIER, CLOSER, seven, jack)) == [2, 21, 21]
    patient = FOURNIER.changed(lay_off_rounds="until-stuck")
    assert points(played(patient, CLOSER, jack, seven)) == [2, 21, 21]


def test_an_earlier_player_lays_on_a_hand_shown_later() -> None:
    """Ana has shown already when Berta shows, and has her go on Berta's melds."""
    result = played(FOURNIER, CLOSER, "3b 1c 10c 5e 7c 11c 6e", "1o 2o 3o 3c 3e 1b 10b")
    assert ("3b", 3) in laid(result, 1) or ("3b", 2) in laid(result, 1)


def test_only_the_closers_melds() -> None:
    """Where only the closer's melds are open, nobody lays on other hands."""
    rules = FOURNIER.changed(lay_off_on="closer")
    result = played(rules, CLOSER, "2o 2e 2b 10c 11b 5e 7o")
    assert points(result) == [2, 8 + 9 + 5]
    assert points(played(rules.changed(lay_off_on="nobody"), CLOSER, "2o 2e 2b 10c 11b 5e 7o"))[1] == 8 + 9 + 5 + 7


def test_a_block_reaches_the_closer_or_the_table() -> None:
    """A chinchón keeps others off the closer's melds, or ends all lay-offs."""
    chinchon = "1o 2o 3o 4o 5o 6o 7o |"
    others = ("10o 1c 2c 3c 12e 12b 11e", "4c 10c 1e 3e 5e 7b 2b")
    near = played(FOURNIER, chinchon, *others, kind="chinchon")
    assert points(near)[1] == 8 + 10 + 10 + 9
    assert laid(near, 2) == [("4c", 1)]
    far = played(FOURNIER.changed(lay_off_block="table"), chinchon, *others, kind="chinchon")
    assert laid(far, 2) == []
    assert points(played(FOURNIER, chinchon, *others, kind="clean"))[1] == 10 + 10 + 9


def test_one_card_a_player_on_a_run() -> None:
    """By the literal German text a player lays one card on a run, though several fit."""
    rules = FOURNIER.changed(lay_off_one_per_run=True)
    assert points(played(rules, CLOSER, "7o 10o 1e 3c 5e 6b 2b")) == [2, 25]
    stuck = rules.changed(lay_off_rounds="until-stuck")
    assert points(played(stuck, CLOSER, "7o 10o 1e 3c 5e 6b 2b")) == [2, 25]


def test_an_undeclared_joker_slides_and_a_declared_one_stays() -> None:
    """The real seven finds a place unless the joker was laid as the seven."""
    other = "7o 1c 3e 5b 9c 2e 4b"
    assert points(played(CONGA, "5o 6o JK / 12c 12e 12b | 2c", other))[1] == 24
    assert points(played(CONGA, "5o 6o JK=7o / 12c 12e 12b | 2c", other))[1] == 31


def test_a_joker_fills_a_gap_that_a_lay_off_makes() -> None:
    """The joker moves to the seven when an eight is laid on."""
    result = played(CONGA, "5o 6o JK / 12c 12e 12b | 2c", "8o 1c 3e 5b 9c 2e 4b")
    assert table(result)[0] == "5o 6o JK 8o"


def test_a_group_with_a_joker_is_no_run() -> None:
    """The kind of a meld is kept: a group takes the same rank only, and no more than there are suits."""
    result = played(CONGA, "7o 7c JK / 1o 1c 1e | 2c", "7e 7b 8o 9o 2e 4b 5c", packs=2)
    assert table(result)[0] == "7o 7c 7e JK"
    assert points(result)[1] == 7 + 8 + 9 + 2 + 4 + 5


def test_a_loose_joker_is_laid_off_within_the_limit() -> None:
    """A joker is laid where the meld has none yet; with one joker a meld no second one."""
    rules = CONGA.changed(lay_off_rounds="once")
    result = played(rules, "5o 6o JK / 12c 12e 12b | 2c", "JK 1c 4e 8b 10c 2o 7e")
    assert laid(result, 1) == [("JK", 1)]
    full = played(rules, "5o 6o JK / 12c 12e JK | 2c", "JK 1c 4e 8b 10c 2o 7e", packs=2)
    assert JOKER in full.players[1].loose


def test_a_wild_ace_goes_on_as_itself_where_it_can() -> None:
    """Laid below its own two it is itself, and slides no more; anywhere else it is a joker."""
    result = played(HOME, "2o 3o 4o / 12c 12e 12b | 3c", "1o 7c 4e 10b 11o 1e 2c")
    assert table(result)[0] == "1o 2o 3o 4o"


def test_the_ace_as_joker_where_that_saves_more() -> None:
    """Fewest points come first: the wild ace is the five if that lets the six go on."""
    result = played(HOME, "2o 3o 4o / 12c 12e 12b | 3c", "1o 6o 4e 10b 11c 1e 2c")
    assert table(result)[0] == "2o 3o 4o 1o 6o"


def test_the_meld_exposed_earliest_is_taken() -> None:
    """Of two melds that take the card, the one exposed first gets it."""
    rules = FOURNIER.changed(lay_off_rounds="until-stuck")
    result = played(rules, "1o 2o 3o / 5o 6o 7o | 1c", "4o 12e 3b 5c 11b 1e 10c")
    assert laid(result, 1) == [("4o", 0)]


def test_claims_stand_in_lay_offs() -> None:
    """Melds laid down are scored as laid: only the loose cards are laid off."""
    result = played(FOURNIER, CLOSER, "7o 7c 7e 7b | 10o 2e 3b")
    assert points(result)[1] == 13


def test_what_was_no_meld_takes_nothing() -> None:
    """A claim that the table let stand lies there, but nothing can be laid on it."""
    result = played(FOURNIER, "4o 5o 6c / 12c 12e 12b | 1c", "6o 3o 1e 7c 5e 2b 11b")
    assert result.table[0].kind is None
    assert laid(result, 1) == []


def test_a_run_grows_at_both_ends_but_not_past_them() -> None:
    """The king ends a run, the ace begins it."""
    result = played(FOURNIER, "10e 11e 12e / 2o 2c 2e | 3b", "7e 1e 3c 5b 6c 4b 12o")
    assert table(result)[0] == "7e 10e 11e 12e"


def test_nobody_lays_on_his_own_melds_in_one_go_each() -> None:
    """With one go each the closer does not come back to his own run; until stuck he does."""
    closer = "4o 5o 6o / 12c 12e 12b | 10o"
    other = "7o 1c 3e 5b 6c 2e 4b"
    assert points(played(FOURNIER, closer, other))[0] == 8
    assert points(played(FOURNIER.changed(lay_off_rounds="until-stuck"), closer, other))[0] == 0


def test_the_closer_is_arranged_as_he_closes() -> None:
    """A closer without melds laid down shows those that make his close legal."""
    result = played(HOME.changed(lay_off_on="nobody"), "5b 2b 2e 1e 1o 1b 3b", "7o 7c 7e 4c 4o 6b 12o")
    assert points(result)[0] == 5
