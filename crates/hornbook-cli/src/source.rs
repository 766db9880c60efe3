//! Reading the table that a command is about, and saying what was made of it.

use std::path::Path;

#[cfg(feature = "experts")]
use hornbook::Domain;
use hornbook::format::{ContextFormat, FormatError, RawTable};
use hornbook::learn::Watch;
use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::prepare::{Filling, Preparation, PrepareError, Prepared, RowsAtHand, ScalingChoice};
use hornbook::scaling::{Missing, Scaling, Unseen};
use hornbook::table::Remark;
use hornbook::{Context, Guarantee, Rulebook};

use crate::arguments::{ScaleArgs, SourceArgs};
use crate::columns;
#[cfg(feature = "engines")]
use crate::elsewhere::{self, Fetched, Lookup, RowsApart};
use crate::failure::Failure;
use crate::input::{self, Opened, in_file};
use crate::output::{Destination, note};
use crate::read_args::ReadArgs;
use crate::reading::Reading;
#[cfg(feature = "experts")]
use crate::theory_source::{self, TheorySource};
use crate::words;

/// A table that was read and prepared as the arguments say.
pub(crate) struct Source {
    pub(crate) table: Prepared,
    name: String,
    /// What it is called in its database.
    table_name: Option<String>,
    /// The rows, if there are so many that they are no table in memory: then the
    /// context of `table` has none.
    #[cfg(feature = "engines")]
    pub(crate) apart: Option<RowsApart>,
    /// The theory whose models are the rows, if it is one: then the context of `table`
    /// has none either.
    #[cfg(feature = "experts")]
    pub(crate) theory: Option<TheorySource>,
    /// A way back to the rows of a table that is elsewhere.
    #[cfg(feature = "engines")]
    pub(crate) lookup: Option<Lookup>,
    /// Whether the rows were only gone through, and not read.
    #[cfg(feature = "engines")]
    is_scanned: bool,
    /// What it took to read a table that is elsewhere, a line each.
    fetching: Vec<String>,
    /// What was found out about the file.
    remarks: Vec<Remark>,
    /// Whether what is unknown counts as absent.
    unknown_is_absent: bool,
}

impl Source {
    /// Reads and prepares the table, and keeps the scaling if asked to. Whoever needs
    /// the rows as a table in memory calls this.
    pub(crate) fn read(path: &Path, arguments: &SourceArgs, usual: Preparation) -> Result<Self, Failure> {
        let source = Self::read_anywhere(path, arguments, usual, Reading::default())?;
        source.context()?;
        Ok(source)
    }

    /// The same, where the rows may be too many for a table in memory.
    pub(crate) fn read_anywhere(
        path: &Path,
        arguments: &SourceArgs,
        usual: Preparation,
        reading: Reading,
    ) -> Result<Self, Failure> {
        #[cfg(feature = "experts")]
        if theory_source::is_theory(path, arguments) {
            return Self::read_theory(path, arguments, reading);
        }
        #[cfg(feature = "experts")]
        theory_source::refuse_options(path, arguments)?;
        #[cfg(feature = "engines")]
        if elsewhere::needs_engine(path, arguments) {
            return Self::fetch(path, arguments, usual, reading);
        }
        #[cfg(feature = "engines")]
        elsewhere::refuse_strangers(path)?;
        #[cfg(feature = "engines")]
        if let Some(option) = arguments.engine.given() {
            let name = input::name(path);
            return Err(Failure::new(format!("{option} is for tables elsewhere, and {name} is a file of text")));
        }
        #[cfg(not(any(feature = "engines", feature = "experts")))]
        let _ = reading;
        let raw = raw(path, arguments.input_format, &arguments.read)?;
        let source = Self::prepare(raw, path, &arguments.scale, usual)?;
        source.keep_scaling(&arguments.scale)?;
        Ok(source)
    }

    /// Reads a theory, which has attributes and no rows at hand.
    #[cfg(feature = "experts")]
    fn read_theory(path: &Path, arguments: &SourceArgs, reading: Reading) -> Result<Self, Failure> {
        let name = input::name(path);
        refuse_scaling(&arguments.scale, &name)?;
        refuse_reading(&arguments.read, &name)?;
        let theory = TheorySource::read(path, arguments, reading)?;
        let table = Prepared::new(Context::new(theory.domain.universe().clone()), None, false);
        Ok(Self { theory: Some(theory), ..Self::of_table(table, name) })
    }

    /// A table that is in memory, of which nothing is to be said.
    fn of_table(table: Prepared, name: String) -> Self {
        Self {
            table,
            name,
            table_name: None,
            #[cfg(feature = "engines")]
            apart: None,
            #[cfg(feature = "experts")]
            theory: None,
            #[cfg(feature = "engines")]
            lookup: None,
            #[cfg(feature = "engines")]
            is_scanned: false,
            fetching: Vec::new(),
            remarks: Vec::new(),
            unknown_is_absent: false,
        }
    }

    /// Reads a table that is no file of text.
    #[cfg(feature = "engines")]
    fn fetch(path: &Path, arguments: &SourceArgs, usual: Preparation, reading: Reading) -> Result<Self, Failure> {
        let preparation = told(&arguments.scale, usual.clone())?;
        let source = match elsewhere::fetch(path, arguments, &preparation, reading)? {
            Fetched::Whole(raw, lookup, fetching) => {
                Self { lookup, fetching, ..Self::prepare(*raw, path, &arguments.scale, usual)? }
            }
            Fetched::Scanned(fetched) => Self {
                apart: fetched.apart,
                lookup: Some(fetched.lookup),
                is_scanned: true,
                fetching: fetched.lines,
                unknown_is_absent: preparation.unknown == Missing::Absent,
                ..Self::of_table(fetched.table, input::name(path))
            },
        };
        source.keep_scaling(&arguments.scale)?;
        Ok(Self { table_name: arguments.engine.table.clone(), ..source })
    }

    /// The rows as a table in memory.
    pub(crate) fn context(&self) -> Result<&Context, Failure> {
        #[cfg(feature = "experts")]
        if self.theory.is_some() {
            return Err(Failure::new(format!(
                "{} is a theory, and its models are no table: learn, basis, measure, check and describe can do it",
                self.name
            )));
        }
        #[cfg(feature = "engines")]
        if let Some(apart) = &self.apart {
            let rows = words::count(apart.len());
            return Err(Failure::new(format!(
                "{}: too many of its {rows} rows differ for this command: learn, basis, measure and check can do it",
                self.name
            )));
        }
        Ok(&self.table.context)
    }

    /// Whether the rows are a table in memory.
    pub(crate) fn is_in_memory(&self) -> bool {
        self.context().is_ok()
    }

    /// Learns the rules, wherever the rows are.
    pub(crate) fn learn(&mut self, options: &LearnOptions, watch: Watch<'_>) -> Result<Rulebook, Failure> {
        let Prepared { context, background, .. } = &self.table;
        #[cfg(feature = "experts")]
        if let Some(theory) = &mut self.theory {
            return theory.learn(options, watch);
        }
        #[cfg(feature = "engines")]
        if let Some(apart) = &mut self.apart {
            apart.use_threads(options.threads);
            let learned = learn_domain(apart.domain(), background, options, watch);
            apart.say_what_was_asked();
            return Ok(learned?);
        }
        Ok(learn_domain(context, background, options, watch)?)
    }

    /// Whether rows are counted. The models of a theory are not.
    pub(crate) fn counts_rows(&self) -> bool {
        #[cfg(feature = "experts")]
        if self.theory.is_some() {
            return false;
        }
        true
    }

    /// Whether sets can be drawn as they occur in rows.
    fn can_draw_rows(&self) -> bool {
        if !self.counts_rows() {
            return false;
        }
        #[cfg(feature = "engines")]
        if let Some(apart) = &self.apart {
            return apart.can_be_drawn();
        }
        true
    }

    /// The share of the sets that were drawn for a guarantee that never occurs, where
    /// that can be told.
    pub(crate) fn never_occurring(&self, book: &Rulebook, options: &LearnOptions) -> Option<f64> {
        let sampled = book.run.as_ref().is_some_and(|run| run.guarantee == Guarantee::Strong);
        let context = self.context().ok().filter(|_| sampled)?;
        Some(options.sampler.impossible_share(context, options.seed))
    }

    /// Where the rows are, for who wants rules of them.
    pub(crate) fn rows_at_hand(&self) -> RowsAtHand {
        match () {
            () if !self.counts_rows() => RowsAtHand::Models,
            () if self.is_in_memory() => RowsAtHand::Table,
            () => RowsAtHand::Elsewhere { count: self.row_count(), can_be_drawn: self.can_draw_rows() },
        }
    }

    /// How many rows there are.
    pub(crate) fn row_count(&self) -> usize {
        #[cfg(feature = "engines")]
        if let Some(apart) = &self.apart {
            return apart.len() as usize;
        }
        self.table.context.len()
    }

    /// Whether rows can be shown: those of a table that was scanned have no names.
    pub(crate) fn shows_rows(&self) -> bool {
        #[cfg(feature = "engines")]
        if self.is_scanned {
            return false;
        }
        self.counts_rows()
    }

    /// Prepares what was read: as usual, unless the arguments say otherwise.
    pub(crate) fn prepare(
        raw: RawTable,
        path: &Path,
        arguments: &ScaleArgs,
        usual: Preparation,
    ) -> Result<Self, Failure> {
        let name = input::name(path);
        if matches!(raw, RawTable::Attributes(_)) {
            refuse_scaling(arguments, &name)?;
        }
        let remarks = match &raw {
            RawTable::Columns(table) => table.remarks().to_vec(),
            _ => Vec::new(),
        };
        let unknown_is_absent = arguments.missing.unwrap_or(usual.unknown) == Missing::Absent;
        let preparation = told(arguments, usual)?;
        let table = preparation.table(raw).map_err(|error| refused(error, path))?;
        Ok(Self { remarks, unknown_is_absent, ..Self::of_table(table, name) })
    }

    /// Writes the scaling to the file that was asked for.
    pub(crate) fn keep_scaling(&self, arguments: &ScaleArgs) -> Result<(), Failure> {
        match (&arguments.save_scaling, &self.table.scaling) {
            (Some(file), Some(scaling)) => save(scaling, file),
            _ => Ok(()),
        }
    }

    /// What the table is called, without its folder or its database.
    pub(crate) fn file_name(&self) -> &str {
        if let Some(table) = &self.table_name {
            return table;
        }
        Path::new(&self.name).file_name().and_then(|name| name.to_str()).unwrap_or(&self.name)
    }

    /// What was found out about the file.
    pub(crate) fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// The same, a line each, with the options that overrule it.
    pub(crate) fn remark_lines(&self) -> Vec<String> {
        self.remarks.iter().map(remark_line).collect()
    }

    /// Says what was found out about the file, where nothing else is said of it.
    pub(crate) fn note_remarks(&self) {
        if !self.remarks.is_empty() {
            note(&format!("{}:", self.name));
            note_remarks(&self.remarks);
        }
    }

    /// Says in a few lines what was made of the columns.
    pub(crate) fn describe(&self) {
        #[cfg(feature = "experts")]
        if let Some(theory) = &self.theory {
            return theory.lines(&self.name).iter().for_each(|line| note(line));
        }
        let Prepared { context, left_out, unknown, scaling, unlisted_background, .. } = &self.table;
        let left_out = match *left_out {
            0 => String::new(),
            rows => format!(" ({} left out for missing values)", words::counted(rows, "row")),
        };
        let rows = words::counted(self.row_count(), "row");
        note(&format!("{}: {rows}{left_out}, {}", self.name, words::counted(context.attribute_count(), "attribute")));
        self.fetching.iter().for_each(|line| note(line));
        note_remarks(&self.remarks);
        if *unknown > 0 && self.unknown_is_absent {
            note(&format!("  {} of the places are unknown (?), taken for absent", words::count(*unknown)));
        }
        if let Some(filled) = &self.table.filled {
            note(&format!("  {}", filled_in(&filled.filling)));
        }
        if *unlisted_background > 0 {
            let rules = words::counted(*unlisted_background, "rule");
            note(&format!("  that values of a column exclude each other is known, and too long to list: {rules}"));
        }
        let lines = scaling.as_ref().map(columns::describe).unwrap_or_default();
        lines.iter().for_each(|line| note(line));
    }
}

/// What became of places that are unknown, in words.
fn filled_in(Filling { unknown, filled, passed_over, .. }: &Filling) -> String {
    let count = |places: u64| words::count(places);
    let places = if *unknown == 1 { "1 place is" } else { &format!("{} places are", count(*unknown)) };
    let late = match *passed_over {
        0 => String::new(),
        places => format!(", {} of them since filling in more would take too long", count(places)),
    };
    let (filled, absent) = (count(*filled), count(unknown - filled));
    format!("{places} unknown: {filled} filled in as rules of known rows say, {absent} taken for absent{late}")
}

/// What was told of how to prepare the table, and otherwise as usual.
fn told(arguments: &ScaleArgs, usual: Preparation) -> Result<Preparation, Failure> {
    let scaling = match (&arguments.scaling, usual.scaling) {
        // Names that are looked up say how columns are scaled.
        (None, ScalingChoice::Named { universe, needed, .. }) => {
            ScalingChoice::Named { id: arguments.id(), universe, needed }
        }
        (None, _) => ScalingChoice::Detect { id: arguments.id(), overrides: arguments.scale.clone() },
        (Some(file), ScalingChoice::Named { .. }) => {
            let mut scaling = read_scaling(file)?;
            // To be absent is what learning makes of it, unless told otherwise.
            scaling.missing = if scaling.missing == Missing::Absent { usual.missing } else { scaling.missing };
            ScalingChoice::Given { scaling, unseen: Unseen::Absent }
        }
        (Some(file), _) => ScalingChoice::Given { scaling: read_scaling(file)?, unseen: Unseen::Refuse },
    };
    let scaling = match (scaling, arguments.missing) {
        (ScalingChoice::Given { scaling, unseen }, Some(missing)) => {
            ScalingChoice::Given { scaling: Scaling { missing, ..scaling }, unseen }
        }
        (scaling, _) => scaling,
    };
    let preparation = Preparation { scaling, ..usual };
    Ok(match arguments.missing {
        Some(missing) => preparation.with_missing(missing),
        None => preparation,
    })
}

/// Why the table was refused, with the options that help.
fn refused(error: PrepareError, path: &Path) -> Failure {
    let name = input::name(path);
    match error {
        PrepareError::Format(error) => {
            let nothing = error.to_string().contains("no column of the table gives an attribute");
            let hint = if nothing { ": --scale 'COLUMN=nominal' makes attributes of one" } else { "" };
            in_file(path)(error).hint(hint)
        }
        PrepareError::UnknownAsValue => Failure::new(format!(
            "{name} marks attributes as unknown, which cannot be a value of their own: use --missing absent or drop"
        )),
        error => Failure::new(format!("{name}: {error}")),
    }
}

/// The format that was named, that the extension tells, or (from standard
/// input) that the first bytes suggest.
fn format_of(path: &Path, given: Option<ContextFormat>, bytes: &[u8]) -> Result<ContextFormat, Failure> {
    match given {
        Some(format) => Ok(format),
        None if input::is_stdin(path) => Ok(ContextFormat::guess(bytes)),
        None => ContextFormat::from_path(path).map_err(|e| Failure::from(e).hint(" with --input-format")),
    }
}

/// What the file holds.
pub(crate) fn raw(path: &Path, format: Option<ContextFormat>, how: &ReadArgs) -> Result<RawTable, Failure> {
    let opened = Opened::new(path)?;
    let format = format_of(path, format, opened.start())?;
    raw_of(opened, path, format, how)
}

/// What the file, which is of that format, holds.
pub(crate) fn raw_of(opened: Opened, path: &Path, format: ContextFormat, how: &ReadArgs) -> Result<RawTable, Failure> {
    if !matches!(format, ContextFormat::Csv | ContextFormat::Tsv) {
        refuse_reading(how, &input::name(path))?;
    }
    RawTable::read_with(opened.reader(), format, &how.options()).map_err(|error| {
        let hint = helping_options(&error);
        in_file(path)(error).hint(hint)
    })
}

/// The options that may help against an error, as words behind it.
fn helping_options(error: &FormatError) -> &'static str {
    let expected = error.what_was_expected().unwrap_or_default();
    let hints = [
        ("(is it a comment?)", "; --comment leaves comments out"),
        (
            "(is that what separates cells?)",
            "; --delimiter tells what separates cells, --skip how many lines are above",
        ),
        ("text in UTF-8", "; --encoding tells another encoding"),
    ];
    hints.iter().find(|(words, _)| expected.ends_with(words)).map_or("", |(_, hint)| hint)
}

/// Says what was found out about a file, and by which options one overrules that.
pub(crate) fn note_remarks(remarks: &[Remark]) {
    remarks.iter().for_each(|remark| note(&remark_line(remark)));
}

fn remark_line(remark: &Remark) -> String {
    let option = remark.mended_by().map(|option| format!(" (otherwise: --{option})")).unwrap_or_default();
    format!("  {remark}{option}")
}

/// A scaling file.
fn read_scaling(file: &Path) -> Result<Scaling, Failure> {
    Scaling::read(&input::read(file)?).map_err(in_file(file))
}

fn save(scaling: &Scaling, file: &Path) -> Result<(), Failure> {
    if input::is_stdin(file) {
        return Err(Failure::new("standard output is for the results: --save-scaling needs a file"));
    }
    let mut bytes = Vec::new();
    scaling.write(&mut bytes).map_err(in_file(file))?;
    Destination::new(Some(file)).write(&bytes)
}

/// Refuses options that only make sense for files of cells.
pub(crate) fn refuse_reading(arguments: &ReadArgs, name: &str) -> Result<(), Failure> {
    match arguments.given() {
        Some(option) => Err(Failure::new(format!("{name} holds no cells: {option} is for csv and tsv files"))),
        None => Ok(()),
    }
}

/// Refuses options that only make sense for tables that are scaled.
pub(crate) fn refuse_scaling(arguments: &ScaleArgs, name: &str) -> Result<(), Failure> {
    let given = [
        ("--id", arguments.id.is_some()),
        ("--scale", !arguments.scale.is_empty()),
        ("--scaling", arguments.scaling.is_some()),
        ("--save-scaling", arguments.save_scaling.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => {
            Err(Failure::new(format!("{name} holds attributes, not columns: {option} is for csv and tsv files")))
        }
        None => Ok(()),
    }
}
