//! The names of the types that a crate shows to others.

use std::collections::{BTreeMap, BTreeSet};

use crate::module::{Kind, ModuleId, Reach};
use crate::resolve::Target;
use crate::tree::{ROOT, Tree};

/// The places where types of a name are defined, by the name.
pub type Definitions = BTreeMap<String, BTreeSet<String>>;

/// Names that stand for more than one type. One type that is shown in several
/// places is no clash.
pub fn clashes(tree: &Tree) -> Definitions {
    public_types(tree).into_iter().filter(|(_, definitions)| definitions.len() > 1).collect()
}

/// All public types.
pub fn public_types(tree: &Tree) -> Definitions {
    let mut walk = Walk { tree, seen: BTreeSet::new(), found: Definitions::new() };
    walk.enter(ROOT);
    walk.found
}

struct Walk<'a> {
    tree: &'a Tree,
    seen: BTreeSet<ModuleId>,
    found: Definitions,
}

impl Walk<'_> {
    /// Collects what can be named in a public module.
    fn enter(&mut self, id: ModuleId) {
        if !self.seen.insert(id) {
            return;
        }
        let tree = self.tree;
        let module = &tree.modules[id];
        for item in &module.definitions {
            self.add_item(&item.name, id, &item.name);
        }
        for &child in module.children.values() {
            if tree.modules[child].visibility == Reach::Public {
                self.enter(child);
            }
        }
        for import in module.imports.iter().filter(|import| import.reach == Reach::Public) {
            let targets = tree.resolve(id, &import.path);
            if targets.is_empty()
                && let Some(name) = &import.name
            {
                self.add_foreign(name, &import.path.join("::"));
            }
            for target in targets {
                match (target, &import.name) {
                    (Target::Module(shown), _) => self.enter(shown),
                    (Target::Item { module, name }, Some(shown)) => self.add_item(shown, module, &name),
                    (Target::Foreign { path, .. }, Some(shown)) => self.add_foreign(shown, &path),
                    (_, None) => {}
                }
            }
        }
    }

    fn add_item(&mut self, shown: &str, module: ModuleId, name: &str) {
        let here = &self.tree.modules[module];
        let is_type = |kind, reach| kind == Kind::Type && reach == Reach::Public;
        if here.definitions.iter().any(|item| item.name == name && is_type(item.kind, item.reach)) {
            let place = if module == ROOT { "crate".to_owned() } else { here.path.clone() };
            self.add(shown, format!("{place}::{name}"));
        }
    }

    /// Adds what comes from another crate, where only its letters tell a type.
    fn add_foreign(&mut self, shown: &str, path: &str) {
        let name = path.rsplit("::").next().unwrap_or(path);
        if name.starts_with(char::is_uppercase) && name.contains(char::is_lowercase) {
            self.add(shown, path.to_owned());
        }
    }

    fn add(&mut self, shown: &str, definition: String) {
        if shown != "_" {
            self.found.entry(shown.to_owned()).or_default().insert(definition);
        }
    }
}
