//! Tables in databases, asked in SQL.
//!
//! A [`Connection`] carries queries to a database and rows back; a [`SqlEngine`] knows
//! what to ask. Each column that is tested becomes one CASE, which yields the number of
//! what the column tells of a row; these numbers are packed into words, and equal rows
//! are put together by the database. Whatever SQL cannot tell for certain is fetched as
//! text and read here, so that the answer is always that of the text.

mod asked_domain;
mod bit_words;
mod breaking;
mod case;
mod cases;
mod cells;
mod connection;
mod credentials;
mod date_cases;
mod dialect;
mod mysql;
mod number_cases;
mod open;
mod outcomes;
mod packed;
mod postgres;
mod postgres_copy;
mod postgres_pieces;
mod relation;
mod retry;
mod sampling;
#[cfg(feature = "spark")]
pub mod spark;
mod sql_engine;
mod sqlite;
mod text_cases;
mod waiting;

pub use asked_domain::{AskedDomain, AskedRows};
pub use connection::{Connection, TakeNumbers, TakeTexts};
pub use dialect::Dialect;
pub use open::{open, open_domain};
pub use sql_engine::SqlEngine;
