//! The rules as data that the script of the page reads.

use std::collections::{BTreeSet, HashMap};

use hornbook::Attr;
use hornbook::scaling::AttributeTest;
use serde::Serialize;

use super::content::RulesPage;
use super::entry::Entry;
use crate::escape_control;

/// Everything the script knows. What is there for each rule is one list each, so
/// that names stand once and not with every rule.
#[derive(Serialize)]
struct Data {
    /// The names of the attributes that rules speak of. Elsewhere here they are
    /// their places in this list.
    attributes: Vec<String>,
    /// The names of columns.
    columns: Vec<String>,
    /// For each attribute, its column.
    column: Vec<usize>,
    /// How many rows the table has.
    rows: Option<usize>,
    /// What rows are called that bear rules out or break them.
    labels: Vec<String>,
    /// The first so many rules have no exceptions.
    without_exceptions: usize,
    premise: Vec<Vec<usize>>,
    /// Nothing where the premise never occurs.
    conclusion: Vec<Option<Vec<usize>>>,
    /// How many rows have the premise.
    support: Vec<Option<usize>>,
    /// How many have the premise and the conclusion.
    both: Vec<Option<usize>>,
    lift: Vec<Option<f64>>,
    leverage: Vec<Option<f64>>,
    /// Nothing where it is infinite.
    conviction: Vec<Option<f64>>,
    /// Places in `labels`.
    examples: Vec<Vec<usize>>,
    /// Places in `labels`, each with what of the conclusion the row lacks.
    exceptions: Vec<Vec<(usize, Vec<usize>)>>,
}

/// The data as JSON that can stand in a page.
pub(super) fn json(page: &RulesPage<'_>, entries: &[Entry]) -> String {
    let mentioned: BTreeSet<Attr> = entries
        .iter()
        .flat_map(|entry| entry.premise.iter().chain(entry.conclusion.iter().flatten()))
        .copied()
        .collect();
    let names: Vec<&str> = mentioned.iter().map(|&attr| page.book.universe.name(attr)).collect();
    let places: HashMap<Attr, usize> = mentioned.into_iter().zip(0..).collect();
    let place = |attrs: &Vec<Attr>| attrs.iter().filter_map(|attr| places.get(attr).copied()).collect::<Vec<usize>>();
    let (columns, column) = columns(page, &names);
    let mut labels = Labels::default();
    let mut data = Data {
        attributes: names.iter().map(|name| escape_control(name)).collect(),
        columns: columns.iter().map(|name| escape_control(name)).collect(),
        column,
        rows: page.book.rows,
        labels: Vec::new(),
        without_exceptions: entries.iter().filter(|entry| !entry.has_exceptions).count(),
        premise: entries.iter().map(|entry| place(&entry.premise)).collect(),
        conclusion: entries.iter().map(|entry| entry.conclusion.as_ref().map(place)).collect(),
        support: entries.iter().map(|entry| entry.support).collect(),
        both: entries.iter().map(|entry| Some(entry.figures?.both)).collect(),
        lift: entries.iter().map(|entry| entry.figures?.lift().map(rounded)).collect(),
        leverage: entries.iter().map(|entry| Some(rounded(entry.figures?.leverage()))).collect(),
        conviction: entries
            .iter()
            .map(|entry| Some(entry.figures?.conviction()).filter(|conviction| conviction.is_finite()).map(rounded))
            .collect(),
        examples: Vec::new(),
        exceptions: Vec::new(),
    };
    for entry in entries {
        data.examples.push(entry.examples.iter().map(|&object| labels.place(page, object)).collect());
        let exception = |(object, lacks): &(usize, Vec<Attr>)| (labels.place(page, *object), place(lacks));
        data.exceptions.push(entry.exceptions.iter().map(exception).collect());
    }
    data.labels = labels.labels;
    // There is no number that JSON does not know, and nothing else can fail.
    in_script(&serde_json::to_string(&data).unwrap_or_default())
}

/// To five digits behind the point: more are not shown.
fn rounded(figure: f64) -> f64 {
    (figure * 1e5).round() / 1e5
}

/// JSON that does not end the element it stands in. Only strings have these
/// characters.
fn in_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// What rows are called, each once.
#[derive(Default)]
struct Labels {
    labels: Vec<String>,
    places: HashMap<usize, usize>,
}

impl Labels {
    fn place(&mut self, page: &RulesPage<'_>, object: usize) -> usize {
        *self.places.entry(object).or_insert_with(|| {
            self.labels.push(page.table.map(|table| escape_control(&table.label(object))).unwrap_or_default());
            self.labels.len() - 1
        })
    }
}

/// The columns, and that of each of these attributes. An attribute that comes from no column
/// is one by itself.
fn columns(page: &RulesPage<'_>, names: &[&str]) -> (Vec<String>, Vec<usize>) {
    let tests = page.scaling.map(|scaling| scaling.attributes()).unwrap_or_default();
    let of_name: HashMap<String, &str> =
        tests.iter().map(|test: &AttributeTest| (test.to_string(), test.column.as_str())).collect();
    let mut columns: Vec<String> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let column = names.iter().map(|&name| {
        let column = of_name.get(name).copied().unwrap_or(name);
        *places.entry(column).or_insert_with(|| {
            columns.push(column.to_owned());
            columns.len() - 1
        })
    });
    let column = column.collect();
    (columns, column)
}
