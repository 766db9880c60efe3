//! The diagram: names that can be read at any zoom, a page that is never trapped,
//! concepts that stay where they were put, and parts of what is too large to be seen.

use std::sync::Arc;

use hornbook::lattice::Lattice;
use hornbook::{AttrSet, Context, Model, Universe, format, scaling};
use hornbook_explore::{Exploration, Start};
use serde_json::{Value, json};

use crate::page::{Expert, Server};

/// What is wrong with the names and numbers that are written, and how many there are.
const LABELS: &str = "
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const frame = document.querySelector('.lattice').getBoundingClientRect();
    const texts = [...document.querySelectorAll('.lattice text')].filter(text => text.checkVisibility());
    const wrong = [];
    const boxes = texts.map(text => {
        const box = text.getBoundingClientRect();
        const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
        if (size < 12) wrong.push(`${text.textContent} is small: ${size}`);
        const cut = box.left < frame.left - .5 || box.right > frame.right + .5 || box.top < frame.top - .5 || box.bottom > frame.bottom + .5;
        if (cut) wrong.push(`${text.textContent} is cut`);
        return box;
    });
    boxes.forEach((a, at) => boxes.slice(at + 1).forEach((b, other) => {
        if (a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5)
            wrong.push(`${texts[at].textContent} covers ${texts[at + 1 + other].textContent}`);
    }));
    return { wrong, count: texts.filter(text => !text.classList.contains('number')).length };";

/// Begins an exploration of a table.
fn begin(server: &Server, name: &str, context: &Context) {
    Exploration::create(&server.journal(name), Start::table(context).title(name).seed(1)).unwrap();
}

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

/// A table with nearly three hundred concepts; of some objects something is unknown.
fn three_hundred() -> Context {
    let names = (0..14).map(|at| format!("attribute {at}"));
    let mut context = Context::new(Arc::new(Universe::new(names).unwrap()));
    let mut random = 7u64;
    let mut bits = || {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        random >> 40
    };
    loop {
        let (has, unknown) =
            (AttrSet::from_words(14, [bits() & bits()]), AttrSet::from_words(14, [bits() & bits() & bits()]));
        let mut more = context.clone();
        let name = format!("object {}", context.len());
        more.push_model(
            Some(name),
            match context.len() % 4 {
                0 => Model::partial(has.clone(), &unknown.difference(&has)),
                _ => Model::complete(has),
            },
        );
        if Lattice::of(&more, 1000).concepts.len() > 300 {
            return context;
        }
        context = more;
    }
}

/// Opens the diagram of an exploration, which must have so many concepts.
fn open(ada: &Expert, server: &Server, name: &str) -> u64 {
    ada.browser.open(&format!("{}/#/e/{name}/diagram", server.address));
    drawn(ada, 5)
}

/// Waits until more concepts than this are drawn, and counts them.
fn drawn(ada: &Expert, least: usize) -> u64 {
    ada.browser.wait_for(&format!("return document.querySelectorAll('.lattice .concept').length > {least}"));
    ada.browser.script("return document.querySelectorAll('.lattice .concept').length").as_u64().unwrap()
}

fn transform(ada: &Expert) -> Value {
    ada.browser.script(
        "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
            .then(() => document.querySelector('.lattice g').getAttribute('transform'))",
    )
}

/// Nothing that is written covers anything, is cut or small, and there is something.
fn can_be_read(ada: &Expert, what: &str, least: u64) {
    let labels = ada.browser.script(&format!("return (async () => {{ {LABELS} }})()"));
    assert_eq!(labels["wrong"], json!([]), "{what}");
    assert!(labels["count"].as_u64().unwrap() >= least, "{what}: {labels}");
}

fn zoom(ada: &Expert, label: &str, times: usize) {
    for _ in 0..times {
        ada.browser.script_with(
            "document.querySelector(`.zoom button[aria-label^='${arguments[0]}']`).click()",
            &[json!(label)],
        );
    }
}

#[test]
fn names_can_be_read_at_any_zoom() {
    let server = Server::start();
    begin(&server, "zoo", &zoo());
    let many = three_hundred();
    let concepts = Lattice::of(&many, 1000).concepts.len() as u64;
    assert!((250..=300).contains(&concepts), "{concepts}");
    begin(&server, "many", &many);
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('.exploration')");
    for (name, least) in [("zoo", 8), ("many", 8)] {
        let count = open(&ada, &server, name);
        assert_eq!(count, if name == "zoo" { 100 } else { concepts });
        for (width, height) in [(1440, 900), (820, 1180), (390, 844)] {
            ada.browser.resize(width, height);
            can_be_read(&ada, &format!("{name} at {width}"), least);
            zoom(&ada, "Fit", 1);
            can_be_read(&ada, &format!("all of {name} at {width}"), 3);
            for step in 1..5 {
                zoom(&ada, "Zoom in", 2);
                can_be_read(&ada, &format!("{name} at {width}, zoomed in {step} times"), 0);
            }
            zoom(&ada, "Zoom out", 14);
            can_be_read(&ada, &format!("{name} at {width}, zoomed out"), 0);
            zoom(&ada, "Fit", 1);
        }
    }
    ada.browser.resize(1200, 900);
    ada.is_accessible("a diagram with unknown attributes");
    ada.is_clean(&server, false);
}

/// A mouse that does something at a place.
fn mouse(ada: &Expert, kind: &str, x: f64, y: f64, more: Value) {
    let mut event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ada.browser.devtools("Input.dispatchMouseEvent", &event);
}

/// Where the middle of an element is.
fn middle(ada: &Expert, selector: &str) -> (f64, f64) {
    let place = ada.browser.script_with(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect();
         return [(box.left + box.right) / 2, (box.top + box.bottom) / 2]",
        &[json!(selector)],
    );
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

#[test]
fn the_wheel_scrolls_the_page_and_concepts_stay_where_they_are_put() {
    const ESCAPE: &str = "\u{e00c}";
    const SHIFT: &str = "\u{e008}";
    let server = Server::start();
    begin(&server, "zoo", &zoo());
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('.exploration')");
    ada.browser.resize(1200, 700);
    open(&ada, &server, "zoo");
    // The wheel is the page's, and the frame says how it becomes the drawing's.
    let before = transform(&ada);
    let (x, _) = middle(&ada, ".lattice");
    let wheel = |more: Value| {
        let (x, y) = (x, 600.0);
        let mut event = json!({ "deltaX": 0, "deltaY": 120, "buttons": 0, "button": "none" });
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        mouse(&ada, "mouseWheel", x, y, event);
    };
    assert!(ada.browser.script("return document.querySelector('.when-outside').checkVisibility()") == json!(true));
    wheel(json!({}));
    ada.browser.wait_for("return scrollY > 50");
    assert_eq!(transform(&ada), before);
    ada.browser.script("scrollTo(0, 100)");
    wheel(json!({ "modifiers": 2 }));
    ada.browser
        .wait_for(&format!("return document.querySelector('.lattice g').getAttribute('transform') !== {before}"));
    assert_eq!(ada.browser.script("return scrollY"), json!(100));
    // Clicked into, it zooms without Ctrl, until Escape.
    let zoomed = transform(&ada);
    let corner = ada.browser.script(
        "const box = document.querySelector('.lattice').getBoundingClientRect(); return [box.left + 4, box.top + 4]",
    );
    let (left, top) = (corner[0].as_f64().unwrap(), corner[1].as_f64().unwrap());
    mouse(&ada, "mousePressed", left, top, json!({}));
    mouse(&ada, "mouseReleased", left, top, json!({}));
    ada.browser.wait_for("return document.querySelector('.when-inside').checkVisibility()");
    wheel(json!({}));
    ada.browser
        .wait_for(&format!("return document.querySelector('.lattice g').getAttribute('transform') !== {zoomed}"));
    assert_eq!(ada.browser.script("return scrollY"), json!(100));
    ada.browser.press(&[ESCAPE]);
    ada.browser.wait_for("return document.querySelector('.when-outside').checkVisibility()");

    // A concept that is dragged, and one that is moved by keys, are there after a reload.
    ada.browser.reload();
    drawn(&ada, 20);
    let place = |at: usize| {
        transform(&ada);
        ada.browser.script_with(
            "return document.querySelector(`[data-concept='${arguments[0]}']`).parentElement.getAttribute('transform')
                .match(/-?[\\d.]+/g).map(Number)",
            &[json!(at)],
        )
    };
    let (first, second) = (place(4), place(5));
    let (x, y) = middle(&ada, "[data-concept='4'] .reach");
    mouse(&ada, "mousePressed", x, y, json!({}));
    for step in 1..=6 {
        mouse(&ada, "mouseMoved", x + 10.0 * f64::from(step), y + 2.0 * f64::from(step), json!({}));
    }
    mouse(&ada, "mouseReleased", x + 60.0, y + 12.0, json!({}));
    let dragged = place(4);
    let moved = |from: &Value, to: &Value| [0, 1].map(|at| to[at].as_f64().unwrap() - from[at].as_f64().unwrap());
    assert!((moved(&first, &dragged)[0] - 60.0).abs() < 3.0, "{first} {dragged}");
    assert_eq!(
        ada.browser.script("return document.querySelector('.concept-panel h2')?.textContent !== 'Chosen concept'"),
        json!(true)
    );
    ada.browser.script("document.querySelector(`[data-concept='5']`).focus({ preventScroll: true })");
    ada.browser.script(&format!(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowLeft', shiftKey: true, bubbles: true }})); return '{SHIFT}'"
    ));
    let nudged = place(5);
    assert!(moved(&second, &nudged)[0] < -5.0, "{second} {nudged}");
    ada.browser.reload();
    drawn(&ada, 20);
    for (before, after) in [(dragged, place(4)), (nudged, place(5))] {
        assert!(moved(&before, &after).iter().all(|by| by.abs() < 1.5), "{before} {after}");
    }
    ada.click_button("Undo moves");
    assert!(moved(&first, &place(4)).iter().all(|by| by.abs() < 0.2));
    ada.is_clean(&server, false);
}

/// Fingers that do something, each at its place.
fn fingers(ada: &Expert, kind: &str, places: &[(f64, f64)]) {
    let points: Vec<Value> =
        places.iter().enumerate().map(|(id, (x, y))| json!({ "x": x, "y": y, "id": id })).collect();
    ada.browser.devtools("Input.dispatchTouchEvent", &json!({ "type": kind, "touchPoints": points }));
}

/// A place between concepts, halfway down what is in sight of the drawing, once nothing
/// scrolls any more.
fn free_place(ada: &Expert) -> (f64, f64) {
    let place = ada.browser.script(
        "return new Promise(done => {
            let [last, still] = [null, 0];
            const look = () => {
                still = scrollY === last ? still + 1 : 0;
                last = scrollY;
                if (still < 20) { requestAnimationFrame(look); return; }
                const box = document.querySelector('.lattice').getBoundingClientRect();
                const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
                const free = (x) => document.elementFromPoint(x, y)?.closest('.lattice') && !document.elementFromPoint(x, y).closest('.concept');
                done([Array.from({ length: 30 }, (_, at) => box.left + (at + .5) / 30 * box.width).find(free), y]);
            };
            look(); })",
    );
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// One finger that goes over the drawing, up or down, must scroll the page and leave the
/// drawing alone.
fn one_finger_scrolls(ada: &Expert, by: f64) {
    let (x, y) = free_place(ada);
    let (drawing, from) = (transform(ada), ada.browser.script("return scrollY"));
    fingers(ada, "touchStart", &[(x, y)]);
    for step in 1..=6 {
        fingers(ada, "touchMove", &[(x, y + by * f64::from(step) / 6.0)]);
    }
    fingers(ada, "touchEnd", &[]);
    let sign = if by < 0.0 { ">" } else { "<" };
    ada.browser.wait_for(&format!("return scrollY {sign} {from}"));
    assert_eq!(transform(ada), drawing, "by {by}");
}

#[test]
fn two_fingers_zoom_the_drawing_and_one_scrolls_the_page() {
    let server = Server::start();
    begin(&server, "zoo", &zoo());
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('.exploration')");
    ada.browser.resize(390, 740);
    ada.browser.devtools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true, "maxTouchPoints": 2 }));
    open(&ada, &server, "zoo");
    ada.browser.script("document.querySelector('.lattice-frame').scrollIntoView({ block: 'end' })");
    // Once is not enough: the first touch must not take the next ones away.
    for by in [-90.0, 90.0, -90.0] {
        one_finger_scrolls(&ada, by);
    }
    ada.browser.script("document.querySelector('.lattice-frame').scrollIntoView({ block: 'end' })");
    let (_, y) = free_place(&ada);
    let (x, _) = middle(&ada, ".lattice");
    let at = ada.browser.script("return [scrollY, visualViewport.scale]");
    let scale =
        "return Number(/scale\\(([\\d.]+)/.exec(document.querySelector('.lattice g').getAttribute('transform'))[1])";
    let before = ada.browser.script(scale).as_f64().unwrap();
    let apart = |by: f64| [(x - by, y), (x + by, y)];
    fingers(&ada, "touchStart", &apart(30.0));
    for step in 1..=6 {
        fingers(&ada, "touchMove", &apart(30.0 + 10.0 * f64::from(step)));
    }
    fingers(&ada, "touchEnd", &[]);
    // From 60 pixels apart to 180.
    ada.browser.wait_for(&format!("{} > {}", scale.replace("return ", "return 0 + "), before * 2.5));
    let after = ada.browser.script(scale).as_f64().unwrap();
    assert!(after < before * 3.5, "{before} {after}");
    free_place(&ada);
    assert_eq!(ada.browser.script("return [scrollY, visualViewport.scale]"), at, "it is not the page that zooms");

    // A tap chooses a concept, and the page scrolls as before.
    let concept = ada.browser.wait_for(
        "const seen = [...document.querySelectorAll('.lattice .concept .reach')].map(mark => mark.getBoundingClientRect())
            .map(box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2])
            .find(([x, y]) => x > 30 && x < innerWidth - 30 && y > 60 && y < innerHeight - 30
                && document.elementFromPoint(x, y)?.closest('.concept'));
         return seen",
    );
    let place = [(concept[0].as_f64().unwrap(), concept[1].as_f64().unwrap())];
    fingers(&ada, "touchStart", &place);
    fingers(&ada, "touchEnd", &[]);
    ada.browser.wait_for_text("Chosen concept");
    // The one that was tapped can be dragged; anywhere else a finger scrolls, as before.
    let put = "return document.activeElement.parentElement.getAttribute('transform')";
    let [(x, y)] = place;
    let (before, at) = (ada.browser.script(put), ada.browser.script("return scrollY"));
    fingers(&ada, "touchStart", &place);
    for step in 1..=6 {
        fingers(&ada, "touchMove", &[(x + 5.0 * f64::from(step), y)]);
    }
    fingers(&ada, "touchEnd", &[]);
    ada.browser.wait_for(&put.replace("return ", &format!("return {before} !== ")));
    assert_eq!(ada.browser.script("return scrollY"), at);
    for by in [-90.0, 90.0] {
        one_finger_scrolls(&ada, by);
    }
    ada.is_clean(&server, false);
}

fn panel(ada: &Expert) -> String {
    ada.browser.script("return document.querySelector('.concept-panel').innerText").as_str().unwrap().to_owned()
}

#[test]
fn one_moves_through_a_lattice_that_is_too_large_to_be_seen() {
    const ENTER: &str = "\u{e007}";
    let server = Server::start();
    begin(&server, "zoo", &zoo());
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('.exploration')");
    assert_eq!(open(&ada, &server, "zoo"), 100);
    ada.browser.wait_for_text("the 100 concepts with most objects");
    // What is not drawn is found, and its neighbourhood drawn.
    ada.browser.type_into(".diagram-search input", "platyp");
    ada.browser.wait_for("return document.querySelector('.finds button')?.textContent === 'platypus'");
    ada.browser.press(&[ENTER]);
    ada.browser.wait_for_text("Chosen concept");
    let near = drawn(&ada, 3);
    assert!(near < 100 && panel(&ada).contains("platypus"), "{near}");
    can_be_read(&ada, "around the platypus", 2);
    // From there one goes up, and shows what is left out.
    ada.browser.script("[...document.querySelectorAll('.concept-panel .ways button')][0].click()");
    ada.browser.wait_for("return /Objects \\((?!1\\))/.test(document.querySelector('.concept-panel').innerText)");
    ada.browser.wait_for("return /left out here/.test(document.querySelector('.concept-panel').innerText)");
    ada.click_button("Show the");
    drawn(&ada, near as usize);
    ada.browser.wait_for("return document.querySelector('.lattice .chosen')");
    assert!(!panel(&ada).contains("left out here"), "{}", panel(&ada));
    // It is the same after a reload, until one goes back.
    ada.browser.reload();
    assert!(drawn(&ada, 3) > near);
    ada.click_button("Back to all");
    ada.browser.wait_for("return document.querySelectorAll('.lattice .concept').length === 100");
    // Few attributes have few concepts, and a least support fewer.
    ada.browser.click(".diagram-options > summary");
    ada.browser.click(".choose-attributes > summary");
    ada.browser.script("[...document.querySelectorAll('.choose-attributes button')][1].click()");
    for name in ["milk", "eggs", "aquatic"] {
        ada.browser.script_with(
            "document.querySelector(`.choose-attributes input[data-name='${arguments[0]}']`).click()",
            &[json!(name)],
        );
    }
    ada.browser.wait_for("return /^3 of 28/.test(document.querySelector('.choose-attributes summary').textContent.replace('Attributes: ', ''))");
    ada.browser.wait_for("return document.querySelectorAll('.lattice .concept').length < 9");
    let few = drawn(&ada, 3);
    ada.browser.script("const field = document.querySelector('.diagram-choice input[type=number]'); field.value = 30; field.dispatchEvent(new Event('change'))");
    ada.browser.wait_for(&format!("return document.querySelectorAll('.lattice .concept').length < {few}"));
    ada.browser.wait_for_text("with at least 30 objects");
    let numbers = ada
        .browser
        .script("return [...document.querySelectorAll('.lattice .number')].map(number => Number(number.textContent))");
    assert!(numbers.as_array().unwrap().iter().all(|number| number.as_u64().unwrap() >= 30), "{numbers}");
    ada.is_accessible("choosing what is drawn");
    ada.is_clean(&server, false);
}

#[test]
fn unknown_is_neither_drawn_nor_counted_as_no() {
    let server = Server::start();
    let universe = Arc::new(Universe::new(["flies", "swims", "walks"]).unwrap());
    let mut context = Context::new(universe.clone());
    let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
    context.push(Some("cat".into()), set(&["walks"]));
    context.push(Some("duck".into()), set(&["walks", "swims", "flies"]));
    context.push_model(Some("bat".into()), Model::partial(set(&["flies"]), &set(&["walks"])));
    begin(&server, "few", &context);
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('.exploration')");
    ada.browser.open(&format!("{}/#/e/few/diagram", server.address));
    ada.browser.wait_for_text("Unknown is not no");
    let concept = "[...document.querySelectorAll('.lattice .concept')].find(mark => /Attributes: walks\\./.test(mark.getAttribute('aria-label')))";
    assert_eq!(
        ada.browser.script(&format!("return {concept}.parentElement.querySelector('.number').textContent")),
        json!("2+1?")
    );
    assert_eq!(
        ada.browser.script(
            "return [...document.querySelectorAll('.lattice .object')].some(text => text.textContent === 'bat ?')"
        ),
        json!(true)
    );
    ada.browser.script(&format!("{concept}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"));
    ada.browser.wait_for_text("Chosen concept");
    let told = panel(&ada);
    assert!(
        told.contains("Objects (2)") && told.contains("Perhaps also (1)") && told.contains("bat unknown: walks"),
        "{told}"
    );
    // Pointing at the bat shows where it may belong.
    ada.browser.script(
        "[...document.querySelectorAll('.lattice .concept')].find(mark => /here bat/.test(mark.getAttribute('aria-label')))
            .dispatchEvent(new PointerEvent('pointerenter'))",
    );
    ada.browser.wait_for(&format!("return {concept}.parentElement.classList.contains('maybe')"));
    // Among the objects of that concept it is not missing.
    ada.view("objects");
    ada.browser.wait_for_text("as chosen in the diagram");
    let rows = ada.browser.script(
        "return [...document.querySelectorAll('.cross tbody th > span:first-child')].map(name => name.textContent)",
    );
    assert_eq!(rows, json!(["cat", "duck", "bat"]));
    // Concepts that may exist are drawn if that is wanted.
    ada.view("diagram");
    let before = drawn(&ada, 2);
    ada.browser.script("document.querySelector('.diagram-choice input[type=checkbox]:not([data-name])').click()");
    drawn(&ada, before as usize);
    ada.is_clean(&server, false);
}
