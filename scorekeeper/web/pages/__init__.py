"""The pages, one blueprint each."""

from flask import Flask


def init_app(app: Flask) -> None:
    from . import (
        board,
        decisions,
        download,
        erase,
        hand,
        health,
        history,
        home,
        join,
        live,
        newgame,
        rounds,
        rules,
        share,
        table,
    )

    at_the_table = (board, rounds, decisions, history, table, rules, live)
    for page in (home, newgame, hand, join, *at_the_table, share, erase, download, health):
        app.register_blueprint(page.blueprint)
