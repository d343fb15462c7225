"""The JSON API under `/api/v1`: what the pages can do, for scripts. Links' secrets are bearer tokens."""

from flask import Flask


def init_app(app: Flask) -> None:
    from . import hands, previews
    from .problems import new_blueprint

    blueprint = new_blueprint()
    for part in (hands, previews):
        part.register(blueprint)
    app.register_blueprint(blueprint)
