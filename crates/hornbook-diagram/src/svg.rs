//! The drawing, as SVG that needs nothing else.

use std::fmt::Write;

use hornbook_words::escape_html;

use crate::diagram::{Diagram, DiagramNode};
use crate::labels::{LINE_HEIGHT, PILL_HEIGHT, pill_text, pill_width, text_width};

/// Colours by role, light and dark after the reader's preference.
pub const STYLE: &str = include_str!("diagram.css");

/// From the middle of a line of text to its baseline.
const BASELINE: f64 = 4.2;

/// The drawing. Hovering over a concept tells its attributes, and how many objects it
/// has.
pub fn svg(diagram: &Diagram) -> String {
    let notes = notes(diagram);
    let top = LINE_HEIGHT * notes.len() as f64 + if notes.is_empty() { 0.0 } else { 8.0 };
    let widest = notes.iter().map(|note| text_width(note) + 24.0).fold(0.0, f64::max);
    let (width, height) = (diagram.width.max(widest).ceil(), (diagram.height + top).ceil());
    let label = format!("Line diagram of {} concepts", diagram.nodes.len());
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"lattice\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{label}\">\n<style>{STYLE}</style>\n"
    );
    for (at, note) in notes.iter().enumerate() {
        let y = LINE_HEIGHT * (at as f64 + 1.0);
        // Writing to a text cannot fail.
        _ = writeln!(text, "<text class=\"note\" x=\"12\" y=\"{y:.1}\">{note}</text>");
    }
    _ = writeln!(text, "<g transform=\"translate({:.1} {top:.1})\">", (width - diagram.width) / 2.0);
    lines(&mut text, diagram, &diagram.edges, "edge");
    lines(&mut text, diagram, &diagram.shortcuts, "edge shortcut");
    for (at, node) in diagram.nodes.iter().enumerate() {
        concept(&mut text, diagram, at, node);
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// What is to be known to read the drawing.
fn notes(diagram: &Diagram) -> Vec<String> {
    let unknown = diagram.nodes.iter().any(|node| node.perhaps > 0);
    let told = unknown.then(|| {
        "3+2? counts three objects that have all of it, and two of which something of it is unknown.".to_owned()
    });
    diagram.part_in_words().into_iter().chain(told).collect()
}

fn lines(text: &mut String, diagram: &Diagram, lines: &[(usize, usize)], class: &str) {
    for &(above, below) in lines {
        let (from, to) = (&diagram.nodes[above], &diagram.nodes[below]);
        _ = writeln!(
            text,
            "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
            from.x, from.y, to.x, to.y
        );
    }
}

fn concept(text: &mut String, diagram: &Diagram, at: usize, node: &DiagramNode) {
    let mut kind = String::from("concept");
    for (class, is) in [
        ("has-attribute", !node.above.is_empty()),
        ("has-object", !node.below.is_empty()),
        ("perhaps", node.perhaps > 0),
    ] {
        if is {
            kind = format!("{kind} {class}");
        }
    }
    let names: Vec<&str> = node.intent.iter().map(|&attr| diagram.attributes[attr].as_str()).collect();
    let intent = if names.is_empty() { "none".to_owned() } else { escape_html(&names.join(", ")) };
    let number = pill_text(node.count, node.perhaps);
    let (x, y, width) = (node.x, node.y, pill_width(&number));
    let perhaps = if node.perhaps > 0 { format!(", perhaps {} more", node.perhaps) } else { String::new() };
    _ = write!(
        text,
        "<g class=\"{kind}\" data-concept=\"{at}\"><title>attributes: {intent}\nobjects: {}{perhaps}</title>\
         <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{PILL_HEIGHT}\" rx=\"10\"/>\
         <text class=\"number\" x=\"{x:.1}\" y=\"{:.1}\">{number}</text>",
        node.count,
        x - width / 2.0,
        y - PILL_HEIGHT / 2.0,
        y + BASELINE,
    );
    let mut line = |class: &str, name: &str, middle: f64| {
        let (y, name) = (middle + BASELINE, escape_html(name));
        _ = write!(text, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{name}</text>");
    };
    for (at, name) in node.above.iter().enumerate() {
        line("attribute", name, y - PILL_HEIGHT / 2.0 - LINE_HEIGHT * (node.above.len() as f64 - at as f64 - 0.5));
    }
    for (at, name) in node.below.iter().enumerate() {
        line("object", name, y + PILL_HEIGHT / 2.0 + LINE_HEIGHT * (at as f64 + 0.5));
    }
    text.push_str("</g>\n");
}
