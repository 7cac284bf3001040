//! A game at the board, without its type.

use papamu::game::RulesExt;
use papamu::game::{Reading, Style};
use papamu::rng::Rng;

use crate::judge::Judge;
use crate::{Budget, Player, alphabeta, oneply, uct};

/// A game being played, whatever it is.
pub trait Chair {
    /// Begins at this position.
    fn set_position(&mut self, text: &str) -> Result<(), String>;
    /// Plays the turn of whoever is to move.
    fn play(&mut self, token: &str) -> Result<(), String>;
    /// Chooses a turn, plays it, and tells it and what was searched.
    fn choose(&mut self, player: Player, budget: Budget, seed: u64) -> Result<(String, u64), String>;
}

/// A game of one type.
pub struct Seat<G: Judge> {
    game: G,
    position: G::Position,
    /// Moves so far, so that each has randomness of its own.
    moves: u64,
}

impl<G: Judge> Seat<G> {
    pub fn new(game: G) -> Self {
        Self { position: game.start(), game, moves: 0 }
    }
}

impl<G: Judge> Chair for Seat<G> {
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        self.position = self.game.read_position(text).map_err(|error| error.to_string())?;
        Ok(())
    }

    fn play(&mut self, token: &str) -> Result<(), String> {
        match self.game.read(&self.position, &[], token, Style::Whole).map_err(|error| error.to_string())? {
            Reading::Moves(moves) => moves.into_iter().for_each(|mv| self.game.play(&mut self.position, mv)),
            Reading::Prefix(_) => return Err("not a whole turn".to_owned()),
        }
        Ok(())
    }

    fn choose(&mut self, player: Player, budget: Budget, seed: u64) -> Result<(String, u64), String> {
        let begun = self.position.clone();
        let mut turn = Vec::new();
        let mut searched = 0;
        loop {
            self.moves += 1;
            let left = Budget { nodes: budget.nodes.saturating_sub(searched), ..budget };
            let left = left.share(self.game.decisions_left(&self.position).0);
            let mut rng = Rng::new(seed ^ self.moves << 32);
            let (mv, nodes) = match player {
                Player::AlphaBeta => alphabeta::choose(&self.game, &self.position, left),
                Player::Uct => uct::choose(&self.game, &self.position, left, &mut rng),
                Player::OnePly => oneply::choose(&self.game, &self.position, G::judge, left, &mut rng),
                Player::Captures => oneply::choose(&self.game, &self.position, oneply::stones, left, &mut rng),
                Player::Random => oneply::random(&self.game, &self.position, left, &mut rng),
            }
            .ok_or("the game is over")?;
            searched += nodes;
            turn.push(mv);
            self.game.play(&mut self.position, mv);
            // A turn of several moves goes on while it is the same player's.
            if self.game.outcome(&self.position).is_some() || self.game.turn_begins(&self.position) {
                break;
            }
        }
        let token = self.game.write(&begun, &[], &turn, Style::Whole).concat();
        Ok((token, searched))
    }
}
