//! Puzzles: finding one, judging a turn, and the line that proves the judgement.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Outcome, Style};
use crate::puzzle::{PROOF_NODES, Puzzle, count, read};
use crate::registry::Entry;
use crate::search::Limits;
use crate::system::Cancel;

use super::lesson::{Judgement, is_turn_over, wins_by_force};
use super::{Error, ErrorKind, Game, SearchParams, Snapshot, vertices_of};

/// The most turns of a proof line.
const LONGEST_LINE: usize = 40;

/// A puzzle after some clicks, or after a whole turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PuzzleData {
    /// How hard it is, from 1 to 5.
    pub grade: u32,
    /// Its number among the puzzles of the grade, from 1.
    pub seed: u32,
    /// What the player to move should do.
    pub task: String,
    /// The number of turns until the game is won, the first one included, if the loser holds out as long as possible.
    pub depth: u32,
    /// Cells to look at: the stone that makes the winning move, or the cells of the column in which a stone is placed.
    pub hint: Vec<Vertex>,
    /// Whether the first turn wins; `null` while it is unfinished, and after further turns.
    pub reached: Option<bool>,
    /// What the first turn achieves; empty while it is unfinished, and after further turns.
    pub sentence: String,
    /// The best turns of both players from here, as far as they are proven: after the first turn, the reply that holds out longest
    /// or refutes it, and on from there; with `solution`, the winning turn and on from there. Otherwise empty.
    pub line: Vec<LineTurn>,
    /// The position after the moves so far.
    #[serde(flatten)]
    pub game: Snapshot,
}

/// A turn of a proof line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineTurn {
    /// The player.
    pub player: Color,
    /// The turn in whole style.
    pub turn: String,
}

/// What to show of a puzzle.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    /// The position after these tokens, in this style, and after the first turn whether it wins.
    After(&'a [&'a str], Style),
    /// The position with the proof line.
    Solution,
}

impl Game {
    /// The puzzle of the present game with this grade and seed, which is its number among those of the grade, from 1.
    /// Without a seed, a random one. Returns the seed, too.
    pub fn find_puzzle(&self, grade: u32, seed: Option<u32>) -> Result<(u32, Puzzle), Error> {
        let Entry { name: game, about, .. } = self.puzzle_entry()?;
        let mut shipped: Vec<_> = read(about.puzzles).filter(|puzzle| puzzle.grade == grade).collect();
        if shipped.is_empty() {
            let counts = (1..).zip(count(about.puzzles)).filter(|&(_, count)| count > 0);
            let allowed: Vec<_> = counts.map(|(grade, _): (u32, _)| grade.to_string()).collect();
            let allowed = allowed.join(" ");
            return Err(wrong(format!("no puzzle of grade {grade}; {game} has puzzles of grade {allowed}")));
        }
        let random = || (RandomState::new().build_hasher().finish() % shipped.len() as u64) as u32 + 1;
        let seed = seed.unwrap_or_else(random);
        match seed.checked_sub(1).map(|index| index as usize) {
            Some(index) if index < shipped.len() => Ok((seed, shipped.swap_remove(index))),
            _ => {
                let shipped = shipped.len();
                Err(wrong(format!("no puzzle {seed}; the puzzles of grade {grade} are numbered from 1 to {shipped}")))
            }
        }
    }

    /// A puzzle of the present game, found by [`find_puzzle`](Self::find_puzzle), after some moves. The game being played stays
    /// as it is.
    ///
    /// ```
    /// use papamu::play::{Game, Shown};
    /// use papamu::game::Style;
    /// use papamu::registry::GAMES;
    /// use papamu::system::Cancel;
    ///
    /// let engine = Game::new(GAMES, "konane", "")?;
    /// let cancel = Cancel::default();
    /// let (seed, puzzle) = engine.find_puzzle(1, Some(1))?;
    /// let tokens = [puzzle.solution.as_str()];
    /// let after = engine.puzzle(seed, &puzzle, Shown::After(&tokens, Style::Whole), &cancel)?;
    /// assert_eq!(after.reached, Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn puzzle(&self, seed: u32, puzzle: &Puzzle, shown: Shown, cancel: &Cancel) -> Result<PuzzleData, Error> {
        let entry = self.puzzle_entry()?;
        let mut before = entry.open(&puzzle.options)?;
        before.set_position(&puzzle.position)?;

        let (player, mut after) = (before.turn(), before.fork());
        let (mut verdict, mut line) = (None, Vec::new());
        match shown {
            Shown::Solution => line = best_line(&before, cancel),
            Shown::After(tokens, style) => {
                let mut judged = None;
                for (index, &token) in tokens.iter().enumerate() {
                    after.play(after.turn(), token, style)?;
                    if judged.is_none() && is_turn_over(&after) {
                        judged = Some(index + 1);
                    }
                }
                if judged == Some(tokens.len()) {
                    verdict = Some(judge(player, &after, cancel));
                    line = best_line(&after, cancel);
                }
            }
        }
        let (reached, sentence) =
            verdict.map_or((None, String::new()), |verdict| (Some(verdict.reached), verdict.fact));
        Ok(PuzzleData {
            grade: puzzle.grade,
            seed,
            task: task(player, puzzle.depth),
            depth: puzzle.depth,
            hint: hint(&before, &puzzle.solution),
            reached,
            sentence,
            line,
            game: after.snapshot(),
        })
    }

    /// The entry of the present game, if it has puzzles.
    fn puzzle_entry(&self) -> Result<&Entry, Error> {
        let game = self.name();
        let entry = self.games.iter().find(|entry| entry.name == game);
        entry
            .filter(|entry| !entry.about.puzzles.is_empty())
            .ok_or_else(|| wrong(format!("{game} has no puzzles; `games` says how many puzzles each game has")))
    }
}

fn task(player: Color, depth: u32) -> String {
    format!("Exactly one first move wins for {player}, in {depth} turns with best play by both. Find it.")
}

fn wrong(reason: String) -> Error {
    Error::new(ErrorKind::Syntax, reason)
}

/// Whether the turn of `player` that led here wins.
fn judge(player: Color, after: &Game, cancel: &Cancel) -> Judgement {
    match after.outcome().map(Outcome::winner) {
        Some(winner) => Judgement::new(winner == Some(player), after.result_in_words()),
        None => wins_by_force(player, after, cancel),
    }
}

/// The stone that makes the first move, or the cells of the column in which a stone is placed, so that some is left to find.
fn hint(session: &Game, solution: &str) -> Vec<Vertex> {
    let Some(&first) = vertices_of(solution).first() else { return Vec::new() };
    let mut clicks = session.snapshot().legal_clicks;
    let is_stone = session.rows().into_iter().flatten().any(|(cell, stone)| cell == first && stone.is_some());
    clicks.retain(|cell| if is_stone { *cell == first } else { cell.column == first.column });
    clicks
}

/// The turns of both players with perfect play, as far as they are proven.
fn best_line(session: &Game, cancel: &Cancel) -> Vec<LineTurn> {
    let (mut session, mut line) = (session.fork(), Vec::new());
    let limits = Limits { nodes: Some(PROOF_NODES), ..Limits::default() };
    let params = SearchParams { cancel: cancel.clone(), hash_mb: 32, ..SearchParams::within(limits) };
    while line.len() < LONGEST_LINE && session.outcome().is_none() {
        let Some(turn) = best_turn(&mut session, &params) else { break };
        line.push(turn);
    }
    line
}

/// Plays the best turn, and returns it; `None` if it is not proven.
fn best_turn(session: &mut Game, params: &SearchParams) -> Option<LineTurn> {
    let player = session.turn();
    loop {
        let solved = session.solve_moves(params, None).ok()?;
        let best = solved.moves.first().filter(|_| solved.result().is_some())?;
        // In steps style, a cell is one move of a turn of several; `PASS` and whole moves are read alike in both.
        let style = if best.mv == "PASS" { Style::Whole } else { Style::Steps };
        session.play(player, &best.mv, style).ok()?;
        if session.is_between_turns() {
            break;
        }
    }
    session.latest_turn()?.text.map(|turn| LineTurn { player, turn })
}
