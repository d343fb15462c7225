"""Power loss, as far as it can be simulated: every acknowledged write has waited for the disk.

The calls of the running server to fsync and fdatasync are counted from outside, by strace.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import time

import pytest
from databases import address_for
from scorers import Book, Phone, server

STRACE = shutil.which("strace")


@contextlib.contextmanager
def counting(pid: int, file):
    """Count the syncs of this process and all its threads while the block runs."""
    command = [STRACE, "-f", "-q", "-e", "trace=fsync,fdatasync", "-o", str(file), "-p", str(pid)]
    tracer = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    time.sleep(1)
    if tracer.poll() is not None:
        assert tracer.stderr is not None
        pytest.skip(f"strace may not trace here: {tracer.stderr.read().strip()}")
    try:
        yield
    finally:
        time.sleep(0.5)
        os.kill(tracer.pid, signal.SIGINT)
        tracer.wait(timeout=10)


@pytest.mark.skipif(STRACE is None, reason="needs strace")
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_every_acknowledged_round_was_synced(request, tmp_path, database, capsys):
    """Booking rounds one after another calls the disk at least once for each; looking at pages never does."""
    folder, log = tmp_path / "instance", tmp_path / "syncs"
    address = address_for(request, folder)
    with server(folder, address) as (port, pid):
        phone = Phone(lambda: port, Book(), 1)
        token = phone.start()
        assert phone.insist("GET", f"/g/{token}/")[0] == 200
        with counting(pid, log):
            for _ in range(20):
                assert phone.insist("GET", f"/g/{token}/")[0] == 200
        looked = len(re.findall(r"f(?:data)?sync\(\d+", log.read_text()))
        with counting(pid, log):
            for _ in range(20):
                assert phone.book_round(token)
        booked = len(re.findall(r"f(?:data)?sync\(\d+", log.read_text()))
    assert looked == 0
    assert booked >= 20
    with capsys.disabled():
        print(f"\nsyncs: {booked} for 20 acknowledged rounds, {looked} for 20 looks at the board")
