"""Ways into a game: found by the digest of their secret, renewed and revoked."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import bindparam, select, update

from .announce import touch
from .database import writing
from .games import NoSuchGame
from .models import GameRow, GrantRow, LinkRow, db

# Asked with every request of a game, so it is put together once, and of plain columns: a quarter of the time.
_GAMES, _LINKS = GameRow.__table__.c, LinkRow.__table__.c
_OPENED_BY = (
    select(_LINKS.game_id, _GAMES.public_id, _LINKS.role, _LINKS.generation)
    .join_from(LinkRow.__table__, GameRow.__table__)
    .where(_LINKS.digest == bindparam("secret"), _LINKS.revoked.is_(False))
)


@dataclass(frozen=True)
class Link:
    """A link that opens a game in a role; `generation` counts its renewals from 1."""

    game_id: int
    public_id: str
    role: str
    generation: int


def find_link(digest: str) -> Link | None:
    """The link whose secret has this digest, or None."""
    row = db.session.execute(_OPENED_BY, {"secret": digest}).one_or_none()
    return Link(*row) if row else None


def links_of(game_id: int) -> dict[str, Link]:
    """The links of a game by role; a revoked one is missing."""
    rows = db.session.execute(
        select(LinkRow.game_id, GameRow.public_id, LinkRow.role, LinkRow.generation)
        .join(GameRow, GameRow.id == LinkRow.game_id)
        .where(LinkRow.game_id == game_id, LinkRow.revoked.is_(False))
    )
    return {row.role: Link(*row) for row in rows}


def generations(game_id: int) -> dict[str, int]:
    """How often each link of a game was changed, from 1, also of one that is revoked now."""
    rows = db.session.execute(select(LinkRow.role, LinkRow.generation).where(LinkRow.game_id == game_id))
    return dict(rows.all())


@dataclass(frozen=True)
class LinkChange:
    """The next generation of a link, and the digest of its secret; a revoked one opens nothing.

    `by`: the generation of the score link that the change was made with.
    """

    link: Link
    digest: str
    by: int
    revoked: bool = False


def change_link(change: LinkChange, mine: str, hands_over: bool = False) -> bool:
    """Put the next generation of a link in the place of the present one, which is dead from then on.

    The browser `mine` made the change. If the new score link is for itself, its grant moves on with it; if it
    `hands_over`, or nobody may score any more, it becomes a viewer, as long as there is a view link.
    False, and nothing done, if somebody was faster: the present generation is not the one before, or the scorer's
    own link is dead by now.
    """
    new = change.link
    with writing() as session:
        score = session.get(LinkRow, (new.game_id, "score"), with_for_update=True)
        row = session.get(LinkRow, (new.game_id, new.role), with_for_update=True)
        if score is None or row is None or score.revoked or score.generation != change.by:
            return False
        if row.generation != new.generation - 1:
            return False
        row.generation, row.digest, row.revoked = new.generation, change.digest, change.revoked
        if row is score:
            grant = update(GrantRow).where(GrantRow.browser == mine, GrantRow.game_id == new.game_id)
            if hands_over or change.revoked:
                view = session.get(LinkRow, (new.game_id, "view"))
                handed = new.generation if hands_over else None
                grant = grant.values(role="view", generation=view.generation if view else 0, handed=handed)
            else:
                grant = grant.values(generation=new.generation, handed=None)
            session.execute(grant)
        touch(session, new.game_id)
        return True


def renew_links(game_id: int, digest_of: Callable[[str, str, int], str]) -> dict[str, Link]:
    """The next generation of every link of a game, by role: for whoever runs the server, since it asks for no link.

    `digest_of` makes the digest of a secret from public id, role and generation. Raises `NoSuchGame`.
    """
    with writing() as session:
        game = session.get(GameRow, game_id)
        if game is None:
            raise NoSuchGame(game_id)
        links = {}
        for row in session.scalars(select(LinkRow).where(LinkRow.game_id == game_id).with_for_update()):
            row.generation, row.revoked = row.generation + 1, False
            row.digest = digest_of(game.public_id, row.role, row.generation)
            links[row.role] = Link(game_id, game.public_id, row.role, row.generation)
        touch(session, game_id)
        return links
