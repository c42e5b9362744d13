"""The shapes of what is asked over HTTP; they also describe the API."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class RequestBody(BaseModel):
    """Nothing but what is described."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TakeSeat(RequestBody):
    """Who sits down, and where."""

    name: str | None = Field(None, max_length=200, description="not needed on a seat that is kept for you")
    seat: int | None = Field(None, ge=0, le=7)
    nonce: str = Field("", max_length=64, description="your part in the draws: any text, told to all")


class SeatTokens(RequestBody):
    """The tokens of all seats that somebody has."""

    tokens: list[str] = Field(max_length=200)


class ErrorBody(BaseModel):
    """Why something cannot be done."""

    error: str = Field(description="the name of the error, for programs")
    text: str = Field(description="the error as a sentence, in the language that was asked for")


class TableCreated(BaseModel):
    """A table that was just opened."""

    id: str


class SeatTaken(BaseModel):
    """A seat that was just taken, and the secret that opens it from anywhere."""

    seat: int
    token: str
