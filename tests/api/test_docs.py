"""docs/api.md is true: its examples run in order on a real server, and it lists every endpoint and every code."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from processes import ROOT, running

from scorekeeper.config import Settings
from scorekeeper.web.api.document import document, path_of
from scorekeeper.web.api.endpoints import ENDPOINTS

PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
API = ROOT / "scorekeeper/web/api"
ANY = "…"
DOCUMENTED = "http://localhost:8000"


def examples() -> Iterator[tuple[str, str]]:
    """Every command of the page, and what it shows below it."""
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            end = next(n for n, line in enumerate(lines) if not line.endswith("\\") and _is_whole(lines[: n + 1])) + 1
            yield "\n".join(lines[:end]).replace("\\\n", " "), "\n".join(lines[end:])


def _is_whole(lines: list[str]) -> bool:
    """Whether every quote is closed."""
    try:
        shlex.split("\n".join(lines))
    except ValueError:
        return False
    return True


def by_curl(words: list[str]) -> str:
    """What curl itself gets."""
    command = ["curl", "--silent", "--show-error", "--max-time", "10", *words]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def by_hand(words: list[str]) -> str:
    """What curl would get with these arguments, for machines without it."""
    method, headers, data, address = "", {}, None, ""
    rest = iter(words)
    for word in rest:
        if word == "-X":
            method = next(rest)
        elif word == "-H":
            name, _, value = next(rest).partition(": ")
            headers[name] = value
        elif word == "--json":
            data, headers["Content-Type"] = next(rest), "application/json"
        else:
            assert not word.startswith("-"), f"this test does not know curl's {word}"
            address = word
    method = method or ("GET" if data is None else "POST")
    request = Request(address, data.encode() if data else None, headers, method=method)
    try:
        with urlopen(request, timeout=10) as answer:
            return str(answer.read().decode())
    except HTTPError as refused:
        return refused.read().decode()


def has_curl() -> bool:
    """Whether there is a curl that knows `--json`."""
    try:
        return subprocess.run(["curl", "--json", "{}", "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def fits(shown: Any, found: Any) -> bool:
    """Whether an answer is as it is shown: an ellipsis stands for any text, or for fields left out."""
    if shown == ANY:
        return found not in ("", None)
    if isinstance(shown, dict) and isinstance(found, dict):
        complete = ANY in shown or set(shown) == set(found)
        return complete and all(name == ANY or (name in found and fits(shown[name], found[name])) for name in shown)
    if isinstance(shown, list) and isinstance(found, list):
        return len(shown) == len(found) and all(map(fits, shown, found))
    return bool(shown == found)


def test_fits_notices_what_is_different() -> None:
    """This test's own eyes: only what is marked may differ or be missing."""
    assert fits({"a": ANY, ANY: ANY}, {"a": 1, "b": 2})
    assert not fits({"a": ANY}, {"a": 1, "b": 2})
    assert not fits({"a": 1, ANY: ANY}, {"b": 2})
    assert not fits([1], [1, 2])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, upgraded_folder: Path) -> Iterator[str]:
    """The address of a real server with an empty database."""
    folder = tmp_path_factory.mktemp("examples") / "instance"
    shutil.copytree(upgraded_folder, folder)
    database = Settings.from_environment({}, folder).database_url
    command = [sys.executable, "tests/serve_for_tests.py", str(folder), database]
    with running(command, environ={"PYTHONPATH": str(ROOT)}) as helper:
        yield f"http://127.0.0.1:{helper.wait_for('port ', seconds=60).split()[1]}"


@pytest.mark.parametrize("send", [by_curl, by_hand])
def test_the_examples_run(server: str, send: Callable[[list[str]], str]) -> None:
    """Each command answers what stands below it; the secrets are those of the game that the first one starts."""
    if send is by_curl and not has_curl():
        pytest.skip("no curl that knows --json")
    known: dict[str, str] = {}
    links: dict[str, Any] = {}
    ran = 0
    for command, shown in examples():
        assignment = re.fullmatch(r"([A-Z]+)=(\S+)", command)
        if assignment:
            name, value = assignment.groups()
            known[name] = links[name.lower()]["secret"] if value == ANY else value.replace(DOCUMENTED, server)
        elif not command.startswith("alias "):
            text = command.replace("$(uuidgen)", str(uuid.uuid4()))
            text = re.sub(r"\$([A-Z]+)", lambda found: known[found[1]], text)
            program, *words = shlex.split(text)
            assert program == "curl"
            found = json.loads(send(words))
            assert fits(json.loads(shown), found), f"{command}\n{json.dumps(found, ensure_ascii=False, indent=2)}"
            links = links or {role: found[role] for role in ("score", "view") if role in found}
            ran += 1
    assert ran >= 12


def test_the_table_of_endpoints_is_complete() -> None:
    """Every endpoint has its row with method, address, access and summary, in the order of the document."""
    rows = re.findall(r"^\| ([A-Z]+) \| `([^`]+)` \| (\w+) \| (.+) \|$", PAGE, re.MULTILINE)
    assert rows == [(found.method, path_of(found), found.access, found.summary) for found in ENDPOINTS]


def test_every_code_of_the_api_is_listed() -> None:
    """The table of errors has each code that the API itself gives, with its status, and no other."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in API.glob("*.py"))
    given = re.findall(r'(?:Refused|problem)\(\s*(\d{3}), "(\w+)"', source)
    section = PAGE.partition("## Errors")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d{3})[\d, ]* \| (.+?) \|", section, re.MULTILINE)
    listed = {(status, code) for status, cell in rows for code in re.findall(r"`(\w+)`", cell)}
    assert len(given) > 10
    assert {pair for pair in given if pair not in listed} == set()
    http = {"forged", "bad_request", "forbidden", "not_found", "method_not_allowed", "request_entity_too_large",
            "unsupported_media_type", "too_many_requests", "service_unavailable", "unreadable_body"}  # fmt: skip
    assert {code for _, code in listed} - {code for _, code in given} <= http


def test_every_status_of_the_document_is_listed() -> None:
    """Whatever an endpoint may refuse with stands in the table of errors."""
    section = PAGE.partition("## Errors")[2].partition("\n## ")[0]
    listed = set(re.findall(r"\b[45]\d\d\b", " ".join(re.findall(r"^\| (\d[\d, ]*) \|", section, re.MULTILINE))))
    used = {
        status
        for path in document()["paths"].values()
        for operation in path.values()
        for status in operation["responses"]
        if status >= "400"
    }
    assert used <= listed
