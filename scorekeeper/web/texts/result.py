"""How a game came out, in a few words: on its last page, and as a message to send on."""

from flask_babel import gettext, ngettext

from scorekeeper.engine.state import GameState, SeatState

from .facts import Names, listed, name_of, number
from .money import format_money


def headline(state: GameState, names: Names) -> str:
    """`Ana wins!`, or who shares the win."""
    winners = [name_of(seat, names) for seat in state.winners]
    if len(winners) == 1:
        return gettext("%(name)s wins!", name=winners[0])
    return gettext("A draw: %(names)s", names=listed(winners))


def result(state: GameState, names: Names) -> str:
    """The whole result as lines of plain text."""
    ranked = sorted((place, seat) for seat, place in state.places.items())
    said = [gettext("Chinchón: %(what)s", what=headline(state, names)), ""]
    said += [f"{place}. {_standing(state.seat(seat), names)}" for place, seat in ranked]
    if state.pot:
        said += ["", *_money(state, names)]
    return "\n".join(said)


def _standing(seat: SeatState, names: Names) -> str:
    line = f"{name_of(seat.seat, names)} {number(seat.total)}"
    rebuys = ngettext("%(num)s rebuy", "%(num)s rebuys", seat.rebuys)
    return f"{line} ({rebuys})" if seat.rebuys else line


def _money(state: GameState, names: Names) -> list[str]:
    currency = state.terms.currency
    return [
        gettext("The pot was %(money)s.", money=format_money(state.pot, currency)),
        *(
            gettext("%(name)s gets %(money)s", name=name_of(seat, names), money=format_money(amount, currency))
            for seat, amount in state.payout.items()
        ),
    ]
