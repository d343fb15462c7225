"""The log is of use, and no secret is in it."""

import io
import json
import logging

import gevent.socket
import pytest
from flask.logging import default_handler

from scorekeeper.server import Server, redact

SECRET = "s" + "abcdefgh234567" * 2 + "qrst"


@pytest.fixture
def database() -> str:
    """One kind of database will do here."""
    return "sqlite"


@pytest.mark.parametrize(
    "line",
    [
        f"GET /g/{SECRET}/round HTTP/1.1",
        f"POST /forget/{SECRET} HTTP/1.1",
        f"GET /join/{SECRET} HTTP/1.1",
        f"GET /join?code={SECRET}&x=1 HTTP/1.1",
        f"GET /language?next=%2Fforget%2F{SECRET} HTTP/1.1",
        f"GET /api/v1/events?token={SECRET} HTTP/1.1",
        f"GET /g//{SECRET}/ HTTP/1.1",
        f"Authorization: Bearer {SECRET}",
        f"GET /{SECRET.upper()} HTTP/1.1",
    ],
)
def test_secrets_are_left_out_of_the_log(line):
    """Wherever they stand in a line."""
    assert SECRET.lower() not in redact(line).lower()


@pytest.mark.parametrize(
    "line", ["GET /static/js/share.js HTTP/1.1", "GET /join HTTP/1.1", "GET /g/", "/rules?name=fournier"]
)
def test_other_lines_stay_as_they_are(line):
    """The log is still of use."""
    assert redact(line) == line


def test_no_secret_reaches_the_log_of_a_real_server(app, table):
    """Neither from addresses, nor from the Referer, a code, a cookie, or the traceback of an error."""
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    app.logger.addHandler(handler)
    app.view_functions["board.show"] = _broken
    app.config["TESTING"] = app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    server = Server(("127.0.0.1", 0), app, stream=log)
    server.start()
    score, view = table.token("score"), table.token("view")
    try:
        for request in (
            f"GET /g/{score}/ HTTP/1.1",
            f"GET /g/{score}/share HTTP/1.1",
            f"POST /forget/{view} HTTP/1.1",
            f"GET /join?code=ABCDEF&token={view} HTTP/1.1",
            f"GET /{view} HTTP/1.1",
        ):
            with gevent.socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
                more = (
                    f"Host: x\r\nReferer: http://x/g/{score}/\r\nAuthorization: Bearer {view}\r\nConnection: close\r\n"
                )
                connection.sendall(f"{request}\r\n{more}\r\n".encode())
                while connection.recv(65536):
                    pass
    finally:
        server.stop(timeout=0)
        app.logger.removeHandler(handler)
    text = log.getvalue()
    assert text.count("HTTP/1.1") == 5
    assert "Exception in board.show" in text and "RuntimeError: broken" in text
    for secret in (score, view, score[1:], view[1:], "ABCDEF", app.config["SECRET_KEY"]):
        assert secret not in text


def test_the_lines_of_a_request_belong_together(app, table):
    """Each line is JSON; that of the request and that of its error have the number which the answer names."""
    log = io.StringIO()
    app.view_functions["board.show"] = _broken
    app.config["PROPAGATE_EXCEPTIONS"] = app.testing = False
    app.logger.addHandler(default_handler)
    server = Server(("127.0.0.1", 0), app, stream=log)
    server.start()
    try:
        with gevent.socket.create_connection(("127.0.0.1", server.server_port), timeout=10) as connection:
            request = f"GET {table.path('score')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            connection.sendall(request.encode())
            answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
    finally:
        server.stop(timeout=0)
        app.logger.removeHandler(default_handler)
    error, asked = map(json.loads, log.getvalue().splitlines())
    assert error["request"] == asked["request"]
    assert f"X-Request-ID: {asked['request']}\r\n" in answer
    assert (error["level"], error["said"]) == ("error", "Exception in board.show [GET]")
    assert error["trace"].endswith("RuntimeError: broken")
    assert (asked["asked"], asked["status"], asked["from"]) == ("GET /g/…/ HTTP/1.1", 500, "127.0.0.1")


def _broken() -> str:
    raise RuntimeError("broken")


_broken.access = "viewer"  # type: ignore[attr-defined]


def test_an_error_is_logged_without_its_address(app, table, caplog):
    """Behind another server the log does not pass our own filter: the app itself leaves the secret out."""
    app.view_functions["board.show"] = _broken
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = app.test_client().get(table.path("score"))
    assert answer.status_code == 500
    assert "Nothing that was booked is lost" in answer.text
    assert "Exception in board.show [GET]" in caplog.text
    assert table.token("score") not in caplog.text


def test_the_database_keeps_its_parameters_to_itself(app):
    """An error of the database is logged without the names and digests that were sent to it."""
    assert app.config["SQLALCHEMY_ENGINE_OPTIONS"]["hide_parameters"] is True
