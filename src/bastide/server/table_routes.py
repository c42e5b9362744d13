"""Routes of tables: opening, listing, rematches, records and results."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Depends

from bastide.errors import BastideError
from bastide.play.fair import Fair
from bastide.play.record import to_record
from bastide.rules.model import Json
from bastide.server.commands import link_rematch, reserve_seat, wall_clock
from bastide.server.dependencies import (
    Authorization,
    HubDep,
    Language,
    bearer_token,
    find_table,
    finished_game,
    kept_seat,
    rate_limit,
)
from bastide.server.http_errors import ERROR_RESPONSES
from bastide.server.messages import public_facts, story_for
from bastide.server.models import TableCreated
from bastide.server.options import TableOptions, complete_options
from bastide.server.store import NewTable, TableRow
from bastide.server.table import Table
from bastide.server.tokens import new_id
from bastide.wire.messages import GameResult, TableFacts

router = APIRouter(prefix="/api/tables", responses=ERROR_RESPONSES)


@router.post("", status_code=201, dependencies=[Depends(rate_limit("tables"))])
async def open_table(options: TableOptions, hub: HubDep) -> TableCreated:
    """Open a table."""
    row = new_table_row(complete_options(options))
    await hub.open(row)
    return TableCreated(id=row.id)


def new_table_row(options: TableOptions, rematch_of: str | None = None) -> TableRow:
    """Return the row of a new table, with its id and the dealer's secret."""
    now = wall_clock()
    public = options.joining == "public"
    return TableRow(new_id(), now, now, options.to_json(), Fair.fresh().secret, public, "open", rematch_of)


@router.get("", response_model=None, dependencies=[Depends(rate_limit("lists"))])
async def list_tables(hub: HubDep) -> list[TableFacts]:
    """List the public tables: unfinished ones before finished ones, the most recently updated first."""
    summaries = []
    for row in await hub.store.public_tables():
        with suppress(BastideError):
            summaries.append(await hub.summary(row.id))
    return [summary.facts for summary in summaries if not summary.closed_early]


@router.get("/{table_id}", response_model=None)
async def get_table(table_id: str, hub: HubDep) -> TableFacts:
    """Return the public facts of a table."""
    return public_facts((await find_table(hub, table_id)).table)


@router.post("/{table_id}/rematch", status_code=201, dependencies=[Depends(rate_limit("tables"))])
async def open_rematch(table_id: str, hub: HubDep, authorization: Authorization = None) -> TableCreated:
    """Open another table with the same options, its seats reserved for the same people and tokens."""
    live = await find_table(hub, table_id)
    seat = kept_seat(live, bearer_token(authorization))
    link_rematch(live.table, seat, table_id)  # raises IllegalAction unless the game has ended
    if not live.table.rematch:
        new = _rematch_of(live.table)
        await hub.execute(live, lambda table: None if table.rematch else link_rematch(table, seat, new.row.id), new)
    return TableCreated(id=live.table.rematch)


def _rematch_of(before: Table) -> NewTable:
    """Return a new table with the same options, where every seat is reserved for the person it belongs to."""
    people = {seat: occupant for seat, occupant in enumerate(before.seats) if occupant and occupant.token_hash}
    bots = tuple(None if seat in people else bot for seat, bot in enumerate(before.options.bots))
    options = before.options.model_copy(update={"bots": bots})
    row = new_table_row(options, before.id)
    table, entries = Table(row.id, options, row.secret), []
    for seat, occupant in people.items():
        entry = reserve_seat(table, seat, occupant.keeper or occupant.name, occupant.token_hash).entry
        table.apply(entry)
        entries.append(entry)
    return NewTable(row, entries)


@router.get("/{table_id}/record", response_model=None)
async def get_record(table_id: str, hub: HubDep) -> dict[str, Json]:
    """Return the record of an ended game, with the dealer's secret for verifying the draws."""
    live = await find_table(hub, table_id)
    game = finished_game(live)
    table = live.table
    return to_record(game, ended=table.ended, players=[(ply, names) for _, ply, names in table.names_history])


@router.get("/{table_id}/result", response_model=None)
async def get_result(table_id: str, hub: HubDep, language: Language) -> GameResult:
    """Return the result of an ended game: scores, winners, and all events that scored points."""
    live = await find_table(hub, table_id)
    game = finished_game(live)
    lines = [line for line in story_for(live.table, None, language) if "lines" in line]
    return {
        "ended": live.table.ended,
        "scores": list(game.scores),
        "winners": live.table.winners(),
        "lines": lines,
    }
