"""The bodies of HTTP requests and responses, from which the OpenAPI description is generated.

The body that opens a table is `options.TableOptions`; larger responses are the types of `bastide.wire`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class RequestBody(BaseModel):
    """A request body without unknown fields or converted types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TakeSeat(RequestBody):
    """A request for a seat."""

    name: str | None = Field(None, max_length=200, description="optional for a reserved seat")
    seat: int | None = Field(None, ge=0, le=7, description="the number of the seat (default: the first free one)")
    nonce: str = Field("", max_length=64, description="your part of the salt of all draws: any text, public")


class GiveSeat(RequestBody):
    """A bot for a seat."""

    bot: str = Field(max_length=40, description="a character or a level")


class SeatTokens(RequestBody):
    """The tokens of a player's seats."""

    tokens: list[Annotated[str, Field(max_length=200)]] = Field(max_length=200)


class ErrorBody(BaseModel):
    """An error."""

    error: str = Field(description="the id of the error")
    text: str = Field(description="the error as a sentence, in the requested language")


class TableCreated(BaseModel):
    """A new table."""

    id: str


class SeatTaken(BaseModel):
    """A seat, and the token that opens it from any device."""

    seat: int
    token: str
