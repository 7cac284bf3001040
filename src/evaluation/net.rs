//! A small network: binary inputs, one hidden layer of squared clipped units, and one output layer for each part of the
//! game. It has the architecture of NNUE (Nasu, "Efficiently updatable neural-network-based evaluation functions",
//! 2018), but it is so small that the first layer is recomputed for each position.

use std::sync::{Arc, OnceLock};

use crate::board::{Shape, Vertex};

/// Units of the hidden layer, unless a game has more. They fill two 256-bit vector registers.
pub const UNITS: usize = 32;
/// Parts of the game, each with its own last layer.
pub const PARTS: usize = 8;
/// The largest activation of a hidden unit: 1 in fixed point.
const ONE: i16 = 128;
/// Fixed-point scale of the output layer: its weights are in 1/16 of a point.
const FINE: i32 = 16;

/// The weights. They are integers, so that every machine computes the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net<const U: usize = UNITS> {
    bias: [i16; U],
    inputs: Vec<[i16; U]>,
    last: [[i16; U]; PARTS],
    constants: [i16; PARTS],
}

impl<const U: usize> Net<U> {
    /// Reads rounded weights, a row a line: bias, output layer by part, output bias, then the first layer by input. `None` if
    /// the text is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let bias = row(lines.next()?)?;
        let mut last = [[0; U]; PARTS];
        for part in &mut last {
            *part = row(lines.next()?)?;
        }
        let constants = row(lines.next()?)?;
        let inputs = lines.map(row).collect::<Option<Vec<_>>>()?;
        Some(Self { bias, inputs, last, constants })
    }

    /// The first layer without active inputs.
    #[inline(always)]
    pub fn sum(&self) -> Sum<'_, U> {
        Sum { net: self, units: self.bias }
    }
}

/// The numbers of a line, if there are exactly `K`.
fn row<const K: usize>(line: &str) -> Option<[i16; K]> {
    let numbers: Option<Vec<i16>> = line.split_ascii_whitespace().map(|number| number.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// The first layer with some active inputs.
#[derive(Clone, Debug)]
pub struct Sum<'a, const U: usize = UNITS> {
    net: &'a Net<U>,
    units: [i16; U],
}

impl<const U: usize> Sum<'_, U> {
    #[inline(always)]
    pub fn add(&mut self, input: usize) {
        for (unit, weight) in self.units.iter_mut().zip(&self.net.inputs[input]) {
            // No sum of a shipped network saturates, so the order of the inputs does not matter. With a wrapping sum, the
            // compiler changes the order itself, and Kangaroo's search visits half as many nodes a second.
            *unit = unit.saturating_add(*weight);
        }
    }

    /// The network's output in points, for a part of the game.
    #[inline(always)]
    pub fn points(&self, part: usize) -> i32 {
        let mut sum = 0i32;
        for (&unit, &weight) in self.units.iter().zip(&self.net.last[part]) {
            let unit = unit.clamp(0, ONE);
            // The square in units of 1 / ONE fits in 16 bits, as the weight does.
            sum += i32::from(unit * unit / ONE) * i32::from(weight);
        }
        (sum / i32::from(ONE) + i32::from(self.net.constants[part])) / FINE
    }
}

/// A network that is embedded in the program as text and parsed on first use.
#[derive(Debug)]
pub(crate) struct Stored<const U: usize = UNITS> {
    /// The columns and rows of its board.
    pub extent: (u8, u8),
    text: &'static str,
    net: OnceLock<Option<Arc<Net<U>>>>,
}

impl<const U: usize> Stored<U> {
    /// The network for a board of this size.
    pub(crate) const fn new(columns: u8, rows: u8, text: &'static str) -> Self {
        Self { extent: (columns, rows), text, net: OnceLock::new() }
    }

    /// The network in `stored` for a board of this size. On other boards, that of the largest smaller board, stretched: cells
    /// near an edge use the weights of the cells as near to it, and those between use the weights of the middle. On a
    /// `chequered` board, cells of one colour remain so, and a board as odd or even is preferred. The inputs are `planes`, each
    /// with all cells, and `others`.
    pub(crate) fn find(
        stored: &[Self],
        extent: (u8, u8),
        planes: usize,
        others: usize,
        chequered: bool,
    ) -> Option<Arc<Net<U>>> {
        let (width, height) = extent;
        let fits = |(w, h): (u8, u8)| (w, h) == extent || w.min(h) >= LEAST && w <= width && h <= height;
        let is_aligned = |(w, h): (u8, u8)| !chequered || w % 2 == width % 2 && h % 2 == height % 2;
        let fitting = stored.iter().filter(|stored| fits(stored.extent));
        let fitting = fitting.max_by_key(|stored| (is_aligned(stored.extent), stored.extent))?;
        let net = fitting.whole(planes, others)?;
        if fitting.extent == extent {
            return Some(net.clone());
        }
        let [columns, rows, width, height] = [fitting.extent.0, fitting.extent.1, width, height].map(usize::from);
        let cell = |at: usize| {
            place(at / width, height, rows, chequered) * columns + place(at % width, width, columns, chequered)
        };
        let plane = |plane| (0..width * height).map(move |at| plane * columns * rows + cell(at));
        let inputs = (0..planes).flat_map(plane).chain(planes * columns * rows..net.inputs.len());
        Some(Arc::new(Net { inputs: inputs.map(|input| net.inputs[input]).collect(), ..(**net).clone() }))
    }

    /// The network in `stored` for a hexagon of this side. If there is none, that of the nearest side, scaled: each cell uses
    /// the weights of the cell nearest to the same place (the first of equally near ones), multiplied by the ratio of the
    /// numbers of cells. So the same share of occupied cells gives the same sum.
    pub(crate) fn find_hexagon(stored: &[Self], side: u8, planes: usize, others: usize) -> Option<Arc<Net<U>>> {
        let side_of = |stored: &Self| stored.extent.0 / 2 + 1;
        let nearest = stored.iter().min_by_key(|stored| side_of(stored).abs_diff(side))?;
        let net = nearest.whole(planes, others)?;
        let from = side_of(nearest);
        if from == side {
            return Some(net.clone());
        }
        // Places are counted from the centre, in units in which both boards are as large.
        let place = |vertex: &Vertex, own: u8, other: u8| {
            [vertex.column, vertex.row].map(|at| (i32::from(at) + 1 - i32::from(own)) * (i32::from(other) - 1))
        };
        let index = |vertex: &Vertex, side: u8| {
            usize::from(vertex.row) * usize::from(2 * side - 1) + usize::from(vertex.column)
        };
        let [cells, goals] = [from, side].map(|side| Shape::Hexagon { side }.rows().concat());
        let [bits, goal_bits] = [from, side].map(|side| Shape::Hexagon { side }.bits());
        let scaled = |weight: i16| i32::from(weight) * cells.len() as i32 / goals.len() as i32;
        let mut inputs = vec![[0; U]; planes * goal_bits];
        for goal in &goals {
            let [column, row] = place(goal, side, from);
            let distance = |cell: &&Vertex| {
                let [x, y] = place(cell, from, side);
                let (x, y) = (x - column, y - row);
                x * x + y * y - x * y
            };
            let cell = index(cells.iter().min_by_key(distance)?, from);
            for plane in 0..planes {
                inputs[plane * goal_bits + index(goal, side)] = net.inputs[plane * bits + cell]
                    .map(|weight| scaled(weight).clamp(i16::MIN.into(), i16::MAX.into()) as i16);
            }
        }
        inputs.extend_from_slice(&net.inputs[planes * bits..]);
        Some(Arc::new(Net { inputs, ..(**net).clone() }))
    }

    /// The network, if it has `planes` of inputs for its board, and `others`.
    fn whole(&self, planes: usize, others: usize) -> Option<&Arc<Net<U>>> {
        let net = self.net.get_or_init(|| Net::read(self.text).map(Arc::new)).as_ref();
        let (columns, rows) = self.extent;
        let inputs = planes * usize::from(columns) * usize::from(rows) + others;
        let whole = net.filter(|net| net.inputs.len() == inputs);
        debug_assert!(whole.is_some(), "no network of a board of {columns}×{rows}");
        whole
    }
}

/// The fewest columns and rows of a board whose network is stretched: that of Kanga 5×5 loses on 5×9 (docs/lab/strength.md).
const LEAST: u8 = 6;

/// The place on an axis of `to` cells that stands for place `at` on a longer one of `from` cells.
fn place(at: usize, from: usize, to: usize, chequered: bool) -> usize {
    let (half, longer) = (to / 2, from - to);
    let shift = if chequered { longer - longer % 2 } else { longer };
    if at < half {
        at
    } else if at + half >= from {
        // Only on a chequered board, the last place can be one too far: then it is as the last but one.
        if at - shift < to { at - shift } else { to - 2 }
    } else if chequered {
        half - (half + at) % 2
    } else if 2 * at < from {
        (to - 1) / 2
    } else {
        half
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_is_stretched_in_the_middle() {
        let places = |from, to, chequered| (0..from).map(|at| place(at, from, to, chequered)).collect::<Vec<_>>();
        assert_eq!(places(11, 9, false), [0, 1, 2, 3, 4, 4, 4, 5, 6, 7, 8]);
        assert_eq!(places(10, 8, false), [0, 1, 2, 3, 3, 4, 4, 5, 6, 7]);
        assert_eq!(places(12, 10, true), [0, 1, 2, 3, 4, 5, 4, 5, 6, 7, 8, 9]);
        assert_eq!(places(9, 8, true), [0, 1, 2, 3, 4, 5, 6, 7, 6]);
        for (from, to) in [(9, 7), (16, 10), (15, 10), (7, 6)] {
            assert!(places(from, to, true).into_iter().enumerate().all(|(at, place)| at % 2 == place % 2));
        }
    }

    #[test]
    fn the_largest_smaller_board_lends_its_network() {
        let stored: [Stored<1>; 3] = [
            Stored::new(5, 5, "5\n0\n0\n0\n0\n0\n0\n0\n0\n0 0 0 0 0 0 0 0\n"),
            Stored::new(6, 6, "6\n0\n0\n0\n0\n0\n0\n0\n0\n0 0 0 0 0 0 0 0\n"),
            Stored::new(7, 7, "7\n0\n0\n0\n0\n0\n0\n0\n0\n0 0 0 0 0 0 0 0\n"),
        ];
        let lender = |w, h, chequered| Stored::find(&stored, (w, h), 0, 0, chequered).map(|net| net.bias[0]);
        assert_eq!([lender(5, 5, false), lender(8, 8, false), lender(6, 9, false)], [Some(5), Some(7), Some(6)]);
        assert_eq!([lender(8, 8, true), lender(8, 9, true), lender(9, 9, true)], [Some(6), Some(7), Some(7)]);
        assert_eq!([lender(5, 9, false), lender(9, 5, true), lender(4, 4, true)], [None; 3]);
    }

    /// Side 3 from side 2: the centre and the corners have the weights of those of side 2, and a third of their size, as there
    /// are 19 cells instead of 7.
    #[test]
    fn a_hexagon_is_scaled() {
        let rows: String = (0..9).map(|cell| format!("{}\n", 19 * cell)).collect();
        let text: &'static str = format!("5\n0\n0\n0\n0\n0\n0\n0\n0\n0 0 0 0 0 0 0 0\n{rows}77\n").leak();
        let stored = [Stored::<1>::new(3, 3, text)];
        let inputs = |side| Stored::find_hexagon(&stored, side, 1, 1).map(|net| net.inputs.clone());
        assert_eq!(inputs(2).map(|inputs| inputs[8]), Some([19 * 8]));
        let scaled: Vec<i16> = inputs(3).unwrap().concat();
        assert_eq!((scaled.len(), scaled[12], scaled[25]), (26, 7 * 4, 77));
        assert_eq!([0, 2, 10, 14, 22, 24].map(|corner| scaled[corner]), [0, 1, 3, 5, 7, 8].map(|cell| 7 * cell));
        // Cells between two have the weights of the first.
        assert_eq!(scaled[5..9], [3, 0, 4, 1].map(|cell| 7 * cell));
    }
}
