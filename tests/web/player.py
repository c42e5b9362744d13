"""Players: they play any game on a page by clicking, tapping or dragging.

Scripts only read the page, from its `data-` attributes such as `data-cell` on a legal cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import Page

PATIENCE: Final = 45_000
"""Milliseconds to wait for our turn, or for a page."""
KINDS: Final = ("cell", "ghost", "slot", "piece", "choose", "target", "do", "arm", "slide")
LOOK: Final = """
([kinds, before, patience, settle, idle]) => new Promise((tell) => {
  const begun = performance.now();
  const thing = (kind, element) => {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (box.width < 2 || box.height < 2 || !element.checkVisibility({ visibilityProperty: true })) return null;
    const top = document.elementFromPoint(x, y);
    const off = element.disabled || element.getAttribute("aria-disabled") === "true";
    const chosen = ["aria-checked", "aria-pressed", "aria-selected"].some((a) => element.getAttribute(a) === "true");
    const name = element.getAttribute(`data-${kind}`) ?? "";
    return [kind, name, x, y, box.width, box.height, top !== null && element.contains(top), Boolean(off), chosen];
  };
  const look = () => {
    const root = document.querySelector("main#table");
    const data = root?.dataset ?? {};
    const seen = {
      version: data.version ?? "", step: data.step ?? "", mine: data.mine === "true",
      final: document.querySelector("[data-final]") !== null, things: [], sign: before,
    };
    const asks = document.querySelector('[data-do="continue"]')?.checkVisibility() ?? false;
    const ready = root !== null && (seen.final || asks || (data.busy === "false" && (seen.mine || idle)));
    const passed = performance.now() - begun;
    if (ready || passed > patience) {
      const all = kinds.flatMap((kind) => [...document.querySelectorAll(`[data-${kind}]`)].map((e) => thing(kind, e)));
      seen.things = all.filter((found) => found !== null);
      const ghost = document.querySelector("[data-ghost]")?.outerHTML;
      seen.sign = JSON.stringify([seen.version, seen.step, seen.mine, seen.final, seen.things, ghost]);
    }
    if ((ready && (seen.sign !== before || passed > settle)) || passed > patience) tell({ ...seen, late: !ready });
    else setTimeout(look, 16);
  };
  look();
})
"""


class Thing(NamedTuple):
    """Something on the page that can be clicked."""

    kind: str
    name: str
    x: float
    y: float
    width: float
    height: float
    free: bool
    """Whether nothing covers it."""
    off: bool
    chosen: bool

    @property
    def usable(self) -> bool:
        """Whether a click would do something."""
        return self.free and not self.off


@dataclass(frozen=True)
class Seen:
    """What the page shows."""

    version: str
    step: str
    mine: bool
    final: bool
    late: bool
    sign: str
    things: list[Thing]

    def all(self, kind: str) -> list[Thing]:
        """Return all usable things of a kind."""
        return [thing for thing in self.things if thing.kind == kind and thing.usable]

    def button(self, name: str) -> Thing | None:
        """Return a button that can be pressed."""
        return next((thing for thing in self.all("do") if thing.name == name), None)


class Stuck(AssertionError):
    """The game does not go on."""


@dataclass
class Player:
    """Somebody who plays on a page, choosing at random."""

    page: Page
    seed: int = 0
    touch: bool = False
    eager: float = 0.7
    """How often a piece is put where it may be."""
    done: list[str] = field(default_factory=list)
    """What was clicked."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.sign = ""
        self.idle = 0

    @property
    def last(self) -> str:
        """What was clicked last."""
        return self.done[-1] if self.done else ""

    def look(self, patience: int = PATIENCE, idle: bool = False) -> Seen:
        """Wait until something is asked of us, or the game is over, and return what the page shows.

        With `idle`, it is enough that nothing happens any more, even if it is somebody else's turn.
        """
        found = self.page.evaluate(LOOK, [KINDS, self.sign, patience, 600, idle])
        things = [Thing(*thing) for thing in found["things"]]
        seen = Seen(
            found["version"], found["step"], found["mine"], found["final"], found["late"], found["sign"], things
        )
        self.idle = self.idle + 1 if seen.sign == self.sign else 0
        self.sign = seen.sign
        if self.idle > 8:
            raise Stuck(f"nothing changes at {seen.step}: {self.done[-6:]}, {self.shown(seen)}")
        return seen

    @staticmethod
    def shown(seen: Seen) -> str:
        """Return what could be clicked, in short."""
        return " ".join(
            f"{t.kind}:{t.name}{'' if t.free else ' (covered)'}{' (off)' if t.off else ''}" for t in seen.things
        )

    def click(self, thing: Thing) -> None:
        """Click or tap in the middle of something."""
        self.done.append(f"{thing.kind}:{thing.name}")
        if self.touch:
            self.page.touchscreen.tap(thing.x, thing.y)
        else:
            self.page.mouse.click(thing.x, thing.y)

    def play(self, clicks: int = 3000) -> None:
        """Play until the game is over; it must be within so many clicks."""
        if self.play_some(clicks):
            raise Stuck(f"no end after {clicks} clicks")

    def play_some(self, clicks: int) -> bool:
        """Click so often while others play by themselves; say whether the game goes on."""
        return all(self.move() for _ in range(clicks))

    def play_turn(self) -> None:
        """Play until it is somebody else's turn."""
        while self.act(self.look(idle=True)):
            pass

    def may_move(self) -> bool:
        """Say whether something is asked of us, without waiting for it."""
        found = self.page.evaluate(LOOK, [KINDS, "", 0, 0, False])
        return not found["late"]

    def move(self, patience: int = PATIENCE) -> bool:
        """Do one thing; return whether the game goes on."""
        seen = self.look(patience)
        if seen.late:
            raise Stuck(f"nobody asks us anything: step {seen.step}, mine {seen.mine}, {self.shown(seen)}")
        return self.act(seen)

    def act(self, seen: Seen) -> bool:
        """Do one thing of what is shown; return whether there was one."""
        if go_on := seen.button("continue"):
            self.click(go_on)
        elif seen.final or not seen.mine:
            return False
        else:
            self.choose(seen)
        return True

    def choose(self, seen: Seen) -> None:
        """Choose something of what is shown."""
        if seen.button("confirm"):
            self.click(self.must(seen, "confirm"))
        elif seen.all("ghost"):
            self.lay(seen)
        elif cells := seen.all("cell"):
            self.aim(cells)
        elif seen.button("throw"):
            self.throw(seen)
        elif seen.all("slot") or seen.all("target") or seen.all("choose"):
            self.decide(seen)
        elif skip := seen.button("skip"):
            self.click(skip)
        elif go := seen.button("go"):
            self.click(go)
        elif any(thing.kind in ("cell", "slot", "target") for thing in seen.things):
            self.see_all(seen)
        else:
            raise Stuck(f"nothing to click at {seen.step}: {self.shown(seen)}")

    def must(self, seen: Seen, name: str) -> Thing:
        """Return a button that must be there."""
        button = seen.button(name)
        if button is None:
            raise Stuck(f"no button {name} at {seen.step}: {self.shown(seen)}")
        return button

    def aim(self, cells: list[Thing]) -> None:
        """Click a lit cell; those near the middle more often, so that the land stays together."""
        near = sorted(cells, key=lambda cell: sum(abs(int(n)) for n in cell.name.split(",")))
        self.click(self.random.choice(near[: max(3, len(near) // 2)]))

    def lay(self, seen: Seen) -> None:
        """Turn the tile perhaps, and lay it."""
        turn, place = seen.button("turn"), seen.button("place")
        if turn and self.last != "do:turn" and self.random.random() < 0.3:
            self.click(turn)
        elif place and self.random.random() < 0.5:
            self.click(place)
        else:
            self.click(seen.all("ghost")[0])

    def decide(self, seen: Seen) -> None:
        """Choose a place for a piece, perhaps after choosing another kind of piece, or a card; then go, or leave it."""
        skip, go = seen.button("skip"), seen.button("go")
        pieces = [piece for piece in seen.all("piece") if not piece.chosen]
        spots = seen.all("slot") + seen.all("target")
        cards = [card for card in seen.all("choose") if not card.chosen]
        if go and (self.last.startswith(("slot:", "target:", "choose:")) or self.random.random() < 0.2):
            self.click(go)
        elif skip and self.random.random() > self.eager:
            self.click(skip)
        elif pieces and not self.last.startswith("piece:") and self.random.random() < 0.5:
            self.click(self.random.choice(pieces))
        elif spots or cards:
            self.click(self.random.choice(self.random.choice([group for group in (spots, cards) if group])))
        else:
            self.click(self.must(seen, "go"))

    def throw(self, seen: Seen) -> None:
        """Drag back and let go, or take what direction and strength are set and throw."""
        arms = seen.all("arm")
        if not arms or self.touch or self.random.random() < 0.3:
            self.click(self.must(seen, "throw"))
            return
        self.done.append("arm:")
        x, y, mouse = arms[0].x, arms[0].y, self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + self.random.uniform(-30, 30), y + self.random.uniform(20, 90), steps=3)
        mouse.up()

    def see_all(self, seen: Seen) -> None:
        """Let the whole board be shown, because what is asked for lies beneath something or out of sight."""
        fit = seen.button("fit")
        if fit:
            self.click(fit)
        else:
            self.done.append("key:0")
            self.page.keyboard.press("0")
