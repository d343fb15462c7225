"""Reads a night (see README.md beside this file) into plain data. Knows nothing of the product."""

import re
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Hand:
    """What one player had: points, or cards as they were laid, or both."""

    name: str
    points: int | None = None
    cards: str = ""


@dataclass(frozen=True)
class Round:
    """A round as it was typed; `kind` None: as the cards say, or plain."""

    hands: tuple[Hand, ...]
    closer: str | None = None
    kind: str | None = None
    ruling: str = "agreed"
    lay_off: bool | None = None


@dataclass(frozen=True)
class Answer:
    """What the table says to a question of a correction: points in that round, or leaves, comes back, stays out."""

    round: int
    name: str
    says: str


@dataclass(frozen=True)
class Head:
    """What was agreed on before the first round. Money is in minor units."""

    title: str
    preset: str
    overrides: dict[str, object]
    stake: int
    rebuy_price: int
    currency: str
    second_gets_stake: bool
    players: tuple[str, ...]
    first_dealer: str


@dataclass
class Expected:
    """What a line says the sheet shows afterwards; everything else has not changed."""

    totals: dict[str, int] = field(default_factory=dict)
    scored: dict[str, int] = field(default_factory=dict)
    statuses: dict[str, str] = field(default_factory=dict)
    rebuy_points: int | None = None
    pot: int | None = None
    dealer: str | None = None
    packs: int | None = None
    paid: dict[str, int] = field(default_factory=dict)
    objections: list[str] = field(default_factory=list)
    consequences: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Line:
    """One thing that happened: its kind (`round`, `void`, ...), what it is about, and the sheet afterwards."""

    number: int
    text: str
    kind: str
    about: object
    expected: Expected
    round: int | None = None


@dataclass(frozen=True)
class Night:
    """A whole evening. `payout`: who gets how much in the end; the winners stand first."""

    head: Head
    lines: tuple[Line, ...]
    winners: tuple[str, ...]
    payout: dict[str, int]


class Unreadable(Exception):
    """A line that does not follow README.md."""


def nights() -> list[Path]:
    """All the nights there are."""
    return sorted(FOLDER.glob("*.txt"))


def read(path: Path) -> Night:
    """The night in this file. Raises `Unreadable`."""
    head: dict[str, str] = {}
    lines: list[Line] = []
    winners: list[str] = []
    payout: dict[str, int] = {}
    for number, text in _joined(path.read_text(encoding="utf-8")):
        said, _, after = text.partition("->")
        key, _, body = (part.strip() for part in said.partition(":"))
        if key in ("Night", "Rules", "Stake", "Players", "First dealer"):
            head[key] = body
        elif key == "End":
            for name, verb, amount in re.findall(r"(\w+) (wins|gets) (\S+?)(?:,|$)", body):
                payout[name] = money(amount)
                winners += [name] if verb == "wins" else []
        else:
            kind, round_number, about = _what(key, body)
            lines.append(Line(number, text, kind, about, _expected(after), round_number))
    return Night(_head(head), tuple(lines), tuple(winners), payout)


def money(text: str) -> int:
    """An amount in minor units: all decimals of the currency are written."""
    return int(text.replace(".", ""))


def _joined(text: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(" ") and found:
            found[-1] = (found[-1][0], found[-1][1] + " " + line.strip())
        elif line.strip() and not line.startswith("#"):
            found.append((number, line.strip()))
    return found


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _head(given: dict[str, str]) -> Head:
    preset, *changes = _parts(given["Rules"])
    overrides, _ = _terms(changes)
    stake, *rest = _parts(given["Stake"])
    amount, currency = stake.split()
    price = next((part.split()[1] for part in rest if part.startswith("rebuy ")), amount)
    players = tuple(_parts(given["Players"]))
    return Head(
        title=given["Night"],
        preset=preset,
        overrides=overrides,
        stake=money(amount),
        rebuy_price=money(price),
        currency=currency,
        second_gets_stake="second gets the stake back" in rest,
        players=players,
        first_dealer=given.get("First dealer", players[0]),
    )


def _terms(changes: list[str]) -> tuple[dict[str, object], dict[str, int]]:
    """Changed parameters of the rules, and changed money."""
    words = {"yes": True, "no": False, "none": None}
    rules: dict[str, object] = {}
    amounts: dict[str, int] = {}
    for change in changes:
        name, _, value = change.rpartition(" ")
        if name in ("stake", "rebuy"):
            amounts[name] = money(value)
        else:
            number = re.fullmatch(r"-?\d+", value)
            rules[name.replace(" ", "_")] = int(value) if number else words.get(value, value)
    return rules, amounts


def _what(key: str, body: str) -> tuple[str, int | None, object]:
    if match := re.fullmatch(r"Round (\d+)", key):
        return "round", int(match[1]), _round(body)
    if match := re.fullmatch(r"Correct round (\d+)", key):
        now, _, answers = body.partition("|")
        return "correct", int(match[1]), (_round(now) if now.strip() != "void" else None, _answers(answers))
    if key == "Rebuy":
        decisions = [re.fullmatch(r"(\w+) (comes back|stays out)", part) for part in _parts(body)]
        return "rebuy", None, {match[1]: match[2] == "comes back" for match in decisions if match}
    if key in ("Penalty", "Bonus") and (match := re.fullmatch(r"(\w+) ([+-]\d+) \((.+)\)", body)):
        return "adjust", None, (match[1], int(match[2]), match[3])
    if key == "Substitute" and (match := re.fullmatch(r"(\w+) for (\w+)", body)):
        return "substitute", None, (match[1], match[2])
    if key == "Paid" and (match := re.fullmatch(r"(\w+) (-?[\d.]+)", body)):
        return "paid", None, (match[1], money(match[2]))
    if key in ("Correct rules", "Change rules"):
        return key.lower().replace(" ", "_"), None, _terms(_parts(body))
    if key == "Order":
        return "order", None, tuple(_parts(body))
    if key in ("Void", "Undo", "Redo", "Join", "Leave", "Agreement"):
        return key.lower(), None, body
    raise Unreadable(f"{key}: {body}")


_HAND = re.compile(
    r"(?P<name>\w+) (?P<closes>closes ?)?(?:with (?P<cards>[^()]+?)(?: for (?P<also>\d+))?|(?P<points>\d+)|"
    r"(?P<kind>clean|joker chinchon|chinchon))?(?: \((?P<ruling>stands|false close)\))?"
)


def _round(body: str) -> Round:
    hands: list[Hand] = []
    closer = kind = None
    ruling, lay_off = "agreed", None
    for part in _parts(body):
        if part in ("lay off", "no lay off"):
            lay_off = part == "lay off"
            continue
        if part == "nobody closes":
            continue
        match = _HAND.fullmatch(part)
        if match is None:
            raise Unreadable(part)
        points = match["points"] or match["also"]
        if match["closes"]:
            closer = match["name"]
            kind = match["kind"] and match["kind"].replace(" ", "-")
            ruling = (match["ruling"] or "agreed").replace(" ", "-")
            points = points or (None if match["cards"] else "0")
        hands.append(Hand(match["name"], None if points is None else int(points), match["cards"] or ""))
    return Round(tuple(hands), closer, kind, ruling, lay_off)


def _answers(text: str) -> tuple[Answer, ...]:
    found = []
    for part in _parts(text):
        match = re.fullmatch(r"(?:in|before) round (\d+) (\w+) (\d+|leaves|comes back|stays out)", part)
        if match is None:
            raise Unreadable(part)
        found.append(Answer(int(match[1]), match[2], match[3]))
    return tuple(found)


_CONSEQUENCE = re.compile(
    r"decision of \w+ (withdrawn|cancelled)|\w+ (added to|dropped from) round \d+|round \d+ cancelled"
    r"|\w+ (leaves|comes back|stays out) before round \d+"
)
_SEAT = re.compile(
    r"(?P<name>\w+)(?: (?P<total>-?\d+))?(?: \((?P<scored>[+-]\d+)\))?(?: (?P<status>in|out|left))?"
    r"(?: may come back at (?P<back>-?\d+))?"
)


def _expected(text: str) -> Expected:
    found = Expected()
    for part in _parts(text):
        if _CONSEQUENCE.fullmatch(part):
            found.consequences.append(part)
        elif match := re.fullmatch(r"objection (\w+)", part):
            found.objections.append(match[1])
        elif match := re.fullmatch(r"pot ([\d.]+)", part):
            found.pot = money(match[1])
        elif match := re.fullmatch(r"(\w+) has paid ([\d.]+)", part):
            found.paid[match[1]] = money(match[2])
        elif match := re.fullmatch(r"(\d) packs?", part):
            found.packs = int(match[1])
        elif match := re.fullmatch(r"(\w+) deals", part):
            found.dealer = match[1]
        elif match := _SEAT.fullmatch(part):
            _expect_seat(found, match)
        else:
            raise Unreadable(part)
    return found


def _expect_seat(found: Expected, match: re.Match[str]) -> None:
    name = match["name"]
    if match["total"]:
        found.totals[name] = int(match["total"])
    if match["scored"]:
        found.scored[name] = int(match["scored"])
    if match["status"]:
        found.statuses[name] = match["status"]
    if match["back"]:
        found.statuses[name], found.rebuy_points = "deciding", int(match["back"])
