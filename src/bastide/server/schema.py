"""The tables of the store's database."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("opened", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("options", JSON, nullable=False),
    Column("secret", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(16), nullable=False),
    Column("rematch_of", String(32)),
    Column("automatic", Boolean, nullable=False, server_default=false()),
    Index("tables_by_status", "public", "status", "updated"),
    Index("tables_by_update", "status", "updated"),
    Index("tables_by_automatic", "automatic"),
)
seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("stored", String(64), nullable=False),
    Index("seats_by_token", "stored"),
)
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("data", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("clocks", JSON, nullable=False),
)
processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("heard", BigInteger, nullable=False),
)
connections = Table(
    "connections",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("process", String(32), primary_key=True),
    Index("connections_by_process", "process"),
)
