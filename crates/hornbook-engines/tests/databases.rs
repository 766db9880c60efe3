//! Databases that are asked, and hold all rows themselves.

#![allow(clippy::unwrap_used)]

mod servers;

use hornbook::scaling::{Missing, RowTests, Scaling, ScalingOptions, Unseen};
use hornbook::{AttrSet, Context, Domain, Implication};
use hornbook_engines::{Engine, EngineError, Location, OpenOptions, sql};
use servers::checking::CsvFile;
use servers::mariadb::Mariadb;
use servers::postgres::Postgres;

/// A table as it is in memory, and the tests of the same attributes.
fn in_memory(engine: &mut dyn Engine, missing: Missing) -> (Context, RowTests) {
    let table = engine.sample(1000).unwrap().table;
    let scaling = Scaling::detect(&table, &ScalingOptions { missing, ..ScalingOptions::default() }).unwrap();
    (scaling.apply(&table, Unseen::Refuse).unwrap(), scaling.row_tests(&table).unwrap())
}

/// All sets of one or two attributes, the empty set, and all.
fn sets(context: &Context) -> Vec<AttrSet> {
    let universe = context.universe();
    let mut sets = vec![universe.none(), universe.all()];
    for a in 0..universe.len() {
        sets.extend((0..=a).map(|b| AttrSet::of(universe.len(), [a, b])));
    }
    sets
}

fn check(location: &Location, table: &str) {
    let options = OpenOptions { table: Some(table.to_owned()), ..OpenOptions::default() };
    for missing in [Missing::Absent, Missing::Drop, Missing::Value] {
        let (context, tests) = in_memory(&mut *sql::open(location, &options).unwrap(), missing);
        let mut asked = sql::open_domain(location, &options, tests).unwrap();
        let sets = sets(&context);
        assert!(sets.len() > 400, "{}", sets.len());
        assert_eq!(asked.closures(&sets).unwrap(), Domain::closures(&mut &context, &sets).unwrap());
        assert_eq!(asked.supports(&sets).unwrap(), Domain::supports(&mut &context, &sets).unwrap());
        let rules: Vec<Implication> =
            sets.windows(2).map(|pair| Implication::new(pair[0].clone(), pair[1].clone())).collect();
        let known = Domain::counterexamples(&mut &context, &rules, &mut |_| 0).unwrap();
        for ((rule, found), known) in rules.iter().zip(asked.counterexamples(&rules, &mut |_| 0).unwrap()).zip(known) {
            assert_eq!(found.is_some(), known.is_some());
            if let Some(row) = found {
                assert!(!rule.holds_in(&row));
                assert!((0..context.len()).any(|at| *context.row(at) == row));
            }
        }
        let found = asked.violations(&rules[..50], 2).unwrap();
        let known = Domain::violations(&mut &context, &rules[..50], 2).unwrap();
        assert_eq!((found.row_count, found.breaking_rows), (known.row_count, known.breaking_rows));
        for (found, known) in found.rules.iter().zip(&known.rules) {
            assert_eq!((found.count, found.rows.len()), (known.count, known.rows.len()));
        }
        assert!(matches!(asked.rows_by_weight(&[0.5]), Err(EngineError::Wrong(_))));
    }
}

#[test]
fn postgres_answers_as_memory_does() {
    let server = Postgres::start();
    server.run(&CsvFile::read("zoo").sql("zoo", |name| format!("\"{name}\"")));
    server.run(&CsvFile::read("breast-cancer").sql("cancer", |name| format!("\"{name}\"")));
    let location = Location::Postgres(server.url());
    check(&location, "zoo");
    check(&location, "cancer");
}

#[test]
fn mariadb_answers_as_memory_does() {
    let server = Mariadb::start();
    server.run(&CsvFile::read("zoo").sql("zoo", |name| format!("`{name}`")));
    check(&Location::Mysql(server.url()), "zoo");
}
