//! The evaluation (points, mobility and a network) and move ordering.

use crate::board::Bits;
use crate::evaluation::{Features, Net, Stored};
use crate::game::{Color, Hints, Levels, Rules, Stop, Weighed, both};

use super::jumps::Extent;
use super::rules::{Kangaroo, Move, Position};

/// The features: stones by rank (from the player's side) and file (from the edge); stones that can jump; stones that
/// can be captured; and 1 for the right to move.
const FEATURES: usize = 35;

/// The planes of the network's input, for each player: stones, stones that can jump, stones that can be captured, and
/// reachable vertices. The lead of the player to move follows (a lead of three decides the game), then the number of
/// obligatory moves left.
pub(super) const PLANES: usize = 8;
pub(super) const LEADS: usize = 11;
pub(super) const OBLIGATORY: usize = 6;

/// Networks for some boards, made by `papamu-lab tune`.
pub(super) static NETS: [Stored; 1] = [Stored::new(8, 8, include_str!("nets/8x8.txt"))];

/// For the player to move, then the opponent: stones, stones that can jump, and stones that the other side can capture
/// with its first jump.
type Sights<const N: usize> = [[Bits<N>; 3]; 2];

impl<const N: usize> Hints for Kangaroo<N> {
    /// No futility pruning: one jump may capture so many stones that no lead is safe.
    #[inline]
    fn futility_margin(&self, _: &Position<N>) -> Option<i32> {
        None
    }

    const LEVELS: Levels = Levels {
        nodes: [20, 100, 220, 550, 1_350, 3_000, 9_000, 24_000, 70_000],
        noise: [2_500, 1_290, 800, 380, 165, 112, 90, 10, 0],
        overlooked: [83, 70, 48, 12, 0, 0, 0, 0, 0],
    };

    /// For a stone with very many moves, only some of them, which include the largest captures found.
    fn search_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>) -> bool {
        self.list_moves(position, moves, Extent::SEARCHED)
    }

    /// Captures, then doubling. A resignation comes first if it wins, and last if it does not.
    #[inline]
    fn ordering_score(&self, position: &Position<N>, mv: Move<N>) -> i32 {
        if mv.is_resignation() {
            let wins = self.lead_after_giving(position, usize::from(mv.from)) > 0;
            return if wins { 1_000_000 } else { -1_000_000 };
        }
        let mut after = *position;
        self.play(&mut after, mv);
        10_000 * (self.lead(&after, position.turn) - self.lead(position, position.turn))
    }

    #[inline]
    fn history_index(&self, mv: Move<N>) -> usize {
        usize::from(mv.from) * self.board.shape.bits() + usize::from(mv.to)
    }

    #[inline]
    fn wins_at_once(&self, position: &Position<N>) -> bool {
        self.least_gift(position).is_some_and(|cell| self.lead_after_giving(position, cell) > 0)
    }

    const HAS_TACTICS: bool = true;

    #[inline]
    fn is_tactical(&self, _: &Position<N>, mv: Move<N>) -> bool {
        !mv.captured.is_empty()
    }

    fn tactical_moves(&self, position: &Position<N>, moves: &mut Vec<Move<N>>) {
        self.each_bundle(position, Extent::SEARCHED, |from, captured, landings| {
            if !captured.is_empty() {
                moves.extend(landings.iter().map(|to| Move { from, to: to as u8, captured }));
            }
        });
    }

    /// A player who can win by resigning does so, and games of the engine against itself end with a lead of one point.
    fn expected_lead(&self, _: &Position<N>, winrate: f64) -> Option<f64> {
        Some(2.0 * winrate - 1.0)
    }

    #[inline]
    fn evaluate(&self, position: &Position<N>) -> i32 {
        self.weighed_points(position)
    }

    fn features(&self, position: &Position<N>) -> Features {
        self.weighed_features(position)
    }

    /// Each rank that a stone has advanced from its own side counts one.
    fn progress(&self, position: &Position<N>) -> i32 {
        let steps = |side: Color| -> u32 {
            let counts = self.rows.iter().map(|&row| (position.stones[side.index()] & row).count());
            match side {
                Color::White => counts.zip(0..).map(|(count, steps)| count * steps).sum(),
                Color::Black => counts.rev().zip(0..).map(|(count, steps)| count * steps).sum(),
            }
        };
        steps(position.turn) as i32 - steps(!position.turn) as i32
    }

    fn legal_moves_until(&self, position: &Position<N>, moves: &mut Vec<Move<N>>, stop: Stop) -> Option<()> {
        self.list_moves(position, moves, Extent::All(stop)).then_some(())
    }

    fn count_moves(&self, position: &Position<N>, stop: Stop) -> Option<u64> {
        let mut count = u64::from(self.gifts(position).count());
        let landed = |_, _, landings: Bits<N>| count += u64::from(landings.count());
        self.each_bundle(position, Extent::All(stop), landed).then_some(count)
    }
}

impl<const N: usize> Weighed<FEATURES> for Kangaroo<N> {
    // Made by `papamu-lab tune kangaroo`.
    const WEIGHTS: &'static [[i32; FEATURES]; 2] = &include!("weights.in");

    fn net(&self) -> Option<&Net> {
        self.net.as_deref()
    }

    /// The share of stones captured so far, in 64ths.
    #[inline]
    fn phase(&self, position: &Position<N>) -> i32 {
        let stones = (position.stones[0] | position.stones[1]).count() as i32;
        (64 - 64 * stones / (4 * i32::from(self.board.shape.extent().0))).max(0)
    }

    #[inline(always)]
    fn look(&self, position: &Position<N>, input: impl FnMut(usize)) -> [i32; FEATURES] {
        let sights = self.sights(position);
        let features = self.linear_features(position, &sights);
        self.inputs(position, &sights, input);
        features
    }
}

impl<const N: usize> Kangaroo<N> {
    #[inline]
    fn sights(&self, position: &Position<N>) -> Sights<N> {
        let stones = &position.stones;
        let behind = self.behind(stones);
        let mut starts = Bits::EMPTY; // vertices from which a stone of either player can jump
        for (d, &landings) in behind.iter().enumerate() {
            starts |= self.board.two_steps(landings, (d + 4) % 8);
        }
        both([position.turn, !position.turn], |side| {
            let own = stones[side.index()];
            [own, own & starts, self.targets(stones, !side)]
        })
    }

    /// Calls `on` with each active input of the network, seen with the player to move playing up the board.
    #[inline(always)]
    fn inputs(&self, position: &Position<N>, sights: &Sights<N>, mut on: impl FnMut(usize)) {
        let cells = self.board.shape.bits();
        let turned = position.turn == Color::Black;
        let width = usize::from(self.board.shape.extent().0);
        let behind = self.behind(&position.stones);
        // Captured stones stay on the board, which keeps the vertices that the stones reach cheap.
        let reach = |own: Bits<N>| self.board.fill_by_two_steps(own, &behind).minus(own);
        let planes = sights.iter().flat_map(|&[own, jumpers, targets]| [own, jumpers, targets, reach(own)]);
        for (plane, set) in planes.enumerate() {
            for cell in set {
                // Flip the rows and keep the columns.
                let seen = if turned { cells + 2 * (cell % width) - width - cell } else { cell };
                on(plane * cells + seen);
            }
        }
        let most = LEADS as i32 / 2;
        on(PLANES * cells + (self.lead(position, position.turn).clamp(-most, most) + most) as usize);
        if let Some(left) = position.obligatory {
            on(PLANES * cells + LEADS + usize::from(left).min(OBLIGATORY - 1));
        }
    }

    #[inline]
    fn linear_features(&self, position: &Position<N>, sights: &Sights<N>) -> [i32; FEATURES] {
        let mut features = [0; FEATURES];
        for ((side, sign), [own, jumpers, targets]) in
            [(position.turn, 1), (!position.turn, -1)].into_iter().zip(sights)
        {
            for cell in *own {
                features[usize::from(self.places[side.index()][cell])] += sign;
            }
            features[32] += sign * jumpers.count() as i32;
            features[33] += sign * targets.count() as i32;
        }
        features[34] = 1;
        features
    }

    /// In each direction, the empty vertices just beyond a stone of either colour.
    #[inline]
    fn behind(&self, stones: &[Bits<N>; 2]) -> [Bits<N>; 8] {
        let occupied = stones[0] | stones[1];
        let empty = self.board.cells.minus(occupied);
        self.board.steps_inside(occupied).map(|behind| behind & empty)
    }

    /// The stones that `side` can capture with its first jump.
    #[inline]
    fn targets(&self, stones: &[Bits<N>; 2], side: Color) -> Bits<N> {
        let empty = self.board.empty(stones);
        let (own, enemy) = (stones[side.index()], stones[(!side).index()]);
        let mut targets = Bits::EMPTY;
        for d in 0..8 {
            targets |= self.board.step(own, d) & enemy & self.board.step(empty, (d + 4) % 8);
        }
        targets
    }
}
