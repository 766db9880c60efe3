//! Questions, reasons and refusals in words, for any face.

use super::{
    Asked, Ballot, Closest, Consequences, Disagreement, Dispute, Exploration, Overruled, Refusal, Remaining, Standing,
    Verdict, Vote,
};
use crate::journal::{AnswerRecord, Certified, Entry, EntryId, EntryKind, ObjectLine, Policy, Reply};
use hornbook::{Attr, AttrSet, Conclusion, Implication};
use hornbook_words::{counted, escape_control, rough_percent, rounded_up, sure};

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What it says.
    pub text: String,
    /// The attribute it names, which should stand out.
    pub attr: Option<Attr>,
}

/// A sentence, with attributes that should stand out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its pieces, in order.
    pub pieces: Vec<Piece>,
}

impl Sentence {
    fn say(&mut self, text: &str) -> &mut Self {
        self.pieces.push(Piece { text: text.to_owned(), attr: None });
        self
    }

    /// Several attributes: `a`, `a and b`, `a, b and c`.
    fn list(&mut self, set: &AttrSet, last: &str, name: impl Fn(Attr) -> String) -> &mut Self {
        let count = set.len();
        for (at, attr) in set.iter().enumerate() {
            match at {
                0 => {}
                _ if at + 1 == count => _ = self.say(&format!(" {last} ")),
                _ => _ = self.say(", "),
            }
            self.pieces.push(Piece { text: name(attr), attr: Some(attr) });
        }
        self
    }
}

impl std::fmt::Display for Sentence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.pieces.iter().try_for_each(|piece| f.write_str(&piece.text))
    }
}

/// How to ask about a domain.
impl Exploration {
    fn phrases(&self) -> bool {
        self.attributes().iter().any(|attribute| attribute.phrase.is_some())
    }

    fn shown_name(&self, attr: Attr) -> String {
        escape_control(&self.attributes()[attr].name)
    }

    fn phrase(&self, attr: Attr) -> String {
        let attribute = &self.attributes()[attr];
        escape_control(&attribute.phrase.clone().unwrap_or_else(|| format!("has {}", attribute.name)))
    }

    /// The question whether a rule holds, in words. To "can something be both?"
    /// a "no" says that the rule holds: see [`is_about_never`].
    pub fn in_words(&self, question: &Implication) -> Sentence {
        let mut sentence = Sentence::default();
        let premise = &question.premise;
        let question = question.without_premise();
        if self.phrases() {
            let phrase = |attr| self.phrase(attr);
            match &question.conclusion {
                Conclusion::Attrs(conclusion) if premise.is_empty() => {
                    sentence.say("Is it true of everything here that it ").list(conclusion, "and", phrase).say("?")
                }
                Conclusion::Attrs(conclusion) => sentence
                    .say("Is it true of everything that ")
                    .list(premise, "and", phrase)
                    .say(" that it also ")
                    .list(conclusion, "and", phrase)
                    .say("?"),
                Conclusion::Falsum if premise.is_empty() => sentence.say("Is there anything at all?"),
                Conclusion::Falsum => sentence.say("Is there anything that ").list(premise, "and", phrase).say("?"),
            };
            return sentence;
        }
        let name = |attr| self.shown_name(attr);
        match (&question.conclusion, premise.len()) {
            (Conclusion::Attrs(conclusion), 0) => {
                sentence.say("Does everything here have ").list(conclusion, "and", name).say("?")
            }
            (Conclusion::Attrs(conclusion), _) => sentence
                .say("Does everything that has ")
                .list(premise, "and", name)
                .say(" also have ")
                .list(conclusion, "and", name)
                .say("?"),
            (Conclusion::Falsum, 0) => sentence.say("Is there anything at all?"),
            (Conclusion::Falsum, 1) => sentence.say("Can something be ").list(premise, "and", name).say("?"),
            (Conclusion::Falsum, 2) => sentence.say("Can something be both ").list(premise, "and", name).say("?"),
            (Conclusion::Falsum, _) => {
                sentence.say("Can something be ").list(premise, "and", name).say(" at the same time?")
            }
        };
        sentence
    }

    /// A rule as a statement.
    pub fn statement(&self, rule: &Implication) -> Sentence {
        let mut sentence = Sentence::default();
        let premise = &rule.premise;
        let rule = rule.without_premise();
        let phrases = self.phrases();
        let phrase = |attr| if phrases { self.phrase(attr) } else { self.shown_name(attr) };
        let has = if phrases { "" } else { "has " };
        match &rule.conclusion {
            Conclusion::Attrs(conclusion) if premise.is_empty() => {
                sentence.say(&format!("Everything {has}")).list(conclusion, "and", phrase)
            }
            Conclusion::Attrs(conclusion) => sentence
                .say(&format!("Whatever {has}"))
                .list(premise, "and", phrase)
                .say(&format!(" also {has}"))
                .list(conclusion, "and", phrase),
            Conclusion::Falsum if premise.is_empty() => sentence.say("There is nothing at all"),
            Conclusion::Falsum if phrases => sentence.say("There is nothing that ").list(premise, "and", phrase),
            Conclusion::Falsum if premise.len() == 1 => sentence.say("Nothing is ").list(premise, "and", phrase),
            Conclusion::Falsum if premise.len() == 2 => sentence.say("Nothing is both ").list(premise, "and", phrase),
            Conclusion::Falsum => sentence.say("Nothing is ").list(premise, "and", phrase).say(" at the same time"),
        };
        sentence
    }

    /// Names with commas, for messages: `a, b and c`, with `last` before the
    /// last.
    pub fn listed(&self, set: &AttrSet, last: &str) -> String {
        let mut sentence = Sentence::default();
        sentence.list(set, last, |attr| self.shown_name(attr));
        sentence.to_string()
    }

    /// Why a question is asked.
    pub fn why(&self, asked: &Asked) -> Vec<String> {
        let mut lines = Vec::new();
        let share = rough_percent(asked.weight);
        lines.push(format!(
            "If it holds, what follows is settled or clearer for about {share} of all sets of attributes."
        ));
        let chance = rough_percent(asked.likely);
        lines.push(format!("By what was answered so far, it is thought to hold with a chance of about {chance}."));
        let seen = self.models().iter().filter(|model| asked.question.premise.is_subset(model.has())).count();
        let known = match (&asked.question.conclusion, seen) {
            (Conclusion::Falsum, _) => "No known object has all of it, and no answer so far rules it out.".to_owned(),
            (Conclusion::Attrs(_), 1) => {
                "One known object has the premise, and it is not known to lack any of the conclusion.".to_owned()
            }
            (Conclusion::Attrs(_), 0) => "No known object has the premise.".to_owned(),
            (Conclusion::Attrs(_), seen) => {
                format!("{seen} known objects have the premise, and none is known to lack any of the conclusion.")
            }
        };
        lines.push(known);
        lines
    }

    /// How near an object comes to breaking a rule.
    pub fn nearness(&self, closest: &Closest) -> String {
        let name = escape_control(&self.object_name(closest.object));
        let mut reasons = Vec::new();
        if !closest.lacks.is_empty() {
            reasons.push(format!("lacks {}", self.listed(&closest.lacks, "and")));
        }
        if !closest.unknown.is_empty() {
            reasons.push(format!("is not known to have {}", self.listed(&closest.unknown, "or")));
        }
        if closest.has_all {
            reasons.push(format!("has {}", self.listed(&closest.has, "and")));
        }
        if reasons.is_empty() {
            reasons.push("has the premise; whether it has the conclusion is not known".to_owned());
        }
        format!("{name} {}", reasons.join(", "))
    }

    /// An entry on one line.
    pub fn entry_in_words(&self, entry: &Entry) -> String {
        match &entry.what {
            EntryKind::Answer(said) => self.answer_in_words(said),
            EntryKind::Object { object, .. } => self.object_in_words(object),
            EntryKind::Retract { entry, .. } => self.retraction_in_words(entry),
            EntryKind::Attributes { attributes } => {
                let names: Vec<String> = attributes.iter().map(|attribute| escape_control(&attribute.name)).collect();
                format!("Added {}", names.join(", "))
            }
            EntryKind::Accuracy { epsilon, delta } => format!("Asked for ε = {epsilon} and δ = {delta}"),
            EntryKind::Policy(policy) => policy_in_words(*policy),
            EntryKind::Attempt { .. } => "Attempted a certificate".to_owned(),
            EntryKind::Certified(certified) => format!("Certified ε = {}", rounded_up(certified.epsilon)),
        }
    }

    /// A retraction of an entry. Those of retractions of retractions, and so
    /// on, are not followed for ever: they may go in a circle.
    fn retraction_in_words(&self, of: &EntryId) -> String {
        match self.entry(of) {
            Some(Entry { what: EntryKind::Retract { entry, .. }, .. }) => match self.entry(entry) {
                Some(entry) if !matches!(entry.what, EntryKind::Retract { .. }) => {
                    format!("Let it count again: {}", self.entry_in_words(entry))
                }
                _ => "Took back that something was taken back".to_owned(),
            },
            Some(entry) => format!("Took back: {}", self.entry_in_words(entry)),
            None => escape_control(&format!("Took back {of}")),
        }
    }

    fn answer_in_words(&self, said: &AnswerRecord) -> String {
        let Ok(question) = said.question.rule(self.universe()) else { return "?".to_owned() };
        let object = said.object.as_ref().map(|object| self.object_in_words(object)).unwrap_or_default();
        match said.answer {
            Reply::Holds => self.statement(&question).to_string(),
            Reply::Refuted => format!("Not so: {}. {object}", self.statement(&question)),
            Reply::Partly => {
                let holds = self.universe().set(&said.holds).unwrap_or_else(|_| self.universe().none());
                let part = self.statement(&Implication::new(question.premise, holds));
                if object.is_empty() {
                    format!("{part}, but not all of what was asked")
                } else {
                    format!("{part}. {object}")
                }
            }
            Reply::Unknown => format!("Not known: {}", self.in_words(&question)),
            Reply::Later => format!("Put off: {}", self.in_words(&question)),
        }
    }

    fn object_in_words(&self, object: &ObjectLine) -> String {
        let name = object.name.as_deref().map_or_else(|| "Something".to_owned(), escape_control);
        let list = |names: &[String]| names.iter().map(|name| escape_control(name)).collect::<Vec<_>>().join(", ");
        let mut said = Vec::new();
        if !object.has.is_empty() {
            said.push(format!("has {}", list(&object.has)));
        }
        match (object.lacks.is_empty(), object.complete) {
            (_, true) => said.push("lacks everything else".to_owned()),
            (false, false) => said.push(format!("lacks {}", list(&object.lacks))),
            (true, false) => {}
        }
        format!("{name} {}", if said.is_empty() { "exists".to_owned() } else { said.join("; ") })
    }

    /// A refusal in words: what is wrong, and what to do.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::LacksPremise { question, lacks } => format!(
                "It lacks {}, so it does not speak against the rule: an exception has {}.",
                self.listed(lacks, "and"),
                self.listed(&question.premise, "and")
            ),
            Refusal::LacksNothing { conclusion, .. } if conclusion.len() == 1 => {
                format!("To be an exception it must lack {}.", self.listed(conclusion, "or"))
            }
            Refusal::LacksNothing { conclusion, .. } => {
                format!("To be an exception it must lack at least one of {}.", self.listed(conclusion, "and"))
            }
            Refusal::Otherwise { name, attributes } => format!(
                "{} is known to be otherwise where {} is concerned. Correct what is known of it first, or give another name.",
                escape_control(name),
                self.listed(attributes, "and")
            ),
            Refusal::NoPart(question) => match &question.conclusion {
                Conclusion::Attrs(attrs) => format!("Name some of what was asked about: {}.", self.listed(attrs, "or")),
                Conclusion::Falsum => "Name something that follows from the premise beyond it.".to_owned(),
            },
            Refusal::AllOfIt(_) => "That is all of it: answer that the rule holds.".to_owned(),
            Refusal::Contradicts(dispute) => {
                let mut text = "This contradicts what was accepted before:".to_owned();
                for line in self.dispute_in_words(dispute) {
                    text.push_str("\n  ");
                    text.push_str(&line);
                }
                text
            }
            Refusal::Reused(name) => {
                format!("A request called {} was for something else: give this one another name.", escape_control(name))
            }
            Refusal::Impossible(problem) => escape_control(problem),
            Refusal::Journal(error) => escape_control(&error.to_string()),
        }
    }

    /// What an answer is in contradiction to, a line each.
    pub fn dispute_in_words(&self, dispute: &Dispute) -> Vec<String> {
        let known = |rule: &Implication| format!("{} (known beforehand)", self.statement(rule));
        dispute.with.iter().map(|id| self.said_by(id)).chain(dispute.background.iter().map(known)).collect()
    }

    /// What everybody says where people disagree, a line each.
    pub fn disagreement_in_words(&self, found: &Disagreement<'_>) -> Vec<String> {
        let name = |who: Option<&str>| escape_control(who.unwrap_or("somebody"));
        let vote = |vote: &Vote| {
            let said = match vote.verdict {
                Verdict::Holds => "it holds",
                Verdict::Fails => "it does not",
                Verdict::Unknown => "not known",
            };
            format!("{}: {said}", name(vote.who.as_deref()))
        };
        let against = found.against.iter().filter_map(|id| self.entry(id));
        let told = |entry: &Entry| format!("{}: {}", name(entry.who.as_deref()), self.entry_in_words(entry));
        found.ballot.votes.iter().map(vote).chain(against.map(told)).collect()
    }

    /// Why there is nothing to answer for somebody although it is not certified.
    pub fn waiting_in_words(&self) -> String {
        let pending =
            |ballot: &&Ballot| ballot.is_pending(self.policy()) && !self.knowledge().decides(&ballot.question);
        let waiting = match self.ballots().iter().filter(pending).count() {
            1 => "1 question waits".to_owned(),
            count => format!("{count} questions wait"),
        };
        let policy = policy_in_words(self.policy());
        format!("{policy}: {waiting} for others, and what else could be asked depends on what they say.")
    }

    /// A correction of what somebody else said.
    pub fn overruled_in_words(&self, found: &Overruled) -> String {
        format!("{}, correcting: {}", self.said_by(&found.by), self.said_by(&found.entry))
    }

    /// What an entry says, and who said it, if that is known.
    pub fn said_by(&self, id: &EntryId) -> String {
        match self.entry(id) {
            Some(entry) => {
                let who = entry.who.as_deref().map(|who| format!(" ({})", escape_control(who))).unwrap_or_default();
                format!("{}{who}", self.entry_in_words(entry))
            }
            None => id.to_string(),
        }
    }

    /// What a certificate says: "with probability at least …". What it says of
    /// questions that nobody could answer is left to whoever shows it.
    pub fn certificate_in_words(&self, certified: &Certified) -> String {
        format!(
            "with probability at least {}, what the rules say is incomplete for at most a share ε = {} of the sets of \
             attributes (distribution: {}; {}).",
            sure(certified.delta),
            rounded_up(certified.epsilon),
            self.journal().header().distribution.name(),
            counted(certified.samples, "fresh sample"),
        )
    }

    /// The same as a sentence, with all there is to say.
    pub fn whole_certificate(&self, certified: &Certified) -> String {
        let aside = match certified.set_aside {
            0.0 => String::new(),
            share => {
                let disagree = self.disputes().is_empty() && self.disagreements().is_empty();
                let disagree = if disagree { "" } else { " or that people disagree about" };
                format!(
                    " For at most a further share {} of them it hangs on questions that nobody could answer{disagree}.",
                    rounded_up(share)
                )
            }
        };
        let says = self.certificate_in_words(certified).replacen('w', "W", 1);
        format!("{says}{aside} Every rule is as true as the answers it rests on.")
    }

    /// What taking answers back would change, in words.
    pub fn consequences_in_words(&self, consequences: &Consequences) -> Vec<String> {
        let rules = consequences.rules.iter().map(|rule| format!("No longer known: {}.", self.statement(rule)));
        let objects =
            consequences.objects.iter().map(|name| format!("Nothing known any more of {}.", escape_control(name)));
        let facts = consequences
            .facts
            .iter()
            .map(|(name, lost)| format!("No longer known of {}: {}.", escape_control(name), self.listed(lost, "and")));
        let questions = match consequences.questions {
            0 => None,
            1 => Some("1 question would be open again.".to_owned()),
            count => Some(format!("{count} questions would be open again.")),
        };
        rules.chain(objects).chain(facts).chain(questions).collect()
    }
}

/// Whether the question about a rule asks if something can be, so that "no"
/// says that the rule holds.
pub fn is_about_never(question: &Implication) -> bool {
    question.conclusion.is_falsum()
}

/// Why a question is open, after the last answer that was given to it.
pub fn why_open(reply: Reply) -> &'static str {
    match reply {
        Reply::Later => "put off",
        Reply::Partly => "answered in part",
        Reply::Unknown | Reply::Holds | Reply::Refuted => "nobody knew",
    }
}

/// Whose word counts.
pub fn policy_in_words(policy: Policy) -> String {
    match policy {
        Policy::Any => "Any one answer counts".to_owned(),
        Policy::Majority { of } => format!("A majority of {of} counts"),
        Policy::Unanimous { of } => format!("{of} must agree, and nobody disagree"),
    }
}

/// Why the table at the start does not fit what is known beforehand.
pub(super) fn start_dispute(exploration: &Exploration, dispute: &Dispute) -> String {
    let object = dispute.entry.as_ref().and_then(|id| exploration.entry(id));
    let object = object.map(|entry| exploration.entry_in_words(entry)).unwrap_or_default();
    let with = exploration.dispute_in_words(dispute).join("; ");
    format!("an object of the table contradicts what is known beforehand: {object}. It cannot be with: {with}")
}

impl Remaining {
    /// `about 12 (6 to 24)`.
    pub fn in_words(&self) -> String {
        match self.most {
            0..=1 => "about 1".to_owned(),
            _ => format!("about {} ({} to {})", self.likely, self.least, self.most),
        }
    }
}

impl Standing {
    /// How the estimate of what remains was made.
    pub fn how_estimated() -> &'static str {
        "The number of questions left supposes that the share of open sets goes on falling by the same factor a \
         question as for the last half of them; while there are few, by the factor that is usual; and that each settles \
         one set at least. It is an estimate, not a promise."
    }
}
