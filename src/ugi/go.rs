//! The arguments of `go`. It must always be answered with a move, so words that it does not know are reported and ignored.

use std::time::Duration;

use crate::game::Color;
use crate::play::{Clock, Settings, TimeControl};
use crate::search::Limits;

#[derive(Debug, Default)]
pub(super) struct Go {
    /// Search until `stop`.
    pub infinite: bool,
    move_time: Option<Duration>,
    times: [Option<Duration>; 2],
    increments: [Duration; 2],
    depth: Option<u32>,
    nodes: Option<u64>,
    pub unknown: Vec<String>,
}

impl Go {
    pub(super) fn read(text: &str) -> Self {
        // A clock that has run out may be below zero. Huge values are capped.
        let millis = |value: i64| Duration::from_millis(value.clamp(0, 1_000_000_000) as u64);
        let mut go = Self::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.infinite = true;
                continue;
            }
            match (word, words.peek().and_then(|value| value.parse::<i64>().ok())) {
                ("movetime", Some(value)) => go.move_time = Some(millis(value)),
                ("p1time", Some(value)) => go.times[0] = Some(millis(value)),
                ("p2time", Some(value)) => go.times[1] = Some(millis(value)),
                ("p1inc", Some(value)) => go.increments[0] = millis(value),
                ("p2inc", Some(value)) => go.increments[1] = millis(value),
                ("depth", Some(value @ 0..)) => go.depth = Some(value.clamp(1, 1_000) as u32),
                ("nodes", Some(value @ 0..)) => go.nodes = Some(value.max(1) as u64),
                _ => {
                    go.unknown.push(word.to_owned());
                    continue;
                }
            }
            words.next(); // the value
        }
        go
    }

    /// The limits of the search of a player. If there are none here, those of the settings apply.
    pub(super) fn limits(&self, settings: &Settings, side: Color) -> Limits {
        if self.infinite {
            return Limits::default();
        }
        let clock = self.times[side.index()].and_then(|left| {
            let control = TimeControl::Increment { main: left, increment: self.increments[side.index()] };
            Clock::new(control).budget(side, Duration::from_millis(settings.move_overhead_ms))
        });
        let by_move = self.move_time.map(|time| time.saturating_sub(Settings::margin(time)));
        let clock = clock.unwrap_or_default();
        let time = clock.time.into_iter().chain(by_move).min();
        let limits = Limits { time, soft: clock.soft, nodes: self.nodes, depth: self.depth };
        if limits.is_none() { settings.limits(None) } else { limits }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::Konane;
    use crate::play::Game;
    use crate::registry::Entry;

    use super::*;

    /// The same clock gives the same limits as in GTP.
    #[test]
    fn a_clock_is_used_as_in_gtp() {
        let games = Box::leak(Box::new([Entry::of::<Konane<1>>()]));
        let mut game = Game::new(games, "konane", "").unwrap();
        for overhead in ["0", "30", "400"] {
            game.set("move_overhead_ms", overhead).unwrap();
            for (left, increment) in [(0, 0), (40, 0), (1_000, 0), (60_000, 0), (900, 5_000), (10_000, 100), (0, 50)] {
                let [main, later] = [left, increment].map(Duration::from_millis);
                let line = format!("p1time 1 p2time {left} p1inc 7 p2inc {increment}");
                let found = Go::read(&line).limits(game.settings(), Color::White);
                game.set_clock(TimeControl::Increment { main, increment: later });
                assert_eq!(found, game.turn_limits(Color::White), "{line}");
                if increment == 0 {
                    game.set_clock(TimeControl::Canadian { main, period: Duration::ZERO, stones: 0 });
                    assert_eq!(found, game.turn_limits(Color::White), "{line}");
                }
                game.set_time_left(Color::White, Duration::from_millis(left + 500), 0);
                assert_ne!(found, game.turn_limits(Color::White), "{line}");
            }
        }
        game.set_clock(TimeControl::None);
        game.set("move_time_ms", "700").unwrap();
        let found = Go::read("movetime 700").limits(game.settings(), Color::Black);
        assert_eq!(found, game.turn_limits(Color::Black));
    }
}
