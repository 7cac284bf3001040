//! The results of a match for people and programs: a table, JSON, and PGN for rating programs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Write};
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::registry::Entry;
use crate::system::files::atomic;
use crate::system::printable;

use super::{Decision, Estimate, GameRecord, Rating, SprtState, Standing, Tally, ratings};

/// The standing as it is printed, or written as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchReport {
    /// Games played.
    pub games: u32,
    /// Games that ended by a forfeit.
    pub forfeits: u64,
    /// Different openings.
    pub openings: usize,
    /// Games that began with an opening that the same two engines had already played from both sides.
    pub repeated_openings: usize,
    /// Games that were move for move the same as an earlier one of the same engines with the same colours.
    pub repeated_games: usize,
    /// The pairings: each two engines that have met.
    pub pairings: Vec<PairingRow>,
    /// The engines.
    pub engines: Vec<EngineRow>,
    /// The sequential test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
}

/// A pairing, from the side of its first engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PairingRow {
    /// The name of the first engine.
    pub first: String,
    /// The name of the second engine.
    pub second: String,
    /// Wins, draws and losses.
    pub wdl: [u32; 3],
    /// Wins, draws and losses as Black.
    pub as_black: [u32; 3],
    /// Wins, draws and losses as White.
    pub as_white: [u32; 3],
    /// The number of pairs of games with 0 to 4 half points.
    pub pairs: [u32; 5],
    /// Games whose twin has not been played.
    pub single: u32,
    /// The estimate.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

/// An engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EngineRow {
    /// Its name.
    pub name: String,
    /// Games.
    pub games: u64,
    /// Points: a win is 1, a draw ½.
    pub points: f64,
    /// Milliseconds a move.
    pub millis_per_move: f64,
    /// Nodes a move; 0 if the engine does not report them.
    pub nodes_per_move: f64,
    /// Games that it forfeited, by what it did wrong.
    pub forfeits: BTreeMap<String, u64>,
    /// Whether it forfeited every game without an accepted move.
    pub could_not_play: bool,
    /// Its rating among all engines; `null` if it cannot be estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<Option<Rating>>,
}

impl MatchReport {
    /// The table of a standing.
    pub fn new(standing: &Standing) -> Self {
        let name = |number: usize| standing.engines[number].name.clone();
        let row = |(&(first, second), tally): (&(usize, usize), &Tally)| PairingRow {
            first: name(first),
            second: name(second),
            wdl: tally.wdl(),
            as_black: tally.by_color[0],
            as_white: tally.by_color[1],
            pairs: tally.pairs,
            single: tally.single.iter().sum(),
            estimate: tally.estimate(),
        };
        let ratings = (standing.engines.len() > 2).then(|| ratings(standing));
        let engine = |(number, engine): (usize, &super::standing::EngineTotals)| EngineRow {
            name: engine.name.clone(),
            games: engine.games,
            points: standing.points(number),
            millis_per_move: engine.millis as f64 / engine.asked.max(1) as f64,
            nodes_per_move: engine.nodes as f64 / engine.asked.max(1) as f64,
            forfeits: engine.forfeits.clone(),
            could_not_play: engine.could_not_play(),
            rating: ratings.as_ref().map(|ratings| ratings[number]),
        };
        let mut openings: HashMap<_, [usize; 2]> = HashMap::new();
        let (mut begun, mut played) = (HashSet::new(), HashSet::new());
        let (mut repeated_openings, mut repeated_games) = (0, 0);
        for record in &standing.records {
            let GameRecord { start, opening, moves, black, white, .. } = record;
            let (first, opening) = (black.min(white), (start, moves.get(..*opening).unwrap_or_default()));
            begun.insert(opening);
            let times =
                &mut openings.entry((first, black.max(white), opening)).or_default()[usize::from(first == white)];
            *times += 1;
            repeated_openings += usize::from(*times > 1);
            repeated_games += usize::from(!played.insert((start, moves, black, white)));
        }
        let verdict =
            standing.test.map(|test| test.verdict(standing.tallies.get(&(0, 1)).unwrap_or(&Tally::default())));
        Self {
            games: standing.games(),
            openings: begun.len(),
            repeated_openings,
            repeated_games,
            forfeits: standing.engines.iter().map(super::standing::EngineTotals::forfeited).sum(),
            pairings: standing.tallies.iter().map(row).collect(),
            engines: standing.engines.iter().enumerate().map(engine).collect(),
            sprt: standing.decision.as_ref().map(Decision::verdict).or(verdict),
        }
    }

    /// The names of the engines that could not play at all.
    pub fn useless_engines(&self) -> Vec<&str> {
        self.engines.iter().filter(|engine| engine.could_not_play).map(|engine| engine.name.as_str()).collect()
    }
}

/// A line of progress.
pub(super) fn progress(standing: &Standing, total: usize) -> String {
    let mut line = format!("{} of {total} games", standing.games());
    for (&(first, second), tally) in &standing.tallies {
        let [first, second] = [first, second].map(|number| &standing.engines[number].name);
        let _ = write!(line, ", {first} - {second} {}", wdl(tally.wdl()));
    }
    line
}

/// Wins, draws and losses as `+3 =1 -2`.
fn wdl([won, drawn, lost]: [u32; 3]) -> String {
    format!("+{won} ={drawn} -{lost}")
}

/// A number of Elo, or `n/a`.
fn elo(elo: Option<f64>) -> String {
    elo.map_or_else(|| "n/a".to_owned(), |elo| format!("{elo:+.0}"))
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
            self.cross_table(f)?;
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
        if self.forfeits > 0 {
            let (forfeits, games) = (self.forfeits, self.games);
            writeln!(
                f,
                "warning: {forfeits} of {games} games were forfeited; the Elo rests on them, not only on play"
            )?;
        }
        if self.repeated_openings > 0 {
            let (repeated, games, openings) = (self.repeated_openings, self.games, self.openings);
            writeln!(
                f,
                "warning: {repeated} of {games} games repeat an opening ({openings} different); the interval is too narrow; play fewer games, or from more --openings or --random turns"
            )?;
        }
        if self.repeated_games > 0 {
            let (repeated, games) = (self.repeated_games, self.games);
            writeln!(
                f,
                "warning: {repeated} of {games} games are the same as an earlier one, move for move, and add no information"
            )?;
        }
        if let Some(SprtState { llr, lower, upper, accepted }) = self.sprt {
            let accepted = accepted.map_or(String::new(), |accepted| format!(": {accepted} accepted"));
            writeln!(f, "SPRT: log-likelihood ratio {llr:.2}, bounds {lower:.2} and {upper:.2}{accepted}")?;
        }
        Ok(())
    }
}

impl MatchReport {
    /// The rows of the cross table, the head first: each engine, the strongest first, its rating, and its points against each.
    pub(super) fn cross_rows(&self) -> Vec<Vec<String>> {
        let mut order: Vec<&EngineRow> = self.engines.iter().collect();
        let share = |engine: &EngineRow| engine.points / engine.games.max(1) as f64;
        order.sort_by(|a, b| share(b).total_cmp(&share(a)));
        let mut rows = vec![vec![String::new(), "Elo".to_owned(), "95 %".to_owned(), "points".to_owned()]];
        rows[0].extend((1..=order.len()).map(|number| number.to_string()));
        for (index, engine) in order.iter().enumerate() {
            let rating = engine.rating.flatten();
            let interval =
                rating.map_or_else(|| "n/a".to_owned(), |r| format!("{:+.0} to {:+.0}", r.elo_low, r.elo_high));
            let mut row = vec![
                format!("{} {}", index + 1, engine.name),
                elo(rating.map(|rating| rating.elo)),
                interval,
                format!("{}/{}", engine.points, engine.games),
            ];
            row.extend(order.iter().map(|other| self.between(&engine.name, &other.name)));
            rows.push(row);
        }
        rows
    }

    /// Prints the cross table.
    fn cross_table(&self, f: &mut fmt::Formatter) -> fmt::Result {
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
        Ok(())
    }

    /// Points and games of an engine against another: `7.5/10`.
    fn between(&self, engine: &str, other: &str) -> String {
        for row in &self.pairings {
            let [won, drawn, lost] = row.wdl;
            let points =
                |won: u32| format!("{}/{}", f64::from(won) + f64::from(drawn) / 2.0, row.wdl.iter().sum::<u32>());
            match (row.first.as_str(), row.second.as_str()) {
                _ if engine == other => break,
                pair if pair == (engine, other) => return points(won),
                pair if pair == (other, engine) => return points(lost),
                _ => {}
            }
        }
        "-".to_owned()
    }
}

/// Writes a file for people or other programs: a reader sees the old one or the new one, never a part.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    atomic::replace(path, |file| file.write_all(text.as_bytes()))
}

/// Whether [`save`] could write there: it is better to know that before a match.
pub fn can_save(path: &Path) -> io::Result<()> {
    atomic::check(path)
}

/// A game as SGF, with the players and how it ended.
pub fn sgf(record: &GameRecord, games: &[Entry]) -> Result<String, String> {
    let session = record.replay(games)?;
    let round = (record.number + 1).to_string();
    let mut details = vec![("PB", &*record.black), ("PW", &*record.white), ("RO", &round)];
    let adjudication = record.adjudication.as_ref().map(|rule| format!("adjudication: {rule}"));
    details.extend(record.reason.as_deref().or(adjudication.as_deref()).map(|reason| ("GC", reason)));
    let result = Some(&*record.result).filter(|result| *result != "none");
    Ok(session.sgf_with(result, &details, &[]))
}

/// A game for rating programs such as Ordo and BayesElo, which read the players and the result. The headers name the colours
/// of this game, in which Black moves first; in chess White does.
pub fn pgn(record: &GameRecord) -> String {
    let result = match record.result.chars().next() {
        Some('B') => "0-1",
        Some('W') => "1-0",
        _ => "1/2-1/2",
    };
    let quoted = |text: &str| printable(text).replace('\\', "\\\\").replace('"', "\\\"");
    let adjudication = record.adjudication.as_ref().map(|rule| format!("adjudication: {rule}"));
    // The lines that explain the fault are too long for a tag.
    let fault = record.reason.as_ref().and_then(|reason| reason.split("; ").next()).map(str::to_owned);
    let mut text = String::new();
    let headers = [
        ("Event", format!("{} {}", record.game, record.options)),
        ("Round", (record.number + 1).to_string()),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Result", result.to_owned()),
        ("Termination", fault.or(adjudication).unwrap_or_else(|| record.result.clone())),
    ];
    let set_up = record.start.iter().flat_map(|start| [("SetUp", "1".to_owned()), ("FEN", start.clone())]);
    for (name, value) in headers.into_iter().chain(set_up) {
        let _ = writeln!(text, "[{name} \"{}\"]", quoted(&value));
    }
    // The moves are not chess moves, so they are written as a comment.
    let moves = printable(&record.moves.join(" ")).replace('}', ")");
    format!("{text}\n{{{moves}}} {result}\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_progress_has_every_pairing() {
        let record = r#"{"game":"konane","options":"","moves":[],"black":"one","white":"two","result":"B+1"}"#;
        let record = GameRecord::read(record).unwrap();
        let mut standing = Standing::of(["one", "two"], None);
        standing.add(0, &record);
        assert_eq!(progress(&standing, 8), "1 of 8 games, one - two +1 =0 -0");
    }
}
