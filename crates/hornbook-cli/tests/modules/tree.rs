//! The modules of a crate, read from its sources.

use std::path::{Path, PathBuf};

use syn::Item;
use syn::ext::IdentExt as _;

use crate::module::{Module, ModuleId, Reach, definition, imports, reach};
use crate::names::{names_in, of_tests_only};

/// The module of `lib.rs` or `main.rs`.
pub const ROOT: ModuleId = 0;

/// All modules of a crate.
pub struct Tree {
    pub modules: Vec<Module>,
}

/// Gives the text of a file, if there is one.
pub type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

impl Tree {
    /// Reads the crate with the given `lib.rs` or `main.rs`.
    pub fn read(root: &Path, read: Read) -> Tree {
        let mut tree = Tree { modules: Vec::new() };
        let folder = root.parent().expect("a file is in a folder").to_owned();
        let module = Module::new(String::new(), root.to_owned(), None, Reach::Public);
        tree.add_file(module, &folder, read);
        tree
    }

    /// Whether a module is another one or below it.
    pub fn is_within(&self, module: ModuleId, ancestor: ModuleId) -> bool {
        let mut at = Some(module);
        while let Some(here) = at {
            if here == ancestor {
                return true;
            }
            at = self.modules[here].parent;
        }
        false
    }

    /// A module as it is called in a report.
    pub fn label(&self, module: ModuleId) -> &str {
        match self.modules[module].path.as_str() {
            "" => "the root",
            path => path,
        }
    }

    fn add_file(&mut self, module: Module, folder: &Path, read: Read) -> ModuleId {
        let shown = module.file.display().to_string();
        let text = read(&module.file).unwrap_or_else(|| panic!("{shown} cannot be read"));
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{shown}: {error}"));
        self.add(module, &file.items, folder, read)
    }

    fn add(&mut self, module: Module, items: &[Item], folder: &Path, read: Read) -> ModuleId {
        let id = self.modules.len();
        self.modules.push(module);
        for item in items {
            match item {
                _ if of_tests_only(item) => {}
                Item::Mod(child) => self.add_child(id, child, folder, read),
                Item::Use(import) => {
                    imports(&import.tree, Vec::new(), reach(&import.vis), &mut self.modules[id].imports);
                }
                _ => {
                    let module = &mut self.modules[id];
                    module.definitions.extend(definition(item));
                    names_in(item, &mut module.names, &mut module.imports);
                }
            }
        }
        id
    }

    fn add_child(&mut self, parent: ModuleId, child: &syn::ItemMod, folder: &Path, read: Read) {
        let name = child.ident.unraw().to_string();
        let below = folder.join(&name);
        let path = match self.modules[parent].path.as_str() {
            "" => name.clone(),
            path => format!("{path}::{name}"),
        };
        let module = |file: PathBuf| Module::new(path.clone(), file, Some(parent), reach(&child.vis));
        let id = match &child.content {
            Some((_, items)) => self.add(module(self.modules[parent].file.clone()), items, &below, read),
            None => {
                let candidates = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
                let file = candidates.into_iter().find(|file| read(file).is_some());
                let file = file.unwrap_or_else(|| panic!("there is no file for the module {path}"));
                self.add_file(module(file), &below, read)
            }
        };
        self.modules[parent].children.insert(name, id);
    }
}
