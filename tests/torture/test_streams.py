"""Who looks on hears of every round: over a restart of the server, and whichever process it was booked through."""

import http.client
import os
import signal
import time

import pytest
from databases import address_for
from scorers import Book, Phone, server


class Stream:
    """A board that is open somewhere. `seen`: the last tag it heard of, as a browser keeps it."""

    def __init__(self, port: int, token: str, seen: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self.connection.request("GET", f"/g/{token}/live", headers={"Last-Event-ID": seen})
        self.response = self.connection.getresponse()
        self.seen = seen

    def wait(self) -> float:
        """Wait for the next `changed`; how long it took."""
        since = time.monotonic()
        while line := self.response.readline().decode():
            if line.startswith("id: "):
                self.seen = line.removeprefix("id: ").strip()
                return time.monotonic() - since
        raise AssertionError("the stream ended")

    def version(self) -> int:
        return int(self.seen.partition("-")[0])


def test_a_stream_is_resumed_over_a_restart(request, tmp_path, database):
    """The server is killed and comes back; a round that was booked before the stream is back is heard of at once."""
    folder = tmp_path / "instance"
    address, port = address_for(request, folder), [0]
    phone = Phone(lambda: port[0], Book(), 1)
    with server(folder, address) as (port[0], pid):
        token = phone.start()
        stream = Stream(port[0], token)
        stream.wait()
        os.kill(pid, signal.SIGKILL)
    with server(folder, address) as (port[0], _pid):
        assert phone.book_round(token)
        stream = Stream(port[0], token, stream.seen)
        assert stream.wait() < 1
        assert stream.version() == 2
        assert phone.book_round(token)
        stream.wait()
        assert stream.version() == 3


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_a_round_is_heard_of_in_every_process(request, tmp_path, database):
    """Two processes on one PostgreSQL: what is booked through one reaches the boards that hang on the other."""
    folder = tmp_path / "instance"
    address = address_for(request, folder)
    with server(folder, address) as (one, _pid), server(folder, address) as (two, _pid):
        here, there = Phone(lambda: one, Book(), 1), Phone(lambda: two, Book(), 2)
        token = here.start()
        streams = [Stream(one, token), Stream(two, token)]
        for stream in streams:
            stream.wait()
        for number, phone in enumerate([here, there] * 5, start=2):
            assert phone.book_round(token)
            assert max(stream.wait() for stream in streams) < 2
            assert {stream.version() for stream in streams} == {number}
