//! A snapshot of the game, for front ends.

use crate::board::Vertex;
use crate::game::{Color, Outcome};

use super::Engine;

/// The game as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The game's name in commands.
    pub game: &'static str,
    /// The options in force, as [`Engine::open`] takes them.
    pub options: String,
    /// The position string.
    pub position: String,
    /// The player to move; of a finished game, whose turn would have come.
    pub turn: Color,
    /// The clicks of a move not yet complete.
    pub clicks: Vec<Vertex>,
    /// The stones captured by Black and by White.
    pub captures: [u32; 2],
    /// How many moves and clicks can be taken back.
    pub played: usize,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
}

impl Engine {
    /// The game as it stands.
    ///
    /// ```
    /// use papamu::engine::Engine;
    /// use papamu::game::{Color, Style};
    /// use papamu::games::GAMES;
    ///
    /// let mut engine = Engine::new(GAMES, "konane", "")?;
    /// engine.play(Color::Black, "D5", Style::Whole)?;
    /// let state = engine.state();
    /// assert_eq!((state.game, state.turn, state.played), ("konane", Color::White, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn state(&self) -> State {
        let game = self.game();
        State {
            game: game.name(),
            options: game.values().to_string(),
            position: game.position(),
            turn: game.turn(),
            clicks: game.clicks().to_vec(),
            captures: game.captures(),
            played: game.played(),
            outcome: game.outcome(),
        }
    }
}
