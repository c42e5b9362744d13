"""Processes that share a store tell each other that they reach it, and which seats are connected to them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create both tables."""
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("heard", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "connections",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("process", sa.String(32), primary_key=True),
    )
    op.create_index("connections_by_process", "connections", ["process"])
