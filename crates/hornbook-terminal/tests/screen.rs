//! The full-screen face, through a real terminal.

mod asked;
mod tmux;

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use hornbook::prepare::Preparation;
use hornbook_explore::journal::Attribute;
use hornbook_explore::{Asking, Exploration, Programs, Start};
use hornbook_terminal::{Session, screen};

use tmux::Terminal;

/// What an expert knows of a small domain.
struct Expert {
    attributes: &'static [&'static str],
    objects: &'static [(&'static str, &'static [&'static str])],
}

const ANIMALS: Expert = Expert {
    attributes: &["hair", "milk", "eggs", "feathers", "flies"],
    objects: &[
        ("cat", &["hair", "milk"]),
        ("bat", &["hair", "milk", "flies"]),
        ("platypus", &["hair", "milk", "eggs"]),
        ("hen", &["eggs", "feathers"]),
        ("swift", &["eggs", "feathers", "flies"]),
        ("bee", &["hair", "eggs", "flies"]),
        ("trout", &["eggs"]),
    ],
};

/// A few more, for the guide.
const MORE: Expert = Expert {
    attributes: &["backbone", "hair", "milk", "eggs", "feathers", "flies", "swims"],
    objects: &[
        ("otter", &["backbone", "hair", "milk", "swims"]),
        ("bat", &["backbone", "hair", "milk", "flies"]),
        ("dolphin", &["backbone", "milk", "swims"]),
        ("platypus", &["backbone", "hair", "milk", "eggs", "swims"]),
        ("duck", &["backbone", "eggs", "feathers", "flies", "swims"]),
        ("ostrich", &["backbone", "eggs", "feathers"]),
        ("trout", &["backbone", "eggs", "swims"]),
        ("bee", &["hair", "eggs", "flies"]),
        ("snail", &["eggs"]),
        ("worm", &[]),
    ],
};

/// A question as it is read from the screen.
#[derive(Clone, Debug, PartialEq)]
struct Question {
    premise: BTreeSet<String>,
    /// None if it is asked whether the premise can be.
    conclusion: Option<BTreeSet<String>>,
}

impl Question {
    fn read(screen: &str) -> Self {
        let text = question_text(screen);
        let (premise, conclusion) = asked::sides(&text).unwrap_or_else(|| panic!("no question: {screen}"));
        Self { premise: premise.into_iter().collect(), conclusion: conclusion.map(|names| names.into_iter().collect()) }
    }
}

/// The question, up to the empty line after it.
fn question_text(screen: &str) -> String {
    let lines = screen.lines().skip(2).take_while(|line| !line.trim().is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// How many questions are answered, as the screen has it.
fn answered(screen: &str) -> Option<usize> {
    if screen.contains("No question answered yet") {
        return Some(0);
    }
    let line = screen.lines().find(|line| line.contains(" answered"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn is_certified(screen: &str) -> bool {
    screen.lines().next().is_some_and(|line| line.contains("Certified"))
}

/// The attributes in the form, from the top.
fn rows(screen: &str) -> Vec<String> {
    let value = |word: &str| matches!(word, "yes" | "no" | "?" | "(yes)" | "(no)" | "~yes" | "~no");
    let row = |line: &str| {
        let mut words = line.trim_start_matches([' ', '>']).split_whitespace();
        words.next().filter(|word| value(word)).and(words.next()).map(str::to_owned)
    };
    screen.lines().filter_map(row).collect()
}

impl Expert {
    fn start(&self, terminal: &Terminal, seed: u64) {
        let start = Start::attributes(self.attributes.iter().copied()).seed(seed);
        drop(Exploration::create(&terminal.journal(), start).expect("a new journal"));
    }

    /// An object that speaks against the rule.
    fn exception(&self, question: &Question) -> Option<&(&'static str, &'static [&'static str])> {
        self.objects.iter().find(|(_, has)| {
            let all = |set: &BTreeSet<String>| set.iter().all(|name| has.contains(&name.as_str()));
            all(&question.premise) && question.conclusion.as_ref().is_none_or(|conclusion| !all(conclusion))
        })
    }

    /// Answers the question on the screen, and waits for what comes next.
    fn answer(&self, terminal: &Terminal) -> String {
        let screen = terminal.show();
        let before = answered(&screen).expect("a question");
        let question = Question::read(&screen);
        let never = question.conclusion.is_none();
        match self.exception(&question) {
            None => terminal.keys(&[if never { "n" } else { "y" }]),
            Some((name, has)) => {
                terminal.keys(&[if never { "y" } else { "n" }]);
                terminal.until("Name: _");
                terminal.type_text(name);
                terminal.keys(&["Enter"]);
                let form = terminal.until("Space next of these");
                for attribute in rows(&form) {
                    terminal.keys(&[if has.contains(&attribute.as_str()) { "y" } else { "n" }, "Down"]);
                }
                terminal.until("it is. Enter gives the answer");
                terminal.keys(&["Enter"]);
            }
        }
        terminal.until_that("the next question", |screen| {
            is_certified(screen) || answered(screen).is_some_and(|count| count == before + 1)
        })
    }

    fn answer_all(&self, terminal: &Terminal) -> String {
        let mut screen = terminal.show();
        while !is_certified(&screen) {
            screen = self.answer(terminal);
        }
        screen
    }

    /// Whether a journal says of the rules what the expert would.
    fn agrees_with(&self, journal: &Path) {
        let exploration = Exploration::read(journal).expect("a journal");
        assert!(exploration.certified().is_some());
        let universe = exploration.universe();
        for rule in exploration.rules() {
            for (name, has) in self.objects {
                let has = universe.set(has.iter()).expect("known names");
                assert!(rule.implication.holds_in(&has), "{name} breaks {}", rule.implication.display(universe));
            }
        }
    }
}

fn begin(options: &[(&str, &str)], seed: u64) -> Terminal {
    let terminal = Terminal::new();
    ANIMALS.start(&terminal, seed);
    terminal.start(80, 24, options);
    terminal.until("No question answered yet");
    terminal
}

#[test]
fn a_whole_exploration_to_its_certificate() {
    let terminal = begin(&[], 1);
    let screen = ANIMALS.answer_all(&terminal);
    assert!(screen.contains("Done: what is known is certified"), "{screen}");
    terminal.keys(&["r"]);
    terminal.until("Write what is known to a file");
    terminal.keys(&["C-u"]);
    let report = terminal.folder().join("report.md");
    terminal.type_text(report.to_str().expect("a path"));
    terminal.keys(&["Enter"]);
    terminal.until("Wrote the report");
    let report = std::fs::read_to_string(report).expect("a report");
    assert!(report.contains("**Certified.**"), "{report}");
    terminal.keys(&["q"]);
    // The terminal is as it was: lines are read, with echo.
    terminal.until("left with 0, lines icanon, letters echo");
    ANIMALS.agrees_with(&terminal.journal());
}

#[test]
fn going_on_to_a_smaller_epsilon() {
    let terminal = begin(&[], 2);
    ANIMALS.answer_all(&terminal);
    terminal.keys(&["m"]);
    // A smaller one is offered.
    terminal.until("ε: 0.01_");
    terminal.keys(&["C-u", "x", "Enter"]);
    terminal.until("That is no number");
    terminal.keys(&["C-u"]);
    terminal.type_text("0.002");
    terminal.keys(&["Enter"]);
    terminal.until_that("it goes on", |screen| screen.contains("it goes on to the new accuracy"));
    ANIMALS.answer_all(&terminal);
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    assert!(exploration.certified().expect("a certificate").epsilon <= 0.002);
}

#[test]
fn an_answer_is_undone_and_comes_again() {
    let terminal = begin(&[], 3);
    let first = question_text(&terminal.show());
    terminal.keys(&["d"]);
    let second = terminal.until("1 question answered");
    assert_ne!(question_text(&second), first);
    terminal.keys(&["u"]);
    let again = terminal.until("Took back: Not known");
    assert_eq!(answered(&again), Some(0), "an answer taken back counts no more: {again}");
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    assert!(exploration.open_questions().is_empty());
    terminal.keys(&["u"]);
    terminal.until("there is no answer to take back");
}

#[test]
fn a_contradiction_is_settled_without_typing_again() {
    let terminal = begin(&[], 4);
    // Whatever the first question is, the wrong answer to it.
    let question = Question::read(&terminal.show());
    let never = question.conclusion.is_none();
    let (name, has) = ANIMALS.exception(&question).expect("an exception to the first question");
    terminal.keys(&[if never { "n" } else { "y" }]);
    terminal.until("1 question answered");
    // The object that breaks it is told unasked.
    terminal.keys(&["b", "2"]);
    terminal.until("No object is known yet");
    terminal.keys(&["a"]);
    terminal.until("Name: _");
    terminal.type_text(name);
    terminal.keys(&["Enter"]);
    for attribute in rows(&terminal.until("Space next of these")) {
        terminal.keys(&[if has.contains(&attribute.as_str()) { "y" } else { "n" }, "Down"]);
    }
    terminal.until("This contradicts what was accepted before");
    terminal.keys(&["Enter"]);
    let conflict = terminal.until("If you take the chosen one back");
    assert!(conflict.contains("No longer known"), "{conflict}");
    // One may go back to the form, in which everything is still there.
    terminal.keys(&["Escape"]);
    let form = terminal.until("write it down");
    assert!(form.contains(&format!("Name: {name}")), "{form}");
    terminal.keys(&["Enter"]);
    terminal.until("If you take the chosen one back");
    terminal.keys(&["t"]);
    let table = terminal.until("[2 Objects]");
    assert!(table.contains(name) && table.contains("Written down"), "{table}");
    terminal.keys(&["Escape"]);
    terminal.until("No question answered yet");
    ANIMALS.answer_all(&terminal);
    ANIMALS.agrees_with(&terminal.journal());
}

#[test]
fn a_part_of_it_holds() {
    // Of b and c, only b follows from a.
    let terminal = Terminal::new();
    terminal.begin(&["a", "b", "c"], 80, 24);
    // A question with two attributes in its conclusion comes sooner or later
    // if objects have everything.
    let mut screen = terminal.until("No question answered yet");
    let mut before = 0;
    let question = loop {
        let question = Question::read(&screen);
        match &question.conclusion {
            Some(conclusion) if conclusion.len() > 1 => break question,
            Some(_) => terminal.keys(&["d"]),
            None => {
                terminal.keys(&["y"]);
                terminal.until("Name: _");
                terminal.keys(&["Enter"]);
                for _ in rows(&terminal.until("Space next of these")) {
                    terminal.keys(&["y", "Down"]);
                }
                terminal.keys(&["Enter"]);
            }
        }
        before += 1;
        screen = terminal.until_that("the next question", |screen| answered(screen) == Some(before));
    };
    let conclusion: Vec<&String> = question.conclusion.iter().flatten().collect();
    terminal.keys(&["p", "Enter"]);
    terminal.until("Tick what does follow, with the space bar");
    terminal.keys(&["Space"]);
    terminal.until(&format!("[x] {}", conclusion[0]));
    terminal.keys(&["Enter"]);
    terminal.until("lacks ");
    terminal.keys(&["y"]);
    let form = terminal.until("You said that this follows");
    assert!(form.contains("no   ") || form.contains("At least one of these must be no"), "{form}");
    terminal.type_text("thing");
    terminal.keys(&["Enter", "n"]);
    terminal.until("it is. Enter gives the answer");
    terminal.keys(&["Enter"]);
    terminal.until_that("the next question", |screen| is_certified(screen) || answered(screen) == Some(before + 1));
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    let universe = exploration.universe();
    let premise = universe.set(question.premise.iter()).expect("known names");
    let part = universe.set([conclusion[0]]).expect("a known name");
    assert!(exploration.knowledge().rules().close(&premise).contains(&part));
    let thing = exploration.objects().iter().position(|object| object.name() == Some("thing")).expect("it was told");
    assert!(premise.union(&part).is_subset(exploration.models()[thing].has()));
}

#[test]
fn it_is_left_and_gone_on_with() {
    let terminal = begin(&[], 5);
    for _ in 0..3 {
        ANIMALS.answer(&terminal);
    }
    let before = terminal.show();
    terminal.keys(&["q"]);
    terminal.until("left with 1, lines icanon, letters echo");
    terminal.start(80, 24, &[]);
    let after = terminal.until("3 questions answered");
    assert_eq!(question_text(&before), question_text(&after), "the same question comes");
    terminal.keys(&["C-c"]);
    terminal.until("left with 1, lines icanon, letters echo");
}

#[test]
fn a_line_that_a_crash_tore_is_told_of() {
    let terminal = begin(&[], 12);
    ANIMALS.answer(&terminal);
    terminal.keys(&["q"]);
    terminal.until("left with 1");
    let mut file = OpenOptions::new().append(true).open(terminal.journal()).expect("a journal");
    file.write_all(b"{\"id\":\"00").expect("it is written");
    drop(file);
    terminal.start(80, 24, &[]);
    terminal.until("1 question answered");
    let screen = terminal.until("was not written to its end");
    ANIMALS.answer(&terminal);
    assert!(!terminal.show().contains("was not written to its end"), "{screen}");
}

#[test]
fn windows_of_other_sizes() {
    let terminal = begin(&[], 6);
    let question = question_text(&terminal.show());
    terminal.resize(140, 45);
    let wide = terminal.until_that("a wider line", |screen| screen.lines().any(|line| line.chars().count() > 100));
    assert_eq!(question_text(&wide), question);
    terminal.resize(30, 6);
    terminal.until("too small");
    terminal.resize(1, 1);
    terminal.resize(4, 2);
    terminal.until_that("the first letters", |screen| screen.starts_with("This"));
    terminal.resize(80, 24);
    let back = terminal.until("No question answered yet");
    assert_eq!(question_text(&back), question);
}

#[test]
fn readable_without_colour() {
    let terminal = begin(&[("NO_COLOR", "1")], 7);
    let screen = terminal.show_with_styles();
    assert!(!screen.contains('\u{1b}'), "{screen:?}");
    assert!(question_text(&screen).contains('*'), "{screen}");
    terminal.keys(&["b"]);
    assert!(!terminal.until("[1 Rules]").contains('\u{1b}'));
    terminal.keys(&["Escape"]);
    terminal.until("No question answered yet");
    // With colour, attributes are set off by style instead.
    let styled = begin(&[], 7);
    assert!(styled.show_with_styles().contains('\u{1b}'));
    assert!(!question_text(&styled.show()).contains('*'));
}

#[test]
fn hostile_names_are_shown_harmlessly() {
    let terminal = Terminal::new();
    let long = "very ".repeat(100);
    let names =
        ["\u{1b}[31mred\u{7}", "\u{202e}turned", &"z\u{301}".repeat(40), long.trim(), "line\nbreak", "日本語の名前"];
    let attributes = names.map(|name| Attribute {
        description: Some("\u{1b}]0;title\u{7} \u{202e}described".to_owned()),
        ..Attribute::named(name)
    });
    let start = Start::of(attributes.to_vec()).seed(8).title("\u{1b}[2Jgone");
    drop(Exploration::create(&terminal.journal(), start).expect("a new journal"));
    terminal.start(80, 24, &[]);
    let look = |screen: &str| {
        assert!(!screen.contains(['\u{202e}', '\u{7}']), "{screen:?}");
        assert!(screen.lines().next().is_some_and(|line| line.contains("[2Jgone")), "{screen}");
    };
    look(&terminal.until("q quit"));
    for keys in
        [&["b", "2", "a", "x", "Enter", "End"][..], &["/"], &["Escape", "y", "Enter"], &["3"], &["1"], &["Escape", "w"]]
    {
        terminal.keys(keys);
        look(&terminal.settled());
    }
    // The title of the terminal is not theirs to set.
    assert!(!terminal.title().contains("title"));
}

#[test]
fn what_cannot_be_written_is_not_lost() {
    let terminal = begin(&[], 9);
    let question = Question::read(&terminal.show());
    let never = question.conclusion.is_none();
    terminal.keys(&[if never { "y" } else { "n" }]);
    terminal.until("Name: _");
    terminal.type_text("thing");
    terminal.keys(&["Enter", "n", "y"]);
    let form = terminal.show();
    let attributes = rows(&form);
    for attribute in &attributes {
        let has = question.premise.contains(attribute);
        terminal.keys(&[if has { "y" } else { "n" }, "Down"]);
    }
    // Someone else writes to the journal meanwhile.
    let journal = terminal.journal();
    let whole = std::fs::metadata(&journal).expect("a journal").len();
    let mut file = OpenOptions::new().append(true).open(&journal).expect("a journal");
    file.write_all(b"something else").expect("it is written");
    terminal.keys(&["Enter"]);
    let refused = terminal.until("was changed by another program");
    assert!(refused.contains("Name: thing") && refused.contains("what you typed is still here"), "{refused}");
    file.set_len(whole).expect("it is cut");
    terminal.keys(&["Enter"]);
    terminal.until("1 question answered");
    let exploration = Exploration::read(&journal).expect("a journal");
    assert_eq!(exploration.objects()[0].name(), Some("thing"));
}

#[test]
fn an_answer_is_changed_and_attributes_added() {
    let terminal = begin(&[], 10);
    terminal.keys(&["d"]);
    terminal.until("1 question answered");
    terminal.keys(&["b", "4"]);
    let open = terminal.until("1 open question");
    assert!(open.contains("(nobody knew)"), "{open}");
    terminal.keys(&["3", "c"]);
    let ask = terminal.until("Another answer");
    let never = Question::read(&ask).conclusion.is_none();
    terminal.keys(&[if never { "n" } else { "y" }]);
    let answers = terminal.until("(replaced) Not known");
    assert!(answers.contains("[3 Answers]"), "{answers}");
    terminal.keys(&["Escape"]);
    terminal.until("1 question answered");
    terminal.keys(&["+"]);
    terminal.until("New attributes:");
    terminal.type_text("swims, hair");
    terminal.keys(&["Enter"]);
    terminal.until("hair");
    terminal.keys(&["C-u"]);
    terminal.type_text("swims, dives");
    terminal.keys(&["Enter"]);
    terminal.until("Added. Of the objects");
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    assert_eq!(exploration.universe().len(), 7);
    assert_eq!(exploration.rules().len(), 1);
    assert!(exploration.open_questions().is_empty());
}

#[test]
fn hundreds_of_attributes_are_found_by_their_letters() {
    let terminal = Terminal::new();
    let names: Vec<String> = (0..300).map(|number| format!("colour {number}")).collect();
    drop(Exploration::create(&terminal.journal(), Start::attributes(names).seed(11)).expect("a new journal"));
    terminal.start(80, 24, &[]);
    terminal.until_long("No question answered yet");
    terminal.keys(&["b", "2", "a"]);
    terminal.until("Name: _");
    terminal.keys(&["Enter", "End"]);
    terminal.until(">   ?   colour 299");
    terminal.keys(&["/"]);
    terminal.until("Find: _");
    terminal.type_text("c217");
    terminal.until("> colour 217");
    terminal.keys(&["Enter", "y"]);
    let form = terminal.until(">  yes  colour 217");
    assert!(form.contains("↑") && form.contains("↓"), "{form}");
    // Esc asks before it drops what was typed.
    terminal.keys(&["Escape"]);
    terminal.until("not written down yet");
    terminal.keys(&["Escape"]);
    terminal.until(">  yes  colour 217");
    terminal.keys(&["Enter"]);
    terminal.until("example 1");
}

#[test]
#[ignore = "run by another test, on a terminal"]
fn a_fault_while_something_is_exported() {
    if !std::io::stdout().is_terminal() {
        return;
    }
    let exploration = Exploration::in_memory(Start::attributes(["a", "b"])).expect("an exploration");
    let export = |_: &Exploration, _: &Path| panic!("something is wrong");
    // What it comes to is told by the panic.
    _ = screen::run(Session {
        exploration,
        who: None,
        asking: Asking::one_by_one(),
        programs: Programs::default(),
        export: &export,
    });
}

#[test]
fn the_terminal_is_given_back_after_a_fault() {
    let terminal = Terminal::new();
    terminal.start_test("a_fault_while_something_is_exported");
    terminal.until("No question answered yet");
    terminal.keys(&["e"]);
    terminal.until("Write what is known");
    terminal.keys(&["Enter"]);
    let screen = terminal.until("left with 101, lines icanon, letters echo");
    assert!(screen.contains("something is wrong"), "{screen}");
    assert_eq!(terminal.modes(), "cursor 1, alternate 0");
}

/// The start of a journal that could not be begun: so small an ε takes minutes of
/// sampling.
const FAR_TOO_SMALL: &str = concat!(
    r#"{"format":"hornbook-journal","version":1,"created":"2026-11-15T12:00:00.000Z","#,
    r#""attributes":[{"name":"a"},{"name":"b"}],"epsilon":1e-12,"delta":0.1,"distribution":"uniform","seed":1}"#,
);

#[test]
fn the_terminal_is_given_back_after_a_signal() {
    for signal in ["TERM", "INT"] {
        let terminal = begin(&[], 13);
        assert_eq!(terminal.modes(), "cursor 0, alternate 1");
        terminal.signal(signal);
        terminal.until("left with 1, lines icanon, letters echo");
        assert_eq!(terminal.modes(), "cursor 1, alternate 0");
    }
    // Also while it thinks, which so small an ε takes minutes of.
    let terminal = Terminal::new();
    terminal.start_with(FAR_TOO_SMALL);
    terminal.until("No question answered yet");
    terminal.keys(&["n"]);
    terminal.until("1 question answered");
    terminal.keys(&["n"]);
    terminal.until("Looking for the next question");
    terminal.signal("TERM");
    terminal.until("left with 1, lines icanon, letters echo");
    assert_eq!(terminal.modes(), "cursor 1, alternate 0");
}

/// Without a terminal there is nobody to go on for, and nothing to wait for.
#[test]
fn it_ends_with_its_terminal() {
    let terminal = begin(&[], 13);
    let program = terminal.program();
    terminal.close();
    for _ in 0..100 {
        if !Path::new(&format!("/proc/{program}/stat")).exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the program goes on without a terminal");
}

#[test]
fn leaving_while_it_thinks() {
    let terminal = Terminal::new();
    terminal.start_with(FAR_TOO_SMALL);
    terminal.until("No question answered yet");
    terminal.keys(&["n"]);
    terminal.until("1 question answered");
    terminal.keys(&["n"]);
    terminal.until("Looking for the next question");
    // Keys for a question that is not there yet do nothing.
    terminal.keys(&["n", "y"]);
    terminal.resize(20, 5);
    terminal.keys(&["q"]);
    terminal.resize(80, 24);
    terminal.until("left with 1, lines icanon, letters echo");
    let exploration = Exploration::read(&terminal.journal()).expect("a journal");
    assert_eq!(exploration.questions(), 2);
}

#[test]
fn a_far_too_small_epsilon_is_no_trap() {
    let terminal = Terminal::new();
    terminal.start_with(FAR_TOO_SMALL);
    terminal.until("No question answered yet");
    terminal.keys(&["n"]);
    terminal.until("1 question answered");
    terminal.keys(&["n"]);
    terminal.until("a another accuracy");
    terminal.keys(&["a"]);
    terminal.until("How accurate it is to be");
    // To go back is to go on as before.
    terminal.keys(&["Escape"]);
    terminal.until("a another accuracy");
    terminal.keys(&["a"]);
    terminal.until("How accurate it is to be");
    terminal.keys(&["C-u"]);
    terminal.type_text("0.01");
    terminal.keys(&["Enter"]);
    terminal.until("it goes on to the new accuracy");
    terminal.until_that("a question or the end", |screen| is_certified(screen) || answered(screen) == Some(2));
    assert_eq!(Exploration::read(&terminal.journal()).expect("a journal").accuracy().0, 0.01);
}

#[test]
fn the_guide_shows_what_is_seen() {
    let terminal = Terminal::new();
    let describe = |name: &&str| {
        let description = (*name == "milk").then(|| "feeds its young with milk of its own".to_owned());
        Attribute { description, ..Attribute::named(*name) }
    };
    let start = Start::of(MORE.attributes.iter().map(describe).collect()).seed(1).title("Animals");
    drop(Exploration::create(&terminal.journal(), start).expect("a new journal"));
    // Without colour, so that what stands out does so in a text, too.
    let plain = [("NO_COLOR", "1")];
    terminal.start_with_options(80, 24, &plain, &[]);
    terminal.until("Name something of your domain");
    let (mut things, mut filled) = (String::new(), String::new());
    for (at, (name, has)) in MORE.objects[..6].iter().enumerate() {
        terminal.keys(&["n"]);
        terminal.until("Name: _");
        terminal.type_text(name);
        terminal.keys(&["Enter"]);
        let form = terminal.until("Space next of these");
        for (row, attribute) in rows(&form).iter().enumerate() {
            terminal.keys(&[if has.contains(&attribute.as_str()) { "y" } else { "n" }, "Down"]);
            if (at, row) == (3, 1) {
                filled = terminal.until("~ is guessed");
            }
        }
        terminal.keys(&["Enter"]);
        let named = terminal.until(&format!("{} named so far", at + 1));
        if at == 2 {
            things = named;
        }
    }
    terminal.keys(&["q"]);
    terminal.until("left with 1");
    terminal.start(80, 24, &plain);
    terminal.until("No question answered yet");
    // A question that has an exception.
    let (name, has) = loop {
        let question = Question::read(&terminal.show());
        match MORE.exception(&question) {
            Some(exception) if question.conclusion.is_some() => break *exception,
            _ => _ = MORE.answer(&terminal),
        }
    };
    let asked = terminal.show();
    terminal.keys(&["w"]);
    terminal.until("Why it is asked");
    terminal.keys(&["w", "n"]);
    terminal.until("Name: _");
    terminal.type_text(name);
    terminal.keys(&["Enter"]);
    // Just one thing that it lacks.
    let rows = rows(&terminal.until("Space next of these"));
    let lacks = rows.iter().position(|row| !has.contains(&row.as_str())).expect("something");
    terminal.keys(&vec!["Down"; lacks]);
    terminal.keys(&["n"]);
    let form = terminal.until("it is. Enter gives the answer");
    // What is guessed is put right.
    terminal.keys(&["Home"]);
    for attribute in &rows {
        terminal.keys(&[if has.contains(&attribute.as_str()) { "y" } else { "n" }, "Down"]);
    }
    terminal.keys(&["Enter"]);
    terminal.until("Written down");
    let certified = MORE.answer_all(&terminal);
    check_guide(&[things, filled, asked, form, a_list(), certified]);
}

/// A list of rules, where much is known.
fn a_list() -> String {
    let terminal = Terminal::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
    let table = Preparation::exploring().file(path, None).expect("a table");
    let start = Start::prepared(&table).seed(1).title("Zoo");
    drop(Exploration::create(&terminal.journal(), start).expect("a new journal"));
    terminal.start_with_options(80, 24, &[("NO_COLOR", "1")], &["--controls", "0"]);
    terminal.until("Do these hold?");
    terminal.keys(&["y", "y", "d"]);
    terminal.until("[?]")
}

/// Compares the blocks of text in the guide with what was seen, or takes that
/// over if `UPDATE_DOCS` is set.
fn check_guide(seen: &[String]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/terminal.md");
    let guide = std::fs::read_to_string(&path).expect("the guide");
    let mut parts: Vec<String> = guide.split("```").map(str::to_owned).collect();
    assert_eq!(parts.len(), 2 * seen.len() + 1, "the guide has a block for each screen");
    for (screen, part) in seen.iter().zip(parts.iter_mut().skip(1).step_by(2)) {
        let lines: Vec<&str> = screen.trim_end().lines().map(str::trim_end).collect();
        *part = format!("text\n{}\n", lines.join("\n"));
    }
    let renewed = parts.join("```");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, renewed).expect("the guide is written");
    } else {
        assert!(renewed == guide, "other than the guide shows. UPDATE_DOCS=1 takes over what is seen:\n{renewed}");
    }
}
