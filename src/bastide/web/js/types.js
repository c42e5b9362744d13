// What the server sends, as types. Nothing here runs.
// Generated from bastide.wire by docs/make_types.py: run `make types` after a change there.

/** @typedef {[number, number]} Cell Column and row of a place on the grid. */
/** @typedef {[number, number]} Point A point of the plane, in thousandths of a tile side. */
/** @typedef {[number, number, number]} Spot Column and row of a placed tile, and the number of a segment on it. */
/** @typedef {[number, number]} SeatNumber A seat, and a number that belongs to it. */
/** @typedef {[string, number]} FeatureSize A kind of feature, and a number of tiles. */
/** @typedef {[string, number, number[]]} MetFeature A kind of feature, a number of tiles, and the seats with followers there. */
/** @typedef {[number, number]} Position A point of a picture, in hundredths of a tile side. */
/** @typedef {[string, number, number, number]} PrintedMark Something printed on a tile: its name, where it is, and its size. */
/** @typedef {[string, number, number]} ScoreLine One line of a score: its label, how many were counted, and points for each. */
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
 * @property {number} strength What it counts in a majority.
 * @property {boolean} guest Whether it is in the feature without standing on a tile.
 * @property {Cell} cell
 * @property {number} segment
 * @property {string} feature The kind of feature it is in.
 */
/**
 * @typedef {object} ShownToken Something that everybody sees and that is neither tile nor piece.
 * @property {string} token
 * @property {number} number What it shows, or how many of it there are.
 * @property {number|null} seat The seat it lies before, if it does.
 * @property {Cell} [cell]
 * @property {number} [segment]
 * @property {string} [feature]
 */
/**
 * @typedef {object} ViewFacts What expansions tell of a game by name, as far as the seat that looks may know it.
 * @property {number[]} [asked_next] While seats are asked one after the other: those that come after the one that is to choose.
 * @property {number} [king_record] The size of the largest city so far.
 * @property {number} [robber_record] The length of the longest road so far.
 * @property {string} [count_stands] The district where the Count stands.
 * @property {string} [fair_game] The game that is played at the fair.
 * @property {number} [fair_victim] The index in `pieces` of the follower that may be seduced.
 * @property {Record<string, number>[]} [gold_held] For each seat, how many mine tokens of each value it has; empty where they are hidden.
 */
/**
 * @typedef {object} View What one seat may see of a game.
 * @property {number|null} seat The seat that looks; null for a spectator.
 * @property {number} turn The number of the turn, from 0.
 * @property {number} part The part of the turn, from 0.
 * @property {string} step The step of the turn, or "over".
 * @property {number} actor The seat that is to choose; -1 for a draw, -2 after the end.
 * @property {number} on_turn
 * @property {string|null} tile The tile that is to be laid.
 * @property {PlacedTile[]} board In the order in which the tiles were laid.
 * @property {PlacedPiece[]} pieces
 * @property {ShownToken[]} tokens
 * @property {number[]} scores
 * @property {Record<string, number>[]} supply For each seat, how many pieces of each kind it has left.
 * @property {(string|null)[]|null} hand The tiles in the hand of the seat that looks.
 * @property {number[]} hand_sizes
 * @property {number} left How many tiles are still to be drawn.
 * @property {Record<string, number>} [unseen] By id, the tiles in the bag and in hidden hands; tables without the aid `tiles_left` do not tell them.
 * @property {ViewFacts} facts
 */
/**
 * @typedef {object} GameEvent Something that happened; see docs/events.md.
 * @property {string} text The event in words, in messages to players.
 * @property {number|null} seat
 * @property {string} [tile]  Of drawn, placed, discarded, dealt, picked.
 * @property {string} [name]  Of drawn, placed, discarded, dealt, picked.
 * @property {string} event
 * @property {Cell} [cell]
 * @property {number} [rotation] Quarter turns clockwise. Of placed.
 * @property {number} [segment]
 * @property {string} [feature]
 * @property {string} [piece]
 * @property {boolean} [plain] Whether it is an ordinary follower. Of deployed.
 * @property {string|null} [role] Of deployed, circle_grows, circle_withers.
 * @property {ScoreLine[]} [lines]
 * @property {number} [points] The sum of the lines.
 * @property {number[]} [winners]
 * @property {boolean} [complete]  Of scored, farmed.
 * @property {Cell[]} [cells]  Of scored, farmed.
 * @property {number[]} [strengths] For each seat, the strength of its followers there. Of scored, farmed.
 * @property {string|null} [tie] What decided among seats of equal strength, if anything did. Of scored, farmed.
 * @property {number[]} [scores]  Of won.
 * @property {number} [slot] The place in the hand. Of dealt.
 * @property {string[]|number} [tiles] Of hand_shown, took_king, kept_king, took_robber, kept_robber.
 * @property {string[]} [names] The short names of the tiles. Of hand_shown.
 * @property {Record<string, number>} [goods] How many of each kind. Of traded.
 * @property {string} [district]  Of entered_town, count_moved, left_town.
 * @property {number} [sheep]  Of sheep_came.
 * @property {string} [sector]  Of pig_stops.
 * @property {number} [icon] How many sectors it moved. Of pig_stops.
 * @property {string} [symbol]  Of activated.
 * @property {string} [game]  Of fair_begins.
 * @property {Point} [aim]  Of hurled, catch_caught, catch_touched, catch_far, catch_short.
 * @property {number[]} [numbers] The draws behind the throw. Of hurled, catch_caught, catch_touched, catch_far, catch_short.
 * @property {Point} [from]  Of hurled.
 * @property {Point} [landing] Where the token first touches the table. Of hurled.
 * @property {Point} [rest] Where it comes to rest. Of hurled.
 * @property {Point} [hands]  Of catch_caught, catch_touched, catch_far, catch_short.
 * @property {number} [tokens]  Of gold_laid.
 * @property {number} [gold] What the token is worth. Of gold_taken.
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
 * @typedef {object} ClockSettings How long people may think.
 * @property {string} kind Not counted ("none"), for a game ("live"), or for each move ("days").
 * @property {number} time Seconds for the game, or days for a move.
 * @property {number} increment Seconds added with each move.
 * @property {string} flag What happens to a seat whose time is over: "loses" or "passes".
 */
/**
 * @typedef {object} TableSettings What was chosen when a table was opened.
 * @property {string} preset
 * @property {string[]} expansions
 * @property {string[]} tiles
 * @property {Record<string, boolean|number|string>} options The options of the rules that were set on purpose.
 * @property {number} seats
 * @property {(string|null)[]} bots For each seat, the level of the bot that sits there; null for a person.
 * @property {string} joining
 * @property {boolean} spectators
 * @property {string[]} aids
 * @property {boolean} confirm Whether a choice that ends a turn counts only once it is confirmed.
 * @property {ClockSettings} clock
 */
/**
 * @typedef {object} SeatFacts Who sits on a seat.
 * @property {string} name
 * @property {string|null} bot The level of a bot.
 * @property {string|null} out Why the seat takes no more part.
 * @property {boolean} kept Whether the seat is reserved for somebody who has not come yet.
 */
/**
 * @typedef {object} TableFacts What everybody may know of a table.
 * @property {string} id
 * @property {TableSettings} options
 * @property {string} rules The rules in the notation.
 * @property {string[]} tile_sets
 * @property {string} commitment
 * @property {string|null} salt
 * @property {(SeatFacts|null)[]} seats
 * @property {"open"|"playing"|"over"} status
 * @property {number} version The number of the last entry in the log of the table.
 * @property {number} updated When that was, in milliseconds since 1970.
 */
/**
 * @typedef {object} OwnTable A table where one sits, found by one's token.
 * @property {string} id
 * @property {TableSettings} options
 * @property {string} rules The rules in the notation.
 * @property {string[]} tile_sets
 * @property {string} commitment
 * @property {string|null} salt
 * @property {(SeatFacts|null)[]} seats
 * @property {"open"|"playing"|"over"} status
 * @property {number} version The number of the last entry in the log of the table.
 * @property {number} updated When that was, in milliseconds since 1970.
 * @property {number|null} actor
 * @property {boolean} your_turn
 * @property {number[]} winners
 * @property {number} seat
 * @property {number} token Which of the tokens that were sent opens the seat.
 * @property {boolean} kept Whether the seat is reserved and not yet taken.
 */
/**
 * @typedef {object} OpenQuestion Something that all others must grant.
 * @property {string} kind Take something back ("takeback"), or end the game ("end").
 * @property {number} seat
 * @property {number[]} granted
 * @property {number} version The version of the entry that asked it.
 */
/**
 * @typedef {object} ChatLine A line of the chat.
 * @property {number|null} seat
 * @property {string} name
 * @property {string} text
 * @property {number} at Milliseconds since 1970.
 */
/**
 * @typedef {object} GameState The state of a game as one viewer may see it.
 * @property {number} moment The version of the position, to be sent with a choice.
 * @property {number|null} actor The seat that is to choose.
 * @property {number[]} clocks For each seat, the milliseconds left.
 * @property {OpenQuestion|null} question
 * @property {string|null} ended How the game ended.
 * @property {number[]} winners
 * @property {string|null} rematch The id of the table where those who sat here play again.
 * @property {View} [view] The view, once the game has begun; of its board, only the tiles from `board_from` on.
 * @property {number} [board_from]
 * @property {number} [told] How many events there are by now.
 * @property {ActionData[]} [options] The legal actions, for the seat that is to choose.
 * @property {boolean} [undo] Whether the seat may take its last choice back.
 * @property {ActionData|null} [planned] The choice of the seat that is still to be confirmed.
 */
/**
 * @typedef {object} TableState The state of a table and its game.
 * @property {number} moment The version of the position, to be sent with a choice.
 * @property {number|null} actor The seat that is to choose.
 * @property {number[]} clocks For each seat, the milliseconds left.
 * @property {OpenQuestion|null} question
 * @property {string|null} ended How the game ended.
 * @property {number[]} winners
 * @property {string|null} rematch The id of the table where those who sat here play again.
 * @property {View} [view] The view, once the game has begun; of its board, only the tiles from `board_from` on.
 * @property {number} [board_from]
 * @property {number} [told] How many events there are by now.
 * @property {ActionData[]} [options] The legal actions, for the seat that is to choose.
 * @property {boolean} [undo] Whether the seat may take its last choice back.
 * @property {ActionData|null} [planned] The choice of the seat that is still to be confirmed.
 * @property {TableFacts} table
 */
/**
 * @typedef {object} EntrySummary What has just happened at a table.
 * @property {string} kind
 * @property {number|null} seat
 * @property {number} at Milliseconds since 1970.
 * @property {ChatLine} [line] What was said.
 * @property {boolean} [yes] The answer to a question.
 */
/**
 * @typedef {object} WelcomeMessage The answer to a hello.
 * @property {"welcome"} type
 * @property {number|null} seat
 * @property {number} version
 * @property {TableState} state
 * @property {ChatLine[]} chat
 * @property {GameEvent[]} missed The events since the version that the viewer knew.
 */
/**
 * @typedef {object} StepMessage Something happened at the table.
 * @property {"step"} type
 * @property {number} version
 * @property {EntrySummary} happened
 * @property {GameEvent[]} events
 * @property {TableState} state
 */
/**
 * @typedef {object} DoneMessage A command is stored.
 * @property {"done"} type
 * @property {string|number|null} ref
 * @property {number} version The version that it made.
 */
/**
 * @typedef {object} PongMessage The answer to a ping.
 * @property {"pong"} type
 * @property {string|number|null} ref
 * @property {number} version
 */
/**
 * @typedef {object} ErrorMessage A command or a hello is refused.
 * @property {"error"} type
 * @property {string|number|null} ref
 * @property {number|null} moment The version of the position that options now belong to.
 * @property {string} error The id of the error.
 * @property {string} text The error in words.
 */
/**
 * @typedef {object} PresenceMessage Who is connected.
 * @property {"present"} type
 * @property {number[]} seats
 * @property {number} watching
 */
/**
 * @typedef {object} HelloMessage The first message of a viewer.
 * @property {"hello"} type
 * @property {string|null} [token] The token of a seat; spectators have none.
 * @property {number|null} [since] The last version that is known.
 * @property {string} [lang]
 * @property {boolean} [presence] Whether to be told who is connected.
 */
/**
 * @typedef {object} CommandMessage A command of a seat.
 * @property {"act"|"confirm"|"undo"|"takeback"|"offer_end"|"answer"|"resign"|"say"|"ping"} type
 * @property {string|number} [ref] A name for the command; sent twice, it happens once.
 * @property {number} [moment] For `act`: the version of the position.
 * @property {number} [option] For `act`: the index of the option.
 * @property {ActionData} [action] For `act`: the action, in place of an index.
 * @property {boolean} [yes] For `answer`.
 * @property {number} [question] For `answer`: the version of the question.
 * @property {string} [text] For `say`.
 */
/**
 * @typedef {object} FeatureFacts A feature, with its owners and worth if the aids of the table tell them.
 * @property {string} kind
 * @property {Spot[]} at All its segments.
 * @property {number} tiles
 * @property {number} open How many sides, or cells around it, still want a tile.
 * @property {boolean} complete
 * @property {SeatNumber[]} [holders] Every seat with followers there, and their strength.
 * @property {number[]} [owners] The seats that would score it.
 * @property {number|null} [now] What it would pay if the game ended now.
 * @property {number|null} [full] What it would pay if it were complete.
 * @property {ScoreLine[]} [lines] The lines of what it would pay now.
 * @property {SeatNumber[]} [gets] What each owner would get now, if not all get the same.
 * @property {string} [tie] What decided among seats of equal strength.
 */
/**
 * @typedef {object} PlacementHint What laying the tile in one place would do.
 * @property {FeatureSize[]} finishes The features it would complete.
 * @property {MetFeature[]} meets The features it would extend or join.
 */
/**
 * @typedef {object} LandFacts What can be worked out from the board.
 * @property {number} [moment] The version of the position.
 * @property {FeatureFacts[]} features
 * @property {Cell[]} [holes] Cells that no remaining tile can fill.
 * @property {number[]} [forecast] The scores if the game ended now.
 * @property {(PlacementHint|null)[]} [hints] For each option, what it would do; null for options that lay no tile.
 */
/**
 * @typedef {object} GameResult How a game ended.
 * @property {string} ended
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {GameEvent[]} lines All events that gave points.
 */
/**
 * @typedef {object} ReplayFrame One choice of a finished game, with the draws that followed it.
 * @property {number} move How many actions there were up to here.
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
 * @typedef {object} LessonText What is said in a frame of the lesson.
 * @property {string} title
 * @property {string} text
 */
/**
 * @typedef {object} LessonPointer What to look at in a frame of the lesson.
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
 * @property {number[]|null} want The options that go on.
 * @property {string|null} why What is said to whoever chooses another.
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
 * @property {Record<string, boolean|number|string>} prefers Options that take another value with it.
 * @property {number} tiles How many tiles it adds.
 * @property {boolean} begins Whether it has its own start.
 */
/**
 * @typedef {object} ExpansionAdvice Two expansions that had better not be played together.
 * @property {string[]} together
 * @property {string} text
 */
/**
 * @typedef {object} RuleChoice An option of the rules.
 * @property {string} text
 * @property {(boolean|number|string)[]} values
 * @property {string|null} expansion The expansion it belongs to.
 * @property {number[]|null} tiles For each value, how many tiles the expansion adds.
 */
/**
 * @typedef {object} TableChoice An option of a table.
 * @property {string} text
 * @property {Record<string, string>} values What each of a few values means.
 */
/**
 * @typedef {object} SetupChoices Everything that can be chosen when a table is opened.
 * @property {PresetChoice[]} presets
 * @property {Record<string, ExpansionChoice>} expansions
 * @property {ExpansionAdvice[]} advice
 * @property {Record<string, Record<string, RuleChoice>>} options The options of each game, by name.
 * @property {Record<string, TableChoice>} choices
 */
/**
 * @typedef {object} SegmentArt A segment of a tile.
 * @property {string} kind
 * @property {string} outline The path around it.
 * @property {Position} anchor Where a piece stands on it.
 * @property {Record<string, number>} marks
 */
/**
 * @typedef {object} TileArt A kind of tile.
 * @property {string} name
 * @property {number} period How many quarter turns until it looks the same.
 * @property {string[]} edges What its four sides show, north first.
 * @property {SegmentArt[]} segments
 * @property {PrintedMark[]} marks
 * @property {Record<string, string>} pictures SVG by rotation and copy, such as "3-0".
 * @property {Record<string, string>} simple Simple SVG by rotation.
 * @property {Position[]} pig Where the pig stands in the sectors of a wheel.
 */
export {};
