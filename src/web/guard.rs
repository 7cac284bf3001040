//! Access control for the board server.
//!
//! A server on the loopback address can be reached by every page that the user's browser shows. Three checks keep other
//! pages out: a random [`Token`] that only the address printed in the terminal holds; the `Host` header, against DNS
//! rebinding (a foreign name that suddenly means this machine); and the `Origin` header, against WebSockets opened by
//! foreign pages, which browsers do not prevent.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, header};
use thiserror::Error;

/// Random text that a client must know.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one of 128 random bits.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The token is a secret: it does not show in logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
    /// The `Host` header names another machine, or is missing.
    #[error("this board is not called '{0}'; open the address that papamu board printed, or start it with --host {0}")]
    Host(String),
    /// A page of another site opens the WebSocket.
    #[error("a page of '{0}' may not use this board")]
    Origin(String),
    /// The token is wrong or missing.
    #[error("this page does not belong to the running papamu board; open the address that it printed")]
    Token,
}

/// The checks.
#[derive(Debug)]
pub(super) struct Guard {
    token: Token,
    /// Names that the server answers to.
    names: Vec<String>,
    /// Whether it answers to any numerical address, because it listens beyond this machine.
    any_address: bool,
}

impl Guard {
    /// Those of a server at `address` that answers to these names too.
    pub(super) fn new(token: Token, address: SocketAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).chain(["localhost".to_owned()]);
        Self { token, names: names.collect(), any_address: !address.ip().is_loopback() }
    }

    /// Checks the `Host` header.
    pub(super) fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = text(headers, header::HOST).unwrap_or_default();
        let name = host.parse::<Authority>().map(|authority| authority.host().to_ascii_lowercase()).unwrap_or_default();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_known = match address {
            Ok(address) => self.any_address || address.is_loopback() || self.names.contains(&name),
            Err(_) => self.names.contains(&name),
        };
        if is_known { Ok(()) } else { Err(Refusal::Host(shortened(host))) }
    }

    /// Checks the `Origin` header, which browsers send with every WebSocket, and the token.
    pub(super) fn check_client(&self, headers: &HeaderMap, token: Option<&str>) -> Result<(), Refusal> {
        let host = text(headers, header::HOST).unwrap_or_default();
        if headers.contains_key(header::ORIGIN) {
            let origin = text(headers, header::ORIGIN).unwrap_or_default();
            // A proxy in front of the server may speak TLS.
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if authority.is_none_or(|authority| !authority.eq_ignore_ascii_case(host)) {
                return Err(Refusal::Origin(shortened(origin)));
            }
        }
        if token == Some(self.token.0.as_str()) { Ok(()) } else { Err(Refusal::Token) }
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn shortened(text: &str) -> String {
    text.chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn foreign_names_are_refused() {
        let guard = |address: &str| {
            Guard::new(Token("secret".to_owned()), address.parse().unwrap(), &["Board.example".to_owned()])
        };
        let local = guard("127.0.0.1:7272");
        for host in ["127.0.0.1:7272", "localhost:7272", "LOCALHOST", "[::1]:7272", "board.example:80", "127.8.8.8"] {
            assert_eq!(local.check_host(&headers(host, None)), Ok(()), "{host}");
        }
        for host in
            ["evil.example:7272", "", "192.168.0.7:7272", "localhost.evil.example", "127.0.0.1.evil.example", "a b"]
        {
            assert_eq!(local.check_host(&headers(host, None)), Err(Refusal::Host(host.to_owned())), "{host}");
        }
        assert_eq!(local.check_host(&HeaderMap::new()), Err(Refusal::Host(String::new())));
        let open = guard("0.0.0.0:7272");
        assert_eq!(open.check_host(&headers("192.168.0.7:7272", None)), Ok(()));
        assert!(open.check_host(&headers("evil.example:7272", None)).is_err());
    }

    #[test]
    fn foreign_pages_and_wrong_tokens_are_refused() {
        let guard = Guard::new(Token("secret".to_owned()), "127.0.0.1:7272".parse().unwrap(), &[]);
        let check = |origin, token| guard.check_client(&headers("localhost:7272", origin), token);
        assert_eq!(check(Some("http://localhost:7272"), Some("secret")), Ok(()));
        assert_eq!(check(Some("https://localhost:7272"), Some("secret")), Ok(()));
        assert_eq!(check(None, Some("secret")), Ok(()));
        for origin in ["http://evil.example", "null", "http://localhost:7273", "http://localhost", "localhost:7272"] {
            assert_eq!(check(Some(origin), Some("secret")), Err(Refusal::Origin(origin.to_owned())), "{origin}");
        }
        for token in [None, Some(""), Some("secre"), Some("secrets")] {
            assert_eq!(check(None, token), Err(Refusal::Token), "{token:?}");
        }
    }

    #[test]
    fn tokens_differ_and_do_not_show_in_logs() {
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.to_string().len(), 32);
        assert_eq!(format!("{one:?}"), "Token(..)");
    }
}
