//! An exploration as a document: what it is all worth, rules, open questions,
//! what people disagree about, objects and attributes.

use super::Exploration;
use super::words::{policy_in_words, why_open};
use crate::journal::{EntryKind, Policy, Reply};
use hornbook::Implication;
use hornbook_words::document::{Block, Document, Item, Section, Table};
use hornbook_words::{counted, grouped, rounded_up};

/// The report. What was certified is taken from the journal; nothing is drawn.
pub fn report(exploration: &Exploration) -> Document {
    let header = exploration.journal().header();
    titled_report(exploration, header.title.as_deref().unwrap_or("An exploration"))
}

/// The report under another title than the journal's.
pub fn titled_report(exploration: &Exploration, title: &str) -> Document {
    let sections = [
        Some(rules(exploration)),
        tried_out(exploration),
        listed("Open questions", open_questions(exploration)),
        listed("Disagreements", disagreements(exploration)),
        listed("Contradictions", disputes(exploration)),
        listed("Corrections", corrections(exploration)),
        listed("Questions with comments", comments(exploration)),
        Some(objects(exploration)),
        attributes(exploration),
    ];
    let sections = sections.into_iter().flatten().collect();
    Document { title: title.to_owned(), lead: vec![summary(exploration)], sections }
}

/// A list under a heading with the number of its items, unless it has none.
fn listed(heading: &str, items: Vec<Item>) -> Option<Section> {
    let title = format!("{heading} ({})", items.len());
    (!items.is_empty()).then(|| Section { title, blocks: vec![Block::List(items)] })
}

/// What it is all worth.
fn summary(exploration: &Exploration) -> Block {
    let (epsilon, delta) = exploration.accuracy();
    let distribution = exploration.distribution().in_words();
    let (verdict, mut text) = match exploration.certified() {
        Some(certified) => {
            let but = if certified.set_aside == 0.0 { "" } else { ", but for what nobody knew" };
            (format!("Certified{but}."), exploration.whole_certificate(&certified))
        }
        None => {
            let by_now = match exploration.supported() {
                Some(bound) if bound < 1.0 => format!(" By now, ε = {} is certain.", rounded_up(bound)),
                _ => String::new(),
            };
            let text = format!(
                "The rules hold, as far as the answers do, but there may be others: ε = {epsilon} at δ = {delta}, for \
                 {distribution}, is not reached yet.{by_now}"
            );
            ("Not finished.".to_owned(), text)
        }
    };
    text.push_str(&format!(" {}.", questions(exploration)));
    if let Some(controls) = controls(exploration) {
        text.push_str(&format!(" {controls}"));
    }
    if exploration.policy() != Policy::Any {
        text.push_str(&format!(" {}.", policy_in_words(exploration.policy())));
    }
    if let Some(uncovered) = exploration.without_checksums() {
        text.push_str(&format!(" {uncovered}"));
    }
    Block::Summary { verdict, text }
}

/// So many objects are shown with what the rules say of them.
const TRIED_OUT: usize = 10;

/// What the rules say of some objects of which a little is told.
fn tried_out(exploration: &Exploration) -> Option<Section> {
    let tried = exploration.try_out(TRIED_OUT);
    let items = tried.iter().map(|tried| Item::new(exploration.tried_out_in_words(tried))).collect();
    let title = "The rules tried out: what follows from two attributes of some objects".to_owned();
    (!tried.is_empty()).then(|| Section { title, blocks: vec![Block::List(items)] })
}

/// How many of the rules known to be false were noticed, by whom.
fn controls(exploration: &Exploration) -> Option<String> {
    let (all, noticed) = exploration.controls(None);
    (all > 0).then(|| {
        format!(
            "Of {} that were known to be false and mixed into lists to see whether they are noticed, {} {}.",
            counted(all, "rule"),
            if noticed == all { "all".to_owned() } else { noticed.to_string() },
            if noticed == 1 { "was" } else { "were" }
        )
    })
}

/// How many questions were answered, and how many of them by programs.
fn questions(exploration: &Exploration) -> String {
    let said = questions_of_all(exploration);
    let mut by_programs: Vec<(&str, usize)> = Vec::new();
    let entries = exploration.journal().entries().iter();
    for entry in entries.filter(|entry| entry.program && exploration.counts(&entry.id)) {
        let EntryKind::Answer(answer) = &entry.what else { continue };
        let who = entry.who.as_deref().unwrap_or("a program without a name");
        let known = usize::from(answer.answer != Reply::Unknown);
        match by_programs.iter_mut().find(|(name, _)| *name == who) {
            Some((_, count)) => *count += known,
            None => by_programs.push((who, known)),
        }
    }
    let programs: Vec<String> =
        by_programs.iter().map(|(name, count)| format!("{count} by {name}, a program")).collect();
    if programs.is_empty() { said } else { format!("{said}; of the answers, {}", programs.join(" and ")) }
}

fn questions_of_all(exploration: &Exploration) -> String {
    let all = exploration.questions();
    let unknown = exploration.replies().filter(|reply| *reply == Reply::Unknown).count() as u64;
    let answered = match all - unknown {
        1 => "1 question was answered".to_owned(),
        known => format!("{} were answered", counted(known, "question")),
    };
    if unknown == 0 { answered } else { format!("{answered}; nobody knew the answer to {unknown} more") }
}

fn rules(exploration: &Exploration) -> Section {
    let rules = exploration.rules();
    let items = rules.iter().map(|rule| {
        let answers = rule.reason.answers.iter().filter_map(|id| exploration.entry(id));
        let mut remarks: Vec<String> = answers
            .map(|entry| {
                let who = exploration.agreed(&entry.id);
                let mark = |name: &&str| {
                    if exploration.is_program(name) { format!("{name}, a program") } else { (*name).to_owned() }
                };
                let who: Vec<String> = who.iter().map(mark).collect();
                let who = if who.is_empty() { "answered".to_owned() } else { who.join(" and ") };
                format!("{who}, {}", entry.time.split('T').next().unwrap_or_default())
            })
            .collect();
        remarks.extend(rule.reason.background.then(|| "with what was known beforehand".to_owned()));
        remarks.push(format!("{} known", counted(rule.support, "object")));
        Item::new(format!("{}.", exploration.statement(&rule.only_new))).remark(remarks.join("; "))
    });
    let mut blocks = match rules.is_empty() {
        true => vec![Block::Paragraph("None yet.".to_owned())],
        false => vec![Block::NumberedList(items.collect())],
    };
    let background = exploration.background().len();
    if background > 0 {
        blocks.push(Block::Note(format!("Known beforehand: {}.", counted(background, "rule"))));
    }
    Section { title: format!("Rules ({})", rules.len()), blocks }
}

fn open_questions(exploration: &Exploration) -> Vec<Item> {
    let questions = exploration.open_questions().into_iter();
    questions
        .map(|(_, question, reply)| {
            Item::new(exploration.asked_in_words(&question).to_string()).remark(why_open(reply))
        })
        .collect()
}

fn disagreements(exploration: &Exploration) -> Vec<Item> {
    let disagreements = exploration.disagreements_beyond_disputes().into_iter();
    disagreements
        .map(|found| {
            let question = exploration.asked_in_words(&found.ballot.question).to_string();
            Item::new(question).with(exploration.disagreement_in_words(&found))
        })
        .collect()
}

fn disputes(exploration: &Exploration) -> Vec<Item> {
    let disputes = exploration.disputes().iter();
    disputes
        .map(|dispute| {
            let said = dispute.entry.as_ref().map(|id| exploration.said_by(id)).unwrap_or_default();
            let against = exploration.dispute_in_words(dispute).into_iter();
            Item::new(said).with(against.map(|line| format!("against: {line}")))
        })
        .collect()
}

/// What somebody said of an object and somebody else corrected.
fn corrections(exploration: &Exploration) -> Vec<Item> {
    exploration.overruled().iter().map(|found| Item::new(exploration.overruled_in_words(found))).collect()
}

/// What people said about questions beside their answers.
fn comments(exploration: &Exploration) -> Vec<Item> {
    let mut questions: Vec<&Implication> = Vec::new();
    for comment in exploration.comments() {
        if !questions.contains(&comment.question) {
            questions.push(comment.question);
        }
    }
    let item = |question: &Implication| {
        Item::new(exploration.in_words(question).to_string()).with(exploration.comments_in_words(question))
    };
    questions.into_iter().map(item).collect()
}

/// A table with more columns is no help to anybody.
const MAX_TABLE_COLUMNS: usize = 40;

fn objects(exploration: &Exploration) -> Section {
    let (models, universe) = (exploration.models(), exploration.universe());
    let name = |place: usize| exploration.objects()[place].called_with_count();
    let blocks = if models.is_empty() {
        vec![Block::Paragraph("None yet.".to_owned())]
    } else if universe.len() > MAX_TABLE_COLUMNS {
        let item = |(place, model): (usize, &hornbook::Model)| {
            let item = Item::new(format!("{}: {}", name(place), exploration.listed(model.has(), "and")));
            let unknown = model.unknown();
            // What is not listed is known to be missing.
            if unknown.is_empty() {
                item
            } else {
                item.remark(format!("not known: {}", exploration.listed(&unknown, "and")))
            }
        };
        vec![Block::List(models.iter().enumerate().map(item).collect())]
    } else {
        let mut table = Table::cross(universe.names().iter().cloned());
        for (place, model) in models.iter().enumerate() {
            let mark = |attr: usize| match (model.has().contains(attr), model.possible().contains(attr)) {
                (true, _) => "×",
                (false, true) => "?",
                (false, false) => "",
            };
            let marks = (0..universe.len()).map(|attr| mark(attr).to_owned());
            table.rows.push(std::iter::once(name(place)).chain(marks).collect());
        }
        let equal = exploration.objects().iter().any(|object| object.count() > 1);
        let equal = if equal { " Equal rows are one, with how many they are: ×57." } else { "" };
        vec![Block::Table(table), Block::Note(format!("× has it, ? not known.{equal}"))]
    };
    let count = match exploration.object_count() {
        all if all == models.len() => all.to_string(),
        all => format!("{}, {} different", grouped(all as u64), grouped(models.len() as u64)),
    };
    Section { title: format!("Objects ({count})"), blocks }
}

fn attributes(exploration: &Exploration) -> Option<Section> {
    let described = exploration.attributes().iter().filter(|a| a.phrase.is_some() || a.description.is_some());
    let terms: Vec<(String, String)> = described
        .map(|attribute| {
            let more: Vec<&str> =
                [&attribute.phrase, &attribute.description].into_iter().flatten().map(|text| &**text).collect();
            (attribute.name.clone(), more.join("; "))
        })
        .collect();
    (!terms.is_empty()).then(|| Section { title: "Attributes".to_owned(), blocks: vec![Block::Definitions(terms)] })
}
