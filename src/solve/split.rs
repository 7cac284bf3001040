//! Jobs for several machines: positions that a proof needs next, each to be searched by itself (Wu, Lin, Lin, Yen, Chan and
//! Chen, "Job-level proof number search", IEEE Transactions on Computational Intelligence and AI in Games 5, 2013).

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::game::{Key, Searchable};

use super::Problem;
use super::checkpoint::{JournalError, load};
use super::proof_number::weak_sum;
use super::table::{INFINITE, Numbers, Table};

/// Both numbers of a position that is handed out grow by this factor, so that the next job is another one.
const FACTOR: u32 = 4;
/// Lines to look at for each job, before the jobs become smaller.
const TRIES: usize = 8;

/// A position, by what identifies it.
type Id = (u64, bool);

fn id(Key { word, side }: Key) -> Id {
    (word, side)
}

/// The numbers of a position, from those of its children.
fn back_up<M>(children: &[Child<M>]) -> Numbers {
    let proofs = || children.iter().map(|child| child.numbers.proof);
    let sum = proofs().fold(0, u32::saturating_add);
    Numbers {
        proof: children.iter().map(|child| child.numbers.disproof).min().unwrap_or(INFINITE),
        disproof: weak_sum(sum, proofs().max().unwrap_or(0)),
    }
}

/// The choice of jobs under way.
struct Splitter<'a, R: Searchable> {
    rules: &'a R,
    table: &'a Table,
    /// Numbers that differ from those in the table, because jobs are handed out.
    changed: HashMap<Id, Numbers>,
}

/// A move, and what is known of the position after it.
struct Child<M> {
    mv: M,
    id: Id,
    /// For the player to move there.
    numbers: Numbers,
    /// Nodes that its search took so far.
    work: u64,
}

impl<R: Searchable> Splitter<'_, R> {
    fn numbers(&self, key: Key) -> Option<Numbers> {
        let changed = self.changed.get(&id(key)).copied();
        changed.or_else(|| self.table.probe(key).map(|entry| entry.numbers))
    }

    /// The moves of a position, each position after them once.
    fn children(&self, position: &R::Position) -> Vec<Child<R::Move>> {
        let (mut moves, mut seen) = (Vec::new(), HashSet::new());
        self.rules.legal_moves(position, &mut moves);
        // The child that is the easiest to refute has this number; another one is not easier, even if it is forgotten.
        let easiest = self.numbers(self.rules.key(position)).map_or(1, |numbers| numbers.proof);
        let child = |mv: R::Move| {
            let after = self.rules.after(position, mv);
            let key = self.rules.key(&after);
            let numbers = self.numbers(key).unwrap_or_else(|| match self.rules.outcome(&after) {
                Some(outcome) if outcome.winner() == Some(self.rules.turn(&after)) => Numbers::WON,
                Some(_) => Numbers::LOST,
                None => {
                    let Numbers { proof, disproof } = Numbers::initial(self.rules, &after);
                    Numbers { proof, disproof: disproof.max(easiest).min(INFINITE - 1) }
                }
            });
            Child { mv, id: id(key), numbers, work: self.table.work(key) }
        };
        moves.into_iter().map(child).filter(|child| seen.insert(child.id)).collect()
    }

    /// Follows the moves that the search would follow, to the first position on which fewer than `most` nodes were spent, and
    /// marks it as handed out. `None` where the winner is known on the way.
    fn job(&mut self, root: &R::Position, most: u64) -> Option<(Vec<R::Move>, Id)> {
        let mut path = vec![root.clone()];
        let mut moves = Vec::new();
        let leaf = loop {
            let position = path.last()?;
            let children = self.children(position);
            // Of equal ones, the one that has been searched more.
            let best = children.iter().min_by_key(|child| (child.numbers.disproof, u64::MAX - child.work));
            match best {
                Some(best) if !back_up(&children).is_known() => {
                    let after = self.rules.after(position, best.mv);
                    moves.push(best.mv);
                    if best.work < most {
                        let grown = |number: u32| number.saturating_mul(FACTOR).min(INFINITE - 1);
                        let Numbers { proof, disproof } = best.numbers;
                        self.changed.insert(best.id, Numbers { proof: grown(proof), disproof: grown(disproof) });
                        break Some(best.id);
                    }
                    path.push(after);
                }
                _ => break None,
            }
        };
        for position in path.iter().rev() {
            let numbers = back_up(&self.children(position));
            self.changed.insert(id(self.rules.key(position)), numbers);
        }
        leaf.map(|leaf| (moves, leaf))
    }
}

impl<R: Searchable> Problem<'_, R> {
    /// Splits a proof that is saved in a file into `count` jobs, or fewer if there are not so many: positions that the proof
    /// needs next, as the moves to them. They are the largest of which there are as many. None if it is complete.
    ///
    /// # Errors
    /// [`JournalError`]: the game has no proofs that are saved, or the file cannot be used.
    pub fn split(&self, file: &Path, subject: &str, count: usize) -> Result<Vec<Vec<R::Move>>, JournalError> {
        if !self.is_plain() {
            return Err(JournalError::NotKept);
        }
        let table = Table::new(self.bytes);
        load(file, subject, &table)?;
        let mut jobs = Vec::new();
        if table.probe(self.rules.key(self.position)).is_some_and(|entry| entry.numbers.is_known()) {
            return Ok(jobs);
        }
        for bit in (0..u64::BITS).rev() {
            let mut splitter = Splitter { rules: self.rules, table: &table, changed: HashMap::new() };
            let mut seen = HashSet::new();
            jobs.clear();
            for _ in 0..count.saturating_mul(TRIES) {
                if jobs.len() == count {
                    return Ok(jobs);
                }
                if let Some((moves, position)) = splitter.job(self.position, 1 << bit)
                    && seen.insert(position)
                {
                    jobs.push(moves);
                }
            }
        }
        Ok(jobs)
    }
}
