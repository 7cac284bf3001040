//! Matches between engines that speak the protocol. papamu is the referee, because tournament managers made for Go do not
//! know these games.
//!
//! An engine that makes an illegal move, is late or silent, prints something that is not a reply, or exits, forfeits the game
//! and is started again for the next one. If the referee itself runs out of processes, files or memory, the match ends and
//! nobody loses a game.
//!
//! docs/matches.md has the fields of records and reports, and the options of a match.

pub mod check;
mod contest;
mod descendants;
mod fault;
mod game;
mod interval;
mod opening;
mod page;
mod player;
mod process;
mod rating;
mod record;
mod report;
mod standing;
mod stats;
mod transcript;

pub use contest::Match;
pub use fault::Fault;
pub use game::{Terms, ThinkingLimit};
pub use opening::{Opening, random as random_opening, read as read_openings};
pub use page::html;
pub(crate) use rating::Rating;
pub use rating::ratings;
pub use record::{GameRecord, RecordFile, mixture, read_lines};
pub use report::{MatchReport, pgn, sgf};
pub use standing::Standing;
pub use stats::{Decision, Estimate, Hypothesis, Sprt, SprtState, Tally};
pub use transcript::Log;

use crate::play::{Error, ErrorKind};

fn failed(reason: impl ToString) -> Error {
    Error::new(ErrorKind::Match, reason)
}
