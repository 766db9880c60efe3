//! Which files a path stands for: one, those of a folder, or those of a pattern.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::kind::FileKind;
use super::partitions::partitions;
use crate::EngineError;

/// Folders may be nested so deep.
const MOST_LEVELS: usize = 64;

/// A file that is a part of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it is called in messages.
    pub shown: PathBuf,
    /// What it is.
    pub kind: FileKind,
    /// The columns that its folders tell, as in `year=2024`.
    pub partitions: Vec<(String, Option<String>)>,
}

/// The files that a path stands for, in the order of their names.
pub(super) fn find(path: &Path) -> Result<Vec<FoundFile>, EngineError> {
    let text = path.to_string_lossy();
    let is_pattern = text.contains(['*', '?', '[']);
    let found = match fs::metadata(path) {
        Ok(about) if about.is_dir() => in_folder(path)?,
        Ok(_) => return Ok(vec![only_file(path)?]),
        Err(_) if is_pattern => of_pattern(&text)?,
        Err(error) => return Err(unreadable(path, &error)),
    };
    let files: Vec<FoundFile> = found.into_iter().filter_map(|path| found_file(&path)).collect();
    let Some(first) = files.first() else {
        let what = if is_pattern { "no file matches" } else { "there is no table in" };
        let known = "Parquet, Arrow, Excel, CSV, TSV and JSON files are read";
        return Err(EngineError::Wrong(format!("{}: {what} it; {known}", path.display())));
    };
    match files.iter().find(|file| file.kind != first.kind) {
        None => Ok(files),
        Some(other) => Err(EngineError::Wrong(format!(
            "{}: files of several formats ({} is {}, {} is {}); name those of one, as in `*.parquet`",
            path.display(),
            short(&first.path),
            first.kind.name(),
            short(&other.path),
            other.kind.name()
        ))),
    }
}

fn only_file(path: &Path) -> Result<FoundFile, EngineError> {
    found_file(path).ok_or_else(|| {
        let known = "one of .parquet, .arrow, .feather, .xlsx, .ods, .csv, .tsv, .json, .jsonl";
        EngineError::Wrong(format!("{}: its extension does not tell what it is; it should be {known}", path.display()))
    })
}

fn found_file(path: &Path) -> Option<FoundFile> {
    let kind = FileKind::of(path)?;
    Some(FoundFile { path: path.to_owned(), shown: path.to_owned(), kind, partitions: partitions(path) })
}

/// The name of a file without its folders.
pub(super) fn short(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// A file or folder that cannot be opened, and why.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> EngineError {
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "it may not be read (permission denied)".to_owned(),
        _ => error.to_string(),
    };
    EngineError::Failed(format!("{}: {why}", path.display()))
}

/// Whether a file is none of the table: hidden, or the note of a program.
fn is_left_out(path: &Path) -> bool {
    path.file_name().is_none_or(|name| {
        let name = name.to_string_lossy();
        name.starts_with('.') || (name.starts_with('_') && !name.contains('='))
    })
}

fn in_folder(folder: &Path) -> Result<BTreeSet<PathBuf>, EngineError> {
    let mut found = BTreeSet::new();
    add_folder(folder, MOST_LEVELS, &mut found)?;
    Ok(found)
}

fn add_folder(folder: &Path, levels: usize, found: &mut BTreeSet<PathBuf>) -> Result<(), EngineError> {
    if levels == 0 {
        return Err(EngineError::Wrong(format!("{}: folders are nested too deep", folder.display())));
    }
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| unreadable(folder, &error))?.path();
        if is_left_out(&path) {
            continue;
        }
        let about = fs::metadata(&path).map_err(|error| unreadable(&path, &error))?;
        if about.is_dir() {
            add_folder(&path, levels - 1, found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(())
}

/// The files of a pattern, and those of the folders that it names.
fn of_pattern(pattern: &str) -> Result<BTreeSet<PathBuf>, EngineError> {
    let paths = glob::glob(pattern)
        .map_err(|error| EngineError::Wrong(format!("{pattern}: it is no pattern of files: {error}")))?;
    let mut found = BTreeSet::new();
    for path in paths {
        let path = path.map_err(|error| unreadable(error.path(), error.error()))?;
        if is_left_out(&path) {
            continue;
        }
        if path.is_dir() { found.extend(in_folder(&path)?) } else { _ = found.insert(path) }
    }
    Ok(found)
}
