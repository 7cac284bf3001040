//! The checks of the line protocol beyond playing.

use crate::game::{Color, Style};
use crate::rng::Rng;

use super::super::fault::Fault;
use super::CheckClass::Programs;
use super::check;
use super::games::{self, BASICS, LINES};
use super::talk::{Check, Found, MOVES, Needs, PLAYS, Problem, Run, STARTED, Talk, random_turn, wrong};

const COMMANDS: &str = "protocol.md#commands";

pub(super) fn checks() -> Vec<Check> {
    let other = |needs: Needs, texts, run: Run| check(Programs, needs, texts, run);
    let mut checks = games::checks();
    checks.extend([
        other(MOVES, ["unknown", "refuses unknown commands, and goes on", LINES], refuses_unknown),
        other(PLAYS, ["illegal", "refuses illegal moves, and changes nothing", "protocol.md#moves"], refuses_illegal),
        other(STARTED, ["quit", "ends after quit", BASICS], quits),
        other(MOVES, ["end_of_input", "answers all lines, and ends at the end of the input", LINES], ends_with_input),
        other(PLAYS, ["blank", "skips blank lines and comments", LINES], skips_blank_lines),
        other(STARTED, ["id", "repeats the id of a command", LINES], repeats_ids),
        other(PLAYS, ["crlf", "reads lines that end in CR LF", LINES], |talk| {
            plays_lines(talk, |_, color, token| format!("play {} {token}\r", color.letter()))
        }),
        other(PLAYS, ["colours", "reads colours as black, white, B and W", LINES], reads_colours),
        other(STARTED, ["list_commands", "lists its commands", COMMANDS], lists_commands),
        other(PLAYS, ["clear_board", "clears the board, twice", COMMANDS], clears_the_board),
        other(PLAYS, ["undo", "takes moves back", COMMANDS], undoes),
        other(&["start", "opening"], ["final_score", "tells the result", COMMANDS], tells_the_result),
    ]);
    checks
}

fn refuses_unknown(talk: &mut Talk) -> Found {
    talk.new_game()?;
    talk.is_refused("papamu-no-such-command", "although there is no such command")?;
    talk.is_refused("papamu-no-such-command 1 b", "although there is no such command")?;
    let mut session = talk.new_game()?;
    talk.moves_legally(&mut session)
}

fn refuses_illegal(talk: &mut Talk) -> Found {
    let opening = talk.opening(6);
    let mut session = talk.after(&opening)?;
    let mut candidates: Vec<_> = ["Z99", "PASS", "A1", "nonsense"].map(str::to_owned).into();
    candidates.extend(opening.moves.into_iter().map(|(_, token)| token));
    let position = talk.has("position")?.then(|| talk.ask("position")).transpose()?;
    let color = session.turn();
    let is_illegal = |token: &String| session.fork().play(color, token, Style::Whole).is_err();
    for token in candidates.iter().filter(|token| is_illegal(token)) {
        talk.is_refused(&format!("play {} {token}", color.letter()), "which is illegal")?;
    }
    if let Some(before) = position {
        let after = talk.ask("position")?;
        if after != before {
            wrong(format!("an illegal move has changed the position from {before} to {after}"))?;
        }
    }
    talk.moves_legally(&mut session)
}

fn quits(talk: &mut Talk) -> Found {
    talk.new_game()?;
    talk.player.process.send("quit", talk.exam.timeout)?;
    if talk.player.process.wait_for_end(talk.exam.timeout)?.is_none() {
        return wrong(format!("it still runs {} ms after quit", talk.exam.timeout.as_millis()));
    }
    if !talk.player.process.take_printed() {
        "a process that it started keeps its standard output open".clone_into(&mut talk.remark);
    }
    Ok(())
}

fn ends_with_input(talk: &mut Talk) -> Found {
    talk.new_game()?;
    talk.player.process.send("genmove b\ngenmove w\ngenmove b", talk.exam.timeout)?;
    talk.player.process.close_input();
    let Some((status, lines)) = talk.player.process.wait_for_end(talk.exam.timeout)? else {
        return wrong(format!("it still runs {} ms after the end of the input", talk.exam.timeout.as_millis()));
    };
    let replies = lines.iter().filter(|line| line.starts_with(['=', '?'])).count();
    match (replies, status.success()) {
        (3, true) => Ok(()),
        (3, false) => wrong(format!("it ended with {status}")),
        _ => wrong(format!("it answered {replies} of 3 commands that were sent at once")),
    }
}

/// A game whose first moves are sent as `write` writes them, given their numbers.
fn plays_lines(talk: &mut Talk, write: impl Fn(usize, Color, &str) -> String) -> Found {
    let mut session = talk.new_game()?;
    for (index, (color, token)) in talk.opening(4).moves.into_iter().enumerate() {
        talk.ask(&write(index, color, &token))?;
        let _ = session.play(color, &token, Style::Whole); // a move of an opening is legal
    }
    talk.moves_legally(&mut session)
}

fn skips_blank_lines(talk: &mut Talk) -> Found {
    plays_lines(talk, |_, color, token| {
        format!("\n# a comment\n  \nplay {} {token} # another comment\n\n", color.letter())
    })
}

fn repeats_ids(talk: &mut Talk) -> Found {
    for (id, command) in [(17, format!("set_game {}", talk.exam.game())), (18, "papamu-no-such-command".to_owned())] {
        match talk.ask(&format!("{id} {command}")) {
            Ok(_) | Err(Fault::Refused(..)) => {}
            Err(fault) => return Err(fault.into()),
        }
        let conversation = talk.player.process.transcript.conversation();
        let has = |sign: char| conversation.iter().any(|line| line.starts_with(&format!("< {sign}{id}")));
        if !has('=') && !has('?') {
            wrong(format!("the reply to '{id} {command}' does not begin with '={id}' or '?{id}'"))?;
        }
    }
    Ok(())
}

fn reads_colours(talk: &mut Talk) -> Found {
    plays_lines(talk, |index, color, token| {
        format!("play {} {token}", [["black", "white"], ["B", "W"]][index % 2][color.index()])
    })
}

fn lists_commands(talk: &mut Talk) -> Found {
    let listed = match talk.ask("list_commands") {
        Err(Fault::Refused(..)) => return Err(Problem::NotSupported("list_commands was refused".to_owned())),
        listed => listed?,
    };
    let has = |name: &&str| listed.lines().any(|line| line.trim() == *name);
    let missing: Vec<_> =
        ["set_game", "set_position", "play", "genmove", "quit"].into_iter().filter(|name| !has(name)).collect();
    match missing[..] {
        [] => Ok(()),
        _ => wrong(format!("the list, a line for each command, does not have {}", missing.join(", "))),
    }
}

fn clears_the_board(talk: &mut Talk) -> Found {
    talk.needs("clear_board")?;
    talk.after(&talk.opening(4))?;
    talk.ask("clear_board")?;
    talk.ask("clear_board")?;
    talk.moves_legally(&mut talk.game.fresh())
}

fn undoes(talk: &mut Talk) -> Found {
    talk.needs("undo")?;
    let opening = talk.opening(4);
    let mut session = talk.after(&opening)?;
    talk.moves_legally(&mut session)?;
    talk.ask("undo")?; // the move of `genmove`
    if let Some((color, token)) = opening.moves.last() {
        talk.ask("undo")?;
        talk.ask(&format!("play {} {token}", color.letter()))?;
    }
    for _ in &opening.moves {
        talk.ask("undo")?;
    }
    talk.is_refused("undo", "although all moves have been taken back")?;
    talk.moves_legally(&mut talk.game.fresh())
}

fn tells_the_result(talk: &mut Talk) -> Found {
    talk.needs("final_score")?;
    for seed in 0..3 {
        let mut session = talk.new_game()?;
        let mut rng = Rng::new(talk.exam.seed ^ seed);
        while session.outcome().is_none() {
            let color = session.turn();
            let Some(token) = random_turn(&mut session, &mut rng) else { break };
            talk.ask(&format!("play {} {token}", color.letter()))?;
        }
        let expected = session.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string());
        let found = talk.ask("final_score")?;
        if found != expected {
            wrong(format!("final_score is {found}, and the result is {expected}, in {}", session.position()))?;
        }
    }
    Ok(())
}
