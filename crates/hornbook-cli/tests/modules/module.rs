//! A module: what it defines, imports and names.

use std::collections::BTreeMap;
use std::path::PathBuf;

use proc_macro2::Span;
use syn::ext::IdentExt as _;
use syn::{Item, UseTree, Visibility};

/// The place of a module in the tree it belongs to.
pub type ModuleId = usize;

/// A file, or an inline module within one.
pub struct Module {
    /// `learn::pac`; empty for the root.
    pub path: String,
    pub file: PathBuf,
    pub parent: Option<ModuleId>,
    pub visibility: Reach,
    pub children: BTreeMap<String, ModuleId>,
    pub definitions: Vec<Definition>,
    pub imports: Vec<Import>,
    /// Every path in the code that is not an import.
    pub names: Vec<Name>,
}

/// From where something can be named.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Within one block of code.
    Block,
    /// Within the module and those below it.
    Private,
    /// In other modules of the crate.
    Crate,
    /// In other crates.
    Public,
}

/// An item that a module defines.
pub struct Definition {
    pub name: String,
    pub kind: Kind,
    pub reach: Reach,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A struct, enum, union, trait or alias of a type.
    Type,
    /// A function, constant or static.
    Value,
    Macro,
    /// A macro with `#[macro_export]`, which is named from the root.
    ExportedMacro,
}

/// One name that a `use` brings, or all names for `*`.
pub struct Import {
    /// Absent for `*`.
    pub name: Option<String>,
    pub path: Vec<String>,
    pub reach: Reach,
    pub line: usize,
}

/// A path as it stands in the code.
pub struct Name {
    pub path: Vec<String>,
    pub line: usize,
}

impl Module {
    pub fn new(path: String, file: PathBuf, parent: Option<ModuleId>, visibility: Reach) -> Module {
        Module {
            path,
            file,
            parent,
            visibility,
            children: BTreeMap::new(),
            definitions: Vec::new(),
            imports: Vec::new(),
            names: Vec::new(),
        }
    }
}

/// The line of a file, counted from 1.
pub fn line_of(span: Span) -> usize {
    span.start().line
}

/// What `pub`, `pub(crate)` or nothing says.
pub fn reach(visibility: &Visibility) -> Reach {
    match visibility {
        Visibility::Public(_) => Reach::Public,
        Visibility::Restricted(restricted) if restricted.path.is_ident("self") => Reach::Private,
        Visibility::Restricted(_) => Reach::Crate,
        Visibility::Inherited => Reach::Private,
    }
}

/// What an item adds to the names of its module.
pub fn definition(item: &Item) -> Option<Definition> {
    let (ident, kind, visibility) = match item {
        Item::Struct(item) => (&item.ident, Kind::Type, &item.vis),
        Item::Enum(item) => (&item.ident, Kind::Type, &item.vis),
        Item::Union(item) => (&item.ident, Kind::Type, &item.vis),
        Item::Trait(item) => (&item.ident, Kind::Type, &item.vis),
        Item::TraitAlias(item) => (&item.ident, Kind::Type, &item.vis),
        Item::Type(item) => (&item.ident, Kind::Type, &item.vis),
        Item::Fn(item) => (&item.sig.ident, Kind::Value, &item.vis),
        Item::Const(item) => (&item.ident, Kind::Value, &item.vis),
        Item::Static(item) => (&item.ident, Kind::Value, &item.vis),
        Item::Macro(item) => return macro_definition(item),
        _ => return None,
    };
    Some(Definition { name: ident.unraw().to_string(), kind, reach: reach(visibility) })
}

fn macro_definition(item: &syn::ItemMacro) -> Option<Definition> {
    let name = item.ident.as_ref()?.unraw().to_string();
    let exported = item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
    let kind = if exported { Kind::ExportedMacro } else { Kind::Macro };
    Some(Definition { name, kind, reach: Reach::Crate })
}

/// Adds what a `use` brings, one import for each name.
pub fn imports(tree: &UseTree, mut path: Vec<String>, reach: Reach, found: &mut Vec<Import>) {
    let (name, span) = match tree {
        UseTree::Path(step) => {
            path.push(step.ident.unraw().to_string());
            return imports(&step.tree, path, reach, found);
        }
        UseTree::Group(group) => {
            return group.items.iter().for_each(|tree| imports(tree, path.clone(), reach, found));
        }
        UseTree::Glob(glob) => (None, glob.star_token.spans[0]),
        UseTree::Name(name) => (add_step(&mut path, &name.ident, None), name.ident.span()),
        UseTree::Rename(rename) => (add_step(&mut path, &rename.ident, Some(&rename.rename)), rename.ident.span()),
    };
    found.push(Import { name, path, reach, line: line_of(span) });
}

/// Ends the path of an import, and tells the name that it brings.
fn add_step(path: &mut Vec<String>, ident: &syn::Ident, rename: Option<&syn::Ident>) -> Option<String> {
    // `use learn::{self}` brings `learn`, but `use self::learn` starts with `self`.
    if ident != "self" || path.is_empty() {
        path.push(ident.unraw().to_string());
    }
    rename.map(|name| name.unraw().to_string()).or_else(|| path.last().cloned())
}
