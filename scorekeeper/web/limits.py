"""How often somebody may do something, and how much may be sent. docs/security.md has the figures, and why.

Booking anything in a game is limited everywhere by itself; the other kinds are marked at the view. Each process
counts for itself, or all of them together in Redis.
"""

import ipaddress
import time
from collections.abc import Callable
from typing import Any, Literal, TypeVar, cast

from flask import Flask, Response, current_app, g, request
from flask_babel import gettext as _
from flask_limiter import ApplicationLimit, Limiter
from limits.errors import ConfigurationError

from scorekeeper.config import ConfigError
from scorekeeper.service import MAX_BYTES

from . import access

Kind = Literal["creating", "trying", "checking"]
View = TypeVar("View", bound=Callable[..., object])

# Who tries codes: every try counts, since the counter must be raised before the answer is known.
TRIES_BY_ADDRESS = "30 per 10 minutes; 100 per day"
TRIES_BY_ALL = "600 per hour"
# New games: a whole club may sit behind one address.
GAMES_BY_ADDRESS = "60 per hour; 300 per day"
# Whatever a scorer books.
WRITES_BY_GRANT = "120 per minute; 2000 per hour"
WRITES_BY_GAME = "240 per minute; 4000 per hour"
# Solving a hand costs the server something; a preview is asked for at every digit.
CHECKS_BY_BROWSER = "300 per minute"
CHECKS_BY_ADDRESS = "1500 per minute"

# What a form takes besides the file itself.
_AROUND = 64 * 1024


def _mark(kind: Kind) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.limited = kind  # type: ignore[attr-defined]
        return view

    return mark


creating = _mark("creating")
trying = _mark("trying")
checking = _mark("checking")


def files(view: View) -> View:
    """Mark a view that takes a whole game as a file, which may be larger than any form."""
    view.max_bytes = MAX_BYTES + _AROUND  # type: ignore[attr-defined]
    return view


def init_app(app: Flask) -> None:
    app.url_value_preprocessor(_allow_more)
    limits: list[str | Callable[[], str] | ApplicationLimit] = [
        _limit(TRIES_BY_ADDRESS, address, "trying"),
        _limit(TRIES_BY_ALL, _everybody, "trying"),
        _limit(GAMES_BY_ADDRESS, address, "creating", deduct_when=lambda response: response.status_code in (201, 303)),
        _limit(WRITES_BY_GRANT, _grant, "writing"),
        _limit(WRITES_BY_GAME, _game, "writing"),
        _limit(CHECKS_BY_BROWSER, _browser, "checking"),
        _limit(CHECKS_BY_ADDRESS, address, "checking"),
    ]
    limiter = Limiter(
        address,
        application_limits=limits,
        strategy="moving-window",
        storage_uri=app.config["RATELIMIT_STORAGE_URI"],
        key_prefix="scorekeeper",
        # Without Redis for a while, each process counts for itself.
        in_memory_fallback_enabled=True,
        swallow_errors=True,
    )
    limiter.request_filter(lambda: not _kinds())  # most requests are only a look: they cost the limiter nothing
    app.extensions["limits"] = limiter
    try:
        limiter.init_app(app)
    except ConfigurationError as error:
        allowed = "an address for which Python's redis package is installed: pip install redis"
        raise ConfigError("REDIS_URL", "an address that the limiter refuses", allowed) from error
    app.after_request(_say_when)


def _allow_more(endpoint: str | None, _values: object) -> None:
    """This must be said before anything reads the body."""
    most = getattr(current_app.view_functions.get(endpoint or ""), "max_bytes", None)
    if most is not None:
        request.max_content_length = most


def _limit(amount: str, key: Callable[[], str], kind: str, **more: Any) -> ApplicationLimit:
    """A limit for one kind of requests; the kind is part of the key, so that no two share a counter."""

    def named() -> str:
        return f"{kind}:{key.__name__}:{key()}"

    return ApplicationLimit(
        amount, key_function=named, error_message=_sentence, exempt_when=lambda: kind not in _kinds(), **more
    )


def _sentence() -> str:
    """For programs; people get a page."""
    return _("Too many requests. The header Retry-After says when to try again.")


def _kinds() -> set[str]:
    if "limited" not in g:
        g.limited = set(_find_kinds())
    return cast(set[str], g.limited)


def _find_kinds() -> list[str]:
    endpoint = request.endpoint or ""
    marked = getattr(current_app.view_functions.get(endpoint), "limited", None)
    writes = request.method not in ("GET", "HEAD", "OPTIONS")
    kinds = []
    if marked == "checking" or (marked and writes):
        kinds.append(marked)
    if writes and marked != "checking" and access.declared(current_app, endpoint) == "scorer":
        kinds.append("writing")
    return kinds


def address() -> str:
    """Where the request comes from. A home has a whole /64 of IPv6 addresses, so that is one."""
    try:
        found = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return "local"
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _everybody() -> str:
    return "all"


def _browser() -> str:
    """The browser, or the address of one that keeps no cookies."""
    return access.known_browser() or address()


def _grant() -> str:
    return f"{_browser()}:{_game()}"


def _game() -> str:
    return str(access.current_link().game_id)


def wait() -> int:
    """For how many seconds the limit that stopped this request will do so."""
    limiter = cast(Limiter, current_app.extensions["limits"])
    stopped = limiter.current_limit
    if stopped is None:
        return 60
    # The library's moment is a whole second, rounded up: right at its beginning it would be later than the limit lasts.
    return max(1, min(stopped.limit.get_expiry(), round(stopped.reset_at - time.time())))


def _say_when(response: Response) -> Response:
    if response.status_code == 429:
        response.headers.setdefault("Retry-After", str(wait()))
    return response
