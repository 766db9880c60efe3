//! How much the page loads, what an answer brings, and how long both take.
#![allow(clippy::print_stdout)]

use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::page::{BIRDS, Expert, Server};

/// As many bytes may come until the first question of a small exploration is shown.
const MAX_FIRST_LOAD: u64 = 150_000;

#[test]
fn the_first_load_is_light() {
    let server = Server::start();
    Expert::owner(&server).create("Birds", &BIRDS);
    // A browser that has nothing of it yet.
    let ada = Expert::owner(&server);
    ada.open_exploration("birds");
    // The worker's script is loaded by nobody's page, so it is counted by itself.
    ada.browser.script(
        "return fetch('/stream-worker.js', { cache: 'no-store' }).then((file) => file.text()).then(() => true)",
    );
    let mut received = ada.browser.received();
    received.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let total: u64 = received.iter().map(|(_, bytes)| bytes).sum();
    for file in ["/page.js", "/page.css", "/stream-worker.js", "/api/session", "/api/e/birds"] {
        assert!(received.iter().any(|(address, bytes)| address.contains(file) && *bytes > 0), "{file}: {received:#?}");
    }
    println!("{total} bytes in {} responses", received.len());
    assert!(total < MAX_FIRST_LOAD, "{total} bytes: {received:#?}");
}

/// Something to measure.
struct Case {
    name: &'static str,
    /// A table to begin with, or a list of attributes.
    table: String,
    /// How many pairs of attributes are said to exclude each other.
    rules: usize,
    /// How questions are answered.
    answer: &'static str,
}

/// Numbers that are the same in every run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *state >> 33
}

/// A table of random things, each with a share of the attributes.
fn random_table(attributes: usize, rows: usize, one_in: u64) -> String {
    let mut table = String::from("name");
    (0..attributes).for_each(|column| table.push_str(&format!(",a{column}")));
    let mut state = 7;
    for row in 0..rows {
        table.push_str(&format!("\nthing {row}"));
        for _ in 0..attributes {
            table.push_str(if random(&mut state).is_multiple_of(one_in) { ",yes" } else { ",no" });
        }
    }
    table + "\n"
}

/// Those who were on board of the Titanic: class, sex, age, and how many of them died and
/// survived.
const TITANIC: [(&str, &str, &str, usize, usize); 14] = [
    ("1st", "male", "child", 0, 5),
    ("1st", "male", "adult", 118, 57),
    ("1st", "female", "child", 0, 1),
    ("1st", "female", "adult", 4, 140),
    ("2nd", "male", "child", 0, 11),
    ("2nd", "male", "adult", 154, 14),
    ("2nd", "female", "child", 0, 13),
    ("2nd", "female", "adult", 13, 80),
    ("3rd", "male", "child", 35, 13),
    ("3rd", "male", "adult", 387, 75),
    ("3rd", "female", "child", 17, 14),
    ("3rd", "female", "adult", 89, 76),
    ("crew", "male", "adult", 670, 192),
    ("crew", "female", "adult", 3, 20),
];

fn titanic() -> String {
    let mut table = String::from("class,sex,age,survived\n");
    for (class, sex, age, died, survived) in TITANIC {
        let row = |survived: &str| format!("{class},{sex},{age},{survived}\n");
        table.push_str(&row("no").repeat(died));
        table.push_str(&row("yes").repeat(survived));
    }
    table
}

/// Begins an exploration of a table, and says that pairs of its attributes exclude each
/// other.
const BEGIN: &str = "
    return (async ([title, table, rules]) => {
        const { csrf } = await (await fetch('/api/session')).json();
        const post = async (path, kind, body) => {
            const answer = await fetch(path, { method: 'POST', headers: { 'X-Hornbook-Csrf': csrf, 'Content-Type': kind }, body });
            if (!answer.ok) throw new Error(await answer.text());
            return answer.json();
        };
        const { name } = await post(`/api/explorations/table?file=t.csv&title=${title}`, 'application/octet-stream', table);
        const { attributes } = await (await fetch(`/api/e/${name}`)).json();
        const pairs = attributes.flatMap((a, at) => attributes.slice(at + 1).map((b) => [a.name, b.name])).slice(0, rules);
        for (let at = 0; at < pairs.length; at += 100) {
            const answers = pairs.slice(at, at + 100).map((premise) => ({ question: { premise, impossible: true }, answer: 'holds' }));
            await post(`/api/e/${name}/lists`, 'application/json', JSON.stringify({ request: `rules-${at}`, answers }));
        }
        return name;
    })(arguments)";

/// Notes when the first question is shown.
const NOTE_FIRST: &str = "
    new MutationObserver((_, observer) => {
        if (!document.querySelector('.question[data-turn=ask]')) return;
        observer.disconnect();
        requestAnimationFrame(() => { window.firstQuestion = performance.now(); });
    }).observe(document, { subtree: true, childList: true, attributes: true });";

/// Answers the question by a key, and tells after how many milliseconds the next one
/// is drawn; nothing if there is none.
const ANSWER: &str = "
    const [answer] = arguments;
    return new Promise((done) => {
        const card = document.querySelector('.question');
        const before = card.querySelector('h1').textContent;
        const key = card.querySelector(`[data-answer=${answer}] kbd`).textContent;
        const started = performance.now();
        const look = () => {
            if (card.dataset.turn === 'certified') done(null);
            else if (card.dataset.turn === 'ask' && card.querySelector('h1').textContent !== before) done(performance.now() - started);
            else requestAnimationFrame(look);
        };
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        look();
    })";

/// Opens the diagram, or chooses how many concepts it has at most; after how many
/// milliseconds it is drawn, and how many there are then.
const DRAW: &str = "
    const [most] = arguments;
    return new Promise((done) => {
        const concepts = () => document.querySelectorAll('.lattice .concept').length;
        const before = concepts();
        const began = performance.now();
        if (most) {
            const field = [...document.querySelectorAll('.diagram-choice select')][0];
            field.value = most;
            field.dispatchEvent(new Event('change'));
        } else document.querySelector('.views a[data-view=diagram]').click();
        const look = () => {
            if (concepts() !== before || performance.now() - began > 20000) done([performance.now() - began, concepts()]);
            else requestAnimationFrame(look);
        };
        look();
    })";

/// So many questions are answered in each case.
const ANSWERS: usize = 30;

#[test]
#[ignore = "it measures, and checks nothing: see docs/performance.md"]
fn measure_the_page() {
    let zoo = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv")).unwrap();
    let cases = [
        Case { name: "titanic", table: titanic(), rules: 0, answer: "unknown" },
        Case { name: "zoo", table: zoo, rules: 0, answer: "holds" },
        Case { name: "attributes-64", table: random_table(64, 100, 4), rules: 0, answer: "holds" },
        Case { name: "attributes-300", table: random_table(300, 100, 4), rules: 0, answer: "holds" },
        Case { name: "rules-2000", table: random_table(64, 1, 100), rules: 2000, answer: "holds" },
    ];
    let wanted = std::env::var("CASE").ok();
    for case in cases.iter().filter(|case| wanted.as_deref().is_none_or(|wanted| wanted == case.name)) {
        measure(case);
    }
}

fn measure(case: &Case) {
    let server = Server::start();
    let ada = Expert::owner(&server);
    let browser = &ada.browser;
    browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    let name = browser.script_with(BEGIN, &[json!(case.name), json!(case.table), json!(case.rules)]);
    let name = name.as_str().unwrap();
    let whole = browser.script(&format!("return fetch('/api/e/{name}').then((r) => r.text()).then((t) => t.length)"));
    browser.devtools("Network.setCacheDisabled", &json!({ "cacheDisabled": true }));
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": NOTE_FIRST }));
    browser.script(&format!("location.hash = '#/e/{name}'"));
    ada.question();
    browser.received();
    browser.reload();
    let first = browser.wait_for("return window.firstQuestion");
    let paint = browser.wait_for("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime");
    sleep(Duration::from_millis(500));
    let loaded: u64 = browser.received().iter().map(|(_, bytes)| bytes).sum();
    let mut times: Vec<f64> = Vec::new();
    while times.len() < ANSWERS {
        match browser.script_with(ANSWER, &[json!(case.answer)]).as_f64() {
            Some(time) => times.push(time),
            None => break,
        }
    }
    // What the stream told of is fetched by then.
    sleep(Duration::from_millis(500));
    let received = browser.received();
    let answers = received.iter().filter(|(address, _)| address.contains("/api/e/"));
    let bytes = answers.map(|(_, bytes)| bytes).sum::<u64>() / times.len().max(1) as u64;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    let drawn = browser.script_with(DRAW, &[]);
    // What has many more is opened with the first 100 of them.
    let more = (drawn[1] == json!(100)).then(|| browser.script_with(DRAW, &[json!(300)]));
    let diagram = |drawn: &Value| format!("{} concepts in {:.0} ms", drawn[1], drawn[0].as_f64().unwrap_or(0.0));
    println!(
        "{}: first paint {:.0} ms, first question {:.0} ms, {loaded} bytes loaded; {} answers: next question p50 {:.0} ms, \
         p95 {:.0} ms, {bytes} bytes each, whole state {whole} bytes; diagram of {}{}",
        case.name,
        paint.as_f64().unwrap_or(0.0),
        first.as_f64().unwrap_or(0.0),
        times.len(),
        at(0.5),
        at(0.95),
        diagram(&drawn),
        more.as_ref().map_or_else(String::new, |more| format!(", then of {}", diagram(more))),
    );
}
