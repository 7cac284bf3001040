//! Proven results, compared with brute force that knows the whole history of the game.
//!
//! In small random positions of every game, reached by random play with repetition and move limits near, the results of `solve`, the
//! `proven` of each line of an analysis and that of a chosen move must be true. The tables are those of the searches before, in the
//! same session. Brute force plays every continuation by the rules of `tests/all/reference`, and counts how often each
//! position has occurred.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use papamu::game::{Color, Points, Style, Verdict};
use papamu::play::{Analysis, Game, MAX_LEVEL, Observer, Search, SearchParams, Variation};
use papamu::rng::Rng;
use papamu::search::Limits;

use crate::common;
use crate::reference::{Reference, reference};

/// A position as the reference sees it, without history.
struct Node {
    black_moves: bool,
    turn_begins: bool,
    /// Black's lead at the end, if the rules end the game here.
    over: Option<f64>,
    /// Black's lead if the game were stopped here.
    stopped: f64,
    /// The tokens that are legal here, and where they lead; `None` until somebody asks.
    children: Option<Vec<(String, usize)>>,
}

/// The positions of a game that anybody has asked for.
struct Graph {
    rules: Box<dyn Reference>,
    places: HashMap<String, usize>,
    texts: Vec<String>,
    nodes: Vec<Node>,
    has_komi: bool,
}

/// Black's lead by the text of a result.
fn lead(result: &str) -> f64 {
    match result.split_at(1) {
        ("B", by) => by[1..].parse().unwrap(),
        ("W", by) => -by[1..].parse::<f64>().unwrap(),
        _ => 0.0,
    }
}

impl Graph {
    fn new(game: &str, options: &str) -> Self {
        let rules = reference(game, &format!("{options} repetition=0"));
        let has_komi = game == "send_it";
        Self { rules, places: HashMap::new(), texts: Vec::new(), nodes: Vec::new(), has_komi }
    }

    /// The place of the position in which the reference stands. A resignation does not show in the text.
    fn place(&mut self) -> usize {
        let (text, result) = (self.rules.position(), self.rules.result());
        let key = format!("{text} {result}");
        if let Some(&place) = self.places.get(&key) {
            return place;
        }
        let node = Node {
            black_moves: self.rules.side() == 'b',
            // A position of Send It lists the drops of a turn under way.
            turn_begins: text.split(' ').count() < 5 || text.ends_with('-'),
            over: (result != "none").then(|| lead(&result)),
            stopped: lead(&self.rules.final_score()),
            children: None,
        };
        self.nodes.push(node);
        self.texts.push(text);
        self.places.insert(key, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn children(&mut self, place: usize) -> Vec<(String, usize)> {
        if let Some(children) = &self.nodes[place].children {
            return children.clone();
        }
        let text = self.texts[place].clone();
        self.rules.set_position(&text);
        let mut children = Vec::new();
        for token in self.rules.legal() {
            self.rules.set_position(&text);
            self.rules.play(&token);
            children.push((token, self.place()));
        }
        self.nodes[place].children = Some(children.clone());
        children
    }
}

/// The history of a game, as far as its end depends on it.
#[derive(Clone)]
struct History {
    at: usize,
    /// How often each position has occurred at the beginning of a turn.
    occurrences: BTreeMap<usize, u32>,
    turns: u32,
    /// Moves since the beginning.
    depth: u32,
    /// Black's lead at the end of a finished game.
    over: Option<f64>,
}

/// The data that the value of a game depends on: the position, the turns played, and how often positions have occurred.
type Key = (usize, u32, Vec<(usize, u32)>);

/// Longer games are given up.
const DEEPEST: u32 = 200;

/// The slow rules take as long as this many visits to list the moves of a position.
const COST: u32 = 20;

/// Values for Black: 1 a win, 0 a draw, -1 a loss.
struct Brute<'a> {
    graph: &'a mut Graph,
    repetition: u32,
    max_moves: u32,
    komi: f64,
    values: HashMap<Key, i32>,
    /// Positions that may still be visited.
    left: u32,
}

impl Brute<'_> {
    fn begin(&mut self, text: &str) -> History {
        self.values.clear();
        self.graph.rules.set_position(text);
        let at = self.graph.place();
        let begins = self.graph.nodes[at].turn_begins;
        let occurrences = begins.then_some((at, 1)).into_iter().collect();
        History { at, occurrences, turns: 0, depth: 0, over: self.graph.nodes[at].over }
    }

    fn after(&mut self, history: &History, child: usize) -> History {
        let mut after = History { at: child, depth: history.depth + 1, ..history.clone() };
        let node = &self.graph.nodes[child];
        after.over = node.over;
        if node.turn_begins {
            after.turns += 1;
            let times = after.occurrences.entry(child).or_default();
            *times += 1;
            let ends =
                self.repetition > 0 && *times >= self.repetition || self.max_moves > 0 && after.turns >= self.max_moves;
            after.over = node.over.or(ends.then_some(node.stopped));
        }
        after
    }

    /// The value of a game for Black; `None` if it takes too long.
    fn value(&mut self, history: &History) -> Option<i32> {
        if let Some(lead) = history.over {
            let lead = if self.graph.has_komi { lead - self.komi } else { lead };
            return Some(if lead == 0.0 { 0 } else { lead.signum() as i32 });
        }
        if history.depth == DEEPEST {
            return None;
        }
        self.left = self.left.checked_sub(1)?;
        let occurrences = if self.repetition > 0 { history.occurrences.clone() } else { BTreeMap::new() };
        let turns = if self.max_moves > 0 { history.turns } else { 0 };
        let key = (history.at, turns, occurrences.into_iter().collect());
        if let Some(&value) = self.values.get(&key) {
            return Some(value);
        }
        if self.graph.nodes[history.at].children.is_none() {
            self.left = self.left.saturating_sub(COST);
        }
        let sign = if self.graph.nodes[history.at].black_moves { 1 } else { -1 };
        let mut best = -1;
        for (_, child) in self.graph.children(history.at) {
            let after = self.after(history, child);
            best = best.max(sign * self.value(&after)?);
            if best == 1 {
                break;
            }
        }
        self.values.insert(key, sign * best);
        Some(sign * best)
    }

    /// Whether a player (1 is Black, -1 White) can force a win within so many turns; `None` if it takes too long. A
    /// repetition that is not prepared by the positions that `base` counts is not a win.
    fn wins_within(
        &mut self,
        base: &BTreeMap<usize, u32>,
        history: &History,
        side: i32,
        turns: u32,
        known: &mut HashMap<(Key, u32), bool>,
    ) -> Option<bool> {
        if let Some(lead) = history.over {
            let lead = if self.graph.has_komi { lead - self.komi } else { lead };
            let ends_otherwise = self.graph.nodes[history.at].over.is_some()
                || self.max_moves > 0 && history.turns >= self.max_moves
                || base.get(&history.at).is_some_and(|times| times + 1 >= self.repetition);
            return Some(lead * f64::from(side) > 0.0 && ends_otherwise);
        }
        self.left = self.left.checked_sub(1)?;
        let key = (history.at, history.turns, history.occurrences.clone().into_iter().collect());
        if let Some(&wins) = known.get(&(key.clone(), turns)) {
            return Some(wins);
        }
        let attacks = self.graph.nodes[history.at].black_moves == (side == 1);
        let mut wins = !attacks;
        for (_, child) in self.graph.children(history.at) {
            let after = self.after(history, child);
            let is_over = after.over.is_some() && after.turns == history.turns;
            let used = after.turns - history.turns + u32::from(is_over);
            let reached = used <= turns && self.wins_within(base, &after, side, turns - used, known)?;
            if reached == attacks {
                wins = attacks;
                break;
            }
        }
        known.insert((key, turns), wins);
        Some(wins)
    }

    /// The value for the player to move of each move; `None` if it takes too long.
    fn values_of_moves(&mut self, history: &History, most: u32) -> Option<Vec<(String, i32)>> {
        self.left = most;
        let sign = if self.graph.nodes[history.at].black_moves { 1 } else { -1 };
        let children = self.graph.children(history.at);
        children
            .into_iter()
            .map(|(token, child)| {
                let after = self.after(history, child);
                Some((token, sign * self.value(&after)?))
            })
            .collect()
    }
}

/// How often something was called proven, by kind.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    positions: u32,
    solved: u32,
    lines: u32,
    choices: u32,
    /// Moves with a result, with a distance, and those whose distance brute force has found out too.
    moves: u32,
    distances: u32,
    compared: u32,
}

/// A game with options, and random positions of it to begin with.
struct Subject {
    game: &'static str,
    /// How many games are played for each hundred of the others.
    percent: u64,
    options: &'static str,
    start: fn(&mut Rng) -> String,
}

/// Random rows of a rectangle with about this many stones.
fn rows(width: u32, height: u32, stones: u32, rng: &mut Rng) -> String {
    let row = |rng: &mut Rng| {
        let cells = (0..width).map(|_| match rng.below(width * height) {
            place if place < stones / 2 => 'x',
            place if place < stones => 'o',
            _ => '.',
        });
        papamu_row(&cells.collect::<String>())
    };
    (0..height).map(|_| row(rng)).collect::<Vec<_>>().join("/")
}

/// A row of cells with the runs of empty ones counted.
fn papamu_row(cells: &str) -> String {
    let mut row = String::new();
    let mut empty = 0;
    for cell in cells.chars().chain(['|']) {
        if cell == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            row += &empty.to_string();
        }
        empty = 0;
        row.push(cell);
    }
    row.trim_end_matches('|').to_owned()
}

fn side(rng: &mut Rng) -> &'static str {
    ["b", "w"][rng.below(2) as usize]
}

fn sparse_kangaroo(rng: &mut Rng) -> String {
    let stones = 3 + rng.below(3);
    format!("{} {} -", rows(6, 6, stones, rng), side(rng))
}

fn small_kanga(rng: &mut Rng) -> String {
    format!("{} {}", rows(3, 3, 6, rng), side(rng))
}

fn wide_kanga(rng: &mut Rng) -> String {
    let stones = 16 + rng.below(6);
    format!("{} {}", rows(5, 5, stones, rng), side(rng))
}

fn konane(rng: &mut Rng) -> String {
    format!("{} {}", rows(4, 4, 12, rng), side(rng))
}

/// The seven cells of the hexagon of side 2, and of the square of side 3 nine.
fn send_it(rng: &mut Rng) -> String {
    let row = |width, rng: &mut Rng| rows(width, 1, width * 3 / 4, rng);
    let rows = [row(2, rng), row(3, rng), row(2, rng)].join("/");
    format!("{rows} {} 3 {} -", side(rng), rng.below(2))
}

fn square_send_it(rng: &mut Rng) -> String {
    format!("{} {} 3 {} -", rows(3, 3, 7, rng), side(rng), rng.below(2))
}

const SUBJECTS: [Subject; 10] = [
    Subject { game: "kangaroo", percent: 100, options: "size=6", start: sparse_kangaroo },
    Subject { game: "kangaroo", percent: 100, options: "size=6 resignation=off obligatory=1", start: sparse_kangaroo },
    Subject { game: "kangaroo", percent: 100, options: "size=6 penalty=remove obligatory=0", start: sparse_kangaroo },
    Subject { game: "kanga", percent: 100, options: "width=3 height=3", start: small_kanga },
    Subject { game: "kanga", percent: 100, options: "width=3 height=3 suicide=allowed", start: small_kanga },
    Subject { game: "kanga", percent: 20, options: "width=5 height=5 suicide=allowed", start: wide_kanga },
    Subject { game: "konane", percent: 100, options: "width=4 height=4", start: konane },
    Subject { game: "send_it", percent: 100, options: "size=2", start: send_it },
    Subject { game: "send_it", percent: 100, options: "board=square size=3 push=true", start: square_send_it },
    Subject { game: "kangaroo", percent: 100, options: "size=6 resignation=off", start: sparse_kangaroo },
];

/// Turns played from a position that was set up.
const TURNS: u32 = 10;

fn name(value: i32) -> &'static str {
    ["a loss", "a draw", "a win"][(value + 1) as usize]
}

/// Plays one game, and checks every proven result on the way. `most` positions of brute force at each.
fn follow(subject: &Subject, graph: &mut Graph, seed: u64, most: u32, tally: &mut Tally) {
    let rng = &mut Rng::new(seed);
    let repetition = [0, 2, 3, 3][rng.below(4) as usize];
    let near = rng.below(3) > 0 || repetition == 0;
    let max_moves = if near { 1 + rng.below(TURNS + 8) } else { 0 };
    let komi = if rng.below(3) == 0 { f64::from(rng.below(5)) / 2.0 - 1.0 } else { 0.0 };
    let options = format!("{} repetition={repetition} max_moves={max_moves}", subject.options);
    let mut session = common::open(subject.game, &options);
    session.set_komi(Points::from_f64(komi).unwrap());
    let text = (subject.start)(rng);
    if session.set_position(&text).is_err() {
        return;
    }
    let mut brute = Brute { graph, repetition, max_moves, komi, values: HashMap::new(), left: 0 };
    let mut history = brute.begin(&session.position());
    let mut params = SearchParams { threads: 1 + rng.below(4) as usize, hash_mb: 1, ..SearchParams::default() };
    for turn in 0..TURNS {
        if session.outcome().is_some() {
            assert!(history.over.is_some(), "{subject} {options}: {}", session.position(), subject = subject.game);
            return;
        }
        params.seed = seed;
        if let Some(truth) = brute.values_of_moves(&history, most) {
            let told = Told {
                game: subject.game,
                truth: &truth,
                context: format!(
                    "{} {options} komi {komi} from {text}, turn {turn}: {}",
                    subject.game,
                    session.position()
                ),
            };
            tally.positions += 1;
            params.limits = Limits { nodes: Some(4_000), ..Limits::default() };
            tally.solved += told.check_solution(&session, &params);
            params.limits = Limits { nodes: Some(20_000), ..Limits::default() };
            told.check_moves(&session, &params, &mut brute, &history, tally);
            // Searches by depth keep the tables of those before.
            params.limits = Limits { depth: Some(2 + rng.below(7)), ..Limits::default() };
            tally.lines += told.check_analysis(&mut session, &params);
            params.level = if rng.below(2) == 0 { MAX_LEVEL } else { u64::from(1 + rng.below(9)) };
            tally.choices += told.check_choice(&mut session, &params);
            params.level = MAX_LEVEL;
        }
        // Every other move goes where the game has been before, if one does.
        let children = brute.graph.children(history.at);
        let again: Vec<_> = children.iter().filter(|(_, child)| history.occurrences.contains_key(child)).collect();
        let list = if again.is_empty() || rng.below(2) == 0 { children.iter().collect() } else { again };
        let (token, child) = list[rng.below(list.len() as u32) as usize].clone();
        let color = session.turn();
        session.play(color, &token, style(subject.game, &token)).unwrap();
        history = brute.after(&history, child);
        assert_eq!(session.outcome().is_some(), history.over.is_some(), "{options}: {}", session.position());
    }
}

/// The reference plays single drops of Send It, which steps style reads.
fn style(game: &str, token: &str) -> Style {
    if game == "send_it" && token != "PASS" { Style::Steps } else { Style::Whole }
}

/// The true results of the moves of a position.
struct Told<'a> {
    game: &'static str,
    /// For the player to move.
    truth: &'a [(String, i32)],
    context: String,
}

impl Told<'_> {
    fn best(&self) -> i32 {
        self.truth.iter().map(|&(_, value)| value).max().unwrap()
    }

    /// The value of the move, or first drop, that a text begins with. The end of a turn after a drop is a pass of the reference.
    fn value_of(&self, token: &str) -> i32 {
        let first = if self.game == "send_it" { token.split(',').next().unwrap() } else { token };
        let known = |text: &str| self.truth.iter().find(|(token, _)| token == text).map(|&(_, value)| value);
        known(first).or_else(|| known("PASS")).unwrap_or_else(|| panic!("{}: no move {token}", self.context))
    }

    fn check_solution(&self, session: &Game, params: &SearchParams) -> u32 {
        let answer = session.solve(Search::with(params.clone())).unwrap();
        let Some(verdict) = answer.verdict else { return 0 };
        let (value, token) = (verdict as i32 - 1, answer.best.as_ref());
        assert_eq!(token.is_none(), verdict == Verdict::Loss, "{}: {answer}", self.context);
        assert_eq!(value, self.best(), "{}: solve says {answer}, and it is {}", self.context, name(self.best()));
        if let Some(token) = token {
            assert_eq!(value, self.value_of(token), "{}: solve says {answer}", self.context);
        }
        1
    }

    /// The result and the distance of every move.
    fn check_moves(
        &self,
        session: &Game,
        params: &SearchParams,
        brute: &mut Brute,
        history: &History,
        tally: &mut Tally,
    ) {
        let solved = session.solve_moves(Search::with(params.clone()), None).unwrap();
        let mut tokens: Vec<_> = solved.moves.iter().map(|solved| &solved.mv).collect();
        let mut legal: Vec<_> = self.truth.iter().map(|(token, _)| token).collect();
        tokens.sort_unstable();
        legal.sort_unstable();
        assert_eq!(tokens, legal, "{}", self.context);
        let mover = if session.turn() == Color::Black { 1 } else { -1 };
        let children: HashMap<_, _> = brute.graph.children(history.at).into_iter().collect();
        for solved in &solved.moves {
            let value = match solved.result {
                Some(Verdict::Win) => 1,
                Some(Verdict::Draw) => 0,
                Some(Verdict::Loss) => -1,
                None => {
                    assert_eq!(solved.distance, None);
                    continue;
                }
            };
            let truth = self.truth.iter().find(|(token, _)| *token == solved.mv).unwrap().1;
            assert_eq!(value, truth, "{}: {solved} is {}", self.context, name(truth));
            tally.moves += 1;
            let Some(distance) = solved.distance else { continue };
            assert_ne!(value, 0, "{}: {solved}", self.context);
            tally.distances += 1;
            let after = brute.after(history, children[&solved.mv]);
            let used = after.turns - history.turns + u32::from(after.over.is_some() && after.turns == history.turns);
            let mut known = HashMap::new();
            let mut within = |turns: u32| {
                brute.left = 3_000;
                let Some(left) = turns.checked_sub(used) else { return Some(false) };
                brute.wins_within(&after.occurrences, &after, value * mover, left, &mut known)
            };
            if let (Some(late), Some(soon)) = (within(distance), within(distance - 1)) {
                assert!(late && !soon, "{}: {solved}, {late} {soon}", self.context);
                tally.compared += 1;
            }
        }
    }

    fn check_analysis(&self, session: &mut Game, params: &SearchParams) -> u32 {
        let mut see = |_: &Analysis| {};
        let observer = Observer { every: Duration::from_secs(3600), moves: 4, see: &mut see };
        let style = if self.game == "send_it" { Style::Steps } else { Style::Whole };
        let params = SearchParams { style, ..params.clone() };
        let analysis = session.analyze(Search::with(params.clone()).observe(observer)).unwrap();
        self.check_variations(&analysis)
    }

    /// How many moves are proven in an analysis.
    fn check_variations(&self, analysis: &Analysis) -> u32 {
        let mut proven = 0;
        for variation in &analysis.variations {
            assert_eq!(variation.proven.is_some(), matches!(variation.winrate, 0.0 | 1.0), "{}", self.context);
            let Some(verdict) = variation.proven else { continue };
            let value = self.value_of(variation.token());
            let said = if verdict == Verdict::Win { 1 } else { -1 };
            let truth = name(value);
            assert_eq!(said, value, "{}: {} is {truth}, not {}", self.context, variation.token(), name(said));
            proven += 1;
        }
        proven
    }

    fn check_choice(&self, session: &mut Game, params: &SearchParams) -> u32 {
        let mut last = Analysis::default();
        let mut see = |analysis: &Analysis| last = analysis.clone();
        let observer = Observer { every: Duration::from_secs(3600), moves: 3, see: &mut see };
        let choice = session.choose(Search::with(params.clone()).observe(observer)).unwrap();
        self.check_variations(&last);
        let Some(winrate) = choice.winrate else { return 0 };
        assert_eq!(choice.proven.is_some(), matches!(winrate, 0.0 | 1.0), "{}: {choice:?}", self.context);
        let Some(verdict) = choice.proven else { return 0 };
        let wins = verdict == Verdict::Win;
        let truth = if wins { self.value_of(choice.token()) } else { self.best() };
        assert_eq!(truth, if wins { 1 } else { -1 }, "{}: {choice:?} is {}", self.context, name(truth));
        1
    }
}

fn check(game: &str) -> Tally {
    let mut tally = Tally::default();
    let (games, most) = match game {
        _ if common::long_tests() => (200, 4_000),
        "konane" => (80, 3_000), // its proofs take least
        _ => (60, 3_000),
    };
    for subject in SUBJECTS.iter().filter(|subject| subject.game == game) {
        let mut graph = Graph::new(subject.game, subject.options);
        for seed in 0..games * subject.percent / 100 {
            follow(subject, &mut graph, seed, most, &mut tally);
        }
    }
    println!("{game}: {tally:?}");
    assert!(tally.moves > 200 && tally.compared > 150, "{tally:?}");
    tally
}

#[test]
fn proofs_of_konane_are_correct() {
    let tally = check("konane");
    assert!(tally.solved > 100 && tally.lines > 100 && tally.choices > 30, "{tally:?}");
}

#[test]
fn proofs_of_kanga_are_correct() {
    let tally = check("kanga");
    assert!(tally.solved > 100 && tally.lines > 200 && tally.choices > 50, "{tally:?}");
}

#[test]
fn proofs_of_send_it_are_correct() {
    let tally = check("send_it");
    assert!(tally.solved > 100 && tally.lines > 200 && tally.choices > 50, "{tally:?}");
}

#[test]
fn proofs_of_kangaroo_are_correct() {
    let tally = check("kangaroo");
    assert!(tally.solved > 100 && tally.lines > 200 && tally.choices > 50, "{tally:?}");
}

/// Positions for which a proof was once wrong, with the turns that led there.
#[test]
fn positions_with_a_once_wrong_proof_are_correct() {
    for (limit, repetition) in [(17, 3), (18, 3), (30, 3), (9, 2), (17, 2), (30, 2)] {
        let mut session = common::open("kangaroo", &format!("size=6 max_moves={limit} repetition={repetition}"));
        session.set_position("6/x5/x1o3/3o2/6/6 b -").unwrap();
        let limits = Limits { nodes: Some(500_000), ..Limits::default() };
        let answer = session.solve(Search::new().within(limits)).unwrap();
        // A draw at the move limit is not proven where repetition may end the game before it.
        assert!(matches!(answer.verdict, Some(Verdict::Draw) | None), "{limit} {repetition}: {answer}");
    }

    let mut session = common::open("kangaroo", "size=6");
    session.set_position("6/6/3x2/2o1o1/1o2x1/6 w -").unwrap();
    let params = SearchParams::within(Limits { depth: Some(12), ..Limits::default() });
    for token in "C3-A1 E2-E4-C4 A1-C3 C4-E4 C3-A1 D4-F4 A1-C3 F4-D4 C3-A1".split(' ') {
        let color = session.turn();
        session.choose(Search::with(params.clone()).player(color)).unwrap();
        session.play(color, token, Style::Whole).unwrap();
    }
    let choice = session.choose(Search::with(params.clone()).player(Color::Black)).unwrap();
    assert_eq!((choice.token(), choice.proven), ("D4-F4", None));

    let mut session = common::open("kanga", "width=5 height=5 suicide=allowed");
    session.set_position("3x1/4x/oooo1/o2o1/1o3 w").unwrap();
    for token in ["E5", "A1", "E5"] {
        session.play(session.turn(), token, Style::Whole).unwrap();
    }
    let choice = session.choose(Search::with(params.clone()).player(Color::Black)).unwrap();
    assert_eq!((choice.token(), choice.proven), ("A1", None));

    // After bad drops of a weak level the rest of the turn may be lost, and the turn is not.
    let mut lost_later = 0;
    for seed in 1..40 {
        let mut session = common::open("send_it", "size=2");
        let params = SearchParams { level: 2, seed, ..SearchParams::default() };
        while session.outcome().is_none() {
            let mut reports = Vec::new();
            let mut see = |analysis: &Analysis| reports.push(analysis.variations[0].clone());
            let observer = Observer { every: Duration::from_secs(3600), moves: 1, see: &mut see };
            let side = session.turn();
            let choice = session.choose(Search::with(params.clone()).player(side).observe(observer)).unwrap();
            let is_lost = |variation: &Variation| variation.proven == Some(Verdict::Loss);
            assert!(
                !reports.iter().any(is_lost) || choice.proven == Some(Verdict::Loss),
                "{seed}: {choice:?} {reports:?}"
            );
            let mut later = session.fork();
            let drops: Vec<_> = choice.token().split(',').collect();
            for drop in &drops[..drops.len() - 1] {
                later.play(side, drop, Style::Steps).unwrap();
                let is_lost = later.solve(Search::new()).unwrap().verdict == Some(Verdict::Loss);
                lost_later += u32::from(is_lost && choice.proven.is_none());
            }
            session.play_choice(&choice).unwrap();
        }
    }
    assert!(lost_later > 0);
}
