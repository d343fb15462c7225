"""A server process for tests: the real one, on a free port, without rate limits. Arguments: folder, database."""

from gevent import monkey

monkey.patch_all()

import faulthandler  # noqa: E402
import sys  # noqa: E402
from dataclasses import replace  # noqa: E402
from pathlib import Path  # noqa: E402

from scorekeeper import create_app  # noqa: E402
from scorekeeper.config import Settings  # noqa: E402
from scorekeeper.server import serve  # noqa: E402
from scorekeeper.service import upgrade  # noqa: E402


def main(folder: str, database: str) -> None:
    faulthandler.dump_traceback_later(60)  # a start that hangs says where
    settings = Settings.from_environment({}, Path(folder))
    app = create_app(replace(settings, database_url=database), RATELIMIT_ENABLED=False)
    upgrade(app)
    serve(app, "127.0.0.1", 0, on_ready=ready)


def ready(port: int) -> None:
    faulthandler.cancel_dump_traceback_later()
    print(f"port {port}", flush=True)


main(*sys.argv[1:])
