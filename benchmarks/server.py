"""A connection to a server and what that server uses, with as little work around it as possible. Linux only."""

import json
import os
import re
import socket
from pathlib import Path
from urllib.parse import urlsplit


class Connection:
    """One connection that is kept open, and as little work around it as possible."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host = parts.netloc
        self.socket = socket.create_connection((parts.hostname or "", parts.port or 80))

    def get(self, path: str, **headers: str) -> bytes:
        """Head and body of an answer."""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {self.host}",
            *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items()),
        ]
        return self.send(("\r\n".join(lines) + "\r\n\r\n").encode())

    def send(self, request: bytes) -> bytes:
        """Send a request as it is, and wait for the answer."""
        self.socket.sendall(request)
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self._more()
        head, _gap, _body = answer.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: (\d+)", head)
        whole = len(head) + 4 + (int(length[1]) if length and b" 304 " not in head else 0)
        while len(answer) < whole:
            answer += self._more()
        return answer

    def _more(self) -> bytes:
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("the server hung up")
        return received


def cpu_seconds(process: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(process: int) -> float:
    """The memory that a process holds."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def round_request(host: str, secret: str, version: int) -> bytes:
    """The request that books the next round of two in a game that is at this version."""
    # A point or two a round: hundreds of rounds do not reach a limit of 500.
    entries = [{"seat": 1, "points": 0}, {"seat": 2, "points": version % 2 + 1}]
    body = json.dumps({"closer": 1, "entries": entries})
    lines = (
        "POST /api/v1/game/rounds HTTP/1.1", f"Host: {host}", f"Authorization: Bearer {secret}",
        f'If-Match: "{version}"', f"Idempotency-Key: round-of-a-benchmark-{version:06}",
        "Content-Type: application/json", f"Content-Length: {len(body)}",
    )  # fmt: skip
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()
