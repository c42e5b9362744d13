"""Players: they play any game on a page by clicking, tapping or dragging.

Scripts only read the page, through `data-` attributes such as `data-cell` on a legal cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import Page

TIMEOUT: Final = 45_000
"""Milliseconds to wait for a turn, or for a page."""
KINDS: Final = ("cell", "ghost", "slot", "piece", "choose", "target", "do", "arm", "slide")
OBSERVE: Final = """
([kinds, before, timeout, settle, idle]) => new Promise((resolve) => {
  const start = performance.now();
  const clickable = (kind, element) => {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    if (box.width < 2 || box.height < 2 || !element.checkVisibility({ visibilityProperty: true })) return null;
    const top = document.elementFromPoint(x, y);
    const off = element.disabled || element.getAttribute("aria-disabled") === "true";
    const chosen = ["aria-checked", "aria-pressed", "aria-selected"].some((a) => element.getAttribute(a) === "true");
    const name = element.getAttribute(`data-${kind}`) ?? "";
    return [kind, name, x, y, box.width, box.height, top !== null && element.contains(top), Boolean(off), chosen];
  };
  const observe = () => {
    const root = document.querySelector("main#table");
    const data = root?.dataset ?? {};
    const state = {
      version: data.version ?? "", step: data.step ?? "", mine: data.mine === "true",
      final: document.querySelector("[data-final]") !== null, clickables: [], fingerprint: before,
    };
    const paused = document.querySelector('[data-do="continue"]')?.checkVisibility() ?? false;
    const ready = root !== null && (state.final || paused || (data.busy === "false" && (state.mine || idle)));
    const elapsed = performance.now() - start;
    if (ready || elapsed > timeout) {
      const of = (kind) => [...document.querySelectorAll(`[data-${kind}]`)].map((e) => clickable(kind, e));
      state.clickables = kinds.flatMap(of).filter((one) => one !== null);
      const ghost = document.querySelector("[data-ghost]")?.outerHTML;
      const { version, step, mine, final, clickables } = state;
      state.fingerprint = JSON.stringify([version, step, mine, final, clickables, ghost]);
    }
    const changed = state.fingerprint !== before || elapsed > settle;
    if ((ready && changed) || elapsed > timeout) resolve({ ...state, late: !ready });
    else setTimeout(observe, 16);
  };
  observe();
})
"""


DOUBLE_CLICK, TURN_GUARD = 320, 270
"""Milliseconds after a ghost and after a turn in which a press does not lay the tile, and a little more."""


class Clickable(NamedTuple):
    """An element that can be clicked."""

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
class PageState:
    """The state of a page."""

    version: str
    step: str
    mine: bool
    final: bool
    late: bool
    fingerprint: str
    clickables: list[Clickable]

    def all(self, kind: str) -> list[Clickable]:
        """Return all usable elements of a kind."""
        return [one for one in self.clickables if one.kind == kind and one.usable]

    def button(self, name: str) -> Clickable | None:
        """Return an enabled button."""
        return next((one for one in self.all("do") if one.name == name), None)


class Stuck(AssertionError):
    """The game does not continue."""


@dataclass
class Player:
    """A player on a page who chooses at random."""

    page: Page
    seed: int = 0
    touch: bool = False
    eager: float = 0.7
    """The probability of deploying a piece."""
    done: list[str] = field(default_factory=list)
    """The elements that were clicked."""

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.fingerprint = ""
        self.unchanged = 0

    @property
    def last(self) -> str:
        """The element that was clicked last."""
        return self.done[-1] if self.done else ""

    def wait(self, timeout: int = TIMEOUT, idle: bool = False) -> PageState:
        """Wait until the player must act or the game is over, and return the state of the page.

        With `idle`, also return once the table is idle on the turn of another player.
        """
        found = self.page.evaluate(OBSERVE, [KINDS, self.fingerprint, timeout, 600, idle])
        state = PageState(**{**found, "clickables": [Clickable(*one) for one in found["clickables"]]})
        self.unchanged = self.unchanged + 1 if state.fingerprint == self.fingerprint else 0
        self.fingerprint = state.fingerprint
        if self.unchanged > 8:
            raise Stuck(f"nothing changes at {state.step}: {self.done[-6:]}, {self.shown(state)}")
        return state

    @staticmethod
    def shown(state: PageState) -> str:
        """Return a summary of the clickable elements."""
        return " ".join(
            f"{t.kind}:{t.name}{'' if t.free else ' (covered)'}{' (off)' if t.off else ''}" for t in state.clickables
        )

    def click(self, element: Clickable) -> None:
        """Click or tap the centre of an element."""
        self.done.append(f"{element.kind}:{element.name}")
        if self.touch:
            self.page.touchscreen.tap(element.x, element.y)
        else:
            self.page.mouse.click(element.x, element.y)

    def play(self, clicks: int = 3000) -> None:
        """Play until the game is over, with a limit on the number of clicks."""
        if self.play_some(clicks):
            raise Stuck(f"no end after {clicks} clicks")

    def play_some(self, clicks: int) -> bool:
        """Make a number of clicks; return whether the game is still going on."""
        return all(self.move() for _ in range(clicks))

    def play_turn(self) -> None:
        """Play until it is another player's turn."""
        while self.act(self.wait(idle=True)):
            pass

    def may_move(self) -> bool:
        """Return whether the player must act, without waiting."""
        found = self.page.evaluate(OBSERVE, [KINDS, "", 0, 0, False])
        return not found["late"]

    def move(self, timeout: int = TIMEOUT) -> bool:
        """Click once; return whether the game is still going on."""
        state = self.wait(timeout)
        while not (state.late or state.mine or state.final or state.button("continue")):
            state = self.wait(timeout)  # the card is still moving in
        if state.late:
            raise Stuck(f"not prompted: step {state.step}, mine {state.mine}, {self.shown(state)}")
        return self.act(state)

    def act(self, state: PageState) -> bool:
        """Click something, if the player must act; return whether it did."""
        if go_on := state.button("continue"):
            self.click(go_on)
        elif state.final or not state.mine:
            return False
        else:
            self.choose(state)
        return True

    def choose(self, state: PageState) -> None:
        """Make a choice."""
        if state.button("confirm"):
            self.page.wait_for_timeout(DOUBLE_CLICK if self.touch else 0)
            self.click(self.require(state, "confirm"))
        elif state.all("ghost"):
            self.place_tile(state)
        elif cells := state.all("cell"):
            self.aim(cells)
        elif state.button("throw"):
            self.throw(state)
        elif state.all("slot") or state.all("target") or state.all("choose"):
            self.decide(state)
        elif skip := state.button("skip"):
            self.click(skip)
        elif go := state.button("go"):
            self.click(go)
        elif any(one.kind in ("cell", "slot", "target") for one in state.clickables):
            self.fit_board(state)
        else:
            raise Stuck(f"nothing to click at {state.step}: {self.shown(state)}")

    def require(self, state: PageState, name: str) -> Clickable:
        """Return a button; fail if it is missing."""
        button = state.button(name)
        if button is None:
            raise Stuck(f"no button {name} at {state.step}: {self.shown(state)}")
        return button

    def aim(self, cells: list[Clickable]) -> None:
        """Click a legal cell, preferably near the centre, so that the board stays compact."""
        near = sorted(cells, key=lambda cell: sum(abs(int(n)) for n in cell.name.split(",")))
        self.click(self.random.choice(near[: max(3, len(near) // 2)]))

    def place_tile(self, state: PageState) -> None:
        """Turn the tile or not, and place it."""
        turn, place = state.button("turn"), state.button("place")
        if turn and self.last != "do:turn" and self.random.random() < 0.3:
            self.click(turn)
        elif place and self.random.random() < 0.8:
            self.page.wait_for_timeout(TURN_GUARD if self.last == "do:turn" else 0)
            self.click(place)
        else:
            self.page.wait_for_timeout(DOUBLE_CLICK)
            self.click(state.all("ghost")[0])

    def decide(self, state: PageState) -> None:
        """Choose a piece, a slot or a card; then submit, or pass."""
        skip, go = state.button("skip"), state.button("go")
        pieces = [piece for piece in state.all("piece") if not piece.chosen]
        spots = state.all("slot") + state.all("target")
        cards = [card for card in state.all("choose") if not card.chosen]
        if go and (self.last.startswith(("slot:", "target:", "choose:")) or self.random.random() < 0.2):
            self.click(go)
        elif skip and self.random.random() > self.eager:
            self.click(skip)
        elif pieces and not self.last.startswith("piece:") and self.random.random() < 0.5:
            self.click(self.random.choice(pieces))
        elif spots or cards:
            self.click(self.random.choice(self.random.choice([group for group in (spots, cards) if group])))
        else:
            self.click(self.require(state, "go"))

    def throw(self, state: PageState) -> None:
        """Pull the arm and release it, or throw with the default aim."""
        arms = state.all("arm")
        if not arms or self.touch or self.random.random() < 0.3:
            self.click(self.require(state, "throw"))
            return
        self.done.append("arm:")
        x, y, mouse = arms[0].x, arms[0].y, self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + self.random.uniform(-30, 30), y + self.random.uniform(20, 90), steps=3)
        mouse.up()

    def fit_board(self, state: PageState) -> None:
        """Fit the board, because all choices are covered or off-screen."""
        fit = state.button("fit")
        if fit:
            self.click(fit)
        else:
            self.done.append("key:0")
            self.page.keyboard.press("0")
