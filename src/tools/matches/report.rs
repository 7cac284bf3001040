//! What a match has come to, for people and for programs: a table, PGN for rating programs, a picture.

use std::fmt::{self, Write};

use serde::Serialize;

use super::{Estimate, GameRecord, Sprt, Standing, Verdict};

/// The standing in a form to be printed, or written as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// Games played.
    pub games: u32,
    /// Each two engines that have met.
    pub pairings: Vec<Row>,
    /// Each engine.
    pub engines: Vec<EngineRow>,
    /// The test, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Verdict>,
}

/// Two engines that have met, from the side of the first.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The first.
    pub first: String,
    /// The second.
    pub second: String,
    /// Wins, draws and losses.
    pub wdl: [u32; 3],
    /// Those with Black.
    pub as_black: [u32; 3],
    /// Those with White.
    pub as_white: [u32; 3],
    /// Pairs of games by half points, 0 to 4.
    pub pairs: [u32; 5],
    /// The estimate.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

/// An engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineRow {
    /// Its name.
    pub name: String,
    /// Milliseconds a move.
    pub millis_per_move: f64,
    /// Nodes, or playouts, a move; 0 where the engine does not tell.
    pub nodes_per_move: f64,
    /// Games lost for other reasons than the rules of the game, by reason.
    pub faults: Vec<(String, u32)>,
}

impl Table {
    /// The table of a standing.
    pub fn new(standing: &Standing, sprt: Option<&Sprt>) -> Self {
        let name = |number: usize| standing.engines[number].clone();
        let row = |(&(first, second), tally): (&(usize, usize), &super::Tally)| Row {
            first: name(first),
            second: name(second),
            wdl: tally.wdl(),
            as_black: tally.by_color[0],
            as_white: tally.by_color[1],
            pairs: tally.pairs,
            estimate: tally.estimate(),
        };
        let engine = |number: usize| {
            let &[millis, nodes, moves] = standing.work.get(&number).unwrap_or(&[0; 3]);
            let faults = standing.faults.iter().filter(|((engine, _), _)| *engine == number);
            EngineRow {
                name: name(number),
                millis_per_move: millis as f64 / moves.max(1) as f64,
                nodes_per_move: nodes as f64 / moves.max(1) as f64,
                faults: faults.map(|((_, fault), &count)| (fault.clone(), count)).collect(),
            }
        };
        Self {
            games: standing.games(),
            pairings: standing.tallies.iter().map(row).collect(),
            engines: (0..standing.engines.len()).map(engine).collect(),
            sprt: sprt.map(|sprt| sprt.verdict(standing.tallies.get(&(0, 1)).unwrap_or(&super::Tally::default()))),
        }
    }
}

/// Wins, draws and losses as `+3 =1 -2`.
fn wdl([won, drawn, lost]: [u32; 3]) -> String {
    format!("+{won} ={drawn} -{lost}")
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for row in &self.pairings {
            writeln!(f, "{} - {}: {}", row.first, row.second, wdl(row.wdl))?;
            writeln!(f, "  as Black {}, as White {}", wdl(row.as_black), wdl(row.as_white))?;
            if let Some(Estimate { score, elo, elo_low, elo_high, los }) = row.estimate {
                let (percent, los) = (100.0 * score, 100.0 * los);
                writeln!(
                    f,
                    "  score {percent:.1} %, Elo {elo:+.0} (95 %: {elo_low:+.0} to {elo_high:+.0}), superior with {los:.1} %"
                )?;
            }
        }
        for engine in &self.engines {
            write!(f, "{}: {:.0} ms a move", engine.name, engine.millis_per_move)?;
            if engine.nodes_per_move > 0.0 {
                write!(f, ", {:.0} nodes", engine.nodes_per_move)?;
            }
            for (fault, count) in &engine.faults {
                write!(f, ", {count} lost: {fault}")?;
            }
            writeln!(f)?;
        }
        if let Some(Verdict { llr, lower, upper, accepted }) = self.sprt {
            let accepted = accepted.map_or(String::new(), |accepted| format!(": {accepted} accepted"));
            writeln!(f, "SPRT: log-likelihood ratio {llr:.2}, bounds {lower:.2} and {upper:.2}{accepted}")?;
        }
        Ok(())
    }
}

/// A game for rating programs such as Ordo and BayesElo, which read who played whom and the result. Black moves first in
/// these games, White in PGN: the headers go by the names of the colours here.
pub fn pgn(record: &GameRecord) -> String {
    let result = match record.result.chars().next() {
        Some('B') => "0-1",
        Some('W') => "1-0",
        _ => "1/2-1/2",
    };
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = String::new();
    let headers = [
        ("Event", format!("{} {}", record.game, record.options)),
        ("Round", (record.number + 1).to_string()),
        ("White", record.white.clone()),
        ("Black", record.black.clone()),
        ("Result", result.to_owned()),
        ("Termination", record.reason.clone().unwrap_or_else(|| record.result.clone())),
    ];
    for (name, value) in headers {
        let _ = writeln!(text, "[{name} \"{}\"]", quoted(&value));
    }
    // The moves are none of chess: they stand in a comment.
    let moves = record.moves.join(" ").replace('}', ")");
    format!("{text}\n{{{moves}}} {result}\n\n")
}

/// A picture of the course of a match: the difference in Elo between the first two engines and its 95 % interval, game by
/// game.
pub fn svg(standing: &Standing) -> String {
    const SIZE: (f64, f64) = (720.0, 360.0);
    const MARGIN: f64 = 48.0;
    let course = &standing.course;
    // The first few games say so little that they would hide the rest.
    let shown = course.iter().skip((course.len() / 10).min(10));
    let reach = shown.flat_map(|at| [at.elo_low.abs(), at.elo_high.abs()]).fold(50.0f64, f64::max).min(800.0);
    let step = [10.0, 25.0, 50.0, 100.0, 200.0, 400.0].into_iter().find(|step| reach / step <= 4.0).unwrap_or(400.0);
    let reach = (reach / step).ceil() * step;
    let x = |game: usize| MARGIN + (SIZE.0 - 2.0 * MARGIN) * game as f64 / course.len().max(2).saturating_sub(1) as f64;
    let y = |elo: f64| SIZE.1 / 2.0 - (SIZE.1 / 2.0 - MARGIN) * elo.clamp(-reach, reach) / reach;
    let points = |value: fn(&Estimate) -> f64| {
        let points = course.iter().enumerate().map(|(game, at)| format!("{:.1},{:.1}", x(game), y(value(at))));
        points.collect::<Vec<_>>()
    };
    let mut back = points(|at| at.elo_low);
    back.reverse();
    let band = [points(|at| at.elo_high), back].concat().join(" ");
    let line = points(|at| at.elo).join(" ");
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let (width, height) = SIZE;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    let mut elo = -reach;
    while elo <= reach {
        let (at, color) = (y(elo), if elo == 0.0 { "#444" } else { "#ddd" });
        let (left, right) = (MARGIN, width - MARGIN);
        let _ = writeln!(text, "<line x1=\"{left}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"{color}\"/>");
        let _ =
            writeln!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{elo:+.0}</text>", MARGIN - 6.0, at + 4.0);
        elo += step;
    }
    let _ = writeln!(text, "<polygon points=\"{band}\" fill=\"#3b7dd8\" fill-opacity=\"0.2\"/>");
    let _ = writeln!(text, "<polyline points=\"{line}\" fill=\"none\" stroke=\"#3b7dd8\" stroke-width=\"2\"/>");
    let [first, second] = [0, 1].map(|engine| escaped(standing.engines.get(engine).map_or("", String::as_str)));
    let _ =
        writeln!(text, "<text x=\"{MARGIN}\" y=\"28\">Elo of {first} above {second}, with the 95 % interval</text>");
    let games = course.len();
    let (right, bottom) = (width - MARGIN, height - 16.0);
    let _ = writeln!(text, "<text x=\"{right}\" y=\"{bottom}\" text-anchor=\"end\">{games} games</text>\n</svg>");
    text
}
