//! The line protocol in slices, as a web worker uses it.

use std::time::Duration;

use papamu::engine::Engine;
use papamu::game::Style;
use papamu::gtp::{Gtp, Sliced, Step};
use papamu::registry::GAMES;

fn session(commands: &str) -> Sliced {
    let mut session = Sliced::new(Gtp::new(Engine::new(GAMES, GAMES[0].name, "").unwrap(), Style::Whole));
    session.push(commands.as_bytes());
    session
}

/// Steps until there is nothing to do, or `steps` have been made; what was written.
fn run(session: &mut Sliced, steps: usize) -> String {
    let mut output = Vec::new();
    for _ in 0..steps {
        if session.step(Duration::from_millis(2), &mut output).unwrap() != Step::Working {
            break;
        }
    }
    String::from_utf8(output).unwrap()
}

#[test]
fn an_interrupt_between_slices_plays_and_a_cancel_does_not() {
    let mut session = session("param move_time_ms 0\n1 genmove b\n");
    assert_eq!(run(&mut session, 5), "=\n\n");
    session.push(b"# interrupt\n");
    let reply = run(&mut session, 1);
    assert!(reply.starts_with("=1 ") && reply.ends_with("\n\n"), "{reply:?}");
    session.push(b"2 genmove w\n");
    assert_eq!(run(&mut session, 5), "");
    session.push(b"# cancel\n3 side_to_move\n");
    assert_eq!(run(&mut session, 9), "?2 interrupted: on request; nothing was played\n\n=3 w\n\n");
}

#[test]
fn an_analysis_reports_until_the_next_line() {
    let mut session = session("set_game kangaroo\nanalyze 1 json\n");
    let text = run(&mut session, 60);
    let nodes: Vec<u64> = text
        .lines()
        .skip(3)
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["nodes"].as_u64().unwrap())
        .collect();
    assert!(nodes.len() >= 3 && nodes.is_sorted() && text.starts_with("=\n\n=\n{"), "{text}");
    session.push(b"name\n");
    let rest = run(&mut session, 9);
    assert!(rest.ends_with("\n\n= papamu\n\n"), "{rest:?}");
}

/// The last report comes once, whatever ends the analysis.
#[test]
fn an_analysis_with_a_limit_has_one_last_report() {
    for limit in ["time 60", "depth 3", "nodes 500", "depth 4 once"] {
        let mut session = session(&format!("set_game kangaroo\nanalyze 1 json {limit}\nname\n"));
        let text = run(&mut session, 10_000);
        assert!(text.ends_with("\n\n= papamu\n\n"), "{limit}: {text}");
        assert_eq!(text.matches("\"final\":true").count(), 1, "{limit}: {text}");
    }
}

/// Once everything is proven there is nothing left to search for.
#[test]
fn an_analysis_that_has_found_everything_rests() {
    let mut session = session("set_game konane width=4 height=4\nanalyze 1\n");
    let text = run(&mut session, 10_000);
    assert!(text.contains("proven loss"), "{text}");
    assert_eq!(session.step(Duration::from_millis(2), &mut Vec::new()).unwrap(), Step::Idle);
    session.push(b"name\n");
    assert_eq!(run(&mut session, 9), "\n= papamu\n\n");
}

#[test]
fn a_game_in_slices_ends() {
    let mut session = session("set_game kangaroo size=6 max_moves=20\nparam move_time_ms 8\nstyle steps\n");
    run(&mut session, 9);
    for _ in 0..400 {
        session.push(b"side_to_move\n");
        let side = run(&mut session, 9).chars().nth(2).unwrap();
        session.push(format!("genmove {side}\n").as_bytes());
        assert!(run(&mut session, 999).starts_with("= "));
        session.push(b"result\n");
        if run(&mut session, 9) != "= none\n\n" {
            return;
        }
    }
    panic!("it does not end");
}
