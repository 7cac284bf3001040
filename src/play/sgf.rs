//! Reading and writing the game as an SGF record.

use std::io;
use std::path::Path;

use crate::game::{Stop, Style};
use crate::sgf::{self, Note, SgfGame};
use crate::system::files;

use super::{Error, ErrorKind, Game};

impl Game {
    /// Restarts from a record. With `number`, plays only the moves before the one with that number. Changes nothing if
    /// `stop` returns true. `unnamed` is what an error adds about a record that does not name its game.
    pub fn load(&mut self, record: &SgfGame, number: Option<u32>, unnamed: &str, stop: Stop) -> Result<(), Error> {
        let unnamed = if record.game.is_some() { "" } else { unnamed };
        let read_as = |game: &Self, error: Error| match error.kind() {
            ErrorKind::Interrupted => error,
            kind => Error::new(kind, format!("read as {} {}{unnamed}: {error}", game.name(), game.values)),
        };
        let mut game = match &record.game {
            Some((name, options)) => self.opened(name, options, self.komi)?,
            None => self.resized_for(record).map_err(|reason| read_as(&*self, reason))?,
        };
        game.replay(record, number, stop).map_err(|reason| read_as(&game, reason))?;
        if let Some(komi) = record.komi {
            game.set_komi(komi);
        }
        *self = game;
        Ok(())
    }

    /// Writes the game as SGF to a regular file. The write is atomic.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        files::replace(path, |file| writeln!(file, "{}", self.sgf()))
    }

    pub fn sgf(&self) -> String {
        self.sgf_with(self.now.outcome.map(|outcome| outcome.to_string()).as_deref(), &[], &[])
    }

    /// The game as SGF with this result. `details` are additional properties of the root node, and `notes` stand beside
    /// the turns.
    pub fn sgf_with(&self, result: Option<&str>, details: &[(&str, &str)], notes: &[Note]) -> String {
        let rules = format!("{} {}", self.name(), self.values);
        sgf::write(&self.record(), self.shape(), &rules, self.komi(), result, details, notes)
    }

    fn replay(&mut self, record: &SgfGame, number: Option<u32>, stop: Stop) -> Result<(), Error> {
        // GoGui computes the rows of a rectangle from its number of columns.
        let (columns, rows) = self.shape().extent();
        let rows = if record.rows.is_none() { columns } else { rows };
        let at = |point| sgf::vertex(point, rows).ok_or_else(sgf::no_point);
        match &record.start {
            Some(position) => self.set_position(position)?,
            None if record.stones.is_empty() => {}
            None => {
                let stones = record.stones.iter().map(|(&point, &color)| Ok((color, at(point)?)));
                self.set_up(&stones.collect::<Result<Vec<_>, Error>>()?, record.turn)?;
            }
        }
        let most = number.map_or(usize::MAX, |number| number.saturating_sub(1) as usize);
        for (index, mv) in record.moves.iter().take(most).enumerate() {
            if stop() {
                return Err(Error::new(ErrorKind::Interrupted, "on request; nothing was loaded"));
            }
            let token = match (&mv.token, mv.point) {
                (Some(token), _) => token.clone(),
                (None, Some(point)) => at(point)?.to_string(),
                (None, None) => "PASS".to_owned(),
            };
            let style = if mv.token.is_some() { Style::Whole } else { Style::Steps };
            let place = |error| format!("move {}, {} {token}: {error}", index + 1, mv.color);
            self.play(mv.color, &token, style).map_err(|error| Error::new(ErrorKind::Load, place(error)))?;
        }
        // A forfeit is not among the moves of a record.
        if let (Some((loser, token)), None, None) = (record.forfeited, number, self.outcome()) {
            let forfeit = self.play(loser, token, Style::Whole);
            debug_assert!(forfeit.is_ok(), "anyone may resign while the game goes on");
        }
        Ok(())
    }

    /// The current game on a board of the size given in the record.
    fn resized_for(&self, record: &SgfGame) -> Result<Self, Error> {
        let (columns, rows) = self.shape().extent();
        // A single number is the number of columns; the number of rows is then not given.
        match record.columns == u32::from(columns) && record.rows.is_none_or(|high| high == u32::from(rows)) {
            true => Ok(self.fresh()),
            false => self.resized(record.columns, record.rows.unwrap_or(record.columns)),
        }
    }
}
