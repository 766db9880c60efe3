//! What all files of text have in common: their bytes are UTF-8, and those of
//! our own formats say in a header what they are.

use crate::error::{FormatError, token};

/// The text of a file: UTF-8, with or without a byte order mark.
pub(crate) fn of_bytes(bytes: &[u8]) -> Result<&str, FormatError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(FormatError::found("text in UTF-16", "UTF-8").at(1, 1));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let valid = error.valid_up_to();
        let start = String::from_utf8_lossy(&bytes[..valid]);
        let found = format!("the byte 0x{:02x}", bytes[valid]);
        FormatError::found(found, "text in UTF-8").at_offset(&start, valid)
    })?;
    match text.find('\0') {
        Some(at) => Err(FormatError::found("a NUL byte", "text").at_offset(text, at)),
        None => Ok(text),
    }
}

/// Refuses files of another format or a version from the future.
pub(crate) fn check_header(format: &str, version: u64, own: &str, newest: u64) -> Result<(), FormatError> {
    if format != own {
        return Err(FormatError::found(format!("the format {}", token(format)), format!("the format '{own}'")));
    }
    match version == newest {
        true => Ok(()),
        false => Err(FormatError::found(format!("version {version} of '{own}'"), format!("version {newest}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_byte_is_located_in_characters() {
        let error = of_bytes(b"ab\n\xc3\xa4\xff").unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 2: found the byte 0xff, expected text in UTF-8");
        assert_eq!(of_bytes(b"\xef\xbb\xbfab").unwrap(), "ab");
        assert!(of_bytes(b"a\0b").is_err());
        assert!(of_bytes(b"\xff\xfea\0").unwrap_err().to_string().contains("UTF-16"));
    }
}
