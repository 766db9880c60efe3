//! Line by line: through a pipe, and from a file of answers.
