//! One game with a referee, who checks every move and keeps the clocks.

use std::fmt;
use std::time::Duration;

use crate::game::{Color, Outcome, Style};
use crate::session::Session;

use super::player::{Fault, Player};

/// The timeout of every command except `genmove`.
const PATIENCE: Duration = Duration::from_secs(10);

/// The time control of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// For each move.
    Move(Duration),
    /// For the whole game, with an increment.
    Clock {
        /// Time at the start.
        base: Duration,
        /// Time added after each move.
        increment: Duration,
    },
    /// A number of nodes for each move, without a clock.
    Nodes(u64),
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Move(time) => write!(f, "{} ms a move", time.as_millis()),
            Self::Clock { base, increment } => write!(f, "{}+{} s", base.as_secs_f64(), increment.as_secs_f64()),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
        }
    }
}

/// The game and its time control.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Name and options of the game, as for `set_game`.
    pub game: String,
    /// The time control.
    pub time: TimeControl,
    /// How late a reply may be, because of pipes and a busy machine.
    pub margin: Duration,
    /// The timeout of a move without a clock.
    pub timeout: Duration,
}

/// A finished game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// All moves, the opening included.
    pub moves: Vec<String>,
    /// `B+…`, `W+…` or `0`.
    pub result: String,
    /// The player at fault and the fault, if one ended the game.
    pub fault: Option<(Color, Fault)>,
    /// How often Black and White were asked for a move.
    pub asked: [u64; 2],
    /// Milliseconds that Black and White have thought.
    pub millis: [u64; 2],
    /// Nodes that Black and White searched, where the engines report them.
    pub nodes: [u64; 2],
}

impl Played {
    /// A game that was lost before its first move.
    pub fn forfeit(loser: Color, fault: Fault) -> Self {
        let result = Outcome::Forfeit { winner: !loser }.to_string();
        Self { result, fault: Some((loser, fault)), ..Self::default() }
    }
}

/// The engines that play Black and White.
pub type Pair<'a> = [&'a mut Player; 2];

/// Sends both engines the game, the time control, the opening and the seed.
///
/// # Errors
/// The player at fault and the fault.
pub fn prepare(
    players: &mut Pair,
    terms: &Terms,
    start: Option<&str>,
    opening: &[(Color, String)],
    seed: u64,
) -> Result<(), (Color, Fault)> {
    for color in Color::BOTH {
        let player = &mut *players[color.index()];
        let mut ask = |line: &str| player.ask(line, PATIENCE).map_err(|fault| (color, fault));
        ask(&format!("set_game {}", terms.game))?;
        if let Some(start) = start {
            ask(&format!("set_position {start}"))?;
        }
        for (color, token) in opening {
            ask(&format!("play {} {token}", color.letter()))?;
        }
        // Other engines may not have these parameters, and may refuse them.
        let mut offer = |line: &str| match ask(line) {
            Err((_, Fault::Refused(..))) => Ok(false),
            Err(fault) => Err(fault),
            Ok(_) => Ok(true),
        };
        offer(&format!("param seed {seed}"))?;
        match terms.time {
            TimeControl::Nodes(nodes) => {
                ask(&format!("param nodes {nodes}"))?;
            }
            TimeControl::Move(time) => {
                if !offer(&format!("param move_time_ms {}", time.as_millis()))? {
                    // Standard GTP: a period for one move. An engine that reads whole seconds cannot play faster.
                    ask(&format!("time_settings 0 {} 1", time.as_secs_f64()))?;
                }
            }
            TimeControl::Clock { base, .. } => {
                ask(&format!("time_settings {} 0 0", base.as_secs_f64()))?;
            }
        }
    }
    Ok(())
}

/// Plays a game to its end. `session` is the referee's game after the opening; the engines are prepared.
pub fn play(players: &mut Pair, session: &mut dyn Session, terms: &Terms) -> Played {
    let mut played = Played::default();
    let clock = match terms.time {
        TimeControl::Clock { base, .. } => base,
        _ => Duration::ZERO,
    };
    let mut clocks = [clock; 2];
    while session.outcome().is_none() {
        if let Err((side, fault)) = turn(players, session, terms, &mut clocks, &mut played) {
            log::info!("{side} forfeits: {fault}");
            // The player at fault forfeits.
            let _ = session.play(side, "resign", Style::Whole);
            played.fault = Some((side, fault));
            break;
        }
    }
    played.result = session.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string());
    played
}

/// One turn: asks for a move, checks it, and sends it to the opponent.
fn turn(
    players: &mut Pair,
    session: &mut dyn Session,
    terms: &Terms,
    clocks: &mut [Duration; 2],
    played: &mut Played,
) -> Result<(), (Color, Fault)> {
    let color = session.turn();
    let side = color.index();
    let mine = |fault| (color, fault);
    let letter = color.letter();
    let allowed = match terms.time {
        TimeControl::Move(time) => Some(time),
        TimeControl::Clock { .. } => {
            let left = clocks[side].as_secs_f64();
            let line = format!("time_left {letter} {left:.3} 0");
            match players[side].ask(&line, PATIENCE) {
                // Some engines read whole seconds only.
                Err(Fault::Refused(..)) => {
                    players[side].ask(&format!("time_left {letter} {} 0", left as u64), PATIENCE).map_err(mine)?
                }
                other => other.map_err(mine)?,
            };
            Some(clocks[side])
        }
        TimeControl::Nodes(_) => None,
    };
    let most = allowed.map_or(terms.timeout, |allowed| allowed + terms.margin + Duration::from_secs(1));
    played.asked[side] += 1;
    let (token, taken) = players[side].ask(&format!("genmove {letter}"), most).map_err(mine)?;
    played.millis[side] = played.millis[side].saturating_add(taken.as_millis() as u64);
    if let Some(allowed) = allowed {
        if taken > allowed + terms.margin {
            return Err(mine(Fault::Late((taken - allowed).as_millis())));
        }
        if let TimeControl::Clock { increment, .. } = terms.time {
            clocks[side] = clocks[side].saturating_sub(taken) + increment;
        }
    }
    // papamu's own command; other engines refuse it.
    match players[side].ask("nodes", PATIENCE) {
        Err(Fault::Refused(..)) => {}
        reply => {
            let nodes = reply.map_err(mine)?.0.parse().unwrap_or(0);
            played.nodes[side] = played.nodes[side].saturating_add(nodes);
        }
    }
    let illegal = |error: String| mine(Fault::Illegal(token.chars().take(80).collect(), error));
    if token.is_empty() || token.contains(char::is_whitespace) {
        return Err(mine(Fault::Malformed(token.chars().take(80).collect())));
    }
    session.play(color, &token, Style::Whole).map_err(|error| illegal(error.to_string()))?;
    played.moves.push(token.to_ascii_uppercase().replace("RESIGN", "resign"));
    if session.outcome().is_none() {
        let told = players[1 - side].ask(&format!("play {letter} {token}"), PATIENCE);
        told.map_err(|fault| (!color, fault))?;
    }
    Ok(())
}
