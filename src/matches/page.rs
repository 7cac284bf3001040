//! The results of a match as a page for the web: the cross table, and each game as a link that opens it on a board.

use std::fmt::Write;

use crate::game::counted;
use crate::system::printable;

use super::{GameRecord, MatchReport};

const STYLE: &str = "body{font:16px/1.5 sans-serif;margin:2em auto;max-width:60em;padding:0 1em;color-scheme:light dark}\
                     table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;text-align:left;border-bottom:1px solid #8884}";

/// The page. `board` is the address of the static site of the board, to which the fragment of each game is appended.
pub fn html(report: &MatchReport, records: &[GameRecord], board: &str) -> String {
    let title = match records.first() {
        Some(first) => format!("{} of {}", counted(records.len() as u32, "game"), escaped(&first.game)),
        None => "No games".to_owned(),
    };
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n<table>\n"
    );
    for (index, row) in report.cross_rows().iter().enumerate() {
        let cell = if index == 0 { "th" } else { "td" };
        let cells: String = row.iter().map(|text| format!("<{cell}>{}</{cell}>", escaped(text))).collect();
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    let unrated = report.unrated().unwrap_or_default();
    let _ = writeln!(text, "</table>\n<p>{unrated}</p>");
    text += "<table>\n<tr><th>game</th><th>Black</th><th>White</th><th>result</th><th>turns</th><th></th></tr>\n";
    for record in records {
        let reason = escaped(&record.short_end().unwrap_or_default());
        let cells = [&record.black, &record.white, &record.result].map(|text| format!("<td>{}</td>", escaped(text)));
        let cells = cells.concat();
        let (number, turns) = (record.number + 1, record.moves.len());
        let link = escaped(&format!("{board}#{}", fragment(record)));
        let number = format!("<a href=\"{link}\">{number}</a>");
        let _ = writeln!(text, "<tr><td>{number}</td>{cells}<td>{turns}</td><td>{reason}</td></tr>");
    }
    text + "</table>\n</html>\n"
}

/// A game as the fragment of a link, as `web/game/link.js` reads it.
fn fragment(record: &GameRecord) -> String {
    let turns = record.colors.chars().zip(&record.moves).map(|(color, token)| format!("{color}{token}"));
    let fields = [
        ("game", record.game.clone()),
        ("options", record.options.replace(' ', ",")),
        ("position", record.start.clone().unwrap_or_default()),
        ("turns", turns.collect::<Vec<_>>().join(".")),
    ];
    let fields = fields.iter().filter(|(_, value)| !value.is_empty());
    fields.map(|(key, value)| format!("{key}={}", encoded(value))).collect::<Vec<_>>().join("&")
}

/// A value of a query. These signs stand for themselves in a fragment.
fn encoded(text: &str) -> String {
    let mut query = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => query.push('+'),
            _ if byte.is_ascii_alphanumeric() || b"-_.,=/@".contains(&byte) => query.push(byte.into()),
            _ => drop(write!(query, "%{byte:02X}")),
        }
    }
    query
}

fn escaped(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
