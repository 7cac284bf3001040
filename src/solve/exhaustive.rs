//! Exhaustive search by the rules alone. It is slow, but simple enough to serve as the reference for the other
//! searches.

use std::collections::HashMap;

use crate::game::Rules;
use crate::system::ranked;

/// The most positions whose results are remembered.
const REMEMBERED: usize = 1 << 20;

/// Who wins in small positions of a game of [`NORMAL_PLAY`](Rules::NORMAL_PLAY), in which every line of play ends.
///
/// ```
/// use papamu::solve::exhaustive::Winners;
/// use papamu::game::{Rules, Values};
/// use papamu::games::Konane;
///
/// let game = Konane::<1>::new(&Values::parse(Konane::<1>::OPTIONS, "width=4 height=4")?)?;
/// let mut winners = Winners::new(&game);
/// assert_eq!(winners.wins(&game.start(), 10), None);
/// assert_eq!(winners.wins(&game.start(), 1_000), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Winners<'a, R: Rules> {
    rules: &'a R,
    known: HashMap<R::Position, bool>,
    /// Positions searched so far.
    pub nodes: u64,
}

impl<'a, R: Rules> Winners<'a, R> {
    /// Starts without any results.
    pub fn new(rules: &'a R) -> Self {
        Self { rules, known: HashMap::new(), nodes: 0 }
    }

    /// Whether the player to move wins; `None` if a search of `most` positions is not enough. Results of earlier
    /// searches are reused.
    pub fn wins(&mut self, position: &R::Position, most: u64) -> Option<bool> {
        if self.known.len() > REMEMBERED {
            self.known.clear();
        }
        let end = self.nodes.saturating_add(most);
        self.search(position, end)
    }

    fn search(&mut self, position: &R::Position, end: u64) -> Option<bool> {
        if self.nodes >= end {
            return None;
        }
        self.nodes += 1;
        let side = self.rules.turn(position);
        if let Some(outcome) = self.rules.outcome(position) {
            return Some(outcome.winner() == Some(side));
        }
        let mut moves = Vec::new();
        self.rules.legal_moves(position, &mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let after = self.rules.after(position, mv);
            match self.known.get(&after) {
                Some(true) => {}
                Some(false) => return Some(true),
                None => children.push((self.rules.count_moves(&after), after)),
            }
        }
        // Fewest replies first, because a win found early makes the other moves unnecessary.
        let keys: Vec<_> = children.iter().map(|&(replies, _)| [-(replies as i64), 0]).collect();
        for index in ranked(&keys) {
            let after = &children[index].1;
            let wins = self.search(after, end)?;
            self.known.insert(after.clone(), wins);
            if !wins {
                return Some(true);
            }
        }
        Some(false)
    }
}
