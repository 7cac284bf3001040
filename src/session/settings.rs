//! The engine's settings, the same for every game.

use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::search::Limits;

use super::Budget;

/// What a user can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads of a search.
    pub threads: u64,
    /// Mebibytes for tables and trees.
    pub hash_mb: u64,
    /// Seed of whatever is random.
    pub seed: u64,
    /// Milliseconds a turn where no clock runs and no node limit is set; 0 for no limit.
    pub move_time_ms: u64,
    /// Nodes, or playouts, a turn; 0 for no limit.
    pub nodes: u64,
    /// Whether to show on a board what `genmove` thinks, for GoGui: 0 or 1.
    pub live_gfx: u64,
    /// Whether to use Monte Carlo tree search in every game: 0 or 1.
    pub monte_carlo: u64,
    /// How well to play, from 1 to 10, which is as well as it can.
    pub level: u64,
    /// Per cent of expected success below which `genmove` resigns; 0 for never.
    pub resign_threshold: u64,
    /// Whether to go on thinking after a move, until the next line of input: 0 or 1.
    pub ponder: u64,
    /// Whether to judge positions by the points alone, as a beginner may; for learning, and no protocol can change it.
    pub by_points: bool,
    /// The folder with tables of endgames, if there is one; no protocol can change it.
    pub endgames: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mb: 64,
            seed: 1,
            move_time_ms: 1000,
            nodes: 0,
            live_gfx: 0,
            monte_carlo: 0,
            level: MAX_LEVEL,
            resign_threshold: 0,
            ponder: 0,
            by_points: false,
            endgames: None,
        }
    }
}

/// The level of full strength.
pub const MAX_LEVEL: u64 = 10;

/// A setting: its name, the smallest and the largest value.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The name.
    pub name: &'static str,
    /// The smallest value.
    pub min: u64,
    /// The largest value.
    pub max: u64,
    field: fn(&mut Settings) -> &mut u64,
}

impl Setting {
    /// Whether it is on or off, 1 or 0.
    pub fn is_switch(&self) -> bool {
        (self.min, self.max) == (0, 1)
    }

    /// Its value in `settings`.
    pub fn value(&self, settings: &Settings) -> u64 {
        *(self.field)(&mut settings.clone())
    }
}

/// All settings, in the order in which they are listed.
pub const SETTINGS: &[Setting] = &[
    Setting { name: "threads", min: 1, max: 256, field: |settings| &mut settings.threads },
    Setting { name: "hash_mb", min: 1, max: 1 << 20, field: |settings| &mut settings.hash_mb },
    Setting { name: "seed", min: 0, max: u64::MAX, field: |settings| &mut settings.seed },
    Setting { name: "move_time_ms", min: 0, max: 1_000_000_000, field: |settings| &mut settings.move_time_ms },
    Setting { name: "nodes", min: 0, max: u64::MAX, field: |settings| &mut settings.nodes },
    Setting { name: "level", min: 1, max: MAX_LEVEL, field: |settings| &mut settings.level },
    Setting { name: "resign_threshold", min: 0, max: 100, field: |settings| &mut settings.resign_threshold },
    Setting { name: "ponder", min: 0, max: 1, field: |settings| &mut settings.ponder },
    Setting { name: "monte_carlo", min: 0, max: 1, field: |settings| &mut settings.monte_carlo },
    Setting { name: "live_gfx", min: 0, max: 1, field: |settings| &mut settings.live_gfx },
];

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// No such setting.
    #[error("unknown parameter '{0}'; parameters: {1}")]
    Name(String, String),
    /// The value is out of range, or no number.
    #[error("'{value}' is no value of {name}; allowed: {min} to {max}")]
    Value {
        /// The setting.
        name: &'static str,
        /// The value given.
        value: String,
        /// The smallest allowed.
        min: u64,
        /// The largest allowed.
        max: u64,
    },
    /// More memory than there is.
    #[error("{wanted} MiB is more memory than the {there} MiB of this machine")]
    Memory {
        /// Mebibytes asked for.
        wanted: u64,
        /// Mebibytes of the machine.
        there: u64,
    },
}

/// The memory of the machine in mebibytes, or what a container may take of it, where the system tells it.
pub(super) fn memory_mb() -> Option<u64> {
    let read = |path| std::fs::read_to_string(path).ok();
    let machine = || {
        let text = read("/proc/meminfo")?;
        let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kilobytes: u64 = total.split_whitespace().next()?.parse().ok()?;
        Some(kilobytes >> 10)
    };
    let allowed = || Some(read("/sys/fs/cgroup/memory.max")?.trim().parse::<u64>().ok()? >> 20);
    machine().into_iter().chain(allowed()).min()
}

impl Settings {
    /// Changes a setting.
    ///
    /// # Errors
    /// [`SettingError`], which names what is allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let Some(setting) = SETTINGS.iter().find(|setting| setting.name == name) else {
            let names: Vec<_> = SETTINGS.iter().map(|setting| setting.name).collect();
            return Err(SettingError::Name(name.to_owned(), names.join(" ")));
        };
        let &Setting { name, min, max, field } = setting;
        let digits = value.bytes().all(|b| b.is_ascii_digit());
        let number = digits.then(|| value.parse().ok()).flatten().filter(|number| (min..=max).contains(number));
        let number = number.ok_or_else(|| SettingError::Value { name, value: value.to_owned(), min, max })?;
        // Systems promise more memory than they have, and kill the process that uses it.
        if let Some(there) = memory_mb().filter(|&there| name == "hash_mb" && number > there) {
            return Err(SettingError::Memory { wanted: number, there });
        }
        *field(self) = number;
        Ok(())
    }

    /// What is kept back of the time for a move, so that the reply is out before the time is up.
    pub fn margin(time: Duration) -> Duration {
        (time / 10).clamp(Duration::from_millis(2), Duration::from_millis(15)).min(time / 2)
    }

    /// The limits of a turn, `clock` being what a clock gives it. A node limit alone decides where no
    /// clock runs, so that such play is the same on a slow machine.
    pub fn limits(&self, clock: Option<Budget>) -> Limits {
        let nodes = (self.nodes > 0).then_some(self.nodes);
        let by_setting = (self.move_time_ms > 0 && nodes.is_none()).then(|| {
            let time = Duration::from_millis(self.move_time_ms);
            time - Self::margin(time)
        });
        let soft = clock.map(|budget| budget.soft);
        Limits { time: clock.map(|budget| budget.hard).or(by_setting), soft, nodes, depth: None }
    }
}
