"""The wheel, installed somewhere else, serves the whole application from an empty folder."""

import re
import signal
import subprocess
import sys
import sysconfig
import urllib.request
import zipfile
from pathlib import Path

import pytest
from processes import ROOT, free_port, running


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = out.glob("scorekeeper-*.whl")
    return made


def test_the_wheel_holds_what_running_needs_and_no_data(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    kept = {str(path.relative_to(ROOT)) for folder in ("templates", "static") for path in files(ROOT / folder)}
    assert kept, "there are templates and static files"
    assert {f"scorekeeper/{name}" for name in kept} <= names
    assert {str(path.relative_to(ROOT)) for path in files(ROOT / "scorekeeper", "*.py")} <= names
    assert {str(path.relative_to(ROOT)) for path in files(ROOT / "scorekeeper", "*.mo")} <= names
    inside = [name for name in names if not name.startswith("scorekeeper-")]
    assert all(name.startswith("scorekeeper/") for name in inside)
    assert not [name for name in inside if re.search(r"sqlite|secret_key|instance/|(^|/)tests/", name)]


def test_the_installed_wheel_serves(wheel, tmp_path):
    python = install(wheel, tmp_path / "venv")
    folder = tmp_path / "empty"
    folder.mkdir()
    port = free_port()
    command = [str(python.parent / "scorekeeper"), "serve", "--host", "127.0.0.1", "--port", str(port)]
    # What is given with the command counts, whatever the environment says.
    clean = {"SCOREKEEPER_INSTANCE": "", "DATABASE_URL": "", "SECRET_KEY": "", "PYTHONPATH": "", "PORT": "nonsense"}
    with running(command, cwd=folder, environ=clean) as helper:
        helper.wait_for("On this machine:", seconds=30)
        base = f"http://127.0.0.1:{port}"
        page = fetch(base + "/")
        assert "<html" in page
        static = re.search(r'(?:href|src)="(/static/[^"]+)"', page)
        assert static is not None, page
        assert fetch(base + static[1])
        assert (folder / "instance" / "chinchon.sqlite").is_file()
        assert ROOT.as_posix() not in helper.output
        helper.process.send_signal(signal.SIGTERM)
        assert helper.process.wait(timeout=5) == 0


def files(folder: Path, pattern: str = "*") -> list[Path]:
    """The files under the folder that git would keep, as far as a name tells."""
    return [
        path
        for path in folder.rglob(pattern)
        if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith(".")
    ]


def install(wheel: Path, venv: Path) -> Path:
    """A fresh environment with the wheel in it; the libraries it needs are borrowed from this environment."""
    run(sys.executable, "-m", "venv", "--without-pip", str(venv))
    python = venv / "bin" / "python"
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
        str(wheel),
    )
    (target,) = (venv / "lib").glob("python*/site-packages")
    (target / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    found = run(str(python), "-c", "import scorekeeper; print(scorekeeper.__file__)", cwd=venv)
    assert Path(found.strip()).is_relative_to(venv.resolve()), "the wheel itself is tested, not the checkout"
    return python


def run(*arguments: str, cwd: Path | None = None) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        assert answer.status == 200
        return answer.read().decode()
