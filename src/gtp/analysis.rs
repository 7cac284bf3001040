//! What the engine thinks, told while it thinks: the lines of `analyze`, and graphics for GoGui.

use std::fmt::Write;
use std::thread;
use std::time::Duration;

use crate::game::{Color, Style};
use crate::search::Limits;
use crate::session::{Analysis, Observer, Thinking};

use super::engine::{Asked, Engine, Tell};
use super::gogui;
use super::reply::{Failure, Reply};
use super::request::{Picture, ReportArgs};

/// How often graphics are drawn anew.
const GRAPHICS_INTERVAL: Duration = Duration::from_millis(250);
/// Moves told of in graphics.
const GRAPHICS_MOVES: usize = 10;

impl ReportArgs {
    fn every(self) -> Duration {
        Duration::from_millis(10) * self.centiseconds.max(1)
    }
}

/// The time for solving where none is given.
const SOLVE: Duration = Duration::from_secs(10);

impl Engine {
    /// Tells what it thinks until the next line comes.
    pub(super) fn analyze(&mut self, color: Option<Color>, report: ReportArgs, asked: &mut Asked) -> Reply {
        let color = color.unwrap_or_else(|| self.playing().turn());
        let (interrupt, line) = (asked.interrupt, asked.line);
        let mut last = String::new();
        let mut see = |analysis: &Analysis| {
            last = info(analysis);
            (asked.tell)(Tell::Line(&last));
        };
        let observer = Observer { every: report.every(), moves: report.moves.max(1) as usize, see: &mut see };
        let analysis = self.think(color, Limits::default(), interrupt, line, observer)?;
        let text = info(&analysis);
        if text != last && !text.is_empty() {
            (asked.tell)(Tell::Line(&text));
        }
        // A search may have found all there is to find.
        while !analysis.variations.is_empty() && !interrupt.is_stream_stopped(line) {
            thread::sleep(Duration::from_millis(5));
        }
        Ok(String::new())
    }

    /// Solves the position, in the time given.
    pub(super) fn solve(&mut self, time: Option<Duration>, asked: &mut Asked) -> Reply {
        let limits = Limits { time: Some(time.unwrap_or(SOLVE)), ..Limits::default() };
        let settings = &self.settings.clone();
        let (interrupt, line) = (asked.interrupt, asked.line);
        let thinking = Thinking { style: Style::Whole, settings, limits, interrupt, line };
        Ok(self.session().solve(thinking, None)?.to_string())
    }

    /// Chooses a move and plays it, and tells what it thinks meanwhile.
    pub(super) fn genmove_analyze(&mut self, color: Color, report: ReportArgs, asked: &mut Asked) -> Reply {
        let tell = &mut *asked.tell;
        let mut see = |analysis: &Analysis| tell(Tell::Line(&info(analysis)));
        let observer = Observer { every: report.every(), moves: report.moves.max(1) as usize, see: &mut see };
        let reply = self.genmove(color, true, asked.interrupt, asked.line, Some(observer))?;
        (asked.tell)(Tell::Line(&format!("play {reply}")));
        Ok(String::new())
    }

    /// Chooses a move, and draws what it thinks meanwhile if it is told to.
    pub(super) fn genmove_drawn(&mut self, color: Color, commit: bool, asked: &mut Asked) -> Reply {
        if self.settings.live_gfx == 0 {
            return self.genmove(color, commit, asked.interrupt, asked.line, None);
        }
        let tell = &mut *asked.tell;
        let mut see = |analysis: &Analysis| tell(Tell::Graphics(&gogui::best_moves(analysis)));
        let observer = Observer { every: GRAPHICS_INTERVAL, moves: GRAPHICS_MOVES, see: &mut see };
        let reply = self.genmove(color, commit, asked.interrupt, asked.line, Some(observer));
        (asked.tell)(Tell::Graphics("CLEAR"));
        reply
    }

    /// What it thinks of a player's move after the time of a turn, as graphics or points.
    pub(super) fn picture(&mut self, picture: Picture, color: Option<Color>, asked: &mut Asked) -> Reply {
        let color = color.unwrap_or_else(|| self.playing().turn());
        let limits = self.settings.limits(self.budget(color));
        let live = self.settings.live_gfx == 1;
        let tell = &mut *asked.tell;
        let mut see = |analysis: &Analysis| {
            if live {
                tell(Tell::Graphics(&gogui::best_moves(analysis)));
            }
        };
        let observer = Observer { every: GRAPHICS_INTERVAL, moves: GRAPHICS_MOVES, see: &mut see };
        let analysis = self.think(color, limits, asked.interrupt, asked.line, observer)?;
        if live {
            (asked.tell)(Tell::Graphics("CLEAR"));
        }
        Ok(match picture {
            Picture::BestMoves => gogui::best_moves(&analysis),
            Picture::WinRates => gogui::win_rates(&analysis),
            Picture::Variation => gogui::variation(&analysis),
        })
    }

    /// A picture of the position that the game knows.
    pub(super) fn show(&mut self, name: &str, asked: &Asked) -> Reply {
        let session = self.playing();
        let drawing = session.view(name, &|| asked.is_interrupted());
        let view = session.views().iter().find(|view| view.name == name);
        let (Some(drawing), Some(view)) = (drawing, view) else {
            let names: Vec<_> = session.views().iter().map(|view| view.name).collect();
            return Err(Failure::View(name.to_owned(), names.join(" ")));
        };
        Ok(gogui::drawing(&drawing, view.numbers, session.shape()))
    }

    /// The tokens that GoGui may let a person click.
    pub(super) fn clickable(&self, asked: &Asked) -> Reply {
        let tokens = self.playing().tokens_until(Style::Steps, &|| asked.is_interrupted());
        tokens.map(|tokens| tokens.join(" ")).ok_or(Failure::Interrupted)
    }
}

/// A line as Leela Zero and KataGo write it: for each move what is known of it.
fn info(analysis: &Analysis) -> String {
    let mut text = String::new();
    for (order, variation) in analysis.variations.iter().enumerate() {
        let space = if order == 0 { "" } else { " " };
        let winrate = (10_000.0 * variation.winrate).round();
        let _ = write!(
            text,
            "{space}info move {} visits {} winrate {winrate} order {order}",
            variation.token(),
            variation.visits
        );
        if let Some(wins) = variation.proven {
            text += if wins { " proven win" } else { " proven loss" };
        }
        text += " pv";
        variation.tokens().for_each(|(_, token)| text += &format!(" {token}"));
    }
    text
}
