//! Jobs for several machines: positions that a proof needs next, each of which can be searched on its own (Wu, Lin,
//! Lin, Yen, Chan and Chen, "Job-level proof number search", IEEE Transactions on Computational Intelligence and AI in
//! Games 5, 2013).

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::game::{Key, Searchable};

use super::Problem;
use super::checkpoint::{JournalError, load};
use super::proof_number::weak_sum;
use super::table::{INFINITE, Numbers, ProofTable};

/// Both numbers of a position that has been handed out grow by this factor, so that the next job is a different one.
const FACTOR: u32 = 4;
/// The number of lines tried per job before the jobs become smaller.
const TRIES: usize = 8;

/// The identity of a position.
type Id = (u64, bool);

fn id(Key { word, side }: Key) -> Id {
    (word, side)
}

/// Computes the numbers of a position from those of its children.
fn back_up<M>(children: &[Child<M>]) -> Numbers {
    let proofs = || children.iter().map(|child| child.numbers.proof);
    let sum = proofs().fold(0, u32::saturating_add);
    Numbers {
        proof: children.iter().map(|child| child.numbers.disproof).min().unwrap_or(INFINITE),
        disproof: weak_sum(sum, proofs().max().unwrap_or(0)),
    }
}

/// A running choice of jobs.
struct Splitter<'a, R: Searchable> {
    rules: &'a R,
    table: &'a ProofTable,
    /// Numbers that differ from the table, because jobs have been handed out.
    changed: HashMap<Id, Numbers>,
}

/// A move, and the numbers of the position after it.
struct Child<M> {
    mv: M,
    id: Id,
    /// The numbers, for the player to move there.
    numbers: Numbers,
    /// The nodes that its search has taken so far.
    work: u64,
}

impl<R: Searchable> Splitter<'_, R> {
    fn numbers(&self, key: Key) -> Option<Numbers> {
        let changed = self.changed.get(&id(key)).copied();
        changed.or_else(|| self.table.probe(key).map(|entry| entry.numbers))
    }

    /// The children of a position, each once.
    fn children(&self, position: &R::Position) -> Vec<Child<R::Move>> {
        let (mut moves, mut seen) = (Vec::new(), HashSet::new());
        self.rules.legal_moves(position, &mut moves);
        // The proof number of a position is the least disproof number of its children. So no child is below it, even if
        // the table has lost that child.
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

    /// Follows the most-proving line to the first position that has been searched with fewer than `most` nodes, and
    /// marks it as handed out. Returns `None` if a position on the way is solved.
    fn job(&mut self, root: &R::Position, most: u64) -> Option<(Vec<R::Move>, Id)> {
        let mut path = vec![root.clone()];
        let mut moves = Vec::new();
        let leaf = loop {
            let position = path.last()?;
            let children = self.children(position);
            // Among equals, the child that has been searched more.
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
    /// Splits a saved proof into at most `count` jobs: positions that the proof needs next, given as the moves that
    /// lead to them. The jobs are as large as possible. A complete proof has no jobs.
    ///
    /// # Errors
    /// [`JournalError`]: the game's proofs cannot be saved, or the file cannot be used.
    pub fn split(&self, file: &Path, subject: &str, count: usize) -> Result<Vec<Vec<R::Move>>, JournalError> {
        if !self.is_plain() {
            return Err(JournalError::NotKept);
        }
        let table = ProofTable::new(self.bytes);
        load::<R>(file, subject, &table)?;
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
