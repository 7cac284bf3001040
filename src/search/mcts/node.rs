//! A node of the tree, which several threads read and change at once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::game::Color;

/// Sums of results count in these parts of a win.
const PARTS: f32 = (1 << 20) as f32;

/// A move and what is known of it.
#[derive(Debug)]
pub struct Node<M> {
    /// The move that leads here.
    pub mv: M,
    /// Who makes it.
    pub mover: Color,
    /// Who wins from here: 1 Black, 2 White, 0 not proven.
    winner: AtomicU8,
    visits: AtomicU32,
    /// Sum of the results for `mover`.
    value: AtomicU64,
    /// The same over all simulations in which `mover` played the move here or later: number, and mean as the bits of an
    /// `f32`. Threads may overwrite each other's additions, which is as good as a simulation less.
    amaf_visits: AtomicU32,
    amaf_mean: AtomicU32,
    children: OnceLock<Box<[Node<M>]>>,
}

impl<M> Node<M> {
    pub fn new(mv: M, mover: Color) -> Self {
        Self {
            mv,
            mover,
            winner: AtomicU8::new(0),
            visits: AtomicU32::new(0),
            value: AtomicU64::new(0),
            // As if one simulation had been even.
            amaf_visits: AtomicU32::new(1),
            amaf_mean: AtomicU32::new(0.5f32.to_bits()),
            children: OnceLock::new(),
        }
    }

    #[inline(always)]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean result for the mover, 0 without any.
    pub fn mean(&self) -> f32 {
        self.value.load(Relaxed) as f32 / PARTS / self.visits().max(1) as f32
    }

    pub fn children(&self) -> Option<&[Node<M>]> {
        self.children.get().map(|children| &children[..])
    }

    pub fn take_children(&mut self) -> Option<Box<[Node<M>]>> {
        self.children.take()
    }

    /// Gives the node its children, unless another thread has done so meanwhile.
    pub fn set_children(&self, children: Box<[Node<M>]>) {
        let _ = self.children.set(children);
    }

    /// Counts this node and all below it.
    pub fn size(&self) -> u64 {
        let (mut size, mut waiting) = (1, vec![self]);
        while let Some(children) = waiting.pop().map(|node| node.children().unwrap_or_default()) {
            size += children.len() as u64;
            waiting.extend(children.iter().filter(|child| child.children().is_some()));
        }
        size
    }

    #[inline(always)]
    pub fn winner(&self) -> Option<Color> {
        match self.winner.load(Relaxed) {
            0 => None,
            1 => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    pub fn prove(&self, winner: Option<Color>) {
        if let Some(winner) = winner {
            self.winner.store(1 + winner.index() as u8, Relaxed);
        }
    }

    /// MCTS solver: the mover wins if one child is a proven win, and loses if all children are proven losses.
    pub fn solve(&self, children: &[Node<M>]) {
        let Some(mover) = children.first().map(|child| child.mover).filter(|_| self.winner().is_none()) else { return };
        let mut lost = true;
        for child in children {
            match child.winner() {
                Some(winner) if winner == mover => return self.prove(Some(mover)),
                Some(_) => {}
                None => lost = false,
            }
        }
        if lost {
            self.prove(Some(!mover));
        }
    }

    /// A visit counts from its beginning, and as lost until it ends.
    #[inline(always)]
    pub fn begin_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    #[inline(always)]
    pub fn end_visit(&self, result: f32) {
        self.value.fetch_add((result * PARTS) as u64, Relaxed);
    }

    #[inline(always)]
    pub fn add_amaf(&self, result: f32) {
        let visits = self.amaf_visits.load(Relaxed) + 1;
        let mean = f32::from_bits(self.amaf_mean.load(Relaxed));
        self.amaf_visits.store(visits, Relaxed);
        self.amaf_mean.store((mean + (result - mean) / visits as f32).to_bits(), Relaxed);
    }

    /// The node's upper confidence bound: `rave` is the equivalence parameter, `exploration` the exploration constant, `log`
    /// the logarithm of the parent's visits.
    #[inline(always)]
    pub fn score(&self, rave: f32, exploration: f32, log: f32) -> f32 {
        let visits = self.visits() as f32;
        let amaf = f32::from_bits(self.amaf_mean.load(Relaxed));
        if visits == 0.0 {
            return amaf + exploration * log.sqrt();
        }
        let mean = self.value.load(Relaxed) as f32 / PARTS / visits;
        let amaf_visits = self.amaf_visits.load(Relaxed) as f32;
        let weight = amaf_visits / (amaf_visits + visits + amaf_visits * visits / rave);
        mean + weight * (amaf - mean) + exploration * (log / visits).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_counted_and_a_subtree_taken_out_whole() {
        let children = |moves: [u8; 2]| moves.map(|mv| Node::new(mv, Color::White)).into();
        let mut root = Node::new(0, Color::Black);
        assert_eq!(root.size(), 1);
        root.set_children(children([1, 2]));
        root.children().unwrap()[1].set_children(children([3, 4]));
        assert_eq!(root.size(), 5);
        let taken = root.take_children().unwrap();
        assert_eq!(taken.iter().map(|node| (node.mv, node.size())).collect::<Vec<_>>(), [(1, 1), (2, 3)]);
        assert_eq!((root.size(), root.take_children().is_none()), (1, true));
    }
}
