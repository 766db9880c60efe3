//! `hornbook describe`: what the columns of a table become.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;
use serde_json::{Value, json};

const SALES: &str = "# from the till\nDate;Shop;Weight;Tags;Paid;Land\n\
                     31.12.2023;Rome;60 kg;food|wine;yes;NO\n\
                     02.01.2024;Oslo;72,5 kg;wine;no;NO\n\
                     03.01.2024;Rome;58 kg;food|bread;yes;NO\n\
                     04.02.2024;Bern;-;bread;yes;NO\n\
                     05.02.2024;Oslo;70 kg;food;no;NO\n\
                     06.02.2024;Rome;64 kg;wine|bread;yes;NO\n";

fn described(place: &Place, arguments: &[&str]) -> Value {
    serde_json::from_str(&place.ok(&[&["describe", "sales.csv", "--json"], arguments].concat())).unwrap()
}

fn column<'a>(described: &'a Value, name: &str) -> &'a Value {
    described["columns"].as_array().unwrap().iter().find(|column| column["column"] == name).unwrap()
}

#[test]
fn each_column_says_what_it_became_and_why() {
    let place = Place::new();
    place.write("sales.csv", SALES);
    let all = described(&place, &[]);
    assert_eq!(all["rows"], 6);
    assert!(all["remarks"][0].as_str().unwrap().contains("left out as comments"), "{all}");
    assert_eq!(column(&all, "Date")["kind"], "identifier");
    assert_eq!(column(&all, "Date.month")["attributes"], json!(["Date.month=Dec", "Date.month=Feb", "Date.month=Jan"]));
    let weight = column(&all, "Weight");
    assert_eq!((&weight["kind"], &weight["missing"]), (&json!("intervals"), &json!(1)));
    assert_eq!(weight["written"], "numbers with a decimal comma, in kg");
    assert_eq!(column(&all, "Tags")["attributes"], json!(["Tags=bread", "Tags=food", "Tags=wine"]));
    assert_eq!(column(&all, "Paid")["why"], "no is an answer too");
    assert_eq!(column(&all, "Land")["why"], "its only value is NO");
    let text = place.ok(&["describe", "sales.csv"]);
    assert!(text.starts_with("sales.csv: 6 rows, 9 columns, "), "{text}");
    assert!(text.lines().any(|line| line.starts_with("Land ") && line.ends_with(" its only value is NO")), "{text}");
}

#[test]
fn what_is_described_is_what_is_learned_from() {
    let place = Place::new();
    place.write("sales.csv", SALES);
    let all = described(&place, &["--save-scaling", "scaling.json"]);
    let attributes: Vec<&str> = all["columns"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|column| column["attributes"].as_array().unwrap())
        .map(|name| name.as_str().unwrap())
        .collect();
    let learned = place.ok(&["learn", "sales.csv", "--quiet", "--format", "json"]);
    let learned: Value = serde_json::from_str(&learned).unwrap();
    assert_eq!(learned["attributes"], json!(attributes));
    // A person changes a line of the file.
    let scaling = std::fs::read_to_string(place.path().join("scaling.json")).unwrap();
    let line = scaling.lines().find(|line| line.contains("\"Weight\"")).unwrap();
    let changed = scaling.replace(line, r#"    {"column": "Weight", "scale": "ordinal", "cuts": [65]},"#);
    place.write("scaling.json", &changed);
    let again = described(&place, &["--scaling", "scaling.json"]);
    assert_eq!(column(&again, "Weight")["attributes"], json!(["Weight>=65"]));
}

#[test]
fn a_table_of_attributes_has_no_columns() {
    let place = Place::new();
    place.write("t.cxt", "B\n\n1\n1\n\no\na\nX\n");
    assert_eq!(place.ok(&["describe", "t.cxt"]), "t.cxt: 1 row, 1 attribute, and no columns\n");
}
