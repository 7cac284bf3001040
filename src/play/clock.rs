//! Clocks: how much time is left, and how much of it to spend on a move.

use std::time::Duration;

use crate::game::Color;
use crate::search::Limits;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeControl {
    #[default]
    None,
    /// Main time, then `period` for each `stones` moves; a `period` of 0 is sudden death.
    Canadian { main: Duration, period: Duration, stones: u32 },
    /// Main time, and `increment` more after each move (Fischer).
    Increment { main: Duration, increment: Duration },
    /// Main time, then `periods` periods (byo-yomi). A period that a move does not use up is available again for the
    /// next move.
    Byoyomi { main: Duration, period: Duration, periods: u32 },
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    left: Duration,
    /// Moves to play in `left`, or periods left; 0 in main time.
    stones: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    control: TimeControl,
    sides: [Side; 2],
}

/// A move takes at most this many times its share of the time.
const HARD: u32 = 4;
/// Main time is divided as if this many moves were still to come.
const MOVES_TO_COME: u32 = 25;
/// A move takes at least its share divided by this, even if the overhead leaves less.
const LEAST: u32 = 20;

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Self {
        let mut clock = Self { control, sides: [Side::default(); 2] };
        clock.reset();
        clock
    }

    pub(crate) fn reset(&mut self) {
        let side = match self.control {
            TimeControl::None => Side::default(),
            TimeControl::Canadian { main, period, stones } if main.is_zero() => Side { left: period, stones },
            TimeControl::Byoyomi { main, period, periods } if main.is_zero() => Side { left: period, stones: periods },
            TimeControl::Canadian { main, .. }
            | TimeControl::Byoyomi { main, .. }
            | TimeControl::Increment { main, .. } => Side { left: main, stones: 0 },
        };
        self.sides = [side; 2];
    }

    /// Sets one clock: `left` for `stones` moves (or periods), or main time if `stones` is 0. Without a time control,
    /// this sets sudden death.
    pub(crate) fn set_left(&mut self, color: Color, left: Duration, stones: u32) {
        if self.control == TimeControl::None {
            *self = Self::new(TimeControl::Canadian { main: left, period: Duration::ZERO, stones: 0 });
        }
        self.sides[color.index()] = Side { left, stones };
    }

    /// The remaining time of a player, and for how many moves or periods (0 in main time); `None` without a clock.
    pub(crate) fn left(&self, color: Color) -> Option<(Duration, u32)> {
        let Side { left, stones } = self.sides[color.index()];
        (self.control != TimeControl::None).then_some((left, stones))
    }

    /// The time that a move should take (the soft limit) and may take in a position that needs more, if each move costs a
    /// further `overhead` on the clock; `None` without a clock.
    pub(crate) fn budget(&self, color: Color, overhead: Duration) -> Option<Limits> {
        let limits = |soft, hard| Limits { time: Some(hard), soft: Some(soft), ..Limits::default() };
        let Side { left, stones } = self.sides[color.index()];
        // The number of moves that the time is for, and the time of one move including overhead.
        let shared = |later: Duration| (MOVES_TO_COME, left / MOVES_TO_COME + later);
        let (moves, share) = match (self.control, stones) {
            (TimeControl::None, _) => return None,
            (TimeControl::Canadian { period, stones, .. }, 0) => shared((period / stones.max(1)).min(left) / 2),
            (TimeControl::Byoyomi { period, .. }, 0) => shared(period.min(left) / 2),
            (TimeControl::Increment { increment, .. }, _) => shared(increment.min(left) / 4 * 3),
            (TimeControl::Canadian { .. }, stones) => (stones, left / stones),
            (TimeControl::Byoyomi { .. }, _) => (1, left),
        };
        // The next move gets the full time again.
        if moves == 1 {
            let soft = left.saturating_sub(overhead).max(left / 2) / 20 * 19;
            return Some(limits(soft, soft));
        }
        let share = share.min(left / 2);
        let soft = share.saturating_sub(overhead).max(share / LEAST) / 20 * 19;
        // Time beyond the share is missing for later moves, each of which also costs the overhead.
        let safe = left.saturating_sub(overhead.saturating_mul(moves));
        let hard = soft.saturating_mul(HARD).min(safe / 3).max(soft);
        Some(limits(soft, hard))
    }

    pub(crate) fn spend(&mut self, color: Color, spent: Duration) {
        let side = &mut self.sides[color.index()];
        let over = spent.saturating_sub(side.left);
        side.left = side.left.saturating_sub(spent);
        let is_used_up = side.left.is_zero();
        match self.control {
            TimeControl::Increment { increment, .. } => side.left = side.left.saturating_add(increment),
            TimeControl::Byoyomi { period, .. } if side.stones > 0 => {
                *side = Side { left: period, stones: periods_left(side.stones, spent, period) };
            }
            TimeControl::Byoyomi { period, periods, .. } if is_used_up && !period.is_zero() => {
                *side = Side { left: period, stones: periods_left(periods.max(1), over, period) };
            }
            TimeControl::Canadian { period, stones, .. } if side.stones > 0 => {
                side.stones -= 1;
                // In sudden death, no other period follows.
                if side.stones == 0 && !period.is_zero() {
                    *side = Side { left: period, stones };
                }
            }
            TimeControl::Canadian { period, stones, .. } if is_used_up && !period.is_zero() => {
                *side = Side { left: period - over.min(period), stones: stones.max(1) };
            }
            _ => {}
        }
    }
}

/// Byo-yomi periods left after a move that took `spent`. Each exceeded period is lost, except the last:
/// the match manager decides whether the player loses on time.
fn periods_left(periods: u32, spent: Duration, period: Duration) -> u32 {
    let used = spent.as_nanos().saturating_sub(1) / period.as_nanos().max(1);
    periods.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// The seconds and the moves or periods left to Black after each of these moves, which take so many seconds.
    fn left_after<const K: usize>(control: TimeControl, moves: [u64; K]) -> [(u64, u32); K] {
        let mut clock = Clock::new(control);
        moves.map(|spent| {
            clock.spend(Color::Black, seconds(spent));
            (clock.sides[0].left.as_secs(), clock.sides[0].stones)
        })
    }

    #[test]
    fn long_moves_take_several_periods() {
        let control = TimeControl::Byoyomi { main: seconds(10), period: seconds(5), periods: 4 };
        assert_eq!(left_after(control, [4, 12, 5, 11, 11]), [(6, 0), (5, 3), (5, 3), (5, 1), (5, 1)]);
    }

    #[test]
    fn a_canadian_period_begins_when_the_main_time_is_used_up() {
        let control = TimeControl::Canadian { main: seconds(10), period: seconds(5), stones: 3 };
        // The last move begins the next period.
        assert_eq!(left_after(control, [4, 8, 1, 1, 0]), [(6, 0), (3, 3), (2, 2), (1, 1), (5, 3)]);
        // Without a period, the main time is all there is.
        let sudden_death = TimeControl::Canadian { main: seconds(2), period: Duration::ZERO, stones: 0 };
        assert_eq!(left_after(sudden_death, [3]), [(0, 0)]);
    }
}
