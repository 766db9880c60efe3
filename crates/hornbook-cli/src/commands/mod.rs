//! One file a subcommand.

#[cfg(feature = "experts")]
pub(crate) mod answer;
pub(crate) mod basis;
pub(crate) mod check;
pub(crate) mod close;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod dependencies;
pub(crate) mod describe;
pub(crate) mod diagram;
pub(crate) mod entails;
pub(crate) mod explore;
pub(crate) mod journal;
pub(crate) mod learn;
pub(crate) mod man;
pub(crate) mod measure;
pub(crate) mod serve;
pub(crate) mod study;
