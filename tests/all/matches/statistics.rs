//! What is made of the results: whole pairs, one decision, and games that are repeated.

use std::collections::HashSet;

use papamu::matches::{GameRecord, Hypothesis, MatchReport, Sprt, Standing, html, mixture, pgn, sgf};
use papamu::registry::GAMES;

use super::{PAPAMU, path, play, records, script};

const TEST: Sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

/// A game of `a` and `b` by its number, won by the one with that name, or drawn.
fn game(number: usize, winner: &str) -> GameRecord {
    let names = if number.is_multiple_of(2) { ["a", "b"] } else { ["b", "a"] };
    let result = match names.iter().position(|&name| name == winner) {
        Some(0) => "B+1",
        Some(_) => "W+1",
        None => "0",
    };
    let [black, white] = names;
    let line = format!(
        r#"{{"game":"konane","options":"","moves":["A{}"],"black":"{black}","white":"{white}","result":"{result}","number":{number}}}"#,
        number / 2
    );
    GameRecord::read(&line).unwrap()
}

#[test]
fn a_test_decides_once() {
    let mut standing = Standing::of(["a", "b"], Some(TEST));
    let mut games = 0..;
    while standing.decision.is_none() {
        standing.add(0, &game(games.next().unwrap(), "a"));
        assert!(standing.games() < 1000);
    }
    assert!(standing.games().is_multiple_of(2), "only a whole pair decides");
    let decision = standing.decision.unwrap();
    assert_eq!(decision.accepted, Hypothesis::H1);
    // Games that were in progress cannot take it back.
    for number in games.take(400) {
        standing.add(0, &game(number, "b"));
    }
    assert_eq!(standing.decision, Some(decision));
    let table = MatchReport::new(&standing);
    assert_eq!(table.sprt.map(|verdict| (verdict.llr, verdict.accepted)), Some((decision.llr, Some(Hypothesis::H1))));
    // The records say so too, by the decision in one of them, or by the same games in the same order.
    let mut records = standing.records.clone();
    assert_eq!(Standing::of_records(&[records.clone()], Some(TEST)).decision, Some(decision));
    assert_eq!(Standing::of_records(&[records.clone()], None).decision, None);
    records[30].sprt = Some(decision);
    assert_eq!(Standing::of_records(&[records], None).decision, Some(decision));
}

#[test]
fn halves_of_pairs_decide_nothing() {
    let mut standing = Standing::of(["a", "b"], Some(TEST));
    for pair in 0..500 {
        standing.add(0, &game(2 * pair, "a"));
    }
    let table = MatchReport::new(&standing);
    assert_eq!((standing.decision, table.pairings[0].single), (None, 500));
    assert_eq!(table.sprt.map(|verdict| verdict.llr), Some(0.0));
    assert!(table.pairings[0].estimate.is_none());
    let printed = table.to_string();
    assert!(printed.contains("which count in wins, draws and losses only: 500"), "{printed}");
}

/// Four games won of four: whatever happens within a pair, the score may be as low as the root of 0.025.
#[test]
fn a_sweep_has_a_bound_that_holds() {
    let standing = Standing::of_records(&[(0..4).map(|number| game(number, "a")).collect()], None);
    let printed = MatchReport::new(&standing).to_string();
    assert!(printed.contains("score 100.0 %, Elo n/a (95 %: -291 to n/a), superior with 92.4 %"), "{printed}");
    let drawn = Standing::of_records(&[(0..10).map(|number| game(number, "")).collect()], None);
    let printed = MatchReport::new(&drawn).to_string();
    assert!(printed.contains("Elo +0 (95 %: -201 to +201), superior with 50.0 %"), "{printed}");
    // The page of a match has its ratings, or says why there are none.
    let page = |standing: &Standing| html(&MatchReport::new(standing), &standing.records, "");
    let (drawn, swept) = (page(&drawn), page(&standing));
    assert!(drawn.contains("<td>1 a</td><td>+0</td>") && !drawn.contains("n/a"), "{drawn}");
    assert!(swept.contains("<td>n/a</td>") && swept.contains("<p>n/a: a rating needs"), "{swept}");
}

/// With several games at a time, the second one may end first.
#[test]
fn the_first_engine_of_a_match_stays_the_first() {
    let records = [1, 0, 3, 2].map(|number| game(number, "a")).to_vec();
    let table = MatchReport::new(&Standing::of_records(&[records], None));
    assert_eq!((&*table.pairings[0].first, table.pairings[0].wdl), ("a", [4, 0, 0]));
}

#[test]
fn games_and_openings_that_are_repeated_are_counted() {
    // Three pairs from one opening, which is the first move; the third pair repeats the first.
    let mut records: Vec<_> = (0..6).map(|number| game(number, "a")).collect();
    for record in &mut records {
        let second = format!("B{}", record.number / 2 % 2);
        (record.opening, record.moves) = (1, vec!["A1".to_owned(), second]);
    }
    let table = MatchReport::new(&Standing::of_records(&[records.clone()], None));
    assert_eq!((table.openings, table.repeated_openings, table.repeated_games), (1, 4, 2));
    let printed = table.to_string();
    assert!(printed.contains("warning: 4 of 6 games repeat an opening (1 different)"), "{printed}");
    assert!(printed.contains("warning: 2 of 6 games are the same as an earlier one"), "{printed}");
    let whole = MatchReport::new(&Standing::of_records(&[(0..6).map(|number| game(number, "a")).collect()], None));
    assert_eq!((whole.repeated_openings, whole.repeated_games), (4, 0), "without opening moves all begin alike");
    records.iter_mut().for_each(|record| record.opening = 2);
    let table = MatchReport::new(&Standing::of_records(&[records], None));
    assert_eq!((table.openings, table.repeated_openings, table.repeated_games), (2, 2, 2));
}

#[test]
fn what_does_not_belong_in_one_table_is_found() {
    let changed = |change: fn(&mut GameRecord)| {
        let mut record = game(1, "a");
        change(&mut record);
        mixture([&game(0, "a"), &record])
    };
    assert_eq!(changed(|_| {}), None);
    assert_eq!(changed(|record| record.game = "kanga".to_owned()).as_deref(), Some("games of konane and of kanga"));
    let options = changed(|record| record.options = "width=6".to_owned());
    assert_eq!(options.as_deref(), Some("games of konane and of konane width=6"));
    let with = |time: &str, command: &str, version: &str| {
        let mut record = game(0, "a");
        record.time = Some(time.to_owned());
        let engine = |command: &str| format!(r#"{{"command":"{command}","name":"papamu","version":"{version}"}}"#);
        record.engines = Some([engine(command), engine("y")].map(|engine| serde_json::from_str(&engine).unwrap()));
        record
    };
    let mixed = |one: GameRecord, other: GameRecord| mixture([&one, &other]);
    let usual = || with("1 ms", "x", "1");
    assert_eq!(mixed(usual(), usual()), None);
    assert_eq!(mixed(usual(), with("1 ms", "x", "")), None, "an engine that failed before it could say");
    assert_eq!(mixed(usual(), with("2 ms", "x", "1")).as_deref(), Some("games with 1 ms and with 2 ms"));
    assert_eq!(mixed(usual(), with("1 ms", "z", "1")).as_deref(), Some("games of a as 'x' and as 'z'"));
    assert_eq!(mixed(usual(), with("1 ms", "x", "2")).as_deref(), Some("games of version 1 and of version 2 of a"));
    let mut odds = usual();
    odds.engines.as_mut().unwrap()[0].limits = "2 ms".to_owned();
    assert_eq!(mixed(usual(), odds).as_deref(), Some("games of a as 'x' and as 'x, 2 ms'"));
}

#[test]
fn pgn_and_sgf_hold_the_start_position() {
    let start = "8/2x2oxo/2o5/1o2x3/3x1x2/6x1/4o3/5o2 b";
    let line = format!(
        r#"{{"game":"konane","options":"width=8 height=8","start":"{start}","moves":["F4-F2"],"black":"a]b","white":"c","result":"W+R","reason":"Black crashed","number":4}}"#
    );
    let mut record = GameRecord::read(&line).unwrap();
    record.moves.clear();
    let text = pgn(&record);
    assert!(text.contains(&format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n")), "{text}");
    let text = sgf(&record, GAMES).unwrap();
    for property in [&*format!("PS[{start}]"), "PB[a\\]b]", "PW[c]", "RO[5]", "RE[W+R]", "GC[Black crashed]"] {
        assert!(text.contains(property), "{property} {text}");
    }
    record.start = None;
    assert!(!pgn(&record).contains("FEN"));
}

#[test]
fn a_game_of_the_page_is_a_link_and_names_are_escaped() {
    let record = r#"{"game":"konane","options":"width=4 height=4","start":"x3/4/4/3o b","moves":["A4-C4","D1"],
        "colors":"bw","black":"<b>","white":"a&b","result":"B+1","reason":"White late by 5 ms; conversation: > x"}"#;
    let record = GameRecord::read(record).unwrap();
    let mut standing = Standing::of(["<b>", "a&b"], None);
    standing.add(0, &record);
    let page = html(&MatchReport::new(&standing), std::slice::from_ref(&record), "board/");
    let link = "board/#game=konane&amp;options=width=4,height=4&amp;position=x3/4/4/3o+b&amp;turns=bA4-C4.wD1";
    assert!(page.contains(&format!("<a href=\"{link}\">1</a></td><td>&lt;b&gt;</td><td>a&amp;b</td>")), "{page}");
    assert!(page.contains("<td>White late by 5 ms</td>") && page.contains("<td>1/1</td>"), "{page}");
    let strange = GameRecord { game: "<i>".into(), options: "ō#&+%".into(), ..record };
    let page = html(&MatchReport::new(&standing), &[strange], "board/");
    assert!(page.contains("<title>1 game of &lt;i&gt;</title>") && !page.contains("<i>"), "{page}");
    assert!(page.contains("options=%C5%8D%23%26%2B%25&amp;"), "{page}");
}

/// Of 100 openings of four random turns on the usual board, 42 used to be repetitions.
#[test]
fn openings_of_a_match_are_not_repeated() {
    let file = path("openings-drawn.jsonl");
    let [one, two] = ["one", "two"].map(|name| {
        let quitter = script(&format!("openings-{name}"), "genmove) printf '= resign\\n\\n' ;;");
        format!("{name}={quitter}")
    });
    let quitters = ["-e", &one, "-e", &two, "--nodes", "1", "--records", file.to_str().unwrap()];
    let printed = play(&[&quitters[..], &["konane", "-n", "200"]].concat());
    assert!(!printed.contains("repeat an opening"), "{printed}");
    let openings: HashSet<_> = records(&file).iter().map(|record| record.moves[..record.opening].to_vec()).collect();
    assert_eq!(openings.len(), 100);
    // Two turns on the smallest board lead to few positions, and the user is told so.
    std::fs::remove_file(&file).unwrap();
    let printed = play(&[&quitters[..], &["konane,width=4,height=4", "-n", "80", "--random", "2"]].concat());
    assert!(printed.contains(" of 80 games repeat an opening ("), "{printed}");
    assert!(printed.contains(" of 80 games are the same as an earlier one"), "{printed}");
    let pairs = records(&file);
    let openings: Vec<_> = pairs.chunks(2).map(|pair| &pair[0].moves[..pair[0].opening]).collect();
    let distinct = openings.iter().collect::<HashSet<_>>().len();
    assert_eq!(openings[..40 - distinct], openings[distinct..], "they come again in the same order");
    assert!(!play(&["-e", PAPAMU, "-e", PAPAMU, "-n", "2", "--nodes", "1"]).contains("repeat"));
}
