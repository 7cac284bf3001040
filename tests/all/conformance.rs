//! What every game must keep to, a fifth one too: the same suite for all.

use std::collections::{HashMap, HashSet};

use papamu::board::{Board, Vertex};
use papamu::evaluation::PARTS;
use papamu::game::{Color, Playable, Reading, Style, Values};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};
use papamu::play::{Game, Snapshot, Turn};
use papamu::rng::Rng;

use crate::common::{self, open};
use crate::{breakthrough, clobber};

/// Games on a small board with `LONG_TESTS=1` and without it, and on a large one, whose laws take longer to check. In the first few
/// games, turns are taken back.
const GAMES: u64 = 25;
const FEWER_GAMES: u64 = 8;
const GAMES_ON_LARGE_BOARDS: u64 = 1;
const GAMES_TAKEN_BACK: u64 = 5;
const LARGE: usize = 100;
const LONGEST: usize = 120;

/// Plays random games and holds every law in every position.
fn suite<G: Playable>(options: &str) {
    let values = Values::parse(G::OPTIONS, options).unwrap();
    let game = G::new(&values).unwrap();
    let mut repeated = 0;
    let cells = game.board().shape().bits();
    let games = match cells {
        ..=LARGE if common::long_tests() => GAMES,
        ..=LARGE => FEWER_GAMES,
        _ if common::long_tests() => 4 * GAMES_ON_LARGE_BOARDS,
        _ => GAMES_ON_LARGE_BOARDS,
    };
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut position = game.start();
        for _ in 0..LONGEST {
            position_laws(&game, &position, &mut rng);
            let Some(mv) = game.random_move(&position, &mut rng) else { break };
            notation_laws(&game, &position, mv);
            let (before, mover) = (position.clone(), game.turn(&position));
            game.play(&mut position, mv);
            assert_ne!(before, position, "a move changes the position");
            if !game.turn_begins(&position) {
                assert_eq!(game.turn(&position), mover, "within a turn the player stays");
            }
        }
        symmetry_laws(&game, &position);
        session_laws(G::NAME, options, seed);
        if seed < GAMES_TAKEN_BACK {
            redo_laws(open(G::NAME, options), seed);
        }
        repeated += repetition_laws(&game, &values, seed);
        set_up_laws(&game, options, &position);
    }
    assert!(repeated == 0 || G::CAN_REPEAT);
    println!("{}: {repeated} of {games} games ended by repetition", G::NAME);
}

fn position_laws<G: Playable>(game: &G, position: &G::Position, rng: &mut Rng) {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let text = game.write_position(position);
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{text}: {mv:?} is listed twice");
    }
    assert_eq!(game.count_moves(position, &|| false), Some(moves.len() as u64), "{text}");
    assert_eq!(game.outcome(position).is_some(), moves.is_empty(), "{text}: over if and only if there is no move");
    let pick = game.random_move(position, rng);
    assert_eq!(pick.is_none(), moves.is_empty(), "{text}");
    assert!(pick.is_none_or(|mv| moves.contains(&mv)), "{text}: {pick:?} is not legal");
    hints_laws(game, position, &moves);
    assert!(game.evaluate(position).abs() <= 20_000, "{text}");
    assert!(game.initial_pn(position).iter().all(|&number| number >= 1), "{text}");
    let (decisions, [share, whole]) = game.decisions_left(position);
    assert!(decisions >= 1 && (1..=whole).contains(&share), "{text}");
    if game.outcome(position).is_none() {
        let again = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&again, position, "{text}");
        assert_eq!(game.hash(&again), game.hash(position), "{text}: the key comes from the position alone");
        assert_eq!(game.write_position(&again), text);
    }
}

/// Every cell of the board with the stone on it.
fn stones<G: Playable>(game: &G, position: &G::Position) -> Vec<(Vertex, Option<Color>)> {
    let (board, stones) = (game.board(), game.occupied(position));
    let on = |at| Color::BOTH.into_iter().find(|color| board.contains(&stones[color.index()], at));
    board.shape().rows().concat().into_iter().map(|at| (at, on(at))).collect()
}

/// The image of a position under a symmetry has the same moves, result, value and key, and as many inputs of its network.
fn symmetry_laws<G: Playable>(game: &G, position: &G::Position) {
    let (text, features) = (game.write_position(position), game.features(position));
    assert!(features.part < PARTS, "{text}");
    let inputs: HashSet<u16> = features.inputs.iter().copied().collect();
    assert_eq!(inputs.len(), features.inputs.len(), "{text}: an input is on twice");
    for (index, symmetry) in game.symmetries().iter().enumerate() {
        let image = game.image(position, symmetry);
        assert!(index > 0 || image == *position, "{text}: the first symmetry moves a cell");
        assert_eq!(game.turn(&image), game.turn(position), "{text}");
        assert_eq!(game.outcome(&image), game.outcome(position), "{text}");
        assert_eq!(game.adjudicate(&image), game.adjudicate(position), "{text}");
        assert_eq!(game.count_moves(&image, &|| false), game.count_moves(position, &|| false), "{text}");
        assert_eq!(game.stones(&image), game.stones(position), "{text}");
        let stones = |position| stones(game, position).into_iter().filter_map(|(at, stone)| Some((at, stone?)));
        let width = usize::from(game.board().shape().extent().0);
        let moved = |at: Vertex| {
            let to = symmetry[usize::from(at.row) * width + usize::from(at.column)];
            Vertex::new((to % width) as u8, (to / width) as u8)
        };
        let expected: HashMap<_, _> = stones(position).map(|(at, stone)| (moved(at), stone)).collect();
        assert_eq!(stones(&image).collect::<HashMap<_, _>>(), expected, "{text}: a stone is elsewhere");
        // What follows has its image too.
        let after = |position| {
            let mut moves = Vec::new();
            game.legal_moves(position, &mut moves);
            moves.into_iter().map(|mv| game.after(position, mv)).collect::<HashSet<_>>()
        };
        let expected: HashSet<_> = after(position).iter().map(|after| game.image(after, symmetry)).collect();
        assert_eq!(after(&image), expected, "{text}");
        let seen = game.features(&image);
        assert_eq!((seen.linear, seen.part), (features.linear.clone(), features.part), "{text}");
        assert_eq!(seen.inputs.len(), inputs.len(), "{text}");
    }
}

/// What a search is told must be true: it believes it without looking.
fn hints_laws<G: Playable>(game: &G, position: &G::Position, legal: &[G::Move]) {
    let text = game.write_position(position);
    let side = game.turn(position);
    let after = |mv: G::Move| {
        let mut after = position.clone();
        game.play(&mut after, mv);
        after
    };
    let wins = |mv: &G::Move| game.outcome(&after(*mv)).and_then(|outcome| outcome.winner()) == Some(side);
    let at_once = !legal.is_empty() && game.wins_at_once(position);
    assert!(!at_once || legal.iter().any(wins), "{text}: no move wins at once");
    let mut searched = Vec::new();
    game.search_moves(position, &mut searched);
    assert_eq!(searched.is_empty(), legal.is_empty(), "{text}");
    assert!(searched.iter().all(|mv| legal.contains(mv)), "{text}: a move is searched that is not legal");
    // Where there is a win, the others need not be searched; nor those that lose at once.
    for &mv in legal.iter().filter(|mv| !at_once && !searched.contains(mv)) {
        let after = after(mv);
        let lost = match game.outcome(&after) {
            Some(outcome) => outcome.winner() == Some(!side),
            None => game.turn(&after) == !side && game.wins_at_once(&after),
        };
        assert!(lost, "{text}: {mv:?} is left out, and does not lose at once");
    }
    assert!(legal.iter().all(|&mv| game.history_index(mv) < game.history_size()), "{text}: a kind is out of range");
}

/// The text of a move, in both styles, is read back as that move.
fn notation_laws<G: Playable>(game: &G, position: &G::Position, played: G::Move) {
    let named = game.named_moves(position, &|| false).unwrap();
    let mut names: Vec<_> = named.iter().map(|(_, name)| name.clone()).collect();
    let mut tokens = game.tokens(position, &[], Style::Whole, &|| false).unwrap();
    names.sort();
    tokens.sort();
    assert_eq!(names, tokens);
    names.dedup();
    assert_eq!(names.len(), tokens.len(), "no two moves have the same text");
    assert_eq!(Some(named.len() as u64), game.count_moves(position, &|| false));
    for (mv, name) in &named {
        for text in [name.clone(), name.to_lowercase()] {
            match game.read(position, &[], &text, Style::Whole) {
                Ok(Reading::Moves(moves)) => assert_eq!(moves.first(), Some(mv), "{text}"),
                // A single move of a turn that must have more is no turn: it can only be clicked.
                other => match game.read(position, &[], &text, Style::Steps) {
                    Ok(Reading::Moves(moves)) => assert_eq!(moves, [*mv], "{text}: {other:?}"),
                    clicked => panic!("{text}: {other:?}, {clicked:?}"),
                },
            }
        }
    }
    click_through(game, position, played);
}

/// Clicks a move, each click among those listed, and returns what comes out.
fn click_through<G: Playable>(game: &G, position: &G::Position, mv: G::Move) -> G::Move {
    let clicks = game.write(position, &[], &[mv], Style::Steps);
    let mut prefix: Vec<Vertex> = Vec::new();
    for (index, click) in clicks.iter().enumerate() {
        assert!(
            game.tokens(position, &prefix, Style::Steps, &|| false).unwrap().contains(click),
            "{clicks:?}: {click} is not listed"
        );
        if !prefix.is_empty() {
            let (rest, _) = game.moves_after(position, &prefix, &|| false);
            assert!(rest.contains(&mv), "{clicks:?} after {prefix:?}");
            assert_eq!(game.write(position, &prefix, &[mv], Style::Steps), clicks[index..]);
        }
        match game.read(position, &prefix, click, Style::Steps).unwrap() {
            Reading::Prefix(clicked) => prefix = clicked,
            Reading::Moves(moves) => {
                assert_eq!(index + 1, clicks.len(), "{clicks:?} ends early");
                // A pass may stand for several moves (the resignations of Kangaroo); then it is one of them.
                assert!(moves == [mv] || click == "PASS", "{clicks:?}: {moves:?}");
                return moves[0];
            }
        }
    }
    panic!("{clicks:?} is no move");
}

/// Sessions in both styles stay together, and `undo` brings back everything. Sessions come from the registry, whose code the
/// library has compiled.
fn session_laws(name: &str, options: &str, seed: u64) {
    let [mut whole, mut steps] = [(); 2].map(|()| open(name, options));
    let mut rng = Rng::new(!seed);
    let mut seen = Vec::new();
    let everything = |session: &Game| {
        let tokens = [Style::Whole, Style::Steps].map(|style| session.legal_moves(style));
        assert!(!session.draw().contains("\n\n"), "a blank line would end the reply");
        (session.position(), tokens, session.turn(), session.outcome(), session.draw())
    };
    for _ in 0..LONGEST {
        refusals_change_nothing(&mut whole);
        assert_eq!(whole.position(), steps.position());
        let clicks = steps.legal_moves(Style::Steps);
        let Some(click) = clicks.get(rng.below(clicks.len() as u32) as usize) else { break };
        seen.push(everything(&steps));
        let turn = steps.turn();
        steps.play(turn, click, Style::Steps).unwrap_or_else(|error| panic!("{click}: {error}"));
        // The session in whole style takes clicks too; one that reads a lone vertex otherwise is told the style.
        whole.play(turn, click, Style::Steps).unwrap();
        assert_eq!(everything(&whole), everything(&steps));
    }
    assert_eq!(steps.played(), seen.len());
    assert!(steps.undo(seen.len() + 1).is_err());
    for before in seen.iter().rev() {
        steps.undo(1).unwrap();
        assert_eq!(&everything(&steps), before);
    }
    whole.undo(whole.played()).unwrap();
    assert_eq!(everything(&whole), everything(&steps));
}

/// What is taken back and played again is as it was: one token or several, a turn, or turns; also a game that a player has
/// given up in the middle of a turn, and passes of a player who waits.
fn redo_laws(mut session: Game, seed: u64) {
    let mut rng = Rng::new(seed ^ 0x7777);
    let given_up = 3 + rng.below(30);
    for step in 0..given_up + 4 {
        let turn = session.turn();
        match rng.below(8) {
            _ if step == given_up && session.outcome().is_none() => {
                let word = ["resign", "timeout"][seed as usize % 2];
                session.play([turn, !turn][rng.below(2) as usize], word, Style::Whole).unwrap();
            }
            // Also by both players after the end.
            0 | 1 => session.play(!turn, "PASS", Style::Steps).unwrap(),
            2 => drop(session.play_random_turn(&mut rng)),
            _ => {
                let clicks = session.legal_moves(Style::Steps);
                match clicks.get(rng.below(clicks.len().max(1) as u32) as usize) {
                    Some(click) => session.play(turn, click, Style::Steps).unwrap(),
                    None => session.play(turn, "PASS", Style::Steps).unwrap(),
                }
            }
        }
        undo_and_redo(&mut session);
        // What is taken back stays so, now and then, until something else is played.
        if session.played() > 0 && rng.below(4) == 0 {
            session.undo(1).unwrap();
            undo_and_redo(&mut session);
        }
    }
}

fn undo_and_redo(session: &mut Game) {
    let everything = |session: &Game| -> (Snapshot, Vec<Turn>, Vec<String>) {
        (session.snapshot(), session.turns(), session.legal_moves(Style::Whole))
    };
    let before = everything(session);
    for count in 1..=session.played().min(3) {
        session.undo(count).unwrap();
        session.redo(count).unwrap();
        assert_eq!(everything(session), before, "{count} tokens");
    }
    // Turn by turn, and back; then the same after a token was taken back, perhaps in the middle of a turn.
    for tokens in 0..=session.played().min(1) {
        session.undo(tokens).unwrap();
        let mut states = vec![everything(session)];
        while states.len() < 4 && session.undo_turn().is_ok() {
            states.push(everything(session));
        }
        states.pop();
        while let Some(state) = states.pop() {
            session.redo_turn().unwrap();
            assert_eq!(everything(session), state, "a turn");
        }
        session.redo(tokens).unwrap();
        assert_eq!(everything(session), before);
    }
    // Without undo_turn, a turn that is played again is one that undo_turn would take back.
    let count = session.played().min(8);
    session.undo(count).unwrap();
    let end = session.undone() - count;
    while session.undone() > end {
        let begun = session.played();
        session.redo_turn().unwrap();
        let now = everything(session);
        session.undo_turn().unwrap();
        assert!(session.played() <= begun, "more is played again than one turn");
        session.redo_turn().unwrap();
        assert_eq!(everything(session), now);
        if session.undone() < end {
            session.undo(end - session.undone()).unwrap(); // a turn that had been taken back before
        }
    }
    assert_eq!(everything(session), before);
}

fn refusals_change_nothing(session: &mut Game) {
    let state = |session: &Game| (session.position(), session.played(), session.legal_moves(Style::Steps));
    let before = state(session);
    let turn = session.turn();
    for token in ["", "A0", "Z99", "I5", "A1-", "D4,", "A1-A1-A1", "A1,A1", "resign@", "resign@Z9", "hello", "-", "é"]
    {
        assert!(session.play(turn, token, Style::Whole).is_err(), "{token}");
    }
    assert!(session.play(!turn, "A1", Style::Steps).is_err());
    for text in ["", "x", "8/8 b", "b", "/ b -", "99999999999999999999 b"] {
        assert!(session.set_position(text).is_err(), "{text}");
    }
    assert_eq!(state(session), before);
}

/// With `repetition=N` a game ends when a position occurs for the Nth time: not one occurrence earlier, and not one later.
/// The walk prefers moves that lead back to earlier positions. Returns how many games were ended so.
fn repetition_laws<G: Playable>(game: &G, values: &Values, seed: u64) -> u32 {
    let limit = 2 + seed as u32 % 3;
    let mut session = open(G::NAME, &values.with(&[("repetition", limit.to_string())]));
    let mut rng = Rng::new(seed ^ 0x5555);
    let mut position = game.start();
    let mut occurred: HashMap<G::Position, u32> = HashMap::from([(position.clone(), 1)]);
    for _ in 0..LONGEST {
        let mut moves = Vec::new();
        game.legal_moves(&position, &mut moves);
        let back = moves.iter().copied().find(|&mv| occurred.contains_key(&game.after(&position, mv)));
        let random = || moves.get(rng.below(moves.len() as u32) as usize).copied();
        let Some(mv) = back.filter(|_| seed.is_multiple_of(2)).or_else(random) else { break };
        for click in game.write(&position, &[], &[mv], Style::Steps) {
            session.play(session.turn(), &click, Style::Steps).unwrap();
        }
        game.play(&mut position, mv);
        if session.position() != game.write_position(&position) {
            break; // a click that stands for several moves meant another one
        }
        let times = match game.turn_begins(&position) {
            true => *occurred.entry(position.clone()).and_modify(|times| *times += 1).or_insert(1),
            false => 0,
        };
        match game.outcome(&position) {
            Some(outcome) => {
                assert_eq!(session.outcome(), Some(outcome), "the game's own end decides");
                break;
            }
            None => assert_eq!(session.outcome().is_some(), times >= limit, "{times} of {limit}"),
        }
        if times >= limit {
            assert_eq!(session.outcome(), Some(game.adjudicate(&position)));
            return 1;
        }
    }
    0
}

/// Stones that are set up stand where they were put, the last one named of a vertex, and a board has the size asked for.
fn set_up_laws<G: Playable>(game: &G, options: &str, position: &G::Position) {
    let listed: Vec<_> = stones(game, position).into_iter().filter_map(|(at, stone)| Some((stone?, at))).collect();
    for turn in Color::BOTH {
        let Ok(set_up) = game.set_up(&listed, turn) else { continue };
        assert_eq!(stones(game, &set_up), stones(game, position));
        assert_eq!(game.with_stones(game.occupied(position), turn).unwrap(), set_up);
        // Named before with the other colour, which then does not count.
        let twice: Vec<_> = listed.iter().map(|&(stone, at)| (!stone, at)).chain(listed.iter().copied()).collect();
        let mut session = open(G::NAME, options);
        session.set_up(&twice, turn).unwrap();
        assert_eq!(session.position(), game.write_position(&set_up));
        assert!(game.turn_begins(&set_up));
        assert!(game.set_up(&[(turn, Vertex::new(200, 0))], turn).is_err(), "off the board");
    }
    for (columns, rows) in [(6, 6), (7, 7), (5, 4), (8, 8), (1, 1), (40, 40)] {
        let mut resized = open(G::NAME, options);
        if resized.resize(columns, rows).is_ok() {
            assert_eq!(resized.shape().extent(), (columns as u8, rows as u8), "{options}");
        }
    }
}

macro_rules! conforms {
    ($($test:ident: $game:ty, $($options:literal)+;)*) => {$(
        #[test]
        fn $test() {
            $(suite::<$game>($options);)+
        }
    )*};
}

conforms! {
    konane: Konane<1>, "" "width=5 height=5" "width=4 height=7 a1=white" "width=5 height=4 opening=middle_off";
    konane_on_more_words: Konane<4>, "width=16 height=16" "width=6 height=6";
    kanga: Kanga<1>, "" "width=3 height=4 suicide=allowed" "width=5 height=5";
    kanga_on_more_words: Kanga<6>, "width=19 height=19" "width=5 height=6";
    send_it: SendIt<1>, "size=2" "size=4" "board=square size=5 push=true";
    send_it_on_more_words: SendIt<4>, "" "setup=six" "board=square push=true" "size=3";
    kangaroo: Kangaroo<1>, "" "size=6 resignation=off obligatory=0 handicap=3" "size=7 penalty=remove handicap=1";
    kangaroo_on_more_words: Kangaroo<2>, "size=10" "size=9 resignation=off" "size=6";
    clobber: clobber::Clobber, "" "width=7 height=1" "width=4 height=4";
    breakthrough: breakthrough::Breakthrough, "" "width=2 height=4" "width=16 height=16";
}
