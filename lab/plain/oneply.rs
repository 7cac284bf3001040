//! Players who look one ply ahead, as people may who have just learned the rules, and one who plays at random.

use papamu::game::RulesExt;
use papamu::rng::Rng;

use crate::Budget;
use crate::judge::Judge;

/// More than any position that is not over is worth.
const WIN: i32 = i32::MAX;

/// The move that wins at once, or else the move after which `judge` values the position most, and the positions seen. Of equal moves
/// it takes any. `None` if the game is over.
pub fn choose<G: Judge>(
    game: &G,
    position: &G::Position,
    judge: impl Fn(&G, &G::Position) -> i32,
    budget: Budget,
    rng: &mut Rng,
) -> Option<(G::Move, u64)> {
    let player = game.turn(position);
    let value = |&mv: &G::Move| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        match game.outcome(&next) {
            Some(outcome) => outcome.winner().map_or(0, |winner| if winner == player { WIN } else { -WIN }),
            None if game.turn(&next) == player => judge(game, &next),
            None => -judge(game, &next),
        }
    };
    let moves = moves(game, position, budget);
    let values: Vec<i32> = moves.iter().map(value).collect();
    let most = values.iter().max()?;
    let best: Vec<G::Move> = moves.iter().zip(&values).filter(|(_, value)| *value == most).map(|(&mv, _)| mv).collect();
    Some((any(&best, rng)?, moves.len() as u64))
}

/// Any legal move, and the positions seen.
pub fn random<G: Judge>(game: &G, position: &G::Position, budget: Budget, rng: &mut Rng) -> Option<(G::Move, u64)> {
    Some((any(&moves(game, position, budget), rng)?, 0))
}

/// By how many stones the player to move leads. One ply ahead, that differs by the stones which a move captures.
pub fn stones<G: Judge>(game: &G, position: &G::Position) -> i32 {
    let (turn, stones) = (game.turn(position), game.stone_counts(position).map(|stones| stones as i32));
    stones[turn.index()] - stones[(!turn).index()]
}

/// All moves, or as many as there was time to list.
fn moves<G: Judge>(game: &G, position: &G::Position, budget: Budget) -> Vec<G::Move> {
    let mut moves = Vec::new();
    let _ = game.legal_moves_until(position, &mut moves, &|| budget.is_late());
    moves
}

fn any<M: Copy>(moves: &[M], rng: &mut Rng) -> Option<M> {
    moves.get(rng.below(moves.len() as u32) as usize).copied()
}
