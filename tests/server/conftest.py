"""Fixtures of the server tests."""

from tests.server.api import run
from tests.server.services import database_url, postgres, redis_server, redis_url

__all__ = ["database_url", "postgres", "redis_server", "redis_url", "run"]
