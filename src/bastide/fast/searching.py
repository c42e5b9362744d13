"""Tree search: a turn is two choices, where to lay the tile and which piece to put down; draws are fixed beforehand.

The bag is put in several orders (*worlds*), and every trial goes through one of them. At each choice the branch with
the best outcome so far is followed, or one that promises more than was tried (PUCT), the promise being its value one
move deep. A trial ends in a position that no trial has reached before, or at the end of the game. Up to the choice at
hand all worlds share what they have learnt; after it each has a tree of its own.
"""

from __future__ import annotations

from math import exp, sqrt, tanh
from typing import Annotated, Final, Protocol

from bastide.fast.chance import below
from bastide.fast.compiling import compiled
from bastide.fast.copying import copy_game
from bastide.fast.layout import DRAW, OVER, PIECE, Game, Numbers, Records, Tables, record
from bastide.fast.moves import apply, list_legal
from bastide.fast.turn import draw_at, stage_begins
from bastide.fast.valuing import Notes, Reals, forget_chances, lead, value
from bastide.rules.ruleset import MOST_SEATS

WORLDS: Final = 32
"""Most orders of the bag."""
SHARED: Final = 8192
"""Edges of the choice at hand, which all worlds share, at most."""
NODES: Final = 1 << 17
EDGES: Final = 1 << 20
DEEP: Final = 512
"""Choices on the longest way."""
WIDE: Final = 1024
"""Options at one choice, at most."""

SCALE, CURIOSITY, SHARP = range(3)
"""What a trial is steered by: points of lead that are nearly decisive, how much untried branches attract, and how many
points of value make a branch much less promising."""


class Tree(Protocol):
    """Everything that trials have learnt."""

    nodes: Annotated[int, "i4"]
    edges: Annotated[int, "i4"]
    first: Annotated[Numbers[int], "i4", NODES]
    """Per node, the first of its edges; the others follow."""
    count: Annotated[Numbers[int], "i4", NODES]
    seat: Annotated[Numbers[int], "i1", NODES]
    """Who chooses there."""
    seen: Annotated[Numbers[int], "i4", NODES]
    """How often it was passed."""
    hope: Annotated[Reals, "f4", NODES]
    """What it is worth to whoever chooses there, one move deep, between -1 and 1."""
    action: Annotated[Numbers[int], "i8", EDGES]
    prior: Annotated[Reals, "f4", EDGES]
    tried: Annotated[Numbers[int], "i4", EDGES]
    total: Annotated[Reals, "f4", EDGES]
    """The sum of what trials brought to whoever chose it."""
    leads: Annotated[Numbers[int], "i4", EDGES]
    """The node behind it, or 0."""
    shared: Annotated[int, "i4"]
    """How many edges belong to the turn at hand."""
    branch: Annotated[Numbers[tuple[int, int]], "i4", SHARED, WORLDS]
    """For these, the node behind them in every world, or 0."""
    trials: Annotated[Numbers[int], "i4", WORLDS]
    luck: Annotated[Reals, "f8", WORLDS]
    """Per world, how many trials went through it, and the sum of the leads they found."""
    path: Annotated[Numbers[int], "i4", DEEP]
    at: Annotated[Numbers[int], "i4", DEEP]
    """The edges and nodes of the trial under way."""
    options: Annotated[Numbers[int], "i8", WIDE]
    inner: Annotated[Numbers[int], "i8", WIDE]
    best: Annotated[Reals, "f8", MOST_SEATS]
    """What the last node that was added is worth to every seat."""
    top: Annotated[Reals, "f8", MOST_SEATS]
    """The same for the best place so far, while a turn is added."""
    before: Annotated[Reals, "f8", MOST_SEATS]
    """What a new position was worth before its turn was looked at."""


TREE: Final = record(Tree)


@compiled
def squash(points: float, steer: Reals) -> float:
    """Return a lead as a number between -1 and 1."""
    return tanh(points / steer[SCALE])


@compiled
def shuffle(tables: Tables, game: Game) -> None:
    """Put what is left to draw in any order, stage by stage."""
    end = game.left
    begin = stage_begins(tables, game)
    while end > 0:
        for at in range(end - 1, begin, -1):
            other = begin + below(game, at - begin + 1)
            game.bag[at], game.bag[other] = game.bag[other], game.bag[at]
        end = begin
        begin = 0
        for stage in range(tables.stages):
            if game.stage[stage] < end and game.stage[stage] > begin:
                begin = game.stage[stage]


@compiled
def order(tables: Tables, game: Game, world: int, worlds: int) -> None:
    """Put the bag in the order of a world: together, the worlds begin with every tile as often as it is likely."""
    begin = stage_begins(tables, game)
    count = game.left - begin
    first = game.bag[begin + (2 * world + 1) * count // (2 * worlds)] if count > 0 else -1
    shuffle(tables, game)
    for at in range(begin, game.left):
        if game.bag[at] == first:
            game.bag[at] = game.bag[game.left - 1]
            game.bag[game.left - 1] = first
            break


@compiled
def draw_on(tables: Tables, game: Game) -> None:
    """Draw what comes next in this world, until a tile can be laid or the game is over."""
    while game.phase == DRAW:
        draw_at(tables, game, game.left - 1)


@compiled
def new_node(tree: Tree, seat: int) -> int:
    """Add a node without edges."""
    node = tree.nodes
    tree.nodes += 1
    tree.first[node] = tree.edges
    tree.count[node] = 0
    tree.seat[node] = seat
    tree.seen[node] = 0
    return node


@compiled
def new_edge(tree: Tree, node: int, action: int) -> int:
    """Add an edge to the node that was added last."""
    edge = tree.edges
    tree.edges += 1
    tree.count[node] += 1
    tree.action[edge] = action
    tree.tried[edge] = 0
    tree.total[edge] = 0.0
    tree.leads[edge] = 0
    return edge


@compiled
def set_priors(tree: Tree, node: int, best: float, steer: Reals) -> None:
    """Turn the values of a node's edges, which are kept as their priors, into shares."""
    total = 0.0
    for edge in range(tree.first[node], tree.first[node] + tree.count[node]):
        tree.prior[edge] = exp((tree.prior[edge] - best) / steer[SHARP])
        total += tree.prior[edge]
    for edge in range(tree.first[node], tree.first[node] + tree.count[node]):
        tree.prior[edge] /= total
    tree.hope[node] = squash(best, steer)


@compiled
def has_room(tree: Tree) -> bool:
    """Say whether another turn can be added."""
    return tree.nodes + WIDE < NODES and tree.edges + 16 * WIDE < EDGES


@compiled
def add_pieces(tables: Tables, game: Game, trial: Game, tree: Tree, notes: Notes, weights: Reals, steer: Reals) -> int:
    """Add a node for the choice of a piece, its branches valued; the best one's values are noted in the tree."""
    seat = game.seat
    node = new_node(tree, seat)
    best = -1e9
    for number in range(list_legal(tables, game, tree.inner)):
        copy_game(game, trial)
        apply(tables, trial, tree.inner[number])
        value(tables, trial, notes, weights)
        found = lead(notes.value, seat, game.players)
        edge = new_edge(tree, node, tree.inner[number])
        tree.prior[edge] = found
        if found > best:
            best = found
            for other in range(game.players):
                tree.best[other] = notes.value[other]
    set_priors(tree, node, best, steer)
    return node


@compiled
def add_turn(
    tables: Tables, game: Game, spare: Records[Game], tree: Tree, notes: Notes, weights: Reals, steer: Reals
) -> int:
    """Add nodes for a whole turn: where to lay the tile, and for every place which piece to put down."""
    forget_chances(tables, notes)
    if game.phase == PIECE:
        return add_pieces(tables, game, spare[1], tree, notes, weights, steer)
    seat, players = game.seat, game.players
    laid = spare[0]
    count = list_legal(tables, game, tree.options)
    node = new_node(tree, seat)
    for number in range(count):
        new_edge(tree, node, tree.options[number])
    best = -1e9
    for number in range(count):
        edge = tree.first[node] + number
        copy_game(game, laid)
        apply(tables, laid, tree.action[edge])
        if laid.phase == PIECE:
            inner = add_pieces(tables, laid, spare[1], tree, notes, weights, steer)
            tree.leads[edge] = inner
        else:
            value(tables, laid, notes, weights)
            for other in range(players):
                tree.best[other] = notes.value[other]
        found = lead(tree.best, seat, players)
        tree.prior[edge] = found
        if found > best:
            best = found
            for other in range(players):
                tree.top[other] = tree.best[other]
    for other in range(players):
        tree.best[other] = tree.top[other]
    set_priors(tree, node, best, steer)
    return node


@compiled
def select(tree: Tree, node: int, steer: Reals) -> int:
    """Return the edge of a node to be followed: the best so far, or one that promises more than was tried."""
    wide = steer[CURIOSITY] * sqrt(tree.seen[node] + 1.0)
    chosen = tree.first[node]
    most = -1e9
    for edge in range(tree.first[node], tree.first[node] + tree.count[node]):
        tried = tree.tried[edge]
        mean = tree.total[edge] / tried if tried else tree.hope[node]
        score = mean + wide * tree.prior[edge] / (1 + tried)
        if score > most:
            most = score
            chosen = edge
    return chosen


@compiled
def trial(
    tables: Tables, root: Game, world: int, spare: Records[Game], tree: Tree, notes: Notes, weights: Reals, steer: Reals
) -> None:
    """Go once from the root through a world, to a position that is new, and note what was found."""
    game = spare[2]
    copy_game(root, game)
    node, depth = 0, 0
    while True:
        edge = select(tree, node, steer)
        tree.path[depth] = edge
        tree.at[depth] = node
        depth += 1
        turn = game.turn
        apply(tables, game, tree.action[edge])
        if game.turn != turn or game.phase == OVER:
            draw_on(tables, game)
        if game.phase == OVER:
            for seat in range(game.players):
                tree.best[seat] = float(game.score[seat])
            break
        apart = game.phase != PIECE and edge < tree.shared
        behind = tree.branch[edge, world] if apart else tree.leads[edge]
        if behind == 0:
            behind = reach(tables, game, spare, tree, notes, weights, steer)
            if apart:
                tree.branch[edge, world] = behind
            else:
                tree.leads[edge] = behind
            break
        node = behind
    luck = note_luck(tree, world, lead(tree.best, root.seat, root.players))
    for at in range(depth):
        edge = tree.path[at]
        found = lead(tree.best, tree.seat[tree.at[at]], root.players)
        tree.seen[tree.at[at]] += 1
        tree.tried[edge] += 1
        tree.total[edge] += squash(found - luck if edge < tree.shared else found, steer)


@compiled
def reach(
    tables: Tables, game: Game, spare: Records[Game], tree: Tree, notes: Notes, weights: Reals, steer: Reals
) -> int:
    """Add the turn of a new position, if there is room, and note what it is worth; return its node, or 0.

    Whoever has just moved always looks better, so the values before and after the turn are both heard.
    """
    forget_chances(tables, notes)
    copy_game(game, spare[0])
    value(tables, spare[0], notes, weights)
    for seat in range(game.players):
        tree.before[seat] = notes.value[seat]
        tree.best[seat] = notes.value[seat]
    node = add_turn(tables, game, spare, tree, notes, weights, steer) if has_room(tree) else 0
    for seat in range(game.players):
        tree.best[seat] = (tree.best[seat] + tree.before[seat]) / 2
    return node


@compiled
def note_luck(tree: Tree, world: int, found: float) -> float:
    """Note what a trial found in a world; return how much better this world is than the others, as far as is known.

    Without that, an option could look good only because it was tried in worlds that are good anyway.
    """
    tree.trials[world] += 1
    tree.luck[world] += found
    trials, total = 0, 0.0
    for other in range(WORLDS):
        trials += tree.trials[other]
        total += tree.luck[other]
    return tree.luck[world] / tree.trials[world] - total / trials


@compiled
def best_end(
    tables: Tables, game: Game, seat: int, spare: Records[Game], tree: Tree, notes: Notes, weights: Reals, steer: Reals
) -> float:
    """Return how far ahead a seat ends if the next one, who lays the last tile, does the best it can."""
    if game.phase == DRAW:
        draw_on(tables, game)
    if game.phase == OVER:
        for other in range(game.players):
            tree.best[other] = float(game.score[other])
    else:
        tree.nodes = 0
        tree.edges = 0
        add_turn(tables, game, spare, tree, notes, weights, steer)
    return lead(tree.best, seat, game.players)


@compiled
def solve(
    tables: Records[Tables],
    roots: Records[Game],
    spare: Records[Game],
    tree: Records[Tree],
    notes: Records[Notes],
    weights: Reals,
    steer: Reals,
    leads: Reals,
) -> None:
    """Note how far ahead every option of the choice at hand leads, with at most one tile left in the bag."""
    root, laid, after = roots[0], roots[1], roots[2]
    seat = root.seat
    count = list_legal(tables[0], root, tree[0].options)
    for number in range(count):
        copy_game(root, laid)
        apply(tables[0], laid, tree[0].options[number])
        if laid.phase != PIECE:
            copy_game(laid, after)
            leads[number] = best_end(tables[0], after, seat, spare, tree[0], notes[0], weights, steer)
        else:
            leads[number] = -1e9
            for inner in range(laid.choices + 1):
                copy_game(laid, after)
                list_legal(tables[0], after, tree[0].inner)
                apply(tables[0], after, tree[0].inner[inner])
                found = best_end(tables[0], after, seat, spare, tree[0], notes[0], weights, steer)
                leads[number] = max(leads[number], found)
        list_legal(tables[0], root, tree[0].options)


@compiled
def plant(
    tables: Records[Tables],
    roots: Records[Game],
    spare: Records[Game],
    tree: Records[Tree],
    notes: Records[Notes],
    weights: Reals,
    steer: Reals,
) -> None:
    """Begin a search: put the bag of every root in some order, and add the choice at hand to the tree."""
    tree[0].nodes = 0
    tree[0].edges = 0
    for world in range(len(roots)):
        order(tables[0], roots[world], world, len(roots))
    add_turn(tables[0], roots[0], spare, tree[0], notes[0], weights, steer)
    tree[0].shared = min(tree[0].edges, SHARED)
    for world in range(WORLDS):
        tree[0].trials[world] = 0
        tree[0].luck[world] = 0.0
        for edge in range(tree[0].shared):
            tree[0].branch[edge, world] = 0


@compiled
def grow(
    tables: Records[Tables],
    roots: Records[Game],
    spare: Records[Game],
    tree: Records[Tree],
    notes: Records[Notes],
    weights: Reals,
    steer: Reals,
    begun: int,
    times: int,
) -> None:
    """Do so many more trials, going through the worlds in turn."""
    for number in range(begun, begun + times):
        world = number % len(roots)
        trial(tables[0], roots[world], world, spare, tree[0], notes[0], weights, steer)
