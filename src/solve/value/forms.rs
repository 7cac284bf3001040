//! Canonical forms of short partizan games under normal play: a player who cannot move loses (Conway, "On Numbers and Games",
//! 1976; Berlekamp, Conway and Guy, "Winning Ways", 1982; Siegel, "Combinatorial Game Theory", 2013, chapter II.2).

use std::collections::HashMap;

/// The id of a canonical form. Equal games have the same id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(u32);

/// The options of the players called Left and Right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    pub left: Vec<Id>,
    pub right: Vec<Id>,
}

/// The most comparisons and sums before the computation gives up.
const MOST_STEPS: u64 = 500_000;

/// The table of all canonical forms, without duplicates. Beyond the step limit all results are invalid; check
/// [`is_exhausted`](Self::is_exhausted).
#[derive(Debug)]
pub struct Forms {
    steps: u64,
    forms: Vec<Options>,
    ids: HashMap<Options, Id>,
    compared: HashMap<(Id, Id), bool>,
    sums: HashMap<(Id, Id), Id>,
}

impl Forms {
    /// The game without options.
    pub const ZERO: Id = Id(0);

    /// A table that contains only zero.
    pub fn new() -> Self {
        let zero = Options::default();
        let ids = HashMap::from([(zero.clone(), Self::ZERO)]);
        Self { steps: 0, forms: vec![zero], ids, compared: HashMap::new(), sums: HashMap::new() }
    }

    /// Whether the step limit was exceeded, which makes all results invalid.
    pub fn is_exhausted(&self) -> bool {
        self.steps > MOST_STEPS
    }

    /// Counts a step, and returns whether the limit is exceeded.
    pub(super) fn step(&mut self) -> bool {
        self.steps += 1;
        self.is_exhausted()
    }

    /// The options of a form.
    pub fn options(&self, id: Id) -> &Options {
        &self.forms[id.0 as usize]
    }

    /// Whether the first is at most as good for Left as the second.
    pub fn le(&mut self, first: Id, second: Id) -> bool {
        if first == second {
            return true;
        }
        if let Some(&known) = self.compared.get(&(first, second)) {
            return known;
        }
        if self.step() {
            return false;
        }
        let options = self.options(first).clone();
        let is_le = self.options_le(&options, second);
        self.compared.insert((first, second), is_le);
        is_le
    }

    /// Whether the game with these options is at most as good as `other`: Left has no option in it that is at least as
    /// good as `other`, and Right has no option in `other` that is at most as good as the game.
    fn options_le(&mut self, game: &Options, other: Id) -> bool {
        let rights = self.options(other).right.clone();
        !game.left.iter().any(|&left| self.le(other, left))
            && !rights.into_iter().any(|right| self.le_options(right, game))
    }

    /// Whether `other` is at most as good as the game with these options.
    fn le_options(&mut self, other: Id, game: &Options) -> bool {
        let lefts = self.options(other).left.clone();
        !game.right.iter().any(|&right| self.le(right, other))
            && !lefts.into_iter().any(|left| self.options_le(game, left))
    }

    /// The canonical form of the game with these options: dominated ones are left out, reversible ones bypassed.
    pub fn canonical(&mut self, mut game: Options) -> Id {
        loop {
            self.leave_out_dominated(&mut game);
            if self.step() || !self.bypass_reversible(&mut game) {
                break;
            }
        }
        let new = Id(self.forms.len() as u32);
        let id = *self.ids.entry(game.clone()).or_insert(new);
        if id == new {
            self.forms.push(game);
        }
        id
    }

    fn leave_out_dominated(&mut self, game: &mut Options) {
        for options in [&mut game.left, &mut game.right] {
            options.sort_unstable();
            options.dedup();
        }
        let lefts = game.left.clone();
        game.left.retain(|&left| !lefts.iter().any(|&other| other != left && self.le(left, other)));
        let rights = game.right.clone();
        game.right.retain(|&right| !rights.iter().any(|&other| other != right && self.le(other, right)));
    }

    /// Replaces one reversible option by the options after its reversal. Returns whether there was one.
    fn bypass_reversible(&mut self, game: &mut Options) -> bool {
        for (place, left) in game.left.clone().into_iter().enumerate() {
            let answers = self.options(left).right.clone();
            if let Some(answer) = answers.into_iter().find(|&answer| self.le_options(answer, game)) {
                game.left.remove(place);
                game.left.extend_from_slice(&self.options(answer).left);
                return true;
            }
        }
        for (place, right) in game.right.clone().into_iter().enumerate() {
            let answers = self.options(right).left.clone();
            if let Some(answer) = answers.into_iter().find(|&answer| self.options_le(game, answer)) {
                game.right.remove(place);
                game.right.extend_from_slice(&self.options(answer).right);
                return true;
            }
        }
        false
    }

    /// The negative of a game: Left and Right swapped.
    pub fn negative(&mut self, id: Id) -> Id {
        if self.step() {
            return Self::ZERO;
        }
        let Options { left, right } = self.options(id).clone();
        let right = right.into_iter().map(|id| self.negative(id)).collect();
        let left = left.into_iter().map(|id| self.negative(id)).collect();
        self.canonical(Options { left: right, right: left })
    }

    /// The disjunctive sum of two games: a move is a move in one of them.
    pub fn sum(&mut self, first: Id, second: Id) -> Id {
        let key = (first.min(second), first.max(second));
        if first == Self::ZERO || second == Self::ZERO {
            return key.1;
        }
        if let Some(&sum) = self.sums.get(&key) {
            return sum;
        }
        if self.step() {
            return Self::ZERO;
        }
        let mut options = Options::default();
        for (moved, still) in [(first, second), (second, first)] {
            let Options { left, right } = self.options(moved).clone();
            for id in left {
                let sum = self.sum(id, still);
                options.left.push(sum);
            }
            for id in right {
                let sum = self.sum(id, still);
                options.right.push(sum);
            }
        }
        let sum = self.canonical(options);
        self.sums.insert(key, sum);
        sum
    }
}
