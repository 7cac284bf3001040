//! Perft: counts move sequences, to verify a move generator and to measure its speed.

use crate::game::{Hints, Stop};

/// The largest depth that commands accept. No count ever gets that deep; the limit bounds the recursion.
pub const DEEPEST: u32 = 1_000;

/// The number of sequences of `depth` legal moves from here; 1 at depth 0. Finished games have no moves; repetition and
/// move limits are ignored. The last ply is counted, not played. Counts saturate at `u64::MAX`. `None` if `stop` returns
/// true, which is polled before every inner node. `lists` holds move lists for reuse, so that inner nodes do not allocate.
pub(crate) fn count<R: Hints>(
    rules: &R,
    position: &R::Position,
    depth: u32,
    stop: Stop,
    lists: &mut Vec<Vec<R::Move>>,
) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return rules.count_moves(position, stop),
        _ if stop() => return None,
        _ => {}
    }
    let mut moves = lists.pop().unwrap_or_default();
    moves.clear();
    rules.legal_moves_until(position, &mut moves, stop)?;
    let mut total = 0u64;
    for &mv in &moves {
        let mut after = position.clone();
        rules.play(&mut after, mv);
        total = total.saturating_add(count(rules, &after, depth - 1, stop, lists)?);
    }
    lists.push(moves);
    Some(total)
}
