//! Reference Kōnane: jumps in a straight line over enemy stones; a player who cannot move loses.

use super::board::{
    Board, Cell, ORTHOGONAL, at, cell, cells_with, colour, enemy, letter, read_board, rectangle, step, vertex, won_by,
    write_board,
};
use super::{Options, Rules};

#[derive(Clone)]
pub struct Konane {
    width: i32,
    height: i32,
    board: Board,
    side: char,
}

impl Konane {
    pub fn new(options: &Options) -> Konane {
        let width = options.number("width", 8);
        let height = options.number("height", 8);
        // Colours alternate, so the colour of one corner decides all: by default the top left vertex is Black's.
        let (fixed, its_colour) = match options.text("a1", "auto") {
            "black" => ((1, 1), 'x'),
            "white" => ((1, 1), 'o'),
            _ => ((1, height), 'x'),
        };
        let mut board = Board::new();
        for (column, row) in rectangle(width, height).concat() {
            let steps = (column - fixed.0).abs() + (row - fixed.1).abs();
            board.insert((column, row), if steps % 2 == 0 { its_colour } else { enemy(its_colour) });
        }
        let mut game = Konane { width, height, board, side: 'x' };
        if options.text("opening", "choose") == "middle_off" {
            let middle = game.middle();
            assert_eq!(middle.len(), 2);
            middle.into_iter().for_each(|cell| _ = game.board.insert(cell, '.'));
        }
        game
    }

    /// The vertices on the middle lines of both directions; an even side has two such lines, an odd side has one.
    fn middle(&self) -> Vec<Cell> {
        let lines = |length: i32| {
            if length % 2 == 0 { vec![length / 2, length / 2 + 1] } else { vec![(length + 1) / 2] }
        };
        lines(self.width)
            .into_iter()
            .flat_map(|column| lines(self.height).into_iter().map(move |row| (column, row)))
            .collect()
    }

    /// The vertices from which move 1 may take a stone, of either colour: the corners and the middle.
    fn first_removals(&self) -> Vec<Cell> {
        let (width, height) = (self.width, self.height);
        let mut found = vec![(1, 1), (width, 1), (1, height), (width, height)];
        found.extend(self.middle());
        if width % 2 == 1 && height % 2 == 1 {
            let centre = ((width + 1) / 2, (height + 1) / 2);
            found.extend(ORTHOGONAL.map(|direction| step(centre, direction)));
        }
        found
    }

    fn jumps(&self) -> Vec<String> {
        let mut found = Vec::new();
        for from in cells_with(&self.board, self.side) {
            for direction in ORTHOGONAL {
                // Go on in this direction as long as there is something to jump; one may stop after any jump.
                let mut here = from;
                loop {
                    let over = step(here, direction);
                    let landing = step(over, direction);
                    if at(&self.board, over) != Some(enemy(self.side)) || at(&self.board, landing) != Some('.') {
                        break;
                    }
                    found.push(format!("{}-{}", vertex(from), vertex(landing)));
                    here = landing;
                }
            }
        }
        found
    }
}

impl Rules for Konane {
    fn set(&mut self, s: &str) {
        let words: Vec<&str> = s.split_whitespace().collect();
        self.board = read_board(words[0], &rectangle(self.width, self.height));
        self.side = colour(words[1]);
    }

    fn text(&self) -> String {
        format!("{} {}", write_board(&self.board, &rectangle(self.width, self.height)), letter(self.side))
    }

    fn tokens(&self) -> Vec<String> {
        // The number of empty vertices tells the stage, whoever is to move.
        let holes = cells_with(&self.board, '.');
        let removals = match holes.len() {
            0 => self.first_removals(),
            1 => ORTHOGONAL.map(|direction| step(holes[0], direction)).to_vec(),
            _ => return self.jumps(),
        };
        removals.into_iter().filter(|cell| at(&self.board, *cell) == Some(self.side)).map(vertex).collect()
    }

    fn play(&mut self, token: &str) -> Vec<Cell> {
        let path: Vec<Cell> = token.split('-').map(cell).collect();
        let (from, to) = (path[0], path[path.len() - 1]);
        self.board.insert(from, '.');
        let mut taken = Vec::new();
        if path.len() > 1 {
            // Everything passed over is an enemy stone or empty.
            let direction = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
            let mut here = from;
            while here != to {
                if self.board[&here] != '.' {
                    taken.push(here);
                    self.board.insert(here, '.');
                }
                here = step(here, direction);
            }
            self.board.insert(to, self.side);
        }
        self.side = enemy(self.side);
        taken
    }

    fn over(&self) -> Option<String> {
        self.tokens().is_empty().then(|| won_by(enemy(self.side)))
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
