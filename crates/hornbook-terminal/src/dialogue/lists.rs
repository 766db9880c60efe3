//! What is known, as plain lines: for pipes, and for people who listen.

use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::{AnswerRecord, Certified, Entry, EntryId, EntryKind, Reply, RuleLine};
use hornbook_explore::words::{self, why_open};
use hornbook_explore::{Asked, Checked, Dispute, Exploration, MissingKind, Standing};
use hornbook_words::{counted, escape_control, grouped, rounded_up, sure};

use crate::fate::Fates;
use crate::numbered::{self, Numbers};
use crate::{breaking, worth};

/// Where it stands, in one line.
pub(super) fn standing(exploration: &Exploration) -> String {
    let Some(standing) = exploration.standing() else { return String::new() };
    let left = standing.remaining.map(|left| format!("; left: {}", left.in_words())).unwrap_or_default();
    format!(
        "Question {}. ε = {} so far, {} wanted{left}.",
        standing.questions + 1,
        rounded_up(worth::supported(standing)),
        standing.wanted
    )
}

/// Where it stands, in full.
pub(super) fn status(exploration: &Exploration) -> Vec<String> {
    let Some(standing) = exploration.standing() else {
        return vec!["Where it stands is known when there is a question.".to_owned()];
    };
    let mut lines = vec![format!("{} answered.", counted(standing.questions, "question"))];
    if let Some(certified) = exploration.certified() {
        lines.push(certificate(exploration, &certified));
    } else {
        lines.push(format!(
            "With probability at least {}, something that follows may be missing for at most a share ε = {} of: {}; {} \
             is wanted.",
            sure(standing.delta),
            rounded_up(worth::supported(standing)),
            exploration.distribution().in_words(),
            standing.wanted
        ));
        if standing.set_aside > 0.0 {
            lines.push(format!(
                "For at most a further share {} it hangs on questions that nobody could answer.",
                rounded_up(standing.set_aside)
            ));
        }
    }
    if !standing.history.is_empty() {
        let fell: Vec<String> = standing.history.iter().map(|&epsilon| rounded_up(epsilon)).collect();
        lines.push(format!("ε when each question was asked: {}.", fell.join(", ")));
    }
    if let Some(left) = standing.remaining {
        lines.push(format!("Left: {}. {}", left.in_words(), Standing::how_estimated()));
    }
    let stopping = exploration.if_you_stop(exploration.rules().len());
    if !stopping.is_empty() {
        lines.push(format!("You may stop here. {}", stopping.join(" ")));
    }
    lines.push(format!(
        "To choose questions, {} drawn; {} settled without asking.",
        match standing.drawn {
            1 => "1 set of attributes was".to_owned(),
            drawn => format!("{} sets of attributes were", grouped(drawn)),
        },
        match standing.settled {
            1 => "1 was".to_owned(),
            settled => format!("{} were", grouped(settled)),
        }
    ));
    lines
}

/// What was certified.
pub(super) fn certificate(exploration: &Exploration, certified: &Certified) -> String {
    let whole = exploration.whole_certificate(certified);
    let (head, more) = match worth::hangs(exploration, certified) {
        true => (
            format!(
                "Certified, but for up to a share {} it hangs on what nobody knew:",
                rounded_up(worth::set_aside(certified))
            ),
            " To answer what was left open would settle it: 'ask 1' asks the first.",
        ),
        false if worth::set_aside(certified) > 0.0 => ("Certified:".to_owned(), " 'open' lists those questions."),
        false => ("Certified:".to_owned(), ""),
    };
    format!("{head} {whole}{more}")
}

/// The rules tried out on things that were named, for everybody to judge.
pub(super) fn tried_out(exploration: &Exploration) -> Vec<String> {
    let tried = exploration.try_out(MAX_TRIED_OUT);
    if tried.is_empty() {
        return Vec::new();
    }
    let mut lines = vec!["Try it: two things told of some that were named, and what follows.".to_owned()];
    lines.extend(tried.iter().map(|tried| format!("  {}", exploration.tried_out_in_words(tried))));
    lines
}

/// On so many things the rules are tried out.
const MAX_TRIED_OUT: usize = 10;

/// What was ticked although it is known to be false.
pub(super) fn missed(exploration: &Exploration, checked: &Checked) -> Vec<String> {
    let mut lines = Vec::new();
    for rule in &checked.missed {
        let breaks = breaking::in_words(exploration, rule).unwrap_or_default();
        lines.push(format!("You said that this holds: {}. But {breaks}.", exploration.statement(rule)));
    }
    if !lines.is_empty() {
        lines.push(
            "It was on the list so that slips are noticed, and changes nothing that is known. If you did not read the \
             list, 'undo list' takes back what you said of the others."
                .to_owned(),
        );
    }
    for rule in &checked.broken {
        let breaks = breaking::in_words(exploration, rule).unwrap_or_default();
        lines.push(format!(
            "This was not taken: {}. Your exception to another rule breaks it: {breaks}.",
            exploration.statement(rule)
        ));
    }
    lines
}

/// What is asked for before there are questions.
pub(super) fn describe(exploration: &Exploration, missing: &[MissingKind]) -> Vec<String> {
    let named = exploration.object_count();
    let mut lines = vec![match named {
        0 => "Name something of your domain.".to_owned(),
        count => format!("Name something unlike those you named ({count} so far)."),
    }];
    if !missing.is_empty() {
        let kinds: Vec<String> = missing.iter().map(|kind| exploration.kind_in_words(kind)).collect();
        lines.push(format!("Not named yet: {}.", kinds.join("; ")));
    }
    lines
}

/// What can be done when there is a certificate.
pub(super) fn what_now(exploration: &Exploration, certified: &Certified) -> String {
    let left = match worth::hangs(exploration, certified) {
        true => "Nothing else is left to ask",
        false => "There is nothing left to ask",
    };
    let more = worth::smaller(certified).map(|epsilon| format!("'epsilon {epsilon}' goes on, ")).unwrap_or_default();
    format!("{left}. 'rules' shows what is known, 'export FILE' writes it down, {more}'quit' ends.")
}

/// Why a question is asked, and what comes closest to refuting it.
pub(super) fn why(exploration: &Exploration, asked: &Asked, chosen: bool) -> Vec<String> {
    // How much hangs on a question is known of the one that was looked for.
    let mut lines = if chosen { vec!["You chose to answer it now.".to_owned()] } else { exploration.why(asked) };
    if exploration.only_new(&asked.question) != asked.question.without_premise() {
        lines.push(format!("In full, with what follows anyway: {}", exploration.in_words(&asked.question)));
    }
    lines.extend(closest(exploration, &asked.question));
    lines
}

/// What comes closest to refuting a rule.
pub(super) fn closest(exploration: &Exploration, rule: &Implication) -> Vec<String> {
    let closest = exploration.closest(rule, MAX_CLOSEST_OBJECTS);
    let mut lines = Vec::new();
    if !closest.is_empty() {
        lines.push("Closest to speaking against it:".to_owned());
    }
    lines.extend(closest.iter().map(|closest| format!("  {}", exploration.nearness(closest))));
    lines
}

/// So many objects are shown that come close.
const MAX_CLOSEST_OBJECTS: usize = 3;

/// The rules, each with the answers it rests on; with no more than is new beside the
/// others, or in full.
pub(super) fn rules(exploration: &Exploration, full: bool) -> Vec<String> {
    let rules = exploration.rules();
    if rules.is_empty() {
        return vec!["No rules yet.".to_owned()];
    }
    let all = Numbers::of(exploration);
    let line = |(at, rule): (usize, &hornbook_explore::KnownRule)| {
        let numbers: Vec<String> = rule.reason.answers.iter().map(|id| all.label(id)).collect();
        let beforehand = "what was known beforehand";
        let rests = match (numbers.len(), rule.reason.background) {
            (0, _) => beforehand.to_owned(),
            (1, false) => format!("answer {}", numbers[0]),
            (_, false) => format!("answers {}", numbers.join(", ")),
            (1, true) => format!("answer {} and {beforehand}", numbers[0]),
            (_, true) => format!("answers {} and {beforehand}", numbers.join(", ")),
        };
        let support = counted(rule.support as u64, "object");
        let said = if full { &rule.implication } else { &rule.only_new };
        format!("{}. {} (by {rests}; {support} known)", at + 1, exploration.statement(said))
    };
    rules.iter().enumerate().map(line).collect()
}

/// What was known beforehand.
pub(super) fn background(exploration: &Exploration) -> Vec<String> {
    let background = exploration.background();
    match background.is_empty() {
        true => vec!["Nothing was known beforehand.".to_owned()],
        false => background.rules().iter().map(|rule| exploration.statement(rule).to_string()).collect(),
    }
}

/// Objects, one a line: all of them, or the one of that name.
pub(super) fn objects(exploration: &Exploration, name: &str) -> Vec<String> {
    let line = |place: usize| {
        let model = &exploration.models()[place];
        let lacks = exploration.universe().all().difference(model.possible());
        let said = |word: &str, set: &AttrSet, last: &str| {
            Some(format!("{word} {}", exploration.listed(set, last))).filter(|_| !set.is_empty())
        };
        let said = [
            said("has", model.has(), "and"),
            said("lacks", &lacks, "and"),
            said("not known:", &model.unknown(), "and"),
        ];
        let said: Vec<String> = said.into_iter().flatten().collect();
        let object = &exploration.objects()[place];
        // Whoever asks for one of equal rows is told of that one.
        let (called, one_of) = match object.count() > 1 && object.row_names().iter().any(|row| row == name) {
            true => (name.to_owned(), format!("; one of {} equal rows", object.count())),
            false => (object.called_with_count(), String::new()),
        };
        format!("{}: {}{one_of}", escape_control(&called), said.join("; "))
    };
    let asked_for = exploration.object_called(name);
    let of_name = |place: &usize| name.is_empty() || asked_for == Some(*place);
    let lines: Vec<String> = (0..exploration.objects().len()).filter(of_name).map(line).collect();
    match (lines.is_empty(), name.is_empty()) {
        (true, true) => vec!["No objects yet.".to_owned()],
        (true, false) => vec![format!("There is no object {:?}.", escape_control(name))],
        _ => lines,
    }
}

/// What was answered, numbered.
pub(super) fn answers(exploration: &Exploration) -> Vec<String> {
    let answers = numbered::answers(exploration);
    if answers.is_empty() {
        return vec!["No answers yet.".to_owned()];
    }
    let (fates, numbers) = (Fates::of(exploration), Numbers::of(exploration));
    let line = |(at, entry): (usize, &&Entry)| {
        let fate = fates.get(&entry.id).in_words(&numbers);
        let fate = fate.map(|fate| format!(" [{fate}]")).unwrap_or_default();
        format!("{}.{fate} {}", at + 1, said(exploration, entry))
    };
    answers.iter().enumerate().map(line).collect()
}

fn said(exploration: &Exploration, entry: &Entry) -> String {
    let who = words::author(entry).map(|who| format!(" ({who})")).unwrap_or_default();
    format!("{}{who}", exploration.entry_in_words(entry))
}

/// What to call an entry: its number, or its identity if it has none.
pub(super) fn label(exploration: &Exploration, id: &EntryId) -> String {
    numbered::number_of(exploration, id).map_or_else(|| escape_control(&id.0), |number| number.to_string())
}

/// Questions without an answer.
pub(super) fn open(exploration: &Exploration) -> Vec<String> {
    let questions = exploration.open_questions();
    if questions.is_empty() {
        return vec!["No open questions.".to_owned()];
    }
    let lines = |(at, (_, question, reply)): (usize, &(EntryId, Implication, Reply))| {
        let asked = format!("{}. {} ({})", at + 1, exploration.asked_in_words(question), why_open(*reply));
        std::iter::once(asked).chain(commented(exploration, question))
    };
    questions.iter().enumerate().flat_map(lines).collect()
}

/// What people said about a question beside their answers.
fn commented(exploration: &Exploration, question: &Implication) -> Vec<String> {
    let comments = exploration.comments_in_words(question).into_iter();
    comments.map(|comment| format!("  Comment of {comment}")).collect()
}

/// The attributes, with what is meant by them.
pub(super) fn attributes(exploration: &Exploration) -> Vec<String> {
    let line = |attribute: &hornbook_explore::journal::Attribute| {
        let more: Vec<String> = [&attribute.phrase, &attribute.description]
            .into_iter()
            .flatten()
            .map(|text| escape_control(text))
            .collect();
        let colon = if more.is_empty() { "" } else { ": " };
        format!("{}{colon}{}", escape_control(&attribute.name), more.join("; "))
    };
    exploration.attributes().iter().map(line).collect()
}

/// What an answer contradicts, what could be taken back, and what else would
/// change then.
pub(super) fn contradiction(exploration: &Exploration, dispute: &Dispute) -> Vec<String> {
    let mut lines = vec!["This contradicts what was accepted before; it was not taken.".to_owned()];
    for id in &dispute.with {
        let label = label(exploration, id);
        let words = exploration.entry(id).map(|entry| said(exploration, entry)).unwrap_or_default();
        lines.push(format!("  {label}. {words}"));
        lines.extend(without(exploration, id).into_iter().map(|change| format!("     Without it: {change}")));
    }
    for rule in &dispute.background {
        lines.push(format!("  Known beforehand: {}.", exploration.statement(rule)));
    }
    lines.push(match dispute.with.first() {
        Some(id) => format!(
            "If one of these is wrong, take it back, as in 'retract {}', and then say 'again'; or answer otherwise.",
            label(exploration, id)
        ),
        None => "What was known beforehand cannot be taken back: answer otherwise.".to_owned(),
    });
    lines
}

/// What else would change without an entry.
fn without(exploration: &Exploration, id: &EntryId) -> Vec<String> {
    let mut changes = match exploration.consequences(std::slice::from_ref(id)) {
        Ok(changes) => changes,
        Err(refusal) => return vec![exploration.refusal(&refusal)],
    };
    // That what it says is not known then goes without saying.
    if let Some(EntryKind::Answer(said)) = exploration.entry(id).map(|entry| &entry.what) {
        changes.rules.retain(|rule| RuleLine::new(exploration.universe(), rule) != said.question);
    }
    let lines = exploration.consequences_in_words(&changes);
    if lines.is_empty() { vec!["Nothing else would change.".to_owned()] } else { lines }
}

/// Entries that contradict others, and so do not count.
pub(super) fn disputes(exploration: &Exploration) -> Vec<String> {
    let numbers = Numbers::of(exploration);
    let named = |id: &EntryId| {
        let words = exploration.entry(id).map(|entry| said(exploration, entry)).unwrap_or_default();
        format!("{}. {words}", numbers.label(id))
    };
    let mut lines = Vec::new();
    for dispute in exploration.disputes() {
        lines.extend(dispute.entry.as_ref().map(named));
        lines.extend(dispute.with.iter().map(|id| format!("  against {}", named(id))));
        let known = |rule| format!("  against what was known beforehand: {}", exploration.statement(rule));
        lines.extend(dispute.background.iter().map(known));
    }
    for found in exploration.disagreements_beyond_disputes() {
        lines.push(format!("People disagree: {}", exploration.asked_in_words(&found.ballot.question)));
        lines.extend(exploration.disagreement_in_words(&found).into_iter().map(|line| format!("  {line}")));
        lines.extend(commented(exploration, &found.ballot.question));
    }
    lines.extend(exploration.overruled().iter().map(|found| exploration.overruled_in_words(found)));
    if lines.is_empty() {
        lines.push("No contradictions.".to_owned());
    }
    lines
}

/// What was taken down, and what follows of the object it tells of.
pub(super) fn noted(exploration: &Exploration, id: &EntryId) -> Vec<String> {
    let Some(entry) = exploration.entry(id) else { return Vec::new() };
    let again = |id: &EntryId| {
        let entry = exploration.entry(id).filter(|entry| exploration.counts(&entry.id))?;
        Some(format!("Counts again: {}", exploration.entry_in_words(entry)))
    };
    let taken_back = match &entry.what {
        EntryKind::Retract { entry, .. } => exploration.entry(entry).map(|entry| &entry.what),
        _ => None,
    };
    let words = match &entry.what {
        EntryKind::Retract { .. } => match taken_back {
            // Without the retraction, what it was about counts.
            Some(EntryKind::Retract { entry: of, .. }) => {
                again(of).unwrap_or_else(|| exploration.entry_in_words(entry))
            }
            _ => exploration.entry_in_words(entry),
        },
        // What an example is one of was just asked.
        EntryKind::Answer(AnswerRecord { answer: Reply::Refuted, object: Some(object), .. }) => {
            let what = EntryKind::Object { object: object.clone(), corrects: Vec::new() };
            exploration.entry_in_words(&Entry { what, ..entry.clone() })
        }
        _ => exploration.entry_in_words(entry),
    };
    let mut lines = vec![match entry.what {
        EntryKind::Retract { .. } => ended(&words),
        _ => ended(&format!("Noted: {words}")),
    }];
    // Without an answer that replaced another, that one stands in its place.
    if let Some(EntryKind::Answer(AnswerRecord { replaces: Some(earlier), .. })) = taken_back {
        lines.extend(again(earlier).map(|words| ended(&words)));
    }
    if let Some(place) = exploration.objects().iter().position(|object| object.entries().contains(id)) {
        let (said, model) = (exploration.objects()[place].said(), &exploration.models()[place]);
        let has = model.has().difference(said.has());
        let lacks = said.possible().difference(model.possible());
        let and = |word: &str, set: &AttrSet| {
            Some(format!("{word} {}", exploration.listed(set, "and"))).filter(|_| !set.is_empty())
        };
        let follows: Vec<String> = [and("has", &has), and("lacks", &lacks)].into_iter().flatten().collect();
        if !follows.is_empty() {
            lines.push(format!("By the rules it also {}.", follows.join(" and ")));
        }
    }
    lines
}

/// A sentence with its end.
fn ended(words: &str) -> String {
    format!("{words}{}", if words.ends_with(['.', '?']) { "" } else { "." })
}
