//! The checks of playing: positions, openings, time limits and whole games.

use crate::game::Outcome;
use crate::rng::{Rng, mix};

use super::super::fault::Fault;
use super::super::opening::{Opening, random};
use super::super::{Terms, ThinkingLimit};
use super::CheckClass::Match;
use super::check;
use super::talk::{Check, Found, MOVES, Needs, PLAYS, Problem, Run, STARTED, Talk, random_turn, wrong};

const TIMED_MOVES: u32 = 6;
pub(super) const BASICS: &str = "docs/write-an-engine.md#the-five-commands";
pub(super) const LINES: &str = "protocol.md#lines";
const REFEREE: &str = "docs/matches.md#the-referee";

/// The checks of playing: the first starts a game.
pub(super) fn checks() -> Vec<Check> {
    let check = |needs: Needs, texts, run: Run| check(Match, needs, texts, run);
    vec![
        check(&[], ["start", "answers the first command, and starts the game", BASICS], starts),
        check(STARTED, ["genmove", "chooses legal moves, and plays them", BASICS], |talk| {
            plays_on(talk, &Opening::default())
        }),
        check(MOVES, ["opening", "plays the moves that it is sent", BASICS], |talk| plays_on(talk, &talk.opening(7))),
        check(PLAYS, ["case", "reads moves in lower case, as other engines write them", LINES], reads_lower_case),
        check(MOVES, ["set_position", "starts from a position", "protocol.md#position-strings"], sets_position),
        check(PLAYS, ["restart", "starts a second game in the same session", BASICS], restarts),
        check(PLAYS, ["time", "keeps a time limit for each move", REFEREE], |talk| {
            play_game(talk, &talk.exam.terms(ThinkingLimit::Move(talk.exam.time * 2)), 0, TIMED_MOVES)
        }),
        check(PLAYS, ["clock", "keeps a clock for the whole game", REFEREE], keeps_clock),
        check(PLAYS, ["games", "plays whole games from random openings", REFEREE], plays_games),
    ]
}

fn starts(talk: &mut Talk) -> Found {
    match talk.begin(&talk.terms(), &Opening::default()) {
        Err(fault @ Fault::Silent(_)) => {
            // What an engine prints into a buffer comes out when it ends.
            talk.player.process.close_input();
            match talk.player.process.wait_for_end(talk.exam.timeout)? {
                Some((_, lines)) if lines.iter().any(|line| line.starts_with('=')) => {
                    wrong("the reply came only after the end of the input: flush standard output after each reply")
                }
                _ => Err(fault.into()),
            }
        }
        begun => Ok(begun?),
    }
}

/// A game from an opening, in which the engine makes four turns for both sides.
fn plays_on(talk: &mut Talk, opening: &Opening) -> Found {
    talk.begin(&talk.terms(), opening)?;
    let mut session = opening.play(talk.game);
    for _ in 0..4 {
        if session.outcome().is_none() {
            talk.moves_legally(&mut session)?;
        }
    }
    Ok(())
}

fn reads_lower_case(talk: &mut Talk) -> Found {
    let mut opening = talk.opening(6);
    opening.moves.iter_mut().for_each(|(_, token)| token.make_ascii_lowercase());
    plays_on(talk, &opening)
}

fn sets_position(talk: &mut Talk) -> Found {
    for turns in [0, 1, 6, 9] {
        let opening = Opening { start: Some(talk.opening(turns).play(talk.game).position()), ..Opening::default() };
        if turns == 0 {
            talk.begin_with("set_position", "openings from positions", &talk.terms(), &opening)?;
        }
        plays_on(talk, &opening)?;
    }
    Ok(())
}

fn restarts(talk: &mut Talk) -> Found {
    plays_on(talk, &talk.opening(5))?;
    plays_on(talk, &Opening::default())
}

fn keeps_clock(talk: &mut Talk) -> Found {
    let (base, increment) = (talk.exam.time * 10, talk.exam.time);
    play_game(talk, &talk.exam.terms(ThinkingLimit::Clock { base, increment }), 1, TIMED_MOVES)
}

fn plays_games(talk: &mut Talk) -> Found {
    let terms = talk.terms();
    (0..talk.exam.games).try_for_each(|number| {
        play_game(talk, &terms, number, u32::MAX).map_err(|problem| match problem {
            Problem::Wrong(text) => Problem::Wrong(format!("game {}: {text}", number + 1)),
            other => other,
        })
    })
}

/// A game against random moves, the engine with Black in even games. Ends after `most` moves of the engine.
fn play_game(talk: &mut Talk, terms: &Terms, number: u32, most: u32) -> Found {
    let seed = mix(talk.exam.seed ^ u64::from(number));
    let opening = random(4, seed, talk.game);
    talk.begin(terms, &opening)?;
    let mut session = opening.play(talk.game);
    let (mut rng, mut moves) = (Rng::new(seed), 0);
    let mut clocks = [terms.first_clock(); 2];
    while session.outcome().is_none() && moves < most {
        let color = session.turn();
        if color.index() as u32 == number % 2 {
            talk.moves(&mut session, terms, &mut clocks)?;
            moves += 1;
            if moves == 1 && matches!(session.outcome(), Some(Outcome::Forfeit { .. })) {
                talk.given_up += 1;
                talk.remark = format!("games that the engine resigned at its first move: {}", talk.given_up);
            }
        } else {
            let position = session.position();
            let Some(token) = random_turn(&mut session, &mut rng) else { break };
            if session.outcome().is_none() {
                talk.player.play(color, &token).map_err(|fault| Problem::within(fault, &position))?;
            }
        }
    }
    Ok(())
}
