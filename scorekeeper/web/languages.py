"""The person's language: chosen, or the browser's, and remembered."""

from babel import Locale
from flask import Flask, request, session
from flask_babel import Babel, get_locale, refresh

LANGUAGES = {"en": "English", "es": "Español"}
_SESSION = "language"


def init_app(app: Flask) -> None:
    translations = f"{app.root_path}/translations"
    Babel(app, default_locale="en", default_translation_directories=translations, locale_selector=_select)
    app.context_processor(lambda: {"language": language(), "LANGUAGES": LANGUAGES})


def _select() -> str:
    chosen = session.get(_SESSION)
    return chosen if chosen in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES), "en")


def choose(name: str) -> bool:
    """Remember a language; False if there is no such."""
    if name not in LANGUAGES:
        return False
    session[_SESSION] = name
    session.permanent = True
    refresh()
    return True


def switched() -> bool:
    """Whether a form was sent only to be shown again, as typed, in another language; from here on it is spoken. Ask
    before the form is made: it speaks the language of that moment."""
    return choose(request.form.get("language", ""))


def language() -> str:
    """The code of the language of this request."""
    return locale().language


def locale() -> Locale:
    """The locale of this request."""
    return get_locale() or Locale("en")
