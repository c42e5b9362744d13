"""The environment of Alembic: migrations run on the connection that the server passes in."""

from alembic import context

from bastide.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
