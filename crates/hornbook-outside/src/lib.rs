//! Nothing but tests: what the library promises to people who build on it is
//! tried here with public items alone, in a crate that could be anybody's.
