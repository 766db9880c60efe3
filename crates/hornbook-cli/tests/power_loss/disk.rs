//! A folder of which not everything is on disk yet: what may be left of it when
//! power fails.
//!
//! What was written to a file is sure to be there once the file was synced, and a
//! name once the folder was. Of all else any part may be there: nothing, all, what
//! was done up to some moment, or some of it in no order.

use std::collections::{BTreeMap, HashMap};

use hornbook::sampling::Stream;

/// What a program did, as `bench/power-loss/shim.c` wrote it down.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    Create { inode: u64, name: String },
    Write { inode: u64, offset: usize, bytes: Vec<u8> },
    Truncate { inode: u64, size: usize },
    Sync { inode: u64 },
    Link { inode: u64, name: String },
    Rename { from: String, to: String },
    Unlink { name: String },
    Output,
}

/// Reads what the shim wrote.
pub fn events(mut log: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    while !log.is_empty() {
        let end = log.iter().position(|&byte| byte == b'\n').unwrap();
        let head = String::from_utf8(log[..end].to_vec()).unwrap();
        let words: Vec<&str> = head.split(' ').collect();
        let number = |at: usize| words[at].parse::<usize>().unwrap();
        let (first, second) = (number(3), number(4));
        let one = log[end + 1..end + 1 + first].to_vec();
        let two = log[end + 1 + first..end + 1 + first + second].to_vec();
        log = &log[end + 1 + first + second..];
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (inode, offset) = (number(1) as u64, number(2));
        events.push(match words[0] {
            "create" => Event::Create { inode, name: text(one) },
            "write" => Event::Write { inode, offset, bytes: one },
            "truncate" => Event::Truncate { inode, size: offset },
            "sync" => Event::Sync { inode },
            "link" => Event::Link { inode, name: text(one) },
            "rename" => Event::Rename { from: text(one), to: text(two) },
            "unlink" => Event::Unlink { name: text(one) },
            "output" => Event::Output,
            other => panic!("{other}"),
        });
    }
    events
}

/// The smallest part of a file that is written as a whole.
const SECTOR: usize = 512;

#[derive(Clone, Debug, Default)]
struct Content {
    /// As it was when it was last synced.
    synced: Vec<u8>,
    /// As it was after each change since.
    since: Vec<Vec<u8>>,
}

impl Content {
    fn now(&self) -> &Vec<u8> {
        self.since.last().unwrap_or(&self.synced)
    }

    fn change(&mut self, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = self.now().clone();
        change(&mut bytes);
        self.since.push(bytes);
    }

    /// What may be left of it.
    fn left(&self, stream: &mut Stream) -> Vec<u8> {
        // Up to some change.
        let changes = stream.below(self.since.len() + 1);
        let before = if changes == 0 { &self.synced } else { &self.since[changes - 1] };
        let Some(next) = self.since.get(changes) else { return before.clone() };
        match stream.below(3) {
            0 => before.clone(),
            // A part of the next one, as a file that grows.
            1 if next.len() > before.len() => next[..before.len() + stream.below(next.len() - before.len())].to_vec(),
            // Some sectors of it; where there were none, there are zeros.
            _ => {
                let mut bytes = before.clone();
                bytes.resize(next.len(), 0);
                for start in (0..next.len()).step_by(SECTOR) {
                    let end = (start + SECTOR).min(next.len());
                    if stream.below(2) == 0 {
                        bytes[start..end].copy_from_slice(&next[start..end]);
                    }
                }
                bytes
            }
        }
    }
}

/// A folder.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    contents: Vec<Content>,
    /// Which content an inode has; one that was removed may be used again.
    inodes: HashMap<u64, usize>,
    synced: BTreeMap<String, usize>,
    /// The names after each change since the folder was synced.
    changes: Vec<(String, Option<usize>)>,
    folder: u64,
}

impl Disk {
    /// A folder with files that are all on disk: their names, inodes and bytes.
    pub fn new(folder: u64, files: Vec<(String, u64, Vec<u8>)>) -> Self {
        let mut disk = Self { folder, ..Self::default() };
        for (name, inode, bytes) in files {
            disk.inodes.insert(inode, disk.contents.len());
            disk.synced.insert(name, disk.contents.len());
            disk.contents.push(Content { synced: bytes, since: Vec::new() });
        }
        disk
    }

    pub fn happen(&mut self, event: &Event) {
        match event {
            Event::Create { inode, name } => {
                self.inodes.insert(*inode, self.contents.len());
                self.changes.push((name.clone(), Some(self.contents.len())));
                self.contents.push(Content::default());
            }
            Event::Write { inode, offset, bytes } => self.content(*inode).change(|content| {
                content.resize(content.len().max(offset + bytes.len()), 0);
                content[*offset..offset + bytes.len()].copy_from_slice(bytes);
            }),
            Event::Truncate { inode, size } => self.content(*inode).change(|content| content.resize(*size, 0)),
            Event::Sync { inode } if *inode == self.folder => {
                self.synced = self.names(self.changes.len());
                self.changes.clear();
            }
            Event::Sync { inode } => {
                let content = self.content(*inode);
                content.synced = content.now().clone();
                content.since.clear();
            }
            Event::Link { inode, name } => self.changes.push((name.clone(), Some(self.inodes[inode]))),
            Event::Rename { from, to } => {
                let content = self.names(self.changes.len())[from];
                self.changes.push((to.clone(), Some(content)));
                self.changes.push((from.clone(), None));
            }
            Event::Unlink { name } => self.changes.push((name.clone(), None)),
            Event::Output => {}
        }
    }

    fn content(&mut self, inode: u64) -> &mut Content {
        &mut self.contents[self.inodes[&inode]]
    }

    /// The names after so many changes.
    fn names(&self, changes: usize) -> BTreeMap<String, usize> {
        let mut names = self.synced.clone();
        self.changes[..changes].iter().for_each(|change| apply(&mut names, change));
        names
    }

    /// What the program sees under a name.
    pub fn seen(&self, name: &str) -> Option<&Vec<u8>> {
        self.names(self.changes.len()).get(name).map(|&content| self.contents[content].now())
    }

    /// What may be left when power fails now.
    pub fn left(&self, stream: &mut Stream) -> BTreeMap<String, Vec<u8>> {
        let names = match stream.below(2) {
            0 => self.names(stream.below(self.changes.len() + 1)),
            _ => {
                let mut names = self.synced.clone();
                self.changes.iter().filter(|_| stream.below(2) == 0).for_each(|change| apply(&mut names, change));
                names
            }
        };
        // Two names of one file have the same in it.
        let mut left: HashMap<usize, Vec<u8>> = HashMap::new();
        let mut bytes =
            |content: usize| left.entry(content).or_insert_with(|| self.contents[content].left(stream)).clone();
        names.into_iter().map(|(name, content)| (name, bytes(content))).collect()
    }
}

fn apply(names: &mut BTreeMap<String, usize>, (name, content): &(String, Option<usize>)) {
    match content {
        Some(content) => names.insert(name.clone(), *content),
        None => names.remove(name),
    };
}
