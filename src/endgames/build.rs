//! Builds a table by retrograde analysis, backwards from the ends of the game (Thompson, "Retrograde analysis of
//! certain endgames", ICCA Journal 9, 1986).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::game::Searchable;
use crate::system::threads::help;

use super::{EndgameEntry, EndgameValue, LONGEST};

/// The number of positions that a thread takes at a time.
const CHUNK: u64 = 1 << 12;

/// The progress of building a table. The positions with each number of stones take passes, each of which finds the wins and
/// losses in one more move; then passes for the draws.
#[derive(Clone, Copy, Debug)]
pub struct BuildProgress {
    /// The number of stones of the current positions.
    pub stones: u32,
    /// The number of moves of the wins that the pass finds; `None` in a pass for draws.
    pub moves: Option<u32>,
    /// Positions of the pass that are done.
    pub done: u64,
    /// All positions of the pass.
    pub all: u64,
    /// Positions that the pass has decided.
    pub decided: u64,
}

/// A table that has been built.
#[derive(Clone, Debug)]
pub struct Built {
    /// The most stones of a position in it: fewer than asked for if the work was stopped.
    pub stones: u32,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Builds the bytes of a table of all positions with at most this many stones; `None` if the table does not fit in memory.
/// `watch` receives progress reports, and stops the work by returning true: the table then ends with the last number of
/// stones that is complete.
///
/// Every win takes the fewest possible moves, so play by the table never repeats a position, and the repetition rule
/// does not matter. A draw means that both players can force one.
pub fn build<R: Searchable>(
    rules: &R,
    stones: u32,
    threads: usize,
    watch: &mut dyn FnMut(&BuildProgress) -> bool,
) -> Option<Built> {
    let mut bytes: Vec<AtomicU8> = Vec::new();
    bytes.try_reserve_exact(usize::try_from(rules.table_size(stones)).ok()?).ok()?;
    let (mut begin, mut longest, mut complete) = (0, 0, 0);
    for stones in 1..=stones {
        let end = rules.table_size(stones);
        bytes.resize_with(end as usize, AtomicU8::default);
        let work = Work { rules, bytes: &bytes, numbers: begin..end, stones, threads };
        let found = work.wins(longest, watch).and_then(|longest| work.draws(watch).map(|()| longest));
        let Some(found) = found else { break };
        (begin, longest, complete) = (end, found, stones);
    }
    bytes.truncate(begin as usize);
    Some(Built { stones: complete, bytes: bytes.into_iter().map(AtomicU8::into_inner).collect() })
}

/// Receives progress reports; returns whether to stop.
type Watch<'a> = &'a mut dyn FnMut(&BuildProgress) -> bool;

/// The work on all positions with the same number of stones. Captures lead to positions with fewer stones, which are
/// already solved.
struct Work<'a, R: Searchable> {
    rules: &'a R,
    bytes: &'a [AtomicU8],
    numbers: Range<u64>,
    stones: u32,
    threads: usize,
}

impl<R: Searchable> Work<'_, R> {
    /// Finds wins and losses, shortest first, and returns the length of the longest. `longest` is the longest win with
    /// fewer stones.
    fn wins(&self, mut longest: u32, watch: Watch) -> Option<u32> {
        for moves in 1..=LONGEST {
            let decided = self.pass(Some(moves), watch, |number| match self.rules.position_at(number) {
                None => EndgameEntry::Nothing,
                Some(position) => self.within(&position, moves).map_or(EndgameEntry::Open, EndgameEntry::Decided),
            })?;
            log::info!("{} stones: {decided} positions within {moves} moves", self.stones);
            if decided > 0 {
                longest = longest.max(moves);
            } else if moves > longest {
                break;
            }
        }
        Some(longest)
    }

    /// Whether the position is won or lost in exactly this many moves.
    fn within(&self, position: &R::Position, moves: u32) -> Option<EndgameValue> {
        let mut lost = true;
        for after in self.after_moves(position) {
            match after {
                // Results that another thread has found in this pass do not count yet.
                EndgameEntry::Decided(EndgameValue::Win(others)) if others < moves => {
                    return Some(EndgameValue::Win(moves));
                }
                EndgameEntry::Decided(EndgameValue::Loss(others)) if others < moves => {}
                _ => lost = false,
            }
        }
        lost.then_some(EndgameValue::Loss(moves))
    }

    /// Finds the positions in which a player can force at least a draw, in passes until nothing changes.
    fn draws(&self, watch: Watch) -> Option<()> {
        let safety = |number| {
            let (mut safe, mut other_safe) = (false, true);
            for after in self.rules.position_at(number).iter().flat_map(|position| self.after_moves(position)) {
                safe |= matches!(
                    after,
                    EndgameEntry::Safe | EndgameEntry::Decided(EndgameValue::Draw | EndgameValue::Win(_))
                );
                other_safe &= matches!(
                    after,
                    EndgameEntry::OtherSafe | EndgameEntry::Decided(EndgameValue::Draw | EndgameValue::Loss(_))
                );
            }
            match (safe, other_safe) {
                (true, true) => EndgameEntry::Decided(EndgameValue::Draw),
                (true, false) => EndgameEntry::Safe,
                (false, true) => EndgameEntry::OtherSafe,
                (false, false) => EndgameEntry::Open,
            }
        };
        while self.pass(None, watch, safety)? > 0 {}
        Some(())
    }

    /// The entry after each move, for the player who makes it.
    fn after_moves(&self, position: &R::Position) -> Vec<EndgameEntry> {
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        moves.into_iter().map(|mv| self.after(position, mv)).collect()
    }

    fn after(&self, position: &R::Position, mv: R::Move) -> EndgameEntry {
        let rules = self.rules;
        let side = rules.turn(position);
        let mut after = position.clone();
        rules.play(&mut after, mv);
        if let Some(outcome) = rules.outcome(&after) {
            return EndgameEntry::Decided(EndgameValue::of_end(outcome, side));
        }
        let byte = rules.table_index(&after).and_then(|number| self.bytes.get(number as usize));
        let entry = byte.map_or(EndgameEntry::Open, |byte| EndgameEntry::of(byte.load(Relaxed)));
        if rules.turn(&after) == side { entry } else { entry.turned() }
    }

    /// Decides the open positions, and returns how many entries changed.
    fn pass(&self, moves: Option<u32>, watch: Watch, decide: impl Fn(u64) -> EndgameEntry + Sync) -> Option<u64> {
        let (next, count, stopped) = (AtomicU64::new(self.numbers.start), AtomicU64::new(0), AtomicBool::new(false));
        let look_again = |number: u64| {
            let byte = &self.bytes[number as usize];
            let known = EndgameEntry::of(byte.load(Relaxed));
            if matches!(known, EndgameEntry::Decided(_) | EndgameEntry::Nothing) {
                return false;
            }
            let entry = decide(number);
            byte.store(entry.byte(), Relaxed);
            entry != known && entry != EndgameEntry::Nothing
        };
        // Processes a chunk, and returns whether there may be more.
        let work = || {
            let begin = next.fetch_add(CHUNK, Relaxed);
            let numbers = begin..(begin + CHUNK).min(self.numbers.end);
            count.fetch_add(numbers.filter(|&number| look_again(number)).count() as u64, Relaxed);
            begin < self.numbers.end && !stopped.load(Relaxed)
        };
        thread::scope(|scope| {
            for _ in 1..self.threads {
                help(scope, || while work() {});
            }
            let Range { start, end } = self.numbers;
            while work() {
                let (done, decided) = (next.load(Relaxed).min(end) - start, count.load(Relaxed));
                let progress = BuildProgress { stones: self.stones, moves, done, all: end - start, decided };
                stopped.fetch_or(watch(&progress), Relaxed);
            }
        });
        (!stopped.load(Relaxed)).then(|| count.load(Relaxed))
    }
}
