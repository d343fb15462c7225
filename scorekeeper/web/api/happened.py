"""Events as JSON: each kind of the ledger is a type of its own, told apart by `type`."""

from dataclasses import MISSING, fields
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from scorekeeper.engine.events import KINDS, Event
from scorekeeper.engine.ledger import active
from scorekeeper.service import StoredGame

from ..texts.history import describe


def _mirror(name: str, kind: type) -> type[msgspec.Struct]:
    """The fields of an event of the engine, with its name beside them."""
    hints = get_type_hints(kind)
    known = [(f.name, hints[f.name], *(() if f.default is MISSING else (f.default,))) for f in fields(kind)]
    return msgspec.defstruct(f"{kind.__name__}Event", known, tag_field="type", tag=name, module=__name__,
                             namespace={"__doc__": kind.__doc__})  # fmt: skip


MIRRORS: dict[type, Any] = {kind: _mirror(name, kind) for name, kind in KINDS.items()}
if TYPE_CHECKING:
    AnyEvent = Any
else:
    AnyEvent = reduce(or_, MIRRORS.values())


class EventOut(msgspec.Struct):
    """One event. `at`: milliseconds since 1970; `batch`: the number of the first event of its step.

    `counts`: false once it was undone. `text` tells it in the language of the request.
    """

    number: int
    batch: int
    at: int
    counts: bool
    text: str
    event: AnyEvent


def events_since(game: StoredGame, version: int) -> list[EventOut]:
    """What was booked after this version."""
    counts = active(game.events)
    return [
        EventOut(stored.number, stored.batch, stored.at, counts[stored.number - 1], describe(stored, game),
                 _mirrored(stored.event))
        for stored in game.ledger if stored.number > version
    ]  # fmt: skip


def _mirrored(event: Event) -> Any:
    return MIRRORS[type(event)](**{field.name: getattr(event, field.name) for field in fields(event)})
