//! Parsing lines into requests. Unknown words are errors, except in `go`, which must always be answered with a move.

use std::time::Duration;

use nom::bytes::complete::{tag, take_till1, take_until};
use nom::character::complete::{char, digit1, space1};
use nom::combinator::{all_consuming, map, map_res, opt, rest, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser, branch::alt};

use super::UgiError;

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Asks for the engine's identity and options.
    Ugi,
    /// Asks whether the engine is alive.
    IsReady,
    /// Changes a setting, or the game.
    SetOption {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Starts a new game.
    NewGame,
    /// Sets up a position and the moves played from it.
    Position {
        /// The position string; `None` is the starting position.
        start: Option<String>,
        /// Whole turns.
        moves: Vec<String>,
    },
    /// A question to the referee.
    Query(Query),
    /// Starts a search.
    Go(Go),
    /// Stops the search.
    Stop,
    /// Ends the session.
    Quit,
}

/// A question to the referee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// Whether it is the first player's turn.
    P1Turn,
    /// Whether it is the second player's turn.
    P2Turn,
    /// Whether the game is over.
    GameOver,
    /// Who has won.
    Result,
}

/// The limits of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search until `stop`.
    pub infinite: bool,
    /// The time for the move.
    pub move_time: Option<Duration>,
    /// The players' remaining times.
    pub times: [Option<Duration>; 2],
    /// The players' increments per move.
    pub increments: [Duration; 2],
    /// The depth in plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The turns to choose from; any if there are none.
    pub search_moves: Vec<String>,
    /// Unknown words.
    pub unknown: Vec<String>,
}

type Parsed<'a, T> = IResult<&'a str, T>;

fn word(input: &str) -> Parsed<'_, &str> {
    take_till1(|c| c == ' ').parse(input)
}

/// Parses a line that is not blank.
///
/// # Errors
/// [`UgiError`].
pub fn parse(line: &str) -> Result<Request, UgiError> {
    let (arguments, name) = word(line).unwrap_or(("", line));
    let arguments = arguments.trim();
    let bare = |request: Request| match arguments {
        "" => Ok(request),
        _ => Err(UgiError::Arguments(name.to_owned())),
    };
    match name {
        "ugi" => bare(Request::Ugi),
        "isready" => bare(Request::IsReady),
        "uginewgame" => bare(Request::NewGame),
        "stop" => bare(Request::Stop),
        "quit" => bare(Request::Quit),
        "setoption" => parsed(set_option(arguments), "setoption name NAME value VALUE"),
        "position" => parsed(position(arguments), "position startpos|fen POSITION [moves MOVE ...]"),
        "query" => parsed(all_consuming(query).parse(arguments), "query p1turn|p2turn|gameover|result"),
        "go" => Ok(Request::Go(go(arguments))),
        _ => Err(UgiError::Unknown(name.chars().take(100).collect())),
    }
}

fn parsed(result: Parsed<Request>, usage: &'static str) -> Result<Request, UgiError> {
    result.map(|(_, request)| request).map_err(|_| UgiError::Usage(usage))
}

fn set_option(input: &str) -> Parsed<'_, Request> {
    let name = preceded((tag("name"), space1), take_until(" value "));
    map((name, preceded((tag(" value"), space1), rest)), |(name, value): (&str, &str)| Request::SetOption {
        name: name.trim().to_owned(),
        value: value.trim().to_owned(),
    })
    .parse(input)
}

fn position(input: &str) -> Parsed<'_, Request> {
    let text = alt((terminated(take_until(" moves"), tag(" moves")), rest));
    let fen = map(preceded((tag("fen"), space1), text), |text: &str| Some(text.trim().to_owned()));
    let startpos = terminated(value(None, tag("startpos")), opt((space1, tag("moves"))));
    let moves = many0(preceded(space1, map(word, str::to_owned)));
    map(all_consuming((alt((startpos, fen)), moves)), |(start, moves)| Request::Position { start, moves }).parse(input)
}

fn query(input: &str) -> Parsed<'_, Request> {
    let query = alt((
        value(Query::P1Turn, tag("p1turn")),
        value(Query::P2Turn, tag("p2turn")),
        value(Query::GameOver, tag("gameover")),
        value(Query::Result, tag("result")),
    ));
    map(query, Request::Query).parse(input)
}

/// A limit in `go`, with its value.
#[derive(Clone, Copy)]
enum Limit {
    Infinite,
    MoveTime(Duration),
    Time(usize, Duration),
    Increment(usize, Duration),
    Depth(u32),
    Nodes(u64),
}

fn limit(input: &str) -> Parsed<'_, Limit> {
    // A clock that has run out may be below zero. Huge values are capped.
    let number = |input| map_res(digit1, str::parse::<u64>).parse(input);
    let millis = |input| {
        let below = map((char('-'), digit1), |_| Duration::ZERO);
        alt((below, map(number, |millis| Duration::from_millis(millis.min(1_000_000_000))))).parse(input)
    };
    fn after<'a, T>(
        name: &'static str,
        number: impl Fn(&'a str) -> Parsed<'a, T>,
    ) -> impl Fn(&'a str) -> Parsed<'a, T> {
        move |input| preceded((tag(name), space1), &number).parse(input)
    }
    alt((
        value(Limit::Infinite, tag("infinite")),
        map(after("movetime", millis), Limit::MoveTime),
        map(after("p1time", millis), |time| Limit::Time(0, time)),
        map(after("p2time", millis), |time| Limit::Time(1, time)),
        map(after("p1inc", millis), |time| Limit::Increment(0, time)),
        map(after("p2inc", millis), |time| Limit::Increment(1, time)),
        map(after("depth", number), |depth| Limit::Depth(depth.clamp(1, 1_000) as u32)),
        map(after("nodes", number), |nodes| Limit::Nodes(nodes.max(1))),
    ))
    .parse(input)
}

/// The keywords of `go`. A keyword ends the list of moves after `searchmoves`.
const WORDS: [&str; 9] =
    ["infinite", "movetime", "p1time", "p2time", "p1inc", "p2inc", "depth", "nodes", "searchmoves"];

/// The moves after `searchmoves`, at least one.
fn search_moves(input: &str) -> Parsed<'_, Vec<String>> {
    let mv = verify(word, |word: &str| !WORDS.contains(&word));
    preceded(tag("searchmoves"), many1(preceded(space1, map(mv, str::to_owned)))).parse(input)
}

fn go(mut input: &str) -> Go {
    let mut go = Go::default();
    while !input.is_empty() {
        if let Ok((rest, moves)) = search_moves(input) {
            go.search_moves.extend(moves);
            input = rest.trim_start();
            continue;
        }
        let whole = |rest: &str| rest.is_empty() || rest.starts_with(' ');
        match limit(input) {
            Ok((rest, limit)) if whole(rest) => {
                match limit {
                    Limit::Infinite => go.infinite = true,
                    Limit::MoveTime(time) => go.move_time = Some(time),
                    Limit::Time(player, time) => go.times[player] = Some(time),
                    Limit::Increment(player, time) => go.increments[player] = time,
                    Limit::Depth(depth) => go.depth = Some(depth),
                    Limit::Nodes(nodes) => go.nodes = Some(nodes),
                }
                input = rest.trim_start();
            }
            _ => {
                let (rest, unknown) = word(input).unwrap_or(("", input));
                go.unknown.push(unknown.to_owned());
                input = rest.trim_start();
            }
        }
    }
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves_come_apart() {
        let position = |start: Option<&str>, moves: &[&str]| {
            let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
            Ok(Request::Position { start: start.map(str::to_owned), moves })
        };
        assert_eq!(parse("position startpos"), position(None, &[]));
        assert_eq!(parse("position startpos moves"), position(None, &[]));
        assert_eq!(parse("position startpos moves D5 C5"), position(None, &["D5", "C5"]));
        assert_eq!(parse("position fen 8/8 b 1 0 -"), position(Some("8/8 b 1 0 -"), &[]));
        assert_eq!(parse("position fen 8/8 b - moves A1-C1"), position(Some("8/8 b -"), &["A1-C1"]));
        for text in ["position", "position moves D5", "position startpos D5 moves", "position startposmoves"] {
            assert!(parse(text).is_err() || text.ends_with("D5 moves"), "{text}");
        }
    }

    #[test]
    fn go_takes_what_it_knows() {
        let Ok(Request::Go(limits)) = parse("go p1time 1000 p2time -5 p1inc 10 p2inc 20 winc 3 depth") else {
            panic!("no go");
        };
        assert_eq!(limits.times, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(limits.increments, [10, 20].map(Duration::from_millis));
        assert_eq!(limits.unknown, ["winc", "3", "depth"]);
        assert_eq!(parse("go"), Ok(Request::Go(Go::default())));
        assert_eq!(
            parse("go nodes 10x"),
            Ok(Request::Go(Go { unknown: vec!["nodes".into(), "10x".into()], ..Go::default() }))
        );
        let Ok(Request::Go(limits)) = parse("go nodes 10 searchmoves D5 A8-C8 depth 3 searchmoves PASS") else {
            panic!("no go");
        };
        assert_eq!((limits.nodes, limits.depth, limits.unknown), (Some(10), Some(3), Vec::<String>::new()));
        assert_eq!(limits.search_moves, ["D5", "A8-C8", "PASS"]);
        assert_eq!(
            parse("go searchmoves infinite"),
            Ok(Request::Go(Go { infinite: true, unknown: vec!["searchmoves".into()], ..Go::default() }))
        );
        assert_eq!(parse("go infinite"), Ok(Request::Go(Go { infinite: true, ..Go::default() })));
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let set = |name: &str, value: &str| Ok(Request::SetOption { name: name.into(), value: value.into() });
        assert_eq!(parse("setoption name Game value konane width=6 height=6"), set("Game", "konane width=6 height=6"));
        assert_eq!(parse("setoption name threads value 2"), set("threads", "2"));
        assert!(parse("setoption threads 2").is_err());
        assert!(parse("query who").is_err());
        assert!(parse("isready now").is_err());
        assert!(parse("hello").is_err());
    }
}
