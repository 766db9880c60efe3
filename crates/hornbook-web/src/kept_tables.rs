//! Tables that were uploaded and of which nothing was made yet: they are kept for a
//! while under a random name, so that somebody can look at them, change what is made
//! of their columns, and look again without sending them once more.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Bytes;

use crate::person::Person;
use crate::problem::Problem;
use crate::secret;
use crate::table_rules::LearnedRules;
use crate::uploaded_table::TableOptions;

/// A table that nobody looked at for so long is dropped.
const LIFETIME: Duration = Duration::from_secs(60 * 60);
/// So many tables of one person are kept; of more, those looked at last.
const MAX_TABLES_PER_PERSON: usize = 4;
/// All of them together may have so many bytes.
const MAX_BYTES: usize = 256 << 20;

/// The tables that are kept.
#[derive(Default)]
pub(crate) struct KeptTables(Mutex<VecDeque<Kept>>);

struct Kept {
    id: String,
    person: String,
    used: Instant,
    table: Arc<KeptTable>,
}

/// A table that is kept.
pub(crate) struct KeptTable {
    /// The name of its file.
    pub(crate) file: String,
    pub(crate) bytes: Bytes,
    options: Mutex<TableOptions>,
    /// The rules that were found last, and with which options.
    learned: Mutex<Option<(TableOptions, Arc<LearnedRules>)>>,
}

impl KeptTable {
    /// What is made of it.
    pub(crate) fn options(&self) -> TableOptions {
        lock(&self.options).clone()
    }

    /// Makes something else of it.
    pub(crate) fn set_options(&self, options: TableOptions) {
        *lock(&self.options) = options;
    }

    /// The rules that were found with these options.
    pub(crate) fn learned(&self, options: &TableOptions) -> Option<Arc<LearnedRules>> {
        lock(&self.learned).as_ref().filter(|(with, _)| with == options).map(|(_, rules)| rules.clone())
    }

    /// Keeps the rules that were found with these options.
    pub(crate) fn keep_rules(&self, options: TableOptions, rules: Arc<LearnedRules>) {
        *lock(&self.learned) = Some((options, rules));
    }
}

impl KeptTables {
    /// Keeps a table, and returns its name. Those that are kept for longest make room.
    pub(crate) fn keep(&self, person: &Person, file: String, bytes: Bytes, options: TableOptions) -> String {
        let id = secret::new_id();
        let table = KeptTable { file, bytes, options: Mutex::new(options), learned: Mutex::default() };
        let kept = Kept { id: id.clone(), person: person.key(), used: Instant::now(), table: Arc::new(table) };
        let mut tables = lock(&self.0);
        tables.push_front(kept);
        let (mut own, mut size) = (0, 0);
        tables.retain(|kept| {
            own += usize::from(kept.person == person.key());
            size += kept.table.bytes.len();
            let too_many = kept.person == person.key() && own > MAX_TABLES_PER_PERSON;
            !too_many && (size <= MAX_BYTES || kept.id == id) && kept.used.elapsed() < LIFETIME
        });
        id
    }

    /// The table of that name, for who uploaded it.
    pub(crate) fn get(&self, person: &Person, id: &str) -> Result<Arc<KeptTable>, Problem> {
        let mut tables = lock(&self.0);
        tables.retain(|kept| kept.used.elapsed() < LIFETIME);
        let place = tables.iter().position(|kept| kept.id == id && kept.person == person.key());
        let found = place.and_then(|place| tables.remove(place));
        let mut found = found.ok_or_else(|| Problem::missing("This table is not kept any more: upload it again."))?;
        found.used = Instant::now();
        let table = found.table.clone();
        tables.push_front(found);
        Ok(table)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::Role;

    fn person(who: &str) -> Person {
        Person { who: who.to_owned(), role: Role::Owner, room: None, about: None }
    }

    #[test]
    fn each_person_has_the_last_few_of_their_own() {
        let tables = KeptTables::default();
        let (ada, bob) = (person("ada"), person("bob"));
        let keep = |who: &Person, bytes: &'static [u8]| {
            tables.keep(who, "t.csv".to_owned(), Bytes::from_static(bytes), TableOptions::default())
        };
        let of_bob = keep(&bob, b"bob");
        let first = keep(&ada, b"first");
        let others: Vec<String> = (0..MAX_TABLES_PER_PERSON - 1).map(|_| keep(&ada, b"more")).collect();
        assert_eq!(tables.get(&ada, &first).unwrap().bytes, "first");
        assert!(tables.get(&ada, &of_bob).is_err(), "it is not hers");
        // The one that was looked at longest ago makes room.
        keep(&ada, b"one more");
        assert!(tables.get(&ada, &others[0]).is_err());
        assert!(tables.get(&ada, &first).is_ok() && tables.get(&bob, &of_bob).is_ok());
    }

    #[test]
    fn all_of_them_have_a_size() {
        let tables = KeptTables::default();
        let large = Bytes::from(vec![0; MAX_BYTES / 2 + 1]);
        let one = tables.keep(&person("ada"), "t".to_owned(), large.clone(), TableOptions::default());
        let other = tables.keep(&person("bob"), "t".to_owned(), large, TableOptions::default());
        assert!(tables.get(&person("ada"), &one).is_err());
        assert!(tables.get(&person("bob"), &other).is_ok());
    }
}
