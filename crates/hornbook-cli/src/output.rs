//! The way out for everything: what is said on standard error, and results on
//! standard output or in a file that is there whole or not at all.
//!
//! Names, values and paths may contain anything, also what a terminal takes for
//! orders. So what is for people is escaped, wherever it goes
//! ([`note`], [`Destination::write_words`]), and what is for programs
//! ([`Destination::write`]) stays as it is to the byte unless a terminal shows
//! it.

use std::borrow::Cow;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use hornbook::format::compressed_for;
use hornbook_words::{escape_control, escape_lines};
use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;
use crate::input;

/// Says a line on standard error. If nobody listens, that is no error.
pub(crate) fn note(line: &str) {
    _ = writeln!(io::stderr(), "{}", escape_control(line));
}

/// Says several lines on standard error.
pub(crate) fn note_lines(text: &str) {
    _ = writeln!(io::stderr(), "{}", escape_lines(text.trim_end()));
}

/// Says that the program is at fault, and where.
pub(crate) fn note_panic(panic: &std::panic::PanicHookInfo<'_>) {
    note(&format!("error: a fault in hornbook itself: {panic}"));
    let backtrace = std::backtrace::Backtrace::capture();
    if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
        note_lines(&backtrace.to_string());
    }
}

/// Where a result goes.
#[derive(Clone, Debug)]
pub(crate) enum Destination {
    Stdout,
    File(PathBuf),
}

impl Destination {
    /// The file; standard output for none, or for `-`.
    pub(crate) fn new(path: Option<&Path>) -> Self {
        match path {
            None => Self::Stdout,
            Some(path) if path == Path::new("-") => Self::Stdout,
            Some(path) => Self::File(path.to_owned()),
        }
    }

    /// Whether the result ends in a file, be it that standard output was
    /// redirected to one.
    pub(crate) fn is_file(&self) -> bool {
        match self {
            Self::Stdout => goes_to_file(&io::stdout()),
            Self::File(_) => true,
        }
    }

    /// Makes sure that the file can be written, before hours are spent on what
    /// goes into it.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self {
            Self::Stdout => Ok(()),
            Self::File(path) => {
                not_a_journal(path)?;
                Target::of(path).and_then(|target| target.check()).map_err(|e| cannot_write(path, &e))
            }
        }
    }

    /// Writes words for people.
    pub(crate) fn write_words(&self, text: &str) -> Result<(), Failure> {
        self.write(escape_lines(text).as_bytes())
    }

    /// Writes a result as it is, unless a terminal shows it, or packed if the name
    /// of the file says so. A reader of standard output that went away is no error.
    pub(crate) fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => to_stdout(bytes),
            Self::File(path) => {
                not_a_journal(path)?;
                let written = || Target::of(path)?.write(&compressed_for(path, bytes)?);
                written().map_err(|e| cannot_write(path, &e))
            }
        }
    }
}

fn to_stdout(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let bytes = shown(bytes, out.is_terminal());
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Whether what is written there ends in a regular file.
#[cfg(unix)]
fn goes_to_file(stream: &io::Stdout) -> bool {
    use std::os::fd::AsFd;
    let file = stream.as_fd().try_clone_to_owned().map(fs::File::from);
    file.and_then(|file| file.metadata()).is_ok_and(|found| found.is_file())
}

#[cfg(not(unix))]
fn goes_to_file(_: &io::Stdout) -> bool {
    false
}

/// What a terminal can show, or the bytes as they are.
fn shown(bytes: &[u8], at_terminal: bool) -> Cow<'_, [u8]> {
    match at_terminal {
        true => escape_lines(&String::from_utf8_lossy(bytes)).into_bytes().into(),
        false => bytes.into(),
    }
}

/// A journal only grows: nothing is written over one, whosever it is.
fn not_a_journal(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path).is_ok_and(|found| found.is_file()) && input::holds_journal(path) {
        true => Err(Failure::new(format!("{} is a journal, which only grows: name another file", path.display()))),
        false => Ok(()),
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {}", path.display(), input::reason(error)))
}

/// What a path leads to.
enum Target {
    /// A device or a pipe: it cannot be replaced, only written to.
    Stream(PathBuf),
    /// A regular file, or one that is yet to be; with the permissions it has.
    Regular { path: PathBuf, folder: PathBuf, permissions: Option<fs::Permissions> },
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let regular = |path: PathBuf, permissions| {
            let folder = match path.parent() {
                Some(folder) if folder != Path::new("") => folder.to_owned(),
                _ => PathBuf::from("."),
            };
            Self::Regular { path, folder, permissions }
        };
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
            // A link stays, and what it points to is replaced.
            Ok(found) if found.is_file() && found.permissions().readonly() => Err(ErrorKind::PermissionDenied.into()),
            Ok(found) if found.is_file() => Ok(regular(fs::canonicalize(path)?, Some(found.permissions()))),
            Ok(_) => Ok(Self::Stream(path.to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(regular(path.to_owned(), None)),
            Err(error) => Err(error),
        }
    }

    fn check(&self) -> io::Result<()> {
        match self {
            Self::Stream(_) => Ok(()),
            Self::Regular { .. } => self.beside().map(drop),
        }
    }

    /// A file in the same folder, which goes away again unless it is renamed.
    fn beside(&self) -> io::Result<NamedTempFile> {
        let Self::Regular { folder, permissions, .. } = self else { return Err(ErrorKind::Unsupported.into()) };
        let mut builder = Builder::new();
        builder.prefix(".hornbook-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // What is not masked: as for any other new file.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder)?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions.clone())?;
        }
        Ok(file)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stream(path) => {
                let mut stream = fs::OpenOptions::new().write(true).open(path)?;
                let bytes = shown(bytes, stream.is_terminal());
                match stream.write_all(&bytes) {
                    Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
                    ended => ended,
                }
            }
            Self::Regular { path, .. } => {
                let mut file = self.beside()?;
                file.write_all(bytes)?;
                file.as_file().sync_all()?;
                file.persist(path).map_err(|e| e.error)?;
                Ok(())
            }
        }
    }
}
