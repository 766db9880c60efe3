//! What tells tables apart.

use hornbook::Context;
use hornbook::hash::Hash;

/// What tells a table from others: its attributes and its rows, in order.
pub(crate) fn of_table(context: &Context) -> String {
    let mut hash = Hash::new().number(context.attribute_count() as u64);
    for name in context.universe().names() {
        hash = hash.text(name);
    }
    for object in 0..context.len() {
        hash = context.row(object).words().iter().fold(hash, |hash, &word| hash.number(word));
    }
    format!("{:016x}", hash.mixed())
}
