//! `papamu puzzle`.

use std::io::Write;

use clap::Args;
use papamu::engine::{Engine, PuzzleData, Shown, Versioned};
use papamu::game::Style;
use papamu::puzzle::GRADES;
use papamu::registry::GAMES;
use papamu::session::Session;

use super::Error;
use super::progress::{QuietArgs, until_interrupt};
use super::shared::JsonArgs;

#[derive(Debug, Args)]
pub(super) struct PuzzleArgs {
    /// Game
    game: String,
    /// The first turn, to be judged; after it, turns of both players
    #[arg(value_name = "MOVE", conflicts_with = "solution")]
    moves: Vec<String>,
    /// How hard it is: 1 (easy) to 5
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=i64::from(GRADES)))]
    grade: u32,
    /// Number of the puzzle, from 1; beyond the last one, the seed of a new puzzle [default: random]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seed: Option<u32>,
    /// Print the proof: the winning turn, and the best turns of both players after it
    #[arg(long)]
    solution: bool,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    quiet: QuietArgs,
}

impl PuzzleArgs {
    pub(super) fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let (engine, cancel) = (Engine::new(GAMES, &self.game, "")?, until_interrupt());
        let progress = self.quiet.of_search();
        progress.say(format!("looking for a puzzle of grade {}", self.grade));
        let (seed, puzzle) = engine.find_puzzle(self.grade, self.seed, &cancel)?;
        let tokens: Vec<_> = self.moves.iter().map(String::as_str).collect();
        let shown = if self.solution { Shown::Solution } else { Shown::After(&tokens, Style::Whole) };
        let found = engine.puzzle(seed, &puzzle, shown, &cancel)?;
        drop(progress);
        if self.json.json {
            return Ok(writeln!(output, "{}", serde_json::json!(Versioned::new(&found)))?);
        }
        let mut board = Engine::new(GAMES, &self.game, &puzzle.options)?;
        board.set_position(&puzzle.position)?;
        for token in tokens {
            board.play(board.turn(), token, Style::Whole)?;
        }
        self.print(&found, board.game(), output)
    }

    fn print(&self, found: &PuzzleData, session: &dyn Session, output: &mut impl Write) -> Result<(), Error> {
        let PuzzleData { grade, seed, task, reached, sentence, line, .. } = found;
        writeln!(output, "{}, grade {grade}, puzzle {seed} (--grade {grade} --seed {seed})", session.title())?;
        writeln!(output, "\n{}\n", session.draw())?;
        match reached {
            Some(true) => writeln!(output, "Right. {sentence}")?,
            Some(false) => writeln!(output, "Wrong. {sentence}")?,
            None if self.moves.is_empty() => writeln!(output, "{task}")?,
            None => {}
        }
        let turns: Vec<_> = line.iter().map(|turn| turn.turn.as_str()).collect();
        if !turns.is_empty() {
            writeln!(output, "Proof: {}", turns.join(" "))?;
        }
        Ok(())
    }
}
