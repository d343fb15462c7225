"""What was typed into a form, told again in words: for the page where it cannot be booked just like that."""

import re
from collections.abc import Iterable, Iterator, Mapping

from flask_babel import gettext

from .facts import kind_name, name_of
from .parameters import parameter_title
from .rules import PRESET_TEXTS

_ABOUT_SEAT = re.compile(r"(points|cards|seat|place)_(\d{1,2})")
_SEAT_FIELDS = ("seat", "closer")
_FREE = ("name", "reason")
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
        if about:
            yield name_of(int(about[2]), names), _decision(value) if about[1] == "seat" else value
        elif name in _SEAT_FIELDS:
            is_seat = value.isascii() and value.isdigit()
            yield _titles()[name], name_of(int(value), names) if is_seat else _words().get(value, value)
        elif name in _titles():
            yield _titles()[name], value if name in _FREE else _words().get(value, value)
        elif name.startswith("players-"):
            yield gettext("Player"), value
        elif name.startswith("rules-"):
            yield _parameter(name.removeprefix("rules-")), _words().get(value, value)


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
        "limit_other": gettext("Other limit"),
        "preset": gettext("Rule set"),
        "first_dealer": gettext("Who deals first"),
        "currency": gettext("Currency"),
        "payout": gettext("Who gets the pot"),
        "when": gettext("What happened?"),
        "lay_off": gettext("Lay off the loose cards that are known?"),
        "code": gettext("Code"),
    }


def _words() -> dict[str, str]:
    return {
        "penalty": gettext("Penalty"),
        "bonus": gettext("Bonus"),
        "paid": gettext("Put on the plate"),
        "back": gettext("Taken back"),
        "false-close": gettext("False close"),
        EVERYBODY: gettext("Everybody"),
        "nobody": gettext("Nobody"),
        "yes": gettext("Yes"),
        "no": gettext("No"),
        "other": gettext("Other"),
        "winner-takes-all": gettext("The winner takes it all"),
        "second-gets-stake": gettext("Second place gets the stake back"),
        "wrong": gettext("They were set wrong: count everything again"),
        "next": gettext("We agreed on something new: from the next round on"),
        **{name: str(title) for name, (title, _summary) in PRESET_TEXTS.items()},
        **{kind: kind_name(kind) for kind in ("plain", "clean", "chinchon", "joker-chinchon")},
    }


def _decision(value: str) -> str:
    return {"back": gettext("Come back"), "out": gettext("Stay out")}.get(value, value)


def _parameter(name: str) -> str:
    try:
        return parameter_title(name)
    except LookupError:
        return name.replace("_", " ")
