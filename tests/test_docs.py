"""The documentation is complete and true: examples run, and no parameter, event, setting or code is missing."""

import ast
import doctest
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from scorekeeper import engine
from scorekeeper.cli import main
from scorekeeper.engine.claims import CLAIM_PROBLEMS
from scorekeeper.engine.closing import CLOSE_PROBLEMS
from scorekeeper.engine.events import Event
from scorekeeper.engine.readings import MELD_PROBLEMS
from scorekeeper.engine.rules import PRESETS, RANGES, Rules
from scorekeeper.web.texts.errors import SENTENCES
from scorekeeper.web.texts.parameters import SPANISH_TERMS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.glob("*.md"), *ROOT.glob("*.md")])
RAISING = {"RuleViolation", "Malformed", "_because", "_none_of"}
FIXED_COLUMNS = 4

Rows = dict[str, list[str]]


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def rows(text: str) -> Rows:
    """The table rows whose first cell is one name in code signs: the name, and the cells after it."""
    lines = [line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line] for line in lines]
    return {first.strip("`"): rest for first, *rest in cells if re.fullmatch(r"`\w+`", first)}


def header(text: str, first: str) -> list[str]:
    """The titles of the table whose first column is called so."""
    line = next(line for line in text.splitlines() if line.startswith(f"| {first} |"))
    return [cell.strip() for cell in line.strip("|").split("|")]


# Rules


def in_words(value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def test_every_parameter_is_listed_and_no_other():
    """The table of parameters has one row for each of them, in the order of the code."""
    assert list(rows(page("rules.md"))) == list(RANGES)


@pytest.mark.parametrize("name", RANGES)
def test_a_parameter_has_its_term_range_default_and_values(name):
    """A row says what the code says; an empty cell stands for the default."""
    columns = header(page("rules.md"), "parameter")
    assert columns[FIXED_COLUMNS:] == list(PRESETS)
    spanish, allowed, default, *values = rows(page("rules.md"))[name]
    assert spanish == SPANISH_TERMS[name]
    assert allowed == str(RANGES[name])
    assert default == in_words(getattr(Rules(), name))
    shown = [value or default for value in values]
    assert shown == [in_words(getattr(rules, name)) for rules in PRESETS.values()]


def test_every_parameter_is_explained():
    """Below the table a sentence says what each parameter decides."""
    explained = set(re.findall(r"`(\w+)`", page("rules.md").partition("What they decide:")[2]))
    assert set(RANGES) <= explained


def test_the_readings_keep_their_numbers():
    """The code refers to the readings by number: there are 18, in order."""
    readings = page("rules.md").partition("## Readings")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. ", readings, re.MULTILINE) == [str(number) for number in range(1, 19)]


# Engine


def test_the_examples_of_the_engine_run():
    """Every example of the engine's page gives what it says."""
    result = doctest.testfile(str(DOCS / "engine.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 50
    assert result.failed == 0


@pytest.mark.parametrize("name", engine.__all__)
def test_a_public_name_of_the_engine_is_described(name):
    """Whatever the engine exports stands on its page."""
    assert re.search(rf"`{name}\b", page("engine.md"))


def raised() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every code that engine or service raise by its literal name, with the names of its facts."""
    for folder in ("engine", "service"):
        for path in (ROOT / "scorekeeper" / folder).glob("*.py"):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in RAISING:
                    facts = tuple(sorted(keyword.arg for keyword in call.keywords if keyword.arg))
                    for code in literals(call.args[0]):
                        yield code, facts


def literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_code_is_listed_and_no_other():
    """The tables of codes hold what is raised, what is in a verdict, and what the web has a sentence for."""
    known = {code for code, _ in raised()} | {*MELD_PROBLEMS, *CLAIM_PROBLEMS, *CLOSE_PROBLEMS} | set(SENTENCES)
    assert len(known) > 50
    assert set(rows(page("engine.md"))) == known


@pytest.mark.parametrize(("code", "facts"), sorted(set(raised())), ids=str)
def test_a_code_has_its_facts(code, facts):
    """The row of a code names every fact that is given where it is raised."""
    _family, listed, _meaning = rows(page("engine.md"))[code]
    assert set(facts) <= set(re.findall(r"\w+", listed))


# Architecture and hosting


def test_every_event_is_described_and_no_other():
    """The table of the ledger has one row for each kind of event, in the order of the code."""
    ledger = page("architecture.md").partition("## The ledger")[2].partition("\n## ")[0]
    assert list(rows(ledger)) == [event.__name__ for event in get_args(Event)]


def test_every_setting_is_described_and_no_other():
    """The table of settings holds every variable that the code reads, numbers with their default and range."""
    source = (ROOT / "scorekeeper" / "config.py").read_text(encoding="utf-8")
    read = set(re.findall(r'given(?:\.get\(|, )"([A-Z_]+)"', source))
    settings = rows(page("hosting.md").partition("## Settings")[2].partition("\n## ")[0])
    assert len(read) > 5
    assert set(settings) == read
    for name, default, low, high in re.findall(r'"([A-Z_]+)", default=(\d+), low=(\d+), high=(\d+)', source):
        assert settings[name][:2] == [f"`{default}`", f"{low} to {high}"]


# All pages


def test_the_command_line_example_is_true(capsys):
    """The example in the README prints what it says, and the hand may close."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    command, _, output = readme.partition("```console\n$ ")[2].partition("```")[0].partition("\n")
    assert main(shlex.split(command.partition("scorekeeper ")[2])) == 0
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path):
    """A link to another page of the project leads to a file that exists, and to a heading that is there."""
    text = path.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if not link.startswith("https://"):
            name, _, anchor = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            assert target.exists(), link
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


def anchors(text: str) -> set[str]:
    """What the headings of a page can be linked by."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_make_targets_exist(path):
    """A page names no `make` target that the Makefile has not."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = re.findall(r"(?:`|^)make ([a-z]+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) <= targets
