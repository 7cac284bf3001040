//! The arguments of `papamu match` and `papamu results`, and what they print.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use papamu::matches::{
    self, Fault, GameRecord, Log, Match, MatchReport, RecordFile, Sprt, Standing, Terms, ThinkingLimit,
};
use papamu::play;
use papamu::registry::{Entry, GAMES};
use papamu::rng::Rng;
use papamu::system::{can_save, save};

use super::progress::{QuietArgs, notice, until_interrupt};
use super::shared::{GameText, MarginArgs, SeedArgs, SizeArgs, at_least_one};
use super::{Error, read};

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    /// Game, with options after commas: kanga,width=9,height=9
    #[arg(value_name = "GAME[,KEY=VALUE...]", value_parser = GameText, hide_possible_values = true, default_value = GAMES[0].name)]
    game: String,
    #[command(flatten)]
    size: SizeArgs,
    /// Command line of an engine, in quotes, or NAME=COMMAND; at least two
    #[arg(short, long = "engine", value_name = "COMMAND", required = true, num_args = 1)]
    engines: Vec<String>,
    /// Games between two engines, an even number: every opening is played twice, with colours swapped
    #[arg(short = 'n', long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    games: usize,
    /// The first engine plays all others, and these do not play each other
    #[arg(long)]
    gauntlet: bool,
    /// Seconds for the game, and seconds more a move: 10+0.1
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = clock, conflicts_with_all = ["move_time_ms", "nodes"])]
    clock: Option<ThinkingLimit>,
    #[command(flatten)]
    margin: MarginArgs,
    /// Time for an engine to start up, and for each command before its first move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    startup: u64,
    /// Time for a move with --nodes, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Openings, a line each: a position, or moves, or both with 'moves' between
    #[arg(long, value_name = "FILE", conflicts_with = "random")]
    openings: Option<PathBuf>,
    /// Order of the openings in the file: as they are there, or shuffled by --seed
    #[arg(long, value_parser = ["sequential", "random"], default_value = "sequential", requires = "openings")]
    order: String,
    /// Number of the opening to begin with, from 1, in this order; the first one follows the last one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one(), requires = "openings")]
    start: usize,
    /// Random turns at the start of a game, if there are no openings
    #[arg(long, value_name = "TURNS", default_value_t = 4)]
    random: u32,
    /// Games played at a time
    #[arg(short = 'c', long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    concurrency: usize,
    /// File for the records of the games, a line each
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Continue the match whose records are in the file
    #[arg(long, requires = "records")]
    resume: bool,
    /// File to which the conversations with the engines and their standard error are appended
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Milliseconds a move
    #[arg(long = "time", value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    move_time_ms: u64,
    /// Limit of nodes a move, instead of the time limit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Limits of one engine instead of those of the match: time=MS, clock=10+0.1 or nodes=N; any other KEY is a setting that it is
    /// sent with param
    #[arg(long = "set", value_name = "NAME,KEY=VALUE...", value_parser = own_terms)]
    own_terms: Vec<OwnTerms>,
    #[command(flatten)]
    seed: SeedArgs,
    /// Before each move, try to prove the result for this many seconds, and end the game if it is proven
    #[arg(long, value_name = "SECONDS", value_parser = some_seconds)]
    prove: Option<Duration>,
    #[command(flatten)]
    forms: Forms,
    #[command(flatten)]
    quiet: QuietArgs,
}

/// The largest difference in Elo of a test: beyond it, expected scores are nearly 0 or 1.
const MOST_ELO: f64 = 2000.0;

const SPRT_KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];

/// How results are printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct Forms {
    /// Sequential probability ratio test (SPRT) of the first two engines; a match stops on its decision. Defaults:
    /// elo0=0 elo1=20 alpha=0.05 beta=0.05
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..=4, value_parser = sprt_value)]
    sprt: Option<Vec<(usize, f64)>>,
    /// File for rating programs, in PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Folder for a page for the web, index.html, with the cross table and a link to each game
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// Address of a board that the links of --html open: a static site that scripts/web.sh built, there or elsewhere
    #[arg(long, value_name = "URL", default_value = "board/", requires = "html")]
    board: String,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Seconds, at most a billion: no sum of such times is too long for a clock.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1e9).contains(number));
    let time = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.ok_or_else(|| format!("'{text}' is not a number of seconds from 0 to 1000000000, such as 0.5"))
}

fn some_seconds(text: &str) -> Result<Duration, String> {
    match seconds(text)? {
        Duration::ZERO => Err("there is no time to prove anything; give a number of seconds, such as 0.5".to_owned()),
        time => Ok(time),
    }
}

fn clock(text: &str) -> Result<ThinkingLimit, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (seconds(base)?, seconds(increment)?) {
        (Duration::ZERO, Duration::ZERO) => Err("there is no time to play; give seconds, as in 10+0.1".to_owned()),
        (base, increment) => Ok(ThinkingLimit::Clock { base, increment }),
    }
}

/// The name of an engine, its time control, and the names and values of its settings.
type OwnTerms = (String, Option<ThinkingLimit>, Vec<(String, String)>);

fn own_terms(text: &str) -> Result<OwnTerms, String> {
    let mut parts = text.split(',');
    let name = parts.next().unwrap_or_default().to_owned();
    let (mut time, mut params) = (None, Vec::new());
    for part in parts {
        let (key, value) = part.split_once('=').ok_or_else(|| format!("'{part}' is not KEY=VALUE"))?;
        let number = || {
            value.parse().ok().filter(|&number: &u64| number > 0).ok_or_else(|| format!("{key} needs a number from 1"))
        };
        let limit = match key {
            "time" => ThinkingLimit::Move(Duration::from_millis(number()?)),
            "nodes" => ThinkingLimit::Nodes(number()?),
            "clock" => clock(value)?,
            _ => {
                params.push((key.to_owned(), value.to_owned()));
                continue;
            }
        };
        if time.replace(limit).is_some() {
            return Err("an engine has one of time, clock and nodes".to_owned());
        }
    }
    match time.is_none() && params.is_empty() {
        true => Err("give NAME,KEY=VALUE, as in old,time=200".to_owned()),
        false => Ok((name, time, params)),
    }
}

/// The index of a key of `--sprt`, and its value.
fn sprt_value(text: &str) -> Result<(usize, f64), String> {
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let index = SPRT_KEYS.iter().position(|known| *known == key).ok_or_else(|| {
        format!("--sprt has no '{key}', only {}; put the game or the files before --sprt", SPRT_KEYS.join(", "))
    })?;
    Ok((index, value.parse().map_err(|_| format!("'{value}' is not a number"))?))
}

impl Forms {
    fn sprt(&self) -> Result<Option<Sprt>, Error> {
        let Some(pairs) = &self.sprt else { return Ok(None) };
        let mut values = [0.0, 20.0, 0.05, 0.05];
        pairs.iter().for_each(|&(index, value)| values[index] = value);
        let [elo0, elo1, alpha, beta] = values;
        let probability = |value: f64| value > 0.0 && value < 0.5;
        let in_order = -MOST_ELO <= elo0 && elo0 < elo1 && elo1 <= MOST_ELO;
        if !in_order || !probability(alpha) || !probability(beta) {
            let text = format!(
                "--sprt: elo0 must be less than elo1, both within ±{MOST_ELO}, and alpha and beta between 0 and 0.5"
            );
            return Err(Error::Arguments(text));
        }
        Ok(Some(Sprt { elo0, elo1, alpha, beta }))
    }

    /// Prepares the files of the results, which must not be those of the records and the log. After a match, an error would
    /// come too late.
    fn prepare(&self, records: &[PathBuf]) -> Result<(), Error> {
        let records: Vec<_> = records.iter().map(|path| real(path)).collect();
        if let Some(folder) = &self.html {
            fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        }
        for path in self.pgn.iter().chain(&self.page()) {
            if records.contains(&real(path)) {
                return Err(Error::Arguments(format!("{} holds the records, or the log", path.display())));
            }
            can_save(path).map_err(|error| Error::file(path, error))?;
        }
        Ok(())
    }

    fn page(&self) -> Option<PathBuf> {
        Some(self.html.as_ref()?.join("index.html"))
    }

    fn write(&self, standing: Standing, table: &MatchReport, output: &mut impl Write) -> Result<(), Error> {
        let written = match self.json {
            true => serde_json::to_writer_pretty(&mut *output, table).map_err(io::Error::from).and(writeln!(output)),
            false => write!(output, "{table}"),
        };
        written?;
        let write = |path: &PathBuf, text: String| save(path, &text).map_err(|error| Error::file(path, error));
        let mut games = standing.records;
        games.sort_by_key(|record| record.number);
        if let Some(path) = &self.page() {
            write(path, matches::html(table, &games, &self.board))?;
        }
        if let Some(path) = &self.pgn {
            write(path, games.iter().map(matches::pgn).collect())?;
        }
        Ok(())
    }
}

impl MatchArgs {
    fn describe(&self) -> Result<Match, Error> {
        if self.engines.len() < 2 {
            return Err(Error::Arguments("a match is between two engines or more: --engine, twice".to_owned()));
        }
        let engines = named(&self.engines);
        let mut names = BTreeSet::new();
        if let Some((name, _)) = engines.iter().find(|(name, _)| !names.insert(name.clone())) {
            return Err(Error::Arguments(format!("two engines are called {name}")));
        }
        let (entry, options) = match_game(&self.size, &self.game)?;
        if !self.games.is_multiple_of(2) {
            notice(&format!("{} games are played, because each opening is played twice", self.games.saturating_add(1)));
        }
        let time = match (self.clock, self.nodes) {
            (Some(clock), _) => clock,
            (_, Some(nodes)) => ThinkingLimit::Nodes(nodes),
            _ => ThinkingLimit::Move(Duration::from_millis(self.move_time_ms)),
        };
        let seed = self.seed.seed.unwrap_or(1);
        let mut openings = Vec::new();
        if let Some(path) = &self.openings {
            let text = fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
            openings =
                matches::read_openings(&text, &entry.open(&options)?).map_err(|error| Error::file(path, error))?;
            if self.start > openings.len() {
                let last = format!("the last opening in {} is number {}", path.display(), openings.len());
                return Err(Error::Arguments(format!("--start {}: {last}", self.start)));
            }
            if self.order == "random" {
                let mut rng = Rng::new(seed);
                (1..openings.len()).rev().for_each(|last| openings.swap(last, rng.below(last as u32 + 1) as usize));
            }
            openings.rotate_left(self.start - 1);
        }
        let terms = Terms {
            game: format!("{} {options}", entry.name).trim().to_owned(),
            time,
            params: Vec::new(),
            margin: Duration::from_millis(self.margin.margin),
            timeout: Duration::from_millis(self.timeout),
            startup: Duration::from_millis(self.startup),
            prove: self.prove,
        };
        let mut own_terms = BTreeMap::new();
        for (name, time, params) in &self.own_terms {
            let Some(index) = engines.iter().position(|(engine, _)| engine == name) else {
                let names = Vec::from_iter(names).join(", ");
                return Err(Error::Arguments(format!("--set: no engine is called '{name}'; there are {names}")));
            };
            let own: &mut Terms = own_terms.entry(index).or_insert_with(|| terms.clone());
            own.time = time.unwrap_or(own.time);
            own.params.extend_from_slice(params);
        }
        let log = self.log.as_ref().map(|path| Log::open(path).map_err(|error| Error::file(path, error)));
        Ok(Match {
            engines,
            gauntlet: self.gauntlet,
            games: self.games,
            entry,
            terms,
            own_terms,
            options,
            openings,
            random_turns: self.random,
            seed,
            concurrency: self.concurrency,
            sprt: self.forms.sprt()?,
            log: log.transpose()?,
        })
    }

    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        let written: Vec<_> = self.records.iter().chain(&self.log).cloned().collect();
        if let (Some(records), Some(log)) = (&self.records, &self.log)
            && real(records) == real(log)
        {
            return Err(Error::Arguments(format!("{} is for the records or for the log, not both", log.display())));
        }
        self.forms.prepare(&written)?;
        let described = self.describe()?;
        let opened = self.records.as_ref().map(|path| RecordFile::open(path, self.resume, GAMES));
        let (mut records, known) = opened.transpose()?.unzip();
        let known = known.unwrap_or_default();
        let (line, lists_games) = (self.quiet.line(), !self.quiet.quiet && !io::stderr().is_terminal());
        let all = described.number_of_games();
        line.set(known.len(), all);
        let mut faults = BTreeSet::new();
        let stop = until_interrupt(false);
        let before = known.len();
        let (standing, result) = described.run(&known, &stop, |record, standing| {
            if let Some(file) = &mut records {
                file.write(record)?;
            }
            let GameRecord { black, white, result, .. } = record;
            // The first fault of each kind for each engine is explained; the log has the others.
            let fault = record.fault().ok().flatten();
            let is_new = fault.is_some_and(|(color, fault)| {
                faults.insert(([black, white][color.index()].clone(), Fault::kind(fault).to_owned()))
            });
            if lists_games || is_new {
                let end = if is_new { record.reason.clone() } else { record.short_end() };
                let end = end.map_or_else(String::new, |end| format!(", {end}"));
                let text = format!("game {} of {all}: {black} - {white} {result}{end}", record.number + 1);
                line.suspend(|| notice(&text));
            }
            line.set(standing.games() as usize, all);
            let results = standing.tallies.iter().map(|(&(first, second), tally)| {
                let [won, drawn, lost] = tally.wdl();
                let elo = tally.elo().map_or(String::new(), |elo| format!(" ({elo:+.0} Elo)"));
                format!("{} - {} +{won} ={drawn} -{lost}{elo}", standing.engines[first], standing.engines[second])
            });
            let results = results.chain(standing.sprt().map(|sprt| sprt.to_string())).collect::<Vec<_>>().join(", ");
            line.say(&results);
            Ok(())
        });
        drop(line);
        let played = standing.games();
        let decision = standing.decision;
        if let Some(decision) = decision.filter(|_| result.is_ok() && standing.records.len() == before) {
            notice(&format!("the match is decided: {:?} was accepted; no game is played", decision.accepted));
        }
        let table = MatchReport::new(&standing);
        if played > 0 || result.is_ok() {
            self.forms.write(standing, &table, output)?;
        }
        result?;
        if stop.is_cancelled() && decision.is_none() {
            return Err(Error::failed(format!("interrupted after {played} of {all} games; {}", self.how_to_resume())));
        }
        let useless = table.engines.iter().filter(|engine| engine.could_not_play);
        match useless.map(|engine| engine.name.as_str()).collect::<Vec<_>>()[..] {
            [] => Ok(()),
            ref engines => Err(Error::failed(format!("could not play at all: {}", engines.join(", ")))),
        }
    }

    fn how_to_resume(&self) -> String {
        if self.records.is_none() {
            return "without --records it cannot be resumed".to_owned();
        }
        let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let words: Vec<_> = words.chain((!self.resume).then(|| "--resume".to_owned())).collect();
        let command = shlex::try_join(words.iter().map(String::as_str));
        command.map_or_else(|_| "--resume continues it".to_owned(), |command| format!("to go on: {command}"))
    }
}

/// The game of a match and its options. A game that may not end gets a limit.
pub(super) fn match_game(size: &SizeArgs, text: &str) -> Result<(&'static Entry, String), play::Error> {
    let (entry, mut options) = size.game(text)?;
    if let Some(limit) = entry.match_max_moves.filter(|_| !options.contains("max_moves=")) {
        notice(&format!("{} is played with max_moves={limit}; max_moves=0 removes the limit", entry.name));
        options = format!("{options} max_moves={limit}").trim().to_owned();
    }
    Ok((entry, options))
}

/// The real path of a file, which need not exist; the path itself if it has none.
fn real(path: &Path) -> PathBuf {
    let folder = || std::path::absolute(path).ok()?.parent()?.canonicalize().ok();
    let new = || Some(folder()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(new).unwrap_or_else(|| path.to_owned())
}

/// The engines with names: those given, else `engine1` and so on.
fn named(engines: &[String]) -> Vec<(String, String)> {
    let named = engines.iter().enumerate().map(|(index, text)| {
        let plain =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
        match text.split_once('=') {
            Some((name, command)) if plain(name) => (name.to_owned(), command.to_owned()),
            _ => (format!("engine{}", index + 1), text.clone()),
        }
    });
    named.collect()
}

#[derive(Debug, Args)]
pub(crate) struct ResultsArgs {
    /// Files of records, as `papamu match --records` writes them; each is a match, and - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Folder for the games as SGF: NAME-LINE.sgf for each line of NAME.jsonl
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    sgf: Option<PathBuf>,
    #[command(flatten)]
    forms: Forms,
}

impl ResultsArgs {
    /// Checks the games by playing them again, adds the matches up, and prints the result.
    pub fn run(&self, output: &mut impl Write) -> Result<(), Error> {
        self.forms.prepare(&self.files)?;
        self.prepare_folder()?;
        let (mut numbers, mut groups) = (Vec::new(), Vec::new());
        let (mut games, mut wrong) = (0, 0);
        for (index, path) in self.files.iter().enumerate() {
            if let Some(other) = self.files[..index].iter().find(|other| real(other) == real(path)) {
                return Err(Error::Arguments(format!("{} and {} are the same file", other.display(), path.display())));
            }
            let bytes = read(path)?;
            let (lines, whole) = matches::read_lines(&bytes, GAMES);
            if whole < bytes.len() {
                notice(&format!("{}: the last line is cut off and does not count", path.display()));
            }
            if lines.is_empty() {
                return Err(Error::file(path, "holds no game records"));
            }
            games += lines.len();
            let right = lines.into_iter().filter_map(|(line, record)| match record {
                Ok(record) => Some((line, record)),
                Err(error) => {
                    wrong += 1;
                    notice(&format!("{}: line {line}: {error}", path.display()));
                    None
                }
            });
            let (lines, group): (Vec<usize>, Vec<_>) = right.unzip();
            numbers.push(lines);
            groups.push(group);
        }
        if wrong > 0 {
            return Err(Error::failed(format!("invalid game records: {wrong} of {games}")));
        }
        if let Some(mixture) = matches::mixture(groups.iter().flatten()) {
            let text = format!("{mixture} do not belong in one table: call `papamu results` for each kind");
            return Err(Error::Arguments(text));
        }
        for ((path, lines), group) in self.files.iter().zip(numbers).zip(&groups) {
            lines.into_iter().zip(group).try_for_each(|(line, record)| self.write_sgf(path, line, record))?;
        }
        let standing = Standing::of_records(&groups, self.forms.sprt()?);
        let table = MatchReport::new(&standing);
        self.forms.write(standing, &table, output)
    }

    fn sgf_path(&self, records: &Path, line: usize) -> Option<PathBuf> {
        let stem = records.file_stem().filter(|stem| *stem != "-").unwrap_or("stdin".as_ref()).to_string_lossy();
        self.sgf.as_ref().map(|folder| folder.join(format!("{stem}-{line}.sgf")))
    }

    fn prepare_folder(&self) -> Result<(), Error> {
        let Some(folder) = &self.sgf else { return Ok(()) };
        for (index, path) in self.files.iter().enumerate() {
            let same = |other: &&PathBuf| self.sgf_path(other, 1) == self.sgf_path(path, 1);
            if let Some(other) = self.files[..index].iter().find(same) {
                let [one, other] = [other, path].map(|path| path.display());
                let text = format!("{one} and {other} have the same name, and so would their games as SGF");
                return Err(Error::Arguments(text));
            }
        }
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))
    }

    fn write_sgf(&self, records: &Path, line: usize, record: &GameRecord) -> Result<(), Error> {
        let Some(path) = self.sgf_path(records, line) else { return Ok(()) };
        let text =
            matches::sgf(record, GAMES).map_err(|error| Error::file(records, format!("line {line}: {error}")))?;
        save(&path, &format!("{text}\n")).map_err(|error| Error::file(&path, error))
    }
}
