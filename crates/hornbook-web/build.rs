//! Lists the files of the page, so that they become part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = Path::new("src/page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files: Vec<PathBuf> = match fs::read_dir(page) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    files.sort();
    let mut list = String::from("[\n");
    for file in files {
        let Some(kind) = kind(&file) else { continue };
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let path = fs::canonicalize(&file)?;
        // Writing to a text cannot fail.
        _ = writeln!(list, "File {{ name: {name:?}, kind: {kind:?}, content: include_bytes!({path:?}) }},");
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&out).join("page.rs"), list)
}

/// What a file holds, by its name; nothing for one that is not served.
fn kind(file: &Path) -> Option<&'static str> {
    match file.extension()?.to_str()? {
        "html" => Some("text/html; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "woff2" => Some("font/woff2"),
        "txt" => Some("text/plain; charset=utf-8"),
        _ => None,
    }
}
