//! Rules written for where the data lives: as SQL, as tests of dbt, as expectations.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use hornbook::format::RawTable;
use hornbook::scaling::{IdColumn, Missing, ScalingOptions, row_tests_by_names};
use hornbook::{Implication, Rulebook};
use hornbook_engines::emit::{AttributeColumns, DbtTest, Emission, EmitDialect, EmittedRule};
use hornbook_engines::{EngineError, Location};

use super::arguments::Arguments;
use super::emit_args::{Language, Style};
use super::named::{mentioned, refuse_scales};
use super::rule_id::rule_id;
use crate::ended::Ended;
use crate::failure::Failure;
use crate::input;
use crate::output::{Destination, note};
use crate::rule_files;
use crate::source;
use crate::words;

pub(super) fn run(arguments: &Arguments, language: Language) -> Result<Ended, Failure> {
    refuse(arguments, language)?;
    if let Some(source) = &arguments.source {
        input::not_both_stdin(&arguments.rules, source)?;
    }
    let book = rule_files::rules(&arguments.rules)?;
    let columns = columns(&book, arguments)?;
    let rules = emitted_rules(&book, &columns);
    if rules.is_empty() {
        return Err(Failure::new(format!("{} holds no rules to write", input::name(&arguments.rules))));
    }
    let table = table_name(arguments, language)?;
    let emission = Emission {
        rules: &rules,
        columns: &columns,
        dialect: arguments.emit.dialect.unwrap_or(EmitDialect::Ansi),
        table: &table,
        missing_is_absent: matches!(arguments.source_args.scale.missing, Some(Missing::Absent | Missing::Value)),
    };
    write(&emission, arguments, language)?;
    if !arguments.quiet {
        columns.notes().iter().for_each(|line| note(&format!("{line}; a table as SOURCE knows its columns.")));
        note(&format!("{} written.", words::counted(rules.len(), "rule")));
    }
    Ok(Ended::Well)
}

/// Refuses what does not go together.
fn refuse(arguments: &Arguments, language: Language) -> Result<(), Failure> {
    refuse_scales(arguments)?;
    let scale = &arguments.source_args.scale;
    if scale.scaling.is_some() {
        return Err(Failure::new("--emit goes by the names of the rules' attributes: it takes no --scaling"));
    }
    if scale.missing == Some(Missing::Drop) {
        return Err(Failure::new("--emit cannot leave out rows: --missing drop is for checking a table"));
    }
    match language {
        Language::Dbt if output_folder(arguments).is_none() => {
            Err(Failure::new("dbt has a file for each test: name a folder for them with --output"))
        }
        Language::Dbt | Language::GreatExpectations if arguments.emit.style.is_some() => {
            Err(Failure::new("--style is for --emit sql"))
        }
        _ => Ok(()),
    }
}

/// What the columns of the table say of the attributes.
fn columns(book: &Rulebook, arguments: &Arguments) -> Result<AttributeColumns, Failure> {
    let needed = mentioned(book);
    let columns = match &arguments.source {
        Some(path) if Location::of(path).is_elsewhere() => {
            return Err(Failure::new(
                "--emit reads the columns of a file of text: leave SOURCE out, or name such a file",
            ));
        }
        Some(path) => match source::raw(path, arguments.source_args.input_format, &arguments.source_args.read)? {
            RawTable::Columns(table) => {
                // Which column names the rows does not matter here.
                let id = IdColumn::None;
                let options = ScalingOptions { id, missing: Missing::Unknown, ..ScalingOptions::default() };
                let table = table.with_all_parts_of_dates();
                let tests = row_tests_by_names(&table, book.universe.clone(), &needed, &options);
                AttributeColumns::of_tests(&tests.map_err(input::in_file(path))?)
            }
            // Attributes have no columns but their names.
            _ => AttributeColumns::by_names(&book.universe, &needed),
        },
        None => AttributeColumns::by_names(&book.universe, &needed),
    };
    Ok(if arguments.emit.as_text { columns.all_text() } else { columns })
}

/// The rules that are worth writing: what is known of the values of one column cannot be
/// broken by any value.
fn emitted_rules(book: &Rulebook, columns: &AttributeColumns) -> Vec<EmittedRule> {
    let says_something = |rule: &&Implication| {
        let all = rule.conclusion.attrs().map_or(rule.premise.clone(), |attrs| rule.premise.union(attrs));
        !columns.are_of_one_column(&all)
    };
    let background = book.background.iter().filter(says_something);
    let mut seen = HashSet::new();
    let rules = book.rules.iter().map(|rule| &rule.implication).chain(background);
    let emitted = rules.filter(|rule| !rule.is_trivial()).map(|rule| EmittedRule {
        name: rule_id(&book.universe, rule),
        text: rule.display(&book.universe).to_string(),
        implication: rule.clone(),
    });
    emitted.filter(|rule| seen.insert(rule.name.clone())).collect()
}

fn table_name(arguments: &Arguments, language: Language) -> Result<String, Failure> {
    let of_file = || {
        let path = arguments.source.as_deref().filter(|path| !input::is_stdin(path))?;
        // The name may have several extensions, as in `zoo.csv.gz`.
        path.file_name().and_then(OsStr::to_str)?.split('.').next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    match arguments.emit.emit_table.clone().or_else(of_file) {
        Some(name) if name.is_empty() => Err(Failure::new("the name of the table is empty")),
        Some(name) if name.contains('\0') => Err(Failure::new("the name of the table holds a zero byte")),
        Some(name) => Ok(name),
        // The batch that is validated is the table.
        None if language == Language::GreatExpectations => Ok("table".to_owned()),
        None => Err(Failure::new("name the table that the rules are about: --emit-table NAME")),
    }
}

fn write(emission: &Emission<'_>, arguments: &Arguments, language: Language) -> Result<(), Failure> {
    let destination = Destination::new(arguments.output.as_deref());
    match (language, arguments.emit.style.unwrap_or(Style::Queries)) {
        (Language::Sql, Style::Queries) => destination.write(emission.queries()?.as_bytes()),
        (Language::Sql, Style::Constraints) => destination.write(emission.constraints()?.as_bytes()),
        (Language::GreatExpectations, _) => {
            let suite = emission.great_expectations(&format!("hornbook_{}", emission.table))?;
            destination.write(&words::json_bytes(&suite))
        }
        (Language::Dbt, _) => match output_folder(arguments) {
            Some(folder) => write_folder(&folder, &emission.dbt_tests()?),
            None => Ok(()),
        },
    }
}

fn output_folder(arguments: &Arguments) -> Option<PathBuf> {
    arguments.output.clone().filter(|path| !input::is_stdin(path))
}

/// Writes the files into a folder that is there whole or not at all.
fn write_folder(folder: &Path, tests: &[DbtTest]) -> Result<(), Failure> {
    let failed =
        |error: std::io::Error| Failure::new(format!("cannot write {}: {}", folder.display(), input::reason(&error)));
    match fs::read_dir(folder).map(|mut entries| entries.next().is_some()) {
        Ok(true) => {
            let message = "there is something in it: name a new folder, or empty it";
            return Err(Failure::new(format!("cannot write {}: {message}", folder.display())));
        }
        Ok(false) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(error)),
    }
    let beside = folder.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let scratch = tempfile::Builder::new().prefix(".hornbook-").tempdir_in(beside).map_err(failed)?;
    let whole = scratch.path().join("tests");
    fs::create_dir(&whole).map_err(failed)?;
    for DbtTest { file_name, text } in tests {
        fs::write(whole.join(file_name), text).map_err(failed)?;
    }
    // An empty folder is replaced.
    fs::rename(&whole, folder).map_err(failed)
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Self::new(error.to_string())
    }
}
