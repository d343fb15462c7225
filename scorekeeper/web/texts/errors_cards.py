"""A sentence for every objection to cards, melds, claims and closes."""

from collections.abc import Callable, Mapping

from flask_babel import gettext, ngettext

from scorekeeper.engine.cards import Card, Deck, parse_card
from scorekeeper.engine.errors import Malformed

from .facts import Said, deck_name, kind_name, listed, points_text


def _card_not_in_deck(said: Said) -> str:
    texts, held = said.words(), Deck(said["deck"])
    if any(text.startswith("JK") and (text == "JK" or held.has(_as_counted(text))) for text in texts):
        return gettext("There are no jokers in this game, so JK cannot be among the cards.")
    cards = [_as_counted(text) for text in texts]
    others = [deck for deck in Deck if all(deck.has(card) for card in cards)]
    deck, count = deck_name(held), len(texts)
    if not others:
        return ngettext(
            "%(cards)s is not in %(deck)s.", "%(cards)s are not in %(deck)s.", count, cards=said.cards, deck=deck
        )
    return ngettext(
        "%(cards)s is not in %(deck)s; it belongs to %(other)s.",
        "%(cards)s are not in %(deck)s; they belong to %(other)s.",
        count,
        cards=said.cards,
        deck=deck,
        other=deck_name(others[0]),
    )


def _as_counted(text: str) -> Card:
    card = parse_card(text, french=text[-1].isupper())
    return card if card.stands_for is None else Card(*card.stands_for)


def _too_many_copies(said: Said) -> str:
    packs = said.count("packs")
    if "JK" in said.words():
        return gettext("There are more jokers here than the packs on the table hold.")
    if packs == 1:
        return ngettext(
            "With one pack on the table there is only one of each card: %(cards)s is there too often.",
            "With one pack on the table there is only one of each card: %(cards)s are there too often.",
            len(said.words()), cards=said.cards,
        )  # fmt: skip
    return ngettext(
        "With %(packs)s packs on the table there are %(packs)s of each card: %(cards)s is there too often.",
        "With %(packs)s packs on the table there are %(packs)s of each card: %(cards)s are there too often.",
        len(said.words()), packs=packs, cards=said.cards,
    )  # fmt: skip


def _not_a_joker(said: Said) -> str:
    return ngettext(
        "Only a joker can stand for another card, and %(cards)s is none.",
        "Only a joker can stand for another card, and %(cards)s are none.",
        len(said.words()),
        cards=said.cards,
    )


def _too_short(said: Said) -> str:
    return ngettext(
        "A meld needs at least %(needed)s cards: %(cards)s is too few.",
        "A meld needs at least %(needed)s cards: %(cards)s are too few.",
        len(said.words()),
        needed=said["needed"],
        cards=said.cards,
    )


def _hand_too_big(said: Said) -> str:
    return ngettext(
        "These are too many cards: a hand holds at most %(allowed)s, and here is %(size)s.",
        "These are too many cards: a hand holds at most %(allowed)s, and here are %(size)s.",
        said.count("size"),
        allowed=said["allowed"],
        size=said["size"],
    )


def _hand_size(said: Said) -> str:
    if isinstance(said.error, Malformed):
        return ngettext(
            "To look for the closing discard, give %(needed)s cards; here is %(size)s.",
            "To look for the closing discard, give %(needed)s cards; here are %(size)s.",
            said.count("size"),
            needed=said["needed"],
            size=said["size"],
        )
    return _closer_hand_size(said)


def _closer_hand_size(said: Said) -> str:
    return ngettext(
        "Only %(needed)s cards may close, and here is %(size)s. With six or eight cards nobody closes.",
        "Only %(needed)s cards may close, and here are %(size)s. With six or eight cards nobody closes.",
        said.count("size"),
        needed=said["needed"],
        size=said["size"],
    )


def _cards_six_to_eight(said: Said) -> str:
    return ngettext(
        "A whole hand is needed: seven cards, or six or eight after a mistake. Here is %(count)s.",
        "A whole hand is needed: seven cards, or six or eight after a mistake. Here are %(count)s.",
        said.count("count"),
        count=said["count"],
    )


def _gap(said: Said) -> str:
    missing = said.words("missing")
    if said.count("jokers"):
        return ngettext(
            "%(cards)s are too far apart: %(missing)s is missing, and the jokers do not fill every gap.",
            "%(cards)s are too far apart: %(missing)s are missing, and the jokers do not fill every gap.",
            len(missing),
            cards=said.cards,
            missing=listed(missing),
        )
    return ngettext(
        "%(cards)s are not neighbours: %(missing)s is missing.",
        "%(cards)s are not neighbours: %(missing)s are missing.",
        len(missing),
        cards=said.cards,
        missing=listed(missing),
    )


def _too_many_jokers(said: Said) -> str:
    return ngettext(
        "One meld may hold at most %(allowed)s joker; here are %(cards)s.",
        "One meld may hold at most %(allowed)s jokers; here are %(cards)s.",
        said.count("allowed"),
        allowed=said["allowed"],
        cards=said.cards,
    )


def _over_limit(said: Said) -> str:
    loose = points_text(said.count("points"))
    if said.words():
        return ngettext(
            "%(cards)s makes %(points)s: the limit for closing is %(limit)s.",
            "%(cards)s make %(points)s: the limit for closing is %(limit)s.",
            len(said.words()), cards=said.cards, points=loose, limit=said["limit"],
        )  # fmt: skip
    return ngettext(
        "%(points)s is too many to close with: the limit for closing is %(limit)s.",
        "%(points)s are too many to close with: the limit for closing is %(limit)s.",
        said.count("points"), points=loose, limit=said["limit"],
    )  # fmt: skip


def _too_many_loose(said: Said) -> str:
    if not said.count("allowed"):
        return gettext("A close may leave no loose card, and %(cards)s would be left.", cards=said.cards)
    return ngettext(
        "A close may leave at most %(allowed)s loose card, and %(cards)s would be left.",
        "A close may leave at most %(allowed)s loose cards, and %(cards)s would be left.",
        said.count("allowed"),
        allowed=said["allowed"],
        cards=said.cards,
    )


def _about_cards(singular: str) -> Callable[[Said], str]:
    """A sentence that only needs to say the cards; `singular` is looked up when it is said."""
    return lambda said: gettext(singular, cards=said.cards)


def N_(text: str) -> str:
    """Marks a text for translation where it stands; babel knows this name as a keyword."""
    return text


SENTENCES: Mapping[str, Callable[[Said], str]] = {
    "unreadable_card": lambda said: gettext(
        "“%(text)s” is not a card. Write cards like 7o or 12e, French ones like 10H or AD, a joker as JK.",
        text=said["text"],
    ),
    "no_cards": lambda said: gettext("Type the cards of the hand, for example 4o 5o 6o 7c 7e 7b 2c."),
    "card_not_in_deck": _card_not_in_deck,
    "too_many_copies": _too_many_copies,
    "not_a_joker": _not_a_joker,
    "hand_too_big": _hand_too_big,
    "hand_size": _hand_size,
    "closer_hand_size": _closer_hand_size,
    "cards_six_to_eight": _cards_six_to_eight,
    "card_not_in_hand": _about_cards(N_("This meld uses cards that are not in the hand: %(cards)s.")),
    "card_reused": _about_cards(N_("A card can lie in one meld only; used more than once: %(cards)s.")),
    "too_short": _too_short,
    "joker_needs_two": _about_cards(N_("A joker needs at least two ordinary cards beside it; here: %(cards)s.")),
    "too_many_jokers": _too_many_jokers,
    "twins_in_run": _about_cards(N_("A run holds each card only once; here twice: %(cards)s.")),
    "place_taken": _about_cards(N_("%(cards)s want the same place in the run: there is room for one of them.")),
    "ace_is_low": _about_cards(N_("The ace is only low, before the two: %(cards)s are not neighbours.")),
    "gap": _gap,
    "run_too_long": lambda said: gettext(
        "A run has at most %(allowed)s cards, from the ace to the king.", allowed=said["allowed"]
    ),
    "same_suit_twice": _about_cards(N_("In a group no suit may be there twice: %(cards)s are of the same.")),
    "group_too_big": lambda said: gettext(
        "A group has at most %(allowed)s cards here; %(cards)s are too many.",
        allowed=said["allowed"],
        cards=said.cards,
    ),
    "mixed_suits": _about_cards(N_("A run is of one suit only; not of the same suit as the others: %(cards)s.")),
    "mixed_ranks": _about_cards(N_("A group is of one rank only; not of the same rank as the others: %(cards)s.")),
    "not_a_meld": _about_cards(
        N_("%(cards)s are neither a run (neighbours of one suit) nor a group (cards of one rank).")
    ),
    "no_meld": lambda said: gettext("There is no meld among these cards: closing needs at least one."),
    "over_limit": _over_limit,
    "too_many_loose": _too_many_loose,
    "kind_differs": lambda said: gettext(
        "What was called: %(declared)s. What the cards make: %(found)s.",
        declared=kind_name(said["declared"]),
        found=kind_name(said["cards"]),
    ),
    "points_differ": lambda said: gettext(
        "More points were typed (%(typed)s) than these cards leave (%(cards)s).",
        typed=said["typed"],
        cards=said["cards"],
    ),
}
