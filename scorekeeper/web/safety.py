"""Headers that keep other sites, caches and scripts out."""

from functools import partial
from typing import Any

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

_CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": _CSP,
    "X-Content-Type-Options": "nosniff",
    # Flask-WTF wants the Referer of our own pages over https; nobody else's server may see a secret link.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=(), screen-wake-lock=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class _Ageless(TimestampSigner):
    """Takes a cookie from the future as well: the clock of a small machine may have been set back since. The browser
    throws an old one away by itself."""

    def unsign(self, signed_value: Any, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class _Sessions(SecureCookieSessionInterface):
    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = _Ageless
        return serializer

    def get_cookie_secure(self, app: Flask) -> bool:
        # Only where the browser came by https: at home the app runs over plain http.
        return request.is_secure


def init_app(app: Flask) -> None:
    app.session_interface = _Sessions()
    app.log_exception = partial(_log_exception, app)  # type: ignore[method-assign]
    app.after_request(_add_headers)


def _log_exception(app: Flask, exc_info: Any) -> None:
    # Flask would write the path, which holds the secret of a link; not every server's log leaves it out.
    app.logger.error("Exception in %s [%s]", request.endpoint, request.method, exc_info=exc_info)


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
