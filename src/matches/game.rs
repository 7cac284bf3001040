//! One game with a referee, who checks every move and keeps the clocks.

use std::fmt;
use std::time::Duration;

use crate::game::{Color, Outcome, Style, Verdict};
use crate::play::{Game, SearchParams};
use crate::search::Limits;
use crate::system::Cancel;
use crate::system::printable;

use super::fault::Fault;
use super::player::{EngineMove, MoveRequest, Player, Start};

/// The timeout of a command in the middle of a game, other than the one for a move.
pub(super) const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);

/// What limits the thinking of the engines in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingLimit {
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

impl fmt::Display for ThinkingLimit {
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
    pub time: ThinkingLimit,
    /// Grace period for late replies: pipes and a busy machine take time.
    pub margin: Duration,
    /// The timeout of a move without a clock.
    pub timeout: Duration,
    /// The timeout of each command before the first move, in which an engine may have to start up.
    pub startup: Duration,
    /// How long the referee tries to prove the result before each move, to end the game with it.
    pub prove: Option<Duration>,
}

impl Terms {
    /// What each player has on the clock at the start. Without main time, that is the first increment.
    fn first_clock(&self) -> Duration {
        match self.time {
            ThinkingLimit::Clock { base, increment } if base.is_zero() => increment,
            ThinkingLimit::Clock { base, .. } => base,
            ThinkingLimit::Move(_) | ThinkingLimit::Nodes(_) => Duration::ZERO,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Played {
    /// All moves after the opening.
    pub moves: Vec<String>,
    /// The player of each move, a letter each.
    pub colors: String,
    /// `B+…`, `W+…` or `0`.
    pub result: String,
    /// The player at fault and the fault, if one ended the game.
    pub fault: Option<(Color, Fault)>,
    /// Whether the referee ended the game because its result was proven.
    pub is_proven: bool,
    /// How often Black and White were asked for a move.
    pub asked: [u64; 2],
    /// Milliseconds that Black and White have thought.
    pub millis: [u64; 2],
    /// Nodes that Black and White searched, where the engines report them.
    pub nodes: [u64; 2],
}

impl Played {
    /// A game that was lost before its first move.
    pub(super) fn forfeit(loser: Color, fault: Fault) -> Self {
        let result = Outcome::Forfeit { winner: !loser }.to_string();
        Self { result, fault: Some((loser, fault)), ..Self::default() }
    }
}

/// The engines that play Black and White.
pub(super) type Pair<'a> = [&'a mut Player; 2];

/// Starts the game of both engines.
pub(super) fn prepare(players: &mut Pair, start: &Start) -> Result<(), (Color, Fault)> {
    for color in Color::BOTH {
        players[color.index()].start(start).map_err(|fault| (color, fault))?;
    }
    Ok(())
}

/// Plays a game to its end. `session` is the referee's game after the opening; the engines are prepared.
pub(super) fn play(players: &mut Pair, session: &mut Game, terms: &Terms, stop: &Cancel) -> Played {
    let mut played = Played::default();
    let mut clocks = [terms.first_clock(); 2];
    while session.outcome().is_none() {
        if let Some(outcome) = proven(session, terms, stop) {
            (played.is_proven, played.result) = (true, outcome.to_string());
            return played;
        }
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

/// The result of the position with perfect play, if the referee can prove it in its time. The margin is not determined.
fn proven(session: &Game, terms: &Terms, stop: &Cancel) -> Option<Outcome> {
    let limits = Limits { time: Some(terms.prove?), ..Limits::default() };
    let params = SearchParams { cancel: stop.clone(), ..SearchParams::within(limits) };
    let side = session.turn();
    Some(match session.solve(&params, None).ok()?.verdict? {
        Verdict::Win => Outcome::Forfeit { winner: side },
        Verdict::Loss => Outcome::Forfeit { winner: !side },
        Verdict::Draw => Outcome::Draw,
    })
}

/// One turn: asks for a move, checks it, and sends it to the opponent.
fn turn(
    players: &mut Pair,
    session: &mut Game,
    terms: &Terms,
    clocks: &mut [Duration; 2],
    played: &mut Played,
) -> Result<(), (Color, Fault)> {
    let color = session.turn();
    let side = color.index();
    let mine = |fault| (color, fault);
    let allowed = match terms.time {
        ThinkingLimit::Move(time) => Some(time),
        ThinkingLimit::Clock { .. } => Some(clocks[side]),
        ThinkingLimit::Nodes(_) => None,
    };
    let timeout = allowed.map_or(terms.timeout, |allowed| allowed + terms.margin + Duration::from_secs(1));
    played.asked[side] += 1;
    let request = MoveRequest { terms, color, clocks: *clocks, timeout };
    // This includes the time since its last move: an engine that thinks while it reads the opponent's move is charged for it.
    let EngineMove { token, nodes, taken } = players[side].choose(&request).map_err(mine)?;
    played.millis[side] = played.millis[side].saturating_add(taken.as_millis() as u64);
    played.nodes[side] = played.nodes[side].saturating_add(nodes);
    if let Some(allowed) = allowed {
        if taken > allowed + terms.margin {
            return Err(mine(Fault::Late((taken - allowed).as_millis())));
        }
        if let ThinkingLimit::Clock { increment, .. } = terms.time {
            clocks[side] = clocks[side].saturating_sub(taken) + increment;
        }
    }
    let shown: String = printable(&token).chars().take(80).collect();
    if token.is_empty() || token.contains(char::is_whitespace) {
        return Err(mine(Fault::Malformed(shown)));
    }
    let played_here = session.play(color, &token, Style::Whole);
    played_here.map_err(|error| mine(Fault::Illegal(shown, printable(&error.to_string()).into_owned())))?;
    played.colors.push(color.letter());
    played.moves.push(token.to_ascii_uppercase().replace("RESIGN", "resign"));
    if session.outcome().is_some() {
        return Ok(());
    }
    players[1 - side].play(color, &token).map_err(|fault| (!color, fault))
}
