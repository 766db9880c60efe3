//! The names and addresses under which the server can be asked for something.

use std::net::{IpAddr, SocketAddr};

/// Whether a host, with or without a port, is this server: `address` is where
/// it listens, and `hosts` are the names that it was given.
pub(crate) fn is_own_host(authority: &str, address: SocketAddr, hosts: &[String]) -> bool {
    let (host, port) = split(authority);
    let host = host.to_ascii_lowercase();
    let named = |name: &String| match split(name) {
        (name, Some(own)) => name.eq_ignore_ascii_case(&host) && port == Some(own),
        (name, None) => name.eq_ignore_ascii_case(&host),
    };
    if hosts.iter().any(named) {
        return true;
    }
    let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().ok();
    let loopback = host == "localhost" || literal.is_some_and(|address| address.is_loopback());
    let bound = address.ip();
    // Nobody can have an address lead elsewhere, as they could with a name.
    let typed = literal.is_some_and(|address| bound.is_unspecified() || address == bound);
    let own_port = match port {
        Some(port) => port.parse() == Ok(address.port()),
        None => address.port() == 80,
    };
    (loopback && (bound.is_loopback() || bound.is_unspecified()) || typed) && own_port
}

/// Host and port of `name:80`, `[::1]:80` or `name`.
fn split(authority: &str) -> (&str, Option<&str>) {
    match authority.rfind(':') {
        Some(at) if !authority[at..].contains(']') => (&authority[..at], Some(&authority[at + 1..])),
        _ => (authority, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_loopback_only_names_of_loopback_are_its_own() {
        let address = SocketAddr::from(([127, 0, 0, 1], 7177));
        let is_own = |authority: &str| is_own_host(authority, address, &[]);
        for good in ["127.0.0.1:7177", "localhost:7177", "LOCALHOST:7177", "[::1]:7177"] {
            assert!(is_own(good), "{good}");
        }
        for bad in [
            "127.0.0.1",
            "localhost:80",
            "evil.example:7177",
            "127.0.0.1.evil.example:7177",
            "",
            ":7177",
            "192.168.1.5:7177",
            "localhost:7177:7177",
            "localhost.:7177",
        ] {
            assert!(!is_own(bad), "{bad}");
        }
    }

    #[test]
    fn given_names_and_typed_addresses_are_its_own() {
        let address = SocketAddr::from(([0, 0, 0, 0], 7177));
        let hosts = ["rules.example.org", "other.example:8443"].map(str::to_owned);
        let is_own = |authority: &str| is_own_host(authority, address, &hosts);
        for good in ["rules.example.org", "Rules.Example.org:443", "other.example:8443", "192.168.1.5:7177"] {
            assert!(is_own(good), "{good}");
        }
        for bad in ["example.org", "other.example", "192.168.1.5", "evil.example:7177"] {
            assert!(!is_own(bad), "{bad}");
        }
    }
}
