//! The same table gives the same rules, wherever it is.

use crate::common::Place;
use crate::servers::checking::CsvFile;
use crate::servers::mariadb::Mariadb;
use crate::servers::postgres::Postgres;
use crate::sources::{self, At};

const COMMANDS: [&[&str]; 4] = [
    &["learn", "SOURCE", "--all"],
    &["basis", "SOURCE"],
    &["learn", "SOURCE", "--method", "frugal", "--seed", "7", "--epsilon", "0.3"],
    &["measure", "rules.json", "SOURCE", "--seed", "3"],
];

/// Runs the commands on a file of the folder `data` and on where else it is.
pub fn assert_same(place: &Place, file: &str, elsewhere: &[At]) {
    let csv = At::file(&format!("data/{file}.csv"));
    csv.ok(
        place,
        &["learn", "SOURCE", "--method", "frugal", "--seed", "1", "--epsilon", "0.3", "--output", "rules.json"],
    );
    for command in COMMANDS {
        let wanted = csv.ok(place, command);
        assert!(wanted.lines().count() > 4, "{command:?}: {wanted}");
        for at in elsewhere {
            assert_eq!(at.ok(place, command), wanted, "{command:?} {} {:?}", at.source, at.options);
        }
    }
}

#[test]
fn of_files() {
    for file in ["zoo", "breast-cancer"] {
        let place = Place::new();
        let path = |name: &str| place.path().join(name);
        let cells = sources::cells(&format!("{file}.csv"));
        let batch = sources::batch(&cells);
        sources::write_parquet(&path("t.parquet"), &batch);
        sources::write_arrow(&path("t.arrow"), &batch);
        sources::write_workbook(&path("t.xlsx"), &cells);
        sources::write_gz_folder(&path("parts"), &format!("{file}.csv"));
        sources::sqlite(&path("t.db"), &CsvFile::read(file).sql("animals", sources::name));
        let mut elsewhere: Vec<At> = ["t.parquet", "t.arrow", "parts", "parts/*.csv.gz"].map(At::file).into();
        let options = ["--sheet", "Animals & more"].map(str::to_owned).into();
        elsewhere.push(At { source: "t.xlsx".to_owned(), options });
        elsewhere.push(At::table("sqlite:t.db", "animals"));
        elsewhere.push(At::query("sqlite:t.db", "SELECT * FROM animals"));
        assert_same(&place, file, &elsewhere);
    }
}

#[test]
fn of_databases() {
    let (postgres, mariadb) = (Postgres::shared(), Mariadb::shared());
    for file in ["zoo", "breast-cancer"] {
        let (data, place) = (CsvFile::read(file), Place::new());
        let table = format!("same {file}");
        postgres.run(&data.sql(&sources::name(&table), sources::name));
        mariadb.run(&data.sql(&sources::mysql_name(&table), sources::mysql_name));
        assert_same(&place, file, &[At::table(&postgres.url(), &table), At::table(&mariadb.url(), &table)]);
    }
}

#[test]
fn of_rows_that_stay_where_they_are() {
    let (postgres, mariadb) = (Postgres::shared(), Mariadb::shared());
    let (data, place) = (CsvFile::read("zoo"), Place::new());
    postgres.run(&data.sql("staying", sources::name));
    mariadb.run(&data.sql("staying", sources::mysql_name));
    let wanted = At::file("data/zoo.csv").rules(&place, &["basis", "SOURCE"]);
    assert!(wanted.len() > 100);
    for url in [postgres.url(), mariadb.url()] {
        let at = At::table(&url, "staying");
        assert_eq!(at.rules(&place, &["basis", "SOURCE", "--in-source"]), wanted, "{url}");
        let learned = at.run(&place, &["learn", "SOURCE", "--in-source", "--min-support", "20"]);
        assert!(learned.code == 0 && learned.err.contains("are asked there"), "{learned:?}");
        assert!(learned.err.contains(" scans where the rows are; "), "{learned:?}");
        assert!(learned.err.contains("borne out by at least 20 rows"), "{learned:?}");
    }
}
