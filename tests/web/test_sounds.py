"""Sounds: rendered in the browser and measured, and the volume in the menu."""

from __future__ import annotations

from typing import Final

from tests.server.running import Server
from tests.web.conftest import Visit
from tests.web.test_table import READY, at_table

LONGEST: Final = 2.0
"""Seconds."""
MEASURE: Final = """
async () => {
  const { RECIPES, render } = await import("/web/js/synthesis.js");
  const rms = (samples) => Math.hypot(...samples) / Math.sqrt(samples.length);
  const measured = {};
  for (const [name, { takes = 1 }] of Object.entries(RECIPES)) {
    for (let take = 0; take < takes; take++) {
      const buffer = await render(name, take);
      const samples = buffer.getChannelData(0);
      const moments = [];
      for (let from = 0; from + 512 <= samples.length; from += 512)
        moments.push(rms(samples.subarray(from, from + 512)));
      measured[`${name} ${take}`] = {
        seconds: buffer.duration,
        peak: samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
        loudest: Math.max(...moments),
        end: moments.at(-1),
      };
    }
  }
  return measured;
}
"""
AT_VOLUME: Final = """
async (volume) => {
  const { connected } = await import("/web/js/sound.js");
  const { RECIPES, render } = await import("/web/js/synthesis.js");
  const context = new OfflineAudioContext(1, 2 * 44100, 44100);
  const output = connected(context);
  output.setVolume(volume);
  for (const name of Object.keys(RECIPES)) {
    const source = context.createBufferSource();
    source.buffer = await render(name);
    source.connect(output.input);
    source.start();
  }
  const samples = (await context.startRendering()).getChannelData(0);
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}
"""


def test_every_sound_is_audible_and_short_and_dies_away(visit: Visit) -> None:
    page = visit().open("/rules", "rules")
    measured = page.evaluate(MEASURE)
    assert {name.split()[0] for name in measured} >= {"tile", "piece", "points", "bell", "page", "wheel", "won", "lost"}
    for name, sound in measured.items():
        assert 0.02 < sound["loudest"] < 0.5, name
        assert sound["peak"] <= 0.9 + 1e-3, name
        assert sound["end"] < 0.01 * sound["loudest"], name
        assert sound["seconds"] < LONGEST, name
    assert len({sound["loudest"] for sound in measured.values()}) == len(measured), "no two takes are alike"
    silent, half, full = (page.evaluate(AT_VOLUME, volume) for volume in (0, 50, 100))
    assert silent == 0
    assert 0 < half < 0.3 * full
    assert full <= 1, "not even all of them at once"


def test_the_volume_is_remembered_and_the_button_mutes(visit: Visit, server: Server) -> None:
    who = visit()
    page = who.sit(at_table(server).acting)
    page.wait_for_selector(READY)
    page.click('[data-do="menu"]')
    slider = page.get_by_role("slider", name="Volume of sounds")
    slider.focus()
    page.keyboard.press("Home")
    assert page.get_attribute('[data-do="sound"]', "aria-pressed") == "false"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "10%"
    page.keyboard.press("Escape")
    assert not slider.is_visible()
    page.click('[data-do="sound"]')
    page.reload()
    page.wait_for_selector(READY)
    assert page.get_attribute('[data-do="sound"]', "aria-pressed") == "false"
    page.click('[data-do="sound"]')
    page.click('[data-do="menu"]')
    assert slider.input_value() == "10"
