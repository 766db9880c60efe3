//! Attributes and objects are changed in place, what was undone comes back with what was
//! typed, and lists of the command are pasted and dropped.

use serde_json::json;

use crate::page::{BIRDS, Domain, Expert, Server};

const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";

/// Puts a text into a field, as typing it would.
fn type_over(ada: &Expert, selector: &str, text: &str) {
    let typed = "const field = document.querySelector(arguments[0]); field.focus(); field.value = arguments[1];
                 field.dispatchEvent(new Event('input', { bubbles: true }));";
    ada.browser.script_with(typed, &[json!(selector), json!(text)]);
}

/// The names of the attributes, as Setup shows them.
fn shown(ada: &Expert) -> Vec<String> {
    let rows = ada.browser.script(
        "return [...document.querySelectorAll('.attribute-table tr[data-attribute]')].map(r => r.dataset.attribute)",
    );
    rows.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// Tells of objects of the birds, by the table's own form.
fn tell(ada: &Expert, domain: &Domain, names: &[&str]) {
    ada.view("objects");
    for name in names {
        let (_, has) = domain.objects.iter().find(|(other, _)| other == name).unwrap();
        ada.click_button("Tell of an object");
        ada.describe(domain, name, has);
        ada.browser.click("dialog form button[type=submit]");
        ada.browser.wait_for(&format!(
            "return !document.querySelector('dialog') && document.querySelector('.cross th[title={name}]')"
        ));
    }
}

#[test]
fn attributes_are_changed_in_place_and_filled_in() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    tell(&ada, &BIRDS, &["duck", "bat", "carp"]);
    ada.view("setup");
    ada.browser.wait_for("return document.querySelector('.attribute-table input')");
    type_over(&ada, "[data-cell='name fur']", "hairy");
    type_over(&ada, "[data-cell='phrase fur']", "is hairy");
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for("return document.querySelector('.attribute-table [data-attribute=hairy]')");
    assert_eq!(ada.state()["attributes"][3], json!({ "name": "hairy", "phrase": "is hairy", "said": "is hairy" }));
    // The keyboard moves them, too.
    let up = "const field = document.querySelector(\"[data-cell='name hairy']\"); field.focus();
              field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, cancelable: true }));";
    ada.browser.script(up);
    ada.browser.wait_for_text("another order. Not saved yet.");
    assert_eq!(shown(&ada), ["feathers", "flies", "hairy", "swims"]);
    assert_eq!(ada.browser.script("return document.activeElement.dataset.cell"), json!("name hairy"));
    ada.is_accessible("attributes in place");
    ada.click_button("Save changes");
    ada.browser.wait_for("return document.querySelector('.attribute-table .pending').hidden");
    assert_eq!(ada.state()["attributes"][2]["name"], json!("hairy"));
    // What goes with an attribute is told before.
    ada.browser.click("[data-cell='remove flies']");
    ada.browser.wait_for_text("What is known of it of 3 objects goes.");
    ada.browser.click("dialog .danger");
    ada.browser.wait_for("return !document.querySelector('.attribute-table [data-attribute=flies]')");
    ada.click_button("Bring back…");
    ada.click_button("Bring it back");
    ada.browser.wait_for("return document.querySelector('.attribute-table [data-attribute=flies]')");

    ada.browser.type_into(".setup textarea", "expensive");
    ada.click_button("Add attributes");
    ada.browser.wait_for_text("Fill in “expensive” for your 3 objects?");
    ada.browser.click("[data-fill=expensive]");
    ada.browser.wait_for("return document.querySelector('dialog .quick-fill')");
    ada.is_accessible("filling in an attribute");
    ada.browser.press(&["y", "?", "n"]);
    ada.browser.wait_for_text("2 of 3 objects filled in.");
    // Closed by mistake, it is as it was.
    ada.browser.press(&[ESCAPE]);
    ada.browser.wait_for("return !document.querySelector('dialog')");
    ada.browser.click("[data-fill=expensive]");
    ada.browser.wait_for_text("2 of 3 objects filled in.");
    ada.click_button("Save all");
    ada.browser.wait_for_text("Fill in “expensive” for your 1 object?");
    let objects = ada.state()["objects"].clone();
    let of = |at: usize, what: &str| objects[at][what].as_array().unwrap().contains(&json!(4));
    assert!(of(0, "has") && of(2, "lacks") && !of(1, "has") && !of(1, "lacks"));
}

#[test]
fn objects_are_renamed_and_removed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    tell(&ada, &BIRDS, &["duck", "bat"]);
    ada.browser.script("document.querySelector('.cross td[data-row=\"0\"]').focus()");
    ada.browser.press(&["\u{e032}"]);
    ada.browser.wait_for("return document.querySelector('dialog input[type=text]')");
    type_over(&ada, "dialog input[type=text]", "mallard");
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for("return document.querySelector('.cross th[title=mallard]')");
    ada.browser.script("document.querySelector('.cross td[data-row=\"1\"]').focus()");
    ada.browser.press(&["\u{e017}"]);
    ada.browser.wait_for_text("Nothing known any more of bat.");
    ada.browser.click("dialog .danger");
    ada.browser.wait_for("return !document.querySelector('.cross th[title=bat]')");
    ada.view("question");
    ada.click_button("Undo");
    ada.view("objects");
    ada.browser.wait_for("return document.querySelector('.cross th[title=bat]')");
}

#[test]
fn undo_opens_the_form_again_and_escape_keeps_what_was_typed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let mut question = ada.question().unwrap();
    while BIRDS.exception(&question).is_none() {
        ada.answer(&BIRDS, &question);
        question = ada.next(&question).unwrap();
    }
    ada.answer(&BIRDS, &question);
    ada.next(&question);
    ada.click_button("Undo");
    ada.browser.wait_for("return document.querySelector('.question .object-form')");
    let heading = ada.browser.script("return document.querySelector('.question h1').textContent");
    assert_eq!(heading, json!(question.words));
    let name = BIRDS.exception(&question).unwrap().0;
    let typed = "return document.querySelector('.question .object-form input[type=text]').value";
    assert_eq!(ada.browser.script(typed), json!(name));
    type_over(&ada, ".question .object-form input[type=text]", "something else");
    ada.browser.press(&[ESCAPE]);
    // The question is asked again, and the form has what was typed.
    assert_eq!(ada.question().unwrap().words, question.words);
    ada.browser.click(".question [data-answer=refuted]");
    ada.browser.wait_for("return document.querySelector('.question .object-form')");
    assert_eq!(ada.browser.script(typed), json!("something else"));
}

#[test]
fn lists_of_the_command_and_tables_are_pasted_and_dropped() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.fill_in("Vehicles", &Domain { attributes: &[], objects: &[] });
    let list = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/vehicles.txt")).unwrap();
    let drop = "const files = new DataTransfer(); files.items.add(new File([arguments[0]], arguments[1]));
                const event = new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true });
                document.querySelector('form.create').dispatchEvent(event);";
    ada.browser.script_with(drop, &[json!(list), json!("vehicles.txt")]);
    ada.browser.wait_for_text("6 attributes: ");
    ada.start();
    ada.question();
    let attributes = ada.state()["attributes"].clone();
    assert_eq!(
        attributes[1],
        json!({ "name": "engine", "phrase": "has an engine", "said": "has an engine", "description": "of any kind, also an electric one" })
    );
    assert_eq!(attributes[3], json!({ "name": "rails", "phrase": "runs on rails", "said": "runs on rails" }));

    ada.browser.open(&server.address);
    ada.fill_in("Pasted", &Domain { attributes: &[], objects: &[] });
    type_over(&ada, "#attributes", "B\n\n2\n2\n\nduck\nbat\nfeathers\nfur\nX.\n.X\n");
    ada.browser.click("[data-as-table]");
    ada.browser.wait_for("return document.querySelector('input[type=file]')?.files[0]?.name === 'pasted.cxt'");
}
