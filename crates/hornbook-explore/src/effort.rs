//! What answering costs the person at hand: what is assumed, corrected by what was
//! measured.

use crate::journal::{Entry, EntryKind, ObjectLine, Reply, Took};
use hornbook::learn::frugal::Effort;

/// What is assumed counts as much as so many measurements.
const ASSUMED_WEIGHT: f64 = 5.0;
/// Longer than so many times what is assumed, and a person was doing something else.
const MAX_TIMES_ASSUMED: f64 = 6.0;

/// How long one kind of thing takes, as a multiple of what is assumed.
#[derive(Default)]
struct Measured {
    seconds: f64,
    assumed: f64,
    count: f64,
}

impl Measured {
    fn add(&mut self, seconds: f64, assumed: f64) {
        if seconds.is_finite() && seconds > 0.0 && seconds <= MAX_TIMES_ASSUMED * assumed {
            self.seconds += seconds;
            self.assumed += assumed;
            self.count += 1.0;
        }
    }

    fn times(&self) -> f64 {
        match self.assumed {
            0.0 => 1.0,
            assumed => (ASSUMED_WEIGHT + self.count * self.seconds / assumed) / (ASSUMED_WEIGHT + self.count),
        }
    }
}

/// What answering costs by what was measured so far, in these entries.
pub(super) fn measured(entries: &[Entry]) -> Effort {
    let usual = Effort::default();
    let (mut yes, mut listed, mut no, mut object) =
        (Measured::default(), Measured::default(), Measured::default(), Measured::default());
    for entry in entries {
        let Some(took) = entry.took else { continue };
        match &entry.what {
            EntryKind::Answer(said) => match (said.answer, &said.object) {
                (Reply::Holds, _) if took.together > 1 => listed.add(took.seconds, usual.listed),
                (Reply::Holds, _) => yes.add(took.seconds, usual.yes),
                (_, Some(line)) => no.add(took.seconds, usual.no + form(&usual, line, took)),
                _ => {}
            },
            EntryKind::Object { object: line, .. } => object.add(took.seconds, usual.object + form(&usual, line, took)),
            _ => {}
        }
    }
    // Forms are the same whatever they are for.
    let forms = (no.times() * object.times()).sqrt();
    Effort {
        yes: usual.yes * yes.times(),
        no: usual.no * no.times(),
        object: usual.object * object.times(),
        attribute: usual.attribute * forms,
        guessed: usual.guessed * forms,
        corrected: usual.corrected * forms,
        listed: usual.listed * listed.times(),
    }
}

/// What is assumed for filling in the form of an object.
fn form(usual: &Effort, line: &ObjectLine, took: Took) -> f64 {
    let told = (line.has.len() + line.lacks.len()) as f64;
    let (guessed, corrected) = (f64::from(took.guessed), f64::from(took.corrected));
    usual.attribute * (told - guessed).max(0.0) + usual.guessed * guessed + usual.corrected * corrected
}
