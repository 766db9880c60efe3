//! The page, opened in a real browser.
//!
//! Chromium is driven by its WebDriver, which speaks plain HTTP and JSON; so
//! nothing more than a socket is needed here. Without a `chromedriver` on the
//! path the test fails: `./test` installs one.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;

use common::{conduct_some, plan, records, subject};
use hornbook_study::report::Report;
use hornbook_webdriver::Browser;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with the page of a small study.
fn page() -> TempDir {
    let folder = TempDir::new().unwrap();
    assert!(conduct_some(folder.path(), &plan(), 2, usize::MAX));
    let records = records(folder.path(), &plan());
    Report::new(&subject(), &plan(), &records).unwrap().write(folder.path()).unwrap();
    folder
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_page_works_in_a_browser() {
    let folder = page();
    let browser = Browser::start();
    browser.open(&format!("file://{}", folder.path().join("report.html").display()));

    // It loads without errors and without asking for anything else.
    assert_eq!(browser.script("return document.title"), json!("A study of small.csv"));
    assert_eq!(browser.log("browser"), Vec::<Value>::new());
    let requests = browser.requests();
    assert!(requests.len() == 1 && requests[0].starts_with("file://"), "{requests:?}");
    assert_eq!(browser.script("return performance.getEntriesByType('resource').length"), json!(0));

    // The plots are there, and not empty.
    let plots = "return [...document.querySelectorAll('figure svg')].map(svg => {
        const box = svg.getBoundingClientRect();
        return box.width > 300 && box.height > 80 && svg.querySelectorAll('circle').length > 3
            && svg.querySelectorAll('text').length > 5; })";
    assert_eq!(browser.script(plots), json!([true, true, true]));

    // A click on a header sorts by it, another the other way round.
    let cells = |column: usize| {
        let script = format!(
            "return [...document.querySelectorAll('#table-runs tbody tr')].map(row => row.cells[{column}].dataset.key)"
        );
        strings(&browser.script(&script))
    };
    let questions = 1 + strings(
        &browser.script("return [...document.querySelectorAll('#table-runs th')].map(header => header.textContent)"),
    )
    .iter()
    .position(|name| name == "questions")
    .unwrap();
    let numbers = || -> Vec<f64> { cells(questions - 1).iter().map(|key| key.parse().unwrap()).collect() };
    let before = numbers();
    assert!(!before.is_sorted(), "sorted from the outset, so that sorting would show nothing: {before:?}");
    let header = format!("#table-runs th:nth-child({questions}) button");
    browser.click(&header);
    assert!(numbers().is_sorted(), "{:?}", numbers());
    browser.click(&header);
    assert!(numbers().is_sorted_by(|a, b| a >= b), "{:?}", numbers());
    browser.click("#table-runs th:nth-child(1) button");
    assert!(cells(0).is_sorted() && numbers().len() == before.len());
    assert_eq!(browser.log("browser"), Vec::<Value>::new());
}

#[test]
fn it_is_readable_in_light_and_dark() {
    let folder = page();
    let browser = Browser::start();
    browser.open(&format!("file://{}", folder.path().join("report.html").display()));
    let contrast = "const bright = colour => { const [r, g, b] = colour.match(/\\d+/g).map(Number);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const page = bright(getComputedStyle(document.body).backgroundColor);
        const marks = [...document.querySelectorAll('svg .fill-text, svg .fill-series1, svg .fill-series2')];
        return [page, Math.min(...marks.map(mark => Math.abs(bright(getComputedStyle(mark).fill) - page)))]";
    for (scheme, dark) in [("light", false), ("dark", true)] {
        browser.prefer(scheme);
        let found = browser.script(contrast);
        let (page, least) = (found[0].as_f64().unwrap(), found[1].as_f64().unwrap());
        assert_eq!(page < 128.0, dark, "{scheme}: the page has brightness {page}");
        assert!(least > 80.0, "{scheme}: something differs from the page by only {least}");
    }
    assert!(fs::metadata(folder.path().join("report.html")).unwrap().len() > 10_000);
}
