//! The rules: what every game must define.

use std::fmt::Debug;
use std::hash::Hash;

use crate::rng::Rng;

use super::{Color, EndReason, Error, OptionSpec, Outcome, Points, Values};

/// Cancellation callback, polled during long work; `true` means stop.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// The rules of a game with certain options.
///
/// A *move* is one decision: a whole jump, one drop, the end of a turn. A *turn* is everything that a player does
/// before the opponent may move: one move in most games, several if [`turn`](Self::turn) stays the same.
///
/// Functions that take a move expect a legal one and do not check it. [`Notation::read`](super::Notation::read) checks
/// text; to check a move from any other source, look for it in [`legal_moves`](Self::legal_moves).
pub trait Rules: Sized + Clone + Send + Sync + 'static {
    /// Name in commands, such as `send_it`.
    const NAME: &'static str;
    /// Name for people, such as `Send it`: a capital, then lower case.
    const TITLE: &'static str;
    /// Whether a player who cannot move loses, and nothing else decides the game (normal play, in the terms of
    /// combinatorial game theory).
    const NORMAL_PLAY: bool = false;
    /// The game's own options in the order in which they are printed.
    const OPTIONS: &'static [OptionSpec];
    /// Whether the game counts points, so that a game cut short is scored, not drawn.
    const COUNTS_POINTS: bool;
    const HAS_KOMI: bool = false;
    /// Whether a position can occur twice in a game.
    const CAN_REPEAT: bool = true;

    /// Whether every turn is a single move.
    const SINGLE_MOVE_TURNS: bool = true;

    /// What `papamu bench` runs to measure the game: options, as for `set_game`, and the depth of the perft.
    const BENCHMARK: (&'static str, u32) = ("", 3);
    /// The default `max_moves` of matches, for a game that may go on forever between strong players.
    const MATCH_MAX_MOVES: Option<u32> = None;

    /// The board, the player to move, and everything else that determines the legal continuations.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// One decision.
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// The game with these options. Values that are allowed individually need not fit together.
    fn new(values: &Values) -> Result<Self, Error>;

    /// The changes to `values` that give a board of this many columns and rows; by default, of `width` and `height`.
    /// Values out of range are rejected later, when the options are parsed.
    ///
    /// # Errors
    /// If there is no such board: a description of the allowed boards.
    fn resize(_values: &Values, columns: u32, rows: u32) -> Result<Vec<(&'static str, String)>, &'static str> {
        Ok(vec![("width", columns.to_string()), ("height", rows.to_string())])
    }

    /// Sets the komi, which is added to White's score. Games without points ignore it.
    fn set_komi(&mut self, _komi: Points) {}

    fn start(&self) -> Self::Position;

    /// The player to move; after the end of the game, the player who would have moved next.
    fn turn(&self, position: &Self::Position) -> Color;

    /// The result by the game's own rules; `None` while the game goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why the game is over, if it has ended by its own rules.
    fn end_reason(&self, _position: &Self::Position) -> EndReason {
        EndReason::NO_MOVE
    }

    /// The outcome if the game were stopped here, by repetition or a move limit.
    fn adjudicate(&self, _position: &Self::Position) -> Outcome {
        Outcome::Draw
    }

    /// Whether a turn begins here. It is false only between the moves of a turn that has several.
    fn turn_begins(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Appends all legal moves, each once, always in the same order; none if the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// As [`legal_moves`](Self::legal_moves), for positions with so many moves that listing them takes long or needs
    /// too much memory. Returns `None`, with `moves` in any state, if `stop` returns true or there are too many moves.
    fn legal_moves_until(&self, position: &Self::Position, moves: &mut Vec<Self::Move>, _stop: Stop) -> Option<()> {
        self.legal_moves(position, moves);
        Some(())
    }

    /// The number of legal moves; `None` in the same cases.
    fn count_moves(&self, position: &Self::Position, stop: Stop) -> Option<u64> {
        let mut moves = Vec::new();
        self.legal_moves_until(position, &mut moves, stop)?;
        Some(moves.len() as u64)
    }

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move. Hot paths call `clone` and `play` directly, because perft of Kōnane takes 1.8
    /// times as long with this function (measured).
    #[inline]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        let mut after = position.clone();
        self.play(&mut after, mv);
        after
    }

    /// Whether the turn that `mover` was making has ended in this position.
    #[inline(always)]
    fn is_turn_over(&self, position: &Self::Position, mover: Color) -> bool {
        self.turn(position) != mover || self.turn_begins(position)
    }

    /// A uniformly random legal move; `None` if the game is over.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let index = rng.below(moves.len() as u32);
        moves.get(index as usize).copied()
    }

    /// Whether a legal move gives up the turn or the game, as a pass or a resignation does (which ends the game with
    /// [`EndReason::RESIGNATION`]). Random play avoids such moves.
    fn is_passive(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The symmetries of the board that preserve the game, with the identity first: for each, the image of every cell,
    /// as [`Geometry::symmetries`](crate::board::Geometry::symmetries) lists them. Empty in a game without symmetries.
    fn symmetries(&self) -> &[Vec<usize>] {
        &[]
    }

    /// The image of the position under `map`, one of the [`symmetries`](Self::symmetries).
    fn image(&self, position: &Self::Position, _map: &[usize]) -> Self::Position {
        position.clone()
    }

    /// A hash of the position. Equal positions have equal hashes; different positions almost certainly have different
    /// ones.
    fn hash(&self, position: &Self::Position) -> u64;
}
