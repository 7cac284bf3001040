//! The solver and the search on random small graphs: games in which play goes round in circles much more than in any real one, so that
//! nearly every result depends on the history somewhere. Brute force knows all of it.

use std::collections::HashMap;

use papamu::board::{self, Board, Shape, Symmetry};
use papamu::game::{
    Color, EndReason, Error, Hints, Moves, OptionSpec, Outcome, Points, Position, Repetition, Rules, RulesExt, Values,
    Verdict,
};
use papamu::rng::Rng;
use papamu::search::{Control, Limits, Resources, Task, TranspositionTable, moves_to_search, search};
use papamu::solve::{Problem, Solution};
use papamu::system::Cancel;

/// A vertex of the graph.
#[derive(Clone, Debug)]
struct Vertex {
    turn: Color,
    /// Whether a turn begins here; if not, the player has moved here in the same turn.
    begins: bool,
    /// Who wins if the game ends here; 0 is a draw.
    over: Option<i8>,
    /// The player ahead here, where points are counted: 1 is Black, -1 White.
    ahead: i8,
    next: Vec<u8>,
}

/// A game on a graph, in which points are counted or not, and its symmetries.
#[derive(Clone, Debug)]
struct Graph<const POINTS: bool>(Vec<Vertex>, Places);

/// A board without cells. Its symmetries map the vertices of the graph.
#[derive(Clone, Debug)]
struct Places(Vec<Symmetry>);

impl Board for Places {
    type Set = ();

    fn shape(&self) -> Shape {
        Shape::Square { width: 1, height: 1 }
    }

    fn contains(&self, (): &(), _: board::Vertex) -> bool {
        false
    }

    fn count(&self, (): &()) -> u32 {
        0
    }

    fn set(&self, _: &[board::Vertex]) {}

    fn symmetries(&self) -> &[Symmetry] {
        &self.0
    }

    fn image(&self, (): &(), _: &Symmetry) {}
}

fn outcome(ahead: i8) -> Outcome {
    Points::whole(i32::from(ahead)).lead_of_black()
}

impl<const POINTS: bool> Rules for Graph<POINTS> {
    const NAME: &'static str = "graph";
    const OPTIONS: &'static [OptionSpec] = &[];

    type Board = Places;
    type Position = u8;
    type Move = u8;

    fn new(_: &Values) -> Result<Self, Error> {
        Ok(Self(Vec::new(), Places(Vec::new())))
    }

    fn board(&self) -> &Places {
        &self.1
    }

    fn start(&self) -> u8 {
        0
    }

    fn turn(&self, &position: &u8) -> Color {
        self.0[usize::from(position)].turn
    }

    fn end(&self, &position: &u8) -> Option<(Outcome, EndReason)> {
        self.0[usize::from(position)].over.map(|ahead| (outcome(ahead), EndReason::NO_MOVE))
    }

    fn score(&self, &position: &u8) -> Option<Outcome> {
        POINTS.then(|| outcome(self.0[usize::from(position)].ahead))
    }

    fn turn_begins(&self, &position: &u8) -> bool {
        self.0[usize::from(position)].begins
    }

    fn legal_moves(&self, &position: &u8, moves: &mut Vec<u8>) {
        if self.0[usize::from(position)].over.is_none() {
            moves.extend(&self.0[usize::from(position)].next);
        }
    }

    fn play(&self, position: &mut u8, mv: u8) {
        *position = mv;
    }

    fn clicks(&self, _: &u8, _: u8) -> Vec<board::Vertex> {
        Vec::new()
    }

    fn stones(&self, _: &u8) -> [(); 2] {
        [(); 2]
    }

    fn with_stones(&self, _: [(); 2], _: Color) -> Result<u8, Error> {
        Ok(0)
    }

    fn image(&self, &position: &u8, symmetry: &Symmetry) -> u8 {
        symmetry.cells[usize::from(position)] as u8
    }
}

impl<const POINTS: bool> Hints for Graph<POINTS> {
    // All but the first move are reduced, and some pruned near the leaves.
    const REDUCED_FROM: usize = 1;
    const REDUCTION_DIVISOR: f64 = 0.5;

    fn pruned_from(&self, _: &u8) -> Option<usize> {
        Some(1)
    }

    /// Moves that let the opponent win at once are left out, where there are others; and, on some vertices, one that may be the best.
    fn search_moves(&self, position: &u8, moves: &mut Vec<u8>) -> bool {
        self.legal_moves(position, moves);
        let turn = self.turn(position);
        let loses =
            |&mv: &u8| self.0[usize::from(mv)].over.is_none() && self.turn(&mv) != turn && self.wins_at_once(&mv);
        if !moves.iter().all(loses) {
            moves.retain(|mv| !loses(mv));
        }
        let is_complete = position % 8 < 7 || moves.len() < 2;
        if !is_complete {
            moves.pop();
        }
        is_complete
    }

    fn wins_at_once(&self, position: &u8) -> bool {
        let wins = |mv: u8| self.outcome(&mv).and_then(Outcome::winner) == Some(self.turn(position));
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves.into_iter().any(wins)
    }

    fn evaluate(&self, position: &u8) -> i32 {
        (self.hash(position) % 1_000) as i32 - 500
    }
}

/// A graph of `size` vertices, of which but the first about one in `ends` ends the game.
fn random_graph<const POINTS: bool>(size: u32, ends: u32, rng: &mut Rng) -> Graph<POINTS> {
    random_turns(size, ends, 4, rng)
}

/// The same with about one vertex in `middles` in the middle of a turn.
fn random_turns<const POINTS: bool>(size: u32, ends: u32, middles: u32, rng: &mut Rng) -> Graph<POINTS> {
    let color = |rng: &mut Rng| Color::BOTH[rng.below(2) as usize];
    let ahead = |rng: &mut Rng| rng.below(3) as i8 - 1;
    let mut vertices: Vec<Vertex> = (0..size)
        .map(|place| Vertex {
            turn: color(rng),
            begins: place == 0 || rng.below(middles) > 0,
            over: (place > 0 && rng.below(ends) == 0).then(|| ahead(rng)),
            ahead: ahead(rng),
            next: Vec::new(),
        })
        .collect();
    for place in 0..vertices.len() {
        let turn = vertices[place].turn;
        let wanted = 1 + rng.below(3);
        let mut next: Vec<u8> = (0..wanted).map(|_| rng.below(size) as u8).collect();
        next.sort_unstable();
        next.dedup();
        // Only the player who moves goes on in the same turn, and never round in a circle.
        next.retain(|&to| {
            let after = &vertices[usize::from(to)];
            after.begins || after.turn == turn && usize::from(to) > place
        });
        vertices[place].over = vertices[place].over.or(next.is_empty().then_some(0));
        vertices[place].next = next;
    }
    for vertex in &mut vertices {
        vertex.begins |= vertex.over.is_some();
    }
    Graph(vertices, Places(Vec::new()))
}

/// Two copies of a graph, the mirror images of each other, between which its edges lead at random.
fn mirrored<const POINTS: bool>(Graph(mut vertices, _): Graph<POINTS>, rng: &mut Rng) -> Graph<POINTS> {
    let size = vertices.len();
    for vertex in &mut vertices {
        vertex.next.iter_mut().for_each(|to| *to += (rng.below(2) as usize * size) as u8);
    }
    let image = |place: usize| (place + size) % (2 * size);
    let images = vertices.clone().into_iter().map(|mut vertex| {
        vertex.next.iter_mut().for_each(|to| *to = image(usize::from(*to)) as u8);
        vertex
    });
    let vertices = vertices.into_iter().chain(images.collect::<Vec<_>>()).collect();
    let symmetry = |cells| Symmetry { cells };
    Graph(vertices, Places(vec![symmetry((0..2 * size).collect()), symmetry((0..2 * size).map(image).collect())]))
}

/// A game so far.
#[derive(Clone, PartialEq, Eq, Hash)]
struct History {
    at: u8,
    /// How often each vertex has been the beginning of a turn.
    occurrences: Vec<u32>,
    turns_left: Option<u32>,
}

struct Brute<'a, const POINTS: bool> {
    graph: &'a Graph<POINTS>,
    repetition: u32,
    values: HashMap<History, i32>,
    left: u32,
}

impl<const POINTS: bool> Brute<'_, POINTS> {
    /// The game after a move, and Black's value if it has ended.
    fn after(&self, history: &History, mv: u8) -> (History, Option<i32>) {
        let mut after = History { at: mv, ..history.clone() };
        let vertex = &self.graph.0[usize::from(mv)];
        let mut stops = false;
        if vertex.begins {
            after.turns_left = after.turns_left.map(|left| left - 1);
            if self.repetition > 0 {
                after.occurrences[usize::from(mv)] += 1;
            }
            stops = after.turns_left == Some(0)
                || self.repetition > 0 && after.occurrences[usize::from(mv)] >= self.repetition;
        }
        let stopped = if POINTS { vertex.ahead } else { 0 };
        let end = vertex.over.or(stops.then_some(stopped));
        (after, end.map(i32::from))
    }

    /// Black's value; `None` if it takes too long.
    fn value(&mut self, history: &History) -> Option<i32> {
        if let Some(&value) = self.values.get(history) {
            return Some(value);
        }
        self.left = self.left.checked_sub(1)?;
        let vertex = &self.graph.0[usize::from(history.at)];
        let sign = if vertex.turn == Color::Black { 1 } else { -1 };
        let mut best = -1;
        for &mv in &vertex.next {
            let value = match self.after(history, mv) {
                (_, Some(value)) => value,
                (after, None) => self.value(&after)?,
            };
            best = best.max(sign * value);
            if best == 1 {
                break;
            }
        }
        self.values.insert(history.clone(), sign * best);
        Some(sign * best)
    }

    /// Whether a player (1 is Black, -1 White) can force a win within so many turns after a move; `None` if it takes too long.
    /// A repetition that is not prepared by the vertices that `base` counts is not a win.
    fn wins_within(
        &mut self,
        base: &[u32],
        (history, mv): (&History, u8),
        side: i32,
        turns: u32,
        known: &mut HashMap<(History, u8, u32), bool>,
    ) -> Option<bool> {
        let (after, end) = self.after(history, mv);
        let vertex = &self.graph.0[usize::from(mv)];
        let Some(turns) = turns.checked_sub(u32::from(vertex.begins)) else { return Some(false) };
        if let Some(value) = end {
            let is_prepared = base[usize::from(mv)] + 1 >= self.repetition;
            let ends_otherwise = vertex.over.is_some() || after.turns_left == Some(0) || is_prepared;
            return Some(value == side && ends_otherwise);
        }
        let key = (history.clone(), mv, turns);
        if let Some(&wins) = known.get(&key) {
            return Some(wins);
        }
        self.left = self.left.checked_sub(1)?;
        let attacks = (vertex.turn == Color::Black) == (side == 1);
        let mut wins = !attacks;
        for &next in &vertex.next {
            if self.wins_within(base, (&after, next), side, turns, known)? == attacks {
                wins = attacks;
                break;
            }
        }
        known.insert(key, wins);
        Some(wins)
    }

    /// For the player to move, the value of each move.
    fn values_of_moves(&mut self, history: &History) -> Option<Vec<(u8, i32)>> {
        self.left = 4_000;
        let vertex = &self.graph.0[usize::from(history.at)];
        let sign = if vertex.turn == Color::Black { 1 } else { -1 };
        let value = |mv: u8| {
            let value = match self.after(history, mv) {
                (_, Some(value)) => value,
                (after, None) => self.value(&after)?,
            };
            Some((mv, sign * value))
        };
        vertex.next.iter().copied().map(value).collect()
    }
}

/// How often something was proven.
#[derive(Debug, Default)]
struct Tally {
    positions: u32,
    /// Positions in which the solver may leave every result unknown, and those of them that it solved: points are counted,
    /// and both repetition and a move limit can end the game.
    limited: u32,
    limited_solved: u32,
    solved: u32,
    searched: u32,
    moves: u32,
    distances: u32,
}

/// Compares the results and distances of all moves with brute force.
fn check_moves<const POINTS: bool>(
    problem: &Problem,
    graph: &Graph<POINTS>,
    brute: &mut Brute<POINTS>,
    (history, truth): (&History, &[(u8, i32)]),
    context: &dyn Fn() -> String,
    tally: &mut Tally,
) {
    let moves: Vec<_> = truth.iter().map(|&(mv, _)| (Moves::new(vec![mv]), mv.to_string())).collect();
    let control = Control::new(Limits { nodes: Some(20_000), ..Limits::default() }, &Cancel::default());
    let solved = problem.solve_moves(&moves, &control, None);
    let mover = if graph.turn(&history.at) == Color::Black { 1 } else { -1 };
    for solved in &solved.moves {
        let &(mv, value) = truth.iter().find(|(mv, _)| mv.to_string() == solved.mv).unwrap();
        let told = match solved.result {
            Some(Verdict::Win) => 1,
            Some(Verdict::Draw) => 0,
            Some(Verdict::Loss) => -1,
            None => continue,
        };
        assert_eq!(told, value, "moves: {solved}, {}", context());
        tally.moves += 1;
        let Some(distance) = solved.distance else { continue };
        let (after, _) = brute.after(history, mv);
        let mut known = HashMap::new();
        let mut within = |turns: u32| {
            brute.left = 4_000;
            brute.wins_within(&after.occurrences, (history, mv), told * mover, turns, &mut known)
        };
        // The first move is made from here, but the repetitions that it has prepared count.
        if let (Some(late), Some(soon)) = (within(distance), within(distance - 1)) {
            assert!(told != 0 && late && !soon, "moves: {solved}, {late} {soon}, {}", context());
            tally.distances += 1;
        }
    }
}

/// One random game: the results that the solver and the search call proven at each turn, with the table of the turns before.
/// `is_late` tells whether it is one with hardly an end but a near move limit, where repetition ends it too.
fn follow<const POINTS: bool>(seed: u64, is_late: bool, tally: &mut Tally) {
    let rng = &mut Rng::new(seed);
    let graph = random_graph::<POINTS>(4 + rng.below(if is_late { 6 } else { 9 }), if is_late { 12 } else { 4 }, rng);
    let graph = if rng.below(6) == 0 { mirrored(graph, rng) } else { graph };
    if graph.0[0].over.is_some() {
        return;
    }
    let repetition = if is_late { 2 } else { [0, 2, 3, 4][rng.below(4) as usize] };
    let turns_left = (is_late || repetition == 0 || rng.below(2) == 0).then(|| 1 + rng.below(14));
    let mut brute = Brute { graph: &graph, repetition, values: HashMap::new(), left: 0 };
    let mut occurrences = vec![0; graph.0.len()];
    occurrences[0] = u32::from(repetition > 0);
    let mut history = History { at: 0, occurrences, turns_left };
    let (mut past, mut turn_start) = (vec![graph.hash(&0)], graph.hash(&0));
    let mut table = TranspositionTable::default();
    let threads = 1 + rng.below(8) as usize / 7;
    for move_number in 0..12 {
        if let Some(truth) = brute.values_of_moves(&history) {
            let best = truth.iter().map(|&(_, value)| value).max().unwrap();
            let value_of = |mv: u8| truth.iter().find(|&&(other, _)| other == mv).unwrap().1;
            let position = &history.at;
            let context = || {
                let left = history.turns_left;
                format!(
                    "seed {seed}, move {move_number}: {position} repetition {repetition}, {left:?} turns left of {graph:?}"
                )
            };
            let is_limited = POINTS && repetition > 0 && history.turns_left.is_some_and(|left| left > 2);
            tally.positions += u32::from(!is_limited);
            tally.limited += u32::from(is_limited);
            let occurred = Repetition::new(repetition, past.iter().copied());

            // With memory for retrograde analysis at once, later, or not at all.
            let bytes = [1 << 10, (1 << 13) - 1, 1 << 20][rng.below(3) as usize];
            let problem = Problem {
                rules: &graph,
                position: Position::new(*position),
                repetition: occurred.clone(),
                turns_left: history.turns_left,
                bytes,
                threads,
            };
            let control = Control::new(Limits { nodes: Some(20_000), ..Limits::default() }, &Cancel::default());
            let answer = problem.solve(&control);
            if let Some(verdict) = answer.verdict {
                let value = verdict as i32 - 1;
                let mv = answer.best.as_ref().map(|moves| moves.of()[0]);
                assert_eq!(mv.is_none(), verdict == Verdict::Loss, "solve: {answer:?}, {}", context());
                assert_eq!(value, best, "solve: {}", context());
                assert_eq!(value, mv.map_or(value, value_of), "solve: {answer:?}, {}", context());
                tally.solved += u32::from(!is_limited);
                tally.limited_solved += u32::from(is_limited);
            }

            check_moves(&problem, &graph, &mut brute, (&history, &truth), &context, tally);

            let mut moves = Vec::new();
            let complete = moves_to_search(&graph, position, &occurred, history.turns_left, &mut moves);
            let task = Task {
                rules: &graph,
                position,
                moves: &moves,
                complete,
                known_result: None,
                repetition: &occurred,
                turn_start,
                turns_left: history.turns_left,
                engine: graph.turn(position),
                contempt: rng.below(2) as i32 * 20,
                noise: rng.below(2) as i32 * 3_000,
                by_points: false,
                proofs: None,
            };
            let mut resources = Resources { threads, bytes: 1 << 16, seed, table: &mut table };
            let limits = Limits { depth: Some(1 + rng.below(12)), ..Limits::default() };
            let mut see = |_: &_| {};
            let watch = papamu::search::Watch::new(3, true, std::time::Duration::from_secs(3600), &mut see);
            let report = search(&task, &mut resources, &Control::new(limits, &Cancel::default()), Some(watch)).unwrap();
            if let Some(verdict) = report.proven {
                let value = if verdict == Verdict::Win { 1 } else { -1 };
                assert_eq!(value, best, "search: {report:?}, {}", context());
                assert_eq!(value, value_of(report.best), "search: {report:?}, {}", context());
                tally.searched += 1;
            }
            for line in &report.lines {
                if let Some(verdict) = line.proven {
                    let value = if verdict == Verdict::Win { 1 } else { -1 };
                    assert_eq!(value, value_of(line.moves[0]), "search: {line:?}, {}", context());
                }
            }
            for &mv in &report.lost {
                assert_eq!(-1, value_of(mv), "search: {mv} is lost, {}", context());
            }
        }
        let next = &graph.0[usize::from(history.at)].next;
        let mv = next[rng.below(next.len() as u32) as usize];
        let (after, end) = brute.after(&history, mv);
        if end.is_some() {
            return;
        }
        history = after;
        if graph.turn_begins(&mv) {
            past.push(graph.hash(&mv));
            turn_start = graph.hash(&mv);
        }
    }
}

fn check<const POINTS: bool>() {
    let mut tally = Tally::default();
    let games = if crate::common::long_tests() { 12_000 } else { 3_000 };
    for seed in 0..games {
        follow::<POINTS>(seed, seed % 2 == 0, &mut tally);
    }
    println!("{tally:?}");
    let Tally { positions, limited, limited_solved, solved, searched, moves, distances } = tally;
    assert!(u64::from(positions + limited) > games, "{tally:?}");
    // Where points are counted, a draw is proven only if both players can force it.
    assert!(100 * solved > if POINTS { 75 } else { 99 } * positions, "{tally:?}");
    assert!(2 * limited_solved > limited || !POINTS, "{tally:?}");
    let positions = positions + limited;
    assert!(10 * searched > positions, "{tally:?}");
    assert!(moves > positions && 6 * distances > positions, "{tally:?}");
}

#[test]
fn proofs_on_graphs_are_correct() {
    check::<false>();
}

#[test]
fn proofs_on_graphs_with_points_are_correct() {
    check::<true>();
}

/// The player who can force a win in each position of a game that only its own rules end.
fn winners(graph: &Graph<false>) -> Vec<Option<Color>> {
    let mut winners: Vec<_> = graph.0.iter().map(|vertex| vertex.over.map(outcome).and_then(Outcome::winner)).collect();
    loop {
        let before = winners.clone();
        for (place, vertex) in graph.0.iter().enumerate().filter(|(_, vertex)| vertex.over.is_none()) {
            let mut after = vertex.next.iter().map(|&to| winners[usize::from(to)]);
            let wins = after.clone().any(|winner| winner == Some(vertex.turn));
            let loses = after.all(|winner| winner == Some(!vertex.turn));
            winners[place] = if wins { Some(vertex.turn) } else { loses.then_some(!vertex.turn) };
        }
        if winners == before {
            return winners;
        }
    }
}

/// Larger graphs, so that a position is reached on many paths: a disproof by a cycle on one of them may not hold on another.
#[test]
fn a_disproof_holds_on_every_path() {
    let (mut rng, mut drawn, mut won) = (Rng::new(3), 0, 0);
    for number in 0..20_000 {
        let (size, ends) = (10 + rng.below(50), 4 + rng.below(12));
        let graph = random_graph::<false>(size, ends, &mut rng);
        if graph.0[0].over.is_some() {
            continue;
        }
        let truth = winners(&graph);
        let problem = Problem {
            rules: &graph,
            position: Position::new(0u8),
            repetition: Repetition::new(3, [graph.hash(&0)]),
            turns_left: None,
            bytes: 1 << 13, // too little for retrograde analysis
            threads: 1,
        };
        let control = Control::new(Limits { nodes: Some(20_000), ..Limits::default() }, &Cancel::default());
        let side = graph.turn(&0);
        let Solution { verdict, best, .. } = problem.solve(&control);
        let winner = match verdict {
            Some(Verdict::Win) => Some(side),
            Some(Verdict::Draw) => None,
            Some(Verdict::Loss) => Some(!side),
            None => continue,
        };
        let best: Option<u8> = best.map(|moves| moves.of()[0]);
        assert_eq!(winner, truth[0], "{number}: {graph:?}");
        assert_eq!(winner, best.map_or(winner, |mv| truth[usize::from(mv)]), "{number}: {best:?} of {graph:?}");
        drawn += u32::from(winner.is_none());
        won += u32::from(winner.is_some());
    }
    assert!(drawn > 1_000 && won > 1_000, "{drawn} drawn, {won} won");
}

/// The results and distances of all moves of the first vertex with this much memory.
fn solve_moves<const POINTS: bool>(
    graph: &Graph<POINTS>,
    repetition: Repetition,
    bytes: usize,
) -> Vec<(Option<Verdict>, Option<u32>)> {
    let position = Position::new(0u8);
    let problem = Problem { rules: graph, position, repetition, turns_left: None, bytes, threads: 1 };
    let control = Control::new(Limits { nodes: Some(20_000), ..Limits::default() }, &Cancel::default());
    let moves: Vec<_> = graph.0[0].next.iter().map(|&mv| (Moves::new(vec![mv]), mv.to_string())).collect();
    let solved = problem.solve_moves(&moves, &control, None);
    let of = |(_, name): &(_, String)| solved.moves.iter().find(|solved| solved.mv == *name).unwrap();
    moves.iter().map(of).map(|solved| (solved.result, solved.distance)).collect()
}

/// Retrograde analysis, which begins at once where there is little memory, and proof-number search find the same distances,
/// though many moves are in the middle of a turn, and the first one leads where the game has been before.
#[test]
fn both_solvers_count_the_same_turns() {
    fn check<const POINTS: bool>() {
        let (mut rng, mut compared) = (Rng::new(8), 0);
        for number in 0..4_000 {
            let (size, ends) = (10 + rng.below(15), 6 + rng.below(10));
            let graph = random_turns::<POINTS>(size, ends, 2, &mut rng);
            let Some(&first) = graph.0[0].next.first().filter(|_| graph.0[0].over.is_none()) else { continue };
            let occurred = [0, first].map(|place| graph.hash(&place));
            let occurred = &occurred[..if graph.turn_begins(&first) && first > 0 { 2 } else { 1 }];
            let repetition = || Repetition::new(3, occurred.iter().copied());
            let listed = solve_moves(&graph, repetition(), (1 << 14) - 1);
            let searched = solve_moves(&graph, repetition(), 1 << 22);
            for (listed, searched) in listed.into_iter().zip(searched) {
                if let (Some(one), Some(other)) = (listed.1, searched.1) {
                    assert_eq!((listed.0, one), (searched.0, other), "{number}: {occurred:?} {graph:?}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 500, "{compared}");
    }
    check::<false>();
    check::<true>();
}

/// Moves to images of each other, in a game that another occurrence of some vertices ends, but not of their images.
#[test]
fn a_history_distinguishes_images() {
    let (mut rng, mut compared, mut different) = (Rng::new(9), 0, 0);
    for number in 0..6_000 {
        let (size, ends) = (4 + rng.below(5), 4 + rng.below(8));
        let Graph(mut vertices, maps) = mirrored(random_graph::<false>(size, ends, &mut rng), &mut rng);
        let Some(&first) = vertices[0].next.first().filter(|_| vertices[0].over.is_none()) else { continue };
        let image = maps.0[1].cells[usize::from(first)] as u8;
        vertices[0].next = vec![first.min(image), first.max(image)];
        vertices[maps.0[1].cells[0]].next = vertices[0].next.clone();
        let graph: Graph<false> = Graph(vertices, maps);
        let occurred: Vec<u32> = graph
            .0
            .iter()
            .enumerate()
            .map(|(place, vertex)| u32::from(vertex.begins && (place == 0 || rng.below(4) == 0)))
            .collect();
        let keys = (0..graph.0.len()).filter(|&place| occurred[place] > 0).map(|place| graph.hash(&(place as u8)));
        let found = solve_moves(&graph, Repetition::new(2, keys), 1 << 16);
        let mut brute = Brute { graph: &graph, repetition: 2, values: HashMap::new(), left: 0 };
        let Some(truth) = brute.values_of_moves(&History { at: 0, occurrences: occurred, turns_left: None }) else {
            continue;
        };
        for (&(result, _), &(mv, value)) in found.iter().zip(&truth) {
            let told = match result {
                Some(Verdict::Win) => 1,
                Some(Verdict::Draw) => 0,
                Some(Verdict::Loss) => -1,
                None => continue,
            };
            assert_eq!(told, value, "{number}: {mv} of {graph:?}");
            compared += 1;
        }
        different += u32::from(truth[0].1 != truth[1].1);
    }
    assert!(compared > 1_000 && different > 20, "{compared} {different}");
}
