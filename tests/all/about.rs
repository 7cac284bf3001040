//! What games say about themselves: every registered game, and one that says nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use papamu::game::{Palette, Stone, Style};
use papamu::registry::{DiagramInfo, Entry, GAMES};
use serde_json::json;

use crate::clobber::Clobber;

/// Colours are `#rrggbb`, and texts are plain: front ends show them as they are.
#[test]
fn games_describe_themselves_in_plain_text() {
    for info in GAMES.iter().map(Entry::info) {
        let texts = [info.about.display_name, info.about.tagline, info.about.credit];
        let captions = info.diagrams.iter().map(|shown| shown.diagram.caption);
        for text in texts.into_iter().chain(info.about.rules.iter().copied()).chain(captions) {
            assert!(!text.is_empty() && text.trim() == text, "{}: '{text}'", info.name);
            assert!(!text.contains(['<', '>', '&', '\n', '*', '`', '_']), "{}: markup in '{text}'", info.name);
        }
        assert!(!info.about.rules.is_empty(), "{} has no rules in words", info.name);
        for color in colors(&info.about.palette) {
            let digits = color.strip_prefix('#').unwrap_or_default();
            assert!(digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit()), "{color}");
        }
    }
}

fn colors(palette: &Palette) -> Vec<&'static str> {
    let stones = [palette.black, palette.white].into_iter();
    let stones = stones.flat_map(|Stone { light, middle, dark, edge }| [light, middle, dark, edge]);
    let board = [palette.frame, palette.field, palette.cell, palette.odd_cell, palette.label];
    let lines = [palette.line, palette.pit, palette.pit_edge].into_iter().flatten();
    stones.chain(board).chain(lines).collect()
}

/// The positions can be set up, and what the marks say is true.
#[test]
fn diagrams_show_what_they_say() {
    for entry in GAMES {
        let info = entry.info();
        assert_eq!(info.diagrams.len(), entry.about.diagrams.len(), "{}: a position cannot be set up", entry.name);
        assert!(!info.diagrams.is_empty(), "{} has no diagram", entry.name);
        for DiagramInfo { diagram, cells, stones, .. } in info.diagrams {
            let (game, caption) = (entry.name, diagram.caption);
            let mut session = entry.open(diagram.options).unwrap();
            session.set_position(diagram.position).unwrap();
            assert_eq!(session.position(), diagram.position, "{game}: {caption}");
            let names: BTreeSet<_> = cells.iter().map(|cell| cell.name.to_string()).collect();
            let occupied: BTreeSet<_> = stones.black.iter().chain(&stones.white).map(ToString::to_string).collect();
            let legal = session.legal_moves(Style::Steps);
            for cell in diagram.choices.iter().chain(diagram.path) {
                assert!(names.contains(*cell), "{game}: {caption} there is no cell {cell}");
            }
            for cell in diagram.choices {
                assert!(legal.iter().any(|click| click == cell), "{game}: {caption} {cell} cannot be chosen");
            }
            for cell in diagram.turn.iter().chain(diagram.captured) {
                assert!(occupied.contains(*cell), "{game}: {caption} there is no stone on {cell}");
            }
            if !diagram.path.is_empty() {
                let turn = diagram.path.join("-");
                session.check_turn(&turn).unwrap_or_else(|error| panic!("{game}: {caption} {turn}: {error}"));
            }
        }
    }
}

/// A game without an `ABOUT` of its own has every field too.
#[test]
fn a_game_that_says_nothing_has_defaults() {
    let info = serde_json::to_value(Entry::of::<Clobber>().info()).unwrap();
    assert_eq!(info["display_name"], "Clobber");
    assert_eq!([&info["tagline"], &info["credit"]], ["", ""]);
    assert_eq!([&info["rules"], &info["diagrams"]], [&json!([]), &json!([])]);
    assert_eq!(info["palette"], serde_json::to_value(Palette::WOOD).unwrap());
    let fields = |info: &serde_json::Value| info.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    for entry in GAMES {
        assert_eq!(fields(&serde_json::to_value(entry.info()).unwrap()), fields(&info), "{}", entry.name);
    }
}

/// protocol.md documents every field of a game, of a diagram and of a palette.
#[test]
fn every_field_is_documented() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let protocol = std::fs::read_to_string(root.join("protocol.md")).unwrap();
    let (_, after) = protocol.split_once("A game has these fields").unwrap();
    let (tables, _) = after.split_once("An option has these fields").unwrap();
    let info = serde_json::to_value(GAMES[0].info()).unwrap();
    let palette = &info["palette"];
    for object in [&info, &info["diagrams"][0], palette, &palette["black"]] {
        for field in object.as_object().unwrap().keys() {
            assert!(tables.contains(&format!("`{field}`")), "protocol.md does not describe {field}");
        }
    }
}

/// The page draws what the engine says. What it says of one game in a file of its own would be missing for the next game.
#[test]
fn the_page_names_no_game() {
    fn files_below(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let files = files_below(&folder);
    assert!(files.len() > 20);
    for file in files {
        let name = file.strip_prefix(&folder).unwrap().display().to_string();
        let text = std::fs::read_to_string(&file).unwrap();
        for word in GAMES.iter().flat_map(|entry| [entry.name, entry.title, entry.about.display_name]) {
            assert!(!text.contains(word) && !name.contains(word), "{name} names {word}");
        }
    }
}
