"""Brings the schema of a store up to date, from any version it ever had."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

LOCK: Final = 0xBA57
"""The number of the lock in PostgreSQL that servers take to change the schema."""


async def migrate(engine: AsyncEngine) -> None:
    """Run the migrations that a store has not seen yet; all of them for a new one."""
    async with engine.begin() as connection:
        await connection.run_sync(upgrade, "head")


def upgrade(connection: Connection, revision: str) -> None:
    """Bring a store to a version of the schema; of several servers that start together, one does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
