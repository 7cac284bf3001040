//! The solver against plain exhaustive search, on random small or late positions.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use papamu::certificate::{Certificate, Flaw};
use papamu::game::{Color, Notation, Playable, Position, Repetition, Rules, RulesExt, Style, Values, Verdict};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};
use papamu::play::{Game, Observer, Search, SearchParams};
use papamu::rng::Rng;
use papamu::search::{Control, Limits};
use papamu::solve::{Journal, Problem, ProofProgress, Save, Solution};
use papamu::system::Cancel;

use crate::breakthrough::Breakthrough;
use crate::clobber::Clobber;
use crate::common::{folder, long_tests, open};

/// Positions that are compared in each game.
fn positions() -> usize {
    if long_tests() { 2_000 } else { 1_000 }
}

/// Positions that may arise from one that is compared.
const MOST: usize = 2_000;

/// The player who can force a win in each of the positions that may arise from one; `None` if there are too many.
///
/// Wins are those of games that end; a player who cannot be forced to lose can go on for ever or until the game is stopped.
fn truth<G: Playable>(game: &G, position: &G::Position) -> Option<HashMap<G::Position, Option<Color>>> {
    let mut winners = HashMap::from([(position.clone(), None)]);
    let mut children = HashMap::new();
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let play = |mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            after
        };
        let after: Vec<G::Position> = moves.into_iter().map(play).collect();
        for position in &after {
            if !winners.contains_key(position) {
                winners.insert(position.clone(), None);
                open.push(position.clone());
            }
        }
        children.insert(position, after);
        if winners.len() > MOST {
            return None;
        }
    }
    loop {
        let mut changed = false;
        for (position, after) in &children {
            let side = game.turn(position);
            let winner = match game.outcome(position) {
                Some(outcome) => outcome.winner(),
                None if after.iter().any(|after| winners[after] == Some(side)) => Some(side),
                None if after.iter().all(|after| winners[after] == Some(!side)) => Some(!side),
                None => None,
            };
            changed |= winner != winners[position];
            winners.insert(position.clone(), winner);
        }
        if !changed {
            return Some(winners);
        }
    }
}

fn compare<G: Playable>(options: &str) {
    let values = Values::parse(G::OPTIONS, options).unwrap();
    let game = G::new(&values).unwrap();
    let (mut compared, mut without_list) = (0, 0);
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        let mut line = vec![position.clone()];
        while let Some(mv) = game.random_move(&position, &mut rng) {
            game.play(&mut position, mv);
            line.push(position.clone());
            if line.len() > 300 {
                break;
            }
        }
        line.retain(|position| game.outcome(position).is_none());
        for position in line.iter().rev() {
            let Some(truth) = truth(&game, position) else { break };
            if compared >= positions() {
                assert!(2 * without_list > compared, "{without_list} of {compared} solved with little memory");
                return;
            }
            check_keys(&game, &truth);
            compared += 1;
            without_list += usize::from(check(&game, position, &truth, 1 + compared % 2));
            if compared % 20 == 0 {
                check_certificate(&game, &values, position);
            }
        }
    }
}

/// Positions that share a key have the same winner, and images of a position share its key.
fn check_keys<G: Playable>(game: &G, truth: &HashMap<G::Position, Option<Color>>) {
    let mut winners = HashMap::new();
    for (position, winner) in truth {
        let text = || game.write_position(position);
        let key = game.key(position);
        let (other, shared) = winners.entry((key.word, key.side)).or_insert((position, winner));
        assert_eq!(winner, *shared, "{} and {} share a key", text(), game.write_position(other));
        assert_eq!(game.turn(position), game.turn(other), "{} and {} share a key", text(), game.write_position(other));
    }
}

/// Solves the position with memory enough, and with so little that positions cannot be listed, and that tables are full.
/// Whether it was solved that way too.
fn check<G: Playable>(
    game: &G,
    position: &G::Position,
    truth: &HashMap<G::Position, Option<Color>>,
    threads: usize,
) -> bool {
    let with_memory = check_with(game, position, truth, threads, 4 << 20, 300_000);
    // Where points are counted, play that goes round in circles is not solved.
    assert!(with_memory || game.counts_points() && truth[position].is_none(), "{}", game.write_position(position));
    check_with(game, position, truth, threads, 1 << 10, 20_000)
}

fn check_with<G: Playable>(
    game: &G,
    position: &G::Position,
    truth: &HashMap<G::Position, Option<Color>>,
    threads: usize,
    bytes: usize,
    nodes: u64,
) -> bool {
    let text = game.write_position(position);
    let control = Control::new(Limits { nodes: Some(nodes), ..Limits::default() }, &Cancel::default());
    let at = Position::new(position.clone());
    let (repetition, turns_left) = (Repetition::off(), None);
    let problem = Problem { rules: game, position: at, repetition, turns_left, bytes, threads };
    let (side, winner) = (game.turn(position), truth[position]);
    let after = |mv| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        truth[&after]
    };
    let Solution { verdict, best, .. } = problem.solve(&control);
    let best = best.map(|moves| after(moves.of()[0]));
    match verdict {
        Some(Verdict::Win) => assert_eq!((winner, best), (Some(side), Some(Some(side))), "{text}"),
        Some(Verdict::Loss) => assert_eq!((winner, best), (Some(!side), None), "{text}"),
        Some(Verdict::Draw) => assert_eq!((winner, best), (None, Some(None)), "{text}"),
        None => {}
    }
    verdict.is_some()
}

/// A proof can be written, read and checked. Without one of its turns, or with another claim, it proves nothing.
fn check_certificate<G: Playable>(game: &G, values: &Values, position: &G::Position) {
    let text = game.write_position(position);
    let mut session = open(G::NAME, &values.to_string());
    session.set_position(&text).unwrap();
    let limits = Limits { nodes: Some(300_000), ..Limits::default() };
    let certificate =
        match session.certify(0, Search::with(SearchParams { hash_mb: 16, ..SearchParams::within(limits) })) {
            Err(error) if game.counts_points() && error.to_string().starts_with("unknown: ") => return,
            result => result.unwrap(),
        };
    let mut file = Vec::new();
    certificate.write(&mut file).unwrap();
    let read = Certificate::read(&file[..]).unwrap();
    assert_eq!(read, certificate, "{text}");
    session.verify(&read, &|_| false).unwrap_or_else(|flaw| panic!("{text}: {flaw}"));

    for plan in 0..read.plans.len() {
        let mut lacking = read.clone();
        lacking.plans[plan].turns.pop();
        let complete = lacking == read; // a player who never comes to move needs no turns
        assert_eq!(session.verify(&lacking, &|_| false).is_ok(), complete, "{text}");
    }
    let mut other = read.clone();
    (other.winner, other.plans[0].side) = match read.winner {
        Some(winner) => (Some(!winner), !winner),
        None => (Some(Color::Black), Color::Black),
    };
    other.plans.truncate(1);
    session.verify(&other, &|_| false).unwrap_err();
}

#[test]
fn konane_is_solved_correctly() {
    compare::<Konane<1>>("width=5 height=5");
    compare::<Konane<1>>("width=6 height=4");
}

#[test]
fn kanga_is_solved_correctly() {
    compare::<Kanga<1>>("width=3 height=3");
}

#[test]
fn send_it_is_solved_correctly() {
    compare::<SendIt<1>>("size=2");
}

/// A game that has nothing but defaults for the solver.
#[test]
fn breakthrough_is_solved_correctly() {
    compare::<Breakthrough>("width=3 height=4");
}

/// Random games of Kangaroo rarely come to positions from which few arise: these have few stones from the beginning.
#[test]
fn kangaroo_is_solved_correctly() {
    let values = Values::parse(Kangaroo::<1>::OPTIONS, "size=6").unwrap();
    let game = Kangaroo::<1>::new(&values).unwrap();
    let (mut rng, mut compared, mut without_list) = (Rng::new(1), 0, 0);
    while compared < positions() {
        // A stone or none in each row, at a random place.
        let row = |_| {
            let place = rng.below(6) as usize;
            let empty = |count: usize| if count > 0 { count.to_string() } else { String::new() };
            let stone = ["x", "o", "1"][rng.below(3) as usize];
            if stone == "1" { "6".to_owned() } else { empty(place) + stone + &empty(5 - place) }
        };
        let rows: Vec<String> = (0..6).map(row).collect();
        let text = format!("{} {} -", rows.join("/"), ["b", "w"][compared % 2]);
        let position = game.read_position(&text).unwrap();
        if game.outcome(&position).is_some() {
            continue;
        }
        if let Some(truth) = truth(&game, &position) {
            compared += 1;
            without_list += usize::from(check(&game, &position, &truth, 1));
            if compared % 20 == 0 {
                check_certificate(&game, &values, &position);
            }
        }
    }
    assert!(2 * without_list > compared, "{without_list} of {compared} solved with little memory");
}

/// Solves the position that a session stands in.
fn solve(session: &Game, limits: Limits) -> String {
    session.solve(Search::with(SearchParams { threads: 2, ..SearchParams::within(limits) })).unwrap().to_string()
}

#[test]
fn published_results_of_konane_hold() {
    // White wins on 4 x 4 and 6 x 6, Black on 5 x 5 (Norvig's notebook on Kōnane).
    for (options, loses) in [("width=4 height=4", true), ("width=5 height=5", false), ("width=6 height=6", true)] {
        assert_eq!(solve(&open("konane", options), Limits::default()) == "loss", loses, "{options}");
    }
}

/// The first player wins (or loses) on these, as docs/solved.md says: small boards that took long, or could not be solved, when all
/// positions were listed.
#[test]
fn small_boards_are_solved_quickly() {
    let limits = Limits { nodes: Some(2_000_000), ..Limits::default() };
    for (game, options, wins) in [
        ("kanga", "width=3 height=5", true),
        ("kanga", "width=3 height=10", true),
        ("kanga", "width=4 height=4", true),
        ("send_it", "size=2", true),
        ("send_it", "board=square size=3", false),
        ("send_it", "board=square size=4", false),
    ] {
        let answer = solve(&open(game, options), limits);
        assert!(if wins { answer.starts_with("win ") } else { answer == "loss" }, "{game} {options}: {answer}");
    }
}

/// A move that does not stop the other from winning at once can still end the game before, where it repeats a position.
#[test]
fn a_repetition_saves_a_lost_position() {
    for (repetition, answer) in [(2, "draw A1"), (0, "loss")] {
        let mut session = open("kanga", &format!("width=5 height=5 suicide=allowed repetition={repetition}"));
        session.set_position("3o1/2x1o/2x2/xxxx1/1xx2 b").unwrap();
        session.play(Color::Black, "E5", Style::Whole).unwrap();
        assert_eq!(solve(&session, Limits { nodes: Some(300_000), ..Limits::default() }), answer, "{repetition}");
    }
}

/// A plan has no cycle, though play can have one: the plan for a board with many cycles is checked by the rules.
#[test]
fn a_plan_has_no_cycle() {
    let session = open("kanga", "width=4 height=4");
    let certificate =
        session.certify(0, Search::with(SearchParams { hash_mb: 256, ..SearchParams::default() })).unwrap();
    assert_eq!(certificate.winner, Some(Color::Black));
    assert!(session.verify(&certificate, &|_| false).unwrap() > 10_000);
}

/// A plan without what an exhaustive search decides is shorter, and proves the same; without the search it proves nothing.
#[test]
fn a_plan_may_leave_out_positions_that_a_search_decides() {
    for (options, winner) in [("width=5 height=6", Color::White), ("width=5 height=5", Color::Black)] {
        let session = open("konane", options);
        let params = SearchParams { hash_mb: 256, ..SearchParams::default() };
        let whole = session.certify(0, Search::with(params.clone())).unwrap();
        let short = session.certify(100, Search::with(params.clone())).unwrap();
        assert_eq!([whole.winner, short.winner], [Some(winner); 2]);
        let [many, few] = [&whole, &short].map(|certificate| certificate.plans[0].turns.len());
        assert!(0 < few && 10 * few < many, "{few} of {many}");
        assert!(session.verify(&short, &|_| false).unwrap() > 100);

        let mut file = Vec::new();
        short.write(&mut file).unwrap();
        assert!(file.starts_with(b"papamu certificate 2\n"));
        assert_eq!(Certificate::read(&file[..]).unwrap(), short);

        let unsearched = Certificate { searched: 0, ..short.clone() };
        assert!(matches!(session.verify(&unsearched, &|_| false), Err(Flaw::Missing(..))));
        let hardly_searched = Certificate { searched: 1, ..short.clone() };
        assert!(matches!(session.verify(&hardly_searched, &|_| false), Err(Flaw::Missing(..))));
        let mut wrong = Certificate { winner: Some(!winner), searched: u64::MAX, ..short };
        wrong.plans[0].side = !winner;
        wrong.plans[0].turns.clear();
        assert!(matches!(session.verify(&wrong, &|_| false), Err(Flaw::Missed(..) | Flaw::Missing(..))));
    }
    // In other games a search may never end.
    let kanga = open("kanga", "width=3 height=3").certify(100, Search::new()).unwrap();
    assert_eq!(kanga.searched, 0);
}

#[test]
fn an_unfinished_proof_is_unknown() {
    let session = open("kanga", "");
    assert_eq!(solve(&session, Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }), "unknown");
    assert_eq!(solve(&session, Limits { nodes: Some(500), ..Limits::default() }), "unknown");
}

/// Positions of a stone with tens of thousands of moves, whose lists would soon fill the memory; and one in which it wins with
/// one of them.
#[test]
fn positions_with_very_many_moves_do_not_fill_the_memory() {
    let mut session = open("kangaroo", "size=10");
    let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
    session.set_position("ox1x1x4/xxxxxxx3/1x1x1x4/xxxxxxx3/10/10/10/10/xxxxxxxxxx/xxxxxxxxxx w -").unwrap();
    assert_eq!(solve(&session, limits), "unknown");
    session.set_position("ox1x1x4/xxxxxxx3/1x1x1x4/xxxxxxx3/10/10/10/10/10/10 w -").unwrap();
    let answer = solve(&session, Limits::default());
    let win = answer.strip_prefix("win ").unwrap();
    session.play(Color::White, win, Style::Whole).unwrap();
    assert!(session.outcome().is_some_and(|outcome| outcome.winner() == Some(Color::White)), "{answer}");
}

#[test]
fn a_malformed_certificate_is_refused_with_the_line() {
    let good = "papamu certificate 1\ngame konane width=4\nposition 4/4/4/4 b\nclaim white\nplan white 0\n";
    assert!(Certificate::read(good.as_bytes()).is_ok());
    for (line, bad) in [
        (1, good.replace("certificate 1", "certificate 3")),
        (5, good.replace("certificate 1", "certificate 2")),
        (5, good.replace("certificate 1", "certificate 2").replace("plan", "search 1000001\nplan")),
        (2, good.replace("game konane ", "game konane")),
        (3, good.replace("position ", "")),
        (4, good.replace("claim white", "claim red")),
        (5, good.replace("certificate 1", "certificate 2").replace("plan", "search +5\nplan")),
        (5, good.replace("white 0", "white -1")),
        (5, good.replace("white 0", "white +0")),
        (6, good.replace("white 0", "white 18446744073709551615")),
        (6, format!("{good}D4 4/4/4/4 w\n")),
        (1, String::new()),
    ] {
        let error = Certificate::read(bad.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{bad}: {error}");
    }
}

#[test]
fn a_long_proof_resumes_from_its_checkpoint() {
    let file = folder("solve").join("proof");
    let _ = std::fs::remove_file(&file);
    let session = open("konane", "width=6 height=6");
    fn journal<'a>(file: &Path, session: &Game, see: &'a mut dyn FnMut(&ProofProgress)) -> Journal<'a> {
        let save = Save {
            file: file.to_owned(),
            subject: format!("{} {}", session.name(), session.values()),
            every: Duration::from_millis(500),
        };
        Journal { save: Some(save), tell_every: Duration::from_millis(5), see }
    }
    let run = |session: &Game, nodes: Option<u64>| {
        let limits = Limits { nodes, ..Limits::default() };
        let mut counts = Vec::new();
        let mut see = |progress: &ProofProgress| counts.push(progress.nodes);
        let journal = journal(&file, session, &mut see);
        let answer = session.solve(Search::new().within(limits).journal(journal));
        (answer.map(|answer| answer.to_string()), counts.last().copied())
    };
    let (answer, nodes) = run(&session, Some(10_000));
    assert_eq!(answer.unwrap(), "unknown");
    assert!(nodes.unwrap() >= 10_000);
    let (answer, all) = run(&session, None);
    assert_eq!(answer.unwrap(), "loss");
    assert!(all > nodes);
    // All is known now: one look is enough.
    let (_, again) = run(&session, None);
    assert!(again.unwrap() <= all.unwrap() + 10, "{again:?} {all:?}");
    let mut nodes = 0;
    let mut see = |progress: &ProofProgress| nodes = progress.nodes;
    let continued = journal(&file, &session, &mut see);
    let size = std::fs::metadata(&file).unwrap().len();
    // Half of the memory would hold fewer positions than there are.
    let params = SearchParams { hash_mb: 2, ..SearchParams::default() };
    let certificate = session.certify(50_000, Search::with(params).journal(continued)).unwrap();
    let left = std::fs::metadata(&file).unwrap().len();
    // How much is lost depends on when the checkpoint was saved, and so on the machine.
    assert!(size - left < size / 6, "the checkpoint keeps its positions: {left} of {size} bytes");
    assert!(nodes <= again.unwrap() + 10, "{nodes} {again:?}");
    assert_eq!(certificate.winner, Some(Color::White));
    session.verify(&certificate, &|_| false).unwrap();

    let saved = std::fs::read(&file).unwrap();
    let (answer, _) = run(&open("konane", "width=5 height=6"), None);
    assert!(
        answer.as_ref().is_err_and(|error| error.to_string().contains(": belongs to another proof: konane ")),
        "{answer:?}"
    );
    assert_eq!(std::fs::read(&file).unwrap(), saved, "what is not gone on with is left alone");
    let mut damaged: Vec<Vec<u8>> = [0, 10, saved.len() / 2, saved.len() - 1].map(|end| saved[..end].to_vec()).into();
    let mut changed = saved.clone();
    changed[saved.len() / 2] ^= 1;
    damaged.extend([changed, [&saved[..], &[0; 16]].concat()]);
    for bytes in damaged {
        std::fs::write(&file, &bytes).unwrap();
        let (answer, _) = run(&session, None);
        assert!(
            answer.as_ref().is_err_and(|error| error.to_string().ends_with(": not a saved proof")),
            "{answer:?} {}",
            bytes.len()
        );
    }
    let (answer, _) = run(&open("kanga", "width=3 height=3"), None);
    assert!(
        answer.as_ref().is_err_and(|error| error.to_string().starts_with("only proofs of games in which")),
        "{answer:?}"
    );
    let kanga = open("kanga", "width=3 height=3");
    let certificate = kanga.certify(0, Search::new().journal(journal(&file, &kanga, &mut |_| ())));
    assert!(certificate.unwrap_err().to_string().starts_with("only proofs of games in which"));
}

/// A checkpoint that is a symbolic link stays one, and the file that it points to is replaced.
#[test]
#[cfg(unix)]
fn a_checkpoint_is_saved_through_a_link() {
    let folder = folder("solve");
    let (file, link) = (folder.join("linked-proof"), folder.join("proof-link"));
    for path in [&file, &link] {
        let _ = std::fs::remove_file(path);
    }
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let session = open("konane", "width=6 height=6");
    for nodes in [5_000, 10_000] {
        let every = Duration::from_millis(1);
        let save = Save { file: link.clone(), subject: "a proof".to_owned(), every };
        let journal = Journal { save: Some(save), tell_every: every, see: &mut |_| () };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        session.solve(Search::new().within(limits).journal(journal)).unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(std::fs::read(&file).unwrap().starts_with(b"papamu proofs 1 "));
    }
}

/// The win rate and the proven result of the best move of an analysis without limits, which ends with a proof.
fn analysis(options: &str, moves: &[&str]) -> (f64, Option<Verdict>) {
    let mut session = open("konane", options);
    for mv in moves {
        session.play(session.turn(), mv, Style::Whole).unwrap();
    }
    let params = SearchParams::within(Limits { time: Some(Duration::from_secs(60)), ..Limits::default() });
    let observer = Observer { every: Duration::from_secs(60), moves: 1, see: &mut |_| {} };
    let analysis = session.analyze(Search::with(params.clone()).observe(observer)).unwrap();
    (analysis.variations[0].winrate, analysis.variations[0].proven)
}

#[test]
fn an_analysis_shows_proven_results() {
    assert_eq!(analysis("width=5 height=5", &[]), (1.0, Some(Verdict::Win)));
    assert_eq!(analysis("width=5 height=5", &["C3"]), (0.0, Some(Verdict::Loss)));
}

/// Where the game is stopped after so many turns, the search proves nothing that the solver does not: a turn may be several
/// moves, and a position is another one with fewer turns left.
#[test]
fn a_search_counts_turns_as_the_rules_do() {
    let (mut compared, mut proven) = (0, 0);
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let games = [("send_it", "board=square size=3"), ("kanga", "width=3 height=3"), ("kangaroo", "size=6")];
        let (game, options) = games[seed as usize % 3];
        let mut played = open(game, options);
        for _ in 0..2 + rng.below(5) {
            played.play_random_turn(&mut rng);
        }
        let most = 1 + rng.below(4);
        // Where repetition ends the game too, the search proves nothing by a lead at the limit.
        let mut session = open(game, &format!("{options} max_moves={most} repetition=0"));
        if session.set_position(&played.position()).is_err() || session.outcome().is_some() {
            continue;
        }
        let params = |nodes| SearchParams::within(Limits { nodes: Some(nodes), ..Limits::default() });
        let answer = session.solve(Search::with(params(300_000))).unwrap();
        let observer = Observer { every: Duration::from_secs(100), moves: 1, see: &mut |_| () };
        let analysis = session.analyze(Search::with(params(20_000)).observe(observer)).unwrap();
        let Some(claim) = analysis.variations.first().and_then(|variation| variation.proven) else { continue };
        proven += 1;
        let Some(verdict) = answer.verdict else { continue };
        assert_eq!(verdict, claim, "{game} {options}: {}", session.position());
        compared += 1;
    }
    assert!(compared > 60, "{compared} of {proven} proven");
}

/// Positions that can arise from each other have different hashes: no other field of a position cancels out a stone.
#[test]
fn no_two_positions_share_a_hash() {
    fn check<G: Playable>(options: &str) {
        let game = G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap();
        let mut known: HashMap<u64, G::Position> = HashMap::new();
        let mut open = vec![game.start()];
        let mut rng = Rng::new(1);
        while let Some(position) = open.pop() {
            if known.len() > 100_000 {
                break;
            }
            if let Some(other) = known.insert(game.hash(&position), position.clone()) {
                assert!(other == position, "{} and {}", game.write_position(&other), game.write_position(&position));
                continue;
            }
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            for mv in moves {
                let mut after = position.clone();
                game.play(&mut after, mv);
                let place = rng.below(open.len() as u32 + 1) as usize;
                open.push(after);
                let last = open.len() - 1;
                open.swap(place, last);
            }
        }
    }
    check::<Kanga<1>>("width=3 height=3");
    check::<Kanga<1>>("width=3 height=4");
    check::<Konane<1>>("width=4 height=4");
    check::<SendIt<1>>("board=square size=3");
    check::<SendIt<1>>("size=3");
    check::<Kangaroo<1>>("size=6");
}

/// Where a stone has so many captures that the search looks at some of them only, it does not take the position for lost when these
/// lose.
#[test]
fn a_selection_of_moves_proves_no_loss() {
    for position in [
        "x2ooxox/1xxo1x1x/x1x1x2x/1o5x/1xxx1ox1/1x1x1o2/xx1xx1xx/1oo2x2 w -",
        "x1xoo1xo/1xox1x1x/xoxxx2o/1x2xx1x/xx2xx1x/1o1x4/ooxx1oox/1x3x2 w -",
        "1xxo1x1x/1o2xx2/xxo2x1o/ox1x1x1x/x1xoo2o/1x1x1x1o/ox1xx1oo/1o1o3x w -",
    ] {
        let mut session = open("kangaroo", "");
        session.set_position(position).unwrap();
        let params = SearchParams::within(Limits { nodes: Some(20_000), ..Limits::default() });
        let observer = Observer { every: Duration::from_secs(100), moves: 3, see: &mut |_| () };
        let analysis = session.analyze(Search::with(params.clone()).player(Color::White).observe(observer)).unwrap();
        assert!(!analysis.variations.is_empty());
        assert!(analysis.variations.iter().all(|variation| variation.proven != Some(Verdict::Loss)), "{position}");
    }
}

/// A stone with tens of thousands of moves takes all that it can.
#[test]
fn a_large_capture_is_found_among_very_many_moves() {
    let mut session = open("kangaroo", "size=10");
    session.set_position("ox1x1x4/xxxxxxx3/1x1x1x4/xxxxxxx3/10/10/10/10/10/10 w -").unwrap();
    let params = SearchParams::within(Limits { nodes: Some(1_000), ..Limits::default() });
    let choice = session.choose(Search::with(params.clone()).player(Color::White)).unwrap();
    session.play_choice(&choice).unwrap();
    assert!(!session.position().contains('x'), "{}", session.position());
}

/// From a won position, the engine wins against random defences.
#[test]
fn a_proven_win_is_played_to_its_end() {
    for seed in 0..20 {
        let mut session = open("konane", "width=5 height=5");
        let params = SearchParams::within(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() });
        let mut rng = Rng::new(seed);
        while session.outcome().is_none() {
            let side = session.turn();
            if side == Color::Black {
                let choice = session.choose(Search::with(params.clone()).player(side)).unwrap();
                session.play_choice(&choice).unwrap();
            } else {
                let moves = session.legal_moves_until(Style::Whole, &|| false).unwrap();
                session.play(side, &moves[rng.below(moves.len() as u32) as usize], Style::Whole).unwrap();
            }
        }
        assert_eq!(session.outcome().and_then(|outcome| outcome.winner()), Some(Color::Black));
    }
}

#[test]
fn clobber_is_solved_and_certified() {
    let values = Values::parse(Clobber::OPTIONS, "width=4 height=3").unwrap();
    let game = Clobber::new(&values).unwrap();
    check_certificate(&game, &values, &game.start());
}

/// Positions that no game can reach: stones on vertices of the other colour, where the occupied vertices tell nothing.
#[test]
fn konane_with_displaced_stones_is_solved_correctly() {
    let values = Values::parse(Konane::<1>::OPTIONS, "width=4 height=4").unwrap();
    let game = Konane::<1>::new(&values).unwrap();
    let (mut rng, mut compared) = (Rng::new(5), 0);
    let mut all = vec!["o1xo/oo1x/xxo1/oxox b".to_owned()];
    while all.len() < 2_000 {
        let row = |_| (0..4).map(|_| ["x", "o", "x", "o", "1"][rng.below(5) as usize]).collect::<String>();
        let rows: Vec<String> = (0..4).map(row).collect();
        all.push(format!("{} {}", rows.join("/"), ["b", "w"][all.len() % 2]));
    }
    let reads = |text: &String| game.read_position(text).ok();
    for position in all.iter().filter_map(reads).filter(|position| game.outcome(position).is_none()) {
        if let Some(truth) = truth(&game, &position) {
            compared += 1;
            check(&game, &position, &truth, 1 + compared % 2);
        }
    }
    assert!(compared > 500, "{compared}");
}

/// A position can be won even if its next occurrence would stop the game.
#[test]
fn a_win_is_a_win_wherever_repetition_stops_the_game() {
    for options in ["width=3 height=3 repetition=2", "width=3 height=3 repetition=3", "width=3 height=3 repetition=0"] {
        assert!(solve(&open("kanga", options), Limits::default()).starts_with("win"), "{options}");
    }
    assert!(solve(&open("send_it", "size=2 repetition=2"), Limits::default()).starts_with("win"));
    let mut session = open("kangaroo", "size=6");
    session.set_position("o1o1xx/o4o/5o/xoox2/4xx/o1xx2 b -").unwrap();
    for mv in ["C1-E1", "A6-A4", "E1-C1", "A4-A6"] {
        session.play(session.turn(), mv, Style::Whole).unwrap();
    }
    assert!(solve(&session, Limits::default()).starts_with("win"));
}

/// The check of a certificate with these lines, on a small board where only Black can move: A4 takes B4.
fn flaw(options: &str, claim: &str, lines: &[&str]) -> String {
    let text = format!(
        "papamu certificate 1\ngame konane {options}\nposition xo2/4/4/4 b\nclaim {claim}\nplan {claim} {}\n{}\n",
        lines.len(),
        lines.join("\n")
    );
    let certificate = Certificate::read(text.trim_end().as_bytes()).unwrap();
    let session = open(&certificate.game, &certificate.options);
    match session.verify(&certificate, &|_| false) {
        Ok(_) => "none".to_owned(),
        Err(flaw) => format!("{flaw:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
    }
}

#[test]
fn a_certificate_that_proves_nothing_has_a_flaw() {
    let board = "width=4 height=4";
    for (claim, lines, expected) in [
        ("black", &["A4-C4 xo2/4/4/4 b"][..], "none"),
        ("black", &[], "Missing"),
        ("black", &["A4-D4 xo2/4/4/4 b"], "Illegal"),
        ("black", &["A4 xo2/4/4/4 b"], "Illegal"), // half a move
        ("black", &["A4-C4 xo2/4/4 b"], "Position"),
        ("white", &[], "Missed"),
    ] {
        assert_eq!(flaw(board, claim, lines), expected, "{claim} {lines:?}");
    }
    assert_eq!(flaw("width=4 height=4 max_moves=1", "black", &["A4-C4 xo2/4/4/4 b"]), "Limited");

    // Both jump to and fro for ever: that wins nothing, and where points are counted it is no draw either.
    for (claim, sides) in [("white", &["white"][..]), ("draw", &["white", "black"])] {
        let plans: String = sides.iter().map(|side| format!("plan {side} 0\n")).collect();
        let text = format!(
            "papamu certificate 1\ngame kangaroo size=6 resignation=off\nposition xx4/6/6/6/6/oo4 b -\nclaim {claim}\n{plans}"
        );
        let certificate = Certificate::read(text.as_bytes()).unwrap();
        let mut filled = certificate.clone();
        // A plan that always makes the first move there is.
        for plan in &mut filled.plans {
            let mut session = open("kangaroo", "size=6 resignation=off");
            let mut open_positions = vec![certificate.position.clone()];
            while let Some(position) = open_positions.pop() {
                session.set_position(&position).unwrap();
                if session.outcome().is_some() || plan.turns.iter().any(|(known, _)| *known == position) {
                    continue;
                }
                let mut tokens = session.legal_moves_until(Style::Whole, &|| false).unwrap();
                if session.turn() == plan.side {
                    tokens.truncate(1);
                    plan.turns.push((position.clone(), tokens[0].clone()));
                } else if plan.turns.len() > 300 {
                    break;
                }
                for token in tokens {
                    session.set_position(&position).unwrap();
                    session.play(session.turn(), &token, Style::Whole).unwrap();
                    open_positions.push(session.position());
                }
            }
        }
        let flaw = open("kangaroo", "size=6 resignation=off").verify(&filled, &|_| false).unwrap_err();
        assert!(matches!(flaw, Flaw::Circle(_)), "{flaw:?}");
    }
}
