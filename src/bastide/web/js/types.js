// Types of everything the server sends; there is no code here.
// Generated from bastide.wire by docs/make_types.py: run `make types` after a change.

/** @typedef {[number, number]} Cell The column and row of a cell. */
/** @typedef {[number, number]} Point A point on the table, in thousandths of a tile side. */
/** @typedef {[number, number, number]} Spot The column and row of a placed tile, and the number of a segment on it. */
/** @typedef {[number, number]} SeatNumber A seat and its number of something. */
/** @typedef {[string, number]} FeatureSize A kind of feature, and its number of tiles. */
/** @typedef {[string, number, number[]]} MetFeature A kind of feature, its number of tiles, and the seats with followers there. */
/** @typedef {[number, number]} Position A point in a picture, in hundredths of a tile side. */
/** @typedef {[string, number, number, number]} PrintedMark A mark printed on a tile: its name, its position and its size. */
/** @typedef {[number, number]} Size The extent of a picture in two directions, in hundredths of a tile side. */
/** @typedef {[string, number, number]} BlockSize The tile set of a block, and its numbers of columns and rows. */
/** @typedef {[string, number]} NumberedToken The name of a token, and the number on it. */
/** @typedef {[string, number, number]} ScoreLine One line of a score: its label, the number of items, and the points for each. */
/**
 * @typedef {object} Location A segment of the board: the cell of its tile, its number, and its kind of feature.
 * @property {Cell} cell
 * @property {number} segment
 * @property {string} feature
 */
/**
 * @typedef {object} TileName A tile: its id and its short name.
 * @property {string} tile
 * @property {string} name
 */
/**
 * @typedef {object} LandmarkName The name of a feature in parts: its kind, and what tells it apart from others of its kind.
 * @property {string} kind
 * @property {number} [owner] The seat that alone holds it.
 * @property {number} [size] The number of its tiles.
 * @property {string} [quarter] Where it lies, seen from the start tile: "N", "NE", "E" and so on, or "C" for the centre.
 * @property {boolean} [far] Whether it lies far out in that quarter.
 */
/**
 * @typedef {object} Neighbour A feature beside which another one lies.
 * @property {string} side The side of the neighbour on which the other one lies.
 * @property {LandmarkName} name
 */
/**
 * @typedef {object} PlaceName The name of a feature in parts, which may name a neighbour.
 * @property {string} kind
 * @property {number} [owner] The seat that alone holds it.
 * @property {number} [size] The number of its tiles.
 * @property {string} [quarter] Where it lies, seen from the start tile: "N", "NE", "E" and so on, or "C" for the centre.
 * @property {boolean} [far] Whether it lies far out in that quarter.
 * @property {Neighbour} [beside]
 */
/**
 * @typedef {object} Place A feature that an event mentions, by its name.
 * @property {string} kind
 * @property {number} [owner] The seat that alone holds it.
 * @property {number} [size] The number of its tiles.
 * @property {string} [quarter] Where it lies, seen from the start tile: "N", "NE", "E" and so on, or "C" for the centre.
 * @property {boolean} [far] Whether it lies far out in that quarter.
 * @property {Neighbour} [beside]
 * @property {Spot} at A segment of the feature.
 * @property {number} id A number that is the same for the same feature as long as no tile is laid.
 * @property {string} [text] The name in words, in messages to players: "the western city".
 */
/**
 * @typedef {object} PlacedTile A tile on the board.
 * @property {string} tile The id of the tile.
 * @property {Cell} cell
 * @property {number} rotation Quarter turns clockwise.
 */
/**
 * @typedef {object} PlacedPiece A piece on the board.
 * @property {number|null} seat Whose it is; null for a neutral piece.
 * @property {string} piece
 * @property {number} strength Its weight in a majority.
 * @property {boolean} guest Whether it counts in the feature without standing on a tile.
 * @property {Cell} cell
 * @property {number} segment
 * @property {string} feature The kind of feature it is in.
 */
/**
 * @typedef {object} ShownToken A token, or another public object that is neither a tile nor a piece.
 * @property {string} token
 * @property {number} number The number on it, or the number of such tokens.
 * @property {number|null} seat The seat that has it, if any.
 * @property {Cell} [cell]
 * @property {number} [segment]
 * @property {string} [feature]
 */
/**
 * @typedef {object} ViewFacts Named facts that expansions add to a view.
 * @property {number[]} [asked_next] While several seats choose in turn: those after the one that is to choose.
 * @property {number} [king_record] The size of the largest city so far.
 * @property {number} [robber_record] The length of the longest road so far.
 * @property {string} [count_stands] The district of the Count.
 * @property {number} [flock_shepherd] The index in `pieces` of the shepherd whose flock is to be expanded or herded.
 * @property {string} [fair_game] The game that is played at the fair.
 * @property {number} [fair_victim] The index in `pieces` of the follower that may be seduced.
 * @property {Record<string, number>[]} [gold_held] For each seat, its number of mine tokens by value; empty if they are hidden.
 */
/**
 * @typedef {object} View The view of a game that a seat or a spectator has.
 * @property {number|null} seat The seat whose view it is; null for a spectator.
 * @property {number} turn The number of the turn, from 0.
 * @property {number} part The part of the turn, from 0.
 * @property {string} step The step of the turn, or "over".
 * @property {number} actor The seat that is to choose; -1 for a draw, -2 after the end.
 * @property {number} on_turn
 * @property {string|null} tile The tile to be laid.
 * @property {PlacedTile[]} board The tiles in the order they were laid.
 * @property {PlacedPiece[]} pieces
 * @property {ShownToken[]} tokens
 * @property {number[]} scores
 * @property {Record<string, number>[]} supply For each seat, its number of pieces left by kind.
 * @property {(string|null)[]|null} hand The tiles in the seat's hand, null for an empty slot; null for a spectator.
 * @property {number[]} hand_sizes
 * @property {number} left The number of tiles left to draw.
 * @property {Record<string, number>} [unseen] The number of tiles in the bag and in hidden hands, by id; missing at tables without the aid `tiles_left`.
 * @property {ViewFacts} facts
 */
/**
 * @typedef {object} GameEvent An event; see docs/events.md.
 * @property {string} text The event as a sentence, in messages to players.
 * @property {number|null} seat
 * @property {string} [tile] In drawn, placed, discarded, dealt, picked.
 * @property {string} [name] In drawn, placed, discarded, dealt, picked.
 * @property {string} event
 * @property {Cell} [cell]
 * @property {number} [rotation] Quarter turns clockwise. In placed.
 * @property {"starts"|"builds"|"adds"|"joins"|"finishes"} [change] What the tile does to the feature that matters most, in games with a log. In placed.
 * @property {Place} [place]
 * @property {number} [size] The number of its tiles. In placed.
 * @property {Place[]} [joined] The features that the tile joins, by the names they had. In placed.
 * @property {number} [segment]
 * @property {string} [feature]
 * @property {string} [piece]
 * @property {boolean} [plain] Whether it is an ordinary follower. In deployed.
 * @property {string|null} [role] In deployed, circle_grows, circle_withers.
 * @property {ScoreLine[]} [lines]
 * @property {number} [points] The sum of the lines.
 * @property {number[]} [winners]
 * @property {boolean} [complete] In scored, farmed.
 * @property {Cell[]} [cells] In scored, farmed.
 * @property {number[]} [strengths] For each seat, the strength of its followers in the feature. In scored, farmed.
 * @property {string|null} [tie] The rule that broke a tie, if one did. In scored, farmed.
 * @property {number[]} [scores] In won.
 * @property {number} [slot] The place in the hand. In dealt.
 * @property {string[]|number} [tiles] In hand_shown, took_king, kept_king, took_robber, kept_robber.
 * @property {string[]} [names] The short names of the tiles. In hand_shown.
 * @property {Record<string, number>} [goods] The number of goods of each kind. In traded.
 * @property {string} [district] In entered_town, count_moved, left_town.
 * @property {number} [sheep] In sheep_came.
 * @property {string} [sector] In pig_stops.
 * @property {number} [icon] The number of sectors it moved. In pig_stops.
 * @property {string} [symbol] In activated.
 * @property {string} [game] In fair_begins.
 * @property {Point} [aim] In hurled, catch_caught, catch_touched, catch_far, catch_short.
 * @property {number[]} [numbers] The draws behind the throw. In hurled, catch_caught, catch_touched, catch_far, catch_short.
 * @property {Point} [from] In hurled.
 * @property {Point} [landing] The point where the token first touches the table. In hurled.
 * @property {Point} [rest] The point where it comes to rest. In hurled.
 * @property {Point} [hands] In catch_caught, catch_touched, catch_far, catch_short.
 * @property {number} [tokens] In gold_laid.
 * @property {number} [gold] The value of the token. In gold_taken.
 */
/**
 * @typedef {object} ActionData An action: its kind under `do`, and the fields of that kind.
 * @property {string} do
 * @property {Cell} [cell]
 * @property {number} [rotation] Quarter turns clockwise.
 * @property {number} [segment]
 * @property {string} [piece]
 * @property {string} [tile]
 * @property {Point} [point]
 * @property {number} [district]
 * @property {number} [game]
 * @property {number} [seat]
 */
/**
 * @typedef {object} ClockSettings The time control of a table, the JSON of `server.options.ClockOptions`.
 * @property {string} kind No clock ("none"), time for the game ("live"), or time for each move ("days").
 * @property {number} time Seconds for the game, or days for each move.
 * @property {number} increment Seconds added after each move.
 * @property {string} flag What happens when the time runs out: "loses" or "passes".
 */
/**
 * @typedef {object} TableSettings The options of a table, the JSON of `server.options.TableOptions`.
 * @property {string} preset
 * @property {string[]} expansions
 * @property {string[]} tiles
 * @property {Record<string, boolean|number|string>} options The options of the rules that were set explicitly.
 * @property {number} seats
 * @property {(string|null)[]} bots For each seat, the level of a bot; null for a person.
 * @property {string} joining
 * @property {boolean} spectators
 * @property {string[]} aids
 * @property {boolean} confirm Whether choices that end a turn must be confirmed.
 * @property {boolean} looks Whether others see where the player on turn considers laying the tile.
 * @property {ClockSettings} clock
 */
/**
 * @typedef {object} SeatFacts The person or bot on a seat.
 * @property {string} name
 * @property {string|null} bot The level of a bot; null for a person.
 * @property {string|null} out How the seat left the game, "resigned" or "flagged"; null if it has not.
 * @property {boolean} kept Whether the seat is reserved and not taken yet.
 * @property {boolean} open Whether anyone may take the seat from the bot in the running game.
 * @property {string|null} keeper The person who gave the seat to the bot and may take it back.
 * @property {string[]} before The names of those who played the seat before.
 */
/**
 * @typedef {object} TableFacts The public facts of a table.
 * @property {string} id
 * @property {TableSettings} options
 * @property {string} rules The rules in the notation.
 * @property {string[]} tile_sets
 * @property {string} commitment
 * @property {string|null} salt
 * @property {(SeatFacts|null)[]} seats
 * @property {"open"|"playing"|"over"} status
 * @property {number} version The number of the last entry in the log of the table.
 * @property {number} updated The time of the last entry, at least that of the opening, in milliseconds since 1970.
 * @property {number|null} lifetime The milliseconds after the last entry at which the table is closed; null if it is not.
 */
/**
 * @typedef {object} OwnTable A table where a token opens a seat.
 * @property {string} id
 * @property {TableSettings} options
 * @property {string} rules The rules in the notation.
 * @property {string[]} tile_sets
 * @property {string} commitment
 * @property {string|null} salt
 * @property {(SeatFacts|null)[]} seats
 * @property {"open"|"playing"|"over"} status
 * @property {number} version The number of the last entry in the log of the table.
 * @property {number} updated The time of the last entry, at least that of the opening, in milliseconds since 1970.
 * @property {number|null} lifetime The milliseconds after the last entry at which the table is closed; null if it is not.
 * @property {number|null} actor
 * @property {boolean} your_turn
 * @property {number[]} winners
 * @property {number} seat
 * @property {number} token The index of the token in the request.
 * @property {boolean} kept Whether the seat is reserved and not taken yet.
 * @property {number[]} scores The points of every seat; empty before the game begins.
 * @property {number|null} left The remaining milliseconds of the seat; null without clocks.
 */
/**
 * @typedef {object} OpenQuestion A proposal that all other seats must accept.
 * @property {string} kind A takeback ("takeback") or the end of the game ("end").
 * @property {number} seat The seat that made it.
 * @property {number[]} granted The seats that have accepted it.
 * @property {number} version The version of its entry.
 */
/**
 * @typedef {object} ChatLine A line of chat.
 * @property {number|null} seat
 * @property {string} name
 * @property {string} text In the language of the viewer, if it is a phrase.
 * @property {string} [phrase] The id of a quick phrase.
 * @property {number} at Milliseconds since 1970.
 */
/**
 * @typedef {object} Placement A cell and a rotation in which the current tile may be laid.
 * @property {Cell} cell
 * @property {number} rotation Quarter turns clockwise.
 */
/**
 * @typedef {object} GraceFacts The time in which a seat may undo the choice that ended its turn, before anything follows from it.
 * @property {number} seat
 * @property {number|null} left The remaining milliseconds; null until the seat confirms its choice.
 * @property {number|null} next The seat that draws or chooses next; null if the game is over then.
 */
/**
 * @typedef {object} GameState The state of a game for one viewer.
 * @property {number} moment The version of the position, to be sent with a choice.
 * @property {number|null} actor The seat that is to choose.
 * @property {number[]} clocks The remaining milliseconds of every seat; empty without a clock.
 * @property {number|null} running The seat whose clock runs.
 * @property {number[]} awaited The people whose boards are not shown yet; no clock runs before.
 * @property {GraceFacts|null} grace Set while a choice may still be undone before anything follows from it.
 * @property {OpenQuestion|null} question
 * @property {string|null} ended How the game ended: "played", "resigned", "flagged", "agreed" or "expired"; null before that.
 * @property {number[]} winners
 * @property {string|null} rematch The id of the rematch's table.
 * @property {View} [view] The view, once the game has begun; its board begins at the tile with the index `board_from`.
 * @property {number} [board_from]
 * @property {number} [told] The number of all events so far.
 * @property {ActionData[]} [options] The legal actions, for the seat that is to choose.
 * @property {number} [places] The number of cells where the current tile may be laid, while a seat is to lay it.
 * @property {boolean} [undo] Whether the seat may undo its last choice.
 */
/**
 * @typedef {object} TableState The state of a table and its game.
 * @property {number} moment The version of the position, to be sent with a choice.
 * @property {number|null} actor The seat that is to choose.
 * @property {number[]} clocks The remaining milliseconds of every seat; empty without a clock.
 * @property {number|null} running The seat whose clock runs.
 * @property {number[]} awaited The people whose boards are not shown yet; no clock runs before.
 * @property {GraceFacts|null} grace Set while a choice may still be undone before anything follows from it.
 * @property {OpenQuestion|null} question
 * @property {string|null} ended How the game ended: "played", "resigned", "flagged", "agreed" or "expired"; null before that.
 * @property {number[]} winners
 * @property {string|null} rematch The id of the rematch's table.
 * @property {View} [view] The view, once the game has begun; its board begins at the tile with the index `board_from`.
 * @property {number} [board_from]
 * @property {number} [told] The number of all events so far.
 * @property {ActionData[]} [options] The legal actions, for the seat that is to choose.
 * @property {number} [places] The number of cells where the current tile may be laid, while a seat is to lay it.
 * @property {boolean} [undo] Whether the seat may undo its last choice.
 * @property {TableFacts} table
 */
/**
 * @typedef {object} EntrySummary The entry that a message is about.
 * @property {string} kind
 * @property {number|null} seat
 * @property {number} at Milliseconds since 1970.
 * @property {boolean} [yes] The answer to a proposal.
 */
/**
 * @typedef {object} WelcomeMessage The answer to a hello.
 * @property {"welcome"} type
 * @property {number|null} seat
 * @property {number} version
 * @property {TableState} state
 * @property {ChatLine[]} chat
 * @property {GameEvent[]} missed The events since the version in the hello.
 */
/**
 * @typedef {object} StepMessage A new entry other than a line of chat, and the state after it.
 * @property {"step"} type
 * @property {number} version
 * @property {EntrySummary} happened
 * @property {GameEvent[]} events
 * @property {TableState} state
 * @property {Placement[]} [weighed] The placements that a bot compared, the one it chose last. They are not stored, so they may be missing.
 */
/**
 * @typedef {object} SaidMessage A new line of chat. It changes nothing else but the clocks, which run on.
 * @property {"said"} type
 * @property {number} version
 * @property {ChatLine} line
 * @property {number[]} clocks The remaining milliseconds of every seat; empty without a clock.
 * @property {number|null} running The seat whose clock runs.
 */
/**
 * @typedef {object} DoneMessage The acknowledgement of a command.
 * @property {"done"} type
 * @property {string|number|null} ref
 * @property {number} version The version of its entry.
 */
/**
 * @typedef {object} PongMessage The answer to a ping.
 * @property {"pong"} type
 * @property {string|number|null} ref
 * @property {number} version
 */
/**
 * @typedef {object} ErrorMessage A refused command or hello.
 * @property {"error"} type
 * @property {string|number|null} ref
 * @property {number|null} moment The current version of the position.
 * @property {string} error The id of the error.
 * @property {string} text The error as a sentence.
 */
/**
 * @typedef {object} PresenceMessage The connected seats.
 * @property {"present"} type
 * @property {number[]} seats
 * @property {number} watching The number of all viewers, seats included.
 */
/**
 * @typedef {object} LookMessage Where the player on turn considers laying the tile. It is not stored, and may be lost.
 * @property {"look"} type
 * @property {number} seat
 * @property {number} moment The version of the position.
 * @property {Cell|null} cell null when they look nowhere in particular.
 * @property {number} rotation Quarter turns clockwise.
 */
/**
 * @typedef {object} PausedMessage The clocks stand still until the next entry: the server cannot store any.
 * @property {"paused"} type
 * @property {number[]} clocks The remaining milliseconds of every seat.
 */
/**
 * @typedef {object} HelloMessage The first message of a viewer.
 * @property {"hello"} type
 * @property {string|null} [token] The token of a seat; null for a spectator.
 * @property {number|null} [since] The last version that the viewer knows.
 * @property {string} [lang]
 * @property {boolean} [presence] Whether to send presence messages.
 * @property {boolean} [looks] Whether to send looks.
 */
/**
 * @typedef {object} CommandMessage A command of a seat.
 * @property {"act"|"confirm"|"ready"|"undo"|"takeback"|"offer_end"|"answer"|"resign"|"say"|"look"|"ping"} type
 * @property {string|number} [ref] A unique reference; a command that is sent again with the same one is executed once.
 * @property {number} [moment] For `act` and `look`: the version of the position.
 * @property {number} [option] For `act`: the index of the option.
 * @property {ActionData} [action] For `act`: the action, in place of an index.
 * @property {boolean} [hold] For `act`: whether the turn may be undone for a moment once it is over.
 * @property {boolean} [yes] For `answer`.
 * @property {number} [question] For `answer`: the version of the proposal.
 * @property {string} [text] For `say`, unless it has a phrase.
 * @property {string} [phrase] For `say`: the id of a quick phrase.
 * @property {Cell|null} [cell] For `look`: where the tile might go; null when the player looks nowhere in particular.
 * @property {number} [rotation] For `look`: quarter turns clockwise.
 */
/**
 * @typedef {object} TableId The id of a new table, the JSON of `server.models.TableCreated`.
 * @property {string} id
 */
/**
 * @typedef {object} SeatToken A seat and the token that opens it, the JSON of `server.models.SeatTaken`.
 * @property {number} seat
 * @property {string} token
 */
/**
 * @typedef {object} FeatureFacts A feature, with its owners and points if the table has the aids for them.
 * @property {string} kind
 * @property {Spot[]} at Its segments.
 * @property {number} tiles
 * @property {number} open The number of open sides, or of empty cells around it.
 * @property {boolean} complete
 * @property {SeatNumber[]} [holders] The seats with followers in it, and their strength.
 * @property {number[]} [owners] The seats that would score it.
 * @property {number|null} [now] Its points if the game ended now.
 * @property {number|null} [full] Its points if it were complete.
 * @property {ScoreLine[]} [lines] The lines of its points now.
 * @property {SeatNumber[]} [gets] The points of each owner now, if they differ.
 * @property {string} [tie] The rule that breaks a tie.
 * @property {Place} [place] Its name, or its kind and quarter if it has none yet.
 */
/**
 * @typedef {object} PlacementHint The effects of a placement.
 * @property {FeatureSize[]} finishes The features it would complete.
 * @property {MetFeature[]} meets The features it would extend or join.
 */
/**
 * @typedef {object} LandFacts The features of a board, and the aids of the table.
 * @property {number} [moment] The version of the position.
 * @property {FeatureFacts[]} features
 * @property {Cell[]} [holes] Cells that no remaining tile can fill.
 * @property {number[]} [forecast] The scores if the game ended now.
 * @property {(PlacementHint|null)[]} [hints] For each option, its effects; null for options that lay no tile.
 */
/**
 * @typedef {object} GameResult The result of a game.
 * @property {string} ended
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {GameEvent[]} lines All events with points.
 */
/**
 * @typedef {object} ReplayFrame One choice of a finished game, with the draws that followed it.
 * @property {number} move The number of actions so far.
 * @property {number} turn
 * @property {number|null} seat
 * @property {string} text The choice in the notation.
 * @property {GameEvent[]} events
 * @property {GameState} state
 */
/**
 * @typedef {object} Replay A finished game as spectators saw it.
 * @property {TableFacts} table
 * @property {string[]} seats
 * @property {string} ended
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {number} moves
 * @property {ReplayFrame[]} frames
 */
/**
 * @typedef {object} LessonText The text of a frame of the lesson.
 * @property {string} title
 * @property {string} text
 */
/**
 * @typedef {object} LessonPointer What a frame of the lesson highlights.
 * @property {string} [control] A part of the page.
 * @property {Cell} [cell]
 * @property {Spot} [slot]
 */
/**
 * @typedef {object} LessonFrame One frame of the lesson.
 * @property {TableState} state
 * @property {FeatureFacts[]} land
 * @property {GameEvent[]} events
 * @property {LessonText} say
 * @property {number[]|null} want The expected options.
 * @property {string|null} why The text for a learner who chooses another option.
 * @property {LessonPointer|null} point
 */
/**
 * @typedef {object} PresetChoice An edition of the rules.
 * @property {string} preset
 * @property {string} game
 * @property {string} text
 * @property {Record<string, boolean|number|string>} options
 * @property {string[]} expansions The expansions that can be added.
 * @property {number} tiles
 */
/**
 * @typedef {object} ExpansionChoice An expansion.
 * @property {string} text
 * @property {string[]} excludes
 * @property {string[]} needs
 * @property {Record<string, boolean|number|string>} prefers Options whose default it changes, with their new defaults.
 * @property {number} tiles The number of tiles that it adds.
 */
/**
 * @typedef {object} ExpansionAdvice Advice against combining two expansions.
 * @property {string[]} together
 * @property {string} text
 */
/**
 * @typedef {object} OptionCondition A value of an option.
 * @property {string} option
 * @property {boolean|number|string} value
 */
/**
 * @typedef {object} RuleChoice An option of the rules.
 * @property {string} text
 * @property {(boolean|number|string)[]} values
 * @property {boolean|number|string} default Its value unless the preset or an expansion says another one.
 * @property {string[]} expansions The expansions it belongs to, if any.
 * @property {Record<string, (boolean|number|string)[]>|null} beside If it means nothing without one of some other expansions, these, each with the values that are possible beside it; the default is the first of them.
 * @property {number[]|null} tiles For each value, the number of tiles that it adds, if that depends on it.
 * @property {string[][]|null} parts For each value, the ids of the tiles it stands for, if single ones can be chosen: some of them, separated by commas, in the order of the longest value.
 * @property {OptionCondition|null} under What another option must say for it to change anything.
 */
/**
 * @typedef {object} TableChoice An option of a table.
 * @property {string} text
 * @property {Record<string, string>} values The values with a sentence for each; empty if they are not enumerated.
 */
/**
 * @typedef {object} SetupChoices Everything that can be chosen when a table is opened.
 * @property {PresetChoice[]} presets
 * @property {Record<string, ExpansionChoice>} expansions
 * @property {ExpansionAdvice[]} advice
 * @property {Record<string, Record<string, RuleChoice>>} options The options of the rules, by game and name.
 * @property {Record<string, TableChoice>} choices
 */
/**
 * @typedef {object} GuidePart A paragraph.
 * @property {string} head
 * @property {string} text
 */
/**
 * @typedef {object} GuidePage A page about a part of the base game, an edition or an expansion, and the pictures it shows.
 * @property {string} id
 * @property {"base"|"edition"|"expansion"} kind
 * @property {string} game
 * @property {string} title
 * @property {string} summary
 * @property {GuidePart[]} parts
 * @property {BlockSize|null} block A board or a tile of several cells.
 * @property {boolean} board Whether the block is a board.
 * @property {string[]} tiles Ids of tiles.
 * @property {string[]} pieces Kinds of pieces, shown upright.
 * @property {string[]} lying Kinds of pieces, shown lying down.
 * @property {string[]} figures Kinds of neutral pieces.
 * @property {NumberedToken[]} tokens
 */
/**
 * @typedef {object} SegmentArt A segment of a tile.
 * @property {string} kind
 * @property {string} outline Its outline, as the data of an SVG path.
 * @property {Position} anchor The position of a piece on it.
 * @property {Position[]} aside How far from there it is drawn, by rotation; empty if it is drawn there in all of them.
 * @property {Record<string, number>} marks
 */
/**
 * @typedef {object} TileArt A kind of tile.
 * @property {string} name
 * @property {number} period The number of quarter turns after which it looks the same.
 * @property {string[]} edges The types of its four edges, north first.
 * @property {SegmentArt[]} segments
 * @property {PrintedMark[]} marks
 * @property {Record<string, string>} pictures SVG by rotation and copy, such as "3-0".
 * @property {Record<string, string>} simple SVG with little detail, by rotation.
 * @property {Position[]} pig The positions of the pig in the sectors of a wheel.
 */
/**
 * @typedef {object} TileSetArt The tiles of a set.
 * @property {Record<string, string>} things The symbols that the pictures refer to, by name.
 * @property {Record<string, TileArt>} tiles The tiles by id.
 */
/**
 * @typedef {object} SeatArt The marks of a seat's colour.
 * @property {string} dye The name of the colour.
 * @property {string} charge The name of the emblem.
 * @property {string} token
 * @property {string} pattern
 */
/**
 * @typedef {object} PieceArt The pieces of all seats.
 * @property {Record<string, string>} pieces SVG of the kinds in base games by kind, seat and pose, such as "follower-0-lying".
 * @property {Record<string, Size>} sizes By kind, and by kind and pose if it lies ("follower-lying"), half the width and the height.
 * @property {Record<string, string>} counters SVG of pieces on small boards, by shape and seat, such as "square-0".
 * @property {SeatArt[]} seats
 * @property {string[]} helpers The kinds of players' pieces that are not followers.
 */
/**
 * @typedef {object} TokenArt The tokens, and the pieces of expansions.
 * @property {Record<string, string>} pieces SVG by kind, seat and pose, such as "big-0-lying" or "mage-none".
 * @property {Record<string, string>} tokens SVG by name, number and seat, such as "sheep-2" or "lap-0-1".
 * @property {Record<string, Size>} sizes By name, half the width and half the height.
 */
export {};
