//! Arguments that several commands share, and how they are read. What they mean
//! is decided in `commands`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook::format::{ContextFormat, FormatError, RulesFormat, WriteOptions};
use hornbook::learn::Schedule;
use hornbook::learn::methods::LearnOptions;
use hornbook::scaling::{IdColumn, Missing, Override};
use hornbook::{Method, RuleOrder};

use crate::amounts::{duration, size};
#[cfg(feature = "engines")]
use crate::engine_args::EngineArgs;
use crate::guard::Guard;
use crate::output::Destination;
use crate::read_args::ReadArgs;

/// How to read a table, for every command that reads one.
#[derive(Args, Clone, Debug)]
pub(crate) struct SourceArgs {
    /// The format of the table; otherwise its extension tells
    #[arg(long, value_name = "FORMAT", value_parser = context_format(), help_heading = "Reading the table")]
    pub(crate) input_format: Option<ContextFormat>,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
    #[command(flatten)]
    pub(crate) scale: ScaleArgs,
    #[cfg(feature = "engines")]
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    /// Of a DIMACS file, take all variables for attributes, and not only those that its
    /// comments name
    #[cfg(feature = "experts")]
    #[arg(long, help_heading = "Reading the table")]
    pub(crate) all_variables: bool,
}

/// How columns become attributes.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading the table")]
pub(crate) struct ScaleArgs {
    /// The column that names the rows; 'none' if there is none
    #[arg(long, value_name = "COLUMN")]
    pub(crate) id: Option<String>,
    /// What becomes of missing values (?, empty, NA): the row lacks the
    /// column's attributes, missing is a value of its own, the row is left out,
    /// or it is unknown: explorations ask about it, check lets only what is
    /// known break a rule, and where rules are learned it is filled in so that
    /// it breaks no rule that known rows bear out [default: absent; unknown for
    /// explore, check and diagram; what the file of --scaling says]
    #[arg(long, value_name = "HOW", value_parser = PossibleValuesParser::new(["absent", "value", "drop", "unknown"]).try_map(|name| name.parse::<Missing>()))]
    pub(crate) missing: Option<Missing>,
    /// How to scale columns, as in 'age=ordinal:18,40', 'age=intervals:equal=5'
    /// (or quantiles=5, every=10), 'tags=several:;', 'day=intervals:2024-01-31',
    /// 'a,b=drop' or '*=nominal'; the methods are id, boolean, nominal, several,
    /// intervals, ordinal, interordinal, drop (repeatable)
    #[arg(long, value_name = "COLUMN=METHOD")]
    pub(crate) scale: Vec<Override>,
    /// Scale as this file says, which --save-scaling has written
    #[arg(long, value_name = "FILE", conflicts_with_all = ["id", "scale"])]
    pub(crate) scaling: Option<PathBuf>,
    /// Keep in a file how the columns were scaled
    #[arg(long, value_name = "FILE")]
    pub(crate) save_scaling: Option<PathBuf>,
}

impl ScaleArgs {
    /// The column that names the rows.
    pub(crate) fn id(&self) -> IdColumn {
        match self.id.as_deref() {
            None => IdColumn::Detect,
            Some("none") => IdColumn::None,
            Some(column) => IdColumn::Column(column.to_owned()),
        }
    }
}

/// Where rules go, for every command that finds some.
#[derive(Args, Debug)]
#[command(next_help_heading = "Writing the rules")]
pub(crate) struct OutputArgs {
    /// The format of the rules; otherwise the extension of --output tells, else
    /// text
    #[arg(long, value_name = "FORMAT", value_parser = output_format())]
    pub(crate) format: Option<OutputFormat>,
    /// Write the rules to this file instead of standard output; as .html, they
    /// are a page to filter and sort, with rows as examples
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// List what is known from the scaling too; files and formats for programs
    /// hold it anyway, csv never does
    #[arg(long)]
    pub(crate) show_background: bool,
    #[command(flatten)]
    pub(crate) cells: CellArgs,
    /// Say nothing on standard error but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// How rules are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// As a file of rules.
    Rules(RulesFormat),
    /// As a page for people.
    Page,
}

impl OutputFormat {
    const PAGE_NAME: &str = "html";

    /// The format that a file's extension tells, if any.
    fn from_path(path: &Path) -> Option<Self> {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        match extension == "html" || extension == "htm" {
            true => Some(Self::Page),
            false => RulesFormat::from_path(path).map(Self::Rules),
        }
    }
}

/// How many rules are shown, for the commands that find them in tables.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "What is shown")]
pub(crate) struct ShowArgs {
    /// Show this many rules [default: 20, or all of them in a file]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "all")]
    top: Option<u32>,
    /// Show all rules
    #[arg(long)]
    all: bool,
    /// What comes first: telling (leverage, but each rule counts only for what
    /// those before it did not tell), leverage (the share of rows beyond what
    /// chance would give), support (rows with the premise), lift, conviction or
    /// confidence
    #[arg(long, value_name = "FIGURE", default_value = TELLING, value_parser = order())]
    pub(crate) sort: SortBy,
}

/// So many rules fit on a screen.
const RULES_ON_A_SCREEN: usize = 20;

impl ShowArgs {
    /// How many rules are shown; none for all of them. A file has all, also one
    /// that standard output was redirected to, and so has what programs read.
    pub(crate) fn lines(self, output: &OutputArgs) -> Option<usize> {
        let for_people = output.format() == OutputFormat::Rules(RulesFormat::Text) && !output.destination().is_file();
        match self.top {
            Some(top) => Some(top as usize),
            None => (!self.all && for_people).then_some(RULES_ON_A_SCREEN),
        }
    }
}

/// What rules are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortBy {
    /// As they were learned: by what they tell.
    Telling,
    Figure(RuleOrder),
}

const TELLING: &str = "telling";

fn order() -> impl TypedValueParser<Value = SortBy> {
    let names = std::iter::once(TELLING).chain(RuleOrder::ALL.map(RuleOrder::name));
    PossibleValuesParser::new(names.collect::<Vec<_>>())
        .map(|name| RuleOrder::from_name(&name).map_or(SortBy::Telling, SortBy::Figure))
}

/// What a run may take.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop after this long, reading the table included: 30s, 5m, 1h30m, or a
    /// number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit_time: Option<Duration>,
    /// Stop when this much memory is held: 500M, 2G, or a number of bytes
    /// [default: four fifths of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) limit_memory: Option<usize>,
}

/// What else a run on all cores may take.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct ThreadArgs {
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// How many threads may be used; the rules do not depend on it [default:
    /// one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

impl LimitArgs {
    /// Watches over the limits from now on.
    pub(crate) fn guard(self) -> Guard {
        Guard::start(self.limit_time, self.limit_memory)
    }
}

impl ThreadArgs {
    /// What the learner must keep to.
    pub(crate) fn tell(self, options: &mut LearnOptions) {
        options.threads = threads(self.threads);
        options.limit_time = self.limits.limit_time;
        options.limit_memory = self.limits.limit_memory;
    }
}

/// How cells are written, for every command that writes csv files.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct CellArgs {
    /// In csv and tsv files, write names that begin with = + - or @ as they are;
    /// otherwise an apostrophe keeps spreadsheets from running them as formulas
    #[arg(long)]
    pub(crate) raw_cells: bool,
}

impl CellArgs {
    pub(crate) fn options(self) -> WriteOptions {
        WriteOptions { raw_cells: self.raw_cells }
    }
}

impl OutputArgs {
    pub(crate) fn destination(&self) -> Destination {
        Destination::new(self.output.as_deref())
    }

    /// The format that was named, or that the extension tells.
    pub(crate) fn format(&self) -> OutputFormat {
        let by_name = || self.output.as_deref().and_then(OutputFormat::from_path);
        self.format.or_else(by_name).unwrap_or(OutputFormat::Rules(RulesFormat::Text))
    }
}

/// Formats of contexts, by name.
pub(crate) fn context_format() -> impl TypedValueParser<Value = ContextFormat> {
    PossibleValuesParser::new(ContextFormat::ALL.map(ContextFormat::name))
        .try_map(|name| ContextFormat::from_name(&name))
}

/// Ways to write rules, by name.
fn output_format() -> impl TypedValueParser<Value = OutputFormat> {
    let names = RulesFormat::ALL.map(RulesFormat::name).into_iter().chain([OutputFormat::PAGE_NAME]);
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        OutputFormat::PAGE_NAME => Ok(OutputFormat::Page),
        name => RulesFormat::from_name(name).map(OutputFormat::Rules),
    })
}

/// Methods, by name.
pub(crate) fn method() -> impl TypedValueParser<Value = Method> {
    let of_name = |name: String| {
        let unknown = || FormatError::plain(format!("there is no method '{name}'"));
        Method::from_name(&name).ok_or_else(unknown)
    };
    PossibleValuesParser::new(Method::ALL.map(Method::name)).try_map(of_name)
}

/// Schedules, by name.
pub(crate) fn schedule() -> impl TypedValueParser<Value = Schedule> {
    PossibleValuesParser::new(["paper", "thrifty"]).map(|name| match name.as_str() {
        "paper" => Schedule::Paper,
        _ => Schedule::Thrifty,
    })
}

/// As many threads as there are cores.
pub(crate) fn threads(given: Option<u16>) -> usize {
    match given {
        Some(threads) => usize::from(threads),
        None => std::thread::available_parallelism().map_or(1, usize::from),
    }
}
