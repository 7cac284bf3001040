// A Kōnane engine that plays random moves, as a start for yours: docs/write-an-engine.md explains it.
use std::{collections::BTreeMap, hash::BuildHasher, hash::RandomState, iter::once};
struct Game { board: Vec<char>, width: i32, height: i32, turn: char, other: char } // cell (x, y) is at 18 * y + x; ' ' is outside
fn legal_moves(game: &Game) -> BTreeMap<String, (i32, i32, i32)> { // each as the stone's cell, a step, and how many steps
    let name = |at: i32| format!("{}{}", &" ABCDEFGHJKLMNOPQ"[at as usize % 18..][..1], at / 18); // the letter I is skipped
    let (cell, mut moves) = (|at: i32| game.board[at as usize], BTreeMap::new());
    let holes: Vec<i32> = (0..324).filter(|&at| cell(at) == '.').collect();
    for at in (0..324).filter(|&at| cell(at) == game.turn) {
        let (x, y) = ((2 * (at % 18) - game.width - 1).abs(), (2 * (at / 18) - game.height - 1).abs());
        let is_first = holes.is_empty() && (x + y <= 2 || (x == game.width - 1 && y == game.height - 1)); // middle or corner
        let is_second = holes.len() == 1 && [1, 18].contains(&(at - holes[0]).abs()); // beside the hole
        if is_first || is_second { moves.insert(name(at), (at, 0, 0)); }
        for step in [1, -1, 18, -18] { // after these two moves, all are jumps in a straight line
            let can_land = |n: &i32| holes.len() > 1 && cell(at + (n - 1) * step) == game.other && cell(at + n * step) == '.';
            moves.extend((2..).step_by(2).take_while(can_land).map(|n| (name(at) + "-" + &name(at + n * step), (at, step, n))));
        }
    }
    moves
}
fn answer(game: &mut Game, command: &str, words: &[&str]) -> Result<String, String> {
    let (moves, letter) = (legal_moves(game), if game.turn == 'x' { 'b' } else { 'w' });
    match (command, words) {
        ("legal_moves", []) => Ok(moves.into_keys().collect::<Vec<_>>().join(" ")),
        ("list_commands", []) => Ok("genmove\nlegal_moves\nlist_commands\nplay\nquit\nset_game\nset_position".into()),
        ("set_game", ["konane", options @ ..]) if options.len() < 3 => {
            let size = |at: usize, key: &str| options.get(at).map_or(Some(8usize), |word| word.strip_prefix(key)?.parse().ok().filter(|n| *n <= 16));
            let (width, height) = size(0, "width=").zip(size(1, "height=")).ok_or("expected: konane width=W height=H")?;
            let rows: Vec<_> = (0..height).map(|y| "xo".repeat(9)[y % 2..][..width].to_owned()).collect();
            answer(game, "set_position", &[&rows.join("/"), "b"])
        }
        ("set_position", [text, side]) => {
            let text = (1..=16).rev().fold(text.to_string(), |text, n| text.replace(&n.to_string(), &".".repeat(n)));
            let rows: Vec<&str> = once("").chain(text.split('/').rev()).collect(); // from the bottom
            if rows.len() > 17 || rows[1].len() > 16 { return Err("syntax error: the board is too large".into()); }
            let board = (0..18).map(|y| format!(" {:17.17}", rows.get(y).unwrap_or(&""))).collect::<String>().chars().collect();
            let (turn, other) = if *side == "b" { ('x', 'o') } else { ('o', 'x') };
            *game = Game { board, width: rows[1].len() as i32, height: rows.len() as i32 - 1, turn, other };
            Ok(String::new())
        }
        ("play" | "genmove", [color, rest @ ..]) if color.to_lowercase().starts_with(letter) => {
            let random = moves.keys().nth(RandomState::new().hash_one(0) as usize % moves.len().max(1)).cloned();
            let token = rest.first().map_or(random.unwrap_or("resign".into()), |token| token.to_uppercase());
            let (at, step, n) = moves.get(&token).or(rest.is_empty().then_some(&(0, 0, -1))).ok_or("illegal move".to_owned())?;
            (0..=*n).for_each(|i| game.board[(at + i * step) as usize] = if i > 0 && i == *n { game.turn } else { '.' });
            (game.turn, game.other) = (game.other, game.turn);
            Ok(if command == "play" { String::new() } else { token })
        }
        _ => if command == "quit" { Ok(String::new()) } else { Err("unknown command, or wrong arguments".into()) },
    }
}
fn main() {
    let mut game = Game { board: vec![' '; 324], width: 0, height: 0, turn: 'x', other: 'o' };
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let mut words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let id = if words.first().is_some_and(|word| word.parse::<u64>().is_ok()) { words.remove(0) } else { "" };
        let Some((command, words)) = words.split_first() else { continue };
        println!("{}\n", answer(&mut game, command, words).map_or_else(|error| format!("?{id} {error}"), |text| format!("={id} {text}")));
        if *command == "quit" { return; }
    }
}
