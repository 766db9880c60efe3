//! Random tables that share something with a given one.
//!
//! The paper compares its tables with random ones "of the same size and
//! density", and blames what differs on values of a column that no longer
//! exclude each other. So there are twins that keep more.

use hornbook::sampling::{Purpose, Stream, Streams};
use hornbook::{Attr, AttrSet, Context};
use serde::{Deserialize, Serialize};

/// What a random table keeps of the one it is made after. All keep the number
/// of rows, of attributes and of filled places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Twin {
    /// Nothing more: places are filled at random.
    Density,
    /// How many attributes each row has.
    RowSums,
    /// That a row has at most one value of a column, and in which columns it
    /// has one; which one is drawn at random, all values alike. Attributes that
    /// are no values of a column are filled at random, as many as there were.
    Columns,
}

impl Twin {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Density, Self::RowSums, Self::Columns];

    /// The name of the kind, as in records.
    pub fn name(self) -> &'static str {
        match self {
            Self::Density => "density",
            Self::RowSums => "row-sums",
            Self::Columns => "columns",
        }
    }

    /// A random table. `groups` are the values of one column each.
    pub fn of(self, context: &Context, groups: &[Vec<Attr>], seed: u64) -> Context {
        let mut stream = Streams::new(seed).stream(Purpose::Expert, 0, 0);
        let rows = match self {
            Self::Density => scattered(context, &(0..context.attribute_count()).collect::<Vec<_>>(), &mut stream),
            Self::RowSums => same_sums(context, &mut stream),
            Self::Columns => one_value_each(context, groups, &mut stream),
        };
        Context::from_rows(context.universe().clone(), rows)
    }
}

/// As many filled places among these attributes as there were, anywhere.
fn scattered(context: &Context, among: &[Attr], stream: &mut Stream) -> Vec<AttrSet> {
    let attributes = context.attribute_count();
    let mut rows = vec![AttrSet::empty(attributes); context.len()];
    let filled = |row: &AttrSet| among.iter().filter(|&&attr| row.contains(attr)).count();
    let mut left: usize = (0..context.len()).map(|object| filled(context.row(object))).sum();
    // Each place in turn, with the probability that makes all choices alike.
    let mut places = among.len() * context.len();
    for row in &mut rows {
        for &attr in among {
            if stream.below(places) < left {
                row.insert(attr);
                left -= 1;
            }
            places -= 1;
        }
    }
    rows
}

fn same_sums(context: &Context, stream: &mut Stream) -> Vec<AttrSet> {
    let attributes = context.attribute_count();
    let mut all: Vec<Attr> = (0..attributes).collect();
    let row = |object: usize| {
        stream.shuffle(&mut all);
        AttrSet::of(attributes, all[..context.row(object).len()].iter().copied())
    };
    (0..context.len()).map(row).collect()
}

fn one_value_each(context: &Context, groups: &[Vec<Attr>], stream: &mut Stream) -> Vec<AttrSet> {
    let alone: Vec<Attr> =
        (0..context.attribute_count()).filter(|attr| !groups.iter().any(|group| group.contains(attr))).collect();
    let mut rows = scattered(context, &alone, stream);
    for (object, row) in rows.iter_mut().enumerate() {
        for group in groups.iter().filter(|group| group.iter().any(|&attr| context.row(object).contains(attr))) {
            row.insert(group[stream.below(group.len())]);
        }
    }
    rows
}
