//! Columns and cells arrive as they are.

use std::path::Path;

use hornbook::table::{ReadOptions, Table};
use hornbook_engines::ValueKind;
use hornbook_engines::sql::{Connection, Dialect};

use super::cluster::cluster;
use super::{connect, numbers, row, texts};

#[test]
fn columns_have_the_types_of_spark() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let columns = connection
        .columns(
            "(SELECT 'a' AS t, 1 AS i, 2L AS l, CAST(3 AS DECIMAL(9, 0)) AS d0, 1.50 AS d2, CAST(2 AS DOUBLE) AS f,
                     true AS b, DATE '2024-02-29' AS day, TIMESTAMP_NTZ '2024-02-29 12:30:00' AS moment,
                     array('x', 'y') AS list, array(array(1)) AS deep, map('k', 1) AS m, NULL AS nothing,
                     X'00' AS bytes, TIME '12:30' AS hour) AS q",
        )
        .unwrap();
    let told: Vec<_> =
        columns.iter().map(|column| (column.name.as_str(), column.kind, column.type_name.as_str())).collect();
    let expected = [
        ("t", ValueKind::Text, "string"),
        ("i", ValueKind::Whole, "int"),
        ("l", ValueKind::Whole, "bigint"),
        ("d0", ValueKind::Whole, "decimal(9,0)"),
        ("d2", ValueKind::Number, "decimal(3,2)"),
        ("f", ValueKind::Number, "double"),
        ("b", ValueKind::Boolean, "boolean"),
        ("day", ValueKind::Date, "date"),
        ("moment", ValueKind::Date, "timestamp_ntz"),
        ("list", ValueKind::List, "array<string>"),
        ("deep", ValueKind::Other, "array<array<int>>"),
        ("m", ValueKind::Other, "map"),
        ("nothing", ValueKind::Other, "void"),
        ("bytes", ValueKind::Other, "binary"),
        ("hour", ValueKind::Time, "time"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn cells_arrive_as_text_and_as_numbers() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let mut expected = row(&["a", "1", "2", "true", "1.5"]);
    expected.push(None);
    assert_eq!(texts(&mut connection, "SELECT 'a', 1, 2L, true, 1.5D, NULL").unwrap(), [expected]);
    assert_eq!(texts(&mut connection, "SELECT 'a' WHERE 1 = 0").unwrap(), Vec::<Vec<_>>::new());
    let rows = numbers(&mut connection, "SELECT id, CAST(-id AS INT), CAST(1 AS TINYINT) FROM range(3)").unwrap();
    assert_eq!(rows, [[0, 0, 1], [1, -1, 1], [2, -2, 1]]);
    let extremes = "SELECT CAST(-9223372036854775808 AS BIGINT), 9223372036854775807";
    assert_eq!(numbers(&mut connection, extremes).unwrap(), [[i64::MIN, i64::MAX]]);
    let error = numbers(&mut connection, "SELECT CAST(NULL AS BIGINT)").unwrap_err();
    assert_eq!(error.to_string(), "Spark sent NULL in place of a number");
    let error = numbers(&mut connection, "SELECT 'a'").unwrap_err();
    assert_eq!(error.to_string(), "Spark sent Utf8 in place of whole numbers");
}

#[test]
fn many_rows_come_whole() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let (mut count, mut sum) = (0u64, 0i64);
    let bytes = connection
        .numbers("SELECT id, id * 2 FROM range(0, 1000000, 1, 16)", &mut |row| {
            assert_eq!(row[1], 2 * row[0]);
            (count, sum) = (count + 1, sum + row[0]);
            Ok(())
        })
        .unwrap();
    assert_eq!((count, sum), (1_000_000, 499_999_500_000));
    assert!((16_000_000..20_000_000).contains(&bytes), "{bytes}");
}

#[test]
fn names_and_values_are_just_that() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    let nasty = ["it's", "a\\'b", "\"; drop table zoo", "a`b", "line\nbreak", "💥 ∀", "\\", "%_\0"];
    for text in nasty {
        let (name, value) = (Dialect::Spark.name(text), Dialect::Spark.text(text));
        let query = format!("SELECT {name} FROM (SELECT {value} AS {name}) AS q WHERE {name} = {value}");
        assert_eq!(texts(&mut connection, &query).unwrap(), [row(&[text])], "{query}");
        let columns = connection.columns(&format!("(SELECT 1 AS {name}) AS q")).unwrap();
        assert_eq!(columns[0].name, text);
    }
}

#[test]
fn files_of_text_have_the_cells_that_the_library_reads() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    for name in ["zoo", "breast-cancer"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/{name}.csv")).canonicalize().unwrap();
        let table = Table::read_with(&std::fs::read(&path).unwrap()[..], &ReadOptions::default()).unwrap();
        let relation = connection.relation(path.to_str().unwrap()).unwrap().unwrap();
        let columns: Vec<_> = connection.columns(&relation).unwrap().into_iter().map(|column| column.name).collect();
        assert_eq!(columns, table.columns());
        let rows = texts(&mut connection, &format!("SELECT * FROM {relation}")).unwrap();
        assert_eq!(rows.len(), table.len());
        for (place, cells) in rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                assert_eq!(cell.as_deref().unwrap_or_default(), table.cell(place, column), "{name}: row {place}");
            }
        }
    }
}

#[test]
fn files_of_spark_are_read_by_their_path() {
    let cluster = cluster();
    let mut connection = connect(&cluster);
    for format in ["parquet", "orc", "json"] {
        let path = cluster.place(&format!("three rows`{format}.{format}"));
        let path = path.to_str().unwrap();
        let write = format!(
            "INSERT OVERWRITE DIRECTORY {} USING {format} SELECT id, concat('n', id) AS name FROM range(0, 3, 1, 1)",
            Dialect::Spark.text(path)
        );
        texts(&mut connection, &write).unwrap();
        let relation = connection.relation(path).unwrap().unwrap();
        let rows = texts(&mut connection, &format!("SELECT id, name FROM {relation} ORDER BY id")).unwrap();
        assert_eq!(rows, [row(&["0", "n0"]), row(&["1", "n1"]), row(&["2", "n2"])], "{relation}");
    }
}
