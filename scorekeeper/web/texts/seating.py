"""Who sat where, and by which terms, when something happened: looked up in the ledger, never in today's state."""

from collections.abc import Callable, Iterable

from flask_babel import gettext

from scorekeeper.engine import events as ev
from scorekeeper.engine.ledger import Step, effective
from scorekeeper.service import StoredGame


def person_name(game: StoredGame, person: int) -> str:
    """The name of a person of the game."""
    return game.names.get(person) or gettext("Player %(number)s", number=person)


def seated(game: StoredGame, number: int) -> Callable[[int], str]:
    """Tells who sat on a seat just after event `number`, by name; of what is not booked yet, who sits there now."""
    people = game.seatings[min(number, game.version) - 1]
    return lambda seat: person_name(game, people.get(seat, seat))


def terms_at(game: StoredGame, number: int) -> ev.Terms:
    """The terms by which event `number` was played, later corrections of them included."""
    return _terms(game.terms_set, number)


def terms_before(game: StoredGame, number: int) -> ev.Terms:
    """The terms that event `number` replaced: what was in force, or stood corrected, just before it was booked."""
    event, earlier = game.events[number - 1], game.events[: number - 1]
    until = event.event + 1 if isinstance(event, ev.RulesCorrected) else number
    return _terms(effective(earlier), until)


def _terms(steps: Iterable[Step], before: int) -> ev.Terms:
    """What the last of these steps before an event set."""
    found = [step.event.terms for step in steps
             if step.number < before and isinstance(step.event, ev.GameStarted | ev.RulesChanged)]  # fmt: skip
    return found[-1]
