"""Every kind of choice has a control, and the server accepts what it sends."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from bastide.expansions.hills_and_sheep import sheep_of, shepherd_asked, shepherds_in
from bastide.games import GAMES
from bastide.play.game import Game
from bastide.rules.actions import to_json
from bastide.rules.model import Action, Json
from bastide.rules.pieces import feature_of
from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.player import Player
from tests.web.staged import Staged, choice, kinds, staged
from tests.web.visitor import DESKTOP, PHONE, Device, Visitor

pytestmark = pytest.mark.slow
TRIES = 8
CHANCE = {"draw", "deal", "replace", "token", "gold", "scatter"}
"""Kinds of actions that are draws."""
WHERE: Mapping[str, tuple[dict[str, Json], int, int]] = {
    "place": ({}, 2, 0),
    "deploy": ({}, 2, 0),
    "pass": ({}, 2, 0),
    "pick": ({"options": {"hand_size": 3}}, 2, 0),
    "discard": ({"options": {"hand_size": 3}, "tiles": ["inns_and_cathedrals"] * 2}, 2, 38),
    "expand": ({"expansions": ["hills_and_sheep"]}, 2, 0),
    "herd": ({"expansions": ["hills_and_sheep"]}, 2, 0),
    "flee": ({"expansions": ["wheel_of_fortune"]}, 2, 0),
    "leave": ({"expansions": ["count"]}, 2, 0),
    "enter": ({"expansions": ["count"]}, 2, 0),
    "escort": ({"expansions": ["count"]}, 2, 0),
    "enchant": ({"expansions": ["mage_and_witch"]}, 2, 0),
    "fair": ({"expansions": ["catapult"]}, 2, 0),
    "hurl": ({"expansions": ["catapult"]}, 2, 0),
    "reach": ({"expansions": ["catapult"]}, 2, 0),
    "send": ({"expansions": ["catapult"]}, 2, 0),
    "fetch": ({"expansions": ["catapult"]}, 2, 0),
    "victim": ({"expansions": ["catapult"]}, 5, 1250),
    "grow": ({"expansions": ["crop_circles"]}, 2, 0),
    "wither": ({"expansions": ["crop_circles"]}, 2, 0),
    "add": ({"expansions": ["crop_circles"]}, 2, 0),
    "remove": ({"expansions": ["crop_circles"]}, 2, 0),
    "recall": ({"expansions": ["abbot"]}, 2, 0),
    "recall_from": ({"expansions": ["abbot"], "options": {"abbots": 2}}, 2, 0),
    "activate": ({"expansions": ["anniversary_mini"]}, 2, 0),
    "pitch": ({"preset": "gold_rush"}, 2, 0),
    "dig": ({"preset": "gold_rush"}, 2, 0),
}
"""For every kind: the settings, the number of seats, and the seed of a game that offers it."""
CLOSED: dict[str, Json] = {
    "expansions": ["mage_and_witch"],
    "tiles": ["BA-FFRF-monastery", *["BA-CFFF"] * 5, *["MW-CFDF"] * 2],
}
PLAN = {
    "BA-FFRF-monastery": {(1, 0, 1)},
    "BA-CFFF": {(0, -1, 2), (1, 1, 3), (-1, 1, 1), (1, 2, 3), (-1, 2, 1)},
    "MW-CFDF": {(0, 1, 1), (0, 2, 1)},
}
"""Placements after which only the first road is unfinished, where the mage stands."""


def test_every_kind_of_choice_is_listed() -> None:
    declared = [e for game in GAMES.values() for e in (*game.base, *game.expansions)]
    declared += [part for e in declared for option in e.options for _, part in option.brings]
    every = {kind.name for e in declared for kind in e.kinds}
    assert every - CHANCE == WHERE.keys() | {"dispel"}


def offers(kind: str) -> Staged:
    """Return a table where a kind of action is offered."""
    settings, people, seed = WHERE[kind]

    def offered(game: Game) -> bool:
        return not game.over and kind in kinds(game)

    return staged(offered, settings, people, seed)


def close_everything(game: Game, random: Random) -> Action:
    """Place tiles as planned, and leave the mage on the first road."""

    def planned(action: Action) -> bool:
        data = to_json(game.rules, action)
        cell = data.get("cell")
        x, y = cell if isinstance(cell, Sequence) else (9, 9)
        if data["do"] == "place":
            return (x, y, data["rotation"]) in PLAN[str(game.view(None)["tile"])]
        return data["do"] == "pass" or (data["do"] == "enchant" and (x, y, data["segment"]) == (0, 0, 1))

    options = game.options()
    return next(filter(planned, options), options[-1])


def test_a_figure_that_can_go_nowhere_leaves_the_map(visit: Visit, server: Server) -> None:
    """The only unfinished feature is the one where the mage stands, which hardly happens in random games."""

    def stuck(game: Game) -> bool:
        return not game.over and kinds(game) == {"dispel"}

    table = staged(stuck, CLOSED, how=close_everything).store(Path(str(server.database)))
    who = visit(DESKTOP)
    act = first_act(Player(who.sit(table.acting)), who)
    assert chosen_kind(act, table.game) == "dispel"
    assert response_type(who, act["ref"]) == "done"


def chosen_kind(act: Mapping[str, Json], game: Game) -> Json:
    """Return the kind of the action in a message."""
    option, action = act.get("option"), act.get("action")
    if isinstance(option, int):
        return to_json(game.rules, game.options()[option])["do"]
    assert isinstance(action, dict)
    kind: Json = action["do"]
    return kind


def first_act(player: Player, who: Visitor) -> dict[str, Json]:
    """Click until an action is sent, and return its message."""
    while True:
        player.move()
        for _ in range(10):
            for text in who.sent:
                message: dict[str, Json] = json.loads(text)
                if message["type"] == "act":
                    return message
            player.page.wait_for_timeout(10)


@pytest.mark.parametrize("kind", WHERE)
def test_a_control_makes_the_choice(kind: str, visit: Visit, server: Server) -> None:
    make(kind, DESKTOP, visit, server)


@pytest.mark.parametrize(
    "kind",
    ["place", "deploy", "hurl"]
    + [pytest.param(kind, marks=pytest.mark.long) for kind in ("pick", "herd", "flee", "enter", "enchant", "pitch")],
)
def test_a_control_makes_the_choice_on_a_phone(kind: str, visit: Visit, server: Server) -> None:
    make(kind, PHONE, visit, server)


def make(kind: str, device: Device, visit: Visit, server: Server) -> None:
    """Make a kind of choice on the page; if another kind is chosen first, try again."""
    chosen: list[Json] = []
    for seed in range(TRIES):
        table = offers(kind).store(Path(str(server.database)))
        who = visit(device)
        player = Player(who.sit(table.acting), seed, device.touch, eager=0.0 if kind == "pass" else 1.0)
        act = first_act(player, who)
        chosen.append(chosen_kind(act, table.game))
        assert response_type(who, act["ref"]) == "done"
        who.context.close()
        if chosen[-1] == kind:
            return
    raise AssertionError(f"{kind} was never chosen, but {chosen}")


def two_flocks(game: Game) -> list[int]:
    """Return how many sheep each shepherd has who is asked, if they differ and each is alone in his field."""
    sheep = []
    branch = None if game.over else game.branch()
    while branch is not None and "herd" in kinds(branch):
        shepherd = shepherd_asked(branch.state)
        assert shepherd is not None
        if len(shepherds_in(branch.state, feature_of(branch.state, shepherd))) > 1:
            return []
        sheep.append(sheep_of(branch.state, shepherd))
        branch.play("herd")
    return sheep if len(set(sheep)) > 1 else []


def tend(game: Game, random: Random) -> Action:
    """Put shepherds down, and never herd."""
    texts = {game.text(option): option for option in game.options()}
    herding = [option for text, option in texts.items() if "shepherd" in text or text == "expand"]
    return random.choice(herding) if herding else choice(game, random)


def test_the_flock_of_each_shepherd_is_shown_as_he_is_asked(visit: Visit, server: Server) -> None:
    """HS-SHEPHERD-5: one tile extends the fields of two shepherds of a player, who are asked one after the other."""
    settings: dict[str, Json] = {"expansions": ["hills_and_sheep"], "options": {"shepherds": 2}}
    table = staged(lambda game: bool(two_flocks(game)), settings, how=tend).store(Path(str(server.database)))
    page = visit(DESKTOP).sit(table.acting)
    outlined = set()
    for sheep in two_flocks(table.game):
        page.locator(".flockrow", has_text=f"{sheep} sheep in this field, all yours").wait_for()
        outlined.add(page.locator(".outlines .outline-line").first.get_attribute("d"))
        herd = page.locator("[data-choose=herd]")
        assert f"+{sheep}" in herd.inner_text()
        herd.click()
        page.get_by_role("button", name="Herd the flock").click()
    page.locator(".flockrow").wait_for(state="detached")
    assert len(outlined) == len(two_flocks(table.game)), "and the board outlines the field of each"


def response_type(who: Visitor, ref: Json) -> Json:
    """Wait for the response to a message, and return its type."""
    for _ in range(500):
        for text in who.frames:
            message: dict[str, Json] = json.loads(text)
            if message.get("ref") == ref:
                return message["type"]
        who.page.wait_for_timeout(10)
    raise AssertionError("no response")
