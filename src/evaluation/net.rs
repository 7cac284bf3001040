//! A small network: inputs that are on or off, one layer of squared clipped units, and for each part of the game a weighted
//! sum of them. The shape is that of the networks of chess engines (Nasu, "Efficiently updatable neural-network-based
//! evaluation functions", 2018), but so small that the first layer is summed up afresh for each position.

use std::sync::OnceLock;

/// Units of the hidden layer: two vector registers.
pub const HIDDEN: usize = 32;
/// Parts of the game, each with its own last layer.
pub const PARTS: usize = 4;
/// What a unit is at most.
const ONE: i16 = 128;
/// The weights of the last layer are in these parts of a point.
const FINE: i32 = 16;

/// The weights, as integers, so that every machine computes the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    bias: [i16; HIDDEN],
    inputs: Vec<[i16; HIDDEN]>,
    last: [[i16; HIDDEN]; PARTS],
    constants: [i16; PARTS],
}

impl Net {
    /// The nearest network to weights in units of 1: a unit is clipped to 0 and 1, and the last layer gives points. By input,
    /// by part, and the biases of both layers.
    pub fn rounded(
        bias: &[f32; HIDDEN],
        inputs: &[[f32; HIDDEN]],
        last: &[[f32; HIDDEN]; PARTS],
        constants: &[f32; PARTS],
    ) -> Self {
        let unit = |weight: f32| (weight * f32::from(ONE)).round() as i16;
        let points = |weight: f32| (weight * FINE as f32).round() as i16;
        Self {
            bias: bias.map(unit),
            inputs: inputs.iter().map(|row| row.map(unit)).collect(),
            last: last.map(|row| row.map(points)),
            constants: constants.map(points),
        }
    }

    /// Reads what [`write`](Self::write) writes; `None` if it is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let mut rows = text.lines().map(|line| {
            let numbers: Vec<i16> = line.split_ascii_whitespace().map_while(|number| number.parse().ok()).collect();
            <[i16; HIDDEN]>::try_from(numbers).ok()
        });
        let bias = rows.next()??;
        let mut last = [[0; HIDDEN]; PARTS];
        for row in &mut last {
            *row = rows.next()??;
        }
        let constants = rows.next()??;
        let inputs = rows.collect::<Option<Vec<_>>>()?;
        Some(Self { bias, inputs, last, constants: std::array::from_fn(|part| constants[part]) })
    }

    /// The weights as text, a line a row: bias, last layer by part, its constants (and zeros), then a line for each input.
    pub fn write(&self) -> String {
        let constants = std::array::from_fn(|index| self.constants.get(index).copied().unwrap_or(0));
        let rows = [&self.bias].into_iter().chain(&self.last).chain([&constants]).chain(&self.inputs);
        rows.map(|row: &[i16; HIDDEN]| row.map(|number| number.to_string()).join(" ") + "\n").collect()
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// The first layer with no input on.
    #[inline(always)]
    pub fn sum(&self) -> Sum<'_> {
        Sum { net: self, units: self.bias }
    }
}

/// The first layer with some inputs on.
#[derive(Clone, Debug)]
pub struct Sum<'a> {
    net: &'a Net,
    units: [i16; HIDDEN],
}

impl Sum<'_> {
    /// Switches an input on.
    #[inline(always)]
    pub fn add(&mut self, input: usize) {
        for (unit, weight) in self.units.iter_mut().zip(&self.net.inputs[input]) {
            *unit = unit.saturating_add(*weight);
        }
    }

    /// The points in that part of the game.
    #[inline(always)]
    pub fn points(&self, part: usize) -> i32 {
        let mut sum = 0i32;
        for (&unit, &weight) in self.units.iter().zip(&self.net.last[part]) {
            let unit = unit.clamp(0, ONE);
            // The square, as a part of ONE: it fits in 16 bits like the weight.
            sum += i32::from(unit * unit / ONE) * i32::from(weight);
        }
        (sum / i32::from(ONE) + i32::from(self.net.constants[part])) / FINE
    }
}

/// A network that the binary holds as text, read when it is first wanted.
#[derive(Debug)]
pub struct Stored {
    columns: u8,
    rows: u8,
    text: &'static str,
    net: OnceLock<Option<Net>>,
}

impl Stored {
    /// The network for a board of that extent.
    pub const fn new(columns: u8, rows: u8, text: &'static str) -> Self {
        Self { columns, rows, text, net: OnceLock::new() }
    }

    /// The board that it is for.
    pub fn extent(&self) -> (u8, u8) {
        (self.columns, self.rows)
    }

    /// The network among `stored` for that extent with that many inputs, if there is one.
    pub fn find(stored: &'static [Self], extent: (u8, u8), inputs: usize) -> Option<&'static Net> {
        let fits = stored.iter().find(|stored| (stored.columns, stored.rows) == extent)?;
        let net = fits.net.get_or_init(|| Net::read(fits.text)).as_ref();
        net.filter(|net| net.inputs() == inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> Net {
        let mut last = [[0.0; HIDDEN]; PARTS];
        last[1][0] = 100.0;
        let inputs: Vec<[f32; HIDDEN]> = [0.5, -0.25, 1.5].map(|weight| [weight; HIDDEN]).to_vec();
        Net::rounded(&[0.25; HIDDEN], &inputs, &last, &[0.0, 3.0, 0.0, 0.0])
    }

    #[test]
    fn units_are_clipped_and_squared() {
        let net = net();
        let points = |inputs: &[usize], part| {
            let mut sum = net.sum();
            inputs.iter().for_each(|&input| sum.add(input));
            sum.points(part)
        };
        assert_eq!(points(&[], 1), 9); // 100 x 0.25², and 3
        assert_eq!(points(&[0], 1), 59); // 100 x 0.75², and 3
        assert_eq!(points(&[2], 1), 103);
        assert_eq!(points(&[1, 1], 1), 3);
        assert_eq!(points(&[0], 2), 0);
    }

    #[test]
    fn text_keeps_the_weights() {
        let net = net();
        assert_eq!(Net::read(&net.write()).as_ref(), Some(&net));
        let text = net.write();
        assert_eq!(Net::read(""), None);
        assert_eq!(Net::read(&text[..text.len() / 2 + 1]), None);
        assert_eq!(Net::read(&text.replacen("32", "x", 1)), None);
    }
}
