//! Puzzles: finding one, judging a turn, and the line that proves the judgement.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use serde::Serialize;

use crate::board::Vertex;
use crate::game::{Color, Content, Style, Verdict};
use crate::puzzle::{PROOF_NODES, count, read};
use crate::search::Limits;
use crate::system::Cancel;

use super::lesson::{is_turn_over, wins_by_force};
use super::{Error, Game, Search, SearchParams, Snapshot, vertices_of};

const LONGEST_LINE: usize = 40;

/// A puzzle after some clicks, or after a whole turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PuzzleData {
    pub grade: u32,
    pub seed: u32,
    pub task: String,
    pub depth: u32,
    pub hint: Vec<Vertex>,
    pub reached: Option<bool>,
    pub sentence: String,
    pub line: Vec<LineTurn>,
    #[serde(flatten)]
    pub game: Snapshot,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LineTurn {
    pub player: Color,
    pub turn: String,
}

impl Game {
    /// A puzzle of the present game after these tokens, which [`play`](Self::play) reads in this style, or without tokens
    /// its solution. If the last token ends a turn of the solver, that turn is judged. The seed is the puzzle's number among
    /// those of the grade, from 1; without a seed it is a random one. The game being played stays as it is.
    pub fn puzzle(
        &self,
        grade: u32,
        seed: Option<u32>,
        tokens: Option<&[&str]>,
        style: Style,
        cancel: &Cancel,
    ) -> Result<PuzzleData, Error> {
        let (game, puzzles) = (self.name(), self.entry.about.puzzles);
        let shipped: Vec<_> = read(puzzles).filter(|puzzle| puzzle.grade == grade).collect();
        if shipped.is_empty() {
            let counts = (1..).zip(count(puzzles)).filter(|&(_, count)| count > 0);
            let allowed: Vec<_> = counts.map(|(grade, _): (u32, _)| grade.to_string()).collect();
            return Err(Error::syntax(match allowed.join(" ").as_str() {
                "" => format!("{game} has no puzzles; `games` says how many puzzles each game has"),
                allowed => format!("no puzzle of grade {grade}; {game} has puzzles of grade {allowed}"),
            }));
        }
        let random = || (RandomState::new().build_hasher().finish() % shipped.len() as u64) as u32 + 1;
        let seed = seed.unwrap_or_else(random);
        let Some(puzzle) = seed.checked_sub(1).and_then(|index| shipped.get(index as usize)) else {
            let count = shipped.len();
            let reason = format!("no puzzle {seed}; the puzzles of grade {grade} are numbered from 1 to {count}");
            return Err(Error::syntax(reason));
        };
        let mut before = self.entry.open(&puzzle.options)?;
        before.set_position(&puzzle.position)?;

        let (player, mut after) = (before.turn(), before.fork());
        // The player whose turn the last token ends.
        let mut ended = None;
        for &token in tokens.unwrap_or_default() {
            let mover = after.turn();
            after.play(mover, token, style)?;
            ended = is_turn_over(&after).then_some(mover);
        }
        let is_judged = ended == Some(player);
        let (verdict, line) =
            if is_judged || tokens.is_none() { after.best_line(LONGEST_LINE, cancel) } else { (None, Vec::new()) };
        let judge = || wins_by_force(player, &after, verdict, line.first());
        let (reached, sentence) = is_judged.then(judge).unzip();
        let depth = puzzle.depth;
        Ok(PuzzleData {
            grade,
            seed,
            task: match depth {
                1 => format!("Exactly one move wins for {player} in 1 turn. Find it."),
                _ => format!(
                    "Exactly one first move wins for {player}, in {depth} turns with best play by both. Find it."
                ),
            },
            depth,
            hint: hint(&before, &puzzle.solution),
            reached,
            sentence: sentence.unwrap_or_default(),
            line,
            game: after.snapshot(),
        })
    }

    /// The result for the player to move, and at most so many turns of both players with perfect play, as far as they are proven.
    pub fn best_line(&self, longest: usize, cancel: &Cancel) -> (Option<Verdict>, Vec<LineTurn>) {
        let (mut session, mut verdict, mut line) = (self.fork(), None, Vec::new());
        let limits = Limits { nodes: Some(PROOF_NODES), ..Limits::default() };
        let params = SearchParams { cancel: cancel.clone(), hash_mb: 32, ..SearchParams::within(limits) };
        while line.len() < longest && session.outcome().is_none() {
            let (result, turn) = best_turn(&mut session, &params);
            if line.is_empty() {
                verdict = result;
            }
            let Some(turn) = turn else { break };
            line.push(turn);
        }
        (verdict, line)
    }
}

/// The stone that makes the first move, or the cells of the column in which a stone is placed, so that some is left to find.
fn hint(session: &Game, solution: &str) -> Vec<Vertex> {
    let Some(&first) = vertices_of(solution).first() else { return Vec::new() };
    let mut clicks = session.snapshot().legal_clicks;
    let is_stone =
        session.rows().into_iter().flatten().any(|(cell, content)| cell == first && content != Content::Empty);
    clicks.retain(|cell| if is_stone { *cell == first } else { cell.column == first.column });
    clicks
}

/// Plays the best turn. Returns its proven result for its player, and its text, if all its moves are proven.
fn best_turn(session: &mut Game, params: &SearchParams) -> (Option<Verdict>, Option<LineTurn>) {
    let (player, mut verdict) = (session.turn(), None);
    while let Some((result, mv)) = best_move(session, params) {
        verdict = verdict.or(Some(result));
        // In steps style, a cell is one move of a turn of several; `PASS` and whole moves are read alike in both.
        let style = if mv == "PASS" { Style::Whole } else { Style::Steps };
        if session.play(player, &mv, style).is_err() {
            break;
        }
        if session.is_between_turns() {
            let turn = session.turns_backwards().next().and_then(|turn| turn.text);
            return (verdict, turn.map(|turn| LineTurn { player, turn }));
        }
    }
    (verdict, None)
}

/// The best move with its result; `None` if the result is not proven.
fn best_move(session: &Game, params: &SearchParams) -> Option<(Verdict, String)> {
    let solved = session.solve_moves(Search::with(params.clone()), None).ok()?;
    let result = solved.result()?;
    Some((result, solved.moves.into_iter().next()?.mv))
}
