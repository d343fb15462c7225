"""The backup that a server makes every day: beside the games, and without disturbing them."""

import subprocess
import sys
import time
import urllib.request
from datetime import date, timedelta

import pytest
from instances import start
from processes import free_port, running

from scorekeeper import daily
from scorekeeper.cli import main
from scorekeeper.config import Settings


def test_the_daily_backup(instance, tmp_path):
    """One a day, the newest fourteen are kept, and other files are nobody's business."""
    start()
    folder = instance / "backups"
    folder.mkdir()
    (folder / "mine.sqlite").touch()
    for day in range(1, 21):
        (folder / f"scorekeeper-{date(2030, 1, 1) - timedelta(days=day)}.sqlite").touch()
    made = daily.make(folder, "sqlite", 14, date(2030, 1, 1))
    assert made is not None
    assert made.stat().st_mode & 0o077 == 0
    assert daily.make(folder, "sqlite", 14, date(2030, 1, 1)) is None
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) == 15
    assert names[0] == "mine.sqlite"
    assert names[1] == "scorekeeper-2029-12-19.sqlite"
    assert main(["restore", str(made)]) == 0


def test_a_failed_daily_backup_removes_nothing(instance, tmp_path, monkeypatch):
    """Old backups stay when there is no new one, and the server is told why."""
    folder = instance / "backups"
    folder.mkdir()
    for day in range(1, 6):
        (folder / f"scorekeeper-2029-12-{day:02}.sqlite").touch()
    monkeypatch.setenv("PORT", "nonsense")
    with pytest.raises(OSError, match="PORT"):
        daily.make(folder, "sqlite", 2, date(2030, 1, 1))
    assert len(list(folder.iterdir())) == 5


def test_the_daily_backup_goes_on_after_a_failure(tmp_path, capsys, monkeypatch):
    """Whatever happens, it is tried again, and nothing is raised."""
    waited: list[float] = []

    class Enough(Exception):
        pass

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 4:
            raise Enough

    def fail(*_args: object, **_more: object) -> None:
        raise subprocess.TimeoutExpired("backup", 1)

    monkeypatch.setattr(subprocess, "run", fail)
    with pytest.raises(Enough):
        daily.keep_up(tmp_path, True, 14, sleep)
    assert waited == [daily.FIRST_SECONDS, *[daily.EVERY_SECONDS] * 3]
    assert capsys.readouterr().err.count("The daily backup failed") == 3


def test_serving_goes_on_while_a_backup_is_made(tmp_path):
    """The server makes its backup soon after the start, answers meanwhile, and outlives a backup that fails."""
    quick = "from scorekeeper import daily; daily.FIRST_SECONDS, daily.EVERY_SECONDS = 0.1, 0.5; "
    command = [sys.executable, "-c", quick + "from scorekeeper.cli import main; main(['serve'])"]
    port, folder = free_port(), tmp_path / "instance" / "backups"
    environ = {"SCOREKEEPER_INSTANCE": str(folder.parent), "SCOREKEEPER_HOST": "127.0.0.1", "PORT": str(port)}
    folder.parent.mkdir()
    folder.write_text("in the way", encoding="utf-8")
    with running(command, environ=environ | {"DATABASE_URL": "", "SECRET_KEY": ""}) as helper:
        helper.wait_for("On this machine", seconds=60)
        helper.wait_for("The daily backup failed", seconds=60)
        folder.unlink()
        until, answers = time.monotonic() + 60, 0
        while not list(folder.glob("scorekeeper-*.sqlite")) and time.monotonic() < until:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/new", timeout=20) as answer:
                assert answer.status == 200
            answers += 1
        assert list(folder.glob("scorekeeper-*.sqlite"))
        assert answers > 2


def test_an_option_overrides_a_variable_that_cannot_be_used(tmp_path):
    """The server starts, and its daily backup is made."""
    code = "from scorekeeper import cli, daily; daily.FIRST_SECONDS = 0.1; cli.main()"
    command = [sys.executable, "-c", code, "serve", "--host", "127.0.0.1", "--port", str(free_port())]
    environ = {"SCOREKEEPER_INSTANCE": str(tmp_path), "PORT": "abc", "DATABASE_URL": "", "SECRET_KEY": ""}
    with running(command, environ=environ) as helper:
        helper.wait_for("On this machine", seconds=60)
        until = time.monotonic() + 60
        while not list(tmp_path.glob("backups/scorekeeper-*.sqlite")) and time.monotonic() < until:
            assert "The daily backup failed" not in helper.output
            time.sleep(0.1)
        assert list(tmp_path.glob("backups/scorekeeper-*.sqlite"))


def test_backups_are_a_setting(tmp_path):
    """Fourteen are kept unless something else is said; none at all with 0."""
    assert Settings.from_environment({}, tmp_path).backups_kept == 14
    assert Settings.from_environment({"BACKUPS_KEPT": "0"}, tmp_path).backups_kept == 0
