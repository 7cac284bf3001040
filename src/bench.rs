//! The speed of every game, and a signature: a count of positions that is the same on every machine, and changes only
//! if the engine searches or counts differently.

use std::io::{self, Write};
use std::time::Instant;

use crate::play::{Search, SearchParams};
use crate::registry::Entry;
use crate::search::Limits;

const SEARCH: Limits = Limits { time: None, soft: None, nodes: Some(3_000), depth: Some(7) };

/// Measures the games in `entries`, and writes a table and the signature.
pub fn run(entries: &[Entry], output: &mut impl Write) -> io::Result<()> {
    let mut signature = 0u64;
    let mut total = 0.0;
    writeln!(output, "{:<10} {:>16} {:>16}", "game", "perft leaves/s", "positions/s")?;
    for entry in entries {
        let (options, depth) = entry.benchmark;
        let Ok(session) = entry.open(options) else { continue };
        let mut timed = |work: &mut dyn FnMut() -> u64| {
            let begun = Instant::now();
            let count = work();
            let seconds = begun.elapsed().as_secs_f64();
            signature = signature.wrapping_add(count);
            total += seconds;
            (count as f64, seconds)
        };
        let (leaves, leaves_time) = timed(&mut || session.perft(depth, &|| false).unwrap_or(0));
        // The table of a fresh game is empty.
        let analyze = || session.fresh().analyze(Search::with(SearchParams::within(SEARCH)));
        let (searched, search_time) = timed(&mut || analyze().map_or(0, |analysis| analysis.nodes));
        let [perft, search] = [leaves / leaves_time, searched / search_time].map(|rate| format!("{rate:.0}"));
        writeln!(output, "{:<10} {perft:>16} {search:>16}", entry.name)?;
    }
    writeln!(output, "signature {signature} ({total:.1} s)")
}
