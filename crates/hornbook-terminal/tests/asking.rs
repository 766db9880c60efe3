//! The ways in which people are asked for little effort, through a real terminal:
//! things first, forms filled in beforehand, lists of rules.

mod tmux;

use std::path::Path;

use hornbook::prepare::Preparation;
use hornbook_explore::journal::{DistributionName, Entry, EntryKind, Reply};
use hornbook_explore::{Exploration, Start};

use tmux::Terminal;

const ATTRIBUTES: [&str; 5] = ["hair", "milk", "eggs", "feathers", "flies"];

/// Animals of which nothing is known yet.
fn animals(options: &[&str]) -> Terminal {
    let terminal = Terminal::new();
    let start = Start::attributes(ATTRIBUTES).seed(1);
    drop(Exploration::create(&terminal.journal(), start).expect("a new journal"));
    terminal.start_as_usual(options);
    terminal
}

/// Animals of which much is known, so that rules are likely.
fn zoo(options: &[&str]) -> Terminal {
    let terminal = Terminal::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv");
    let table = Preparation::exploring().file(path, None).expect("a table");
    drop(Exploration::create(&terminal.journal(), Start::prepared(&table).seed(1)).expect("a new journal"));
    terminal.start_as_usual(options);
    terminal
}

fn read(terminal: &Terminal) -> Exploration {
    Exploration::read(&terminal.journal()).expect("a journal")
}

/// What people said, which is all that is not from the table.
fn said(exploration: &Exploration) -> Vec<&Entry> {
    let of_people =
        |entry: &&Entry| entry.took.is_some() || matches!(entry.what, EntryKind::Control { .. } | EntryKind::Answer(_));
    exploration.journal().entries().iter().filter(of_people).collect()
}

/// Names something, with these keys for its attributes in their order.
fn name(terminal: &Terminal, name: &str, keys: &[&str]) {
    terminal.keys(&["n"]);
    terminal.until("Name: _");
    terminal.type_text(name);
    terminal.keys(&["Enter"]);
    terminal.until("Space next of these");
    for key in keys {
        terminal.keys(&[key, "Down"]);
    }
}

#[test]
fn things_come_first() {
    let terminal = animals(&[]);
    terminal.until("Name something of your domain");
    name(&terminal, "cat", &["y", "y", "n", "n", "n"]);
    terminal.keys(&["Enter"]);
    let screen = terminal.until("1 named so far: cat.");
    assert!(screen.contains("Name something unlike those you named"), "{screen}");
    assert!(
        screen.contains("something that has eggs") && screen.contains("something that does not have hair"),
        "{screen}"
    );
    terminal.keys(&["g"]);
    terminal.until("No question answered yet");
    let exploration = read(&terminal);
    assert_eq!((exploration.objects().len(), exploration.questions()), (1, 0));
    // How long it took is kept.
    assert!(said(&exploration)[0].took.expect("seconds").seconds > 0.0);
    // An answer that is undone does not lead back to the things.
    terminal.keys(&["d"]);
    terminal.until("1 question answered");
    terminal.keys(&["u"]);
    terminal.until("No question answered yet");
}

#[test]
fn one_by_one_asks_at_once() {
    let terminal = animals(&["--one-by-one"]);
    terminal.until("No question answered yet");
}

#[test]
fn a_form_is_filled_in_and_corrected() {
    let terminal = animals(&[]);
    terminal.until("Name something of your domain");
    name(&terminal, "cat", &["y", "y", "n", "n", "n"]);
    terminal.keys(&["Enter"]);
    terminal.until("1 named so far");
    name(&terminal, "bat", &["y", "y", "n", "n", "y"]);
    terminal.keys(&["Enter"]);
    terminal.until("2 named so far");
    name(&terminal, "spider", &["y"]);
    let form = terminal.until("~ is guessed from things like it; nothing is written down before Enter.");
    assert!(form.contains("~yes  milk") && form.contains("~no   eggs") && form.contains("guess"), "{form}");
    assert_eq!(read(&terminal).objects().len(), 2, "nothing is written down yet");
    // It gives no milk but lays eggs, and of feathers nothing is known.
    terminal.keys(&["n", "Down", "y", "Down", "u"]);
    terminal.until("?   feathers");
    assert_eq!(read(&terminal).objects().len(), 2, "nothing is written down yet");
    terminal.keys(&["Enter"]);
    terminal.until("3 named so far");
    let exploration = read(&terminal);
    let spider = &exploration.objects()[2];
    let attr = |name: &str| exploration.universe().attr(name).expect("a known name");
    let known = |name: &str| spider.fact(attr(name)).map(|fact| fact.has);
    assert_eq!(
        ATTRIBUTES[..4].iter().map(|name| known(name)).collect::<Vec<_>>(),
        [Some(true), Some(false), Some(true), None]
    );
    let took = said(&exploration)[2].took.expect("seconds");
    assert!(took.guessed >= 3 && took.corrected == 3, "{took:?}");
}

#[test]
fn what_was_filled_in_is_dropped_with_its_form() {
    let terminal = animals(&[]);
    terminal.until("Name something of your domain");
    name(&terminal, "cat", &["y", "y", "n", "n", "n"]);
    terminal.keys(&["Enter"]);
    terminal.until("1 named so far");
    name(&terminal, "dog", &["y"]);
    terminal.until("~yes  milk");
    terminal.keys(&["Escape"]);
    terminal.until("Leave the form?");
    terminal.keys(&["y"]);
    terminal.until("1 named so far");
    assert_eq!(read(&terminal).objects().len(), 1);
}

#[test]
fn a_list_with_an_exception() {
    let terminal = zoo(&["--controls", "0"]);
    terminal.until("Do these hold?");
    terminal.keys(&["y"]);
    terminal.until("[x]");
    terminal.keys(&["n"]);
    terminal.until("Name: _");
    terminal.type_text("odd one");
    terminal.keys(&["Enter", "n"]);
    terminal.until("An exception it is. Enter");
    // As it is said, and no more.
    terminal.keys(&["g", "Enter"]);
    let list = terminal.until("(not odd");
    assert!(list.contains("[no]") && list.contains("[x]") && list.contains("[ ]"), "{list}");
    assert!(said(&read(&terminal)).is_empty(), "nothing is written down before all of it is given");
    terminal.keys(&["t", "Enter"]);
    terminal.until("Written down");
    let exploration = read(&terminal);
    let answers = said(&exploration);
    let replies: Vec<Reply> = answers
        .iter()
        .filter_map(|entry| match &entry.what {
            EntryKind::Answer(said) => Some(said.answer),
            _ => None,
        })
        .collect();
    assert_eq!(replies[0], Reply::Refuted);
    assert!(replies.len() > 2 && replies[1..].iter().all(|reply| *reply == Reply::Holds), "{replies:?}");
    assert!(answers.iter().all(|entry| entry.took.is_some_and(|took| took.together > 2)), "{answers:?}");
    assert!(exploration.objects().iter().any(|object| object.name() == Some("odd one")));
}

#[test]
fn a_false_rule_that_was_ticked_is_noticed() {
    let terminal = zoo(&["--controls", "1"]);
    terminal.until("Do these hold?");
    terminal.keys(&["t", "Enter"]);
    let screen = terminal.until("You ticked something that is false");
    assert!(screen.contains("That is not so: ") && screen.contains("u undo"), "{screen}");
    let exploration = read(&terminal);
    let (shown, noticed) = exploration.controls(None);
    assert!(shown > 0 && noticed == 0, "{shown}, {noticed}");
    assert!(exploration.questions() > 0);
    terminal.keys(&["u"]);
    terminal.until("Do these hold?");
    let exploration = read(&terminal);
    assert_eq!((exploration.questions(), exploration.controls(None)), (0, (shown, 0)));
}

#[test]
fn what_the_certificate_is_about_is_chosen() {
    let terminal = animals(&["--one-by-one"]);
    terminal.until("No question answered yet");
    terminal.keys(&["c"]);
    let page = terminal.until("What the certificate is about");
    assert!(page.contains("> things like those named, and any few attributes (as it is now)"), "{page}");
    assert!(page.contains("It is a bird that swims"), "{page}");
    terminal.keys(&["End"]);
    terminal.until("> all combinations");
    terminal.keys(&["Enter"]);
    terminal.until("the certificate is to be about that");
    assert_eq!(read(&terminal).distribution(), DistributionName::Uniform);
}

#[test]
fn line_by_line_at_a_terminal() {
    let terminal = animals(&["--plain"]);
    terminal.until("Name something of your domain.");
    let say = |line: &str| {
        terminal.type_text(line);
        terminal.keys(&["Enter"]);
    };
    say("cat: hair, milk; rest no");
    terminal.until("(1 so far)");
    say("dog: hair");
    terminal.until("A guess, by things like it: it has milk; lacks eggs, feathers and flies.");
    say("yes");
    terminal.until("You said 'yes' before this was asked");
    assert_eq!(read(&terminal).questions(), 0);
    say("?");
    terminal.until("Question 2.");
    say("quit");
    terminal.until("left with 1, lines icanon, letters echo");
    let exploration = read(&terminal);
    assert_eq!((exploration.objects().len(), exploration.questions()), (2, 1));
    assert!(said(&exploration).iter().all(|entry| entry.took.is_some()), "{:?}", said(&exploration));
}

/// An exception to one rule of a list may break another.
#[test]
fn an_exception_that_breaks_what_is_ticked() {
    let terminal = zoo(&["--controls", "0"]);
    terminal.until("Whatever is toothed also has a backbone");
    terminal.keys(&["y", "n"]);
    terminal.until("Name: _");
    terminal.type_text("odd one");
    terminal.keys(&["Enter", "n", "/"]);
    terminal.until("Find: _");
    terminal.type_text("toothed");
    terminal.keys(&["Enter", "y", "g", "Enter"]);
    terminal.until("(not odd");
    terminal.keys(&["Enter"]);
    let screen = terminal.until("That is not so: odd one is toothed; does not have a backbone.");
    assert!(screen.contains("the exception you named to another rule"), "{screen}");
    let exploration = read(&terminal);
    let universe = exploration.universe();
    let [toothed, backbone] = ["toothed", "backbone"].map(|name| universe.set([name]).expect("a known name"));
    assert!(!exploration.knowledge().rules().close(&toothed).contains(&backbone));
}
