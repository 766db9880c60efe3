//! The page of rules that `hornbook learn -o rules.html` writes.

use std::path::Path;
use std::process::Command;

use hornbook_webdriver::Browser;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::page::check_accessible;

/// A page of rules of a table, in a browser.
struct RulesFile {
    browser: Browser,
    _folder: TempDir,
}

impl RulesFile {
    fn of(table: &Path, options: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let page = folder.path().join("rules.html");
        let mut learn = Command::new(env!("CARGO_BIN_EXE_hornbook"));
        learn.arg("learn").arg(table).args(options).args(["--quiet", "--output"]).arg(&page);
        assert!(learn.status().unwrap().success());
        let browser = Browser::start();
        browser.resize(1200, 900);
        browser.open(&format!("file://{}", page.display()));
        Self { browser, _folder: folder }
    }

    fn of_zoo() -> Self {
        let zoo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
        Self::of(&zoo, &["--confidence", "0.9"])
    }

    /// The texts of a column of the table.
    fn column(&self, name: &str) -> Vec<String> {
        let script = format!(
            "const place = document.querySelector('th[data-name={name}]').cellIndex;
             return [...document.querySelectorAll('#rules tbody tr')].map(row => row.cells[place].innerText)"
        );
        let cells = self.browser.script(&script);
        cells.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap().trim().to_owned()).collect()
    }

    fn sort(&self, name: &str) {
        self.browser.click(&format!("th[data-name={name}] button"));
    }

    fn status(&self) -> String {
        self.browser.script("return document.getElementById('shown').textContent").as_str().unwrap().to_owned()
    }

    fn choose(&self, field: &str, value: &str) {
        let script = "const [field, value] = arguments; const chosen = document.getElementById(field);
            chosen.value = value; chosen.dispatchEvent(new Event('input', { bubbles: true }))";
        self.browser.script_with(script, &[json!(field), json!(value)]);
    }

    /// Nothing went wrong, and nothing was asked for but the page.
    fn is_clean(&self) {
        assert_eq!(self.browser.log("browser"), Vec::<Value>::new());
        let requests = self.browser.requests();
        assert!(requests.iter().all(|address| address.starts_with("file://") && address.ends_with("rules.html")));
    }
}

#[test]
fn rules_are_filtered_sorted_and_opened() {
    let page = RulesFile::of_zoo();
    let browser = &page.browser;
    assert_eq!(browser.script("return document.title"), json!("Rules of zoo.csv"));
    browser.wait_for_text("they are exact");
    browser.wait_for_text("milk ↔ type=mammal");
    let all = page.column("rule").len();
    assert!(all > 100 && page.status().starts_with("Showing "), "{}", page.status());
    check_accessible(browser, "the page of rules");

    // By words, on either side.
    browser.type_into("#words", "MILK hair");
    let found = page.column("rule");
    assert!(!found.is_empty() && found.len() < all, "{}", page.status());
    assert!(found.iter().all(|rule| rule.contains("milk") && rule.contains("hair")), "{found:?}");
    assert!(page.status().starts_with(&format!("Showing {} of ", found.len())), "{}", page.status());
    page.choose("side", "conclusion");
    let found = page.column("rule");
    let concluded =
        |rule: &String| rule.split(" → ").nth(1).is_some_and(|end| end.contains("milk") && end.contains("hair"));
    assert!(!found.is_empty() && found.iter().all(concluded), "{found:?}");
    browser.click("#filters button[type=reset]");
    browser.wait_for("return document.getElementById('shown').textContent.startsWith('Showing all')");

    // By the column of the conclusion, and by the number of rows.
    browser.script("[...document.querySelectorAll('#by-column button')].find(one => one.value && one.firstChild.data === 'legs').click()");
    let found = page.column("rule");
    assert!(
        !found.is_empty() && found.iter().all(|rule| rule.split(" → ").nth(1).unwrap().contains("legs=")),
        "{found:?}"
    );
    page.choose("least", "15");
    let rows = || page.column("support").iter().map(|rows| rows.parse().unwrap()).collect::<Vec<usize>>();
    assert!(!rows().is_empty() && rows().len() < found.len() && rows().iter().all(|&rows| rows >= 15), "{:?}", rows());
    browser.click("#filters button[type=reset]");

    // What never occurs is out of the way on demand.
    browser.wait_for("return document.querySelector('#rules .never')");
    browser.click("#hide-never");
    browser.wait_for("return !document.querySelector('#rules .never')");

    // Sorted, also with the keyboard alone.
    page.sort("support");
    assert!(rows().is_sorted_by(|a, b| a >= b), "{:?}", rows());
    browser.script("document.querySelector('th[data-name=support] button').focus()");
    browser.press(&["\u{e007}"]);
    assert!(rows().is_sorted(), "{:?}", rows());
    page.sort("place");

    // A rule shows rows that bear it out, different ones, and one with exceptions those
    // that break it.
    page.choose("kind", "with");
    browser.type_into("#words", "milk hair");
    let opened = |rule: &str| {
        let script = "const summary = [...document.querySelectorAll('#rules summary')].find(one => one.innerText === arguments[0]);
            summary.focus()";
        browser.script_with(script, &[json!(rule)]);
        browser.press(&["\u{e007}"]);
        browser.wait_for("return document.querySelector('#rules details[open] .rows')");
        browser
            .script("return document.querySelector('#rules details[open] .rows').innerText")
            .as_str()
            .unwrap()
            .to_owned()
    };
    let told = opened("milk → hair");
    assert!(told.contains("41 rows of 101 have the premise, and 39 of these the conclusion."), "{told}");
    assert!(told.contains("aardvark, antelope, boar and 36 more"), "{told}");
    assert!(told.contains("Exceptions") && told.contains("dolphin, porpoise"), "{told}");
    check_accessible(browser, "a rule that is opened");
    page.is_clean();
}

#[test]
fn thousands_of_rules_come_bit_by_bit() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/breast-cancer.csv");
    let page = RulesFile::of(&table, &[]);
    assert_eq!(page.column("rule").len(), 200);
    page.browser.script("document.getElementById('more').scrollIntoView()");
    page.browser.wait_for("return document.querySelectorAll('#rules tbody tr').length > 200");
    let took = page.browser.script(
        "const begun = performance.now(); document.querySelector('th[data-name=lift] button').click();
         return performance.now() - begun",
    );
    assert!(took.as_f64().unwrap() < 2000.0, "to sort took {took} ms");
    page.is_clean();
}

#[test]
fn hostile_names_are_shown_and_do_nothing() {
    let folder = TempDir::new().unwrap();
    let table = folder.path().join("hostile.csv");
    let name = "<img src=x onerror=document.title=1></script><script>document.title=2</script>";
    std::fs::write(&table, format!("name,\"{name}\",b\n\"{name}\",yes,yes\nx,no,yes\ny,no,no\n")).unwrap();
    let page = RulesFile::of(&table, &["--confidence", "0.4"]);
    page.browser.click("#rules summary");
    page.browser.wait_for("return document.querySelector('#rules details[open] .rows')");
    assert_eq!(page.browser.script("return document.title"), json!("Rules of hostile.csv"));
    assert_eq!(page.browser.script("return document.querySelectorAll('img').length"), json!(0));
    page.browser.wait_for_text(name);
    page.is_clean();
}
