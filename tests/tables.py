"""Games at the service, for tests: started, loaded, and written to with as few words as possible."""

from itertools import count

from ledgers import terms

from scorekeeper import service
from scorekeeper.engine import events as ev

KEYRING = service.Keyring(b"a key for tests, long enough to be used")
_keys = count(1)


class TableUnderTest:
    """A game whose newest state is always at hand, and that books as a form would."""

    def __init__(self, *names: str, dealer: int = 1, **more: object) -> None:
        new = service.NewGame(names or ("Ana", "Luis", "Eva"), terms(**more), dealer)  # type: ignore[arg-type]
        self.id = service.start_game(KEYRING, new, self.key())

    @staticmethod
    def key() -> str:
        return f"key {next(_keys)}"

    @property
    def game(self) -> service.StoredGame:
        return service.load(self.id)

    @property
    def request(self) -> service.Request:
        return service.Request(self.key(), self.game.version, "typed")

    def book(self, *change: ev.Event, people: dict[int, str] | None = None) -> service.Appended:
        """Book a change that must not have consequences."""
        return service.book(self.game, change, self.request, people)

    def plan(self, *change: ev.Event, answers: service.Answers | None = None) -> service.Plan:
        return service.plan(self.game, change, answers)

    def confirm(self, *change: ev.Event, answers: service.Answers | None = None) -> service.Appended:
        """Book a change with all that follows."""
        confirmed = self.plan(*change, answers=answers).fingerprint
        return service.book(self.game, change, self.request, answers=answers, confirmed=confirmed)

    def undo(self) -> None:
        self.book(*service.undo(self.game))

    def redo(self) -> None:
        self.book(*service.redo(self.game))

    @property
    def totals(self) -> list[int]:
        return [seat.total for seat in self.game.state.seats]

    @property
    def statuses(self) -> list[str]:
        return [seat.status for seat in self.game.state.seats]


def link(table: TableUnderTest, role: str = "score") -> service.Link:
    """A link of the game, as it is now."""
    return service.links_of(table.id)[role]


def secret(table: TableUnderTest, role: str = "score") -> str:
    """What stands in its address."""
    return KEYRING.token_of(link(table, role))
