//! Many short lists of numbers, one behind the other in memory.

/// Lists, in the order they were added. A list is sorted, and has nothing twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    ends: Vec<usize>,
    items: Vec<u32>,
}

impl Lists {
    pub(super) fn push(&mut self, items: impl Iterator<Item = usize>) {
        let start = self.items.len();
        self.items.extend(items.map(|item| item as u32));
        let list = &mut self.items[start..];
        list.sort_unstable();
        let mut kept = start;
        for at in start..self.items.len() {
            if at == start || self.items[at] != self.items[kept - 1] {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.items.truncate(kept);
        self.ends.push(kept);
    }

    pub(super) fn get(&self, list: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        self.slice(list).iter().map(|&item| item as usize)
    }

    pub(super) fn len_of(&self, list: usize) -> usize {
        self.slice(list).len()
    }

    /// All items, each with its list.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + Clone + '_ {
        (0..self.ends.len()).flat_map(|list| self.slice(list).iter().map(move |&item| (list, item as usize)))
    }

    fn slice(&self, list: usize) -> &[u32] {
        let start = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start..self.ends[list]]
    }
}

/// Lists by a number below some bound.
#[derive(Clone, Debug)]
pub(super) struct ListsByKey {
    starts: Vec<usize>,
    items: Vec<u32>,
}

impl ListsByKey {
    /// The items of each key, in the order in which they come.
    pub(super) fn new(keys: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; keys + 1];
        pairs.clone().for_each(|(key, _)| starts[key + 1] += 1);
        (0..keys).for_each(|key| starts[key + 1] += starts[key]);
        let mut next = starts.clone();
        let mut items = vec![0; starts[keys]];
        for (key, item) in pairs {
            items[next[key]] = item as u32;
            next[key] += 1;
        }
        Self { starts, items }
    }

    pub(super) fn get(&self, key: usize) -> impl Iterator<Item = usize> + '_ {
        self.items[self.starts[key]..self.starts[key + 1]].iter().map(|&item| item as usize)
    }
}
