//! How people are asked: for things first, in forms filled in beforehand, about lists
//! of rules, and what is measured of it.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::page::{BIRDS, Domain, Expert, Server};

/// With rules that many things bear out.
const ANIMALS: Domain = Domain {
    attributes: &["feathers", "flies", "swims", "fur", "milk", "eggs"],
    objects: &[
        ("duck", &["feathers", "flies", "swims", "eggs"]),
        ("eagle", &["feathers", "flies", "eggs"]),
        ("penguin", &["feathers", "swims", "eggs"]),
        ("ostrich", &["feathers", "eggs"]),
        ("bat", &["fur", "flies", "milk"]),
        ("otter", &["fur", "swims", "milk"]),
        ("mole", &["fur", "milk"]),
        ("carp", &["swims", "eggs"]),
        ("wasp", &["flies", "eggs"]),
        ("stone", &[]),
        ("platypus", &["fur", "swims", "milk", "eggs"]),
    ],
};

/// What was measured of an entry, and what the entry says.
fn measured(server: &Server, name: &str) -> Vec<Value> {
    let journal = std::fs::read_to_string(server.journal(name)).unwrap();
    journal.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Posts something as whoever is signed in.
pub fn post(expert: &Expert, path: &str, body: &Value) -> Value {
    let script = "const session = await (await fetch('/api/session')).json();
        const headers = { 'Content-Type': 'application/json', 'X-Hornbook-Csrf': session.csrf };
        const answer = await fetch(arguments[0], { method: 'POST', headers, body: JSON.stringify(arguments[1]) });
        if (!answer.ok) throw new Error(await answer.text());
        return answer.json()";
    expert.browser.script_with(script, &[json!(path), body.clone()])
}

/// Begins an exploration of which all things are known, and opens it.
fn with_all_things(expert: &Expert) -> String {
    expert.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    let attributes: Vec<Value> = ANIMALS.attributes.iter().map(|name| json!({ "name": name })).collect();
    let body = json!({ "title": "Animals", "attributes": attributes, "seed": 1 });
    let name = post(expert, "/api/explorations", &body)["name"].as_str().unwrap().to_owned();
    for (object, has) in ANIMALS.objects {
        let lacks: Vec<&&str> = ANIMALS.attributes.iter().filter(|name| !has.contains(name)).collect();
        let object = json!({ "request": object, "object": { "name": object, "has": has, "lacks": lacks } });
        post(expert, &format!("/api/e/{name}/objects"), &object);
    }
    expert.browser.script_with("location.hash = `#/e/${arguments[0]}`", &[json!(name)]);
    wait_for_turn(expert, "describe");
    name
}

fn wait_for_turn(expert: &Expert, turn: &str) {
    let script = format!("return document.querySelector('.question')?.dataset.turn === {}", json!(turn));
    expert.browser.wait_for(&script);
}

/// Answers single questions truly until there is a list.
fn until_list(expert: &Expert) {
    let asked = "const card = document.querySelector('.question');
        return ['ask', 'check'].includes(card?.dataset.turn) && card.dataset.turn";
    while expert.browser.wait_for(asked) == json!("ask") {
        let question = expert.question().unwrap();
        expert.answer(&ANIMALS, &question);
        expert.browser.wait_for(&format!(
            "const card = document.querySelector('.question'); return ['ask', 'check'].includes(card.dataset.turn)
             && card.querySelector('h1').textContent !== {}",
            json!(question.words)
        ));
    }
}

/// The values in a form with how each came about, as `swims: no (guess)`.
fn values(expert: &Expert) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.object-form .row')].map(row =>
        `${row.dataset.attribute}: ${row.querySelector('input:checked').value} (${row.querySelector('.mark').textContent})`)";
    let rows = expert.browser.script(script);
    rows.as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect()
}

fn pick(expert: &Expert, attribute: &str, value: &str) {
    let script = "document.querySelector(`.object-form .row[data-attribute=\"${arguments[0]}\"] .option.${arguments[1]} input`).click()";
    expert.browser.script_with(script, &[json!(attribute), json!(value)]);
}

#[test]
fn things_are_named_before_anything_is_asked() {
    let server = Server::asking(&[]);
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    wait_for_turn(&ada, "describe");
    ada.browser.wait_for_text("Name something of your domain");
    ada.browser.wait_for_text("something that has feathers");
    ada.is_accessible("things first");
    ada.describe(&BIRDS, "duck", &["feathers", "flies", "swims"]);
    ada.browser.press(&["\u{e007}"]);
    ada.browser.wait_for_text("1 thing is named so far.");
    ada.browser.wait_for_text("Name something unlike those you named");
    ada.browser.wait_for_text("something that does not fly");

    // The next is filled in with what is likely once something is told of it, and says so;
    // nothing is recorded.
    ada.browser.type_into(".object-form input[type=text]", "penguin");
    pick(&ada, "feathers", "has");
    ada.browser.wait_for_text("Guesses are marked; what you leave as it is you confirm with Save.");
    assert_eq!(values(&ada), ["feathers: has ()", "flies: has (guess)", "swims: has (guess)", "fur: lacks (guess)"]);
    ada.is_accessible("guesses");
    assert_eq!(ada.state()["objects"].as_array().unwrap().len(), 1);
    // One guess is wrong, and one is not known.
    pick(&ada, "flies", "lacks");
    pick(&ada, "fur", "unknown");
    ada.browser.wait_for("return document.querySelector('[data-attribute=fur]').dataset.mark === ''");
    sleep(Duration::from_millis(600));
    assert!(values(&ada).contains(&"fur: unknown ()".to_owned()), "{:?}", values(&ada));
    ada.browser.click(".question form button[type=submit]");
    ada.browser.wait_for_text("2 things are named so far.");
    let told = measured(&server, "birds").into_iter().rfind(|entry| entry["kind"] == "object").unwrap();
    assert_eq!(told["object"]["name"], "penguin", "{told}");
    assert_eq!((&told["object"]["has"], &told["object"]["lacks"]), (&json!(["feathers", "swims"]), &json!(["flies"])));
    assert!(told["took"]["seconds"].as_f64().unwrap() > 0.0, "{told}");
    assert_eq!((&told["took"]["guessed"], &told["took"]["corrected"]), (&json!(3), &json!(2)), "{told}");

    // Guesses alone are nobody's word.
    ada.browser.wait_for("return document.querySelector('[data-mark=guess]')");
    ada.browser.click(".question form button[type=submit]");
    ada.browser.wait_for_text("Say what it is called, or what it has.");
    assert_eq!(ada.state()["objects"].as_array().unwrap().len(), 2);

    // The person says when it is enough; the tab remembers it.
    ada.click_button("That’s all, ask me");
    ada.question().unwrap();
    ada.browser.reload();
    ada.question().unwrap();
    ada.is_clean(&server, false);
}

#[test]
fn what_is_certain_is_told_from_what_is_guessed() {
    let server = Server::asking(&[]);
    let ada = Expert::owner(&server);
    let name = with_all_things(&ada);
    let rule = json!({ "premise": ["feathers"], "conclusion": ["eggs"] });
    post(&ada, &format!("/api/e/{name}/answers"), &json!({ "request": "rule", "question": rule, "answer": "holds" }));
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.browser.wait_for("return document.querySelector('dialog .object-form')");
    pick(&ada, "feathers", "has");
    let certain = "return document.querySelector('[data-attribute=eggs]').dataset.mark === 'follows'";
    ada.browser.wait_for(certain);
    assert!(values(&ada).contains(&"eggs: has (certain)".to_owned()), "{:?}", values(&ada));
    assert!(values(&ada).contains(&"fur: lacks (guess)".to_owned()), "{:?}", values(&ada));
    ada.is_accessible("certain and guessed");
    // All guesses can be put aside; what is certain stays.
    ada.click_button("Clear guesses");
    ada.browser.wait_for("return !document.querySelector('[data-mark=guess]')");
    assert!(values(&ada).contains(&"eggs: has (certain)".to_owned()), "{:?}", values(&ada));
    ada.browser.type_into("dialog .object-form input[type=text]", "goose");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    let told = measured(&server, &name).into_iter().rfind(|entry| entry["kind"] == "object").unwrap();
    assert_eq!(
        (&told["object"]["has"], told["object"]["lacks"].as_array().map_or(0, Vec::len)),
        (&json!(["feathers"]), 0)
    );
    ada.is_clean(&server, false);
}

#[test]
fn a_list_is_ticked_and_refuted_in_place() {
    let server = Server::asking(&["--controls", "0"]);
    let ada = Expert::owner(&server);
    let name = with_all_things(&ada);
    ada.click_button("That’s all, ask me");
    until_list(&ada);
    ada.is_accessible("a list of rules");
    // Nothing is sent before something is answered.
    ada.browser.click(".question form button.primary");
    ada.browser.wait_for_text("Nothing is answered yet");
    // The first is ticked with the keyboard, the last refuted in place.
    ada.browser.script("document.querySelector('.checked .option.none input').focus()");
    ada.browser.press(&["\u{e014}"]);
    assert_eq!(ada.browser.script("return document.querySelector('.checked').dataset.choice"), json!("holds"));
    ada.browser
        .script("[...document.querySelectorAll('.checked')].at(-1).querySelector('.option.refuted input').click()");
    ada.browser.wait_for("return document.querySelector('.checked .object-form')");
    ada.browser.type_into(".checked .object-form input[type=text]", "chimera");
    ada.browser.script(crate::LACK_ALL);
    // Nothing else is known of it.
    let guessed =
        "const button = [...document.querySelectorAll('button')].find(one => one.textContent === 'Clear guesses');
        if (button && !button.hidden) button.click(); return Boolean(button)";
    sleep(Duration::from_millis(600));
    ada.browser.wait_for(guessed);
    ada.browser.wait_for_text("Send 2 answers");
    ada.is_accessible("an exception within a list");
    ada.browser.click(".question form button.primary");
    ada.browser.wait_for("return document.querySelector('.views [data-view=objects]').textContent.includes('12')");
    let said = measured(&server, &name);
    let listed: Vec<&Value> = said.iter().filter(|entry| entry["took"]["together"].as_u64() == Some(2)).collect();
    assert_eq!(listed.len(), 2, "{said:?}");
    assert!(listed.iter().any(|entry| entry["answer"] == "holds"), "{listed:?}");
    assert!(listed.iter().any(|entry| entry["object"]["name"] == "chimera"), "{listed:?}");

    ada.is_clean(&server, false);
}

#[test]
fn rules_are_asked_one_by_one_if_that_is_wanted() {
    let server = Server::asking(&["--controls", "0"]);
    let ada = Expert::owner(&server);
    with_all_things(&ada);
    ada.click_button("That’s all, ask me");
    until_list(&ada);
    ada.click_button("Ask me one by one");
    wait_for_turn(&ada, "ask");
    ada.browser.reload();
    wait_for_turn(&ada, "ask");
    ada.click_button("Show lists again");
    wait_for_turn(&ada, "check");
    ada.is_clean(&server, false);
}

#[test]
fn a_tick_at_a_rule_known_to_be_false_is_noticed() {
    let server = Server::asking(&["--controls", "1.0"]);
    let ada = Expert::owner(&server);
    let name = with_all_things(&ada);
    ada.click_button("That’s all, ask me");
    until_list(&ada);
    ada.browser.script("for (const box of document.querySelectorAll('.checked .option.holds input')) box.click()");
    ada.browser.click(".question form button.primary");
    wait_for_turn(&ada, "missed");
    ada.browser.wait_for_text("known to be false:");
    ada.browser.wait_for_text("breaks it)");
    ada.browser.wait_for_text("Please look at your ticks again");
    ada.is_accessible("a tick that was wrong");
    let said = measured(&server, &name);
    let missed = |entry: &&Value| entry["kind"] == "control" && entry["noticed"] == false;
    assert!(said.iter().filter(missed).count() > 0, "{said:?}");
    // Keys do not answer a question that is not shown.
    let answers = || measured(&server, &name).iter().filter(|entry| entry["kind"] == "answer").count();
    let before = answers();
    ada.browser.press(&["y", "n", "u"]);
    sleep(Duration::from_millis(500));
    assert_eq!(answers(), before);
    ada.browser.click("[data-take-back]");
    ada.browser.wait_for_text("The answers to that list were taken back.");
    // What it was about is asked again.
    ada.browser.wait_for("return ['ask', 'check'].includes(document.querySelector('.question')?.dataset.turn)");
    let answers = ada.state()["entries"].clone();
    let gone = answers.as_array().unwrap().iter().filter(|entry| entry["counts"] == false).count();
    assert!(gone > 1, "{answers}");
    ada.is_clean(&server, false);
}

#[test]
fn time_in_which_the_page_cannot_be_seen_does_not_count() {
    let server = Server::asking(&[]);
    let ada = Expert::owner(&server);
    let started = Instant::now();
    ada.create("Birds", &BIRDS);
    wait_for_turn(&ada, "describe");
    let show = "Object.defineProperty(document, 'visibilityState', { value: arguments[0], configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))";
    ada.browser.script_with(show, &[json!("hidden")]);
    let hidden = Duration::from_secs(4);
    sleep(hidden);
    ada.browser.script_with(show, &[json!("visible")]);
    ada.describe(&BIRDS, "duck", &["feathers", "flies", "swims"]);
    ada.browser.click(".question form button[type=submit]");
    ada.browser.wait_for_text("1 thing is named so far.");
    let all = started.elapsed().as_secs_f64();
    let told = measured(&server, "birds").into_iter().find(|entry| entry["kind"] == "object").unwrap();
    let seconds = told["took"]["seconds"].as_f64().unwrap();
    assert!(seconds > 0.0 && seconds <= all - hidden.as_secs_f64() + 0.1, "{seconds} of {all}");

    // An answer is measured, too.
    ada.click_button("That’s all, ask me");
    let question = ada.question().unwrap();
    ada.answer(&BIRDS, &question);
    ada.taken(&question);
    let answered = measured(&server, "birds").into_iter().find(|entry| entry["kind"] == "answer").unwrap();
    assert!(answered["took"]["seconds"].as_f64().unwrap() > 0.0, "{answered}");
}

#[test]
fn what_the_certificate_is_about_is_chosen_at_the_start_and_later() {
    let server = Server::asking(&[]);
    let ada = Expert::owner(&server);
    ada.fill_in("Birds", &BIRDS);
    ada.browser.wait_for_text("What the certificate is about: things like those named, and any few attributes");
    ada.browser.click("details.about summary");
    ada.browser.wait_for_text("It flies and has fins");
    ada.is_accessible("what a certificate is about");
    ada.browser.click("details.about input[value=short]");
    ada.browser.wait_for_text("What the certificate is about: any few attributes");
    ada.start();
    wait_for_turn(&ada, "describe");
    assert_eq!(ada.state()["accuracy"]["distribution"], "short");
    assert_eq!(ada.state()["accuracy"]["epsilon"], json!(hornbook_explore::USUAL_EPSILON));
    ada.view("setup");
    ada.browser.wait_for("return document.querySelector('.setup input[value=short]:checked')");
    ada.is_accessible("the setup");
    ada.browser.click(".setup input[value=described]");
    ada.click_button("Save what it is about");
    ada.browser.wait_for_text("From now on, this is what the certificate is about.");
    assert_eq!(ada.state()["accuracy"]["distribution"], "described");
    ada.is_clean(&server, false);
}
