"""Tables where bots or clocks act by themselves are found without loading all others, and so are those left alone."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column and the indexes. Any running game may have bots or clocks; no table expires at once."""
    op.add_column("tables", sa.Column("automatic", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(sa.text("UPDATE tables SET automatic = true WHERE status = 'playing'"))
    now = sa.bindparam("now", time.time_ns() // 1_000_000, sa.BigInteger)
    op.execute(sa.text("UPDATE tables SET updated = :now WHERE status <> 'over'").bindparams(now))
    op.create_index("tables_by_update", "tables", ["status", "updated"])
    op.create_index("tables_by_automatic", "tables", ["automatic"])
