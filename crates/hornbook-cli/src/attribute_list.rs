//! Attributes that are named on the command line, or in a file.

use std::collections::HashMap;
use std::path::Path;

use hornbook_explore::journal::Attribute;
use hornbook_terminal::attributes;

use crate::failure::Failure;
use crate::input;

/// Attributes from a list, or from a file, which is returned then.
pub(crate) fn named(given: &str) -> Result<(Vec<Attribute>, Option<&Path>), Failure> {
    if given.contains(',') {
        return Ok((
            attributes::list(given).map_err(|problem| Failure::new(format!("--attributes: {problem}")))?,
            None,
        ));
    }
    if !Path::new(given).exists() {
        let message = format!("there is no file {given}, and a list of attributes has commas: --attributes a,b,c");
        return Err(Failure::new(message));
    }
    in_file(given).map(|(attributes, path)| (attributes, Some(path)))
}

/// Attributes of a file, one a line, perhaps with phrases and descriptions.
pub(crate) fn in_file(given: &str) -> Result<(Vec<Attribute>, &Path), Failure> {
    let path = Path::new(given);
    let in_line = |(line, problem): (usize, String)| Failure::new(format!("{given}:{line}: {problem}"));
    let bytes = input::read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
        in_line((line, "found bytes that are no text in UTF-8".to_owned()))
    })?;
    let lines = attributes::file(text).map_err(in_line)?;
    if lines.is_empty() {
        return Err(Failure::new(format!("{given}: found no attributes, expected one a line")));
    }
    let mut first = HashMap::new();
    for (line, attribute) in &lines {
        if let Some(before) = first.insert(&attribute.name, line) {
            let problem = format!("the attribute {:?} was named on line {before} already", attribute.name);
            return Err(in_line((*line, problem)));
        }
    }
    Ok((lines.into_iter().map(|(_, attribute)| attribute).collect(), path))
}
