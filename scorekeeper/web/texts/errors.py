"""A sentence for every code that the engine and the service raise: what is wrong, and what is allowed."""

from collections.abc import Callable, Mapping

from flask_babel import gettext, ngettext

from scorekeeper.engine.errors import EngineError
from scorekeeper.engine.events import MAX_ADJUSTMENT, MAX_REASON
from scorekeeper.service import NotAGame

from . import errors_cards
from .facts import Names, Said, kind_name, points_text
from .parameters import allowed_text, parameter_title, typed_text


def sentence(error: EngineError, names: Names) -> str:
    """What an error means, for people; `names` tells who sits on a seat. An unknown code is a `KeyError`."""
    return SENTENCES[error.code](Said(error, names))


def label(code: str) -> str:
    """A few words for an objection that a table let stand, as a mark in the history."""
    return _labels()[code]


def why_no_game(error: NotAGame) -> str:
    """Why no game comes in from a file."""
    match error.code:
        case "newer":
            return gettext("This file was made by a newer version of the scorekeeper.")
        case "too_big":
            return gettext("This file is too big for one game.")
        case "impossible":
            return gettext("What is in this file cannot have happened in a game.")
        case _:
            return gettext("This is no file of a game. Choose one that was downloaded here as JSON.")


def _out_of_range(said: Said) -> str:
    name = said["name"]
    return gettext(
        "%(title)s: “%(value)s” is not possible. Allowed: %(allowed)s.",
        title=parameter_title(name),
        value=typed_text(name, str(said.error.facts["value"])),
        allowed=allowed_text(name),
    )


def _money_out_of_range(said: Said) -> str:
    if said["name"] == "stake":
        return gettext("The stake cannot be negative, nor that large.")
    return gettext("The price of a rebuy cannot be negative, nor that large.")


def _too_many_players(said: Said) -> str:
    return ngettext(
        "These rules are for at most %(allowed)s players, and here is %(players)s.",
        "These rules are for at most %(allowed)s players, and here are %(players)s.",
        said.count("players"),
        allowed=said["allowed"],
        players=said["players"],
    )


def _deal_does_not_fit(said: Said) -> str:
    return gettext(
        "There are not enough cards: %(players)s players need %(needed)s, and there are %(cards)s. "
        "Play with a second pack or with fewer players.",
        players=said["players"],
        needed=said["needed"],
        cards=said["cards"],
    )


def _points_impossible(said: Said) -> str:
    return gettext(
        "%(points)s cannot be left in the hand of %(name)s: a hand leaves 0 to %(most)s points.",
        points=points_text(said.count("points")),
        name=said.name,
        most=said["most"],
    )


def _clean_with_points(said: Said) -> str:
    return gettext(
        "%(name)s cannot have %(points)s left after this close (%(kind)s): nothing is loose then.",
        name=said.name,
        points=points_text(said.count("points")),
        kind=kind_name(said["kind"]),
    )


def _adjustment(said: Said) -> str:
    return gettext(
        "Points can be adjusted by 1 to %(allowed)s, up or down; not by %(points)s.",
        allowed=MAX_ADJUSTMENT,
        points=said["points"],
    )


def _payment(said: Said) -> str:
    if said.count("amount") < 0:
        return gettext("%(name)s cannot take back more than was put on the plate.", name=said.name)
    return gettext("%(name)s cannot put that on the plate: it must be more than nothing, and not that large.",
                   name=said.name)  # fmt: skip


def _of_entry(text: str) -> Callable[[Said], str]:
    return lambda said: gettext(text, number=said["event"])


def _of_name(text: str) -> Callable[[Said], str]:
    return lambda said: gettext(text, name=said.name)


def _of_people(text: str) -> Callable[[Said], str]:
    return lambda said: gettext(text, names=said.people)


def _plain(text: str) -> Callable[[Said], str]:
    return lambda said: gettext(text)


N_ = errors_cards.N_

SENTENCES: Mapping[str, Callable[[Said], str]] = {
    **errors_cards.SENTENCES,
    # Rules and terms
    "parameter_out_of_range": _out_of_range,
    "unknown_parameter": lambda said: gettext("There is no rule called “%(name)s”.", name=said["name"]),
    "packs_out_of_range": lambda said: gettext(
        "You can play with 1 to %(allowed)s packs, not with %(packs)s.", allowed=said["allowed"], packs=said["packs"]
    ),
    "rounds_needed": lambda said: gettext(
        "A game over a number of rounds needs that number. Allowed: %(allowed)s.", allowed=allowed_text("rounds")
    ),
    "money_out_of_range": _money_out_of_range,
    "currency_fixed": lambda said: gettext(
        "The currency cannot change during a game: it stays %(currency)s. If it was set wrong, "
        "correct the rules from the start.",
        currency=said["currency"],
    ),
    # Players and seats
    "too_few_players": lambda said: ngettext(
        "A game needs at least %(allowed)s player.",
        "A game needs at least %(allowed)s players.",
        said.count("allowed"),
        allowed=said["allowed"],
    ),
    "too_many_players": _too_many_players,
    "deal_does_not_fit": _deal_does_not_fit,
    "no_such_seat": lambda said: gettext("There is no seat %(seat)s at this table.", seat=said["seat"]),
    "seat_taken": lambda said: gettext(
        "Seat %(seat)s cannot be taken: a late joiner gets the next free seat.", seat=said["seat"]
    ),
    "order_incomplete": _of_people(N_("The new order must name every seat exactly once: %(names)s.")),
    "out_of_game": _of_name(N_("%(name)s is no longer in the game.")),
    "last_player": _of_name(N_("%(name)s is the only one still in and cannot leave. End the game instead.")),
    # Rounds
    "entry_twice": _of_people(N_("The points are there twice for: %(names)s.")),
    "entry_missing": _of_people(N_("The points are still missing for: %(names)s.")),
    "entry_not_in": _of_people(N_("Only who is in the round gets points; not in it: %(names)s.")),
    "points_impossible": _points_impossible,
    "closer_not_in": _of_name(N_("%(name)s is not in this round and cannot have closed.")),
    "kind_without_closer": _plain(N_("Without a closer there is no kind of close. Say who closed, or nobody.")),
    "closer_without_kind": _of_name(N_("Say how %(name)s closed.")),
    "kind_not_offered": lambda said: gettext(
        "These rules do not know this close: %(kind)s.", kind=kind_name(said["kind"])
    ),
    "clean_with_points": _clean_with_points,
    "too_many_rounds": lambda said: gettext(
        "A game has at most %(allowed)s rounds. End it and start another one.", allowed=said["allowed"]
    ),
    "too_many_events": lambda said: gettext(
        "The history of this game is full: it has %(allowed)s entries. Start a new game; this one stays as it is.",
        allowed=said["allowed"],
    ),
    # The game
    "already_started": _plain(N_("This game has started already.")),
    "game_over": _plain(N_("The game is over. To play on, undo what ended it.")),
    "rebuy_open": _of_people(N_("First decide on the rebuy, come back or stay out: %(names)s.")),
    "rebuy_not_possible": _of_name(
        N_("%(name)s cannot rebuy now: that is for players who just went out, as far as the rules allow it.")
    ),
    "nothing_to_decline": _of_name(N_("%(name)s has no rebuy to decide on.")),
    "adjustment_out_of_range": _adjustment,
    "reason_needed": lambda said: gettext("Say why, in 1 to %(allowed)s characters.", allowed=MAX_REASON),
    "payment_out_of_range": _payment,
    # The history
    "cannot_undo": _of_entry(N_("Entry %(number)s of the history is the start, an undo, or undone already: it stays.")),
    "no_such_event": _of_entry(N_("There is no entry %(number)s in the history yet.")),
    "not_a_round": _of_entry(N_("Entry %(number)s of the history is not a round that counts.")),
    "not_terms": _of_entry(N_("Entry %(number)s of the history does not set any rules.")),
    "nothing_to_undo": _plain(N_("There is nothing to undo.")),
    "nothing_to_redo": _plain(N_("There is nothing to redo.")),
}


def _labels() -> Mapping[str, str]:
    return {
        "card_not_in_deck": gettext("a card that is not in the deck"),
        "card_not_in_hand": gettext("a meld with cards not held"),
        "card_reused": gettext("a card in two melds"),
        "too_many_copies": gettext("a card there too often"),
        "not_a_joker": gettext("no joker, but used as one"),
        "hand_too_big": gettext("too many cards in hand"),
        "hand_size": gettext("closed with six or eight cards"),
        "closer_hand_size": gettext("closed with six or eight cards"),
        "too_short": gettext("a meld of too few cards"),
        "joker_needs_two": gettext("too few ordinary cards beside a joker"),
        "too_many_jokers": gettext("too many jokers in a meld"),
        "twins_in_run": gettext("the same card twice in a run"),
        "place_taken": gettext("two cards for one place in a run"),
        "ace_is_low": gettext("an ace used above the king"),
        "gap": gettext("a gap in a run"),
        "run_too_long": gettext("a run that is too long"),
        "same_suit_twice": gettext("a suit twice in a group"),
        "group_too_big": gettext("a group that is too big"),
        "mixed_suits": gettext("a run of mixed suits"),
        "mixed_ranks": gettext("a group of mixed ranks"),
        "not_a_meld": gettext("a meld that is none"),
        "no_meld": gettext("closed without a meld"),
        "over_limit": gettext("over the closing limit"),
        "too_many_loose": gettext("too many loose cards"),
        "kind_differs": gettext("another close than the cards make"),
        "points_differ": gettext("more points than the cards leave"),
    }
