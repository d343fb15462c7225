"""Two to eight phones score one game at once, with double taps and repeated requests: nothing lost, nothing twice."""

import random
import statistics
import threading
import time

import pytest
from databases import address_for
from scorers import Book, Phone, audit, server, work


@pytest.fixture
def place(request, tmp_path, database):
    """A folder for the server, and the address of a fresh database."""
    folder = tmp_path / "instance"
    return folder, address_for(request, folder)


def score_together(folder, database: str, scorers: int, rounds: int) -> dict[str, object]:
    """So many phones on one game, until so many rounds are acknowledged; returns figures."""
    book, started = Book(), time.monotonic()
    chance = random.Random(7)
    with server(folder, database) as (port, _pid):
        phones = [Phone(lambda: port, book, seed) for seed in range(scorers)]
        tokens = [phones[0].start()]
        wrong = work(
            phones,
            tokens,
            lambda: len(book.acknowledged) >= rounds,
            lambda _phone: 1 if chance.random() < 0.7 else chance.randint(2, 3),
        )
    seconds = time.monotonic() - started
    assert wrong == []
    # A conflict is shown to the phone whose round it is, under its own key, and that round is not booked.
    assert not set(book.conflicts) & set(book.acknowledged)
    figures = audit(folder, database, book)
    assert figures["unheard"] == 0
    waits = statistics.quantiles(book.waits, n=100)
    return {
        "scorers": scorers,
        **figures,
        "conflicts": len(book.conflicts),
        "answers": dict(book.answers),
        "rounds a second": round(figures["rounds"] / seconds, 1),
        "ms p50 / p99": (round(waits[49] * 1000), round(waits[98] * 1000)),
    }


def test_four_phones_at_once(place):
    """Forty rounds by four phones: each is booked once or shown to its own phone as a conflict."""
    assert score_together(*place, scorers=4, rounds=40)["conflicts"]


@pytest.mark.torture
@pytest.mark.parametrize("scorers", [2, 3, 4, 5, 6, 7, 8])
def test_thousands_of_rounds(place, scorers, capsys):
    """Two to eight phones, five hundred rounds each time."""
    figures = score_together(*place, scorers=scorers, rounds=500)
    with capsys.disabled():
        print(f"\ntogether, {place[1].partition(':')[0]}: {figures}")


def test_a_proxy_that_repeats_requests(place):
    """The same request on eight connections at the same moment books one round, and all are told so."""
    book = Book()
    with server(*place) as (port, _pid):
        first = Phone(lambda: port, book, 1)
        token = first.start()
        hidden = first.form(token)
        assert hidden is not None
        fields = hidden | {"closer": "1", "points_1": "0", "points_2": "7", "action": "book"}
        answers: list[int] = []

        def repeat() -> None:
            phone = Phone(lambda: port, book, 1)
            phone.cookies = dict(first.cookies)
            answers.append(phone.send("POST", f"/g/{token}/round", fields)[0])

        threads = [threading.Thread(target=repeat) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        book.acknowledged[hidden["key"]] = token
    assert answers == [303] * 8
    assert audit(*place, book) == {"rounds": 1, "acknowledged": 1, "unheard": 0}
