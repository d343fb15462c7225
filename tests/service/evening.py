"""A model of an evening that shares nothing with the product: a list of lines, and a plain way to count them up.

The table it knows: out above the limit, a clean close is -10, rebuys without end at the highest total still in while
two are in, the last one in wins, all out together: the lowest. A correction may leave lines that no longer fit; they
are mended as the tests answer: a rebuy or refusal of somebody who is not out goes, an open decision means staying
out, a missing entry is one point, an entry of somebody who was out goes, and what came after the end goes, too.
"""

from dataclasses import dataclass, field, replace

LIMIT, CLEAN, STAKE, PRICE = 40, -10, 100, 50


@dataclass(frozen=True)
class Line:
    """One line of the sheet: `round`, `void`, `rebuy`, `decline`, `adjust`, `join`, `leave`, `end`."""

    what: str
    seat: int = 0
    number: int = 0
    points: tuple[tuple[int, int], ...] = ()
    clean: bool = False


@dataclass
class Player:
    total: int = 0
    status: str = "in"
    out_in: int = 0
    declined: bool = False
    fresh: bool = False


@dataclass
class Sheet:
    """The lines counted up; `lines` are those that fit."""

    players: list[Player]
    pot: int = 0
    rounds: int = 0
    over: bool = False
    winners: tuple[int, ...] = ()
    lines: list[Line] = field(default_factory=list)

    def seats(self, status: str) -> list[int]:
        return [seat for seat, player in enumerate(self.players, start=1) if player.status == status]

    def at(self, seat: int) -> Player:
        return self.players[seat - 1]

    @property
    def steady(self) -> list[int]:
        """The totals of those who are in and did not just come back."""
        return [player.total for player in self.players if player.status == "in" and not player.fresh]


def count_up(players: int, lines: list[Line]) -> Sheet:
    """Count the lines up, mending or dropping what does not fit."""
    sheet = Sheet([Player() for _ in range(players)], pot=STAKE * players)
    for line in lines:
        if sheet.over:
            break
        if line.what in ("round", "void", "join"):
            for seat in sheet.seats("deciding"):
                _write(sheet, Line("decline", seat))
        if not sheet.over and _fits(sheet, line):
            _write(sheet, _mended(sheet, line))
    return sheet


def _fits(sheet: Sheet, line: Line) -> bool:
    if line.what in ("round", "void", "join", "end"):
        return True
    if line.seat > len(sheet.players):
        return False
    player = sheet.at(line.seat)
    just_out = player.status in ("out", "deciding") and player.out_in == sheet.rounds
    if line.what == "rebuy":
        return just_out and len(sheet.steady) >= 2
    if line.what == "decline":
        return player.status == "deciding"
    if line.what == "adjust":
        return player.status == "in" or just_out
    last = player.status == "in" and len(sheet.seats("in")) == 1
    return player.status != "left" and not last


def _mended(sheet: Sheet, line: Line) -> Line:
    if line.what != "round":
        return line
    given = dict(line.points)
    there = tuple((seat, given.get(seat, 1)) for seat in sheet.seats("in"))
    closed = line.seat in sheet.seats("in")
    return replace(line, points=there, seat=line.seat if closed else 0, clean=line.clean and closed)


def _write(sheet: Sheet, line: Line) -> None:
    sheet.lines.append(line)
    player = sheet.at(line.seat) if 0 < line.seat <= len(sheet.players) else Player()
    if line.what == "round":
        sheet.rounds += 1
        for each in sheet.players:
            each.fresh = each.declined = False
        for seat, points in line.points:
            sheet.at(seat).total += points + (CLEAN if line.clean and seat == line.seat else 0)
    elif line.what == "rebuy":
        player.total, player.status, player.fresh, player.declined = max(sheet.steady), "in", True, False
        sheet.pot += PRICE
    elif line.what == "decline":
        player.declined = True
    elif line.what == "adjust":
        player.total += line.number
    elif line.what == "join":
        sheet.players.append(Player(max(sheet.at(seat).total for seat in sheet.seats("in"))))
        sheet.pot += STAKE
    elif line.what == "leave":
        player.status = "left"
    elif line.what == "end":
        _finish(sheet, sheet.seats("in"))
    if line.what not in ("void", "join", "end"):
        _settle(sheet)


def _settle(sheet: Sheet) -> None:
    just_out = [seat for seat in sheet.seats("out") + sheet.seats("deciding") if sheet.at(seat).out_in == sheet.rounds]
    for seat in sheet.seats("in") + just_out:
        player = sheet.at(seat)
        player.status = "out" if player.total > LIMIT else "in"
        player.out_in = sheet.rounds if player.total > LIMIT else 0
    gone = [seat for seat in sheet.seats("out") if sheet.at(seat).out_in == sheet.rounds]
    if len(sheet.steady) >= 2:
        for seat in gone:
            if not sheet.at(seat).declined:
                sheet.at(seat).status = "deciding"
    if not sheet.seats("in"):
        _finish(sheet, gone)
    elif len(sheet.seats("in")) == 1 and not sheet.seats("deciding"):
        _finish(sheet, sheet.seats("in"))


def _finish(sheet: Sheet, among: list[int]) -> None:
    best = min(sheet.at(seat).total for seat in among)
    sheet.over, sheet.winners = True, tuple(seat for seat in sorted(among) if sheet.at(seat).total == best)
    for seat in sheet.seats("deciding"):
        sheet.at(seat).status = "out"
