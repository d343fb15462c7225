"""A browser for tests: it fetches pages, fills their forms as they are, and sends every hidden field back."""

import contextvars
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from games import Opened
from werkzeug.test import TestResponse


class Forms(HTMLParser):
    """Collects the forms of a page: action and method, and the value that each field would send."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = []
        self._open: list[dict[str, Any]] = []
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._by_id: dict[str, dict[str, Any]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            form = {"action": given.get("action"), "method": given.get("method", "get"), "fields": {}, "buttons": []}
            self.forms.append(form)
            self._open.append(form)
            self._by_id[given.get("id") or ""] = form
            return
        form = self._by_id.get(given["form"] or "") if "form" in given else (self._open[-1] if self._open else None)
        name = given.get("name")
        if form is None:
            return
        if tag == "input" and name:
            if given.get("type") in ("radio", "checkbox") and "checked" not in given:
                form["fields"].setdefault(name, None)
            elif given.get("type") in ("radio", "checkbox") or form["fields"].get(name) is None:
                form["fields"][name] = given.get("value") or ""
        elif tag == "button":
            form["buttons"].append((name, given.get("value") or ""))
        elif tag == "select" and name:
            self._select = (name, [])
        elif tag == "option" and self._select:
            self._select[1].append((given.get("value") or "", "selected" in given))
        elif tag == "textarea" and name:
            form["fields"][name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._open:
            self._open.pop()
        elif tag == "select" and self._select:
            name, options = self._select
            chosen = next((value for value, selected in options if selected), options[0][0] if options else "")
            (self._open[-1] if self._open else self.forms[-1])["fields"][name] = chosen
            self._select = None


class Browser:
    """One browser: keeps cookies, remembers the page it is on, submits the forms it finds there."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page: TestResponse | None = None

    @property
    def text(self) -> str:
        """The page as plain text, white space folded."""
        assert self.page is not None
        bare = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", self.page.text, flags=re.DOTALL)
        return re.sub(r"\s+", " ", bare.replace("&#39;", "'").replace("&amp;", "&").replace("&#34;", '"'))

    @property
    def status(self) -> int:
        assert self.page is not None
        return self.page.status_code

    def get(self, path: str, **options: Any) -> TestResponse:
        """Go to a page, over redirects."""
        self.page = self.client.get(path, follow_redirects=True, **options)
        return self.page

    def forms(self, ending: str) -> list[dict[str, Any]]:
        """The forms of this page whose action ends so."""
        assert self.page is not None
        parser = Forms()
        parser.feed(self.page.text)
        found = [form for form in parser.forms if (form["action"] or self.page.request.path).endswith(ending)]
        assert found, f"no form for {ending}: {[form['action'] for form in parser.forms]}"
        return found

    def form(self, ending: str, **fields: str) -> dict[str, Any]:
        """The first form of this page whose action ends so, and whose fields have these values."""
        return next(form for form in self.forms(ending) if fields.items() <= form["fields"].items())

    def submit(self, ending: str, **typed: str) -> TestResponse:
        """Fill the form as given, the rest as it stands, and send it; follows redirects."""
        return self.send(self.form(ending), **typed)

    def send(self, form: dict[str, Any], **typed: str) -> TestResponse:
        """Fill this form as given, the rest as it stands, and send it; follows redirects."""
        fields = {name: value for name, value in (form["fields"] | typed).items() if value is not None}
        assert self.page is not None
        action = form["action"] or self.page.request.path
        self.page = self.client.open(action, method=form["method"].upper(), data=fields, follow_redirects=True)
        return self.page


class FarClient(FlaskClient):
    """A client whose requests know nothing of the test's own app context: each finds a fresh `g`, as on a server."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        return contextvars.Context().run(super().open, *args, **kwargs)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client without the browser's comforts."""
    app.test_client_class = FarClient
    return app.test_client()


@pytest.fixture
def table(app: Flask) -> Opened:
    """A running game of Ana, Luis and Eva."""
    return Opened(app)


@pytest.fixture
def browser(client: FlaskClient) -> Browser:
    """A browser that has been nowhere yet."""
    return Browser(client)


@pytest.fixture
def phones(client: FlaskClient) -> Callable[[], Browser]:
    """Makes further browsers, each with cookies of its own."""
    return lambda: Browser(client.application.test_client())


@pytest.fixture
def phone_of() -> Callable[[Flask], Browser]:
    """Makes a browser of another app."""

    def made(app: Flask) -> Browser:
        app.test_client_class = FarClient
        return Browser(app.test_client())

    return made
