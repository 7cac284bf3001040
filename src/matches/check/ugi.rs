//! The checks of UGI.

use crate::game::{Color, Style};
use crate::rng::Rng;

use super::super::fault::Fault;
use super::super::ugi::{UgiEngine, obey};
use super::play;
use super::talk::{Check, Found, Problem, Talk, random_turn, wrong};

const UGI: &str = "protocol.md#ugi";

/// All checks, in their order.
pub(super) fn checks() -> Vec<Check<UgiEngine>> {
    let required = |name, title, run| Check { name, title, required: true, page: UGI, run };
    let more = |name, title, run| Check { name, title, required: false, page: UGI, run };
    let mut checks = play::checks();
    checks.extend([
        required("unknown", "goes on after unknown and blank lines", survives_unknown),
        required("illegal", "goes on after an illegal move", survives_illegal),
        required("quit", "ends after quit", quits),
        more("end_of_input", "ends at the end of the input", ends_with_input),
        more("crlf", "reads lines that end in CR LF", reads_crlf),
        more("stop", "answers stop with a move", stops),
        more("nodes", "limits its nodes", play::limits_nodes),
        more("query", "answers whose turn it is, and the result", answers_queries),
    ]);
    checks
}

fn begin(talk: &mut Talk<UgiEngine>) -> Result<(), Fault> {
    talk.begin(&talk.terms(), &super::super::Opening::default())
}

/// Sends a line that the engine may complain about, and waits until it is ready again.
fn survive(talk: &mut Talk<UgiEngine>, line: &str) -> Found {
    match obey(&mut talk.engine, line, talk.exam.timeout) {
        Ok(()) | Err(Fault::Refused(..)) => Ok(()),
        Err(fault) => Err(fault.into()),
    }
}

fn survives_unknown(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    for line in ["papamu-no-such-command", "", "setoption name papamu_no_such_option value 1", "position"] {
        survive(talk, line)?;
    }
    let mut session = talk.game.new_game();
    talk.moves_legally(&mut *session)
}

fn survives_illegal(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    for line in ["position startpos moves Z99", "position fen nonsense"] {
        survive(talk, line)?;
    }
    let mut session = talk.game.new_game();
    talk.moves_legally(&mut *session)
}

fn quits(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    talk.engine.send("quit", talk.exam.timeout)?;
    match talk.engine.wait_for_end(talk.exam.timeout)? {
        Some(_) => Ok(()),
        None => wrong(format!("it still runs {} ms after quit", talk.exam.timeout.as_millis())),
    }
}

fn ends_with_input(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    talk.engine.close_input();
    match talk.engine.wait_for_end(talk.exam.timeout)? {
        Some(_) => Ok(()),
        None => wrong(format!("it still runs {} ms after the end of the input", talk.exam.timeout.as_millis())),
    }
}

fn reads_crlf(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    let moves: Vec<_> = talk.opening(4).moves.into_iter().map(|(_, token)| token).collect();
    let position = format!("position startpos moves {}\r", moves.join(" "));
    obey(&mut talk.engine, &position, talk.exam.timeout)?;
    let session = &mut *talk.opening(4).play(talk.game);
    let token = best_move(talk, &format!("go movetime {}\r", talk.exam.time.as_millis()))?;
    is_legal(session, &token)
}

fn stops(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    obey(&mut talk.engine, "position startpos", talk.exam.timeout)?;
    let token = best_move(talk, "go infinite\nstop")?;
    is_legal(&mut *talk.game.new_game(), &token)
}

/// Sends lines, and waits for a `bestmove`.
fn best_move(talk: &mut Talk<UgiEngine>, lines: &str) -> Result<String, Fault> {
    let mut deadline = talk.engine.send(lines, talk.exam.timeout)?;
    loop {
        let line = talk.engine.receive(&mut deadline)?.text;
        if let Some(token) = line.trim().strip_prefix("bestmove ") {
            return Ok(token.split(' ').next().unwrap_or_default().to_owned());
        }
    }
}

fn is_legal(session: &mut dyn crate::session::Session, token: &str) -> Found {
    let (color, position) = (session.turn(), session.position());
    session
        .play(color, token, Style::Whole)
        .map_err(|error| Problem::Wrong(format!("{color} played {token} in {position}: {error}")))
}

fn answers_queries(talk: &mut Talk<UgiEngine>) -> Found {
    begin(talk)?;
    let mut session = talk.game.new_game();
    let (mut rng, mut moves) = (Rng::new(talk.exam.seed), Vec::new());
    while let Some(token) = session.outcome().is_none().then(|| random_turn(&mut *session, &mut rng)).flatten() {
        moves.push(token);
    }
    let result = match session.outcome().and_then(|outcome| outcome.winner()) {
        Some(Color::Black) => "p1win",
        Some(Color::White) => "p2win",
        None => "draw",
    };
    let end = format!("position startpos moves {}", moves.join(" "));
    for (position, query, expected) in [
        ("position startpos", "p1turn", "true"),
        ("position startpos", "gameover", "false"),
        ("position startpos", "result", "none"),
        (end.as_str(), "gameover", "true"),
        (end.as_str(), "result", result),
    ] {
        obey(&mut talk.engine, position, talk.exam.timeout)?;
        let mut deadline = talk.engine.send(&format!("query {query}\nisready"), talk.exam.timeout)?;
        let mut found = None;
        loop {
            let line = talk.engine.receive(&mut deadline)?.text;
            match line.trim() {
                "readyok" => break,
                line => found = line.strip_prefix("response ").map(str::to_owned).or(found),
            }
        }
        match found {
            None => return Err(Problem::NotSupported(format!("'query {query}' was not answered"))),
            Some(found) if found != expected => {
                wrong(format!("'query {query}' was answered '{found}' and not '{expected}'"))?;
            }
            Some(_) => {}
        }
    }
    Ok(())
}
