"""The tables: made and brought up to date by migrations, safely, and exactly as the models say."""

import os
import subprocess
import sys
from pathlib import Path

import flask_migrate
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from databases import bare_app, close
from ledgers import scored, start
from sqlalchemy import inspect, text

from scorekeeper import store
from scorekeeper.store import tables
from scorekeeper.store.models import Base, db

ROOT = Path(__file__).resolve().parents[2]
UPGRADE = """
import sys
from pathlib import Path
from databases import bare_app
from scorekeeper import store
app = bare_app(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
store.upgrade(app)
"""


def test_upgrade_twice(tmp_path):
    """The second time changes nothing, and the games stay."""
    app = bare_app(tmp_path)
    store.upgrade(app)
    with app.app_context():
        game = store.create(start(2), ("Ana", "Luis"), "key", "public", {})
        revision = db.session.scalar(text("SELECT version_num FROM alembic_version"))
    store.upgrade(app)
    with app.app_context():
        assert store.load(game).names == {1: "Ana", 2: "Luis"}
        assert db.session.scalars(text("SELECT version_num FROM alembic_version")).all() == [revision]
    close(app)


@pytest.mark.parametrize("revision", sorted(path.stem[:4] for path in tables.MIGRATIONS.glob("versions/*.py"))[:-1])
def test_from_every_earlier_version(app, revision):
    """A database with the tables of any earlier version is brought up to date, and its games are all there."""
    game = store.create(start(2), ("Ana", "Luis"), "key", "public", {"score": "digest"})
    store.append(game, 1, [scored(1, 0, 7)], "a", "x")
    before = store.load(game)
    db.session.remove()
    flask_migrate.Migrate(app, db, directory=str(tables.MIGRATIONS))
    flask_migrate.downgrade(directory=str(tables.MIGRATIONS), revision=revision)
    store.upgrade(app)
    assert store.load(game) == before
    assert list(store.faults()) == []
    assert store.find_link("digest") is not None


def test_a_start_without_news_is_quick(upgraded_folder):
    """Where the tables are those of this version, what could change them is not even imported."""
    code = (
        "import sys; from pathlib import Path; from scorekeeper import create_app, service; "
        "from scorekeeper.config import Settings; "
        "service.upgrade(create_app(Settings.from_environment({}, Path(sys.argv[1])))); "
        "print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(upgraded_folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False\n"


def test_several_processes_upgrade_at_once(tmp_path):
    """Whoever comes second waits for the first: all succeed, and the tables are whole."""
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = [sys.executable, "-c", UPGRADE, str(tmp_path)]
    processes = [
        subprocess.Popen(
            command,
            env=os.environ | {"PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("go\n")
            process.stdin.flush()
        answers = [(process.communicate(timeout=60)[1], process.returncode) for process in processes]
    finally:
        for process in processes:
            process.kill()
    assert [code for _, code in answers] == [0, 0, 0], [errors for errors, _ in answers]
    app = bare_app(tmp_path)
    with app.app_context():
        assert set(inspect(db.engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}
        assert db.session.scalars(text("SELECT count(*) FROM alembic_version")).all() == [1]
    close(app)


def test_models_and_migrations_agree(app):
    """A database made by the migrations has exactly the tables, columns and keys of the models."""
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_sqlite_is_set_up_for_durability(app):
    """Every connection writes ahead, waits for the disk, keeps foreign keys and waits for others."""
    pragmas = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    values = [db.session.scalar(text(f"PRAGMA {name}")) for name in pragmas]
    assert values == ["wal", 2, 1, 5000]


def test_a_deleted_game_takes_everything_along(app):
    """No row of a game stays behind."""
    game = store.create(start(2), ("Ana", "Luis"), "key", "public", {"score": "digest"})
    store.append(game, 1, [], "a", "x")
    db.session.execute(text("DELETE FROM games"))
    db.session.commit()
    for name in Base.metadata.tables:
        assert db.session.scalar(text(f"SELECT count(*) FROM {name}")) == 0, name
