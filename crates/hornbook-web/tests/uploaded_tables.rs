//! Tables before anything is made of them, their rules, and explorations of them.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Client, TestServer};
use serde_json::{Value, json};

const SALES: &str = "# from the till\nDate;Shop;Weight;Paid;Land\n\
                     31.12.2023;Rome;60,5;yes;NO\n\
                     02.01.2024;Oslo;72,5;no;NO\n\
                     03.01.2024;Rome;58,0;yes;NO\n\
                     04.02.2024;Bern;-;yes;NO\n\
                     05.02.2024;Oslo;70,0;no;NO\n\
                     06.02.2024;Rome;64,0;yes;NO\n";

/// Keeps a table, and returns what would become of it.
fn keep(who: &Client, file: &str, bytes: &[u8]) -> Value {
    let reply = who.send("POST", &format!("/api/tables?file={file}"), &[], bytes).unwrap();
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()
}

fn column<'a>(table: &'a Value, name: &str) -> &'a Value {
    table["columns"].as_array().unwrap().iter().find(|column| column["column"] == name).unwrap()
}

#[test]
fn a_table_is_looked_at_without_beginning_anything() {
    let server = TestServer::start();
    let ada = server.owner();
    let table = keep(&ada, "sales.csv", SALES.as_bytes());
    assert_eq!((&table["rows"], &table["has_columns"]), (&json!(6), &json!(true)));
    assert!(table["remarks"][0]["words"].as_str().unwrap().contains("left out as comments"), "{table}");
    let weight = column(&table, "Weight");
    assert_eq!((&weight["kind"], &weight["missing"]), (&json!("intervals"), &json!(1)));
    assert!(weight["why"].as_str().unwrap().contains("decimal comma"), "{weight}");
    assert!(weight["why"].as_str().unwrap().contains("1 missing, left unknown"), "{weight}");
    assert_eq!(column(&table, "Shop")["examples"], json!(["Rome", "Oslo", "Bern"]));
    // The row whose weight is missing has attributes that are not known.
    let rows = table["first_rows"].as_array().unwrap();
    assert_eq!(rows.len(), 6);
    assert!(rows[0]["has"].as_array().unwrap().contains(&json!("Shop=Rome")), "{table}");
    assert!(!rows[3]["unknown"].as_array().unwrap().is_empty(), "{table}");
    assert_eq!(ada.get("/api/explorations").json()["explorations"], json!([]));

    // What is changed shows at once.
    let at = format!("/api/tables/{}", table["id"].as_str().unwrap());
    let changed = json!({ "scale": { "Weight": "ordinal:65", "Shop": "drop" }, "missing": "drop", "id": "" });
    let changed = ada.post(&at, &changed).json();
    assert_eq!(column(&changed, "Weight")["attributes"], json!(["Weight>=65"]));
    assert_eq!(column(&changed, "Weight")["cuts"], json!(["65"]));
    assert_eq!(column(&changed, "Shop")["kind"], "dropped");
    assert_eq!((&changed["rows_left_out"], &changed["first_rows"][3]["left_out"]), (&json!(1), &json!(true)));
    let wrong = ada.post(&at, &json!({ "scale": { "Weight": "ordinal:9,3" } }));
    assert_eq!(wrong.status, 409);
    assert!(wrong.text().contains("ascending"), "{}", wrong.text());
    assert_eq!(ada.post(&at, &json!({ "color": "red" })).status, 400);
}

#[test]
fn an_exploration_begins_with_the_table_as_it_was_looked_at() {
    let server = TestServer::start();
    let ada = server.owner();
    let table = keep(&ada, "sales.csv", SALES.as_bytes());
    let id = table["id"].as_str().unwrap();
    ada.post(&format!("/api/tables/{id}"), &json!({ "scale": { "Weight": "ordinal:65", "Shop": "drop" }, "id": "" }));
    let begun = ada.send("POST", &format!("/api/explorations/table?table={id}&title=Sales"), &[], b"").unwrap();
    assert_eq!(begun.status, 201, "{}", begun.text());
    let room = begun.json()["name"].as_str().unwrap().to_owned();
    ada.turn(&room);
    let state = ada.get(&format!("/api/e/{room}")).json();
    let names: Vec<&str> =
        state["attributes"].as_array().unwrap().iter().map(|attribute| attribute["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Weight>=65") && !names.iter().any(|name| name.starts_with("Shop")), "{names:?}");
}

#[test]
fn a_table_that_is_everything_has_its_rules_at_once() {
    let server = TestServer::start();
    let ada = server.owner();
    let table = keep(&ada, "sales.csv&everything=true", SALES.as_bytes());
    // As everything, it says what learn would make of it: a column of one value is left out.
    assert_eq!(column(&table, "Land")["kind"], "dropped");
    let id = table["id"].as_str().unwrap();
    let found = ada.get(&format!("/api/tables/{id}/rules"));
    assert_eq!(found.status, 200, "{}", found.text());
    let found = found.json();
    assert!(found["rules"].as_u64().unwrap() > 0, "{found}");
    assert!(found["summary"][1].as_str().unwrap().contains("exact"), "{found}");
    let page = ada.get(found["page"].as_str().unwrap());
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let text = page.text();
    assert!(text.contains("Rules of sales.csv") && text.contains("Save these rules as"), "{text}");
    let policy = page.header("content-security-policy").unwrap();
    assert!(!policy.contains("unsafe") && policy.contains("script-src 'sha256-"), "{policy}");
    for (format, start) in [("json", "{"), ("csv", ""), ("text", ""), ("html", "<!DOCTYPE html>")] {
        let file = ada.get(&format!("/t/{id}/rules?format={format}"));
        assert_eq!(file.status, 200, "{format}");
        assert!(file.header("content-disposition").unwrap().contains("filename=\"rules."), "{format}");
        assert!(file.text().starts_with(start), "{format}");
    }
    assert_eq!(ada.get(&format!("/t/{id}/rules?format=nothing")).status, 400);
    assert_eq!(ada.get("/t/nothing/rules").status, 404);
}

#[test]
fn only_the_owner_has_tables_looked_at() {
    let server = TestServer::start();
    let ada = server.owner();
    let room = common::begin(&ada, &common::Truth::animals(), "Animals");
    let link = common::invite(&ada, &room, json!({ "name": "bob", "role": "expert" })).1;
    let bob = Client::joined(server.address, &link);
    assert_eq!(bob.send("POST", "/api/tables?file=t.csv", &[], b"a,b\nyes,no\n").unwrap().status, 403);
    let id = keep(&ada, "t.csv", b"a,b\nyes,no\nno,yes\n")["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.get(&format!("/t/{id}/rules")).status, 403);
    assert_eq!(ada.send("POST", "/api/tables?file=t.cxt", &[], b"nonsense").unwrap().status, 409);
}

/// As many rows as were on board of the Titanic, of 24 kinds.
fn titanic() -> String {
    let mut table = "class,age,sex,survived\n".to_owned();
    for row in 0..2201 {
        let kind = row * row % 24;
        let class = ["1st", "2nd", "3rd", "crew"][kind % 4];
        let (age, sex, survived) =
            (["adult", "child"][kind / 12], ["male", "female"][kind / 4 % 3 % 2], ["no", "yes"][kind % 2]);
        table.push_str(&format!("{class},{age},{sex},{survived}\n"));
    }
    table
}

#[test]
fn equal_rows_are_sent_once_with_their_count() {
    let server = TestServer::start();
    let ada = server.owner();
    let begun = ada.send("POST", "/api/explorations/table?file=titanic.csv", &[], titanic().as_bytes()).unwrap();
    let room = begun.json()["name"].as_str().unwrap().to_owned();
    ada.turn(&room);
    let reply = ada.get(&format!("/api/e/{room}"));
    let objects = reply.json()["objects"].as_array().unwrap().clone();
    assert!(objects.len() <= 24, "{}", objects.len());
    let sum: u64 = objects.iter().map(|object| object["count"].as_u64().unwrap_or(1)).sum();
    assert_eq!(sum, 2201);
    assert!(reply.text().len() < 60_000, "{} bytes", reply.text().len());
    assert_eq!(ada.get("/api/explorations").json()["explorations"][0]["objects"], 2201);
    // The whole table is exported.
    assert_eq!(ada.get(&format!("/api/e/{room}/export/context")).text().lines().count(), 2202);
}

#[test]
fn the_names_of_equal_rows_are_told_on_demand() {
    let server = TestServer::start();
    let ada = server.owner();
    let table = b"name,hair,milk\ncat,yes,yes\ndog,yes,yes\nhen,no,no\n";
    let begun = ada.send("POST", "/api/explorations/table?file=animals.csv", &[], table).unwrap();
    let room = begun.json()["name"].as_str().unwrap().to_owned();
    ada.turn(&room);
    let objects = ada.get(&format!("/api/e/{room}")).json()["objects"].clone();
    assert_eq!((&objects[0]["name"], &objects[0]["count"]), (&json!("cat, dog"), &json!(2)));
    let of = objects[0]["of"].as_str().unwrap();
    assert_eq!(ada.get(&format!("/api/e/{room}/rows?of={of}")).json(), json!({ "names": ["cat", "dog"] }));
    assert_eq!(ada.get(&format!("/api/e/{room}/rows?of=nothing")).status, 409);
}
