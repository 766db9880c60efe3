//! `hornbook learn --ask`: the rules of what programs and services know.

use std::path::{Path, PathBuf};

use hornbook::format::RulesFormat;
use hornbook::learn::Accuracy;
use hornbook::sampling::{Distribution, DistributionKind};
use hornbook::{Implication, Method, Rulebook, StopReason, Universe};
use hornbook_experts::ConsultEnd;
use hornbook_explore::journal::{Attribute, DistributionName, RuleLine};
use hornbook_explore::{Exploration, Start};
use hornbook_words::rounded_up;

use super::arguments::{Arguments, LearnAskArgs};
use super::writing::{write_known, write_top};
use crate::arguments::{OutputFormat, SortBy};
use crate::asking::{self, Answered, Asked};
use crate::attribute_list;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::guard::{Guard, Limit};
use crate::output::note;
use crate::rule_files;
use crate::words;

/// Rules known beforehand, with the file they are from.
type Background<'a> = Option<(&'a Path, Rulebook)>;

/// Asks, and writes what was learned.
pub(super) fn run(arguments: &Arguments, guard: &Guard) -> Result<Ended, Failure> {
    refuse_what_is_for_tables(arguments)?;
    let accuracy = arguments.accuracy(Method::Frugal)?;
    let quiet = arguments.output.quiet;
    let LearnAskArgs { ask, attributes, background, .. } = &arguments.asking;
    let (given, from) = match attributes {
        Some(given) => attribute_list::named(given)?,
        None => (Vec::new(), None),
    };
    let background: Background<'_> =
        background.as_deref().map(|path| Ok::<_, Failure>((path, rule_files::rules(path)?))).transpose()?;
    let path = journal_path(arguments, from);
    let known = if path.exists() { Some(open(&path, &given, background.as_ref())?) } else { None };
    if let Some(exploration) = known.as_ref().filter(|exploration| exploration.certified().is_some())
        && !arguments.wanted_rules().asks_for_guarantee()
    {
        return write(arguments, exploration, &Answered::nothing(), guard);
    }
    let known_attributes = known.as_ref().map(|exploration| exploration.attributes().to_vec());
    let asked = Asked::start(ask, known_attributes.as_deref().unwrap_or(&given), None)?;
    // What is not simply trusted may be wrong with half of δ, and the draws with the rest.
    let accuracy = match asked.is_doubted(ask) {
        true => Accuracy::new(accuracy.epsilon(), accuracy.delta() / 2.0).unwrap_or(accuracy),
        false => accuracy,
    };
    let mut exploration = match known {
        Some(exploration) => adjusted(arguments, exploration, accuracy)?,
        None => begin(arguments, &path, from, &asked.attributes, background.as_ref(), accuracy)?,
    };
    if !quiet {
        exploration.journal().notes().iter().for_each(|line| note(line));
        note(&format!("Every answer is kept in {}.", path.display()));
    }
    let answered = asking::consult(&mut exploration, asked, ask, arguments.limit_questions, guard, quiet)?;
    write(arguments, &exploration, &answered, guard)
}

/// Refuses options that say something about tables, or about learning from them.
fn refuse_what_is_for_tables(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { wanted, guarantee, source_args, show, .. } = arguments;
    let given = [
        ("a table", arguments.source.is_some()),
        ("--target", wanted.target.is_some()),
        ("--min-support", wanted.min_support.is_some()),
        ("--max-premise", wanted.max_premise.is_some()),
        ("--confidence", wanted.confidence.is_some()),
        ("--no-background", wanted.no_background),
        ("--weak", guarantee.weak),
        ("--schedule", guarantee.schedule.is_some()),
        ("--input-format", source_args.input_format.is_some()),
        ("--missing", source_args.scale.missing.is_some()),
        ("--sort", show.sort != SortBy::Telling),
    ];
    if let Some((option, _)) = given.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::new(format!("--ask asks programs about attributes, and {option} goes with tables")));
    }
    crate::source::refuse_scaling(&source_args.scale, "what programs are asked")?;
    crate::source::refuse_reading(&source_args.read, "what programs are asked")?;
    match guarantee.method {
        Method::Auto | Method::Frugal => Ok(()),
        method => Err(Failure::new(format!(
            "--ask learns by the method frugal, which asks least and keeps all answers; --method {method} is for tables"
        ))),
    }
}

/// Where the answers are kept.
fn journal_path(arguments: &Arguments, from: Option<&Path>) -> PathBuf {
    let stem = from.and_then(Path::file_stem).map(|stem| stem.to_string_lossy().into_owned());
    let usual = || PathBuf::from(format!("{}.journal", stem.as_deref().unwrap_or("exploration")));
    arguments.asking.journal.clone().unwrap_or_else(usual)
}

/// Begins a journal.
fn begin(
    arguments: &Arguments,
    path: &Path,
    from: Option<&Path>,
    attributes: &[Attribute],
    background: Option<&(&Path, Rulebook)>,
    accuracy: Accuracy,
) -> Result<Exploration, Failure> {
    let universe = Universe::new(attributes.iter().map(|attribute| attribute.name.clone()))?;
    let mut start = Start::of(attributes.to_vec()).accuracy(accuracy).seed(arguments.guarantee.seed);
    if let Some((name, told)) = distribution(arguments)? {
        start = start.distribution(name);
        start = told.into_iter().fold(start, Start::told);
    }
    if let Some((path, book)) = background {
        let rules: Vec<Implication> = book.theory().rules().to_vec();
        rule_files::known_names(path, book, &rules, &universe)?;
        start = start.background(&book.universe, &rules);
    }
    if let Some(title) = from.and_then(Path::file_stem) {
        start = start.title(title.to_string_lossy());
    }
    Ok(Exploration::create(path, start)?)
}

/// Goes on with a journal, if it is about the same.
fn open(path: &Path, attributes: &[Attribute], background: Option<&(&Path, Rulebook)>) -> Result<Exploration, Failure> {
    let exploration = Exploration::open(path)?;
    let file = path.display();
    let other = |what: &str| Failure::new(format!("{file} {what}: name another file with --journal"));
    let names: Vec<&String> = attributes.iter().map(|attribute| &attribute.name).collect();
    let known: Vec<&String> = exploration.universe().names().iter().collect();
    if !names.is_empty() && names != known {
        let odd = names.iter().find(|name| !known.contains(name)).or(known.iter().find(|name| !names.contains(name)));
        let odd = odd.map_or("in another order".to_owned(), |name| format!("such as {name:?} in one of them alone"));
        return Err(other(&format!("is about other attributes, {odd}")));
    }
    if let Some((_, book)) = background {
        let rules: Vec<RuleLine> =
            book.theory().rules().iter().map(|rule| RuleLine::new(&book.universe, rule)).collect();
        if rules != exploration.journal().header().background {
            return Err(other("began with another --background"));
        }
    }
    Ok(exploration)
}

/// Asks for another accuracy from here on, or about other sets, if that was said.
fn adjusted(arguments: &Arguments, mut exploration: Exploration, accuracy: Accuracy) -> Result<Exploration, Failure> {
    let refused = |exploration: &Exploration, refusal| Failure::new(exploration.refusal(&refusal));
    let wanted = (accuracy.epsilon(), accuracy.delta());
    let asked_for = arguments.guarantee.epsilon.is_some() || arguments.guarantee.delta.is_some();
    if asked_for && wanted != exploration.accuracy() {
        exploration.set_accuracy(None, accuracy).map_err(|refusal| refused(&exploration, refusal))?;
    }
    if let Some((name, told)) = distribution(arguments)? {
        let told = told.unwrap_or(exploration.told());
        if (name, told) != (exploration.distribution(), exploration.told()) {
            let set = exploration.set_distribution(None, name, Some(told));
            set.map_err(|refusal| refused(&exploration, refusal))?;
        }
    }
    Ok(exploration)
}

/// What ε is to be a share of, and of how many attributes a few are at most.
fn distribution(arguments: &Arguments) -> Result<Option<(DistributionName, Option<usize>)>, Failure> {
    let Some(wanted) = &arguments.guarantee.distribution else { return Ok(None) };
    let found = match (wanted.any_few(), wanted.kind()) {
        (Some(told), Some(DistributionKind::Described { .. })) => {
            Some((DistributionName::DescribedAndShort, Some(told)))
        }
        (None, Some(DistributionKind::Described { most })) => Some((DistributionName::Described, Some(most))),
        (None, Some(DistributionKind::Short { most })) => Some((DistributionName::Short, Some(most))),
        (None, _) if *wanted == Distribution::default() => Some((DistributionName::Uniform, None)),
        _ => None,
    };
    let unfit = || {
        Failure::new(format!("--distribution {wanted} goes with tables"))
            .hint(": for programs it is one of 'described and short', described, short and uniform")
    };
    found.map(Some).ok_or_else(unfit)
}

/// Writes the rules, and says what they are worth.
fn write(
    arguments: &Arguments,
    exploration: &Exploration,
    answered: &Answered,
    guard: &Guard,
) -> Result<Ended, Failure> {
    let Arguments { show, output, .. } = arguments;
    guard.writing();
    let mut book = exploration.rulebook();
    if let Some(run) = book.run.as_mut().filter(|run| !run.certified) {
        run.stopped = match (answered.end, guard.reached()) {
            (ConsultEnd::QuestionLimit, _) => StopReason::QuestionLimit,
            (_, Some(Limit::Time)) => StopReason::TimeLimit,
            (_, Some(Limit::Memory)) => StopReason::MemoryLimit,
            (ConsultEnd::Cancelled, None) => StopReason::Cancelled,
            _ => StopReason::Unfinished,
        };
    }
    let mut summary = vec![counted(&book), worth(exploration, &book)];
    summary.extend(answered.lines(exploration));
    asking::close(&summary, output.quiet);
    let objects = exploration.context();
    let title = exploration.journal().header().title.clone();
    match (output.format(), show.lines(output)) {
        (OutputFormat::Rules(RulesFormat::Text), Some(top)) => write_top(&mut book, Some(&objects), top, output)?,
        _ => write_known(&mut book, &objects, title.as_deref().unwrap_or("Programs"), &summary, output)?,
    }
    Ok(answered.ended(exploration))
}

fn counted(book: &Rulebook) -> String {
    let beyond = match book.background.len() {
        0 => String::new(),
        known => format!(", beyond {} known beforehand", words::count(known as u64)),
    };
    format!("{}{beyond}.", words::counted(book.rules.len(), "rule"))
}

/// The certificate, or why there is none.
fn worth(exploration: &Exploration, book: &Rulebook) -> String {
    if let Some(certified) = exploration.certified() {
        return exploration.whole_certificate(&certified);
    }
    let (epsilon, delta) = exploration.accuracy();
    let why = match book.run.as_ref().map(|run| run.stopped) {
        None | Some(StopReason::Unfinished) => String::new(),
        Some(StopReason::Cancelled) => " (interrupted)".to_owned(),
        Some(stopped) => format!(" ({})", stopped.name()),
    };
    let by_now = match exploration.supported() {
        Some(bound) if bound < 1.0 => format!("ε = {} is certain by now", rounded_up(bound)),
        _ => "the evidence so far supports no ε below 1".to_owned(),
    };
    format!("Stopped early{why}: no guarantee for ε = {epsilon} yet; {by_now} at δ = {delta}.")
}
