//! What games say about themselves: every registered game, and one that says nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use papamu::game::{Diagram, Palette, Stone, Style};
use papamu::registry::{DiagramInfo, Entry, GAMES};
use serde_json::json;

use crate::common::MORE_GAMES;

/// Colours are `#rrggbb`, and texts are plain: front ends show them as they are. A game may leave out every text.
#[test]
fn games_describe_themselves_in_plain_text() {
    for info in GAMES.iter().map(Entry::info) {
        let texts = [info.about.display_name, info.about.tagline, info.about.credit, info.about.blocked];
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        let captions = info.diagrams.iter().map(|shown| shown.diagram.caption);
        let presets = info.about.presets.iter().map(|preset| preset.name);
        for text in texts.chain(info.about.rules.iter().copied()).chain(captions).chain(presets) {
            assert!(!text.is_empty() && text.trim() == text, "{}: '{text}'", info.name);
            assert!(!text.contains(['<', '>', '&', '\n', '*', '`', '_']), "{}: markup in '{text}'", info.name);
        }
        for color in colors(&info.about.palette) {
            let digits = color.strip_prefix('#').unwrap_or_default();
            assert!(digits.len() == 6 && digits.chars().all(|digit| digit.is_ascii_hexdigit()), "{color}");
        }
    }
}

/// Front ends compare the options of a preset with those that differ from their defaults.
#[test]
fn presets_are_written_in_the_short_form_and_have_distinct_names() {
    for entry in GAMES {
        let presets = entry.about.presets;
        let names: BTreeSet<_> = presets.iter().map(|preset| preset.name).collect();
        let boards: BTreeSet<_> = presets.iter().map(|preset| preset.options).collect();
        assert_eq!([names.len(), boards.len()], [presets.len(); 2], "{}", entry.name);
        assert!(presets.is_empty() || boards.contains(""), "{}: the default board has no name", entry.name);
        for preset in presets {
            let (default, session) = (entry.open("").unwrap(), entry.open(preset.options).unwrap());
            let (default, full) = (default.values().to_string(), session.values().to_string());
            let differs: Vec<_> =
                full.split(' ').filter(|word| !default.split(' ').any(|usual| usual == *word)).collect();
            assert_eq!(differs.join(" "), preset.options, "{}", entry.name);
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

fn clobber() -> Entry {
    *MORE_GAMES.iter().find(|entry| entry.name == "clobber").unwrap()
}

/// The faults of a game's diagrams: a position that cannot be set up, or a false mark.
fn faults(entry: &Entry) -> Vec<String> {
    let info = entry.info();
    let mut faults = Vec::new();
    if info.diagrams.len() != entry.about.diagrams.len() {
        faults.push("a position cannot be set up".to_owned());
    }
    for DiagramInfo { diagram, cells, stones, .. } in info.diagrams {
        let mut session = entry.open(diagram.options).unwrap();
        session.set_position(diagram.position).unwrap();
        let cells: Vec<_> = cells.iter().map(|cell| cell.name.to_string()).collect();
        let occupied: Vec<_> = stones.black.iter().chain(&stones.white).map(ToString::to_string).collect();
        let legal = session.legal_moves(Style::Steps);
        let marks = [
            (diagram.choices, &cells, "is not a cell"),
            (diagram.path, &cells, "is not a cell"),
            (diagram.choices, &legal, "cannot be chosen"),
            (diagram.turn, &occupied, "is empty"),
            (diagram.captured, &occupied, "is empty"),
        ];
        for (marked, allowed, fault) in marks {
            let wrong = marked.iter().filter(|cell| !allowed.iter().any(|name| name == *cell));
            faults.extend(wrong.map(|cell| format!("{cell} {fault}")));
        }
        let turn = diagram.path.join("-");
        if let Some(error) = session.check_turn(&turn).err().filter(|_| !turn.is_empty()) {
            faults.push(format!("{turn}: {error}"));
        }
    }
    faults
}

#[test]
fn diagrams_match_their_descriptions() {
    for entry in MORE_GAMES.iter() {
        assert_eq!(faults(entry), [""; 0], "{}", entry.name);
    }
}

/// The test above finds each kind of fault.
#[test]
fn a_false_diagram_is_found() {
    const RIGHT: Diagram = Diagram::new("", "width=3 height=2", "xo1/2x b");
    const WRONG: &[(&[Diagram], &str)] = &[
        (&[Diagram { options: "width=4", ..RIGHT }], "a position cannot be set up"),
        (&[Diagram { options: "depth=4", ..RIGHT }], "a position cannot be set up"),
        (&[Diagram { path: &["A2", "D2"], ..RIGHT }], "D2 is not a cell"),
        (&[Diagram { choices: &["A2", "B2"], ..RIGHT }], "B2 cannot be chosen"),
        (&[Diagram { turn: &["B1"], ..RIGHT }], "B1 is empty"),
        (&[Diagram { captured: &["B2", "C2"], ..RIGHT }], "C2 is empty"),
        (&[Diagram { path: &["A2", "A1"], ..RIGHT }], "A2-A1: "),
    ];
    let mut entry = clobber();
    entry.about.diagrams =
        &[Diagram { choices: &["A2"], turn: &["C1"], path: &["A2", "B2"], captured: &["B2"], ..RIGHT }];
    assert_eq!(faults(&entry), [""; 0]);
    for (diagrams, fault) in WRONG {
        entry.about.diagrams = diagrams;
        assert!(faults(&entry).iter().any(|found| found.starts_with(fault)), "{fault}: {:?}", faults(&entry));
    }
}

/// A game without an `ABOUT` of its own has every field too.
#[test]
fn a_game_without_text_has_defaults() {
    let info = serde_json::to_value(clobber().info()).unwrap();
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
    let infos: Vec<_> = MORE_GAMES.iter().map(|entry| serde_json::to_value(entry.info()).unwrap()).collect();
    let diagram = infos.iter().find_map(|info| info["diagrams"].get(0)).unwrap();
    let palette = &infos[0]["palette"];
    for object in [&infos[0], diagram, palette, &palette["black"]] {
        for field in object.as_object().unwrap().keys() {
            assert!(tables.contains(&format!("`{field}`")), "protocol.md does not describe {field}");
        }
    }
}

/// The page takes everything from the engine. Code for one game would be missing for the next game.
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
        for word in GAMES.iter().flat_map(|entry| [entry.name.to_owned(), entry.title(), entry.info().display_name]) {
            assert!(!has_word(&text, &word) && !has_word(&name, &word), "{name} names {word}");
        }
    }
}

/// Whether a text has this word, not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut places = text.match_indices(word).map(|(at, _)| (&text[..at], &text[at + word.len()..]));
    places.any(|(before, after)| !is_part(before.chars().next_back()) && !is_part(after.chars().next()))
}

#[test]
fn names_are_found_only_as_whole_words() {
    for (text, expected) in
        [("hex", true), ("a hex.", true), ("hexagon", false), ("hexagon or hex", true), ("hex_1", false)]
    {
        assert_eq!(has_word(text, "hex"), expected, "{text}");
    }
}
