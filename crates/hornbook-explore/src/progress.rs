//! How far an exploration is on its way to the certificate, as a share that moves
//! forward.
//!
//! Beside the ε that is wanted, so much more may be open: that falls by factors, and so
//! its logarithm is what is gone through. A look sees a little more or less than there
//! is; the furthest that was reached counts, until something is taken back or there is
//! more to be found out.

use crate::journal::{Entry, EntryKind, LookStats};

/// Short of the certificate it is never all.
const MOST_WITHOUT_CERTIFICATE: f64 = 0.99;

/// The share of the way, by the looks on record and the last one.
pub(super) fn progress(entries: &[Entry], last: LookStats, wanted: f64) -> f64 {
    let excess = |look: &LookStats| ((look.open as f64 + 0.5) / (look.drawn as f64 + 1.0) / wanted).ln().max(0.0);
    let (mut most, mut least) = (0.0_f64, f64::INFINITY);
    let mut hear = |look: &LookStats, least: &mut f64| {
        let excess = excess(look);
        most = most.max(excess);
        *least = least.min(excess);
    };
    for entry in entries {
        match &entry.what {
            EntryKind::Answer(said) => {
                if let Some(look) = said.look {
                    hear(&look, &mut least);
                }
            }
            EntryKind::Retract { .. }
            | EntryKind::Forget { .. }
            | EntryKind::Attributes { .. }
            | EntryKind::Remove { .. }
            | EntryKind::Distribution { .. } => {
                least = f64::INFINITY;
            }
            _ => {}
        }
    }
    if last.drawn == 0 {
        return 0.0;
    }
    hear(&last, &mut least);
    if most > 0.0 { (1.0 - least / most).clamp(0.0, MOST_WITHOUT_CERTIFICATE) } else { MOST_WITHOUT_CERTIFICATE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(open: u64) -> LookStats {
        LookStats { drawn: 1000, open, epsilon: None }
    }

    #[test]
    fn it_begins_with_nothing_and_ends_short_of_the_certificate() {
        assert_eq!(progress(&[], LookStats { drawn: 0, open: 0, epsilon: None }, 0.05), 0.0);
        assert_eq!(progress(&[], look(900), 0.05), 0.0);
        assert_eq!(progress(&[], look(1), 0.05), MOST_WITHOUT_CERTIFICATE);
    }
}
