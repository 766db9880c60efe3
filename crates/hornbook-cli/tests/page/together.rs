//! Several people: what each side of a disagreement rests on, comments, who agrees with
//! whom, roles that change, and explorations that are deleted.

use serde_json::{Value, json};

use crate::LACK_ALL;
use crate::page::{BIRDS, Expert, Question, Server};

/// Ada says yes to a question under a policy of two, and ben is asked the same.
fn asked_twice(server: &Server) -> (Expert, Expert, Question) {
    let ada = Expert::owner(server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.policy("unanimous", Some(2));
    let question = ada.question().unwrap();
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    ben.browser.wait_for("return document.querySelector('.welcome-guest [data-begin]')");
    ben.is_accessible("the introduction of a guest");
    ben.browser.wait_for_text("What is expected of you");
    ben.browser.wait_for_text("Nothing is lost");
    ben.click_button("Begin");
    ben.browser.wait_for("return !document.querySelector('.welcome-guest')");
    ada.browser.click(".question [data-answer=holds]");
    ada.taken(&question);
    let mut asked = ben.question().unwrap();
    for _ in 0..10 {
        if asked.words == question.words {
            break;
        }
        ben.browser.click(".question [data-answer=later]");
        asked = ben.next(&asked).unwrap();
    }
    assert_eq!(asked.words, question.words);
    (ada, ben, question)
}

fn title(expert: &Expert, wanted: &str) {
    expert.browser.wait_for(&format!("return document.title.startsWith({})", json!(wanted)));
}

/// Both see the example with what it has and lacks; one key agrees with it, and undo
/// brings the disagreement back. Whoever looks elsewhere is told in the page and in the
/// title of the tab.
#[test]
fn one_key_agrees_with_an_example() {
    let server = Server::start();
    let (ada, ben, question) = asked_twice(&server);
    // Others wait for ben, wherever he looks.
    title(&ben, "(1) Birds");
    ben.view("rules");
    title(&ben, "(1) Rules");
    ben.view("question");
    title(&ada, "Birds");
    ada.view("rules");
    ben.browser.click(".question [data-answer=refuted]");
    ben.browser.wait_for("return document.querySelector('.object-form')");
    ben.browser.type_into(".object-form input[type=text]", "kiwi");
    ben.browser.script(LACK_ALL);
    ben.browser.click(".question form button[type=submit]");
    ben.browser.wait_for("return document.querySelector('.question').dataset.turn !== 'form'");
    title(&ada, "(1) Rules");
    ada.browser.wait_for(
        "return document.querySelector('.notice')?.innerText.includes('You and ben answer this differently')",
    );
    ada.is_accessible("a notice");
    ada.click_button("Look");
    ada.browser.wait_for("return document.querySelector('.sides .fails .example')");
    ada.browser.wait_for("return document.querySelector('.notice').hidden");
    let example = ada.browser.script("return document.querySelector('.sides .fails .example').innerText");
    assert!(example.as_str().unwrap().contains("kiwi"), "{example}");
    let said = |what: &str| -> Vec<String> {
        let chips = format!(
            "return [...document.querySelectorAll('.example .{what}')].map(chip => chip.lastChild.textContent)"
        );
        let chips = ada.browser.script(&chips);
        chips.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
    };
    assert!(question.premise.iter().all(|name| said("has").contains(name)), "{:?}", said("has"));
    if let Some(conclusion) = &question.conclusion {
        assert!(conclusion.iter().all(|name| said("lacks").contains(name)), "{:?}", said("lacks"));
    }
    assert_eq!(ada.browser.script("return document.querySelectorAll('.sides .fails time').length"), json!(1));
    ada.is_accessible("both sides of a disagreement");
    assert_eq!(ada.browser.script("return document.querySelectorAll('[data-agree-example] kbd').length"), json!(1));
    ada.browser.press(&["a"]);
    for expert in [&ada, &ben] {
        expert.view("unsettled");
        expert.browser.wait_for("return !document.querySelector('.dispute-card')");
    }
    title(&ada, "Unsettled");
    let told = ada.state();
    assert!(told["objects"].as_array().unwrap().iter().any(|object| object["name"] == "kiwi"), "{told}");
    // What is undone is as it was.
    ada.view("question");
    ada.browser.wait_for("return document.querySelector('[data-undo]:enabled')");
    ada.browser.press(&["u"]);
    ada.view("unsettled");
    ada.browser.wait_for("return document.querySelector('.dispute-card .holds')?.innerText.includes('ada')");
    ada.is_clean(&server, true);
    ben.is_clean(&server, true);
}

/// What one says about a question the other reads with it, and nothing else changes.
#[test]
fn comments_stand_with_the_question() {
    let server = Server::start();
    let (ada, ben, question) = asked_twice(&server);
    let before = ben.state();
    ben.browser.press(&["m"]);
    ben.browser.wait_for("return document.activeElement.closest('.thread')");
    ben.browser.type_into(".question .thread textarea", "Is a kiwi meant, <b>too</b>?");
    // What is typed stays when one looks elsewhere.
    ben.view("rules");
    ben.view("question");
    let typed = "return document.querySelector('.question .thread textarea').value";
    assert_eq!(ben.browser.script(typed), json!("Is a kiwi meant, <b>too</b>?"));
    ben.click_button("Add comment");
    ben.browser.wait_for("return document.querySelector('.question .comments li')?.innerText.includes('<b>too</b>?')");
    ben.is_accessible("a comment");
    let after = ben.state();
    for same in ["turn", "entries", "rules", "objects", "standing"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(ben.question().unwrap(), question);
    // It is there wherever the question is: also once it is put off.
    ben.browser.click(".question [data-answer=later]");
    ada.view("unsettled");
    ada.browser.wait_for("return document.querySelector('.thread .comments li')?.innerText.includes('ben')");
    let report: Value =
        ada.browser.script("return fetch('/e/birds/report').then(response => response.text()).then(text => text.includes('Is a kiwi meant'))");
    assert_eq!(report, json!(true));
    // Its author takes it back.
    let mine = "return [...document.querySelectorAll('.thread .comments button')].length";
    assert_eq!(ada.browser.script(mine), json!(1), "an owner may, too");
    ada.click_button("Take back");
    ada.browser.wait_for("return !document.querySelector('.thread .comments li')");
    assert_eq!(ada.state()["comments"], json!([]));
    ada.is_clean(&server, false);
    ben.is_clean(&server, false);
}

/// Everybody sees who answered how much and who agrees with whom; an owner changes
/// somebody's role, and it counts at once where the page is open.
#[test]
fn people_are_counted_and_roles_change() {
    let server = Server::start();
    let (ada, ben, question) = asked_twice(&server);
    ben.browser.click(".question [data-answer=holds]");
    ben.taken(&question);
    for expert in [&ada, &ben] {
        expert.view("people");
        expert.browser.wait_for(
            "const row = [...document.querySelectorAll('.agreement table:last-of-type tr')].at(-1);
             return row && /ada.*ben|ben.*ada/s.test(row.innerText) && row.innerText.includes('1 (100%)')",
        );
    }
    ada.is_accessible("who agrees with whom");
    ben.view("question");
    ada.click_button("Role…");
    ada.browser.wait_for("return document.querySelector('dialog .roles')");
    ada.is_accessible("another role");
    ada.browser.click("dialog .roles input[value=reader]");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for_text("ben is a reader now.");
    ben.browser.wait_for_text("You are here as a reader now.");
    ben.browser.wait_for("return document.querySelector('.question')?.dataset.turn === 'reader'");
    assert_eq!(ben.state()["me"]["role"], "reader");
    ada.click_button("Role…");
    ada.browser.wait_for("return document.querySelector('dialog .roles')");
    ada.browser.click("dialog .roles input[value=owner]");
    ada.browser.click("dialog button.primary");
    ben.browser.wait_for_text("You are here as an owner now.");
    ben.view("people");
    ben.browser.wait_for("return document.querySelector('form.invite')");
    ada.is_clean(&server, false);
    ben.is_clean(&server, false);
}

/// Into the archive first, and from there after a question back.
#[test]
fn what_is_archived_can_be_deleted() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.view("setup");
    ada.browser
        .wait_for("return [...document.querySelectorAll('.setup button')].some(b => b.textContent === 'Archive')");
    let offered = "return [...document.querySelectorAll('.setup button')].some(b => b.textContent === 'Delete…' && b.checkVisibility())";
    assert_eq!(ada.browser.script(offered), json!(false), "only what is archived");
    ada.click_button("Archive");
    ada.browser.wait_for(offered);
    ada.click_button("Delete…");
    ada.browser.wait_for_text("moved to the folder “deleted”");
    ada.is_accessible("whether to delete");
    ada.click_button("Cancel");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    assert!(server.journal("birds").exists());
    // From the list as well.
    ada.browser.script("location.hash = '#/'");
    ada.browser.wait_for("return document.querySelector('.archive summary')");
    ada.browser.click(".archive summary");
    ada.click_button("Delete…");
    ada.browser.wait_for("return document.querySelector('dialog button.danger')");
    ada.browser.click("dialog button.danger");
    ada.browser.wait_for_text("Teach it your domain");
    assert!(!server.journal("birds").exists());
    let kept = server.journal("birds").with_file_name("deleted");
    assert_eq!(std::fs::read_dir(kept).unwrap().count(), 2, "nothing is lost");
    ada.is_clean(&server, false);
}
