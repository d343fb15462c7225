"""A backup a day, made by a process of its own: it never holds up a request, and if it fails, the server goes on."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

FOLDER = "backups"
# After a start people want their pages first; afterwards it is looked at every now and then, by the calendar's day.
FIRST_SECONDS, EVERY_SECONDS = 60, 900
_LONGEST_SECONDS = 3600
_NAME = re.compile(r"scorekeeper-\d{4}-\d\d-\d\d\.(sqlite|jsonl)")


def keep_up(instance: Path, is_file: bool, kept: int, sleep: Callable[[float], object]) -> None:
    """Make the backup of every day, for ever. `is_file`: whether the database is a SQLite file; `sleep`: how
    to wait without holding anybody up."""
    sleep(FIRST_SECONDS)
    while True:
        try:
            make(instance / FOLDER, "sqlite" if is_file else "jsonl", kept)
        except Exception as error:  # whatever it is: tomorrow is another day, and the evening goes on
            print(f"The daily backup failed: {error}", file=sys.stderr, flush=True)
        sleep(EVERY_SECONDS)


def make(folder: Path, ending: str, kept: int, today: date | None = None) -> Path | None:
    """Make the backup of today if there is none yet, and remove those beyond the number kept.

    Errors: OSError and subprocess.SubprocessError; then no old backup was removed.
    """
    path = folder / f"scorekeeper-{today or date.today()}.{ending}"
    if path.exists():
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    command = [sys.executable, "-m", "scorekeeper", "backup", str(path)]
    # Whatever this process was started from, the other one must find the same package.
    places = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        command,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_LONGEST_SECONDS,
        check=False,
    )
    if done.returncode != 0:
        raise OSError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"status {done.returncode}")
    remove_old(folder, kept)
    return path


def remove_old(folder: Path, kept: int) -> None:
    """Remove all but the newest daily backups; other files stay."""
    days = sorted((path for path in folder.iterdir() if _NAME.fullmatch(path.name)), key=lambda path: path.name)
    for path in days[:-kept]:
        path.unlink(missing_ok=True)
