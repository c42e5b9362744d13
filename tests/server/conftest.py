"""What the tests of the server share."""

from tests.server.asking import run
from tests.server.services import database_url, postgres, redis_server, redis_url

__all__ = ["database_url", "postgres", "redis_server", "redis_url", "run"]
