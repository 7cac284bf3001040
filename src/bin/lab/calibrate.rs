//! `papamu-lab calibrate`.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use papamu::search::Limits;
use papamu::session::SearchParams;

use super::Error;
use super::lab::calibrate::{Calibration, Sample, brier, score_error};
use super::shared::{GameArgs, SeedArgs};

/// The stages of the table, by the share of the turns played.
const STAGES: [(&str, f64, f64); 4] = [
    ("first third", 0.0, 1.0 / 3.0),
    ("second third", 1.0 / 3.0, 2.0 / 3.0),
    ("last third", 2.0 / 3.0, 1.1),
    ("all", 0.0, 1.1),
];

#[derive(Debug, Args)]
pub struct CalibrateArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Games to play
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Milliseconds of the analyses, separated by commas
    #[arg(long, value_name = "MS", value_delimiter = ',', default_value = "10,100,1000", value_parser = clap::value_parser!(u64).range(1..))]
    at: Vec<u64>,
    /// Analyse one of this many positions
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Milliseconds that the players have for a turn
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    /// Random turns at the beginning of a game
    #[arg(long, value_name = "N", default_value_t = 4)]
    opening: u32,
    /// Print a line for each analysed position instead of the table
    #[arg(long)]
    samples: bool,
    #[command(flatten)]
    seed: SeedArgs,
}

impl CalibrateArgs {
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let limits = Limits { time: Some(Duration::from_millis(self.time)), ..Limits::default() };
        let calibration = Calibration {
            games: self.games,
            opening: self.opening,
            every: self.every,
            seed: self.seed.seed.unwrap_or(1),
            players: SearchParams::within(limits),
            times: self.at.iter().copied().map(Duration::from_millis).collect(),
        };
        let samples =
            calibration.run(&*self.game.open()?, |number| log::info!("game {} of {}", number + 1, self.games));
        if self.samples { self.write_samples(&samples, output) } else { self.write_table(&samples, output) }
    }

    fn write_table(&self, samples: &[Sample], output: &mut impl Write) -> Result<(), Error> {
        write!(output, "{:<14}{:>10}", "stage", "positions")?;
        for ms in &self.at {
            write!(output, "{:>16}", format!("Brier {ms} ms"))?;
        }
        for ms in &self.at {
            write!(output, "{:>16}", format!("points {ms} ms"))?;
        }
        writeln!(output)?;
        for (name, from, to) in STAGES {
            let samples: Vec<_> = samples.iter().filter(|sample| (from..to).contains(&sample.stage)).collect();
            write!(output, "{name:<14}{:>10}", samples.len())?;
            for index in 0..self.at.len() {
                write!(output, "{:>16.3}", brier(&samples, index))?;
            }
            for index in 0..self.at.len() {
                let error = score_error(&samples, index).map_or_else(|| "-".to_owned(), |error| format!("{error:.2}"));
                write!(output, "{error:>16}")?;
            }
            writeln!(output)?;
        }
        Ok(())
    }

    fn write_samples(&self, samples: &[Sample], output: &mut impl Write) -> Result<(), Error> {
        let number = |number: Option<f64>| number.map_or_else(|| "-".to_owned(), |number| format!("{number}"));
        for Sample { stage, lead, predictions, result, final_lead } in samples {
            write!(output, "{stage:.4}\t{}\t{result}\t{}", number(*lead), number(*final_lead))?;
            for (winrate, score) in predictions {
                write!(output, "\t{winrate:.4}\t{}", number(*score))?;
            }
            writeln!(output)?;
        }
        Ok(())
    }
}
