//! The first minutes: domains to try, the tour, and what each tab is for.

use serde_json::json;

use crate::page::{Expert, Server};

const VIEWS: [&str; 9] =
    ["question", "rules", "objects", "diagram", "answers", "unsettled", "people", "setup", "export"];

/// One click begins a domain; of one of them, objects are known.
#[test]
fn samples_are_begun_with_one_click() {
    let server = Server::asking(&[]);
    let ada = Expert::owner(&server);
    for (key, name, objects) in
        [("kitchen", "kitchen-tools", 0), ("quadrilaterals", "quadrilaterals", 0), ("vehicles", "vehicles", 6)]
    {
        ada.browser.script("location.hash = '#/'");
        ada.browser.wait_for(&format!("return document.querySelector('[data-sample={key}]')"));
        ada.browser.script("document.querySelector('.trying').open = true");
        ada.is_accessible("the samples");
        ada.browser.click(&format!("[data-sample={key}]"));
        ada.browser.wait_for(&format!("return location.hash === '#/e/{name}'"));
        ada.browser.wait_for(
            "return ['describe', 'check', 'ask'].includes(document.querySelector('.question')?.dataset.turn)",
        );
        let state = ada.state();
        assert_eq!(state["objects"].as_array().unwrap().len(), objects, "{name}");
        assert!(state["attributes"].as_array().unwrap().iter().all(|attribute| attribute["phrase"].is_string()));
        assert_eq!(state["disputes"], json!([]));
    }
    ada.is_clean(&server, false);
}

/// The tour goes by keys alone, is left and begun again, and fits on a phone.
#[test]
fn the_tour_by_keyboard_and_on_a_phone() {
    const ESCAPE: &str = "\u{e00c}";
    const ENTER: &str = "\u{e007}";
    const RIGHT: &str = "\u{e014}";
    const LEFT: &str = "\u{e012}";
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('[data-tour]')?.checkVisibility()");
    ada.browser.script("document.querySelector('[data-tour]').focus()");
    ada.browser.press(&[ENTER]);
    let at = |step: usize| {
        ada.browser.wait_for(&format!(
            "return document.querySelector('.tour')?.innerText.includes('Tour, {step} of 9')
             && document.querySelector('.tour').contains(document.activeElement) && document.querySelector('.toured')"
        ));
    };
    at(1);
    assert_eq!(ada.browser.script("return location.hash"), json!("#/e/kitchen-tools"));
    ada.browser.press(&[RIGHT]);
    at(2);
    ada.browser.press(&[LEFT]);
    at(1);
    for step in 2..=9 {
        ada.browser.press(&[RIGHT]);
        at(step);
    }
    ada.browser.press(&[RIGHT]);
    ada.browser.wait_for("return !document.querySelector('.tour')");
    // Again, from what is told of a tab; on a phone, by touch.
    ada.browser.resize(360, 740);
    ada.browser.click("[data-guide]");
    ada.click_button("Take the tour");
    at(1);
    ada.is_accessible("the tour");
    for step in 2..=5 {
        ada.click_button("Next");
        at(step);
        let fits = "const box = document.querySelector('.tour').getBoundingClientRect();
            return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight + 1
            && document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(ada.browser.script(fits), json!(true), "step {step}");
    }
    ada.browser.press(&[ESCAPE]);
    ada.browser.wait_for("return !document.querySelector('.tour') && !document.querySelector('.toured')");
    // Whoever goes away has left it.
    ada.browser.click("[data-guide]");
    ada.click_button("Take the tour");
    at(1);
    ada.browser.script("location.hash = '#/'");
    ada.browser.wait_for("return document.querySelector('.explorations') && !document.querySelector('.tour')");
    ada.is_clean(&server, false);
}

/// Each tab says what it is for, more on demand, and less if that is wanted.
#[test]
fn every_tab_says_what_it_is_for() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.browser.wait_for("return document.querySelector('[data-sample=vehicles]')?.checkVisibility()");
    ada.browser.click("[data-sample=vehicles]");
    ada.browser.wait_for("return document.querySelector('.views')");
    let line = "return document.querySelector('.guide span').checkVisibility() && document.querySelector('.guide span').innerText";
    let mut lines = Vec::new();
    for view in VIEWS {
        ada.view(view);
        lines.push(ada.browser.wait_for(line).as_str().unwrap().to_owned());
        ada.browser.click("[data-guide]");
        ada.browser.wait_for("return document.querySelectorAll('dialog .guide-text p').length > 1");
        if view == "unsettled" {
            ada.is_accessible("what a tab is for");
        }
        ada.click_button("Close");
        ada.browser.wait_for("return !document.querySelector('dialog')");
    }
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), VIEWS.len());
    ada.browser.click("[data-guide]");
    ada.check("Show a line about each tab");
    ada.click_button("Close");
    ada.browser.reload();
    ada.browser.wait_for("return document.querySelector('[data-guide]')");
    assert_eq!(ada.browser.script(line), json!(false));
    ada.is_clean(&server, false);
}
