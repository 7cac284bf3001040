//! The board in the browser: access control, limits, and the page in a real browser.

#![cfg(feature = "board")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;
use tungstenite::http::header::{HOST, ORIGIN};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Error, Message, WebSocket};

/// A running `papamu board`.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(options: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_papamu"))
            .arg("board")
            .args(options.iter().filter(|option| **option != "--no-open"))
            .arg("--no-open")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("The board is at ").unwrap_or_else(|| panic!("{line}")).to_owned();
        Self { process, url }
    }

    /// One with a free port.
    fn on_free_port(options: &[&str]) -> Self {
        Self::start(&[options, &["--port", "0"]].concat())
    }

    fn address(&self) -> SocketAddr {
        self.url["http://".len()..].split('/').next().unwrap().parse().unwrap()
    }

    fn token(&self) -> &str {
        self.url.split("token=").nth(1).unwrap().split('&').next().unwrap()
    }

    fn connect(&self, token: &str, host: Option<&str>, origin: Option<&str>) -> Result<Session, (u16, String)> {
        connect(self.address(), token, host, origin)
    }

    fn session(&self) -> Session {
        self.connect(self.token(), None, None).unwrap()
    }

    /// The head and the body of the answer to a plain request.
    fn get(&self, path: &str, headers: &str) -> (String, String) {
        let mut stream = TcpStream::connect(self.address()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    fn host(&self) -> String {
        format!("Host: {}\r\n", self.address())
    }

    /// Ends the server, and returns its standard error.
    fn end(mut self) -> String {
        self.process.kill().unwrap();
        let mut text = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A session of the line protocol, or the status and the words of the refusal.
fn connect(
    address: SocketAddr,
    token: &str,
    host: Option<&str>,
    origin: Option<&str>,
) -> Result<Session, (u16, String)> {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let url = format!("ws://{address}/session?token={token}");
    let mut request = url.into_client_request().unwrap();
    if let Some(host) = host {
        request.headers_mut().insert(HOST, host.parse().unwrap());
    }
    if let Some(origin) = origin {
        request.headers_mut().insert(ORIGIN, origin.parse().unwrap());
    }
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(Session { socket, text: String::new() }),
        Err(tungstenite::HandshakeError::Failure(Error::Http(response))) => {
            let body = response.body().clone().unwrap_or_default();
            Err((response.status().as_u16(), String::from_utf8(body).unwrap()))
        }
        Err(error) => panic!("{error}"),
    }
}

/// A client's end of a WebSocket.
struct Session {
    socket: WebSocket<TcpStream>,
    text: String,
}

impl Session {
    fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next reply.
    fn reply(&mut self) -> String {
        loop {
            if let Some((reply, rest)) = self.text.split_once("\n\n") {
                let (reply, rest) = (reply.to_owned(), rest.to_owned());
                self.text = rest;
                return reply;
            }
            match self.socket.read().unwrap() {
                Message::Text(text) => self.text.push_str(text.as_str()),
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.reply()
    }

    /// Why the server closes the connection.
    fn closed(&mut self) -> String {
        loop {
            match self.socket.read() {
                Ok(Message::Close(Some(frame))) => {
                    assert_eq!(frame.code, CloseCode::Policy);
                    return frame.reason.as_str().to_owned();
                }
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn a_socket_is_a_session_of_the_line_protocol() {
    let server = Server::on_free_port(&[]);
    let mut session = server.session();
    assert_eq!(session.ask("name"), "= papamu");
    assert_eq!(session.ask("set_game kanga width=5 height=5"), "=");
    // Several lines in a message, replies to each; clicks, as in `--steps`.
    session.send("1 play b C3\n2 play w B2");
    assert_eq!([session.reply(), session.reply()], ["=1", "=2"]);
    assert!(session.ask("loadsgf game.sgf").starts_with("? cannot use file"), "no files");
    let mut other = server.session();
    assert!(other.ask("state").contains(r#""game":"konane""#), "another session is another game");
    assert!(session.ask("genmove b").starts_with("= "));
    // A first line `ugi` asks for UGI only on standard input.
    let mut ugi = server.session();
    for line in ["ugi", "stop"] {
        assert_eq!(ugi.ask(line), format!("? unknown command: {line}; help lists the commands"));
    }
    assert_eq!(ugi.ask("name"), "= papamu");
}

#[test]
fn the_game_of_the_command_line_is_in_the_address() {
    let server = Server::on_free_port(&["kanga,suicide=allowed", "--size", "9", "--level", "4"]);
    assert!(server.url.ends_with("&game=kanga,suicide=allowed,width=9,height=9&level=4"), "{}", server.url);
    let output = Command::new(env!("CARGO_BIN_EXE_papamu")).args(["board", "chess"]).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("unknown game 'chess'"), "{output:?}");
}

#[test]
fn every_command_of_the_documents_starts_a_board() {
    let mut commands = 0;
    for document in ["README.md", "docs/board.md"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(document)).unwrap();
        for line in text.lines().filter(|line| line.starts_with("papamu board")) {
            let words: Vec<&str> = line.split_whitespace().skip(2).collect();
            Server::start(&words);
            commands += 1;
        }
    }
    assert!(commands >= 7, "only {commands} commands were found");
}

#[test]
fn clients_without_the_token_are_refused() {
    let server = Server::on_free_port(&[]);
    let refusal = |token: &str, host: Option<&str>, origin: Option<&str>| match server.connect(token, host, origin) {
        Ok(_) => panic!("let in"),
        Err(refusal) => refusal,
    };
    let token = server.token();
    for wrong in ["", "x", &token[1..]] {
        let (status, words) = refusal(wrong, None, None);
        assert_eq!(status, 403);
        assert!(words.contains("open the address that it printed"), "{words}");
    }
    let (status, words) = refusal(token, Some("evil.example"), None);
    assert_eq!(status, 403);
    assert!(words.contains("not called 'evil.example'"), "{words}");
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let (status, words) = refusal(token, None, Some(origin));
        assert_eq!(status, 403);
        assert!(words.contains(origin), "{words}");
    }
    let origin = format!("http://{}", server.address());
    assert!(server.connect(token, None, Some(&origin)).is_ok());
    // The page is not for other names either, nor is the refusal's text for other pages.
    let (head, body) = server.get("/", "Host: evil.example\r\n");
    assert!(head.starts_with("HTTP/1.1 403") && !body.contains("<html"), "{head}");
    let log = server.end();
    assert!(log.contains("refused"), "{log}");
}

#[test]
fn headers_isolate_the_page() {
    let server = Server::on_free_port(&[]);
    let (head, body) = server.get("/", &server.host());
    assert!(head.starts_with("HTTP/1.1 200") && body.contains("<html"), "{head}");
    let head = head.to_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cross-origin-opener-policy: same-origin",
        "cross-origin-embedder-policy: require-corp",
    ] {
        assert!(head.contains(header), "{header} is missing in {head}");
    }
    assert!(!body.contains(server.token()), "the token is only in the address");
    for path in ["/main.js", "/styles/base.css", "/icon.svg", "/game/table.js"] {
        assert!(server.get(path, &server.host()).0.starts_with("HTTP/1.1 200"), "{path}");
    }
    for path in ["/../Cargo.toml", "/web/main.js", "/nothing", "/%2e%2e/Cargo.toml", "/game/", "//etc/passwd"] {
        assert!(server.get(path, &server.host()).0.starts_with("HTTP/1.1 404"), "{path}");
    }
    let (_, words) = server.get(&format!("/session?token={}", server.token()), &server.host());
    assert_eq!(words, "ready\n");
}

/// A proxy or a browser must not be able to read a request as one for another host.
#[test]
fn requests_that_can_be_read_in_two_ways_are_refused() {
    let server = Server::on_free_port(&[]);
    let (host, address) = (server.host(), server.address());
    let session = format!("/session?token={}", server.token());
    let origin = format!("Origin: http://{address}\r\n");
    for (path, headers, status) in [
        (format!("http://{address}{session}"), host.clone(), 200),
        (format!("http://evil.example{session}"), host.clone(), 403),
        (format!("http://{address}{session}"), "Host: evil.example\r\n".to_owned(), 403),
        (session.clone(), format!("{host}{origin}"), 200),
        (session.clone(), format!("{host}Origin: https://{address}\r\n"), 200),
        (session.clone(), format!("{host}Origin: http://127.0.0.1\r\n"), 403),
        (session.clone(), format!("{host}Host: evil.example\r\n"), 403),
        (session.clone(), format!("{host}{host}"), 403),
        (session.clone(), format!("{host}{origin}Origin: http://evil.example\r\n"), 403),
        (session.clone(), String::new(), 403),
        (session.clone(), "Host:\r\n".to_owned(), 403),
    ] {
        let (head, body) = server.get(&path, &headers);
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{path} {headers}: {head}\n{body}");
    }
}

/// The server accepts names of this machine, and addresses of others only if it listens beyond this machine.
#[test]
fn a_board_answers_to_its_own_names() {
    let local = Server::on_free_port(&["--host", "Board.example"]);
    let open = Server::on_free_port(&["--listen", "0.0.0.0"]);
    for (host, by_local, by_open) in [
        ("localhost:7272", 200, 200),
        ("LOCALHOST", 200, 200),
        ("[::1]:7272", 200, 200),
        ("127.8.8.8", 200, 200),
        ("board.example:80", 200, 403),
        ("192.168.0.7:7272", 403, 200),
        ("evil.example:7272", 403, 403),
        ("localhost.evil.example", 403, 403),
        ("127.0.0.1.evil.example", 403, 403),
    ] {
        for (server, status) in [(&local, by_local), (&open, by_open)] {
            let (head, _) = server.get("/", &format!("Host: {host}\r\n"));
            assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{host}: {head}");
        }
    }
}

/// An empty name would admit requests without a host.
#[test]
fn invalid_host_names_are_refused() {
    for name in ["", "board.example.org:80", "http://board.example.org"] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_papamu"))
            .args(["board", "--no-open", "--port", "0", "--host", name])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let words = Server { process, url: String::new() }.end();
        assert!(line.is_empty() && words.contains("is not a host name"), "{name}: {line}{words}");
    }
}

/// Every user of the machine can read a browser's command line.
#[test]
#[cfg(unix)]
fn the_browser_is_told_the_address_in_private() {
    use std::os::unix::fs::PermissionsExt;
    for signal in ["-INT", "-TERM"] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("bin")).unwrap();
        let (opener, told) = (folder.join("bin/xdg-open"), folder.join("told"));
        // The file is there whole once it has its name.
        let script = format!("#!/bin/sh\nprintf '%s' \"$*\" > {0}.part\nmv {0}.part {0}\n", told.display());
        std::fs::write(&opener, script).unwrap();
        std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = format!("{}:{}", opener.parent().unwrap().display(), std::env::var("PATH").unwrap());
        let mut process = Command::new(env!("CARGO_BIN_EXE_papamu"))
            .args(["board", "kanga,suicide=allowed", "--level", "3", "--port", "0"])
            .env("PATH", path)
            .env("TMPDIR", &folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("The board is at ").unwrap().to_owned();
        while !told.exists() {
            assert!(process.try_wait().unwrap().is_none(), "the server has ended");
            std::thread::sleep(Duration::from_millis(10));
        }
        let arguments = std::fs::read_to_string(&told).unwrap();
        let server = Server { process, url };
        assert!(!arguments.contains(server.token()) && arguments.ends_with(".html"), "{arguments}");
        let page = Path::new(&arguments);
        assert_eq!(std::fs::metadata(page).unwrap().permissions().mode() & 0o777, 0o600);
        let html = std::fs::read_to_string(page).unwrap();
        assert!(html.contains(&format!("content=\"0; url={}\"", server.url.replace('&', "&amp;"))), "{html}");
        // Neither Ctrl-C nor a shutdown leaves anything behind.
        let killed = Command::new("kill").args([signal, &server.process.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let mut server = server;
        assert!(server.process.wait().unwrap().success());
        assert!(!page.exists());
    }
}

/// The memory that a session uses for a game is bounded.
#[test]
fn a_game_on_a_board_has_a_maximum_length() {
    let server = Server::on_free_port(&[]);
    let mut session = server.session();
    let (count, mut replies) = (4_000, 0);
    for _ in 0..5 {
        session.send(&"play w PASS\n".repeat(count));
        for _ in 0..count {
            replies += usize::from(session.reply() == "=");
        }
    }
    assert_eq!(replies, 20_000);
    let refused = session.ask("play w PASS");
    assert!(refused.starts_with("? illegal move: the game has reached the limit of 20000 moves"), "{refused}");
    assert_eq!(session.ask("clear_board"), "=");
    assert_eq!(session.ask("play w PASS"), "=");
    assert_eq!(session.ask("set_game kangaroo"), "=");
    let turn = session.ask(&format!("play b B8{}", "-B6-B8".repeat(100)));
    assert_eq!(turn, "? illegal move: a turn has at most 200 clicks here");
}

#[test]
fn no_more_boards_than_allowed() {
    let server = Server::on_free_port(&["--sessions", "2"]);
    let (first, mut second) = (server.session(), server.session());
    let Err((status, words)) = server.connect(server.token(), None, None) else { panic!("let in") };
    assert_eq!(status, 503);
    assert!(words.contains("2 boards are open") && words.contains("--sessions"), "{words}");
    assert_eq!(second.ask("name"), "= papamu");
    drop(first);
    let start = Instant::now();
    let mut third = loop {
        match server.connect(server.token(), None, None) {
            Ok(session) => break session,
            Err(_) => assert!(start.elapsed() < Duration::from_secs(20), "the session was not released"),
        }
    };
    assert_eq!(third.ask("name"), "= papamu");
}

/// A session is released when its engine has ended: work that nobody waits for is cancelled at once.
#[test]
fn a_closed_socket_ends_its_work() {
    for work in ["solve 600", "perft 50", "param level 10\nparam move_time_ms 600000\ngenmove b", "analyze b 20 json"] {
        let server = Server::on_free_port(&["konane,width=12,height=12", "--sessions", "1"]);
        let mut session = server.session();
        session.send("set_game konane width=12 height=12");
        session.reply();
        session.send(work);
        std::thread::sleep(Duration::from_millis(300));
        drop(session);
        let start = Instant::now();
        while server.connect(server.token(), None, None).is_err() {
            assert!(start.elapsed() < Duration::from_secs(20), "{work} goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_session_has_its_limits() {
    let server = Server::on_free_port(&["--threads", "2", "--hash", "64"]);
    let mut session = server.session();
    assert!(session.ask("settings").contains(r#""name":"threads","kind":"number","min":1,"max":2,"#));
    assert_eq!(session.ask("param threads 1"), "=");
    for (line, limit) in [
        ("param threads 3", "3 exceeds the limit of 2 for threads"),
        ("param hash_mb 65", "65 exceeds the limit of 64 for hash_mb"),
    ] {
        let reply = session.ask(line);
        assert!(reply.starts_with("? ") && reply.contains(limit), "{reply}");
    }
    let settings: serde_json::Value = serde_json::from_str(&session.ask("settings")[2..]).unwrap();
    let value = |name: &str| {
        let all = settings["settings"].as_array().unwrap();
        all.iter().find(|setting| setting["name"] == name).unwrap()["value"].clone()
    };
    assert_eq!((value("threads"), value("hash_mb")), (1.into(), 64.into()), "nothing was changed");
}

#[test]
fn a_client_that_exceeds_a_limit_is_disconnected_with_the_reason() {
    let server = Server::on_free_port(&[]);
    let mut session = server.session();
    assert!(session.ask(&format!("play b {}", "x".repeat(60_000))).starts_with("? "));
    let _ = session.socket.send(Message::text("x".repeat(70_000)));
    assert!(session.closed().contains("refused"));
    let mut session = server.session();
    session.socket.send(Message::binary(vec![0, 1, 2])).unwrap();
    assert_eq!(session.closed(), "the line protocol is text");
    assert_eq!(server.session().ask("name"), "= papamu", "the server has not minded");
}

/// Nothing that a client sends takes the server down.
#[test]
fn the_server_survives_malformed_input() {
    let server = Server::on_free_port(&[]);
    for bytes in
        [&b"\0\0\0\0\r\n\r\n"[..], b"GET / HTTP/9.9\r\n\r\n", b"GET", b"POST /session HTTP/1.1\r\n\r\n", &[0xff; 4096]]
    {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        // The server may hang up before all is sent, or before this side closes.
        let _ = stream.write_all(bytes).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
        let _ = stream.read_to_end(&mut Vec::new());
    }
    let mut session = server.session();
    for text in [
        "",
        "\n\n\n",
        "\u{0}\u{7}",
        "# cancel",
        "# interrupt",
        "quit me",
        "analyze b 1 json",
        "genmove b json extra words",
    ] {
        session.send(text);
    }
    session.send("12345 name");
    while session.reply() != "=12345 papamu" {}
    assert!(session.ask("quit").starts_with('='));
    assert_eq!(server.session().ask("name"), "= papamu");
}

#[test]
fn a_free_port_replaces_a_taken_one_unless_it_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output =
        Command::new(env!("CARGO_BIN_EXE_papamu")).args(["board", "--no-open", "--port", &port]).output().unwrap();
    assert!(!output.status.success());
    let words = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(words.contains("cannot listen on") && words.contains("--port"), "{words}");
    // The default port is taken by the first of two.
    let (one, other) = (Server::start(&[]), Server::start(&[]));
    assert_ne!(one.address(), other.address());
    assert!(other.end().contains("Port 7272 is taken"));
}

#[test]
fn listening_to_other_machines_warns() {
    let server = Server::on_free_port(&["--listen", "0.0.0.0"]);
    assert_eq!(server.session().ask("name"), "= papamu");
    let words = server.end();
    assert!(words.contains("Warning: other machines can reach this board"), "{words}");
}

/// Types, unit tests and tests in a real browser of the page; `tests/board/package.json` has the commands.
#[test]
fn the_page_works_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/board");
    let must = std::env::var_os("REQUIRE_TOOLS").is_some();
    if !folder.join("node_modules").exists() {
        assert!(!must, "run `npm ci` in tests/board first");
        println!("skipped: `npm ci` was not run in tests/board");
        return;
    }
    let browsers = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
    let is_there = |name: &&str| Path::new("/usr/bin").join(name).exists();
    let has_browser = std::env::var_os("CHROMIUM").is_some() || browsers.iter().any(is_there);
    let scripts: &[&str] = if has_browser { &["types", "unit", "browser"] } else { &["types", "unit"] };
    assert!(has_browser || !must, "install Chromium, or name it in CHROMIUM");
    if !has_browser {
        println!("the tests in a browser are skipped: install Chromium, or name it in CHROMIUM");
    }
    for script in scripts {
        let output = Command::new("npm")
            .args(["run", "--silent", script])
            .current_dir(&folder)
            .env("PAPAMU", env!("CARGO_BIN_EXE_papamu"))
            .output()
            .expect("npm is there");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "npm run {script}:\n{text}{}", String::from_utf8_lossy(&output.stderr));
    }
}
