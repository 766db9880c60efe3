//! Where people say different things, and what becomes of it.

use serde_json::json;

use crate::page::{BIRDS, Expert, Server};

/// What one said of an object is not for another to correct, but for an owner;
/// and whoever said it hears of that.
#[test]
fn a_correction_by_others() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let [ben, eve] = ["ben", "eve"].map(|name| Expert::guest(&ada.invite(name, "expert")));
    ben.browser.wait_for_text("Birds");
    ben.view("objects");
    ben.click_button("Tell of an object");
    ben.describe(&BIRDS, "penguin", &["feathers", "flies"]);
    ben.browser.click("dialog button.primary");
    let flies =
        |says: &str| format!("return document.querySelector(\".cross td[aria-label='penguin, flies: {says}']\")");
    ben.browser.wait_for(&flies("yes"));
    let correct = |expert: &Expert| {
        expert.view("objects");
        expert.browser.wait_for(&flies("yes"));
        expert.browser.click(".cross td[aria-label^='penguin, flies']");
        expert.click_button("Save");
        expert.browser.wait_for_text("Correct what was said before?");
        expert.browser.click("dialog button.primary");
    };
    eve.browser.wait_for_text("Birds");
    correct(&eve);
    eve.browser.wait_for_text("ben said so: ben or an owner can correct it.");
    eve.is_accessible("what somebody else said");
    eve.click_button("Keep both");
    for expert in [&eve, &ben] {
        expert.view("unsettled");
        expert.browser.wait_for_text("Contradictions");
    }
    assert_eq!(ben.state()["disputes"][0]["who"], json!("eve"));
    correct(&ada);
    ada.browser.wait_for(&flies("no"));
    ben.browser.wait_for("return document.querySelector('.view').innerText.includes('was corrected:')");
    ben.is_accessible("a correction");
    ben.click_button("I agree");
    ben.browser.wait_for("return !document.querySelector('.view').innerText.includes('was corrected:')");
    assert_eq!(ben.state()["overruled"], json!([]));
    ada.is_clean(&server, true);
    ben.is_clean(&server, true);
    eve.is_clean(&server, true);
}

/// Where all must agree, one who denies it later is told what that means, and
/// undoes it.
#[test]
fn a_rule_that_all_agreed_on_is_denied() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.policy("unanimous", Some(1));
    let question = ada.question().unwrap();
    ada.browser.click(".question [data-answer=holds]");
    ada.taken(&question);
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    ben.browser.wait_for_text("Birds");
    ben.deny_a_rule("kiwi");
    ben.browser.wait_for_text("An answer undoes what the others agreed on");
    ben.click_button("Keep both");
    for expert in [&ada, &ben] {
        expert.view("unsettled");
        expert.browser.wait_for_text("Not decided.");
        expert.browser.wait_for("return document.querySelector('.votes .fails')?.innerText.includes('ben')");
    }
    assert_eq!(ada.state()["rules"], json!([]));
    ada.is_clean(&server, true);
    ben.is_clean(&server, true);
}

/// What one does not know, the other is asked.
#[test]
fn what_one_does_not_know_the_other_is_asked() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    ada.browser.click(".question [data-answer=unknown]");
    ada.taken(&question);
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    let asked = ben.question().unwrap();
    assert_eq!(asked.words, question.words);
    ben.browser.wait_for_text("ada");
    ben.answer(&BIRDS, &asked);
    ben.taken(&asked);
    ada.view("unsettled");
    ada.browser.wait_for_text("Nothing: no question was left open");
    ada.is_clean(&server, false);
    ben.is_clean(&server, false);
}
