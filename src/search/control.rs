//! When a search must stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::system::Cancel;

/// The limits of a search. A search without limits runs until it is cancelled, its result is proven, or no handle is
/// left that could [cancel](Cancel) it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub time: Option<Duration>,
    /// The soft limit: about the time after which no new iteration begins. It is stretched if the best move has just
    /// changed, and reduced if it has been stable.
    pub soft: Option<Duration>,
    /// Maximum number of nodes: positions visited by a search or a proof.
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

impl Limits {
    pub fn is_none(self) -> bool {
        self == Self::default()
    }

    /// The limits of one of several decisions: an even share of the nodes, and the given share of the time, as
    /// numerator and denominator, at most 1. The depth is not shared.
    pub(crate) fn share(self, decisions: u32, [part, whole]: [u32; 2]) -> Self {
        let (decisions, whole) = (decisions.max(1), whole.max(1));
        let time = |time: Duration| time / whole * part;
        Self {
            time: self.time.map(time),
            soft: self.soft.map(time),
            nodes: self.nodes.map(|nodes| (nodes / u64::from(decisions)).max(1)),
            depth: self.depth,
        }
    }
}

/// Tells the threads of a search when to stop.
#[derive(Debug)]
pub struct Control {
    pub(crate) limits: Limits,
    begun: Instant,
    deadline: Option<Instant>,
    cancel: Cancel,
    stop: AtomicBool,
}

impl Control {
    /// A search whose time starts now.
    pub fn new(limits: Limits, cancel: &Cancel) -> Self {
        let begun = Instant::now();
        let deadline = limits.time.and_then(|time| begun.checked_add(time));
        Self { limits, begun, deadline, cancel: cancel.clone(), stop: AtomicBool::new(false) }
    }

    /// The control of a part of the work, which takes at most `time`, has the same deadline, and is cancelled together
    /// with the whole.
    pub(crate) fn part(&self, time: Duration) -> Self {
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let time = left.map_or(time, |left| time.min(left));
        Self::new(Limits { time: Some(time), ..Limits::default() }, &self.cancel)
    }

    /// The control of the work after a part: the same limits, with the rest of the soft limit counted from now, so that
    /// the search does not end early because of the time that the part took.
    pub(crate) fn rest(&self) -> Self {
        let soft = self.limits.soft.map(|soft| soft.saturating_sub(self.begun.elapsed()));
        Self { deadline: self.deadline, ..Self::new(Limits { soft, ..self.limits }, &self.cancel) }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Whether to end after this iteration. The last `stability` iterations found the same move; the more, the earlier
    /// the search ends.
    pub(crate) fn should_finish(&self, stability: u32) -> bool {
        let tenths = [18, 13, 10, 8, 7, 6][stability.min(5) as usize];
        self.limits.soft.is_some_and(|soft| self.begun.elapsed() >= soft.saturating_mul(tenths) / 10)
    }

    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether to stop now. Reads the clock: call it every few dozen nodes.
    pub(crate) fn should_stop(&self, nodes: u64) -> bool {
        let Limits { nodes: most, depth, .. } = self.limits;
        let unlimited = self.deadline.is_none() && most.is_none() && depth.is_none();
        let due = self.stop.load(Ordering::Relaxed)
            || most.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.cancel.is_cancelled()
            || unlimited && self.cancel.is_abandoned();
        if due {
            self.stop();
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_leaves_at_least_a_node_and_no_depth_out() {
        let [time, soft] = [100, 80].map(Duration::from_millis);
        let limits = Limits { time: Some(time), soft: Some(soft), nodes: Some(403), depth: Some(7) };
        assert_eq!(limits.share(1, [1, 1]), limits);
        let share = Limits { time: Some(time / 4 * 3), soft: Some(soft / 4 * 3), nodes: Some(201), depth: Some(7) };
        assert_eq!(limits.share(2, [3, 4]), share);
        assert_eq!(Limits { nodes: Some(2), ..limits }.share(4, [1, 4]).nodes, Some(1));
        assert_eq!(Limits::default().share(4, [1, 4]), Limits::default());
    }

    #[test]
    fn a_part_ends_with_the_whole_and_the_rest_counts_from_its_own_beginning() {
        let limits = |time, soft| {
            let [time, soft] = [time, soft].map(Duration::from_secs);
            Limits { time: Some(time), soft: Some(soft), ..Limits::default() }
        };
        let cancel = Cancel::default();
        let whole = |time, soft| Control::new(limits(time, soft), &cancel);
        assert!(whole(0, 9_000).part(Duration::from_secs(9_000)).should_stop(0));
        assert!(!whole(9_000, 9_000).part(Duration::from_secs(9_000)).should_stop(0));
        assert!(whole(9_000, 9_000).part(Duration::ZERO).should_stop(0));

        // A search that has found the same move five times ends after six tenths of the soft limit.
        let begun = Instant::now().checked_sub(Duration::from_secs(80)).unwrap();
        let late = Control { begun, ..whole(9_000, 100) };
        let rest = late.rest();
        assert_eq!((late.should_finish(5), rest.should_finish(5)), (true, false));
        assert!(rest.limits.soft <= Some(Duration::from_secs(20)) && rest.limits.soft > Some(Duration::ZERO));
        assert_eq!((rest.deadline, rest.limits.time), (late.deadline, late.limits.time));
        cancel.cancel();
        assert!(rest.should_stop(0));
    }

    #[test]
    fn only_an_unlimited_search_ends_when_nobody_can_cancel_it() {
        let cancel = Cancel::default();
        cancel.abandon();
        let limited = Limits { nodes: Some(10), ..Limits::default() };
        assert!(!Control::new(limited, &cancel).should_stop(0));
        assert!(Control::new(Limits::default(), &cancel).should_stop(0));
    }
}
