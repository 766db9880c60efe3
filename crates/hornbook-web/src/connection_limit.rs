//! A limit on open connections: on all together, and on those of each address,
//! so that nobody takes all of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts the open connections, and refuses further ones.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    max: usize,
    max_per_address: usize,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    count: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// One open connection, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPermit {
    limit: Arc<ConnectionLimit>,
    address: Option<IpAddr>,
}

impl ConnectionLimit {
    pub(crate) fn new(max: usize, max_per_address: usize) -> Arc<Self> {
        Arc::new(Self { max, max_per_address, open: Mutex::default() })
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more connection; none if a limit is reached. A proxy, behind
    /// which there are many people, is counted under no address.
    pub(crate) fn acquire(self: &Arc<Self>, address: Option<IpAddr>) -> Option<ConnectionPermit> {
        let mut open = self.open();
        let own = address.map_or(0, |address| open.by_address.get(&address).copied().unwrap_or(0));
        if open.count >= self.max || own >= self.max_per_address {
            return None;
        }
        open.count += 1;
        if let Some(address) = address {
            open.by_address.insert(address, own + 1);
        }
        Some(ConnectionPermit { limit: self.clone(), address })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut open = self.limit.open();
        open.count = open.count.saturating_sub(1);
        let Some(address) = self.address else { return };
        match open.by_address.get(&address).copied().unwrap_or(0) {
            0 | 1 => _ = open.by_address.remove(&address),
            own => _ = open.by_address.insert(address, own - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_limits_hold_and_closed_connections_are_not_counted() {
        let limit = ConnectionLimit::new(5, 2);
        let [ada, bob] = [1, 2].map(|last| Some(IpAddr::from([10, 0, 0, last])));
        let first = limit.acquire(ada);
        let second = limit.acquire(ada);
        assert!(first.is_some() && second.is_some() && limit.acquire(ada).is_none());
        let other = limit.acquire(bob);
        assert!(other.is_some(), "another address has its own limit");
        let proxy = [limit.acquire(None), limit.acquire(None)];
        assert!(proxy.iter().all(Option::is_some));
        assert!(limit.acquire(bob).is_none() && limit.acquire(None).is_none(), "five are open");
        drop(first);
        assert!(limit.acquire(ada).is_some(), "one was closed");
        drop((second, other, proxy));
        let open = limit.open();
        assert_eq!((open.count, open.by_address.len()), (0, 0), "all were closed");
    }
}
