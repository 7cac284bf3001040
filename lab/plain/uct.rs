//! UCT with playouts of moves that are all as likely (Kocsis and Szepesvári, Bandit Based Monte-Carlo Planning, 2006).

use papamu::game::Color;
use papamu::game::RulesExt;
use papamu::rng::Rng;

use crate::Budget;
use crate::judge::Judge;

/// The weight of what is little known.
const EXPLORATION: f64 = 1.0;
/// A playout ends here, and what stands is counted.
const LONGEST: usize = 400;

struct Node<M> {
    /// The move that leads here, and whose it was.
    last: Option<(M, Color)>,
    visits: f64,
    /// Wins of whoever made that move.
    wins: f64,
    children: Vec<usize>,
    /// Moves without a node yet; `None` before they are listed.
    untried: Option<Vec<M>>,
}

impl<M> Node<M> {
    fn new(last: Option<(M, Color)>) -> Self {
        Self { last, visits: 0.0, wins: 0.0, children: Vec::new(), untried: None }
    }
}

/// The move tried most, and the playouts; `None` if the game is over.
pub fn choose<G: Judge>(game: &G, position: &G::Position, budget: Budget, rng: &mut Rng) -> Option<(G::Move, u64)> {
    let mut nodes: Vec<Node<G::Move>> = vec![Node::new(None)];
    let mut playouts = 0;
    while playouts == 0 || playouts < budget.nodes && !budget.is_late() {
        playouts += 1;
        let mut state = position.clone();
        let mut path = vec![0];
        let mut at = 0;
        // Down the tree, and one node beyond.
        loop {
            let untried = nodes[at].untried.get_or_insert_with(|| {
                let mut moves = Vec::new();
                let _ = game.legal_moves_until(&state, &mut moves, &|| budget.is_late());
                moves
            });
            let turn = game.turn(&state);
            let fresh = (!untried.is_empty()).then(|| untried.swap_remove(rng.below(untried.len() as u32) as usize));
            let next = match fresh {
                Some(mv) => {
                    nodes.push(Node::new(Some((mv, turn))));
                    let new = nodes.len() - 1;
                    nodes[at].children.push(new);
                    Some(new)
                }
                None => {
                    let spread = nodes[at].visits.max(1.0).ln();
                    let bound = |&child: &usize| {
                        let Node { visits, wins, .. } = nodes[child];
                        wins / visits + EXPLORATION * (spread / visits).sqrt()
                    };
                    nodes[at].children.iter().copied().max_by(|a, b| bound(a).total_cmp(&bound(b)))
                }
            };
            let Some(next) = next else { break };
            if let Some((mv, _)) = nodes[next].last {
                game.play(&mut state, mv);
            }
            path.push(next);
            at = next;
            if fresh.is_some() {
                break;
            }
        }
        for _ in 0..LONGEST {
            let Some(mv) = game.random_move(&state, rng) else { break };
            game.play(&mut state, mv);
        }
        let winner = game.outcome(&state).unwrap_or_else(|| game.adjudicate(&state)).winner();
        for index in path {
            let node = &mut nodes[index];
            node.visits += 1.0;
            node.wins += match (node.last, winner) {
                (_, None) => 0.5,
                (Some((_, side)), Some(winner)) => f64::from(u8::from(side == winner)),
                (None, _) => 0.0,
            };
        }
    }
    let most = nodes[0].children.iter().copied().max_by(|&a, &b| nodes[a].visits.total_cmp(&nodes[b].visits))?;
    nodes[most].last.map(|(mv, _)| (mv, playouts))
}
