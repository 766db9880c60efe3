//! Rules and answers as rows, however many; and where it stands.

use std::path::Path;

use hornbook::{AttrSet, Implication};
use hornbook_explore::{Exploration, Response, Start};
use serde_json::{Value, json};

use crate::page::{BIRDS, Expert, Server};

/// Begins an exploration of so many attributes in which these rules were confirmed.
fn confirmed(folder: &Path, attributes: usize, rules: impl IntoIterator<Item = Implication>) {
    let names: Vec<String> = (0..attributes).map(|number| format!("attribute {number:03}")).collect();
    let start = Start::attributes(names).title("Many rules");
    let mut exploration = Exploration::create(&folder.join("many.journal"), start).unwrap();
    for rule in rules {
        exploration.answer(Some("ada"), &rule, Response::Holds).unwrap();
    }
}

/// Pairs of attributes, each with a third that follows, no rule following from others.
fn pairs(attributes: usize) -> impl Iterator<Item = Implication> {
    let pairs = (0..attributes).flat_map(move |one| (one + 1..attributes - 1).map(move |other| (one, other)));
    pairs.map(move |(one, other)| {
        Implication::new(AttrSet::of(attributes, [one, other]), AttrSet::of(attributes, [attributes - 1]))
    })
}

/// The rules as they are shown: how many the list has, and how many are in the page.
fn shown(ada: &Expert) -> (u64, u64) {
    let found = ada.browser.script(
        "const rules = [...document.querySelectorAll('.rules > li')];
         return [Number(rules[0]?.getAttribute('aria-setsize') ?? 0), rules.length]",
    );
    (found[0].as_u64().unwrap(), found[1].as_u64().unwrap())
}

/// Chooses in the list of rules what is beside a label.
fn choose(ada: &Expert, label: &str, value: &str) {
    let script = "const [label, value] = arguments;
        const select = [...document.querySelectorAll('.rule-list label')].find(l => l.textContent.startsWith(label)).querySelector('select');
        select.value = value; select.dispatchEvent(new Event('change'));";
    ada.browser.script_with(script, &[json!(label), json!(value)]);
}

/// The first rows, as chips.
fn first_rows(ada: &Expert, count: usize) -> Value {
    let script = "return [...document.querySelectorAll('.rules > li')].slice(0, arguments[0])
        .map(row => [...row.querySelectorAll('.chip')].map(chip => chip.textContent).join(' '))";
    ada.browser.script_with(script, &[json!(count)])
}

#[test]
fn two_thousand_rules_are_a_few_rows_at_a_time() {
    const DOWN: &str = "\u{e015}";
    const END: &str = "\u{e010}";
    const ENTER: &str = "\u{e007}";
    let server = Server::start();
    confirmed(server.folder(), 65, pairs(65).take(2000));
    let ada = Expert::owner(&server);
    ada.open_exploration("many");
    ada.view("rules");
    ada.browser.wait_for("return document.querySelectorAll('.rule').length > 0");
    let (all, drawn) = shown(&ada);
    assert_eq!(all, 2000);
    assert!(drawn < 200, "{drawn} rows are in the page");
    ada.is_accessible("many rules");

    // Scrolled to anywhere, there are rows in sight, of which each is in its place.
    for share in [0.25, 0.5, 0.9, 1.0] {
        let script = "scrollTo(0, arguments[0] * (document.documentElement.scrollHeight - innerHeight));
            return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => {
                const rows = [...document.querySelectorAll('.rules > li')].filter(row => {
                    const { top, bottom } = row.getBoundingClientRect(); return bottom > 0 && top < innerHeight; });
                done(rows.map(row => Number(row.getAttribute('aria-posinset')))); }))))";
        let places = ada.browser.script_with(script, &[json!(share)]);
        let places: Vec<f64> = places.as_array().unwrap().iter().map(|place| place.as_f64().unwrap()).collect();
        assert!(places.len() > 10, "{share}: {places:?}");
        assert!(places.windows(2).all(|pair| pair[1] == pair[0] + 1.0), "{share}: {places:?}");
        let middle = places[places.len() / 2] / 2000.0;
        assert!((middle - share).abs() < 0.05, "{share}: {places:?}");
    }

    // By keys: down one, to the end, and open what is there; a row with the focus stays.
    ada.browser.script("scrollTo(0, 0)");
    ada.browser.wait_for("return document.querySelector('.rules > li').getAttribute('aria-posinset') === '1'");
    ada.browser.script("document.querySelector('.rules summary').focus()");
    let place = "return Number(document.activeElement.closest('li')?.getAttribute('aria-posinset') ?? 0)";
    ada.browser.press(&[DOWN]);
    assert_eq!(ada.browser.script(place), json!(2));
    ada.browser.press(&[END]);
    ada.browser.wait_for("return document.activeElement.closest('li')?.getAttribute('aria-posinset') === '2000'");
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for("return document.activeElement.closest('.rule').innerText.includes('I know an exception')");
    ada.browser.script("scrollTo(0, 0)");
    ada.browser
        .wait_for("return document.querySelector('.rules > li:not(.apart)').getAttribute('aria-posinset') === '1'");
    assert_eq!(ada.browser.script(place), json!(2000));

    // Sorted and grouped.
    choose(&ada, "Sort", "name");
    assert_eq!(first_rows(&ada, 1), json!(["attribute 000 attribute 001 attribute 064"]));
    choose(&ada, "Group", "conclusion");
    assert_eq!(shown(&ada).0, 2001);
    assert_eq!(
        ada.browser.script("return document.querySelector('.group h2').textContent"),
        json!("attribute 0642,000 rules")
    );
    choose(&ada, "Group", "premise");
    assert_eq!(shown(&ada).0, 4000 + 64);
    choose(&ada, "Group", "");
    ada.browser.type_into("input[aria-label='Search rules']", "attribute 007");
    ada.browser.wait_for("return document.querySelector('.rules > li')?.getAttribute('aria-setsize') === '63'");
    ada.is_clean(&server, false);
}

#[test]
fn groups_of_rules_fold() {
    const ENTER: &str = "\u{e007}";
    const DOWN: &str = "\u{e015}";
    const UP: &str = "\u{e013}";
    // Each of 29 attributes has 28 rules, each with another one of them.
    const ALL: u64 = 29 * 29;
    let server = Server::start();
    confirmed(server.folder(), 30, pairs(30));
    let ada = Expert::owner(&server);
    ada.open_exploration("many");
    ada.view("rules");
    ada.browser.wait_for_text("406 rules.");
    assert_eq!(ada.browser.script("return document.querySelector('[data-fold-all]').checkVisibility()"), json!(false));
    choose(&ada, "Group", "premise");
    let long = |rows: u64| {
        ada.browser.wait_for(&format!(
            "return document.querySelector('.rules > li:not(.apart)')?.getAttribute('aria-setsize') === '{rows}'"
        ));
    };
    let focused = "const { textContent, ariaExpanded } = document.activeElement; return [textContent, ariaExpanded]";
    long(ALL);
    // By keys: a heading folds and stays in the focus, and the next one is right below it.
    ada.browser.script("document.querySelector('.group button').focus()");
    assert_eq!(ada.browser.script(focused), json!(["attribute 00028 rules", "true"]));
    ada.browser.press(&[ENTER]);
    long(ALL - 28);
    assert_eq!(ada.browser.script(focused), json!(["attribute 00028 rules", "false"]));
    ada.browser.press(&[DOWN]);
    assert_eq!(ada.browser.script(focused), json!(["attribute 00128 rules", "true"]));
    ada.is_accessible("a folded group");
    ada.browser.press(&[UP, " "]);
    long(ALL);
    assert_eq!(ada.browser.script(focused), json!(["attribute 00028 rules", "true"]));

    // Far down, what is folded stays where it is while its rules go.
    ada.browser.script("document.activeElement.blur(); scrollTo(0, document.documentElement.scrollHeight / 2)");
    let found = "const at = [...document.querySelectorAll('.group button')].find(button => {
            const { top, bottom } = button.getBoundingClientRect(); return top > 100 && bottom < innerHeight - 300; });
        if (!at) { scrollBy(0, 300); return null; }
        return [at.textContent, at.getBoundingClientRect().top]";
    let before = ada.browser.wait_for(found);
    let button = format!(
        "const button = [...document.querySelectorAll('.group button')].find(button => button.textContent === {});",
        before[0]
    );
    ada.browser.script(&format!("{button} button.click()"));
    long(ALL - 28);
    ada.browser.wait_for(&format!(
        "{button} const rows = [...document.querySelectorAll('.rules > li:not(.apart)')];
         return Math.abs(button.getBoundingClientRect().top - {}) < 3 && rows[rows.indexOf(button.closest('li')) + 1].matches('.group')",
        before[1]
    ));

    // All at once. What is searched for is counted, folded or not.
    ada.click_button("Fold all");
    long(29);
    assert_eq!(shown(&ada), (29, 29));
    ada.browser.type_into("input[aria-label='Search rules']", "attribute 007");
    ada.browser.wait_for("return document.querySelector('.group button').textContent === 'attribute 0001 rule'");
    ada.click_button("Unfold all");
    long(29 + 2 * 28);
    choose(&ada, "Group", "conclusion");
    long(1 + 28);
    ada.is_clean(&server, false);
}

#[test]
fn rules_that_exclude_each_other_are_one_row() {
    let server = Server::start();
    let never = (0..6).flat_map(|one| (one + 1..6).map(move |other| AttrSet::of(8, [one, other])));
    let rules = never.map(Implication::never).chain([Implication::new(AttrSet::of(8, [6]), AttrSet::of(8, [7]))]);
    confirmed(server.folder(), 8, rules);
    let ada = Expert::owner(&server);
    ada.open_exploration("many");
    ada.view("rules");
    ada.browser.wait_for_text("16 rules.");
    assert_eq!(shown(&ada), (2, 2));
    let said = ada.browser.script("return document.querySelector('.exclusive').innerText");
    assert!(said.as_str().unwrap().contains("at most one of") && said.as_str().unwrap().contains("15 rules"), "{said}");
    assert_eq!(first_rows(&ada, 2)[1], json!("attribute 006 attribute 007"));
    ada.is_accessible("exclusive attributes");
    // Opened, it shows its rules, each of which can be opened, too.
    ada.browser.click(".exclusive summary");
    ada.browser.wait_for("return document.querySelectorAll('.nested-rule').length === 15");
    ada.browser.click(".nested-rule summary");
    ada.browser.wait_for("return document.querySelector('.nested-rule .reasons li')");
    choose(&ada, "Group", "");
    ada.browser.wait_for("return document.querySelectorAll('.rule').length === 16");
    ada.check("In sentences");
    ada.browser.wait_for("return document.querySelector('.rule summary .words .attribute')");
    ada.is_clean(&server, false);
}

#[test]
fn answers_are_told_by_a_sign_and_in_words() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let mut question = ada.question().unwrap();
    let (mut yes, mut no) = (0, 0);
    while yes == 0 || no == 0 {
        match BIRDS.exception(&question) {
            Some(_) => no += 1,
            None => yes += 1,
        }
        ada.answer(&BIRDS, &question);
        question = ada.next(&question).unwrap();
    }
    ada.browser.click(".question [data-answer=unknown]");
    ada.next(&question);
    ada.view("answers");
    ada.browser.wait_for("return document.querySelectorAll('.entry').length > 2");
    let icons = |kind: &str| {
        ada.browser
            .script_with("return document.querySelectorAll('.entry .icon.' + arguments[0]).length", &[json!(kind)])
    };
    assert_eq!((icons("yes"), icons("no"), icons("unknown")), (json!(yes), json!(no), json!(1)));
    let words = ada.browser.script("return document.querySelector('.entry .icon.no .unseen').textContent");
    assert_eq!(words, json!("There is an exception"));
    ada.is_accessible("the answers as rows");
    ada.is_clean(&server, false);
}

/// How long rules take to be shown, from the click on: `cargo test --test browser -- --ignored
/// --nocapture first_paint`. `docs/page.md` has the figures.
#[test]
#[ignore = "measures"]
#[allow(clippy::print_stdout)]
fn first_paint_of_many_rules() {
    for (attributes, rules) in [(64, 1953), (65, 2000), (300, 2000), (300, 20)] {
        let server = Server::start();
        confirmed(server.folder(), attributes, pairs(attributes).take(rules));
        let ada = Expert::owner(&server);
        ada.open_exploration("many");
        for (view, row) in [("rules", ".rule"), ("answers", ".entry"), ("objects", ".view h1")] {
            let script = "const [view, row] = arguments; const begun = performance.now();
                location.hash = location.hash.split('/').slice(0, 3).join('/') + '/' + view;
                return new Promise(done => { const look = () => document.querySelector('.view ' + row.replace('.view ', ''))
                    ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun))) : requestAnimationFrame(look); look(); })";
            let took = ada.browser.script_with(script, &[json!(view), json!(row)]);
            println!("{attributes} attributes, {rules} rules: {view} after {:.0} ms", took.as_f64().unwrap());
        }
        let scrolled = "location.hash = location.hash.split('/').slice(0, 3).join('/') + '/rules';
            const frames = []; let last = null;
            return new Promise(done => requestAnimationFrame(function step(now) {
                if (last !== null) frames.push(now - last);
                last = now;
                scrollBy(0, 900);
                if (frames.length < 60) requestAnimationFrame(step);
                else { frames.sort((a, b) => a - b); done([frames[30], frames[57]]); } }))";
        let frames = ada.browser.script(scrolled);
        println!(
            "{attributes} attributes, {rules} rules: a frame of scrolling takes {:.0} ms, at most {:.0}",
            frames[0].as_f64().unwrap(),
            frames[1].as_f64().unwrap()
        );
    }
}

/// What the panel beside the question says by now.
fn standing(ada: &Expert) -> Value {
    ada.browser.script(
        "const number = (key) => parseInt(document.querySelector(`[data-count=${key}] strong`).textContent);
         return { way: Number(document.querySelector('.way').getAttribute('aria-valuenow')), rules: number('rules'),
             exceptions: number('exceptions'), objects: number('objects'), questions: number('questions') }",
    )
}

#[test]
fn where_it_stands_moves_forward_and_says_that_one_may_stop() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let mut question = ada.question().unwrap();
    ada.browser.wait_for("return document.querySelector('.way')");
    let mut before = standing(&ada);
    assert_eq!(before["questions"], json!(0));
    let (mut exceptions, mut gained) = (0, false);
    for _ in 0..60 {
        exceptions += u64::from(BIRDS.exception(&question).is_some());
        ada.answer(&BIRDS, &question);
        let Some(next) = ada.next(&question) else { break };
        question = next;
        let questions = before["questions"].as_u64().unwrap() + 1;
        let count =
            format!("return document.querySelector('[data-count=questions] strong')?.textContent === '{questions}'");
        ada.browser.wait_for(&count);
        let now = standing(&ada);
        for key in ["way", "rules", "exceptions", "objects"] {
            assert!(now[key].as_u64() >= before[key].as_u64(), "{key} of {now} after {before}");
        }
        assert_eq!(now["exceptions"], json!(exceptions));
        gained |= ada.browser.script("return Boolean(document.querySelector('.gain'))") == json!(true);
        if now["objects"].as_u64() > Some(0) {
            let stopping = ada.browser.script("return document.querySelector('.stopping').innerText");
            let kept = format!("{} object", now["objects"]);
            assert!(stopping.as_str().unwrap().contains("You may stop here"), "{stopping}");
            assert!(stopping.as_str().unwrap().contains(&kept), "{stopping}");
        }
        before = now;
    }
    assert!(gained, "what an answer adds is shown");
    ada.browser.wait_for_text("Certified");
    assert_eq!(ada.browser.script("return document.querySelectorAll('.way, .stopping').length"), json!(0));
    ada.is_clean(&server, false);
}

#[test]
fn the_typefaces_are_the_page_s_own() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.browser.wait_for_text("Teach it your domain");
    let loaded = ada.browser.script(
        "return document.fonts.ready.then(() => [...document.fonts].filter(face => face.status === 'loaded').map(face => face.family).sort())",
    );
    assert_eq!(loaded, json!(["Hornbook Sans", "Hornbook Serif"]));
    // Other letters are fetched when there are some.
    ada.create("Žluťoučký kůň", &BIRDS);
    ada.question();
    ada.browser.wait_for(
        "return document.fonts.ready.then(() => [...document.fonts].filter(face => face.status === 'loaded').length > 2)",
    );
    let licence = ada.browser.script("return fetch('/fonts-licence.txt').then(answer => answer.text())");
    assert!(licence.as_str().unwrap().contains("SIL OPEN FONT LICENSE"), "{licence}");
    // On a wide screen rows use its width, and the question keeps a readable measure.
    ada.browser.resize(1900, 1000);
    let width = |of: &str| {
        let script = "return document.querySelector(arguments[0]).getBoundingClientRect().width";
        ada.browser.script_with(script, &[json!(of)]).as_f64().unwrap()
    };
    assert!(width(".question") < 1000.0);
    let question = ada.question().unwrap();
    ada.answer(&BIRDS, &question);
    ada.next(&question);
    ada.view("answers");
    ada.browser.wait_for("return document.querySelector('.entry')");
    assert!(width(".entries") > 1600.0);
    ada.is_clean(&server, false);
}
