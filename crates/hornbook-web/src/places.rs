//! How many connections there are: of all together, and from each address, so
//! that nobody takes all of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The places for connections.
#[derive(Debug)]
pub(crate) struct Places {
    all: usize,
    each: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by: HashMap<IpAddr, usize>,
}

/// A place that is taken until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    address: Option<IpAddr>,
}

impl Places {
    pub(crate) fn new(all: usize, each: usize) -> Arc<Self> {
        Arc::new(Self { all, each, taken: Mutex::default() })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a place, if there is one. The proxy, behind whose address there
    /// are many people, takes its places under none.
    pub(crate) fn take(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Place> {
        let mut taken = self.taken();
        let own = address.map_or(0, |address| taken.by.get(&address).copied().unwrap_or(0));
        if taken.all >= self.all || own >= self.each {
            return None;
        }
        taken.all += 1;
        if let Some(address) = address {
            taken.by.insert(address, own + 1);
        }
        Some(Place { places: self.clone(), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        let Some(address) = self.address else { return };
        match taken.by.get(&address).copied().unwrap_or(0) {
            0 | 1 => _ = taken.by.remove(&address),
            own => _ = taken.by.insert(address, own - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_some_and_all_have_no_more_than_there_are() {
        let places = Places::new(5, 2);
        let [ada, bob] = [1, 2].map(|last| Some(IpAddr::from([10, 0, 0, last])));
        let first = places.take(ada);
        let second = places.take(ada);
        assert!(first.is_some() && second.is_some() && places.take(ada).is_none());
        let other = places.take(bob);
        assert!(other.is_some(), "others have places of their own");
        let proxy = [places.take(None), places.take(None)];
        assert!(proxy.iter().all(Option::is_some));
        assert!(places.take(bob).is_none() && places.take(None).is_none(), "all are taken");
        drop(first);
        assert!(places.take(ada).is_some(), "and free again");
        drop((second, other, proxy));
        let taken = places.taken();
        assert_eq!((taken.all, taken.by.len()), (0, 0), "nothing is left behind");
    }
}
