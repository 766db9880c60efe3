//! How an exploration is begun and changed, and what can be had of it.

use std::collections::BTreeSet;

use serde_json::json;

use crate::page::{BIRDS, Expert, Server};

#[test]
fn questions_are_asked_in_the_phrases_that_were_given() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.fill_in("Birds", &BIRDS);
    ada.browser.click(".phrases summary");
    for attribute in BIRDS.attributes {
        ada.browser.type_into(&format!("input[aria-label='Phrase of {attribute}']"), &format!("shows its {attribute}"));
        ada.browser
            .type_into(&format!("input[aria-label='Description of {attribute}']"), &format!("About {attribute}"));
    }
    ada.start();
    let question = ada.question().unwrap();
    assert!(question.words.contains("shows its ") || question.words.contains("show its "), "{}", question.words);
    // The attributes that it is about are described beside it.
    let described = "return document.querySelector('.descriptions')?.innerText";
    let described = ada.browser.wait_for(described);
    let named = BIRDS.attributes.iter().filter(|name| {
        [format!("shows its {name}"), format!("show its {name}")].iter().any(|said| question.words.contains(said))
    });
    let named: Vec<_> = named.collect();
    assert!(!named.is_empty());
    for name in named {
        assert!(described.as_str().unwrap().contains(&format!("About {name}")), "{described}");
    }
    ada.is_accessible("a question in phrases");
    ada.is_clean(&server, false);
}

#[test]
fn whose_word_counts_can_be_chosen_at_the_start() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.fill_in("Birds", &BIRDS);
    ada.browser.click(".whose summary");
    ada.browser.click("input[name=policy][value=majority]");
    let of = "const field = document.querySelector('.whose input[type=number]'); field.value = arguments[0]";
    ada.browser.script_with(of, &[json!("")]);
    ada.send_form();
    ada.browser.wait_for_text("Say how many people have a say");
    ada.is_accessible("a new exploration for several");
    ada.browser.script_with(of, &[json!(5)]);
    ada.start();
    ada.question();
    let state = ada.state();
    assert_eq!((&state["policy"]["policy"], &state["policy"]["of"]), (&json!("majority"), &json!(5)));
    ada.view("setup");
    assert_eq!(
        ada.browser.script("return document.querySelector('input[name=policy]:checked').value"),
        json!("majority")
    );
    ada.is_clean(&server, false);
}

#[test]
fn an_attribute_is_added_in_the_middle() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    ada.answer(&BIRDS, &question);
    ada.next(&question).unwrap();
    let answered = ada.state()["standing"]["questions"].as_u64().unwrap();
    ada.view("setup");
    ada.browser.type_into(".setup textarea", "glows");
    ada.click_button("Add attributes");
    ada.browser.wait_for_text("1 attribute added.");
    ada.browser.wait_for("return document.querySelector('.setup .grid [data-attribute=glows]')");
    // It goes on with what was known, and what is new is asked about.
    ada.view("question");
    ada.question().unwrap();
    let state = ada.state();
    assert_eq!(state["attributes"].as_array().unwrap().len(), 5);
    assert!(state["standing"]["questions"].as_u64().unwrap() >= answered);
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.browser.wait_for("return document.querySelector('.object-form .row[data-attribute=glows]')");
    ada.is_clean(&server, false);
}

/// By chance, others may settle all that he could be asked: then it is tried anew,
/// with other samples.
#[test]
fn an_expert_for_some_attributes_is_asked_about_those() {
    assert!((0..5).any(|_| is_asked_about_some_attributes()), "ben was asked nothing");
}

/// Whether somebody who knows of some attributes was asked, and about those alone.
fn is_asked_about_some_attributes() -> bool {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.view("people");
    ada.browser.wait_for("return document.querySelector('form.invite')");
    ada.browser.type_into("form.invite input[type=text]", "ben");
    ada.browser.click("form.invite summary");
    ada.browser.click("form.invite input[value=fur]");
    ada.browser.click("form.invite input[value=flies]");
    ada.browser.click("form.invite button[type=submit]");
    let link = ada.browser.wait_for("return document.querySelector('dialog input.link')?.value");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for_text("flies and fur");

    let ben = Expert::guest(link.as_str().unwrap());
    let own: BTreeSet<String> = ["fur", "flies"].map(str::to_owned).into();
    let turn = "const turn = document.querySelector('.question')?.dataset.turn;
        return ['ask', 'wait', 'certified'].includes(turn) && turn";
    let mut asked = 0;
    ada.view("question");
    for _ in 0..30 {
        let turn = ben.browser.wait_for(turn);
        if turn == json!("ask") {
            let question = ben.question().unwrap();
            ben.browser.wait_for_text("You are asked about");
            let all: BTreeSet<String> =
                question.premise.iter().chain(question.conclusion.iter().flatten()).cloned().collect();
            assert!(all.is_subset(&own), "{}", question.words);
            ben.answer(&BIRDS, &question);
            ben.taken(&question);
            asked += 1;
        } else if asked == 0 {
            // What ada has before her may be in the way of all that ben could
            // be asked.
            let Some(question) = ada.question() else { return false };
            ada.answer(&BIRDS, &question);
            ada.taken(&question);
        } else {
            break;
        }
    }
    assert!(asked > 0);
    // The rest is for others, and it is said that it is.
    ben.browser.wait_for_text("You are asked about");
    ada.question().expect("the rest is asked of whoever may be asked everything");
    ben.is_clean(&server, false);
    true
}

#[test]
fn a_part_of_a_question_is_confirmed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let mut question = ada.question().unwrap();
    while ada.browser.script("return Boolean(document.querySelector('[data-answer=partly]'))") == json!(false) {
        ada.answer(&BIRDS, &question);
        question = ada.next(&question).expect("a question with parts");
    }
    // Of what is asked about, or if nothing is to be like that, of the rest.
    let asked = question.conclusion.clone();
    let free = || BIRDS.attributes.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    let parts: BTreeSet<String> = &asked.clone().unwrap_or_else(free) - &question.premise;
    let (kept, denied) = (parts.first().unwrap(), parts.last().unwrap());
    ada.browser.click(".question [data-answer=partly]");
    ada.browser.wait_for("return document.querySelector('.part-form')");
    ada.browser.click(&format!(".part-form [data-attribute={kept}] input"));
    ada.check("I can tell of something");
    ada.browser.wait_for("return document.querySelector('.part-form .object-form')");
    ada.browser.type_into(".part-form .object-form input[type=text]", "kiwi");
    let say = |attribute: &str, value: &str| {
        ada.browser.click(&format!(".part-form .row[data-attribute={attribute}] .option.{value} input"));
    };
    match asked {
        Some(_) => say(denied, "lacks"),
        None => say(kept, "has"),
    }
    ada.is_accessible("a part of a question");
    ada.browser.click(".question form button[type=submit]");
    ada.next(&question);
    let state = ada.state();
    let entries = state["entries"].as_array().unwrap();
    let said = entries.iter().rfind(|entry| entry["kind"] == "answer").unwrap();
    assert_eq!(said["answer"], "partly");
    assert!(state["objects"].as_array().unwrap().iter().any(|object| object["name"] == "kiwi"), "{state}");
    let rules = state["rules"].as_array().unwrap();
    let confirmed =
        |rule: &serde_json::Value| rule["rule"]["conclusion"].as_array().is_some_and(|all| all.contains(&json!(kept)));
    assert!(rules.iter().any(confirmed), "{rules:?}");
    ada.is_clean(&server, false);
}

#[test]
fn a_copy_goes_its_own_way() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    ada.answer(&BIRDS, &question);
    ada.next(&question).unwrap();
    let known = ada.state()["entries"].as_array().unwrap().len();
    ada.browser.click("a.brand");
    ada.click_button("Duplicate");
    ada.browser.wait_for("return document.querySelector('dialog input')?.value === 'Birds (copy)'");
    ada.is_accessible("duplicating");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return location.hash === '#/e/birds-copy'");
    let question = ada.question().unwrap();
    assert_eq!(ada.state()["entries"].as_array().unwrap().len(), known);
    ada.answer(&BIRDS, &question);
    ada.next(&question);
    assert!(ada.state()["entries"].as_array().unwrap().len() > known);
    ada.browser.click("a.brand");
    ada.browser.wait_for("return document.querySelectorAll('.exploration').length === 2");
    ada.browser.script("location.hash = '#/e/birds'");
    ada.question();
    assert_eq!(ada.state()["entries"].as_array().unwrap().len(), known, "the first one is as it was");

    // What is put away can be taken out again.
    ada.browser.click("a.brand");
    ada.click_button("Archive");
    ada.browser.wait_for_text("Archived (1)");
    ada.browser.click(".archive summary");
    ada.click_button("Unarchive");
    ada.browser.wait_for("return !document.querySelector('.archive')");
    ada.is_clean(&server, false);
}

#[test]
fn rules_are_searched_and_told_in_every_form() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.explore(&BIRDS);

    // Where it stands is drawn, and said.
    let label = ada.browser.script("return document.querySelector('svg.fall').getAttribute('aria-label')");
    let label = label.as_str().unwrap();
    let wanted = format!("{}% is wanted", hornbook_explore::USUAL_EPSILON * 100.0);
    assert!(label.contains("fell from") && label.contains(&wanted), "{label}");

    ada.view("rules");
    let shown = || ada.browser.script("return document.querySelectorAll('.rule').length");
    let all = shown();
    let rules = ada.state()["rules"].clone();
    let with = |name: &str| {
        let premise = |rule: &&serde_json::Value| rule["rule"]["premise"].as_array().unwrap().contains(&json!(name));
        rules.as_array().unwrap().iter().filter(premise).count()
    };
    assert_eq!(all, json!(rules.as_array().unwrap().len()));
    let choose = "const [select, value] = arguments; const field = document.querySelectorAll('.tools select')[select];
        field.value = value; field.dispatchEvent(new Event('change'))";
    ada.browser.script_with(choose, &[json!(0), json!("feathers")]);
    ada.browser.script_with(choose, &[json!(1), json!("premise")]);
    assert_eq!(shown(), json!(with("feathers")));
    assert!(shown() != json!(0) && shown() != all);
    ada.browser.script_with(choose, &[json!(0), json!("")]);
    ada.browser.script_with(choose, &[json!(2), json!("seen")]);
    let seen = rules.as_array().unwrap().iter().filter(|rule| rule["support"] != 0).count();
    assert_eq!(shown(), json!(seen));
    ada.browser.script_with(choose, &[json!(2), json!("unseen")]);
    assert_eq!(shown(), json!(rules.as_array().unwrap().len() - seen));
    ada.browser.script_with(choose, &[json!(2), json!("")]);
    ada.browser.type_into("input[aria-label='Search rules']", "swims");
    ada.browser.wait_for("return document.querySelectorAll('.rule').length === 1");

    // The report has all of them, and the certificate.
    let words: Vec<String> =
        rules.as_array().unwrap().iter().map(|rule| rule["words"].as_str().unwrap().to_owned()).collect();
    ada.browser.open(&format!("{}/e/birds/report", server.address));
    let report = ada.browser.wait_for("return document.body.innerText");
    for rule in &words {
        assert!(report.as_str().unwrap().contains(rule.trim_end_matches('.')), "{rule} is not in {report}");
    }
    assert!(report.as_str().unwrap().contains("Certified"), "{report}");
    ada.is_accessible("the report");
}

#[test]
fn how_one_speaks_is_guessed_shown_and_corrected_while_attributes_are_typed() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    ada.browser.click("a[href='#/new']");
    ada.browser.wait_for("return document.querySelector('#attributes')");
    ada.browser.type_into("#title", "Tools");
    ada.browser.type_into(".wording input", "a kitchen tool");
    ada.browser.type_into("#attributes", "blade\nsharp\nheats food");
    ada.browser.wait_for_text("Is there a kitchen tool that is sharp and heats food?");
    ada.browser.wait_for_text("If a kitchen tool is sharp, does it always heat food?");
    ada.browser.click(".phrases summary");
    ada.browser
        .wait_for("return document.querySelector('select[aria-label=\"How one says blade\"]')?.value === 'guess'");
    ada.is_accessible("sample questions");
    // Another phrase is chosen, and sounds at once.
    ada.browser.script(
        "const select = document.querySelector('select[aria-label=\"How one says sharp\"]'); select.value = 'name';
         select.dispatchEvent(new Event('change', { bubbles: true }))",
    );
    ada.browser.wait_for_text("Is there a kitchen tool with both: sharp, heats food?");
    ada.browser.type_into("input[aria-label='Phrase of blade']", "has a cutting edge");
    ada.browser.wait_for("return document.querySelector('select[aria-label=\"How one says blade\"]')?.value === 'own'");
    ada.start();
    ada.browser.wait_for("return document.querySelector('.question h1')");
    let state = ada.state();
    assert_eq!(state["wording"]["noun"], json!("a kitchen tool"));
    let phrases: Vec<_> = state["attributes"].as_array().unwrap().iter().map(|one| one["phrase"].clone()).collect();
    assert_eq!(phrases, [json!("has a cutting edge"), json!(""), json!("heats food")]);
    // Noun and language are changed later, and so are the words on the answers.
    ada.view("setup");
    ada.browser.wait_for("return document.querySelector('.setup .wording select option[value=de]')");
    ada.browser.script(
        "const language = document.querySelector('.setup .wording select'); language.value = 'de';
         language.dispatchEvent(new Event('change', { bubbles: true }))",
    );
    ada.click_button("Save how questions are put");
    ada.browser.wait_for_text("this is how questions are put");
    ada.browser
        .wait_for("return document.querySelector('.setup .wording .hint').textContent.startsWith('Mit Artikel')");
    assert_eq!(ada.state()["wording"]["answers"]["rule"]["holds"], json!("Ja, immer"));
    ada.is_clean(&server, false);
}
