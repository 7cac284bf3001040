//! The rules: what every game must tell.

use std::fmt::Debug;
use std::hash::Hash;

use crate::rng::Rng;

use super::{Color, EndReason, OptionError, OptionSpec, Outcome, Points, Values};

/// Cancellation callback, polled during long work; `true` means stop.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// What `papamu bench` measures a game by.
#[derive(Clone, Copy, Debug)]
pub struct Benchmark {
    /// Options of the game, as for `set_game`.
    pub options: &'static str,
    /// Depth of the perft.
    pub depth: u32,
}

/// The rules of a game, its options set.
///
/// A *move* is one decision: a whole jump, one drop, the end of a turn. A *turn* is what one player does
/// before the other may: one move in most games, several where [`turn`](Self::turn) stays the same.
///
/// Functions that take a move expect a legal one: they never check. Legality of text is checked by
/// [`Notation::read`](super::Notation::read), of anything else by looking into [`legal_moves`](Self::legal_moves).
pub trait Rules: Sized + Clone + Send + Sync + 'static {
    /// Name in commands, such as `send_it`.
    const NAME: &'static str;
    /// Name for people, such as `Send it`: a capital, then lower case.
    const TITLE: &'static str;
    /// Whether a player who cannot move loses, and nothing else decides the game (normal play, in the terms of combinatorial
    /// game theory).
    const NORMAL_PLAY: bool = false;
    /// The game's own options in the order in which they are printed.
    const OPTIONS: &'static [OptionSpec];
    /// Whether the game counts points, so that a game cut short is scored and not drawn.
    const COUNTS_POINTS: bool;
    /// Whether a position can come back in the same game.
    const CAN_REPEAT: bool = true;

    /// What the game's speed is measured by.
    const BENCHMARK: Benchmark = Benchmark { options: "", depth: 3 };
    /// The `max_moves` of matches, for a game that strong players may never end.
    const MATCH_MAX_MOVES: Option<u32> = None;

    /// Board, player to move, and all else that decides what may follow.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// One decision.
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// The game with these options.
    ///
    /// # Errors
    /// [`OptionError`] where values that are allowed singly do not go together.
    fn new(values: &Values) -> Result<Self, OptionError>;

    /// The options that make a board of this many columns and rows out of `values`. Values out of range are refused later,
    /// by the options themselves.
    ///
    /// # Errors
    /// There is no such board: what boards there are, in words.
    fn resize(values: &Values, columns: u32, rows: u32) -> Result<Vec<(&'static str, String)>, &'static str>;

    /// Sets the points that are added to White's score. Games that count no points ignore it.
    fn set_komi(&mut self, _komi: Points) {}

    /// The position a game starts from.
    fn start(&self) -> Self::Position;

    /// The player to move; after the end of the game, the player who would have moved next.
    fn turn(&self, position: &Self::Position) -> Color;

    /// How the game ended by its own rules; `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Why a game is over that has ended by its own rules.
    fn end_reason(&self, position: &Self::Position) -> EndReason;

    /// The outcome if the game were stopped here, by repetition or a move limit.
    fn adjudicate(&self, _position: &Self::Position) -> Outcome {
        Outcome::Draw
    }

    /// Whether a turn begins here: true but for the later moves of a turn that has several.
    fn turn_begins(&self, _position: &Self::Position) -> bool {
        true
    }

    /// Appends all legal moves, each once, always in the same order; none if the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The number of legal moves.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves.len() as u64
    }

    /// As [`legal_moves`](Self::legal_moves), for positions with so many moves that listing them takes long, or more
    /// memory than there is: `None`, with the list in any state, once `stop` says so or there are too many.
    fn legal_moves_until(&self, position: &Self::Position, moves: &mut Vec<Self::Move>, _stop: Stop) -> Option<()> {
        self.legal_moves(position, moves);
        Some(())
    }

    /// As [`count_moves`](Self::count_moves), with the same escape.
    fn count_moves_until(&self, position: &Self::Position, _stop: Stop) -> Option<u64> {
        Some(self.count_moves(position))
    }

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position after a legal move. The hot paths clone and play by themselves: perft of Kōnane takes 1.8 times as long
    /// with this (measured).
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

    /// A legal move, each with the same chance; `None` if the game is over.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let index = rng.below(moves.len() as u32);
        moves.get(index as usize).copied()
    }

    /// Whether a legal move gives up the turn or the game, as a pass or a resignation does: random play leaves these out.
    fn is_passive(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a move ends the game at the will of the player who makes it.
    fn is_resignation(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The ways to turn and mirror the board that change nothing in the game, the first of which moves no cell: for each
    /// cell where it goes, as [`Geometry::symmetries`](crate::board::Geometry::symmetries) lists them. Empty in a game that
    /// has none.
    fn symmetries(&self) -> &[Vec<usize>] {
        &[]
    }

    /// The position with every cell where `map`, one of the [`symmetries`](Self::symmetries), takes it.
    fn image(&self, position: &Self::Position, _map: &[usize]) -> Self::Position {
        position.clone()
    }

    /// All [images](Self::image) of a position, itself first.
    fn images<'a>(&'a self, position: &'a Self::Position) -> impl Iterator<Item = Self::Position> + 'a {
        let others = self.symmetries().iter().skip(1).map(|map| self.image(position, map));
        std::iter::once(position.clone()).chain(others)
    }

    /// The same one for all [images](Self::images) of a position: the one with the least [`hash`](Self::hash).
    fn standard_image(&self, position: &Self::Position) -> Self::Position {
        self.images(position).min_by_key(|image| self.hash(image)).unwrap_or_else(|| position.clone())
    }

    /// A key of the position: equal positions have equal keys, others almost surely not.
    fn hash(&self, position: &Self::Position) -> u64;

    /// The number of stones of Black and of White on the board.
    fn stones(&self, position: &Self::Position) -> [u32; 2];
}
