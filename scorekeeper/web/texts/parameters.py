"""Every parameter of the rules in words: its title, its Spanish term, a hint, its choices and its range."""

from collections.abc import Mapping
from types import MappingProxyType

from flask_babel import gettext
from flask_babel import lazy_gettext as _l

from scorekeeper.engine.rules import RANGES

from .facts import deck_name, number

# Shown beside the title in every language: the table calls it by this word.
SPANISH_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "players_max": "jugadores",
        "deck": "baraja",
        "second_deck_from": "segunda baraja desde",
        "jokers": "comodines",
        "wild_ace": "as de oros comodín",
        "joker_points": "valor del comodín",
        "jokers_per_meld": "comodines por jugada",
        "figure_points": "figuras",
        "scoring": "por puntos / por cartas",
        "distinct_suits": "trío de palos distintos",
        "close_limit": "puntos para cerrar",
        "close_max_cards": "sueltas al cerrar",
        "clean_close_points": "menos diez",
        "chinchon_wins": "chinchón gana",
        "chinchon_points": "puntos del chinchón",
        "joker_chinchon": "chinchón con comodín",
        "joker_chinchon_points": "puntos del chinchón con comodín",
        "chinchon_of_a_kind": "siete iguales",
        "lay_off_on": "meter en",
        "lay_off_rounds": "orden",
        "lay_off_blocked_by": "no se mete si",
        "lay_off_block": "alcance",
        "lay_off_one_per_run": "una carta por escalera",
        "closer_lays_off": "el que cierra también mete",
        "limit": "límite",
        "out_when": "pasarse / llegar",
        "floor_at_zero": "sin negativos",
        "win_at": "ganar a −100",
        "ends": "modalidad",
        "rounds": "número de rondas",
        "all_out": "se pasan todos",
        "rebuys": "reenganche",
        "rebuys_per_player": "reenganches por jugador",
        "rebuy_score": "al reengancharse",
        "rebuy_needs_survivors": "quedan al menos",
        "false_close_penalty": "cierre en falso",
        "tell_better": "avisar",
    }
)

_TITLES = {
    "players_max": _l("Most players"),
    "deck": _l("Deck"),
    "second_deck_from": _l("Second pack from so many players"),
    "jokers": _l("Jokers in each pack"),
    "wild_ace": _l("Ace of oros (or diamonds) is a joker"),
    "joker_points": _l("Points of a loose joker"),
    "jokers_per_meld": _l("Jokers in one meld"),
    "figure_points": _l("Points of the figures"),
    "scoring": _l("What is counted"),
    "distinct_suits": _l("Groups of different suits only"),
    "close_limit": _l("Points allowed for closing"),
    "close_max_cards": _l("Loose cards allowed for closing"),
    "clean_close_points": _l("Clean close"),
    "chinchon_wins": _l("Chinchón wins the game"),
    "chinchon_points": _l("Points of a chinchón"),
    "joker_chinchon": _l("Chinchón with joker"),
    "joker_chinchon_points": _l("Points of a chinchón with joker"),
    "chinchon_of_a_kind": _l("Seven of one rank are a chinchón"),
    "lay_off_on": _l("Laying off on melds of"),
    "lay_off_rounds": _l("Turns of laying off"),
    "lay_off_blocked_by": _l("No laying off after"),
    "lay_off_block": _l("Which melds are closed then"),
    "lay_off_one_per_run": _l("One card on each run"),
    "closer_lays_off": _l("The closer lays off too"),
    "limit": _l("Limit"),
    "out_when": _l("Out of the game"),
    "floor_at_zero": _l("No totals below zero"),
    "win_at": _l("Total that wins"),
    "ends": _l("The game ends"),
    "rounds": _l("Number of rounds"),
    "all_out": _l("Everybody out at once"),
    "rebuys": _l("Rebuys"),
    "rebuys_per_player": _l("Rebuys for each player"),
    "rebuy_score": _l("A rebuy comes back at"),
    "rebuy_needs_survivors": _l("Players still in for a rebuy"),
    "false_close_penalty": _l("Penalty for a false close"),
    "tell_better": _l("Say when less could have been left"),
}

_HINTS = {
    "players_max": _l("How many people may play by these rules."),
    "deck": _l("The cards you play with; the 40-card decks have no 8 and 9 (French: no 8, 9 and 10)."),
    "second_deck_from": _l("From this many players on you play with two packs."),
    "jokers": _l("How many printed jokers are shuffled into each pack."),
    "wild_ace": _l("This ace may stand for any card."),
    "joker_points": _l("What a joker costs whoever is left with it."),
    "jokers_per_meld": _l("How many jokers one meld may hold."),
    "figure_points": _l("What jack, knight or queen, and king cost when they are left loose."),
    "scoring": _l("Loose cards cost their points, or one each."),
    "distinct_suits": _l("With two packs: whether twins may lie in the same group."),
    "close_limit": _l("You may close when your loose cards make no more than this."),
    "close_max_cards": _l("You may close with no more loose cards than this."),
    "clean_close_points": _l("What closing with all seven cards in melds adds to the closer's total."),
    "chinchon_wins": _l("Whether a run of all seven cards ends and wins the whole game."),
    "chinchon_points": _l("What a chinchón adds to the closer's total where it does not win."),
    "joker_chinchon": _l("What a chinchón is worth when a joker is in it."),
    "joker_chinchon_points": _l("What a chinchón with joker adds to the closer's total, where it counts points."),
    "chinchon_of_a_kind": _l("With two packs: whether a group of seven counts like a run of seven."),
    "lay_off_on": _l("Whose melds on the table others may add their loose cards to."),
    "lay_off_rounds": _l("Whether everyone lays off once on each hand shown, or round after round until nobody can."),
    "lay_off_blocked_by": _l("After which kind of close laying off is forbidden."),
    "lay_off_block": _l("Whether only the closer's melds are closed then, or all melds of that round."),
    "lay_off_one_per_run": _l("Whether each player may add only one card to a run."),
    "closer_lays_off": _l("Whether the closer may add loose cards to the melds that others show."),
    "limit": _l("The total that decides who is out."),
    "out_when": _l("Whether you are out beyond the limit only, or already exactly on it."),
    "floor_at_zero": _l("Whether a total that would be negative stays at zero."),
    "win_at": _l("Whoever falls to this total wins at once."),
    "ends": _l("When the game is over."),
    "rounds": _l("How many rounds you play, if the game ends after a number of rounds."),
    "all_out": _l("Who wins when the last players go out in the same round."),
    "rebuys": _l("Whether who is out may pay again and come back."),
    "rebuys_per_player": _l("How often one player may come back."),
    "rebuy_score": _l("Which total of the players still in a rebuy takes over."),
    "rebuy_needs_survivors": _l("How many players must still be in for anybody to come back."),
    "false_close_penalty": _l("What is added to the loose points of a closer whose close is ruled false."),
    "tell_better": _l("Whether the app says so when the melds that somebody laid leave more points than needed."),
}

_CHOICES = {
    ("figure_points", "ten"): _l("10 each"),
    ("figure_points", "index"): _l("10, 11 and 12"),
    ("figure_points", "position"): _l("by their place in the order"),
    ("scoring", "points"): _l("the points of loose cards"),
    ("scoring", "cards"): _l("the number of loose cards"),
    ("joker_chinchon", "clean-close"): _l("the same as a clean close"),
    ("joker_chinchon", "points"): _l("points of its own"),
    ("joker_chinchon", "wins"): _l("wins the game"),
    ("lay_off_on", "everyone"): _l("everyone"),
    ("lay_off_on", "closer"): _l("the closer only"),
    ("lay_off_on", "nobody"): _l("nobody"),
    ("lay_off_rounds", "once"): _l("once on each hand shown"),
    ("lay_off_rounds", "until-stuck"): _l("round after round, until nobody can"),
    ("lay_off_blocked_by", "chinchon"): _l("a chinchón"),
    ("lay_off_blocked_by", "nothing"): _l("no close at all"),
    ("lay_off_blocked_by", "clean-close"): _l("a clean close or a chinchón"),
    ("lay_off_block", "closer"): _l("the closer's melds"),
    ("lay_off_block", "table"): _l("all melds of the round"),
    ("out_when", "exceeds"): _l("beyond the limit"),
    ("out_when", "reaches"): _l("on the limit or beyond"),
    ("ends", "last-standing"): _l("when one player is left"),
    ("ends", "first-out"): _l("when somebody is out"),
    ("ends", "rounds"): _l("after a number of rounds"),
    ("all_out", "lowest"): _l("the lowest total"),
    ("all_out", "not-the-closer"): _l("the lowest total, but not the closer's"),
    ("rebuy_score", "highest"): _l("the highest total"),
    ("rebuy_score", "second-highest"): _l("the second highest total"),
}


def parameter_title(name: str) -> str:
    """What a parameter is called on the screen."""
    return str(_TITLES[name])


def parameter_hint(name: str) -> str:
    """One plain sentence about what a parameter decides."""
    return str(_HINTS[name])


def choice_text(name: str, value: object) -> str:
    """A value of a parameter as people say it: `none`, `yes`, `10 each`, `the Spanish 40-card deck`, `−10`."""
    if value is None:
        return gettext("none")
    if RANGES[name].flag:
        return gettext("yes") if value else gettext("no")
    if name == "deck":
        return deck_name(str(value))
    if isinstance(value, int):
        return number(value)
    return str(_CHOICES[name, str(value)])


def typed_text(name: str, text: str) -> str:
    """A value that is out of range, as a person would recognise it."""
    return {"None": gettext("none"), "": gettext("empty")}.get(text, text)


def allowed_text(name: str) -> str:
    """What a parameter may be: `0 to 15`, `1 to 4, or none`, `yes or no`, or its choices."""
    allowed = RANGES[name]
    if allowed.flag:
        return gettext("yes or no")
    if allowed.choices:
        return " · ".join(choice_text(name, choice) for choice in allowed.choices)
    low, high = number(allowed.low or 0), number(allowed.high or 0)
    if allowed.optional:
        return gettext("%(low)s to %(high)s, or none", low=low, high=high)
    return gettext("%(low)s to %(high)s", low=low, high=high)
