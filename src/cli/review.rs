//! `papamu review`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use papamu::game::Color;
use papamu::matches::GameRecord;
use papamu::play::{Game, Versioned};
use papamu::registry::GAMES;
use papamu::review::{Judgement, Review, Reviewer};
use papamu::search::Limits;
use papamu::sgf;
use papamu::system::{can_save, save};

use super::progress::{QuietArgs, notice, until_interrupt};
use super::shared::{GameText, SizeArgs, at_least_one};
use super::{Error, read};

#[derive(Debug, Args)]
pub(super) struct ReviewArgs {
    /// The game: an SGF file, or a file with records of matches; - reads it from standard input
    file: PathBuf,
    /// Which game of a file with records of matches, from 1
    #[arg(long, value_name = "N", value_parser = at_least_one())]
    number: Option<usize>,
    /// Game of an SGF file that does not say which game it is, with options after commas
    #[arg(long, value_name = "GAME[,KEY=VALUE...]", default_value = GAMES[0].name, value_parser = GameText, hide_possible_values = true)]
    game: String,
    /// Milliseconds for each position [default: 300]
    #[arg(long = "time", value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time_ms: Option<u64>,
    /// Nodes for each position, instead of the time; the review is then reproducible
    #[arg(long, value_name = "N", conflicts_with = "time_ms", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Positions analysed at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    threads: usize,
    /// Print a line of JSON for each turn, then one with the summaries
    #[arg(long)]
    json: bool,
    /// Write the game with comments and variations to an SGF file
    #[arg(long, value_name = "FILE")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    quiet: QuietArgs,
}

impl ReviewArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let game = self.load()?;
        if let Some(path) = &self.sgf {
            // After the review, an error would come too late.
            can_save(path).map_err(|error| Error::file(path, error))?;
        }
        let time = self.time_ms.map(Duration::from_millis);
        let limits = Limits { time, nodes: self.nodes, ..Limits::default() };
        let reviewer = Reviewer::new(limits, &until_interrupt(true), self.threads);
        let progress = self.quiet.line();
        progress.say("positions");
        let review = reviewer.review(&game, &|done, all| progress.set(done, all)).map_err(again)?;
        drop(progress);
        if let Some(path) = &self.sgf {
            save(path, &review.sgf(&game).map_err(again)?).map_err(|error| Error::file(path, error))?;
        }
        if self.json {
            write_json(&review, output)?
        } else {
            write_table(&game, &review, output)?
        }
        if review.is_cut {
            notice(&format!("interrupted: the review ends after turn {}", review.turns.len()));
        }
        Ok(())
    }

    fn load(&self) -> Result<Game, Error> {
        let bytes = read(&self.file)?;
        let text = String::from_utf8_lossy(&bytes);
        if text.trim_start().starts_with('{') {
            return self.chosen_of(&text);
        }
        if self.number.is_some() {
            return Err(Error::arguments(
                "--number chooses a game of a file with records of matches; this is an SGF file",
            ));
        }
        let mut game = SizeArgs { size: None }.open(&self.game)?;
        let record = sgf::read(&text).map_err(|error| Error::file(&self.file, error))?;
        let which = if record.game.is_none() { "it does not name its game; " } else { "" };
        let loaded = game.load(&record, None, " (--game names another)", &|| false);
        loaded.map_err(|error| Error::file(&self.file, format!("{which}{error}")))?;
        Ok(game)
    }

    fn chosen_of(&self, text: &str) -> Result<Game, Error> {
        let lines: Vec<_> = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
        let wrong = || {
            let (path, games) = (self.file.display(), lines.len());
            Error::arguments(format!("{path} has {games} games; choose one with --number 1 to {games}"))
        };
        let chosen = match self.number {
            None if lines.len() > 1 => return Err(wrong()),
            number => number.unwrap_or(1) - 1,
        };
        let (index, line) = lines.get(chosen).ok_or_else(wrong)?;
        let game = GameRecord::read(line).and_then(|record| record.replay(GAMES));
        game.map(|(game, _)| game).map_err(|error| Error::file(&self.file, format!("line {}: {error}", index + 1)))
    }
}

fn again(error: papamu::play::Error) -> Error {
    Error::failed(format!("the game cannot be played again: {error}"))
}

fn write_json(review: &Review, output: &mut impl Write) -> io::Result<()> {
    for turn in &review.turns {
        writeln!(output, "{}", serde_json::to_string(&Versioned::new(turn))?)?;
    }
    writeln!(output, "{}", serde_json::to_string(&Versioned::new(review.summaries()))?)
}

fn write_table(game: &Game, review: &Review, output: &mut impl Write) -> io::Result<()> {
    let result = game.outcome().map_or_else(|| "unfinished".to_owned(), |outcome| outcome.to_string());
    writeln!(output, "{} ({}), result {result}", game.title(), game.values())?;
    let points = game.counts_points();
    let lengths = review.turns.iter().map(|turn| turn.played.chars().count());
    let played = lengths.chain(["played".len()]).max().unwrap_or(0);
    write!(output, "{:>4} {:<6} {:<played$} {:>13} {:>5}", "turn", "player", "played", "chance", "lost")?;
    if points {
        write!(output, " {:>15}", "points")?;
    }
    writeln!(output, "  {:<10} better", "verdict")?;
    let per_cent = |winrate: f64| format!("{:.0} %", 100.0 * winrate);
    for turn in &review.turns {
        let chance = format!("{} > {}", per_cent(turn.winrate_before), per_cent(turn.winrate_after));
        let lost = per_cent(turn.lost);
        write!(output, "{:>4} {:<6} {:<played$} {chance:>13} {lost:>5}", turn.turn, turn.player, turn.played)?;
        if points {
            let points = match (turn.score_before, turn.score_after) {
                (Some(before), Some(after)) => format!("{before:+.1} > {after:+.1}"),
                _ => String::new(),
            };
            write!(output, " {points:>15}")?;
        }
        let mut text = format!("  {:<10}", turn.verdict.word());
        let is_best = turn.verdict == Judgement::Best && turn.gave_away.is_none();
        if !is_best && turn.best != turn.played && !turn.best.is_empty() {
            let line: Vec<_> = turn.pv.iter().take(4).map(|turn| turn.tokens.concat()).collect();
            text += &format!(" {}", if line.is_empty() { turn.best.clone() } else { line.join(" ") });
        }
        if let Some(result) = turn.gave_away {
            text += &format!("  gave away a proven {result}");
        }
        writeln!(output, "{}", text.trim_end())?;
    }
    for player in Color::BOTH {
        let summary = review.summary(player);
        if summary.turns == 0 {
            continue;
        }
        let accuracy =
            summary.accuracy.map_or_else(|| "n/a (no turn to judge)".to_owned(), |mean| format!("{mean:.1} %"));
        let counts: Vec<_> = summary.verdicts.iter().map(|&(verdict, count)| counted(count, verdict)).collect();
        write!(output, "{player}: accuracy {accuracy}, {}", counts.join(", "))?;
        for (count, result) in [(summary.wins_given_away, "win"), (summary.draws_given_away, "draw")] {
            if count > 0 {
                write!(output, ", {count} proven {result}{} given away", if count == 1 { "" } else { "s" })?;
            }
        }
        if !summary.worst.is_empty() {
            let worst: Vec<_> = summary.worst.iter().map(usize::to_string).collect();
            write!(output, "; worst turns {}", worst.join(", "))?;
        }
        writeln!(output)?;
    }
    Ok(())
}

/// A number of turns with a verdict: `2 mistakes`.
fn counted(count: usize, verdict: Judgement) -> String {
    match verdict {
        Judgement::Best | Judgement::Good => format!("{count} {}", verdict.word()),
        Judgement::Inaccuracy if count != 1 => format!("{count} inaccuracies"),
        _ => format!("{count} {}{}", verdict.word(), if count == 1 { "" } else { "s" }),
    }
}
