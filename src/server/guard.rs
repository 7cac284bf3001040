//! Access control for the board server.
//!
//! A server on the loopback address can be reached by every page that the user's browser shows. Three checks keep other
//! pages out: a random [`Token`], which only the address printed in the terminal contains; the `Host` header, against DNS
//! rebinding (a foreign name that resolves to this machine); and the `Origin` header, against WebSockets opened by
//! foreign pages, which browsers do not prevent.

use std::fmt;
use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Uri, header};
use thiserror::Error;

/// A random secret that a client must present.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A new token of 128 random bits.
    ///
    /// # Errors
    /// The system has no random numbers.
    pub(super) fn random() -> Result<Self, getrandom::Error> {
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
    /// A header that says who is asked, or who asks, stands there more than once.
    #[error("the request has more than one {0} header; one is allowed")]
    Twice(HeaderName),
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
    /// The checks of a server at `address` that also answers to these names; [`is_host`] holds for each.
    pub(super) fn new(token: Token, address: SocketAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).chain(["localhost".to_owned()]);
        Self { token, names: names.collect(), any_address: !address.ip().is_loopback() }
    }

    /// Checks the host that a request is for: the one in its `Host` header, and in its target where that names one.
    pub(super) fn check_host(&self, target: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = text(headers, header::HOST)?.unwrap_or_default();
        if let Some(other) = target.authority().filter(|other| !other.as_str().eq_ignore_ascii_case(host)) {
            return Err(Refusal::Host(shortened(other.as_str())));
        }
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
        let host = text(headers, header::HOST)?.unwrap_or_default();
        if let Some(origin) = text(headers, header::ORIGIN)? {
            // A proxy in front of the server may speak TLS.
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if authority.is_none_or(|authority| !authority.eq_ignore_ascii_case(host)) {
                return Err(Refusal::Origin(shortened(origin)));
            }
        }
        if token == Some(self.token.0.as_str()) { Ok(()) } else { Err(Refusal::Token) }
    }
}

/// Whether a text is the name of a host alone, without a port.
pub(super) fn is_host(text: &str) -> bool {
    text.parse::<Authority>().is_ok_and(|authority| !text.is_empty() && authority.host() == text)
}

/// The value of a header that may occur once; empty if it is not text.
fn text(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, Refusal> {
    let mut values = headers.get_all(&name).iter();
    let value = values.next();
    match values.next() {
        Some(_) => Err(Refusal::Twice(name)),
        None => Ok(value.map(|value| value.to_str().unwrap_or_default())),
    }
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
            assert_eq!(local.check_host(&Uri::from_static("/"), &headers(host, None)), Ok(()), "{host}");
        }
        for host in
            ["evil.example:7272", "", "192.168.0.7:7272", "localhost.evil.example", "127.0.0.1.evil.example", "a b"]
        {
            assert_eq!(
                local.check_host(&Uri::from_static("/"), &headers(host, None)),
                Err(Refusal::Host(host.to_owned())),
                "{host}"
            );
        }
        assert_eq!(local.check_host(&Uri::from_static("/"), &HeaderMap::new()), Err(Refusal::Host(String::new())));
        // The host of the target goes before that of the header, so they must be the same.
        let target =
            |target: &'static str| local.check_host(&Uri::from_static(target), &headers("localhost:7272", None));
        assert_eq!(target("http://LOCALHOST:7272/session"), Ok(()));
        for other in ["evil.example", "localhost:7273", "localhost"] {
            let uri = format!("http://{other}/").parse().unwrap();
            let refused = local.check_host(&uri, &headers("localhost:7272", None));
            assert_eq!(refused, Err(Refusal::Host(other.to_owned())));
        }
        let open = guard("0.0.0.0:7272");
        assert_eq!(open.check_host(&Uri::from_static("/"), &headers("192.168.0.7:7272", None)), Ok(()));
        assert!(open.check_host(&Uri::from_static("/"), &headers("evil.example:7272", None)).is_err());
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
    fn headers_that_stand_twice_are_refused() {
        let guard = Guard::new(Token("secret".to_owned()), "127.0.0.1:7272".parse().unwrap(), &[]);
        let mut twice = headers("localhost:7272", Some("http://localhost:7272"));
        twice.append(header::ORIGIN, "http://evil.example".parse().unwrap());
        assert_eq!(guard.check_client(&twice, Some("secret")), Err(Refusal::Twice(header::ORIGIN)));
        let mut twice = headers("localhost:7272", None);
        twice.append(header::HOST, "localhost:7272".parse().unwrap());
        assert_eq!(guard.check_host(&Uri::from_static("/"), &twice), Err(Refusal::Twice(header::HOST)));
        assert_eq!(guard.check_client(&twice, Some("secret")), Err(Refusal::Twice(header::HOST)));
    }

    #[test]
    fn a_host_is_a_name_without_a_port() {
        for name in ["board.example.org", "localhost", "192.168.0.7", "[::1]"] {
            assert!(is_host(name), "{name}");
        }
        for text in ["", " ", "board:80", "http://board", "user@board", "a b", "board/"] {
            assert!(!is_host(text), "{text}");
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
