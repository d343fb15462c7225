"""The tables. The ledger (`EventRow`) is the truth; `Standing` and the summary columns are projections of it."""

from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session
from sqlalchemy import BigInteger, ForeignKey, Index, MetaData, String, Text, false
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

# Named constraints, so that migrations can change them on every database.
NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """The common ancestor of all tables."""

    metadata = MetaData(naming_convention=NAMING)


class _ReadSession(Session):
    """What a request reads by. The database may go away before it ends; then there is nothing to roll back, and what
    was found or booked is answered all the same."""

    def close(self) -> None:
        try:
            super().close()
        except OperationalError:
            self.invalidate()


db = SQLAlchemy(model_class=Base, session_options={"class_": _ReadSession})


class GameRow(Base):
    """One game, with a summary of its newest state for lists. Times are milliseconds since 1970, UTC."""

    __tablename__ = "games"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(32), unique=True)
    creation_key: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[int] = mapped_column(BigInteger)
    changed_at: Mapped[int] = mapped_column(BigInteger)
    version: Mapped[int]
    phase: Mapped[str] = mapped_column(String(20))
    round_number: Mapped[int]
    pot: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(String(3))


class EventRow(Base):
    """One event. The primary key is the lock: two writers cannot both append the same version.

    `batch` is the version of the first event that was appended in the same step.
    """

    __tablename__ = "events"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True)
    batch: Mapped[int]
    kind: Mapped[str] = mapped_column(String(32))
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[int] = mapped_column(BigInteger)


class RequestRow(Base):
    """What a form with this idempotency key booked: the version it led to, and a digest of what was typed."""

    __tablename__ = "requests"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]


class PersonRow(Base):
    """A person's name in one game. Events only know the number."""

    __tablename__ = "people"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    person: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(60))


class LinkRow(Base):
    """A way in: only the digest of its secret is stored. A new generation closes the old link.

    A revoked one opens nothing until it is renewed.
    """

    __tablename__ = "links"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8), primary_key=True)
    generation: Mapped[int]
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    revoked: Mapped[bool] = mapped_column(server_default=false())


class GrantRow(Base):
    """The grant of a browser (by the digest of its random name) that opened a link: the list on its home page.

    `seen_at`: milliseconds since 1970, to within minutes. `handed`: the generation of the score link that this
    browser made when it handed the scoring over.
    """

    __tablename__ = "visits"  # as the first version called it

    browser: Mapped[str] = mapped_column(String(64), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8))
    generation: Mapped[int]
    seen_at: Mapped[int] = mapped_column(BigInteger, server_default="0")
    handed: Mapped[int | None]

    __table_args__ = (Index("ix_visits_game_id", "game_id"),)


class CodeRow(Base):
    """A short code that leads to a link for some minutes; one at a time for each role of a game.

    The code itself is made from `nonce` with the server's key; stored is a digest under that key.
    """

    __tablename__ = "codes"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    role: Mapped[str] = mapped_column(String(8), primary_key=True)
    generation: Mapped[int]
    nonce: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    expires_at: Mapped[int] = mapped_column(BigInteger)


class TombstoneRow(Base):
    """A game that was deleted: nothing is left of it but this, so that no backup brings it back."""

    __tablename__ = "tombstones"

    public_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    deleted_at: Mapped[int] = mapped_column(BigInteger)


class Standing(Base):
    """Projection: where one seat stands at the game's version. Dropped and rebuilt at will."""

    __tablename__ = "standings"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    person: Mapped[int]
    total: Mapped[int]
    status: Mapped[str] = mapped_column(String(8))
    in_front: Mapped[bool]
    won: Mapped[bool]
