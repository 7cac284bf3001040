//! GoGui's extensions of GTP: analyses for its menu, set-up, and the rules of the game.

use nom::combinator::opt;
use nom::multi::many0;

use crate::game::{Color, Style};
use crate::play::Search;
use crate::play::{Analysis, Observer};

use super::super::arguments::{color, vertex, word};
use super::super::graphics;
use super::super::reply::Reply;
use super::super::translator::Output;
use super::play::{GRAPHICS_INTERVAL, GRAPHICS_MOVES};
use super::position::{legal_moves, side_to_move};
use super::{Call, Command, done};

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "gogui-analyze_commands",
        arguments: "",
        help: "the commands for GoGui's analysis menu",
        example: "gogui-analyze_commands",
        run: |call| {
            call.parse_nothing()?;
            Ok(graphics::analyze_commands(&call.gtp.game))
        },
    },
    Command {
        name: "gogui-best_moves",
        arguments: "[COLOR]",
        help: "the best moves as graphics",
        example: "gogui-best_moves b",
        run: |call| picture(call, graphics::best_moves),
    },
    Command {
        name: "gogui-win_rates",
        arguments: "[COLOR]",
        help: "the best moves with their win rates",
        example: "gogui-win_rates b",
        run: |call| picture(call, graphics::win_rates),
    },
    Command {
        name: "gogui-principal_variation",
        arguments: "[COLOR]",
        help: "the best play for both sides",
        example: "gogui-principal_variation b",
        run: |call| picture(call, graphics::variation),
    },
    Command {
        name: "gogui-interrupt",
        arguments: "",
        help: "does nothing; its presence tells GoGui that the comment '# interrupt' stops the engine",
        example: "gogui-interrupt",
        run: |call| {
            call.parse_nothing()?;
            done()
        },
    },
    Command {
        name: "gogui-play_sequence",
        arguments: "[COLOR MOVE ...]",
        help: "plays several moves, or none",
        example: "gogui-play_sequence b D5 w C5",
        run: |call| {
            let moves: Vec<(Color, &str)> = call.parse(many0((color, word)))?;
            call.gtp.game.play_all(&moves, call.gtp.style).map_err(|(_, error)| error)?;
            done()
        },
    },
    Command {
        name: "gogui-setup",
        arguments: "[COLOR VERTEX ...]",
        help: "starts a new game from a position with these stones",
        example: "set_game kanga\ngogui-setup b C3 w D4",
        run: |call| {
            let stones = call.parse(many0((color, vertex)))?;
            call.gtp.game.set_up(&stones, Color::Black)?;
            done()
        },
    },
    Command {
        name: "gogui-setup_player",
        arguments: "COLOR",
        help: "sets the player to move in a position that was set up",
        example: "set_game kanga\ngogui-setup b C3 w D4\ngogui-setup_player w",
        run: |call| {
            let color = call.parse(color)?;
            call.gtp.game.set_up_turn(color)?;
            done()
        },
    },
    Command {
        name: "gogui-title",
        arguments: "",
        help: "a title for a window",
        example: "gogui-title",
        run: |call| {
            call.parse_nothing()?;
            Ok(graphics::title(&call.gtp.game))
        },
    },
    Command {
        name: "gogui-version",
        arguments: "VERSION",
        help: "tells the engine that it runs in GoGui",
        example: "gogui-version 1.6",
        run: |call| {
            call.parse(word)?;
            call.gtp.live_gfx = true;
            // A person who presses GoGui's pass button does not intend to resign a lost game.
            call.gtp.game.refuse_losing_pass(true);
            done()
        },
    },
];

/// The rules of the game, for the copy of the engine that serves as GoGui's referee.
pub(crate) const RULES: &[Command] = &[
    Command {
        name: "gogui-rules_game_id",
        arguments: "",
        help: "the game's name",
        example: "gogui-rules_game_id",
        run: |call| {
            call.parse_nothing()?;
            Ok(call.gtp.game.title().to_owned())
        },
    },
    Command {
        name: "gogui-rules_board_size",
        arguments: "",
        help: "the columns, and the shape of the board if it is not square",
        example: "gogui-rules_board_size",
        run: |call| {
            call.parse_nothing()?;
            Ok(graphics::board_size(call.gtp.game.shape()))
        },
    },
    Command {
        name: "gogui-rules_board",
        arguments: "",
        help: "the board: X, O, . for empty cells, and ? for places that are not cells",
        example: "gogui-rules_board",
        run: |call| {
            call.parse_nothing()?;
            Ok(graphics::board(&call.gtp.game))
        },
    },
    Command {
        name: "gogui-rules_board_gfx",
        arguments: "",
        help: "last turn, clicks and captures as graphics",
        example: "gogui-rules_board_gfx",
        run: |call| {
            call.parse_nothing()?;
            Ok(graphics::board_graphics(&call.gtp.game))
        },
    },
    Command {
        name: "gogui-rules_legal_moves",
        arguments: "",
        help: "the vertices that may be clicked, and PASS",
        example: "gogui-rules_legal_moves",
        run: |call| {
            call.parse_nothing()?;
            legal_moves(call, Style::Steps)
        },
    },
    Command {
        name: "gogui-rules_side_to_move",
        arguments: "",
        help: "b or w",
        example: "gogui-rules_side_to_move",
        run: side_to_move,
    },
    Command {
        name: "gogui-rules_captured_count",
        arguments: "",
        help: "stones captured by Black and by White",
        example: "gogui-rules_captured_count",
        run: |call| {
            call.parse_nothing()?;
            let [black, white] = call.gtp.game.captures();
            Ok(format!("{black} {white}"))
        },
    },
    Command {
        name: "gogui-rules_final_result",
        arguments: "",
        help: "the result in words",
        example: "gogui-rules_final_result",
        run: |call| {
            call.parse_nothing()?;
            Ok(call.gtp.game.result_in_words())
        },
    },
];

/// Analyses a player's moves for the time of one turn, and formats the result.
fn picture(call: &mut Call, form: fn(&Analysis) -> String) -> Reply {
    let color = call.parse(opt(color))?.unwrap_or_else(|| call.gtp.game.turn());
    let (limits, live) = (call.gtp.game.turn_limits(color), call.gtp.live_gfx);
    let tell = &mut *call.tell;
    let mut see = |analysis: &Analysis| {
        if live {
            tell(Output::Graphics(&graphics::best_moves(analysis)));
        }
    };
    let observer = Observer { every: GRAPHICS_INTERVAL, moves: GRAPHICS_MOVES, see: &mut see };
    // Without limits, the search runs until the next line arrives.
    let cancel = if limits.is_none() { call.tokens.until_next } else { call.tokens.cancel };
    let search = Search::new().player(color).style(call.gtp.style).within(limits).cancel(cancel);
    let analysis = call.gtp.game.analyze(search.observe(observer))?;
    if live {
        (call.tell)(Output::Graphics("CLEAR"));
    }
    Ok(form(&analysis))
}
