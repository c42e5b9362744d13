"""The fair dealer: draws that nobody can choose, and that everybody can check once the game is over.

The dealer publishes a commitment to a secret, then the players add a salt, and every draw follows from both. A game
adds a digest of its terms to the salt, so that the draws also depend on the rules and the names. See docs/fairness.md.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import token_hex
from typing import Final

from bastide.errors import BadRecord, BastideError
from bastide.rules.engine import chances, outcome
from bastide.rules.model import Action, Json
from bastide.rules.state import State

SECRET_BYTES: Final = 32
HEX: Final = re.compile("[0-9a-f]{64}")
"""A secret, or the commitment to one: 32 bytes."""
TERMS: Final = re.compile(r"/terms:([0-9a-f]{64})\Z")
"""The end of a salt that is bound to the terms of a game."""
BLOCK_BITS: Final = 512
SPARE_BITS: Final = 64
"""With so many bits more than the cases need, none of them is favoured by more than a trifle."""


@dataclass(frozen=True)
class Fair:
    """Draws that follow from a secret, to which the dealer is committed, and from a salt that the players add then.

    Draw number i is the same however often it is taken back and drawn again. Without a salt nothing is drawn.
    """

    secret: str = field(repr=False)
    """32 random bytes in hexadecimal digits, for the dealer alone until the game is over."""
    salt: str = ""
    """What the players said after they had seen the commitment."""

    def __post_init__(self) -> None:
        if not HEX.fullmatch(self.secret):
            raise BastideError("fair_secret")
        if not _can_be_written(self.salt):
            raise BastideError("fair_salt")

    @classmethod
    def fresh(cls) -> Fair:
        """Return a dealer with a new secret, whose commitment can be published; a salt is still to come."""
        return cls(token_hex(SECRET_BYTES))

    def salted(self, salt: str) -> Fair:
        """Return the dealer with the same secret and the salt of the players."""
        return replace(self, salt=salt)

    def bound(self, terms: str) -> Fair:
        """Return the dealer whose salt, if it has one, ends with the digest of a game's terms."""
        if not self.salt or terms_in(self.salt) == terms:
            return self
        return self.salted(bound_salt(self.salt, terms))

    def bound_like(self, salt: str) -> Fair:
        """Return the dealer bound to the same terms as another salt, if that is bound to any."""
        terms = terms_in(salt)
        return self if terms is None else self.bound(terms)

    @property
    def commitment(self) -> str:
        """What is published before the players choose a salt: the secret cannot be changed any more, nor read off."""
        return commitment_of(self.secret)

    def number(self, index: int, cases: int) -> int:
        """Return which of so many equally likely cases the draw with this number is.

        >>> Fair("00" * 32, "a word of everybody").number(0, 71)
        19
        """
        blocks = -(-(cases.bit_length() + SPARE_BITS) // BLOCK_BITS)
        names = [f"{self.salt}/{index}", *(f"{self.salt}/{index}/{block}" for block in range(1, blocks))]
        key = bytes.fromhex(self.secret)
        return int.from_bytes(b"".join(hmac.digest(key, name.encode(), "sha512") for name in names)) % cases

    def pick(self, state: State, index: int) -> Action:
        """Return the outcome that the secret, the salt and the number of the draw give."""
        if not self.salt:
            raise BastideError("fair_unsalted")
        return outcome(state, self.number(index, chances(state)))

    def sealed(self, opened: bool = False) -> Sealed:
        """Return what everybody may know of this dealer: the secret only when it is opened."""
        return Sealed(self.commitment, self.salt, self.secret if opened else None)


@dataclass(frozen=True)
class Sealed:
    """What a record tells of a fair dealer. It draws nothing: the game waits until its dealer is back."""

    commitment: str
    salt: str
    secret: str | None = None

    def pick(self, state: State, index: int) -> Action | None:
        """Return None: only the dealer who knows the secret can draw."""
        return None

    def to_json(self) -> dict[str, Json]:
        """Return it as plain data, without a secret that is not told."""
        told: dict[str, Json] = {"commitment": self.commitment, "salt": self.salt}
        return told if self.secret is None else {**told, "secret": self.secret}


def read_sealed(data: Json) -> Sealed:
    """Read what a record tells of its fair dealer. Raises BadRecord if it has another shape.

    Whether the secret is the one committed to is not asked here, but by `verify`.
    """
    if not isinstance(data, Mapping):
        raise BadRecord("record_damaged", part="fair")
    commitment, salt, secret = data.get("commitment"), data.get("salt"), data.get("secret")
    if not isinstance(commitment, str) or not HEX.fullmatch(commitment):
        raise BadRecord("record_damaged", part="fair.commitment")
    if not isinstance(salt, str) or not salt or not _can_be_written(salt):
        raise BadRecord("record_damaged", part="fair.salt")
    if "secret" not in data:
        return Sealed(commitment, salt)
    if not isinstance(secret, str) or not HEX.fullmatch(secret):
        raise BadRecord("record_damaged", part="fair.secret")
    return Sealed(commitment, salt, secret)


def commitment_of(secret: str) -> str:
    """Return the commitment to a secret: the SHA-256 of its bytes."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def terms_of(rules: Json, seats: Sequence[str], position: str | None) -> str:
    """Return the digest of what is fixed when a game begins: the chosen rules, the names and the first position.

    It is the SHA-256 of these three as JSON with sorted keys and without spaces.
    """
    terms = {"rules": rules, "seats": list(seats), "position": position}
    return sha256(json.dumps(terms, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def bound_salt(salt: str, terms: str) -> str:
    """Return a salt that is bound to the digest of a game's terms.

    >>> bound_salt("heron/7734", "0" * 64)[:20]
    'heron/7734/terms:000'
    """
    return f"{salt}/terms:{terms}"


def terms_in(salt: str) -> str | None:
    """Return the digest of the terms that a salt is bound to; None if it is of an older game and bound to none."""
    found = TERMS.search(salt)
    return found[1] if found else None


def _can_be_written(text: str) -> bool:
    """Say whether a text has bytes: halves of characters have none."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
