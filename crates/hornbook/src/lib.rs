//! Hornbook learns the rules of a domain by asking: "whatever has A also has
//! B", "A never occurs". It stops with a guarantee: with probability at least
//! 1 − δ, the rules and the truth draw different conclusions for at most a share
//! ε of the sets they could be asked about.
//!
//! # The one idea
//!
//! At any time two things are known: the rules confirmed so far and the models
//! seen so far. For any set X they bound the truth from both sides:
//!
//! ```text
//! lower(X) = closure of X under the confirmed rules
//! upper(X) = what all seen models that contain lower(X) have in common; ⊥ if there is none
//! lower(X) ⊆ truth(X) ⊆ upper(X)
//! ```
//!
//! X is *settled* where the two meet, and no question about it is worth asking.
//! This pair is [`Knowledge`], and every learner stands on it. Background
//! knowledge is rules confirmed before the start; initial data is models seen
//! before the start; a run is taken up again by starting with what is known.
//!
//! ```
//! use hornbook::{Implication, Knowledge, Model, Universe};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let animals = Universe::new(["milk", "hair", "breathes"])?;
//! let milk = animals.set(["milk"])?;
//! let mut known = Knowledge::new(animals.len());
//! known.see(Model::complete(animals.all()))?; // a cat
//! assert!(!known.is_settled(&milk)); // all may follow from milk, or nothing
//! known.confirm(Implication::new(milk.clone(), animals.set(["breathes"])?))?;
//! known.see(Model::complete(animals.set(["milk", "breathes"])?))?; // a dolphin
//! assert!(known.is_settled(&milk)); // to breathe follows, and nothing else
//! # Ok(())
//! # }
//! ```
//!
//! # From a table to rules
//!
//! A table is read ([`mod@format`]), its columns become attributes ([`scaling`]),
//! and with what is known of these it is [`prepare`]d: all three in one step. Then
//! [`learn_domain`](learn::methods::learn_domain) lets the table play the expert. What
//! comes back is a [`Rulebook`]: rules, and what they are worth.
//!
//! ```
//! use hornbook::format::{ContextFormat, RulesFormat, write_rules};
//! use hornbook::learn::methods::{LearnOptions, learn_domain};
//! use hornbook::Method;
//! use hornbook::learn::{Accuracy, unwatched};
//! use hornbook::prepare::{Preparation, WantedSets};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let csv = "name,milk,legs\ncat,yes,4\nhen,no,2\nbat,yes,2\n";
//! let table = Preparation::learning().bytes(csv.as_bytes(), ContextFormat::Csv)?;
//! // That one animal has one number of legs is known beforehand, and so is that it gives
//! // milk or does not.
//! assert_eq!(table.background.len(), 2);
//! let mut options = LearnOptions::new(Method::Frugal, Accuracy::new(0.01, 0.1)?, table.context.attribute_count());
//! options.sampler = table.sampler(&WantedSets::of(Method::Frugal))?;
//! let book = learn_domain(&table.context, &table.background, &options, &mut unwatched)?;
//! let mut text = Vec::new();
//! write_rules(&book, RulesFormat::Text, &mut text)?;
//! assert!(String::from_utf8(text)?.contains("legs=4 -> milk=yes  # support 1"));
//! # Ok(())
//! # }
//! ```
//!
//! # An oracle of your own
//!
//! Whatever can answer "does this rule hold?" is an [`Oracle`](oracle::Oracle).
//! Here everything that is large is heavy, and there is nothing else to know:
//!
//! ```
//! use std::convert::Infallible;
//!
//! use hornbook::learn::frugal::{Frugal, FrugalSettings};
//! use hornbook::learn::{Accuracy, Learner, unwatched};
//! use hornbook::oracle::{Answer, Oracle};
//! use hornbook::sampling::Sampler;
//! use hornbook::{Implication, Knowledge, Model, Universe};
//!
//! struct Expert(Universe);
//!
//! impl Oracle for Expert {
//!     type Error = Infallible;
//!
//!     fn attribute_count(&self) -> usize {
//!         self.0.len()
//!     }
//!
//!     fn ask(&mut self, question: &Implication) -> Result<Answer, Infallible> {
//!         let things = [&[][..], &["heavy"], &["red"], &["red", "heavy"], &["large", "heavy"], &["large", "red", "heavy"]];
//!         let things = things.iter().filter_map(|names| self.0.set(names.iter()).ok());
//!         let breaks = things.into_iter().find(|thing| !question.holds_in(thing));
//!         Ok(breaks.map_or(Answer::Holds, |thing| Answer::Refuted(Model::complete(thing))))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut expert = Expert(Universe::new(["large", "heavy", "red"])?);
//! let settings = FrugalSettings::new(Accuracy::new(0.01, 0.1)?, Sampler::uniform(3), 1);
//! let mut learner = Frugal::new(settings, Knowledge::new(3));
//! learner.run(&mut expert, &mut unwatched)?;
//! let rules: Vec<String> = learner.rules().rules().iter().map(|rule| rule.display(&expert.0).to_string()).collect();
//! assert_eq!(rules, ["large -> heavy"]);
//! # Ok(())
//! # }
//! ```
//!
//! The wrappers in [`oracle`] cache, count, limit and record what an oracle is
//! asked; [`learn`] has the paper's algorithms and attribute exploration.
//!
//! # The exact basis
//!
//! ```
//! use std::sync::Arc;
//!
//! use hornbook::{Context, Universe, canonical_basis};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let universe = Arc::new(Universe::new(["milk", "hair", "feathers"])?);
//! let rows = [universe.set(["milk", "hair"])?, universe.set(["feathers"])?];
//! let basis = canonical_basis(&Context::from_rows(universe.clone(), rows));
//! let rules: Vec<String> = basis.rules().iter().map(|rule| rule.display(&universe).to_string()).collect();
//! assert_eq!(rules, ["hair -> milk", "milk -> hair", "milk, hair, feathers -> ⊥"]);
//! # Ok(())
//! # }
//! ```
//!
//! # Measuring
//!
//! ```
//! use std::sync::Arc;
//!
//! use hornbook::{Context, Theory, Universe, canonical_basis, measure};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let universe = Arc::new(Universe::letters(3));
//! let table = Context::from_rows(universe.clone(), [universe.set(["a", "b"])?, universe.set(["c"])?]);
//! let found = measure::exact(&canonical_basis(&table), &table)?;
//! assert_eq!((found.precision, found.recall), (1.0, 1.0));
//! let nothing = measure::exact(&Theory::new(3), &table)?;
//! assert!(nothing.precision == 1.0 && nothing.recall < 1.0);
//! # Ok(())
//! # }
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod accuracy;
mod answer;
mod answers_rest_on;
pub mod canonical;
mod chaining;
mod columns;
mod context;
pub mod dependencies;
mod dictionary;
mod digest;
pub mod domain;
mod error;
mod exceptions;
mod exclusive;
mod filling;
pub mod format;
mod growing;
pub mod hash;
mod implication;
pub mod knowledge;
mod lanes;
pub mod lattice;
pub mod learn;
pub mod measure;
mod model;
mod occurrences;
pub mod oracle;
pub mod outcome;
mod packed;
mod premises;
pub mod prepare;
mod row_finder;
mod rule_figures;
mod rulebook;
pub mod sampling;
pub mod scaling;
mod set;
pub mod smallest;
pub mod table;
mod telling;
mod text;
mod theory;
mod threads;
mod universe;
mod weights;
pub mod written;

pub use answer::Answer;
pub use answers_rest_on::AnswersRestOn;
pub use canonical::{canonical_basis, canonical_basis_with};
pub use chaining::{Chaining, Derivation, DerivationStep};
pub use context::Context;
pub use digest::{Digest, Equivalence};
pub use domain::Domain;
pub use exceptions::{ExceptionBound, NOT_BOUNDED, exceptions_at_most};
pub use exclusive::{exclusive_groups, exclusive_pair};
pub use implication::{Conclusion, Implication};
pub use knowledge::Knowledge;
pub use model::Model;
pub use outcome::{Bound, Certificate, Guarantee, Method, Questions, StopReason};
pub use row_finder::RowFinder;
pub use rule_figures::{RuleFigures, RuleOrder};
pub use rulebook::{ConfidentRule, Rule, Rulebook, Run};
pub use set::{Attr, AttrSet};
pub use theory::Theory;
pub use universe::{NameError, Universe};

/// The examples of README and guide, compiled and run.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide.md")]
    struct Guide;
}
