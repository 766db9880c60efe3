//! What was learned and what it is worth, in words.

use std::time::Duration;

use hornbook::learn::methods::LearnOptions;
use hornbook::learn::pac::Strength;
use hornbook::{Guarantee, Method, Rulebook, Run};
use hornbook_words::Worth;

use crate::source::Source;
use crate::words;

/// If rules are complete only above this share of the rows, it is said how to get
/// further down.
const LARGE_SHARE_OF_ROWS: f64 = 0.05;

/// The memory of a run is told if it is at least this much.
const NOTEWORTHY_BYTES: usize = 64 << 20;

/// What was learned and what it is worth, in words.
pub(super) fn lines(
    source: &Source,
    book: &Rulebook,
    options: &LearnOptions,
    took: Duration,
    held: Option<usize>,
) -> Vec<String> {
    let Some(run) = &book.run else { return Vec::new() };
    let rules = words::counted(book.rules.len(), "rule");
    let about = options.target.map(|target| format!(" about {}", book.universe.name(target))).unwrap_or_default();
    let impossible = match book.rules.iter().filter(|rule| rule.implication.conclusion.is_falsum()).count() {
        0 => String::new(),
        1 if book.rules.len() == 1 => ", of what never occurs".to_owned(),
        some => format!(", {} of them of what never occurs", words::count(some as u64)),
    };
    let beyond = match book.background.len() {
        0 => String::new(),
        known => {
            format!(", beyond {} known from the scaling (--show-background lists those)", words::count(known as u64))
        }
    };
    let mut lines = vec![format!("{rules}{about}{impossible}{beyond}."), worth(source, book, options)];
    let mut done = Vec::new();
    if options.method == Method::Auto {
        done.push(chosen(source, run, options));
    }
    if run.questions.asked > 0 {
        let asked = words::counted(run.questions.asked as usize, "question");
        let [yes, no] = [run.questions.confirmed, run.questions.refuted].map(words::count);
        done.push(format!("{asked}: {yes} yes, {no} no"));
    }
    if run.rounds > 0 {
        done.push(format!(
            "{}, {}",
            words::counted(run.rounds as usize, "round"),
            words::counted(run.samples as usize, "sample")
        ));
    }
    done.push(words::time(took));
    // What fits anywhere is of no interest.
    done.extend(held.filter(|&held| held >= NOTEWORTHY_BYTES).map(|held| format!("{} of memory", words::size(held))));
    lines.push(format!("{}.", done.join("; ")));
    if let Some(confidence) = options.confidence {
        let rows = run.confident_support.unwrap_or(1);
        lines.push(format!(
            "{} with exceptions, at a confidence of at least {} and borne out by at least {}, listed apart{}.",
            words::counted(book.confident.len(), "rule"),
            words::percent(confidence),
            words::counted(rows, "row"),
            if run.stopped.is_end() { "" } else { ", not all of them" }
        ));
    }
    if let (Guarantee::AboveSupport, Some(least), Some(rows)) = (run.guarantee, run.min_support, book.rows)
        && options.min_support.is_none()
        && options.target.is_none()
        && options.max_premise.is_none()
        && least as f64 >= LARGE_SHARE_OF_ROWS * rows as f64
    {
        lines.push(
            "Rules that fewer rows bear out are too many to find at once: --target ATTRIBUTE asks for those about one \
             attribute, --max-premise 3 for short ones, and both go further down."
                .to_owned(),
        );
    }
    if run.guarantee == Guarantee::Strong && options.strength == Strength::Weak {
        lines.push(format!("The method {} has no weak form: the strong guarantee includes it.", run.method));
    }
    lines
}

/// What was chosen, and why.
fn chosen(source: &Source, run: &Run, options: &LearnOptions) -> String {
    let why = match (run.method, run.guarantee) {
        (Method::Frugal, _) => "since questions are limited",
        (_, Guarantee::None) => "as far as it came",
        (_, Guarantee::AboveSupport) if options.min_support.is_none() && options.target.is_none() => {
            "as far down as seconds go"
        }
        (Method::Exact, _) => "which takes seconds at most",
        _ if options.rather_sample => "quicker here than the exact basis",
        _ if !source.counts_rows() => "since all rules would take too long",
        _ => "since even the rules that nearly all rows bear out are too many",
    };
    format!("method {}, {why}", run.method)
}

/// The guarantee that was earned, or why there is none.
fn worth(source: &Source, book: &Rulebook, options: &LearnOptions) -> String {
    let worth = Worth {
        book,
        options,
        rows: source.counts_rows().then(|| source.row_count()),
        never: source.never_occurring(book, options),
    };
    let mut told = worth.in_words();
    if told.is_mostly_about_what_never_occurs {
        told.sentences.push("--distribution described is about what does.".to_owned());
    }
    told.sentences.join(" ")
}
