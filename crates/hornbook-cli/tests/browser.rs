//! The page of `hornbook serve`, and the pages that commands write, in a real
//! browser.
//!
//! Chromium is driven by its WebDriver; `./test` installs both. What is checked
//! is what people see: questions are read off the screen, and answered with
//! clicks and keys.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

#[path = "page/asking.rs"]
mod asking;
#[path = "page/changing.rs"]
mod changing;
#[path = "page/corrections.rs"]
mod corrections;
#[path = "page/diagram.rs"]
mod diagram;
#[cfg(feature = "experts")]
#[path = "page/first.rs"]
mod first;
#[path = "page/first_minutes.rs"]
mod first_minutes;
#[path = "page/keyboard.rs"]
mod keyboard;
mod page;
#[path = "page/pictures.rs"]
mod pictures;
#[path = "page/rules_file.rs"]
mod rules_file;
#[path = "page/seeing.rs"]
mod seeing;
#[path = "page/setting_up.rs"]
mod setting_up;
#[path = "page/signing_in.rs"]
mod signing_in;
#[path = "page/tables.rs"]
mod tables;
#[path = "page/tabs.rs"]
mod tabs;
#[path = "page/together.rs"]
mod together;
#[path = "page/trouble.rs"]
mod trouble;
#[path = "page/weight.rs"]
mod weight;
#[cfg(feature = "engines")]
#[path = "../../hornbook-engines/tests/files_support/xlsx.rs"]
mod xlsx;

use std::path::Path;

use page::{BIRDS, Expert, Server};
use serde_json::json;

/// Says of the object in the form that it lacks all of the conclusion.
const LACK_ALL: &str =
    "for (const box of document.querySelectorAll('[aria-label=\"What it may lack\"] .option.lacks input')) box.click()";

#[test]
fn a_whole_exploration_to_its_certificate() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.browser.wait_for_text("Teach it your domain");
    ada.is_accessible("the empty list");
    ada.create("Birds and others", &BIRDS);
    assert!(ada.explore(&BIRDS) > 3);

    ada.browser.wait_for_text("Certified");
    ada.is_accessible("the certificate");
    let words = ada.browser.script("return document.querySelector('.question').innerText");
    let words = words.as_str().unwrap();
    let state = ada.state();
    assert_eq!(state["turn"]["kind"], "certified");
    assert!(state["certified"]["epsilon"].as_f64().unwrap() <= hornbook_explore::USUAL_EPSILON);
    // What it means is said once, and tried out beside it.
    let certificate = state["certified"]["words"].as_str().unwrap();
    assert!(words.contains(certificate.lines().next().unwrap()), "{words}");
    assert!(words.contains("Tried out on") && words.contains("follow"), "{words}");

    // What is known is what is so: feathers and fur exclude each other, nothing
    // with fur both flies and swims, and there are no other rules.
    ada.view("rules");
    ada.browser.wait_for("return document.querySelector('.rules')?.innerText.includes('feathers and fur')");
    assert_eq!(ada.browser.script("return document.querySelectorAll('.rule').length"), json!(2));
    ada.browser.click(".rule summary");
    ada.browser.wait_for_text("ada");
    ada.is_accessible("the rules");
    ada.browser.type_into("input[aria-label='Search rules']", "fur flies feathers");
    ada.browser.wait_for("return document.querySelectorAll('.rule').length === 0");

    // Everything that is shown can be taken along.
    ada.view("export");
    let fetched = ada.browser.script(
        "return Promise.all([...document.querySelectorAll('.links a')].map(link =>
            fetch(link.href).then(async answer => [link.textContent, answer.status, (await answer.text()).length])))",
    );
    let fetched = fetched.as_array().unwrap();
    assert!(fetched.len() >= 16, "{fetched:?}");
    for file in fetched {
        assert!(file[1] == json!(200) && file[2].as_u64() > Some(10), "{file}");
    }
    ada.is_accessible("the exports");

    // The list says so, too, and everything can be done to the whole there.
    ada.browser.click("a.brand");
    ada.browser.wait_for_text("Certified: all but");
    ada.is_accessible("the list");
    ada.click_button("Rename");
    ada.browser.wait_for("return document.querySelector('dialog input')");
    ada.browser.script("document.querySelector('dialog input').value = ''");
    ada.browser.type_into("dialog input", "Animals <b>&amp;");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for_text("Animals <b>&amp;");
    ada.click_button("Archive");
    ada.browser.wait_for_text("Archived (1)");
    ada.is_clean(&server, false);
}

#[test]
fn a_table_is_uploaded_and_its_objects_drawn_and_changed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    ada.browser.click("a[href='#/new']");
    ada.browser.wait_for("return document.querySelector('input[value=table]')");
    ada.is_accessible("a new exploration");
    ada.browser.click("input[value=table]");
    ada.browser.type_into("input[type=file]", &table.canonicalize().unwrap().display().to_string());
    ada.send_form();
    ada.browser.wait_for("return location.hash.startsWith('#/e/')");
    ada.question().expect("the table leaves something open");

    // The diagram: many concepts, of which one is looked at and chosen.
    ada.view("diagram");
    ada.browser.wait_for("return document.querySelectorAll('.lattice .concept').length > 20");
    ada.is_accessible("the diagram");
    let hovered = "const mark = document.querySelectorAll('.lattice .concept')[3];
        mark.dispatchEvent(new PointerEvent('pointerenter')); return mark.getAttribute('aria-label')";
    let label = ada.browser.script(hovered);
    // It may be drawn anew meanwhile, and nothing is pointed at then.
    ada.browser.wait_for(
        "document.querySelectorAll('.lattice .concept')[3].dispatchEvent(new PointerEvent('pointerenter'));
         return /Attributes \\(\\d+\\)/.test(document.querySelector('.concept-panel').innerText)",
    );
    assert!(label.as_str().unwrap().contains("Objects: "), "{label}");
    let place = "const box = document.querySelectorAll('.lattice .concept')[3].getBoundingClientRect();
        const place = `${box.x} ${box.y}`;";
    let before = ada.browser.script(&format!("{place} return place"));
    ada.browser.click(".zoom button");
    ada.browser.wait_for(&format!("{place} return place !== {before}"));
    let count = ada.browser.script(
        "const mark = document.querySelectorAll('.lattice .concept')[3];
         mark.dispatchEvent(new MouseEvent('click', { bubbles: true }));
         return Number(document.querySelector('.concept-panel').innerText.match(/Objects \\((\\d+)\\)/)[1])",
    );
    ada.view("objects");
    ada.browser.wait_for_text("as chosen in the diagram");
    // Equal rows are one, with their number.
    let rows = "return [...document.querySelectorAll('.cross tbody th')]
        .reduce((sum, name) => sum + Number(name.textContent.match(/×\\s*(\\d+)/)?.[1] ?? 1), 0)";
    assert_eq!(ada.browser.script(rows), count);
    ada.click_button("Show all");
    let drawing = ada.browser.script("return fetch(document.querySelector('.views a').href.replace(/\\/#\\/e\\/(.*)$/, '/api/e/$1/diagram.svg')).then(r => r.text())");
    assert!(drawing.as_str().unwrap().starts_with("<svg"));

    // The table is changed in place, after a question back.
    let cell = ".cross tbody tr:first-child td.said";
    ada.browser.wait_for(&format!("return document.querySelector('{cell}')"));
    ada.is_accessible("the objects");
    let label = ada.browser.script(&format!("return document.querySelector('{cell}').getAttribute('aria-label')"));
    ada.browser.click(cell);
    ada.browser.wait_for_text("1 change.");
    ada.click_button("Discard");
    ada.browser.wait_for("return !document.querySelector('.cell.changed')");
    let label = label.as_str().unwrap();
    assert!(label.ends_with(": yes") || label.ends_with(": no"), "{label}");
    ada.is_clean(&server, false);
}

#[test]
fn a_correction_in_the_table_is_confirmed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.describe(&BIRDS, "penguin", &["feathers", "flies"]);
    ada.is_accessible("telling of an object");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for_text("penguin");
    let cell = ".cross td[aria-label^='penguin, flies']";
    ada.browser.wait_for(&format!("return document.querySelector(\"{cell}\")"));
    ada.browser.click(cell);
    ada.click_button("Save");
    ada.browser.wait_for_text("Correct what was said before?");
    ada.browser.wait_for_text("penguin: flies is no, not yes");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return document.querySelector(\".cross td[aria-label='penguin, flies: no']\")");
    ada.is_clean(&server, false);
}

#[test]
fn two_browsers_on_one_exploration() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "expert");
    assert!(link.starts_with(&server.address), "{link}");
    ada.view("people");
    ada.browser.wait_for_text("ben");
    ada.is_accessible("the people");
    ada.view("question");

    let ben = Expert::guest(&link);
    // An expert has this exploration and no other, and does not set it up.
    ben.browser.wait_for_text("Birds");
    assert_eq!(ben.state()["me"], json!({ "who": "ben", "role": "expert", "about": null }));

    // What one tells the other sees, without doing anything.
    ben.view("objects");
    ben.click_button("Tell of an object");
    ben.describe(&BIRDS, "ostrich", &["feathers"]);
    ben.browser.click("dialog button.primary");
    ada.view("objects");
    ada.browser.wait_for_text("ostrich");
    ada.view("question");
    ben.view("question");

    // They take turns with questions that are not the same, to the end.
    let mut both = 0;
    for turn in 0..60 {
        let (first, second) = if turn % 2 == 0 { (&ada, &ben) } else { (&ben, &ada) };
        let settled = "const turn = document.querySelector('.question').dataset.turn;
            return ['ask', 'wait', 'certified'].includes(turn) && turn";
        let (one, other) = (first.browser.wait_for(settled), second.browser.wait_for(settled));
        if one == json!("certified") {
            break;
        }
        if one == json!("ask") && other == json!("ask") {
            let (mine, theirs) = (first.question(), second.question());
            if let (Some(mine), Some(theirs)) = (mine, theirs) {
                assert_ne!(mine.words, theirs.words);
                both += 1;
            }
        }
        let answering = if one == json!("ask") { first } else { second };
        if let Some(question) = answering.question() {
            answering.answer(&BIRDS, &question);
            answering.taken(&question);
        }
    }
    assert!(both > 0, "there was never a question for both");
    ada.browser.wait_for_text("Certified");
    ben.browser.wait_for_text("Certified");
    ada.view("answers");
    ada.browser.wait_for("return document.querySelector('.entries').innerText.includes('ben,')");
    ada.browser.wait_for("return document.querySelector('.entries').innerText.includes('ada,')");
    ada.is_clean(&server, false);
    ben.is_clean(&server, false);

    // A link that was taken back is good for nothing, at once.
    ada.view("people");
    ada.click_button("Revoke…");
    ada.browser.wait_for("return document.querySelector('dialog[open]')");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for_text("revoked");
    ben.browser.wait_for("return !document.querySelector('.question [data-answer]')");
}

#[test]
fn readers_read() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    let eve = Expert::guest(&ada.invite("eve", "reader"));
    eve.browser.wait_for_text("You are reading along");
    ada.answer(&BIRDS, &question);
    ada.taken(&question);
    eve.view("answers");
    eve.browser.wait_for("return document.querySelectorAll('.entry').length > 0");
    for view in ["question", "rules", "objects", "answers", "unsettled", "setup"] {
        eve.view(view);
        let doing = eve.browser.script(
            "return [...document.querySelectorAll('.view button')].filter(button => button.checkVisibility()
                && !button.disabled && !button.closest('.zoom')).map(button => button.textContent)",
        );
        assert_eq!(doing, json!([]), "{view}");
    }
    eve.is_accessible("the setup, read");
    // What is archived nobody is asked about, not even its owner.
    ada.view("setup");
    ada.click_button("Archive");
    ada.view("question");
    ada.browser.wait_for_text("This exploration is archived");
    assert_eq!(ada.browser.script("return document.querySelectorAll('[data-answer]').length"), json!(0));
    ada.is_accessible("an archived exploration");
    eve.is_clean(&server, false);
}

#[test]
fn undo_takes_the_last_answer_back() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let first = ada.question().unwrap();
    assert_eq!(ada.browser.script("return document.querySelector('[data-undo]').disabled"), json!(true));
    ada.answer(&BIRDS, &first);
    ada.next(&first).unwrap();
    ada.browser.click("[data-undo]");
    ada.browser.wait_for_text("Taken back: ");
    // If there was a form, it is open again.
    let form = "return document.querySelector('.question .answer-form') ? 'form' : document.querySelector('[data-undo]')?.disabled";
    if ada.browser.wait_for(form) == json!("form") {
        ada.click_button("Cancel");
    }
    assert_eq!(ada.question().unwrap(), first);
    ada.browser.wait_for("return document.querySelector('[data-undo]')?.disabled");
    ada.view("answers");
    ada.browser.wait_for("return document.querySelectorAll('.entry.gone').length === 1");
    ada.browser.wait_for_text("Took back");
    ada.is_accessible("the answers");
    // And it still ends.
    ada.view("question");
    ada.explore(&BIRDS);
    ada.is_clean(&server, false);
}

#[test]
fn an_answer_can_be_changed_and_questions_put_off() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let first = ada.question().unwrap();
    ada.browser.click("[data-answer=unknown]");
    let second = ada.next(&first).unwrap();
    ada.browser.click("[data-answer=later]");
    ada.next(&second).unwrap();
    ada.view("unsettled");
    ada.browser.wait_for_text("Nobody knew");
    ada.browser.wait_for_text("Put off");
    ada.is_accessible("what is unsettled");
    ada.click_button("Answer now…");
    ada.browser.wait_for("return document.querySelector('dialog [data-answer=holds]')");
    ada.is_accessible("an open question");
    ada.browser.click("dialog [data-answer=holds]");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    // With it, the part of it that was asked after it may be settled.
    ada.browser.wait_for("return document.querySelectorAll('.plain-list > li').length < 2");
    // It was not so sure after all.
    ada.view("answers");
    ada.browser.wait_for("return document.querySelector('[data-entry^=change]')");
    ada.browser.click("[data-entry^=change]");
    ada.browser.wait_for("return document.querySelector('dialog [data-answer=unknown]')");
    ada.browser.click("dialog [data-answer=unknown]");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    ada.browser.wait_for("return document.querySelector('.entry').innerText.startsWith('Not known')");
    ada.is_clean(&server, false);
}

#[test]
fn a_contradictory_counterexample_and_its_resolution() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    // Everything is said to hold, which is wrong, until a rule is known.
    let mut question = ada.question().unwrap();
    while ada.state()["rules"].as_array().unwrap().is_empty() {
        ada.browser.click(".question [data-answer=holds]");
        question = ada.next(&question).expect("a rule before the end");
    }
    ada.view("rules");
    ada.browser.click(".rule summary");
    ada.click_button("I know an exception…");
    ada.browser.wait_for("return document.querySelector('dialog .object-form')");
    ada.browser.type_into("dialog .object-form input[type=text]", "kiwi");
    // At least one of the conclusion is no.
    ada.browser.script(LACK_ALL);
    ada.browser.click("dialog form button[type=submit]");
    ada.browser.wait_for_text("This contradicts what was accepted before");
    ada.is_accessible("a contradiction");
    // Nothing typed is lost, and it is told what taking back would change.
    assert_eq!(ada.browser.script("return document.querySelector('dialog .object-form input').value"), json!("kiwi"));
    let rules = ada.state()["rules"].as_array().unwrap().len();
    ada.click_button("Take this back…");
    ada.browser.wait_for_text("Take this back?");
    ada.browser.wait_for_text("No longer known");
    ada.click_button("Take it back and send mine");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    ada.browser.wait_for_text("Rules");
    ada.view("objects");
    ada.browser.wait_for_text("kiwi");
    assert!(ada.state()["rules"].as_array().unwrap().len() < rules.max(1));
    ada.is_clean(&server, true);
}

#[test]
fn disagreement_where_any_answer_counts() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    ben.browser.wait_for_text("Birds");
    ada.browser.click(".question [data-answer=holds]");
    ada.taken(&question);
    ben.deny_a_rule("kiwi");
    ben.browser.wait_for_text("This contradicts what was accepted before");
    // It is not for ben to take back what ada said.
    assert_eq!(ben.browser.script("return document.querySelectorAll('dialog .dispute button').length"), json!(0));
    ben.click_button("Keep both");
    ben.browser.wait_for("return !document.querySelector('dialog')");
    for expert in [&ada, &ben] {
        expert.view("unsettled");
        expert.browser.wait_for("return document.querySelector('.dispute-card')");
    }
    for expert in [&ada, &ben] {
        expert.browser.wait_for("return document.querySelector('.votes .fails')?.innerText.includes('ben')");
        expert.browser.wait_for("return document.querySelector('.votes .holds')?.innerText.includes('ada')");
        // The first answer counts for the time being, and that is said.
        expert.browser.wait_for_text("Until then this counts");
    }
    ada.is_accessible("a disagreement");
    // Whoever was wrong takes it back, and it is settled.
    ada.click_button("Change my answer…");
    ada.browser.wait_for("return document.querySelector('dialog [data-answer=unknown]')");
    ada.browser.click("dialog [data-answer=refuted]");
    ada.browser.wait_for("return document.querySelector('dialog .object-form')");
    ada.browser.type_into("dialog .object-form input[type=text]", "kiwi");
    ada.browser.script(LACK_ALL);
    ada.browser.click("dialog form button[type=submit]");
    for expert in [&ada, &ben] {
        expert.browser.wait_for("return !document.querySelector('.dispute-card')");
    }
    ada.is_clean(&server, true);
    ben.is_clean(&server, true);
}

/// Two people say different things to one question; nothing is decided, both
/// see it, and one of them changes their mind.
fn disagreement(policy: &str, of: u32) {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.policy(policy, Some(of));
    ada.is_accessible("a question to several");
    let question = ada.question().unwrap();
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    ben.browser.wait_for_text("Birds");
    ada.browser.click(".question [data-answer=holds]");
    ada.taken(&question);
    // Ben comes to the same question, in the end.
    let mut asked = ben.question().unwrap();
    for _ in 0..10 {
        if asked.words == question.words {
            break;
        }
        ben.browser.click(".question [data-answer=later]");
        asked = ben.next(&asked).unwrap();
    }
    assert_eq!(asked.words, question.words);
    ben.browser.wait_for_text("ada answered this already; your word is needed, too.");
    ben.browser.click(".question [data-answer=refuted]");
    ben.browser.wait_for("return document.querySelector('.object-form')");
    ben.browser.type_into(".object-form input[type=text]", "kiwi");
    ben.browser.script(LACK_ALL);
    ben.browser.click(".question form button[type=submit]");
    ben.browser.wait_for("return document.querySelector('.question').dataset.turn !== 'form'");
    for expert in [&ada, &ben] {
        expert.view("unsettled");
        expert.browser.wait_for_text("Disagreements");
        expert.browser.wait_for("return document.querySelector('.votes .fails')?.innerText.includes('ben')");
        expert.browser.wait_for_text("Not decided.");
    }
    assert_eq!(ada.state()["rules"], json!([]));
    ada.click_button("Change my answer…");
    ada.browser.wait_for("return document.querySelector('dialog [data-answer=unknown]')");
    ada.browser.click("dialog [data-answer=refuted]");
    ada.browser.wait_for("return document.querySelector('dialog .object-form')");
    ada.browser.type_into("dialog .object-form input[type=text]", "kiwi");
    ada.browser.script(LACK_ALL);
    ada.browser.click("dialog form button[type=submit]");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    for expert in [&ada, &ben] {
        expert.browser.wait_for("return !document.querySelector('.view').innerText.includes('Disagreements')");
        expert.is_clean(&server, true);
    }
}

#[test]
fn disagreement_where_a_majority_counts() {
    disagreement("majority", 3);
}

#[test]
fn disagreement_where_all_must_agree() {
    disagreement("unanimous", 2);
}

#[test]
fn reload_and_lost_connection_lose_nothing() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let mut question = ada.question().unwrap();
    // Until there is something to tell of, in a form.
    while BIRDS.exception(&question).is_none() {
        ada.answer(&BIRDS, &question);
        question = ada.next(&question).unwrap();
    }
    let (name, has) = BIRDS.exception(&question).unwrap();
    ada.browser.click(".question [data-answer=refuted]");
    ada.describe(&BIRDS, name, has);
    let said = "return [...document.querySelectorAll('.object-form .row')].map(row => row.dataset.attribute + row.dataset.value)";
    let before = ada.browser.script(said);

    // A reload in the middle of typing.
    ada.browser.reload();
    ada.browser.wait_for("return document.querySelector('.object-form')");
    assert_eq!(ada.browser.script("return document.querySelector('.object-form input').value"), json!(name));
    assert_eq!(ada.browser.script(said), before);
    ada.is_clean(&server, false);

    // The server is gone when it is sent, and comes back.
    server.kill();
    ada.browser.click(".question form button[type=submit]");
    ada.browser.wait_for_text("Not connected.");
    ada.is_accessible("without a connection");
    // Even a reload of the page would lose nothing, if it could be loaded; so
    // the same is sent until there is an answer.
    server.restart();
    ada.browser.wait_for("return document.getElementById('offline').hidden");
    let after = ada.next(&question).unwrap();
    let told = |state: &serde_json::Value| {
        let objects = state["objects"].as_array().unwrap();
        objects.iter().filter(|object| object["name"] == json!(name)).count()
    };
    let state = ada.state();
    assert_eq!(told(&state), 1);
    let answers =
        state["entries"].as_array().unwrap().iter().filter(|entry| entry["words"].as_str().unwrap().contains(name));
    assert_eq!(answers.count(), 1, "once, however often it was sent");

    // What comes in by another way is shown again, without doing anything.
    assert_ne!(after.words, question.words);
    let other = Expert::owner(&server);
    other.open_exploration("birds");
    other.view("objects");
    other.click_button("Tell of an object");
    other.browser.wait_for("return document.querySelector('.object-form')");
    other.browser.type_into(".object-form input[type=text]", "dodo");
    other.browser.click("dialog button.primary");
    ada.view("objects");
    ada.browser.wait_for_text("dodo");
    ada.view("question");

    // Gone again while an answer is on its way, and the page is loaded anew
    // before it can be told that it arrived.
    let question = ada.question().unwrap();
    // What was certified on the way is an entry too, and no answer.
    let answers = || {
        let entries = ada.state()["entries"].clone();
        entries.as_array().unwrap().iter().filter(|entry| entry["kind"] == "answer").count()
    };
    let before = answers();
    server.kill();
    ada.browser.click(".question [data-answer=unknown]");
    ada.browser.wait_for_text("Not connected.");
    server.restart();
    ada.browser.reload();
    ada.next(&question);
    assert_eq!(answers(), before + 1);
    ada.explore(&BIRDS);
}

#[test]
fn everything_fits_on_a_phone_and_on_a_wide_screen() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds and other animals with a title that goes on and on", &BIRDS);
    let first = ada.question().unwrap();
    ada.answer(&BIRDS, &first);
    ada.next(&first);
    for width in [360, 800, 1400] {
        ada.browser.resize(width, 740);
        for view in ["question", "rules", "objects", "diagram", "answers", "unsettled", "people", "setup", "export"] {
            ada.view(view);
            let over = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(ada.browser.script(over), json!(0), "{view} at {width}");
            if width == 360 {
                ada.is_accessible(&format!("{view} on a phone"));
            }
        }
    }
    ada.is_clean(&server, false);
}

#[test]
fn with_the_keyboard_alone() {
    const TAB: &str = "\u{e004}";
    const ENTER: &str = "\u{e007}";
    const ESCAPE: &str = "\u{e00c}";
    const RIGHT: &str = "\u{e014}";
    const DOWN: &str = "\u{e015}";
    let server = Server::start();
    let ada = Expert::owner(&server);
    let focused =
        || ada.browser.script("const at = document.activeElement; return at.id || at.textContent.trim().slice(0, 60)");
    let tab_to = |wanted: &str| {
        for _ in 0..60 {
            if focused().as_str().unwrap().starts_with(wanted) {
                return;
            }
            ada.browser.press(&[TAB]);
        }
        panic!("{wanted} cannot be reached with the tab key");
    };
    let letters = |text: &str| text.chars().map(|c| c.to_string()).collect::<Vec<_>>();
    let type_text = |text: &str| ada.browser.press(&letters(text).iter().map(String::as_str).collect::<Vec<_>>());

    ada.browser.wait_for_text("Teach it your domain");
    ada.browser.press(&["c"]);
    ada.browser.wait_for("return document.activeElement.id === 'title'");
    type_text("Birds");
    tab_to("attributes");
    type_text("feathers, flies, swims, fur");
    tab_to("Start exploring");
    ada.browser.press(&[ENTER]);
    let mut question = ada.question().unwrap();

    // Why, and help, and back.
    ada.browser.press(&["w"]);
    ada.browser.wait_for("return document.getElementById('why').checkVisibility()");
    ada.browser.press(&["h"]);
    ada.browser.wait_for_text("takes the last answer back");
    ada.is_accessible("the keys");
    ada.browser.press(&[ESCAPE]);
    ada.browser.wait_for("return !document.querySelector('dialog')");

    // Answers: the keys mean what the question asks.
    let mut exceptions = 0;
    loop {
        let never = question.conclusion.is_none();
        match BIRDS.exception(&question) {
            None => ada.browser.press(&[if never { "n" } else { "y" }]),
            Some((name, has)) => {
                exceptions += 1;
                ada.browser.press(&[if never { "y" } else { "n" }]);
                ada.browser.wait_for("return document.activeElement.closest('.object-form') !== null");
                type_text(name);
                // Each row is one stop; arrows choose.
                for _ in 0..40 {
                    ada.browser.press(&[TAB]);
                    let row = ada
                        .browser
                        .script("return document.activeElement.closest?.('.row')?.dataset.attribute ?? null");
                    let done = focused().as_str().unwrap().starts_with("Send");
                    if let Some(attribute) = row.as_str() {
                        let wanted = if has.contains(&attribute) { "has" } else { "lacks" };
                        for _ in 0..3 {
                            let value = "return document.activeElement.closest('.row').dataset.value";
                            if ada.browser.script(value) == json!(wanted) {
                                break;
                            }
                            ada.browser.press(&[RIGHT]);
                        }
                    }
                    if done {
                        break;
                    }
                }
                ada.browser.press(&[ENTER]);
            }
        }
        match ada.next(&question) {
            Some(next) => question = next,
            None => break,
        }
    }
    assert!(exceptions > 0);

    // The table, cell by cell.
    tab_to("Objects");
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for("return document.querySelector('.cross td')");
    for _ in 0..20 {
        if ada.browser.script("return document.activeElement.tagName") == json!("TD") {
            break;
        }
        ada.browser.press(&[TAB]);
    }
    ada.browser.press(&[DOWN, RIGHT, " "]);
    let place = ada.browser.script("const { row, column } = document.activeElement.dataset; return [row, column]");
    assert_eq!(place, json!(["1", "1"]));
    ada.browser.wait_for_text("1 change.");

    // The diagram.
    tab_to("Diagram");
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for("return document.querySelector('.lattice .concept')");
    for _ in 0..30 {
        if ada.browser.script("return Boolean(document.activeElement.closest('.concept'))") == json!(true) {
            break;
        }
        ada.browser.press(&[TAB]);
    }
    let before = ada.browser.script("return document.activeElement.dataset.concept");
    ada.browser.press(&[DOWN]);
    assert_ne!(ada.browser.script("return document.activeElement.dataset.concept"), before);
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for_text("Chosen concept");
    ada.is_clean(&server, false);
}

#[test]
fn the_token_is_asked_for() {
    let token = "a-token-that-nobody-guesses";
    let server = Server::with(&["--token", token]);
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('#token')");
    ada.is_accessible("signing in");
    ada.is_clean(&server, false);
    ada.browser.type_into("#token", "something-else-altogether");
    ada.browser.click("button[type=submit]");
    ada.browser.wait_for("return document.querySelector('#sign-in-problem').textContent !== ''");
    ada.browser.script("document.querySelector('#token').value = ''");
    ada.browser.type_into("#token", token);
    ada.browser.click("button[type=submit]");
    ada.browser.wait_for_text("Teach it your domain");
    ada.click_button("Sign out");
    ada.browser.wait_for("return document.querySelector('#token')");
}

#[test]
fn markup_is_text_wherever_it_is_typed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    let hostile = "<img src=x onerror=alert(1)>";
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    ada.browser.click("a[href='#/new']");
    ada.browser.wait_for("return document.querySelector('#attributes')");
    ada.browser.type_into("#title", hostile);
    ada.browser.type_into("#attributes", &format!("{hostile}\n\"><script>alert(2)</script>\nplain"));
    ada.send_form();
    let question = ada.question().unwrap();
    ada.browser.wait_for_text(hostile);
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.browser.wait_for("return document.querySelector('.object-form')");
    ada.browser.type_into(".object-form input[type=text]", hostile);
    ada.browser.script("document.querySelector('.object-form .option.has input').click()");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return document.querySelector('.cross tbody th')?.textContent.includes('onerror')");
    for view in ["question", "rules", "objects", "diagram", "answers", "unsettled", "people", "setup", "export"] {
        ada.view(view);
    }
    assert_eq!(
        ada.browser
            .script("return document.querySelectorAll('img:not([src=\"/icon.svg\"]), script:not([src])').length"),
        json!(0)
    );
    assert!(!question.words.is_empty());
    ada.is_clean(&server, false);
}
