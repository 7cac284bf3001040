//! Reference Send It: turns of up to four drops in line of sight, captures as in Go, area scoring by control.

use std::collections::BTreeSet;

use super::board::{
    Board, Cell, ORTHOGONAL, at, cell, cells_with, colour, enemy, group, letter, liberties, outcome, read_board,
    rectangle, step, vertex, without_liberty, write_board,
};
use super::{Options, Rules};

const HEXAGONAL: [Cell; 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];

#[derive(Clone)]
pub struct SendIt {
    rows: Vec<Vec<Cell>>,
    neighbours: Vec<Cell>,
    push: bool,
    board: Board,
    side: char,
    /// 1 and 2 are the opening turns, 3 is every turn after them.
    stage: usize,
    /// Passes just made in succession.
    passes: usize,
    /// This turn's drops, in order.
    drops: Vec<Cell>,
}

/// The rows of the hexagon in the order of a position string: each holds the cells of one row minus column.
pub fn hexagon(side: i32) -> Vec<Vec<Cell>> {
    let mut rows = Vec::new();
    for difference in (1 - side..side).rev() {
        let columns = 1..2 * side;
        let row = columns.map(|column| (column, column + difference));
        rows.push(row.filter(|(_, row)| (1..2 * side).contains(row)).collect());
    }
    rows
}

impl SendIt {
    pub fn new(options: &Options) -> SendIt {
        let square = options.text("board", "hex") == "square";
        let size = options.number("size", if square { 13 } else { 8 });
        let rows = if square { rectangle(size, size) } else { hexagon(size) };
        let mut board: Board = rows.concat().into_iter().map(|cell| (cell, '.')).collect();
        if options.text("setup", "empty") == "six" {
            for (colour, vertices) in [('x', ["C3", "H13", "N8"]), ('o', ["C8", "H3", "N13"])] {
                for name in vertices {
                    board.insert(cell(name), colour);
                }
            }
        }
        SendIt {
            rows,
            neighbours: if square { ORTHOGONAL.to_vec() } else { HEXAGONAL.to_vec() },
            push: options.text("push", "false") == "true",
            board,
            side: 'x',
            stage: 1,
            passes: 0,
            drops: Vec::new(),
        }
    }

    /// How many drops a turn has at most, and in the opening exactly.
    fn number_of_drops(&self) -> usize {
        match self.stage {
            1 => 1,
            2 => 3,
            _ => 4,
        }
    }

    /// In the opening, who had no stone on board when his turn began needs no line of sight.
    fn may_drop_anywhere(&self) -> bool {
        self.stage < 3 && cells_with(&self.board, self.side).iter().all(|stone| self.drops.contains(stone))
    }

    /// Whether an own stone sees this cell: along a line of neighbours, with nothing between.
    fn in_sight(&self, target: Cell) -> bool {
        self.neighbours.iter().any(|direction| {
            let mut here = step(target, *direction);
            while at(&self.board, here) == Some('.') {
                here = step(here, *direction);
            }
            at(&self.board, here) == Some(self.side)
        })
    }

    /// Where the stone on this cell would be pushed, if it can be: it must stand alone with exactly one liberty.
    fn push_target(&self, stone: Cell) -> Option<Cell> {
        if !self.push || at(&self.board, stone) != Some(enemy(self.side)) {
            return None;
        }
        let stones = group(&self.board, stone, &self.neighbours);
        let free = liberties(&self.board, &stones, &self.neighbours);
        if stones.len() == 1 && free.len() == 1 { free.first().copied() } else { None }
    }

    /// The board after a drop and the stones it captured; `None` where the drop is illegal.
    fn after_drop(&self, new: Cell) -> Option<(Board, BTreeSet<Cell>)> {
        let mut board = self.board.clone();
        if at(&board, new) != Some('.') {
            let pushed_to = self.push_target(new)?;
            board.insert(pushed_to, enemy(self.side));
        }
        if !self.may_drop_anywhere() && !self.in_sight(new) {
            return None;
        }
        board.insert(new, self.side);
        // One per group.
        let own = group(&board, new, &self.neighbours);
        if self.drops.iter().any(|earlier| own.contains(earlier)) {
            return None;
        }
        let captured = without_liberty(&board, enemy(self.side), &self.neighbours);
        for stone in &captured {
            board.insert(*stone, '.');
        }
        // Any own group counts, not only that of the new stone: a push may fill the last liberty of another.
        if !without_liberty(&board, self.side, &self.neighbours).is_empty() {
            return None;
        }
        Some((board, captured))
    }

    fn legal_drops(&self) -> Vec<Cell> {
        self.board.keys().copied().filter(|cell| self.after_drop(*cell).is_some()).collect()
    }

    fn end_turn(&mut self) {
        self.passes = if self.drops.is_empty() { self.passes + 1 } else { 0 };
        self.drops.clear();
        self.side = enemy(self.side);
        self.stage = (self.stage + 1).min(3);
    }

    /// Own stones and controlled cells: empty ones where the opponent could not drop if an ordinary turn of his began now.
    fn score(&self, colour: char) -> i32 {
        let mut opponent = self.clone();
        opponent.side = enemy(colour);
        opponent.stage = 3;
        opponent.passes = 0;
        opponent.drops.clear();
        let empty = cells_with(&self.board, '.');
        let controlled = empty.into_iter().filter(|cell| opponent.after_drop(*cell).is_none()).count();
        (cells_with(&self.board, colour).len() + controlled) as i32
    }
}

impl Rules for SendIt {
    fn set(&mut self, s: &str) {
        let words: Vec<&str> = s.split_whitespace().collect();
        self.board = read_board(words[0], &self.rows);
        self.side = colour(words[1]);
        self.stage = words[2].parse().expect("a stage");
        self.passes = words[3].parse().expect("a number of passes");
        self.drops = if words[4] == "-" { Vec::new() } else { words[4].split(',').map(cell).collect() };
    }

    fn text(&self) -> String {
        let board = write_board(&self.board, &self.rows);
        let drops: Vec<String> = self.drops.iter().copied().map(vertex).collect();
        let drops = if drops.is_empty() { "-".to_string() } else { drops.join(",") };
        format!("{board} {} {} {} {drops}", letter(self.side), self.stage, self.passes)
    }

    fn tokens(&self) -> Vec<String> {
        if self.over().is_some() {
            return Vec::new();
        }
        let mut found: Vec<String> = self.legal_drops().into_iter().map(vertex).collect();
        // In the opening the turn can be ended only where nothing else is left.
        if self.stage == 3 || found.is_empty() {
            found.push("PASS".to_string());
        }
        found
    }

    fn play(&mut self, token: &str) -> Vec<Cell> {
        if token == "PASS" {
            self.end_turn();
            return Vec::new();
        }
        let new = cell(token);
        let (board, captured) = self.after_drop(new).expect("a legal drop");
        self.board = board;
        self.passes = 0;
        self.drops.push(new);
        if self.drops.len() == self.number_of_drops() {
            self.end_turn();
        }
        captured.into_iter().collect()
    }

    fn over(&self) -> Option<String> {
        (self.passes == 2).then(|| self.stopped())
    }

    fn stopped(&self) -> String {
        outcome(self.score('x') - self.score('o'))
    }

    fn counts_points(&self) -> bool {
        true
    }

    fn side(&self) -> char {
        self.side
    }

    fn turn_begins(&self) -> bool {
        self.drops.is_empty()
    }
}
