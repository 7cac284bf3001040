//! The numbering of positions with few stones, for endgame tables.
//!
//! Positions with fewer stones come first. A position is normalised: the player to move plays up the board, and the
//! board is reflected so that this player's first stone is in the left half. What remains is the set of the player's
//! stones, the set of the opponent's stones, and the number of obligatory moves left.

use crate::board::Bits;
use crate::endgames::MOST_STONES;
use crate::game::Color;

use super::rules::{Kangaroo, Position};

/// The first position number for each count of stones of the player to move and of the opponent.
#[derive(Clone, Debug)]
pub(super) struct Numbers([[u64; PLACES]; PLACES]);

/// The size of the arrays indexed by a number of stones.
const PLACES: usize = MOST_STONES as usize + 2;

impl Numbers {
    /// The numbering for a board with these cells and columns, and this many kinds of turns.
    pub fn new(cells: u64, width: u64, turns: u64) -> Self {
        let mut begins = [[u64::MAX; PLACES]; PLACES];
        let mut next = 0;
        for [own, other] in (2..=MOST_STONES + 1).flat_map(splits) {
            begins[own as usize][other as usize] = next;
            if own + other <= MOST_STONES {
                next += sets_from(cells, width, cells, own) * choose(cells, other) * turns;
            }
        }
        Self(begins)
    }

    fn begin(&self, [own, other]: [u32; 2]) -> u64 {
        self.0[own as usize][other as usize]
    }
}

impl<const N: usize> Kangaroo<N> {
    /// The number of positions with at most this many stones; `stones` is capped at the size of the largest table.
    pub(super) fn numbers_up_to(&self, stones: u32) -> u64 {
        self.numbers.begin([1, stones.clamp(1, MOST_STONES)])
    }

    fn cells(&self) -> u64 {
        self.board.shape.bits() as u64
    }

    fn width(&self) -> usize {
        usize::from(self.board.shape.extent().0)
    }

    /// The kinds of turns: a normal one, and one for each number of obligatory moves left.
    fn kinds_of_turn(&self) -> u64 {
        u64::from(self.obligatory) + 1
    }

    /// The stones of the player to move and of the opponent, with the player to move playing up the board.
    fn seen(&self, position: &Position<N>) -> [Bits<N>; 2] {
        let stones = [position.turn, !position.turn].map(|side| position.stones[side.index()]);
        let (cells, width) = (self.board.shape.bits(), self.width());
        match position.turn {
            Color::White => stones,
            // Flip the rows and keep the columns.
            Color::Black => {
                stones.map(|set| set.iter().map(|cell| cells + 2 * (cell % width) - width - cell).collect())
            }
        }
    }

    /// The number of a position; `None` if it has more stones than the largest table.
    pub(super) fn number_of(&self, position: &Position<N>) -> Option<u64> {
        if position.stones.iter().map(Bits::count).sum::<u32>() > MOST_STONES {
            return None;
        }
        let turn = position.obligatory.map_or(0, u64::from);
        let [mut own, mut other] = self.seen(position);
        let first = own.first()?;
        if position.over || other.is_empty() || turn >= self.kinds_of_turn() {
            return None;
        }
        let width = self.width();
        if 2 * (first % width) >= width.next_multiple_of(2) {
            [own, other] = [own, other]
                .map(|set| set.iter().map(|cell| cell + width - 1 - 2 * (cell % width)).collect::<Bits<N>>());
        }
        let (count, others) = (own.count(), other.count());
        let first = own.pop()? as u64;
        let set = sets_from(self.cells(), width as u64, first, count) + rank(own, first + 1);
        let sets = set * choose(self.cells(), others) + rank(other, 0);
        Some(self.numbers.begin([count, others]) + sets * self.kinds_of_turn() + turn)
    }

    /// The position with this number, White to move, if it can arise.
    pub(super) fn position_of(&self, mut number: u64) -> Option<Position<N>> {
        let [own, other] =
            (2..=MOST_STONES).flat_map(splits).take_while(|&split| self.numbers.begin(split) <= number).last()?;
        number -= self.numbers.begin([own, other]);
        let turn = number % self.kinds_of_turn();
        let sets = number / self.kinds_of_turn();
        let (mut set, others) = (sets / choose(self.cells(), other), sets % choose(self.cells(), other));
        let first = firsts(self.cells(), self.width() as u64).find(|&first| {
            let count = choose(self.cells() - 1 - first, own - 1);
            let found = set < count;
            if !found {
                set -= count;
            }
            found
        })?;
        let own = unrank(set, own - 1, first + 1) | Bits::single(first as usize);
        let other = unrank(others, other, 0);
        let stones = [other, own];
        let arises = !own.meets(other)
            && self.can_jump(&stones, Color::White)
            && (turn == 0 || !self.can_jump(&stones, Color::Black));
        let obligatory = (turn > 0).then_some(turn as u8);
        arises.then_some(Position { stones, turn: Color::White, obligatory, over: false, resigned: None })
    }
}

/// The cells in the left half, where the first stone of the player to move may be.
fn firsts(cells: u64, width: u64) -> impl Iterator<Item = u64> {
    (0..cells).filter(move |cell| cell % width < width.div_ceil(2))
}

/// The number of sets of `count` cells whose first cell is in the left half and below `end`.
fn sets_from(cells: u64, width: u64, end: u64, count: u32) -> u64 {
    firsts(cells, width).take_while(|&first| first < end).map(|first| choose(cells - 1 - first, count - 1)).sum()
}

/// The ways to split a number of stones between the player to move and the opponent.
fn splits(stones: u32) -> impl Iterator<Item = [u32; 2]> {
    (1..stones).map(move |own| [own, stones - own])
}

/// The binomial coefficient of `n` cells and `k` stones, up to the largest board and the largest table.
fn choose(n: u64, k: u32) -> u64 {
    CHOOSE[n as usize][k as usize]
}

/// Pascal's triangle.
static CHOOSE: [[u64; MOST_STONES as usize + 1]; 101] = {
    let mut ways = [[0; MOST_STONES as usize + 1]; 101];
    let mut n = 0;
    while n < ways.len() {
        ways[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < ways[n].len() {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
};

/// The rank of a set of cells, none below `from`, among the sets of that size (the combinatorial number system; Knuth,
/// "The Art of Computer Programming" 4A, 7.2.1.3).
fn rank<const N: usize>(set: Bits<N>, from: u64) -> u64 {
    set.iter().zip(1..).map(|(cell, place)| choose(cell as u64 - from, place)).sum()
}

/// The set of `count` cells, none below `from`, with that rank.
fn unrank<const N: usize>(mut number: u64, count: u32, from: u64) -> Bits<N> {
    let mut set = Bits::EMPTY;
    for place in (1..=count).rev() {
        let mut cell = u64::from(place) - 1;
        while choose(cell + 1, place) <= number {
            cell += 1;
        }
        number -= choose(cell, place);
        set.insert((cell + from) as usize);
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Rules, Values};

    fn game(options: &str) -> Kangaroo<2> {
        Kangaroo::new(&Values::parse(Kangaroo::<2>::OPTIONS, options).unwrap()).unwrap()
    }

    #[test]
    fn a_position_comes_back_from_its_number() {
        for options in ["", "size=9", "size=10 obligatory=0", "size=6 obligatory=99"] {
            let game = game(options);
            let end = game.numbers_up_to(4);
            let step = (end / 20_000).max(1) as usize;
            let mut found = 0;
            for number in (0..end).step_by(step) {
                let Some(position) = game.position_of(number) else { continue };
                found += 1;
                let again = game.number_of(&position).unwrap();
                // If the first stone is in the left half both before and after reflection, a position has two numbers.
                assert!(again == number || game.number_of(&game.position_of(again).unwrap()) == Some(again));
                assert!(
                    game.numbers_up_to(stones(&position) - 1) <= again && again < game.numbers_up_to(stones(&position))
                );
            }
            assert!(found > 1_000, "{found} positions with {options}");
        }
    }

    fn stones<const N: usize>(position: &Position<N>) -> u32 {
        position.stones.iter().map(Bits::count).sum()
    }

    #[test]
    fn the_same_position_for_the_other_player_has_the_same_number() {
        let game = game("");
        let cell = |name: &str| {
            let bytes = name.as_bytes();
            8 * usize::from(bytes[1] - b'1') + usize::from(bytes[0] - b'A')
        };
        let set = |names: &[&str]| names.iter().map(|name| cell(name)).collect::<Bits<2>>();
        let position = |stones, turn| Position { stones, turn, obligatory: None, over: false, resigned: None };
        let white = position([set(&["C5"]), set(&["B4", "F2"])], Color::White);
        let black = position([set(&["B5", "F7"]), set(&["C4"])], Color::Black);
        let mirrored = position([set(&["F5"]), set(&["G4", "C2"])], Color::White);
        let number = game.number_of(&white);
        assert!(number.is_some());
        assert_eq!([game.number_of(&black), game.number_of(&mirrored)], [number; 2]);
        let obligatory = Position { obligatory: Some(3), ..white };
        assert_eq!(game.number_of(&obligatory), number.map(|number| number + 3));
        assert_eq!(game.number_of(&Position { obligatory: Some(6), ..white }), None);
    }
}
