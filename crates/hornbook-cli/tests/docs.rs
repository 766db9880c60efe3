//! The documentation, executed: what README and guide show is what happens.
//!
//! In a `console` block a line after `$ ` is a command for bash, lines after
//! `> ` belong to it, and what follows is its output, both streams together. A
//! line `…` stands for any lines, a `…` within a line for any characters. All
//! blocks of a file run one after the other in one folder with the sample data.
//!
//! `UPDATE_DOCS=1 cargo test --test docs` writes what comes out into the files.
#![cfg(unix)]
#![allow(clippy::unwrap_used)]

#[cfg(feature = "spark")]
#[path = "../../hornbook-engines/tests/servers/spark.rs"]
mod cluster;
mod common;
#[path = "../../hornbook-engines/tests/servers/mod.rs"]
mod servers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{HORNBOOK, Place};
use servers::mariadb::Mariadb;
use servers::postgres::Postgres;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// README and all pages of `docs/`, in order.
fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

/// A fenced block: its language, and its lines by their places in the page.
struct Block {
    language: String,
    start: usize,
    end: usize,
}

fn blocks(lines: &[String]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in lines.iter().enumerate() {
        match (line.trim_start().strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some(Block { language: language.to_owned(), start: at + 1, end: at + 1 }),
            (Some(_), Some(block)) => {
                block.end = at;
                blocks.extend(open.take());
            }
            (None, _) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn lines_of(page: &Path) -> Vec<String> {
    fs::read_to_string(page).unwrap().lines().map(str::to_owned).collect()
}

/// A command of a console block and the output it is said to have.
struct Shown {
    lines: Vec<String>,
    expected: Vec<String>,
}

impl Shown {
    fn all(block: &[String]) -> Vec<Self> {
        let mut shown: Vec<Self> = Vec::new();
        for line in block {
            match (line.strip_prefix("$ ").is_some(), shown.last_mut()) {
                (true, _) => shown.push(Self { lines: vec![line.clone()], expected: Vec::new() }),
                (false, Some(last)) if last.expected.is_empty() && line.starts_with("> ") => {
                    last.lines.push(line.clone());
                }
                (false, Some(last)) => last.expected.push(line.clone()),
                (false, None) => panic!("a console block starts with a command, not {line:?}"),
            }
        }
        shown
    }

    fn command(&self) -> String {
        let command: Vec<&str> = self.lines.iter().map(|line| &line[2..]).collect();
        command.join("\n").replace("cargo run --release --", "hornbook")
    }
}

/// A folder in which the commands of one page run.
struct Shell {
    place: Place,
    code: i32,
    databases: Option<Databases>,
}

/// Databases for the page about them. In what is printed, their addresses are written
/// as in the commands.
struct Databases {
    postgres: Postgres,
    mariadb: Mariadb,
    #[cfg(feature = "spark")]
    spark: cluster::OwnCluster,
}

/// Whether a command can be run: a cluster is spoken to only if that was built.
fn can_run(command: &str) -> bool {
    cfg!(feature = "spark") || !command.contains("$SPARK")
}

impl Databases {
    fn start() -> Self {
        let (postgres, mariadb) = (Postgres::start(), Mariadb::start());
        mariadb.run(
            "CREATE TABLE pets (name varchar(20) PRIMARY KEY, legs int, kind enum('mammal', 'bird'), tame boolean); \
             INSERT INTO pets VALUES ('cat', 4, 'mammal', true), ('cow', 4, 'mammal', true), ('owl', 2, 'bird', false), \
             ('hen', 2, 'bird', true), ('bat', 2, 'mammal', false)",
        );
        Self {
            postgres,
            mariadb,
            #[cfg(feature = "spark")]
            spark: cluster::Cluster::own("docs", 2),
        }
    }

    /// What an address is called, the address, and how it is printed.
    fn addresses(&self) -> Vec<(&'static str, String, String)> {
        let urls = [
            ("POSTGRES", self.postgres.url()),
            ("MARIADB", self.mariadb.url()),
            #[cfg(feature = "spark")]
            ("SPARK", self.spark.0.url.clone()),
        ];
        let printed =
            |(name, url): (&'static str, String)| (name, url.clone(), hornbook_engines::without_secrets(&url));
        urls.into_iter().map(printed).collect()
    }
}

impl Shell {
    /// Both streams, as a terminal would show them.
    fn run(&mut self, command: &str) -> Vec<String> {
        let bin = Path::new(HORNBOOK).parent().unwrap().to_str().unwrap();
        let script = format!("exec 2>&1\n(exit {})\n{command}", self.code);
        let addresses = self.databases.as_ref().map(Databases::addresses);
        let addresses = addresses.iter().flatten();
        let output = Command::new("bash")
            .args(["-c", &script])
            .envs(addresses.clone().map(|(name, address, _)| (name, address)))
            .env("PATH", format!("{bin}:{}", std::env::var("PATH").unwrap()))
            .env("NO_COLOR", "1")
            .current_dir(self.place.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        self.code = output.status.code().unwrap_or(-1);
        let mut text = String::from_utf8(output.stdout).unwrap();
        addresses.for_each(|(name, _, shown)| text = text.replace(shown, &format!("${name}")));
        text.lines().map(|line| line.trim_end().to_owned()).collect()
    }
}

/// Whether a line is as expected, `…` standing for any characters.
fn line_fits(expected: &str, line: &str) -> bool {
    match expected.split_once('…') {
        None => expected == line,
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|line| {
            line.char_indices().map(|(at, _)| at).chain([line.len()]).any(|at| line_fits(rest, &line[at..]))
        }),
    }
}

/// Whether all lines are as expected, a line `…` standing for any lines.
fn fits(expected: &[String], lines: &[String]) -> bool {
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "…" => (0..=lines.len()).any(|at| fits(rest, &lines[at..])),
        Some((first, rest)) => lines.split_first().is_some_and(|(l, ls)| line_fits(first, l) && fits(rest, ls)),
    }
}

/// What to expect from now on: as many lines before the first and after the
/// last `…` as there were, lines with a `…` that still fit as they were, and no
/// times.
fn renewed(expected: &[String], lines: &[String]) -> Vec<String> {
    // A pattern that is hardly more than `…` fits anything.
    let telling = |old: &&String| old.contains('…') && old.chars().filter(char::is_ascii_alphanumeric).count() > 2;
    let line = |line: &String| {
        let old = expected.iter().filter(telling).find(|old| line_fits(old, line));
        old.cloned().unwrap_or_else(|| without_time(line))
    };
    let gap = |old: &String| old == "…";
    let (Some(first), Some(last)) = (expected.iter().position(gap), expected.iter().rposition(gap)) else {
        return lines.iter().map(line).collect();
    };
    let after = expected.len() - last - 1;
    if first + after >= lines.len() {
        return lines.iter().map(line).collect();
    }
    let start = lines[..first].iter().map(line);
    let end = lines[lines.len() - after..].iter().map(line);
    start.chain(["…".to_owned()]).chain(end).collect()
}

/// The line with a time at its end left open.
fn without_time(line: &str) -> String {
    let (start, end) = line.rsplit_once("; ").map_or(("", line), |(start, end)| (start, end));
    let units = [" ms.", " s.", " min."];
    match end.starts_with(|c: char| c.is_ascii_digit()) && units.iter().any(|unit| end.ends_with(unit)) {
        true if start.is_empty() => "….".to_owned(),
        true => format!("{start}; …."),
        false => line.to_owned(),
    }
}

#[test]
fn every_command_does_what_is_shown() {
    let update = std::env::var_os("UPDATE_DOCS").is_some();
    let mut wrong = Vec::new();
    for page in pages() {
        let databases = page.ends_with("engines.md").then(Databases::start);
        let mut shell = Shell { place: Place::new(), code: 0, databases };
        let lines = lines_of(&page);
        let mut new = Vec::new();
        let mut done = 0;
        for block in blocks(&lines).iter().filter(|block| block.language == "console") {
            new.extend_from_slice(&lines[done..block.start]);
            done = block.end;
            for shown in Shown::all(&lines[block.start..block.end]) {
                new.extend_from_slice(&shown.lines);
                if !can_run(&shown.command()) {
                    new.extend_from_slice(&shown.expected);
                    continue;
                }
                let printed = shell.run(&shown.command());
                if fits(&shown.expected, &printed) {
                    new.extend_from_slice(&shown.expected);
                } else {
                    new.extend(renewed(&shown.expected, &printed));
                    let (command, shows) = (shown.lines.join("\n"), shown.expected.join("\n"));
                    let place = page.strip_prefix(root()).unwrap().display();
                    wrong
                        .push(format!("{place}: {command}\n--- shown\n{shows}\n--- printed\n{}\n", printed.join("\n")));
                }
            }
        }
        new.extend_from_slice(&lines[done..]);
        if update {
            fs::write(&page, new.join("\n") + "\n").unwrap();
        }
    }
    assert!(update || wrong.is_empty(), "{}\nUPDATE_DOCS=1 takes over what is printed.", wrong.join("\n"));
}

#[test]
fn every_block_is_of_a_kind_that_is_checked() {
    for page in pages() {
        let lines = lines_of(&page);
        for Block { language, start, .. } in blocks(&lines) {
            // Those of nginx are run by tests/nginx.rs, those of Python by the tests of
            // crates/hornbook-python.
            let known = ["console", "rust", "json", "text", "math", "nginx", "python"].contains(&language.as_str());
            assert!(known, "{}:{start}: a block of {language:?}", page.display());
        }
    }
}

#[test]
fn every_rule_file_shown_can_be_read() {
    let place = Place::new();
    for page in pages() {
        let lines = lines_of(&page);
        for block in blocks(&lines).iter().filter(|block| block.language == "json") {
            let text = lines[block.start..block.end].join("\n");
            let value: serde_json::Value = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{}:{}: {error}", page.display(), block.start));
            match value["format"].as_str() {
                Some("hornbook-rules") => {
                    place.write("shown.json", &text);
                    place.ok(&["convert", "shown.json", "-", "--to", "text"]);
                }
                Some("hornbook-scaling") => {
                    place.write("shown.json", &text);
                    place.ok(&["convert", "data/zoo.csv", "shown.cxt", "--scaling", "shown.json"]);
                }
                _ => {}
            }
        }
    }
}

/// Texts in brackets with addresses in parentheses.
fn links(text: &str) -> Vec<&str> {
    text.match_indices("](").filter_map(|(at, _)| text[at + 2..].split([')', ' ']).next()).collect()
}

#[test]
fn every_link_within_the_project_leads_somewhere() {
    let others = ["CHANGELOG.md", "CONTRIBUTING.md", "data/README.md"].map(|name| root().join(name));
    for page in pages().into_iter().chain(others) {
        let text = fs::read_to_string(&page).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            let anchors =
                || lines_of(&target).iter().filter(|l| l.starts_with('#')).map(|l| anchor(l)).collect::<Vec<_>>();
            assert!(heading.is_empty() || anchors().contains(&heading.to_owned()), "{}: no {link}", page.display());
        }
    }
}

/// The anchor of a heading, as web pages make it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    text.chars().filter(|c| c.is_alphanumeric() || "- _".contains(*c)).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The texts in backquotes.
fn code_spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Whether the source has a word that stands for itself.
fn has_word(source: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    source
        .match_indices(word)
        .any(|(at, _)| !source[..at].ends_with(part) && !source[at + word.len()..].starts_with(part))
}

/// Goes through the code spans of a text: each file is followed by items in it.
/// Paths start at `crates/hornbook/src` or at the root. Counts the items.
fn check_places(page: &str, text: &str) -> usize {
    let mut places = 0;
    let mut source: Option<(String, String)> = None;
    for span in code_spans(text) {
        if span.contains('/') || span.ends_with(".rs") {
            let path = [root().join("crates/hornbook/src").join(span), root().join(span)];
            let path = path.iter().find(|path| path.is_file());
            let path = path.unwrap_or_else(|| panic!("{page} names {span}, which does not exist"));
            source = Some((span.to_owned(), fs::read_to_string(path).unwrap()));
        } else if let Some((path, text)) = &source {
            for word in span.split("::") {
                assert!(has_word(text, word), "{page}: there is no {span} in {path}");
            }
            places += 1;
        } else {
            panic!("{page}: {span} is in no file");
        }
    }
    places
}

/// In the tables of `docs/paper.md` the last cell names files and items.
#[test]
fn every_place_named_for_the_paper_exists() {
    let lines = lines_of(&root().join("docs/paper.md"));
    let rows = lines.iter().filter(|line| line.starts_with('|'));
    let cells = rows.map(|row| row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap());
    let places: usize = cells.map(|cell| check_places("docs/paper.md", cell)).sum();
    assert!(places > 40, "only {places} places found: was the table rewritten?");
}

/// The walks of `docs/architecture.md` are lists whose items name files and what
/// is in them.
#[test]
fn every_place_on_the_walks_exists() {
    let text = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let walks: Vec<&str> = text.split("\n## ").skip(3).collect();
    assert_eq!(walks.len(), 3, "three walks");
    for walk in walks {
        let steps = check_places("docs/architecture.md", walk);
        assert!(steps >= 7, "only {steps} places in {:?}", walk.lines().next());
    }
}

/// `docs/architecture.md` and `CONTRIBUTING.md` list every crate.
#[test]
fn every_crate_is_on_the_map() {
    for page in ["docs/architecture.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(page)).unwrap();
        for entry in fs::read_dir(root().join("crates")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let listed = name == "hornbook-webdriver" || has_word(&text, &name);
            assert!(listed, "{page} does not list {name}");
        }
    }
}

#[test]
fn patterns_match_as_they_should() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(line_fits("a … c", "a b c") && line_fits("…", "") && !line_fits("a …", "b a "));
    assert!(fits(&lines("a\n…\nc"), &lines("a\nb\nb\nc")) && fits(&lines("…"), &[]));
    assert!(!fits(&lines("a\n…\nc"), &lines("a\nb")));
    assert_eq!(renewed(&lines("a\n…\n3 sets …"), &lines("b\nc\nd\n3 sets or so")), lines("b\n…\n3 sets …"));
    assert_eq!(renewed(&[], &lines("77 questions; 0.6 s.\n1 ms.")), lines("77 questions; ….\n…."));
}
