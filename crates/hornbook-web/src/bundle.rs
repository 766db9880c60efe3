//! The modules and styles of the page in one file each, as browsers are sent them: one
//! file is compressed better than many, and comes without the headers of each.
//!
//! The page is written as plain modules, which can be served as they are; nothing has to be
//! built. They are put together when the server starts, by the few forms in which they
//! speak of each other: `import { a, b as c } from "./other.js";` on a line of its own, and
//! `export` before a function, a class or a constant. Modules in which anything else is
//! found, or that need each other in a circle, are not put together.

use std::fmt::Write;

/// The first module and all that it needs in one script; none if they cannot be put
/// together.
pub(crate) fn bundle<'a>(first: &'a str, text_of: &impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let mut order = Vec::new();
    visit(first, text_of, &mut Vec::new(), &mut order)?;
    let mut script = String::new();
    for name in order {
        let (body, exports) = as_function(text_of(name)?)?;
        let exports = exports.join(", ");
        // Writing to a text cannot fail.
        _ = writeln!(script, "const {} = (() => {{\n{body}return {{ {exports} }};\n}})();", variable(name));
    }
    Some(script)
}

/// Lists a module after all that it needs; none if it needs itself.
fn visit<'a>(
    name: &'a str,
    text_of: &impl Fn(&str) -> Option<&'a str>,
    path: &mut Vec<&'a str>,
    order: &mut Vec<&'a str>,
) -> Option<()> {
    if order.contains(&name) {
        return Some(());
    }
    if path.contains(&name) {
        return None;
    }
    path.push(name);
    for line in text_of(name)?.lines().filter(|line| line.starts_with("import ")) {
        visit(import(line)?.1, text_of, path, order)?;
    }
    path.pop();
    order.push(name);
    Some(())
}

/// What a line imports, and from which module.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, module) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    Some((names, module.trim_end().strip_suffix("\";")?))
}

/// A module as the body of a function, and what that is to return.
fn as_function(text: &str) -> Option<(String, Vec<&str>)> {
    let (mut body, mut exports) = (String::with_capacity(text.len()), Vec::new());
    for line in text.lines() {
        if line.starts_with("import ") {
            let (names, module) = import(line)?;
            _ = writeln!(body, "const {{ {} }} = {};", names.replace(" as ", ": "), variable(module));
        } else if let Some(declared) = line.strip_prefix("export ") {
            exports.push(declared_name(declared)?);
            _ = writeln!(body, "{declared}");
        } else {
            _ = writeln!(body, "{line}");
        }
    }
    Some((body, exports))
}

/// The name of what is declared.
fn declared_name(declared: &str) -> Option<&str> {
    let kinds = ["async function ", "function ", "class ", "const "];
    let rest = kinds.iter().find_map(|kind| declared.strip_prefix(kind))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$')?;
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// The variable that holds what a module exports.
fn variable(module: &str) -> String {
    format!("${}", module.replace(|letter: char| !letter.is_alphanumeric(), "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(files: &[(&'static str, &'static str)]) -> Option<String> {
        bundle("a.js", &|name| files.iter().find(|(file, _)| *file == name).map(|(_, text)| *text))
    }

    #[test]
    fn modules_are_put_together_in_the_order_in_which_they_need_each_other() {
        let files = [
            ("a.js", "import { b, c as d } from \"./b-c.js\";\nimport { e } from \"./e.js\";\nb(d, e);\n"),
            ("b-c.js", "import { e } from \"./e.js\";\nexport function b() {}\nexport class c extends e {}\n"),
            ("e.js", "export const e = 1;\nexport async function f() {}\n"),
        ];
        let script = "const $e_js = (() => {\nconst e = 1;\nasync function f() {}\nreturn { e, f };\n})();\n\
             const $b_c_js = (() => {\nconst { e } = $e_js;\nfunction b() {}\nclass c extends e {}\nreturn { b, c };\n})();\n\
             const $a_js = (() => {\nconst { b, c: d } = $b_c_js;\nconst { e } = $e_js;\nb(d, e);\nreturn {  };\n})();\n";
        assert_eq!(bundled(&files).as_deref(), Some(script));
    }

    #[test]
    fn what_is_not_understood_is_not_put_together() {
        let wrong = [
            ("import { b } from \"./b.js\";\n", "import { a } from \"./a.js\";\n"),
            ("import b from \"./b.js\";\n", ""),
            ("import { b } from \"./c.js\";\n", ""),
            ("import { b } from \"./b.js\";\n", "export default 1;\n"),
            ("import { b } from \"./b.js\";\n", "export let b = 1;\n"),
            ("import { b } from \"./b.js\";\n", "export const { b } = {};\n"),
        ];
        for (a, b) in wrong {
            assert_eq!(bundled(&[("a.js", a), ("b.js", b)]), None, "{a}{b}");
        }
    }
}
