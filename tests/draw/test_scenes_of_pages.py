"""The pictures of the pages around the game are those that the drawing code makes, and small enough to be sent."""

import gzip
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parents[2] / "docs"
MOST_BYTES = 40_000


def maker() -> ModuleType:
    """Return the script that draws them."""
    spec = importlib.util.spec_from_file_location("make_scenes", DOCS / "make_scenes.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def test_the_pictures_of_the_pages_are_up_to_date_and_small() -> None:
    scenes = maker()
    folder = scenes.WEB / "pictures"
    assert {path.stem for path in folder.iterdir()} == set(scenes.SCENES)
    kept = {name: (folder / f"{name}.svg").read_text(encoding="utf-8") for name in scenes.SCENES}
    assert [name for name, scene in scenes.SCENES.items() if scenes.drawn(scene) != kept[name]] == [], (
        "run make pictures"
    )
    assert all(len(gzip.compress(svg.encode())) < MOST_BYTES for svg in kept.values())


def test_the_emblem_is_up_to_date() -> None:
    scenes = maker()
    assert (scenes.WEB / "icons" / "bastide.svg").read_text(encoding="utf-8") == scenes.emblem()
