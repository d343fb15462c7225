"""The JSON API under `/api/v1`: what the pages can do, for scripts. Links' secrets are bearer tokens."""

from flask import Flask


def init_app(app: Flask) -> None:
    # Each of these declares its endpoints when it is imported, in the order in which the document lists them.
    from . import rules, hands, layoffs, games, links, game, previews, rounds, table, history, people, document  # noqa: F401, I001
    from . import problems, registry, writes

    blueprint = problems.new_blueprint()
    writes.init(blueprint)
    registry.register(blueprint)
    app.register_blueprint(blueprint)
    problems.init_app(app)
