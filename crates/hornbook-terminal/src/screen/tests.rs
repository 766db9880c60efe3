//! All pages at all sizes, drawn on a screen that is none.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use hornbook::Implication;
use hornbook::learn::unwatched;
use hornbook::prepare::Preparation;
use hornbook_explore::journal::{Attribute, DistributionName, Journal, Read, merge};
use hornbook_explore::{Asking, Exploration, Interaction, Programs, Response, Start, Step, Turns};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::app::App;
use super::look::Look;
use crate::{Ended, Session};

const SIZES: [(u16, u16); 13] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (1, 40),
    (5, 3),
    (20, 10),
    (59, 16),
    (60, 15),
    (60, 16),
    (80, 23),
    (80, 24),
    (200, 16),
    (200, 60),
];

fn export(_: &Exploration, path: &Path) -> Result<String, String> {
    let order = path.to_str().unwrap();
    if order.contains('.') { Ok("Wrote it.".to_owned()) } else { Err("no ending".to_owned()) }
}

/// An exploration on a screen that is none.
struct Bench {
    app: App<'static>,
}

impl Bench {
    fn new(start: Start, styled: bool) -> Self {
        Self::of(Exploration::in_memory(start.seed(1)).unwrap(), styled)
    }

    fn of(exploration: Exploration, styled: bool) -> Self {
        Self::asked(exploration, styled, Asking::one_by_one())
    }

    fn asked(exploration: Exploration, styled: bool, asking: Asking) -> Self {
        let session = Session {
            exploration,
            who: Some("Ada".to_owned()),
            asking,
            programs: Programs::default(),
            export: &export,
        };
        let mut bench = Self { app: App::new(session, Look { styled }) };
        bench.think();
        bench
    }

    fn think(&mut self) {
        if self.app.must_think() {
            let asking = self.app.asking();
            let next = self.app.exploration().interaction(Turns::default(), asking, &mut unwatched).unwrap();
            self.app.found(next);
        }
    }

    fn press(&mut self, code: KeyCode) {
        self.app.take(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
        self.think();
    }

    fn letters(&mut self, letters: &str) {
        letters.chars().for_each(|letter| self.press(KeyCode::Char(letter)));
    }

    fn draw(&mut self, (columns, lines): (u16, u16)) -> String {
        let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
        terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let line = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..lines).map(|y| line(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    /// Draws at all sizes, and gives what 80 by 24 show.
    fn draw_all(&mut self) -> String {
        for size in SIZES {
            let screen = self.draw(size);
            if size.0 < 60 || size.1 < 16 {
                assert!(size.0 * size.1 < 60 || screen.contains("too"), "{size:?}: {screen}");
            } else {
                assert!(screen.contains("─────"), "{size:?}: {screen}");
            }
        }
        self.draw((80, 24))
    }
}

fn animals() -> Start {
    let attribute =
        |name: &str| Attribute { description: Some(format!("what {name} means")), ..Attribute::named(name) };
    Start::of(["hair", "milk", "eggs", "flies"].map(attribute).to_vec())
}

#[test]
fn every_page_at_every_size() {
    for styled in [true, false] {
        let mut bench = Bench::new(animals(), styled);
        assert!(bench.draw_all().contains("means"));
        for (key, title) in [
            ('s', "Where it stands"),
            ('c', "What the certificate"),
            ('e', "Write what is known"),
            ('+', "Add attributes"),
            ('v', "How things are said"),
            ('m', "A comment on the question"),
            ('?', "Help"),
        ] {
            bench.press(KeyCode::Char(key));
            assert!(bench.draw_all().contains(title));
            bench.press(KeyCode::Esc);
        }
        bench.press(KeyCode::Char('b'));
        for (key, shows) in [('1', "[1 Rules]"), ('2', "[2 Obj"), ('3', "[3 Ans"), ('4', "[4 Open"), ('5', "[5 Contra")]
        {
            bench.press(KeyCode::Char(key));
            assert!(bench.draw_all().contains(shows));
        }
        bench.letters("2a");
        assert!(bench.draw_all().contains("Name:"));
        bench.letters("cat");
        bench.press(KeyCode::Enter);
        bench.letters("y");
        bench.press(KeyCode::Down);
        assert!(bench.draw_all().contains("what milk means"));
        bench.letters("/eg");
        assert!(bench.draw_all().contains("> eggs"));
        bench.press(KeyCode::Enter);
        bench.letters("n");
        bench.press(KeyCode::Enter);
        let table = bench.draw_all();
        assert!(table.contains("cat"), "{table}");
        // Each mark stands below the first letter of its heading.
        let column = |line: &str, what: &str| line.find(what).map(|at| line[..at].chars().count());
        let (heading, row) = (table.lines().nth(4).unwrap(), table.lines().nth(5).unwrap());
        assert!(column(heading, "hair").is_some(), "{table}");
        assert_eq!(column(heading, "hair"), column(row, "×"), "{table}");
        assert_eq!(column(heading, "milk"), column(row, "?"), "{table}");
        // A correction is asked about first.
        bench.press(KeyCode::Enter);
        bench.letters("n");
        bench.press(KeyCode::Enter);
        assert!(bench.draw_all().contains("It was said to have hair"));
        bench.letters("y");
        assert!(bench.draw_all().contains("[2 Objects]"));
        bench.press(KeyCode::Esc);
        bench.letters("p");
        assert!(bench.draw_all().contains("Tick what always follows"));
    }
}

#[test]
fn the_certificate_at_every_size() {
    let mut bench = Bench::new(animals(), true);
    // Everything has everything.
    while let Step::Ask(asked) = bench.app.exploration().next(&mut unwatched).unwrap() {
        let all = bench.app.exploration().universe().all();
        let none = bench.app.exploration().universe().none();
        let response = match asked.question.holds_in(&all) {
            true => Response::Holds,
            false => Response::refuted("thing", all, none),
        };
        bench.app.exploration().answer(None, &asked.question, response).unwrap();
    }
    let certified = bench.app.exploration().certified().unwrap();
    bench.app.found(Interaction::Certified(certified));
    let screen = bench.draw_all();
    assert!(screen.contains("Done: what is known is certified"), "{screen}");
    assert_eq!(bench.app.ended(), Ended::Certified);
    bench.press(KeyCode::Char('s'));
    assert!(bench.draw_all().contains("wanted"));
}

/// Nobody knows anything: what is certified then is next to nothing.
#[test]
fn a_certificate_that_hangs_on_what_nobody_knew() {
    let mut bench = Bench::new(Start::attributes(["a", "b", "c"]), true);
    let mut screen = bench.draw((80, 24));
    while !screen.contains("Certified") {
        bench.letters("d");
        screen = bench.draw((80, 24));
    }
    assert!(screen.contains("Not all is settled: for up to 100% it hangs on what nobody knew."), "{screen}");
    assert!(!screen.contains("Done") && !screen.contains("nearly every"), "{screen}");
    let open = bench.app.exploration().open_questions().len();
    let text = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains(&format!("would settle it: b, 4 lists {open} questions.")), "{screen}");
    bench.draw_all();
}

#[test]
fn what_is_in_the_way_is_said_and_tried_again() {
    let mut bench = Bench::new(animals(), true);
    bench.app.stuck("cannot write test.journal: no space left");
    assert!(bench.draw_all().contains("no space left"));
    bench.press(KeyCode::Char('r'));
    assert!(bench.draw_all().contains("A question"));
}

/// A file that is there is asked about, also if more than its name was typed.
#[test]
fn a_file_is_replaced_only_when_asked() {
    let file = std::env::temp_dir().join(format!("known-{}.csv", std::process::id()));
    std::fs::write(&file, "kept").unwrap();
    let mut bench = Bench::new(animals(), true);
    for order in [format!("{}", file.display()), format!("context {} unknown as absent", file.display())] {
        bench.letters("e");
        bench.app.take(&Event::Key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL)));
        bench.letters(&order);
        bench.press(KeyCode::Enter);
        let screen = bench.draw((200, 24));
        assert!(screen.contains("Replace this file?") && screen.contains(".csv is there already."), "{screen}");
        bench.letters("y");
        assert!(bench.draw((200, 24)).contains("Wrote it."));
    }
    std::fs::remove_file(file).unwrap();
}

/// Two people say the opposite, and their journals are merged.
#[test]
fn contradictions_are_settled() {
    let path = |name: &str| std::env::temp_dir().join(format!("{name}-{}.journal", std::process::id()));
    let (one, other) = (path("one"), path("other"));
    let animals_of = |file: &Path, who: &str, holds: bool| {
        let mut exploration = Exploration::create(file, animals().seed(1)).unwrap();
        let universe = exploration.universe().clone();
        let rule = Implication::new(universe.set(["hair"]).unwrap(), universe.set(["milk"]).unwrap());
        let response = match holds {
            true => Response::Holds,
            false => Response::refuted("bee", universe.none(), universe.set(["milk"]).unwrap()),
        };
        exploration.answer(Some(who), &rule, response).unwrap();
    };
    animals_of(&one, "Ada", true);
    animals_of(&other, "Bob", false);
    let read = |file: &Path| Read::parse(&std::fs::read(file).unwrap(), file).unwrap();
    let (ada, bob) = (read(&one), read(&other));
    let (header, entries) = merge((&ada.header, &ada.entries), (&bob.header, &bob.entries)).unwrap();
    let both = path("both");
    let merged = Exploration::of(Journal::create_with(&both, header, entries).unwrap()).unwrap();
    assert_eq!(merged.disputes().len(), 1);
    let mut bench = Bench::of(merged, true);
    let screen = bench.draw_all();
    assert!(screen.contains("An answer contradicts others"), "{screen}");
    bench.letters("b3");
    let screen = bench.draw_all();
    assert_eq!(screen.matches("(contradicted: does not count)").count(), 2, "in the list, and in full: {screen}");
    bench.letters("5");
    let screen = bench.draw_all();
    assert!(
        screen.contains("because it cannot be with") && screen.contains("Ada") && screen.contains("Bob"),
        "{screen}"
    );
    bench.letters("t");
    assert!(bench.draw_all().contains("Take this back?"));
    bench.letters("y");
    assert!(bench.draw_all().contains("No answers contradict each other"));
    assert!(bench.app.exploration().disputes().is_empty());
    for file in [one, other, both] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn words_are_set_while_sample_questions_show_how_they_sound() {
    let start = Start::attributes(["blade", "sharp", "heats food", "x7"]);
    let mut bench = Bench::new(start, true);
    let state = bench.app.exploration().journal().state();
    bench.letters("v");
    let screen = bench.draw_all();
    for shown in
        ["A thing of the domain: _", "Language: English", "blade       has a blade (guess)", "(named as it is)"]
    {
        assert!(screen.contains(shown), "{shown}: {screen}");
    }
    assert!(screen.contains("How it sounds"), "{screen}");
    bench.press(KeyCode::Enter);
    assert!(bench.draw_all().contains("All is said as before"));
    bench.letters("a kitchen tool");
    bench.press(KeyCode::Down);
    bench.press(KeyCode::Down);
    bench.press(KeyCode::Down);
    let screen = bench.draw_all();
    assert!(screen.contains("If a kitchen tool has a blade, is it always sharp?"), "{screen}");
    // Another of those that may be meant, and one that nobody would guess.
    bench.press(KeyCode::Tab);
    assert!(bench.draw_all().contains("is a sharp"));
    bench.press(KeyCode::Down);
    bench.press(KeyCode::Down);
    bench.letters("was tested");
    assert!(bench.draw_all().contains("was tested_"));
    bench.press(KeyCode::Enter);
    let screen = bench.draw_all();
    assert!(screen.contains("A question") && screen.contains("it is said so from here on"), "{screen}");
    let exploration = bench.app.exploration();
    let phrases: Vec<Option<&str>> =
        exploration.attributes().iter().map(|attribute| attribute.phrase.as_deref()).collect();
    assert_eq!(phrases, [None, Some("is a sharp"), None, Some("was tested")]);
    assert_eq!(exploration.noun(), Some("a kitchen tool"));
    assert_eq!(exploration.journal().state(), state);
    // The language is turned, and what is guessed with it.
    bench.letters("v");
    bench.press(KeyCode::Down);
    bench.press(KeyCode::Right);
    let screen = bench.draw_all();
    assert!(screen.contains("Language: Deutsch") && !screen.contains("has a blade"), "{screen}");
    bench.press(KeyCode::Enter);
    assert_eq!(bench.app.exploration().vocabulary().language().name(), "Deutsch");
    bench.letters("u");
    let exploration = bench.app.exploration();
    assert_eq!((exploration.vocabulary().language().name(), exploration.noun()), ("English", Some("a kitchen tool")));
    bench.letters("u");
    assert_eq!(bench.app.exploration().noun(), None);
}

#[test]
fn comments_are_written_below_the_question_and_on_a_list() {
    let mut bench = Bench::new(animals(), true);
    let state = bench.app.exploration().journal().state();
    bench.letters("m");
    bench.press(KeyCode::Enter);
    assert!(bench.draw_all().contains("There is nothing typed yet"));
    bench.letters("Is that so?");
    bench.press(KeyCode::Enter);
    let screen = bench.draw_all();
    assert!(screen.contains("A question") && screen.contains("Comments"), "{screen}");
    assert!(screen.contains("Ada, ") && screen.contains(": Is that so?"), "{screen}");
    bench.letters("M");
    let screen = bench.draw_all();
    assert!(screen.contains("taken back") && !screen.contains("Is that so?"), "{screen}");
    bench.letters("M");
    assert!(bench.draw_all().contains("no comment of yours"));
    assert_eq!(bench.app.exploration().journal().state(), state);
    let mut bench = Bench::asked(zoo(), true, Asking { controls: 0.0, ..Asking::default() });
    bench.letters("mSeen in books");
    bench.press(KeyCode::Enter);
    let screen = bench.draw_all();
    assert!(screen.contains("Do these hold?") && screen.contains(": Seen in books"), "{screen}");
}

/// Someone hits keys as they come, in windows of any size. Nothing panics, and
/// everything can be drawn.
#[test]
fn any_keys_whatever() {
    let codes = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Esc,
        KeyCode::Esc,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::Delete,
    ];
    let letters: Vec<char> = "yyyyyynnnnnnpdluwbbseacg+mv?r123345tt/ x,.0é日\u{202e}".chars().collect();
    let mut random = 1_u64;
    let mut titles = BTreeSet::new();
    for styled in [true, false] {
        // Asked one by one, and as people are usually.
        let asking = if styled { Asking::one_by_one() } else { Asking { controls: 1.0, ..Asking::default() } };
        let start = animals().seed(1).distribution(DistributionName::Uniform);
        let mut bench = Bench::asked(Exploration::in_memory(start).unwrap(), styled, asking);
        for _ in 0..6000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = (random >> 33) as usize;
            let code = match number % 3 {
                0 => codes[number / 3 % codes.len()],
                _ => KeyCode::Char(letters[number / 3 % letters.len()]),
            };
            bench.press(code);
            bench.draw((1 + (number / 7 % 130) as u16, 1 + (number / 11 % 50) as u16));
            let screen = bench.draw((60 + (number / 13 % 60) as u16, 16 + (number / 17 % 20) as u16));
            titles.extend(screen.lines().next().map(|line| line.trim().to_owned()));
        }
    }
    // They reach far.
    for title in [
        "A question",
        "An open question",
        "Another answer",
        "An exception",
        "An example",
        "An object",
        "What does follow?",
        "This contradicts what was said before",
        "Take this back?",
        "Find an object",
        "Certified",
        "Contradictions",
        "Things to begin with",
        "What the certificate is about",
        "How things are said",
        "A comment on the question",
    ] {
        assert!(titles.contains(title), "{title} was never seen, but {titles:?}");
    }
}

/// Things first, with what is guessed of them; a list, with one that is known to be
/// false.
#[test]
fn what_is_asked_at_every_size() {
    let mut bench = Bench::asked(zoo(), true, Asking { controls: 1.0, ..Asking::default() });
    let screen = bench.draw_all();
    assert!(screen.contains("Do these hold?") && screen.contains("[ ]  Whatever "), "{screen}");
    bench.press(KeyCode::Enter);
    assert!(bench.draw_all().contains("Nothing is said yet"));
    bench.letters("n");
    bench.letters("odd one");
    bench.press(KeyCode::Enter);
    bench.letters("n");
    let screen = bench.draw_all();
    assert!(screen.contains("~no") && screen.contains("nothing is written down before Enter"), "{screen}");
    // Without guesses, so that it breaks nothing else.
    bench.letters("g");
    assert!(!bench.draw_all().contains('~'));
    bench.press(KeyCode::Enter);
    let screen = bench.draw_all();
    assert!(screen.contains("[no]") && screen.contains("(not odd"), "{screen}");
    bench.letters("dt");
    assert!(bench.draw_all().contains("[?]"));
    bench.press(KeyCode::Enter);
    let screen = bench.draw_all();
    assert!(screen.contains("You ticked something that is false") && screen.contains("That is not so: "), "{screen}");
    let (shown, noticed) = bench.app.exploration().controls(None);
    assert!(shown > 0 && noticed < shown, "{shown}, {noticed}");
    assert!(bench.app.exploration().questions() > 2);
    bench.letters("u");
    assert_eq!(bench.app.exploration().questions(), 0);
    let animals = Exploration::in_memory(animals().seed(1)).unwrap();
    let mut bench = Bench::asked(animals, true, Asking::default());
    assert!(bench.draw_all().contains("Name something of your domain"));
    bench.letters("g");
    assert!(bench.draw_all().contains("A question"));
}

fn zoo() -> Exploration {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
    let table = Preparation::exploring().file(path, None).unwrap();
    Exploration::in_memory(Start::prepared(&table).seed(1)).unwrap()
}
