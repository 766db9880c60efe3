//! Feature models of FeatureIDE, in XML.

use hornbook::format::{FormatError, token};
use roxmltree::{Document, Node};

use super::builder::{Cardinality, ClauseBuilder, MAX_DEPTH};
use super::formula::Formula;
use crate::cnf::Cnf;

/// Elements that say nothing of which products there are.
const BESIDES: [&str; 4] = ["description", "graphics", "attribute", "tags"];

/// Reads a feature model of FeatureIDE: `<featureModel>` with its `<struct>` and
/// `<constraints>`.
pub fn read_feature_ide(bytes: &[u8]) -> Result<Cnf, FormatError> {
    let text = str::from_utf8(bytes).map_err(|_| FormatError::found("bytes that are no text", "text in UTF-8"))?;
    let document = Document::parse(text).map_err(|error| {
        let place = error.pos();
        FormatError::plain(error.to_string()).at(place.row as usize, place.col as usize)
    })?;
    let mut reader = Reader { document: &document, builder: ClauseBuilder::default() };
    let root = document.root_element();
    if !["featureModel", "extendedFeatureModel"].contains(&root.tag_name().name()) {
        return Err(reader.found(root, "<featureModel>, as FeatureIDE writes it"));
    }
    let part = |name: &str| root.children().find(|node| node.has_tag_name(name));
    let Some(tree) = part("struct") else { return Err(reader.found(root, "<struct> in it")) };
    let features: Vec<Node<'_, '_>> = elements(tree).collect();
    let [feature] = features[..] else {
        return Err(reader.found(tree, "one feature in it, below which all others are"));
    };
    let feature = reader.feature(feature, 0)?;
    reader.builder.root(feature);
    for rule in part("constraints").into_iter().flat_map(elements) {
        let formula = reader.only_formula(rule, 0)?;
        reader.builder.constraint(&formula);
    }
    Ok(reader.builder.finish())
}

struct Reader<'a, 'text> {
    document: &'a Document<'text>,
    builder: ClauseBuilder,
}

/// The elements in one that matter.
fn elements<'a, 'text: 'a>(node: Node<'a, 'text>) -> impl Iterator<Item = Node<'a, 'text>> {
    node.children().filter(|child| child.is_element() && !BESIDES.contains(&child.tag_name().name()))
}

impl Reader<'_, '_> {
    /// The error with the place of an element.
    fn at(&self, node: Node<'_, '_>, error: FormatError) -> FormatError {
        let place = self.document.text_pos_at(node.range().start);
        error.at(place.row as usize, place.col as usize)
    }

    fn found(&self, node: Node<'_, '_>, expected: &str) -> FormatError {
        self.at(node, FormatError::found(token(&format!("<{}>", node.tag_name().name())), expected))
    }

    /// Reads a feature and all below it.
    fn feature(&mut self, node: Node<'_, '_>, depth: usize) -> Result<i32, FormatError> {
        let kind = node.tag_name().name();
        if !["and", "or", "alt", "feature"].contains(&kind) {
            return Err(self.found(node, "<and>, <or>, <alt> or <feature>"));
        }
        if depth >= MAX_DEPTH {
            return Err(self.found(node, &format!("features that are nested at most {MAX_DEPTH} deep")));
        }
        let name = node.attribute("name").unwrap_or_default();
        let feature = self.builder.feature(name).map_err(|error| self.at(node, error))?;
        let (mut mandatory, mut others) = (Vec::new(), Vec::new());
        for child in elements(node) {
            let number = self.feature(child, depth + 1)?;
            let is_mandatory = kind == "and" && child.attribute("mandatory") == Some("true");
            if is_mandatory { &mut mandatory } else { &mut others }.push(number);
        }
        let of_others = match kind {
            "or" => Cardinality::OR,
            "alt" => Cardinality::ALTERNATIVE,
            _ => Cardinality::OPTIONAL,
        };
        for (children, cardinality) in [(mandatory, Cardinality::MANDATORY), (others, of_others)] {
            if !children.is_empty() {
                self.builder.group(feature, &children, cardinality).map_err(|error| self.at(node, error))?;
            }
        }
        Ok(feature)
    }

    /// The one formula in an element.
    fn only_formula(&self, node: Node<'_, '_>, depth: usize) -> Result<Formula, FormatError> {
        let parts: Vec<Node<'_, '_>> = elements(node).collect();
        match parts[..] {
            [part] => self.formula(part, depth),
            _ => Err(self.found(node, "one formula in it")),
        }
    }

    fn formula(&self, node: Node<'_, '_>, depth: usize) -> Result<Formula, FormatError> {
        if depth >= MAX_DEPTH {
            return Err(self.found(node, &format!("formulas that are nested at most {MAX_DEPTH} deep")));
        }
        let kind = node.tag_name().name();
        if kind == "var" {
            let name = node.text().unwrap_or_default().trim();
            return Ok(Formula::Feature(self.builder.named(name).map_err(|error| self.at(node, error))?));
        }
        let parts: Vec<Formula> = elements(node).map(|part| self.formula(part, depth + 1)).collect::<Result<_, _>>()?;
        let two =
            |parts: Vec<Formula>| <[Formula; 2]>::try_from(parts).map_err(|_| self.found(node, "two formulas in it"));
        if parts.is_empty() && ["conj", "disj", "atmost1"].contains(&kind) {
            return Err(self.found(node, "formulas in it"));
        }
        match kind {
            "not" => self.only_formula(node, depth + 1).map(Formula::not),
            "conj" => Ok(Formula::All(parts)),
            "disj" => Ok(Formula::Any(parts)),
            "atmost1" => Ok(Formula::AtMostOne(parts)),
            "imp" => two(parts).map(|[one, other]| one.implies(other)),
            "eq" => two(parts).map(|[one, other]| one.equivalent(other)),
            _ => Err(self.found(node, "<var>, <not>, <conj>, <disj>, <imp>, <eq> or <atmost1>")),
        }
    }
}
