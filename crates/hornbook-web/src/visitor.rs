//! Where a request comes from: the address at the other end of its connection
//! or, if that is a trusted proxy, the address that the proxy names.

use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use tokio::net::TcpStream;

use crate::problem::Problem;

/// The header in which a proxy names the address that a request comes from.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Headers that proxies add to requests.
const PROXY_HEADERS: [&str; 6] =
    ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    address: IpAddr,
    /// Whether it is on this machine.
    local: bool,
}

impl Peer {
    pub(crate) fn of(stream: &TcpStream, from: SocketAddr) -> Self {
        let address = from.ip().to_canonical();
        let own = stream.local_addr().is_ok_and(|own| own.ip().to_canonical() == address);
        Self { address, local: address.is_loopback() || own }
    }

    /// Whether this is the proxy, if there is one: it is on this machine, and
    /// so nobody else can pass for it over the network.
    pub(crate) fn is_proxy(self, behind_proxy: bool) -> bool {
        behind_proxy && self.local
    }

    /// The address under which its connections are counted.
    pub(crate) fn network(self) -> IpAddr {
        network(self.address)
    }
}

/// Whoever a request comes from, known by their address alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visitor(IpAddr);

impl Visitor {
    /// The visitor behind a request. What visitors write into the header stands
    /// before what the proxy adds, so only the last address can be trusted.
    pub(crate) fn of(peer: Peer, headers: &HeaderMap, behind_proxy: bool) -> Self {
        let forwarded = || {
            let last = headers.get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
            last.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
        };
        let forwarded = if peer.is_proxy(behind_proxy) { forwarded() } else { None };
        Self(forwarded.map_or_else(|| peer.network(), network))
    }

    /// The name of their bucket in a rate limit.
    pub(crate) fn bucket(self) -> String {
        self.address()
    }

    /// Their address, for the log.
    pub(crate) fn address(self) -> String {
        self.0.to_string()
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().copied().ok_or_else(Problem::fault)
    }
}

/// Whether a request comes through a proxy that says so.
pub(crate) fn is_proxied(headers: &HeaderMap) -> bool {
    PROXY_HEADERS.iter().any(|name| headers.contains_key(*name))
}

/// The network of an address: in IPv6 one household has 2^64 addresses, which
/// count as one.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(peer: &str, forwarded: &[&str], behind_proxy: bool) -> String {
        let address: IpAddr = peer.parse().unwrap_or(IpAddr::from([0, 0, 0, 0]));
        let peer = Peer { address, local: address.is_loopback() };
        let values = forwarded.iter().filter_map(|value| value.parse().ok());
        let headers: HeaderMap = values.map(|value| (FORWARDED_FOR, value)).collect();
        Visitor::of(peer, &headers, behind_proxy).bucket()
    }

    #[test]
    fn only_the_last_address_is_trusted_and_only_from_the_proxy() {
        assert_eq!(visitor("127.0.0.1", &["10.0.0.7"], false), "127.0.0.1");
        assert_eq!(visitor("10.0.0.8", &["10.0.0.7"], true), "10.0.0.8", "anybody can send that");
        assert_eq!(visitor("127.0.0.1", &["10.0.0.7"], true), "10.0.0.7");
        assert_eq!(visitor("127.0.0.1", &["10.0.0.6, 10.0.0.7"], true), "10.0.0.7");
        assert_eq!(visitor("127.0.0.1", &["10.0.0.6", "10.0.0.7"], true), "10.0.0.7");
        for nothing in [&[][..], &[""], &["unknown"], &["10.0.0.7, nobody"]] {
            assert_eq!(visitor("127.0.0.1", nothing, true), "127.0.0.1", "{nothing:?}");
        }
    }

    #[test]
    fn addresses_of_one_network_count_as_one() {
        assert_eq!(visitor("2001:db8:1:2:3:4:5:6", &[], false), visitor("2001:db8:1:2::1", &[], false));
        assert_ne!(visitor("2001:db8:1:2::1", &[], false), visitor("2001:db8:1:3::1", &[], false));
        assert_eq!(visitor("::ffff:10.0.0.7", &[], false), "10.0.0.7");
        assert_ne!(visitor("10.0.0.7", &[], false), visitor("10.0.0.8", &[], false));
    }
}
