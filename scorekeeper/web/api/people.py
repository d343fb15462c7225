"""Names: checked when they come in, changed, erased. Events hold numbers of persons, so no history changes."""

from collections.abc import Sequence
from typing import Annotated

import msgspec
from flask import abort
from flask_babel import gettext as _
from wtforms.validators import ValidationError

from scorekeeper import service
from scorekeeper.service import MAX_NAME, StoredGame

from .. import access
from ..forms.table import check_name
from .problems import Refused
from .registry import endpoint

Name = Annotated[str, msgspec.Meta(extra_json_schema={"format": "name", "minLength": 1, "maxLength": MAX_NAME})]


class NameIn(msgspec.Struct, forbid_unknown_fields=True):
    """A person's name."""

    name: Name


class PersonOut(msgspec.Struct):
    """A person of the game, as he is called from now on."""

    person: int
    name: str


@endpoint("PUT", "/game/people/<int:person>", "scorer", PersonOut, body=NameIn)
def rename(asked: NameIn, person: int) -> PersonOut:
    """Give a person another name."""
    game = _game_of(person)
    name = checked_name(game, asked.name, person)
    service.rename(game.id, person, name)
    return PersonOut(person, name)


@endpoint("DELETE", "/game/people/<int:person>", "scorer", PersonOut)
def erase_name(person: int) -> PersonOut:
    """Replace a person's name by a neutral one."""
    game = _game_of(person)
    return PersonOut(
        person, service.erase_name(game, person, lambda number: _("Player %(number)s", number=number))
    )  # fmt: skip


def checked_names(typed: Sequence[str]) -> tuple[str, ...]:
    """The names of a new game as they are kept. Raises `Refused`."""
    names: dict[int, str] = {}
    for place, text in enumerate(typed):
        names[place] = _checked(text, names)
    return tuple(names.values())


def checked_name(game: StoredGame, typed: str, mine: int | None = None) -> str:
    """A name as it is kept, which nobody else at the table has. Raises `Refused`."""
    return _checked(typed, service.taken_names(game, mine))


def _checked(typed: str, taken: dict[int, str]) -> str:
    name = service.tidy(typed)
    try:
        check_name(name, taken)
    except ValidationError as error:
        raise Refused(422, "bad_name", str(error)) from error
    return name


def _game_of(person: int) -> StoredGame:
    game = access.current_game()
    if person not in game.names:
        abort(404)
    return game
