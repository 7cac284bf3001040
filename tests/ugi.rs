//! UGI: answers, and that nothing a manager may send leaves it without one.

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

    fn best(&mut self, go: &str) -> String {
        self.send(go);
        self.until("bestmove ")["bestmove ".len()..].to_owned()
    }

    fn ends_well(mut self) {
        self.send("quit");
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
        assert!(talk.line().starts_with("info string error: not understood in go"), "{go}");
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
fn a_piped_script_is_answered_to_its_last_line() {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_papamu")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let script = "ugi\nposition startpos moves D5\ngo nodes 2000\nquery p1turn\ngo infinite";
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(output.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{output}");
    assert!(output.contains("response false"));
}

#[test]
fn a_switch_is_set_by_true_and_false() {
    let mut talk = Talk::start(&["--ugi"]);
    let mut told = |value: &str| {
        talk.send(&format!("setoption name monte_carlo value {value}"));
        talk.send("ugi");
        let mut lines = std::iter::repeat_with(|| talk.line()).take_while(|line| line != "ugiok");
        let option = lines.find(|line| line.starts_with("option name monte_carlo "));
        lines.for_each(drop);
        option.unwrap()
    };
    assert_eq!(told("true"), "option name monte_carlo type check default true");
    assert_eq!(told("false"), "option name monte_carlo type check default false");
    assert_eq!(told("1"), "option name monte_carlo type check default true");
    assert_eq!(
        talk.ask("setoption name threads value true"),
        "info string error: 'true' is no value of threads; allowed: 1 to 256"
    );
    talk.ends_well();
}
