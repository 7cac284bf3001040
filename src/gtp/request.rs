//! From text to typed requests. Syntax only: whether a move is legal or a size possible is not known here.

use std::time::Duration;

use nom::bytes::complete::{tag_no_case, take_till1};
use nom::character::complete::{char, digit1, space0, space1};
use nom::combinator::{all_consuming, map, map_opt, map_res, opt, recognize, rest, value, verify};
use nom::multi::{fold_many0, many0};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser, branch::alt};

use crate::board::{Vertex, VertexText, vertex_path};
use crate::game::{Color, Points};
use crate::perft::DEEPEST;
use crate::session::TimeControl;

use super::commands::{self, Command};
use super::reply::Failure;

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the table of commands says what each is
pub enum Request {
    ProtocolVersion,
    Name,
    Version,
    KnownCommand(String),
    ListCommands,
    Help(Option<String>),
    Quit,
    ListGames,
    SetGame { name: String, options: String },
    GetGame,
    BoardSize { columns: u32, rows: u32 },
    ClearBoard,
    Komi(Option<Points>),
    Play { color: Color, token: String },
    Genmove(Color),
    RegGenmove(Color),
    Undo(usize),
    Time(TimeControl),
    TimeLeft { color: Color, left: Duration, stones: u32 },
    LegalMoves,
    SideToMove,
    Position,
    SetPosition(String),
    Result,
    FinalScore,
    ShowBoard,
    Perft(u32),
    Solve(Option<Duration>),
    PerftDivide(u32),
    ListParams,
    SetParam { name: String, value: String },
    CpuTime,
    Nodes,
    Analyze { color: Option<Color>, report: ReportArgs },
    GenmoveAnalyze { color: Color, report: ReportArgs },
    Show(String),
    LoadSgf { file: String, number: Option<u32> },
    PrintSgf,
    SaveSgf(String),
    AnalyzeCommands,
    Picture { picture: Picture, color: Option<Color> },
    Nothing,
    PlaySequence(Vec<(Color, String)>),
    SetUp(Vec<(Color, Vertex)>),
    SetUpPlayer(Color),
    Title,
    RunsInGoGui,
    GameId,
    RulesBoardSize,
    RulesBoard,
    RulesBoardGfx,
    RulesLegalMoves,
    CapturedCount,
    FinalResult,
}

/// How an analysis is to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportArgs {
    /// How often, in hundredths of a second.
    pub centiseconds: u32,
    /// Of how many moves at most.
    pub moves: u32,
}

/// What an analysis is shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// The best moves, as graphics.
    BestMoves,
    /// Vertices with win rates.
    WinRates,
    /// The best play.
    Variation,
}

/// A parser of a command's arguments, all that follows its name.
pub type Arguments = fn(&str) -> IResult<&str, Request>;

/// A line taken apart: the id as it was written, and the request or what is wrong with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Syntax {
    /// The id; empty if the line has none.
    pub id: String,
    /// The request.
    pub request: Result<Request, Failure>,
}

/// Parses a line that has been cleaned and is not blank.
pub fn parse(line: &str) -> Syntax {
    let id = terminated(digit1::<&str, nom::error::Error<&str>>, alt((space1, nom::combinator::eof)));
    let (line, id) = opt(id).parse(line.trim_ascii()).unwrap_or((line, None));
    let id = id.unwrap_or("").to_owned();
    let (arguments, name) = word(line).unwrap_or(("", ""));
    let request = match commands::find(name) {
        None if name.is_empty() => Err(Failure::NoCommand),
        None => Err(Failure::UnknownCommand(name.to_owned())),
        Some(&Command { arguments: parser, usage, .. }) => {
            match all_consuming(terminated(parser, space0)).parse(arguments) {
                Ok((_, request)) => Ok(request),
                Err(_) => Err(Failure::Usage(usage)),
            }
        }
    };
    Syntax { id, request }
}

fn word(input: &str) -> IResult<&str, &str> {
    preceded(space0, take_till1(|c: char| c == ' ')).parse(input)
}

/// An argument, of any form.
fn argument(input: &str) -> IResult<&str, &str> {
    preceded(space1, take_till1(|c: char| c == ' ')).parse(input)
}

/// An argument that another parser reads whole.
fn argument_of<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>>,
) -> impl Parser<&'a str, Output = T, Error = nom::error::Error<&'a str>> {
    argument.and_then(all_consuming(parser))
}

/// All that is left of the line.
fn remainder(input: &str) -> IResult<&str, String> {
    map(rest, |text: &str| text.trim().to_owned()).parse(input)
}

fn integer(input: &str) -> IResult<&str, u32> {
    map_res(digit1, str::parse).parse(input)
}

/// A number of columns or rows. One that no board has is still a number: it is refused as a size, not as syntax.
fn extent(input: &str) -> IResult<&str, u32> {
    let number = |digits: &str| digits.parse().unwrap_or(u32::MAX);
    alt((value(0, (char('-'), digit1)), map(digit1, number))).parse(input)
}

fn color(input: &str) -> IResult<&str, Color> {
    let black = value(Color::Black, alt((tag_no_case("black"), tag_no_case("b"))));
    let white = value(Color::White, alt((tag_no_case("white"), tag_no_case("w"))));
    alt((black, white)).parse(input)
}

/// Seconds, whole or decimal; a billion at most, so that sums cannot overflow.
fn seconds(input: &str) -> IResult<&str, Duration> {
    let decimal = recognize((digit1, opt((char('.'), digit1))));
    let number = verify(map_res(decimal, str::parse::<f64>), |&seconds| seconds <= 1e9);
    map(number, Duration::from_secs_f64).parse(input)
}

/// Defines parsers of arguments.
macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident: $parser:expr;)*) => {$(
        $(#[$doc])*
        pub(super) fn $name(input: &str) -> IResult<&str, Request> {
            $parser.parse(input)
        }
    )*};
}

/// Defines parsers of commands without arguments.
macro_rules! plain {
    ($($name:ident: $request:expr;)*) => {$(
        pub(super) fn $name(input: &str) -> IResult<&str, Request> {
            Ok((input, $request))
        }
    )*};
}

plain! {
    protocol_version: Request::ProtocolVersion;
    name: Request::Name;
    version: Request::Version;
    list_commands: Request::ListCommands;
    quit: Request::Quit;
    list_games: Request::ListGames;
    get_game: Request::GetGame;
    clear_board: Request::ClearBoard;
    undo: Request::Undo(1);
    legal_moves: Request::LegalMoves;
    side_to_move: Request::SideToMove;
    position: Request::Position;
    result: Request::Result;
    final_score: Request::FinalScore;
    show_board: Request::ShowBoard;
    cpu_time: Request::CpuTime;
    nodes: Request::Nodes;
    print_sgf: Request::PrintSgf;
    gogui_analyze_commands: Request::AnalyzeCommands;
    gogui_interrupt: Request::Nothing;
    gogui_title: Request::Title;
    gogui_rules_game_id: Request::GameId;
    gogui_rules_board_size: Request::RulesBoardSize;
    gogui_rules_board: Request::RulesBoard;
    gogui_rules_board_gfx: Request::RulesBoardGfx;
    gogui_rules_legal_moves: Request::RulesLegalMoves;
    gogui_rules_side_to_move: Request::SideToMove;
    gogui_rules_captured_count: Request::CapturedCount;
    gogui_rules_final_result: Request::FinalResult;
}

arguments! {
    known_command: map(argument, |name| Request::KnownCommand(name.to_owned()));
    help: map(opt(argument), |name| Request::Help(name.map(str::to_owned)));
    set_game: map((argument, remainder), |(name, options)| Request::SetGame { name: name.to_owned(), options });
    set_position: map(verify(remainder, |text: &String| !text.is_empty()), Request::SetPosition);
    board_size: map((argument_of(extent), opt(argument_of(extent))), |(columns, rows)| {
        Request::BoardSize { columns, rows: rows.unwrap_or(columns) }
    });
    rectangular_board_size: map((argument_of(extent), argument_of(extent)), |(columns, rows)| {
        Request::BoardSize { columns, rows }
    });
    komi: map(argument_of(nom::number::complete::double), |komi| Request::Komi(Points::from_f64(komi)));
    play: map((argument_of(color), argument), |(color, token)| Request::Play { color, token: token.to_owned() });
    genmove: map(argument_of(color), Request::Genmove);
    reg_genmove: map(argument_of(color), Request::RegGenmove);
    gg_undo: map(argument_of(integer), |count| Request::Undo(count as usize));
    solve: map(opt(argument_of(seconds)), Request::Solve);
    time_settings: map((argument_of(seconds), argument_of(seconds), argument_of(integer)), |(main, period, stones)| {
        Request::Time(canadian(main, period, stones))
    });
    kgs_time_settings: preceded(space1, alt((
        value(Request::Time(TimeControl::None), tag_no_case("none")),
        map(preceded(tag_no_case("absolute"), argument_of(seconds)), |main| {
            Request::Time(TimeControl::Canadian { main, period: Duration::ZERO, stones: 0 })
        }),
        map_opt(
            preceded(tag_no_case("byoyomi"), (argument_of(seconds), argument_of(seconds), argument_of(integer))),
            |(main, period, periods)| {
                (periods > 0).then_some(Request::Time(TimeControl::Byoyomi { main, period, periods }))
            },
        ),
        map(
            preceded(tag_no_case("canadian"), (argument_of(seconds), argument_of(seconds), argument_of(integer))),
            |(main, period, stones)| Request::Time(canadian(main, period, stones)),
        ),
    )));
    time_left: map((argument_of(color), argument_of(seconds), argument_of(integer)), |(color, left, stones)| {
        Request::TimeLeft { color, left, stones }
    });
    perft: map(verify(argument_of(integer), |&depth| depth <= DEEPEST), Request::Perft);
    perft_divide: map(verify(argument_of(integer), |depth| (1..=DEEPEST).contains(depth)), Request::PerftDivide);
    analyze: map((opt(argument_of(color)), report_args), |(color, report)| Request::Analyze { color, report });
    genmove_analyze: map((argument_of(color), report_args), |(color, report)| Request::GenmoveAnalyze { color, report });
    show: map(argument, |name| Request::Show(name.to_owned()));
    load_sgf: map((file_name, opt(argument_of(integer))), |(file, number)| Request::LoadSgf { file, number });
    save_sgf: map(file_name, Request::SaveSgf);
    gogui_best_moves: |input| picture(input, Picture::BestMoves);
    gogui_win_rates: |input| picture(input, Picture::WinRates);
    gogui_principal_variation: |input| picture(input, Picture::Variation);
    gogui_play_sequence: map(
        many0((argument_of(color), map(argument, str::to_owned))),
        Request::PlaySequence,
    );
    gogui_setup: map(many0((argument_of(color), argument_of(vertex))), Request::SetUp);
    gogui_setup_player: map(argument_of(color), Request::SetUpPlayer);
    gogui_version: map(argument, |_| Request::RunsInGoGui);
    param: map(opt((argument, argument)), |pair| match pair {
        None => Request::ListParams,
        Some((name, value)) => Request::SetParam { name: name.to_owned(), value: value.to_owned() },
    });
}

/// How an analysis is to be told: an interval, and pairs of a word and a number as Leela Zero and KataGo take them.
fn report_args(input: &str) -> IResult<&str, ReportArgs> {
    let default = ReportArgs { centiseconds: 50, moves: 10 };
    let pair = |word| preceded((space1, tag_no_case(word)), argument_of(integer));
    let pairs = fold_many0(
        alt((
            map(pair("interval"), |number| ("interval", number)),
            map(pair("maxmoves"), |number| ("maxmoves", number)),
            map(pair("minmoves"), |number| ("minmoves", number)),
        )),
        move || default,
        |args, (word, number)| match word {
            "interval" => ReportArgs { centiseconds: number, ..args },
            "maxmoves" => ReportArgs { moves: number, ..args },
            _ => args, // as many as there are to tell of are told anyway
        },
    );
    map((opt(argument_of(integer)), pairs), |(interval, args)| match interval {
        Some(centiseconds) => ReportArgs { centiseconds, ..args },
        None => args,
    })
    .parse(input)
}

/// The name of a file: a word, or anything in double quotes.
fn file_name(input: &str) -> IResult<&str, String> {
    let quoted = delimited(char('"'), take_till1(|c| c == '"'), char('"'));
    let bare = verify(take_till1(|c: char| c == ' '), |name: &str| !name.starts_with('"'));
    map(preceded(space1, alt((quoted, bare))), str::to_owned).parse(input)
}

fn vertex(input: &str) -> IResult<&str, Vertex> {
    let lone = |text: &str| match vertex_path(text).as_deref() {
        Some([VertexText::On(vertex)]) => Some(*vertex),
        _ => None,
    };
    map_opt(take_till1(|c: char| c == ' '), lone).parse(input)
}

fn picture(input: &str, picture: Picture) -> IResult<&str, Request> {
    map(opt(argument_of(color)), |color| Request::Picture { picture, color }).parse(input)
}

/// GTP's time settings: a period without stones means that there is no clock.
fn canadian(main: Duration, period: Duration, stones: u32) -> TimeControl {
    if stones == 0 && !period.is_zero() {
        return TimeControl::None;
    }
    TimeControl::Canadian { main, period, stones }
}
