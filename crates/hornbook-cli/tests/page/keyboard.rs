//! A whole exploration with the keyboard alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::page::{Expert, Server};

/// Keys, as WebDriver names them.
const ENTER: &str = "\u{E007}";
const TAB: &str = "\u{E004}";
const RIGHT: &str = "\u{E014}";

/// What somebody knows: the animals of Zoo, by what they are or are not.
struct Zoo {
    attributes: Vec<String>,
    animals: Vec<(String, BTreeSet<String>)>,
}

fn zoo() -> Zoo {
    let table = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv")).unwrap();
    let mut lines = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let rows: Vec<Vec<&str>> = lines.collect();
    let is_attribute = |column: &usize| rows.iter().all(|row| ["TRUE", "FALSE"].contains(&row[*column]));
    let columns: Vec<usize> = (1..header.len()).filter(is_attribute).collect();
    let has = |row: &[&str]| {
        columns.iter().filter(|column| row[**column] == "TRUE").map(|column| header[*column].to_owned()).collect()
    };
    Zoo {
        attributes: columns.iter().map(|column| header[*column].to_owned()).collect(),
        animals: rows.iter().map(|row| (row[0].to_owned(), has(row))).collect(),
    }
}

impl Zoo {
    /// An animal that speaks against a rule.
    fn exception(&self, rule: &Value) -> Option<&(String, BTreeSet<String>)> {
        let names = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
        };
        let (premise, conclusion) = (names(&rule["premise"]), names(&rule["conclusion"]));
        let has = |animal: &BTreeSet<String>, all: &[String]| all.iter().all(|name| animal.contains(name));
        let breaks = |animal: &BTreeSet<String>| {
            has(animal, &premise) && (rule["impossible"] == true || !has(animal, &conclusion))
        };
        self.animals.iter().find(|(_, animal)| breaks(animal))
    }
}

/// Somebody who has no mouse.
struct Typist {
    expert: Expert,
}

impl Typist {
    fn press(&self, key: &str) {
        self.expert.browser.press(&[key]);
    }

    fn type_text(&self, text: &str) {
        let letters: Vec<String> = text.chars().map(|letter| letter.to_string()).collect();
        let letters: Vec<&str> = letters.iter().map(|letter| if letter == "\n" { ENTER } else { letter }).collect();
        self.expert.browser.press(&letters);
    }

    /// Presses the tab key until what has the focus fits a selector.
    fn tab_to(&self, selector: &str) {
        let is_there = format!("return document.activeElement.matches({})", json!(selector));
        for _ in 0..200 {
            if self.expert.browser.script(&is_there) == json!(true) {
                return;
            }
            self.press(TAB);
        }
        panic!("the tab key does not lead to {selector}");
    }

    /// Begins an exploration of these attributes.
    fn begin(&self, title: &str, attributes: &[String]) {
        self.expert.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
        self.press("c");
        self.expert.browser.wait_for("return document.querySelector('#attributes')");
        self.tab_to("#title");
        self.type_text(title);
        self.tab_to("#attributes");
        self.type_text(&attributes.join("\n"));
        self.tab_to("form.create button[type=submit]");
        self.press(ENTER);
        self.expert.browser.wait_for("return location.hash.startsWith('#/e/')");
    }

    /// The heading of the question that is shown; nothing at the end.
    fn asked(&self, before: &str) -> Option<String> {
        let shown = self.expert.browser.wait_for(&format!(
            "const card = document.querySelector('.question'); const words = card?.querySelector('h1')?.textContent;
             return card?.dataset.turn === 'certified' ? 'certified' : card?.dataset.turn === 'ask' && words !== {} && words",
            json!(before)
        ));
        Some(shown.as_str().unwrap().to_owned()).filter(|words| words != "certified")
    }

    /// Answers with the key that is shown for it.
    fn answer(&self, kind: &str) {
        let key = format!("return document.querySelector('.question [data-answer={kind}] kbd').textContent");
        self.press(self.expert.browser.wait_for(&key).as_str().unwrap());
    }

    /// Fills in the form about an animal, from its name down to its last attribute.
    fn describe(&self, (name, has): &(String, BTreeSet<String>)) {
        let browser = &self.expert.browser;
        browser.wait_for("return document.activeElement.matches('.object-form input[type=text]')");
        self.type_text(name);
        let rows = browser.script("return document.querySelectorAll('.object-form .row').length").as_u64().unwrap();
        let mut said = BTreeMap::new();
        while said.len() < rows as usize {
            self.press(TAB);
            let row = browser.script(
                "const row = document.activeElement.closest('.object-form .row');
                 return row && [row.dataset.attribute, document.activeElement.value, row.dataset.mark]",
            );
            assert!(
                browser.script("return Boolean(document.querySelector('.object-form'))") == json!(true),
                "{said:?}"
            );
            let Some(attribute) = row[0].as_str() else { continue };
            let values = ["has", "lacks", "unknown"];
            let place = |value: &str| values.iter().position(|one| *one == value).unwrap();
            let wanted = if has.contains(attribute) { "has" } else { "lacks" };
            let steps = (3 + place(wanted) - place(row[1].as_str().unwrap())) % 3;
            // A guess that is right is made one's own by going around once.
            let steps = if steps == 0 && row[2] == "guess" { 3 } else { steps };
            browser.press(&vec![RIGHT; steps]);
            said.insert(attribute.to_owned(), wanted);
        }
        self.press(ENTER);
    }
}

/// Takes up in the page what changed since it was last called, by the page's own
/// module, and says whether that is the whole state.
const FOLLOW: &str = "
    return (async () => {
        const { following, since } = await import('/state.js');
        const path = '/api' + location.hash.slice(1).split('/').slice(0, 3).join('/') + '?lists=false';
        const fetched = async (path) => (await fetch(path)).json();
        window.held = following(window.held ?? null, await fetched(path + since(window.held ?? null)));
        const whole = await fetched(path);
        const names = (state) => Object.keys(state).sort();
        const same = names(whole).every((name) => JSON.stringify(whole[name]) === JSON.stringify(window.held[name]));
        return whole.tag !== window.held.tag || same && names(whole).join() === names(window.held).join();
    })()";

#[test]
fn from_a_typed_list_to_the_certificate_by_keyboard_alone() {
    let server = Server::start();
    let typist = Typist { expert: Expert::owner(&server) };
    let browser = &typist.expert.browser;
    browser.script("window.touched = 0; addEventListener('pointerdown', () => { window.touched += 1; }, true)");
    let zoo = zoo();
    typist.begin("Animals", &zoo.attributes);
    let (mut answered, mut words) = (0, String::new());
    while let Some(asked) = typist.asked(&words) {
        let state = typist.expert.state();
        assert_eq!(state["turn"]["kind"], "ask", "{state}");
        match zoo.exception(&state["turn"]["question"]) {
            None => typist.answer("holds"),
            Some(animal) => {
                typist.answer("refuted");
                typist.describe(animal);
            }
        }
        words = asked;
        answered += 1;
        assert!(answered < 300, "it does not end: {words}");
        if answered % 10 == 0 {
            assert_eq!(browser.script(FOLLOW), json!(true), "after {answered} answers");
        }
    }
    assert!(answered >= 60, "it took {answered} answers");
    let state = typist.expert.state();
    assert!(
        state["certified"]["epsilon"].as_f64().unwrap() <= hornbook_explore::USUAL_EPSILON,
        "{}",
        state["certified"]
    );
    assert_eq!(browser.script("return window.touched"), json!(0), "nothing was clicked");
    typist.expert.is_clean(&server, false);
}
