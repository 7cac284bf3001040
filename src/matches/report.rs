//! The results of a match for people and programs: a table, JSON, and PGN for rating programs.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write};

use serde::Serialize;

use crate::game::Color;
use crate::registry::Entry;
use crate::system::printable;

use super::{Estimate, Fault, GameRecord, Rating, SprtState, Standing, Tally, ratings};

#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    pub games: u32,
    pub forfeits: u64,
    pub openings: usize,
    pub repeated_openings: usize,
    pub repeated_games: usize,
    pub pairings: Vec<PairingRow>,
    pub engines: Vec<EngineRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
}

/// A pairing, from the side of its first engine.
#[derive(Clone, Debug, Serialize)]
pub struct PairingRow {
    pub first: String,
    pub second: String,
    pub wdl: [u32; 3],
    pub as_black: [u32; 3],
    pub as_white: [u32; 3],
    pub pairs: [u32; 5],
    pub single: u32,
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineRow {
    pub name: String,
    pub games: u64,
    pub points: f64,
    pub millis_per_move: f64,
    /// Nodes a move; 0 if the engine does not report them.
    pub nodes_per_move: f64,
    pub forfeits: BTreeMap<String, u64>,
    pub could_not_play: bool,
    pub rating: Option<Rating>,
}

impl MatchReport {
    pub fn new(standing: &Standing) -> Self {
        let name = |number: usize| standing.engines[number].clone();
        let row = |(&(first, second), tally): (&(usize, usize), &Tally)| PairingRow {
            first: name(first),
            second: name(second),
            wdl: tally.wdl(),
            as_black: tally.by_color[0],
            as_white: tally.by_color[1],
            pairs: tally.pairs,
            single: tally.games() - 2 * tally.pairs.iter().sum::<u32>(),
            estimate: tally.estimate(),
        };
        let mut engines: Vec<EngineRow> = standing.engines.iter().map(|name| EngineRow::of(name, standing)).collect();
        engines.iter_mut().zip(ratings(standing)).for_each(|(engine, rating)| engine.rating = rating);
        let (mut begun, mut openings, mut played) = (HashSet::new(), HashSet::new(), HashSet::new());
        for GameRecord { start, opening, moves, black, white, .. } in &standing.records {
            let opening = (start, moves.get(..*opening).unwrap_or_default());
            begun.insert(opening);
            openings.insert((opening, black, white));
            played.insert((start, moves, black, white));
        }
        Self {
            games: standing.games(),
            openings: begun.len(),
            repeated_openings: standing.records.len() - openings.len(),
            repeated_games: standing.records.len() - played.len(),
            forfeits: engines.iter().flat_map(|engine| engine.forfeits.values()).sum(),
            pairings: standing.tallies.iter().map(row).collect(),
            engines,
            sprt: standing.sprt(),
        }
    }

    /// The rows of the cross table, the head first: each engine, the strongest first, its rating, and its points against each.
    pub(super) fn cross_rows(&self) -> Vec<Vec<String>> {
        let mut order: Vec<&EngineRow> = self.engines.iter().collect();
        let share = |engine: &EngineRow| engine.points / engine.games.max(1) as f64;
        order.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let mut rows = vec![vec![String::new(), "Elo".to_owned(), "95 %".to_owned(), "points".to_owned()]];
        rows[0].extend((1..=order.len()).map(|number| number.to_string()));
        for (index, engine) in order.iter().enumerate() {
            let interval =
                engine.rating.map_or_else(|| "n/a".to_owned(), |r| format!("{:+.0} to {:+.0}", r.elo_low, r.elo_high));
            let mut row = vec![
                format!("{} {}", index + 1, engine.name),
                elo(engine.rating.map(|rating| rating.elo)),
                interval,
                format!("{}/{}", engine.points, engine.games),
            ];
            row.extend(order.iter().map(|other| self.between(&engine.name, &other.name)));
            rows.push(row);
        }
        rows
    }

    /// Why the cross table has engines without a rating, if it has.
    pub(super) fn unrated(&self) -> Option<&'static str> {
        let reason = "n/a: a rating needs points both won and lost against other rated engines; play more --games";
        self.engines.iter().any(|engine| engine.rating.is_none()).then_some(reason)
    }

    /// Points and games of an engine against another: `7.5/10`.
    fn between(&self, engine: &str, other: &str) -> String {
        for row in &self.pairings {
            let [won, drawn, lost] = row.wdl;
            let won = match (row.first.as_str(), row.second.as_str()) {
                _ if engine == other => break,
                pair if pair == (engine, other) => won,
                pair if pair == (other, engine) => lost,
                _ => continue,
            };
            return format!("{}/{}", f64::from(won) + f64::from(drawn) / 2.0, row.wdl.iter().sum::<u32>());
        }
        "-".to_owned()
    }
}

/// Wins, draws and losses as `+3 =1 -2`.
fn wdl([won, drawn, lost]: [u32; 3]) -> String {
    format!("+{won} ={drawn} -{lost}")
}

fn elo(elo: Option<f64>) -> String {
    elo.map_or_else(|| "n/a".to_owned(), |elo| format!("{elo:+.0}"))
}

impl EngineRow {
    fn of(name: &str, standing: &Standing) -> Self {
        let (mut row, mut asked, mut could_play) = (Self { name: name.to_owned(), ..Self::default() }, 0.0, false);
        for record in &standing.records {
            let sides = [(Color::Black, &record.black), (Color::White, &record.white)];
            for (color, _) in sides.into_iter().filter(|(_, player)| *player == name) {
                let side = color.index();
                let moves = record.colors.get(record.opening..).unwrap_or_default();
                let made = moves.chars().filter(|&letter| letter == color.letter()).count() as u64;
                let fault = record.fault().unwrap_or_default().filter(|(loser, _)| *loser == color);
                if let Some((_, fault)) = fault {
                    *row.forfeits.entry(Fault::kind(fault).to_owned()).or_default() += 1;
                }
                could_play |= made > 0 || fault.is_none();
                row.games += 1;
                let half = record.half_points();
                row.points += f64::from(if color == Color::Black { half } else { 2 - half }) / 2.0;
                let times = if record.asked == [0; 2] { made } else { record.asked[side] };
                asked += times as f64;
                row.millis_per_move += record.millis[side] as f64;
                row.nodes_per_move += record.nodes[side] as f64;
            }
        }
        row.millis_per_move /= f64::max(asked, 1.0);
        row.nodes_per_move /= f64::max(asked, 1.0);
        row.could_not_play = row.games > 0 && !could_play;
        row
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in &self.pairings {
            writeln!(f, "{} - {}: {}", row.first, row.second, wdl(row.wdl))?;
            writeln!(f, "  as Black {}, as White {}", wdl(row.as_black), wdl(row.as_white))?;
            if let Some(Estimate { score, elo: difference, elo_low, elo_high, los }) = row.estimate {
                let [difference, low, high] = [difference, elo_low, elo_high].map(elo);
                let (score, los) = (100.0 * score, 100.0 * los);
                writeln!(
                    f,
                    "  score {score:.1} %, Elo {difference} (95 %: {low} to {high}), superior with {los:.1} %"
                )?;
            }
            if row.single > 0 {
                writeln!(f, "  games without their twin, which count in wins, draws and losses only: {}", row.single)?;
            }
        }
        if self.engines.len() > 2 {
            let rows = self.cross_rows();
            let widths: Vec<usize> = (0..rows[0].len())
                .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
                .collect();
            for row in &rows {
                let mut line = format!("{:<width$}", row[0], width = widths[0]);
                for (cell, width) in row.iter().zip(&widths).skip(1) {
                    let _ = write!(line, "  {cell:>width$}");
                }
                writeln!(f, "{}", line.trim_end())?;
            }
            self.unrated().map_or(Ok(()), |reason| writeln!(f, "{reason}"))?;
        }
        for engine in &self.engines {
            write!(f, "{}: {:.0} ms a move", engine.name, engine.millis_per_move)?;
            if engine.nodes_per_move > 0.0 {
                write!(f, ", {:.0} nodes", engine.nodes_per_move)?;
            }
            writeln!(f)?;
        }
        for engine in self.engines.iter().filter(|engine| !engine.forfeits.is_empty()) {
            let forfeited: u64 = engine.forfeits.values().sum();
            let counts: Vec<_> = engine.forfeits.iter().map(|(fault, count)| format!("{count} {fault}")).collect();
            writeln!(f, "{} forfeited {forfeited} of {} games: {}", engine.name, engine.games, counts.join(", "))?;
        }
        let Self { games, forfeits, openings, repeated_openings, repeated_games, .. } = self;
        if *forfeits > 0 {
            let rests = "the Elo rests on them, not only on play";
            writeln!(f, "warning: {forfeits} of {games} games were forfeited; {rests}")?;
        }
        if *repeated_openings > 0 {
            writeln!(
                f,
                "warning: {repeated_openings} of {games} games repeat an opening ({openings} different); the interval is too narrow; play fewer games, or from more --openings or --random turns"
            )?;
        }
        if *repeated_games > 0 {
            let alike = "are the same as an earlier one, move for move, and add no information";
            writeln!(f, "warning: {repeated_games} of {games} games {alike}")?;
        }
        self.sprt.map_or(Ok(()), |sprt| writeln!(f, "{sprt}"))
    }
}

/// A game as SGF, with the players and how it ended.
pub fn sgf(record: &GameRecord, games: &[Entry]) -> Result<String, String> {
    let (session, _) = record.replay(games)?;
    let round = (record.number + 1).to_string();
    let end = record.early_end();
    let mut details = vec![("PB", &*record.black), ("PW", &*record.white), ("RO", &round)];
    details.extend(end.as_deref().map(|end| ("GC", end)));
    Ok(session.sgf_with(Some(&*record.result).filter(|result| *result != "none"), &details, &[]))
}

/// A game for rating programs such as Ordo and BayesElo, which read the players and the result. The headers name the colours
/// of this game, in which Black moves first; in chess White does.
pub fn pgn(record: &GameRecord) -> String {
    let result = ["1-0", "1/2-1/2", "0-1"][record.half_points() as usize];
    let quoted = |text: &str| printable(text).replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = String::new();
    let headers = [
        ("Event", format!("{} {}", record.game, record.options)),
        ("Round", (record.number + 1).to_string()),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Result", result.to_owned()),
        ("Termination", record.short_end().unwrap_or_else(|| record.result.clone())),
    ];
    let set_up = record.start.iter().flat_map(|start| [("SetUp", "1".to_owned()), ("FEN", start.clone())]);
    for (name, value) in headers.into_iter().chain(set_up) {
        let _ = writeln!(text, "[{name} \"{}\"]", quoted(&value));
    }
    // The moves are not chess moves, so they are written as a comment.
    let moves = printable(&record.moves.join(" ")).replace('}', ")");
    format!("{text}\n{{{moves}}} {result}\n\n")
}
