//! Reference Kangaroo: chains of jumps in any direction, resigning by giving a stone, obligatory moves, stones counted.

use std::collections::{BTreeSet, VecDeque};

use super::board::{
    ALL_EIGHT, Board, Cell, at, cell, cells_with, colour, enemy, letter, outcome, read_board, rectangle, step, vertex,
    write_board,
};
use super::{Options, Rules};

#[derive(Clone)]
pub struct Kangaroo {
    size: i32,
    /// Points the opponent gains when a player resigns.
    penalty: i32,
    may_resign: bool,
    obligatory: u32,
    board: Board,
    side: char,
    /// Obligatory moves left: with the side to move making them, or 0 when the last has been made. `None` is an ordinary turn.
    left: Option<u32>,
    /// The player who has resigned.
    resigned: Option<char>,
}

/// One move: where the stone goes, what it takes, and the canonical path to write.
struct Jump {
    path: Vec<Cell>,
    taken: BTreeSet<Cell>,
}

impl Kangaroo {
    pub fn new(options: &Options) -> Kangaroo {
        let size = options.number("size", 8);
        let mut board = Board::new();
        let handicap = options.number("handicap", 0);
        let (left, right) = ((handicap + 1) / 2, size - handicap / 2);
        for (column, row) in rectangle(size, size).concat() {
            let there = if row == 1 && (column <= left || column > right) {
                '.'
            } else if row <= 2 {
                'o'
            } else if row > size - 2 {
                'x'
            } else {
                '.'
            };
            board.insert((column, row), there);
        }
        Kangaroo {
            size,
            penalty: if options.text("penalty", "give") == "give" { 1 } else { 0 },
            may_resign: options.text("resignation", "count") == "count",
            obligatory: options.number("obligatory", 5) as u32,
            board,
            side: 'x',
            left: None,
            resigned: None,
        }
    }

    /// All moves of the stone on `from`.
    ///
    /// Two paths are one move if they end on the same vertex with the same stones taken, so the search goes breadth first
    /// over just that. Landings are tried in the order in which paths are compared; therefore each queue level is sorted
    /// by path, and the first path that reaches an end is the canonical one.
    fn moves_of(&self, from: Cell) -> Vec<Jump> {
        let mut directions = ALL_EIGHT;
        directions.sort_by_key(|(right, up)| (*up, *right));
        let mut found = Vec::new();
        // The start counts as reached: a path back to it that took nothing is no move.
        let mut reached = BTreeSet::from([(from, BTreeSet::new())]);
        let mut queue = VecDeque::from([Jump { path: vec![from], taken: BTreeSet::new() }]);
        while let Some(so_far) = queue.pop_front() {
            let here = so_far.path[so_far.path.len() - 1];
            // What stands on a cell now: the moving stone has left its start, and stones taken are gone.
            let there = |cell: Cell| {
                if cell == from || so_far.taken.contains(&cell) { Some('.') } else { at(&self.board, cell) }
            };
            for direction in directions {
                let over = step(here, direction);
                let landing = step(over, direction);
                if there(landing) != Some('.') || !matches!(there(over), Some('x' | 'o')) {
                    continue;
                }
                let mut taken = so_far.taken.clone();
                if there(over) == Some(enemy(self.side)) {
                    taken.insert(over);
                }
                if reached.insert((landing, taken.clone())) {
                    let mut path = so_far.path.clone();
                    path.push(landing);
                    queue.push_back(Jump { path, taken });
                }
            }
            if so_far.path.len() > 1 {
                found.push(so_far);
            }
        }
        found
    }

    /// Whether this colour has a jump at all. A first jump never ends where it began, so it is always a move.
    fn can_jump(&self, colour: char) -> bool {
        cells_with(&self.board, colour).into_iter().any(|stone| {
            ALL_EIGHT.into_iter().any(|direction| {
                let over = step(stone, direction);
                let landing = step(over, direction);
                matches!(at(&self.board, over), Some('x' | 'o')) && at(&self.board, landing) == Some('.')
            })
        })
    }

    fn someone_has_no_stones(&self) -> bool {
        ['x', 'o'].into_iter().any(|colour| cells_with(&self.board, colour).is_empty())
    }

    /// Settles who is to move after `mover` has made a move, with `left` obligatory moves still allowed to him if the
    /// other is stranded (`None`: this was an ordinary move).
    fn turn_after(&mut self, mover: char, left: Option<u32>) {
        let other = enemy(mover);
        let allowed = left.unwrap_or(self.obligatory);
        let stranded = !self.someone_has_no_stones() && !self.can_jump(other);
        if stranded && allowed > 0 && self.can_jump(mover) {
            self.side = mover;
            self.left = Some(allowed);
        } else {
            // The other's turn, or the end of the game, where it is the other's turn that would have come.
            self.side = other;
            self.left = if left == Some(0) && !self.can_jump(other) { Some(0) } else { None };
        }
    }

    /// 1 for each stone, 2 on the rank furthest from its start.
    fn points(&self, colour: char) -> i32 {
        let furthest = if colour == 'x' { 1 } else { self.size };
        let stones = cells_with(&self.board, colour);
        let on_board: i32 = stones.iter().map(|(_, row)| if *row == furthest { 2 } else { 1 }).sum();
        on_board + if self.resigned == Some(enemy(colour)) { self.penalty } else { 0 }
    }
}

impl Rules for Kangaroo {
    fn set(&mut self, s: &str) {
        let words: Vec<&str> = s.split_whitespace().collect();
        self.board = read_board(words[0], &rectangle(self.size, self.size));
        self.side = colour(words[1]);
        self.resigned = None;
        if words[2] == "-" {
            // Taken as if the other had just made an ordinary move, which matters if the side to move is stranded.
            self.turn_after(enemy(self.side), None);
        } else {
            self.left = Some(words[2].parse().expect("a number of obligatory moves"));
        }
    }

    fn text(&self) -> String {
        let board = write_board(&self.board, &rectangle(self.size, self.size));
        let left = self.left.map_or("-".to_string(), |left| left.to_string());
        format!("{board} {} {left}", letter(self.side))
    }

    fn tokens(&self) -> Vec<String> {
        if self.over().is_some() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for stone in cells_with(&self.board, self.side) {
            for jump in self.moves_of(stone) {
                let path: Vec<String> = jump.path.into_iter().map(vertex).collect();
                found.push(path.join("-"));
            }
            // Who makes obligatory moves may not resign.
            if self.may_resign && self.left.is_none() {
                found.push(format!("resign@{}", vertex(stone)));
            }
        }
        found
    }

    fn play(&mut self, token: &str) -> Vec<Cell> {
        if let Some(given) = token.strip_prefix("resign@") {
            // The stone given goes to the opponent as a point that stands nowhere: it was not captured.
            self.board.insert(cell(given), '.');
            self.resigned = Some(self.side);
            self.side = enemy(self.side);
            return Vec::new();
        }
        let path: Vec<Cell> = token.split('-').map(cell).collect();
        let mut taken = Vec::new();
        self.board.insert(path[0], '.');
        for jump in path.windows(2) {
            let over = ((jump[0].0 + jump[1].0) / 2, (jump[0].1 + jump[1].1) / 2);
            if self.board[&over] == enemy(self.side) {
                self.board.insert(over, '.');
                taken.push(over);
            }
        }
        self.board.insert(path[path.len() - 1], self.side);
        self.turn_after(self.side, self.left.map(|left| left - 1));
        taken
    }

    fn over(&self) -> Option<String> {
        let over = self.resigned.is_some()
            || self.someone_has_no_stones()
            || self.left == Some(0)
            || !self.can_jump(self.side);
        over.then(|| self.stopped())
    }

    fn stopped(&self) -> String {
        outcome(self.points('x') - self.points('o'))
    }

    fn counts_points(&self) -> bool {
        true
    }

    fn side(&self) -> char {
        self.side
    }
}
