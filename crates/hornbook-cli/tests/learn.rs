//! `hornbook learn` and `hornbook basis`.
#![allow(clippy::unwrap_used)]

mod common;

use std::io::{Read, Write};
use std::process::Stdio;

use common::Place;
use serde_json::Value;

fn impossible(rules: &Value) -> usize {
    rules.as_array().unwrap().iter().filter(|rule| rule["impossible"] == true).count()
}

#[test]
fn the_bases_are_those_of_the_literature() {
    let place = Place::new();
    let zoo = place.ok_json(&["basis", "data/zoo.csv", "--no-background", "--format", "json"]);
    assert_eq!(zoo["rules"].as_array().unwrap().len(), 141);
    assert_eq!(impossible(&zoo["rules"]), 19);
    for (missing, rules) in [("value", 10_739), ("absent", 10_666), ("drop", 10_489)] {
        let arguments =
            ["basis", "data/breast-cancer.csv", "--no-background", "--missing", missing, "--format", "json", "-q"];
        let basis = place.ok_json(&arguments);
        assert_eq!(basis["rules"].as_array().unwrap().len(), rules, "{missing}");
    }
}

#[test]
fn the_json_has_the_fixed_shape() {
    let place = Place::new();
    let accuracy = ["--epsilon", "0.05", "--delta", "0.2", "--seed", "7"];
    let arguments = ["learn", "data/zoo.csv", "--method", "frugal", "--format", "json"];
    let book = place.ok_json(&[&arguments[..], &accuracy].concat());
    let keys = |value: &Value| {
        let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&book), ["attributes", "background", "format", "rows", "rules", "run", "version"]);
    assert_eq!(book["rows"], 101);
    assert_eq!(book["format"], "hornbook-rules");
    assert_eq!(book["version"], 1);
    assert_eq!(book["attributes"].as_array().unwrap().len(), 28);
    assert_eq!(book["attributes"][12], "legs=0");
    assert_eq!(book["background"].as_array().unwrap().len(), 15 + 21);
    for rule in book["background"].as_array().unwrap() {
        assert_eq!(keys(rule), ["impossible", "premise"]);
        assert_eq!(rule["impossible"], true);
    }
    for rule in book["rules"].as_array().unwrap() {
        match rule.get("conclusion") {
            Some(conclusion) => {
                let names = ["conclusion", "conclusion_support", "leverage", "lift", "premise", "support"];
                assert_eq!(keys(rule), names);
                let premise = rule["premise"].as_array().unwrap();
                assert!(conclusion.as_array().unwrap().iter().all(|attr| !premise.contains(attr)));
            }
            None => {
                let names = ["conclusion_support", "conviction", "impossible", "leverage", "premise", "support"];
                assert_eq!(keys(rule), names);
                assert_eq!((&rule["impossible"], &rule["support"]), (&Value::Bool(true), &Value::from(0)));
            }
        }
    }
    let run = &book["run"];
    let names = [
        "certified",
        "delta",
        "distribution",
        "epsilon",
        "guarantee",
        "method",
        "questions",
        "rounds",
        "samples",
        "seed",
        "stopped",
    ];
    assert_eq!(keys(run), names);
    assert_eq!(run["method"], "frugal");
    assert_eq!(run["guarantee"], "strong");
    assert_eq!(run["distribution"], "described and short");
    assert_eq!(run["epsilon"], 0.05);
    assert_eq!(run["delta"], 0.2);
    assert_eq!(run["seed"], 7);
    assert_eq!(run["certified"], true);
    assert_eq!(run["stopped"], "certified");
    assert!(run["rounds"].as_u64().unwrap() > 0 && run["samples"].as_u64().unwrap() > 0);
    assert_eq!(keys(&run["questions"]), ["asked", "confirmed", "refuted"]);
    let count = |name: &str| run["questions"][name].as_u64().unwrap();
    assert_eq!(count("asked"), count("confirmed") + count("refuted"));
}

#[test]
fn results_stand_alone_on_stdout_and_words_on_stderr() {
    let place = Place::new();
    let frugal = ["learn", "data/zoo.csv", "--method", "frugal", "--all"];
    let ran = place.run(&frugal);
    assert_eq!(ran.code, 0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(lines[..lines.len() - 2].iter().all(|line| line.contains("-> ")), "{}", ran.out);
    assert!(lines[lines.len() - 2].ends_with(" background rules are not listed here"));
    assert!(lines[lines.len() - 1].starts_with("# attributes: hair, "), "{}", ran.out);
    for words in [
        "data/zoo.csv: 101 rows, 28 attributes",
        "animal_name  names the rows",
        "legs         6 values: 0, 2, 4, 5, 6, 8",
        "Told up to three attributes about one of the 101 rows, the rules draw all that follows in at least 95% of cases.",
        "For any three attributes or fewer, they know in at least 90% of cases what follows or that it cannot be.",
        "Both hold with probability at least 90%.",
        "36 known from the scaling",
        "questions:",
    ] {
        assert!(ran.err.contains(words), "{words}: {}", ran.err);
    }
    let quiet = place.run(&[&frugal[..], &["--quiet"]].concat());
    assert_eq!((quiet.out, quiet.err), (ran.out.clone(), String::new()));
    let shown = place.ok(&[&frugal[..], &["--show-background"]].concat());
    assert!(
        shown.starts_with(lines[0]) && shown.contains("# background\n# at most one of: legs=0, legs=2, "),
        "{shown}"
    );
}

#[test]
fn the_guarantee_is_put_in_honest_words() {
    let place = Place::new();
    let err = |arguments: &[&str]| place.run(&[&["learn", "data/zoo.csv"], arguments].concat()).err;
    assert!(
        err(&["--method", "pac-valid", "--weak"]).contains("disagree with the table on whether anything more follows")
    );
    assert!(err(&["--method", "pac-cached"]).contains("disagree with the table"));
    assert!(err(&["--method", "pac-cached", "--strong"]).contains("the rules draw all that follows"));
    assert!(err(&["--method", "exploration"]).contains("they are exact"));
    assert!(err(&["--method", "exact"]).contains("they are exact"));
    assert!(
        err(&["--method", "frugal", "--epsilon", "0.2", "--delta", "0.05"]).contains("with probability at least 95%")
    );
    let settled = err(&["--method", "settle"]);
    assert!(settled.contains("That holds with probability at least 90%. But about 9"), "{settled}");
    assert!(settled.contains("of these combinations never occur") && settled.contains("--distribution described is"));
    let cut_down = err(&["--method", "settle", "--max-premise", "2"]);
    assert!(cut_down.contains("as drawn by 'columns, at most 2 attributes'"), "{cut_down}");
    assert!(err(&["--method", "settle", "--weak"]).contains("The method settle has no weak form"));
    let limited = err(&["--limit-questions", "3"]);
    assert!(limited.contains("Stopped early (question limit): no guarantee for ε = 0.05 yet"), "{limited}");
    assert!(err(&["--target", "milk"]).contains(" about milk"));
}

#[test]
fn auto_says_what_it_chose() {
    let place = Place::new();
    let err = |arguments: &[&str]| place.run(&[&["learn"], arguments].concat()).err;
    let exact = err(&["data/zoo.csv"]);
    assert!(exact.contains("they are exact") && exact.contains("method exact, which takes seconds at most"), "{exact}");
    let exact = err(&["data/breast-cancer.csv", "--output", "rules.json"]);
    assert!(exact.contains("they are exact"), "{exact}");
    // Who names a distribution wants to know about that.
    let columns = ["data/breast-cancer.csv", "--distribution", "columns", "--output", "rules.json"];
    let settled = err(&columns);
    assert!(settled.contains("method settle, quicker here than the exact basis"), "{settled}");
    assert_eq!(place.json("rules.json")["run"]["method"], "settle");
    assert!(err(&["data/zoo.csv", "--limit-questions", "3"]).contains("method frugal, since questions are limited"));
    assert!(!err(&["data/zoo.csv", "--method", "settle"]).contains("method settle"));
    let stopped = err(&["data/breast-cancer.csv", "--limit-time", "0s"]);
    assert!(stopped.contains("Stopped early"), "{stopped}");
}

#[test]
fn a_run_cut_short_exits_with_1_and_says_what_it_supports() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/zoo.csv", "--limit-questions", "20", "-o", "rules.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    let run = &place.json("rules.json")["run"];
    assert_eq!(run["certified"], false);
    assert_eq!(run["guarantee"], "none");
    assert_eq!(run["stopped"], "question limit");
    assert_eq!(run["questions"]["asked"], 20);
    assert!(run["supported_epsilon"].as_f64().unwrap() > 0.01);
    let arguments = ["learn", "data/zoo.csv", "--method", "pac", "--epsilon", "1e-7", "--limit-time", "200ms"];
    let ran = place.run(&arguments);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("Stopped early (time limit)"), "{}", ran.err);
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let place = Place::new();
    let learn = |more: &[&str]| {
        let arguments = ["learn", "data/zoo.csv", "-q", "--format", "json", "--no-background"];
        place.ok(&[&arguments, more].concat())
    };
    for method in ["frugal", "settle", "auto"] {
        let one = learn(&["--method", method, "--seed", "5", "--threads", "1"]);
        assert_eq!(one, learn(&["--method", method, "--seed", "5", "--threads", "3"]));
        assert_eq!(one, learn(&["--method", method, "--seed", "5"]));
        assert_ne!(one, learn(&["--method", method, "--seed", "6"]));
    }
}

#[test]
fn only_rules_about_the_target() {
    let place = Place::new();
    let book = place.ok_json(&["learn", "data/zoo.csv", "--target", "milk", "--epsilon", "0.001", "--format", "json"]);
    for rule in book["rules"].as_array().unwrap() {
        assert_eq!(rule["conclusion"], serde_json::json!(["milk"]), "{rule}");
    }
}

#[test]
fn every_method_schedule_and_format_works() {
    let place = Place::new();
    for method in ["auto", "settle", "frugal", "pac", "pac-valid", "pac-cached", "exploration", "exact"] {
        for schedule in ["paper", "thrifty"] {
            let arguments = ["learn", "data/zoo.csv", "--epsilon", "0.1", "--method", method, "--schedule", schedule];
            place.ok(&arguments);
        }
    }
    for (format, start) in [
        ("text", "milk <-> type=mammal"),
        ("json", "{"),
        ("csv", "premise,conclusion,support"),
        ("conexp-json", "{\"additional information\""),
        ("prolog", ""),
        ("dimacs", "c 1 hair"),
    ] {
        let out = place.ok(&["learn", "data/zoo.csv", "-q", "--format", format]);
        assert!(out.starts_with(start) && out.ends_with('\n'), "{format}: {out}");
    }
    for (file, start) in [("a.json", "{"), ("a.csv", "premise,"), ("a.pl", ""), ("a.cnf", "c "), ("a.any", "milk -> ")]
    {
        assert_eq!(place.ok(&["learn", "data/zoo.csv", "-q", "--output", file]), "");
        assert!(place.read(file).starts_with(start), "{file}");
    }
}

#[test]
fn a_scaling_can_be_chosen_kept_and_applied() {
    let place = Place::new();
    let table = "who,age,city\na,10,Oslo\nb,20,Rome\nc,30,Oslo\nd,44,Rome\ne,50,Oslo\nf,61,Rome\n";
    place
        .write("people.csv", table)
        .write("new.csv", "who,age,city\ng,33,Oslo\n")
        .write("odd.csv", "who,age,city\ng,33,Bonn\n");
    let arguments = [
        "learn",
        "people.csv",
        "--scale",
        "age=ordinal:18,40",
        "--id",
        "who",
        "--save-scaling",
        "s.json",
        "--format",
        "json",
    ];
    let book = place.ok_json(&arguments);
    assert_eq!(book["attributes"], serde_json::json!(["age>=18", "age>=40", "city=Oslo", "city=Rome"]));
    assert_eq!(book["background"][0]["premise"], serde_json::json!(["age>=40"]));
    assert_eq!(place.json("s.json")["format"], "hornbook-scaling");
    let again = place.ok_json(&["learn", "new.csv", "--scaling", "s.json", "--format", "json"]);
    assert_eq!(again["attributes"], book["attributes"]);
    let message = place.refused(&["learn", "odd.csv", "--scaling", "s.json"]);
    assert_eq!(message, "error: odd.csv:2: found 'Bonn' in the column 'city', expected one of 'Oslo', 'Rome'");
    let ids = place.ok_json(&["learn", "people.csv", "--id", "none", "--format", "json"]);
    assert!(ids["attributes"].as_array().unwrap().contains(&"who=a".into()));
}

#[test]
fn unknowns_of_a_context_are_absent_or_dropped_but_no_value() {
    let place = Place::new();
    place.write("q.cxt", "B\n\n2\n2\n\no\np\na\nb\nX.\n?X\n");
    let rows = |missing: &[&str]| place.run(&[&["learn", "q.cxt"], missing].concat()).err;
    assert!(rows(&[]).contains("q.cxt: 2 rows, 2 attributes"));
    assert!(rows(&["--missing", "drop"]).contains("q.cxt: 1 row (1 row left out for missing values), 2 attributes"));
    assert!(place.refused(&["learn", "q.cxt", "--missing", "value"]).contains("q.cxt marks attributes as unknown"));
}

#[test]
fn what_is_unknown_is_filled_in_and_breaks_no_rule() {
    let place = Place::new();
    place.write("t.csv", "name,fur,milk\na,yes,yes\nb,yes,yes\nc,no,no\nd,yes,?\ne,no,?\n");
    let learn = |missing: &str| place.run(&["learn", "t.csv", "--missing", missing]);
    assert!(!learn("absent").out.contains("fur=yes <-> milk=yes"));
    let ran = learn("unknown");
    assert!(ran.out.contains("fur=yes <-> milk=yes  # support 2"), "{}", ran.out);
    let told = "2 places are unknown: 1 filled in as rules of known rows say, 1 taken for absent";
    assert!(ran.err.contains(told), "{}", ran.err);
    place.write("q.cxt", "B\n\n3\n2\n\no\np\nq\na\nb\nXX\nXX\nX?\n");
    let ran = place.run(&["learn", "q.cxt", "--missing", "unknown"]);
    assert!(ran.err.contains("1 place is unknown: 1 filled in"), "{}", ran.err);
}

#[test]
fn standard_input_is_a_source() {
    let place = Place::new();
    let mut child = place
        .command(&["learn", "-", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let table = place.read("data/zoo.csv");
    child.stdin.take().unwrap().write_all(table.as_bytes()).unwrap();
    let piped = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(piped.stdout).unwrap(), place.ok(&["learn", "data/zoo.csv", "-q"]));
}

#[test]
fn a_broken_pipe_is_no_error() {
    let place = Place::new();
    let mut child = place
        .command(&["basis", "data/breast-cancer.csv", "-q"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 10]).unwrap();
    drop(out);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_was_learned() {
    use std::process::Command;
    use std::time::Duration;

    let place = Place::new();
    let arguments = ["learn", "data/zoo.csv", "--method", "pac", "--epsilon", "1e-7", "--format", "json"];
    let mut child = place.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The first word comes when the run is about to begin.
    let mut err = child.stderr.take().unwrap();
    err.read_exact(&mut [0; 4]).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    let (output, err) = (child.wait_with_output().unwrap(), rest);
    assert_eq!(output.status.code(), Some(1), "{err}");
    let book: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(book["run"]["stopped"], "cancelled");
    assert!(!book["rules"].as_array().unwrap().is_empty());
    assert!(err.contains("Stopped early (interrupted)"), "{err}");
}

#[cfg(unix)]
#[test]
fn outputs_are_replaced_whole_and_devices_written_to() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let place = Place::new();
    place.write("old.json", "old");
    std::fs::set_permissions(place.path().join("old.json"), PermissionsExt::from_mode(0o640)).unwrap();
    symlink("old.json", place.path().join("link.json")).unwrap();
    place.ok(&["learn", "data/zoo.csv", "-o", "link.json"]);
    let found = std::fs::metadata(place.path().join("old.json")).unwrap();
    assert_eq!(found.permissions().mode() & 0o777, 0o640);
    assert_eq!(place.json("old.json")["version"], 1);
    assert!(place.path().join("link.json").is_symlink());
    place.ok(&["learn", "data/zoo.csv", "-o", "/dev/null"]);
    assert_eq!(place.files(), ["link.json", "old.json"]);
}

/// The questions of a run, and the run itself, as JSON.
fn run_of(place: &Place, arguments: &[&str]) -> (u64, serde_json::Value) {
    let book = place.ok_json(&[&["learn", "data/zoo.csv", "--format", "json", "-q"], arguments].concat());
    (book["run"]["questions"]["asked"].as_u64().unwrap(), book)
}

#[test]
fn background_saves_questions() {
    let place = Place::new();
    for distribution in ["uniform", "columns"] {
        let asked = |rest: &[&str]| {
            let seeds = ["1", "2", "3", "4", "5"];
            let frugal = ["--method", "frugal", "--distribution", distribution, "--seed"];
            let of = |seed: &str| run_of(&place, &[&frugal[..], &[seed], rest].concat()).0;
            seeds.into_iter().map(of).sum::<u64>()
        };
        let (with, without) = (asked(&[]), asked(&["--no-background"]));
        assert!(with < without, "{distribution}: {with} with background, {without} without");
    }
}

#[test]
fn the_distribution_is_chosen_and_named() {
    let place = Place::new();
    let named = |arguments: &[&str]| {
        let run = &run_of(&place, &[&["--method", "settle"], arguments].concat()).1["run"];
        run["distribution"].as_str().unwrap().to_owned()
    };
    assert_eq!(named(&[]), "columns");
    assert_eq!(named(&["--no-background"]), "uniform");
    assert_eq!(named(&["--target", "milk"]), "support");
    assert_eq!(named(&["--distribution", "support"]), "support");
    assert_eq!(named(&["--distribution", "uniform:1+support:3"]), "uniform:0.25+support:0.75");
    assert_eq!(named(&["--max-premise", "2"]), "columns, at most 2 attributes");
    assert_eq!(
        named(&["--distribution", "described-and-short", "--max-premise", "2"]),
        "described-up-to-2 and short-up-to-2"
    );
    assert_eq!(named(&["--distribution", "support", "--min-support", "9"]), "support, in at least 9 rows");
    let wrong = place.run(&["learn", "data/zoo.csv", "--distribution", "even"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("expected described, short, described and short, support, columns, uniform"),
        "{}",
        wrong.err
    );
}

#[test]
fn premises_are_as_short_and_as_supported_as_asked_for() {
    let place = Place::new();
    let (_, short) = run_of(&place, &["--max-premise", "2"]);
    assert!(short["rules"].as_array().unwrap().iter().all(|rule| rule["premise"].as_array().unwrap().len() <= 2));
    let (_, supported) = run_of(&place, &["--distribution", "support", "--min-support", "9"]);
    let rules = supported["rules"].as_array().unwrap();
    assert!(!rules.is_empty() && rules.iter().all(|rule| rule["support"].as_u64().unwrap() >= 9), "{rules:?}");
    for wrong in [&["--min-support", "102"][..], &["--max-premise", "0"], &["--max-premise", "2", "--method", "pac"]] {
        assert_eq!(place.run(&[&["learn", "data/zoo.csv"], wrong].concat()).code, 2, "{wrong:?}");
    }
}

#[test]
fn rules_with_exceptions_are_listed_apart() {
    let place = Place::new();
    let (_, book) = run_of(&place, &["--confidence", "0.9"]);
    let confident = book["confident"].as_array().unwrap();
    assert!(!confident.is_empty());
    for rule in confident {
        let confidence = rule["confidence"].as_f64().unwrap();
        assert!((0.9..1.0).contains(&confidence), "{rule}");
        assert!(rule["support"].as_u64().unwrap() >= 10, "{rule}");
    }
    let (_, without) = run_of(&place, &[]);
    assert_eq!(book["rules"], without["rules"], "the others are as they are without");
    assert!(without.get("confident").is_none());
    for wrong in ["0", "1", "1.5", "nan"] {
        assert_eq!(place.run(&["learn", "data/zoo.csv", "--confidence", wrong]).code, 2, "{wrong}");
    }
}

#[test]
fn a_limit_tells_the_epsilon_that_is_supported() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/zoo.csv", "--limit-questions", "20", "--format", "json"]);
    assert_eq!(ran.code, 1);
    let book: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let run = &book["run"];
    assert_eq!((&run["certified"], &run["stopped"]), (&false.into(), &"question limit".into()));
    let supported = run["supported_epsilon"].as_f64().unwrap();
    assert!(supported > 0.01 && supported < 1.0, "{supported}");
    assert!(ran.err.contains("the evidence so far supports ε = "), "{}", ran.err);
}

#[test]
fn a_screen_has_the_most_telling_rules_and_a_file_has_all() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/breast-cancer.csv"]);
    assert_eq!(ran.out.lines().filter(|line| !line.starts_with('#')).count(), 20, "{}", ran.out);
    assert!(ran.out.starts_with("Cell.size=1, Bare.nuclei=1 -> Class=benign  # support 336"), "{}", ran.out);
    assert!(ran.err.contains("more rules: --all lists them"), "{}", ran.err);
    let all = place.ok(&["learn", "data/breast-cancer.csv", "--all", "-q"]);
    assert_eq!(all.lines().filter(|line| !line.starts_with('#')).count(), 10_281);
    // What a file has says the same to other commands, background included.
    place.ok(&["learn", "data/zoo.csv", "-q", "-o", "all.txt"]);
    place.ok(&["learn", "data/zoo.csv", "-q", "-o", "all.json"]);
    for rules in ["all.txt", "all.json"] {
        for rule in ["milk -> backbone", "legs=2, legs=4 -> impossible", "feathers -> tail"] {
            let ran = place.run(&["entails", rules, rule]);
            assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{rules}: {rule}");
        }
    }
}

#[test]
fn a_list_that_was_cut_says_so_wherever_it_is_read() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/zoo.csv", "--top", "5", "-o", "five.json"]);
    assert!(ran.err.contains("126 rules left out"), "{}", ran.err);
    let book = place.json("five.json");
    assert_eq!((&book["left_out"], &book["run"]["certified"]), (&Value::from(126), &Value::Bool(false)));
    place.write("five.txt", place.ok(&["learn", "data/zoo.csv", "--top", "5", "-q"]));
    for rules in ["five.json", "five.txt"] {
        let ran = place.run(&["entails", rules, "fins -> aquatic"]);
        assert!(ran.err.contains(&format!("{rules} leaves out 1")), "{ran:?}");
    }
}

#[test]
fn only_as_often_as_told_and_ordered_as_told() {
    let place = Place::new();
    let ran = place.run(&["learn", "data/zoo.csv", "--min-support", "40%", "--format", "json"]);
    assert!(ran.err.contains("Every rule that holds and is borne out by at least 41 rows (41%)"), "{}", ran.err);
    let book: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&book["run"]["guarantee"], &book["run"]["min_support"]), (&"above support".into(), &41.into()));
    let supports = |sort: &str| -> Vec<u64> {
        let book = place.ok_json(&["learn", "data/zoo.csv", "-q", "--sort", sort, "--format", "json"]);
        book["rules"].as_array().unwrap().iter().map(|rule| rule["support"].as_u64().unwrap()).collect()
    };
    let by_support = supports("support");
    assert!(by_support.is_sorted_by(|a, b| a >= b) && by_support != supports("lift"));
    assert!(place.refused(&["learn", "data/zoo.csv", "--min-support", "200"]).contains("the table has 101 rows"));
    let wrong = place.run(&["learn", "data/zoo.csv", "--min-support", "-1"]);
    assert!(wrong.code == 2 && wrong.err.contains("such as 50, or a share of them such as 1%"), "{}", wrong.err);
}

/// As R writes tables: the rows are counted in a column without a name.
#[test]
fn row_numbers_are_no_attribute_and_names_may_begin_with_a_minus() {
    let place = Place::new();
    let row = |at: usize| format!("{at},{},{}\n", at + 100, at as i64 % 3 * 7 - 7);
    let rows: String = (1..=40).map(row).collect();
    place.write("r.csv", format!(",ID,accel\n{rows}"));
    let ran = place.run(&["learn", "r.csv", "--target", "accel=-7"]);
    assert!(ran.code == 0 && !ran.out.contains("object"), "{ran:?}");
    assert!(ran.err.contains("object  left out"), "{}", ran.err);
    let ran = place.run(&["learn", "r.csv", "--target", "-7"]);
    assert!(ran.err.contains("there is no attribute '-7'"), "{}", ran.err);
}

/// People with an income, of whom all above 60,000 are members.
fn members() -> String {
    let row = |i: u64| {
        let income = 15_000 + (i * 7919) % 10_007 * 8;
        let member = income > 60_000 || (i * 31).is_multiple_of(3);
        format!("{income},{},{}\n", if member { "yes" } else { "no" }, (i * 5) % 91)
    };
    format!("income,member,age\n{}", (0..800).map(row).collect::<String>())
}

#[test]
fn a_planted_threshold_is_found_without_being_told_to() {
    let place = Place::new();
    place.write("members.csv", members());
    let ran = place.run(&["learn", "members.csv"]);
    assert!(ran.out.contains("income>=60000 -> member=yes  # support "), "{}", ran.out);
    assert!(ran.err.contains("income  intervals, cut at 60000, where member changes"), "{}", ran.err);
}

#[test]
fn a_target_is_an_attribute_a_threshold_or_a_column_of_yes_and_no() {
    let place = Place::new();
    place.write("members.csv", members());
    let named = place.ok(&["learn", "members.csv", "-q", "--target", "member=yes"]);
    assert!(named.contains("income>=60000 -> member=yes"), "{named}");
    assert_eq!(place.ok(&["learn", "members.csv", "-q", "--target", "member"]), named);
    let ran = place.run(&["learn", "members.csv", "--target", "age>=40"]);
    assert!(ran.err.contains("age     intervals, cut at 40"), "{}", ran.err);
    let refused = place.refused(&["learn", "members.csv", "--target", "income"]);
    assert!(refused.contains("'income' is a column; name one of its attributes, such as 'income>="), "{refused}");
    let refused = place.refused(&["learn", "members.csv", "--target", "incom"]);
    assert!(refused.contains("--target: there is no attribute 'incom'"), "{refused}");
    // What was learned for a target is measured in the same table.
    place.ok(&["learn", "members.csv", "-q", "--target", "member", "--output", "rules.json"]);
    place.ok(&["measure", "rules.json", "members.csv"]);
}
