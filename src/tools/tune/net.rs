//! The weights of a network that corrects the weighted features.

use crate::evaluation::{HIDDEN, LOGIT, Net, PARTS};
use crate::rng::Rng;

use super::Sample;

/// Times that all samples are gone through.
const EPOCHS: u32 = 16;
/// Samples a step.
const BATCH: usize = 512;
/// The step size at the beginning; it falls to nothing like a cosine.
const RATE: f32 = 0.002;
/// Weights beyond this would not fit in the integers of the network.
const MOST: f32 = 1.9;
/// Of so many samples one is kept apart, to see what was learned.
const APART: usize = 20;

/// A unit's weights.
type Row = [f32; HIDDEN];

/// All weights, in one list of rows: inputs, bias, last layer by part, constants (of which the first [`PARTS`] count). The
/// last layer is in units of the logistic function.
struct Weights {
    rows: Vec<Row>,
    inputs: usize,
}

impl Weights {
    fn zero(inputs: usize) -> Self {
        Self { rows: vec![[0.0; HIDDEN]; inputs + 2 + PARTS], inputs }
    }

    /// Small random weights, the same for the same seed.
    fn random(inputs: usize, rng: &mut Rng) -> Self {
        let mut weights = Self::zero(inputs);
        for (index, row) in weights.rows.iter_mut().enumerate() {
            let size = if index < inputs { 0.15 } else { 0.3 };
            *row = std::array::from_fn(|_| size * (rng.below(20_001) as f32 / 10_000.0 - 1.0));
        }
        *weights.bias_mut() = [0.3; HIDDEN];
        let constants = inputs + 1 + PARTS;
        weights.rows[constants] = [0.0; HIDDEN];
        weights
    }

    fn bias_mut(&mut self) -> &mut Row {
        &mut self.rows[self.inputs]
    }

    /// The units for a sample's inputs before they are clipped.
    fn units(&self, inputs: &[u16]) -> Row {
        let mut units = self.rows[self.inputs];
        for &input in inputs {
            for (unit, weight) in units.iter_mut().zip(&self.rows[usize::from(input)]) {
                *unit += weight;
            }
        }
        units
    }

    fn last(&self, part: usize) -> &Row {
        &self.rows[self.inputs + 1 + part]
    }

    fn output(&self, units: &Row, part: usize) -> f32 {
        let constant = self.rows[self.inputs + 1 + PARTS][part];
        constant
            + units.iter().zip(self.last(part)).map(|(unit, weight)| unit.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>()
    }

    fn rounded(&self) -> Net {
        let points = |row: &Row| row.map(|weight| weight * LOGIT as f32);
        let last = std::array::from_fn(|part| points(self.last(part)));
        let constants = points(&self.rows[self.inputs + 1 + PARTS]);
        let constants = std::array::from_fn(|part| constants[part]);
        Net::rounded(&self.rows[self.inputs], &self.rows[..self.inputs], &last, &constants)
    }
}

/// Learns the network: Adam (Kingma and Ba, 2015) on the cross-entropy, each sample in one of its symmetries at random.
/// `None` where the game has no inputs.
pub fn fit(samples: &[Sample], symmetries: &[Vec<u16>], seed: u64) -> Option<Net> {
    let inputs = symmetries.first().map(Vec::len).filter(|&inputs| inputs > 0)?;
    let mut rng = Rng::new(seed);
    let mut weights = Weights::random(inputs, &mut rng);
    let (mut mean, mut square) = (Weights::zero(inputs), Weights::zero(inputs));
    // The last games are kept apart: positions of one game are alike.
    let (learn, apart) = samples.split_at(samples.len() - samples.len() / APART);
    let mut order: Vec<usize> = (0..learn.len()).collect();
    let steps = EPOCHS as usize * order.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=EPOCHS {
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut gradient = Weights::zero(inputs);
            for &index in batch {
                let symmetry = &symmetries[rng.below(symmetries.len() as u32) as usize];
                loss += descend(&weights, &learn[index], symmetry, &mut gradient);
            }
            step += 1;
            let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            let (m, v) = (1.0 / (1.0 - 0.9f32.powi(step)), 1.0 / (1.0 - 0.999f32.powi(step)));
            let all = weights.rows.iter_mut().zip(&mut mean.rows).zip(&mut square.rows).zip(&gradient.rows);
            for (((weights, mean), square), gradient) in all {
                for unit in 0..HIDDEN {
                    let gradient = gradient[unit] / batch.len() as f32;
                    mean[unit] = 0.9 * mean[unit] + 0.1 * gradient;
                    square[unit] = 0.999 * square[unit] + 0.001 * gradient * gradient;
                    weights[unit] -= rate * mean[unit] * m / ((square[unit] * v).sqrt() + 1e-8);
                    weights[unit] = weights[unit].clamp(-MOST, MOST);
                }
            }
        }
        let mean = |losses: f64, count: usize| losses / count.max(1) as f64;
        let with = apart.iter().map(|sample| loss_of(sample, correction(&weights, sample))).sum();
        let without = apart.iter().map(|sample| loss_of(sample, 0.0)).sum();
        let (loss, with, without) = (mean(loss, learn.len()), mean(with, apart.len()), mean(without, apart.len()));
        log::info!("epoch {epoch}: loss {loss:.5}; apart {with:.5}, without the network {without:.5}");
    }
    Some(weights.rounded())
}

fn correction(weights: &Weights, sample: &Sample) -> f32 {
    weights.output(&weights.units(&sample.looks.inputs), sample.looks.part)
}

/// The chance that the sum of features and network gives.
fn chance(sample: &Sample, correction: f32) -> f64 {
    1.0 / (1.0 + (-(f64::from(sample.looks.points) / LOGIT + f64::from(correction))).exp())
}

fn loss_of(sample: &Sample, correction: f32) -> f64 {
    let (chance, target) = (chance(sample, correction), f64::from(sample.target));
    -(target * chance.max(1e-9).ln() + (1.0 - target) * (1.0 - chance).max(1e-9).ln())
}

/// Adds the gradient at a sample, and returns its loss.
fn descend(weights: &Weights, sample: &Sample, symmetry: &[u16], gradient: &mut Weights) -> f64 {
    let inputs: Vec<u16> = sample.looks.inputs.iter().map(|&input| symmetry[usize::from(input)]).collect();
    let part = sample.looks.part;
    let units = weights.units(&inputs);
    let output = weights.output(&units, part);
    let error = (chance(sample, output) - f64::from(sample.target)) as f32;
    let last = weights.last(part);
    let mut back = [0.0; HIDDEN];
    for unit in 0..HIDDEN {
        let clipped = units[unit].clamp(0.0, 1.0);
        gradient.rows[weights.inputs + 1 + part][unit] += error * clipped * clipped;
        // A clipped unit does not move.
        back[unit] = if clipped == units[unit] { error * last[unit] * 2.0 * clipped } else { 0.0 };
    }
    gradient.rows[weights.inputs + 1 + PARTS][part] += error;
    for row in inputs.iter().map(|&input| usize::from(input)).chain([weights.inputs]) {
        for (sum, back) in gradient.rows[row].iter_mut().zip(&back) {
            *sum += back;
        }
    }
    loss_of(sample, output)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluation::Looks;

    /// The result is that one of two inputs is on, but not both: no weighted sum of them can tell.
    #[test]
    fn learns_what_no_weighted_sum_can() {
        let sample = |number: u32| {
            let inputs: Vec<u16> = (0..2).filter(|input| number >> input & 1 == 1).collect();
            let target = if inputs.len() == 1 { 0.9 } else { 0.1 };
            Sample { looks: Looks { inputs, ..Looks::default() }, target }
        };
        let samples: Vec<Sample> = (0..20_000).map(sample).collect();
        let net = fit(&samples, &[vec![0, 1], vec![1, 0]], 1).unwrap();
        for number in 0..4 {
            let Sample { looks, target } = sample(number);
            let mut sum = net.sum();
            looks.inputs.iter().for_each(|&input| sum.add(usize::from(input)));
            let wanted = (f64::from(target) / (1.0 - f64::from(target))).ln() * LOGIT;
            assert!((f64::from(sum.points(0)) - wanted).abs() < 60.0, "{number}: {} for {wanted}", sum.points(0));
        }
    }
}
