"""The catalogues are complete and fresh, no template or script speaks by itself, and a Spanish page speaks Spanish."""

import html
import io
import re
import shlex
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import count
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from databases import close
from flask import Flask
from flask.testing import FlaskClient
from games import Opened
from jinja2 import Environment
from ledgers import scored, terms

import scorekeeper
from scorekeeper import service
from scorekeeper.config import Settings
from scorekeeper.engine import events as ev
from scorekeeper.web.texts.facts import points_text

ROOT = Path(__file__).parents[1]
SPANISH = ROOT / "scorekeeper/translations/es/LC_MESSAGES/messages.po"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))

PLACEHOLDER = re.compile(r"%\(\w+\)s")
WORD = re.compile(r"[^\W\d_]{2,}")
# What stands in templates as it is, in every language: the game, file formats, the joker's index.
AS_IT_IS = {"Chinchón", "JSON", "CSV", "JK"}
# Attributes that a person reads or hears.
SPOKEN = {"aria-label", "title", "alt", "placeholder", "content"}
MARKERS = {"_", "gettext", "ngettext"}

_keys = count(1)


# The catalogue


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """What `make translations` would collect now, with the very options of the Makefile."""
    path = tmp_path_factory.mktemp("texts") / "messages.pot"
    recipe = (ROOT / "Makefile").read_text("utf-8").replace("\\\n", " ")
    found = re.search(r"babel\.messages\.frontend (.*\bextract .*)", recipe)
    assert found
    words = shlex.split(found[1])
    words[words.index("-o") + 1] = str(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        CommandLineInterface().run(["pybabel", *words])
    return read_po(io.BytesIO(path.read_bytes()))


@pytest.fixture(scope="module")
def spanish() -> Catalog:
    """The Spanish catalogue as it is committed."""
    return read_po(io.BytesIO(SPANISH.read_bytes()), locale="es", abort_invalid=True)


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """A message or its translation: one text, or one for each plural form."""
    return (text,) if isinstance(text, str) else tuple(text)


def messages(catalog: Catalog) -> dict[tuple[str, ...], Message]:
    """The messages of a catalogue by their English texts, without its header."""
    return {forms(message.id): message for message in catalog if message.id}


def pairs(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Every English text with its translation, each plural form with its own."""
    for english, message in messages(catalog).items():
        for place, text in enumerate(forms(message.string)):
            yield english[min(place, len(english) - 1)], text


def test_the_catalogue_has_every_message_and_no_other(fresh: Catalog, spanish: Catalog) -> None:
    """Nothing is missing, nothing is left over, in no form."""
    assert messages(spanish).keys() == messages(fresh).keys(), "run: make translations"
    assert not spanish.obsolete


def test_everything_is_translated(spanish: Catalog) -> None:
    """No empty text, no guess, and as many forms as the language has."""
    for english, message in messages(spanish).items():
        assert not message.fuzzy, english
        assert all(text.strip() for text in forms(message.string)), english
        assert len(forms(message.string)) == (spanish.num_plurals if message.pluralizable else 1), english


def test_placeholders_agree(spanish: Catalog) -> None:
    """A translation fills in what the English text fills in, and nothing else."""
    for english, text in pairs(spanish):
        assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english)), english
        assert "%" not in PLACEHOLDER.sub("", text).replace("%%", ""), text


def test_signs_agree(spanish: Catalog) -> None:
    """Sentences stay sentences; questions and calls are opened as they are closed; quotes are «those»."""
    for english, text in pairs(spanish):
        assert text.endswith(".") == english.endswith("."), text
        assert text == text.strip() and "  " not in text, text
        assert text.count("¿") == text.count("?") and text.count("¡") == text.count("!"), text
        assert not re.search("[“”\"']", text), text
        assert text.count("«") == text.count("»") >= english.count("“"), text


def test_the_compiled_catalogue_is_up_to_date(spanish: Catalog) -> None:
    """The file that the app reads is what the readable one compiles to."""
    compiled = io.BytesIO()
    write_mo(compiled, spanish)
    assert SPANISH.with_suffix(".mo").read_bytes() == compiled.getvalue(), "run: make translations"


# Templates and scripts


class Visible(HTMLParser):
    """Collects what a person could read or hear in the literal parts of a template."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.texts += [value for name, value in attrs if value and name in SPOKEN]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def literals(source: str) -> list[str]:
    """Texts in a template that no catalogue knows: in the markup, and sentences among the strings of expressions."""
    markup, said, before, marked, depth = "", [], "", 0, 0
    for _line, kind, value in Environment().lex(source):
        if kind == "data":
            markup += value
        elif kind.endswith("_begin") and kind not in ("raw_begin", "comment_begin"):
            markup += "\0" if kind == "variable_begin" else ""
            marked = depth = 0
        elif kind == "operator":
            depth += value.count("(") - value.count(")")
            if value == "(" and before in MARKERS and not marked:
                marked = depth
            elif depth < marked:
                marked = 0
        elif kind == "string" and not marked and re.search(r"[A-Z][a-z]+ \w", value):
            said.append(value)
        before = before if kind == "whitespace" else value
    reader = Visible()
    reader.feed(markup)
    # A block may stand inside a tag and hold an attribute.
    texts = (re.sub(r"\0| data-[\w-]+", " ", text) for text in reader.texts)
    words = (word for text in texts for word in WORD.findall(text))
    return said + [word for word in words if word not in AS_IT_IS]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_speaks_by_itself(path: Path) -> None:
    """Whatever can be read stands inside _() or ngettext(), save a few names."""
    assert literals(path.read_text("utf-8")) == []


def test_literal_texts_are_found() -> None:
    """The check above is not blind."""
    assert literals("<p>{{ name }} wins</p>") == ["wins"]
    assert literals("""<a aria-label="Back">{{ _('Go back') }} {{ icon('back') }}</a>""") == ["Back"]
    assert literals("{{ submit('Book it now', 'x') }}{{ submit(_('Book %(x)s now', x=f('a')), 'x') }}") == [
        "'Book it now'"
    ]
    assert literals("<p class='a big one'>{# A remark #}{% set a = 'it' %}JSON {{ a }}</p>") == []


def script_texts(source: str) -> list[str]:
    """String literals of a script that look like something to read."""
    bare = re.sub(r"/\*.*?\*/|(?<![:\"'`\\])//[^\n]*", " ", source, flags=re.DOTALL)
    found = re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", bare)
    strings = [re.sub(r"\$\{[^}]*\}", "x", "".join(groups)) for groups in found]
    return [text for text in strings if re.search(r"\b[A-Z][a-z]+ [a-z]|[a-z]{2}[.!?…]$|^[A-Z][a-z]+ ?…?$", text)]


# Words that are names in the language of browsers.
BROWSER_WORDS = {"Bearer x", "Enter", "Escape", "Backspace", "Tab"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_speaks_by_itself(path: Path) -> None:
    """Scripts show words that the page gave them."""
    assert set(script_texts(path.read_text("utf-8"))) - BROWSER_WORDS == set()


def test_script_texts_are_found() -> None:
    """The check above is not blind."""
    assert script_texts('a.textContent = "Copied"; b = `Wait ${n} seconds`; // It says "Nothing here"') == [
        "Copied", "Wait x seconds",
    ]  # fmt: skip
    assert script_texts('x.className = "button quiet"; y.querySelector("ul.list > li");') == []


# Pages


def fragments(catalog: Catalog) -> list[str]:
    """Every run of three or more words of an English text that its translation does not share."""
    found = set()
    for english, text in pairs(catalog):
        parts = (part.strip() for part in PLACEHOLDER.split(english))
        found |= {part for part in parts if len(WORD.findall(part)) > 2 and part not in text}
    return sorted(found)


def english_on(page: str, known: list[str]) -> list[str]:
    """The English texts that stand on a page, in its attributes too."""
    said = re.sub(r"\s+", " ", html.unescape(page))
    return [text for text in known if text in said and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said)]


@pytest.fixture
def client(database: str, settings: Settings) -> Iterator[FlaskClient]:
    """A browser without any cookies yet, at an app that takes forms from anywhere."""
    app = scorekeeper.create_app(settings, TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)
    yield app.test_client()
    close(app)


class Evening:
    """Games in every phase, with everything in them that can happen."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.fresh = Opened(app, "Ana", "Luis", "Eva")
        self.running = Opened(app, "Ana", "Luis", "Eva")
        self.book(self.running, scored(1, 0, 12, 30))
        self.book(self.running, scored(2, 20, 0, 8, kind="clean"))
        self.book(self.running, scored(None, 5, 5, 5))
        self.book(self.running, scored(3, 9, 9, 0, kind="chinchon"))
        self.book(self.running, scored(1, 40, 2, 2, ruling="false-close"))
        self.book(self.running, ev.RoundVoided(), ev.PointsAdjusted(2, 5, "Luis miró"), ev.Paid(1, 200))
        self.book(self.running, ev.PlayerJoined(4, 4), people={4: "Paz"})
        self.book(self.running, ev.SubstituteSeated(3, 5), people={5: "Sol"})
        self.book(self.running, ev.SeatsReordered((2, 1, 3, 4)), ev.PlayerLeft(4))
        self.book(self.running, ev.RulesChanged(terms(close_limit=4)), ev.RulesCorrected(1, terms(limit=95)))
        self.book(self.running, ev.RoundCorrected(2, scored(1, 0, 12, 31)))
        self.book(self.running, *service.undo(self.running.game))
        self.deciding = Opened(app, "Ana", "Luis", "Eva")
        self.book(self.deciding, scored(1, 0, 60, 20), scored(1, 0, 60, 20))
        self.over = Opened(app, "Ana", "Luis", "Eva")
        self.book(self.over, scored(1, 0, 60, 60), scored(1, 0, 60, 20))
        self.book(self.over, ev.RebuyTaken(2), scored(1, 0, 60, 60))

    def book(self, table: Opened, *change: ev.Event, people: dict[int, str] | None = None) -> None:
        with self.app.app_context():
            request = service.Request(f"evening {next(_keys)}", table.game.version, "typed")
            service.book(table.game, change, request, people)

    def pages(self) -> Iterator[str]:
        """The addresses of all pages to look at."""
        for table in (self.fresh, self.running, self.deciding, self.over):
            yield table.path("view")
            for page in ("", "tableview", "history", "rules", "table", "share"):
                yield table.path("score", page)
        yield from ("/", "/new", "/join", "/import", "/hand", "/hand?cards=4o+5o+6o+7c+7e+7b+2c&rules=home")
        yield from ("/hand?cards=4o+5o+6o+/+7c+8e+2b+/+2c+1o&rules=conga", "/hand?cards=99z")
        for page in ("round", "round/2", "rules/edit", "erase", "download", "download/csv"):
            yield self.running.path("score", page)
        yield self.deciding.path("score", "rebuy")

    def seen(self, client: FlaskClient, accepted: str) -> dict[str, str]:
        """Every page as it is shown to this browser, and what some forms answer."""
        headers = {"Accept-Language": accepted}
        shown = {path: client.get(path, headers=headers, follow_redirects=True) for path in self.pages()}
        assert {answer.status_code for path, answer in shown.items() if "99z" not in path} <= {200}, {
            path: answer.status_code for path, answer in shown.items()
        }
        for name, path, typed in self.forms():
            shown[name] = client.post(path, data=typed, headers=headers, follow_redirects=True)
        shown["nothing"] = client.get("/g/nothing/", headers=headers)
        return {path: answer.text for path, answer in shown.items()}

    def forms(self) -> Iterator[tuple[str, str, dict[str, str]]]:
        """Forms that are wrong, or only looked at."""
        stamp = {"key": f"typed {next(_keys)}", "version": str(self.running.game.version), "action": "preview"}
        round_page = self.running.path("score", "round")
        good = {"closer": "1", "kind": "plain", "points_1": "3", "points_2": "80", "points_3": "9"}
        yield "round, empty", round_page, stamp
        yield "round, preview", round_page, stamp | good
        yield "round, illegal", round_page, stamp | good | {"points_1": "20", "cards_2": "1o 1o", "points_3": "x"}
        yield "round, stale", round_page, stamp | good | {"version": "3"}
        yield "correction", self.running.path("score", "round/2"), stamp | good
        yield "new, empty", "/new", {"action": "start", "limit": "7", "preset": "x", "stake": "-1", "currency": "zz"}
        yield "join", "/join", {"code": "AAAAAA"}
        yield "viewer", self.running.path("view", "round"), stamp | good
        yield "adjust", self.running.path("score", "adjust"), stamp | {"seat": "1", "direction": "penalty"}
        yield "pay", self.running.path("score", "pay"), stamp | {"seat": "1", "direction": "paid", "amount": "?"}
        yield "joiner", self.running.path("score", "join"), stamp | {"name": "Ana"}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("way", ["accepted", "chosen"])
def test_spanish_pages_are_spanish(client: FlaskClient, spanish: Catalog, way: str) -> None:
    """By the browser's language or by choice: no English sentence stands on any page."""
    evening, known = Evening(client.application), fragments(spanish)
    if way == "chosen":
        client.post("/language", data={"language": "es", "next": "/"})
    pages = evening.seen(client, "es" if way == "accepted" else "en")
    leaks = {path: found for path, page in pages.items() if (found := english_on(page, known))}
    assert leaks == {}
    assert all('lang="es"' in page for path, page in pages.items() if "csv" not in path)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_english_would_be_noticed(client: FlaskClient, spanish: Catalog) -> None:
    """The same pages in English: the check above finds sentences on nearly every one."""
    known, found = fragments(spanish), Counter[str]()
    for path, page in Evening(client.application).seen(client, "en").items():
        found[path] = len(english_on(page, known))
    assert sum(1 for path in found if found[path]) > 0.9 * len(found), found


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("points", "said"), [(0, "0 puntos"), (1, "1 punto"), (2, "2 puntos"), (10**6, "1000000 puntos")]
)
def test_every_count_finds_its_form(client: FlaskClient, points: int, said: str) -> None:
    """None, one, two, a million: no number falls back to English."""
    with client.application.test_request_context("/", headers={"Accept-Language": "es-ES,es;q=0.9"}):
        assert points_text(points) == said
