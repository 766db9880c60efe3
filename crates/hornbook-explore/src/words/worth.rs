//! Why a question is asked, and what the answers are worth by now.

use crate::exploration::Asked;
use crate::exploration::Exploration;
use crate::journal::{Certified, Checksums};
use crate::reasons::Closest;
use crate::remaining::Remaining;
use crate::standing::Standing;
use hornbook::{Conclusion, Implication};
use hornbook_words::{Objects, Promise, counted, escape_control, rough_percent, significant};

impl Exploration {
    /// Why a question is asked.
    pub fn why(&self, asked: &Asked) -> Vec<String> {
        let mut lines = Vec::new();
        if self.undone_question().is_some_and(|undone| undone == asked.question) {
            lines.push("Its answer was undone.".to_owned());
        }
        if let Some(whole) = self.unknown_whole(&asked.question) {
            lines.push(format!("It is a part of what nobody knew: {}", self.in_words(whole)));
        }
        let question = &asked.question;
        let never = question.conclusion.is_falsum();
        if self.state.put_off.iter().any(|(_, put_off)| put_off == question) {
            lines.push("It was put off before, and now there is nothing else to ask.".to_owned());
        }
        if self.ballot_about(question).is_some_and(|ballot| !ballot.votes.is_empty()) {
            lines.push("It was answered before, but not decided: another word is needed.".to_owned());
        }
        if asked.weight > 0.0 {
            let share = rough_percent(asked.weight);
            let holds = if never { "If there is none" } else { "If it is always so" };
            lines.push(format!(
                "{holds}, what follows is settled or clearer for about {share} of what the certificate is about."
            ));
        }
        let chance = rough_percent(asked.likely);
        let holds = if never { "there is none" } else { "it is always so" };
        lines.push(match (self.questions(), self.models().len()) {
            (0, 0) => "Nothing was said yet, so nothing speaks for or against it.".to_owned(),
            (0, _) => format!("By the objects known so far, the chance that {holds} is thought to be about {chance}."),
            _ => format!("By what was said so far, the chance that {holds} is thought to be about {chance}."),
        });
        lines.extend(self.objects_alike(question));
        lines
    }

    /// What the known objects say of a question that they leave open.
    fn objects_alike(&self, question: &Implication) -> Option<String> {
        let all = self.models().len();
        let alike = self.knowledge().support(&question.premise);
        Some(match (&question.conclusion, alike) {
            _ if all == 0 => return None,
            (Conclusion::Falsum, _) => "No known object is like that, and no accepted rule excludes it.".to_owned(),
            (Conclusion::Attrs(_), _) if question.premise.is_empty() => {
                let known =
                    if all == 1 { "the one known object".to_owned() } else { format!("the {all} known objects") };
                format!("Of {known}, none is known to be an exception.")
            }
            (Conclusion::Attrs(_), 0) => "No known object is of that kind.".to_owned(),
            (Conclusion::Attrs(_), 1) => {
                "One known object is of that kind, and it is not known to be an exception.".to_owned()
            }
            (Conclusion::Attrs(_), alike) => {
                format!("{alike} known objects are of that kind, and none is known to be an exception.")
            }
        })
    }

    /// How near an object comes to breaking a rule.
    pub fn nearness(&self, closest: &Closest) -> String {
        let name = escape_control(&self.object_name(closest.object));
        let words = self.vocabulary();
        let mut reasons = Vec::new();
        if !closest.lacks.is_empty() {
            reasons.push(words.lacking(&closest.lacks));
        }
        if !closest.unknown.is_empty() {
            reasons.push(format!("not known: {}", self.listed(&closest.unknown, "and")));
        }
        if closest.has_all {
            reasons.push(words.having(&closest.has));
        }
        if reasons.is_empty() {
            reasons.push("is of that kind; the rest is not known".to_owned());
        }
        format!("{name}: {}", reasons.join("; "))
    }

    /// What a certificate says, in plain sentences.
    fn certificate_in_words(&self, certified: &Certified) -> String {
        let promise = Promise {
            certificate: certified.certificate(),
            delta: certified.delta,
            answers: &self.answers_rest_on(),
            distribution: &self.distribution().distribution(self.told()),
            objects: Objects::Named { count: self.object_count(), partly_known: self.partly_known_count() },
            target: None,
            never: self.distribution().is_of_all_sets().then(|| self.share_never_seen()),
        };
        promise.sentences().join(" ")
    }

    /// The same with all there is to say.
    pub fn whole_certificate(&self, certified: &Certified) -> String {
        let hangs = certified.certificate().supported_set_aside() > 0.0;
        let agree = self.disputes().is_empty() && self.disagreements().is_empty();
        let disagree = if hangs && !agree { " People disagree about some of these." } else { "" };
        let says = self.certificate_in_words(certified);
        format!("{says}{disagree} Every rule is as true as the answers it rests on.")
    }

    /// The share of the sets drawn that no known object has, estimated.
    fn share_never_seen(&self) -> f64 {
        let header = self.journal().header();
        let columns = header.columns.iter().filter_map(|column| self.universe().set(column).ok());
        let columns = columns.map(|column| column.iter().collect()).collect();
        let sampler = self.distribution().sampler(self.universe().len(), self.told(), columns);
        let drawn = sampler.over_counted_models(self.models(), self.knowledge().counts());
        drawn.impossible_share(&self.context(), header.seed)
    }

    /// What the checksums of the journal do not cover, if there is anything.
    pub fn without_checksums(&self) -> Option<String> {
        let journal = self.journal();
        match journal.checksums() {
            Checksums::Every => None,
            Checksums::None => Some(
                "The journal is without checksums: whether somebody changed what was said cannot be told.".to_owned(),
            ),
            Checksums::From { line } => {
                let first = line.checked_sub(2).and_then(|place| journal.entries().get(place));
                let time = first.and_then(|entry| entry.time.split('T').next()).unwrap_or_default();
                Some(format!(
                    "The first {} of the journal have no checksums: whether somebody changed them before {} cannot be \
                     told.",
                    counted(line - 1, "line"),
                    escape_control(time)
                ))
            }
        }
    }
}

impl Remaining {
    /// `about 12 minutes (4 to 36)`.
    pub fn in_words(&self) -> String {
        let minutes = |seconds: u64| (seconds as f64 / 60.0).round() as u64;
        match (minutes(self.least).max(1), minutes(self.likely), minutes(self.most).max(1)) {
            (_, _, 1) => "about a minute".to_owned(),
            (least, 0..=1, most) => format!("about a minute ({least} to {most})"),
            (least, likely @ 2..90, most) => format!("about {likely} minutes ({least} to {most})"),
            (least, likely, most) => {
                let hours = |minutes: u64| significant((minutes as f64 / 6.0).round() / 10.0);
                format!("about {} hours ({} to {})", hours(likely), hours(least), hours(most))
            }
        }
    }
}

impl Standing {
    /// How the estimate of what remains was made.
    pub fn how_estimated() -> &'static str {
        "The time left supposes that the share of open sets goes on falling as fast as for the last half of the time, \
         at the beginning as fast as is usual; and that you take as long for each thing as you did so far. Each answer \
         corrects it a little. It is an estimate, not a promise: nine times of ten it lies in the range."
    }
}
