/**
 * The data in the engine's replies that the page uses. protocol.md documents every field.
 *
 * @typedef {"black" | "white"} Color
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {number} column
 * @property {number} row
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} Turn
 * @property {Color} player
 * @property {string | null} text
 * @property {string[]} clicks
 * @property {string | null} from
 * @property {string | null} to
 * @property {string[]} dropped
 * @property {string[]} captured
 * @property {string[]} [recoloured] stones that changed colour; missing in games stored by earlier versions
 * @property {string[]} [blocked] cells that became blocked; missing there, too
 *
 * @typedef {object} Score
 * @property {{black: number, white: number}} points
 * @property {{black: string[], white: string[]} | null} controlled
 *
 * @typedef {object} GameResult
 * @property {string} text
 * @property {Color | null} winner
 * @property {number | null} margin
 * @property {string} sentence
 *
 * @typedef {object} State
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string | number>} options
 * @property {number} komi
 * @property {string} position
 * @property {"square" | "hexagon"} cell_shape
 * @property {Cell[]} cells
 * @property {{black: string[], white: string[]}} stones
 * @property {{black: string[], white: string[]}} stones_now
 * @property {string[]} blocked cells that are neither empty nor hold a stone
 * @property {{black: number, white: number}} captured
 * @property {Color} to_move
 * @property {number} turn_number
 * @property {string[]} clicks of the turn
 * @property {string[]} unfinished those of the move that is not complete
 * @property {string[]} taken
 * @property {number | null} left_in_turn the moves left in this turn, in games that limit them
 * @property {number | null} turns_in_a_row while the opponent cannot move
 * @property {string[]} legal_clicks
 * @property {string[]} legal_ends
 * @property {{token: string, result: string, winner: Color | null}[]} resignations that the rules of the game allow
 * @property {string[]} winning the cells that have won the game
 * @property {string} instruction
 * @property {{black: Turn | null, white: Turn | null}} last_turns
 * @property {Score | null} score
 * @property {GameResult | null} result
 * @property {number} turns_played
 *
 * @typedef {object} GameOption
 * @property {string} key
 * @property {"number" | "word"} kind
 * @property {number | null} min
 * @property {number | null} max
 * @property {boolean} zero
 * @property {string[]} words
 * @property {string | number} default
 * @property {{option: string, value: string | number, default: string | number}[]} other_defaults
 * @property {string} allowed
 * @property {string} help
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {GameOption[]} options
 * @property {boolean} has_komi whether the komi counts
 * @property {string} display_name
 * @property {string} tagline
 * @property {string} credit
 * @property {string[]} rules
 * @property {{name: string, options: string}[]} presets boards that people play on
 * @property {string} study the options of a small board that is solved at once; empty if there is none
 * @property {Diagram[]} diagrams
 * @property {LessonInfo[]} lessons
 * @property {number[]} puzzles how many there are of each grade
 * @property {Palette} palette
 * @property {string} blocked what a blocked cell is called; empty if there is none
 *
 * @typedef {object} Diagram
 * @property {string} caption
 * @property {"square" | "hexagon"} cell_shape
 * @property {Cell[]} cells
 * @property {{black: string[], white: string[]}} stones
 * @property {string[]} blocked
 * @property {string[]} choices
 * @property {string[]} turn
 * @property {string[]} path
 * @property {string[]} captured
 *
 * @typedef {object} LessonInfo
 * @property {string} title
 * @property {string} text
 * @property {string} task
 * @property {string} solution a turn in whole style
 *
 * @typedef {State & {reached: boolean | null, sentence: string}} LessonState
 *
 * @typedef {object} LineTurn
 * @property {Color} player
 * @property {string} turn in whole style
 *
 * @typedef {LessonState & {grade: number, seed: number, task: string, depth: number, hint: string[], line: LineTurn[]}} PuzzleState
 *
 * @typedef {{[name: string]: string | number | null | Palette}} Palette
 *
 * @typedef {object} VariationTurn
 * @property {Color} player
 * @property {string[]} tokens
 * @property {string[]} clicks
 *
 * @typedef {object} Report
 * @property {number} nodes
 * @property {number} nodes_per_second
 * @property {number} depth
 * @property {number} winrate of the player to move, from 0 to 1
 * @property {"win" | "loss" | null} proven
 * @property {Line[]} moves best first
 *
 * @typedef {object} Line
 * @property {string} move
 * @property {number} winrate
 * @property {number | null} score the expected lead in points, in games that count them
 * @property {"win" | "loss" | null} proven
 * @property {number | null} win_in
 * @property {number | null} loss_in
 * @property {VariationTurn[]} pv
 *
 * @typedef {object} Choice
 * @property {string} move
 * @property {Turn | null} turn
 * @property {VariationTurn[]} pv
 *
 * @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Verdict
 * @typedef {"win" | "draw" | "loss"} Proven
 *
 * @typedef {object} TurnReview What the engine says of a turn; values are those of its player.
 * @property {Color} player
 * @property {string} played
 * @property {number} winrate_before from 0 to 1
 * @property {number} winrate_after
 * @property {Proven | null} proven_before
 * @property {Proven | null} proven_after
 * @property {number | null} accuracy in per cent; null where the game was decided
 * @property {Verdict} verdict
 * @property {Proven | null} gave_away the proven result that the turn gave away
 * @property {string} best the best turn
 * @property {VariationTurn[]} pv the line that begins with it
 *
 * @typedef {object} SolvedMove
 * @property {string} move
 * @property {Proven | "unknown"} result for the player to move
 * @property {number | null} distance the turns to the end, if they are proven
 *
 * @typedef {object} Solution
 * @property {Proven | "unknown"} result for the player to move
 * @property {SolvedMove[]} moves best first
 */

export {};
