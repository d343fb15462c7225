"""What was typed into a form, told again in words: for the page where it cannot be booked just like that."""

import re
from collections.abc import Iterable, Iterator, Mapping

from flask_babel import gettext

from .facts import kind_name
from .parameters import parameter_title

_ABOUT_SEAT = re.compile(r"(points|cards|seat|place)_(\d{1,2})")
_SEAT_FIELDS = ("seat", "closer")
EVERYBODY = "all"  # instead of a seat


def told(pairs: Iterable[tuple[str, str]], names: Mapping[int, str]) -> list[tuple[str, str]]:
    """Names and values of fields as a person knows them; what says nothing to a person is left out."""
    return list(_told(pairs, names))


def _told(pairs: Iterable[tuple[str, str]], names: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    for name, value in pairs:
        value = value.strip()
        about = _ABOUT_SEAT.fullmatch(name)
        if not value or name == "action" or name.startswith("answer-"):
            continue
        if about and int(about[2]) in names:
            yield names[int(about[2])], _decision(value) if about[1] == "seat" else value
        elif name in _SEAT_FIELDS:
            seat = int(value) if value.isascii() and value.isdigit() else None
            yield _titles()[name], _words().get(value, value) if seat is None else names.get(seat, value)
        elif name in _titles():
            yield _titles()[name], _words().get(value, value)
        elif name.startswith("rules-"):
            yield _parameter(name.removeprefix("rules-")), value


def _titles() -> dict[str, str]:
    return {
        "seat": gettext("Player"),
        "closer": gettext("Closed"),
        "kind": gettext("How"),
        "name": gettext("Name"),
        "points": gettext("Points"),
        "amount": gettext("Amount"),
        "direction": gettext("What"),
        "reason": gettext("Reason"),
        "stake": gettext("Stake"),
        "rebuy_price": gettext("Rebuy price"),
        "limit": gettext("Limit"),
    }


def _words() -> dict[str, str]:
    return {
        "penalty": gettext("Penalty"),
        "bonus": gettext("Bonus"),
        "paid": gettext("Put on the plate"),
        "back": gettext("Taken back"),
        "false-close": gettext("False close"),
        EVERYBODY: gettext("Everybody"),
        **{kind: kind_name(kind) for kind in ("plain", "clean", "chinchon", "joker-chinchon")},
    }


def _decision(value: str) -> str:
    return {"back": gettext("Come back"), "out": gettext("Stay out")}.get(value, value)


def _parameter(name: str) -> str:
    try:
        return parameter_title(name)
    except LookupError:
        return name.replace("_", " ")
