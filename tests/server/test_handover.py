"""Seats are handed over by HTTP: only by those who play, once, and for good after a restart."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from bastide.server.dependencies import viewing_seat
from bastide.server.live_table import Viewer
from bastide.wire.messages import StepMessage
from tests.server.api import Api, Run, mapping, serving


def bot_path(table: str, seat: int) -> str:
    return f"/api/tables/{table}/seats/{seat}/bot"


async def give(api: Api, table: str, seat: int, token: str, bot: str = "odile") -> int:
    return (await api.ask("PUT", bot_path(table, seat), {"bot": bot}, token)).status_code


async def seated(api: Api, table: str) -> list[tuple[object, object] | None]:
    """Return the names and bots of the seats."""
    facts = (await api.facts(f"/api/tables/{table}"))["seats"]
    assert isinstance(facts, list)
    return [None if seat is None else (mapping(seat)["name"], mapping(seat)["bot"]) for seat in facts]


def test_seats_go_to_bots_and_back_before_the_game(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=3, bots=[None, "isaure"])
        _, anna = await api.sit(table, "Anna")
        for token in ("", "wrong"):
            assert await api.refusal(403, "PUT", bot_path(table, 2), {"bot": "odile"}, token) == "not_your_seat"
            assert await api.refusal(403, "DELETE", bot_path(table, 1), token=token) == "not_your_seat"
        assert await api.refusal(409, "PUT", bot_path(table, 1), {"bot": "odile"}, anna) == "seat_not_given"
        assert await api.refusal(404, "PUT", bot_path(table, 5), {"bot": "odile"}, anna) == "seat_number"
        assert await api.refusal(422, "PUT", bot_path(table, 8), {"bot": "odile"}, anna) == "bad_request"
        assert await api.refusal(409, "PUT", bot_path(table, 2), {"bot": "genius"}, anna) == "unknown_level"
        assert (await api.ask("DELETE", bot_path(table, 1), token=anna)).status_code == 204
        assert await api.refusal(409, "DELETE", bot_path(table, 1), token=anna) == "seat_not_opened"
        await api.sit(table, "Boris", seat=1)
        assert await give(api, table, 2, anna) == 204
        assert await seated(api, table) == [("Anna", None), ("Boris", None), ("Odile", "odile")]
        assert (await api.facts(f"/api/tables/{table}"))["status"] == "playing"

    run(test)


def test_whoever_gave_the_own_seat_to_a_bot_is_a_spectator_until_they_take_it_back(run: Run) -> None:
    async def test(api: Api) -> None:
        table, (_, boris) = await api.begun(seats=2, options={"hand_size": 3}, spectators=False)
        live = await api.live(table)
        viewers = [Viewer(0, "en"), Viewer(1, "en")]
        live.viewers.update(viewers)
        assert viewing_seat(live, f"Bearer {boris}") == 1
        assert await give(api, table, 1, boris, "isaure") == 204
        assert [viewer.seat for viewer in viewers] == [0, None]
        told: StepMessage = json.loads(viewers[1].queue.get_nowait() or "")
        assert (told["happened"]["kind"], "options" in told["state"]) == ("given", False)
        assert viewers[1].queue.get_nowait() is None, "the socket is closed, and opened again without the seat"
        assert await api.refusal(409, "PUT", bot_path(table, 1), {"bot": "odile"}, boris) == "seat_given"
        assert await api.refusal(409, "POST", f"/api/tables/{table}/seats", {"name": "Eve", "seat": 1}) == "seat_taken"
        assert viewing_seat(live, f"Bearer {boris}") is None
        assert not (await api.mine(boris))[0]["your_turn"]
        assert await api.come(table, boris) == (1, boris)
        assert await seated(api, table) == [("Anna", None), ("Boris", None)]

    run(test)


def test_only_one_of_several_gets_an_opened_seat(run: Run) -> None:
    async def test(api: Api) -> None:
        table = await api.open(seats=2, bots=[None, "odile"])
        _, anna = await api.sit(table, "Anna")
        path = f"/api/tables/{table}/seats"
        assert await api.refusal(409, "POST", path, {"name": "Eve", "seat": 1}) == "seat_taken"
        assert (await api.ask("DELETE", bot_path(table, 1), token=anna)).status_code == 204
        answers = await asyncio.gather(
            *(api.client.post(path, json={"name": f"guest {number}"}) for number in range(4)),
            api.ask("PUT", bot_path(table, 0), {"bot": "aubin"}, anna),
        )
        assert sorted(answer.status_code for answer in answers) == [201, 204, 409, 409, 409]
        names = [row and row[0] for row in await seated(api, table)]
        assert names[0] == "Aubin"
        assert str(names[1]).startswith("guest")

    run(test)


def test_a_restart_keeps_who_sits_where_and_which_token_opens_a_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as api:
            table, (anna, boris, chloe) = await api.begun(seats=3)
            assert await give(api, table, 1, boris) == 204
            await api.resign(table, 2)
            assert await give(api, table, 2, anna, "odile") == 204
            before = await seated(api, table)
        async with serving(tmp_path) as api:
            assert await seated(api, table) == before == [("Anna", None), ("Odile", "odile"), ("Odile 2", "odile")]
            assert [row["seat"] for row in await api.mine(chloe)] == []
            assert await api.come(table, boris) == (1, boris)
            assert await api.refusal(403, "POST", f"/api/tables/{table}/seats", {}, chloe) == "not_your_seat"

    asyncio.run(test())


def test_in_a_rematch_people_have_their_seats_again_and_bots_theirs(run: Run) -> None:
    async def test(api: Api) -> None:
        table, (anna, boris) = await api.begun(seats=2, tiles=["BA-CRFR", "BA-FFRR", "BA-FFRR"])
        assert await give(api, table, 1, boris) == 204
        await api.play(table)
        other = await api.rematch(table, boris)
        assert await seated(api, other) == [("Anna", None), ("Boris", None)]
        assert mapping((await api.facts(f"/api/tables/{other}"))["options"])["bots"] == [None, None]
        assert await api.come(other, anna) == (0, anna)

    run(test)
