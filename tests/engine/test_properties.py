"""What must be true of any hand, whatever the cards: hypothesis looks for a hand that breaks it."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine import (
    Hand,
    best_arrangement,
    card_points,
    closing_discards,
    judge_close,
    lay_off,
    parse_cards,
)
from scorekeeper.engine.cards import Card, Deck, format_cards
from scorekeeper.engine.rules import Rules, most_points

from .deals import House, full_pack, houses

HOUSES = [house for deck in Deck for house in houses(deck, Random(deck.value), variants=2)]
tables = st.sampled_from(HOUSES)


@st.composite
def hands(draw: st.DrawFn, low: int = 1, high: int = 8) -> tuple[House, tuple[Card, ...]]:
    """A table and any hand dealt there; cards of a few neighbouring ranks are likely, so that melds are."""
    house = draw(tables)
    pack = full_pack(house)
    if draw(st.booleans()):
        ranks = house.rules.pack.ranks
        start = draw(st.integers(0, len(ranks) - 4))
        pack = [card for card in pack if card.is_joker or card.rank in (1, *ranks[start : start + 4])]
    places = st.lists(st.integers(0, len(pack) - 1), min_size=low, max_size=high, unique=True)
    return house, tuple(pack[place] for place in draw(places))


@given(hands())
def test_no_card_is_lost_or_doubled(dealt: tuple[House, tuple[Card, ...]]) -> None:
    """Melds and loose cards together are the hand, and the deadwood is what the loose cards cost."""
    house, hand = dealt
    arrangement = best_arrangement(hand, *house)
    melded = [card for meld in arrangement.melds for card in meld.cards]
    assert Counter([*melded, *arrangement.loose]) == Counter(hand)
    assert arrangement.deadwood == sum(card_points(card, house.rules) for card in arrangement.loose)


@given(hands(), st.randoms(use_true_random=False))
def test_the_order_of_the_hand_is_irrelevant(dealt: tuple[House, tuple[Card, ...]], random: Random) -> None:
    """The same cards in another order leave the same points in as many loose cards."""
    house, hand = dealt
    shuffled = tuple(random.sample(hand, len(hand)))
    one, other = best_arrangement(hand, *house), best_arrangement(shuffled, *house)
    assert (one.deadwood, len(one.loose)) == (other.deadwood, len(other.loose))


@given(hands(low=2))
def test_one_more_card_costs_at_most_itself(dealt: tuple[House, tuple[Card, ...]]) -> None:
    """A further card may lower the deadwood; at worst it stays loose beside the rest."""
    house, hand = dealt
    without = best_arrangement(hand[1:], *house)
    assert best_arrangement(hand, *house).deadwood <= without.deadwood + card_points(hand[0], house.rules)


@given(hands())
def test_no_hand_has_more_than_the_most_points(dealt: tuple[House, tuple[Card, ...]]) -> None:
    """The bound by which typed points are refused holds for every hand that can be dealt."""
    house, hand = dealt
    assert best_arrangement(hand, *house).deadwood <= most_points(len(hand), *house)


def test_twins_beside_jokers_are_within_the_most_points() -> None:
    """Two packs, suits that must differ: twins are no group, not even with a joker."""
    rules = Rules(deck="spanish-48", jokers=1, figure_points="index")
    hand = parse_cards("JK JK 12o 12o 11c 11c 10e", rules.pack)
    assert best_arrangement(hand, rules, 2).deadwood == 106 <= most_points(7, rules, 2)


@given(hands(low=8, high=8))
def test_the_best_discard_is_the_best_of_all_rests(dealt: tuple[House, tuple[Card, ...]]) -> None:
    """Discards are judged as the other seven cards are; the first one is as good as any."""
    house, hand = dealt
    verdicts = closing_discards(hand, *house)
    rests = [hand[:place] + hand[place + 1 :] for place in range(len(hand))]
    judged = [judge_close(rest, *house) for rest in rests]
    first = verdicts[0].verdict
    assert first.legal == any(verdict.legal for verdict in judged)
    if first.legal:
        best = min((not verdict.wins, verdict.points) for verdict in judged if verdict.legal)
        assert (not first.wins, first.points) == best


@settings(max_examples=200)
@given(hands(low=14, high=14), st.data())
def test_one_more_exposed_meld_costs_nobody_points(dealt: tuple[House, tuple[Card, ...]], data: st.DataObject) -> None:
    """In a single go a player is never worse off because there is one meld more to lay cards on."""
    (rules, packs), cards = dealt
    rules = rules.changed(lay_off_on="closer", lay_off_rounds="once", lay_off_blocked_by="nothing")
    closer, other = cards[:7], cards[7:]
    melds = tuple(meld.cards for meld in best_arrangement(closer, rules, packs).melds)
    fewer = data.draw(st.lists(st.sampled_from(range(len(melds))), unique=True)) if melds else []
    some = tuple(melds[i] for i in sorted(fewer))
    with_all = lay_off(Hand(closer, melds), [Hand(other)], rules, packs).players[1].points
    with_some = lay_off(Hand(closer, some), [Hand(other)], rules, packs).players[1].points
    assert with_all <= with_some <= best_arrangement(other, rules, packs).deadwood


@given(st.sampled_from(Deck), st.data())
def test_cards_survive_being_printed_and_read(deck: Deck, data: st.DataObject) -> None:
    """What a card prints as is read back as the same card, in upper or lower case, declared jokers included."""
    natural = st.sampled_from(deck.cards)
    declared = st.builds(lambda card: Card(0, "", (card.rank, card.suit)), natural)
    ace = st.builds(lambda card: Card(1, deck.suits[0], (card.rank, card.suit)), natural)
    cards = tuple(data.draw(st.lists(natural | st.just(Card(0, "")) | declared | ace, max_size=8)))
    text = format_cards(cards)
    assert parse_cards(text, deck) == parse_cards(text.lower(), deck) == parse_cards(text.upper(), deck) == cards
