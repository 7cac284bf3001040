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
    "legal_moves", "all legal moves, sorted", legal_moves;
    "side_to_move", "b or w", side_to_move;
    "position", "the position as text", position;
    "set_position" "POSITION", "starts again from a position", set_position;
    "result", "the result, or none while the game goes on", result;
    "final_score", "the result, or the score as it stands", final_score;
    "showboard", "the board for people", show_board;
    "perft" "DEPTH", "the number of move sequences of that length", perft;
    "perft_divide" "DEPTH", "the same for each first move, a line a move", perft_divide;
    "param" "[NAME VALUE]", "lists the engine's settings, or changes one", param;
};
