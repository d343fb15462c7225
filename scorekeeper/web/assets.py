"""Style sheets, scripts and drawings: each under a name with its content's hash, compressed once, cached for ever."""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask, Response
from flask_compress import Compress
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

from .safety import HEADERS

_HASH_LENGTH = 10
_STYLE = "css/app.css"
_IMPORT = re.compile(rb'\b((?:from|import) "\./)([\w-]+\.js)"')


@dataclass(frozen=True)
class Assets:
    """The prepared files: the folder they are in, and the hashed name of each."""

    folder: TemporaryDirectory[str]
    names: dict[str, str]


@lru_cache
def prepared(source: Path) -> Assets:
    """Copy a folder of static files under hashed names, with a compressed twin of each that gains by it."""
    assets = Assets(TemporaryDirectory(prefix="scorekeeper-static-"), {})
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        _prepare(path.relative_to(source), source, assets)
    return assets


def _prepare(name: Path, source: Path, assets: Assets) -> Path:
    """Put one file there, after the modules that it imports: it names them by their hashed names. Returns its own."""
    if name.as_posix() in assets.names:
        return Path(assets.names[name.as_posix()])
    content = (source / name).read_bytes()
    if name.suffix == ".js":
        content = _IMPORT.sub(
            lambda found: found[1] + _prepare(name.with_name(found[2].decode()), source, assets).name.encode() + b'"',
            content,
        )
    digest = hashlib.sha256(content).hexdigest()[:_HASH_LENGTH]
    hashed = name.with_name(f"{name.stem}.{digest}{name.suffix}")
    target = Path(assets.folder.name) / hashed
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    compressor = Compressor(quiet=True)
    if compressor.should_compress(str(target)):
        compressor.compress(str(target))
    assets.names[name.as_posix()] = hashed.as_posix()
    return hashed


def init_app(app: Flask) -> None:
    assets = prepared(Path(app.static_folder or ""))

    def static_headers(headers: Any, _path: str, _url: str) -> None:
        for name, value in HEADERS.items():
            headers[name] = value

    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app,
        root=assets.folder.name,
        prefix="static/",
        immutable_file_test=lambda _path, _url: True,
        allow_all_origins=False,
        add_headers_function=static_headers,
    )

    def asset(name: str) -> str:
        """The address of a static file."""
        return f"{app.static_url_path}/{assets.names[name]}"

    app.jinja_env.globals["asset"] = asset
    style = f"<{asset(_STYLE)}>; rel=preload; as=style"

    @app.after_request
    def begin_with_the_style(response: Response) -> Response:
        # Said in the head of the answer, the browser fetches it before it has read the page: a slow phone paints
        # a fifth of a second earlier.
        if response.mimetype == "text/html":
            response.headers.setdefault("Link", style)
        return response

    # Pages change with every request: quick levels. A stream must not wait for a block to fill.
    app.config.from_mapping(
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=4,
        COMPRESS_LEVEL=6,
        COMPRESS_STREAMS=False,
        COMPRESS_MIMETYPES=["text/html", "application/json", "application/problem+json", "image/svg+xml", "text/csv"],
    )
    Compress(app)
