//! GoGui's extensions of GTP: analyses for its menu, set-up, and the rules of the game.

use nom::combinator::opt;
use nom::multi::many0;

use crate::game::{Color, Style};
use crate::gtp::arguments::{color, vertex, word};
use crate::gtp::{Reply, graphics};
use crate::play::{Analysis, Observer, Search};

use super::game::{legal_moves, side_to_move};
use super::play::{GRAPHICS_INTERVAL, GRAPHICS_MOVES};
use super::{Call, Command, done};

/// GoGui's analysis menu: type, label and command.
const MENU: &str = "\
gfx/Best moves/gogui-best_moves %m
pspairs/Win rates/gogui-win_rates %m
varc/Principal variation/gogui-principal_variation %c
string/Score/final_score
string/Position/position
hstring/Board/showboard
param/Settings/param";

pub(super) const COMMANDS: &[Command] = &[
    Command::alone("gogui-analyze_commands", "the commands for GoGui's analysis menu", |_| Ok(MENU.to_owned())),
    Command::new("gogui-best_moves [COLOR]", "the best moves as graphics", "gogui-best_moves b", |call| {
        picture(call, graphics::best_moves)
    }),
    Command::new("gogui-win_rates [COLOR]", "the best moves with their win rates", "gogui-win_rates b", |call| {
        picture(call, graphics::win_rates)
    }),
    Command::new(
        "gogui-principal_variation [COLOR]",
        "the best play for both sides",
        "gogui-principal_variation b",
        |call| picture(call, graphics::variation),
    ),
    Command::alone(
        "gogui-interrupt",
        "does nothing; its presence tells GoGui that the comment '# interrupt' stops the engine",
        |_| Ok(String::new()),
    ),
    Command::new(
        "gogui-play_sequence [COLOR MOVE ...]",
        "plays several moves, or none",
        "gogui-play_sequence b D5 w C5",
        |call| {
            let moves: Vec<(Color, &str)> = call.parse(many0((color, word)))?;
            done(call.gtp.game.play_all(&moves, call.gtp.style).map_err(|(_, error)| error))
        },
    ),
    Command::new(
        "gogui-setup [COLOR VERTEX ...]",
        "starts a new game from a position with these stones",
        "set_game kanga\ngogui-setup b C3 w D4",
        |call| done(call.gtp.game.set_up(&call.parse(many0((color, vertex)))?, Color::Black)),
    ),
    Command::new(
        "gogui-setup_player COLOR",
        "sets the player to move in a position that was set up",
        "set_game kanga\ngogui-setup b C3 w D4\ngogui-setup_player w",
        |call| done(call.gtp.game.set_up_turn(call.parse(color)?)),
    ),
    Command::alone("gogui-title", "a title for a window", |call| Ok(graphics::title(&call.gtp.game))),
    Command::new("gogui-version VERSION", "tells the engine that it runs in GoGui", "gogui-version 1.6", |call| {
        call.parse(word)?;
        call.gtp.game.configure(|settings| settings.live_gfx = 1)?;
        // A person who presses GoGui's pass button does not intend to resign a lost game.
        call.gtp.game.refuse_losing_pass(true);
        Ok(String::new())
    }),
];

/// The rules of the game, for the copy of the engine that serves as GoGui's referee.
pub(crate) const RULES: &[Command] = &[
    Command::alone("gogui-rules_game_id", "the game's name", |call| Ok(call.gtp.game.title().to_owned())),
    Command::alone("gogui-rules_board_size", "the columns, and the shape of the board if it is not square", |call| {
        Ok(graphics::board_size(call.gtp.game.shape()))
    }),
    Command::alone(
        "gogui-rules_board",
        "the board: X, O, . for empty cells, and ? for places that are not cells",
        |call| Ok(graphics::board(&call.gtp.game)),
    ),
    Command::alone("gogui-rules_board_gfx", "last turn, clicks and captures as graphics", |call| {
        Ok(graphics::board_graphics(&call.gtp.game))
    }),
    Command::alone("gogui-rules_legal_moves", "the vertices that may be clicked, and PASS", |call| {
        legal_moves(call, Style::Steps)
    }),
    Command::alone("gogui-rules_side_to_move", "b or w", side_to_move),
    Command::alone("gogui-rules_captured_count", "stones captured by Black and by White", |call| {
        let [black, white] = call.gtp.game.captures();
        Ok(format!("{black} {white}"))
    }),
    Command::alone("gogui-rules_final_result", "the result in words", |call| Ok(call.gtp.game.result_in_words())),
];

/// Analyses a player's moves for the time of one turn, and formats the result.
fn picture(call: &mut Call, form: fn(&Analysis) -> String) -> Reply {
    let color = call.parse(opt(color))?.unwrap_or_else(|| call.gtp.game.turn());
    let (limits, live) = (call.gtp.game.turn_limits(color), call.gtp.game.settings().live_gfx == 1);
    let mut see = |analysis: &Analysis| {
        if live {
            graphics::show(&graphics::best_moves(analysis));
        }
    };
    let observer = Observer { every: GRAPHICS_INTERVAL, moves: GRAPHICS_MOVES, see: &mut see };
    // Without limits, the search runs until the next line arrives.
    let cancel = if limits.is_none() { &call.line.until_next } else { &call.line.cancel };
    let search = Search::new().player(color).style(call.gtp.style).within(limits).cancel(cancel);
    let analysis = call.gtp.game.analyze(search.observe(observer))?;
    if live {
        graphics::show("CLEAR");
    }
    Ok(form(&analysis))
}
