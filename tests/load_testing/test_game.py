"""Games of the load generator: they survive lost connections, and what is not decoded is not needed."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from bastide.load_testing.game import RandomGame, quiet_version
from bastide.load_testing.options import LoadOptions
from bastide.load_testing.schedule import Schedule
from bastide.load_testing.tally import Tally
from bastide.load_testing.target import Target
from tests.server.threaded_server import SocketClient, ThreadedServer, seated_table


def test_a_game_goes_on_after_a_lost_connection(tmp_path: Path) -> None:
    async def play(address: str) -> tuple[RandomGame, Tally]:
        options = LoadOptions(urls=(address,), players=2, resign_after=12)
        target, tally = Target(options), Tally()
        tally.begin()
        game = RandomGame(target, options, await target.seated_table(2), tally)
        playing = asyncio.create_task(game.play())
        await game.connected.wait()
        game.sockets[0].transport.abort()
        game.start()
        await playing
        return game, tally

    with ThreadedServer(tmp_path / "t.sqlite") as server:
        game, tally = asyncio.run(play(server.address))
        ended = server.table(game.table.id).ended
    assert (game.over, ended) == (True, "resigned")
    assert (game.actions, tally.games, tally.disconnects) == (12, 1, 1)
    assert len(tally.latencies) == 12


def test_only_messages_without_consequences_are_not_decoded(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "t.sqlite") as server:
        table = seated_table(server.address, 2)
        clients = [SocketClient(server.address, table.id, token) for token in table.tokens]
        assert [quiet_version(client.receive()) for client in clients] == [None, None]
        first, second = clients
        first.send(type="say", text='"options":[ {"type":"step","version":99,')
        texts = [client.receive() for client in clients]
        actor = server.table(table.id).actor
        for seat, text in enumerate(texts):
            message = json.loads(text)
            if message["type"] == "step" and seat != actor:
                assert quiet_version(text) == message["version"]
        second.send(type="resign")
        last = second.receive_type("step")
        assert last["state"]["ended"] == "resigned"  # type: ignore[call-overload, index]
        assert quiet_version(second.received[-1]) is None
        for client in clients:
            client.socket.close()


def test_a_message_that_looks_different_is_decoded() -> None:
    assert quiet_version('{"type": "step", "version": 3, "state": {"ended": null}}') is None
    assert quiet_version(b"") is None


def test_a_steady_schedule_does_not_wait_for_the_server() -> None:
    steady, eager = Schedule(10.0, steady=True), Schedule(10.0, steady=False)
    first = steady.next()
    steady.due -= 1000.0
    assert steady.next() == first - 990.0
    eager.next()
    eager.due -= 1000.0
    assert eager.next() > first - 990.0


def test_options_keep_to_the_limit_of_a_socket() -> None:
    assert LoadOptions(players=2).interval == 1 / 60
    assert LoadOptions(players=2, rate=5).interval == 1 / 5
    assert LoadOptions(players=4, bots="greedy").people == 1
    assert LoadOptions(tables=3, players=2, idle=10).sockets == 16
