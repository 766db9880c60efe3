//! Why a question is asked, and what the answers are worth by now.

use crate::exploration::Asked;
use crate::exploration::Exploration;
use crate::journal::{Certified, Checksums};
use crate::reasons::Closest;
use crate::standing::{Remaining, Standing};
use hornbook::Conclusion;
use hornbook_words::{counted, escape_control, rough_percent, rounded_up, sure};

impl Exploration {
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

    /// What a certificate says: "with probability at least …". What it says of
    /// questions that nobody could answer is left to whoever shows it.
    pub fn certificate_in_words(&self, certified: &Certified) -> String {
        format!(
            "with probability at least {}, what the rules say is incomplete for at most a share ε = {} of the sets of \
             attributes (distribution: {}; {}).",
            sure(certified.delta),
            rounded_up(certified.epsilon),
            self.distribution().name(),
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
