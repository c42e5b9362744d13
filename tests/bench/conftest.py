"""Fixtures of the benchmarks."""

from tests.server.services import database_url, postgres, redis_server, redis_url

__all__ = ["database_url", "postgres", "redis_server", "redis_url"]
