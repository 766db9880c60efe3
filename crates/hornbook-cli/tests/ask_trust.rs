//! Programs and language models whose word is not simply taken: `--majority`,
//! `--error-rate`, `--exceptions` and `--ask-model` on the command.
#![cfg(all(unix, feature = "experts"))]
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use common::{Place, Ran, animals};

/// `learn` about the animals, with these options.
fn learn(place: &Place, options: &[&str]) -> Ran {
    let journal = format!("{}.journal", place.files().len());
    let base = ["learn", "--attributes", animals::ATTRIBUTES, "--journal", &journal, "-o", "rules.json"];
    place.run(&[&base, options].concat())
}

const NONE: [&str; 0] = [];

#[test]
fn two_of_three_outvote_one_who_lies() {
    let place = Place::new();
    let (honest, liar) = (animals::program(&place, ""), animals::program(&place, "lies=1"));
    let all = ["--ask", &liar, "--ask", &honest, "--ask", &honest];
    let ran = learn(&place, &[&all[..], &["--majority"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(animals::wrong(&place, "rules.json"), NONE, "{}", ran.err);
    // Who is named first is trusted most otherwise.
    let ran = learn(&place, &all);
    assert!(ran.code != 2, "{}", ran.err);
    assert_ne!(animals::wrong(&place, "rules.json"), NONE, "{}", ran.err);
}

#[test]
fn one_who_errs_by_chance_is_asked_again() {
    let place = Place::new();
    let errs = animals::program(&place, "wrong=0.15 seed=3");
    let ran = learn(&place, &["--ask", &errs, "--error-rate", "0.2"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("wrong with probability at most 20%"), "{}", ran.err);
    assert!(ran.err.contains("were asked again until one side led by enough"), "{}", ran.err);
    assert_eq!(animals::wrong(&place, "rules.json"), NONE);
    let rests_on = &place.json("rules.json")["run"]["answers_rest_on"][0];
    assert_eq!(rests_on["error_rate"], 0.2, "{}", place.read("rules.json"));
    // Without that its errors are believed.
    let ran = learn(&place, &["--ask", &errs]);
    assert!(ran.code != 2, "{}", ran.err);
    assert_ne!(animals::wrong(&place, "rules.json"), NONE);
    for rate in ["0.5", "0.9", "-0.1", "NaN"] {
        let refused = learn(&place, &["--ask", &errs, "--error-rate", rate]);
        assert_eq!(refused.code, 2, "{rate}");
        assert!(refused.err.starts_with("error: --error-rate: "), "{rate}: {}", refused.err);
    }
}

/// Of the 4,097 possible sets with `a`, one lacks `b`.
const BLACK_BOX: &str = r#"
import json, sys
names = list("abcdefghijklmn")
print(json.dumps({"hornbook": 1, "name": "box", "attributes": names, "at_once": 100, "kinds": ["member"]}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        has = set(asked["set"])
        possible = "a" not in has or "b" in has or set("cdefghijklmn") <= has
        print(json.dumps({"id": asked["id"], "member": possible}), flush=True)
"#;

#[test]
fn rules_of_a_black_box_carry_the_exceptions_they_may_have() {
    let place = Place::new();
    place.write("box.py", BLACK_BOX);
    let ask = ["learn", "--ask", "python3 box.py", "--journal", "box.journal", "-o", "rules.json"];
    let ran = place.run(&[&ask[..], &["--exceptions", "0.05"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let rules = place.json("rules.json");
    let found = rules["rules"].as_array().unwrap().iter().find(|rule| rule["premise"] == serde_json::json!(["a"]));
    let found = found.unwrap_or_else(|| panic!("{rules}"));
    let bound = found["exceptions_at_most"].as_f64().unwrap_or_else(|| panic!("{found}"));
    assert!(bound > 1.0 / 4097.0 && bound <= 0.05, "{found}");
    for share in ["0", "-0.5", "1.5"] {
        let refused = place.run(&[&ask[..], &["--journal", "other.journal", "--exceptions", share]].concat());
        assert_eq!(refused.code, 2, "{share}: {}", refused.err);
    }
}

/// An endpoint that is ended with this.
struct Endpoint {
    child: Child,
    url: String,
}

impl Endpoint {
    const KEY: &str = "not-for-anybody-elses-eyes";

    fn start(place: &Place) -> Self {
        animals::program(place, "");
        place.write("chat.py", include_str!("programs/chat.py"));
        let mut command = Command::new("python3");
        command.args(["chat.py", Self::KEY]).current_dir(place.path()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut port = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut port).unwrap();
        Self { child, url: format!("http://127.0.0.1:{}/v1", port.trim()) }
    }

    /// `learn` from models of it, with the key in the environment.
    fn learn(&self, place: &Place, key: &str, options: &[&str]) -> Ran {
        let journal = format!("{}.journal", place.files().len());
        let base = ["learn", "--attributes", animals::ATTRIBUTES, "--journal", &journal, "-o", "rules.json"];
        let arguments = [&base, &["--url", &self.url][..], options].concat();
        let ran: Ran = place.command(&arguments).env("HORNBOOK_MODEL_KEY", key).output().unwrap().into();
        let journal = if place.path().join(&journal).exists() { place.read(&journal) } else { String::new() };
        for text in [&ran.err, &ran.out, &journal] {
            assert!(!text.contains(Self::KEY), "{text}");
        }
        ran
    }

    fn requests(place: &Place) -> usize {
        place.read("requests.txt").lines().count()
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[test]
fn a_language_model_teaches_what_it_knows() {
    let place = Place::new();
    let endpoint = Endpoint::start(&place);
    let learn = |options: &[&str]| endpoint.learn(&place, Endpoint::KEY, options);
    let ran = learn(&["--ask-model", "sure", "--model-cache", "answers", "--price", "1,2"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(animals::wrong(&place, "rules.json"), NONE);
    assert!(ran.err.contains("questions to sure") && ran.err.contains("Language models: "), "{}", ran.err);
    let asked = Endpoint::requests(&place);
    // Another journal, the same questions: all answers are there.
    let again = learn(&["--ask-model", "sure", "--model-cache", "answers", "--at-once", "1"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert!(Endpoint::requests(&place) < 2 * asked, "{asked} and {}", Endpoint::requests(&place));
    // Two sure ones and one who is not.
    let voices = ["--ask-model", "contrary", "--ask-model", "sure", "--ask-model", "sure", "--majority"];
    let ran = learn(&voices);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(animals::wrong(&place, "rules.json"), NONE);
    let ran = learn(&["--ask-model", "contrary"]);
    assert!(ran.code != 2, "{}", ran.err);
    assert_ne!(animals::wrong(&place, "rules.json"), NONE);
    let samples = learn(&["--ask-model", "sure", "--samples", "3"]);
    assert_eq!(samples.code, 0, "{}", samples.err);
    assert!(samples.err.contains("questions to sure, 3 samples"), "{}", samples.err);
}

#[test]
fn what_a_model_may_cost_is_kept_to() {
    let place = Place::new();
    let endpoint = Endpoint::start(&place);
    let learn = |options: &[&str]| endpoint.learn(&place, Endpoint::KEY, options);
    let ran = learn(&["--ask-model", "sure", "--limit-tokens", "2000"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("tokens") && ran.err.contains("the same command goes on"), "{}", ran.err);
    let asked = Endpoint::requests(&place);
    assert!((1..=9).contains(&asked), "{asked}");
    let ran = learn(&["--ask-model", "sure", "--price", "1000,1000", "--limit-cost", "1"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(Endpoint::requests(&place) - asked <= 4, "{}", Endpoint::requests(&place) - asked);
}

#[test]
fn models_that_cannot_be_asked_are_told_of() {
    let place = Place::new();
    let endpoint = Endpoint::start(&place);
    let told = |key: &str, options: &[&str], problem: &str| {
        let ran = endpoint.learn(&place, key, options);
        assert_eq!(ran.code, 2, "{options:?}: {}", ran.err);
        assert!(ran.err.contains(problem), "{options:?}: {}", ran.err);
    };
    told("another", &["--ask-model", "sure"], "HORNBOOK_MODEL_KEY");
    told(Endpoint::KEY, &["--ask-model", "gone"], "there is no such model");
    told(Endpoint::KEY, &["--ask-model", "sure", "--samples", "3", "--temperature", "0"], "says the same each time");
    told(Endpoint::KEY, &["--ask-model", "sure", "--limit-cost", "1"], "--price");
    told(Endpoint::KEY, &["--ask-model", "sure", "--price", "cheap"], "two prices with a comma");
    let nothing = place.run(&["learn", "--ask-model", "sure", "--url", &endpoint.url]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("--attributes"), "{}", nothing.err);
    let nowhere = place.run(&["learn", "--attributes", "a,b", "--ask-model", "sure", "--url", "http://127.0.0.1:9/v1"]);
    assert_eq!(nowhere.code, 2, "{}", nowhere.err);
}
