//! Feature models: which features of a product go together.
//!
//! A model is read from a file of [FeatureIDE](read_feature_ide) or in the
//! [Universal Variability Language](read_uvl) and becomes a theory in which each feature
//! is a variable with its name. The models of the theory are the products. What the
//! clauses of a nested constraint need besides are variables without a name.

mod builder;
mod feature_ide;
mod formula;
mod uvl;
mod uvl_constraint;
mod uvl_lines;

pub use feature_ide::read_feature_ide;
pub use uvl::read_uvl;
