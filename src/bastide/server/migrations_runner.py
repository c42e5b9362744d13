"""Migration of the database schema with Alembic, from any earlier revision."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

LOCK: Final = 0xBA57
"""The key of the advisory lock in PostgreSQL that servers hold during a migration."""


async def migrate(engine: AsyncEngine) -> None:
    """Upgrade a database to the latest revision; a new one gets the whole schema."""
    async with engine.begin() as connection:
        await connection.run_sync(upgrade, "head")


def upgrade(connection: Connection, revision: str) -> None:
    """Upgrade a database to a revision. If several servers start together, one of them does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": LOCK})
    config = _configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def known_revisions() -> set[str]:
    """Return all revisions of the schema that this version can upgrade from."""
    return {script.revision for script in ScriptDirectory.from_config(_configuration()).walk_revisions()}


def _configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
