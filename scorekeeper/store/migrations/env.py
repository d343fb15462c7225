"""How Alembic reaches the database: through the app, in one transaction that a second starter waits for."""

from alembic import context
from flask import current_app
from sqlalchemy import Connection, text

# Any number will do, as long as every process takes the same one.
_LOCK = 7_400_213


def _run(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    context.configure(
        connection=connection,
        target_metadata=current_app.extensions["sqlalchemy"].metadata,
        render_as_batch=connection.dialect.name == "sqlite",
    )
    with context.begin_transaction():
        context.run_migrations()


engine = current_app.extensions["sqlalchemy"].engine
with engine.execution_options(immediate=True).begin() as open_connection:
    _run(open_connection)
