"""What every template may use: names, money, addresses within the game."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

from babel.dates import format_datetime, format_time
from flask import Flask, g, render_template, request, session, url_for
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.engine.state import SeatState
from scorekeeper.service import StoredGame, new_key

from . import access
from .languages import language, locale
from .standing import between, danger_above, limit_of, marks_of
from .texts.facts import number
from .texts.money import format_money
from .texts.typed import told

# Goes with the game: as soon as nobody holds that moment of it any more.
_kept: WeakKeyDictionary[StoredGame, dict[tuple[object, ...], str]] = WeakKeyDictionary()
# Stands in a page that is kept where each session's own token goes. Nobody can write it into a name.
_TOKEN_OF_ALL = secrets.token_urlsafe()


def init_app(app: Flask) -> None:
    app.jinja_env.filters["money"] = format_money
    app.jinja_env.filters["clock"] = clock
    app.jinja_env.filters["day"] = day
    app.jinja_env.filters["moment"] = lambda milliseconds: _moment(milliseconds).astimezone().isoformat("T", "minutes")
    app.jinja_env.filters["number"] = number
    app.jinja_env.filters["signed"] = signed
    app.jinja_env.filters["seat_name"] = lambda seat, names: names[seat]
    app.jinja_env.filters["ranked"] = ranked
    app.jinja_env.filters["between"] = between
    app.jinja_env.filters["marks"] = marks_of
    app.jinja_env.filters["told"] = told
    app.jinja_env.globals["new_key"] = new_key
    app.jinja_env.globals["csrf_token"] = _csrf_token  # for macros, which do not see the page's context
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.context_processor(lambda: {"csrf_token": _csrf_token})
    app.context_processor(_shared)


def seat_names(game: StoredGame) -> dict[int, str]:
    """The name of whoever sits on each seat by now."""
    return {seat.seat: game.names[seat.person] for seat in game.state.seats}


def here(endpoint: str, **values: Any) -> str:
    """The address of a page of this game, with the secret of the link that opened this one."""
    return url_for(endpoint, token=access.token(), **values)


def live(typing: bool = False) -> Markup:
    """The attributes by which a page keeps itself up to date; on one that is typed in, it only says there is news."""
    tag, stream, pulse = access.current_game().tag, here("live.stream"), here("live.pulse")
    attributes = Markup('data-live="{}" data-pulse="{}" data-tag="{}"').format(stream, pulse, tag)
    return attributes + Markup(" data-typing") if typing else attributes


def kept_page(template: str, *variant: object, **context: object) -> str:
    """A whole page, drawn once for each language, link, mount and variant of a game as it is at this moment.

    Nothing else may make a difference in it, nor who looks on; only the token of its forms is put in each time.
    """
    drawn = _kept.setdefault(access.current_game(), {})
    key = (template, language(), access.token(), request.script_root, *variant)
    if key not in drawn:
        g.for_all = True
        try:
            drawn[key] = render_template(template, **context)
        finally:
            del g.for_all
    return drawn[key].replace(_TOKEN_OF_ALL, generate_csrf())


def has_flashes() -> bool:
    """Whether the next page has something to say that was not said yet."""
    return "_flashes" in session


def _csrf_token() -> str:
    return _TOKEN_OF_ALL if "for_all" in g else generate_csrf()


def clock(milliseconds: int) -> str:
    """The time of day of an event, by the clock of the machine that keeps the score."""
    return format_time(_moment(milliseconds), "HH:mm", locale=locale())


def day(milliseconds: int) -> str:
    """The date and time of an event. The month is a word: in plain English nobody knows which of two numbers it is."""
    return format_datetime(_moment(milliseconds), "d MMM y, HH:mm", locale=locale())


def signed(points: int) -> str:
    """Points with their sign: a real minus, and a plus where something is added."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


def ranked(seats: Iterable[SeatState], places: Mapping[int, int]) -> list[SeatState]:
    """The seats in the order of their places; those who left come last."""
    return sorted(seats, key=lambda seat: places.get(seat.seat, len(places) + 1))


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000)


def _shared() -> dict[str, object]:
    if not access.has_link():
        return {"may_score": False}
    game, may_score = access.current_game(), access.may_score()
    shared: dict[str, object] = {
        "game": game,
        "state": game.state,
        "names": seat_names(game),
        "limit": limit_of(game.state.terms.rules),
        "near": danger_above(game.state.terms.rules),
        "may_score": may_score,
        "here": here,
        "live": live,
    }
    if may_score:
        shared["round_url"] = lambda event: here("rounds.correct", event=event)
        if game.state.phase == "playing":
            shared["player_url"] = lambda seat: here("rounds.new", closer=seat)
    return shared
