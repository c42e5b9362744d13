"""Firefox as the distribution packages it, driven by WebDriver BiDi, which it speaks by itself."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from websockets.sync.client import ClientConnection, connect

from bastide.rules.model import Json
from tests.machine import require
from tests.web.visitor import Device

PREFERENCES: Final = {
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "intl.accept_languages": "en-GB",
    "network.captive-portal-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}
KEYS: Final = {"Enter": "\ue007", "Escape": "\ue00c"}
"""Keys without a character, as WebDriver writes them."""
TIMEOUT: Final = 60.0
POLL: Final = """
new Promise((resolve, reject) => {
  const late = performance.now() + 45_000;
  const look = () => {
    const value = (%s);
    if (value) resolve(value);
    else if (performance.now() > late) reject(new Error("never true: " + document.body.innerText.slice(0, 300)));
    else setTimeout(look, 16);
  };
  look();
})
"""


@dataclass
class Firefox:
    """A running Firefox."""

    socket: ClientConnection
    calls: int = 0

    def call(self, method: str, **parameters: Json) -> dict[str, Json]:
        """Call a method of the protocol, and return its result."""
        self.calls += 1
        self.socket.send(json.dumps({"id": self.calls, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(TIMEOUT))
            if answer.get("id") == self.calls:
                assert answer["type"] == "success", f"{method}: {answer.get('message')}"
                result: dict[str, Json] = answer["result"]
                return result

    def open(self, address: str, device: Device, script: str) -> FirefoxPage:
        """Open an address in a tab of its own, after a script that runs before those of the page."""
        user = self.call("browser.createUserContext")["userContext"]
        context = str(self.call("browsingContext.create", type="tab", userContext=user)["context"])
        viewport: dict[str, Json] = {"width": device.width, "height": device.height}
        self.call("browsingContext.setViewport", context=context, viewport=viewport)
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}", contexts=[context])
        self.call("browsingContext.navigate", context=context, url=address, wait="complete")
        return FirefoxPage(self, context, device)


@dataclass
class FirefoxPage:
    """A tab of Firefox."""

    firefox: Firefox
    context: str
    device: Device

    def evaluate(self, expression: str) -> Json:
        """Return the value of an expression, awaited: a string, a number, a boolean or null."""
        target: dict[str, Json] = {"context": self.context}
        found = self.firefox.call("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        result = found["result"]
        assert isinstance(result, dict)
        return result.get("value")

    def wait_until(self, expression: str) -> Json:
        """Wait until an expression is true, and return its value."""
        return self.evaluate(POLL % expression)

    def pause(self, milliseconds: int) -> None:
        """Let some time pass."""
        self.evaluate(f"new Promise((resolve) => setTimeout(resolve, {milliseconds}))")

    def press(self, selector: str) -> None:
        """Click or tap the centre of the first element of a selector."""
        centre = self.wait_until(
            f"""((element) => {{
              const box = element?.getBoundingClientRect();
              return box?.width ? `${{box.x + box.width / 2}} ${{box.y + box.height / 2}}` : "";
            }})(document.querySelector({json.dumps(selector)}))"""
        )
        x, y = (round(float(number)) for number in str(centre).split())
        kind = "touch" if self.device.touch else "mouse"
        moves: list[Json] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._perform({"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": moves})

    def type(self, key: str) -> None:
        """Press a key."""
        value = KEYS.get(key, key)
        moves: list[Json] = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._perform({"type": "key", "id": "keyboard", "actions": moves})

    def _perform(self, source: dict[str, Json]) -> None:
        self.firefox.call("input.performActions", context=self.context, actions=[source])

    def close(self) -> None:
        """Close the tab."""
        self.firefox.call("browsingContext.close", context=self.context)


@contextmanager
def running_firefox(profile: Path) -> Iterator[Firefox]:
    """Run Firefox with a fresh profile."""
    lines = (f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines))
    program = require("firefox-esr")
    command = [str(program), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with connect(f"ws://127.0.0.1:{_port(profile)}/session", max_size=None) as socket:
                firefox = Firefox(socket)
                firefox.call("session.new", capabilities={})
                yield firefox
        finally:
            process.terminate()


def _port(profile: Path) -> int:
    """Return the port that Firefox listens on, which it writes into its profile."""
    written, deadline = profile / "WebDriverBiDiServer.json", time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        if written.exists() and (text := written.read_text()):
            return int(json.loads(text)["ws_port"])
        time.sleep(0.05)
    raise TimeoutError("Firefox does not listen")
