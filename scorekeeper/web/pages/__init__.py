"""The pages, one blueprint each."""

from flask import Flask


def init_app(app: Flask) -> None:
    from . import board, decisions, erase, hand, history, home, join, newgame, rounds, rules, share, table

    for page in (home, newgame, board, rounds, decisions, history, table, rules, hand, share, join, erase):
        app.register_blueprint(page.blueprint)
