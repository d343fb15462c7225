"""A simple model of the totals and the pot, which shares no code with the product.

It keeps what happened as a list of plain tuples and counts it from the first to the last each time; undo goes back to
the list before.
"""

CLEAN, STAKE, REBUY = -10, 200, 150


class Cannot(Exception):
    """By the model, this cannot have happened."""


class Sheet:
    """The score as a person would keep it: limit, rebuys without end at the highest total, two must be left."""

    def __init__(self, players: int) -> None:
        self.total = [0] * players
        self.word = ["in"] * players  # in, deciding, out, left
        self.fell = [-1] * players  # in which round somebody went out
        self.back = [False] * players  # came back since the last round
        self.said_no = [False] * players
        self.limit, self.pot, self.round, self.over = 60, players * STAKE, 0, False

    def happen(self, what: tuple) -> None:
        getattr(self, what[0])(*what[1:])

    def score(self, closer, clean, points: dict[int, int]) -> None:
        if self.over or "deciding" in self.word or set(points) != set(self.seats("in")):
            raise Cannot
        self.round += 1
        self.back, self.said_no = [False] * len(self.total), [False] * len(self.total)
        for seat, left in points.items():
            self.total[seat] += left + (CLEAN if clean and seat == closer else 0)
        self.settle()

    def void(self) -> None:
        if self.over or "deciding" in self.word:
            raise Cannot

    def rebuy(self, seat: int) -> None:
        if self.over or not self.may(seat):
            raise Cannot
        self.total[seat] = max(self.total[other] for other in self.seats("in") if not self.back[other])
        self.word[seat], self.back[seat], self.said_no[seat], self.fell[seat] = "in", True, False, -1
        self.pot += REBUY
        self.settle()

    def decline(self, seat: int) -> None:
        if self.word[seat] != "deciding":
            raise Cannot
        self.said_no[seat] = True
        self.settle()

    def adjust(self, seat: int, points: int) -> None:
        just_out = self.word[seat] in ("out", "deciding") and self.fell[seat] == self.round
        if self.over or not (self.word[seat] == "in" or just_out):
            raise Cannot
        self.total[seat] += points
        self.settle()

    def join(self) -> None:
        if self.over or "deciding" in self.word or len(self.seats("in")) >= 8:
            raise Cannot
        highest = max(self.total[seat] for seat in self.seats("in"))
        for row, value in ((self.total, highest), (self.word, "in"), (self.fell, -1), (self.back, False)):
            row.append(value)
        self.said_no.append(False)
        self.pot += STAKE

    def leave(self, seat: int) -> None:
        if self.over or self.word[seat] == "left" or self.seats("in") == [seat]:
            raise Cannot
        self.word[seat] = "left"
        self.settle()

    def end(self) -> None:
        if self.over:
            raise Cannot
        self.over = True
        self.word = ["out" if word == "deciding" else word for word in self.word]

    def seats(self, word: str) -> list[int]:
        return [seat for seat, other in enumerate(self.word) if other == word]

    def just_out(self, seat: int) -> bool:
        return self.word[seat] in ("out", "deciding") and self.fell[seat] == self.round

    def may(self, seat: int) -> bool:
        return self.just_out(seat) and len([s for s in self.seats("in") if not self.back[s]]) >= 2

    def settle(self) -> None:
        about = [seat for seat in range(len(self.total)) if self.word[seat] == "in" or self.just_out(seat)]
        for seat in about:
            out = self.total[seat] > self.limit
            self.word[seat], self.fell[seat] = ("out", self.round) if out else ("in", -1)
        for seat in about:
            if self.word[seat] == "out" and not self.said_no[seat] and self.may(seat):
                self.word[seat] = "deciding"
        left = self.seats("in")
        if len(left) < 2 and not self.seats("deciding"):
            self.end()


def sheet_of(players: int, limit: int, story: tuple) -> Sheet:
    """Count the whole story. Raises `Cannot`."""
    sheet = Sheet(players)
    sheet.limit = limit
    for what in story:
        sheet.happen(what[1])
    return sheet
