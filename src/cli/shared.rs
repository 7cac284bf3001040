//! The arguments that `papamu` and `papamu-lab` share.

use std::ffi::OsStr;
use std::iter;

use clap::builder::{NonEmptyStringValueParser, PossibleValue, RangedU64ValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use papamu::play::{self, Game};
use papamu::registry::{self, Entry, GAMES};

/// The game that a command is about.
#[derive(Debug, Args)]
pub(super) struct GameArgs {
    /// Game, with options after commas: konane, or kanga,width=9,height=9
    #[arg(value_name = "GAME[,KEY=VALUE...]", value_parser = GameText, hide_possible_values = true)]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) size: SizeArgs,
}

/// Accepts any text, which is checked together with the other arguments, and offers games and their options as completions.
#[derive(Clone)]
pub(super) struct GameText;

impl TypedValueParser for GameText {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        NonEmptyStringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(GAMES.iter().map(Entry::info).flat_map(|game| {
            let options = game.options.into_iter().flat_map(move |option| {
                let values = if option.words().is_empty() { &[""] } else { option.words() };
                let texts = values.iter().map(move |value| format!("{},{}={value}", game.name, option.key));
                texts.map(move |text| PossibleValue::new(text).help(option.help))
            });
            iter::once(PossibleValue::new(game.name).help(game.title)).chain(options)
        })))
    }
}

/// The size of the board.
#[derive(Debug, Args)]
pub(super) struct SizeArgs {
    /// Size of the board: a number, or columns x rows as in 16x4 (the side of Send It's hexagon)
    #[arg(long, value_name = "N", value_parser = size, help_heading = "Game")]
    pub(super) size: Option<(u32, u32)>,
}

fn size(text: &str) -> Result<(u32, u32), &'static str> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let number = |text: &str| text.parse().map_err(|_| "a number, or columns x rows as in 16x4");
    Ok((number(columns)?, number(rows)?))
}

impl SizeArgs {
    /// The game that a text such as `kanga,suicide=allowed` names, and its options as `set_game` takes them.
    pub(super) fn game(&self, text: &str) -> Result<(&'static Entry, String), play::Error> {
        let (name, options) = text.split_once(',').unwrap_or((text, ""));
        let entry = registry::find(GAMES, name)?;
        let size = match self.size {
            None => String::new(),
            // Games have one option for the size, or one for each side; a wrong size is refused with the rest.
            Some((columns, rows)) if entry.has_option("size") => match columns == rows {
                true => format!(" size={columns}"),
                false => format!(" size={columns}x{rows}"),
            },
            Some((columns, rows)) => format!(" width={columns} height={rows}"),
        };
        let options = (options.replace(',', " ") + &size).trim().to_owned();
        entry.open(&options)?;
        Ok((entry, options))
    }

    /// The game that such a text names, at its start.
    pub(super) fn open(&self, text: &str) -> Result<Game, play::Error> {
        let (entry, options) = self.game(text)?;
        Game::open(entry.name, &options)
    }
}

impl GameArgs {
    pub(super) fn open(&self) -> Result<Game, play::Error> {
        self.size.open(&self.game)
    }
}

/// The seed.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct SeedArgs {
    /// Seed of the random number generator [default: 1]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(super) seed: Option<u64>,
}

/// How late a move may be.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MarginArgs {
    /// Grace period for late moves, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(..=3_600_000))]
    pub(super) margin: u64,
}

/// The form of the answer.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct JsonArgs {
    /// Print the answer as a line of JSON
    #[arg(long, help_heading = "Output")]
    pub(super) json: bool,
}

pub(super) fn at_least_one() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}
