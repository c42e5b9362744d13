"""The analysis of a board: it covers the whole board and agrees with the scoring."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bastide.games import make_rules
from bastide.kernel.geometry import cell_at, xy
from bastide.play.dealer import Seeded, Uniform
from bastide.play.game import Game
from bastide.play.land import Feature, Hint, features, forecast, hints, holes
from bastide.play.masking import mask
from bastide.rules import engine
from bastide.rules.model import OVER, Line
from bastide.rules.pieces import feature_kind
from bastide.rules.placing import placements
from bastide.rules.ruleset import FOLLOWERS
from bastide.rules.scoring import majority, strengths
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from tests.games import play_on, plies
from tests.play.strategies import games
from tests.rulesets import FULL, FULL_NAMES

SLOW = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
ENDS_WITHOUT_GIFTS = ("inns_and_cathedrals", "hills_and_sheep", "abbot", "cult", "mage_and_witch", "crop_circles")
"""Expansions in which the end of the game pays for features alone."""


def looked_at(state: State, seat: int | None = None) -> object:
    return features(state), forecast(state, seat), holes(state), hints(state)


def bytes_of(state: State) -> bytes:
    found = state.board.features
    board = (found.root, found.next, found.kind, found.length, found.open, found.tiles, found.touches)
    return pickle.dumps((state, board, state.board.wanted, state.board.waiting, state.legal, state.ext))


def all_of(state: State, kind: str) -> list[Feature]:
    return [feature for feature in features(state) if feature.kind == kind]


def at(state: State, x: int, y: int, kind: str) -> Feature:
    """Return the one feature of a kind on a tile."""
    (found,) = [f for f in all_of(state, kind) if any(place[:2] == (x, y) for place in f.at)]
    return found


def position(text: str) -> State:
    return Game(position=text).state


# The whole board


@SLOW
@given(games(), st.integers(0, 150))
def test_features_are_the_whole_board_and_each_segment_is_in_one(played: tuple[Game, Random], choices: int) -> None:
    game, rng = played
    state = play_on(game, rng, choices).state
    board = state.board
    found = features(state)
    places = [place for feature in found for place in feature.at]
    assert sorted(places) == sorted(
        (*xy(cell), local) for number, cell in enumerate(board.cell) for local in range(len(board.segments_of(number)))
    )
    for feature in found:
        segments = [board.segment(cell_at(x, y), local) for x, y, local in feature.at]
        roots = {board.features.root[segment] for segment in segments}
        assert len(roots) == 1
        (root,) = roots
        assert {feature_kind(state, segment) for segment in segments} == {feature.kind}
        assert feature.tiles == board.features.size(root)
        assert dict(feature.holders) == {seat: n for seat, n in enumerate(strengths(state, [root])) if n}
        site = state.rules.sites[board.features.kind[root]]
        if site is None:
            assert (feature.now, feature.full, feature.owners, feature.complete) == (None, None, (), False)
            continue
        assert list(feature.owners) == majority(state, [root])[0]
        assert feature.now == sum(line.times * line.each for line in feature.lines)
        assert feature.land == (not site.completes)
        assert (feature.full is None) == feature.land
        assert feature.complete == (site.completes and not feature.open)
        if feature.complete:
            assert feature.full == feature.now


@SLOW
@given(games(), st.integers(0, 200))
def test_looking_changes_nothing_and_sees_the_same_again(played: tuple[Game, Random], choices: int) -> None:
    game, rng = played
    state = play_on(game, rng, choices).state
    before = bytes_of(state)
    for seat in (None, *range(state.players)):
        first = looked_at(state, seat)
        assert bytes_of(state) == before
        assert looked_at(state, seat) == first


# What features are worth


def test_a_city_is_worth_one_a_tile_now_and_two_complete() -> None:
    state = position("D(0,0)+1:city E(0,1)/2 ; to 2")
    city, other = at(state, 0, 0, "city"), at(state, 0, 1, "city")
    assert (city.tiles, city.open, city.complete, city.now, city.full) == (1, 1, False, 1, 2)
    assert (city.holders, city.owners, city.tie) == (((0, 1),), (0,), None)
    assert (other.holders, other.owners, other.now, other.full) == ((), (), 1, 2)
    road = at(state, 0, 0, "road")
    assert (road.tiles, road.open, road.now, road.full, road.lines) == (1, 2, 1, 1, (Line("tiles", 1, 1),))


def test_a_complete_city_is_worth_the_same_now_and_complete() -> None:
    city = at(position("D(0,0) E(0,-1)/2 ; to 1"), 0, 0, "city")
    assert (city.complete, city.open, city.tiles, city.now, city.full) == (True, 0, 2, 4, 4)


def test_a_monastery_would_have_nine_tiles() -> None:
    monastery = at(position("D(0,0) B(0,1)+1:monastery ; to 2"), 0, 1, "monastery")
    assert (monastery.tiles, monastery.open, monastery.now, monastery.full) == (2, 7, 2, 9)


def test_what_hangs_in_the_balance_is_seen_in_both_numbers() -> None:
    rules = "bigbox2014 expansions=inns_and_cathedrals"
    state = position(f"D(0,0) IC-CCCC-cathedral(0,-1) IC-FRFR-inn(1,0) ; rules {rules} ; to 1")
    city, road = at(state, 0, 0, "city"), at(state, 0, 0, "road")
    assert (city.now, city.full, city.lines) == (0, 6, (Line("open_cathedral", 0, 1),))
    assert (road.now, road.full) == (0, 4)


def test_a_town_would_have_all_its_railroads_complete() -> None:
    found = 0
    for seed in range(5):
        game = play_on(Game("gold_rush", 3, Seeded(seed)), Random(seed), 100)
        board = game.state.board
        for town in all_of(game.state, "town"):
            x, y, local = town.at[0]
            rails = board.features.touched(board.segment(cell_at(x, y), local))
            closed = sum(not board.features.open[rail] for rail in rails)
            assert (town.now, town.full) == (3 * closed, 3 * len(rails))
            assert town.open == sum(board.features.open[rail] for rail in rails)
            assert town.complete == (closed == len(rails))
            found += 0 < closed < len(rails)
    assert found > 3


@pytest.mark.parametrize(("preset", "each"), [("first", 4), ("second", 3), ("bigbox2014", 3)])
def test_a_field_is_worth_its_complete_cities_in_every_edition(preset: str, each: int) -> None:
    """BASE-FARM-2, BASE-FARM-3: also where it is the city that pays, to all fields around it together."""
    state = position(f"D(0,0) E(0,-1)/2+2:field ; rules {preset} ; to 1")
    field = at(state, 0, -1, "field")
    assert (field.kind, field.land, field.complete) == ("field", True, False)
    assert (field.now, field.full, field.owners) == (each, None, (1,))
    assert field.lines == (Line("cities", 1, each),)
    bare = position(f"D(0,0)+2:field.Wl ; rules {preset} ; to 1")
    assert {found.now for found in all_of(bare, "field")} == {0}


def test_a_hill_decides_and_a_pig_is_its_owners_alone() -> None:
    rules = "bigbox2014 expansions=hills_and_sheep,traders_and_builders"
    state = position(f"D(0,0)+1:road E(0,-1)/2+1:field+1:pig:field ; rules {rules} ; to 1")
    field = at(state, 0, -1, "field")
    assert (field.now, field.gets) == (3, ((0, 4),))
    assert field.to_json()["gets"] == [[0, 4]]
    assert "gets" not in at(state, 0, 0, "road").to_json()
    tied = 0
    for seed in range(40):
        game = Game(make_rules("bigbox2014", expansions=["hills_and_sheep"]), 2, Uniform(Random(seed)))
        for moment in moments(game, Random(seed)):
            tied += sum(feature.tie == "hill" for feature in features(moment))
            assert all(len(feature.owners) == 1 for feature in features(moment) if feature.tie)
        if tied:
            break
    assert tied


def moments(game: Game, rng: Random) -> Iterator[State]:
    """Play a game to its end, stopping at every choice."""
    yield game.state
    yield from (game.state for _ in plies(game, rng))


@SLOW
@given(st.integers(0, 2**32), st.lists(st.sampled_from(ENDS_WITHOUT_GIFTS), unique=True), st.booleans())
def test_what_all_features_would_pay_is_what_is_foreseen(seed: int, expansions: list[str], gold: bool) -> None:
    """The points of the end are those of features, if nothing else pays; secrets are left out."""
    rules = make_rules("gold_rush") if gold else make_rules("bigbox2014", expansions=expansions)
    game = Game(rules, 3, Uniform(Random(seed)))
    for _, state in zip(range(60), moments(game, Random(seed)), strict=False):
        step = rules.program[state.pc].name if state.pc < len(rules.program) else "over"
        if step == "place":
            gains = [after - before for after, before in zip(forecast(state), state.score, strict=True)]
            told = [0] * state.players
            for feature in features(state):
                for seat, points in feature.gets:
                    told[seat] += points
            assert gains == told


# The end of the game


def with_nothing_to_come(state: State) -> State:
    """Return the same moment, but as the last of the game: no tile is left anywhere."""
    last = state.copy()
    last.bag, last.left, last.buried = [0] * len(last.bag), 0, 0
    last.hand = [NO_TILE] * len(last.hand)
    return last


def passes_to_the_end(state: State) -> State | None:
    """Return how a game ends in which everybody passes, if that can be and nothing is drawn before."""
    state = state.copy()
    passing = state.rules.code["pass"]
    while state.legal:
        if passing not in state.legal:
            return None
        engine.apply(state, passing)
    assert engine.actor(state) == OVER
    return state


def foreseen(game: Game, rng: Random, choices: int) -> int:
    """Play on and compare what is foreseen with what comes, at every moment that could be the last; return how many."""
    found = 0
    for _, state in zip(range(choices), moments(game, rng), strict=False):
        last = with_nothing_to_come(state)
        end = passes_to_the_end(last) if state.legal else None
        if end is None:
            continue
        secret = any(any(state.ext[column.name]) for column in state.rules.columns if column.secret)
        for seat in range(state.players):
            assert forecast(last, seat)[seat] == end.score[seat]
            assert forecast(state, seat) == forecast(last, seat), "what is still to come does not matter"
            if not secret:
                assert forecast(last, seat) == forecast(last) == end.score
        found += 1
    return found


@SLOW
@given(games(), st.integers(10, 120))
def test_whoever_passes_at_last_has_foreseen_the_end(played: tuple[Game, Random], choices: int) -> None:
    """Everybody foresees their own score, and all scores but for what others hold in secret."""
    foreseen(*played, choices)


@pytest.mark.parametrize("number", range(len(FULL) + 1), ids=[*FULL_NAMES, "Gold Rush"])
def test_the_end_is_foreseen_with_all_expansions(number: int) -> None:
    rules = make_rules("bigbox2014", expansions=FULL[number]) if number < len(FULL) else make_rules("gold_rush")
    game = Game(rules, 3, Uniform(Random(number)))
    assert foreseen(game, Random(number), 200) > 30


@SLOW
@given(games())
def test_once_the_game_is_over_the_scores_are_the_scores(played: tuple[Game, Random]) -> None:
    game, rng = played
    state = play_on(game, rng).state
    assert forecast(state) == forecast(state, 0) == state.score
    assert holes(state) == []
    assert hints(state) == []


def test_what_the_tile_just_laid_earns_is_foreseen_before_the_piece() -> None:
    """TB-GOODS-1, TB-GOODS-6: it has completed a city with wine, and ten points for most wine are as good as won."""
    rules = "bigbox2014 expansions=traders_and_builders"
    game = Game(position=f"TB-FCFC-wine(0,0) E(1,0)/3+2:city ; rules {rules} ; tile E ; to 1", dealer=Seeded(1))
    assert forecast(game.state) == [0, 2]
    game.play("(-1,0)/1")
    assert game.rules.program[game.state.pc].name == "piece"
    assert game.scores == [0, 0]
    assert forecast(game.state) == [10, 6]


# Holes


@SLOW
@given(games(), st.integers(0, 200))
def test_holes_are_the_cells_where_nothing_fits(played: tuple[Game, Random], choices: int) -> None:
    game, rng = played
    state = play_on(game, rng, choices).state
    held = [tile for tile in (*state.hand, state.tile) if tile != NO_TILE]
    tiles = {*held, *(tile for tile, copies in enumerate(state.bag) if copies and state.left)}
    kind = state.rules.kinds[state.rules.code["place"]]
    filled = {xy(kind.unpack(action)[1]) for tile in tiles for action in placements(state, tile)}
    around = {xy(cell) for cell in state.board.wanted}
    found = holes(state)
    assert len(found) == len(set(found))
    assert not filled & set(found)
    if tiles and not any(veto.rather for vetoes in state.rules.fits for veto in vetoes):
        assert set(found) == around - filled


def test_a_cell_that_only_a_tile_in_somebodys_hand_fits_is_no_hole() -> None:
    game = play_on(Game("second hand_size=3", 2, Uniform(Random(4))), Random(4), 60)
    state = game.state.copy()
    assert state.left
    before = holes(state)
    tile = next(tile for tile in state.hand if tile != NO_TILE)
    state.bag = [0] * len(state.bag)
    state.left = 0
    state.hand = [NO_TILE] * len(state.hand)
    state.hand[0] = tile
    assert set(before) < set(holes(state))
    kind = state.rules.kinds[state.rules.code["place"]]
    fits = {xy(kind.unpack(action)[1]) for action in placements(state, tile)}
    assert fits
    assert not fits & set(holes(state))


def test_holes_tell_nothing_of_hidden_hands() -> None:
    """With an empty bag and tiles that left it unseen, which of them others hold stays unknown."""
    game = play_on(Game("second hand_size=3", 2, Uniform(Random(4))), Random(4), 60)
    state = game.state.copy()
    held, unseen = state.hand_of(1)[0], next(tile for tile, copies in enumerate(state.bag) if copies)
    state.bag = [0] * len(state.bag)
    state.bag[unseen], state.left, state.buried = 1, 0, 1
    state.hand = [NO_TILE] * len(state.hand)
    state.hand[HAND_SLOTS] = held
    other = state.copy()
    other.bag[unseen], other.bag[held], other.hand[HAND_SLOTS] = 0, 1, unseen
    assert holes(other) != holes(state)
    assert holes(mask(other, 0)) == holes(mask(state, 0))
    assert holes(mask(other, 1)) != holes(mask(state, 1))


# Hints


@SLOW
@given(st.integers(0, 2**32), st.sampled_from(["second", "gold_rush"]))
def test_a_hint_is_what_then_happens(seed: int, preset: str) -> None:
    game = Game(make_rules(preset), 3, Uniform(Random(seed)))
    rng = Random(seed)
    for _, state in zip(range(80), moments(game, rng), strict=False):
        found = hints(state)
        assert len(found) == len(state.legal)
        if state.rules.program[state.pc].name != "place":
            assert found == [None] * len(state.legal)
            continue
        number = rng.randrange(len(found))
        hint, trial = found[number], state.copy()
        assert hint is not None
        engine.apply(trial, state.legal[number])
        if state.rules.code["pass"] in trial.legal:
            engine.apply(trial, state.rules.code["pass"])
        done = [(feature_kind(trial, f), trial.board.features.size(f)) for f in trial.completed]
        assert list(hint.finishes) == done
        assert {kind for kind, _ in hint.finishes} <= {"city", "road", "monastery", "rail", "mountain", "town"}


def test_a_hint_names_what_is_met_and_who_is_there() -> None:
    state = position("D(0,0)+2:city B(0,1)+1:monastery ; tile E ; to 1")
    wanted = {"(0,-1)/2": 0, "(1,1)": 1}
    found: list[Hint | None] = [None, None]
    for option, hint in zip(state.legal, hints(state), strict=True):
        text = Game(position="D(0,0)+2:city B(0,1)+1:monastery ; tile E ; to 1").text(option)
        if text in wanted:
            found[wanted[text]] = hint
    assert found[0] == Hint((("city", 2),), (("city", 2, (1,)),))
    assert found[1] == Hint((), (("monastery", 3, (0,)),))
    assert found[0].to_json() == {"finishes": [["city", 2]], "meets": [["city", 2, [1]]]}


# Secrets


def test_ones_own_secrets_count() -> None:
    game = Game("gold_rush", 2, Seeded(3))
    rng = Random(3)
    own = 0
    for state in moments(game, rng):
        if state.pc >= len(state.rules.program):
            break
        for seat in range(2):
            gold = sum(
                n * v for n, v in zip(state.ext["gold.held"][5 * seat : 5 * seat + 5], (0, 1, 2, 3, 5), strict=True)
            )
            mine, public = forecast(state, seat), forecast(state)
            assert mine[seat] - public[seat] == gold
            assert mine[1 - seat] == public[1 - seat]
            own += gold
    assert own


def test_plain_data_is_what_the_feature_is() -> None:
    state = position("D(0,0)+1:city+2:field.Wl ; to 1")
    city, field = at(state, 0, 0, "city"), next(f for f in all_of(state, "field") if f.holders)
    assert city.to_json() == {
        "kind": "city",
        "at": [[0, 0, 0]],
        "tiles": 1,
        "open": 1,
        "complete": False,
        "holders": [[0, 1]],
        "owners": [0],
        "now": 1,
        "full": 2,
        "lines": [["tiles", 1, 1]],
    }
    assert field.outline().keys() == {"kind", "at", "tiles", "open", "complete"}
    assert state.board.features.column[FOLLOWERS]
