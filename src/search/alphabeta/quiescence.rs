//! Quiescence search: plays tactical moves out before it evaluates a position.

use crate::evaluation::LARGEST;
use crate::game::{Hints, RulesExt, both};
use crate::rng::mix;
use crate::search::DEFAULT_CONTEMPT;

use super::score::{PROVEN, WIN};
use super::{Window, Worker};

/// The largest number of tactical moves in a row (measured in docs/lab/strength.md).
const DEEPEST: u32 = 3;
/// Evaluation units per game point when the evaluation uses only the game's points.
const POINT: f64 = 150.0;

/// The contempt beyond the default for which a step of progress is worth one point.
const CONTEMPT_PER_POINT: i32 = 20;

impl<R: Hints> Worker<'_, '_, R> {
    /// The evaluation of a position with this hash, with the noise of the level. The noise is the same each time the position
    /// occurs.
    #[inline]
    pub(super) fn evaluate(&self, position: &R::Position, hash: u64) -> i32 {
        self.table.evaluation(hash ^ self.salt, || self.computed(position, hash))
    }

    fn computed(&self, position: &R::Position, hash: u64) -> i32 {
        let rules = self.task.rules;
        let lead = || rules.adjudicate(position).lead_of(rules.turn(position));
        let mut score = if self.task.by_points { (lead() * POINT) as i32 } else { rules.evaluate(position) };
        // A game in which both players wait never ends (docs/lab/strength.md).
        let excess = self.task.contempt - DEFAULT_CONTEMPT;
        if excess > 0 {
            score = (score + excess * rules.progress(position) / CONTEMPT_PER_POINT).clamp(-LARGEST, LARGEST);
        }
        if self.task.noise == 0 {
            return score.clamp(-PROVEN, PROVEN);
        }
        let noise = mix(hash ^ self.seed);
        // The sum of two uniform distributions: small errors are more frequent than large ones.
        let [first, second] = both([noise & 0xffff, noise >> 16 & 0xffff], |part| part as i32 - 0x8000);
        let noise = ((i64::from(first + second) * i64::from(self.task.noise)) >> 16) as i32;
        (score + noise).clamp(-PROVEN, PROVEN)
    }

    /// The score of a quiet position: the player to move may take the evaluation (stand pat), or play a tactical move.
    pub(super) fn quiesce(
        &mut self,
        position: &R::Position,
        hash: u64,
        Window { mut alpha, beta }: Window,
        ply: u32,
        depth: u32,
    ) -> i32 {
        let rules = self.task.rules;
        let mut best = self.evaluate(position, hash);
        // Near the move limit, tactical moves could go beyond the last turn.
        let stops = self.task.turns_left.is_some_and(|left| left <= self.path.turns + DEEPEST);
        if !R::HAS_TACTICS || stops || best >= beta || depth >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
        let mut list = self.lists.free.pop().unwrap_or_default();
        self.lists.moves.clear();
        rules.tactical_moves(position, &mut self.lists.moves);
        list.extend(self.lists.moves.iter().map(|&mv| (rules.ordering_score(position, mv), 0, mv)));
        list.sort_unstable_by_key(|&(score, ..)| std::cmp::Reverse(score));
        for &(_, _, mv) in &list {
            let mut after = position.clone();
            rules.play(&mut after, mv);
            if self.count_node() {
                break;
            }
            let side = rules.turn(position);
            let score = match rules.outcome(&after) {
                Some(outcome) => self.final_score(outcome.winner(), side, ply + 1),
                None => {
                    let same = rules.turn(&after) == side;
                    let (window, hash) = (Window { alpha, beta }, rules.hash(&after));
                    let window = if same { window } else { window.flipped() };
                    let score = if rules.wins_at_once(&after) {
                        WIN - ply as i32 - 2
                    } else {
                        self.quiesce(&after, hash, window, ply + 1, depth + 1)
                    };
                    if same { score } else { -score }
                }
            };
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        list.clear();
        self.lists.free.push(list);
        best
    }
}
