//! The laws that every game must keep, those of the examples too: the same suite for all.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use papamu::board::{Board, Symmetry, Vertex};
use papamu::evaluation::PARTS;
use papamu::game::{Color, Content, Outcome, Playable, Points, Reading, RulesExt, Style, Values};
use papamu::games::{Kanga, Kangaroo, Konane, SendIt};
use papamu::gtp::Gtp;
use papamu::play::{Game, Snapshot, Turn};
use papamu::rng::Rng;

use crate::amazons::Amazons;
use crate::breakthrough::Breakthrough;
use crate::clobber::Clobber;
use crate::common::{self, open};
use crate::protocol::talk_to;

/// Games on a small board with `LONG_TESTS=1` and without it, and on a large one, whose laws take longer to check. In the
/// first few games, turns are taken back.
const GAMES: u64 = 25;
const FEWER_GAMES: u64 = 5;
const GAMES_ON_LARGE_BOARDS: u64 = 1;
const GAMES_TAKEN_BACK: u64 = 5;
const LARGE: usize = 100;
const LONGEST: usize = 120;
/// The positions looked at from one position, to see whether it can occur again.
const LOOKED_AT: u32 = 2_000;
const RATED_GAMES: u64 = 12;

/// One position in so many is checked move by move: with its clicks, and through the protocol.
const SAMPLED: u32 = 24;
/// The most moves of such a position.
const MOST_MOVES: usize = 100;

/// Plays random games and checks every law in every position.
fn suite<G: Playable>(options: &str) {
    let values = Values::parse(G::OPTIONS, options).unwrap();
    let game = G::new(&values).unwrap();
    constant_laws(&game);
    let mut repeated = 0;
    let games = match game.board().shape().bits() {
        ..=LARGE if common::long_tests() => GAMES,
        ..=LARGE => FEWER_GAMES,
        _ if common::long_tests() => 4 * GAMES_ON_LARGE_BOARDS,
        _ => GAMES_ON_LARGE_BOARDS,
    };
    for seed in 0..games {
        let position = random_game_laws(&game, &values, seed);
        for symmetry in game.symmetries() {
            symmetry_laws(&game, &position, symmetry);
        }
        session_laws(G::NAME, options, seed);
        if seed < GAMES_TAKEN_BACK {
            redo_laws(open(G::NAME, options), seed);
        }
        repeated += repetition_laws(&game, &values, seed);
        set_up_laws(&game, options, &position);
    }
    assert!(repeated == 0 || G::CAN_REPEAT);
    evaluation_law(&game);
    println!("{}: {repeated} of {games} games ended by repetition", G::NAME);
}

/// Plays a random game and checks the laws of its positions, moves and turns. Returns the last position.
fn random_game_laws<G: Playable>(game: &G, values: &Values, seed: u64) -> G::Position {
    let mut rng = Rng::new(seed);
    let mut session = open(G::NAME, &values.with(&[("repetition", "0".to_owned())]));
    let mut scripts = [Style::Whole, Style::Steps].map(|style| Script::new(style, open(G::NAME, &values.to_string())));
    let mut position = game.start();
    let (mut turn_start, mut turn) = (position.clone(), Vec::new());
    let mut seen = HashSet::from([position.clone()]);
    let mut keys = HashMap::new();
    for number in 0..LONGEST {
        position_laws(game, &position);
        if let Some(symmetry) = game.symmetries().get(rng.below(game.symmetries().len().max(1) as u32) as usize) {
            symmetry_laws(game, &position, symmetry);
        }
        let Some(mv) = game.random_move(&position, &mut rng) else { break };
        // Kōnane gives some images keys of their own, but positions with one key must be images of each other.
        let key = game.key(&position);
        let other = keys.entry((key.word, key.side)).or_insert(position.clone());
        let mut images = game.symmetries().iter().map(|symmetry| game.image(other, symmetry));
        assert!(*other == position || images.any(|image| image == position), "{other:?} and {position:?} share a key");
        notation_laws(game, &position, mv);
        scripts.iter_mut().for_each(|script| script.position_laws(game, &position));
        if number == 0 || rng.below(SAMPLED) == 0 {
            click_laws(game, &position);
            let mut left = LOOKED_AT;
            let comes_back = !G::CAN_REPEAT && comes_back(game, &position, &position, 4, &mut left);
            assert!(!comes_back, "{}: the position can occur again", game.write_position(&position));
            scripts.iter_mut().for_each(|script| script.token_laws(game, &position));
        }
        let (before, mover) = (position.clone(), game.turn(&position));
        game.play(&mut position, mv);
        assert_ne!(before, position, "a move changes the position");
        assert!(seen.insert(position.clone()) || G::CAN_REPEAT, "{position:?} occurs twice");
        if !game.turn_begins(&position) {
            assert_eq!(game.turn(&position), mover, "within a turn the player stays");
        }
        turn.push(mv);
        if game.is_turn_over(&position, mover) || game.end(&position).is_some() {
            turn_laws(game, &mut session, &turn_start, &turn);
            (turn_start, turn) = (position.clone(), Vec::new());
        }
    }
    scripts.into_iter().for_each(Script::run);
    position
}

/// What does not depend on the position.
fn constant_laws<G: Playable>(game: &G) {
    if G::NORMAL_PLAY {
        assert!(!G::CAN_REPEAT && !game.counts_points(), "normal play neither repeats positions nor counts points");
    }
    let (board, symmetries) = (game.board(), game.symmetries());
    let cells: HashSet<Vertex> = board.shape().rows().concat().into_iter().collect();
    for (index, symmetry) in symmetries.iter().enumerate() {
        let images: HashSet<Vertex> = cells.iter().map(|&vertex| image(game, symmetry, vertex)).collect();
        assert_eq!(images, cells, "a symmetry maps the board onto itself");
        assert!(!symmetries[..index].contains(symmetry), "a symmetry is listed twice");
        let is_identity = cells.iter().all(|&vertex| image(game, symmetry, vertex) == vertex);
        assert_eq!(is_identity, index == 0, "the identity comes first");
    }
}

/// The image of a vertex.
fn image<G: Playable>(game: &G, symmetry: &Symmetry, vertex: Vertex) -> Vertex {
    let width = usize::from(game.board().shape().extent().0);
    let cell = symmetry.cells[usize::from(vertex.row) * width + usize::from(vertex.column)];
    Vertex::new((cell % width) as u8, (cell / width) as u8)
}

fn legal_moves<G: Playable>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves
}

/// At most [`MOST_MOVES`] of them, evenly spread.
fn sample<T>(all: Vec<T>) -> impl Iterator<Item = T> {
    let step = all.len().div_ceil(MOST_MOVES).max(1);
    all.into_iter().step_by(step)
}

fn position_laws<G: Playable>(game: &G, position: &G::Position) {
    let moves = legal_moves(game, position);
    let (text, side) = (game.write_position(position), game.turn(position));
    for (index, mv) in moves.iter().enumerate() {
        assert!(!moves[..index].contains(mv), "{text}: {mv:?} is listed twice");
        for vertex in game.clicks(position, *mv) {
            assert!(game.board().has(vertex), "{text}: {mv:?} clicks {vertex}, which is not on the board");
        }
    }
    assert_eq!(game.count_moves(position, &|| false), Some(moves.len() as u64), "{text}");
    let mut listed = Vec::new();
    assert_eq!(game.legal_moves_until(position, &mut listed, &|| false), Some(()), "{text}");
    assert_eq!(listed, moves, "{text}");
    assert_eq!(game.outcome(position).is_some(), moves.is_empty(), "{text}: over if and only if there is no move");
    assert_eq!(game.score(position).is_some(), game.counts_points(), "{text}: points are counted always or never");
    if let Some(Outcome::Win { by, .. }) = game.outcome(position).filter(|_| !game.counts_points()) {
        assert_eq!(by, Points::whole(1), "{text}: a margin in a game without points");
    }
    if let Some(([black, white], _)) = game.points_of_players(position) {
        let lead = Points::whole(black as i32 - white as i32).lead_of_black();
        assert_eq!(game.score(position), Some(lead), "{text}: the points of the players differ from the score");
    }
    if let Some(owners) = game.ownership(position, &|| true) {
        assert_eq!(owners.len(), game.board().shape().rows().concat().len(), "{text}: a number for each cell");
        assert!(owners.iter().all(|owner| owner.abs() <= 1.0), "{text}: {owners:?}");
    }
    if G::NORMAL_PLAY {
        assert!(game.turn_begins(position), "{text}: every turn is one move");
        for &mv in &moves {
            assert_eq!(game.turn(&game.after(position, mv)), !side, "{text}: the players alternate");
        }
        let winner = game.outcome(position).map(Outcome::winner);
        assert!(winner.is_none_or(|winner| winner == Some(!side)), "{text}: a player who cannot move loses");
    }
    hints_laws(game, position, &moves);
    if game.outcome(position).is_none() {
        let again = game.read_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&again, position, "{text}");
        assert_eq!(game.hash(&again), game.hash(position), "{text}: the hash depends on the position alone");
        assert_eq!(game.write_position(&again), text);
        assert!(!game.instruction(position, &[]).is_empty(), "{text}: no instruction");
    }
}

/// The contents of every cell of the board that is not empty.
fn contents<G: Playable>(game: &G, position: &G::Position) -> BTreeMap<Vertex, Content> {
    let (board, [black, white], blocked) = (game.board(), game.stones(position), game.blocked(position));
    let mut contents = BTreeMap::new();
    for vertex in board.shape().rows().concat() {
        let sets = [(Color::Black.into(), &black), (Color::White.into(), &white), (Content::Blocked, &blocked)];
        for (content, _) in sets.into_iter().filter(|(_, set)| board.contains(set, vertex)) {
            assert_eq!(contents.insert(vertex, content), None, "{vertex} holds two things");
        }
    }
    contents
}

/// The other player's stone; anything else as it is.
fn other_color(content: Content) -> Content {
    if let Content::Stone(color) = content { Content::Stone(!color) } else { content }
}

/// The image of a position under a symmetry has the images of its stones, moves and results.
fn symmetry_laws<G: Playable>(game: &G, position: &G::Position, symmetry: &Symmetry) {
    let text = game.write_position(position);
    let image_of = |position: &G::Position| game.image(position, symmetry);
    let mapped = image_of(position);
    assert_eq!(game.turn(&mapped), game.turn(position), "{text}");
    assert_eq!(game.turn_begins(&mapped), game.turn_begins(position), "{text}");
    assert_eq!(game.end(&mapped), game.end(position), "{text}: the result is another one");
    assert_eq!(game.score(&mapped), game.score(position), "{text}: the score is another one");
    assert_eq!(game.count_moves(&mapped, &|| false), game.count_moves(position, &|| false), "{text}");
    let mut expected = BTreeMap::new();
    for (vertex, content) in contents(game, position) {
        expected.insert(image(game, symmetry, vertex), content);
    }
    assert_eq!(contents(game, &mapped), expected, "{text}: a stone is elsewhere");
    let after = |position: &G::Position| -> HashSet<G::Position> {
        legal_moves(game, position).into_iter().map(|mv| game.after(position, mv)).collect()
    };
    let expected: HashSet<_> = after(position).iter().map(image_of).collect();
    assert!(after(&mapped) == expected, "{text}: a move leads elsewhere");
}

/// The searches rely on these hints without checking them.
fn hints_laws<G: Playable>(game: &G, position: &G::Position, legal: &[G::Move]) {
    let (text, side) = (game.write_position(position), game.turn(position));
    assert!(game.evaluate(position).abs() <= 20_000, "{text}");
    assert!(game.initial_pn(position).iter().all(|&number| number >= 1), "{text}");
    let wins = |&mv: &G::Move| game.outcome(&game.after(position, mv)).and_then(Outcome::winner) == Some(side);
    let at_once = !legal.is_empty() && game.wins_at_once(position);
    assert!(!at_once || legal.iter().any(wins), "{text}: no move wins at once");
    let mut searched = Vec::new();
    let is_complete = game.search_moves(position, &mut searched);
    assert_eq!(searched.is_empty(), legal.is_empty(), "{text}");
    assert!(searched.iter().all(|mv| legal.contains(mv)), "{text}: a move is searched that is not legal");
    // If a move wins, the others need not be searched; nor need those that lose at once.
    for &mv in legal.iter().filter(|mv| is_complete && !at_once && !searched.contains(mv)) {
        let after = game.after(position, mv);
        let lost = match game.outcome(&after) {
            Some(outcome) => outcome.winner() == Some(!side),
            None => game.turn(&after) == !side && game.wins_at_once(&after),
        };
        assert!(lost, "{text}: {mv:?} is left out, but does not lose at once");
    }
    assert!(G::HAS_TACTICS || !legal.iter().any(|&mv| game.is_tactical(position, mv)), "{text}: a tactical move");
    let (first, mut tactical) = (searched.first().copied(), Vec::new());
    game.tactical_moves(position, &mut tactical);
    assert_eq!(
        tactical,
        searched.into_iter().filter(|&mv| game.is_tactical(position, mv)).collect::<Vec<_>>(),
        "{text}"
    );
    let (decisions, [share, whole]) = game.decisions_left(position);
    assert!(decisions >= 1 && (1..=whole).contains(&share), "{text}");
    let goes_on = first.is_some_and(|mv| {
        let after = game.after(position, mv);
        !game.is_turn_over(&after, side) && game.end(&after).is_none()
    });
    assert!(decisions >= 2 || !goes_on, "{text}: the turn needs more than one decision");
}

/// Whether a position occurs again within so many moves.
fn comes_back<G: Playable>(game: &G, to: &G::Position, from: &G::Position, moves: u32, left: &mut u32) -> bool {
    moves > 0
        && legal_moves(game, from).into_iter().any(|mv| {
            *left = left.saturating_sub(1);
            let after = game.after(from, mv);
            *left > 0 && (after == *to || comes_back(game, to, &after, moves - 1, left))
        })
}

/// Near the end of random games, the evaluation favours the winner at least in a quarter of the positions: one for the wrong player
/// hardly ever does.
fn evaluation_law<G: Playable>(game: &G) {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..RATED_GAMES {
        let (mut rng, mut position, mut last) = (Rng::new(seed), game.start(), VecDeque::new());
        while let Some(mv) = game.random_move(&position, &mut rng).filter(|_| last.len() < 4 * LONGEST) {
            last.push_front((game.turn(&position), game.evaluate(&position)));
            game.play(&mut position, mv);
        }
        let Some(winner) = game.outcome(&position).and_then(Outcome::winner) else { continue };
        for &(side, value) in last.iter().take(6) {
            let favoured = if value > 0 { side } else { !side };
            right += u32::from(value != 0 && favoured == winner);
            wrong += u32::from(value != 0 && favoured != winner);
        }
    }
    assert!(wrong <= 3 * right + 12, "the evaluation favours the winner in {right} positions, the loser in {wrong}");
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
                // A single move of a turn that must have more is not a turn: it can only be clicked.
                other => match game.read(position, &[], &text, Style::Steps) {
                    Ok(Reading::Moves(moves)) => assert_eq!(moves, [*mv], "{text}: {other:?}"),
                    clicked => panic!("{text}: {other:?}, {clicked:?}"),
                },
            }
        }
    }
    click_through(game, position, played);
}

/// Every move can be clicked, and a cell can be clicked if and only if it is listed.
fn click_laws<G: Playable>(game: &G, position: &G::Position) {
    let text = game.write_position(position);
    for mv in sample(legal_moves(game, position)) {
        let (clicks, steps) = (game.clicks(position, mv), game.write(position, &[], &[mv], Style::Steps));
        let first = clicks.first().map_or("PASS".to_owned(), Vertex::to_string);
        assert!(steps[0] == first || steps[0] == "PASS", "{text}: {mv:?} begins with {first}, not with {}", steps[0]);
        click_through(game, position, mv);
    }
    let tokens = game.tokens(position, &[], Style::Steps, &|| false).unwrap();
    for vertex in game.board().shape().rows().concat() {
        let read = game.read(position, &[], &vertex.to_string(), Style::Steps);
        assert_eq!(read.is_ok(), tokens.contains(&vertex.to_string()), "{text}: {vertex}: {read:?}");
    }
}

/// Clicks a move, each click among those listed, and returns the result.
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
    panic!("{clicks:?} is not a move");
}

/// The text of a whole turn is read back as its moves, a session plays it, and what the session reports of the turn
/// explains how the board has changed.
fn turn_laws<G: Playable>(game: &G, session: &mut Game, before: &G::Position, moves: &[G::Move]) {
    let [text] = &game.write(before, &[], moves, Style::Whole)[..] else { panic!("{moves:?}: a turn is one token") };
    match game.read(before, &[], text, Style::Whole) {
        Ok(Reading::Moves(read)) => assert_eq!(read, moves, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
    let mut after = before.clone();
    for &mv in moves {
        effects_law(game, &after, mv);
        game.play(&mut after, mv);
    }
    let player = session.turn();
    session.play(player, text, Style::Whole).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(session.position(), game.write_position(&after), "{text}");
    let last = session.snapshot().last_turns;
    let turn = if player == Color::Black { last.black } else { last.white }.expect("a turn");
    // Reports say nothing of stones that a player pushes, or loses by that player's own move.
    let is_partial = session.values().get("push") == "true" || session.values().get("suicide") == "allowed";
    if !is_partial {
        assert_eq!(replay(contents(game, before), &turn), contents(game, &after), "{text}: {turn:?}");
    }
}

/// The effects of a move explain every change of the board.
fn effects_law<G: Playable>(game: &G, position: &G::Position, mv: G::Move) {
    let (effects, player, mut board) = (game.effects(position, mv), game.turn(position), contents(game, position));
    let text = format!("{}: {effects:?}", game.write_position(position));
    let from = effects.moved.map(|(from, _)| from);
    for vertex in from.iter().chain(&effects.lost) {
        assert_eq!(board.remove(vertex), Some(player.into()), "{text}");
    }
    for vertex in effects.captured.iter().chain(&effects.pushed[0]) {
        assert_eq!(board.remove(vertex), Some((!player).into()), "{text}");
    }
    for &vertex in effects.moved.and_then(|(_, to)| to).iter().chain(&effects.placed) {
        assert_eq!(board.insert(vertex, player.into()), None, "{text}");
    }
    for &vertex in &effects.pushed[1] {
        assert_eq!(board.insert(vertex, (!player).into()), None, "{text}");
    }
    for &vertex in &effects.recoloured {
        assert_eq!(board.insert(vertex, player.into()), Some((!player).into()), "{text}");
    }
    board.extend(effects.blocked.iter().map(|&vertex| (vertex, Content::Blocked)));
    assert_eq!(board, contents(game, &game.after(position, mv)), "{text}");
}

/// The board after a turn, by the session's report of it.
fn replay(mut board: BTreeMap<Vertex, Content>, turn: &Turn) -> BTreeMap<Vertex, Content> {
    let own = Content::Stone(turn.player);
    for vertex in turn.from.iter().chain(&turn.captured) {
        assert!(board.remove(vertex).is_some_and(|content| content != Content::Blocked), "{vertex}: {turn:?}");
    }
    for &vertex in turn.to.iter().chain(&turn.dropped) {
        assert_eq!(board.insert(vertex, own), None, "{vertex} is not empty: {turn:?}");
    }
    for &vertex in &turn.recoloured {
        assert_eq!(board.insert(vertex, own), Some(other_color(own)), "{vertex}: {turn:?}");
    }
    board.extend(turn.blocked.iter().map(|&vertex| (vertex, Content::Blocked)));
    board
}

/// Lines of the protocol with the replies that they must get.
struct Script {
    gtp: Gtp,
    lines: Vec<(String, String)>,
}

impl Script {
    fn new(style: Style, session: Game) -> Self {
        Self { gtp: Gtp::new(session, style), lines: Vec::new() }
    }

    /// A position string stays the same on its way through the protocol, where `#` begins a comment.
    fn position_laws<G: Playable>(&mut self, game: &G, position: &G::Position) {
        let text = game.write_position(position);
        self.lines.push((format!("set_position {text}"), "=".to_owned()));
        self.lines.push(("position".to_owned(), format!("= {text}")));
    }

    /// Every legal token is accepted, and leads to where the rules lead.
    fn token_laws<G: Playable>(&mut self, game: &G, position: &G::Position) {
        let (text, style) = (game.write_position(position), self.gtp.style);
        for token in sample(game.tokens(position, &[], style, &|| false).unwrap()) {
            let mut after = position.clone();
            match game.read(position, &[], &token, style) {
                Ok(Reading::Moves(moves)) => moves.iter().for_each(|&mv| game.play(&mut after, mv)),
                Ok(Reading::Prefix(_)) => {}
                Err(_) if style == Style::Whole => continue, // a part of a turn, which can only be clicked
                Err(error) => panic!("{text}: {token}: {error}"),
            }
            self.lines.push((format!("set_position {text}"), "=".to_owned()));
            self.lines.push((format!("play {} {token}", game.turn(position).letter()), "=".to_owned()));
            self.lines.push(("position".to_owned(), format!("= {}", game.write_position(&after))));
        }
    }

    fn run(mut self) {
        let input: Vec<&str> = self.lines.iter().map(|(line, _)| line.as_str()).collect();
        let replies = talk_to(&mut self.gtp, input.join("\n").into_bytes());
        assert_eq!(replies.len(), self.lines.len());
        for ((line, expected), reply) in self.lines.iter().zip(&replies) {
            assert_eq!(reply, expected, "{line}");
        }
    }
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

/// Replaying restores what was taken back: one token or several, a turn, or turns; also a forfeit in the middle of a turn,
/// and passes of a player who waits.
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
        // Now and then, tokens taken back are not replayed, and something else is played.
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

/// Stones and blocked cells that are set up are where they were put, and a board has the size asked for. Of several
/// contents of a cell, the last one counts.
fn set_up_laws<G: Playable>(game: &G, options: &str, position: &G::Position) {
    let listed = contents(game, position);
    for turn in Color::BOTH {
        let Ok(set_up) = game.with_blocked(game.stones(position), game.blocked(position), turn) else { continue };
        assert_eq!(contents(game, &set_up), listed);
        assert!(game.turn_begins(&set_up));
        let wrong = listed.iter().map(|(&vertex, &content)| (other_color(content), vertex));
        let twice: Vec<_> = wrong.chain(listed.iter().map(|(&vertex, &content)| (content, vertex))).collect();
        let mut session = open(G::NAME, options);
        session.set_up(&twice, turn).unwrap();
        assert_eq!(session.position(), game.write_position(&set_up));
        assert!(session.set_up(&[(turn, Vertex::new(200, 0))], turn).is_err(), "off the board");
    }
    for (columns, rows) in [(6, 6), (7, 7), (5, 4), (8, 8), (1, 1), (40, 40)] {
        let mut resized = open(G::NAME, options);
        if resized.resize(columns, rows).is_ok() {
            assert_eq!(resized.shape().extent(), (columns as u8, rows as u8), "{options}");
        }
    }
}

/// The features of the image of a position are the same, and as many inputs of the network are on.
fn features_laws<G: Playable>(options: &str) {
    let game = G::new(&Values::parse(G::OPTIONS, options).unwrap()).unwrap();
    for seed in 0..FEWER_GAMES {
        let (mut rng, mut position) = (Rng::new(seed), game.start());
        for _ in 0..10 * seed {
            let Some(mv) = game.random_move(&position, &mut rng) else { break };
            game.play(&mut position, mv);
        }
        let (text, features) = (game.write_position(&position), game.features(&position));
        assert!(features.part < PARTS, "{text}");
        let inputs: HashSet<u16> = features.inputs.iter().copied().collect();
        assert_eq!(inputs.len(), features.inputs.len(), "{text}: an input is on twice");
        for symmetry in game.symmetries() {
            let image = game.features(&game.image(&position, symmetry));
            assert_eq!((image.linear, image.part), (features.linear.clone(), features.part), "{text}");
            assert_eq!(image.inputs.len(), inputs.len(), "{text}");
        }
    }
}

macro_rules! conforms {
    ($($test:ident: $laws:ident::<$game:ty>, $($options:literal)+;)*) => {$(
        #[test]
        fn $test() {
            $($laws::<$game>($options);)+
        }
    )*};
}

conforms! {
    konane: suite::<Konane<1>>, "" "width=5 height=5" "width=4 height=7 a1=white" "width=5 height=4 opening=middle_off";
    konane_on_more_words: suite::<Konane<4>>, "width=16 height=16" "width=6 height=6";
    konane_features: features_laws::<Konane<4>>, "" "width=16 height=16" "width=5 height=4 opening=middle_off";
    kanga: suite::<Kanga<1>>, "" "width=3 height=4 suicide=allowed" "width=5 height=5";
    kanga_on_more_words: suite::<Kanga<6>>, "width=19 height=19" "width=5 height=6";
    kanga_features: features_laws::<Kanga<6>>, "" "width=5 height=5" "width=19 height=19";
    send_it: suite::<SendIt<1>>, "size=2" "size=4" "board=square size=5 push=true";
    send_it_on_more_words: suite::<SendIt<4>>, "" "setup=six" "board=square push=true" "size=3";
    send_it_features: features_laws::<SendIt<4>>, "" "setup=six" "board=square push=true" "size=3";
    kangaroo: suite::<Kangaroo<1>>, "" "size=6 resignation=off obligatory=0 handicap=3" "size=7 penalty=remove handicap=1";
    kangaroo_on_more_words: suite::<Kangaroo<2>>, "size=10" "size=9 resignation=off" "size=6";
    kangaroo_features: features_laws::<Kangaroo<2>>, "" "size=10" "size=7 penalty=remove handicap=1";
    clobber: suite::<Clobber>, "" "width=7 height=1" "width=4 height=4";
    breakthrough: suite::<Breakthrough>, "" "width=2 height=4" "width=16 height=16";
    amazons: suite::<Amazons>, "size=4" "" "size=10";
}
