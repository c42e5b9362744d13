"""Looks: who is sent where the player on turn considers laying the tile, and what bots weighed; nothing is stored."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import cast

import pytest

from bastide.bots import Bot, Budget, determinize, make_bot, weighed_actions
from bastide.rules.model import Action, Json
from bastide.rules.state import State
from bastide.server import commands
from bastide.server.bot_pool import BotPool, Move
from bastide.server.bus import LocalBus, RedisBus
from bastide.server.database import make_engine
from bastide.server.hub import Hub
from bastide.server.live_table import MAX_TRANSIENT, LiveTable, Viewer, current_status
from bastide.server.looks import LOOKS_PER_SECOND, MAX_WEIGHED, look_of, placement, placements, weighed_placements
from bastide.server.metrics import Metrics
from bastide.server.migrations_runner import migrate
from bastide.server.options import read_options
from bastide.server.settings import sqlite_url
from bastide.server.store import Store, TableRow
from tests.server.sessions import Session
from tests.server.threaded_server import SeatedTable, SocketClient, ThreadedServer, seated_table

THREE: dict[str, Json] = {"options": {"hand_size": 3}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path_factory.mktemp("looks") / "t.sqlite") as running:
        yield running


class Watched:
    """A table for two, with sockets of both seats and of a spectator; all subscribe to looks."""

    def __init__(self, server: ThreadedServer, **options: Json) -> None:
        self.server = server
        self.seated: SeatedTable = seated_table(server.address, 2, **options)
        self.seats = [SocketClient(server.address, self.seated.id, token, looks=True) for token in self.seated.tokens]
        self.spectator = SocketClient(server.address, self.seated.id, None, looks=True)
        for viewer in (*self.seats, self.spectator):
            viewer.receive_type("welcome")

    @property
    def actor(self) -> int:
        actor = self.server.table(self.seated.id).actor
        assert actor is not None
        return actor

    @property
    def moment(self) -> int:
        return self.server.table(self.seated.id).position_version

    def places(self) -> list[dict[str, Json]]:
        """Return where the tile may be laid."""
        game = self.server.game(self.seated.id)
        return [cast("dict[str, Json]", placement(game, action)) for action in placements(game)]

    def look(self, seat: int, **fields: Json) -> None:
        self.seats[seat].send(type="look", **{"moment": self.moment, **fields})

    def relayed(self, viewer: SocketClient) -> list[dict[str, Json]]:
        """Return the looks that a viewer is sent until a seat says something, which it does now."""
        self.seats[self.actor].send(type="say", text="now")
        return self.until(viewer, "said")

    @staticmethod
    def until(viewer: SocketClient, kind: str = "step") -> list[dict[str, Json]]:
        looks = []
        while (message := json.loads(viewer.receive()))["type"] != kind:
            if message["type"] == "look":
                looks.append(message)
        return looks


def test_others_see_where_the_player_on_turn_looks(server: ThreadedServer) -> None:
    table = Watched(server)
    me, other, at = table.actor, 1 - table.actor, table.places()[0]
    table.look(me, **at)
    table.look(me, cell=None)
    seen = [{"type": "look", "seat": me, "moment": table.moment, **at}]
    seen.append({"type": "look", "seat": me, "moment": table.moment, "cell": None, "rotation": 0})
    assert table.relayed(table.seats[other]) == seen
    assert table.until(table.spectator, "said") == seen
    assert table.until(table.seats[me], "said") == []
    log = server.table(table.seated.id)
    assert (log.version, log.chat[-1]["text"]) == (3, "now"), "looks are not stored"


def test_a_viewer_that_does_not_subscribe_is_sent_none(server: ThreadedServer) -> None:
    table = Watched(server)
    plain = SocketClient(server.address, table.seated.id, None)
    plain.receive_type("welcome")
    table.look(table.actor, **table.places()[0])
    assert table.relayed(plain) == []


@pytest.mark.parametrize("case", ["not on turn", "another moment", "illegal", "switched off", "no game"])
def test_nothing_is_relayed(server: ThreadedServer, case: str) -> None:
    options: dict[str, Json] = {"looks": False} if case == "switched off" else {}
    if case == "no game":
        session = Session({"seats": 2}, begun=False)
        assert look_of(session.table, 0, {"moment": 0, "cell": [1, 0]}) is None
        return
    table = Watched(server, **options)
    at = table.places()[0]
    if case == "not on turn":
        table.look(1 - table.actor, **at)
        table.seats[1 - table.actor].send(type="ping")
        table.seats[1 - table.actor].receive_type("pong")
    elif case == "another moment":
        table.look(table.actor, **{**at, "moment": table.moment - 1})
    elif case == "illegal":
        table.look(table.actor, cell=[40, 40], rotation=0)
        table.look(table.actor, cell=[0, 0], rotation=0)
    else:
        table.look(table.actor, **at)
    assert table.relayed(table.spectator) == []


@pytest.mark.parametrize(
    "wrong",
    [{"cell": "here"}, {"cell": [0, 1], "rotation": 4}, {"cell": [0.5, 1]}, {"moment": None}, {"cell": [10**9, 0]}],
)
def test_a_malformed_look_is_an_error(server: ThreadedServer, wrong: dict[str, Json]) -> None:
    table = Watched(server)
    table.look(table.actor, **{"rotation": 0, **wrong})
    assert table.seats[table.actor].receive_type("error")["error"] in ("bad_message", "action_field", "cell_too_far")
    assert table.relayed(table.spectator) == []


def test_a_spectator_looks_for_nobody(server: ThreadedServer) -> None:
    table = Watched(server)
    table.spectator.send(type="look", moment=table.moment, **table.places()[0])
    assert table.spectator.receive_type("error")["error"] == "not_your_seat"
    assert table.relayed(table.seats[0]) == []


def test_looks_that_come_too_fast_are_dropped(server: ThreadedServer) -> None:
    table, start = Watched(server), time.monotonic()
    for at in table.places()[:1] * 30:
        table.look(table.actor, **at)
    seen = len(table.relayed(table.spectator))
    assert 1 <= seen <= LOOKS_PER_SECOND * (1 + time.monotonic() - start)


def test_a_hand_of_three_stays_secret_until_a_tile_of_it_is_picked(server: ThreadedServer) -> None:
    """Every cell in every rotation: no frame tells which tile could go there, or that somebody looked."""
    table = Watched(server, **THREE)
    me = table.actor
    for number in range(16):
        table.look(me, cell=[1 - number % 2, number // 2 % 2], rotation=number % 4)
    table.seats[me].send(type="act", option=0, moment=table.moment)
    picked = [json.loads(text) for text in (table.spectator.receive(), table.seats[1 - me].receive())]
    assert [message["type"] for message in picked] == ["step", "step"]
    assert "places" not in json.loads(table.seats[0].received[0])["state"]
    assert all(message["state"]["places"] and message["state"]["view"]["tile"] for message in picked)
    time.sleep(1 / LOOKS_PER_SECOND)
    table.look(me, **table.places()[0])
    assert len(table.relayed(table.spectator)) == 1


def test_looks_are_not_queued_behind_other_messages() -> None:
    session = Session({"seats": 2})
    live, viewer = LiveTable(session.table, current_status(session.table)), Viewer(None, "en", looks=True)
    live.viewers.add(viewer)
    action = placements(session.game)[0]
    at = cast("dict[str, Json]", placement(session.game, action))
    look = look_of(session.table, 0, {"moment": session.table.position_version, **at})
    assert look is not None
    for _ in range(3 * MAX_TRANSIENT):
        live.broadcast_look(look)
    assert viewer.queue.qsize() == MAX_TRANSIENT
    session.do(commands.play_action(session.table, 0, action))
    live.broadcast_look(look)
    assert viewer.queue.qsize() == MAX_TRANSIENT, "the position has changed"


# Several processes


@asynccontextmanager
async def hub_with(database: Path, bus: LocalBus | RedisBus) -> AsyncIterator[Hub]:
    store = Store(make_engine(sqlite_url(database)))
    await migrate(store.engine)
    hub = Hub(store, bus, Metrics())
    async with store.running(), hub.running():
        yield hub


async def opened(hub: Hub, **options: Json) -> LiveTable:
    made = read_options(options)
    live = await hub.open(TableRow("here", 1, 1, made.to_json(), "5ca1ab1e" * 8, True, "open"))
    for number in range(made.bots.count(None)):
        await hub.execute(live, lambda table, n=number: commands.take_seat(table, None, f"person {n}", f"hash {n}", ""))  # type: ignore[misc]
    return live


def test_looks_reach_other_processes_once(tmp_path: Path, redis_url: str) -> None:
    async def relay() -> None:
        database = tmp_path / "t.sqlite"
        async with hub_with(database, RedisBus(redis_url)) as here, hub_with(database, RedisBus(redis_url)) as there:
            near = await opened(here, seats=2)
            far = await there.get("here")
            viewers = [Viewer(None, "en", looks=True), Viewer(None, "fr", looks=True), Viewer(0, "en", looks=True)]
            near.viewers.add(viewers[0])
            far.viewers.update(viewers[1:])
            game = near.table.game
            assert game is not None
            at = cast("dict[str, Json]", placement(game, placements(game)[0]))
            look = look_of(near.table, 0, {"moment": near.table.position_version, **at})
            assert look is not None
            here.relay_look(near, look)
            async with asyncio.timeout(20):
                assert json.loads(await viewers[1].queue.get() or "") == look
            await here.execute(near, lambda table: commands.say(table, 0, "word"))  # what comes after it has come too
            async with asyncio.timeout(20):
                await viewers[2].queue.get()
            sent = [json.loads(viewer.queue.get_nowait() or "")["type"] for viewer in viewers[:2]]
            assert sent == ["look", "said"]
            assert json.loads(viewers[0].queue.get_nowait() or "")["type"] == "said", "and not a second look"
            assert viewers[2].queue.empty(), "the seat itself is sent none"

    asyncio.run(relay())


# Bots


def test_what_a_bot_weighed_is_legal_and_ends_with_its_choice() -> None:
    session = Session({"seats": 2})
    bot = make_bot("greedy", session.table.rules, 1)
    action = bot.choose(determinize(session.game.state, 0, Random(1)), Budget(simulations=1))
    weighed = weighed_placements(session.table, bot, action)
    legal = [placement(session.game, option) for option in placements(session.game)]
    assert 2 <= len(weighed) <= MAX_WEIGHED
    assert weighed[-1] == placement(session.game, action)
    assert all(each in legal for each in weighed)
    assert len({tuple(each["cell"]) for each in weighed}) == len(weighed)


def test_a_bot_tells_nothing_of_its_hand_or_at_a_table_without_looks() -> None:
    hidden, quiet = Session({"seats": 2, **THREE}), Session({"seats": 2, "looks": False})
    for session in (hidden, quiet):
        bot = make_bot("greedy", session.table.rules, 1)
        action = bot.choose(determinize(session.game.state, 0, Random(1)), Budget(simulations=1))
        assert weighed_actions(bot)
        assert weighed_placements(session.table, bot, action) == ()


class Weighing:
    """A bot that compares all placements."""

    weighed: tuple[Action, ...] = ()

    def choose(self, state: State, budget: Budget) -> Action:
        self.weighed = tuple(state.legal)
        return state.legal[0]


class InProcess(BotPool):
    """Bots that choose at once, without another process."""

    async def choose(self, bot: Bot, state: State) -> Move | None:
        weighing = Weighing()
        return weighing.choose(state, Budget()), weighing


def test_a_placement_of_a_bot_is_sent_with_what_it_weighed_which_is_not_stored(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_with(tmp_path / "t.sqlite", LocalBus()) as hub:
            hub.driver.bots = InProcess()
            live = await opened(hub, seats=2, bots=[None, "greedy"])
            viewer = Viewer(None, "en", looks=True)
            live.viewers.add(viewer)
            while live.table.actor == 0:
                game, moment = live.table.game, live.table.position_version
                assert game is not None
                message: dict[str, Json] = {"moment": moment, "option": len(game.options()) - 1}
                await hub.execute(live, lambda table, m=message: commands.act(table, 0, m))  # type: ignore[misc]
            async with asyncio.timeout(20):
                while live.table.actor != 0:
                    await asyncio.sleep(0.005)
            steps = [json.loads(viewer.queue.get_nowait() or "") for _ in range(viewer.queue.qsize())]
            placed = [step for step in steps if step["happened"]["seat"] == 1]
            cell = next(event["cell"] for event in placed[0]["events"] if event["event"] == "placed")
            assert placed[0]["weighed"][-1]["cell"] == cell
            assert not any("weighed" in step for step in (*placed[1:], *steps[: steps.index(placed[0])]))
            stored = await hub.store.entries_after("here", 0)
            assert not any("weighed" in json.dumps(entry.data) for entry in stored)

    asyncio.run(play())
