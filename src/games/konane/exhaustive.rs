//! What the solver needs: keys, and an exhaustive search of small positions.
//!
//! Near the end, proof-number search spends most of its time on its table and on positions that it visits once. A plain
//! search needs a tenth of a microsecond a position there (docs/lab/solving.md): it stores a move as the resulting
//! stones, and its only table is small enough for the processor's cache.

use crate::board::Bits;
use crate::game::{Color, Key, Memo, Rules, Solving, Verdict, both};

use super::rules::{Konane, Position};

/// Positions with at most this many empty vertices are looked up by the least of their mirror images. Later in the game
/// this costs more than it saves.
const MIRRORED: u32 = 10;
/// The largest [`weight`] of a small position. Most positions up to it are settled.
const MOST_WEIGHT: u32 = 24;
/// The most positions that a search to settle a position may visit.
const MOST_NODES: u64 = 100;
/// The most moves of a small position; hardly any has more.
const FEW_MOVES: usize = 24;
/// The most moves of a position in a longer search, which gives up if there are more.
const MANY_MOVES: usize = 64;

/// An estimate of the work that a position takes. The player to move can choose, so the opponent's jumps count more
/// (measured in docs/lab/solving.md).
fn weight(jumps: u32, replies: u32) -> u32 {
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

struct Search<'a, const N: usize> {
    game: &'a Konane<N>,
    memo: &'a mut Memo,
    /// The most moves that a position may have.
    most_moves: usize,
    /// The number of positions that it may still search.
    nodes: u64,
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
    fn count_single_jumps(&self, own: Bits<N>, enemy: Bits<N>) -> u32 {
        let [rows, columns] = self.prey(own, enemy);
        rows.count() + columns.count()
    }

    /// Whether the occupied vertices (one word) and the player to move determine the position. They do on up to 64
    /// vertices if every stone stands on a vertex of its colour.
    #[inline]
    fn has_exact_key(&self, position: &Position<N>) -> bool {
        let [black, white] = position.stones;
        N == 1 && (black.minus(self.colors[0]) | white.minus(self.colors[1])).is_empty()
    }

    /// Whether the search applies: the position is past the opening, and its key is exact.
    fn is_searchable(&self, position: &Position<N>) -> bool {
        self.has_exact_key(position) && self.removals(position).is_none()
    }
}

impl<const N: usize> Solving for Konane<N> {
    /// A stone never leaves the vertices of its colour, so the occupied vertices and the player to move determine the
    /// position: on up to 64 vertices the key is exact. Near the beginning, mirror images share a key. If a position
    /// was set up with a stone on a vertex of the other colour, its key is a hash.
    #[inline]
    fn key(&self, position: &Position<N>) -> Key {
        let side = position.turn == Color::White;
        if !self.has_exact_key(position) {
            return Key { word: self.hash(position), side };
        }
        let empty = self.empty(position);
        let word = match empty.count() {
            ..=MIRRORED => self.symmetries.iter().map(|map| empty.image(map).0[0]).min().unwrap_or(empty.0[0]),
            _ => empty.0[0],
        };
        Key { word, side }
    }

    /// By mobility: the more jumps the opponent has, the harder it is to prove a win; the more jumps the player has,
    /// the harder it is to prove a loss. The numbers are squared, because each jump to outlast multiplies the work
    /// (measured in docs/lab/solving.md).
    #[inline]
    fn initial_pn(&self, position: &Position<N>) -> [u32; 2] {
        let [own, enemy] = both([position.turn, !position.turn], |side| position.stones[side.index()]);
        let [own, other] = [self.count_single_jumps(own, enemy), self.count_single_jumps(enemy, own)];
        let missing = |ahead: u32, behind: u32| (1 + 2 * ahead).saturating_sub(behind).max(1).pow(2);
        [missing(other, own), missing(own, other)]
    }

    // With 36 stones, about half of the positions are proven in 200 ms, at least three plies before the search sees the
    // end.
    const LATE: Option<u32> = Some(36);

    /// Settles a position in which few jumps are left, if its key is exact.
    #[inline]
    fn settle(&self, position: &Position<N>, memo: &mut Memo) -> Option<(Verdict, u32)> {
        let side = position.turn;
        let [own, enemy] = both([side, !side], |side| position.stones[side.index()]);
        let weight = weight(self.count_single_jumps(own, enemy), self.count_single_jumps(enemy, own));
        if weight > MOST_WEIGHT || !self.is_searchable(position) {
            return None;
        }
        let mut search = Search::new(self, memo, FEW_MOVES, MOST_NODES);
        let wins = search.wins(own, enemy, side)?;
        // Each move of the winner captures at least one stone.
        let loser = if wins { enemy } else { own };
        Some((verdict(wins), loser.count()))
    }

    /// Searches a position of any weight until `most` positions have been searched or one has more than `MANY_MOVES`
    /// moves. Returns `None` in the opening and if the key is not exact.
    fn exhaust(&self, position: &Position<N>, most: u64, memo: &mut Memo) -> Option<(Option<Verdict>, u64)> {
        if !self.is_searchable(position) {
            return None;
        }
        let side = position.turn;
        let [own, enemy] = both([side, !side], |side| position.stones[side.index()]);
        let mut search = Search::new(self, memo, MANY_MOVES, most);
        let wins = search.wins(own, enemy, side);
        Some((wins.map(verdict), most - search.nodes))
    }
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(game: &'a Konane<N>, memo: &'a mut Memo, most_moves: usize, nodes: u64) -> Self {
        // Small positions have three moves on average, so the list hardly ever grows.
        Self { game, memo, most_moves, nodes, moves: Vec::with_capacity(128) }
    }

    /// Whether `side`, which has the stones `own` and is to move, wins; `None` if the search takes too long.
    fn wins(&mut self, own: Bits<N>, enemy: Bits<N>, side: Color) -> Option<bool> {
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

fn verdict(wins: bool) -> Verdict {
    if wins { Verdict::Win } else { Verdict::Loss }
}

/// The key of the position after a move of `side`, in the table of the search.
#[inline(always)]
fn key<const N: usize>([moved, other]: [Bits<N>; 2], side: Color) -> Key {
    Key { word: (moved | other).0[0], side: side == Color::Black }
}
