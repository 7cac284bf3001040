//! Trains the network that is added to the weighted features.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

use papamu::evaluation::{LOGIT, PARTS};
use papamu::rng::{Rng, mix};
use papamu::system::threads::help;

use super::Sample;

/// Networks trained on the games; the final one is trained on their mean (distillation).
const TEACHERS: usize = 4;
/// Passes through all samples.
const EPOCHS: u32 = 16;
/// Samples in a gradient step.
const BATCH: usize = 512;
/// The learning rate at the start; it falls to zero along a cosine.
const RATE: f32 = 0.002;
/// The largest weight: larger ones do not fit in the network's integers (quantisation).
const MOST: f32 = 1.9;
/// One sample in this many is held out for validation.
const APART: usize = 20;

/// A weight for each unit.
type Row = Vec<f32>;

/// All weights as rows: inputs, bias, last layer for each part of the game, constants (of which the first [`PARTS`] are used). The
/// last layer is in logits.
struct Weights {
    rows: Vec<Row>,
    inputs: usize,
}

impl Weights {
    fn zero(inputs: usize, units: usize) -> Self {
        Self { rows: vec![vec![0.0; units]; inputs + 2 + PARTS], inputs }
    }

    /// Small random weights, the same for the same seed.
    fn random(inputs: usize, units: usize, rng: &mut Rng) -> Self {
        let mut weights = Self::zero(inputs, units);
        for (index, row) in weights.rows.iter_mut().enumerate() {
            let size = if index < inputs { 0.15 } else { 0.3 };
            row.fill_with(|| size * (rng.below(20_001) as f32 / 10_000.0 - 1.0));
        }
        weights.rows[inputs].fill(0.3);
        weights.rows[inputs + 1 + PARTS].fill(0.0);
        weights
    }

    /// The hidden units for a sample's inputs before they are clipped.
    fn units(&self, inputs: &[u16]) -> Row {
        let mut units = self.rows[self.inputs].clone();
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

    fn constants(&self) -> &[f32] {
        &self.rows[self.inputs + 1 + PARTS][..PARTS]
    }

    fn output(&self, units: &[f32], part: usize) -> f32 {
        let squares = units.iter().zip(self.last(part)).map(|(unit, weight)| unit.clamp(0.0, 1.0).powi(2) * weight);
        self.constants()[part] + squares.sum::<f32>()
    }

    fn write(&self) -> String {
        let line = |row: &[f32], scale: f32| {
            let rounded = |weight: &f32| ((weight * scale).round() as i16).to_string();
            row.iter().map(rounded).collect::<Vec<_>>().join(" ") + "\n"
        };
        // The fixed point of `papamu::evaluation::Net`: units in 1/128, points in 1/16.
        let (unit, points) = (128.0, 16.0 * LOGIT as f32);
        let mut text = line(&self.rows[self.inputs], unit);
        (0..PARTS).for_each(|part| text += &line(self.last(part), points));
        text += &line(self.constants(), points);
        self.rows[..self.inputs].iter().for_each(|row| text += &line(row, unit));
        text
    }
}

/// Trains a network with these numbers of inputs and hidden units on samples of games, and returns its text, as an evaluation reads
/// it.
///
/// A network trained on games depends much on chance: on its first weights, and on the order of the samples. Therefore several
/// are trained, `threads` at a time, and one more is trained on their mean prediction, which is more accurate than each (Hinton,
/// Vinyals and Dean, "Distilling the Knowledge in a Neural Network", 2015).
pub fn fit(mut samples: Vec<Sample>, [inputs, units]: [usize; 2], seed: u64, threads: usize) -> String {
    let network = |number: usize, samples: &[Sample]| {
        let mut rng = Rng::new(mix(seed ^ mix(number as u64)));
        let first = Weights::random(inputs, units, &mut rng);
        learn(first, samples, &mut rng, number)
    };
    let (teacher, games, numbers) = (&network, &samples[..], Vec::from_iter(0..TEACHERS));
    let at_a_time = numbers.chunks(threads.max(1)).map(|numbers| {
        thread::scope(|scope| {
            let learners = numbers.iter().map(|&number| (number, help(scope, move || teacher(number, games))));
            let learned = |(number, learner): (usize, Option<ScopedJoinHandle<Weights>>)| match learner {
                Some(learner) => learner.join().unwrap_or_else(|panic| resume_unwind(panic)),
                None => teacher(number, games),
            };
            learners.collect::<Vec<_>>().into_iter().map(learned).collect::<Vec<_>>()
        })
    });
    let teachers: Vec<Weights> = at_a_time.flatten().collect();
    // The held-out samples are not mirrored, so that the validation loss is that of real games.
    let learned = learned(&samples);
    for sample in &mut samples[..learned] {
        let sum: f32 = teachers.iter().map(|teacher| correction(teacher, sample)).sum();
        sample.target = chance(sample, sum / TEACHERS as f32) as f32;
    }
    network(TEACHERS, &samples).write()
}

/// The number of training samples. The last games are held out as a whole, because positions of one game are alike.
fn learned(samples: &[Sample]) -> usize {
    samples.len() - samples.len() / APART
}

/// Adam (Kingma and Ba, 2015) on the cross-entropy, each sample as one of its images at random. Tells how it goes, and by what
/// `number` the network goes.
fn learn(mut weights: Weights, samples: &[Sample], rng: &mut Rng, number: usize) -> Weights {
    let (inputs, units) = (weights.inputs, weights.rows[0].len());
    let (mut mean, mut square) = (Weights::zero(inputs, units), Weights::zero(inputs, units));
    let (learn, apart) = samples.split_at(learned(samples));
    let mut order: Vec<usize> = (0..learn.len()).collect();
    let steps = EPOCHS as usize * order.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 1..=EPOCHS {
        for index in (1..order.len()).rev() {
            order.swap(index, rng.below(index as u32 + 1) as usize);
        }
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let mut gradient = Weights::zero(inputs, units);
            for &index in batch {
                let sample = &learn[index];
                let image = &sample.images[rng.below(sample.images.len() as u32) as usize];
                loss += descend(&weights, sample, image, &mut gradient);
            }
            step += 1;
            let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * step as f32 / steps as f32).cos());
            let (m, v) = (1.0 / (1.0 - 0.9f32.powi(step)), 1.0 / (1.0 - 0.999f32.powi(step)));
            let all = weights.rows.iter_mut().zip(&mut mean.rows).zip(&mut square.rows).zip(&gradient.rows);
            for (((weights, mean), square), gradient) in all {
                for unit in 0..units {
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
        log::info!(
            "network {number}, epoch {epoch}: loss {loss:.5}; apart {with:.5}, without the network {without:.5}"
        );
    }
    weights
}

fn correction(weights: &Weights, sample: &Sample) -> f32 {
    weights.output(&weights.units(&sample.features.inputs), sample.features.part)
}

/// The win probability from the sum of features and network.
fn chance(sample: &Sample, correction: f32) -> f64 {
    1.0 / (1.0 + (-(f64::from(sample.features.points) / LOGIT + f64::from(correction))).exp())
}

fn loss_of(sample: &Sample, correction: f32) -> f64 {
    let (chance, target) = (chance(sample, correction), f64::from(sample.target));
    -(target * chance.max(1e-9).ln() + (1.0 - target) * (1.0 - chance).max(1e-9).ln())
}

/// Adds the gradient at an image of a sample, which has these inputs, and returns its loss.
fn descend(weights: &Weights, sample: &Sample, inputs: &[u16], gradient: &mut Weights) -> f64 {
    let part = sample.features.part;
    let units = weights.units(inputs);
    let output = weights.output(&units, part);
    let error = (chance(sample, output) - f64::from(sample.target)) as f32;
    let mut back = vec![0.0; units.len()];
    let rows = gradient.rows[weights.inputs + 1 + part].iter_mut().zip(weights.last(part));
    for ((back, unit), (gradient, last)) in back.iter_mut().zip(&units).zip(rows) {
        let clipped = unit.clamp(0.0, 1.0);
        *gradient += error * clipped * clipped;
        // A clipped unit does not move.
        *back = if clipped == *unit { error * last * 2.0 * clipped } else { 0.0 };
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
    use papamu::evaluation::{Features, Net, UNITS};

    #[test]
    fn any_number_of_threads_learns_the_same() {
        let sample = |number: u16| Sample {
            features: Features { inputs: vec![number % 2], ..Features::default() },
            images: vec![vec![number % 2]],
            target: f32::from(number % 3) / 2.0,
        };
        let samples: Vec<Sample> = (0..600).map(sample).collect();
        let fit = |seed, threads| fit(samples.clone(), [2, UNITS], seed, threads);
        assert_eq!(fit(1, 1), fit(1, 3));
        assert_ne!(fit(1, 1), fit(2, 1));
    }

    /// The result is that one of two inputs is on, but not both: no weighted sum of them can tell.
    #[test]
    fn learns_what_no_weighted_sum_can() {
        let sample = |number: u32| {
            let inputs: Vec<u16> = (0..2).filter(|input| number >> input & 1 == 1).collect();
            let target = if inputs.len() == 1 { 0.9 } else { 0.1 };
            let images = vec![inputs.clone(), inputs.iter().map(|&input| 1 - input).collect()];
            Sample { features: Features { inputs, ..Features::default() }, images, target }
        };
        let samples: Vec<Sample> = (0..20_000).map(sample).collect();
        let net: Net = Net::read(&fit(samples, [2, UNITS], 1, 2)).unwrap();
        for number in 0..4 {
            let Sample { features, target, .. } = sample(number);
            let mut sum = net.sum();
            features.inputs.iter().for_each(|&input| sum.add(usize::from(input)));
            let wanted = (f64::from(target) / (1.0 - f64::from(target))).ln() * LOGIT;
            assert!((f64::from(sum.points(0)) - wanted).abs() < 60.0, "{number}: {} for {wanted}", sum.points(0));
        }
    }
}
