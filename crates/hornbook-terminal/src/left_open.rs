//! Why a question is open, for every face in the same words.

use hornbook::journal::Reply;

/// Why a question is open, after the last answer that was given to it.
pub fn why(reply: Reply) -> &'static str {
    match reply {
        Reply::Later => "put off",
        Reply::Partly => "answered in part",
        Reply::Unknown | Reply::Holds | Reply::Refuted => "nobody knew",
    }
}
