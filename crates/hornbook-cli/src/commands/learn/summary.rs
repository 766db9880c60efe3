//! What was learned and what it is worth, in words.

use std::time::Duration;

use hornbook::learn::methods::LearnOptions;
use hornbook::learn::pac::Strength;
use hornbook::sampling::ANY_FEW_TIMES_EPSILON;
use hornbook::{Bound, Certificate, Context, Guarantee, Method, Rulebook, Run, StopReason};
use hornbook_words::{Objects, Promise, rough_percent, rounded_up};

use crate::words;

/// If rules are complete only above this share of the rows, it is said how to get
/// further down.
const LARGE_SHARE_OF_ROWS: f64 = 0.05;

/// The memory of a run is told if it is at least this much.
const NOTEWORTHY_BYTES: usize = 64 << 20;

/// What was learned and what it is worth, in words.
pub(super) fn lines(
    context: &Context,
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
    let mut lines = vec![format!("{rules}{about}{impossible}{beyond}."), worth(context, book, run, options)];
    let mut done = Vec::new();
    if options.method == Method::Auto {
        done.push(chosen(run, options));
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
fn chosen(run: &Run, options: &LearnOptions) -> String {
    let why = match (run.method, run.guarantee) {
        (Method::Frugal, _) => "since questions are limited",
        (_, Guarantee::None) => "as far as it came",
        (_, Guarantee::AboveSupport) if options.min_support.is_none() && options.target.is_none() => {
            "as far down as seconds go"
        }
        (Method::Exact, _) => "which takes seconds at most",
        _ if options.rather_sample => "quicker here than the exact basis",
        _ => "since even the rules that nearly all rows bear out are too many",
    };
    format!("method {}, {why}", run.method)
}

/// The guarantee that was earned, or why there is none.
fn worth(context: &Context, book: &Rulebook, run: &Run, options: &LearnOptions) -> String {
    match run.guarantee {
        Guarantee::Exact => "Every rule that holds follows from these, and nothing else: they are exact.".to_owned(),
        Guarantee::AboveSupport => above_support(book, run),
        Guarantee::None => cut_short(run, options),
        Guarantee::Weak => {
            let sure = words::at_least(1.0 - options.accuracy.delta());
            let share = words::percent(options.accuracy.epsilon());
            let sets = run.distribution.as_ref().map_or_else(String::new, |drawn| format!(", as drawn by '{drawn}'"));
            format!(
                "With probability at least {sure} the rules disagree with the table on whether anything more follows, \
                 for at most {share} of the sets of attributes{sets}."
            )
        }
        _ => sampled(context, book, run, options),
    }
}

/// What was certified by samples.
fn sampled(context: &Context, book: &Rulebook, run: &Run, options: &LearnOptions) -> String {
    let Some(distribution) = &run.distribution else { return String::new() };
    // What is said is what was asked for: that is kept, however much more was found.
    let epsilon = options.accuracy.epsilon();
    let wanted = Bound { epsilon, set_aside: 0.0, samples: 0 };
    let any_few =
        distribution.any_few().map(|_| Bound { epsilon: (ANY_FEW_TIMES_EPSILON * epsilon).min(1.0), ..wanted });
    let promise = Promise {
        certificate: Certificate { any_few, ..Certificate::of(wanted) },
        delta: options.accuracy.delta(),
        distribution,
        objects: Objects::Rows(context.len()),
        target: options.target.map(|target| book.universe.name(target)),
        never: Some(options.sampler.impossible_share(context, options.seed)),
    };
    let mut sentences = promise.sentences();
    if promise.is_mostly_about_what_never_occurs() {
        sentences.push("--distribution described is about what does.".to_owned());
    }
    sentences.join(" ")
}

/// What follows from rules that are complete above a support.
fn above_support(book: &Rulebook, run: &Run) -> String {
    let about = run.target.as_ref().map(|target| format!(" about {target}")).unwrap_or_default();
    let short = match run.max_premise {
        None => String::new(),
        Some(most) => format!(" with at most {} in its premise", words::counted(most, "attribute")),
    };
    let rows = run.min_support.unwrap_or(0);
    let share = match book.rows {
        Some(all) if rows > 1 && all > 0 => format!(" ({})", rough_percent(rows as f64 / all as f64)),
        _ => String::new(),
    };
    let borne_out = match rows {
        0 => String::new(),
        1 => " and is borne out by at least one row".to_owned(),
        rows => format!(" and is borne out by at least {} rows{share}", words::count(rows as u64)),
    };
    let early = match run.stopped {
        StopReason::Complete | StopReason::Certified => String::new(),
        stopped => format!(
            "Stopped early ({}), and yet: ",
            if stopped == StopReason::Cancelled { "interrupted" } else { stopped.name() }
        ),
    };
    let every = if early.is_empty() { "Every" } else { "every" };
    format!("{early}{every} rule{about}{short} that holds{borne_out} follows from these.")
}

fn cut_short(run: &Run, options: &LearnOptions) -> String {
    let why = if run.stopped == StopReason::Cancelled { "interrupted" } else { run.stopped.name() };
    let start = format!("Stopped early ({why}):");
    match (run.method, run.supported_epsilon) {
        (Method::Exact, _) => format!("{start} these rules are of the basis, but not all of it."),
        (_, None) => format!("{start} these rules hold, but there may be others."),
        (_, Some(supported)) => {
            let [epsilon, delta] = [options.accuracy.epsilon(), options.accuracy.delta()].map(words::significant);
            let evidence = match supported {
                1.0.. => "the evidence so far supports no ε below 1".to_owned(),
                _ => format!("the evidence so far supports ε = {}", rounded_up(supported)),
            };
            format!("{start} no guarantee for ε = {epsilon} yet; {evidence} at δ = {delta}.")
        }
    }
}
