//! The rules: what only the author of a game knows.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::board::{Board, Symmetry, Vertex};
use crate::rng::{Rng, mix};

use super::{About, Color, Content, Effects, EndReason, Error, OptionSpec, Outcome, Values};

/// Cancellation callback, polled during long work; `true` means stop.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// A set of cells on a game's board.
pub type Set<G> = <<G as Rules>::Board as Board>::Set;

/// The stones of Black and of White on a game's board.
pub type Stones<G> = [Set<G>; 2];

/// The rules of a game with certain options.
///
/// A *move* is one decision: a whole jump, one drop, the end of a turn. A *turn* is everything that a player does
/// before the opponent may move: one move in most games, several if [`turn`](Self::turn) stays the same.
///
/// Functions that take a move expect a legal one and do not check it. [`Notation::read`](super::Notation::read) checks
/// text; to check a move from any other source, look for it in [`legal_moves`](Self::legal_moves).
pub trait Rules: Sized + Clone + Send + Sync + 'static {
    /// Name in commands, such as `send_it`. Its name for people follows from it: `Send it`.
    const NAME: &'static str;
    /// The game's own options in the order in which they are printed.
    const OPTIONS: &'static [OptionSpec];
    /// What the game says about itself: rules in words, diagrams, lessons and colours.
    const ABOUT: About = About::PLAIN;

    /// The tables of the board.
    type Board: Board;
    /// The board, the player to move, and everything else that determines the legal continuations.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    type Move: Copy + PartialEq + Debug + Send + Sync;

    /// The game with these options. Values that are allowed individually need not fit together.
    fn new(values: &Values) -> Result<Self, Error>;

    fn board(&self) -> &Self::Board;

    fn start(&self) -> Self::Position;

    /// The player to move; after the end of the game, the player who would have moved next.
    fn turn(&self, position: &Self::Position) -> Color;

    /// Whether a turn begins here. It is false only between the moves of a turn that has several.
    fn turn_begins(&self, _position: &Self::Position) -> bool {
        true
    }

    /// The result by the game's own rules, and its reason; `None` while the game goes on. It may end in the middle of a
    /// turn.
    fn end(&self, position: &Self::Position) -> Option<(Outcome, EndReason)>;

    /// The outcome if the game were stopped here, by repetition or a move limit, in a game that counts points. A game
    /// without points is then drawn. If komi counts, it is [`Values::komi`].
    fn score(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// Appends all legal moves, each once, always in the same order; none if the game is over.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The cells to click for a legal move, in order; empty for a pass. In the middle of a turn, clicking the last cell
    /// again usually ends it.
    fn clicks(&self, position: &Self::Position, mv: Self::Move) -> Vec<Vertex>;

    fn stones(&self, position: &Self::Position) -> Stones<Self>;

    /// The position with these stones at the beginning of an ordinary turn, if it can arise.
    fn with_stones(&self, stones: Stones<Self>, turn: Color) -> Result<Self::Position, Error>;

    /// The cells that are neither empty nor hold a stone, such as burnt ones.
    fn blocked(&self, _position: &Self::Position) -> Set<Self> {
        self.board().set(&[])
    }

    /// As [`with_stones`](Self::with_stones), with [`blocked`](Self::blocked) cells.
    fn with_blocked(&self, stones: Stones<Self>, blocked: Set<Self>, turn: Color) -> Result<Self::Position, Error> {
        match self.board().count(&blocked) {
            0 => self.with_stones(stones, turn),
            _ => Err(Error::syntax("this game has no blocked cells")),
        }
    }

    /// The image of a position under one of the [`symmetries`](Board::symmetries) of the board. A game whose positions hold
    /// more than stones, blocked cells and the player to move defines it.
    fn image(&self, position: &Self::Position, symmetry: &Symmetry) -> Self::Position {
        let image = |set: &Set<Self>| self.board().image(set, symmetry);
        let (stones, blocked) = (self.stones(position), image(&self.blocked(position)));
        self.with_blocked([image(&stones[0]), image(&stones[1])], blocked, self.turn(position))
            .unwrap_or_else(|_| position.clone())
    }
}

/// What follows from the rules of any game.
pub trait RulesExt: Rules {
    /// The result by the game's own rules; `None` while the game goes on.
    #[inline(always)]
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        self.end(position).map(|(outcome, _)| outcome)
    }

    /// The outcome if the game were stopped here.
    #[inline]
    fn adjudicate(&self, position: &Self::Position) -> Outcome {
        self.score(position).unwrap_or(Outcome::Draw)
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.board().symmetries()
    }

    /// Whether the game counts points, so that a game cut short is scored, not drawn.
    fn counts_points(&self) -> bool {
        self.score(&self.start()).is_some()
    }

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

    /// A hash of the position, the same in every run. Different positions almost certainly have different ones.
    #[inline(always)]
    fn hash(&self, position: &Self::Position) -> u64 {
        let mut hasher = MixHasher(SEED);
        Hash::hash(position, &mut hasher);
        hasher.0
    }

    fn stone_counts(&self, position: &Self::Position) -> [u32; 2] {
        self.stones(position).map(|set| self.board().count(&set))
    }

    /// What is on each cell, in the order of [`Shape::rows`](crate::board::Shape::rows).
    fn contents(&self, position: &Self::Position) -> Vec<(Vertex, Content)> {
        let (board, [black, white], blocked) = (self.board(), self.stones(position), self.blocked(position));
        let mut contents = Vec::new();
        for vertex in board.shape().rows().concat() {
            let content = match () {
                () if board.contains(&black, vertex) => Content::Stone(Color::Black),
                () if board.contains(&white, vertex) => Content::Stone(Color::White),
                () if board.contains(&blocked, vertex) => Content::Blocked,
                () => Content::Empty,
            };
            contents.push((vertex, content));
        }
        contents
    }

    fn effects(&self, position: &Self::Position, mv: Self::Move) -> Effects {
        let after = self.contents(&self.after(position, mv));
        let mut changes = Vec::new();
        for ((vertex, before), (_, after)) in self.contents(position).into_iter().zip(after) {
            if before != after {
                changes.push((vertex, before, after));
            }
        }
        Effects::of(self.turn(position), &self.clicks(position, mv), &changes)
    }

    /// Whether two positions have the same stones and blocked cells.
    fn looks_like(&self, one: &Self::Position, other: &Self::Position) -> bool {
        self.stones(one) == self.stones(other) && self.blocked(one) == self.blocked(other)
    }

    /// Whether a legal move gives up the turn or the game: it begins a turn and leaves the board as it is, or is a
    /// resignation that belongs to the rules. Random play avoids such moves.
    fn is_passive(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let after = self.after(position, mv);
        self.turn_begins(position) && self.looks_like(position, &after)
            || self.end(&after).is_some_and(|(_, reason)| reason == EndReason::RESIGNATION)
    }

    /// A uniformly random legal move; `None` if the game is over.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves.get(rng.below(moves.len() as u32) as usize).copied()
    }
}

impl<G: Rules> RulesExt for G {}

/// Any number that is not small: the hash of a small number must not be the same number mixed.
const SEED: u64 = 0x5eed_0f9a_9a3d_0c5b;

/// Mixes every number that is written into one. Unlike the standard library's hashers, it gives the same results on
/// every machine and in every version, and is fast.
#[derive(Default)]
pub(crate) struct MixHasher(u64);

impl Hasher for MixHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline(always)]
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }

    #[inline(always)]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline(always)]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
