"""Stored tables load, have the same state, and can be played on, also from before entries were renamed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.entries import TableEntry
from bastide.server.messages import state_for
from bastide.server.options import read_options
from bastide.server.table import Table
from tests.server.sessions import SECRET, Watch

STORED = Path(__file__).parent.parent / "stores" / "entries.json"
"""A running game, a finished one, and one in a grace, with the states of their viewers."""

NAMES = ("running", "over", "held")


LATER = {"given", "opened", "expired"}
"""Kinds of entries that came later."""


def stored(name: str) -> dict[str, Json]:
    """Return a stored table."""
    data: dict[str, dict[str, Json]] = json.loads(STORED.read_text(encoding="utf-8"))
    return data[name]


def entries(name: str) -> list[TableEntry]:
    """Return the stored entries of a table."""
    found = stored(name)["entries"]
    assert isinstance(found, list)
    return [
        TableEntry(version, kind, seat, facts, at, tuple(clocks))
        for version, kind, seat, facts, at, clocks in json.loads(json.dumps(found))
    ]


def loaded(name: str) -> Table:
    """Return a table loaded from its entries."""
    options = stored(name)["options"]
    assert isinstance(options, dict)
    table = Table("table", read_options(options), SECRET, Watch())
    for entry in entries(name):
        table.apply(entry)
    return table


def test_the_stored_tables_have_entries_of_every_kind() -> None:
    assert {entry.kind for name in NAMES for entry in entries(name)} == set(Table.HANDLERS) - LATER


@pytest.mark.parametrize("name", NAMES)
def test_a_stored_table_has_the_same_state_for_every_viewer(name: str) -> None:
    table, data = loaded(name), stored(name)
    assert isinstance(data["options"], dict)
    assert dict(table.options.to_json()).items() >= data["options"].items(), "options may have been added"
    assert table.game is not None
    assert table.game.scores == data["scores"]
    states = data["expected"]
    assert isinstance(states, list)
    for viewer, expected in zip((None, *range(len(table.seats))), states, strict=True):
        assert isinstance(expected, dict)
        state = json.loads(json.dumps(state_for(table, viewer)))
        assert {key: state[key] for key in expected} == expected


def test_a_stored_game_can_be_played_to_its_end() -> None:
    table = loaded("running")
    while (seat := table.actor) is not None:
        if seat not in table.active_seats():
            pending = commands.play_default(table, seat)
        else:
            pending = commands.act(table, seat, {"moment": table.position_version, "option": 0})
        if "grace" in pending.entry.data:
            table.apply(pending.entry, pending.game)
            pending = commands.confirm(table, seat)
        table.apply(pending.entry, pending.game)
    assert table.ended == "played"
