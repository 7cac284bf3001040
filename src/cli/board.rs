//! A board in the browser.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use papamu::play::UserLimits;
use papamu::registry::GAMES;
use papamu::server::Server;
use tempfile::NamedTempFile;
use tokio::sync::Notify;

use super::Error;
use super::shared::{GameText, SizeArgs};

/// The default port. Browsers store a user's choices per address and port.
const PORT: u16 = 7272;

/// Moves of a game on a board, and clicks of a turn, which a session keeps in memory: far more than any game has. In Kangaroo
/// a stone may jump to and fro for ever.
const MOST_MOVES: usize = 20_000;
const MOST_CLICKS: usize = 200;

/// How long the page that redirects the browser to the board exists.
const REDIRECT: Duration = Duration::from_secs(60);

#[derive(Debug, Args)]
pub(super) struct BoardArgs {
    /// Game, with options after commas: kanga,width=9,height=9 [default: the last one played]
    #[arg(value_name = "GAME[,KEY=VALUE...]", value_parser = GameText, hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    size: SizeArgs,
    /// Strength of the engine, from 1 to 10 [default: the last one played]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10), help_heading = "Game")]
    level: Option<u64>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Port [default: 7272, or a free one where that is taken]
    #[arg(long, value_name = "N", help_heading = "Server")]
    port: Option<u16>,
    /// Address to listen on. Another one than the default opens the board to other machines: whoever has the address that is
    /// printed can use it
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), help_heading = "Server")]
    listen: IpAddr,
    /// Host name by which browsers may call the server, besides localhost and addresses; may be repeated
    #[arg(long, value_name = "NAME", help_heading = "Server")]
    host: Vec<String>,
    /// Most boards open at a time
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..), help_heading = "Limits")]
    sessions: u16,
    /// Threads of a board's searches
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Limits")]
    threads: u64,
    /// Mebibytes of memory for a board's searches
    #[arg(long = "hash", value_name = "MB", default_value_t = 256, help_heading = "Limits")]
    hash_mb: u64,
}

impl BoardArgs {
    pub(super) fn run(&self) -> Result<(), Error> {
        let mut model = self.size.open(self.game.as_deref().unwrap_or(GAMES[0].name))?;
        model.set("threads", &self.threads.to_string())?;
        model.set("hash_mb", &self.hash_mb.to_string())?;
        let limits =
            UserLimits { threads: self.threads, hash_mb: self.hash_mb, moves: MOST_MOVES, clicks: MOST_CLICKS };
        model.configure(|settings| settings.user_limits = limits)?;
        let sessions = usize::from(self.sessions);
        let interrupted = Arc::new(Notify::new());
        let interrupt = interrupted.clone();
        let handler = ctrlc::set_handler(move || interrupt.notify_one());
        handler.unwrap_or_else(|error| log::warn!("an interrupt will leave a temporary file behind: {error}"));
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let served = runtime.block_on(async {
            let address = SocketAddr::new(self.listen, self.port.unwrap_or(PORT));
            let server = Server::bind(address, self.port.is_none(), &self.host, sessions, model).await;
            let server = server.map_err(Error::failed)?;
            let (address, url) = (server.address, server.url());
            let announced = async move {
                let redirect = self.announce(address, &url)?;
                tokio::time::sleep(REDIRECT).await;
                drop(redirect);
                std::future::pending().await
            };
            tokio::select! {
                () = interrupted.notified() => Ok(()),
                failed = announced => failed,
                ended = server.run() => Ok(ended?),
            }
        });
        // Sessions that are still at work end with the process.
        runtime.shutdown_background();
        served
    }

    /// Prints the address and opens the browser. Returns the page that sends it there.
    fn announce(&self, address: SocketAddr, board: &str) -> io::Result<Option<NamedTempFile>> {
        if self.port.is_none() && address.port() != PORT {
            eprintln!("Port {PORT} is taken, perhaps by another papamu board.");
        }
        if !address.ip().is_loopback() {
            eprintln!("Warning: other machines can reach this board; whoever has its address can use it.");
        }
        let url = board.to_owned() + &self.wishes();
        let mut output = io::stdout();
        writeln!(output, "The board is at {url}\nLeave it with Ctrl-C.")?;
        output.flush()?;
        if self.no_open {
            return Ok(None);
        }
        let opened = redirect_to(&url).and_then(|page| open_page(page.path()).map(|()| page));
        if let Err(error) = &opened {
            log::info!("{error}");
            eprintln!("No browser could be started: open the address yourself.");
        }
        Ok(opened.ok())
    }

    /// The game and level of the command line, as a part of the page's address. They override those of the last game.
    fn wishes(&self) -> String {
        let name = self.game.as_deref().or(self.size.size.map(|_| GAMES[0].name));
        let game = name.and_then(|name| self.size.game(name).ok());
        let game = game
            .map(|(entry, options)| format!("&game={}", [entry.name, &options].join(" ").trim_end().replace(' ', ",")));
        let level = self.level.map(|level| format!("&level={level}"));
        game.into_iter().chain(level).collect()
    }
}

fn open_page(page: &Path) -> io::Result<()> {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    Command::new(opener).arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(drop)
}

/// A page that redirects the browser to the board, removed when it is dropped. The command line of a browser can be read by every
/// user of the machine, so the address with the token goes into a file that only this user can read.
fn redirect_to(url: &str) -> io::Result<NamedTempFile> {
    let mut page = tempfile::Builder::new().prefix("papamu-").suffix(".html").tempfile()?;
    let url = url.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    write!(
        page,
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>papamu</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<a href=\"{url}\">Open the board</a>\n"
    )?;
    page.flush()?;
    Ok(page)
}
