"""The command line: ``scorekeeper <command>`` or ``python -m scorekeeper <command>``.

A command is a function ``add_<name>(commands)`` that adds its parser and sets ``run``, a function from the
parsed arguments to the exit status; it is then listed in COMMANDS. Heavy imports belong inside ``run``:
``--help`` stays quick, and ``serve`` must patch the standard library before anything else is imported.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING

from scorekeeper.config import ConfigError, Settings

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

EVERYWHERE = ("0.0.0.0", "::")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. In: the arguments, by default those of the process. Out: the exit status."""
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Keeps the score of Chinchón.")
    commands = parser.add_subparsers(title="commands", metavar="<command>", required=True)
    for add in COMMANDS:
        add(commands)
    arguments = parser.parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 2


def add_serve(commands: "Commands") -> None:
    """``serve``: start the web server."""
    parser = commands.add_parser("serve", help="start the web server")
    parser.add_argument("--host", help="address to listen on (default: SCOREKEEPER_HOST, or all: 0.0.0.0)")
    parser.add_argument("--port", help="port to listen on (default: PORT, or 8000)")
    parser.set_defaults(run=_serve)


def add_upgrade(commands: "Commands") -> None:
    """``upgrade``: bring the database up to date."""
    parser = commands.add_parser("upgrade", help="bring the database up to date (serve does it too)")
    parser.set_defaults(run=_upgrade)


def add_backup(commands: "Commands") -> None:
    """``backup``: write everything to a file."""
    parser = commands.add_parser("backup", help="write all games to a file, also while the server runs")
    parser.add_argument("file", help="a name ending in .sqlite copies the database, any other gives JSON Lines")
    parser.add_argument("--with-key", action="store_true", help="the secret key too: the backup then opens every game")
    parser.set_defaults(run=lambda arguments: _upkeep().backup(arguments.file, arguments.with_key))


def add_restore(commands: "Commands") -> None:
    """``restore``: take a backup in."""
    parser = commands.add_parser("restore", help="take the games of a backup in; nothing is doubled or changed")
    parser.add_argument("file", help="what scorekeeper backup has written, from either kind of database")
    parser.add_argument("--with-key", action="store_true", help="use the secret key of the backup from now on")
    parser.set_defaults(run=lambda arguments: _upkeep().restore(arguments.file, arguments.with_key))


def add_check(commands: "Commands") -> None:
    """``check``: look for damage."""
    parser = commands.add_parser("check", help="read every game and say what is wrong with the data")
    parser.set_defaults(run=lambda arguments: _upkeep().check())


def add_rebuild(commands: "Commands") -> None:
    """``rebuild``: make the projections anew."""
    parser = commands.add_parser("rebuild", help="make the summaries of all games anew from what was booked")
    parser.set_defaults(run=lambda arguments: _upkeep().rebuild())


def add_links(commands: "Commands") -> None:
    """``links``: new links for a game whose links are lost."""
    parser = commands.add_parser("links", help="make new links for a game, after a lost key or a closed score link")
    parser.add_argument("game", nargs="?", type=int, help="its number; left away, all games are listed")
    parser.set_defaults(run=lambda arguments: _upkeep().links(arguments.game))


def _upkeep() -> ModuleType:
    from scorekeeper import upkeep

    return upkeep


def add_hand(commands: "Commands") -> None:
    """``hand``: check a hand of cards."""
    parser = commands.add_parser("hand", help="check a hand: best arrangement, loose points, may it close")
    parser.add_argument("cards", nargs="+", help='such as "4o 5o 6o 7c 7e 7b 5c"; melds may be set apart by /')
    parser.add_argument("--rules", default="fournier", help="a rule set (default: fournier)")
    parser.add_argument("--packs", type=int, default=1, help="packs on the table: 1 or 2 (default: 1)")
    parser.add_argument("--json", action="store_true", help="answer as JSON, for programs")
    parser.set_defaults(run=_hand)


def _hand(arguments: argparse.Namespace) -> int:
    from scorekeeper.handcheck import run

    return run(" ".join(arguments.cards), arguments.rules, arguments.packs, arguments.json)


def _serve(arguments: argparse.Namespace) -> int:
    # First of all: what is imported before would keep the blocking sockets and locks of the standard library.
    from gevent import monkey

    monkey.patch_all()

    options = {"SCOREKEEPER_HOST": arguments.host, "PORT": arguments.port}
    # The process that makes the daily backup reads the environment, too: an option holds there as well.
    os.environ.update({name: value for name, value in options.items() if value is not None})
    settings = Settings.from_environment(os.environ)

    import gevent

    from scorekeeper import create_app, daily
    from scorekeeper.server import serve

    app = create_app(settings)
    _upkeep().upgrade(app)
    if settings.backups_kept:
        is_file = settings.database_file is not None
        gevent.spawn(daily.keep_up, settings.instance, is_file, settings.backups_kept, gevent.sleep)
    try:
        serve(app, settings.host, settings.port, on_ready=lambda port: _announce(settings.host, port))
    except OSError as error:
        print(f"Cannot listen on {settings.host} port {settings.port}: {error.strerror}.", file=sys.stderr)
        print("Another port: PORT=8001, or --port 8001.", file=sys.stderr)
        return 1
    return 0


def _upgrade(arguments: argparse.Namespace) -> int:
    from scorekeeper import create_app

    _upkeep().upgrade(create_app())
    return 0


def _announce(host: str, port: int) -> None:
    """Say where the scorekeeper is found, with a code to scan where there is a terminal to show it."""
    from scorekeeper.server import lan_address

    everywhere = host in EVERYWHERE
    local = everywhere or host.startswith("127.") or host in ("localhost", "::1")
    if local:
        print(f"On this machine: {_url('127.0.0.1' if everywhere else host, port)}", flush=True)
    phones = lan_address() if everywhere else (None if local else host)
    if phones is None:
        return
    print(f"On phones in the same network: {_url(phones, port)}", flush=True)
    if sys.stdout.isatty():
        import segno

        segno.make(_url(phones, port), micro=False).terminal(border=2, compact=True)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


COMMANDS: tuple[Callable[["Commands"], None], ...] = (
    add_serve,
    add_upgrade,
    add_backup,
    add_restore,
    add_check,
    add_rebuild,
    add_links,
    add_hand,
)
