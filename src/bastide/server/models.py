"""The shapes of what is asked over HTTP; they also describe the API."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class RequestBody(BaseModel):
    """Nothing but what is described."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockRequest(RequestBody):
    """How long people may think."""

    kind: str = Field("none", description="none, live (seconds for the game) or days (days for each move)")
    time: int | None = Field(None, description="seconds (usual: 600), or days (usual: 3)")
    increment: int = Field(
        0, json_schema_extra={"minimum": 0, "maximum": 3600}, description="seconds that every move adds"
    )
    flag: str = Field("loses", description="what happens when the time is over: loses, or passes")


class CreateTable(RequestBody):
    """What table to open."""

    preset: str = Field("second", max_length=40, description="the edition of the rules")
    expansions: list[str] = Field(default_factory=list, max_length=40)
    tiles: list[str] = Field(default_factory=list, max_length=40, description="tile sets, if not the usual ones")
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=40)
    seats: int = Field(2, json_schema_extra={"minimum": 2, "maximum": 8})
    bots: list[str | None] = Field(default_factory=list, max_length=8, description="per seat, the level of a bot")
    joining: str = Field("link", description="link, or public")
    spectators: bool = True
    aids: list[str] | None = Field(None, max_length=8)
    confirm: bool = False
    clock: ClockRequest = Field(default_factory=lambda: ClockRequest.model_validate({}))


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
