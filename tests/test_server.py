import io
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import gevent
import pytest
from flask import Flask, request
from flask.logging import default_handler
from gevent import socket as gevent_socket
from processes import running

from scorekeeper import server as module
from scorekeeper.server import Server, lan_address, redact

TOKEN = "s3cret-Token_of-the-table"


@pytest.fixture
def log() -> io.StringIO:
    return io.StringIO()


@pytest.fixture
def server(log) -> Iterator[Server]:
    """A server in this process. It runs while the test waits on a gevent socket."""
    app = Flask(__name__)
    # Flask's usual one, which it leaves out where pytest has a handler of its own.
    app.logger.addHandler(default_handler)
    seen: list[str] = []

    @app.get("/<path:name>")
    def page(name):
        seen.append(name)
        if len(seen) == 10:
            made.at_tenth()
        return "hello"

    @app.post("/body")
    def body():
        seen.append("body")
        seen.append(f"read {len(request.get_data())}")
        return "read"

    @app.get("/g/<token>/broken")
    def broken(token):
        raise RuntimeError("broken")

    @app.get("/stream")
    def stream():
        def lines():
            while True:
                yield "data: x\n\n"
                gevent.sleep(0.05)

        return app.response_class(lines(), mimetype="text/event-stream")

    made = Server(("127.0.0.1", 0), app, stream=log)
    made.seen = seen
    made.at_tenth = lambda: None
    made.start()
    yield made
    made.stop(timeout=0)


def connect(server: Server) -> gevent_socket.socket:
    connection = gevent_socket.create_connection(("127.0.0.1", server.server_port), timeout=10)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def read_until(connection: gevent_socket.socket, end: bytes) -> bytes:
    data = b""
    while end not in data:
        more = connection.recv(65536)
        assert more, f"closed after {data!r}"
        data += more
    return data


def read_all(connection: gevent_socket.socket) -> bytes:
    data = b""
    try:
        while more := connection.recv(65536):
            data += more
    except ConnectionResetError:
        pass
    return data


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", "/"),
        ("/static/g.css", "/static/g.css"),
        (f"/g/{TOKEN}", "/g/…"),
        (f"/g/{TOKEN}/rounds/3?x=1", "/g/…/rounds/3?x=1"),
        (f"/g/{TOKEN}?x=1", "/g/…?x=1"),
        (f"/G/{TOKEN}/", "/G/…/"),
        (f"/login?next=/g/{TOKEN}/edit", "/login?next=/g/…/edit"),
        (f"/login?next=%2Fg%2F{TOKEN}%2Fedit", "/login?next=%2Fg%2F…%2Fedit"),
        (f"GET /g/{TOKEN} HTTP/1.1", "GET /g/… HTTP/1.1"),
        ("/g/", "/g/"),
        ("/games/12", "/games/12"),
    ],
)
def test_redact(path, expected):
    assert redact(path) == expected


def test_packets_are_not_delayed(server, monkeypatch):
    accepted = []
    monkeypatch.setattr(
        module.Handler, "__init__", lambda self, sock, *rest: (accepted.append(sock), _init(self, sock, *rest))[1]
    )
    with connect(server) as client:
        client.sendall(get("/a"))
        read_until(client, b"hello")
        assert accepted[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0
        taken = []
        for _time in range(20):
            start = time.perf_counter()
            client.sendall(get("/a"))
            read_until(client, b"hello")
            taken.append(time.perf_counter() - start)
        # The fastest: a busy machine makes some slow, a delay makes all of them so.
        assert min(taken) < 0.02, "a delayed answer costs 40 ms each"


_init = module.Handler.__init__


def test_a_busy_connection_lets_others_have_their_turn(server):
    with connect(server) as busy, connect(server) as other:
        # Both are accepted before the work begins.
        for client in (busy, other):
            client.sendall(get("/first"))
            read_until(client, b"hello")
        server.seen.clear()
        server.at_tenth = lambda: other.sendall(get("/other"))
        busy.sendall(get("/busy") * 300)
        read_until(other, b"hello")
        assert server.seen.index("other") < 150


def test_the_log_never_shows_the_token(server, log):
    with connect(server) as client:
        client.sendall(get(f"/g/{TOKEN}/board"))
        read_until(client, b"hello")
        client.sendall(get(f"/g/{TOKEN}/broken"))
        read_until(client, b"Internal Server Error</h1>")
        client.sendall(f"GET /g/{TOKEN} HTTP/7.0\r\n\r\n".encode())
        read_all(client)
    text = log.getvalue()
    assert '"asked": "GET /g/…/board HTTP/1.1", "status": 200' in text
    assert "RuntimeError: broken" in text
    assert TOKEN not in text


def test_a_body_that_never_comes_frees_the_connection(server, monkeypatch):
    monkeypatch.setattr(module, "BODY_SECONDS", 0.2)
    with connect(server) as client:
        client.sendall(b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
        answer = read_all(client)
    assert b" 200 " not in answer
    assert server.seen == ["body"]


def test_a_body_in_time_is_read_and_the_connection_lives_on(server, monkeypatch):
    monkeypatch.setattr(module, "BODY_SECONDS", 0.2)
    with connect(server) as client:
        client.sendall(b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
        read_until(client, b"\r\n\r\nread")
        gevent.sleep(0.3)
        client.sendall(get("/later"))
        read_until(client, b"hello")
    assert server.seen == ["body", "read 3", "later"]


def test_header_lines_that_never_end_are_refused(server, monkeypatch):
    monkeypatch.setattr(module, "HEADER_SECONDS", 0.2)
    with connect(server) as client:
        client.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\n")
        assert read_all(client).startswith(b"HTTP/1.1 400 ")
    assert server.seen == []


def test_an_idle_connection_is_closed(server, monkeypatch):
    monkeypatch.setattr(module, "IDLE_SECONDS", 0.2)
    with connect(server) as client:
        assert read_all(client) == b""


def test_stopping_waits_for_nobody_who_only_listens(server, monkeypatch):
    monkeypatch.setattr(module, "STOP_SECONDS", 8)  # far more than a busy machine needs
    with connect(server) as idle, connect(server) as viewer:
        idle.sendall(get("/a"))
        read_until(idle, b"hello")
        start = time.perf_counter()
        server.stop()
        assert time.perf_counter() - start < 4
        assert read_all(idle) == b""
        assert read_all(viewer) == b""


def test_stopping_cuts_live_streams(server):
    with connect(server) as viewer:
        viewer.sendall(get("/stream"))
        read_until(viewer, b"data: x")
        start = time.perf_counter()
        server.stop()
        assert time.perf_counter() - start < 2.8


TINY = """
from gevent import monkey
monkey.patch_all()
from flask import Flask
import gevent
from scorekeeper.server import serve

app = Flask("tiny")

@app.get("/")
def index():
    return "hello"

@app.get("/stream")
def stream():
    def lines():
        while True:
            yield "data: x\\n\\n"
            gevent.sleep(0.1)
    return app.response_class(lines(), mimetype="text/event-stream")

serve(app, "127.0.0.1", 0, on_ready=lambda port: print("ready", port))
print("ended")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_real_server_within_three_seconds(number):
    with running([sys.executable, "-c", TINY]) as helper:
        port = int(helper.wait_for("ready").split()[1])
        idle, viewer = HTTPConnection("127.0.0.1", port, timeout=5), HTTPConnection("127.0.0.1", port, timeout=5)
        idle.request("GET", "/")
        assert idle.getresponse().read() == b"hello"
        viewer.request("GET", "/stream")
        assert viewer.getresponse().read(7) == b"data: x"
        start = time.perf_counter()
        helper.process.send_signal(number)
        assert helper.process.wait(timeout=3) == 0
        assert time.perf_counter() - start < 3
        helper.wait_for("ended")
        idle.close()
        viewer.close()


def test_help_lists_the_commands():
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "--help"], capture_output=True, text=True, timeout=20, check=True
    )
    assert "serve" in done.stdout
    assert "upgrade" in done.stdout


def test_a_setting_that_cannot_be_used_is_said_without_a_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "serve", "--port", "0"], capture_output=True, text=True, timeout=20
    )
    assert done.returncode == 2
    assert done.stderr.startswith("PORT: '0'")
    assert "Traceback" not in done.stderr


def test_the_lan_address_is_an_address_or_nothing():
    address = lan_address()
    assert address is None or (socket.inet_aton(address) and not address.startswith("127."))
