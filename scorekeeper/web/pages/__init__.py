"""The pages, one blueprint each."""

from flask import Flask


def init_app(app: Flask) -> None:
    from . import board, decisions, hand, history, home, newgame, rounds, rules, table

    for page in (home, newgame, board, rounds, decisions, history, table, rules, hand):
        app.register_blueprint(page.blueprint)
