"""Helper processes for tests: bounded in time, and ended by their own process id."""

import contextlib
import os
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Helper:
    """A running process whose output is collected line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.lines: list[str] = []
        self._changed = threading.Condition()
        self._ended = False
        threading.Thread(target=self._collect, daemon=True).start()

    def _collect(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    @property
    def output(self) -> str:
        """What the process has printed so far."""
        return "\n".join(self.lines)

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """The first line with the text in it. Errors: AssertionError when none comes in time."""

        def found() -> str | None:
            return next((line for line in self.lines if text in line), None)

        with self._changed:
            self._changed.wait_for(lambda: found() is not None or self._ended, timeout=seconds)
            line = found()
        assert line is not None, f"no {text!r} in:\n{self.output}"
        return line


@contextlib.contextmanager
def running(
    arguments: Sequence[str], *, cwd: Path = ROOT, environ: Mapping[str, str] | None = None
) -> Iterator[Helper]:
    """A process for the time of the block; afterwards it is ended, gently first."""
    process = subprocess.Popen(
        arguments,
        cwd=cwd,
        env={**os.environ, "PYTHONUNBUFFERED": "1", **(environ or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    try:
        yield Helper(process)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(timeout=5)


def free_port() -> int:
    """A port of 127.0.0.1 that was free a moment ago."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])
