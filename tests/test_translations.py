"""The catalogues are complete and fresh, and no template or script speaks by itself."""

import io
import re
import shlex
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.frontend import CommandLineInterface
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from catalogues import PLACEHOLDER, SPANISH, WORD, committed, forms, messages, pairs
from jinja2 import Environment

ROOT = Path(__file__).parents[1]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))

# What stands in templates as it is, in every language: the game, file formats, the joker's index.
AS_IT_IS = {"Chinchón", "JSON", "CSV", "JK"}
# Attributes that a person reads or hears.
SPOKEN = {"aria-label", "title", "alt", "placeholder", "content"}
MARKERS = {"_", "gettext", "ngettext"}


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
    return committed()


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
