//! Every time control over a long game, simulated: each move takes the time that the engine allows itself, and a delay. No search
//! runs, and nobody waits.

use std::time::Duration;

use papamu::game::{Color, Style};
use papamu::gtp::Gtp;
use papamu::input::Line;
use papamu::play::Game;
use papamu::system::Cancel;

const MOVES: u32 = 300;

/// A clock as a referee keeps it, in milliseconds.
#[derive(Clone, Copy, Debug)]
enum Control {
    Absolute(u64),
    Fischer { main: u64, increment: u64 },
    Canadian { main: u64, period: u64, stones: u32 },
    Byoyomi { main: u64, period: u64, periods: u32 },
}

use Control::{Absolute, Byoyomi, Canadian, Fischer};

const CONTROLS: [Control; 24] = [
    Absolute(1_000),
    Absolute(10_000),
    Absolute(60_000),
    Absolute(600_000),
    Fischer { main: 1_000, increment: 100 },
    Fischer { main: 10_000, increment: 20 },
    Fischer { main: 10_000, increment: 100 },
    Fischer { main: 10_000, increment: 5_000 },
    Fischer { main: 300_000, increment: 3_000 },
    Canadian { main: 0, period: 100, stones: 1 },
    Canadian { main: 0, period: 1_000, stones: 1 },
    Canadian { main: 0, period: 3_000, stones: 2 },
    Canadian { main: 0, period: 10_000, stones: 5 },
    Canadian { main: 10_000, period: 20_000, stones: 2 },
    Canadian { main: 60_000, period: 30_000, stones: 25 },
    Canadian { main: 60_000, period: 10_000, stones: 5 },
    Canadian { main: 2_000, period: 10_000, stones: 1 },
    Byoyomi { main: 0, period: 100, periods: 1 },
    Byoyomi { main: 0, period: 2_000, periods: 3 },
    Byoyomi { main: 2_000, period: 10_000, periods: 1 },
    Byoyomi { main: 10_000, period: 500, periods: 5 },
    Byoyomi { main: 60_000, period: 1_000, periods: 3 },
    Byoyomi { main: 60_000, period: 5_000, periods: 1 },
    Byoyomi { main: 600_000, period: 30_000, periods: 5 },
];

/// The referee's clock of one player: the time left, and moves or periods in it, 0 in main time.
#[derive(Clone, Copy, Debug)]
struct Left {
    time: Duration,
    stones: u32,
}

impl Control {
    fn main(self) -> Duration {
        let (Absolute(main) | Fischer { main, .. } | Canadian { main, .. } | Byoyomi { main, .. }) = self;
        Duration::from_millis(main)
    }

    /// The time of a period and what it is counted in.
    fn period(self) -> (Duration, u32) {
        match self {
            Canadian { period, stones, .. } => (Duration::from_millis(period), stones),
            Byoyomi { period, periods, .. } => (Duration::from_millis(period), periods),
            Absolute(_) | Fischer { .. } => (Duration::ZERO, 0),
        }
    }

    /// The command that tells the engine of it.
    fn command(self) -> String {
        let (main, (period, count)) = (self.main().as_secs_f64(), self.period());
        let period = period.as_secs_f64();
        match self {
            Absolute(_) => format!("time_settings {main} 0 0"),
            Canadian { .. } => format!("time_settings {main} {period} {count}"),
            Byoyomi { .. } => format!("kgs-time_settings byoyomi {main} {period} {count}"),
            Fischer { increment, .. } => format!("kata-time_settings fischer {main} {}", increment as f64 / 1e3),
        }
    }

    fn begin(self) -> Left {
        let (period, stones) = self.period();
        match self.main() {
            Duration::ZERO => Left { time: period, stones },
            time => Left { time, stones: 0 },
        }
    }

    /// The clock after a move; `None` if the player has lost on time.
    fn after(self, left: Left, spent: Duration) -> Option<Left> {
        let (period, count) = self.period();
        let over = spent.saturating_sub(left.time);
        let rest = left.time.saturating_sub(spent);
        match self {
            Absolute(_) if over.is_zero() => Some(Left { time: rest, stones: 0 }),
            Fischer { increment, .. } if over.is_zero() => {
                Some(Left { time: rest + Duration::from_millis(increment), stones: 0 })
            }
            Absolute(_) | Fischer { .. } => None,
            // The main time is over: the rest of the move is in a period.
            _ if left.stones == 0 && rest.is_zero() => self.after(Left { time: period, stones: count }, over),
            _ if left.stones == 0 => Some(Left { time: rest, stones: 0 }),
            // A period that is exceeded is lost; here the first one already loses.
            _ if !over.is_zero() => None,
            Canadian { .. } if left.stones > 1 => Some(Left { time: rest, stones: left.stones - 1 }),
            Canadian { .. } => Some(Left { time: period, stones: count }),
            Byoyomi { .. } => Some(Left { time: period, stones: left.stones }),
        }
    }
}

fn send(gtp: &mut Gtp, line: &str) {
    let cancel = Cancel::default();
    gtp.answer(&Line::new(line, &cancel), &mut |_| ()).unwrap_or_else(|error| panic!("{line}: {error:?}"));
}

/// The delay that the referee adds to a move: usually short, now and then nearly all of the time reserved for it.
fn delay(number: u32) -> Duration {
    Duration::from_millis(if number.is_multiple_of(50) { 25 } else { 1 })
}

/// Plays a game in which each move takes the soft or the hard limit. Returns the clock before each move.
fn play(control: Control, hardest: bool) -> Vec<Left> {
    let mut gtp = Gtp::new(Game::open("konane", "").unwrap(), Style::Whole);
    send(&mut gtp, &control.command());
    let mut left = control.begin();
    let mut seen = Vec::new();
    for number in 1..=MOVES {
        let Left { time, stones } = left;
        seen.push(left);
        let told = time.as_secs_f64();
        if number == 1 {
            let fresh = gtp.game.turn_limits(Color::White);
            send(&mut gtp, &format!("time_left w {told} {stones}"));
            assert_eq!(gtp.game.turn_limits(Color::White), fresh, "{control:?}: what the command says is in force");
        }
        send(&mut gtp, &format!("time_left w {told} {stones}"));
        let limits = gtp.game.turn_limits(Color::White);
        let (soft, hard) = (limits.soft.unwrap(), limits.time.unwrap());
        assert!(soft <= hard && hard < time, "{control:?}, move {number}: {soft:?} to {hard:?} of {time:?}");
        // The time of the last move of a period is there again for the next.
        let comes_again = stones == 1 || stones > 0 && matches!(control, Byoyomi { .. });
        assert!(comes_again || hard <= time / 2, "{control:?}, move {number}: {hard:?} of {time:?} is most of it");
        let spent = if hardest { hard } else { soft };
        left = control.after(left, spent + delay(number)).unwrap_or_else(|| {
            panic!("{control:?}, move {number}: the flag falls after {spent:?} of {time:?}");
        });
    }
    seen
}

#[test]
fn no_player_loses_on_time_in_300_moves() {
    for control in CONTROLS {
        for hardest in [false, true] {
            let left = play(control, hardest);
            let least = left.iter().filter(|left| left.stones == 0).map(|left| left.time).min();
            // Where a period follows, the main time may be used up.
            let ends = control.period().0.is_zero();
            assert!(!ends || least.unwrap() > Duration::from_millis(20), "{control:?}: {least:?} are left");
        }
    }
}

/// Main time is for the whole game: without a later period, ten moves leave most of it, and forty use most of it.
#[test]
fn main_time_is_divided_among_the_moves() {
    for control in CONTROLS {
        let main = control.main();
        let later = match control {
            Absolute(_) => Duration::ZERO,
            Fischer { increment, .. } => Duration::from_millis(increment),
            Canadian { period, stones, .. } => Duration::from_millis(period) / stones,
            Byoyomi { period, .. } => Duration::from_millis(period),
        };
        if main < Duration::from_secs(10) || later * 40 > main {
            continue;
        }
        let left = play(control, false);
        let of_main = |number: usize| if left[number].stones == 0 { left[number].time } else { Duration::ZERO };
        assert!(of_main(10) > main / 2, "{control:?}: {:?} are left after ten moves", of_main(10));
        assert!(of_main(40) < main / 2, "{control:?}: {:?} are left after forty moves", of_main(40));
    }
}

#[test]
fn the_overhead_is_reserved() {
    let limits = |overhead: u32, clock: &str| {
        let mut gtp = Gtp::new(Game::open("konane", "").unwrap(), Style::Whole);
        send(&mut gtp, &format!("param move_overhead_ms {overhead}"));
        send(&mut gtp, clock);
        gtp.game.turn_limits(Color::Black).time.unwrap()
    };
    for (clock, left) in [("time_settings 0 1 1", 1_000), ("kgs-time_settings byoyomi 0 1 3", 1_000)] {
        assert!(limits(0, clock) > Duration::from_millis(left - 60), "{clock}");
        assert!(limits(200, clock) <= Duration::from_millis(left - 200), "{clock}");
    }
    for clock in
        ["time_settings 10 0 0", "kata-time_settings fischer 10 1", "time_settings 10 5 5", "time_settings 0 5 5"]
    {
        assert!(limits(200, clock) < limits(20, clock), "{clock}");
        assert!(limits(60_000, clock) < Duration::from_millis(100), "{clock}: there is hardly time to search");
    }
}
