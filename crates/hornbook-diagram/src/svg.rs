//! The drawing, as SVG that needs nothing else.

use std::fmt::Write;

use hornbook_words::escape_html;

use crate::{Diagram, Node};

/// Colours by role, light and dark after the reader's preference.
pub const STYLE: &str = include_str!("diagram.css");

const NODE_RADIUS: f64 = 7.0;
/// So many names are written at a concept; the others are counted.
const MAX_NAMES_SHOWN: usize = 3;
/// A name longer than this is cut.
const MAX_NAME_CHARS: usize = 24;

/// The drawing. Hovering over a concept tells its objects and attributes.
pub fn svg(diagram: &Diagram) -> String {
    let (width, height) = (diagram.width.ceil(), diagram.height.ceil());
    let label = format!("Line diagram of {} concepts", diagram.nodes.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lattice\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{label}\">\n<style>{STYLE}</style>\n"
    );
    for &(above, below) in &diagram.edges {
        let (from, to) = (&diagram.nodes[above], &diagram.nodes[below]);
        // Writing to a text cannot fail.
        _ = writeln!(
            text,
            "<line class=\"edge\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.x, from.y, to.x, to.y
        );
    }
    for (at, node) in diagram.nodes.iter().enumerate() {
        concept(&mut text, at, node);
    }
    if !diagram.complete {
        _ = writeln!(
            text,
            "<text class=\"note\" x=\"12\" y=\"22\">The upper part: the {} most general concepts; there are more</text>",
            diagram.nodes.len()
        );
    }
    text.push_str("</svg>\n");
    text
}

fn concept(text: &mut String, at: usize, node: &Node) {
    let kind = match (node.attributes.is_empty(), node.objects.is_empty()) {
        (true, true) => "concept",
        (false, true) => "concept has-attribute",
        (true, false) => "concept has-object",
        (false, false) => "concept has-attribute has-object",
    };
    let list = |names: &[String]| if names.is_empty() { "none".to_owned() } else { escape_html(&names.join(", ")) };
    let title = format!("objects: {}\nattributes: {}", list(&node.extent), list(&node.intent));
    _ = write!(
        text,
        "<g class=\"{kind}\" data-concept=\"{at}\"><title>{title}</title><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{NODE_RADIUS}\"/>",
        node.x, node.y
    );
    let above = short(&node.attributes);
    for (line, name) in above.iter().enumerate() {
        let y = node.y - NODE_RADIUS - 5.0 - 14.0 * (above.len() - 1 - line) as f64;
        _ = write!(text, "<text class=\"attribute\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>", node.x, escape_html(name));
    }
    for (line, name) in short(&node.objects).iter().enumerate() {
        let y = node.y + NODE_RADIUS + 14.0 + 14.0 * line as f64;
        _ = write!(text, "<text class=\"object\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>", node.x, escape_html(name));
    }
    text.push_str("</g>\n");
}

/// The first names, and how many there are beyond.
fn short(names: &[String]) -> Vec<String> {
    let cut = |name: &String| match name.char_indices().nth(MAX_NAME_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.clone(),
    };
    let mut shown: Vec<String> = names.iter().take(MAX_NAMES_SHOWN).map(cut).collect();
    if names.len() > MAX_NAMES_SHOWN {
        shown.pop();
        shown.push(format!("and {} more", names.len() + 1 - MAX_NAMES_SHOWN));
    }
    shown
}
