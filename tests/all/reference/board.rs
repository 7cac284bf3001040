//! Parts that the reference boards share: cells and their text, rows of position strings, groups and liberties.

use std::collections::{BTreeMap, BTreeSet};

/// Column and row, both from 1: A1 is (1, 1).
pub type Cell = (i32, i32);

/// Every cell that exists, with `x`, `o` or `.` on it.
pub type Board = BTreeMap<Cell, char>;

pub const ORTHOGONAL: [Cell; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const ALL_EIGHT: [Cell; 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

pub const COLUMNS: &str = "ABCDEFGHJKLMNOPQRST";

pub fn vertex((column, row): Cell) -> String {
    format!("{}{row}", COLUMNS.chars().nth(column as usize - 1).expect("a column"))
}

pub fn cell(vertex: &str) -> Cell {
    let (column, row) = vertex.split_at(1);
    let column = COLUMNS.find(&column.to_uppercase()).expect("a column letter");
    (column as i32 + 1, row.parse().expect("a row number"))
}

pub fn enemy(colour: char) -> char {
    match colour {
        'x' => 'o',
        'o' => 'x',
        _ => panic!("no colour: {colour}"),
    }
}

/// The letter of a side in position strings and replies.
pub fn letter(colour: char) -> char {
    if colour == 'x' { 'b' } else { 'w' }
}

pub fn colour(letter: &str) -> char {
    match letter {
        "b" => 'x',
        "w" => 'o',
        _ => panic!("no side: {letter}"),
    }
}

/// `B+1` or `W+1`: a win in a game without points.
pub fn won_by(colour: char) -> String {
    outcome(if colour == 'x' { 1 } else { -1 })
}

/// The outcome for Black's points less White's.
pub fn outcome(difference: i32) -> String {
    match difference {
        0 => "0".to_string(),
        d if d > 0 => format!("B+{d}"),
        d => format!("W+{}", -d),
    }
}

pub fn step((column, row): Cell, (right, up): Cell) -> Cell {
    (column + right, row + up)
}

/// What lies on a cell; `None` where there is no such cell.
pub fn at(board: &Board, cell: Cell) -> Option<char> {
    board.get(&cell).copied()
}

pub fn cells_with(board: &Board, what: char) -> Vec<Cell> {
    board.iter().filter(|(_, there)| **there == what).map(|(cell, _)| *cell).collect()
}

/// The rows of a rectangle from the top, in the order of a position string.
pub fn rectangle(width: i32, height: i32) -> Vec<Vec<Cell>> {
    (1..=height).rev().map(|row| (1..=width).map(|column| (column, row)).collect()).collect()
}

/// Reads the board part of a position string.
pub fn read_board(text: &str, rows: &[Vec<Cell>]) -> Board {
    let texts: Vec<&str> = text.split('/').collect();
    assert_eq!(texts.len(), rows.len(), "number of rows in {text}");
    let mut board = Board::new();
    for (text, row) in texts.iter().zip(rows) {
        let mut found = Vec::new();
        let mut number = String::new();
        for character in text.chars().chain([' ']) {
            if character.is_ascii_digit() {
                number.push(character);
                continue;
            }
            if !number.is_empty() {
                let run: usize = number.parse().expect("a run of empty cells");
                found.extend(vec!['.'; run]);
                number.clear();
            }
            if character != ' ' {
                assert!("xo".contains(character), "a stone in {text}");
                found.push(character);
            }
        }
        assert_eq!(found.len(), row.len(), "length of row {text}");
        board.extend(row.iter().copied().zip(found));
    }
    board
}

/// Writes the board part of a position string.
pub fn write_board(board: &Board, rows: &[Vec<Cell>]) -> String {
    let mut texts = Vec::new();
    for row in rows {
        let mut text = String::new();
        let mut run = 0;
        for cell in row {
            if board[cell] == '.' {
                run += 1;
                continue;
            }
            if run > 0 {
                text += &run.to_string();
                run = 0;
            }
            text.push(board[cell]);
        }
        if run > 0 {
            text += &run.to_string();
        }
        texts.push(text);
    }
    texts.join("/")
}

/// The stones connected with the one on `start`, by the given neighbours.
pub fn group(board: &Board, start: Cell, neighbours: &[Cell]) -> BTreeSet<Cell> {
    let mut found = BTreeSet::from([start]);
    let mut to_visit = vec![start];
    while let Some(stone) = to_visit.pop() {
        for direction in neighbours {
            let next = step(stone, *direction);
            if at(board, next) == Some(board[&start]) && found.insert(next) {
                to_visit.push(next);
            }
        }
    }
    found
}

pub fn liberties(board: &Board, stones: &BTreeSet<Cell>, neighbours: &[Cell]) -> BTreeSet<Cell> {
    let mut found = BTreeSet::new();
    for stone in stones {
        for direction in neighbours {
            let next = step(*stone, *direction);
            if at(board, next) == Some('.') {
                found.insert(next);
            }
        }
    }
    found
}

/// All stones of a colour that stand in groups without a liberty.
pub fn without_liberty(board: &Board, colour: char, neighbours: &[Cell]) -> BTreeSet<Cell> {
    let mut visited = BTreeSet::new();
    let mut found = BTreeSet::new();
    for stone in cells_with(board, colour) {
        if visited.contains(&stone) {
            continue;
        }
        let stones = group(board, stone, neighbours);
        visited.extend(stones.iter().copied());
        if liberties(board, &stones, neighbours).is_empty() {
            found.extend(stones);
        }
    }
    found
}
