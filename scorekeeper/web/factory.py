"""Puts the app together: settings, database, languages, access, pages."""

import os
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import service
from scorekeeper.config import ConfigError, Settings, ensure_private_file

from . import access, api, assets, errors, languages, limits, log, pages, pulses, safety, view
from .csrf import csrf

_PACKAGE = Path(__file__).parents[1]
# A wheel carries templates/ and static/ inside the package; a checkout has them beside it.
_ROOT = _PACKAGE if (_PACKAGE / "templates").is_dir() else _PACKAGE.parent
_BODY_LIMIT = 64 * 1024


def build(settings: Settings | None, overrides: Mapping[str, object]) -> Flask:
    """The app, ready to serve once the database is upgraded."""
    settings = settings or Settings.from_environment(os.environ)
    app = Flask(
        "scorekeeper",
        instance_path=str(settings.instance),
        root_path=str(_PACKAGE),
        template_folder=str(_ROOT / "templates"),
        static_folder=str(_ROOT / "static"),
    )
    app.config.from_mapping(
        SECRET_KEY=settings.secret_key,
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        TRUSTED_HOSTS=list(settings.trusted_hosts) or None,
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},  # no names and digests in the log of an error
        RATELIMIT_STORAGE_URI=settings.redis_url or "memory://",
        MAX_CONTENT_LENGTH=_BODY_LIMIT,
        MAX_FORM_MEMORY_SIZE=_BODY_LIMIT,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=400),
        SESSION_REFRESH_EACH_REQUEST=False,  # `access.browser` does it once a day
        WTF_CSRF_TIME_LIMIT=None,  # an evening is long; the token ends with the session
    )
    app.config.from_mapping(overrides)
    if settings.database_file is not None:
        try:
            ensure_private_file(settings.database_file)
        except OSError as error:
            shown = f"{str(settings.database_file)!r} ({error.strerror})"
            raise ConfigError("DATABASE_URL", shown, "a file in a folder that can be written to") from error
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    service.bind(app)
    csrf.init_app(app)
    for part in (log, assets, languages, access, limits, errors, safety, view, pages, api, pulses):
        part.init_app(app)
    access.check_all(app)
    return app
