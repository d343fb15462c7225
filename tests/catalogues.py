"""The catalogue of translations, read for tests."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

SPANISH = Path(__file__).parents[1] / "scorekeeper/translations/es/LC_MESSAGES/messages.po"
PLACEHOLDER = re.compile(r"%\(\w+\)s")
WORD = re.compile(r"[^\W\d_]{2,}")


def committed() -> Catalog:
    """The Spanish catalogue as it is committed."""
    return read_po(io.BytesIO(SPANISH.read_bytes()), locale="es", abort_invalid=True)


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """A message or its translation: one text, or one for each plural form."""
    return (text,) if isinstance(text, str) else tuple(text)


def messages(catalog: Catalog) -> dict[tuple[str, ...], Message]:
    """The messages of a catalogue by their English texts, without its header."""
    return {forms(message.id): message for message in catalog if message.id}


def pairs(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Every English text with its translation, each plural form with its own."""
    for english, message in messages(catalog).items():
        for place, text in enumerate(forms(message.string)):
            yield english[min(place, len(english) - 1)], text
