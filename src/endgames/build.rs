//! Builds a table by retrograde analysis, backwards from the ends of the game (Thompson, "Retrograde analysis of
//! certain endgames", ICCA Journal 9, 1986).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::game::{Searchable, Stop};
use crate::system::threads::help;

use super::{EndgameEntry, EndgameValue, LONGEST};

/// The number of positions that a thread takes at a time.
const CHUNK: u64 = 1 << 12;

/// Builds the bytes of a table of all positions with at most this many stones; `None` if `stop` returns true, or if the
/// table does not fit in memory. Calls `see` after each pass with the number of stones, of moves, and of positions
/// decided.
///
/// Every win takes the fewest possible moves, so play by the table never repeats a position, and the repetition rule
/// does not matter. A draw means that both players can force one.
pub fn build<R: Searchable>(
    rules: &R,
    stones: u32,
    threads: usize,
    stop: Stop,
    see: &mut dyn FnMut(u32, u32, u64),
) -> Option<Vec<u8>> {
    let mut bytes: Vec<AtomicU8> = Vec::new();
    bytes.try_reserve_exact(usize::try_from(rules.table_size(stones)).ok()?).ok()?;
    let (mut begin, mut longest) = (0, 0);
    for stones in 1..=stones {
        let end = rules.table_size(stones);
        bytes.resize_with(end as usize, AtomicU8::default);
        let work = Work { rules, bytes: &bytes, numbers: begin..end, threads };
        longest = work.wins(longest, stop, &mut |moves, count| see(stones, moves, count))?;
        work.draws(stop)?;
        begin = end;
    }
    Some(bytes.into_iter().map(AtomicU8::into_inner).collect())
}

/// The work on all positions with the same number of stones. Captures lead to positions with fewer stones, which are
/// already solved.
struct Work<'a, R: Searchable> {
    rules: &'a R,
    bytes: &'a [AtomicU8],
    numbers: Range<u64>,
    threads: usize,
}

impl<R: Searchable> Work<'_, R> {
    /// Finds wins and losses, shortest first, and returns the length of the longest. `longest` is the longest win with
    /// fewer stones.
    fn wins(&self, mut longest: u32, stop: Stop, see: &mut dyn FnMut(u32, u64)) -> Option<u32> {
        for moves in 1..=LONGEST {
            let decided = self.pass(stop, |number| match self.rules.position_at(number) {
                None => EndgameEntry::Nothing,
                Some(position) => self.within(&position, moves).map_or(EndgameEntry::Open, EndgameEntry::Decided),
            })?;
            see(moves, decided);
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
    fn draws(&self, stop: Stop) -> Option<()> {
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
        while self.pass(stop, safety)? > 0 {}
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
    fn pass(&self, stop: Stop, decide: impl Fn(u64) -> EndgameEntry + Sync) -> Option<u64> {
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
            while work() {
                stopped.fetch_or(stop(), Relaxed);
            }
        });
        (!stopped.load(Relaxed)).then(|| count.load(Relaxed))
    }
}
