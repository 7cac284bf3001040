//! The engine's settings, the same for every game.

use std::time::Duration;

use crate::game::Style;
use crate::search::Limits;
use crate::system::Cancel;
use crate::system::memory_mb;
use crate::system::threads::usable;

use super::{Error, MAX_CONTEMPT, MAX_LEVEL, SearchParams};

/// The settings that a user can change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The number of search threads.
    pub threads: u64,
    /// Mebibytes for tables.
    pub hash_mb: u64,
    /// The random seed.
    pub seed: u64,
    /// Milliseconds per turn if no clock and no node limit is set; 0 for no limit.
    pub move_time_ms: u64,
    /// Milliseconds per move reserved for delays between the engine and the clock.
    pub move_overhead_ms: u64,
    /// Nodes per turn; 0 for no limit.
    pub nodes: u64,
    /// Strength from 1 to 10; 10 is full strength.
    pub level: u64,
    /// The expected score, in per cent, below which the engine resigns; 0 for never.
    pub resign_threshold: u64,
    /// Contempt: by how many points a draw is worse than an even position for the engine's side.
    pub contempt: u64,
    /// 1 to search on the opponent's time.
    pub ponder: u64,
    /// 1 to show the running search on GoGui's board.
    pub live_gfx: u64,
    /// Upper limits for users of a shared engine; no protocol can change them.
    pub most: Most,
}

/// Upper limits for users of a shared engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Most {
    /// The number of search threads.
    pub threads: u64,
    /// Mebibytes for tables.
    pub hash_mb: u64,
    /// Moves in a game, counted as sent: whole turns or single clicks.
    pub moves: usize,
    /// Clicks in a turn.
    pub clicks: usize,
}

impl Default for Most {
    /// No limit.
    fn default() -> Self {
        Self { threads: u64::MAX, hash_mb: u64::MAX, moves: usize::MAX, clicks: usize::MAX }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mb: 64,
            seed: 1,
            move_time_ms: 1000,
            move_overhead_ms: 30,
            nodes: 0,
            level: MAX_LEVEL,
            resign_threshold: 0,
            contempt: SearchParams::default().contempt,
            ponder: 0,
            live_gfx: 0,
            most: Most::default(),
        }
    }
}

/// A setting: its name and its allowed values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// The name.
    pub name: &'static str,
    /// The smallest value; 0 for a switch.
    pub min: u64,
    /// The largest value; 1 for a switch.
    pub max: u64,
    pub(super) field: fn(&mut Settings) -> &mut u64,
    /// What it does, in one line.
    pub help: &'static str,
}

impl Setting {
    const fn new(
        name: &'static str,
        min: u64,
        max: u64,
        field: fn(&mut Settings) -> &mut u64,
        help: &'static str,
    ) -> Self {
        Self { name, min, max, field, help }
    }

    /// Whether it is a switch, with the values 1 (on) and 0 (off).
    pub(crate) fn is_switch(&self) -> bool {
        self.max == 1
    }

    /// The largest value that this machine and the limits in `settings` allow.
    pub(crate) fn max_here(&self, settings: &Settings) -> u64 {
        let available = memory_mb().filter(|_| self.name == "hash_mb").unwrap_or(u64::MAX);
        self.max.min(available).min(self.most(settings))
    }

    /// The limit for it in `settings`.
    fn most(&self, settings: &Settings) -> u64 {
        match self.name {
            "threads" => settings.most.threads,
            "hash_mb" => settings.most.hash_mb,
            _ => u64::MAX,
        }
    }

    /// Its value in `settings`.
    pub(crate) fn value(&self, settings: &Settings) -> u64 {
        *(self.field)(&mut settings.clone())
    }

    /// Parses a value, which may be out of range.
    pub(super) fn read(&self, value: &str) -> Result<u64, Error> {
        let digits = value.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| value.parse().ok()).flatten().ok_or_else(|| self.wrong(value))
    }

    /// The error for a value that is out of range or no number.
    fn wrong(&self, value: &str) -> Error {
        Error::value(self.name, value, format_args!("{} to {}", self.min, self.max))
    }

    /// The setting of that name.
    pub(super) fn find(name: &str) -> Result<&'static Self, Error> {
        SETTINGS.iter().find(|setting| setting.name == name).ok_or_else(|| {
            let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
            Error::syntax(format_args!("unknown parameter '{name}'; parameters: {}", names.join(" ")))
        })
    }
}

/// All settings, in the order in which they are listed.
pub(crate) const SETTINGS: &[Setting] = &[
    Setting::new("threads", 1, 256, |settings| &mut settings.threads, "search threads"),
    Setting::new("hash_mb", 1, 1 << 20, |settings| &mut settings.hash_mb, "mebibytes for tables"),
    Setting::new("seed", 0, u64::MAX, |settings| &mut settings.seed, "random seed"),
    Setting::new(
        "move_time_ms",
        0,
        1_000_000_000,
        |settings| &mut settings.move_time_ms,
        "milliseconds per turn if no clock and no node limit is set; 0: no limit",
    ),
    Setting::new(
        "move_overhead_ms",
        0,
        60_000,
        |settings| &mut settings.move_overhead_ms,
        "milliseconds per move reserved for delays between the engine and the clock",
    ),
    Setting::new("nodes", 0, u64::MAX, |settings| &mut settings.nodes, "nodes per turn; 0: no limit"),
    Setting::new("level", 1, MAX_LEVEL, |settings| &mut settings.level, "strength; 10 is full strength"),
    Setting::new(
        "resign_threshold",
        0,
        100,
        |settings| &mut settings.resign_threshold,
        "expected score, in per cent, below which the engine resigns; 0: never",
    ),
    Setting::new(
        "contempt",
        0,
        MAX_CONTEMPT,
        |settings| &mut settings.contempt,
        "points by which a draw is worse than an even position, for the engine's side",
    ),
    Setting::new("ponder", 0, 1, |settings| &mut settings.ponder, "search on the opponent's time"),
    Setting::new("live_gfx", 0, 1, |settings| &mut settings.live_gfx, "show the running search on GoGui's board"),
];

impl Settings {
    /// Checks that all values are in range, and that the machine has enough memory for them, unless `before` already
    /// used as much.
    pub(super) fn check(&self, before: &Self) -> Result<(), Error> {
        for setting in SETTINGS {
            let (name, number, most) = (setting.name, setting.value(self), setting.most(self));
            if !(setting.min..=setting.max).contains(&number) {
                return Err(setting.wrong(&number.to_string()));
            }
            if number > most {
                let reason = format!("{number} exceeds the limit of {most} for {name} on this server");
                return Err(Error::syntax(reason));
            }
        }
        if let Some(available) = memory_mb().filter(|&available| self.hash_mb > available.max(before.hash_mb)) {
            let reason =
                format!("{} MiB is more memory than this machine has; allowed: up to {available} MiB", self.hash_mb);
            return Err(Error::syntax(reason));
        }
        let threads = self.threads as usize;
        if self.threads != before.threads && usable(threads) < threads {
            log::warn!("{threads} threads: a search starts {} on this machine, four per core", usable(threads));
        }
        Ok(())
    }

    /// The parameters of a search within these limits.
    pub(super) fn params(&self, style: Style, limits: Limits, cancel: &Cancel) -> SearchParams {
        SearchParams {
            style,
            limits,
            cancel: cancel.clone(),
            threads: usable(self.threads as usize),
            hash_mb: self.hash_mb,
            seed: self.seed,
            level: self.level,
            contempt: self.contempt,
            resign_below: self.resign_threshold as f64 / 100.0,
            ..SearchParams::default()
        }
    }

    /// The time that a move costs on the clock in addition to the engine's own time.
    pub(crate) fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead_ms)
    }

    /// The part of a move's time that the search leaves unused, so that the reply is sent before the time is up.
    pub(crate) fn margin(time: Duration) -> Duration {
        (time / 10).clamp(Duration::from_millis(2), Duration::from_millis(15)).min(time / 2)
    }

    /// The limits of a turn, given the budget of the clock. Without a clock, a node limit replaces the time limit, so
    /// that play is the same on a slow machine.
    pub(crate) fn limits(&self, clock: Option<Limits>) -> Limits {
        let nodes = (self.nodes > 0).then_some(self.nodes);
        let by_setting = (self.move_time_ms > 0 && nodes.is_none()).then(|| {
            let time = Duration::from_millis(self.move_time_ms);
            time - Self::margin(time)
        });
        let clock = clock.unwrap_or_default();
        Limits { time: clock.time.or(by_setting), nodes, ..clock }
    }
}
