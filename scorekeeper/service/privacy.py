"""Taking names out of a game; history is untouched, since events hold numbers of persons."""

from collections.abc import Callable

from scorekeeper import store
from scorekeeper.store import StoredGame


def erase_name(game: StoredGame, person: int, neutral: Callable[[int], str]) -> str:
    """Replace a person's name by a neutral one, such as `neutral(3)`, and return it.

    The number is the person's, or the next that gives a name which nobody else has. Raises `NoSuchGame` if there
    is no such person.
    """
    others = {name.casefold() for number, name in game.names.items() if number != person}
    name = next(name for number in range(person, person + len(others) + 1)
                if (name := neutral(number)).casefold() not in others)  # fmt: skip
    store.rename(game.id, person, name)
    return name
