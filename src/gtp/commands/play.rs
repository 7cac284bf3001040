//! Moves of the user and of the engine, undo and redo.

use std::time::Duration;

use nom::combinator::opt;

use crate::play::Search;
use crate::play::{Analysis, Observer};

use super::super::arguments::{color, integer, keyword, word};
use super::super::graphics;
use super::super::reply::Reply;
use super::super::translator::Output;
use super::analysis::genmove_json;
use super::{Call, Command, done};

/// The interval between two updates of the graphics.
pub(super) const GRAPHICS_INTERVAL: Duration = Duration::from_millis(250);
/// The number of moves shown in graphics.
pub(super) const GRAPHICS_MOVES: usize = 10;

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "play",
        arguments: "COLOR MOVE",
        help: "plays a move",
        example: "play b D5",
        run: |call| {
            let (color, token) = call.parse((color, word))?;
            call.gtp.game.play(color, token, call.gtp.style)?;
            done()
        },
    },
    Command {
        name: "genmove",
        arguments: "COLOR [json]",
        help: "chooses a move, plays it, and answers it; as JSON the whole turn",
        example: "genmove b json",
        run: |call| genmove(call, true),
    },
    Command {
        name: "reg_genmove",
        arguments: "COLOR [json]",
        help: "chooses a move and answers it, without playing it",
        example: "reg_genmove b",
        run: |call| genmove(call, false),
    },
    Command {
        name: "undo",
        arguments: "",
        help: "takes back the last play or genmove",
        example: "play b D5\nundo",
        run: |call| {
            call.parse_nothing()?;
            call.gtp.game.undo(1)?;
            done()
        },
    },
    Command {
        name: "undo_turn",
        arguments: "",
        help: "takes back the unfinished turn, or else the last one",
        example: "play b D5\nplay w C5\nplay b D7\nundo_turn",
        run: |call| {
            call.parse_nothing()?;
            call.gtp.game.undo_turn()?;
            done()
        },
    },
    Command {
        name: "redo",
        arguments: "",
        help: "replays the last play or genmove that was taken back",
        example: "play b D5\nundo\nredo",
        run: |call| {
            call.parse_nothing()?;
            call.gtp.game.redo(1)?;
            done()
        },
    },
    Command {
        name: "redo_turn",
        arguments: "",
        help: "replays a turn that was taken back, or the rest of it",
        example: "play b D5\nundo_turn\nredo_turn",
        run: |call| {
            call.parse_nothing()?;
            call.gtp.game.redo_turn()?;
            done()
        },
    },
    Command {
        name: "gg-undo",
        arguments: "COUNT",
        help: "takes back COUNT plays or genmoves",
        example: "play b D5\nplay w C5\ngg-undo 2",
        run: |call| {
            let count = call.parse(integer)?;
            call.gtp.game.undo(count as usize)?;
            done()
        },
    },
];

/// Chooses a move and, if it `plays`, plays it. With live graphics on, GoGui's board shows the search.
fn genmove(call: &mut Call, plays: bool) -> Reply {
    let (color, as_json) = call.parse((color, opt(keyword("json"))))?;
    if as_json.is_some() {
        return genmove_json(call, color, plays);
    }
    if plays {
        call.gtp.game.check_room()?;
    }
    let (style, live) = (call.gtp.style, call.gtp.live_gfx);
    let tell = &mut *call.tell;
    let mut see = |analysis: &Analysis| tell(Output::Graphics(&graphics::best_moves(analysis)));
    let observer = Observer { every: GRAPHICS_INTERVAL, moves: GRAPHICS_MOVES, see: &mut see };
    let search = Search::new().player(color).style(style).cancel(call.tokens.cancel);
    let choice = call.gtp.game.choose(if live { search.observe(observer) } else { search });
    if live {
        (call.tell)(Output::Graphics("CLEAR"));
    }
    let choice = choice?;
    if plays {
        call.gtp.game.play_choice(&choice)?;
    }
    Ok(choice.token().to_owned())
}
