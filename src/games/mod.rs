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
//! | `eval.rs` | [`Searchable`](crate::game::Searchable) | hints for search, tuning and the solver; everything has a default |
//! | `view.rs` | [`Views`](crate::game::Views) | pictures for `show` and GoGui, further fields of `state`; none by default |
//! | `about.rs` | [`About`](crate::game::About), a constant of `Views` | what front ends show people: the rules in words, diagrams as positions, colours; a wooden board without text by default |
//! | `lessons.txt` | [`Lesson`](crate::game::Lesson), a text in `About` | positions, each with a task for one turn and a [`LessonGoal`](crate::game::LessonGoal) that the engine checks; none by default |
//!
//! Black is `x` in diagrams and position strings, which begin with the top row; row 1 is at the bottom. In all four games Black
//! moves first, and in Kangaroo Black's stones begin at the top.
//!
//! 1. *Rules and notation.* A value of the game holds its options and the tables of its board. A `Position` is plain data. It
//!    contains everything that determines the legal continuations, and nothing else, because two positions that compare
//!    equal count as a repetition. Geometry, sets of cells and fills are in [`board`](crate::board).
//! 2. *Registry.* [`Entry::of`](crate::registry::Entry::of) makes the entry of a game that is one type. Of a game that has
//!    several widths of bitboards, and a function `shape_of`, `on_bitboards!` picks the narrowest that holds the board.
//! 3. *Evaluation.* `features` returns the inputs of the evaluation; `papamu-lab tune` learns the weights and writes them to `weights.in`.
//! 4. *Tests.* Call the suite of `tests/all/conformance.rs` for it; add rows to `tests/data/perft.tsv`, preferably counted
//!    by another program, and add a slow, obvious version of the rules to `tests/all/reference`.
//! 5. *Documentation.* Describe the rules and options in `protocol.md`, and add a paragraph to the README.
//!
//! `tests/all/clobber.rs` is a complete example: a game in one file of 110 lines that runs through the registry, the
//! conformance suite, the protocol and the solver. `tests/all/breakthrough.rs` also describes itself to front ends.

mod kanga;
mod kangaroo;
mod konane;
mod send_it;

pub use kanga::Kanga;
pub use kangaroo::Kangaroo;
pub use konane::Konane;
pub use send_it::SendIt;
