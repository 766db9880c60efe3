//! Tables: looked at and changed before anything is begun; everything, or examples.

#[cfg(feature = "engines")]
use std::path::Path;

use serde_json::json;

use crate::page::{Expert, Server};

const SALES: &str = "# from the till\\nShop\\tWeight\\tPaid\\tLand\\n\
                     Rome\\t60,5\\tyes\\tNO\\nOslo\\t72,5\\tno\\tNO\\nRome\\t58,0\\tyes\\tNO\\nBern\\t\\tyes\\tNO\\nOslo\\t70,0\\tno\\tNO\\n";

/// Says in the form for a new exploration that it is to begin with a table.
fn choose_table(ada: &Expert) {
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    ada.browser.click("a[href='#/new']");
    ada.browser.wait_for("return document.querySelector('input[value=table]')");
    ada.browser.click("input[value=table]");
}

/// Pastes a table into the form for a new exploration.
fn paste(ada: &Expert, cells: &str) {
    choose_table(ada);
    ada.browser.click(".paste summary");
    ada.browser.script_with(
        "const area = document.querySelector('.paste textarea');
         area.value = arguments[0].replaceAll('\\\\t', '\\t').replaceAll('\\\\n', '\\n');
         area.dispatchEvent(new InputEvent('input', { bubbles: true }));",
        &[json!(cells)],
    );
    ada.browser.wait_for("return document.querySelector('.column-list [data-column]')");
}

/// Chooses or types something in a field of the table, as a person would.
fn set(ada: &Expert, field: &str, value: &str) {
    ada.browser.script_with(
        "const field = document.querySelector(`[data-field=\"${arguments[0]}\"]`);
         if (field.type === 'checkbox' || field.type === 'radio') field.click();
         else { field.value = arguments[1]; field.dispatchEvent(new Event('change', { bubbles: true })); }",
        &[json!(field), json!(value)],
    );
}

fn row_of(column: &str) -> String {
    format!("document.querySelector('.column-list [data-column={column}]').innerText")
}

#[test]
fn a_pasted_table_shows_what_its_columns_become_and_follows_changes() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    paste(&ada, SALES);
    ada.browser.wait_for_text("left out as comments");
    ada.browser.wait_for(&format!("return {}.includes('decimal comma')", row_of("Weight")));
    ada.browser.wait_for(&format!("return {}.includes('1 missing, left unknown')", row_of("Weight")));
    ada.browser.wait_for(&format!("return {}.includes('Rome · Oslo · Bern')", row_of("Shop")));
    ada.browser.wait_for("return document.querySelector('.first-rows').innerText.includes('Shop=Rome')");
    ada.is_accessible("a table before it is explored");
    // Cut points, a column left out, and rows without a value left out.
    set(&ada, "becomes Weight", "ordinal");
    ada.browser.wait_for(&format!("return {}.includes('Weight>=')", row_of("Weight")));
    set(&ada, "cuts Weight", "65");
    ada.browser.wait_for(&format!("return {}.includes('Weight>=65')", row_of("Weight")));
    set(&ada, "use Shop", "");
    ada.browser.wait_for(&format!("return {}.includes('left out')", row_of("Shop")));
    set(&ada, "missing", "drop");
    ada.browser.wait_for_text("left out, since a value is missing");
    // What makes no sense is said, and nothing is lost.
    set(&ada, "cuts Weight", "9,3");
    ada.browser.wait_for_text("ascending");
    set(&ada, "cuts Weight", "65");
    ada.browser.wait_for("return document.querySelector('.table-upload .error').textContent === ''");
    ada.start();
    ada.question();
    let attributes = ada.state()["attributes"].clone();
    let names: Vec<&str> = attributes.as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"Weight>=65") && !names.iter().any(|name| name.starts_with("Shop")), "{names:?}");
    ada.is_clean(&server, true);
}

#[test]
fn a_table_that_is_everything_shows_its_rules() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    paste(&ada, SALES);
    set(&ada, "purpose true", "");
    ada.browser
        .wait_for("return document.querySelector('form.create button[type=submit]').textContent === 'Show its rules'");
    // As everything, a column of one value tells nothing.
    ada.browser.wait_for(&format!("return {}.includes('its only value is NO')", row_of("Land")));
    ada.send_form();
    ada.browser
        .wait_for("return location.pathname.startsWith('/t/') && document.querySelector('#filters:not([hidden])')");
    ada.browser.wait_for_text("Rules of pasted.csv");
    ada.browser.wait_for("return document.querySelectorAll('table tbody tr').length > 0");
    ada.is_accessible("the rules of a table");
    let saved = "return fetch(document.querySelector('nav a[download][href*=json]').href).then(r => r.json())
        .then(book => book.rules.length)";
    // The page itself loads nothing; whoever follows the link is given a file.
    let link = ada.browser.script("return document.querySelector('nav a[download][href*=json]').href");
    ada.browser.click("nav a[href='/#/']");
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    let saved = saved.replace("document.querySelector('nav a[download][href*=json]').href", &link.to_string());
    assert!(ada.browser.script(&saved).as_u64().unwrap() > 0);
    ada.is_clean(&server, false);
}

#[test]
fn equal_rows_are_one_row_with_a_count() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    paste(
        &ada,
        "name\\thair\\tmilk\\ncat\\tyes\\tyes\\ndog\\tyes\\tyes\\nhen\\tno\\tno\\nbat\\tyes\\tyes\\nfox\\tyes\\tyes\\n",
    );
    ada.browser.wait_for_text("5 rows, 2 different");
    ada.start();
    ada.question();
    ada.view("objects");
    ada.browser.wait_for_text("5 objects, 2 different");
    assert_eq!(ada.browser.script("return document.querySelectorAll('.cross tbody tr').length"), json!(2));
    ada.browser.click(".cross button.times");
    ada.browser.wait_for_text("4 equal rows");
    let names =
        ada.browser.script("return [...document.querySelectorAll('.row-names li')].map(name => name.textContent)");
    assert_eq!(names, json!(["cat", "dog", "bat", "fox"]));
    ada.is_accessible("the names of equal rows");
    ada.is_clean(&server, false);
}

#[test]
fn a_file_is_dropped_on_the_form() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    choose_table(&ada);
    ada.browser.script(
        "const data = new DataTransfer();
         data.items.add(new File(['B\\n\\n2\\n2\\n\\nduck\\nmole\\nflies\\nfur\\nX.\\n.X\\n'], 'beasts.cxt'));
         document.querySelector('.table-drop').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))",
    );
    ada.browser.wait_for_text("2 rows, 2 attributes.");
    assert_eq!(ada.browser.script("return document.getElementById('title').value"), json!("beasts"));
    ada.browser.wait_for("return document.querySelector('.first-rows').innerText.includes('duck')");
    ada.start();
    ada.question();
    ada.is_clean(&server, false);
}

/// What the table is once its columns are listed: how many rows, and the columns.
#[cfg(feature = "engines")]
fn is_previewed(ada: &Expert, size: &str, columns: &[&str]) {
    ada.browser.wait_for_text(size);
    let listed = ada
        .browser
        .script("return [...document.querySelectorAll('.column-list [data-column]')].map(row => row.dataset.column)");
    assert_eq!(listed, json!(columns));
}

#[cfg(feature = "engines")]
#[test]
fn a_workbook_is_dropped_on_the_form() {
    use crate::xlsx::{Cell, workbook};
    let word = |text: &str| Cell::Word(text.to_owned());
    let row = |name: &str, legs: f64, fur: bool| vec![word(name), Cell::Number(legs), Cell::Yes(fur)];
    let beasts = vec![
        vec![word("name"), word("legs"), word("fur")],
        row("cat", 4.0, true),
        row("hen", 2.0, false),
        row("carp", 0.0, false),
    ];
    let notes = vec![vec![word("remark"), word("by")], vec![word("none"), word("nobody")]];
    let bytes = workbook(&[("Beasts", beasts), ("Notes", notes)]);
    let server = Server::start();
    let ada = Expert::owner(&server);
    choose_table(&ada);
    ada.browser.script_with(
        "const data = new DataTransfer();
         data.items.add(new File([Uint8Array.from(arguments[0])], 'beasts.xlsx'));
         document.querySelector('.table-drop').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))",
        &[json!(bytes)],
    );
    is_previewed(&ada, "3 rows, 3 columns", &["name", "legs", "fur"]);
    ada.browser.wait_for(&format!("return {}.includes('4 · 2 · 0')", row_of("legs")));
    ada.browser.wait_for("return document.querySelector('.first-rows').innerText.includes('hen')");
    // Another sheet, and back.
    set(&ada, "read sheet", "Notes");
    ada.browser.wait_for("return document.querySelector('.column-list [data-column=remark]')");
    set(&ada, "read sheet", "Beasts");
    ada.browser.wait_for("return document.querySelector('.column-list [data-column=legs]')");
    assert_eq!(ada.browser.script("return document.getElementById('title').value"), json!("beasts"));
    ada.start();
    ada.question();
    let state = ada.state();
    let names = |of: &str| -> Vec<String> {
        state[of].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("objects"), ["cat", "hen", "carp"]);
    assert!(names("attributes").contains(&"fur".to_owned()), "{:?}", names("attributes"));
    ada.is_clean(&server, false);
}

#[cfg(feature = "engines")]
#[test]
fn a_parquet_file_is_chosen() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.parquet").canonicalize().unwrap();
    let server = Server::start();
    let ada = Expert::owner(&server);
    choose_table(&ada);
    ada.browser.type_into("input[type=file]", &table.display().to_string());
    ada.browser.wait_for_text("101 rows, 59 different, 18 columns");
    ada.browser.wait_for(&format!("return {}.includes('the names of the rows')", row_of("animal_name")));
    ada.browser.wait_for(&format!("return {}.includes('type=mammal')", row_of("type")));
    ada.browser.wait_for("return document.querySelector('.first-rows').innerText.includes('aardvark')");
    ada.start();
    ada.question();
    ada.view("objects");
    ada.browser.wait_for_text("101 objects, 59 different");
    ada.is_clean(&server, false);
}
