//! Keys and functional dependencies against brute force: every pair of rows, every set
//! of columns.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use hornbook::dependencies::{Dependencies, DependencyProgress, DependencySettings, MissingCells, find_dependencies};
use hornbook::table::Table;
use hornbook::{AttrSet, Conclusion, Implication, Theory, canonical_basis};
use proptest::prelude::*;

/// Cells, of which some say "missing".
const CELLS: [&str; 7] = ["a", "b", "c", "d", "", "?", "NA"];

type Cells = Vec<Vec<usize>>;

fn table(cells: &Cells, width: usize) -> Table {
    let mut text = (0..width).map(|column| format!("c{column}")).collect::<Vec<_>>().join(",");
    for row in cells {
        text.push('\n');
        // A row of one empty cell would be an empty line.
        text.push_str(&row.iter().map(|&cell| format!("\"{}\"", CELLS[cell])).collect::<Vec<_>>().join(","));
    }
    Table::read(format!("{text}\n").as_bytes(), Some(b',')).unwrap()
}

/// Tables whose columns have different numbers of values, some of them one, and whose
/// rows occur several times.
fn cells() -> impl Strategy<Value = (Cells, usize)> {
    (1_usize..6).prop_flat_map(|width| {
        let values = prop::collection::vec(1_usize..=CELLS.len(), width);
        values.prop_flat_map(move |values| {
            let row: Vec<_> = values.into_iter().map(|values| (0..values).boxed()).collect();
            (prop::collection::vec(row, 1..12), Just(width))
        })
    })
}

/// The value of each cell as a number; equal numbers, equal values.
fn numbered(cells: &Cells, missing: MissingCells) -> Vec<Vec<usize>> {
    let mut fresh = CELLS.len()..;
    let mut number = |cell: usize| match (cell < 4, missing) {
        (true, _) => cell,
        (_, MissingCells::Equal) => 4,
        (_, MissingCells::Distinct) => fresh.next().unwrap(),
    };
    cells.iter().map(|row| row.iter().map(|&cell| number(cell)).collect()).collect()
}

fn classes(rows: &[Vec<usize>], left: usize) -> Vec<Vec<&Vec<usize>>> {
    let mut classes: BTreeMap<Vec<usize>, Vec<&Vec<usize>>> = BTreeMap::new();
    for row in rows {
        let key = (0..row.len()).filter(|column| left >> column & 1 == 1).map(|column| row[column]).collect();
        classes.entry(key).or_default().push(row);
    }
    classes.into_values().collect()
}

/// The fewest rows to leave out so that a column follows; the row itself for none.
fn exceptions(rows: &[Vec<usize>], left: usize, right: Option<usize>) -> usize {
    let most = |class: &Vec<&Vec<usize>>| {
        let Some(right) = right else { return 1 };
        class.iter().map(|row| class.iter().filter(|other| other[right] == row[right]).count()).max().unwrap()
    };
    classes(rows, left).iter().map(|class| class.len() - most(class)).sum()
}

/// The smallest left sides, with the exceptions of each.
fn smallest(rows: &[Vec<usize>], width: usize, right: Option<usize>, allowed: usize) -> BTreeMap<usize, usize> {
    let good = |left: usize| exceptions(rows, left, right) <= allowed;
    let minimal =
        |left: usize| (0..width).filter(|column| left >> column & 1 == 1).all(|out| !good(left & !(1 << out)));
    (0..1 << width)
        .filter(|left| right.is_none_or(|right| left >> right & 1 == 0))
        .filter(|&left| good(left) && minimal(left))
        .map(|left| (left, exceptions(rows, left, right)))
        .collect()
}

fn bits(set: &AttrSet) -> usize {
    set.iter().map(|column| 1 << column).sum()
}

fn find(table: &Table, settings: DependencySettings) -> Dependencies {
    let found = find_dependencies(table, &settings, &mut |_| ControlFlow::Continue(()));
    assert!(found.complete);
    found
}

fn found_for(found: &Dependencies, right: usize) -> BTreeMap<usize, usize> {
    let all: Vec<_> = found.all().filter(|found| found.right == right).collect();
    let sides: BTreeMap<usize, usize> = all.iter().map(|found| (bits(&found.left), found.exceptions)).collect();
    assert_eq!(sides.len(), all.len(), "one is given twice");
    sides
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_smallest_dependencies_and_keys_are_found(
        (cells, width) in cells(),
        allowed in 0_usize..4,
        distinct: bool,
    ) {
        let missing = if distinct { MissingCells::Distinct } else { MissingCells::Equal };
        let rows = numbered(&cells, missing);
        let found = find(&table(&cells, width), DependencySettings { exceptions: allowed, missing, ..Default::default() });
        for right in 0..width {
            prop_assert_eq!(found_for(&found, right), smallest(&rows, width, Some(right), allowed));
        }
        let duplicates = rows.len() - rows.iter().collect::<BTreeSet<_>>().len();
        prop_assert_eq!(found.duplicates, duplicates);
        let keys: BTreeMap<usize, usize> = found.all_keys().map(|key| (bits(&key.columns), key.exceptions)).collect();
        prop_assert_eq!(keys, smallest(&rows, width, None, allowed.max(duplicates)));
    }

    #[test]
    fn examples_show_an_exception_and_support_counts_rows((cells, width) in cells(), allowed in 0_usize..4) {
        let rows = numbered(&cells, MissingCells::Equal);
        let found = find(&table(&cells, width), DependencySettings { exceptions: allowed, ..Default::default() });
        let agree = |left: &AttrSet, (a, b): (usize, usize)| left.iter().all(|column| rows[a][column] == rows[b][column]);
        for found in found.all() {
            prop_assert_eq!(found.example.is_some(), found.exceptions > 0);
            if let Some((a, b)) = found.example {
                prop_assert!(a < b && agree(&found.left, (a, b)) && rows[a][found.right] != rows[b][found.right]);
            }
            let different: BTreeSet<&Vec<usize>> = rows.iter().collect();
            let different: Vec<Vec<usize>> = different.into_iter().cloned().collect();
            let shared: usize = classes(&different, bits(&found.left)).iter().map(Vec::len).filter(|&len| len > 1).sum();
            prop_assert_eq!(found.support, if different.len() == 1 { 1 } else { shared });
        }
        for key in &found.keys {
            prop_assert_eq!(key.example.is_some(), key.exceptions > 0);
            prop_assert!(key.example.is_none_or(|pair| pair.0 < pair.1 && agree(&key.columns, pair)));
        }
    }

    #[test]
    fn limits_leave_the_rest_as_it_is((cells, width) in cells(), allowed in 0_usize..3, most in 0_usize..4, target in 0_usize..6) {
        let rows = numbered(&cells, MissingCells::Equal);
        let target = target % width;
        let limited = DependencySettings { exceptions: allowed, max_left: Some(most), ..Default::default() };
        let short = |sides: BTreeMap<usize, usize>| -> BTreeMap<usize, usize> {
            sides.into_iter().filter(|(left, _)| left.count_ones() as usize <= most).collect()
        };
        let found = find(&table(&cells, width), limited);
        // A constant column and equivalent ones cost nothing to find, whatever the limit.
        for right in 0..width {
            let listed = found.all().filter(|found| found.left.len() <= most && found.right == right);
            let listed: BTreeMap<usize, usize> = listed.map(|found| (bits(&found.left), found.exceptions)).collect();
            prop_assert_eq!(listed, short(smallest(&rows, width, Some(right), allowed)));
        }
        let found = find(&table(&cells, width), DependencySettings { target: Some(target), max_left: None, ..limited });
        prop_assert_eq!(found_for(&found, target), smallest(&rows, width, Some(target), allowed));
        prop_assert!(found.all().all(|found| found.right == target));
        prop_assert!(found.keys.is_empty());
    }

    #[test]
    fn the_basis_over_pairs_of_rows_entails_just_the_dependencies((cells, width) in cells()) {
        let found = find(&table(&cells, width), DependencySettings::default());
        let basis = canonical_basis(&found.pairs().unwrap());
        let rules = found.all().map(|found| Implication::new(found.left, AttrSet::of(width, [found.right])));
        let rules = Theory::from_rules(width, rules);
        prop_assert!(basis.is_equivalent(&rules));
        prop_assert_eq!(basis.len(), rules.canonical().len());
        let rows = numbered(&cells, MissingCells::Equal);
        for left in 0..1_usize << width {
            let Conclusion::Attrs(closure) = basis.close(&AttrSet::from_words(width, [left as u64])) else { panic!("nothing is impossible") };
            for right in 0..width {
                prop_assert_eq!(closure.contains(right), exceptions(&rows, left, Some(right)) == 0);
            }
        }
    }
}

/// A table of pseudo-random numbers, long enough that pairs are drawn and not all.
fn long(rows: usize, values: &[u64]) -> (Table, Vec<Vec<usize>>) {
    let mut state = 1_u64;
    let mut draw = |values: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % values
    };
    let cells: Vec<Vec<usize>> =
        (0..rows).map(|_| values.iter().map(|&values| draw(values) as usize).collect()).collect();
    let mut text = (0..values.len()).map(|column| format!("c{column}")).collect::<Vec<_>>().join(",");
    for row in &cells {
        text.push('\n');
        text.push_str(&row.iter().map(|cell| format!("v{cell}")).collect::<Vec<_>>().join(","));
    }
    (Table::read(text.as_bytes(), Some(b',')).unwrap(), cells)
}

#[test]
fn long_tables_are_searched_as_well() {
    for values in [&[2, 3, 5, 40, 200, 1000, 3][..], &[300, 300, 300, 300, 300, 7, 7], &[4, 4, 4, 4, 4, 4, 4, 4]] {
        let (table, rows) = long(3000, values);
        for allowed in [0, 30] {
            let found = find(&table, DependencySettings { exceptions: allowed, ..Default::default() });
            for right in 0..values.len() {
                assert_eq!(found_for(&found, right), smallest(&rows, values.len(), Some(right), allowed), "{values:?}");
            }
        }
    }
}

#[test]
fn a_search_that_is_called_off_gives_what_it_found() {
    let (table, rows) = long(3000, &[300, 300, 300, 300, 300, 7, 7]);
    let mut looks = 0;
    let mut last = DependencyProgress::default();
    let found = find_dependencies(&table, &DependencySettings::default(), &mut |progress| {
        looks += 1;
        last = *progress;
        if looks == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(!found.complete && found.pairs().is_none(), "{last:?}");
    assert!(last.right_sides == 8 && last.done < 8);
    for right in 0..7 {
        let all = smallest(&rows, 7, Some(right), 0);
        assert!(found_for(&found, right).iter().all(|(left, _)| all.contains_key(left)));
    }
}

#[test]
fn a_table_of_one_row_is_constant() {
    let found = find(&Table::read(b"a,b\n1,2\n", None).unwrap(), DependencySettings::default());
    assert_eq!(found.constants, [0, 1]);
    assert!(found.dependencies.is_empty() && found.keys[0].columns.is_empty());
}
