//! Which item a path means, and which module defines it.

use std::collections::BTreeSet;

use crate::module::{Kind, ModuleId, Reach};
use crate::tree::{ROOT, Tree};

/// What a path leads to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// An item, by the module that defines it.
    Item { module: ModuleId, name: String },
    /// A module as such.
    Module(ModuleId),
    /// Something of another crate, by the module that imports it.
    Foreign { module: ModuleId, path: String, reexported: bool },
}

/// The imports that are being followed, so that none is followed in a circle.
type Followed = Vec<(ModuleId, usize)>;

impl Tree {
    /// What a path means in a module; nothing if it belongs to another crate, or
    /// is the name of a variable or a parameter.
    ///
    /// There can be several meanings, since a function may be called as a type or
    /// a module is.
    pub fn resolve(&self, module: ModuleId, path: &[String]) -> BTreeSet<Target> {
        self.follow(module, path, &mut Vec::new())
    }

    fn follow(&self, module: ModuleId, path: &[String], followed: &mut Followed) -> BTreeSet<Target> {
        let mut here = match path[0].as_str() {
            "crate" => BTreeSet::from([Target::Module(ROOT)]),
            "self" => BTreeSet::from([Target::Module(module)]),
            "super" => self.parent(module),
            name => self.look_up(module, name, module, followed),
        };
        for step in &path[1..] {
            let modules: Vec<ModuleId> = here.iter().filter_map(Target::as_module).collect();
            if modules.is_empty() {
                // A variant or a method of what was found.
                return here;
            }
            here = modules.into_iter().flat_map(|at| self.step(at, step, module, followed)).collect();
        }
        here
    }

    fn step(&self, at: ModuleId, name: &str, viewer: ModuleId, followed: &mut Followed) -> BTreeSet<Target> {
        if name == "super" {
            return self.parent(at);
        }
        let found = self.look_up(at, name, viewer, followed);
        if found.is_empty() {
            // Made by a macro, as nothing else is in a module unseen.
            return BTreeSet::from([Target::Item { module: at, name: name.to_owned() }]);
        }
        found
    }

    fn parent(&self, module: ModuleId) -> BTreeSet<Target> {
        self.modules[module].parent.map(Target::Module).into_iter().collect()
    }

    /// Everything of a name that a module has to show to a viewer.
    fn look_up(&self, at: ModuleId, name: &str, viewer: ModuleId, followed: &mut Followed) -> BTreeSet<Target> {
        let module = &self.modules[at];
        let mut found = BTreeSet::new();
        if module.definitions.iter().any(|item| item.name == name && self.is_visible(item.reach, at, viewer)) {
            found.insert(Target::Item { module: at, name: name.to_owned() });
        }
        found.extend(module.children.get(name).copied().map(Target::Module));
        found.extend(self.imported(at, Some(name), viewer, followed));
        if found.is_empty() {
            for source in self.imported(at, None, viewer, followed) {
                // A module that imports all of another which does the same comes
                // back to itself.
                if let Target::Module(source) = source
                    && source != at
                {
                    found.extend(self.look_up_once(source, name, at, followed));
                }
            }
        }
        if found.is_empty() && at == ROOT {
            found.extend(self.exported_macro(name));
        }
        found
    }

    fn look_up_once(&self, at: ModuleId, name: &str, viewer: ModuleId, followed: &mut Followed) -> BTreeSet<Target> {
        let mark = (at, usize::MAX);
        if followed.contains(&mark) {
            return BTreeSet::new();
        }
        followed.push(mark);
        let found = self.look_up(at, name, viewer, followed);
        followed.pop();
        found
    }

    /// What the imports of a name lead to, or those of `*` for none.
    fn imported(
        &self,
        at: ModuleId,
        name: Option<&str>,
        viewer: ModuleId,
        followed: &mut Followed,
    ) -> BTreeSet<Target> {
        let mut found = BTreeSet::new();
        for (place, import) in self.modules[at].imports.iter().enumerate() {
            let wanted = import.name.as_deref() == name && self.is_visible(import.reach, at, viewer);
            if !wanted || followed.contains(&(at, place)) {
                continue;
            }
            followed.push((at, place));
            let targets = self.follow(at, &import.path, followed);
            followed.pop();
            if targets.is_empty() {
                let reexported = matches!(import.reach, Reach::Crate | Reach::Public);
                found.insert(Target::Foreign { module: at, path: import.path.join("::"), reexported });
            }
            found.extend(targets);
        }
        found
    }

    fn is_visible(&self, reach: Reach, at: ModuleId, viewer: ModuleId) -> bool {
        match reach {
            Reach::Block => viewer == at,
            Reach::Private => self.is_within(viewer, at),
            Reach::Crate | Reach::Public => true,
        }
    }

    fn exported_macro(&self, name: &str) -> Option<Target> {
        let defines = |module: ModuleId| {
            self.modules[module].definitions.iter().any(|item| item.kind == Kind::ExportedMacro && item.name == name)
        };
        let module = (0..self.modules.len()).find(|module| defines(*module))?;
        Some(Target::Item { module, name: name.to_owned() })
    }
}

impl Target {
    /// The module that whoever names this depends on. Naming a module is none
    /// yet: what is named within it counts.
    pub fn dependency(&self) -> Option<ModuleId> {
        match self {
            Target::Item { module, .. } | Target::Foreign { module, reexported: true, .. } => Some(*module),
            Target::Module(_) | Target::Foreign { .. } => None,
        }
    }

    pub fn as_module(&self) -> Option<ModuleId> {
        match self {
            Target::Module(module) => Some(*module),
            _ => None,
        }
    }
}
