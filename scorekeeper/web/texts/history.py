"""What happened, what follows from a change and why a game is over, told in plain words."""

from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import gettext, ngettext

from scorekeeper.engine import events as ev
from scorekeeper.engine.ledger import active, effective
from scorekeeper.engine.rules import CloseKind, Rules
from scorekeeper.engine.state import GameState
from scorekeeper.service import Consequence, Question, StoredEvent, StoredGame

from .facts import Names, kind_name, listed, name_of, number, points_text
from .happened import happened, round_number
from .seating import seated

Tell = Callable[[int, ev.Event, StoredGame], str]


@dataclass(frozen=True)
class Mark:
    """Whether an event still counts, and the number of the event that corrected it last."""

    counts: bool
    corrected_by: int | None = None


def describe(stored: StoredEvent, game: StoredGame, tell: Tell = happened) -> str:
    """One event in plain words, with the names of those who sat there then: told in full, or as a `headline`."""
    turns, number = undone(stored, game)
    what = tell(number, game.events[number - 1], game)
    if not turns:
        return what
    return gettext("Undone: %(what)s", what=what) if turns % 2 else gettext("Redone: %(what)s", what=what)


def undone(stored: StoredEvent, game: StoredGame) -> tuple[int, int]:
    """How often an event was undone, redone and so on with this one, and its number; any other event is so 0 times."""
    number, event, turns = stored.number, stored.event, 0
    while isinstance(event, ev.Undone):
        number, turns = event.event, turns + 1
        event = game.events[number - 1]
    return turns, number


def marks(game: StoredGame) -> dict[int, Mark]:
    """For every event number whether it still counts, and what corrected it."""
    counts = active(game.events)
    corrected = {step.number: step.corrected_by for step in effective(game.events)}
    return {number: Mark(on, corrected.get(number)) for number, on in enumerate(counts, start=1)}


def close_name(kind: CloseKind, rules: Rules) -> str:
    """A kind of close with what it is worth under these rules: `clean close, −10`, `chinchón, wins the game`."""
    if kind == "plain":
        return kind_name(kind)
    if rules.wins(kind):
        return gettext("%(kind)s, wins the game", kind=kind_name(kind))
    # A chinchón with joker that is no kind of its own counts like a clean close.
    bonus = rules.bonus(kind if rules.offers(kind) else "clean")
    return gettext("%(kind)s, %(points)s", kind=kind_name(kind), points=points_text(bonus))


def totals_now(before: GameState, after: GameState, names: Names) -> str:
    """The totals that a correction has changed, as a sentence; empty if it changed none."""
    was = {seat.seat: seat.total for seat in before.seats}
    changed = [seat for seat in after.seats if seat.total != was.get(seat.seat)]
    if not changed:
        return ""
    said = listed(f"{name_of(seat.seat, names)} {number(seat.total)}" for seat in changed)
    return gettext("Totals now: %(totals)s.", totals=said)


def consequence(found: Consequence, game: StoredGame) -> str:
    """What else changes with a change, as a sentence."""
    if found.event > game.version:
        return gettext("What you book now would come after the end of the game and does not count.")
    what = describe(game.ledger[found.event - 1], game)
    who = seated(game, found.event)(found.seat) if found.seat is not None else ""
    when = _when(game, found.event)
    match found.kind:
        case "withdrawn":
            return gettext("This can no longer have happened and is taken back: %(what)s", what=what)
        case "after_end":
            return gettext("The game is over before this, so it is undone: %(what)s", what=what)
        case "entry_dropped":
            return gettext("%(name)s is out by then and no longer takes part in this: %(when)s.", name=who, when=when)
        case "entry_added":
            return gettext("%(name)s now gets points in this, as you said: %(when)s.", name=who, when=when)
        case "left":
            return gettext("%(name)s leaves the game before this: %(when)s.", name=who, when=when)
        case "rebought":
            return gettext("%(name)s comes back by a rebuy before this: %(when)s.", name=who, when=when)
        case "clean_now":
            return gettext(
                "These rules know no chinchón with joker, so that of %(name)s counts as a clean close: %(when)s. "
                "If it was another close, correct the round afterwards.",
                name=who, when=when,
            )  # fmt: skip
        case "stays_out":
            return gettext("%(name)s stays out from here on: %(when)s.", name=who, when=when)


def question(asked: Question, game: StoredGame) -> str:
    """What only the table knows, as a question."""
    name = seated(game, asked.event)(asked.seat)
    when = _when(game, asked.event)
    if asked.kind == "rebuy":
        return gettext(
            "%(name)s is now out before this: %(when)s. Did %(name)s come back by a rebuy, or stay out?",
            name=name, when=when,
        )  # fmt: skip
    return gettext(
        "%(name)s is now still in at this: %(when)s. With how many loose points did %(name)s end it, "
        "or did %(name)s leave before?",
        name=name, when=when,
    )  # fmt: skip


def _when(game: StoredGame, event: int) -> str:
    number = round_number(game, event)
    if number is not None:
        return gettext("round %(number)s", number=number)
    if event > game.version:
        return gettext("the new entry")
    return describe(game.ledger[event - 1], game).rstrip(".")


def ending(state: GameState, names: Names) -> str:
    """Why the game is over and who won, in one sentence; empty while it runs."""
    if state.ending is None:
        return ""
    winners = listed(name_of(seat, names) for seat in state.winners)
    count = len(state.winners)
    total = points_text(state.seat(state.winners[0]).total) if state.winners else ""
    said = {"winners": winners, "total": total}
    match state.ending:
        case "last-standing":
            return gettext("%(winners)s is the last one in and wins.", **said)
        case "chinchon":
            return gettext("%(winners)s closed with a chinchón and wins the game.", **said)
        case "all-out":
            return ngettext(
                "Everybody is out; the last to go had %(winners)s with the lowest total (%(total)s), who wins.",
                "Everybody is out; the lowest total of the last to go (%(total)s) is shared: %(winners)s draw.",
                count, **said,
            )  # fmt: skip
        case "first-out":
            return ngettext(
                "Somebody is out, so the game is over: %(winners)s has the lowest total (%(total)s) and wins.",
                "Somebody is out, so the game is over: %(winners)s share the lowest total (%(total)s) and draw.",
                count, **said,
            )  # fmt: skip
        case "win-at":
            return ngettext(
                "%(winners)s came down to %(total)s and wins.",
                "%(winners)s together came down to %(total)s and draw.",
                count, **said,
            )  # fmt: skip
        case "rounds":
            return ngettext(
                "All rounds are played: %(winners)s has the lowest total (%(total)s) and wins.",
                "All rounds are played: %(winners)s share the lowest total (%(total)s) and draw.",
                count, **said,
            )  # fmt: skip
        case "agreement":
            return ngettext(
                "The table agreed to stop: %(winners)s has the lowest total (%(total)s) and wins.",
                "The table agreed to stop: %(winners)s share the lowest total (%(total)s) and draw.",
                count, **said,
            )  # fmt: skip
