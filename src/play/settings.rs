//! The engine's settings, the same for every game.

use std::time::Duration;

use crate::game::{Style, whole_number};
use crate::search::{DEFAULT_CONTEMPT, Limits};
use crate::system::Cancel;
use crate::system::memory_mb;
use crate::system::threads::usable;

use super::{Error, MAX_CONTEMPT, MAX_LEVEL, SearchParams};

/// The settings that a user can change, in the order in which they are listed: for each, its range, default and help.
macro_rules! settings {
    ($($name:ident: $min:literal to $max:expr, $default:expr, $help:literal;)*) => {
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $(#[doc = $help] pub $name: u64,)*
            /// Upper limits for users of a shared engine; no protocol can change them.
            pub user_limits: UserLimits,
        }

        impl Default for Settings {
            fn default() -> Self {
                Self { $($name: $default,)* user_limits: UserLimits::default() }
            }
        }

        pub(crate) const SETTINGS: &[Setting] = &[$(Setting {
            name: stringify!($name),
            min: $min,
            max: $max,
            field: |settings| &mut settings.$name,
            help: $help,
        }),*];
    };
}

settings! {
    threads: 1 to 256, 1, "search threads";
    hash_mb: 1 to 1 << 20, 64, "mebibytes for tables";
    seed: 0 to u64::MAX, 1, "random seed";
    move_time_ms: 0 to 1_000_000_000, 1000, "milliseconds per turn if no clock and no node limit is set; 0: no limit";
    move_overhead_ms: 0 to 60_000, 30, "milliseconds per move reserved for delays between the engine and the clock";
    nodes: 0 to u64::MAX, 0, "nodes per turn; 0: no limit";
    level: 1 to MAX_LEVEL, MAX_LEVEL, "strength; 10 is full strength";
    resign_threshold: 0 to 100, 0, "expected score, in per cent, below which the engine resigns; 0: never";
    contempt: 0 to MAX_CONTEMPT, DEFAULT_CONTEMPT as u64,
        "points by which a draw is worse than an even position, for the engine's side";
    live_gfx: 0 to 1, 0, "show the running search on GoGui's board";
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserLimits {
    pub threads: u64,
    pub hash_mb: u64,
    /// Moves in a game, counted as sent: whole turns or single clicks.
    pub moves: usize,
    pub clicks: usize,
}

impl Default for UserLimits {
    fn default() -> Self {
        Self { threads: u64::MAX, hash_mb: u64::MAX, moves: usize::MAX, clicks: usize::MAX }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub name: &'static str,
    pub min: u64,
    pub max: u64,
    pub(super) field: fn(&mut Settings) -> &mut u64,
    pub help: &'static str,
}

impl Setting {
    /// Whether it is a switch, with the values 1 (on) and 0 (off).
    pub(crate) fn is_switch(&self) -> bool {
        self.max == 1
    }

    /// The largest value that this machine and the limits in `settings` allow.
    pub(crate) fn max_here(&self, settings: &Settings) -> u64 {
        let available = memory_mb().filter(|_| self.name == "hash_mb").unwrap_or(u64::MAX);
        self.max.min(available).min(self.user_limit(settings))
    }

    fn user_limit(&self, settings: &Settings) -> u64 {
        match self.name {
            "threads" => settings.user_limits.threads,
            "hash_mb" => settings.user_limits.hash_mb,
            _ => u64::MAX,
        }
    }

    pub(crate) fn value(&self, settings: &Settings) -> u64 {
        *(self.field)(&mut settings.clone())
    }

    /// Parses a value, which may be out of range.
    pub(super) fn read(&self, value: &str) -> Result<u64, Error> {
        whole_number(value).ok_or_else(|| self.wrong(value))
    }

    /// The error for a value that is out of range or no number.
    fn wrong(&self, value: &str) -> Error {
        Error::value(self.name, value, format_args!("{} to {}", self.min, self.max))
    }

    pub(super) fn find(name: &str) -> Result<&'static Self, Error> {
        SETTINGS.iter().find(|setting| setting.name == name).ok_or_else(|| {
            let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
            Error::syntax(format_args!("unknown parameter '{name}'; parameters: {}", names.join(" ")))
        })
    }
}

impl Settings {
    /// Checks that all values are in range, and that the machine has enough memory for them, unless `before` already
    /// used as much.
    pub(super) fn check(&self, before: &Self) -> Result<(), Error> {
        for setting in SETTINGS {
            let (name, number, most) = (setting.name, setting.value(self), setting.user_limit(self));
            if !(setting.min..=setting.max).contains(&number) {
                return Err(setting.wrong(&number.to_string()));
            }
            if number > most {
                return Err(Error::syntax(format!("{number} exceeds the limit of {most} for {name} on this server")));
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
            only: Vec::new(),
            avoid: Vec::new(),
            by_points: false,
        }
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
