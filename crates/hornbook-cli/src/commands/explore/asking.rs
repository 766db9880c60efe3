//! `hornbook explore --ask`: a program in the seat of a person, who may go on later.

use hornbook_explore::Exploration;

use super::arguments::Arguments;
use crate::asking::{self, Answered, Asked};
use crate::ended::Ended;
use crate::failure::Failure;
use crate::guard::Guard;

/// Lets programs answer until nothing is left that they know, and says where it
/// stands then.
pub(super) fn run(arguments: &Arguments, mut exploration: Exploration) -> Result<Ended, Failure> {
    let answered = match exploration.certified() {
        Some(_) => Answered::nothing(),
        None => {
            let asked = Asked::start(&arguments.ask, exploration.attributes(), arguments.name())?;
            asking::consult(&mut exploration, asked, &arguments.ask, None, &Guard::start(None, None), false)?
        }
    };
    let worth = match exploration.certified() {
        Some(certified) => exploration.whole_certificate(&certified),
        None => "Not finished: hornbook explore goes on with it.".to_owned(),
    };
    let mut lines = vec![worth];
    lines.extend(answered.lines(&exploration));
    asking::close(&lines, false);
    Ok(answered.ended(&exploration))
}
