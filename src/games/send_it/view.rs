//! The views of a position: controlled cells, and the expected ownership at the end of the game.

use crate::board::Bits;
use crate::game::{Color, Drawing, Extras, Mark, Pictures, PlayersPoints, Rules, RulesExt, Stop, View};
use crate::rng::Rng;

use super::rules::{Position, SendIt, drops_allowed};

/// The number of playouts that estimate ownership, and the most moves of each.
const PLAYOUTS: u32 = 100;
const LONGEST: u32 = 2_000;

impl<const N: usize> Pictures for SendIt<N> {
    const VIEWS: &'static [View] = &[
        View { name: "territory", label: "Territory", numbers: false },
        View { name: "control", label: "Control", numbers: true },
        View { name: "ownership", label: "Expected ownership", numbers: true },
    ];

    fn extras(&self, position: &Position<N>) -> Extras {
        let left = drops_allowed(position.stage) - position.dropped;
        Extras { left_in_turn: Some(left.into()), ..Extras::default() }
    }

    fn points_of_players(&self, position: &Position<N>) -> Option<PlayersPoints> {
        Some((self.points(position), Some(self.controlled(position).map(|cells| self.board.vertices(cells)))))
    }

    fn view(&self, position: &Position<N>, name: &str, stop: Stop) -> Drawing {
        match name {
            "territory" => self.territory(position),
            "control" => self.control(position),
            _ => self.ownership(position, stop),
        }
    }
}

impl<const N: usize> SendIt<N> {
    fn territory(&self, position: &Position<N>) -> Drawing {
        let controlled = self.controlled(position);
        let mark = |color: Color| {
            let cells = controlled[color.index()].minus(controlled[(!color).index()]);
            (Mark::Territory(color), self.board.vertices(cells))
        };
        let both = controlled[0] & controlled[1];
        let mut marks = Color::BOTH.map(mark).to_vec();
        marks.push((Mark::Cross, self.board.vertices(both)));
        let [black, white] = self.points(position);
        let komi = self.adjudicate(position);
        let text = format!("Black {black} points, White {white} without komi; with it {komi}");
        Drawing { marks, text, ..Drawing::default() }
    }

    /// 1 for a black and -1 for a white stone, and half of that for an empty cell that the player controls.
    fn control(&self, position: &Position<N>) -> Drawing {
        let controlled = self.controlled(position);
        self.numbers(|cell| {
            let of = |sets: &[Bits<N>; 2]| {
                f32::from(u8::from(sets[0].contains(cell))) - f32::from(u8::from(sets[1].contains(cell)))
            };
            of(&position.stones) + 0.5 * of(&controlled)
        })
    }

    /// The share of playouts in which Black owns each cell at the end, minus the share in which White does.
    fn ownership(&self, position: &Position<N>, stop: Stop) -> Drawing {
        let mut sums = vec![0i32; self.board.shape.bits()];
        let (mut rng, mut playouts) = (Rng::new(1), 0);
        while playouts < PLAYOUTS && (playouts == 0 || !stop()) {
            let mut end = *position;
            for _ in 0..LONGEST {
                let Some(mv) = self.sensible_move(&end, &mut rng) else { break };
                self.play(&mut end, mv);
            }
            let controlled = self.controlled(&end);
            for (sign, owned) in [(1, 0), (-1, 1)].map(|(sign, side)| (sign, end.stones[side] | controlled[side])) {
                owned.iter().for_each(|cell| sums[cell] += sign);
            }
            playouts += 1;
        }
        self.numbers(|cell| sums[cell] as f32 / playouts as f32)
    }

    fn numbers(&self, number: impl Fn(usize) -> f32) -> Drawing {
        let numbers = self.board.cells.iter().map(|cell| (self.board.vertex(cell), number(cell)));
        Drawing { numbers: numbers.collect(), ..Drawing::default() }
    }
}
