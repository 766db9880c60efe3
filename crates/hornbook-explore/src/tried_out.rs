//! A check that a person understands: for some objects, what the rules say when two
//! of their attributes are told.

use super::exploration::Exploration;
use hornbook::hash::Hash;
use hornbook::sampling::{Purpose, Streams};
use hornbook::{Attr, AttrSet, Conclusion};

/// What the rules say of an object of which a little is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedOut {
    /// The place of the object.
    pub object: usize,
    /// What is told of it.
    pub told: AttrSet,
    /// What the rules conclude beyond that.
    pub follows: AttrSet,
    /// What else the object has.
    pub rest: AttrSet,
}

/// So many attributes are told of each object.
const TOLD: usize = 2;

impl Exploration {
    /// The rules tried out on objects drawn at random, at most so many, each once.
    /// The same until something is said.
    pub fn try_out(&self, most: usize) -> Vec<TriedOut> {
        let seed = Hash::new().number(self.journal.seed()).text("tried out").mixed();
        let mut stream = Streams::new(seed).stream(Purpose::Measure, 0, 0);
        let models = self.models();
        let mut places: Vec<usize> = (0..models.len()).filter(|&place| models[place].has().len() > TOLD).collect();
        stream.shuffle(&mut places);
        places.truncate(most);
        places.sort_unstable();
        let tried = places.into_iter().filter_map(|object| {
            let has = models[object].has();
            let mut attrs: Vec<Attr> = has.iter().collect();
            stream.shuffle(&mut attrs);
            let told = AttrSet::of(self.universe().len(), attrs.into_iter().take(TOLD));
            match self.knowledge().lower(&told) {
                Conclusion::Attrs(closed) => {
                    let follows = closed.difference(&told);
                    Some(TriedOut { object, rest: has.difference(&closed), told, follows })
                }
                Conclusion::Falsum => None,
            }
        });
        tried.collect()
    }

    /// The same in words: what is told of the object, and what follows.
    pub fn tried_out_in_words(&self, tried: &TriedOut) -> String {
        let name = hornbook_words::escape_control(&self.object_name(tried.object));
        let words = self.vocabulary();
        let told = words.told_of(&name, &tried.told, &self.universe().none(), false);
        match tried.follows.is_empty() {
            true => format!("{told}. Nothing more follows."),
            false => format!("{told}. So it follows: {}.", words.having(&tried.follows)),
        }
    }
}
