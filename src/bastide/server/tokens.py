"""Bearer tokens: knowing the token of a seat is the right to act for it. The server stores only its hash."""

from __future__ import annotations

import secrets
from hashlib import sha256
from hmac import compare_digest


def new_token() -> str:
    """Return a random token for a seat."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a random id for a table; ids are public."""
    return secrets.token_urlsafe(8)


def hash_token(token: str) -> str:
    """Return the hash of a token, which is what the server stores."""
    return sha256(token.encode()).hexdigest()


def token_matches(token: str, token_hash: str) -> bool:
    """Return whether a token has this hash. The comparison takes constant time."""
    return compare_digest(hash_token(token), token_hash)
