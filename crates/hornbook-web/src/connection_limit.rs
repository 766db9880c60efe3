//! A limit on open connections: on all together, on those of each address, and
//! on those of whom nothing is known.
//!
//! Somebody who is not signed in may open connections and send nothing. Some
//! connections are kept for those who are signed in; and when there are too many
//! of the others, one that waits for a request is closed for a new one: the
//! oldest of the address that has most of them, or of an address that has as many
//! as it may. So nobody who has one connection is kept out by others who have many.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The share of connections that is kept for those who are signed in.
const RESERVED_SHARE: usize = 4;
/// How many connections somebody who is signed in may have of those.
const MAX_RESERVED_EACH: usize = 64;

/// Counts the open connections, and refuses further ones.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    max: usize,
    max_per_address: usize,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    by_number: HashMap<u64, Connection>,
    /// The connections of each address; those of a proxy have none.
    by_address: HashMap<Option<IpAddr>, AddressConnections>,
    /// How many connections somebody who is signed in has.
    by_person: HashMap<String, usize>,
    /// How many are of those who are signed in.
    known: usize,
    opened: u64,
}

#[derive(Debug)]
struct Connection {
    address: Option<IpAddr>,
    /// Who is signed in.
    person: Option<String>,
    /// Closes it.
    close: Arc<Notify>,
}

#[derive(Debug, Default)]
struct AddressConnections {
    count: usize,
    /// Those that wait for a request, and of whom nothing is known; the oldest
    /// first.
    waiting: VecDeque<u64>,
}

/// One open connection, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    number: u64,
    close: Arc<Notify>,
}

impl ConnectionLimit {
    pub(crate) fn new(max: usize, max_per_address: usize) -> Arc<Self> {
        Arc::new(Self { max, max_per_address, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more connection, for which another one may be closed; none if a
    /// limit is reached. A proxy, behind which there are many people, is counted
    /// under no address.
    pub(crate) fn acquire(self: &Arc<Self>, address: Option<IpAddr>) -> Option<ConnectionPermit> {
        let mut open = self.open();
        let own = open.by_address.get(&address).map_or(0, |own| own.count);
        // Several people may share an address, so its new connections are not
        // refused for old ones that send nothing.
        if address.is_some() && own >= self.max_per_address && !open.close_one(|waiting| *waiting == address) {
            return None;
        }
        let unknown = open.by_number.len() - open.known;
        let full = open.by_number.len() >= self.max || unknown >= self.max - self.max / RESERVED_SHARE;
        if full && !open.close_one(|_| true) {
            return None;
        }
        let number = open.opened;
        open.opened += 1;
        let close = Arc::new(Notify::new());
        open.by_number.insert(number, Connection { address, person: None, close: close.clone() });
        let own = open.by_address.entry(address).or_default();
        own.count += 1;
        own.waiting.push_back(number);
        Some(ConnectionPermit { limit: self.clone(), number, close })
    }
}

impl OpenConnections {
    /// Closes the oldest connection that waits for a request, of the address that
    /// has most of those among some; tells whether there was one.
    fn close_one(&mut self, is_among: impl Fn(&Option<IpAddr>) -> bool) -> bool {
        let among = self.by_address.iter().filter(|(address, _)| is_among(address));
        let waiting = among.filter_map(|(_, own)| Some((own.waiting.len(), Reverse(*own.waiting.front()?))));
        let Some((_, Reverse(oldest))) = waiting.max() else { return false };
        if let Some(connection) = self.by_number.get(&oldest) {
            connection.close.notify_one();
        }
        self.forget(oldest);
        true
    }

    /// Counts a connection no more. It may be so already.
    fn forget(&mut self, number: u64) {
        let Some(connection) = self.by_number.remove(&number) else { return };
        if let Some(own) = self.by_address.get_mut(&connection.address) {
            own.count -= 1;
            own.waiting.retain(|waiting| *waiting != number);
            if own.count == 0 {
                self.by_address.remove(&connection.address);
            }
        }
        if let Some(person) = connection.person {
            self.known -= 1;
            match self.by_person.get(&person).copied().unwrap_or(0) {
                0 | 1 => _ = self.by_person.remove(&person),
                own => _ = self.by_person.insert(person, own - 1),
            }
        }
    }
}

impl ConnectionPermit {
    /// Notes that a request came: the connection is not closed for another one
    /// before it is answered.
    pub(crate) fn note_request(&self) {
        let mut open = self.limit.open();
        let Some(address) = open.by_number.get(&self.number).map(|connection| connection.address) else { return };
        if let Some(own) = open.by_address.get_mut(&address) {
            own.waiting.retain(|waiting| *waiting != self.number);
        }
    }

    /// Notes that a request was answered, and who sent it, if they are signed in:
    /// then the connection is one of those that are kept for them.
    pub(crate) fn note_answered(&self, person: Option<&str>) {
        let mut open = self.limit.open();
        let OpenConnections { by_number, by_address, by_person, known, .. } = &mut *open;
        let Some(connection) = by_number.get_mut(&self.number) else { return };
        if connection.person.is_some() {
            return;
        }
        match person {
            Some(person) if by_person.get(person).is_none_or(|own| *own < MAX_RESERVED_EACH) => {
                connection.person = Some(person.to_owned());
                *by_person.entry(person.to_owned()).or_default() += 1;
                *known += 1;
            }
            _ => by_address.entry(connection.address).or_default().waiting.push_back(self.number),
        }
    }

    /// Returns when the connection is to be closed for another one.
    pub(crate) async fn closed(&self) {
        self.close.notified().await;
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.limit.open().forget(self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    const ADA: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1)));
    const BOB: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2)));
    const EVE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 3)));

    fn is_closed(permit: &ConnectionPermit) -> bool {
        permit.closed().now_or_never().is_some()
    }

    #[test]
    fn one_address_has_its_limit_and_closed_connections_are_not_counted() {
        let limit = ConnectionLimit::new(8, 2);
        let [first, second] = [limit.acquire(ADA), limit.acquire(ADA)];
        [&first, &second].into_iter().flatten().for_each(ConnectionPermit::note_request);
        assert!(first.is_some() && second.is_some() && limit.acquire(ADA).is_none());
        assert!(limit.acquire(BOB).is_some(), "another address has its own limit");
        let proxy: Vec<_> = (0..4).map(|_| limit.acquire(None)).collect();
        assert!(proxy.iter().all(Option::is_some));
        drop(first);
        assert!(limit.acquire(ADA).is_some(), "one was closed");
        // One that sends nothing makes room for a new one of the same address.
        second.iter().for_each(|permit| permit.note_answered(None));
        let third = limit.acquire(ADA);
        let fourth = limit.acquire(ADA);
        assert!(third.is_some() && fourth.is_some() && second.as_ref().is_some_and(is_closed));
        drop((second, third, fourth, proxy));
        let open = limit.open();
        assert_eq!((open.by_number.len(), open.by_address.len(), open.known), (0, 0, 0), "all were closed");
    }

    #[test]
    fn a_new_connection_takes_the_place_of_one_that_waits() {
        let limit = ConnectionLimit::new(8, 8);
        // Six of eight are for those who are not known.
        let [mut eve, mut bob] = [EVE, BOB].map(|who| (0..3).filter_map(|_| limit.acquire(who)).collect::<Vec<_>>());
        let ada = limit.acquire(ADA);
        assert!(ada.is_some(), "who has one is not kept out by those who have many");
        let closed = [&eve, &bob].map(|all| all.iter().filter(|permit| is_closed(permit)).count());
        assert_eq!(closed[0] + closed[1], 1, "{closed:?}");
        let ada = ada.into_iter().chain(limit.acquire(ADA)).collect::<Vec<_>>();
        assert_eq!(ada.len(), 2);
        // Those in the middle of a request are left alone.
        eve.iter().chain(&bob).chain(&ada).for_each(ConnectionPermit::note_request);
        assert!(limit.acquire(ADA).is_none());
        // Once they are answered they wait again.
        eve.iter().for_each(|permit| permit.note_answered(None));
        assert!(limit.acquire(BOB).is_some());
        eve.clear();
        bob.clear();
        drop(ada);
        assert_eq!(limit.open().by_number.len(), 0);
    }

    #[test]
    fn those_who_are_signed_in_have_connections_of_their_own() {
        let limit = ConnectionLimit::new(8, 8);
        let sign_in = |permit: &ConnectionPermit| {
            permit.note_request();
            permit.note_answered(Some("ada"));
        };
        let ada: Vec<_> = (0..2).filter_map(|_| limit.acquire(ADA)).inspect(sign_in).collect();
        let eve: Vec<_> = (0..8).filter_map(|_| limit.acquire(EVE)).collect();
        assert!(!ada.iter().any(is_closed), "hers stay");
        assert_eq!(eve.iter().filter(|permit| is_closed(permit)).count(), 2, "theirs make room for each other");
        let more = limit.acquire(ADA);
        assert!(more.is_some_and(|permit| !is_closed(&permit)));

        let limit = ConnectionLimit::new(400, 400);
        let many: Vec<_> = (0..100).filter_map(|_| limit.acquire(ADA)).inspect(sign_in).collect();
        assert_eq!((many.len(), limit.open().known), (100, MAX_RESERVED_EACH));
        drop(many);
        let open = limit.open();
        assert_eq!((open.known, open.by_person.len()), (0, 0));
    }
}
