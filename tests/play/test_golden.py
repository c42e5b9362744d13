"""Golden files: whole games in words. They are meant to be read: reading one is reviewing the rules.

After an intended change, ``python -m tests.play.test_golden`` writes them anew.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.play.picture import picture
from bastide.play.sentences import sentence
from bastide.rules import engine
from bastide.rules.model import Action
from bastide.rules.pieces import followers_of
from bastide.words import in_edition
from tests.rulesets import FULL

FOLDER = Path(__file__).parent.parent / "golden"
STORIES = {
    "first": ("first", "en"),
    "second_hand": ("second hand_size=3", "en"),
    "bigbox2014": ("bigbox2014", "en"),
    "anniversary": ("anniversary", "fr"),
    "inns_and_cathedrals": ("bigbox2014 expansions=inns_and_cathedrals", "en"),
    "traders_and_builders": ("bigbox2014 expansions=traders_and_builders", "fr"),
    "hills_and_sheep": ("bigbox2014 expansions=hills_and_sheep", "en"),
    "wheel_of_fortune": ("bigbox2014 expansions=wheel_of_fortune", "fr"),
    "river": ("bigbox2014 expansions=river", "en"),
    "big_box": (
        "bigbox2014 expansions=hills_and_sheep,inns_and_cathedrals,river,traders_and_builders,wheel_of_fortune",
        "fr",
    ),
    "king_and_robber": ("bigbox2014 expansions=king_and_robber", "en"),
    "cult": ("first expansions=cult tiles=base,cult,cult,cult", "fr"),
    "count": ("bigbox2014 expansions=count followers=9", "en"),
    "river_2": ("second expansions=inns_and_cathedrals,river_2,traders_and_builders", "fr"),
    "mage_and_witch": ("bigbox2014 expansions=mage_and_witch", "en"),
    "catapult": ("bigbox2014 expansions=catapult", "fr"),
    "crop_circles": ("bigbox2014 expansions=crop_circles circles=both", "en"),
    "cohorts": (
        "bigbox2014 expansions=catapult,count,crop_circles,cult,king_and_robber,mage_and_witch,river_2",
        "fr",
    ),
    "anniversary_full": ("anniversary expansions=abbot,anniversary_mini,river_20", "fr"),
    "gold_rush": ("gold_rush", "en"),
    "everything": (f"bigbox2014 expansions={','.join(FULL[1])} hand_size=3", "en"),
}


GENEROUS = {("count",), ("cult",)}
"""Expansions that live on features which are completed for others: there, points are points, whoever gets them."""


def gain(game: Game, action: Action) -> tuple[int, ...]:
    """Return what an action brings its seat at once, for a game with something to tell.

    With expansions, their own pieces are then put down before others, and one farmer at most: none comes home.
    """
    seat, before, after = game.actor, game.state, game.state.copy()
    engine.apply(after, action)
    points = after.score[seat] - before.score[seat]
    if game.rules.choice.expansions in GENEROUS:
        idle = len(followers_of(after, seat, "field"))
        if (nothing := game.rules.pack("pass")) in after.legal:
            engine.apply(after, nothing)
        return sum(after.score), -idle
    if not game.rules.choice.expansions:
        return (points,)
    kinds = len(game.rules.pieces)
    spent = [before.supply[seat * kinds + kind] - after.supply[seat * kinds + kind] for kind in range(kinds)]
    idle = max(0, len(followers_of(after, seat, "field")) - 1)
    return points, max(spent[1:], default=0), -idle


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
    language = in_edition(language, game.rules.choice.preset)
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


if __name__ == "__main__":
    for each, told in STORIES.items():
        (FOLDER / f"{each}.txt").write_text(story(*told), encoding="utf-8")
