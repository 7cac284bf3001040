//! The server behind `papamu board`: the page, and the line protocol over WebSockets.
//!
//! The page in `web/` is a front end like any other. The server hands out its files, and for each WebSocket runs a session
//! of the line protocol ([`gtp::run`](crate::gtp::run)) in a thread of its own. It does not depend on any game.

mod assets;
mod connection;
mod guard;

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, RawQuery, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::play::Game;

use guard::{Guard, is_host, random_token};

const MESSAGE_BYTES: usize = 64 << 10;

/// A server that is bound to its address and does not answer yet.
pub struct Server {
    listener: TcpListener,
    pub address: SocketAddr,
    token: String,
    shared: Shared,
}

#[derive(Clone)]
struct Shared {
    guard: Arc<Guard>,
    sessions: usize,
    permits: Arc<Semaphore>,
    model: Arc<Game>,
}

impl Server {
    /// Takes an address. If its port is taken and `any_port` is set, a free port is taken instead. `names` are host names that
    /// the server answers to besides numerical addresses and `localhost`. At most this many sessions are open at a time; each
    /// begins with a game like `model`.
    pub async fn bind(
        address: SocketAddr,
        any_port: bool,
        names: &[String],
        sessions: usize,
        model: Game,
    ) -> io::Result<Self> {
        if let Some(name) = names.iter().find(|name| !is_host(name)) {
            let hint = "give it without scheme and port, as in board.example.org";
            return Err(io::Error::other(format!("--host '{name}' is not a host name; {hint}")));
        }
        let listener = match TcpListener::bind(address).await {
            Err(error) if any_port && error.kind() == io::ErrorKind::AddrInUse => {
                TcpListener::bind(SocketAddr::new(address.ip(), 0)).await
            }
            result => result,
        };
        let listener = listener.map_err(|error| {
            io::Error::other(format!("cannot listen on {address}: {error}; choose another one with --port or --listen"))
        })?;
        let address = listener.local_addr()?;
        let token =
            random_token().map_err(|error| io::Error::other(format!("the system has no random numbers: {error}")))?;
        let guard = Arc::new(Guard::new(token.clone(), address, names));
        let shared = Shared { guard, sessions, permits: Arc::new(Semaphore::new(sessions)), model: Arc::new(model) };
        Ok(Self { listener, address, token, shared })
    }

    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(if address.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        format!("http://{address}/?token={}", self.token)
    }

    /// Answers requests until the future is dropped. Boxed, so that the code is compiled once, in the library.
    pub fn run(self) -> Pin<Box<dyn Future<Output = io::Result<()>> + Send>> {
        let Self { listener, shared, .. } = self;
        let routes = Router::new()
            .route("/session", get(open_session))
            .route("/", get(async || serve_asset("")))
            .route("/{*path}", get(async |Path(path): Path<String>| serve_asset(&path)))
            .layer(middleware::from_fn_with_state(shared.clone(), check_host_and_isolate))
            .with_state(shared);
        // Replies are small: none waits for the acknowledgement of the one before.
        let listener = listener.tap_io(|stream| {
            let set = stream.set_nodelay(true);
            set.unwrap_or_else(|error| log::warn!("a connection is slow: {error}"));
        });
        Box::pin(async { axum::serve(listener, routes).await })
    }
}

/// Refuses requests for other hosts, and adds the headers that isolate the page.
async fn check_host_and_isolate(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let response = match shared.guard.check_host(request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => refuse(reason),
    };
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                  manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let headers = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    (headers, response).into_response()
}

fn serve_asset(path: &str) -> Response {
    match assets::find(path) {
        Some((media_type, bytes)) => ([(header::CONTENT_TYPE, media_type)], bytes).into_response(),
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

/// Upgrades to a WebSocket. Without an upgrade it tells what would happen: browsers do not show a page why a WebSocket was
/// refused, so the page asks again in this way.
async fn open_session(
    State(shared): State<Shared>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let query = query.unwrap_or_default();
    let token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    if let Err(reason) = shared.guard.check_client(&headers, token) {
        return refuse(reason);
    }
    let Ok(permit) = shared.permits.clone().try_acquire_owned() else {
        let most = shared.sessions;
        let text = format!("{most} boards are open, the most that this server allows; close one, or use --sessions");
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let Ok(upgrade) = upgrade else { return "ready\n".into_response() };
    upgrade
        .max_message_size(MESSAGE_BYTES)
        .max_frame_size(MESSAGE_BYTES)
        .on_upgrade(move |socket| connection::serve(socket, shared.model, permit))
}

fn refuse(reason: String) -> Response {
    log::warn!("refused: {reason}");
    (StatusCode::FORBIDDEN, reason).into_response()
}
