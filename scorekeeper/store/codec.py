"""Events to JSON and back. The body of an event is its dataclass; its kind is kept beside it."""

import msgspec

from scorekeeper.engine.events import KINDS, Event

_NAMES = {cls: kind for kind, cls in KINDS.items()}
_DECODERS: dict[str, msgspec.json.Decoder[Event]] = {kind: msgspec.json.Decoder(cls) for kind, cls in KINDS.items()}
_ENCODER = msgspec.json.Encoder()


class UnreadableEvent(Exception):
    """A stored event that is none: the database was damaged or written by something newer."""


def encode(event: Event) -> tuple[str, str]:
    """The kind and the JSON body of an event."""
    return _NAMES[type(event)], _ENCODER.encode(event).decode()


def decode(kind: str, body: str) -> Event:
    """The event again, with every type checked. Raises `UnreadableEvent` naming the kind and the fault."""
    try:
        event: Event = _DECODERS[kind].decode(body)
    except (KeyError, ValueError) as error:
        raise UnreadableEvent(f"{kind}: {error}") from error
    return event
