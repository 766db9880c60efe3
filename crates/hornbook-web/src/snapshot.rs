//! What is seen of an exploration, as the page is told it: once for all who
//! look, and again after every change.

use axum::body::Bytes;
use hornbook::{AttrSet, Implication};
use hornbook_explore::journal::{Attribute, Certified, Entry, EntryId, EntryKind, Policy, Reply, RuleLine};
use hornbook_explore::words::{is_about_never, policy_in_words};
use hornbook_explore::{Asked, Ballot, Disagreement, Exploration, Overruled, Standing, Verdict};
use hornbook_words::escape_control;
use serde::Serialize;
use serde_json::{Value, json};

use crate::access::Person;
use crate::people::Role;

/// What is seen of an exploration.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// How many entries of the journal are in it.
    pub(crate) version: usize,
    /// The title that the journal has.
    pub(crate) title: Option<String>,
    /// Whether what comes next was found.
    pub(crate) whole: bool,
    pub(crate) summary: Summary,
    /// The fields that are the same for all, as JSON without braces.
    shared: Bytes,
    entries: Vec<Line>,
}

/// What a list of explorations tells of one.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Summary {
    attributes: usize,
    objects: usize,
    rules: usize,
    questions: u64,
    certified: bool,
    epsilon: Option<f64>,
    wanted: f64,
    changed: String,
}

/// An entry, up to the place where it says whether it can be taken back.
#[derive(Debug)]
struct Line {
    json: String,
    who: Option<String>,
    retractable: bool,
}

#[derive(Serialize)]
struct Shared<'a> {
    attributes: &'a [Attribute],
    accuracy: Value,
    policy: Value,
    certified: Option<Value>,
    standing: Option<Value>,
    rules: Vec<Value>,
    background: usize,
    objects: Vec<ObjectLine>,
    open: Vec<Value>,
    disputes: Vec<Value>,
    disagreements: Vec<Value>,
    overruled: Vec<Value>,
    pending: Vec<Value>,
}

#[derive(Serialize)]
struct ObjectLine {
    place: usize,
    name: String,
    named: bool,
    of: EntryId,
    has: Vec<usize>,
    lacks: Vec<usize>,
    said: Vec<usize>,
    entries: Vec<EntryId>,
}

impl Snapshot {
    /// What is seen of an exploration; `whole` if what comes next was found.
    pub(crate) fn of(exploration: &Exploration, whole: bool) -> Self {
        let entries = exploration.journal().entries();
        let rules = rules(exploration);
        let certified = exploration.certified();
        let standing = exploration.standing().filter(|_| whole);
        let header = exploration.journal().header();
        let (epsilon, delta) = exploration.accuracy();
        let policy = exploration.policy();
        let summary = Summary {
            attributes: exploration.universe().len(),
            objects: exploration.objects().len(),
            rules: rules.len(),
            questions: exploration.questions(),
            certified: certified.is_some(),
            epsilon: certified
                .map(|certified| (certified.epsilon + certified.set_aside).min(1.0))
                .or_else(|| exploration.supported()),
            wanted: epsilon,
            changed: entries.last().map_or_else(|| header.created.clone(), |entry| entry.time.clone()),
        };
        let pending =
            |ballot: &&Ballot| ballot.is_pending(policy) && !exploration.knowledge().decides(&ballot.question);
        let shared = Shared {
            attributes: exploration.attributes(),
            accuracy: json!({ "epsilon": epsilon, "delta": delta, "distribution": header.distribution.name() }),
            policy: policy_json(policy),
            certified: certified.map(|certified| certified_json(exploration, certified)),
            standing: standing.map(standing_json),
            rules,
            background: exploration.background().len(),
            objects: objects(exploration),
            open: open(exploration),
            disputes: disputes(exploration),
            disagreements: disagreements(exploration),
            overruled: overruled(exploration),
            pending: exploration
                .ballots()
                .iter()
                .filter(pending)
                .map(|one| ballot(exploration, one, Vec::new()))
                .collect(),
        };
        // What is written here consists of texts, numbers and lists: it can be.
        let shared = serde_json::to_string(&shared).unwrap_or_default();
        let shared = Bytes::from(shared).slice(1..);
        let shared = shared.slice(..shared.len() - 1);
        Self {
            version: entries.len(),
            title: header.title.clone(),
            whole,
            summary,
            shared,
            entries: lines(exploration),
        }
    }

    /// The parts of what somebody sees, as JSON, between which the rest goes.
    pub(crate) fn parts(&self, person: &Person, personal: &Value, turn: &Bytes) -> [Bytes; 3] {
        let mut start = personal.to_string();
        start.pop();
        start.push_str(",\"turn\":");
        start.push_str(&String::from_utf8_lossy(turn));
        start.push_str(",\"entries\":[");
        for (at, line) in self.entries.iter().enumerate() {
            if at > 0 {
                start.push(',');
            }
            start.push_str(&line.json);
            let own = person.role == Role::Owner || line.who.as_deref() == Some(&person.who);
            let may = own && person.role >= Role::Expert && line.retractable;
            start.push_str(if may { "true}" } else { "false}" });
        }
        start.push_str("],");
        [start.into(), self.shared.clone(), Bytes::from_static(b"}")]
    }
}

/// Whose word counts.
pub(crate) fn policy_json(policy: Policy) -> Value {
    let (name, of) = match policy {
        Policy::Any => ("any", None),
        Policy::Majority { of } => ("majority", Some(of)),
        Policy::Unanimous { of } => ("unanimous", Some(of)),
    };
    json!({ "policy": name, "of": of, "words": policy_in_words(policy) })
}

fn certified_json(exploration: &Exploration, certified: Certified) -> Value {
    let Certified { epsilon, set_aside, delta, samples, .. } = certified;
    json!({
        "epsilon": epsilon,
        "set_aside": set_aside,
        "delta": delta,
        "samples": samples,
        "words": exploration.whole_certificate(&certified),
    })
}

fn standing_json(standing: &Standing) -> Value {
    let remaining = standing.remaining.map(|remaining| {
        json!({
            "least": remaining.least,
            "likely": remaining.likely,
            "most": remaining.most,
            "words": remaining.in_words(),
        })
    });
    json!({
        "epsilon": standing.epsilon,
        "wanted": standing.wanted,
        "delta": standing.delta,
        "set_aside": standing.set_aside,
        "questions": standing.questions,
        "remaining": remaining,
        "history": standing.history,
        "drawn": standing.drawn,
        "settled": standing.settled,
        "how_estimated": Standing::how_estimated(),
    })
}

/// A rule by names.
pub(crate) fn rule_json(exploration: &Exploration, rule: &Implication) -> Value {
    json!(RuleLine::new(exploration.universe(), rule))
}

fn rules(exploration: &Exploration) -> Vec<Value> {
    let rule = |known: hornbook_explore::KnownRule| {
        let answers = known.reason.answers.iter().filter_map(|id| exploration.entry(id));
        let reason: Vec<Value> = answers
            .clone()
            .map(|entry| {
                json!({
                    "entry": entry.id,
                    "words": exploration.entry_in_words(entry),
                    "who": entry.who,
                    "time": entry.time,
                })
            })
            .collect();
        let mut agreed: Vec<&str> = Vec::new();
        for entry in answers {
            exploration.agreed(&entry.id).into_iter().for_each(|who| {
                if !agreed.contains(&who) {
                    agreed.push(who)
                }
            });
        }
        json!({
            "rule": rule_json(exploration, &known.implication),
            "words": exploration.statement(&known.implication).to_string(),
            "support": known.support,
            "agreed": agreed,
            "reason": reason,
            "background": known.reason.background,
        })
    };
    exploration.rules().into_iter().map(rule).collect()
}

fn objects(exploration: &Exploration) -> Vec<ObjectLine> {
    let all = exploration.universe().all();
    let places = |set: &AttrSet| set.iter().collect::<Vec<_>>();
    let object = |(place, (object, model)): (usize, (&hornbook_explore::Object, &hornbook::Model))| ObjectLine {
        place,
        name: exploration.object_name(place),
        named: object.name().is_some(),
        of: object.first().clone(),
        has: places(model.has()),
        lacks: places(&all.difference(model.possible())),
        said: all.iter().filter(|&attr| object.fact(attr).is_some()).collect(),
        entries: object.entries().to_vec(),
    };
    exploration.objects().iter().zip(exploration.models()).enumerate().map(object).collect()
}

fn open(exploration: &Exploration) -> Vec<Value> {
    let question = |(entry, question, reply): (EntryId, Implication, Reply)| {
        json!({
            "entry": entry,
            "question": rule_json(exploration, &question),
            "words": exploration.in_words(&question).to_string(),
            "about_never": is_about_never(&question),
            "kind": reply,
        })
    };
    exploration.open_questions().into_iter().map(question).collect()
}

/// An entry, what it says and who said it.
fn entry_json(exploration: &Exploration, id: &EntryId) -> Value {
    let entry = exploration.entry(id);
    json!({
        "entry": id,
        "words": entry.map(|entry| exploration.entry_in_words(entry)),
        "who": entry.and_then(|entry| entry.who.as_deref()),
    })
}

fn disagreements(exploration: &Exploration) -> Vec<Value> {
    let disagreement = |found: Disagreement<'_>| {
        let against = found.against.iter().map(|id| entry_json(exploration, id)).collect();
        ballot(exploration, found.ballot, against)
    };
    exploration.disagreements().into_iter().map(disagreement).collect()
}

/// What somebody said of an object and somebody else corrected.
fn overruled(exploration: &Exploration) -> Vec<Value> {
    let overruled = |found: Overruled| {
        let has = |attr: usize| exploration.objects()[found.object].fact(attr).is_some_and(|fact| fact.has);
        let facts = found.attributes.iter().map(|attr| json!({ "attribute": attr, "has": has(attr) }));
        json!({
            "by": entry_json(exploration, &found.by),
            "said": entry_json(exploration, &found.entry),
            "object": exploration.object_name(found.object),
            "of": exploration.objects()[found.object].first(),
            "facts": facts.collect::<Vec<_>>(),
        })
    };
    exploration.overruled().into_iter().map(overruled).collect()
}

fn disputes(exploration: &Exploration) -> Vec<Value> {
    let line = |id: &EntryId| entry_json(exploration, id);
    let dispute = |dispute: &hornbook_explore::Dispute| {
        let mut with: Vec<Value> = dispute.with.iter().map(line).collect();
        with.extend(dispute.background.iter().map(|rule| {
            json!({ "entry": null, "words": format!("{} (known beforehand)", exploration.statement(rule)), "who": null })
        }));
        let mut value = dispute.entry.as_ref().map(line).unwrap_or_else(|| json!({}));
        value["with"] = json!(with);
        value
    };
    exploration.disputes().iter().filter(|dispute| dispute.entry.is_some()).map(dispute).collect()
}

fn ballot(exploration: &Exploration, ballot: &Ballot, against: Vec<Value>) -> Value {
    let votes: Vec<Value> = votes(ballot).collect();
    json!({
        "question": rule_json(exploration, &ballot.question),
        "words": exploration.in_words(&ballot.question).to_string(),
        "about_never": is_about_never(&ballot.question),
        "decided": ballot.decided.map(verdict),
        "votes": votes,
        "against": against,
    })
}

fn votes(ballot: &Ballot) -> impl Iterator<Item = Value> {
    let vote = |vote: &hornbook_explore::Vote| json!({ "who": vote.who, "verdict": verdict(vote.verdict), "entry": vote.entry });
    ballot.votes.iter().map(vote)
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Unknown => "unknown",
    }
}

/// The entries that people see: all that somebody said or did.
fn lines(exploration: &Exploration) -> Vec<Line> {
    let entries = exploration.journal().entries();
    // The rows of a table at the start are objects already.
    let table = |entry: &&Entry| entry.who.is_none() && matches!(entry.what, EntryKind::Object { .. });
    let said = entries.iter().skip_while(table).filter(|entry| !matches!(entry.what, EntryKind::Attempt { .. }));
    let line = |entry: &Entry| {
        let (kind, retractable) = match entry.what {
            EntryKind::Answer(_) => ("answer", true),
            EntryKind::Object { .. } => ("object", true),
            EntryKind::Retract { .. } => ("retract", true),
            EntryKind::Attributes { .. } => ("attributes", false),
            EntryKind::Accuracy { .. } => ("accuracy", false),
            EntryKind::Policy(_) => ("policy", false),
            EntryKind::Attempt { .. } => ("attempt", false),
            EntryKind::Certified(_) => ("certified", false),
        };
        let counts = exploration.counts(&entry.id);
        let question = match &entry.what {
            EntryKind::Answer(said) => said.question.rule(exploration.universe()).ok().map(|rule| (rule, said.answer)),
            _ => None,
        };
        let mut json = json!({
            "id": entry.id,
            "time": entry.time,
            "who": entry.who,
            "kind": kind,
            "words": exploration.entry_in_words(entry),
            "counts": counts,
            "disputed": exploration.is_disputed(&entry.id),
            // To answer it otherwise.
            "question": question.as_ref().map(|(rule, _)| rule_json(exploration, rule)),
            "asked": question.as_ref().map(|(rule, _)| exploration.in_words(rule).to_string()),
            "answer": question.as_ref().map(|(_, answer)| answer),
        })
        .to_string();
        json.pop();
        json.push_str(",\"can_retract\":");
        Line { json, who: entry.who.clone(), retractable: counts && retractable }
    };
    said.map(line).collect()
}

/// So many objects are shown as closest to an exception.
const CLOSEST: usize = 3;

/// A question as the page is told it.
pub(crate) fn question(exploration: &Exploration, asked: &Asked) -> String {
    let name = |attr: usize| exploration.attributes()[attr].name.as_str();
    let pieces = exploration.in_words(&asked.question).pieces;
    let words: Vec<Value> =
        pieces.iter().map(|piece| json!({ "text": piece.text, "attribute": piece.attr.map(name) })).collect();
    let closest = exploration.closest(&asked.question, CLOSEST);
    let closest: Vec<String> = closest.iter().map(|closest| exploration.nearness(closest)).collect();
    let ballot = exploration.ballots().iter().find(|ballot| ballot.question == asked.question);
    let answered: Vec<Value> = ballot.into_iter().flat_map(votes).collect();
    json!({
        "kind": "ask",
        "question": rule_json(exploration, &asked.question),
        "words": words,
        "about_never": is_about_never(&asked.question),
        "why": exploration.why(asked).iter().map(|line| escape_control(line)).collect::<Vec<_>>(),
        "closest": closest,
        "likely": asked.likely,
        "weight": asked.weight,
        "answered_by": answered,
    })
    .to_string()
}
