"""The JSON API under `/api/v1`: what the pages can do, for scripts. Links' secrets are bearer tokens."""

from flask import Flask


def init_app(app: Flask) -> None:
    from . import endpoints, problems, registry, writes

    blueprint = problems.new_blueprint()
    writes.init(blueprint)
    registry.register(blueprint, endpoints.ENDPOINTS)
    app.register_blueprint(blueprint)
    problems.init_app(app)
