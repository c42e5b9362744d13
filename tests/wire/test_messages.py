"""Messages and responses of the server conform to their types."""

from __future__ import annotations

import json
from random import Random
from typing import get_args, get_type_hints

import pytest

from bastide.errors import BastideError
from bastide.rules.model import Json
from bastide.server.art_files import paint
from bastide.server.messages import (
    Audience,
    done_message,
    entry_message,
    error_message,
    pong_message,
    presence_message,
    welcome_message,
)
from bastide.server.models import SeatTaken, TableCreated
from bastide.server.options import ClockOptions, TableOptions
from bastide.server.socket import COMMANDS
from bastide.wire.art import PieceArt, TileSetArt, TokenArt
from bastide.wire.guide import GuidePage
from bastide.wire.messages import (
    ClockSettings,
    CommandMessage,
    GameResult,
    LandFacts,
    LessonFrame,
    OwnTable,
    Replay,
    SaidMessage,
    SeatToken,
    ServerMessage,
    StepMessage,
    TableFacts,
    TableId,
    TableSettings,
    WelcomeMessage,
)
from bastide.wire.setup import SetupChoices
from bastide.words import LANGUAGES
from tests.server.api import Api, Run, rows, run
from tests.server.board.choices import GOLD, choose
from tests.server.sessions import SHORT, Session, random_command
from tests.wire.conformance import faults

__all__ = ["run"]


@pytest.mark.parametrize("seed", range(4))
def test_messages_about_all_kinds_of_entries_conform(seed: int) -> None:
    rng = Random(seed)
    session = Session({**SHORT, "seats": 3, "confirm": seed % 2 == 1, "clock": {"kind": "live"}}, begun=False)
    kinds = set()
    for _ in range(150):
        try:
            pending = random_command(session.table, rng, ends=False)()
        except BastideError as reason:
            refused = json.loads(error_message(reason, "fr", f"ref {seed}", session.table))
            assert faults(refused, ServerMessage, "error") == []
            continue
        if pending is None:
            continue
        entry = session.do(pending)
        kinds.add(entry.kind)
        for seat in (0, 2, None):
            sent = json.loads(entry_message(Audience(session.table), entry, seat, "en", 0))
            assert faults(sent, SaidMessage if entry.kind == "said" else StepMessage, entry.kind) == []
            assert faults(sent, ServerMessage, entry.kind) == []
    assert kinds >= {"sat", "acted", "said"}
    for seat in (1, None):
        assert faults(json.loads(welcome_message(session.table, 0, seat, "fr")), WelcomeMessage, "welcome") == []


def test_short_answers_conform() -> None:
    for text in (done_message("mine", 3), pong_message(None, 3), presence_message([0, 2], 5)):
        assert faults(json.loads(text), ServerMessage, text) == []


@pytest.mark.parametrize("options", [SHORT, GOLD], ids=["base", "Gold Rush"])
def test_responses_about_a_table_conform(run: Run, options: dict[str, Json]) -> None:
    async def test(api: Api) -> None:
        table, tokens = await api.begun(**options, joining="public")
        path = f"/api/tables/{table}"
        await choose(api, table, 3)
        for token in (*tokens, ""):
            answer = await api.ask("GET", f"{path}/land", token=token)
            assert faults(answer.json(), LandFacts, "land") == []
        assert faults(await api.get(path), TableFacts, "table") == []
        assert faults(await api.get("/api/tables"), list[TableFacts], "tables") == []
        mine = await api.ask("POST", "/api/mine", {"tokens": list(tokens)})
        assert faults(mine.json(), list[OwnTable], "mine") == []
        assert mine.json()
        await api.play(table)
        assert faults(await api.get(f"{path}/result"), GameResult, "result") == []
        assert faults(await api.get(f"{path}/replay"), Replay, "replay") == []

    run(test)


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_responses_conform(run: Run, language: str) -> None:
    async def test(api: Api) -> None:
        assert faults(await api.get("/api/rules", language), SetupChoices, "rules") == []
        assert faults(rows((await api.facts("/api/lesson", language))["frames"]), list[LessonFrame], "lesson") == []
        assert faults(await api.get("/api/guide", language), list[GuidePage], "guide") == []
        assert faults(json.loads(paint("sets/wheel_of_fortune.json")), TileSetArt, "tiles") == []
        assert faults(json.loads(paint("pieces.json")), PieceArt, "pieces") == []
        assert faults(json.loads(paint("tokens.json")), TokenArt, "tokens") == []

    run(test)


def test_the_options_of_a_table_are_declared_as_they_are_described() -> None:
    assert list(get_type_hints(TableSettings)) == list(TableOptions.model_fields)
    assert list(get_type_hints(ClockSettings)) == list(ClockOptions.model_fields)


def test_response_bodies_are_declared_as_they_are_described() -> None:
    assert list(get_type_hints(TableId)) == list(TableCreated.model_fields)
    assert list(get_type_hints(SeatToken)) == list(SeatTaken.model_fields)


def test_all_commands_are_declared() -> None:
    assert set(get_args(get_type_hints(CommandMessage)["type"])) == {*COMMANDS, "look", "ping"}
