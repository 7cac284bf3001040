//! Moves of the user and of the engine, undo and redo.

use std::time::Duration;

use nom::combinator::opt;

use crate::gtp::arguments::{color, integer, keyword, word};
use crate::gtp::{Reply, graphics};
use crate::play::{Analysis, Observer, Search};

use super::analysis::{ReportArgs, choice_json, choose};
use super::{Call, Command, done};

pub(super) const GRAPHICS_INTERVAL: Duration = Duration::from_millis(250);
pub(super) const GRAPHICS_MOVES: usize = 10;

pub(super) const COMMANDS: &[Command] = &[
    Command::new("play COLOR MOVE", "plays a move", "play b D5", |call| {
        let (color, token) = call.parse((color, word))?;
        done(call.gtp.game.play(color, token, call.gtp.style))
    }),
    Command::new(
        "genmove COLOR [json]",
        "chooses a move, plays it, and answers it; as JSON the whole turn",
        "genmove b json",
        |call| genmove(call, true),
    ),
    Command::new(
        "reg_genmove COLOR [json]",
        "chooses a move and answers it, without playing it",
        "reg_genmove b",
        |call| genmove(call, false),
    ),
    Command::new("undo", "takes back the last play or genmove", "play b D5\nundo", |call| done(call.gtp.game.undo(1))),
    Command::new(
        "undo_turn",
        "takes back the unfinished turn, or else the last one",
        "play b D5\nplay w C5\nplay b D7\nundo_turn",
        |call| done(call.gtp.game.undo_turn()),
    ),
    Command::new("redo", "replays the last play or genmove that was taken back", "play b D5\nundo\nredo", |call| {
        done(call.gtp.game.redo(1))
    }),
    Command::new(
        "redo_turn",
        "replays a turn that was taken back, or the rest of it",
        "play b D5\nundo_turn\nredo_turn",
        |call| done(call.gtp.game.redo_turn()),
    ),
    Command::new("gg-undo COUNT", "takes back COUNT plays or genmoves", "play b D5\nplay w C5\ngg-undo 2", |call| {
        done(call.gtp.game.undo(call.parse(integer)? as usize))
    }),
];

/// Chooses a move and, if it `plays`, plays it. With live graphics on, GoGui's board shows the search.
fn genmove(call: &mut Call, plays: bool) -> Reply {
    let (color, as_json) = call.parse((color, opt(keyword("json"))))?;
    if as_json.is_some() {
        return choice_json(call, color, plays, &ReportArgs::last(), None);
    }
    let live = call.gtp.game.settings().live_gfx == 1;
    let mut see = |analysis: &Analysis| graphics::show(&graphics::best_moves(analysis));
    let observer = Observer { every: GRAPHICS_INTERVAL, moves: GRAPHICS_MOVES, see: &mut see };
    let search = Search::new().player(color).style(call.gtp.style).cancel(&call.line.cancel);
    let choice = choose(&mut call.gtp.game, if live { search.observe(observer) } else { search }, plays);
    if live {
        graphics::show("CLEAR");
    }
    Ok(choice?.token().to_owned())
}
