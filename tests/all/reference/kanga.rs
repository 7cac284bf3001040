//! Reference Kanga: drops, custodian and surrounding captures; who connects two opposite edges wins.

use std::collections::BTreeSet;

use super::board::{
    ALL_EIGHT, Board, Cell, ORTHOGONAL, at, cell, cells_with, colour, enemy, group, letter, liberties, read_board,
    rectangle, step, vertex, without_liberty, won_by, write_board,
};
use super::{Options, Rules};

#[derive(Clone)]
pub struct Kanga {
    width: i32,
    height: i32,
    suicide_allowed: bool,
    board: Board,
    side: char,
}

impl Kanga {
    pub fn new(options: &Options) -> Kanga {
        let width = options.number("width", 7);
        let height = options.number("height", 7);
        Kanga {
            width,
            height,
            suicide_allowed: options.text("suicide", "illegal") == "allowed",
            board: rectangle(width, height).concat().into_iter().map(|cell| (cell, '.')).collect(),
            side: 'x',
        }
    }

    /// The enemy runs that a stone just placed on `new` brackets, against another own stone or the edge.
    fn custodian(&self, board: &Board, new: Cell) -> BTreeSet<Cell> {
        let mut taken = BTreeSet::new();
        for direction in ALL_EIGHT {
            let mut run = Vec::new();
            let mut here = step(new, direction);
            while at(board, here) == Some(enemy(self.side)) {
                run.push(here);
                here = step(here, direction);
            }
            // Beyond the run there is an own stone, an empty vertex, or nothing at all: the edge.
            let bracketed = at(board, here) != Some('.');
            if run.len() % 2 == 1 && run.len() > 1 && bracketed {
                taken.extend(run);
            }
        }
        taken
    }

    /// The board after a drop, and the stones that left it; `None` where the drop is illegal.
    fn after_drop(&self, new: Cell) -> Option<(Board, BTreeSet<Cell>)> {
        if at(&self.board, new) != Some('.') {
            return None;
        }
        let mut board = self.board.clone();
        board.insert(new, self.side);
        // Both captures are looked up on the same board, then removed together.
        let mut taken = self.custodian(&board, new);
        taken.extend(without_liberty(&board, enemy(self.side), &ORTHOGONAL));
        for stone in &taken {
            board.insert(*stone, '.');
        }
        let own = group(&board, new, &ORTHOGONAL);
        if liberties(&board, &own, &ORTHOGONAL).is_empty() {
            if !self.suicide_allowed {
                return None;
            }
            for stone in &own {
                board.insert(*stone, '.');
            }
            taken.extend(own);
        }
        Some((board, taken))
    }

    /// Whether a group of this colour touches two opposite edges.
    fn connected(&self, colour: char) -> bool {
        cells_with(&self.board, colour).into_iter().any(|stone| {
            let stones = group(&self.board, stone, &ORTHOGONAL);
            let left = stones.iter().any(|(column, _)| *column == 1);
            let right = stones.iter().any(|(column, _)| *column == self.width);
            let bottom = stones.iter().any(|(_, row)| *row == 1);
            let top = stones.iter().any(|(_, row)| *row == self.height);
            left && right || bottom && top
        })
    }

    fn drops(&self) -> Vec<Cell> {
        self.board.keys().copied().filter(|cell| self.after_drop(*cell).is_some()).collect()
    }
}

impl Rules for Kanga {
    fn set(&mut self, s: &str) {
        let words: Vec<&str> = s.split_whitespace().collect();
        self.board = read_board(words[0], &rectangle(self.width, self.height));
        self.side = colour(words[1]);
    }

    fn text(&self) -> String {
        format!("{} {}", write_board(&self.board, &rectangle(self.width, self.height)), letter(self.side))
    }

    fn tokens(&self) -> Vec<String> {
        if self.connected('x') || self.connected('o') {
            return Vec::new();
        }
        self.drops().into_iter().map(vertex).collect()
    }

    fn play(&mut self, token: &str) -> Vec<Cell> {
        let (board, taken) = self.after_drop(cell(token)).expect("a legal drop");
        self.board = board;
        self.side = enemy(self.side);
        taken.into_iter().collect()
    }

    fn over(&self) -> Option<String> {
        // A game ends with the first connection, so the connected player has won.
        for colour in ['x', 'o'] {
            if self.connected(colour) {
                return Some(won_by(colour));
            }
        }
        self.drops().is_empty().then(|| won_by(enemy(self.side)))
    }

    fn stopped(&self) -> String {
        "0".to_string()
    }

    fn counts_points(&self) -> bool {
        false
    }

    fn side(&self) -> char {
        self.side
    }
}
