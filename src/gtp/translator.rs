//! The state that the line protocol adds to the engine.

use crate::game::Style;
use crate::play::Game;
use crate::system::Cancel;

/// The engine behind the line protocol.
pub struct Gtp {
    /// The engine.
    pub game: Game,
    /// How moves are written, and how a single vertex is read.
    pub style: Style,
    /// Whether commands may read and write files. An engine behind a network should not.
    pub allows_files: bool,
    /// Whether to show the running search on GoGui's board.
    pub(super) live_gfx: bool,
    /// Whether the reply to the last request ends with the next line only.
    pub(super) stays_open: bool,
    has_quit: bool,
}

/// The cancellation tokens of a request.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    /// Cancelled by an interrupt.
    pub cancel: &'a Cancel,
    /// Cancelled by the next line as well; for analyses.
    pub until_next: &'a Cancel,
}

/// Output of a command before its reply is complete.
#[derive(Clone, Copy, Debug)]
pub enum Output<'a> {
    /// A line of the reply.
    Line(&'a str),
    /// Graphics for GoGui's board, which are not part of the reply.
    Graphics(&'a str),
}

impl Gtp {
    /// The protocol on this engine, with moves in this style and access to all files.
    pub fn new(game: Game, style: Style) -> Self {
        Self { game, style, allows_files: true, live_gfx: false, stays_open: false, has_quit: false }
    }

    /// Ponders until `until_next` is cancelled, if pondering is on and the engine has just moved.
    pub(crate) fn ponder(&mut self, until_next: &Cancel) {
        self.game.ponder(until_next);
    }

    /// Whether a request has ended the session.
    pub(crate) fn has_quit(&self) -> bool {
        self.has_quit
    }

    pub(super) fn quit(&mut self) {
        self.has_quit = true;
    }
}
