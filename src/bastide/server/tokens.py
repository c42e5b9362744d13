"""Secret links: whoever knows the token of a seat may act for it. The server keeps only its hash."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return the id of a table, to be told to anyone."""
    return secrets.token_urlsafe(8)


def hash_token(token: str) -> str:
    """Return what is stored of a token."""
    return sha256(token.encode()).hexdigest()


def token_matches(token: str, stored: str) -> bool:
    """Say whether a token is the one that was stored, in a time that tells nothing."""
    return compare_digest(hash_token(token), stored)
