//! Small crates of which it is known what has to be found.

use std::path::Path;

use crate::cycles::{Cycle, cycles};
use crate::public_names::{clashes, public_types};
use crate::tree::Tree;

/// A crate of the given files; the first is its root.
fn tree(files: &[(&str, &str)]) -> Tree {
    let text = |file: &Path| files.iter().find(|(path, _)| Path::new(path) == file).map(|(_, text)| (*text).to_owned());
    Tree::read(Path::new(files[0].0), &text)
}

fn cycles_in(files: &[(&str, &str)]) -> Vec<Cycle> {
    cycles(&tree(files))
}

/// The members of the only cycle.
fn members(files: &[(&str, &str)]) -> Vec<String> {
    let mut cycles = cycles_in(files);
    assert_eq!(cycles.len(), 1);
    cycles.remove(0).members
}

fn assert_none(files: &[(&str, &str)]) {
    let found: Vec<String> = cycles_in(files).iter().map(Cycle::to_string).collect();
    assert!(found.is_empty(), "{}", found.concat());
}

const TWO: &str = "mod a; mod b;";

#[test]
fn two_modules_that_use_each_other() {
    let files = [
        ("lib.rs", TWO),
        ("a.rs", "use crate::b::B;\npub struct A(B);"),
        ("b.rs", "pub struct B;\n\nfn f() { let _ = crate::a::A; }"),
    ];
    assert_eq!(
        cycles_in(&files)[0].to_string(),
        "cycle in the root: a, b
  a -> b, places: 2
    a.rs:1: use crate::b::B, defined in b
    a.rs:2: B, defined in b
  b -> a, places: 1
    b.rs:3: crate::a::A, defined in a
"
    );
}

#[test]
fn a_straight_line_is_none() {
    assert_none(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::{b::B, c::C};"),
        ("b.rs", "use super::c::C; pub struct B(C);"),
        ("c.rs", "pub struct C;"),
    ]);
}

#[test]
fn a_circle_of_three() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "use crate::c::C; pub struct B(C);"),
        ("c.rs", "use crate::a::A; pub struct C(Box<A>);"),
        ("d.rs", "use crate::a::A;"),
    ];
    assert_eq!(members(&files), ["a", "b", "c"]);
}

#[test]
fn a_reexport_leads_to_where_the_item_is_defined() {
    let files = [
        ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;"),
        ("a.rs", "use crate::B; pub struct A(B);"),
        ("b.rs", "use crate::A; pub struct B(Box<A>);"),
    ];
    assert_eq!(members(&files), ["a", "b"]);

    let deep = [
        ("lib.rs", "mod a; mod b; pub use a::A;"),
        ("a/mod.rs", "mod inner; pub use inner::A;"),
        ("a/inner.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f(_: &crate::A) {}"),
    ];
    assert_eq!(members(&deep), ["a", "b"]);
}

#[test]
fn reexporting_children_is_no_dependency_on_them() {
    assert_none(&[
        ("lib.rs", "pub mod a; mod b; pub use a::{X, Y}; pub use b::*; pub struct Own;"),
        ("a/mod.rs", "mod x; mod y; pub use x::X; pub(crate) use self::y::Y; pub struct Mine;"),
        ("a/x.rs", "use super::{Mine, Y}; use crate::Own; pub struct X(Y, Mine, Own);"),
        ("a/y.rs", "pub struct Y;"),
        ("b.rs", "use crate::{Own, X}; pub struct B(X, Own);"),
    ]);
}

#[test]
fn reexporting_a_sibling_is_a_dependency_on_it() {
    let files =
        [("lib.rs", TWO), ("a.rs", "pub use crate::b::B; pub struct A;"), ("b.rs", "pub struct B(crate::a::A);")];
    assert_eq!(members(&files), ["a", "b"]);
}

#[test]
fn a_parent_that_uses_the_child_that_uses_it() {
    let parent = "mod child; pub use child::Child; pub struct Own; fn f(_: Child) {}";
    let files = [("lib.rs", "mod p;"), ("p.rs", parent), ("p/child.rs", "use super::Own; pub struct Child(Own);")];
    let cycles = cycles_in(&files);
    assert_eq!(cycles.len(), 1);
    assert_eq!(cycles[0].level, "p");
    assert_eq!(cycles[0].members, ["p itself", "p::child"]);
}

#[test]
fn the_root_counts_as_any_parent() {
    let files =
        [("main.rs", "mod a; fn main() { a::run() } const N: u8 = 2;"), ("a.rs", "pub fn run() { let _ = crate::N; }")];
    assert_eq!(members(&files), ["the root itself", "a"]);
}

#[test]
fn a_circle_at_a_higher_level_alone() {
    let files = [
        ("lib.rs", TWO),
        ("a/mod.rs", "pub mod x; pub mod z;"),
        ("a/x.rs", "use crate::b::y::Y; pub struct X(Y);"),
        ("a/z.rs", "pub struct Z;"),
        ("b.rs", "pub mod y;"),
        ("b/y.rs", "use crate::a::z::Z; pub struct Y(Z);"),
    ];
    assert_eq!(members(&files), ["a", "b"]);
}

#[test]
fn a_circle_at_a_lower_level_alone() {
    let files = [
        ("lib.rs", "mod a;"),
        ("a/mod.rs", "mod x; mod y;"),
        ("a/x.rs", "pub fn x() { super::y::y() }"),
        ("a/y.rs", "pub fn y() { super::x::x() }"),
    ];
    assert_eq!(members(&files), ["a::x", "a::y"]);
}

#[test]
fn renamed_imports_are_followed() {
    let files = [
        ("lib.rs", TWO),
        ("a.rs", "use super::b as other; pub fn a() { other::b() }"),
        ("b.rs", "use crate::a::{self as first}; pub fn b() { first::a() }"),
    ];
    assert_eq!(members(&files), ["a", "b"]);

    let reexport = [
        ("lib.rs", "mod a; mod b; mod c; pub use a::A as First;"),
        ("a.rs", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "pub struct B; fn f(_: &crate::First) {}"),
        ("c.rs", "use crate::First as A; pub struct C(A);"),
    ];
    assert_eq!(members(&reexport), ["a", "b"]);
}

#[test]
fn all_names_of_a_module_are_imported() {
    let b = ("b.rs", "use super::a::*; pub struct B; fn f(_: A) {}");
    let files = [("lib.rs", TWO), ("a.rs", "use crate::b::B; pub struct A(B);"), b];
    assert_eq!(members(&files), ["a", "b"]);
}

#[test]
fn all_names_of_a_parent_are_imported_but_one_is_used() {
    assert_none(&[
        ("lib.rs", "mod p;"),
        ("p/mod.rs", "mod x; mod y; pub use x::X; pub use y::Y; pub struct Own; fn f(_: X) {}"),
        ("p/x.rs", "use super::*; pub struct X(Y, Option<u8>);"),
        ("p/y.rs", "pub struct Y;"),
    ]);
}

#[test]
fn modules_that_import_all_of_each_other_come_to_an_end() {
    let files = [
        ("lib.rs", TWO),
        ("a.rs", "pub use crate::b::*; pub struct A; fn f(_: B, _: C) {}"),
        ("b.rs", "pub use crate::a::*; pub struct B; fn f(_: A, _: C) {}"),
    ];
    assert_eq!(members(&files), ["a", "b"]);
}

#[test]
fn importing_a_module_is_no_dependency_before_something_in_it_is_named() {
    let a = ("a.rs", "use crate::b; pub struct A; fn f() { b::outside() }");
    assert_none(&[
        ("lib.rs", TWO),
        a,
        ("b/mod.rs", "mod inner; pub use inner::outside; pub fn own() {}"),
        ("b/inner.rs", "pub fn outside() {}"),
    ]);
    let b = ("b.rs", "pub fn outside() { let _ = crate::a::A; }");
    assert_eq!(members(&[("lib.rs", TWO), a, b]), ["a", "b"]);
}

#[test]
fn code_given_to_macros_and_attributes_is_read() {
    let b = "pub struct B; ";
    let users = [
        "fn f() { println!(\"{:?}\", [crate::a::A]); }",
        "#[derive(Default)] struct S { #[serde(default = crate::a::A)] s: u8 }",
        "fn f(x: u8) { match x { 1 if matches!(x, super::a::A) => {} _ => {} } }",
        "macro_rules! m { () => { $crate::a::A } }",
        "fn f() { use crate::a::A; }",
        "impl<T: Into<crate::a::A>> From<T> for B {}",
    ];
    for user in users {
        let text = format!("{b}{user}");
        let files = [("lib.rs", TWO), ("a.rs", "use crate::b::B; pub struct A(B);"), ("b.rs", text.as_str())];
        assert_eq!(cycles_in(&files).len(), 1, "{user}");
    }
}

#[test]
fn documentation_and_tests_are_no_dependency() {
    let b = "pub struct B; ";
    let users = [
        "//! See [`crate::a::A`].",
        "/// See [`A`](crate::a::A), and [`super::a`].\nfn f() {}",
        "#[cfg(test)] mod tests { use crate::a::A; }",
        "#[cfg(test)] mod absent;",
        "#[cfg(test)] use crate::a::A;",
        "#[cfg(all(test, unix))] fn f() { let _ = crate::a::A; }",
        "#[cfg(doctest)] mod pages { struct Page(crate::a::A); }",
        "impl B { #[cfg(test)] fn f() { let _ = crate::a::A; } }",
        "fn f() { x.a::<u8>(); dbg!(x.a, ::a::A); }",
    ];
    for user in users {
        let text = if user.starts_with("//!") { format!("{user}\n{b}") } else { format!("{b}{user}") };
        assert_none(&[("lib.rs", TWO), ("a.rs", "use crate::b::B; pub struct A(B);"), ("b.rs", text.as_str())]);
    }
    let text = format!("{b} #[cfg(not(test))] use crate::a::A;");
    let files = [("lib.rs", TWO), ("a.rs", "use crate::b::B; pub struct A(B);"), ("b.rs", text.as_str())];
    assert_eq!(members(&files), ["a", "b"]);
}

#[test]
fn variables_and_other_crates_are_no_dependency() {
    assert_none(&[
        ("lib.rs", "mod p; use std::fmt;"),
        ("p/mod.rs", "mod x; pub use x::count; use std::io; pub struct Own; fn f(count: u8) { g(count) }"),
        ("p/x.rs", "use super::{Own, io}; use rand::{a, p::Own as _}; pub fn count(_: Own) { ::p::f() }"),
    ]);
}

#[test]
fn what_a_module_shows_of_another_crate_is_its_own() {
    let files = [
        ("lib.rs", TWO),
        ("a.rs", "pub(crate) use std::fmt::Debug as Shown; use crate::b::B;"),
        ("b.rs", "pub struct B; use super::a::Shown;"),
    ];
    assert_eq!(members(&files), ["a", "b"]);
}

#[test]
fn two_public_types_of_one_name() {
    let clashes = clashes(&tree(&[
        ("lib.rs", "pub mod a; mod b; mod c; pub use b::Settings; pub use c::*; pub enum Kind {}"),
        ("a.rs", "pub struct Settings;"),
        ("b.rs", "pub type Settings = u8; pub struct Kind;"),
        ("c.rs", "pub trait Kind {}"),
    ]));
    let found: Vec<String> = clashes.iter().map(|(name, places)| format!("{name}: {places:?}")).collect();
    assert_eq!(found, [r#"Kind: {"c::Kind", "crate::Kind"}"#, r#"Settings: {"a::Settings", "b::Settings"}"#]);
}

#[test]
fn one_type_in_two_places_is_no_clash() {
    let tree = tree(&[
        ("lib.rs", "pub mod a; pub mod b; mod c; pub use a::Settings; pub use b as second; pub use rand::Rng;"),
        ("a.rs", "pub struct Settings; struct Hidden; pub(crate) struct Inner; pub fn Hidden() {}"),
        ("b.rs", "pub use crate::Settings; pub use crate::c::Settings as Other; pub struct Hidden; pub use rand::Rng;"),
        ("c.rs", "pub struct Settings; pub struct Inner;"),
    ]);
    assert!(clashes(&tree).is_empty(), "{:?}", clashes(&tree));
    let names: Vec<String> = public_types(&tree).into_keys().collect();
    assert_eq!(names, ["Hidden", "Other", "Rng", "Settings"]);
}

#[test]
fn a_name_of_another_crate_can_clash() {
    let files = [("lib.rs", "pub mod a; pub use rand::Rng;"), ("a.rs", "pub struct Rng;")];
    assert_eq!(clashes(&tree(&files)).len(), 1);
}
