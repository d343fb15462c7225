"""The app's own lines in the log: JSON, each with the number of the request that it is about."""

import json
import logging
import secrets
from datetime import UTC, datetime

from flask import Flask, Response, has_request_context, request
from flask.logging import default_handler


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "request": _number() if has_request_context() else None,
            "level": record.levelname.lower(),
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def init_app(app: Flask) -> None:
    default_handler.setFormatter(_Lines())
    app.after_request(_tell)


def _number() -> str:
    # Our own server has given the request its number already.
    return str(request.environ.setdefault("REQUEST_ID", secrets.token_hex(6)))


def _tell(response: Response) -> Response:
    response.headers["X-Request-ID"] = _number()
    return response
