// What the server tells, as types. Nothing here runs.

/** @typedef {[number, number]} Cell */
/** @typedef {[number, number, number]} Spot column, row, and the segment of the tile there */
/**
 * @typedef {object} Option one choice that the server offers: its kind under `do`, and its fields
 * @property {string} do
 * @property {Cell} [cell]
 * @property {number} [rotation]
 * @property {number} [segment]
 * @property {string} [piece]
 * @property {string} [tile]
 * @property {[number, number]} [point]
 * @property {number} [district]
 * @property {number} [game]
 * @property {number} [symbol]
 * @property {number} [arrow]
 * @property {number} [seat]
 */
/** @typedef {{tile: string, cell: Cell, rotation: number}} Laid */
/** @typedef {{seat: number|null, piece: string, strength: number, guest: boolean, cell: Cell, segment: number}} Standing */
/** @typedef {{token: string, number: number, seat: number|null, cell?: Cell, segment?: number}} Token */
/**
 * @typedef {object} View what one seat may see (see play/view.py)
 * @property {number|null} seat
 * @property {number} turn
 * @property {number} part
 * @property {string} step
 * @property {number} actor
 * @property {number} on_turn
 * @property {string|null} tile
 * @property {Laid[]} board
 * @property {Standing[]} pieces
 * @property {Token[]} tokens
 * @property {number[]} scores
 * @property {Record<string, number>[]} supply
 * @property {(string|null)[]|null} hand
 * @property {number[]} hand_sizes
 * @property {number} left
 * @property {Record<string, number>} [unseen]
 * @property {Record<string, (number|null)[]>} columns
 */
/**
 * @typedef {object} TableOptions
 * @property {string} preset
 * @property {string[]} expansions
 * @property {string[]} [tiles]
 * @property {Record<string, boolean|number|string>} options
 * @property {number} seats
 * @property {(string|null)[]} bots
 * @property {string} joining
 * @property {boolean} spectators
 * @property {string[]} aids
 * @property {boolean} confirm
 * @property {{kind: string, time: number, increment: number, flag: string}} clock
 */
/** @typedef {{name: string, bot: string|null, out: string|null, kept?: boolean}} Sitting */
/**
 * @typedef {object} Facts what everybody may know of a table
 * @property {string} id
 * @property {TableOptions} options
 * @property {string} rules
 * @property {string[]} tile_sets
 * @property {string} commitment
 * @property {string|null} salt
 * @property {(Sitting|null)[]} seats
 * @property {"open"|"playing"|"over"} status
 * @property {number} version
 * @property {number} updated
 * @property {number} [seat] only among one's own tables
 * @property {boolean} [your_turn] only among one's own tables
 */
/** @typedef {{kind: "takeback"|"end", seat: number, granted: number[], version: number}} Question */
/**
 * @typedef {object} State how things stand
 * @property {Facts} table
 * @property {number} moment
 * @property {number|null} actor
 * @property {number[]} clocks
 * @property {Question|null} question
 * @property {string|null} ended
 * @property {number[]} winners
 * @property {string|null} rematch
 * @property {View} [view]
 * @property {number} [board_from]
 * @property {number} [told] how many events the story has
 * @property {Option[]} [options]
 * @property {boolean} [undo]
 * @property {Option|null} [planned]
 */
/**
 * @typedef {object} GameEvent something that happened, with its sentence
 * @property {string} event
 * @property {number|null} seat
 * @property {string} text
 * @property {string} [feature]
 * @property {boolean} [complete]
 * @property {Cell} [cell]
 * @property {number} [segment]
 * @property {Cell[]} [cells]
 * @property {number[]} [strengths]
 * @property {[string, number, number][]} [lines]
 * @property {number} [points]
 * @property {number[]} [winners]
 * @property {string|null} [tie]
 * @property {string} [tile]
 * @property {string} [name]
 * @property {string} [piece]
 * @property {string} [role]
 * @property {boolean} [plain] whether it is an ordinary follower
 * @property {number} [rotation]
 * @property {[number, number]} [from]
 * @property {[number, number]} [aim]
 * @property {[number, number]} [landing]
 * @property {[number, number]} [rest]
 * @property {[number, number]} [hands]
 * @property {string} [district]
 * @property {string} [sector]
 * @property {number} [icon]
 * @property {number[]} [numbers] the draws behind a throw
 * @property {number} [sheep]
 * @property {number} [gold] only if the token is one's own
 * @property {number[]} [scores]
 */
/** @typedef {{seat: number|null, name: string, text: string, at?: number}} Said */
/**
 * @typedef {object} Feature a feature of the land (see /land)
 * @property {string} kind
 * @property {Spot[]} at
 * @property {number} tiles
 * @property {number} open
 * @property {boolean} complete
 * @property {[number, number][]} [holders]
 * @property {number[]} [owners]
 * @property {number|null} [now]
 * @property {number|null} [full]
 * @property {[string, number, number][]} [lines]
 * @property {string} [tie]
 * @property {[number, number][]} [gets]
 */
/** @typedef {{moment: number, features: Feature[], holes?: Cell[], forecast?: number[], hints?: {finishes: [string, number][], meets: [string, number, number[]][]}[]}} Land */
/** @typedef {{kind: string, outline: string, anchor: [number, number], marks?: Record<string, number>}} SegmentArt */
/**
 * @typedef {object} TileArt
 * @property {string} name
 * @property {number} period
 * @property {string[]} edges what its four sides are, north first
 * @property {[number, number][]} pig where the pig stands in the sectors of a wheel
 * @property {SegmentArt[]} segments
 * @property {[string, number, number, number][]} marks
 * @property {Record<string, string>} pictures
 * @property {Record<string, string>} simple
 */
export {};
