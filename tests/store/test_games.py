"""Games in a database: appended under a version, booked once by their key, projected, and never half-written."""

import threading
from collections.abc import Callable

import pytest
from ledgers import scored, start
from sqlalchemy import func, select, text

from scorekeeper import store
from scorekeeper.engine import events as ev
from scorekeeper.engine.errors import RuleViolation
from scorekeeper.store.models import Base, GameRow, Standing, db

NAMES = ("Ana", "Luis", "Eva")
FIRST, SECOND = scored(1, 0, 12, 7), scored(2, 4, 0, 9)


@pytest.fixture
def game(app) -> int:
    """A game of three at version 1."""
    return create("first")


def create(key: str, seats: int = 3) -> int:
    """A new game of so many."""
    return store.create(start(seats, limit=30), NAMES[:seats], key, f"public {key}", {"score": f"digest {key}"})


def rows() -> dict[str, int]:
    """How many rows each table holds."""
    db.session.remove()
    return {
        table.name: db.session.scalar(select(func.count()).select_from(table)) or 0
        for table in Base.metadata.sorted_tables
    }


def test_a_new_game(game):
    """Its start is event 1, its people are numbered by seat, and it is listed as it stands."""
    loaded = store.load(game)
    assert loaded.events == [start(3, limit=30)]
    assert (loaded.version, loaded.names, loaded.public_id) == (1, {1: "Ana", 2: "Luis", 3: "Eva"}, "public first")
    assert loaded.state.pot == 600
    filled = {name: count for name, count in rows().items() if count}
    assert filled == {"games": 1, "events": 1, "people": 3, "links": 1, "standings": 3}


def test_the_same_creation_key_makes_one_game(game):
    """A form sent twice starts one game."""
    before = rows()
    assert create("first") == game
    assert rows() == before
    assert create("second") != game


def test_a_game_that_cannot_start_leaves_nothing(app):
    """The fold says no before anything is written."""
    with pytest.raises(RuleViolation, match="too_few_players"):
        create("alone", seats=1)
    assert set(rows().values()) == {0}


def test_append(game):
    """Events get the next numbers; those of one step share its batch and its time."""
    assert store.append(game, 1, [FIRST], "a", "x") == store.Appended(2, repeated=False)
    result = store.append(game, 2, [SECOND, ev.Paid(1, 200)], "b", "x")
    assert result == store.Appended(4, repeated=False)
    loaded = store.load(game)
    assert [(stored.number, stored.batch) for stored in loaded.ledger] == [(1, 1), (2, 2), (3, 3), (4, 3)]
    assert loaded.events[1:] == [FIRST, SECOND, ev.Paid(1, 200)]
    assert loaded.ledger[2].at == loaded.ledger[3].at >= loaded.ledger[1].at >= loaded.created_at > 1_600_000_000_000


def test_the_same_key_books_once(game):
    """Sent again, even when the game has gone on, the first result comes back and nothing is booked."""
    store.append(game, 1, [FIRST], "a", "x")
    store.append(game, 2, [SECOND], "b", "x")
    assert store.append(game, 1, [FIRST], "a", "x") == store.Appended(2, repeated=True)
    assert store.booked(game, "a", "x") == store.Appended(2, repeated=True)
    assert store.booked(game, "c", "x") is None
    assert store.load(game).version == 3


def test_the_same_key_with_another_body(game):
    """Something else under a known key is refused, and says what the key had booked."""
    store.append(game, 1, [FIRST], "a", "x")
    for act in (lambda: store.append(game, 2, [SECOND], "a", "y"), lambda: store.booked(game, "a", "y")):
        with pytest.raises(store.KeyReused) as caught:
            act()
        assert caught.value.version == 2
    assert store.load(game).version == 2


def test_a_key_belongs_to_one_game(game):
    """Another game may use the same key."""
    other = create("second")
    store.append(game, 1, [FIRST], "a", "x")
    assert store.append(other, 1, [SECOND], "a", "y") == store.Appended(2, repeated=False)


@pytest.mark.parametrize("expected", [0, 1, 3])
def test_a_stale_version(game, expected):
    """Whoever expects another version than the current one is told both, and nothing is booked."""
    store.append(game, 1, [FIRST], "a", "x")
    before = rows()
    with pytest.raises(store.StaleVersion) as caught:
        store.append(game, expected, [SECOND], "b", "x")
    assert (caught.value.expected, caught.value.current) == (expected, 2)
    assert rows() == before


def test_no_such_game(app):
    """A number that is no game's is said so everywhere."""
    for act in (
        lambda: store.load(7),
        lambda: store.append(7, 1, [FIRST], "a", "x"),
        lambda: store.rename(7, 1, "Ana"),
    ):
        with pytest.raises(store.NoSuchGame):
            act()


@pytest.mark.parametrize(
    ("events", "people"),
    [
        ([FIRST, ev.RebuyTaken(1)], {}),
        ([FIRST, ev.PlayerJoined(4, 4), ev.Undone(1)], {4: "Rosa"}),
        ([FIRST, ev.PlayerJoined(4, 3)], {3: "somebody is number 3 already"}),
    ],
)
def test_what_does_not_fold_leaves_nothing_behind(game, events, people):
    """A refused step writes no event, no person, no key and no projection."""
    before, version = rows(), store.load(game).version
    with pytest.raises(Exception, match=r"rebuy_not_possible|cannot_undo|(?i:unique)"):
        store.append(game, 1, events, "a", "x", people)
    assert (rows(), store.load(game).version) == (before, version)
    assert projected(game) == expected_projection(game)


@pytest.mark.parametrize("broken", ["project", "project_seats"])
def test_a_failure_half_way_rolls_everything_back(game, monkeypatch, broken):
    """Even if writing breaks after the events were inserted, none of it stays."""
    before = rows()

    def fail(*_args: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(f"scorekeeper.store.games.{broken}", fail)
    with pytest.raises(OSError, match="full"):
        store.append(game, 1, [FIRST, ev.PlayerJoined(4, 4)], "a", "x", {4: "Rosa"})
    monkeypatch.undo()
    assert rows() == before
    assert store.append(game, 1, [FIRST], "a", "x") == store.Appended(2, repeated=False), "and the key is free"


def projected(game: int) -> tuple[object, ...]:
    """What the lists know of a game."""
    db.session.remove()
    row = db.session.get(GameRow, game)
    assert row is not None
    standings = db.session.scalars(select(Standing).where(Standing.game_id == game).order_by(Standing.seat))
    seats = [(s.seat, s.person, s.total, s.status, s.in_front, s.won) for s in standings]
    return row.version, row.phase, row.round_number, row.pot, row.currency, seats


def expected_projection(game: int) -> tuple[object, ...]:
    """What the lists must know, by the fold."""
    state = store.load(game).state
    seats = [
        (s.seat, s.person, s.total, s.status, s.seat in state.in_front, s.seat in state.winners) for s in state.seats
    ]
    return state.version, state.phase, state.round_number, state.pot, state.terms.currency, seats


def test_projections_equal_the_fold(game):
    """After every step, whatever it is, the lists show what the fold says."""
    steps: list[list[ev.Event]] = [
        [scored(1, 0, 31, 5)],
        [ev.RebuyTaken(2)],
        [ev.PlayerJoined(4, 4), ev.PointsAdjusted(1, -10, "forgotten")],
        [ev.SubstituteSeated(1, 5)],
        [scored(1, 0, 31, 31, 3)],
        [ev.RebuyDeclined(2), ev.RebuyTaken(3)],
        [ev.Undone(9), ev.Undone(8)],
        [ev.RoundCorrected(7, scored(1, 0, 31, 31, 30))],
    ]
    version = 1
    for number, events in enumerate(steps):
        version = store.append(game, version, events, f"key {number}", "x").version
        assert projected(game) == expected_projection(game)
    assert store.load(game).state.phase == "over"


def test_a_seat_that_is_undone_leaves_the_lists_too(game):
    """The standing of a late joiner goes when the joining is undone."""
    store.append(game, 1, [ev.PlayerJoined(4, 4)], "a", "x", {4: "Rosa"})
    store.append(game, 2, [ev.Undone(2)], "b", "x")
    assert projected(game) == expected_projection(game)


def test_two_threads_append_to_one_game(app, game):
    """Each of many steps by several threads is booked once: nothing is lost, doubled or out of order."""
    per_thread, threads = 12, 4
    failures: list[BaseException] = []
    barrier = threading.Barrier(threads)

    def guarded(work: Callable[[], None]) -> None:
        try:
            with app.app_context():
                barrier.wait()
                work()
        except BaseException as error:
            failures.append(error)

    def book(thread: int) -> None:
        for number in range(per_thread):
            amount, key = 1000 * thread + number + 1, f"{thread}.{number}"
            while True:
                version = store.load(game).version
                try:
                    store.append(game, version, [ev.Paid(thread, amount)], key, "x")
                    break
                except store.StaleVersion:
                    continue
            assert store.append(game, 1, [ev.Paid(thread, amount)], key, "x").repeated

    workers = [threading.Thread(target=guarded, args=(lambda t=t: book(t % 3 + 1),)) for t in range(3)]
    workers.append(threading.Thread(target=guarded, args=(lambda: [store.load(game).state for _ in range(50)],)))
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert failures == []
    loaded = store.load(game)
    assert [stored.number for stored in loaded.ledger] == list(range(1, 2 + 3 * per_thread))
    for seat in (1, 2, 3):
        amounts = [event.amount for event in loaded.events if isinstance(event, ev.Paid) and event.seat == seat]
        assert amounts == [1000 * seat + number + 1 for number in range(per_thread)]
    assert projected(game) == expected_projection(game)


def test_rename_changes_no_history(game):
    """A name is changed where names are kept; the ledger stays as it is."""
    before = store.load(game).ledger
    store.rename(game, 2, "Luisa")
    assert store.load(game).names == {1: "Ana", 2: "Luisa", 3: "Eva"}
    assert store.load(game).ledger == before
    with pytest.raises(store.NoSuchGame):
        store.rename(game, 9, "Nobody")


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_connection_that_dies_after_the_answer_spoils_it_not(app):
    """PostgreSQL ends while a request still has its read transaction open: the request ends well, and so does the
    next one."""
    with app.app_context():
        number = db.session.scalar(text("SELECT pg_backend_pid()"))
        with db.engine.connect() as other:
            other.execute(text("SELECT pg_terminate_backend(:number, 5000)"), {"number": number})
    with app.app_context():
        assert db.session.scalar(text("SELECT pg_backend_pid()")) != number
        assert db.engine.pool.checkedout() == 1
