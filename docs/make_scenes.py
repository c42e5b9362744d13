"""Draws the pictures of the web pages: the start page, the boxes and the emblem."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import bastide
from bastide import draw
from bastide.draw import palette
from bastide.draw.scene import cell_of, scene_of
from bastide.draw.stance import FOOT, stances
from bastide.draw.svg import disc, document, moved, num, path, rect
from bastide.draw.symbols.registry import definitions
from bastide.draw.tile import symbol, symbol_id
from bastide.kernel.geometry import AROUND
from bastide.kernel.kinds import LAND
from bastide.rules.actions import to_json

WEB = Path(bastide.__file__).parent / "web"
TILE_PIXELS = 96
"""The usual width of a tile on the page."""


@dataclass(frozen=True)
class Scene:
    """A section of the board of a random game, with its corner and size in cells."""

    rules: str
    seed: int
    turns: int
    corner: tuple[float, float]
    size: tuple[float, float]
    seats: int = 4
    over: str = ""
    """Shapes on top, in a centred square of 100 units."""


def played(scene: Scene) -> bastide.Game:
    """Return a random game with a compact board and mostly standing followers."""
    names = ("Red", "Blue", "Green", "Yellow")[: scene.seats]
    game = bastide.Game(scene.rules, seats=names, dealer=bastide.Seeded(f"scene {scene.seed}"))
    rng = random.Random(scene.seed)
    while not game.over and game.state.turn < scene.turns:
        options = game.options()
        actions = {option: to_json(game.rules, option) for option in options}
        placements = [option for option in options if actions[option]["do"] == "place"]
        deployments = [option for option in options if actions[option]["do"] == "deploy"]
        if placements:
            game.play(max(placements, key=lambda option: neighbours(game, option) + rng.random()))
        elif deployments:
            standing = [option for option in deployments if not lies(game, option)]
            game.play(rng.choice(standing if standing and rng.random() < 0.75 else options))
        else:
            game.play(rng.choice(options))
    return game


def neighbours(game: bastide.Game, option: int) -> int:
    """Return the number of tiles around the cell of an option."""
    cell = game.rules.kind_of(option).unpack(option)[-1]
    return sum(cell + step in game.state.board.tile_at for step in AROUND)


def lies(game: bastide.Game, option: int) -> bool:
    """Return whether an option deploys a piece that lies down."""
    board = game.state.board
    segment = to_json(game.rules, option).get("segment")
    tile = board.tile(len(board.laid) - 1)
    return isinstance(segment, int) and segment < len(tile.segments) and tile.segments[segment].kind in LAND


def drawn(scene: Scene) -> str:
    """Return a scene as an SVG with a transparent background."""
    shown = scene_of(played(scene))
    board, copies = shown.board, Counter[int]()
    (west, north), (wide, high) = scene.corner, scene.size
    symbols: dict[str, str] = {}
    parts: list[str] = []
    under: list[str] = []
    ground = palette.PRAIRIE if "gold_rush" in scene.rules else palette.GRASS
    for number, laid in enumerate(board.laid):
        kind, turns = divmod(laid, 4)
        copy, tile = copies[kind], board.catalogue.tiles[kind]
        copies[kind] += 1
        x, y = cell_of(board, number)
        if west - 1 < x < west + wide and north - 1 < y < north + high:
            name = symbol_id(tile, turns, copy)
            symbols[name] = symbol(tile, turns, copy)
            under.append(rect(100 * x - 0.4, 100 * y - 0.4, 100.8, 100.8, ground))  # no hairlines between tiles
            parts.append(f'<use href="#{name}" x="{100 * x}" y="{100 * y}" width="100" height="100"/>')
    pieces: list[tuple[float, float, str]] = []
    for standing, px, py, scale, lying in stances(shown, TILE_PIXELS):
        if west - 0.1 < px / 100 < west + wide + 0.1 and north < py / 100 < north + high + 0.2:
            name = f"p-{standing.kind}-{standing.seat}-{int(lying)}"
            symbols[name] = f'<g id="{name}">{draw.piece(standing.kind, standing.seat, lying)}</g>'
            foot = f"translate({num(px)} {num(py + FOOT * scale)})scale({scale:.2f})"
            pieces.append((py, -px, f'<use href="#{name}" transform="{foot}"/>'))
    shapes = "".join(under) + "".join(parts) + "".join(shape for _, _, shape in sorted(pieces))
    if scene.over:
        middle = 100 * (west + wide / 2) - 50, 100 * (north + high / 2) - 50
        shapes += moved(scene.over, *middle)
    defined = "".join(symbols.values())
    defs = f"<defs>{definitions([defined, shapes])}{defined}</defs>"
    return document(defs + shapes, 100 * west, 100 * north, 100 * wide, 100 * high, 100 * wide)


def dial() -> str:
    """Return the face of a clock."""
    face = disc(50, 50, 47, palette.PAPER, palette.INK, 7)
    ticks = path("M50 13v7M50 80v7M13 50h7M80 50h7", "none", palette.INK, 5)
    return face + ticks + path("M50 26v26l17 10", "none", palette.INK, 8)


BIG_BOX = "inns_and_cathedrals,traders_and_builders,hills_and_sheep,wheel_of_fortune"
SCENES = {
    "hero": Scene("second", 17, 44, (-1.0, -1.5), (5.3, 4.8)),
    "box-beginner": Scene("second farmers=off", 17, 5, (-1.0, 0.0), (3.2, 1.98)),
    "box-classic": Scene("second", 2, 40, (-4.5, -2.0), (4.8, 2.97)),
    "box-bigbox": Scene(f"bigbox2014 expansions={BIG_BOX}", 8, 26, (-2.5, 0.0), (6.4, 3.96)),
    "box-anniversary": Scene(
        "anniversary expansions=river_20,abbot,anniversary_mini", 15, 40, (-5.0, -2.0), (4.8, 2.97)
    ),
    "box-duel": Scene("second", 4, 40, (-2.5, 0.0), (4.8, 2.97), seats=2, over=dial()),
    "box-gold_rush": Scene("gold_rush", 12, 36, (-2.5, -1.5), (4.8, 2.97)),
}
CASTLE = "M15.5 3.5h1V9h.5v2h3V9h2v6h1v-2h2v2h1v-2h2v14h-9v-4a3 3 0 0 0-6 0v4H4V13h2v2h1v-2h2v2h1V9h2v2h3V9h.5z"
FLAG = "M16.5 3.5l6 2-6 2z"
GROUND, WALLS, CLOTH = "#1d5a66", "#fbf7ee", "#f0b429"


def emblem(rounded: bool = True) -> str:
    """Return the emblem, a small castle with a flag; without rounded corners it can be masked."""
    corner = ' rx="7"' if rounded else ""
    scale = "" if rounded else ' transform="translate(16 16)scale(.82)translate(-16 -16)"'
    ground = f'<rect width="32" height="32" fill="{GROUND}"{corner}/>'
    castle = f'<path d="{CASTLE}" fill="{WALLS}"/><path d="{FLAG}" fill="{CLOTH}"/>'
    return document(f"{ground}<g{scale}>{castle}</g>", 0, 0, 32, 32)


def main() -> None:
    """Draw all pictures and icons."""
    for name, scene in SCENES.items():
        (WEB / "pictures" / f"{name}.svg").write_text(drawn(scene), encoding="utf-8")
    (WEB / "icons" / "bastide.svg").write_text(emblem(), encoding="utf-8")
    for pixels in (192, 512):
        (WEB / "icons" / f"bastide-{pixels}.png").write_bytes(draw.png(emblem(rounded=False), width=pixels))


if __name__ == "__main__":
    main()
