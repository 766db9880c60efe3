//! What a certificate is worth, where some questions were left open.

use hornbook::explore::Exploration;
use hornbook::journal::Certified;

/// Whether more hangs on questions that nobody could answer than was to be left
/// open: then it is not done, for all that could be asked was.
pub fn hangs(exploration: &Exploration, certified: &Certified) -> bool {
    certified.set_aside > exploration.accuracy().0
}
