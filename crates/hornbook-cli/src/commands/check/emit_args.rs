//! How rules are written for where the data lives, as the command line tells.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hornbook_engines::emit::EmitDialect;

pub(super) const EXAMPLES: &str = "  \
  hornbook check rules.json --emit sql --emit-table zoo --dialect postgres
  hornbook check rules.json data/zoo.csv --emit sql --style constraints --dialect sqlite
  hornbook check rules.json --emit dbt --emit-table zoo --output dbt-tests
  hornbook check rules.json --emit great-expectations --output suite.json

--emit checks nothing. It writes the rules so that a database or its tools check
them. What attributes say of columns is told by their names, where the first '='
ends the name of the column; a table as SOURCE knows its columns, which are dates,
and which hold several values.
";

/// What the rules are written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Sql,
    Dbt,
    GreatExpectations,
}

/// What is written of rules in SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Queries,
    Constraints,
}

/// How rules are written for where the data lives.
#[derive(Args, Debug)]
#[command(next_help_heading = "Writing the rules for a database")]
pub(super) struct EmitArgs {
    /// Write the rules themselves, for a database and its tools, instead of checking a
    /// table: sql, dbt (a folder of tests) or great-expectations (a suite)
    #[arg(long, value_name = "LANGUAGE", value_parser = language(), conflicts_with_all = ["limit", "format", "json"])]
    pub(super) emit: Option<Language>,
    /// The dialect of SQL [default: ansi]
    #[arg(long, value_name = "DIALECT", value_parser = dialect(), requires = "emit")]
    pub(super) dialect: Option<EmitDialect>,
    /// What is written as sql: queries for the rows that break a rule, or constraints that
    /// keep them out [default: queries]
    #[arg(long, value_name = "STYLE", value_parser = style(), requires = "emit")]
    pub(super) style: Option<Style>,
    /// The name of the table, perhaps with its schema before a point, or of the model for
    /// dbt [default: that of the file of SOURCE]
    #[arg(long, value_name = "NAME", requires = "emit")]
    pub(super) emit_table: Option<String>,
    /// All columns of the table are text, also those of numbers and dates
    #[arg(long, requires = "emit")]
    pub(super) as_text: bool,
}

fn language() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(["sql", "dbt", "great-expectations"]).map(|name| match name.as_str() {
        "sql" => Language::Sql,
        "dbt" => Language::Dbt,
        _ => Language::GreatExpectations,
    })
}

fn style() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(["queries", "constraints"]).map(|name| match name.as_str() {
        "constraints" => Style::Constraints,
        _ => Style::Queries,
    })
}

fn dialect() -> impl TypedValueParser<Value = EmitDialect> {
    let names = ["postgres", "mysql", "sqlite", "spark", "ansi"];
    PossibleValuesParser::new(names).try_map(|name| name.parse::<EmitDialect>())
}
