//! Values as people write them, in `messy/values`: what is made of the columns of
//! each file. `expected.json` says what its owner means; and whatever the way in
//! which the same is written, the same comes out.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use hornbook::domain::Domain;
use hornbook::format::{ContextFormat, RawTable, parse_implication};
use hornbook::prepare::{Preparation, Prepared, ScalingChoice};
use hornbook::scaling::{IdColumn, SummaryRow};
use hornbook::table::{ReadOptions, Table};
use hornbook::{Context, Implication, canonical_basis};
use proptest::prelude::*;
use serde::Deserialize;

/// What its owner means by one file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// All columns, with those for the parts of dates, and what they become: a kind
    /// of scale, `numbers` for any of those with cut points, or `answers` for yes
    /// and no, whether no is an attribute or not; several with `|` if any will do.
    columns: BTreeMap<String, String>,
    /// Row, column and the value that is meant there.
    #[serde(default)]
    cells: Vec<(usize, String, String)>,
    /// Attributes that must be there.
    #[serde(default)]
    must: Vec<String>,
    /// Attributes that must not be there.
    #[serde(default)]
    must_not: Vec<String>,
    /// How many values of a column are missing.
    #[serde(default)]
    missing: BTreeMap<String, usize>,
    /// Words that are said of how a column is written.
    #[serde(default)]
    written: BTreeMap<String, String>,
    /// Further spellings of missing values that are told.
    #[serde(default)]
    na: Vec<String>,
    /// What the rules shall be about.
    target: Option<String>,
    /// Rules that must be found.
    #[serde(default)]
    rules: Vec<String>,
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/messy/values"))
}

fn expected() -> BTreeMap<String, Expected> {
    serde_json::from_slice(&std::fs::read(folder().join("expected.json")).unwrap()).unwrap()
}

fn columns_of(bytes: &[u8], options: &ReadOptions) -> Table {
    match RawTable::read_with(bytes, ContextFormat::Csv, options).unwrap() {
        RawTable::Columns(table) => table,
        _ => panic!("CSV has columns"),
    }
}

fn fits(kinds: &str, column: &SummaryRow) -> bool {
    kinds.split('|').any(|kind| match kind {
        "numbers" => ["intervals", "ordinal", "interordinal"].contains(&column.kind),
        "answers" => column.kind == "boolean" || (column.kind == "nominal" && column.attributes.len() == 2),
        kind => column.kind == kind,
    })
}

/// What differs from what is meant.
fn differences(file: &str, expected: &Expected) -> Vec<String> {
    let bytes = std::fs::read(folder().join(file)).unwrap();
    let options = ReadOptions { missing: expected.na.clone(), ..ReadOptions::default() };
    let table = columns_of(&bytes, &options);
    let mut differences = Vec::new();
    for (row, column, meant) in &expected.cells {
        let at = table.columns().iter().position(|name| name == column);
        let found = at.map_or("no such column", |at| table.cell(*row, at));
        if found != meant {
            differences.push(format!("{file}: {column} of row {row} is {found}, not {meant}"));
        }
    }
    let how = Preparation { target: expected.target.clone(), ..Preparation::learning() };
    match how.table(RawTable::Columns(table)) {
        Ok(prepared) => differences.extend(differences_of_columns(file, expected, &prepared)),
        Err(error) => differences.push(format!("{file}: {error}")),
    }
    differences
}

fn differences_of_columns(file: &str, expected: &Expected, prepared: &Prepared) -> Vec<String> {
    let mut differences = Vec::new();
    let mut check = |holds: bool, text: String| differences.extend((!holds).then(|| format!("{file}: {text}")));
    let summary = prepared.scaling.as_ref().unwrap().summary();
    let found: Vec<&str> = summary.iter().map(|column| column.column.as_str()).collect();
    let all_meant = found.iter().all(|name| expected.columns.contains_key(*name));
    check(all_meant && found.len() == expected.columns.len(), format!("the columns are {found:?}"));
    for column in &summary {
        let name = &column.column;
        let kinds = expected.columns.get(name).map_or("", String::as_str);
        check(fits(kinds, column), format!("{name} is {}, not {kinds}: {:?}", column.kind, column.attributes));
        let missing = expected.missing.get(name).copied().unwrap_or(column.missing);
        check(column.missing == missing, format!("{} of {name} are missing, not {missing}", column.missing));
        let written = column.written.as_deref().unwrap_or_default();
        let said = expected.written.get(name).is_none_or(|words| written.contains(words.as_str()));
        check(said, format!("{name} is written as {written:?}"));
    }
    let universe = prepared.context.universe();
    let has = |name: &String| universe.names().contains(name);
    expected.must.iter().for_each(|name| check(has(name), format!("{name} is no attribute")));
    expected.must_not.iter().for_each(|name| check(!has(name), format!("{name} is an attribute")));
    let basis = canonical_basis(&prepared.context);
    for rule in &expected.rules {
        let found = parse_implication(rule, universe).is_ok_and(|rule| basis.entails(&rule));
        check(found, format!("{rule} was not found"));
    }
    differences
}

#[test]
fn every_column_becomes_what_its_owner_means() {
    let differences: Vec<String> = expected().iter().flat_map(|(file, expected)| differences(file, expected)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_file_of_values_is_expected() {
    let expected = expected();
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let tables: Vec<String> = files.filter(|name| name != "expected.json").collect();
    assert!(tables.iter().all(|name| expected.contains_key(name)));
    assert_eq!(tables.len(), expected.len());
}

fn learned(text: &str) -> Prepared {
    Preparation::learning().bytes(text.as_bytes(), ContextFormat::Csv).unwrap()
}

/// The attributes, and those of each row.
fn content(context: &Context) -> (Vec<String>, Vec<Vec<String>>) {
    let names = |row| context.universe().names_of(context.row(row)).map(str::to_owned).collect();
    (context.universe().names().to_vec(), (0..context.len()).map(names).collect())
}

/// Hundredths as a number with two places behind the sign, and a sign between
/// thousands.
fn grouped(hundredths: i64, thousands: &str, decimal: char) -> String {
    let digits = (hundredths.abs() / 100).to_string();
    let mut whole = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            whole.push_str(thousands);
        }
        whole.push(digit);
    }
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{whole}{decimal}{:02}", hundredths.abs() % 100)
}

/// A way to write a number of hundredths.
type Writer = fn(i64) -> String;

const NOTATIONS: [(char, Writer); 9] = [
    (';', |n| grouped(n, "", ',')),
    (';', |n| grouped(n, ".", ',')),
    ('\t', |n| grouped(n, ",", '.')),
    (';', |n| grouped(n, " ", ',')),
    (',', |n| grouped(n, "'", '.')),
    (';', |n| format!("{} €", grouped(n, ".", ','))),
    ('\t', |n| format!("{}${}", if n < 0 { "-" } else { "" }, grouped(n.abs(), ",", '.'))),
    (',', |n| format!("{}%", grouped(n, "", '.'))),
    (',', |n| format!("{} kg", grouped(n, "", '.'))),
];

fn table_of(numbers: &[(i64, bool)], separator: char, write: impl Fn(i64) -> String) -> String {
    let rows = numbers.iter().enumerate().map(|(at, (number, flag))| {
        let cells = [format!("row {at}"), write(*number), if *flag { "yes" } else { "no" }.to_owned()];
        cells.join(&separator.to_string()) + "\n"
    });
    format!("{}\n{}", ["thing", "size", "sold"].join(&separator.to_string()), rows.collect::<String>())
}

/// A table of which columns hold whole numbers, yes and no, and words; nothing
/// where a value is missing.
type Record = (Option<i64>, Option<i64>, Option<bool>, bool, usize);

fn as_people_write(records: &[Record]) -> String {
    let number = |n: &Option<i64>| n.map_or(String::new(), |n| n.to_string());
    let row = |(at, (few, many, maybe, flag, word)): (usize, &Record)| {
        let maybe = maybe.map_or("", |maybe| if maybe { "true" } else { "false" });
        let word = ["red", "green", "blue"][*word];
        format!("thing {at},{},{},{maybe},{flag},{word}\n", number(few), number(many))
    };
    format!("name,few,many,maybe,flag,colour\n{}", records.iter().enumerate().map(row).collect::<String>())
}

fn as_pandas_writes(records: &[Record]) -> String {
    let number = |n: &Option<i64>| n.map_or(String::new(), |n| format!("{n}.0"));
    let row = |(at, (few, many, maybe, flag, word)): (usize, &Record)| {
        let capital = |flag: bool| if flag { "True" } else { "False" };
        let word = ["red", "green", "blue"][*word];
        let maybe = maybe.map_or("", capital);
        format!("{at},thing {at},{},{},{maybe},{},{word}\n", number(few), number(many), capital(*flag))
    };
    format!(",name,few,many,maybe,flag,colour\n{}", records.iter().enumerate().map(row).collect::<String>())
}

/// How many of the rules learned from one table are broken in another.
fn broken(learned_from: &str, checked: &str) -> usize {
    let from = learned(learned_from);
    let rules: Vec<Implication> = canonical_basis(&from.context).rules().to_vec();
    let universe = from.context.universe().clone();
    let needed = universe.all();
    let scaling = ScalingChoice::Named { id: IdColumn::Detect, universe, needed };
    let how = Preparation { scaling, background: false, ..Preparation::exploring() };
    let other = how.bytes(checked.as_bytes(), ContextFormat::Csv).unwrap();
    let violations = Domain::violations(&mut &other.context, &rules, 1).unwrap();
    violations.rules.iter().filter(|rule| rule.count > 0).count()
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A way to write year, month and day.
type DateWriter = fn(u32, u32, u32) -> String;

const DATES: [DateWriter; 9] = [
    |year, month, day| format!("{year}/{month:02}/{day:02}"),
    |year, month, day| format!("{day:02}.{month:02}.{year}"),
    |year, month, day| format!("{day}.{month}.{:02}", year % 100),
    |year, month, day| format!("{month}/{day}/{year}"),
    |year, month, day| format!("{day:02}/{month:02}/{year}"),
    |year, month, day| format!("{month}/{day}/{:02}", year % 100),
    |year, month, day| format!("{day} {} {year}", &MONTHS[month as usize - 1][..3]),
    |year, month, day| format!("\"{} {day}, {year}\"", MONTHS[month as usize - 1]),
    |year, month, day| format!("{day:02}-{}-{year}", &MONTHS[month as usize - 1][..3]),
];

fn cells(table: &Table) -> (Vec<String>, Vec<Vec<String>>) {
    let row = |row| (0..table.width()).map(|column| table.cell(row, column).to_owned()).collect();
    (table.columns().to_vec(), (0..table.len()).map(row).collect())
}

/// A day has but one year, month and weekday, and its rows break rules all the same.
#[test]
fn rules_about_parts_of_dates_are_checked_on_the_rows_of_one_day() {
    // The seventh was a Sunday.
    let shop = |day: u32| if day.is_multiple_of(7) { "closed" } else { "open" };
    let january: String = (1..29).map(|day| format!("row {day},2024-01-{day:02},{}\n", shop(day))).collect();
    let learned_from = format!("name,when,shop\n{january}row 0,2023-12-31,closed\n");
    assert_eq!(broken(&learned_from, "name,when,shop\na,2024-01-07,closed\nb,2024-01-07,closed\n"), 0);
    assert!(broken(&learned_from, "name,when,shop\na,2024-01-07,open\nb,2024-01-07,closed\n") > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn numbers_are_the_same_in_every_notation(
        numbers in prop::collection::vec((-99_999_999i64..999_999_999, any::<bool>()), 6..30),
    ) {
        let plain = table_of(&numbers, ',', |n| grouped(n, "", '.'));
        let expected = content(&learned(&plain).context);
        for (at, (separator, write)) in NOTATIONS.iter().enumerate() {
            let text = table_of(&numbers, *separator, write);
            prop_assert_eq!(&content(&learned(&text).context), &expected, "notation {}: {}", at, text);
        }
    }

    #[test]
    fn rules_outlive_a_journey_through_pandas(
        records in prop::collection::vec(
            (prop::option::weighted(0.9, 0i64..6), prop::option::weighted(0.9, -50i64..5000),
             prop::option::weighted(0.8, any::<bool>()), any::<bool>(), 0usize..3),
            6..40,
        ),
    ) {
        let (people, pandas) = (as_people_write(&records), as_pandas_writes(&records));
        prop_assert_eq!(broken(&people, &pandas), 0, "{}", people);
        prop_assert_eq!(broken(&pandas, &people), 0, "{}", pandas);
    }

    #[test]
    fn dates_have_the_same_parts_in_every_order(
        days in prop::collection::vec((1970u32..2050, 1u32..13, 1u32..29), 3..30),
    ) {
        // A day that is no month tells which is which.
        let days: Vec<_> = days.into_iter().chain([(2021, 3, 31)]).collect();
        let table = |write: &dyn Fn(u32, u32, u32) -> String| {
            let row = |(at, (year, month, day)): (usize, &(u32, u32, u32))| format!("{at},{}\n", write(*year, *month, *day));
            let text = format!("n,when\n{}", days.iter().enumerate().map(row).collect::<String>());
            cells(&columns_of(text.as_bytes(), &ReadOptions::default()))
        };
        let expected = table(&|year, month, day| format!("{year}-{month:02}-{day:02}"));
        for (at, write) in DATES.iter().enumerate() {
            prop_assert_eq!(&table(write), &expected, "style {}", at);
        }
    }
}
