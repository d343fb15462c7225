"""The OpenAPI document has every route and every field, and is one."""

import re
from typing import Any

import msgspec
import pytest
import schemathesis
from api.programs import PREFIX, Program
from flask import Flask

from scorekeeper.web import access, api
from scorekeeper.web.api import document as documents
from scorekeeper.web.api.endpoints import ENDPOINTS

METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}
DOCUMENT = documents.document()


def structs() -> dict[str, type[msgspec.Struct]]:
    """Every type of a body or an answer that any module of the API defines."""
    modules = [value for value in vars(api).values() if getattr(value, "__package__", "") == api.__name__]
    found = {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value is not msgspec.Struct
    }
    assert len(found) > 40
    return found


def test_every_route_is_in_the_document(app: Flask) -> None:
    """Method by method; and there is nothing else in it."""
    routes = {
        (re.sub(r"<(?:[^:>]*:)?(\w+)>", r"{\1}", rule.rule.removeprefix(PREFIX)), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(PREFIX)
        for method in (rule.methods or set()) & METHODS
    }
    written = {(path, method.upper()) for path, operations in DOCUMENT["paths"].items() for method in operations}
    assert len(routes) == len(ENDPOINTS) > 30
    assert written == routes


@pytest.mark.parametrize("kind", structs().values(), ids=lambda kind: kind.__name__)
def test_every_field_is_in_the_document(kind: type[msgspec.Struct]) -> None:
    """A type has a schema with exactly its fields, those that must be there marked, and a sentence about it."""
    if kind.__name__ == "SinceIn":
        parameters = DOCUMENT["paths"]["/game/events"]["get"]["parameters"]
        assert {one["name"] for one in parameters if one["in"] == "query"} == {"since"}
        return
    schema = DOCUMENT["components"]["schemas"][kind.__name__]
    fields = msgspec.structs.fields(kind)
    assert set(schema["properties"]) == {field.encode_name for field in fields}
    assert set(schema.get("required", ())) == {field.encode_name for field in fields if field.required}
    assert schema["description"]


def test_access_and_headers_are_in_the_document(app: Flask) -> None:
    """Who may use a route, and which headers a write needs, stand there as the routes have them."""
    for found in ENDPOINTS:
        operation: dict[str, Any] = DOCUMENT["paths"][documents.path_of(found)][found.method.lower()]
        assert access.declared(app, f"api.{found.name}") == found.access
        assert bool(operation["security"]) == (found.access != "public")
        needed = {one["name"] for one in operation["parameters"] if one["in"] == "header" and one["required"]}
        assert ("If-Match" in needed, "Idempotency-Key" in needed) == (found.versioned, found.keyed)
        assert operation["summary"]


def test_it_is_an_openapi_document(anybody: Program) -> None:
    """It is served as JSON, version 3.1, and has no fault that a checker of such documents would find."""
    answer = anybody.get("/openapi.json")
    assert answer.mimetype == "application/json"
    served = answer.get_json()
    assert served["openapi"].startswith("3.1.")
    schemathesis.openapi.from_dict(served).validate()
    names = [operation["operationId"] for path in served["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    refs = set(re.findall(r'"#/components/schemas/([^"]+)"', answer.text))
    assert refs <= set(served["components"]["schemas"])
