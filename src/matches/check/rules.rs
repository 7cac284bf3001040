//! The engine's lists and counts of moves, compared with papamu's.

use std::collections::BTreeSet;

use crate::game::Style;
use crate::play::Game;

use super::super::opening::random;
use super::CheckClass::Match;
use super::talk::{Check, Found, STARTED, Talk, wrong};
use super::{check, games};

const POSITIONS: u32 = 24;
const MOST_TURNS: u32 = 40;
/// Counts of more sequences are left out.
const MOST_SEQUENCES: u64 = 20_000;
const DEEPEST: u32 = 4;

pub(super) fn checks() -> Vec<Check> {
    let page = "docs/write-an-engine.md#rules-of-your-own";
    let mut checks: Vec<Check> = games::checks().into_iter().take(1).collect();
    checks.extend([
        check(Match, STARTED, ["legal_moves", "lists the legal moves", page], lists_moves),
        check(Match, STARTED, ["perft", "counts sequences of moves (perft)", page], counts),
    ]);
    checks
}

/// Random positions, each set up in the engine by its moves.
fn in_positions(talk: &mut Talk, see: impl Fn(&mut Talk, &Game) -> Found) -> Found {
    for number in 0..POSITIONS {
        let opening = random(number * MOST_TURNS / POSITIONS, talk.exam.seed ^ u64::from(number), talk.game);
        let session = talk.after(&opening)?;
        see(talk, &session)?;
    }
    Ok(())
}

fn lists_moves(talk: &mut Talk) -> Found {
    if !talk.has("legal_moves")? {
        return wrong("the engine does not list legal_moves; without it there is nothing to compare");
    }
    in_positions(talk, |talk, session| {
        let Some(ours) = session.legal_moves_until(Style::Whole, &|| false) else { return Ok(()) };
        let theirs = talk.ask("legal_moves")?;
        // The same move may be written in several ways, so positions after the moves are compared. Lists have single drops
        // where a turn has several; a token that is not in papamu's list must be a whole turn.
        let before = session.position();
        let after = |token: &str, style| {
            let mut fork = session.fork();
            fork.play(session.turn(), token, style).map_err(|error| error.to_string())?;
            let after = (fork.position(), fork.outcome().map(|end| end.to_string()));
            if after == (before.clone(), None) { Err("the turn is not complete".to_owned()) } else { Ok(after) }
        };
        let mut reached = BTreeSet::new();
        for token in theirs.split_whitespace() {
            let is_ours = ours.iter().any(|ours| ours.eq_ignore_ascii_case(token));
            match after(token, if is_ours { Style::Steps } else { Style::Whole }) {
                Ok(position) => drop(reached.insert(position)),
                Err(error) => wrong(format!("{token} is listed in {before}: {error}"))?,
            }
        }
        let is_missing =
            |token: &&String| after(token, Style::Steps).is_ok_and(|position| !reached.contains(&position));
        match ours.iter().find(is_missing) {
            Some(token) => wrong(format!("{token} is legal in {before}, and is not listed")),
            None => Ok(()),
        }
    })
}

fn counts(talk: &mut Talk) -> Found {
    talk.needs("perft")?;
    in_positions(talk, |talk, session| {
        let mut previous = 1;
        for depth in 1..=DEEPEST {
            let Some(ours) = session.perft(depth, &|| false).filter(|&count| count <= MOST_SEQUENCES) else { break };
            let theirs = talk.ask(&format!("perft {depth}"))?;
            if theirs != ours.to_string() {
                let (position, game) = (session.position(), talk.exam.game());
                wrong(format!(
                    "perft {depth} is {theirs}, and {ours} is right, in {position}; to compare each first move: papamu perft '{}' \
                     {depth} --divide --position '{position}'",
                    game.replace(' ', ",")
                ))?;
            }
            // The next count is about so many times as large as this one was.
            let growth = ours / previous.max(1);
            if ours.saturating_mul(growth) > MOST_SEQUENCES {
                break;
            }
            previous = ours;
        }
        Ok(())
    })
}
