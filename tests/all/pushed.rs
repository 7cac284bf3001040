//! The line protocol for a host that reads its input itself, such as a web worker.

use papamu::game::Style;
use papamu::gtp::{Answered, Gtp, answer};
use papamu::input::{Line, PushedLines};
use papamu::play::Game;
use papamu::registry::GAMES;

struct Host {
    gtp: Gtp,
    lines: PushedLines,
}

impl Host {
    fn new(commands: &str) -> Self {
        let gtp = Gtp::new(Game::open(GAMES[0].name, "").unwrap(), Style::Whole);
        let mut host = Self { gtp, lines: PushedLines::default() };
        host.lines.push(commands.as_bytes());
        host
    }

    /// Answers the next line, and returns it with what was written.
    fn answer(&mut self) -> Option<(Line, Answered, String)> {
        let line = self.lines.take()?;
        let mut output = Vec::new();
        let answered = answer(&mut self.gtp, &line, &mut output).unwrap();
        Some((line, answered, String::from_utf8(output).unwrap()))
    }
}

#[test]
fn lines_are_answered_one_by_one() {
    let mut host = Host::new("1 name\n\n2 side_to_move\nqu");
    let (_, answered, text) = host.answer().unwrap();
    assert_eq!((answered, text.as_str()), (Answered::Whole, "=1 papamu\n\n"));
    let (_, answered, text) = host.answer().unwrap();
    assert_eq!((answered, text.as_str()), (Answered::Whole, "=2 b\n\n"));
    assert!(host.answer().is_none());
    host.lines.push(b"it\n");
    let (_, answered, text) = host.answer().unwrap();
    assert_eq!((answered, text.as_str()), (Answered::Quit, "=\n\n"));
}

/// The last report comes once, whatever ends the analysis.
#[test]
fn an_analysis_with_a_limit_has_one_last_report() {
    for limit in ["time 60", "depth 3", "nodes 500", "depth 4 once"] {
        let mut host = Host::new(&format!("set_game kangaroo\nanalyze 1 json {limit}\n"));
        host.answer().unwrap();
        let (_, answered, text) = host.answer().unwrap();
        assert!(answered == Answered::Whole && text.starts_with("=\n{") && text.ends_with("}\n\n"), "{limit}: {text}");
        assert_eq!(text.matches("\"final\":true").count(), 1, "{limit}: {text}");
    }
}

/// Once everything is proven there is nothing left to search for, but the reply ends with the next line only.
#[test]
fn a_finished_analysis_waits_for_the_next_line() {
    let mut host = Host::new("set_game konane width=4 height=4\nanalyze 1\n");
    host.answer().unwrap();
    let (line, answered, text) = host.answer().unwrap();
    assert!(answered == Answered::Open && text.contains("proven loss") && !text.ends_with("\n\n"), "{text}");
    assert!(!line.until_next.is_cancelled());
    host.lines.push(b"\n");
    assert!(line.until_next.is_cancelled());
    // The next reply does not wait.
    host.lines.push(b"name\n");
    assert_eq!(host.answer().unwrap().1, Answered::Whole);
}
