//! A WebSocket and the session of the line protocol behind it.
//!
//! A message of the client is one or more lines; a message of the server is the text that the protocol writes until it flushes:
//! whole replies, or whole lines of an unfinished reply. The engine runs in a thread of its own and knows nothing of the
//! socket: it reads lines from a channel and writes into one.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{OwnedSemaphorePermit, mpsc, oneshot};
use tokio::time::timeout;

use crate::game::Style;
use crate::gtp::{self, Gtp};
use crate::input::Lines;
use crate::play::Game;

/// Messages that wait in each direction.
const QUEUE: usize = 64;

/// Bytes of lines that wait for the engine: memory of a session counts.
const WAITING_BYTES: usize = 16 << 20;

/// How often the server pings a silent client, and how long it waits for an answer.
const PING: Duration = Duration::from_secs(30);
const LOST: Duration = Duration::from_secs(100);

/// How long a client may take to confirm that it is disconnected.
const CLOSING: Duration = Duration::from_secs(2);

/// Serves a client until it leaves, exceeds a limit, or does not answer. The permit is released when the engine has
/// ended.
pub(super) async fn serve(mut socket: WebSocket, model: Arc<Game>, permit: OwnedSemaphorePermit) {
    let (to_engine, from_client) = mpsc::channel::<String>(QUEUE);
    let (to_client, mut from_engine) = mpsc::channel::<String>(QUEUE);
    // Dropped with this function: all work of the engine is then cancelled.
    let (_guard, closed) = oneshot::channel::<()>();
    let run = move || {
        run_engine(&model, from_client, to_client, closed);
        drop(permit);
    };
    if let Err(error) = thread::Builder::new().name("session".to_owned()).spawn(run) {
        log::error!("no thread for a session: {error}");
        return close(&mut socket, close_code::AGAIN, "no thread for another session").await;
    }
    let reason = talk(&mut socket, &to_engine, &mut from_engine).await;
    if let Some(reason) = reason {
        close(&mut socket, close_code::POLICY, &reason).await;
    }
}

/// Carries messages both ways until the client has left (`None`) or must be disconnected, for the reason returned.
async fn talk(
    socket: &mut WebSocket,
    to_engine: &mpsc::Sender<String>,
    from_engine: &mut mpsc::Receiver<String>,
) -> Option<String> {
    let mut heard = Instant::now();
    let mut tick = tokio::time::interval(PING);
    // A message that the engine has no room for yet. Replies must flow meanwhile: the engine may be waiting for that.
    let mut waiting: Option<String> = None;
    loop {
        let to_client = tokio::select! {
            message = socket.recv(), if waiting.is_none() => {
                heard = Instant::now();
                match message? {
                    Ok(Message::Text(text)) => waiting = Some(text.as_str().to_owned()),
                    Ok(Message::Binary(_)) => return Some("the line protocol is text".to_owned()),
                    Ok(_) => {} // answers to pings; the library answers those of the client
                    Err(error) => {
                        log::info!("a board was lost: {error}");
                        return Some(format!("a message was refused: {error}"));
                    }
                }
                continue;
            }
            permit = to_engine.reserve(), if waiting.is_some() => {
                let Ok(permit) = permit else { return Some("the engine has ended".to_owned()) };
                permit.send(waiting.take().unwrap_or_default());
                continue;
            }
            text = from_engine.recv() => match text {
                Some(text) => Message::text(text),
                None => return Some("the engine has ended".to_owned()),
            },
            _ = tick.tick() => {
                if heard.elapsed() > LOST && waiting.is_none() {
                    return None;
                }
                Message::Ping(Default::default())
            }
        };
        // A client that does not read is treated as gone.
        timeout(LOST, socket.send(to_client)).await.ok()?.ok()?;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &str) {
    let frame = CloseFrame { code, reason: reason.into() };
    // The client may have gone. What it has sent meanwhile is read, because the system would reset a connection that is closed
    // with unread data, and the client might never see the reason.
    let _ = timeout(CLOSING, async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await;
}

/// Runs the line protocol between two channels until one of them closes.
fn run_engine(
    model: &Game,
    lines: mpsc::Receiver<String>,
    output: mpsc::Sender<String>,
    closed: oneshot::Receiver<()>,
) {
    let run = || {
        let mut gtp = Gtp::new(model.fresh(), Style::Steps);
        gtp.allows_files = false;
        let mut lines = Lines::read_within(Input { lines, rest: io::Cursor::default() }, WAITING_BYTES)?;
        lines.cancel_once(|| drop(closed.blocking_recv()))?;
        gtp::run(&mut gtp, &mut lines, Output { text: Vec::new(), output })
    };
    run().unwrap_or_else(|error| log::error!("a session has ended: {error}"));
}

/// Messages as a stream of bytes, a line feed after each.
struct Input {
    lines: mpsc::Receiver<String>,
    rest: io::Cursor<String>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.rest.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        let Some(message) = self.lines.blocking_recv() else { return Ok(0) };
        self.rest = io::Cursor::new(message + "\n");
        self.rest.read(buffer)
    }
}

/// Text that is written until a flush is a message.
struct Output {
    text: Vec<u8>,
    output: mpsc::Sender<String>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.text.is_empty() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned();
        self.output.blocking_send(text).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
