//! What the searches ask of a game.

use crate::evaluation::{Looks, UNITS};
use crate::rng::Rng;

use super::Rules;

/// The kind of search that suits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Iterative-deepening alpha-beta; the game should have an [`evaluate`](Hints::evaluate).
    AlphaBeta,
    /// Monte Carlo tree search; the game should have a fast [`playout_move`](Hints::playout_move).
    MonteCarlo,
}

/// How a game's speed is measured.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Options of the game, as for `set_game`.
    pub options: &'static str,
    /// Depth of the perft.
    pub depth: u32,
}

/// A strength below the full one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Nodes, or playouts, a turn.
    pub nodes: u64,
    /// How far the evaluation may be off to either side, in its points.
    pub noise: i32,
}

impl Level {
    /// A level.
    pub const fn new(nodes: u64, noise: i32) -> Self {
        Self { nodes, noise }
    }
}

/// Levels that suit most games.
const LEVELS: [Level; 9] = [
    Level::new(30, 1500),
    Level::new(60, 800),
    Level::new(120, 500),
    Level::new(240, 300),
    Level::new(500, 150),
    Level::new(1_200, 90),
    Level::new(5_000, 30),
    Level::new(25_000, 0),
    Level::new(100_000, 0),
];

/// What identifies a position in a solver's table: a word, and one bit more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The position without its player to move, or a hash.
    pub word: u64,
    /// The player to move.
    pub side: bool,
}

/// What a search may want to know of a game beyond its rules. Only [`ALGORITHM`](Self::ALGORITHM) must be
/// given; the rest has defaults that are right, but slow or ignorant.
pub trait Hints: Rules {
    /// The search that plays the game.
    const ALGORITHM: Algorithm;
    /// How the game's speed is measured.
    const MEASURE: Measure = Measure { options: "", depth: 3 };

    /// Appends the moves that a search looks at, always in the same order: all legal ones but some that are plainly bad, or, where
    /// there are more than can be searched, some. `false` if one that is left out may be better than all of these: then nothing
    /// proves that the player to move loses. That a position may have stood before is not looked at.
    fn search_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> bool {
        self.legal_moves(position, moves);
        true
    }

    /// How good the position looks for the player to move, in points of which 300 are three wins in four, and a thousand or so a
    /// decided game; always between -20,000 and 20,000.
    fn evaluate(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// What [`evaluate`](Self::evaluate) looks at, for learning its weights; nothing where it weighs nothing.
    fn looks(&self, _position: &Self::Position) -> Looks {
        Looks::default()
    }

    /// How many units the networks of its evaluation have.
    const UNITS: usize = UNITS;

    /// What the result of a game counts for learning one turn before the end, two turns before it its square, and so on. Less than 1
    /// where a player can put off the end as long as he likes: then a position is the better the sooner it is won, and the
    /// evaluation leads there.
    const DISCOUNT: f64 = 1.0;

    /// For each symmetry under which a position is worth the same, where it takes each input of the network; for learning.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        Vec::new()
    }

    /// How promising a move looks before it is searched: higher is sooner.
    fn promise(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// How many kinds of moves there are, at least 1.
    fn kinds(&self) -> usize {
        1
    }

    /// The kind of a move, less than [`kinds`](Self::kinds): searches keep statistics by kind, and expect that what was
    /// good is good again in a similar position.
    fn kind(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Whether the player to move wins with his next move. It may be `false` where that is costly to know.
    fn wins_at_once(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether the player to move loses at once unless he does something about it. It may be `false` where that is costly
    /// to know.
    fn is_threatened(&self, _position: &Self::Position) -> bool {
        false
    }

    /// Whether there are moves that change the value of a position so much that none can be judged before they are played
    /// out: captures, above all.
    const FORCING: bool = false;

    /// Whether a move is one of those.
    fn is_forcing(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Appends those moves.
    fn forcing_moves(&self, _position: &Self::Position, _moves: &mut Vec<Self::Move>) {}

    /// A player who is ahead by so much for each ply left is taken to stay ahead, where no move changes more than that.
    const AHEAD: Option<i32> = Some(30);
    /// Late-move reductions: from this place in the order on moves are searched less deep at first, by
    /// 0.3 + ln(depth) · ln(place) / (the second number) plies.
    const REDUCED: (usize, f64) = (3, 1.2);
    /// Late-move pruning: with little depth left only the first so many moves, and as many more as the square of the depth, are
    /// searched.
    const LATE_MOVES: Option<usize> = None;
    /// How much of the history of moves, which goes to 8,192, a point of [`promise`](Self::promise) outweighs.
    const PROMISE_UNIT: i32 = 1;

    /// The levels below full strength, the weakest first: they are to win about one game in five against the next.
    const LEVELS: [Level; 9] = LEVELS;

    /// With so few stones on the board a solver may well prove the position within a move's time. Only for
    /// games of [`NORMAL_PLAY`](Rules::NORMAL_PLAY).
    const LATE: Option<u32> = None;

    /// What a solver's table knows a position by.
    fn key(&self, position: &Self::Position) -> Key {
        Key { word: self.hash(position), side: false }
    }

    /// The first proof and disproof number of a position that has not been searched: about how many positions it takes to prove
    /// that the player to move wins, and that he does not. Each is at least 1. By the evaluation, if nothing better is known.
    fn effort(&self, position: &Self::Position) -> [u32; 2] {
        // 200 points halve the one and double the other (measured: docs/solved.md).
        let ahead = f64::from(self.evaluate(position)) / 200.0;
        [-ahead, ahead].map(|behind| (64.0 * behind.exp2()).clamp(1.0, 65_536.0) as u32)
    }

    /// How many numbers there are for positions with at most so many stones, for tables of endgames
    /// ([`endgames`](crate::endgames)); 0 in a game that has none.
    fn numbers(&self, _stones: u32) -> u64 {
        0
    }

    /// The position's number: those with fewer stones have the lower ones. Positions that are worth the same may share one.
    fn number(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// A position with this number, if one can arise.
    fn numbered(&self, _number: u64) -> Option<Self::Position> {
        None
    }

    /// A legal move, each with the same chance; `None` if the game is over.
    fn random_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        let index = rng.below(moves.len() as u32);
        moves.get(index as usize).copied()
    }

    /// A move for the playouts of a Monte Carlo search: random, but not plainly bad.
    fn playout_move(&self, position: &Self::Position, rng: &mut Rng) -> Option<Self::Move> {
        self.random_move(position, rng)
    }

    /// About how many decisions are left in the turn, this one included: time is shared out among them.
    fn decisions_left(&self, _position: &Self::Position) -> u32 {
        1
    }
}
