"""The rules of a game in plain sentences, for the page that a table reads when it is in doubt."""

from collections.abc import Mapping
from types import MappingProxyType

from flask_babel import LazyString, gettext, ngettext
from flask_babel import lazy_gettext as _l

from scorekeeper.engine.cards import Card
from scorekeeper.engine.events import Terms
from scorekeeper.engine.rules import Rules, card_value

from .facts import deck_name, number, points_text
from .money import format_money
from .parameters import SPANISH_TERMS, allowed_text, choice_text, parameter_hint, parameter_title
from .rules_round import bonuses, closing, laying_off

__all__ = [
    "PRESET_TEXTS", "SPANISH_TERMS", "Section", "allowed_text", "choice_text", "money_sentences", "parameter_hint",
    "parameter_title", "payout_text", "sentences",
]  # fmt: skip

Section = tuple[str, list[str]]

PRESET_TEXTS: Mapping[str, tuple[LazyString, LazyString]] = MappingProxyType(
    {
        "fournier": (
            _l("Fournier"),
            _l("The usual game in Spain: close with 5 or less, rebuys, the last one in takes the pot."),
        ),
        "fournier-under-5": (
            _l("Fournier, under 5"),
            _l("Like Fournier, but you close with less than 5 points in one or two loose cards."),
        ),
        "duel-52": (
            _l("Duel, 52 cards"),
            _l("For two with French cards: the ace of diamonds is wild, close with 7 or less, no rebuys."),
        ),
        "duel-40": (
            _l("Duel, 40 cards"),
            _l("For two with French cards without 8, 9 and 10: close with 3 or less, no rebuys."),
        ),
        "general": (
            _l("General"),
            _l("Close with 10 or less, nobody lays off, no rebuys, and a chinchón wins the game."),
        ),
        "home": (
            _l("At home in Spain"),
            _l("The ace of oros is wild, one loose card when closing, 10 off for a clean close, one rebuy each."),
        ),
        "conga": (
            _l("Conga"),
            _l("As in Argentina: 48 cards and two jokers, 10 off for a clean close, a chinchón wins the game."),
        ),
    }
)


def sentences(rules: Rules) -> list[Section]:
    """All that a table should know of its rules: headings, each with plain sentences."""
    return [
        (gettext("Players and cards"), _cards(rules)),
        (gettext("Points of the cards"), _points(rules)),
        (gettext("Melds"), _melds(rules)),
        (gettext("Closing"), closing(rules)),
        (gettext("What a close is worth"), bonuses(rules)),
        (gettext("Laying off"), laying_off(rules)),
        (gettext("Out and winning"), _winning(rules)),
        (gettext("Rebuys"), _rebuys(rules)),
        (gettext("At the table"), _customs()),
    ]


def money_sentences(terms: Terms) -> Section:
    """Stake, price of a rebuy and payout, as a heading with plain sentences."""
    if not terms.stake and not terms.rebuy_price:
        return gettext("Money"), [gettext("You play without money.")]
    stake, price = (format_money(amount, terms.currency) for amount in (terms.stake, terms.rebuy_price))
    said = [gettext("Everybody puts %(stake)s into the pot.", stake=stake)]
    if terms.rules.rebuys:
        said.append(gettext("A rebuy costs %(price)s.", price=price))
    return gettext("Money"), [*said, payout_text(terms.payout)]


def payout_text(payout: str) -> str:
    """Who gets the pot, as a sentence."""
    return {
        "winner-takes-all": gettext("The winner takes the whole pot."),
        "second-gets-stake": gettext("The second place gets the stake back, the winner takes the rest of the pot."),
    }[payout]


def _cards(rules: Rules) -> list[str]:
    said = [
        gettext("Two to %(most)s people play with %(deck)s.", most=rules.players_max, deck=deck_name(rules.deck))
        if rules.players_max > 2
        else gettext("Two people play with %(deck)s.", deck=deck_name(rules.deck)),
        gettext("Everybody gets seven cards."),
        gettext("From %(players)s players on there are two packs.", players=rules.second_deck_from)
        if rules.second_deck_from is not None
        else gettext("There is always one pack only."),
    ]
    if rules.jokers:
        said.append(
            ngettext(
                "Each pack has %(jokers)s joker.",
                "Each pack has %(jokers)s jokers.",
                rules.jokers,
                jokers=rules.jokers,
            )
        )
    if rules.wild_ace:
        said.append(
            gettext("The ace of diamonds is a joker, unless it is the ace that begins a run of its suit.")
            if rules.pack.is_french
            else gettext("The ace of oros is a joker, unless it is the ace that begins a run of its suit.")
        )
    return said if rules.has_jokers else [*said, gettext("There are no jokers.")]


def _points(rules: Rules) -> list[str]:
    jack, middle, king = (card_value(Card(rank, rules.pack.suits[1]), rules) for rank in rules.pack.ranks[-3:])
    said = [gettext("What is left outside melds counts against its holder; a low total is good.")]
    if rules.scoring == "cards":
        said.append(gettext("Every loose card counts 1; the points of the cards only decide whether you may close."))
    said.append(gettext("The ace counts 1 and the other number cards count their number."))
    if rules.pack.is_french:
        said.append(gettext("The jack counts %(jack)s, the queen %(queen)s and the king %(king)s.",
                            jack=jack, queen=middle, king=king))  # fmt: skip
    else:
        said.append(gettext("The sota counts %(sota)s, the caballo %(caballo)s and the rey %(rey)s.",
                            sota=jack, caballo=middle, rey=king))  # fmt: skip
    if rules.has_jokers:
        said.append(gettext("A loose joker counts %(points)s.", points=rules.joker_points))
    return said


def _melds(rules: Rules) -> list[str]:
    said = [
        gettext("A run is three or more neighbours of one suit; the ace is only low."),
        gettext("A group is three or more cards of one rank, all of different suits.")
        if rules.distinct_suits
        else gettext("A group is three or more cards of one rank; with two packs, twins may be in it."),
        gettext("A card lies in one meld only."),
    ]
    if rules.has_jokers:
        said.append(gettext("A joker needs at least two ordinary cards beside it."))
        most = rules.jokers_per_meld
        said.append(
            gettext("A meld may otherwise hold any number of jokers.")
            if most is None
            else ngettext("A meld holds at most one joker.", "A meld holds at most %(most)s jokers.", most, most=most)
        )
    return said


def _winning(rules: Rules) -> list[str]:
    said = []
    if rules.ends == "rounds" and rules.rounds is not None:
        said.append(
            ngettext(
                "The game is over after %(rounds)s round, and the lowest total wins; nobody goes out.",
                "The game is over after %(rounds)s rounds, and the lowest total wins; nobody goes out.",
                rules.rounds,
                rounds=rules.rounds,
            )
        )
    else:
        said.append(_limit(rules))
        said.append(
            gettext("As soon as somebody is out the game is over, and the lowest total wins.")
            if rules.ends == "first-out"
            else gettext("The last one in wins.")
        )
        if rules.ends == "last-standing":
            said.append(
                gettext("If the last players go out in the same round, the lowest total wins; equals share.")
                if rules.all_out == "lowest"
                else gettext("If the last players go out in the same round, the lowest total but the closer's wins.")
            )
    if rules.floor_at_zero:
        said.append(gettext("A total never falls below zero."))
    else:
        said.append(gettext("A total may fall below zero."))
    if rules.win_at is not None:
        said.append(gettext("Whoever falls to %(points)s or below wins at once.", points=points_text(rules.win_at)))
    return said


def _limit(rules: Rules) -> str:
    if rules.out_when == "exceeds":
        return gettext("You are out when your total is more than %(limit)s.", limit=number(rules.limit))
    return gettext("You are out when your total reaches %(limit)s.", limit=number(rules.limit))


def _rebuys(rules: Rules) -> list[str]:
    if not rules.rebuys or rules.ends != "last-standing":
        return [gettext("There are no rebuys: who is out stays out.")]
    most, needed = rules.rebuys_per_player, rules.rebuy_needs_survivors
    return [
        gettext("Who goes out may pay again and come back at the highest total among those still in.")
        if rules.rebuy_score == "highest"
        else gettext("Who goes out may pay again and come back at the second highest total among those still in."),
        gettext("You may come back as often as you like.")
        if most is None
        else ngettext("You may come back once.", "You may come back %(times)s times.", most, times=most),
        ngettext(
            "There is a rebuy only while at least %(needed)s other player is still in.",
            "There is a rebuy only while at least %(needed)s other players are still in.",
            needed,
            needed=needed,
        ),
    ]


def _customs() -> list[str]:
    return [
        gettext("Everybody draws a card: the highest one plays first, and the neighbour who then plays last deals."),
        gettext("Play goes round in the order of the seats: to the right in most of Spain, to the left elsewhere."),
        gettext("When the stock runs out, all discards are shuffled; by custom of some tables all but the top one."),
        gettext("Who has six or eight cards by mistake may not close, and scores what is loose."),
    ]
