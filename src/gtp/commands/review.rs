//! Reviews of played turns.

use std::time::Duration;

use nom::combinator::{opt, verify};
use nom::sequence::preceded;

use crate::play::Versioned;
use crate::review::Reviewer;
use crate::search::Limits;

use super::super::arguments::{integer, keyword};
use super::super::reply::{Failure, Reply};
use super::data::json;
use super::{Call, Command};

/// The default time limit for a position.
const DEFAULT_TIME: Duration = Duration::from_millis(300);

pub(super) const COMMANDS: &[Command] = &[Command {
    name: "review",
    arguments: "TURN [nodes N] [time MS]",
    help: "what the turn of this number cost, and what would have been better, as JSON",
    example: "set_game konane width=4 height=4\nplay b A4\nplay w A3\nreview 2 nodes 500",
    run: review,
}];

fn review(call: &mut Call) -> Reply {
    let limit = |name| opt(preceded(keyword(name), verify(integer, |&number| number > 0)));
    let (number, nodes, time) = call.parse((integer, limit("nodes"), limit("time")))?;
    let (nodes, time) = (nodes.map(u64::from), time.map(|ms| Duration::from_millis(u64::from(ms))));
    let time = if nodes.is_none() { Some(time.unwrap_or(DEFAULT_TIME)) } else { time };
    let limits = Limits { time, nodes, ..Limits::default() };
    let game = &call.gtp.game;
    let reviewer = Reviewer { search: game.params(limits, call.tokens.cancel), workers: 1 };
    let review = reviewer.review_turn(game, number as usize)?;
    let none = || Failure(format!("cannot review: the game has no turn {number}, or it was a forfeit"));
    json(&Versioned::new(review.ok_or_else(none)?))
}
