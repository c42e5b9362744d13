"""No move by accident in Firefox either: by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.running import Server
from tests.web.firefox import Firefox, FirefoxPage, running_firefox
from tests.web.player import DOUBLE_CLICK
from tests.web.test_table import READY, at_table
from tests.web.test_two_steps import DEVICES, ONE_WAY
from tests.web.visitor import DESKTOP, Device

VERSION = "document.querySelector('main#table').dataset.version"
CHOSEN = '[data-slot][aria-pressed="true"]'


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with running_firefox(tmp_path_factory.mktemp("firefox")) as running:
        yield running


def opened(firefox: Firefox, server: Server, device: Device, step: str = "place") -> FirefoxPage:
    place = at_table(server, step).acting
    page = firefox.open(f"{server.address}/table/{place.table}", device, place.storage_script())
    page.wait_until(f"document.querySelector('{READY}[data-step={step}]')?.querySelector('[data-cell], [data-slot]')")
    page.pause(500)  # until the camera rests
    return page


def plays(page: FirefoxPage, before: object) -> bool:
    return bool(page.wait_until(f"{VERSION} !== '{before}'"))


def still_at(page: FirefoxPage, before: object) -> bool:
    """Return whether nothing was played within the time in which a double click is one press."""
    page.pause(DOUBLE_CLICK)
    return page.evaluate(VERSION) == before


@DEVICES
def test_a_tile_is_shown_then_laid(device: Device, firefox: Firefox, server: Server) -> None:
    page = opened(firefox, server, device)
    before = page.evaluate(VERSION)
    cell = page.evaluate(f"document.querySelector('{ONE_WAY}').dataset.cell")
    page.press(ONE_WAY)
    assert page.wait_until("document.querySelector('[data-ghost]')?.dataset.at") == cell
    assert still_at(page, before)
    page.press('[data-do="turn"]')
    page.press('[data-do="turn"]')
    assert still_at(page, before), "turning never lays"
    page.press("[data-ghost] .ghost-tile")
    assert plays(page, before)
    page.close()


@DEVICES
def test_a_follower_is_chosen_then_confirmed(device: Device, firefox: Firefox, server: Server) -> None:
    page = opened(firefox, server, device, "piece")
    before = page.evaluate(VERSION)
    page.press("[data-slot]")
    assert page.wait_until(f"document.querySelectorAll('{CHOSEN}').length") == 1
    assert still_at(page, before)
    page.press(CHOSEN)
    assert plays(page, before)
    page.close()


def test_both_by_keyboard(firefox: Firefox, server: Server) -> None:
    page = opened(firefox, server, DESKTOP)
    before = page.evaluate(VERSION)
    for _ in range(3):
        page.type("r")
    assert page.wait_until("document.querySelectorAll('[data-ghost]').length") == 1
    assert still_at(page, before)
    page.type("Enter")
    assert plays(page, before)
    page.close()
