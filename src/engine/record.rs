//! Reading and writing the game as an SGF record.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::board::Shape;
use crate::game::{Color, Points, PositionError, Stop, Style};
use crate::registry;
use crate::session::{PlayError, Session};
use crate::sgf::{self, Header, Note, SgfError, SgfGame};
use crate::system::files::atomic;

use super::{Engine, OpenError, SetUpError, SizeError};

/// Why a record cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The text is not SGF, or names a point off the board.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// The game of the record cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The current game does not have the board of the record.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The starting position of the record cannot arise.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The stones at the start of the record cannot be set up.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// Loading was interrupted.
    #[error("interrupted")]
    Interrupted,
    /// The record does not fit the game that it was read as.
    #[error(
        "read as {game}{}: {reason}",
        if *.is_named { "" } else { ", the current game (set_game chooses another)" }
    )]
    Game {
        /// The game and its options.
        game: String,
        /// Whether the record names the game.
        is_named: bool,
        /// What is wrong with it.
        reason: Box<LoadError>,
    },
    /// A move of the record is rejected.
    #[error("move {number}, {color} {token}: {reason}")]
    Move {
        /// Its number, from 1.
        number: usize,
        /// The player.
        color: Color,
        /// Its text.
        token: String,
        /// Why it is rejected.
        reason: PlayError,
    },
}

/// A game as SGF. `details` are additional properties of the root node, and `notes` stand beside the turns.
pub fn sgf(
    session: &dyn Session,
    komi: Points,
    result: Option<&str>,
    details: &[(&str, &str)],
    notes: &[Note],
) -> String {
    let (columns, rows) = session.shape().extent();
    let size = match session.shape() {
        Shape::Square { .. } if columns != rows => format!("{columns}:{rows}"),
        _ => columns.to_string(),
    };
    let rules = format!("{} {}", session.name(), session.values());
    let header = Header { size: &size, rows, rules: &rules, komi, result, details };
    sgf::write(&session.record(), header, notes)
}

impl Engine {
    /// Restarts from a record. With `number`, plays only the moves before the one with that number. Changes nothing if
    /// `stop` returns true.
    pub fn load(&mut self, record: &SgfGame, number: Option<u32>, stop: Stop) -> Result<(), LoadError> {
        let session = self.session_of(record, number, stop)?;
        if record.komi.is_some() {
            self.komi = record.komi;
        }
        self.start(session);
        Ok(())
    }

    /// Writes the game as SGF to a file. The write is atomic.
    ///
    /// # Errors
    /// If the file cannot be written, or the path is not a regular file.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        atomic::replace(path, |file| writeln!(file, "{}", self.sgf()))
    }

    /// The game as SGF.
    pub fn sgf(&self) -> String {
        let result = self.game().outcome().map(|outcome| outcome.to_string());
        sgf(self.game(), self.komi(), result.as_deref(), &[], &[])
    }

    /// A session in which the moves of a record have been played.
    fn session_of(&self, record: &SgfGame, number: Option<u32>, stop: Stop) -> Result<Box<dyn Session>, LoadError> {
        let (is_named, present) = (record.game.is_some(), self.game());
        let read_as = |session: &dyn Session, reason| match reason {
            LoadError::Interrupted => reason,
            _ => {
                let game = format!("{} {}", session.name(), session.values());
                LoadError::Game { game, is_named, reason: Box::new(reason) }
            }
        };
        let mut session = match &record.game {
            Some((name, options)) => self.opened(name, options)?,
            None => self.resized_for(record).map_err(|reason| read_as(present, reason))?,
        };
        match self.replay(&mut *session, record, number, stop) {
            Ok(()) => Ok(session),
            Err(reason) => Err(read_as(&*session, reason)),
        }
    }

    /// Plays the moves of a record in a new session.
    fn replay(
        &self,
        session: &mut dyn Session,
        record: &SgfGame,
        number: Option<u32>,
        stop: Stop,
    ) -> Result<(), LoadError> {
        // GoGui computes the rows of a rectangle from its number of columns.
        let (columns, rows) = session.shape().extent();
        let rows = if record.rows.is_none() { columns } else { rows };
        let at = |point| sgf::vertex(point, rows).ok_or(SgfError::Point);
        match &record.start {
            Some(position) => session.set_position(position)?,
            None if record.stones.is_empty() => {}
            None => {
                let stones = record.stones.iter().map(|(&point, &color)| Ok((color, at(point)?)));
                let stones = stones.collect::<Result<Vec<_>, SgfError>>()?;
                session.set_up(&stones, record.turn)?;
            }
        }
        let most = number.map_or(usize::MAX, |number| number.saturating_sub(1) as usize);
        for (index, mv) in record.moves.iter().take(most).enumerate() {
            if stop() {
                return Err(LoadError::Interrupted);
            }
            let token = match (&mv.token, mv.point) {
                (Some(token), _) => token.clone(),
                (None, Some(point)) => at(point)?.to_string(),
                (None, None) => "PASS".to_owned(),
            };
            let style = if mv.token.is_some() { Style::Whole } else { Style::Steps };
            let allowed = self.check_length(&*session, &[(mv.color, &token)]).map_err(|(_, reason)| reason);
            let played = allowed.and_then(|()| session.play(mv.color, &token, style));
            played.map_err(|reason| LoadError::Move { number: index + 1, color: mv.color, token, reason })?;
        }
        // A forfeit is not among the moves of a record.
        if let (Some((loser, token)), None, None) = (record.forfeited, number, session.outcome()) {
            let forfeit = session.play(loser, token, Style::Whole);
            debug_assert!(forfeit.is_ok(), "anyone may resign while the game goes on");
        }
        Ok(())
    }

    /// A game by name, with the current komi.
    pub(super) fn opened(&self, name: &str, options: &str) -> Result<Box<dyn Session>, OpenError> {
        let mut session = registry::find(self.games, name)?.open(options)?;
        if let Some(komi) = self.komi {
            session.set_komi(komi);
        }
        Ok(session)
    }

    /// The current game on a board of the size given in the record.
    fn resized_for(&self, record: &SgfGame) -> Result<Box<dyn Session>, LoadError> {
        let (columns, rows) = self.game().shape().extent();
        let (columns, rows) = (u32::from(columns), u32::from(rows));
        // A single number is the number of columns; the number of rows is then not given.
        let fits = record.columns == columns && record.rows.is_none_or(|high| high == rows);
        if fits {
            return Ok(self.opened(self.game().name(), &self.game().values().to_string())?);
        }
        Ok(self.resized(record.columns, record.rows.unwrap_or(record.columns))?)
    }
}
