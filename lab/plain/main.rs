//! Plain players of all games, to measure the engine against: iterative alpha-beta with a table, killers and an evaluation of one
//! line, UCT with uniform playouts, two players who look one ply ahead, and one who plays at random.
//!
//! They share the crate's rules, the text of moves and positions, Kōnane's jumps and Kanga's distances as they are counted there, and how a
//! turn's time is shared out, but nothing of its searches, learned evaluations or protocol, so that what changes there does not move the mark. They know as much of the protocol as `papamu match` needs, by nodes or by time a move:
//!
//! ```text
//! cargo build --release -p papamu-lab --bin plain
//! papamu match kanga --engine papamu --engine 'target/release/plain alphabeta' --openings tests/openings/kanga.txt
//! ```

mod alphabeta;
mod judge;
mod oneply;
mod seat;
mod uct;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use papamu::game::{Rules, Values};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};

use seat::{Chair, Seat};

/// How a player thinks.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// Iterative alpha-beta.
    AlphaBeta,
    /// UCT.
    Uct,
    /// The move after which the position looks best.
    OnePly,
    /// The move that captures most.
    Captures,
    /// Any legal move.
    Random,
}

/// What a move may take.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Positions, or playouts.
    pub nodes: u64,
    /// When to have answered.
    pub until: Option<Instant>,
}

impl Budget {
    /// An equal share of what is left.
    pub fn share(self, shares: u32) -> Self {
        let now = Instant::now();
        let until = self.until.map(|until| now + until.saturating_duration_since(now) / shares.max(1));
        let nodes = if self.nodes == u64::MAX { self.nodes } else { self.nodes / u64::from(shares.max(1)) };
        Self { nodes, until }
    }

    /// Whether it is time to answer.
    pub fn is_late(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What the referee has set.
struct Engine {
    player: Player,
    seat: Box<dyn Chair>,
    time: Option<Duration>,
    nodes: u64,
    seed: u64,
    /// Nodes of the last move.
    searched: u64,
}

/// The game of that name, on the narrowest bitboards that hold the board. A build with debug assertions, which takes part in
/// tests, has only the widest: the players are compiled again for each width.
fn open(name: &str, options: &str) -> Result<Box<dyn Chair>, String> {
    macro_rules! open {
        ($game:ident, $($words:literal)* or $most:literal) => {{
            let values = Values::parse($game::<$most>::OPTIONS, options).map_err(|error| error.to_string())?;
            let game = $game::<$most>::new(&values).map_err(|error| error.to_string())?;
            $(#[cfg(not(debug_assertions))]
            if papamu::board::Board::shape(papamu::game::Rules::board(&game)).bits() <= 64 * $words {
                let game = $game::<$words>::new(&values).map_err(|error| error.to_string())?;
                return Ok(Box::new(Seat::new(game)));
            })*
            Ok(Box::new(Seat::new(game)))
        }};
    }
    match name {
        "konane" => open!(Konane, 1 2 or 4),
        "kanga" => open!(Kanga, 1 2 or 6),
        "send_it" => open!(SendIt, 2 4 or 6),
        "kangaroo" => open!(Kangaroo, 1 or 2),
        _ => Err(format!("unknown game {name}")),
    }
}

impl Engine {
    fn obey(&mut self, line: &str) -> Result<String, String> {
        let begun = Instant::now();
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split_whitespace().collect();
        match (command, words.as_slice()) {
            ("set_game", [name, ..]) => self.seat = open(name, rest.trim_start().strip_prefix(name).unwrap_or(""))?,
            ("set_position", _) => self.seat.set_position(rest)?,
            ("play", [_, token]) => self.seat.play(token)?,
            ("genmove", [_]) => {
                // What the operating system and the pipe may take is left to them.
                let until = self.time.map(|time| begun + time.saturating_sub(Duration::from_millis(2)));
                let budget = Budget { nodes: self.nodes, until };
                let (token, nodes) = self.seat.choose(self.player, budget, self.seed)?;
                self.searched = nodes;
                return Ok(token);
            }
            ("nodes", []) => return Ok(self.searched.to_string()),
            ("param", [key, value]) => {
                let value: u64 = value.parse().map_err(|_| "not a number".to_owned())?;
                match *key {
                    "move_time_ms" => self.time = Some(Duration::from_millis(value)),
                    "nodes" => self.nodes = value,
                    "seed" => self.seed = value,
                    _ => return Err(format!("unknown parameter {key}")),
                }
            }
            _ => return Err("unknown command".to_owned()),
        }
        Ok(String::new())
    }
}

fn main() -> ExitCode {
    let player = match std::env::args().nth(1).as_deref() {
        Some("alphabeta") => Player::AlphaBeta,
        Some("uct") => Player::Uct,
        Some("oneply") => Player::OnePly,
        Some("captures") => Player::Captures,
        Some("random") => Player::Random,
        _ => {
            eprintln!("usage: plain alphabeta|uct|oneply|captures|random");
            return ExitCode::from(2);
        }
    };
    let Ok(seat) = open("konane", "") else { return ExitCode::FAILURE };
    let mut engine = Engine { player, seat, time: None, nodes: u64::MAX, seed: 0, searched: 0 };
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let reply = match (line, engine.obey(line)) {
            ("quit", _) => "=".to_owned(),
            (_, Ok(text)) => format!("= {text}"),
            (_, Err(text)) => format!("? {text}"),
        };
        let mut output = io::stdout().lock();
        if writeln!(output, "{reply}\n").and_then(|()| output.flush()).is_err() || line == "quit" {
            break;
        }
    }
    ExitCode::SUCCESS
}
