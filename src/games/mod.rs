//! The games.
//!
//! # Adding a game
//!
//! A game is one folder here and one line in [`GAMES`](crate::registry::GAMES); nothing else has to change. The folder
//! implements these traits of [`game`](crate::game), usually one file each:
//!
//! | file | traits | what it holds |
//! |---|---|---|
//! | `rules.rs` | [`Rules`](crate::game::Rules) | name, options, the position, moves, symmetries, when the game is over and who has won |
//! | `notation.rs` | [`Notation`](crate::game::Notation) | the text of moves and positions |
//! | `eval.rs` | [`Ordering`](crate::game::Ordering), [`Evaluation`](crate::game::Evaluation), [`Solving`](crate::game::Solving), [`SmallPositions`](crate::game::SmallPositions) | hints for search, tuning and the solver; everything has a default |
//! | `view.rs` | [`Views`](crate::game::Views) | pictures for `show` and GoGui, further fields of `state`; none by default |
//! | `about.rs` | [`About`](crate::game::About), a constant of `Views` | what front ends show people: the rules in words, diagrams as positions, colours; a wooden board without text by default |
//! | `lessons.rs` | [`Lesson`](crate::game::Lesson), a list in `About` | positions, each with a task for one turn and a [`LessonGoal`](crate::game::LessonGoal) that the engine checks; none by default |
//!
//! The documentation of the folder's `mod.rs` states the rules in words. Black is `x` in diagrams and position strings, which begin
//! with the top row; row 1 is at the bottom. In all four games Black moves first, and in Kangaroo Black's stones begin at the top.
//!
//! 1. *Rules.* A value of the game holds its options and the tables of its board. A `Position` is plain data. It
//!    contains everything that determines the legal continuations, and nothing else, because two positions that compare
//!    equal count as a repetition. Geometry, sets of cells and fills are in [`board`](crate::board). A move is one
//!    decision: if a turn has several, `turn` stays the same and `turn_begins` is false between them. `play` does not
//!    check legality. `legal_moves` lists each move once, always in the same order, and lists none when `outcome`
//!    returns a result. `symmetries` and `image` let the solver use one key for mirror images.
//! 2. *Notation.* If a position is stones plus a player to move, and a move is one click or a sequence of clicks, the
//!    game only states its board, its stones and the clicks of a move. Diagrams, position strings, and the parsing and
//!    printing of moves are derived from these.
//! 3. *Registry.* [`Entry::of`](crate::registry::Entry::of) makes the entry of a game that is one type. A game
//!    on bitboards has several widths and implements [`OnBitboards`](crate::game::OnBitboards); `on_bitboards!` picks the
//!    narrowest width that holds the board.
//! 4. *Evaluation.* `features` returns the inputs of the evaluation; `papamu-lab tune` learns the weights and writes them to `weights.in`.
//! 5. *Tests.* Call the suite of `tests/all/conformance.rs` for it; add rows to `tests/data/perft.tsv`, preferably counted
//!    by another program, and add a slow, obvious version of the rules to `tests/all/reference`.
//! 6. *Documentation.* Describe the rules and options in `protocol.md`, and add a paragraph to the README.
//!
//! `tests/all/clobber.rs` is a complete example: a game in one file of 130 lines that runs through the registry, the
//! conformance suite, the protocol and the solver. `tests/all/breakthrough.rs` also describes itself to front ends.

mod kanga;
mod kangaroo;
mod konane;
mod send_it;

pub use kanga::Kanga;
pub use kangaroo::Kangaroo;
pub use konane::Konane;
pub use send_it::SendIt;
