//! `hornbook learn`: the rules of a table.

mod arguments;
#[cfg(feature = "experts")]
mod asking;
mod summary;
mod writing;

use std::path::Path;
use std::time::Instant;

use hornbook::StopReason;
use hornbook::format::RulesFormat;
use hornbook::learn::methods::LearnOptions;
use hornbook_words::RulesPage;

pub(crate) use self::arguments::{Arguments, WantedArgs};
pub(super) use self::writing::write_known;
use self::writing::{cut, page, write, write_top};
use crate::arguments::{OutputArgs, OutputFormat, ShowArgs, SortBy};
use crate::bars::be_quiet;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::guard::{Guard, Limit};
use crate::output::note;
use crate::progress::Watcher;
use crate::reading::Reading;
use crate::source::Source;
use crate::words;

pub(crate) fn run(arguments: &Arguments) -> Result<Ended, Failure> {
    let started = Instant::now();
    let guard = arguments.resources.limits.guard();
    #[cfg(feature = "experts")]
    if arguments.asking.ask.is_given() {
        arguments.output.destination().check()?;
        return asking::run(arguments, &guard);
    }
    let wanted = arguments.wanted_rules();
    wanted.accuracy()?;
    arguments.output.destination().check()?;
    let usual = wanted.preparation();
    be_quiet(arguments.output.quiet);
    let reading = Reading { deadline: guard.deadline(), ..Reading::default() };
    let path = arguments.source.as_deref().unwrap_or(Path::new("-"));
    let mut source = Source::read_anywhere(path, &arguments.source_args, usual, reading)?;
    let mut options = wanted.learning(&source.table, source.rows_at_hand())?;
    arguments.resources.tell(&mut options);
    if let Some(limit) = arguments.resources.limits.limit_time {
        // To read the table takes time, too.
        options.limit_time = Some(limit.saturating_sub(started.elapsed()));
    }
    learn(&mut source, &options, &guard, &arguments.show, &arguments.output)
}

/// Learns from the table and writes what was learned; for `basis` too.
pub(super) fn learn(
    source: &mut Source,
    options: &LearnOptions,
    guard: &Guard,
    show: &ShowArgs,
    output: &OutputArgs,
) -> Result<Ended, Failure> {
    let mut watcher = Watcher::start(output.quiet, options.limit_time, source.table.background.len(), guard);
    if !output.quiet {
        source.describe();
    }
    let learned = source.learn(options, &mut |progress| watcher.watch(progress));
    let (took, held) = watcher.finish();
    let mut book = learned?;
    let context = &source.table.context;
    book.unlisted_background = source.table.unlisted_background;
    if let Some(filled) = &source.table.filled {
        book.count_known_rows(&filled.known);
    }
    if let (Some(limit), Some(run)) = (guard.reached(), &mut book.run)
        && run.stopped == StopReason::Cancelled
    {
        run.stopped = match limit {
            Limit::Time => StopReason::TimeLimit,
            Limit::Memory => StopReason::MemoryLimit,
        };
    }
    let summary = summary::lines(source, &book, options, took, held);
    if !output.quiet {
        summary.iter().for_each(|line| note(line));
    }
    let done = book.run.as_ref().is_some_and(|run| run.stopped.is_end());
    if let SortBy::Figure(order) = show.sort {
        book.sort(order);
    }
    let top = show.lines(output);
    match (output.format(), top) {
        (OutputFormat::Page, top) => {
            let page = RulesPage {
                summary: &summary,
                table: Some(context).filter(|_| source.shows_rows()),
                scaling: source.table.scaling.as_ref(),
                most_rules: top.unwrap_or(RulesPage::MOST_RULES),
                ..page(source.file_name(), &book, output)
            };
            output.destination().write(page.html().as_bytes())?;
        }
        (OutputFormat::Rules(RulesFormat::Text), Some(top)) => {
            write_top(&mut book, source.is_in_memory().then_some(context), top, output)?;
        }
        (OutputFormat::Rules(format), top) => {
            cut(&mut book, top.unwrap_or(usize::MAX));
            if book.left_out > 0 && !output.quiet {
                note(&format!("{} left out: --all keeps them.", words::counted(book.left_out, "rule")));
            }
            write(&mut book, format, output)?;
        }
    }
    Ok(Ended::well_if(done))
}
