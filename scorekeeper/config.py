"""Settings from the environment, with defaults; what is unsafe or makes no sense is refused."""

import os
import re
import secrets
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote

DATABASE_NAME = "chinchon.sqlite"
SECRET_NAME = "secret_key"
SECRET_MIN_LENGTH = 32
# How long a second process waits for the first one to finish writing the key it has just made.
SECRET_WAIT_SECONDS = 2.0

_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST_NAME = re.compile(rf"(?=.{{1,253}}\Z){_LABEL}(\.{_LABEL})*\.?\Z", re.IGNORECASE)
_POSTGRES_SCHEMES = ("postgres", "postgresql", "postgresql+psycopg")


class ConfigError(Exception):
    """A setting that cannot be used. The message names the variable, its value and what is allowed."""

    def __init__(self, variable: str, value: str, allowed: str) -> None:
        super().__init__(f"{variable}: {value} cannot be used; allowed: {allowed}.")
        self.variable = variable


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Everything that is set from outside. Empty ``trusted_hosts``: any host name is answered.

    Without ``redis_url`` each process counts its own rate limits; with 0 ``backups_kept`` none are made.
    """

    instance: Path
    database_url: str = field(repr=False)
    host: str
    port: int
    secret_key: str = field(repr=False)
    trusted_proxies: int
    trusted_hosts: tuple[str, ...]
    redis_url: str | None = field(default=None, repr=False)
    backups_kept: int = 0

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], instance_path: Path | None = None) -> "Settings":
        """Read the settings.

        In: the environment, and the instance folder to use where SCOREKEEPER_INSTANCE names none (default:
        ``instance`` in the current folder). An empty variable counts as one that is not set.
        Out: the settings. Without SECRET_KEY the key comes from the instance folder, and is made there the first
        time.
        Errors: ConfigError for the first variable that cannot be used.
        """
        given = {name: value.strip() for name, value in environ.items() if value.strip()}
        instance = _instance(given, instance_path)
        return cls(
            instance=instance,
            database_url=_database_url(given, instance),
            host=_host(given),
            port=_integer(given, "PORT", default=8000, low=1, high=65535),
            trusted_proxies=_integer(given, "TRUSTED_PROXIES", default=0, low=0, high=5),
            trusted_hosts=_trusted_hosts(given),
            secret_key=_secret_key(given, instance),
            redis_url=_redis_url(given),
            backups_kept=_integer(given, "BACKUPS_KEPT", default=14, low=0, high=365),
        )

    @property
    def database_file(self) -> Path | None:
        """The SQLite file, or None where the database is a server."""
        scheme, _, rest = self.database_url.partition("://")
        if scheme != "sqlite":
            return None
        return Path(unquote(rest.removeprefix("/").partition("?")[0]))


def ensure_private_file(path: Path) -> None:
    """Make sure that the file exists and that only its owner may read it; a missing folder is made alike.

    Out: nothing; a new file is empty, an old one keeps its content. Errors: OSError.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if stat.S_IMODE(os.fstat(descriptor).st_mode) & 0o077:
            os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def put_secret_key(instance: Path, key: str) -> None:
    """Make this the key of the instance folder, in the place of the one that lies there. Errors: OSError."""
    path = instance / SECRET_NAME
    part = path.with_name(f"{SECRET_NAME}.part")
    ensure_private_file(part)
    part.write_text(f"{key}\n", encoding="utf-8")
    part.replace(path)


def _instance(given: Mapping[str, str], instance_path: Path | None) -> Path:
    named = given.get("SCOREKEEPER_INSTANCE")
    path = Path(named).expanduser() if named else (instance_path or Path("instance"))
    path = path.absolute()
    if path.exists() and not path.is_dir():
        raise ConfigError("SCOREKEEPER_INSTANCE", repr(str(path)), "a folder, or a path where one can be made")
    return path


def _database_url(given: Mapping[str, str], instance: Path) -> str:
    url = given.get("DATABASE_URL")
    if url is None:
        return _sqlite_url(instance / DATABASE_NAME)
    scheme, separator, rest = url.partition("://")
    if separator and rest and scheme in _POSTGRES_SCHEMES:
        return f"postgresql+psycopg://{rest}"
    if separator and scheme == "sqlite":
        path, question, query = rest.partition("?")
        name = unquote(path.removeprefix("/"))
        # A database in memory would lose every evening at the next start.
        if path.startswith("/") and name not in ("", ":memory:"):
            # A relative path is one inside the instance folder, wherever the process was started.
            return _sqlite_url(instance / name) + question + query
    # The rest of the address may hold a password.
    shown = repr(f"{scheme}://…") if separator else "a value without ://"
    raise ConfigError("DATABASE_URL", shown, "sqlite:///path/to/file or postgresql://user:password@host/database")


def _sqlite_url(path: Path) -> str:
    # SQLAlchemy 2.1 decodes %xx in the path, so a path with ? or % in it has to be encoded.
    return "sqlite:///" + quote(str(path), safe="/ ")


def _host(given: Mapping[str, str]) -> str:
    host = given.get("SCOREKEEPER_HOST", "0.0.0.0")
    if not _is_host(host):
        raise ConfigError("SCOREKEEPER_HOST", repr(host), "an address or a host name to listen on, like 127.0.0.1")
    return host


def _is_host(text: str) -> bool:
    is_ipv6 = ":" in text and re.fullmatch(r"[0-9a-f:.]+(%\w+)?", text, re.I) is not None
    return is_ipv6 or _HOST_NAME.match(text) is not None


def _trusted_hosts(given: Mapping[str, str]) -> tuple[str, ...]:
    names = [name.strip().lower() for name in given.get("TRUSTED_HOSTS", "").split(",")]
    names = [name for name in names if name]
    for name in names:
        if not _HOST_NAME.match(name.removeprefix(".")):
            raise ConfigError(
                "TRUSTED_HOSTS",
                repr(name),
                "host names separated by commas, without scheme, port or path; "
                "a dot before a name takes its subdomains too",
            )
    return tuple(names)


def _redis_url(given: Mapping[str, str]) -> str | None:
    url = given.get("REDIS_URL")
    if url is None:
        return None
    scheme, separator, rest = url.partition("://")
    if not separator or not rest or scheme not in ("redis", "rediss", "redis+unix"):
        # The rest of the address may hold a password.
        shown = repr(f"{scheme}://…") if separator else "a value without ://"
        raise ConfigError("REDIS_URL", shown, "redis://host:port/number, rediss:// or redis+unix:///path")
    return url


def _integer(given: Mapping[str, str], variable: str, *, default: int, low: int, high: int) -> int:
    text = given.get(variable)
    if text is None:
        return default
    # int() alone would also take "8_000" and digits of other scripts.
    if not re.fullmatch(r"[0-9]{1,6}", text) or not low <= int(text) <= high:
        raise ConfigError(variable, repr(text), f"a whole number from {low} to {high}")
    return int(text)


def _secret_key(given: Mapping[str, str], instance: Path) -> str:
    key = given.get("SECRET_KEY")
    if key is None:
        return _secret_key_from(instance / SECRET_NAME)
    if len(key) < SECRET_MIN_LENGTH:
        raise ConfigError(
            "SECRET_KEY",
            f"a key of {len(key)} characters",
            f"at least {SECRET_MIN_LENGTH} characters, chosen at random",
        )
    return key


def _secret_key_from(path: Path) -> str:
    """The key in the file, made first where there is none. Errors: ConfigError."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            # Of several processes that start at once exactly one makes the file.
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            ensure_private_file(path)
            return _read_secret_key(path)
        key = secrets.token_hex(32)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key + "\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise ConfigError(
            "SCOREKEEPER_INSTANCE",
            f"{str(path.parent)!r} ({error.strerror})",
            "a folder that can be written to",
        ) from error
    return key


def _read_secret_key(path: Path) -> str:
    deadline = time.monotonic() + SECRET_WAIT_SECONDS
    while True:
        # The line end is the last thing the maker writes.
        text = path.read_text(encoding="utf-8", errors="replace")
        if text.endswith("\n") or time.monotonic() > deadline:
            break
        time.sleep(0.01)
    key = text.strip()
    if len(key) < SECRET_MIN_LENGTH:
        raise ConfigError(
            f"The key in {path}",
            f"a key of {len(key)} characters",
            f"at least {SECRET_MIN_LENGTH} characters; delete the file, and the next start makes a new one",
        )
    return key
