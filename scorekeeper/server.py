"""The web server: gevent's with prompt packets, fairness, time limits, a quick end and a discreet log."""

import json
import re
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, TextIO

import gevent
from gevent import pywsgi
from gevent.event import Event
from gevent.pool import Pool

# A connection may lie idle this long between two requests, or before its first.
IDLE_SECONDS = 60
# The header lines, and then the body, must be here within this time.
HEADER_SECONDS = 15
BODY_SECONDS = 30
# A phone that takes nothing for this long is gone.
SEND_SECONDS = 60
# What a phone has not even acknowledged for so long never will be. A live stream writes every quarter of a minute, so
# one that is gone without a word is noticed within the minute.
VANISHED_SECONDS = 20
# Answers in progress get this long at the end; live streams never finish by themselves and are cut then.
STOP_SECONDS = 1.0
MAX_CONNECTIONS = 10_000

# The part of the path after these opens a game: whoever reads it in a log could write in that game. And whatever
# looks like a link's secret is one, wherever it stands.
_SECRET = re.compile(
    r"(/(?:g|forget|join)/|[?&;](?:code|token)=)[^/?#&\s\"']+"
    r"|(%2F(?:g|forget|join)%2F)[^/?#&%\s\"']+"
    r"|(?<![a-z0-9])[sv][a-z2-7]{32}(?![a-z0-9])",
    re.IGNORECASE,
)

WsgiApp = Callable[..., Iterable[bytes]]


def redact(path: str) -> str:
    """The path (or any text with paths in it) with every secret in it replaced by an ellipsis."""
    return _SECRET.sub(lambda match: (match[1] or match[2] or "") + "…", path)


class RedactingLog:
    """A text stream that writes to another one and leaves the tokens out."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write the text, redacted."""
        self._stream.write(redact(text))

    def writelines(self, lines: Iterable[str]) -> None:
        """Write every line, redacted."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Flush the stream behind."""
        self._stream.flush()


class Handler(pywsgi.WSGIHandler):  # type: ignore[misc]
    """One connection."""

    # "timed out" is what an answer to a vanished phone ends with; that needs no traceback.
    ignored_socket_errors = (*pywsgi.WSGIHandler.ignored_socket_errors, "timed out")

    def get_environ(self) -> dict[str, Any]:
        """What the application gets to know of a request, with a number by which the log's lines belong together."""
        return {**super().get_environ(), "REQUEST_ID": secrets.token_hex(6)}

    def format_request(self) -> str:
        """The log's line about a request, as JSON. Behind a proxy the caller is the one whom the proxy names."""
        known = self.environ or {}
        line = {
            "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "request": known.get("REQUEST_ID"),
            "from": known.get("REMOTE_ADDR"),
            "asked": redact(self.requestline or ""),
            "status": int((self._orig_status or self.status or "0").split()[0]),
            "bytes": self.response_length,
            "ms": round((self.time_finish - self.time_start) * 1000) if self.time_finish else None,
        }
        return json.dumps(line, ensure_ascii=False)

    def read_requestline(self) -> str:
        """The first line of the next request, or nothing when the connection should be closed."""
        if self.server.stopping:
            return ""
        waiting = self.server.waiting
        waiting.add(self.socket)
        try:
            with gevent.Timeout(IDLE_SECONDS, False):
                return str(super().read_requestline())
        finally:
            waiting.discard(self.socket)
        return ""

    def read_request(self, raw_requestline: str) -> bool:
        """Read the header lines. Errors: ValueError (answered with 400) when they take too long."""
        with gevent.Timeout(HEADER_SECONDS, ValueError("the header lines took too long")):
            return bool(super().read_request(raw_requestline))

    def handle_one_response(self) -> None:
        """Answer one request."""
        # Without it, a connection that always has its next request ready keeps the others from their turn.
        gevent.sleep(0)
        has_body = bool(self.content_length) or self.wsgi_input.chunked_input
        # Ending the reading side lets the application see an early end of the body. An exception from a timer
        # would hit it anywhere, even while it writes to the database.
        timer = gevent.spawn_later(BODY_SECONDS, _stop_reading, self.socket) if has_body else None
        try:
            super().handle_one_response()
        finally:
            if timer is not None:
                timer.kill(block=False)
        if self.server.stopping:
            self.close_connection = True


class Server(pywsgi.WSGIServer):  # type: ignore[misc]
    """The listening socket and all its connections."""

    handler_class = Handler

    def __init__(self, listener: tuple[str, int], application: WsgiApp, stream: TextIO | None = None) -> None:
        log = RedactingLog(stream or sys.stderr)
        super().__init__(
            listener,
            application,
            spawn=Pool(MAX_CONNECTIONS),
            log=log,
            error_log=log,
            # Otherwise gevent asks the name server for its own name, which may take long without a network.
            environ={"SERVER_NAME": listener[0]},
        )
        self.stopping = False
        self.waiting: set[Any] = set()

    def handle(self, sock: Any, address: Any) -> None:
        """Serve one accepted connection until it ends."""
        # pywsgi sends headers and body separately; with Nagle's algorithm the body then waits for the phone's
        # delayed acknowledgement, some 40 ms an answer.
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(VANISHED_SECONDS * 1000))
        sock.settimeout(SEND_SECONDS)
        super().handle(sock, address)

    def stop(self, timeout: float | None = None) -> None:
        """Take no more connections, let answers in progress finish, and cut what is left after the time."""
        self.stopping = True
        for sock in list(self.waiting):
            _stop_reading(sock)
        super().stop(timeout=STOP_SECONDS if timeout is None else timeout)


def _stop_reading(sock: Any) -> None:
    try:
        sock.shutdown(socket.SHUT_RD)
    except OSError:
        # The other side was faster.
        return


def serve(app: WsgiApp, host: str, port: int, on_ready: Callable[[int], None] | None = None) -> None:
    """Serve the application until SIGTERM or SIGINT, then end within three seconds.

    In: a WSGI application, where to listen, and what to call with the port once connections are taken.
    Errors: OSError when the address cannot be used.
    """
    server = Server((host, port), app)
    stopped = Event()
    handlers = [gevent.signal_handler(number, stopped.set) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        server.start()
        if on_ready is not None:
            on_ready(server.server_port)
        stopped.wait()
    finally:
        server.stop()
        for handler in handlers:
            handler.cancel()


def lan_address() -> str | None:
    """This machine's address in the local network, or None. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            # Connecting a datagram socket only looks up the route. The address is reserved for documentation.
            sock.connect(("192.0.2.1", 9))
            address = str(sock.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address
