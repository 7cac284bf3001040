//! A session's table of endgames: opened when it is first wanted, and made.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::endgames::{Endgames, EndgamesError, MOST_STONES, build};
use crate::game::{Game, Hints, Values};

use super::Settings;
use super::play::Match;

/// Tables hold as many stones as fit in this many bytes.
const BYTES: u64 = 1 << 30;

/// The table, once somebody has looked whether there is one.
#[derive(Debug, Default)]
pub(super) struct EndgameTable(OnceLock<Option<Endgames>>);

impl EndgameTable {
    /// The table of the game in the folder of the settings; none where the number of moves may end the game.
    pub fn get<G: Game>(&self, game: &G, values: &Values, settings: &Settings) -> Option<&Endgames> {
        let folder = settings.endgames.as_ref().filter(|_| values.number("max_moves") == 0)?;
        let open = || {
            let subject = subject::<G>(values);
            let path = folder.join(Endgames::file_name(&subject));
            if most_stones(game).is_none() || !path.exists() {
                return None;
            }
            let table = Endgames::open(&path, &subject, game);
            match &table {
                Ok(_) => log::info!("{}", path.display()),
                Err(error) => log::warn!("{error}"),
            }
            table.ok()
        };
        self.0.get_or_init(open).as_ref()
    }
}

/// What a table is about.
fn subject<G: Game>(values: &Values) -> String {
    format!("{} {}", G::NAME, values.own())
}

/// How many stones fit in a table, if the game has tables.
fn most_stones<G: Hints>(game: &G) -> Option<u32> {
    (2..=MOST_STONES).rev().find(|&stones| (1..=BYTES).contains(&game.numbers(stones)))
}

impl<G: Game> Match<G> {
    /// Makes the table of positions with at most so many stones, or as many as fit, and tells the log how it gets on.
    pub(super) fn build_endgames(
        &self,
        stones: Option<u32>,
        threads: usize,
        folder: &Path,
    ) -> Result<PathBuf, EndgamesError> {
        let most = most_stones(&self.game).ok_or(EndgamesError::NoGame(G::NAME))?;
        let stones = stones.unwrap_or(most).clamp(2, MOST_STONES);
        let subject = subject::<G>(&self.values);
        let path = folder.join(Endgames::file_name(&subject));
        Endgames::check_place(&path)?;
        let mut see = |stones, moves, decided| log::info!("{stones} stones: {decided} positions within {moves} moves");
        let bytes = build(&self.game, stones, threads, &|| false, &mut see);
        let bytes = bytes.ok_or_else(|| EndgamesError::Memory(self.game.numbers(stones)))?;
        Endgames::write(&path, &subject, stones, &bytes)?;
        Ok(path)
    }
}
