//! One game with a referee, who checks every move and keeps the clocks.

use std::fmt;
use std::time::Duration;

use crate::game::{Color, Outcome, Style, Verdict};
use crate::play::{Game, Search};
use crate::search::Limits;
use crate::system::{Cancel, printable};

use super::fault::Fault;
use super::player::Player;
use super::record::PROVEN;
use super::{GameRecord, Opening};

/// The timeout of a command in the middle of a game, other than the one for a move.
pub(super) const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingLimit {
    Move(Duration),
    Clock { base: Duration, increment: Duration },
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

#[derive(Clone, Debug)]
pub struct Terms {
    /// Name and options of the game, as for `set_game`.
    pub game: String,
    pub time: ThinkingLimit,
    /// Settings to send before the first move, a name and a value each.
    pub params: Vec<(String, String)>,
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
    /// The time control and the settings, for records.
    pub(super) fn limits(&self) -> String {
        let settings: String = self.params.iter().map(|(name, value)| format!(", {name}={value}")).collect();
        printable(&format!("{}{settings}", self.time)).into_owned()
    }

    /// What each player has on the clock at the start. Without main time, that is the first increment.
    pub(super) fn first_clock(&self) -> Duration {
        match self.time {
            ThinkingLimit::Clock { base, increment } if base.is_zero() => increment,
            ThinkingLimit::Clock { base, .. } => base,
            ThinkingLimit::Move(_) | ThinkingLimit::Nodes(_) => Duration::ZERO,
        }
    }

    /// The time for a move of a player who has this much on the clock, if there is a limit.
    pub(super) fn allowed(&self, clock: Duration) -> Option<Duration> {
        match self.time {
            ThinkingLimit::Move(time) => Some(time),
            ThinkingLimit::Clock { .. } => Some(clock),
            ThinkingLimit::Nodes(_) => None,
        }
    }

    pub(super) fn charge(&self, clock: &mut Duration, taken: Duration) {
        if let ThinkingLimit::Clock { increment, .. } = self.time {
            *clock = clock.saturating_sub(taken) + increment;
        }
    }
}

/// Plays a game to its end, and adds it to its record. `session` is the referee's game after the opening, and `terms` are those
/// of Black and White. Returns the player at fault and the fault, if one ended the game.
pub(super) fn play(
    players: &mut [Player; 2],
    opening: &Opening,
    seed: u64,
    session: &mut Game,
    terms: [&Terms; 2],
    record: &mut GameRecord,
    stop: &Cancel,
) -> Result<(), (Color, Fault)> {
    let engines = record.engines.iter_mut().flatten();
    for ((color, player), engine) in Color::BOTH.into_iter().zip(players.iter_mut()).zip(engines) {
        let started = player.start(terms[color.index()], opening, seed).and_then(|()| player.identify(engine));
        started.map_err(|fault| (color, fault))?;
    }
    let mut clocks = terms.map(Terms::first_clock);
    while session.outcome().is_none() {
        if let Some(outcome) = proven(session, terms[0], stop) {
            (record.adjudication, record.result) = (Some(PROVEN.to_owned()), outcome.to_string());
            return Ok(());
        }
        turn(players, session, terms, &mut clocks, record)?;
    }
    record.result = session.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string());
    Ok(())
}

/// The result of the position with perfect play, if the referee can prove it in its time. The margin is not determined.
fn proven(session: &Game, terms: &Terms, stop: &Cancel) -> Option<Outcome> {
    let limits = Limits { time: Some(terms.prove?), ..Limits::default() };
    let side = session.turn();
    Some(match session.solve(Search::new().within(limits).cancel(stop)).ok()?.verdict? {
        Verdict::Win => Outcome::Forfeit { winner: side },
        Verdict::Loss => Outcome::Forfeit { winner: !side },
        Verdict::Draw => Outcome::Draw,
    })
}

/// One turn: asks for a move, checks it, and sends it to the opponent.
fn turn(
    players: &mut [Player; 2],
    session: &mut Game,
    terms: [&Terms; 2],
    clocks: &mut [Duration; 2],
    record: &mut GameRecord,
) -> Result<(), (Color, Fault)> {
    let color = session.turn();
    let side = color.index();
    let terms = terms[side];
    let mine = |fault| (color, fault);
    let allowed = terms.allowed(clocks[side]);
    let timeout = allowed.map_or(terms.timeout, |allowed| allowed + terms.margin + Duration::from_secs(1));
    record.asked[side] += 1;
    // This includes the time since its last move: an engine that thinks while it reads the opponent's move is charged for it.
    let chosen = players[side].choose(terms, color, clocks[side], timeout).map_err(|fault| match (fault, allowed) {
        // The engine has lost on time, whether its move comes too late or never.
        (Fault::Silent(waited), Some(allowed)) if waited > (allowed + terms.margin).as_millis() => {
            Fault::NoMove(waited)
        }
        (fault, _) => fault,
    });
    let (token, nodes, taken) = chosen.map_err(mine)?;
    record.millis[side] = record.millis[side].saturating_add(taken.as_millis() as u64);
    record.nodes[side] = record.nodes[side].saturating_add(nodes);
    if let Some(allowed) = allowed.filter(|&allowed| taken > allowed + terms.margin) {
        return Err(mine(Fault::Late((taken - allowed).as_millis())));
    }
    terms.charge(&mut clocks[side], taken);
    let shown: String = printable(&token).chars().take(80).collect();
    if token.is_empty() || token.contains(char::is_whitespace) {
        return Err(mine(Fault::Malformed(shown)));
    }
    let played = session.play(color, &token, Style::Whole);
    played.map_err(|error| mine(Fault::Illegal(shown, printable(&error.to_string()).into_owned())))?;
    record.colors.push(color.letter());
    record.moves.push(token.to_ascii_uppercase().replace("RESIGN", "resign"));
    if session.outcome().is_some() {
        return Ok(());
    }
    players[1 - side].play(color, &token).map_err(|fault| (!color, fault))
}
