"""The turn sheet: what happens at each of its steps, and the way from one choice to the next.

The functions of a step are in the module of its expansion, by the engine's names; those that all games share are in
`turn_steps` and `final_steps`. Rules that need no more than `turn` are played by that module alone.
"""

from __future__ import annotations

from typing import Final

from bastide.fast import action_kinds as kinds
from bastide.fast import steps
from bastide.fast.awards import collect_completed
from bastide.fast.bag import index_of
from bastide.fast.calls import FINISH, RESUME
from bastide.fast.compilation import compiled
from bastide.fast.expansions import (
    abbot,
    anniversary_mini,
    catapult,
    count,
    crop_circles,
    cult,
    gold_rush,
    hand,
    hills_and_sheep,
    king_and_robber,
    mage_and_witch,
    river_2,
    traders_and_builders,
    wheel_of_fortune,
)
from bastide.fast.final_steps import enter_fields, enter_final_features, enter_final_return
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.options import fields_of, has_option, pack
from bastide.fast.placement import find_placements
from bastide.fast.rounds import end_round, seat_with, seats_left
from bastide.fast.turn_steps import (
    add_pass,
    choose_deploy,
    do_deploy,
    do_draw,
    do_pass,
    do_place,
    enter_award,
    enter_draw,
    enter_end,
    enter_next,
    enter_redraw,
    enter_return,
)
from bastide.rules.model import CHANCE, KIND_MASK, ROTATION

ROTATION_BITS: Final = ROTATION.bits
ROTATION_MASK: Final = (1 << ROTATION_BITS) - 1


@compiled
def settle(tables: RuleTables, game: GameRecord, at: int, arrived: bool) -> None:
    """Go on from a place of the program until somebody has a choice or the game is over."""
    while at < tables.program_length:
        step = tables.program[at]
        game.phase = step
        if arrived:
            end_round(tables, game)
            game.jump = -1
            enter(tables, game, step)
            if game.jump >= 0:
                at = game.jump
                continue
        game.choices = 0
        game.asked = CHANCE if tables.is_draw[step] else game.seat
        list_options(tables, game, step)
        if game.choices > 0:
            return
        at += 1
        arrived = True
    game.phase = steps.OVER
    game.choices = 0


@compiled
def enter(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Do what happens at a step without being chosen."""
    if step < steps.PLACE:
        enter_before_laying(tables, game, step)
    elif step < steps.PIECE:
        enter_after_laying(tables, game, step)
    elif step < steps.GOODS_TAKE:
        enter_scoring(tables, game, step)
    elif step < steps.FINAL_LEAVE:
        enter_after_scoring(tables, game, step)
    else:
        enter_final(tables, game, step)


@compiled
def enter_before_laying(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Do what happens at a step before a tile is laid; the setup is over when a game comes from the engine."""
    if step == steps.DRAW:
        enter_draw(tables, game)
    elif step == steps.WHEEL_TURN:
        wheel_of_fortune.enter_wheel(tables, game)
    elif step == steps.WHEEL_PLAGUE:
        wheel_of_fortune.enter_plague(tables, game)
    elif step == steps.WHEEL_CROWN:
        wheel_of_fortune.enter_crown(tables, game)
    elif step == steps.HAND_PASS:
        hand.enter_pass(tables, game)


@compiled
def enter_after_laying(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Do what happens at a step after a tile is laid and before a piece is put down."""
    if step == steps.REDRAW:
        enter_redraw(tables, game)
    elif step == steps.HILL_BURY:
        hills_and_sheep.enter_hill(tables, game)
    elif step == steps.GOLD_LAY:
        gold_rush.enter_lay(tables, game)
    elif step == steps.BUILDER_SEE:
        traders_and_builders.enter_builder(tables, game)
    elif step == steps.ARROW_CHOOSE:
        anniversary_mini.enter_choose(tables, game)
    elif step == steps.ARROW_COMFORT:
        anniversary_mini.enter_comfort(tables, game)
    elif step == steps.FLOCK_NEXT:
        hills_and_sheep.enter_next(tables, game)
    elif step == steps.FLOCK_CLOSE:
        hills_and_sheep.enter_close(tables, game)
    elif step == steps.VOLCANO_RAGE:
        river_2.enter_rage(tables, game)
    elif step == steps.ABBOT_READY:
        abbot.enter_ready(game)


@compiled
def enter_scoring(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Do what happens at a step from the piece that is put down to the followers that return."""
    if step == steps.SHEPHERD_CLOSE:
        hills_and_sheep.enter_close(tables, game)
    elif step == steps.COUNT_LOOK:
        count.enter_look(tables, game)
    elif step == steps.ABBOT_RECALL:
        abbot.enter_recall(tables, game)
    elif step == steps.COLLECT:
        collect_completed(tables, game)
    elif step == steps.COUNT_LEAVE:
        count.enter_leave(tables, game)
    elif step == steps.AWARD:
        enter_award(tables, game)
    elif step == steps.CULT_DUEL:
        cult.enter_duel(tables, game)
    elif step == steps.RETURN:
        enter_return(tables, game)


@compiled
def enter_after_scoring(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Do what happens at a step after a scoring and before the next turn."""
    if step == steps.GOODS_TAKE:
        traders_and_builders.enter_goods(tables, game)
    elif step == steps.KING_TAKE:
        king_and_robber.enter_take(tables, game)
    elif step == steps.KING_PAY:
        king_and_robber.enter_pay(tables, game)
    elif step == steps.CIRCLE_ACT:
        crop_circles.enter_act(tables, game)
    elif step == steps.FAIR_VICTIM:
        catapult.enter_victim(tables, game)
    elif step == steps.FAIR_NEXT:
        catapult.enter_next(tables, game)
    elif step == steps.END:
        enter_end(tables, game)
    elif step == steps.HAND_LAST:
        hand.enter_last(tables, game)
    elif step == steps.HAND_END:
        hand.enter_end(tables, game)
    elif step == steps.VOLCANO_AGAIN:
        river_2.enter_again(tables, game)
    elif step == steps.NEXT:
        enter_next(tables, game)


@compiled
def enter_final(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Do what happens at a step of the final scoring without being chosen."""
    if step == steps.FINAL_LEAVE:
        if tables.code[kinds.PITCH] >= 0:
            gold_rush.enter_leave(tables, game)
        else:
            count.begin_round_beside(tables, game)
    elif step == steps.FINAL_FEATURES:
        enter_final_features(tables, game)
    elif step == steps.FINAL_RETURN:
        enter_final_return(tables, game)
    elif step == steps.FINAL_MARKET:
        count.begin_round_beside(tables, game)
    elif step == steps.FINAL_FIELDS:
        enter_fields(tables, game)
    elif step == steps.FINAL_GOODS:
        traders_and_builders.enter_final_goods(tables, game)
    elif step == steps.FINAL_GOLD:
        gold_rush.enter_reveal(tables, game)
    elif step == steps.FINAL_KING:
        king_and_robber.enter_final(tables, game)


@compiled
def list_options(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Find the legal actions of a step; none of them means that the turn passes on."""
    if step == steps.DRAW:
        game.choices = 1
    elif step == steps.PLACE:
        if game.tile >= 0:
            find_placements(tables, game)
    elif step == steps.PIECE:
        list_pieces(tables, game)
    elif is_round(step):
        list_round(tables, game, step)
    elif step < steps.PLACE or step == steps.HAND_REFILL:
        list_hand_options(tables, game, step)
    elif step < steps.PIECE:
        list_options_after_laying(tables, game, step)
    else:
        list_options_after_pieces(tables, game, step)


@compiled
def list_hand_options(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Find the legal actions of a step with tiles in hands."""
    if step == steps.HAND_DEAL:
        hand.options_deal(tables, game)
    elif step == steps.HAND_DRAW:
        hand.options_draw(tables, game)
    elif step == steps.HAND_PICK:
        hand.options_pick(tables, game)
    elif step == steps.HAND_DISCARD:
        hand.options_discard(tables, game)
    elif step == steps.HAND_REPLACE:
        hand.options_replace(tables, game)
    elif step == steps.HAND_REFILL:
        hand.options_refill(tables, game)


@compiled
def list_options_after_laying(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Find the legal actions of a step after a tile is laid and before a piece is put down."""
    if step == steps.ARROW_CHOOSE:
        anniversary_mini.options_choose(tables, game)
    elif step == steps.MAGIC_MOVE:
        mage_and_witch.options_move(tables, game)
    elif step == steps.FLOCK_CHOOSE:
        hills_and_sheep.options_choose(tables, game)
    elif step == steps.FLOCK_GROW:
        hills_and_sheep.options_grow(tables, game)


@compiled
def list_options_after_pieces(tables: RuleTables, game: GameRecord, step: int) -> None:
    """Find the legal actions of a step after a piece is put down."""
    if step == steps.SHEPHERD_TOKEN:
        hills_and_sheep.options_first(tables, game)
    elif step == steps.GOLD_DIG:
        gold_rush.options_dig(tables, game)
    elif step == steps.GOLD_SHARE:
        gold_rush.options_share(tables, game)
    elif step == steps.COUNT_ENTER:
        count.options_enter(tables, game)
    elif step == steps.COUNT_ESCORT:
        count.options_escort(tables, game)
    elif step == steps.CIRCLE_CHOOSE:
        crop_circles.options_choose(tables, game)
    elif step == steps.FAIR_CHOOSE:
        catapult.options_choose(tables, game)
    elif step == steps.FAIR_AIM:
        catapult.options_aim(tables, game)
    elif step == steps.FAIR_HANDS:
        catapult.options_hands(tables, game)
    elif step == steps.FAIR_SCATTER:
        catapult.options_scatter(tables, game)
    elif step == steps.FAIR_VICTIM:
        catapult.options_victim(tables, game)
    elif step == steps.FAIR_EXCHANGE:
        catapult.options_exchange(tables, game)


@compiled
def list_pieces(tables: RuleTables, game: GameRecord) -> None:
    """List the alternatives of all expansions at the piece step, or passing."""
    choose_deploy(tables, game)
    if tables.code[kinds.RECALL] >= 0:
        abbot.choose_recall(tables, game)
    if tables.code[kinds.RECALL_FROM] >= 0:
        abbot.choose_recall_from(tables, game)
    if tables.at[steps.WHEEL_CROWN] >= 0:
        wheel_of_fortune.choose_crown(tables, game)
    if tables.code[kinds.ACTIVATE] >= 0:
        anniversary_mini.choose_pair(tables, game)
        anniversary_mini.choose_remote(tables, game)
    if tables.code[kinds.PITCH] >= 0:
        gold_rush.choose_tent(tables, game)
        gold_rush.choose_dig(tables, game)
    add_pass(tables, game)


@compiled
def is_round(step: int) -> bool:
    """Return whether a step asks the seats one after the other."""
    in_turn = step in (steps.WHEEL_PLAGUE, steps.COUNT_LEAVE, steps.CIRCLE_ACT)
    return in_turn or step in (steps.FINAL_LEAVE, steps.FINAL_MARKET)


@compiled
def list_round(tables: RuleTables, game: GameRecord, step: int) -> None:
    """List what the next seat of a round that has a choice may do."""
    for left in range(seats_left(tables, game), 0, -1):
        seat = seat_with(tables, game, left)
        game.asked = seat
        if step == steps.WHEEL_PLAGUE:
            wheel_of_fortune.can_flee(tables, game, seat)
        elif step == steps.COUNT_LEAVE:
            count.can_leave(tables, game, seat)
        elif step == steps.CIRCLE_ACT:
            crop_circles.can_act(tables, game, seat)
        elif step == steps.FINAL_LEAVE:
            count.can_go_to_unfinished(tables, game, seat)
        else:
            count.can_go_to_field(tables, game, seat)
        if game.choices > 0:
            return


@compiled
def is_option(tables: RuleTables, game: GameRecord, action: int) -> bool:
    """Return whether an action other than a draw or a placement of a tile is legal, listed or not."""
    if game.phase == steps.FAIR_AIM:
        return catapult.may_aim(tables, game, action)
    if game.phase == steps.FAIR_HANDS:
        return catapult.may_reach(tables, action)
    return has_option(game, action)


@compiled
def play(tables: RuleTables, game: GameRecord, action: int) -> None:
    """Apply a legal action and go on to the next choice; RESUME and FINISH say other things to do instead."""
    if game.phase == steps.OVER:
        game.choices = 0
        return
    at = tables.at[game.phase]
    arrived = False
    if action == FINISH and may_pass(tables, game):
        action = pack(tables, kinds.PASS, 0)
    if action == RESUME:
        collect_completed(tables, game)
    elif action == FINISH:
        at = tables.final_start if game.phase < steps.FINAL_LEAVE else at + 1
        arrived = True
    else:
        arrived = not tables.repeats[game.phase]
        game.jump = -1
        do(tables, game, action)
        if game.jump >= 0:
            at, arrived = game.jump, True
        elif arrived:
            at += 1
    settle(tables, game, at, arrived)


@compiled
def may_pass(tables: RuleTables, game: GameRecord) -> bool:
    """Return whether somebody may pass in a turn before followers return."""
    return steps.PLACE < game.phase < steps.RETURN and has_option(game, pack(tables, kinds.PASS, 0))


@compiled
def do(tables: RuleTables, game: GameRecord, action: int) -> None:
    """Do what an action says."""
    kind, fields = tables.kind_of[action & KIND_MASK], fields_of(action)
    if kind == kinds.DRAW:
        do_draw(game, index_of(tables, game, fields))
    elif kind == kinds.PLACE:
        do_place(tables, game, fields & ROTATION_MASK, fields >> ROTATION_BITS)
    elif kind == kinds.PASS:
        do_pass(tables, game)
    elif kind == kinds.DEPLOY:
        do_deploy(tables, game, action)
    elif game.phase < steps.PLACE or game.phase == steps.HAND_REFILL:
        do_before_laying(tables, game, kind, action)
    elif game.phase <= steps.PIECE:
        do_after_laying(tables, game, kind, action)
    elif game.phase < steps.COUNT_ENTER or game.phase >= steps.FINAL_LEAVE:
        do_scoring(tables, game, kind, action)
    else:
        do_after_scoring(tables, game, kind, action)


@compiled
def do_before_laying(tables: RuleTables, game: GameRecord, kind: int, action: int) -> None:
    """Do what an action with tiles in hands or of the plague says."""
    if kind == kinds.DEAL:
        hand.do_deal(tables, game, action)
    elif kind == kinds.REPLACE:
        hand.do_replace(tables, game, action)
    elif kind == kinds.PICK:
        hand.do_pick(tables, game, action)
    elif kind == kinds.DISCARD:
        hand.do_discard(tables, game, action)
    elif kind == kinds.FLEE:
        wheel_of_fortune.do_flee(tables, game, action)


@compiled
def do_after_laying(tables: RuleTables, game: GameRecord, kind: int, action: int) -> None:
    """Do what an action after a tile is laid says, the choice of a piece included."""
    if kind == kinds.RECALL:
        abbot.do_recall(tables, game)
    elif kind == kinds.RECALL_FROM:
        abbot.do_recall_from(tables, game, action)
    elif kind == kinds.ACTIVATE:
        anniversary_mini.do_activate(tables, game, action)
    elif kind == kinds.ENCHANT:
        mage_and_witch.do_enchant(tables, game, action)
    elif kind == kinds.DISPEL:
        mage_and_witch.do_dispel(tables, game, action)
    elif kind == kinds.EXPAND:
        hills_and_sheep.do_expand(tables, game)
    elif kind == kinds.HERD:
        hills_and_sheep.do_herd(tables, game)
    elif kind == kinds.TOKEN:
        hills_and_sheep.do_token(tables, game, action)
    elif kind == kinds.PITCH:
        gold_rush.do_pitch(tables, game, action)
    elif kind == kinds.DIG:
        gold_rush.do_dig(tables, game)


@compiled
def do_scoring(tables: RuleTables, game: GameRecord, kind: int, action: int) -> None:
    """Do what an action from the piece step to the followers that return says, or one of the final scoring."""
    if kind == kinds.TOKEN:
        hills_and_sheep.do_token(tables, game, action)
    elif kind == kinds.GOLD:
        gold_rush.do_gold(tables, game, action)
    elif kind == kinds.LEAVE:
        count.do_leave(tables, game, action)


@compiled
def do_after_scoring(tables: RuleTables, game: GameRecord, kind: int, action: int) -> None:
    """Do what an action after a scoring and before the next turn says."""
    if kind == kinds.ENTER:
        count.do_enter(tables, game, action)
    elif kind == kinds.ESCORT:
        count.do_escort(tables, game, action)
    elif kind == kinds.GROW:
        crop_circles.do_grow(tables, game)
    elif kind == kinds.WITHER:
        crop_circles.do_wither(tables, game)
    elif kind == kinds.ADD:
        crop_circles.do_add(tables, game, action)
    elif kind == kinds.REMOVE:
        crop_circles.do_remove(tables, game, action)
    elif kind == kinds.FAIR:
        catapult.do_fair(tables, game, action)
    elif kind in (kinds.HURL, kinds.REACH):
        catapult.do_choose_point(tables, game, action)
    elif kind == kinds.SCATTER:
        catapult.do_scatter(tables, game, action)
    elif kind == kinds.VICTIM:
        catapult.do_victim(tables, game, action)
    elif kind == kinds.SEND:
        catapult.do_send(tables, game, action)
    elif kind == kinds.FETCH:
        catapult.do_fetch(tables, game, action)
