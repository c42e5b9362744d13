"""What several viewers see alike is built once, and each gets what would have been built for them alone."""

from __future__ import annotations

from random import Random

import pytest

from bastide.rules.model import Json
from bastide.server import commands
from bastide.server.messages import Audience, events_for
from bastide.words import LANGUAGES
from tests.server.sessions import begun

GAMES: dict[str, dict[str, Json]] = {
    "base": {"preset": "second", "seats": 3},
    "hand": {"preset": "bigbox2014", "seats": 3, "options": {"hand_size": 3}},
    "gold rush": {"preset": "gold_rush", "seats": 3},
    "many": {
        "preset": "bigbox2014",
        "seats": 3,
        "expansions": ["traders_and_builders", "hills_and_sheep", "mage_and_witch"],
    },
}


@pytest.mark.parametrize("game", GAMES)
def test_a_shared_message_is_what_each_viewer_would_be_told_alone(game: str) -> None:
    session, rng = begun(**GAMES[game]), Random(game)
    table = session.table
    personal = False
    for _ in range(60):
        options = session.game.options()
        seat = table.actor
        if seat is None:
            break
        entry = session.do(commands.play_action(table, seat, rng.choice(options)))
        audience = Audience(table)
        told: dict[int | None, object] = {}
        for viewer in (None, 0, 1, 2):
            assert audience.state(viewer)["view"] == session.game.view(viewer)
            for language in LANGUAGES:
                alone = events_for(table.events_in(entry.version), table, viewer, language)
                assert audience.events(entry.version, viewer, language) == alone
                told[viewer] = alone
        personal |= any(told[viewer] != told[None] for viewer in (0, 1, 2))
    assert personal, "some sentences speak of places that are theirs"
