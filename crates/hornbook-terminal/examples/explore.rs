//! Explores full-screen: `explore JOURNAL` goes on with a journal, `explore
//! JOURNAL ATTRIBUTE... [--seed N] [--epsilon E] [--who NAME]` begins one. With
//! `--one-by-one` there are neither lists nor things to name first, and `--controls C`
//! mixes so many rules that are known to be false into lists. `--plain` asks line by
//! line. `--first COMMAND` asks a program first, and with `--when-agreed` what it says
//! waits for a person.

use std::error::Error;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use hornbook::format::{ContextFormat, RulesFormat, write_context, write_rules};
use hornbook::learn::Accuracy;
use hornbook_experts::{BeforePeople, Program};
use hornbook_explore::journal::{Attribute, Policy};
use hornbook_explore::{
    Asking, Exploration, FirstAsked, ProgramStarter, Programs, Start, USUAL_DELTA, USUAL_EPSILON, report,
};
use hornbook_terminal::{Ended, Session, dialogue, screen};

fn main() -> ExitCode {
    match explore() {
        Ok(Ended::Certified) => ExitCode::SUCCESS,
        Ok(Ended::Unfinished) => ExitCode::from(1),
        Err(error) => {
            eprintln!("explore: {error}");
            ExitCode::from(2)
        }
    }
}

fn explore() -> Result<Ended, Box<dyn Error>> {
    let (mut names, mut seed, mut epsilon, mut who) = (Vec::new(), None, USUAL_EPSILON, None);
    let (mut asking, mut plain) = (Asking::default(), false);
    let (mut starters, mut when_agreed) = (Vec::new(), false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--seed" => seed = Some(value()?.parse()?),
            "--epsilon" => epsilon = value()?.parse()?,
            "--who" => who = Some(value()?),
            "--plain" => plain = true,
            "--one-by-one" => asking = Asking::one_by_one(),
            "--controls" => asking.controls = value()?.parse()?,
            "--first" => starters.push(starter(value()?)),
            "--when-agreed" => when_agreed = true,
            _ => names.push(argument),
        }
    }
    let mut names = names.into_iter();
    let path = PathBuf::from(names.next().ok_or("name a journal, and attributes to begin one")?);
    let mut exploration = if path.exists() {
        Exploration::open(&path)?
    } else {
        let start = Start::attributes(names).accuracy(Accuracy::new(epsilon, USUAL_DELTA)?);
        Exploration::create(&path, seed.into_iter().fold(start, Start::seed))?
    };
    if when_agreed && exploration.policy() != Policy::Person {
        exploration.set_policy(who.as_deref(), Policy::Person)?;
    }
    let session = Session { exploration, who, asking, programs: Programs::new(starters), export: &export };
    match plain {
        true => Ok(dialogue::run(session, std::io::stdin().lock(), std::io::stdout().lock(), false)?),
        false => Ok(screen::run(session)?),
    }
}

/// How long a program may think.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What starts a program that is asked first.
fn starter(command: String) -> ProgramStarter {
    Arc::new(move |attributes: &[Attribute]| {
        let program = Program::start(&command, attributes, TIME_LIMIT).map_err(|error| error.to_string())?;
        Ok(Box::new(BeforePeople::new(program, attributes.len(), TIME_LIMIT)) as Box<dyn FirstAsked>)
    })
}

/// A report, rules or objects, by the ending of the name.
fn export(exploration: &Exploration, path: &Path) -> Result<String, String> {
    let said = |what: &str| format!("Wrote {what} to {}.", path.display());
    let failed = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", path.display());
    if path.extension().is_some_and(|ending| ending == "md") {
        std::fs::write(path, hornbook_words::markdown::document(&report(exploration)))
            .map_err(|error| failed(&error))?;
        return Ok(said("the report"));
    }
    let rules = RulesFormat::from_path(path);
    let context = ContextFormat::from_path(path);
    let create = || File::create(path).map_err(|error| failed(&error));
    match (rules, context) {
        (Some(format), _) => {
            write_rules(&exploration.rulebook(), format, create()?).map_err(|error| failed(&error))?;
            Ok(said("the rules"))
        }
        (None, Ok(format)) => {
            write_context(&exploration.context(), format, create()?).map_err(|error| failed(&error))?;
            Ok(said("the objects"))
        }
        (None, Err(error)) => Err(error.to_string()),
    }
}
