import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import make_url

from scorekeeper.config import ConfigError, Settings, ensure_private_file

KEY = "k" * 32


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def settings(tmp_path: Path, **environ: str) -> Settings:
    return Settings.from_environment(environ, tmp_path / "instance")


def test_defaults(tmp_path):
    found = settings(tmp_path)
    assert found.instance == tmp_path / "instance"
    assert found.database_file == tmp_path / "instance" / "chinchon.sqlite"
    assert (found.host, found.port) == ("0.0.0.0", 8000)
    assert (found.trusted_proxies, found.trusted_hosts) == (0, ())


def test_the_instance_folder_is_in_the_current_folder_unless_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert Settings.from_environment({}).instance == tmp_path / "instance"
    named = Settings.from_environment({"SCOREKEEPER_INSTANCE": str(tmp_path / "data")}, tmp_path / "other")
    assert named.instance == tmp_path / "data"
    assert named.database_file == tmp_path / "data" / "chinchon.sqlite"


def test_everything_can_be_set(tmp_path):
    found = settings(
        tmp_path,
        SCOREKEEPER_HOST="127.0.0.1",
        PORT="9000",
        SECRET_KEY=KEY,
        TRUSTED_PROXIES="2",
        TRUSTED_HOSTS="Chinchon.example, .example.org",
        DATABASE_URL="postgresql://ana:s%40crt@db.example/chinchon",
    )
    assert (found.host, found.port, found.secret_key) == ("127.0.0.1", 9000, KEY)
    assert found.trusted_proxies == 2
    assert found.trusted_hosts == ("chinchon.example", ".example.org")
    assert found.database_url == "postgresql+psycopg://ana:s%40crt@db.example/chinchon"
    assert found.database_file is None
    assert not (tmp_path / "instance").exists(), "nothing is written that is not needed"


def test_an_empty_variable_is_as_good_as_none(tmp_path):
    found = settings(tmp_path, PORT="", SECRET_KEY=" ", DATABASE_URL="", TRUSTED_HOSTS=" , ", SCOREKEEPER_HOST="")
    assert (found.port, found.host, found.trusted_hosts) == (8000, "0.0.0.0", ())
    assert len(found.secret_key) == 64


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_gets_its_driver(tmp_path, scheme):
    url = settings(tmp_path, DATABASE_URL=f"{scheme}://db.example/chinchon").database_url
    assert url == "postgresql+psycopg://db.example/chinchon"


@pytest.mark.parametrize("folder", ["plain", "a b", "ñandú", "50%", "x%20y", "what?", "a#b"])
def test_the_database_lies_where_it_should_in_any_folder(tmp_path, folder):
    found = Settings.from_environment({}, tmp_path / folder)
    expected = tmp_path / folder / "chinchon.sqlite"
    assert found.database_file == expected
    assert make_url(found.database_url).database == str(expected)


def test_sqlite_paths(tmp_path):
    relative = settings(tmp_path, DATABASE_URL="sqlite:///nights.db")
    assert relative.database_file == tmp_path / "instance" / "nights.db"
    absolute = settings(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path}/x.db?timeout=3")
    assert absolute.database_file == tmp_path / "x.db"
    assert make_url(absolute.database_url).query == {"timeout": "3"}


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        *(("PORT", value) for value in ["0", "65536", "-1", "80.5", "eighty", "8_000", "٨٠٠٠", "9" * 50]),
        *(("TRUSTED_PROXIES", value) for value in ["-1", "6", "all"]),
        *(("SCOREKEEPER_HOST", value) for value in ["http://x", "a b", "x/y", "-x", "a..b", "x:80x"]),
        *(("TRUSTED_HOSTS", value) for value in ["https://x.example", "x.example:80", "*", "a b", "x/y", "."]),
        *(
            ("DATABASE_URL", value)
            for value in [
                "chinchon.sqlite",
                "sqlite://",
                "sqlite:///",
                "sqlite:///:memory:",
                "sqlite://host/path",
                "mysql://db.example/x",
                "postgresql://",
                "postgresql+psycopg2://db.example/x",
            ]
        ),
        *(("SECRET_KEY", value) for value in ["dev", "k" * 31]),
    ],
)
def test_what_cannot_be_used_is_refused_by_name(tmp_path, variable, value):
    with pytest.raises(ConfigError, match=variable) as caught:
        settings(tmp_path, **{variable: value})
    assert caught.value.variable == variable
    assert "allowed: " in str(caught.value)


@pytest.mark.parametrize("host", ["::", "::1", "fe80::1%eth0", "localhost", "box.local", "192.168.1.20"])
def test_hosts_to_listen_on(tmp_path, host):
    assert settings(tmp_path, SCOREKEEPER_HOST=host).host == host


def test_no_secret_is_shown(tmp_path):
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, DATABASE_URL="mysql://ana:hunter2@db.example/x")
    assert "hunter2" not in str(caught.value)
    with pytest.raises(ConfigError) as caught:
        settings(tmp_path, SECRET_KEY="hunter2")
    assert "hunter2" not in str(caught.value)
    found = settings(tmp_path, SECRET_KEY=KEY, DATABASE_URL="postgresql://ana:hunter2@db.example/x")
    assert KEY not in repr(found)
    assert "hunter2" not in repr(found)


def test_a_file_is_no_instance_folder(tmp_path):
    (tmp_path / "instance").write_text("")
    with pytest.raises(ConfigError, match="SCOREKEEPER_INSTANCE"):
        settings(tmp_path)


def test_an_instance_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="SCOREKEEPER_INSTANCE"):
        Settings.from_environment({}, tmp_path / "file" / "instance")


def test_the_secret_key_is_made_once_and_is_private(tmp_path):
    first = settings(tmp_path)
    assert bytes.fromhex(first.secret_key)
    assert len(first.secret_key) == 64
    assert settings(tmp_path).secret_key == first.secret_key
    assert mode(tmp_path / "instance") == 0o700
    assert mode(tmp_path / "instance" / "secret_key") == 0o600


def test_many_first_starts_at_once_agree_on_one_key(tmp_path):
    for attempt in range(20):
        folder = tmp_path / str(attempt)
        with ThreadPoolExecutor(8) as threads:
            keys = list(threads.map(lambda _: Settings.from_environment({}, folder).secret_key, range(8)))  # noqa: B023
        assert len(set(keys)) == 1


def test_a_key_file_that_others_can_read_is_closed(tmp_path):
    key = settings(tmp_path).secret_key
    path = tmp_path / "instance" / "secret_key"
    path.chmod(0o644)
    assert settings(tmp_path).secret_key == key
    assert mode(path) == 0o600


@pytest.mark.parametrize("content", ["", "\n", "short\n"])
def test_a_broken_key_file_is_said_and_kept(tmp_path, monkeypatch, content):
    monkeypatch.setattr("scorekeeper.config.SECRET_WAIT_SECONDS", 0.05)
    path = tmp_path / "instance" / "secret_key"
    path.parent.mkdir()
    path.write_text(content)
    with pytest.raises(ConfigError, match="secret_key"):
        settings(tmp_path)
    assert path.read_text() == content


def test_a_private_file_is_made_whatever_the_umask(tmp_path):
    path = tmp_path / "new" / "chinchon.sqlite"
    before = os.umask(0)
    try:
        ensure_private_file(path)
    finally:
        os.umask(before)
    assert mode(path) == 0o600
    assert mode(path.parent) == 0o700


def test_a_private_file_keeps_its_content(tmp_path):
    path = tmp_path / "old"
    path.write_text("content")
    path.chmod(0o664)
    ensure_private_file(path)
    assert path.read_text() == "content"
    assert mode(path) == 0o600


@pytest.mark.parametrize(
    "url", ["redis://:s3cret@db.example:6379/0", "rediss://db.example", "redis+unix:///run/redis.sock"]
)
def test_rate_limits_may_be_counted_in_redis(tmp_path, url):
    """The address is taken as it is, is empty by default, and is not shown where settings are printed."""
    assert settings(tmp_path).redis_url is None
    found = settings(tmp_path, REDIS_URL=url)
    assert found.redis_url == url
    assert url not in repr(found)


@pytest.mark.parametrize("url", ["localhost:6379", "http://db.example/s3cret", "redis://", "memcached://s3cret@x"])
def test_another_address_for_redis_is_refused_without_telling_it(tmp_path, url):
    """Its password stays out of the message."""
    with pytest.raises(ConfigError, match="REDIS_URL") as refused:
        settings(tmp_path, REDIS_URL=url)
    assert "s3cret" not in str(refused.value)
