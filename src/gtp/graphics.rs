//! The texts of GoGui's extensions of GTP: the rules of the game, and graphics on the board.

use std::fmt::Write;
use std::io;

use crate::board::{Shape, Vertex};
use crate::game::{Color, Content, Style, Verdict};
use crate::play::{Analysis, Game, Variation};

/// The background colours of the last turn, of the clicks of an unfinished turn, and of the best moves from best to
/// worst.
const LAST_TURN: &str = "#f2d16b";
const CLICKED: &str = "#7fc4ff";
const SHADES: [&str; 4] = ["#58c05b", "#98d478", "#c9e29a", "#e8ecc4"];

/// Shows graphics on GoGui's board. They are optional, so a write error is ignored.
pub(super) fn show(text: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), format!("gogui-gfx:\n{text}\n\n").as_bytes());
}

/// `8`, `16 4 rect` or `15 hex`.
pub(crate) fn board_size(shape: Shape) -> String {
    match (shape, shape.extent()) {
        (Shape::Hexagon { .. }, (columns, _)) => format!("{columns} hex"),
        (_, (columns, rows)) if columns == rows => columns.to_string(),
        (_, (columns, rows)) => format!("{columns} {rows} rect"),
    }
}

/// The bounding rectangle of the board, top row first; `?` marks blocked cells, and places that are not cells.
pub(super) fn board(session: &Game) -> String {
    let cells: Vec<_> = session.rows().into_iter().flatten().collect();
    let (columns, rows) = session.shape().extent();
    let sign = |vertex| match cells.iter().find(|(cell, _)| *cell == vertex) {
        None | Some((_, Content::Blocked)) => "?",
        Some((_, Content::Empty)) => ".",
        Some((_, Content::Stone(Color::Black))) => "X",
        Some((_, Content::Stone(Color::White))) => "O",
    };
    let row = |row| (0..columns).map(|column| sign(Vertex::new(column, row))).collect::<Vec<_>>().join(" ");
    (0..rows).rev().map(row).collect::<Vec<_>>().join("\n")
}

/// The last turn, the clicks of an unfinished turn and their continuations, and the captures.
pub(crate) fn board_graphics(session: &Game) -> String {
    let mut text = String::new();
    let mut line = |head: &str, on: &[Vertex]| {
        if !on.is_empty() {
            let _ = writeln!(text, "{head}{}", list(on));
        }
    };
    let clicks = session.clicks();
    let last_turn = session.last_turn();
    line(&format!("COLOR {LAST_TURN}"), &last_turn);
    if matches!(session.shape(), Shape::Hexagon { .. }) {
        line("SQUARE", &last_turn); // stones cover the colour of a hexagonal cell
    }
    line(&format!("COLOR {CLICKED}"), clicks);
    line("MARK", &session.taken());
    if !clicks.is_empty() && session.outcome().is_none() {
        let next = session.rows().into_iter().flatten().map(|(vertex, _)| vertex);
        let tokens = session.legal_moves(Style::Steps);
        let next: Vec<_> = next.filter(|vertex| tokens.contains(&vertex.to_string())).collect();
        line("CIRCLE", &next);
        let labels: String = clicks.iter().enumerate().map(|(n, vertex)| format!(" {vertex} {}", n + 1)).collect();
        let _ = writeln!(text, "LABEL{labels}");
    }
    let [black, white] = session.captures();
    let state = match session.outcome() {
        Some(_) => session.result_in_words(),
        None => format!("{} to move: {}.", session.turn(), session.instruction()),
    };
    text + &format!("TEXT {state} Captured: {black} by Black, {white} by White.")
}

fn list(vertices: &[Vertex]) -> String {
    vertices.iter().map(|vertex| format!(" {vertex}")).collect()
}

pub(super) fn title(session: &Game) -> String {
    match session.shape() {
        Shape::Hexagon { side } => format!("{}, hexagon of side {side}", session.title()),
        Shape::Square { width, height } => format!("{} {width}x{height}", session.title()),
    }
}

/// The best moves on the board: each with its share of the visits in percent, the best ones greenest, and the best one
/// in words. Moves that begin on the same vertex are combined.
pub(super) fn best_moves(analysis: &Analysis) -> String {
    let Some(best) = analysis.variations.first() else {
        return "TEXT There is no move.".to_owned();
    };
    let total: u64 = analysis.variations.iter().map(|variation| variation.visits).sum::<u64>().max(1);
    let (mut lines, mut labels) = (Vec::new(), String::new());
    for (rank, (vertex, variations)) in by_vertex(analysis).into_iter().enumerate().rev() {
        let visits: u64 = variations.iter().map(|variation| variation.visits).sum();
        lines.push(format!("COLOR {} {vertex}", SHADES[rank.min(SHADES.len() - 1)]));
        let _ = write!(labels, " {vertex} {}", (100 * visits + total / 2) / total);
    }
    if !labels.is_empty() {
        lines.push(format!("LABEL{labels}"));
    }
    let tokens: Vec<_> = best.tokens().take(12).collect();
    let chances = match best.proven {
        Some(Verdict::Win) => "wins".to_owned(),
        Some(Verdict::Loss) => "loses".to_owned(),
        _ => format!("wins {:.1} %", 100.0 * best.winrate),
    };
    lines.push(format!("TEXT {} {chances}, {} nodes: {}", best.token(), analysis.nodes, tokens.join(" ")));
    lines.join("\n")
}

pub(super) fn win_rates(analysis: &Analysis) -> String {
    let pair =
        |(vertex, variations): (Vertex, Vec<&Variation>)| format!("{vertex} {:.0}", 100.0 * variations[0].winrate);
    by_vertex(analysis).into_iter().map(pair).collect::<Vec<_>>().join(" ")
}

/// The vertices on which moves begin, each with its moves, best first.
fn by_vertex(analysis: &Analysis) -> Vec<(Vertex, Vec<&Variation>)> {
    let mut found: Vec<(Vertex, Vec<&Variation>)> = Vec::new();
    for variation in &analysis.variations {
        let Some(&vertex) = variation.turns.first().and_then(|turn| turn.clicks.first()) else { continue };
        match found.iter_mut().find(|(known, _)| *known == vertex) {
            Some((_, variations)) => variations.push(variation),
            None => found.push((vertex, vec![variation])),
        }
    }
    found
}

/// The principal variation, each vertex with its player.
pub(super) fn variation(analysis: &Analysis) -> String {
    let turns = analysis.variations.first().into_iter().flat_map(|variation| &variation.turns);
    let clicks = turns.flat_map(|turn| turn.clicks.iter().map(|vertex| format!("{} {vertex}", turn.player.letter())));
    clicks.collect::<Vec<_>>().join(" ")
}
