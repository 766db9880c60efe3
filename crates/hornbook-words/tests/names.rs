//! How well it is guessed how one speaks of attributes, on lists of names that are not
//! made for it. What people see first are wrong guesses; with none they see the neutral
//! form, which is always right.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use hornbook_words::Language;

#[derive(Default, Debug)]
struct Measure {
    right: usize,
    wrong: Vec<String>,
    neutral: Vec<String>,
}

impl Measure {
    fn all(&self) -> usize {
        self.right + self.wrong.len() + self.neutral.len()
    }

    fn line(&self, title: &str) -> String {
        let (right, wrong, neutral) = (self.right, self.wrong.len(), self.neutral.len());
        format!("{:3} names: {right:3} right, {wrong:3} wrong, {neutral:3} neutral  {title}", self.all())
    }
}

/// What is guessed for the names of a file, list by list.
fn measured(text: &str) -> Vec<(String, Measure)> {
    let english = Language::english();
    let mut lists: Vec<(String, Measure)> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(title) = line.strip_prefix("## ") {
            lists.push((title.to_owned(), Measure::default()));
        }
        if line.starts_with('#') {
            continue;
        }
        let (name, said) = line.split_once(": ").unwrap();
        let (_, measure) = lists.last_mut().unwrap();
        match english.guess_phrase(name) {
            None => measure.neutral.push(name.to_owned()),
            Some(phrase) if said.split(" | ").any(|said| said == phrase) => measure.right += 1,
            Some(phrase) => measure.wrong.push(format!("{name} -> {phrase}")),
        }
    }
    lists
}

/// The whole of a file, and all lists of it in lines; with `SHOW_NAMES=1` it is said for
/// which names a guess is wrong or missing.
fn total(title: &str, text: &str) -> Measure {
    let mut whole = Measure::default();
    for (list, measure) in measured(text) {
        println!("{}", measure.line(&list));
        if std::env::var_os("SHOW_NAMES").is_some() {
            println!("    wrong: {:?}\n    neutral: {:?}", measure.wrong, measure.neutral);
        }
        whole.right += measure.right;
        whole.wrong.extend(measure.wrong);
        whole.neutral.extend(measure.neutral);
    }
    println!("{}\n", whole.line(title));
    whole
}

/// At least so many of a hundred are right, and at most so many wrong.
fn assert_within(measure: &Measure, right: usize, wrong: usize) {
    let all = measure.all();
    assert!(measure.right * 100 >= right * all, "{} of {all} are right: {:?}", measure.right, measure.neutral);
    assert!(
        measure.wrong.len() * 100 <= wrong * all,
        "{} of {all} are wrong: {:?}",
        measure.wrong.len(),
        measure.wrong
    );
}

#[test]
fn names_that_were_looked_at_are_guessed() {
    assert_within(&total("all that were looked at", include_str!("names/seen.txt")), 80, 2);
}

#[test]
fn names_that_were_written_down_before_are_guessed() {
    assert_within(&total("all that were held out", include_str!("names/held_out.txt")), 85, 4);
}

#[test]
fn names_that_were_found_later_are_guessed() {
    assert_within(&total("all that were found later", include_str!("names/found_later.txt")), 70, 8);
}
