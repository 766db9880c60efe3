//! Columns that the names of folders tell: `year=2024/month=1`.

use std::path::Path;

/// What stands for a missing value.
const MISSING: &str = "__HIVE_DEFAULT_PARTITION__";

/// The columns that the folders of a file tell, with their values.
pub(super) fn partitions(path: &Path) -> Vec<(String, Option<String>)> {
    let folders = path.parent().into_iter().flat_map(Path::components);
    let mut found: Vec<(String, Option<String>)> = Vec::new();
    for folder in folders {
        let name = folder.as_os_str().to_string_lossy();
        let Some((column, value)) = name.split_once('=').filter(|(column, _)| !column.is_empty()) else { continue };
        let value = (value != MISSING).then(|| decoded(value));
        let column = decoded(column);
        // The folder that is nearer to the file tells more.
        found.retain(|(known, _)| *known != column);
        found.push((column, value));
    }
    found
}

/// A text in which signs are written as `%20`.
fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let (mut out, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let sign = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        out.push(sign.unwrap_or(bytes[at]));
        at += if sign.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_tell_columns() {
        let found = partitions(Path::new("/data/year=2024/month=__HIVE_DEFAULT_PARTITION__/a%20b=x%2Fy%/part.parquet"));
        let wanted = [("year", Some("2024")), ("month", None), ("a b", Some("x/y%"))];
        assert_eq!(found.len(), 3);
        for ((column, value), (wanted_column, wanted_value)) in found.iter().zip(wanted) {
            assert_eq!((column.as_str(), value.as_deref()), (wanted_column, wanted_value));
        }
        assert!(partitions(Path::new("data/a=b.parquet")).is_empty());
    }
}
