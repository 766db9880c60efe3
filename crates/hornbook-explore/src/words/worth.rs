//! Why a question is asked, and what the answers are worth by now.

use crate::exploration::Asked;
use crate::exploration::Exploration;
use crate::journal::{Certified, Checksums};
use crate::reasons::Closest;
use crate::remaining::Remaining;
use crate::standing::Standing;
use hornbook::Conclusion;
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
        let share = rough_percent(asked.weight);
        lines.push(format!(
            "If it holds, what follows is settled or clearer for about {share} of all sets of attributes."
        ));
        let chance = rough_percent(asked.likely);
        lines.push(format!("By what was answered so far, it is thought to hold with a chance of about {chance}."));
        let seen = self.knowledge().support(&asked.question.premise);
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
