"""Routes of seats: taking, leaving and handing them over, and listing one's own. They are opened by bearer tokens."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Response

from bastide.errors import BastideError
from bastide.rules.model import Seat
from bastide.server.commands import claim_seat, leave_seat, take_seat
from bastide.server.database import when_available
from bastide.server.dependencies import (
    Authorization,
    HubDep,
    bearer_token,
    find_table,
    kept_seat,
    rate_limit,
    seat_for_token,
)
from bastide.server.entries import PendingEntry
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.hub import Hub
from bastide.server.models import GiveSeat, SeatTaken, SeatTokens, TakeSeat
from bastide.server.seat_commands import give_seat, open_seat
from bastide.server.table import Table
from bastide.server.tokens import hash_token, new_token
from bastide.wire.messages import OwnTable, TableFacts

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)
SeatNumber = Annotated[int, Path(ge=0, le=7, description="the number of the seat")]
SETTLE_SECONDS: Final = 5.0
"""Timeout for finding out whether a seat was stored after the store has failed."""


@router.post("/tables/{table_id}/seats", status_code=201, dependencies=[Depends(rate_limit("seats"))])
async def post_seat(table_id: str, body: TakeSeat, hub: HubDep, authorization: Authorization = None) -> SeatTaken:
    """Take a free seat under a name, or with a token the seat that is reserved for it. Returns the seat's token."""
    live = await find_table(hub, table_id)
    token = new_token() if authorization is None else bearer_token(authorization)

    def command(table: Table) -> PendingEntry:
        if authorization is not None:
            return claim_seat(table, kept_seat(live, token), body.nonce, body.name, body.seat)
        if body.name is None:
            raise BastideError("bad_request", where="body.name", reason="missing")
        return take_seat(table, body.seat, body.name, hash_token(token), body.nonce)

    try:
        entry = await hub.execute(live, command)
    except BastideError as reason:
        in_doubt = reason.message == "store_failed" and authorization is None
        seat = await _find_stored(hub, table_id, token) if in_doubt else None
        if seat is None:
            raise
        return SeatTaken(seat=seat, token=token)
    if entry is None or entry.seat is None:
        raise BastideError("table_busy")
    return SeatTaken(seat=entry.seat, token=token)


async def _find_stored(hub: Hub, table_id: str, token: str) -> Seat | None:
    """Return the seat that was stored for a new token although the store failed: nobody else could ever open it."""
    with suppress(BastideError, TimeoutError):
        async with asyncio.timeout(SETTLE_SECONDS):
            await when_available(lambda: hub.refresh(table_id))
            return kept_seat(await find_table(hub, table_id), token)
    return None


@router.delete("/tables/{table_id}/seats", status_code=204)
async def delete_seat(table_id: str, hub: HubDep, authorization: Authorization = None) -> Response:
    """Leave a table whose game has not begun, or give up a reserved seat."""
    live = await find_table(hub, table_id)
    token = bearer_token(authorization)
    await hub.execute(live, lambda table: leave_seat(table, seat_for_token(live, token)))
    return Response(status_code=204)


@router.put("/tables/{table_id}/seats/{seat}/bot", status_code=204, dependencies=[Depends(rate_limit("seats"))])
async def put_bot(
    table_id: str, seat: SeatNumber, body: GiveSeat, hub: HubDep, authorization: Authorization = None
) -> Response:
    """Give a seat to a bot: a free one, one that left the game, or during the game one's own, to take it back later."""
    live = await find_table(hub, table_id)
    token = bearer_token(authorization)
    await hub.execute(live, lambda table: give_seat(table, seat_for_token(live, token), seat, body.bot))
    return Response(status_code=204)


@router.delete("/tables/{table_id}/seats/{seat}/bot", status_code=204, dependencies=[Depends(rate_limit("seats"))])
async def delete_bot(table_id: str, seat: SeatNumber, hub: HubDep, authorization: Authorization = None) -> Response:
    """Open the seat of a bot for a person. During the game the bot plays on until somebody takes the seat."""
    live = await find_table(hub, table_id)
    token = bearer_token(authorization)
    await hub.execute(live, lambda table: open_seat(table, seat_for_token(live, token), seat))
    return Response(status_code=204)


@router.post("/mine", response_model=None, dependencies=[Depends(rate_limit("lists"))])
async def list_own_tables(body: SeatTokens, hub: HubDep) -> list[OwnTable]:
    """List the tables where tokens open a seat, each with the index of its token."""
    own_tables: list[OwnTable] = []
    indices = {hash_token(token): index for index, token in enumerate(body.tokens)}
    for table_id, seat, token_hash in await hub.store.seats_by_token(list(indices)):
        try:
            summary = await hub.summary(table_id)
        except BastideError:
            continue
        if summary.closed_early or seat >= len(summary.reserved):
            continue
        own_tables.append(
            {
                **summary.facts,
                "actor": summary.actor,
                "your_turn": summary.actor == seat and not is_given(summary.facts, seat),
                "winners": list(summary.winners),
                "seat": seat,
                "token": indices[token_hash],
                "kept": summary.reserved[seat],
                "scores": list(summary.scores),
                "left": summary.clocks[seat] if summary.clocks else None,
            }
        )
    return own_tables


def is_given(facts: TableFacts, seat: Seat) -> bool:
    """Return whether a bot plays a seat at present."""
    occupant = facts["seats"][seat]
    return occupant is not None and occupant["bot"] is not None
