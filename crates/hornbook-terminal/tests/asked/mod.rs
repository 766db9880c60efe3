//! Questions as people read them: which attributes are asked about.

/// Premise and conclusion of a question about a domain without a noun; no conclusion if it
/// is whether something can be. Attributes are taken to be called what is said of them.
pub fn sides(question: &str) -> Option<(Vec<String>, Option<Vec<String>>)> {
    let text = question.trim().strip_suffix('?')?.replace('*', "");
    let text = text.as_str();
    if text == "Is there anything at all" {
        return Some((Vec::new(), None));
    }
    if let Some(premise) = text.strip_prefix("Is there anything that ") {
        return Some((said(premise), None));
    }
    if let Some(names) = text.strip_prefix("Is there anything with ") {
        return Some((listed(names), None));
    }
    if let Some((premise, conclusion)) =
        text.strip_prefix("Take something with ").and_then(|rest| rest.split_once(". "))
    {
        return Some((listed(premise), Some(listed(conclusion))));
    }
    for (before, read) in ALWAYS {
        if let Some(conclusion) = text.strip_prefix(before) {
            let conclusion = if conclusion.contains(": ") { listed(conclusion) } else { read(conclusion) };
            return Some((Vec::new(), Some(conclusion)));
        }
    }
    let rule = text.strip_prefix("If something ")?;
    FOLLOWS.iter().find_map(|(between, read)| {
        let (premise, conclusion) = rule.split_once(between)?;
        Some((said(premise), Some(read(conclusion))))
    })
}

type Read = fn(&str) -> Vec<String>;

const ALWAYS: [(&str, Read); 4] = [
    ("Is everything here ", said),
    ("Does everything here have ", said),
    ("Does everything here ", done),
    ("Is it true of everything here that it ", said),
];

const FOLLOWS: [(&str, Read); 4] = [
    (", is it always true that it ", said),
    (", is it always ", said),
    (", does it always have ", said),
    (", does it always ", done),
];

/// The names in `both: a, b`.
fn listed(text: &str) -> Vec<String> {
    let names = text.split_once(": ").map_or(text, |(_, names)| names);
    names.split(", ").map(str::to_owned).collect()
}

/// The names in `has hair, a tail and is tame`.
pub fn said(text: &str) -> Vec<String> {
    let without = |part: &str| {
        let part = ["has ", "is "].iter().find_map(|verb| part.strip_prefix(verb)).unwrap_or(part);
        ["a ", "an "].iter().find_map(|article| part.strip_prefix(article)).unwrap_or(part).to_owned()
    };
    text.replace(" and ", ", ").split(", ").map(without).collect()
}

/// The names in `fly and lay eggs`.
fn done(text: &str) -> Vec<String> {
    let third = |part: &str| {
        let (verb, rest) =
            part.split_once(' ').map_or((part, String::new()), |(verb, rest)| (verb, format!(" {rest}")));
        match verb.strip_suffix('y') {
            Some(stem) => format!("{stem}ies{rest}"),
            None => format!("{verb}s{rest}"),
        }
    };
    text.replace(" and ", ", ").split(", ").map(third).collect()
}
