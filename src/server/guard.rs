//! Access control for the board server.
//!
//! A server on the loopback address can be reached by every page that the user's browser shows. Three checks keep other
//! pages out: a random token, which only the address printed in the terminal contains; the `Host` header, against DNS
//! rebinding (a foreign name that resolves to this machine); and the `Origin` header, against WebSockets opened by
//! foreign pages, which browsers do not prevent.

use std::net::{IpAddr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, Uri, header};

use crate::system::beginning;

/// A new token of 128 random bits.
pub(super) fn random_token() -> Result<String, getrandom::Error> {
    Ok(format!("{:016x}{:016x}", getrandom::u64()?, getrandom::u64()?))
}

/// The checks. The token is a secret: there is no `Debug`, so that it does not show in logs. A check fails with the reason.
pub(super) struct Guard {
    token: String,
    names: Vec<String>,
    /// Whether it answers to any numerical address, because it listens beyond this machine.
    any_address: bool,
}

impl Guard {
    /// The checks of a server at `address` that also answers to these names; [`is_host`] holds for each.
    pub(super) fn new(token: String, address: SocketAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).chain(["localhost".to_owned()]);
        Self { token, names: names.collect(), any_address: !address.ip().is_loopback() }
    }

    /// Checks the host that a request is for: the one in its `Host` header, and in its target where that names one.
    pub(super) fn check_host(&self, target: &Uri, headers: &HeaderMap) -> Result<(), String> {
        let host = text(headers, header::HOST)?.unwrap_or_default();
        if let Some(other) = target.authority().filter(|other| !other.as_str().eq_ignore_ascii_case(host)) {
            return Err(wrong_host(other.as_str()));
        }
        let name = host.parse::<Authority>().map(|authority| authority.host().to_ascii_lowercase()).unwrap_or_default();
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is_known = self.names.contains(&name) || address.is_ok_and(|ip| self.any_address || ip.is_loopback());
        if is_known { Ok(()) } else { Err(wrong_host(host)) }
    }

    /// Checks the `Origin` header, which browsers send with every WebSocket, and the token.
    pub(super) fn check_client(&self, headers: &HeaderMap, token: Option<&str>) -> Result<(), String> {
        let host = text(headers, header::HOST)?.unwrap_or_default();
        if let Some(origin) = text(headers, header::ORIGIN)? {
            // A proxy in front of the server may speak TLS.
            let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            if authority.is_none_or(|authority| !authority.eq_ignore_ascii_case(host)) {
                return Err(format!("a page of '{}' may not use this board", beginning(origin)));
            }
        }
        if token != Some(self.token.as_str()) {
            let reason = "this page does not belong to the running papamu board; open the address that it printed";
            return Err(reason.to_owned());
        }
        Ok(())
    }
}

/// Whether a text is the name of a host alone, without a port.
pub(super) fn is_host(text: &str) -> bool {
    text.parse::<Authority>().is_ok_and(|authority| !text.is_empty() && authority.host() == text)
}

/// The value of a header that may occur once; empty if it is not text.
fn text(headers: &HeaderMap, name: HeaderName) -> Result<Option<&str>, String> {
    let mut values = headers.get_all(&name).iter();
    let value = values.next();
    match values.next() {
        Some(_) => Err(format!("the request has more than one {name} header; one is allowed")),
        None => Ok(value.map(|value| value.to_str().unwrap_or_default())),
    }
}

/// The `Host` header names another machine, or is missing.
fn wrong_host(host: &str) -> String {
    let host = beginning(host);
    format!(
        "this board is not called '{host}'; open the address that papamu board printed, or start it with --host {host}"
    )
}
