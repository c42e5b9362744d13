"""Whole games told as stories, kept as they were. Readable on purpose: reading one is reviewing the rules.

After a change that is meant: ``python -m tests.play.test_golden`` writes the stories anew.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.play.picture import picture
from bastide.play.record import from_record, to_record
from bastide.play.telling import sentence
from bastide.rules import engine
from bastide.rules.model import Action

FOLDER = Path(__file__).parent.parent / "golden"
STORIES = {
    "first": ("first", "en"),
    "second_hand": ("second hand_size=3", "en"),
    "bigbox2014": ("bigbox2014", "en"),
    "anniversary": ("anniversary", "fr"),
}


def gain(game: Game, action: Action) -> int:
    """Return what an action brings its seat at once, for a game with something to tell."""
    seat, before = game.actor, game.state.copy()
    engine.apply(before, action)
    return before.score[seat] - game.state.score[seat]


def played(rules: str) -> Game:
    game, rng = Game(rules, ["Red", "Blue", "Green"], Seeded(rules)), Random(rules)
    while not game.over:
        options = game.options()
        gains = [gain(game, action) for action in options]
        game.play(rng.choice([a for a, g in zip(options, gains, strict=True) if g == max(gains)]))
    return game


def story(rules: str, language: str) -> str:
    """Return a game turn by turn in words, with the final board."""
    game = played(rules)
    lines = [f"rules {game.rules.choice}"]
    turns, turn = {line.partition(".")[0]: line for line in game.turns()}, 0
    for events, entry in zip(game.events, [None, *game.log], strict=True):
        if entry is not None and entry.turn != turn:
            turn = entry.turn
            lines.append(f"\n{turns[str(turn)]}")
        lines += ["    " + sentence(event, game.seats, language) for event in events]
    return "\n".join([*lines, "", picture(game.state), ""])


@pytest.mark.parametrize("name", STORIES)
def test_a_story_is_told_as_it_was(name: str) -> None:
    assert story(*STORIES[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", STORIES)
def test_a_played_game_replays_from_its_record(name: str) -> None:
    game = played(STORIES[name][0])
    again = from_record(to_record(game))
    assert again.scores == game.scores
    assert again.events == game.events


if __name__ == "__main__":
    for each, told in STORIES.items():
        (FOLDER / f"{each}.txt").write_text(story(*told), encoding="utf-8")
