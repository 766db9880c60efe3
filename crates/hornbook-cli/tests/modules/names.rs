//! The paths that stand in the code of an item.
//!
//! Documentation is not code. What a macro is given is read as a row of tokens,
//! since nobody but the macro knows its grammar.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt as _;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, Meta, Token, TraitItem};

use crate::module::{Import, Name, Reach, imports, line_of};

/// Adds the paths in an item, and the imports in its blocks.
pub fn names_in(item: &Item, names: &mut Vec<Name>, imports: &mut Vec<Import>) {
    Reader { names, imports, variables: Vec::new() }.visit_item(item);
}

/// Whether an item exists in tests or examples of the documentation alone.
pub fn of_tests_only(item: &Item) -> bool {
    any_of_tests(match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => return false,
    })
}

fn any_of_tests(attributes: &[Attribute]) -> bool {
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    conditions.filter_map(|attribute| attribute.parse_args::<Meta>().ok()).any(|condition| needs_tests(&condition))
}

fn needs_tests(condition: &Meta) -> bool {
    let Meta::List(list) = condition else {
        return condition.path().is_ident("test") || condition.path().is_ident("doctest");
    };
    let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).unwrap_or_default();
    match () {
        () if list.path.is_ident("all") => parts.iter().any(needs_tests),
        () if list.path.is_ident("any") => !parts.is_empty() && parts.iter().all(needs_tests),
        () => false,
    }
}

struct Reader<'a> {
    names: &'a mut Vec<Name>,
    imports: &'a mut Vec<Import>,
    /// The variables of the functions around this place.
    variables: Vec<BTreeSet<String>>,
}

impl Reader<'_> {
    fn add(&mut self, path: Vec<String>, line: usize) {
        let variable = path.len() == 1 && self.variables.iter().any(|variables| variables.contains(&path[0]));
        if !variable && path.iter().all(|step| step != "Self") {
            self.names.push(Name { path, line });
        }
    }

    /// Adds every `a::b` and every single word in a row of tokens.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.add_tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let line = line_of(first.span());
                    let apart = follows_member_or_root(&tokens[..at]);
                    let mut path = vec![first.unraw().to_string()];
                    while let Some(TokenTree::Ident(next)) = tokens.get(at + 3)
                        && is_colons(&tokens[at + 1..at + 3])
                    {
                        path.push(next.unraw().to_string());
                        at += 3;
                    }
                    if !apart {
                        self.add(path, line);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            at += 1;
        }
    }

    fn within_function(&mut self, variables: BTreeSet<String>, read: impl FnOnce(&mut Self)) {
        self.variables.push(variables);
        read(self);
        self.variables.pop();
    }
}

fn is_colons(tokens: &[TokenTree]) -> bool {
    tokens.iter().all(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':'))
}

/// Whether what comes next is `.member`, `::name` or `'lifetime`.
fn follows_member_or_root(before: &[TokenTree]) -> bool {
    let mark = |back: usize| match before.len().checked_sub(back).map(|at| &before[at]) {
        Some(TokenTree::Punct(mark)) => Some(mark.as_char()),
        _ => None,
    };
    match mark(1) {
        Some('.') => mark(2) != Some('.'),
        Some(':') => mark(2) == Some(':'),
        Some('\'') => true,
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !of_tests_only(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes = match item {
            ImplItem::Const(item) => &item.attrs,
            ImplItem::Fn(item) => &item.attrs,
            ImplItem::Type(item) => &item.attrs,
            ImplItem::Macro(item) => &item.attrs,
            _ => return,
        };
        if !any_of_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_trait_item(&mut self, item: &'ast TraitItem) {
        let attributes = match item {
            TraitItem::Const(item) => &item.attrs,
            TraitItem::Fn(item) => &item.attrs,
            TraitItem::Type(item) => &item.attrs,
            TraitItem::Macro(item) => &item.attrs,
            _ => return,
        };
        if !any_of_tests(attributes) {
            visit::visit_trait_item(self, item);
        }
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if !any_of_tests(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        let variables = variables(|reader| reader.visit_item_fn(function));
        self.within_function(variables, |reader| visit::visit_item_fn(reader, function));
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        let variables = variables(|reader| reader.visit_impl_item_fn(function));
        self.within_function(variables, |reader| visit::visit_impl_item_fn(reader, function));
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        let variables = variables(|reader| reader.visit_trait_item_fn(function));
        self.within_function(variables, |reader| visit::visit_trait_item_fn(reader, function));
    }

    fn visit_item_use(&mut self, import: &'ast syn::ItemUse) {
        imports(&import.tree, Vec::new(), Reach::Block, self.imports);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        match &attribute.meta {
            Meta::List(list) => self.add_tokens(list.tokens.clone()),
            Meta::NameValue(pair) if !pair.path.is_ident("doc") => self.visit_expr(&pair.value),
            _ => {}
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.visit_path(&call.path);
        self.add_tokens(call.tokens.clone());
    }

    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if !is_variable(&pattern.ident) {
            self.add(vec![pattern.ident.unraw().to_string()], line_of(pattern.ident.span()));
        }
        visit::visit_pat_ident(self, pattern);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let steps = path.segments.iter().map(|step| step.ident.unraw().to_string()).collect();
            self.add(steps, line_of(path.segments[0].ident.span()));
        }
        visit::visit_path(self, path);
    }
}

/// A name in a pattern is new unless it is that of a constant.
fn is_variable(ident: &syn::Ident) -> bool {
    !ident.unraw().to_string().starts_with(char::is_uppercase)
}

/// Collects the variables that patterns bring.
#[derive(Default)]
struct Variables(BTreeSet<String>);

fn variables(read: impl FnOnce(&mut Variables)) -> BTreeSet<String> {
    let mut variables = Variables::default();
    read(&mut variables);
    variables.0
}

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        if is_variable(&pattern.ident) {
            self.0.insert(pattern.ident.unraw().to_string());
        }
        visit::visit_pat_ident(self, pattern);
    }
}
