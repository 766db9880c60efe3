//! Arguments for tables that are no file of text.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::amounts::{duration, size};

/// How tables are reached that are no file of text.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Tables elsewhere")]
pub(crate) struct EngineArgs {
    /// The table of a database or a cluster, also as SCHEMA.TABLE
    #[arg(long, value_name = "NAME", conflicts_with = "query")]
    pub(crate) table: Option<String>,
    /// A query in place of a table
    #[arg(long, value_name = "SQL")]
    pub(crate) query: Option<String>,
    /// The sheet of a workbook [default: the first]
    #[arg(long, value_name = "NAME")]
    pub(crate) sheet: Option<String>,
    /// How much memory the rows may take; what does not fit lies on disk: 500M, 2G,
    /// or a number of bytes [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<usize>,
    /// Where rows lie that do not fit the memory [default: the system's folder for
    /// such files]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) scratch: Option<PathBuf>,
    /// Give up, and cancel the query, if reading takes longer: 30s, 5m, 1h30m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) read_time: Option<Duration>,
    /// Hold no rows here: many sets at a time are asked where the rows are, a scan each
    /// time; for databases other than SQLite, and clusters
    #[arg(long)]
    pub(crate) in_source: bool,
    /// Show what would be asked of a large table, and stop: only its columns and a
    /// sample are read
    #[arg(long)]
    pub(crate) plan: bool,
}

impl EngineArgs {
    /// The first option that was given and is of no use for files of text.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--table", self.table.is_some()),
            ("--query", self.query.is_some()),
            ("--sheet", self.sheet.is_some()),
            ("--in-source", self.in_source),
            ("--plan", self.plan),
        ];
        given.iter().find(|(_, given)| *given).map(|(option, _)| *option)
    }
}
