//! `hornbook explore`: a domain learned from whoever knows it.

mod arguments;
#[cfg(feature = "experts")]
mod asking;
mod begin;
mod export;

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;

use hornbook_explore::Exploration;
use hornbook_explore::journal::DistributionName;
use hornbook_terminal::{Session, dialogue};

pub(crate) use self::arguments::Arguments;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input::{self, Opened};
use crate::output::note;

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let answers = arguments.answers.as_deref().map(answers).transpose()?;
    let asking = arguments.asking()?;
    #[cfg(feature = "experts")]
    if arguments.ask.is_given() && !arguments.first.first.is_empty() {
        return Err(Failure::new("with --ask no person is asked, and so nobody is asked before: leave out --first"));
    }
    #[cfg_attr(not(feature = "experts"), expect(unused_mut, reason = "only programs change it"))]
    let mut exploration = match &arguments.source {
        Some(path) if is_journal(path)? => go_on(arguments, path)?,
        _ => begin::begin(arguments)?,
    };
    exploration.journal().notes().iter().for_each(|line| note(line));
    #[cfg(feature = "experts")]
    if arguments.ask.is_given() {
        return asking::run(arguments, exploration);
    }
    #[cfg(feature = "experts")]
    arguments.first.settle(&mut exploration, &arguments.user())?;
    let (who, programs) = (Some(arguments.user()), arguments.programs());
    let session = Session { exploration, who, asking, programs, export: &export::export };
    let (stdin, stdout) = (io::stdin(), io::stdout());
    let from_stdin = arguments.answers.as_deref().is_some_and(input::is_stdin);
    let terminals = stdin.is_terminal() && stdout.is_terminal();
    let ended = match answers {
        Some(answers) => dialogue::script(session, answers, stdout.lock(), !from_stdin).map_err(failed)?,
        None if terminals && !arguments.plain && !is_dumb() => full_screen(session)?,
        None => in_lines(session)?,
    };
    Ok(Ended::well_if(ended == hornbook_terminal::Ended::Certified))
}

/// Line by line. What is read from elsewhere than a terminal is shown, so that
/// what comes out is the whole dialogue.
fn in_lines(session: Session<'_>) -> Result<hornbook_terminal::Ended, Failure> {
    let (stdin, stdout) = (io::stdin(), io::stdout());
    dialogue::run(session, stdin.lock(), stdout.lock(), !stdin.is_terminal()).map_err(failed)
}

fn failed(error: dialogue::DialogueError) -> Failure {
    Failure::new(error.to_string())
}

/// For a person at a terminal.
fn full_screen(session: Session<'_>) -> Result<hornbook_terminal::Ended, Failure> {
    hornbook_terminal::screen::run(session).map_err(|error| Failure::new(error.to_string()))
}

/// A terminal that can do nothing but print.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

fn answers(path: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if input::is_stdin(path) {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    // Folders can be opened, but not read.
    Opened::new(path)?;
    let file = File::open(path)
        .map_err(|error| Failure::new(format!("cannot read {}: {}", input::name(path), input::reason(&error))))?;
    Ok(Box::new(BufReader::new(file)))
}

/// Whether a file is a journal: by its first line, or else its extension.
fn is_journal(path: &Path) -> Result<bool, Failure> {
    if input::is_stdin(path) {
        return Err(Failure::new("standard input is for the answers: name the file of the table"));
    }
    let says_so = input::begins_journal(Opened::new(path)?.start());
    Ok(says_so || path.extension().is_some_and(|extension| extension == "journal"))
}

/// Goes on with a journal.
fn go_on(arguments: &Arguments, path: &Path) -> Result<Exploration, Failure> {
    let scale = &arguments.source_args.scale;
    let settled = [
        ("--journal", arguments.journal.is_some()),
        ("--background", arguments.background.is_some()),
        ("--seed", arguments.seed.is_some()),
        ("--title", arguments.title.is_some()),
        ("--phrases", arguments.phrases.is_some()),
        ("--no-background", arguments.no_background),
        ("--input-format", arguments.source_args.input_format.is_some()),
        ("--missing", scale.missing.is_some()),
    ];
    if let Some((option, _)) = settled.iter().find(|(_, given)| *given) {
        let path = path.display();
        return Err(Failure::new(format!("{path} is a journal, and {option} is settled when one is begun")));
    }
    crate::source::refuse_scaling(scale, &input::name(path))?;
    crate::source::refuse_reading(&arguments.source_args.read, &input::name(path))?;
    let mut exploration = Exploration::open(path)?;
    let (epsilon, delta) = exploration.accuracy();
    let wanted = arguments.accuracy((epsilon, delta))?;
    if (wanted.epsilon(), wanted.delta()) != (epsilon, delta) {
        let set = exploration.set_accuracy(Some(&arguments.user()), wanted);
        set.map_err(|refusal| Failure::new(exploration.refusal(&refusal)))?;
    }
    let distribution = arguments.distribution.unwrap_or(exploration.distribution());
    let told = arguments.told.unwrap_or(exploration.told());
    if (distribution, told) != (exploration.distribution(), exploration.told()) {
        if distribution == DistributionName::Columns && exploration.journal().header().columns.is_empty() {
            return Err(begin::no_columns());
        }
        let set = exploration.set_distribution(Some(&arguments.user()), distribution, Some(told));
        set.map_err(|refusal| Failure::new(exploration.refusal(&refusal)))?;
    }
    let noun = arguments.noun.as_deref().or(exploration.noun()).map(str::to_owned);
    let language = arguments.language()?.or_else(|| exploration.language_choice().cloned());
    if (noun.as_deref(), language.as_ref()) != (exploration.noun(), exploration.language_choice()) {
        let set = exploration.set_words(Some(&arguments.user()), noun.as_deref(), language);
        set.map_err(|refusal| Failure::new(exploration.refusal(&refusal)))?;
    }
    Ok(exploration)
}
