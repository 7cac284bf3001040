//! A session's endgame table, which is opened when it is first needed; and the construction of one.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::endgames::{BuildProgress, Built, Endgames, EndgamesError, MOST_STONES, Tally, build};
use crate::game::{Game, Searchable, Values};

use super::SearchParams;
use super::state::GameSession;
use crate::system::memory_mb;

/// By default, a table has as many stones as fit in this many bytes.
const BYTES: u64 = 1 << 30;

/// An endgame table that was built and written.
#[derive(Clone, Debug)]
pub struct WrittenEndgames {
    /// Its file.
    pub file: PathBuf,
    /// The most stones of a position in it.
    pub stones: u32,
    /// The numbers of won, drawn and lost positions.
    pub tally: Tally,
}

/// The table; empty until the first access tries to open it.
#[derive(Debug, Default)]
pub(super) struct EndgameTable(OnceLock<Option<Endgames>>);

impl EndgameTable {
    /// The table, if it has been opened.
    pub fn opened(&self) -> Option<&Endgames> {
        self.0.get().and_then(Option::as_ref)
    }

    /// Opens the table of the game in a folder.
    fn open_in<G: Game>(&self, folder: &Path, game: &G, values: &Values) -> Option<&Endgames> {
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

/// The game and options that a table belongs to.
fn subject<G: Game>(values: &Values) -> String {
    format!("{} {}", G::NAME, values.own())
}

/// The largest number of stones that fits in a table, if the game has tables.
fn most_stones<G: Searchable>(game: &G) -> Option<u32> {
    (2..=MOST_STONES).rev().find(|&stones| (1..=BYTES).contains(&game.table_size(stones)))
}

impl<G: Game> GameSession<G> {
    /// The endgame table in the folder of the parameters. There is none if the game may end in a way that the table
    /// does not take into account: by the move limit, or by repetition of an earlier position. (Play by the table does
    /// not return to the current position.)
    pub(super) fn endgame_table(&self, params: &SearchParams) -> Option<&Endgames> {
        let folder = params.endgames.as_ref().filter(|_| self.values.number("max_moves") == 0)?;
        let table = self.endgames.open_in(folder, &self.game, &self.values)?;
        let now = self.game.hash(&self.now.position);
        self.repetition().final_keys().iter().all(|&key| key == now).then_some(table)
    }

    /// Builds the table of positions with at most this many stones, or as many as fit.
    pub(super) fn build_endgames(
        &self,
        stones: Option<u32>,
        threads: usize,
        folder: &Path,
        watch: &mut dyn FnMut(&BuildProgress) -> bool,
    ) -> Result<WrittenEndgames, EndgamesError> {
        let most = most_stones(&self.game).ok_or(EndgamesError::NoGame(G::NAME))?;
        if self.values.number("max_moves") > 0 {
            return Err(EndgamesError::Limited);
        }
        let stones = stones.unwrap_or(most).clamp(2, MOST_STONES);
        let subject = subject::<G>(&self.values);
        let path = folder.join(Endgames::file_name(&subject));
        let there = Endgames::open(&path, &subject, &self.game).map_or(1, |table| table.stones());
        if there >= stones {
            return Err(EndgamesError::Exists { path, stones: there });
        }
        let numbers = self.game.table_size(stones);
        // Operating systems allocate more memory than there is, and kill the process that uses it.
        if memory_mb().is_some_and(|there| numbers >> 20 >= there) {
            return Err(EndgamesError::Memory(numbers));
        }
        Endgames::check_place(&path)?;
        let built = build(&self.game, stones, threads, watch).ok_or(EndgamesError::Memory(numbers))?;
        let Built { stones, bytes } = built;
        if stones <= there {
            return Err(EndgamesError::Interrupted);
        }
        Endgames::write(&path, &subject, stones, &bytes)?;
        Ok(WrittenEndgames { file: path, stones, tally: Tally::of(&bytes) })
    }
}
