//! An exhaustive search of small positions, for the solver.
//!
//! Near the end, proof-number search spends most of its time on its table and on positions that it visits once. A plain
//! search needs a tenth of a microsecond a position there (docs/lab/solving.md): it stores a move as the resulting
//! stones, and its only table is small enough for the processor's cache.

use crate::board::Bits;
use crate::game::{Color, Key, Memo, Verdict, both};

use super::rules::{Konane, Position};

/// Positions with at most this many empty vertices are looked up by the least of their mirror images. Later in the game
/// this costs more than it saves.
pub(super) const MIRRORED: u32 = 10;
/// The largest [`weight`] of a small position. Most positions up to it are settled.
pub(super) const MOST_WEIGHT: u32 = 24;
/// The most positions that a search to settle a position may visit.
pub(super) const MOST_NODES: u64 = 100;
/// The most moves of a small position; hardly any has more.
pub(super) const FEW_MOVES: usize = 24;
/// The most moves of a position in a longer search, which gives up if there are more.
pub(super) const MANY_MOVES: usize = 64;

/// An estimate of the work that a position takes. The player to move can choose, so the opponent's jumps count more
/// (measured in docs/lab/solving.md).
pub(super) fn weight(jumps: u32, replies: u32) -> u32 {
    jumps + 4 * replies
}

/// A move of a position on the path.
struct After<const N: usize> {
    /// The stones after it: the mover's, then the opponent's.
    stones: [Bits<N>; 2],
    /// The number of replies: the move with the least is searched first. [`SEARCHED`] from then on.
    replies: u32,
}

/// Stands for the number of replies of a move whose search has begun. If it has ended, the move did not win.
const SEARCHED: u32 = u32::MAX;

pub(super) struct Search<'a, const N: usize> {
    game: &'a Konane<N>,
    memo: &'a mut Memo,
    /// The most moves that a position may have.
    most_moves: usize,
    /// The number of positions that it may still search.
    pub(super) nodes: u64,
    /// The moves of all positions on the path, without those that the table knows to lose.
    moves: Vec<After<N>>,
}

impl<const N: usize> Konane<N> {
    /// The stones that a single jump of `own` captures, along rows and along columns: those with a stone of `own` on
    /// exactly one side.
    #[inline(always)]
    fn prey(&self, own: Bits<N>, enemy: Bits<N>) -> [Bits<N>; 2] {
        let row = self.board.offset(1) as u32;
        let beside = |by: u32| own.up(by) ^ own.down(by);
        [beside(1) & enemy & self.between[0], beside(row) & enemy & self.between[1]]
    }

    /// The number of jumps over one stone that `own` has, whoever is to move. Correct only if every stone stands on a
    /// vertex of its colour.
    #[inline(always)]
    pub(super) fn count_single_jumps(&self, own: Bits<N>, enemy: Bits<N>) -> u32 {
        let [rows, columns] = self.prey(own, enemy);
        rows.count() + columns.count()
    }

    /// Whether the occupied vertices (one word) and the player to move determine the position. They do on up to 64
    /// vertices if every stone stands on a vertex of its colour.
    #[inline]
    pub(super) fn has_exact_key(&self, position: &Position<N>) -> bool {
        let [black, white] = position.stones;
        N == 1 && (black.minus(self.colors[0]) | white.minus(self.colors[1])).is_empty()
    }

    /// Whether the search applies: the position is past the opening, and its key is exact.
    pub(super) fn is_searchable(&self, position: &Position<N>) -> bool {
        self.has_exact_key(position) && self.removals(position).is_none()
    }
}

impl<'a, const N: usize> Search<'a, N> {
    pub(super) fn new(game: &'a Konane<N>, memo: &'a mut Memo, most_moves: usize, nodes: u64) -> Self {
        // Small positions have three moves on average, so the list hardly ever grows.
        Self { game, memo, most_moves, nodes, moves: Vec::with_capacity(128) }
    }

    /// Whether `side`, which has the stones `own` and is to move, wins; `None` if the search takes too long.
    pub(super) fn wins(&mut self, own: Bits<N>, enemy: Bits<N>, side: Color) -> Option<bool> {
        self.nodes = self.nodes.checked_sub(1)?;
        let first = self.moves.len();
        let wins = self.wins_by(first, own, enemy, side);
        self.moves.truncate(first);
        wins
    }

    /// The same with the moves from `first` on, which are to be listed.
    #[inline(always)]
    fn wins_by(&mut self, first: usize, own: Bits<N>, enemy: Bits<N>, side: Color) -> Option<bool> {
        if let Err(wins) = self.list_all(own, enemy, side) {
            return wins;
        }
        // Most positions need only the first move or two, so the moves are not sorted in advance.
        while let Some(best) = self.moves[first..].iter_mut().min_by_key(|after| after.replies)
            && best.replies != SEARCHED
        {
            best.replies = SEARCHED;
            let [moved, other] = best.stones;
            let wins = self.wins(other, moved, !side)?;
            self.memo.keep(key([moved, other], side), wins);
            if !wins {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Lists the moves of `side`. Fails with `Some(true)` at a move that wins, because it leaves the opponent no reply or the
    /// table knows it, and with `None` if there are too many moves.
    #[inline(always)]
    fn list_all(&mut self, own: Bits<N>, enemy: Bits<N>, side: Color) -> Result<(), Option<bool>> {
        let row = self.game.board.offset(1) as u32;
        let [along_rows, along_columns] = both(self.game.between, |between| enemy & between);
        let mut left = self.most_moves;
        self.list::<true>([own, enemy], side, 1, along_rows, &mut left)?;
        self.list::<false>([own, enemy], side, 1, along_rows, &mut left)?;
        self.list::<true>([own, enemy], side, row, along_columns, &mut left)?;
        self.list::<false>([own, enemy], side, row, along_columns, &mut left)
    }

    /// Lists the jumps along rows or columns (by `step` cells, over `prey`), towards higher or lower cells. `left` is the
    /// number of moves that the position may still have.
    #[inline(always)]
    fn list<const UP: bool>(
        &mut self,
        [own, enemy]: [Bits<N>; 2],
        side: Color,
        step: u32,
        prey: Bits<N>,
        left: &mut usize,
    ) -> Result<(), Option<bool>> {
        let ahead = |set: Bits<N>| if UP { set.up(step) } else { set.down(step) };
        let back = |set: Bits<N>| if UP { set.down(step) } else { set.up(step) };
        for cell in (ahead(own) & prey).minus(back(own)) {
            let mut over = Bits::single(cell);
            let (from, mut taken) = (back(over), over);
            loop {
                let to = ahead(over);
                let stones = [own ^ from ^ to, enemy ^ taken];
                let replies = self.game.count_single_jumps(stones[1], stones[0]);
                if replies == 0 {
                    return Err(Some(true));
                }
                *left = left.checked_sub(1).ok_or(None::<bool>)?;
                match self.memo.wins(key(stones, side)) {
                    Some(false) => return Err(Some(true)),
                    Some(true) => {}
                    None => self.moves.push(After { stones, replies }),
                }
                over = ahead(to);
                if !over.meets(prey) || ahead(over).meets(own) {
                    break;
                }
                taken |= over;
            }
        }
        Ok(())
    }
}

pub(super) fn verdict(wins: bool) -> Verdict {
    if wins { Verdict::Win } else { Verdict::Loss }
}

/// The key of the position after a move of `side`, in the table of the search.
#[inline(always)]
fn key<const N: usize>([moved, other]: [Bits<N>; 2], side: Color) -> Key {
    Key { word: (moved | other).0[0], side: side == Color::Black }
}
