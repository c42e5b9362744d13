"""Takes the screenshots in `docs/screens`: desktop and phone, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.machine import require
from tests.server.running import Server
from tests.web.conftest import FLAGS
from tests.web.scenes import SCENES, Scene, about_to_score
from tests.web.staged import kinds
from tests.web.visitor import DESKTOP, PHONE, Device, Visitor, visitor

from bastide.play.game import Game

SCREENS = Path(__file__).parent / "screens"
MAX_BYTES = 250_000
DARK, DARK_PHONE = replace(DESKTOP, theme="dark"), replace(PHONE, theme="dark")


def offered(kind: str, tiles: int = 24) -> Callable[[Game], bool]:
    """Return a condition: a kind of action is offered, after a number of tiles."""
    return lambda game: not game.over and len(game.state.board.laid) >= tiles and kind in kinds(game)


def skip(page: Page) -> None:
    """Pass, and wait for the score."""
    page.click('[data-do="skip"]')
    page.wait_for_selector('[data-do="why"]')


def aim(page: Page) -> None:
    """Choose a cell for the tile."""
    page.locator("[data-cell]").nth(2).click()
    page.wait_for_selector("[data-ghost]")


def point(page: Page) -> None:
    """Hover over a slot, so that its feature is highlighted."""
    page.locator("[data-slot]").last.hover()


def halfway(page: Page) -> None:
    """Go to 70% of a replay."""
    box = page.locator("input[type=range]").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2)


def learn(page: Page) -> None:
    """Go to the first tile of the lesson."""
    page.click('[data-do="continue"]')
    page.wait_for_selector("[data-cell]")


def nothing(page: Page) -> None:
    """Leave the page as it is."""


@dataclass(frozen=True)
class Shot:
    """A screenshot: a scene, a device, and actions before it is taken."""

    scene: Scene
    device: Device
    before: Callable[[Page], None] = nothing

    @property
    def name(self) -> str:
        """The file name."""
        size = "phone" if self.device.touch else "desktop"
        return f"{self.scene.name}-{size}-{self.device.theme}.png"


BY_NAME = {scene.name: scene for scene in SCENES}
SCORING = Scene("scoring", "table", until=about_to_score(30, 12))
COUNT = Scene("count", "table", until=offered("enter"), settings=(("expansions", ["count"]),))
WHEEL = Scene("plague", "table", until=offered("flee"), settings=(("expansions", ["wheel_of_fortune"]),))
CATAPULT = Scene("catapult", "table", until=offered("hurl"), settings=(("expansions", ["catapult"]),))
SHOTS = [
    Shot(BY_NAME["start"], DESKTOP),
    Shot(BY_NAME["start"], DARK_PHONE),
    Shot(BY_NAME["set-up"], DARK),
    Shot(BY_NAME["placing"], DESKTOP, aim),
    Shot(BY_NAME["placing"], DARK, aim),
    Shot(BY_NAME["placing"], PHONE, aim),
    Shot(BY_NAME["follower"], DESKTOP, point),
    Shot(BY_NAME["follower"], DARK_PHONE),
    Shot(SCORING, DESKTOP, skip),
    Shot(BY_NAME["final"], DESKTOP),
    Shot(BY_NAME["final"], PHONE),
    Shot(BY_NAME["replay"], DARK, halfway),
    Shot(COUNT, DESKTOP),
    Shot(WHEEL, PHONE),
    Shot(CATAPULT, DARK),
    Shot(BY_NAME["rules"], DESKTOP),
    Shot(BY_NAME["lesson"], PHONE, learn),
]


def small(png: bytes) -> bytes:
    """Return a PNG reduced to 256 colours."""
    out = BytesIO()
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.quantize(256, Image.Quantize.MEDIANCUT, kmeans=2).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    """Take all screenshots."""
    SCREENS.mkdir(exist_ok=True)
    for old in SCREENS.glob("*.png"):
        old.unlink()
    with TemporaryDirectory() as folder, Server(Path(folder) / "tables.sqlite") as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=require("chromium"), args=FLAGS)
        for shot in SHOTS:
            png = taken(shot, visitor(browser, server.address, shot.device), server)
            assert len(png) < MAX_BYTES, f"{shot.name} is {len(png)} bytes"
            (SCREENS / shot.name).write_bytes(png)
            print(f"{shot.name}: {len(png) / 1000:.0f} kB")


def taken(shot: Shot, who: Visitor, server: Server) -> bytes:
    """Take one screenshot."""
    with ExitStack() as company:
        page = shot.scene.open(who, server, company)
        shot.before(page)
        page.wait_for_timeout(800)
        png = small(page.screenshot())
    who.context.close()
    who.check()
    return png


if __name__ == "__main__":
    main()
