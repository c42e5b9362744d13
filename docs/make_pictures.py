"""Draw the pictures of the documentation: contact sheets of all tile sets, and games for the README."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path

from PIL import Image

import bastide
from bastide import draw
from bastide.draw.pieces import KINDS
from bastide.draw.svg import document, moved, rect
from bastide.draw.tokens import TOKENS
from bastide.kernel.geometry import AROUND
from bastide.rules.actions import to_json
from bastide.tiles import available, load

DOCS = Path(__file__).parent
EVERYTHING = (
    "bigbox2014 expansions=inns_and_cathedrals,traders_and_builders,hills_and_sheep,wheel_of_fortune,river,"
    "king_and_robber,cult,mage_and_witch,catapult,crop_circles,abbot,anniversary_mini"
)
GAMES = {
    "base_game": ("second", ("Red", "Blue", "Green"), 64),
    "everything": (EVERYTHING, ("Red", "Blue", "Green", "Yellow", "Black"), 48),
    "gold_rush": ("gold_rush", ("Red", "Blue", "Green", "Yellow"), 64),
}


def random_game(rules: str, seats: tuple[str, ...]) -> bastide.Game:
    """Return a random game with a compact board and many followers, up to its last tile."""
    game = bastide.Game(rules, seats=seats, dealer=bastide.Seeded("pictures"))
    rng = random.Random(1)
    while not game.over:
        options = game.options()
        kinds = {option: to_json(game.rules, option)["do"] for option in options}
        placements = [option for option in options if kinds[option] == "place"]
        deployments = [option for option in options if kinds[option] == "deploy"]
        if placements:
            game.play(max(placements, key=lambda option: neighbours(game, option) + rng.random()))
        else:
            game.play(rng.choice(deployments if deployments and rng.random() < 0.6 else options))
    laid = [i for i, entry in enumerate(game.log, start=1) if to_json(game.rules, entry.action)["do"] == "place"]
    return game.branch(laid[-1], bastide.Given())


def neighbours(game: bastide.Game, option: int) -> int:
    """Return the number of tiles around the cell of an option."""
    cell = game.rules.kind_of(option).unpack(option)[-1]
    return sum(cell + step in game.state.board.tile_at for step in AROUND)


def small(png: bytes) -> bytes:
    """Return a PNG reduced to 256 colours."""
    out = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2).save(
        out, "PNG", optimize=True
    )
    return out.getvalue()


def pieces_sheet() -> str:
    """Return all pieces in all colours, and all tokens."""
    grass = rect(0, 0, 40 * len(draw.DYES), 50 * len(KINDS) + 60, "#b7c977")
    shapes = [
        moved(draw.piece(kind, seat), 40 * seat + 20, 50 * row + 42)
        for row, kind in enumerate(KINDS)
        for seat in range(len(draw.DYES))
    ]
    wide = 40 * len(draw.DYES) / len(TOKENS)
    shapes += [
        moved(draw.token(name, 2, i % len(draw.DYES)), wide * (i + 0.5), 50 * len(KINDS) + 32, 0.8)
        for i, name in enumerate(TOKENS)
    ]
    return document(grass + "".join(shapes), 0, 0, 40 * len(draw.DYES), 50 * len(KINDS) + 60, 800)


def sheets() -> dict[str, str]:
    """Return the contact sheets of all sets and of the pieces, by name."""
    return {name: draw.contact_sheet(load(name)) for name in available()} | {"pieces": pieces_sheet()}


def main() -> None:
    """Regenerate everything."""
    for name, sheet in sheets().items():
        (DOCS / "sheets" / f"{name}.svg").write_text(sheet, encoding="utf-8")
    for name, (rules, seats, pixels) in GAMES.items():
        svg = draw.board(random_game(rules, seats), tile_pixels=pixels, scores=True)
        (DOCS / "pictures" / f"{name}.png").write_bytes(small(draw.png(svg)))


if __name__ == "__main__":
    main()
