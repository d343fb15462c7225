"""Whatever the document allows, and much that it does not, is answered as documented, and never with a fault."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from api.programs import PREFIX, new_key
from databases import close
from flask import Flask
from games import Opened
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as limits
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.web.api.document import path_of
from scorekeeper.web.api.endpoints import ENDPOINTS
from scorekeeper.web.api.registry import Endpoint

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
# All operations together take some 20 seconds.
EXAMPLES = 15
DECK = [f"{rank}{suit}" for suit in "oceb" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
CARDS = st.lists(st.sampled_from(DECK), unique=True, min_size=6, max_size=8).map(" ".join)
CARDS |= st.lists(st.sampled_from([*DECK, "/", "JK", "?"]), max_size=11).map(" ".join)
NAMES = st.sampled_from(["Ana", "Luis", "Eva", "Rosa", "Iván", " Zoë ", "x" * 61, "\0", "<img onerror>"])
# A stream has no end; test_reading looks at it.
FUZZED = [found for found in ENDPOINTS if found.answer != "text/event-stream"]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, upgraded_folder: Path) -> Iterator[Flask]:
    """Without limits, which would be all that is seen."""
    folder = tmp_path_factory.mktemp("fuzz") / "instance"
    shutil.copytree(upgraded_folder, folder)
    settings = Settings.from_environment({}, folder)
    app = scorekeeper.create_app(settings, TESTING=True, RATELIMIT_ENABLED=False)
    yield app
    close(app)


@pytest.fixture(scope="module")
def schema(app: Flask) -> Any:
    """The document as the fuzzer reads it."""
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", app)


def good_headers(table: Opened, found: Endpoint) -> dict[str, str]:
    """Whatever a write needs; the links may be dead by now."""
    headers = {"Idempotency-Key": new_key()} if found.keyed else {}
    return headers | ({"If-Match": f'"{table.game.version}"'} if found.versioned else {})


schemathesis.openapi.format("cards", CARDS)
schemathesis.openapi.format("name", NAMES)


@pytest.mark.parametrize("found", FUZZED, ids=lambda found: f"{found.method} {found.path}")
def test_every_answer_is_as_documented(app: Flask, schema: Any, found: Endpoint) -> None:
    """An endpoint gets bodies and headers that fit its description and such that do not."""
    table = Opened(app)
    table.play(1, 0, 12, 60)
    token = table.token("score")
    operation = schema[path_of(found)][found.method]

    @limits(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(case=operation.as_strategy() | operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE),
           helped=st.booleans())  # fmt: skip
    def fuzz(case: Any, helped: bool) -> None:
        headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
        if helped and case.method != "DELETE":
            headers |= good_headers(table, found)
        case.call_and_validate(headers=headers, checks=CHECKS)

    fuzz()
