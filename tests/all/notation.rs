//! Algebraic names: both notations name the same moves.

use std::collections::BTreeSet;
use std::time::Duration;

use papamu::engine::{Engine, Naming};
use papamu::game::Style;
use papamu::gtp::{Gtp, Sliced, Step, commands};
use papamu::registry::GAMES;
use papamu::rng::Rng;
use serde_json::Value;

/// A session that is driven by lines.
struct Talk(Sliced);

impl Talk {
    fn new(board: &str, style: Style, notation: Naming) -> Self {
        let (name, options) = board.split_once(' ').unwrap_or((board, ""));
        let mut gtp = Gtp::new(Engine::new(GAMES, name, options).unwrap(), style);
        gtp.notation = notation;
        gtp.engine.set("nodes", "50").unwrap();
        Self(Sliced::new(gtp))
    }

    /// The reply with its mark.
    fn reply(&mut self, line: &str) -> String {
        self.0.push(format!("{line}\n").as_bytes());
        let mut output = Vec::new();
        while self.0.step(Duration::from_secs(1), &mut output).unwrap() == Step::Working {}
        String::from_utf8(output).unwrap().trim_end().to_owned()
    }

    fn ask(&mut self, line: &str) -> String {
        let reply = self.reply(line);
        reply.strip_prefix('=').unwrap_or_else(|| panic!("{line}: {reply}")).trim_start().to_owned()
    }

    fn tokens(&mut self) -> Vec<String> {
        self.ask("legal_moves").split_whitespace().map(str::to_owned).collect()
    }
}

/// The algebraic name, found in another way than the engine's: by the place of the letter in the alphabet.
fn algebraic(token: &str) -> String {
    let mut name = String::new();
    let mut chars = token.replace('-', "").chars().collect::<Vec<_>>().into_iter().peekable();
    while let Some(letter) = chars.next() {
        let is_vertex = letter.is_ascii_uppercase() && chars.peek().is_some_and(char::is_ascii_digit);
        match "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter) {
            Some(column) if is_vertex => name.push("abcdefghijklmnopqrstuvwxyz".as_bytes()[column].into()),
            _ => name.push(letter.to_ascii_lowercase()),
        }
    }
    name
}

/// Whether the whole text is a token.
fn is_token(text: &str) -> bool {
    let is_vertex = |name: &str| {
        let mut chars = name.chars();
        chars.next().is_some_and(|letter| letter.is_ascii_uppercase())
            && !chars.as_str().is_empty()
            && chars.all(|digit| digit.is_ascii_digit())
    };
    let path = text.strip_prefix("resign@").unwrap_or(text);
    matches!(text, "PASS" | "RESIGN") || path.split(['-', ',']).all(is_vertex)
}

/// Translates every word that is a token, and leaves out the times, which vary.
fn translated(value: &Value) -> Value {
    match value {
        Value::String(text) => algebraic_line(text).into(),
        Value::Array(items) => items.iter().map(translated).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(name, _)| *name != "time_ms");
            fields.map(|(name, value)| (name.clone(), translated(value))).collect()
        }
        other => other.clone(),
    }
}

const BOARDS: [&str; 10] = [
    "konane width=6 height=5",
    "konane width=16 height=4",
    "konane width=4 height=16",
    "kanga width=5 height=5",
    "kanga width=19 height=10",
    "send_it size=3",
    "send_it size=6",
    "send_it board=square size=5 push=true",
    "kangaroo size=6 max_moves=30",
    "kangaroo size=10 max_moves=20",
];

#[test]
fn both_notations_name_the_same_moves() {
    let mut rng = Rng::new(8);
    for board in BOARDS {
        for style in [Style::Whole, Style::Steps] {
            let [mut gtp, mut other] = [Naming::Gtp, Naming::Algebraic].map(|names| Talk::new(board, style, names));
            for _ in 0..25 {
                let (tokens, names) = (gtp.tokens(), other.tokens());
                assert_eq!(tokens.len(), names.len(), "{board}");
                let expected: BTreeSet<_> = tokens.iter().map(|token| algebraic(token)).collect();
                assert_eq!(expected.len(), tokens.len(), "{board}: two moves have one name");
                assert_eq!(names.iter().cloned().collect::<BTreeSet<_>>(), expected, "{board}");
                let states = [&mut gtp, &mut other].map(|talk| serde_json::from_str(&talk.ask("state")).unwrap());
                let [state, named]: [Value; 2] = states;
                assert_eq!(translated(&state), translated(&named), "{board}");
                if tokens.is_empty() {
                    break;
                }
                let player = gtp.ask("side_to_move");
                // In whole style, the list of Send It has drops, which are not whole turns.
                let token = if style == Style::Whole && board.starts_with("send_it") {
                    gtp.ask(&format!("genmove {player}"))
                } else {
                    let token = tokens[rng.below(tokens.len() as u32) as usize].clone();
                    gtp.ask(&format!("play {player} {token}"));
                    token
                };
                other.ask(&format!("play {player} {}", algebraic(&token)));
                // In the middle of a turn, a position of Send It ends with the drops.
                let (position, named) = (gtp.ask("position"), other.ask("position"));
                assert_eq!(algebraic_line(&position), named, "{board}: {token}");
                other.ask(&format!("set_position {named}"));
                gtp.ask(&format!("set_position {position}"));
            }
        }
    }
}

/// Every command with its example, and what a search says.
#[test]
fn no_name_of_gtp_is_left_in_a_reply() {
    let lines = [
        "play b i1",
        "play w j1",
        "analyze b nodes 200 once json ownership",
        "analyze b nodes 200 once avoid b i1,g1i1",
        "solve moves 1 json",
        "showboard",
        "play b a2",
        "play b z1",
        "play b I",
    ];
    let examples = commands::all().filter(|command| !matches!(command.name, "printsgf" | "savesgf" | "loadsgf"));
    let examples = examples.map(|command| (command.name, command.example.lines().map(algebraic_line).collect()));
    let wide = ("a wide board", lines.map(str::to_owned).to_vec());
    for (name, lines) in examples.chain([wide]) {
        let board = if name == "a wide board" { "konane width=16 height=4" } else { "konane" };
        let mut talk = Talk::new(board, Style::Whole, Naming::Algebraic);
        for line in lines {
            // The last one ends with the next line only.
            if line.starts_with("notation") || line.starts_with("lz-analyze") {
                continue;
            }
            let reply = talk.reply(&line);
            let words = reply.split(|c: char| !c.is_ascii_alphanumeric() && c != '#');
            let left: Vec<_> = words.filter(|word| word.len() > 1 && is_token(word)).collect();
            assert!(left.is_empty(), "{line}: {left:?} in {reply}");
        }
    }
}

/// A line in algebraic notation.
fn algebraic_line(line: &str) -> String {
    line.split(' ')
        .map(|word| if is_token(word) { algebraic(word) } else { word.to_owned() })
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn lines_are_translated_and_nothing_else_is() {
    let mut talk = Talk::new("konane width=10 height=10", Style::Whole, Naming::Algebraic);
    assert_eq!(talk.ask("showboard").lines().next().unwrap().trim(), "a b c d e f g h i j");
    assert_eq!(talk.reply("3 play b z9"), "?3 illegal move: the board has no such cell");
    assert!(talk.reply("play b h").contains("moves look like d5, c3e3 or c3e3g3"));
    talk.ask("play b j1");
    talk.ask("play w I1");
    let sgf = talk.ask("printsgf");
    assert!(sgf.contains(";B[jj];W[ij]"), "{sgf}");
    assert_eq!(talk.ask("notation"), "algebraic");
    let position = talk.ask("position");
    talk.ask("notation gtp");
    assert_eq!(talk.ask("notation"), "gtp");
    assert_eq!(talk.ask("position"), position);
    assert!(talk.reply("notation chess").starts_with("? syntax error: usage: notation [gtp|algebraic]"));
    // GTP's notation needs no hyphens, but it has no I.
    assert!(talk.ask("legal_moves").split(' ').any(|token| token == "G1-J1" || token.contains('-')));
    assert!(talk.reply("play b i1").starts_with("? syntax error"));
}

#[test]
fn joined_paths_are_read_in_the_notation_of_gtp() {
    for (board, begun, joined) in
        [("konane", "play b d5\nplay w c5", "a5c5"), ("kangaroo", "", "b8b6d4"), ("kangaroo", "", "B8B6")]
    {
        let mut talk = Talk::new(board, Style::Whole, Naming::Gtp);
        begun.lines().for_each(|line| drop(talk.ask(line)));
        let hyphens: Vec<_> =
            joined.as_bytes().chunks(2).map(|pair| String::from_utf8_lossy(pair).to_uppercase()).collect();
        let (legal, token) = (talk.tokens(), hyphens.join("-"));
        assert_eq!(talk.reply(&format!("play b {joined}")).starts_with('='), legal.contains(&token), "{joined}");
    }
}
