//! UGI: the answers, also to anything that a manager may wrongly send.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_papamu"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the engine has ended");
        line.trim_end().to_owned()
    }

    /// The next line that begins like this; those before are `info` lines.
    fn until(&mut self, start: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(start) {
                return line;
            }
            assert!(line.starts_with("info "), "{line}");
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.line()
    }

    /// The answer to a line while a search may report.
    fn ask_during_search(&mut self, line: &str) -> String {
        self.send(line);
        loop {
            let line = self.line();
            if !line.starts_with("info ") {
                return line;
            }
        }
    }

    fn best(&mut self, go: &str) -> String {
        self.send(go);
        self.until("bestmove ")["bestmove ".len()..].to_owned()
    }

    fn ends_well(mut self) {
        self.send("quit");
        // Far more than on an idle machine: this tells a hang, not a delay.
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            if begun.elapsed() > Duration::from_secs(100) {
                self.child.kill().unwrap();
                panic!("the engine does not end");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn the_first_line_chooses_the_protocol() {
    let mut talk = Talk::start(&[]);
    talk.send("ugi");
    while talk.line() != "ugiok" {}
    assert_eq!(talk.ask("isready"), "readyok");
    talk.ends_well();
    let mut talk = Talk::start(&["--ugi"]);
    assert_eq!(talk.ask("isready"), "readyok");
    talk.ends_well();
    // Later it is no command of GTP.
    let mut talk = Talk::start(&[]);
    assert_eq!(talk.ask("name"), "= papamu");
    talk.line();
    assert_eq!(talk.ask("ugi"), "? unknown command: ugi; help lists the commands");
}

#[test]
fn whole_games_are_played_and_refereed() {
    for game in ["konane width=6 height=6", "kanga width=4 height=4", "send_it size=3", "kangaroo size=6 max_moves=40"]
    {
        let mut talk = Talk::start(&["--ugi"]);
        talk.send(&format!("setoption name Game value {game}"));
        talk.send("uginewgame");
        let mut position = "position startpos moves".to_owned();
        let mut turns = 0;
        loop {
            talk.send(&position);
            let over = talk.ask("query gameover");
            let result = talk.ask("query result");
            if over == "response true" {
                assert!(["response p1win", "response p2win", "response draw"].contains(&result.as_str()), "{result}");
                break;
            }
            assert_eq!((over.as_str(), result.as_str()), ("response false", "response none"));
            let mover = talk.ask("query p1turn");
            assert_ne!(mover, talk.ask("query p2turn"));
            let best = talk.best("go nodes 50");
            assert!(!best.contains(' '), "{best}");
            position += &format!(" {best}");
            turns += 1;
            assert!(turns < 300, "{game} does not end");
        }
        assert_eq!(talk.best("go nodes 50"), "none");
        // The same again from the beginning, and one move back.
        talk.send("position startpos");
        assert_eq!(talk.ask("query gameover"), "response false");
        talk.send(&position);
        assert_eq!(talk.ask("query gameover"), "response true");
        talk.send(position.rsplit_once(' ').unwrap().0);
        assert_eq!(talk.ask("query gameover"), "response false");
        talk.ends_well();
    }
}

#[test]
fn bad_lines_change_nothing_and_the_engine_answers_on() {
    let mut talk = Talk::start(&["--ugi", "--game", "kanga", "--size", "5"]);
    talk.send("position startpos moves C3");
    for line in [
        "position",
        "position startpos moves C3 C3",
        "position startpos moves C3 D4 nonsense",
        "position fen nonsense",
        "position fen 5/5/5/5/5 b x",
        "position fen 5/5/5/5 b",
        "position later",
        "setoption name threads value many",
        "setoption name Game value chess",
        "setoption name Game value kanga width=1",
        "setoption",
        "query weather",
        "query",
        "isready?",
        "ugi please",
        "\u{fffd}\u{0}",
        "=== ???",
    ] {
        let answer = talk.ask(line);
        assert!(answer.starts_with("info string error: "), "{line}: {answer}");
        assert_eq!(talk.ask("query p1turn"), "response false", "{line}");
    }
    for go in ["go nodes", "go nodes -5", "go movetime x", "go nodes 99999999999999999999 nodes 10", "go fast nodes 10"]
    {
        talk.send(go);
        assert!(talk.line().starts_with("info string error: unknown words in go"), "{go}");
        talk.until("bestmove ");
    }
    for go in
        ["go movetime 0", "go p1time 0 p2time 0 p1inc 0 p2inc 0", "go p1time -1 p2time -9", "go depth 0", "go nodes 0"]
    {
        talk.best(go);
    }
    assert_eq!(talk.ask("isready"), "readyok");
    talk.ends_well();
}

#[test]
fn clocks_are_kept_and_stop_stops() {
    let mut talk = Talk::start(&["--ugi"]);
    for (go, most) in
        [("go movetime 100", 100), ("go p1time 1000 p2time 9 p1inc 100 p2inc 0", 1000), ("go p1time 50", 50)]
    {
        let begun = Instant::now();
        talk.best(go);
        // Far more than on an idle machine: this test tells a hang, not a delay.
        assert!(begun.elapsed() < Duration::from_millis(most) + Duration::from_secs(2), "{go}");
    }
    talk.send("go infinite");
    talk.send("isready");
    talk.until("readyok"); // while it thinks
    std::thread::sleep(Duration::from_millis(50));
    talk.send("stop");
    talk.until("bestmove ");
    // A solved game is not answered before it is asked for either.
    talk.send("position fen 8/2x2oxo/2o5/1o2x3/3x1x2/6x1/4o3/5o2 b");
    talk.send("go infinite");
    std::thread::sleep(Duration::from_millis(300));
    talk.send("isready");
    talk.until("readyok"); // and no bestmove before
    talk.send("stop");
    assert_eq!(talk.until("bestmove "), "bestmove C7-C5");
    for game in ["konane", "kanga", "send_it size=4", "kangaroo"] {
        talk.send(&format!("setoption name Game value {game}"));
        talk.best("go depth 3");
    }
    // The best line may end before the depth, without a proof.
    for (game, position, depth) in
        [("send_it size=2", "fen x1/1o1/2 b 3 0 -", 2), ("kanga width=5 height=5 max_moves=2", "startpos", 6)]
    {
        talk.send(&format!("setoption name Game value {game}"));
        talk.send(&format!("position {position}"));
        talk.best(&format!("go depth {depth}"));
    }
    talk.send("go infinite");
    talk.ends_well();
}

#[test]
fn every_line_of_a_piped_script_is_answered() {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_papamu")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let script = "ugi\nposition startpos moves D5\ngo nodes 2000\nquery p1turn\ngo infinite";
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(output.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{output}");
    assert!(output.contains("response false"));
}

/// Searches that would take hours.
const LONG: [&str; 4] =
    ["go infinite", "go movetime 10000000", "go p1time 900000000 p2time 900000000", "go depth 1000"];

/// A line that comes during a search ends it, as `stop` does, and is then carried out; only `isready` does not.
#[test]
fn lines_during_a_search_are_answered_at_once() {
    let mut talk = Talk::start(&["--ugi", "--game", "kanga", "--size", "19x19"]);
    for go in LONG {
        for (line, answer) in [
            ("position startpos moves K10", None),
            ("position startpos moves K10 K10", Some("info string error: move K10")),
            ("setoption name hash_mb value 32", None),
            ("setoption name Game value kanga width=18 height=18", None),
            ("query gameover", Some("response false")),
            ("uginewgame", None),
            ("ugi", Some("id name")),
        ] {
            talk.send(go);
            assert_eq!(talk.ask_during_search("isready"), "readyok", "{go}");
            talk.send(line);
            talk.send("isready");
            talk.until("bestmove ");
            if let Some(answer) = answer {
                assert!(talk.line().starts_with(answer), "{line}");
            }
            while talk.line() != "readyok" {}
        }
        // The last of two searches goes on.
        talk.send(go);
        talk.send(go);
        talk.until("bestmove ");
        talk.send("stop");
        talk.until("bestmove ");
    }
    assert_eq!(talk.ask("isready"), "readyok");
    talk.ends_well();
}

#[test]
fn quit_ends_every_search_at_once() {
    for go in LONG {
        let mut talk = Talk::start(&["--ugi", "--game", "kanga", "--size", "19x19"]);
        talk.send(go);
        talk.ends_well();
    }
}

#[test]
fn a_position_replaces_the_one_of_the_command_line() {
    // One move before the end.
    let mut talk = Talk::start(&["--ugi", "--game", "kanga", "--size", "5", "--position", "5/5/xxxx1/5/5 b"]);
    talk.send("position startpos moves E3");
    assert_eq!(talk.ask("query gameover"), "response false");
    talk.ends_well();
    // Without `position` it is the one in force, and after `uginewgame` the game's own.
    let mut talk = Talk::start(&["--ugi", "--game", "kanga", "--size", "5", "--position", "5/5/xxxx1/5/5 b"]);
    assert_eq!(talk.best("go nodes 100"), "E3");
    talk.send("uginewgame");
    talk.send("position startpos moves E3 A1");
    assert_eq!(talk.ask("query gameover"), "response false");
    talk.ends_well();
}

/// Settings of the command line and `setoption` hold for every position that is set up.
#[test]
fn a_position_changes_no_setting() {
    let mut talk = Talk::start(&["--ugi", "--game", "kangaroo", "--size", "6", "--refuse-losing-pass", "--level", "3"]);
    talk.send("setoption name contempt value 70");
    let losing = "position fen xxxxxx/xxxxxx/6/6/oooooo/oooooo b -";
    for position in [losing, "position startpos", losing] {
        talk.send(position);
    }
    let answer = talk.ask(&format!("{losing} moves PASS"));
    assert_eq!(answer, "info string error: move PASS: this pass would lose the game; to forfeit, play resign");
    talk.send("ugi");
    let told: Vec<_> = std::iter::repeat_with(|| talk.line()).take_while(|line| line != "ugiok").collect();
    for line in ["option name level type spin default 3 ", "option name contempt type spin default 70 "] {
        assert!(told.iter().any(|told| told.starts_with(line)), "{line}: {told:?}");
    }
    talk.ends_well();
}
