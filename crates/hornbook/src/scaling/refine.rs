//! Scales that let rules come out: what a column becomes depends on the others.

use super::association::{Labels, Sorted, sampled_rows};
use super::choice::Choice;
use super::predicate::{AttributeTest, CellAnswer, find_among};
use super::profile::Profile;
use super::{Predicate, Scale};
use crate::table::Table;

/// What may be changed of a column's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Everything: nothing is told.
    All,
    /// Only where numbers are cut.
    Cuts,
    Nothing,
}

/// Improves the scales that were found for each column alone.
pub(super) struct Refinement<'a> {
    table: &'a Table,
    profiles: &'a [Profile<'a>],
    /// What is not told of each column.
    freedom: Vec<Freedom>,
    target: Option<&'a str>,
    /// The rows that are looked at.
    rows: Vec<usize>,
}

impl<'a> Refinement<'a> {
    pub(super) fn new(
        table: &'a Table,
        profiles: &'a [Profile<'a>],
        freedom: Vec<Freedom>,
        target: Option<&'a str>,
    ) -> Self {
        Self { table, profiles, freedom, target, rows: sampled_rows(table) }
    }

    pub(super) fn improve(&self, choices: &mut [Choice], crosses: bool) {
        let has_few = |scale: &Scale| matches!(scale, Scale::Boolean { .. } | Scale::Nominal { .. });
        let labels =
            |column: usize| has_few(&choices[column].scale).then(|| Labels::of(self.table, column, &self.rows));
        let labels = self.table.for_columns(labels);
        if !crosses {
            self.let_no_be_a_value(choices, &labels);
        }
        self.choose_cuts(choices, &labels);
    }

    /// A column of yes and no gives one attribute, that of yes, or one of either
    /// answer. Both are wanted where "no" is a word, and so an answer; where most
    /// other columns have values of any kind, of which "no" then is one; and where
    /// from "no" follows what another column says.
    fn let_no_be_a_value(&self, choices: &mut [Choice], labels: &[Option<Labels>]) {
        let scales: Vec<Scale> = choices.iter().map(|choice| choice.scale.clone()).collect();
        let is_boolean = |column: &usize| matches!(scales[*column], Scale::Boolean { .. });
        let booleans: Vec<usize> = (0..scales.len()).filter(is_boolean).collect();
        let gives_none = |scale: &&Scale| matches!(scale, Scale::Identifier | Scale::Dropped { .. });
        let others = scales.len() - scales.iter().filter(gives_none).count() - booleans.len();
        let among_others = booleans.len() <= others;
        let tests = booleans.len() * scales.len();
        for column in booleans.into_iter().filter(|&column| self.freedom[column] == Freedom::All) {
            let Scale::Boolean { yes, no } = &scales[column] else { continue };
            // Where an empty cell means no, no is not said.
            if no.iter().any(String::is_empty) {
                continue;
            }
            let why = match () {
                () if yes.iter().any(|yes| matches!(yes.as_str(), "yes" | "y")) => "no is an answer too",
                () if among_others => "no is a value, as in other columns",
                () if self.follows_from_no(column, &scales, labels, tests) => "from no follows something",
                () => continue,
            };
            if let Ok(both) = self.profiles[column].nominal() {
                choices[column] = Choice::because(both, why);
            }
        }
    }

    /// Whether all rows in which this column says no have the same value in
    /// another one, otherwise than by chance. That another says no then is known
    /// the other way round: its yes lets this one's follow.
    fn follows_from_no(&self, column: usize, scales: &[Scale], labels: &[Option<Labels>], tests: usize) -> bool {
        let says_no = |column: usize, place: usize| match &scales[column] {
            Scale::Boolean { no, .. } => {
                let cell = self.table.cell(self.rows[place], column).trim();
                no.iter().any(|no| no.eq_ignore_ascii_case(cell))
            }
            _ => false,
        };
        let Some(own) = &labels[column] else { return false };
        let places = own.places_where(|place| says_no(column, place));
        let others = (0..scales.len()).filter(|&other| other != column);
        let mut others = others.filter_map(|other| Some((other, labels[other].as_ref()?)));
        others.any(|(other, labels)| labels.agreed_on(&places, tests).is_some_and(|place| !says_no(other, place)))
    }

    /// Cuts columns of numbers where the target changes or, without one, where any
    /// column of few values does.
    fn choose_cuts(&self, choices: &mut [Choice], labels: &[Option<Labels>]) {
        let target = self.target.and_then(|target| self.target_labels(target));
        if let Some((column, _, predicate)) = &target {
            // What rules shall be about must be an attribute.
            let cuts = predicate.as_ref().map(Predicate::cuts).unwrap_or_default();
            if !cuts.is_empty() && self.freedom[*column] == Freedom::All {
                choices[*column] = Choice::because(Scale::Intervals { cuts }, "as the target says");
            }
        }
        let is_open = |column: usize, scale: &Scale| {
            let target = target.as_ref().is_some_and(|(target, ..)| *target == column);
            self.freedom[column] != Freedom::Nothing && scale.cuts().is_some() && !target
        };
        let open: Vec<usize> = (0..choices.len()).filter(|&column| is_open(column, &choices[column].scale)).collect();
        let tests = open.len() * labels.iter().flatten().count();
        let few = || labels.iter().enumerate().filter_map(|(column, labels)| Some((column, labels.as_ref()?)));
        for column in open {
            let sorted = Sorted::of(self.table, column, &self.rows);
            let (found, by) = match &target {
                Some((column, labels, _)) => (sorted.cuts_by_information(labels), vec![*column]),
                None => sorted.cuts_by_runs(few(), tests),
            };
            if !found.is_empty() {
                choices[column].scale.cut_at(found, self.freedom[column]);
                let names: Vec<&str> = by.iter().map(|&column| self.table.columns()[column].as_str()).collect();
                let changes = if by.len() == 1 { "changes" } else { "change" };
                choices[column].why = Some(format!("where {} {changes}", names.join(", ")));
            }
        }
    }

    /// What the rows say of the target: its column, the values, and the test that
    /// it is if it names an attribute.
    fn target_labels(&self, target: &str) -> Option<(usize, Labels, Option<Predicate>)> {
        let columns = self.table.columns();
        if let Some(column) = columns.iter().position(|column| column == target) {
            return Some((column, Labels::of(self.table, column, &self.rows), None));
        }
        let (column, AttributeTest { predicate, .. }) = find_among(columns, target)?;
        let labels = Labels::by(&self.rows, |row| match predicate.test(self.table.cell(row, column)) {
            CellAnswer::Holds => Some(true),
            CellAnswer::Fails => Some(false),
            CellAnswer::Missing | CellAnswer::Unexpected => None,
        });
        Some((column, labels, Some(predicate)))
    }
}

impl Scale {
    /// Where numbers are cut.
    fn cuts(&self) -> Option<&[f64]> {
        match self {
            Self::Intervals { cuts } | Self::Ordinal { cuts } | Self::Interordinal { cuts } => Some(cuts),
            _ => None,
        }
    }

    /// Cuts numbers at other points. Thresholds that were chosen each for itself
    /// have both their sides as attributes.
    fn cut_at(&mut self, found: Vec<f64>, freedom: Freedom) {
        match self {
            Self::Ordinal { cuts } | Self::Interordinal { cuts } => *cuts = found,
            Self::Intervals { cuts } if found.len() == 1 || freedom == Freedom::Cuts => *cuts = found,
            Self::Intervals { .. } => *self = Self::Interordinal { cuts: found },
            _ => {}
        }
    }
}
