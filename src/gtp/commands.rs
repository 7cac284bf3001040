//! The one table of commands: what is dispatched, listed, known and explained.

use super::request::{self, Arguments};

/// A command.
#[derive(Clone, Copy)]
pub struct Command {
    /// The name.
    pub name: &'static str,
    /// The name with its arguments.
    pub usage: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Reads the arguments.
    pub arguments: Arguments,
}

/// The command of that name.
pub fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// A row of the table; the first word of the usage is the name.
macro_rules! commands {
    ($($name:literal $($argument:literal)?, $about:literal, $parser:ident;)*) => {
        &[$(Command {
            name: $name,
            usage: concat!($name $(, " ", $argument)?),
            about: $about,
            arguments: request::$parser,
        }),*]
    };
}

/// All commands, in the order in which they are listed.
pub const COMMANDS: &[Command] = commands! {
    "protocol_version", "the version of GTP: 2", protocol_version;
    "name", "the engine's name", name;
    "version", "the engine's version", version;
    "known_command" "NAME", "whether there is such a command: true or false", known_command;
    "list_commands", "all commands, one a line", list_commands;
    "help" "[NAME]", "what a command does, or all of them", help;
    "quit", "ends the session", quit;
    "list_games", "all games, one a line", list_games;
    "set_game" "NAME [KEY=VALUE ...]", "starts that game; options not given have their defaults", set_game;
    "get_game", "the game and all its options, as for set_game", get_game;
    "boardsize" "COLUMNS [ROWS]", "starts again on a board of that size, other options as they are", board_size;
    "rectangular_boardsize" "COLUMNS ROWS", "the same", rectangular_board_size;
    "clear_board", "starts the game again", clear_board;
    "komi" "POINTS", "points added to White's score", komi;
    "play" "COLOR MOVE", "plays a move", play;
    "genmove" "COLOR", "chooses a move, plays it, and answers it", genmove;
    "reg_genmove" "COLOR", "chooses a move and answers it, without playing it", reg_genmove;
    "undo", "takes back the last play or genmove", undo;
    "gg-undo" "COUNT", "takes back the last so many", gg_undo;
    "time_settings" "MAIN PERIOD STONES", "sets the clocks, in seconds", time_settings;
    "kgs-time_settings" "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
        "sets the clocks, in seconds", kgs_time_settings;
    "time_left" "COLOR SECONDS STONES", "sets what is left on a clock", time_left;
    "cputime", "seconds of processor time that the engine has used", cpu_time;
    "nodes", "nodes, or playouts, that the last genmove has looked at", nodes;
    "legal_moves", "all legal moves, sorted", legal_moves;
    "side_to_move", "b or w", side_to_move;
    "position", "the position as text", position;
    "set_position" "POSITION", "starts again from a position", set_position;
    "result", "the result, or none while the game goes on", result;
    "final_score", "the result, or the score as it stands", final_score;
    "showboard", "the board for people", show_board;
    "solve" "[SECONDS]", "who wins with perfect play, proven within that time (10): win MOVE, loss, draw MOVE or unknown",
        solve;
    "analyze" "[COLOR] [CENTISECONDS] [maxmoves COUNT]", "tells what the engine thinks, until the next line comes", analyze;
    "lz-analyze" "[COLOR] [CENTISECONDS] [maxmoves COUNT]", "the same", analyze;
    "lz-genmove_analyze" "COLOR [CENTISECONDS] [maxmoves COUNT]", "as genmove, and tells what the engine thinks",
        genmove_analyze;
    "show" "NAME", "a picture of the position, as graphics for GoGui; gogui-analyze_commands lists them", show;
    "loadsgf" "FILE [MOVE]", "loads a game from a file, up to the move of that number", load_sgf;
    "printsgf", "the game as SGF", print_sgf;
    "savesgf" "FILE", "writes the game to a file", save_sgf;
    "perft" "DEPTH", "the number of move sequences of that length, at most 1,000", perft;
    "perft_divide" "DEPTH", "the same for each first move, a line a move", perft_divide;
    "param" "[NAME VALUE]", "lists the engine's settings, or changes one", param;
    "gogui-analyze_commands", "the commands for GoGui's menu of analyses", gogui_analyze_commands;
    "gogui-best_moves" "[COLOR]", "the best moves as graphics", gogui_best_moves;
    "gogui-win_rates" "[COLOR]", "the best moves with their chances", gogui_win_rates;
    "gogui-principal_variation" "[COLOR]", "the best play for both sides", gogui_principal_variation;
    "gogui-interrupt", "nothing: tells that the comment '# interrupt' stops the engine", gogui_interrupt;
    "gogui-play_sequence" "[COLOR MOVE ...]", "plays several moves, or none", gogui_play_sequence;
    "gogui-setup" "[COLOR VERTEX ...]", "starts again from a position of these stones", gogui_setup;
    "gogui-setup_player" "COLOR", "sets the player to move in a position that was set up", gogui_setup_player;
    "gogui-title", "a title for a window", gogui_title;
    "gogui-version" "VERSION", "tells the engine that it runs in GoGui", gogui_version;
    "gogui-rules_game_id", "the game's name", gogui_rules_game_id;
    "gogui-rules_board_size", "columns, and what else there is to say of the board", gogui_rules_board_size;
    "gogui-rules_board", "the board: X, O, . and ? for what does not exist", gogui_rules_board;
    "gogui-rules_board_gfx", "last turn, clicks and captures as graphics", gogui_rules_board_gfx;
    "gogui-rules_legal_moves", "what may be clicked", gogui_rules_legal_moves;
    "gogui-rules_side_to_move", "b or w", gogui_rules_side_to_move;
    "gogui-rules_captured_count", "stones captured by Black and by White", gogui_rules_captured_count;
    "gogui-rules_final_result", "the result in words", gogui_rules_final_result;
};
