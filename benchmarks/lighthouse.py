"""Runs Lighthouse on the pages of the sample games; lighthouse.sh says what it needs."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from .browser import find
from .games import Site, site

VERSION = "12.2.3"
CATEGORIES = ("performance", "accessibility", "best-practices")
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --disable-dev-shm-usage"
# Name, sample game (or none) and path of each page that can be opened by its address.
PAGES = (
    ("home", None, "/"), ("new-game", None, "/new"), ("check-a-hand", None, "/hand"),
    ("enter-a-code", None, "/join"),
    ("import", None, "/import"), ("board", "measured", ""), ("board-eight", "eight", ""),
    ("round", "lively", "round?closer=3"), ("rebuy", "deciding", "rebuy"), ("history", "lively", "history"),
    ("rules", "lively", "rules"), ("rules-edit", "lively", "rules/edit"), ("table", "lively", "table"),
    ("share", "lively", "share"), ("big-screen", "lively", "tableview"), ("download", "lively", "download"),
    ("erase", "lively", "erase"), ("end", "over", ""),
)  # fmt: skip


def look(url: str, report: Path) -> dict[str, float]:
    """One run: the scores, and what costs any of them on stderr."""
    command = [
        "npx", "--yes", f"lighthouse@{VERSION}", url, "--quiet", "--output=json", f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={FLAGS}",
    ]  # fmt: skip
    environ = {**os.environ, "CHROME_PATH": find() or ""}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"Lighthouse failed:\n{done.stderr[-2000:]}")
    found = json.loads(report.read_text())
    lost = set()
    for name in CATEGORIES:
        for ref in found["categories"][name]["auditRefs"]:
            audit = found["audits"][ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < 0.9:
                lost.add(f"{ref['id']} {audit.get('displayValue', '')}".strip())
    if lost:
        print(f"    {', '.join(sorted(lost))}", file=sys.stderr)
    return {name: 100 * (found["categories"][name]["score"] or 0) for name in CATEGORIES}


def address(running: Site, game: str | None, path: str) -> str:
    """Where a page is."""
    return running.address + path if game is None else running.url(game, path)


def main() -> None:
    """The median of each page, a line for each."""
    times, names = int(os.environ.get("TIMES", "3")), sys.argv[1:]
    print(
        f"{'':16}"
        + "".join(f"{name:>16}" for name in CATEGORIES)
        + f"   Lighthouse {VERSION}, mobile, median of {times}"
    )
    with site() as running, tempfile.TemporaryDirectory() as folder:
        for name, game, path in PAGES:
            if names and name not in names:
                continue
            runs = [look(address(running, game, path), Path(folder) / "report.json") for _time in range(times)]
            print(
                f"{name:16}" + "".join(f"{statistics.median(run[one] for run in runs):16.0f}" for one in CATEGORIES),
                flush=True,
            )


if __name__ == "__main__":
    main()
