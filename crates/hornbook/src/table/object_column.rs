//! The column of objects in a cross table.

/// The name of the column of objects, where it has no other.
pub(crate) const OBJECT_COLUMN: &str = "object";

/// Whether a first column of that name holds the objects of a cross table. A
/// table with an attribute `object` has its objects in `object_`.
pub(crate) fn is_object_column(name: &str) -> bool {
    name.strip_prefix(OBJECT_COLUMN).is_some_and(|rest| rest.chars().all(|c| c == '_'))
}
