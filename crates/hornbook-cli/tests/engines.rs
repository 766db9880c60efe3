//! The command on tables that live elsewhere: files of many kinds and real servers,
//! started on loopback and stopped after.

#![cfg(feature = "engines")]
#![allow(clippy::unwrap_used)]

#[cfg(feature = "spark")]
#[path = "../../hornbook-engines/tests/servers/spark.rs"]
mod cluster;
mod common;
#[path = "../../hornbook-engines/tests/servers/mod.rs"]
mod servers;
#[path = "../../hornbook-engines/tests/files_support/xlsx.rs"]
mod xlsx;

#[path = "engines/check.rs"]
mod check;
#[path = "engines/hostile.rs"]
mod hostile;
#[path = "engines/large.rs"]
mod large;
#[path = "engines/ordinary.rs"]
mod ordinary;
#[path = "engines/progress.rs"]
mod progress;
#[path = "engines/same_rules.rs"]
mod same_rules;
#[path = "engines/sources.rs"]
mod sources;
#[cfg(feature = "spark")]
#[path = "engines/spark.rs"]
mod spark;
#[path = "engines/trouble.rs"]
mod trouble;
