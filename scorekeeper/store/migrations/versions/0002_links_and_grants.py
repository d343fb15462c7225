"""Links that can be revoked, grants of browsers, short codes, tombstones."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("links", sa.Column("revoked", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("visits", sa.Column("seen_at", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("visits", sa.Column("handed", sa.Integer(), nullable=True))
    op.create_table(
        "codes",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_codes_game_id_games"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "role", name=op.f("pk_codes")),
        sa.UniqueConstraint("digest", name=op.f("uq_codes_digest")),
    )
    op.create_table(
        "tombstones",
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("public_id", name=op.f("pk_tombstones")),
    )


def downgrade() -> None:
    op.drop_table("tombstones")
    op.drop_table("codes")
    with op.batch_alter_table("visits") as batch_op:
        batch_op.drop_column("handed")
        batch_op.drop_column("seen_at")
    with op.batch_alter_table("links") as batch_op:
        batch_op.drop_column("revoked")
