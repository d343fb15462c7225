"""Who may use a route. Every route declares it; the app does not start with one that does not.

`public`: anybody. `viewer`: who holds a link of the game. `scorer`: who holds its score link.
"""

import time
from collections.abc import Callable
from typing import Literal, TypeVar, cast

from flask import Flask, abort, current_app, g, request, session

from scorekeeper import service
from scorekeeper.service import Keyring, Link, StoredGame

Access = Literal["public", "viewer", "scorer"]
View = TypeVar("View", bound=Callable[..., object])
_BROWSER, _SEEN = "browser", "seen"
_DAY_SECONDS = 24 * 60 * 60


class Undeclared(RuntimeError):
    """A route that does not say who may use it."""


def _declare(access: Access) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.access = access  # type: ignore[attr-defined]
        return view

    return mark


public = _declare("public")
viewer = _declare("viewer")
scorer = _declare("scorer")


def declared(app: Flask, endpoint: str) -> Access:
    """Who may use this endpoint. Raises `Undeclared`."""
    if endpoint == "static":
        return "public"
    access = getattr(app.view_functions[endpoint], "access", None)
    if access is None:
        raise Undeclared(endpoint)
    return cast(Access, access)


def init_app(app: Flask) -> None:
    app.extensions["keyring"] = Keyring(str(app.config["SECRET_KEY"]).encode())
    app.before_request(_enforce)


def _bearer() -> str:
    """The secret in the Authorization header, as the API takes it."""
    given = request.authorization
    return (given.token or "") if given is not None and given.type == "bearer" else ""


def has_link() -> bool:
    """Whether this request came with a link that opens a game."""
    return "link" in g


def check_all(app: Flask) -> None:
    """Raises `Undeclared` if any route does not say who may use it."""
    for rule in app.url_map.iter_rules():
        declared(app, rule.endpoint)


def keyring() -> Keyring:
    """The maker and opener of links."""
    return cast(Keyring, current_app.extensions["keyring"])


def _enforce() -> None:
    if request.endpoint is None:
        return
    access = declared(current_app, request.endpoint)
    if access == "public":
        return
    token = (request.view_args or {}).pop("token", "") or _bearer()
    link = keyring().open(token)
    if link is None:
        abort(404)
    if access == "scorer" and link.role != "score":
        abort(403)
    g.link, g.token = link, token


def current_link() -> Link:
    """The link that opened this page."""
    return cast(Link, g.link)


def token() -> str:
    """The secret of the link that opened this page."""
    return cast(str, g.token)


def may_score() -> bool:
    """Whether this page was opened with a link that may write."""
    return has_link() and current_link().role == "score"


def current_game() -> StoredGame:
    """The game of this page, loaded once a request."""
    if "game" not in g:
        g.game = service.load(current_link().game_id)
    return cast(StoredGame, g.game)


def reloaded_game() -> StoredGame:
    """The game of this page once more, as it is now."""
    g.pop("game", None)
    return current_game()


def known_browser() -> str | None:
    """The digest of this browser's random name, or None for one that keeps no cookies or is new."""
    return service.digest(session[_BROWSER]) if _BROWSER in session else None


def browser() -> str:
    """The digest of this browser's random name; a new name is given to a browser that has none."""
    if _BROWSER not in session:
        session[_BROWSER] = service.new_browser()
        session.permanent = True
    today = int(time.time()) // _DAY_SECONDS
    if session.get(_SEEN) != today:  # sends the cookie again: it is to last for 400 days after the last visit
        session[_SEEN] = today
    return service.digest(session[_BROWSER])
