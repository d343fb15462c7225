"""A Spanish page speaks Spanish, in every phase of a game, and so does what a form answers."""

import html
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest
from babel.messages.catalog import Catalog
from catalogues import PLACEHOLDER, WORD, committed, pairs
from databases import close
from flask import Flask
from flask.testing import FlaskClient
from games import Opened
from ledgers import scored, terms

import scorekeeper
from scorekeeper import service
from scorekeeper.config import Settings
from scorekeeper.engine import events as ev
from scorekeeper.web.texts.facts import points_text

_keys = count(1)


@pytest.fixture(scope="module")
def spanish() -> Catalog:
    """The Spanish catalogue as it is committed."""
    return committed()


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
