"""Who sat where, and by which terms, when something happened: looked up in the ledger, never in today's state."""

from collections.abc import Callable, Sequence

from flask_babel import gettext

from scorekeeper.engine import events as ev
from scorekeeper.engine.ledger import active, effective
from scorekeeper.service import StoredGame


def person_name(game: StoredGame, person: int) -> str:
    """The name of a person of the game."""
    return game.names.get(person) or gettext("Player %(number)s", number=person)


def seated(game: StoredGame, number: int) -> Callable[[int], str]:
    """Tells who sat on a seat just after event `number`, by name."""
    people = _people(game.events[:number])
    return lambda seat: person_name(game, people.get(seat, seat))


def _people(events: Sequence[ev.Event]) -> dict[int, int]:
    start = events[0]
    assert isinstance(start, ev.GameStarted)
    people = {seat: seat for seat in range(1, start.seats + 1)}
    if not any(isinstance(event, ev.PlayerJoined | ev.SubstituteSeated) for event in events):
        return people
    for event, counts in zip(events, active(events), strict=True):
        # An undone joiner still has a name to be told by; an undone substitute never sat there.
        if isinstance(event, ev.PlayerJoined) or (isinstance(event, ev.SubstituteSeated) and counts):
            people[event.seat] = event.person
    return people


def terms_at(game: StoredGame, number: int) -> ev.Terms:
    """The terms by which event `number` was played, later corrections of them included."""
    return _terms(game.events, number)


def terms_before(game: StoredGame, number: int) -> ev.Terms:
    """The terms that event `number` replaced: what was in force, or stood corrected, just before it was booked."""
    event, earlier = game.events[number - 1], game.events[: number - 1]
    until = event.event + 1 if isinstance(event, ev.RulesCorrected) else number
    return _terms(earlier, until)


def _terms(events: Sequence[ev.Event], before: int) -> ev.Terms:
    start = events[0]
    assert isinstance(start, ev.GameStarted)
    terms = start.terms
    if any(isinstance(event, ev.RulesChanged | ev.RulesCorrected) for event in events):
        for step in effective(events):
            if step.number < before and isinstance(step.event, ev.GameStarted | ev.RulesChanged):
                terms = step.event.terms
    return terms
