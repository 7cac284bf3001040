//! The weights of features, by logistic regression on the results of games ("Texel's tuning method", Österlund, 2014).

use papamu::evaluation::LOGIT;

use super::Sample;

/// The units of weights in a point: a weight counts 1/16 point, and features are multiplied by 64.
const PARTS: i32 = 16 * 64;

/// One weight for each feature of [`Features`](papamu::evaluation::Features); none without samples. Minimises the cross-entropy with
/// Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), each feature scaled by its root mean square.
pub fn fit(samples: &[Sample]) -> Vec<i32> {
    let Some(count) = samples.first().map(|sample| sample.features.linear.len()) else { return Vec::new() };
    let total = samples.len() as f64;
    let mut spread = vec![0.0f64; count];
    for sample in samples {
        for (spread, &value) in spread.iter_mut().zip(&sample.features.linear) {
            *spread += f64::from(value).powi(2) / total;
        }
    }
    let spread: Vec<f64> = spread.into_iter().map(|square| square.sqrt().max(1e-6)).collect();
    let (mut weights, mut mean, mut square) = (vec![0.0f64; count], vec![0.0f64; count], vec![0.0f64; count]);
    for step in 1..=600 {
        let mut gradient = vec![0.0f64; count];
        let mut loss = 0.0;
        for sample in samples {
            let sum: f64 =
                sample.features.linear.iter().zip(&weights).zip(&spread).map(|((&f, w), s)| f64::from(f) / s * w).sum();
            let chance = 1.0 / (1.0 + (-sum).exp());
            let result = f64::from(sample.target);
            loss -= result * chance.max(1e-9).ln() + (1.0 - result) * (1.0 - chance).max(1e-9).ln();
            for ((gradient, &f), s) in gradient.iter_mut().zip(&sample.features.linear).zip(&spread) {
                *gradient += (chance - result) * f64::from(f) / s / total;
            }
        }
        for index in 0..count {
            let gradient = gradient[index] + 1e-4 * weights[index];
            mean[index] = 0.9 * mean[index] + 0.1 * gradient;
            square[index] = 0.999 * square[index] + 0.001 * gradient * gradient;
            let (m, s) = (mean[index] / (1.0 - 0.9f64.powi(step)), square[index] / (1.0 - 0.999f64.powi(step)));
            weights[index] -= 0.03 * m / (s.sqrt() + 1e-8);
        }
        if step % 100 == 0 {
            log::info!("step {step}: loss {:.5}", loss / total);
        }
    }
    let scale = LOGIT * f64::from(PARTS);
    weights.iter().zip(&spread).map(|(weight, spread)| (weight / spread * scale).round() as i32).collect()
}
