"""Who may know whom in the house: the imports of every module, read from its source."""

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "scorekeeper"
LONGEST = 300
LAYERS = ("engine", "store", "service", "web", "cli", "handcheck", "upkeep", "daily", "config", "server")

# What each layer may import of this package, besides itself.
ALLOWED = {
    "engine": set(),
    "store": {"engine"},
    "service": {"engine", "store"},
    "web": {"engine", "service", "config"},
    "cli": {"engine", "service", "config"},
    "handcheck": {"engine", "service"},
    "upkeep": {"service", "config"},
    "daily": set(),
    "config": set(),
    "server": set(),
}
# The command line starts the server, asks the package for its app, and says errors in the sentences of the pages.
EXCEPTIONS = {
    "cli": {f"scorekeeper{module}" for module in ("", ".server", ".handcheck", ".upkeep", ".daily")},
    "handcheck": {"scorekeeper.web.texts.errors"},
    "upkeep": {"scorekeeper"},
}
# Flask's names that below the web are harmless: the app itself, and what binds a database to it.
FLASK_BELOW_WEB = {"Flask", "current_app"}


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name; migrations are Alembic's."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if "migrations" not in path.parts:
            parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def layer_of(name: str) -> str:
    """The layer a module belongs to: the first part below the package, or the package itself."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 else parts[0]


@cache
def imports(name: str) -> tuple[tuple[str, str, bool], ...]:
    """What a module imports: (module, name in it or "", whether at its top level and so at import time)."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    is_package = MODULES[name].name == "__init__.py"
    found = []
    top = {id(node) for node in _at_import_time(tree.body)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, "", id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = name.split(".")
                anchor = parts[: len(parts) - node.level + is_package]
                base = ".".join([*anchor, *([node.module] if node.module else [])])
            found += [(base, alias.name, id(node) in top) for alias in node.names]
    return tuple(found)


def _at_import_time(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements that run on import: not those in functions, nor under `if TYPE_CHECKING`."""
    found: list[ast.stmt] = []
    for node in body:
        found.append(node)
        if isinstance(node, ast.If) and not ast.unparse(node.test).endswith("TYPE_CHECKING"):
            found += _at_import_time(node.body + node.orelse)
        elif isinstance(node, ast.Try):
            found += _at_import_time(node.body + node.orelse + node.finalbody)
        elif isinstance(node, ast.With | ast.ClassDef):
            found += _at_import_time(node.body)
    return found


def target(module: str, name: str) -> str | None:
    """The module of this package that is meant, or None for one from elsewhere."""
    if module.split(".")[0] != PACKAGE.name:
        return None
    return f"{module}.{name}" if f"{module}.{name}" in MODULES else module


def test_every_import_is_found():
    """This test's own eyes: relative imports, and modules imported as names, are seen as what they are."""
    assert ("scorekeeper.engine.errors", "RuleViolation", True) in imports("scorekeeper.engine.table")
    assert target("scorekeeper.engine", "events") == "scorekeeper.engine.events"
    assert target("scorekeeper.engine.events", "Event") == "scorekeeper.engine.events"
    assert target("flask", "Flask") is None
    assert {layer_of(name) for name in MODULES} >= set(LAYERS)


@pytest.mark.parametrize("name", [name for name in MODULES if layer_of(name) in LAYERS])
def test_layers(name):
    """No layer knows one above it, the web and the command line never know the store."""
    layer = layer_of(name)
    known = {(found, layer_of(found)) for module, what, _ in imports(name) if (found := target(module, what))}
    wrong = {found for found, other in known if other not in {*ALLOWED[layer], layer}}
    wrong -= EXCEPTIONS.get(layer, set())
    assert wrong == set()


@pytest.mark.parametrize("name", [name for name in MODULES if layer_of(name) == "engine"])
def test_the_engine_needs_the_standard_library_only(name):
    """No clock, no randomness, no input or output either: the rules are pure."""
    outside = {module.split(".")[0] for module, what, _ in imports(name) if target(module, what) is None}
    assert outside <= set(sys.stdlib_module_names)
    assert outside.isdisjoint({"time", "datetime", "random", "secrets", "os", "io", "pathlib", "sqlite3", "socket"})


@pytest.mark.parametrize("name", [name for name in MODULES if layer_of(name) not in ("engine", "web", PACKAGE.name)])
def test_only_the_web_knows_requests(name):
    """Below the web there is an app at most, never a request, a session, a form or a language."""
    for module, what, _ in imports(name):
        top = module.split(".")[0]
        assert top not in {"flask_wtf", "wtforms", "flask_babel", "babel", "jinja2", "flask_limiter"}
        if top == "flask":
            assert what in FLASK_BELOW_WEB, f"{name} imports {what} from flask"


def test_sqlalchemy_stays_in_the_store():
    """Nobody else talks to the database itself."""
    users = {
        layer_of(name)
        for name in MODULES
        for module, *_ in imports(name)
        if module.split(".")[0] in ("sqlalchemy", "flask_sqlalchemy", "flask_migrate", "alembic")
    }
    assert users == {"store"}


def test_no_circles():
    """Modules import each other in one direction only."""
    edges = {
        name: {found for module, what, at_top in imports(name) if at_top and (found := target(module, what))} - {name}
        for name in MODULES
    }
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        assert name not in path, " -> ".join((*path[path.index(name) :], name))
        if name not in done:
            for other in sorted(edges[name]):
                visit(other, (*path, name))
            done.add(name)

    for name in MODULES:
        visit(name, ())


@pytest.mark.parametrize("name", MODULES)
def test_no_file_is_too_long(name):
    """A file that needs more lines is two files."""
    assert len(MODULES[name].read_text(encoding="utf-8").splitlines()) <= LONGEST
