//! An exploration as a document: rules, objects, open questions and what it is
//! all worth, in Markdown.

use super::Exploration;
use super::words::why_open;
use crate::journal::Reply;
use hornbook_words::{escape_control, rounded_up};

/// The report. What was certified is taken from the journal; nothing is drawn.
pub fn report(exploration: &Exploration) -> String {
    let header = exploration.journal().header();
    titled_report(exploration, header.title.as_deref().unwrap_or("An exploration"))
}

/// The report under another title than the journal's.
pub fn titled_report(exploration: &Exploration, title: &str) -> String {
    let mut text = format!("# {}\n\n", plain(title));
    text.push_str(&certificate(exploration));
    text.push_str(&rules(exploration));
    text.push_str(&open(exploration));
    text.push_str(&disagreements(exploration));
    text.push_str(&disputes(exploration));
    text.push_str(&corrections(exploration));
    text.push_str(&objects(exploration));
    text.push_str(&attributes(exploration));
    text
}

/// Text that Markdown takes for text.
fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for c in escape_control(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn certificate(exploration: &Exploration) -> String {
    let (epsilon, delta) = exploration.accuracy();
    let asked = questions(exploration);
    let distribution = exploration.journal().header().distribution.name();
    match exploration.certified() {
        Some(certified) => {
            let but = if certified.set_aside == 0.0 { "" } else { ", but for what nobody knew" };
            format!("**Certified{but}.** {} {asked}.\n\n", exploration.whole_certificate(&certified))
        }
        None => {
            let by_now = match exploration.supported() {
                Some(bound) if bound < 1.0 => format!(" By now, ε = {} is certain.", rounded_up(bound)),
                _ => String::new(),
            };
            format!(
                "**Not finished.** The rules hold, as far as the answers do, but there may be others: ε = {epsilon} at \
                 δ = {delta} (distribution: {distribution}) is not reached yet.{by_now} {asked}.\n\n"
            )
        }
    }
}

/// How many questions were answered, by answers that still count.
fn questions(exploration: &Exploration) -> String {
    let counts = || exploration.replies().filter(|(id, _)| exploration.counts(id)).map(|(_, reply)| reply);
    let unknown = counts().filter(|reply| *reply == Reply::Unknown).count();
    let known = counts().filter(|reply| !matches!(reply, Reply::Unknown | Reply::Later)).count();
    let answered = match known {
        1 => "1 question was answered".to_owned(),
        _ => format!("{known} questions were answered"),
    };
    if unknown == 0 { answered } else { format!("{answered}; nobody knew the answer to {unknown} more") }
}

fn rules(exploration: &Exploration) -> String {
    let rules = exploration.rules();
    let mut text = format!("## Rules ({})\n\n", rules.len());
    if rules.is_empty() {
        text.push_str("None yet.\n");
    }
    for (at, rule) in rules.iter().enumerate() {
        let who: Vec<String> = rule
            .reason
            .answers
            .iter()
            .filter_map(|id| exploration.entry(id))
            .map(|entry| {
                let who = exploration.agreed(&entry.id);
                let who = if who.is_empty() { "answered".to_owned() } else { plain(&who.join(" and ")) };
                format!("{who}, {}", entry.time.split('T').next().unwrap_or_default())
            })
            .collect();
        let background = if rule.reason.background { "; with what was known beforehand" } else { "" };
        text.push_str(&format!(
            "{}. {}. *({}{background}; {} known)*\n",
            at + 1,
            plain(&exploration.statement(&rule.implication).to_string()),
            who.join("; "),
            match rule.support {
                1 => "1 object".to_owned(),
                support => format!("{support} objects"),
            }
        ));
    }
    let background = exploration.background();
    if !background.is_empty() {
        text.push_str(&format!("\nKnown beforehand: {} rules.\n", background.len()));
    }
    text.push('\n');
    text
}

fn open(exploration: &Exploration) -> String {
    let questions = exploration.open_questions();
    if questions.is_empty() {
        return String::new();
    }
    let mut text = format!("## Open questions ({})\n\n", questions.len());
    for (_, question, reply) in questions {
        let why = why_open(reply);
        text.push_str(&format!("- {} *({why})*\n", plain(&exploration.in_words(&question).to_string())));
    }
    text.push('\n');
    text
}

fn disagreements(exploration: &Exploration) -> String {
    let disagreements = exploration.disagreements_beyond_disputes();
    if disagreements.is_empty() {
        return String::new();
    }
    let mut text = format!("## Disagreements ({})\n\n", disagreements.len());
    for found in disagreements {
        let question = exploration.in_words(&found.ballot.question).to_string();
        text.push_str(&format!("- {}\n", plain(&question)));
        for line in exploration.disagreement_in_words(&found) {
            text.push_str(&format!("  - {}\n", plain(&line)));
        }
    }
    text.push('\n');
    text
}

/// What somebody said of an object and somebody else corrected.
fn corrections(exploration: &Exploration) -> String {
    let overruled = exploration.overruled();
    if overruled.is_empty() {
        return String::new();
    }
    let mut text = format!("## Corrections ({})\n\n", overruled.len());
    for found in overruled {
        text.push_str(&format!("- {}\n", plain(&exploration.overruled_in_words(&found))));
    }
    text.push('\n');
    text
}

fn disputes(exploration: &Exploration) -> String {
    if exploration.disputes().is_empty() {
        return String::new();
    }
    let mut text = format!("## Contradictions ({})\n\n", exploration.disputes().len());
    for dispute in exploration.disputes() {
        let said = dispute.entry.as_ref().map(|id| exploration.said_by(id)).unwrap_or_default();
        text.push_str(&format!("- {}\n", plain(&said)));
        for line in exploration.dispute_in_words(dispute) {
            text.push_str(&format!("  - against: {}\n", plain(&line)));
        }
    }
    text.push('\n');
    text
}

/// A table with more columns is no help to anybody.
const WIDEST: usize = 40;

fn objects(exploration: &Exploration) -> String {
    let models = exploration.models();
    let mut text = format!("## Objects ({})\n\n", models.len());
    if models.is_empty() {
        text.push_str("None yet.\n\n");
        return text;
    }
    let universe = exploration.universe();
    if universe.len() > WIDEST {
        for (place, model) in models.iter().enumerate() {
            let has = exploration.listed(model.has(), "and");
            text.push_str(&format!("- {}: {}\n", plain(&exploration.object_name(place)), plain(&has)));
        }
        text.push('\n');
        return text;
    }
    let cells = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text.push_str(&cells(std::iter::once(String::new()).chain(universe.names().iter().map(|n| plain(n))).collect()));
    text.push_str(&cells(
        std::iter::once("---".to_owned()).chain(universe.names().iter().map(|_| ":-:".to_owned())).collect(),
    ));
    for (place, model) in models.iter().enumerate() {
        let cell = |attr: usize| match (model.has().contains(attr), model.possible().contains(attr)) {
            (true, _) => "×",
            (false, true) => "?",
            (false, false) => "",
        };
        let row = (0..universe.len()).map(|attr| cell(attr).to_owned());
        text.push_str(&cells(std::iter::once(plain(&exploration.object_name(place))).chain(row).collect()));
    }
    text.push_str("\n× has it, ? not known.\n\n");
    text
}

fn attributes(exploration: &Exploration) -> String {
    let described = exploration.attributes().iter().filter(|a| a.phrase.is_some() || a.description.is_some());
    let lines: Vec<String> = described
        .map(|attribute| {
            let more: Vec<String> =
                [&attribute.phrase, &attribute.description].into_iter().flatten().map(|text| plain(text)).collect();
            format!("- **{}**: {}\n", plain(&attribute.name), more.join("; "))
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("## Attributes\n\n{}\n", lines.concat()) }
}
