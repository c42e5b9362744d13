"""The main pages of the client, with content."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page
from websockets.sync.client import connect

from bastide.play.game import Game
from bastide.rules.actions import to_json
from bastide.rules.model import Json
from tests.server.running import Server
from tests.web.staged import Staged, kinds, staged
from tests.web.tables import Place
from tests.web.visitor import Visitor


def tiles(count: int, step: str) -> Callable[[Game], bool]:
    """Return a condition: a number of tiles on the board, and a step."""
    return lambda game: len(game.state.board.laid) >= count and game.view(None)["step"] == step


def about_to_score(count: int, least: int) -> Callable[[Game], bool]:
    """Return a condition: with a number of tiles on the board, passing scores a number of points or more."""

    def until(game: Game) -> bool:
        if game.over or len(game.state.board.laid) < count or kinds(game) != {"deploy", "pass"}:
            return False
        leave = next(option for option in game.options() if to_json(game.rules, option)["do"] == "pass")
        points = [event.facts.get("points") for event in game.branch().play(leave) if event.name == "scored"]
        return any(isinstance(number, int) and number >= least for number in points)

    return until


def over(game: Game) -> bool:
    """Return whether the game is over."""
    return game.over


@dataclass(frozen=True)
class Scene:
    """A page: its path, or the table that it shows."""

    name: str
    page: str
    path: str = "/"
    until: Callable[[Game], bool] | None = None
    people: int = 3
    settings: tuple[tuple[str, Json], ...] = ()

    def open(self, who: Visitor, server: Server, company: ExitStack | None = None) -> Page:
        """Open the page and wait until it is idle; with `company`, connect the other seats as well."""
        if self.until is None:
            page = who.open(self.path, self.page)
        else:
            table = self.table().store(database(server))
            own = table.place(0) if table.table.ended else table.acting
            for seat in range(self.people) if company else ():
                if company and seat != own.seat:
                    company.enter_context(present(server, table.place(seat)))
            page = who.open(f"/replay/{table.table.id}", self.page) if self.page == "replay" else who.sit(own)
        page.wait_for_load_state("networkidle")
        return page

    def table(self) -> Staged:
        """Return a fresh table in the position of the scene."""
        assert self.until is not None
        return staged(self.until, dict(self.settings), self.people, seed=7)


@contextmanager
def present(server: Server, place: Place) -> Iterator[None]:
    """Connect a seat without a browser."""
    address = f"{server.address.replace('http', 'ws', 1)}/api/tables/{place.table}/socket"
    with connect(address, max_size=None, proxy=None) as socket:
        socket.send(json.dumps({"type": "hello", "token": place.token}))
        socket.recv()
        yield


def database(server: Server) -> Path:
    """Return the database of a server."""
    assert server.database is not None
    return server.database


SCENES = [
    Scene("start", "start", "/"),
    Scene("set-up", "new", "/new"),
    Scene("placing", "table", until=tiles(30, "place")),
    Scene("follower", "table", until=tiles(30, "piece")),
    Scene("final", "table", until=over),
    Scene("replay", "replay", until=over),
    Scene("rules", "rules", "/rules"),
    Scene("rule", "rules", "/rules/river"),
    Scene("lesson", "learn", "/learn"),
    Scene("watch", "watch", "/watch"),
]
