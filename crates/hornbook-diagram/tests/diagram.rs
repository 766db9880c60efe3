//! Diagrams of real and of odd tables.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;
use std::sync::Arc;

use hornbook::{Context, Universe, format, scaling};
use hornbook_diagram::{Diagram, svg};

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

/// Everything is somewhere of its own, and what is more special is further down.
fn is_drawn_well(diagram: &Diagram) {
    let place = |at: usize| (diagram.nodes[at].x.round() as i64, diagram.nodes[at].y.round() as i64);
    let places: HashSet<(i64, i64)> = (0..diagram.nodes.len()).map(place).collect();
    assert_eq!(places.len(), diagram.nodes.len(), "two concepts at one place");
    for &(above, below) in &diagram.edges {
        assert!(diagram.nodes[above].y < diagram.nodes[below].y);
    }
    for node in &diagram.nodes {
        assert!((0.0..=diagram.width).contains(&node.x) && (0.0..=diagram.height).contains(&node.y));
    }
}

#[test]
fn all_of_zoo_or_its_upper_part() {
    let all = Diagram::of(&zoo(), 1000);
    assert!(all.complete && all.nodes.len() > 300, "{} concepts", all.nodes.len());
    is_drawn_well(&all);
    let upper = Diagram::of(&zoo(), 40);
    assert!(!upper.complete);
    is_drawn_well(&upper);
    assert!(svg(&upper).contains("The upper part"));
    assert!(!svg(&all).contains("The upper part"));
    assert_eq!(svg(&all).matches("<circle").count(), all.nodes.len());
    assert_eq!(svg(&all).matches("<line").count(), all.edges.len());
}

#[test]
fn odd_tables_and_names() {
    let universe = Arc::new(Universe::new(["<script>alert(1)</script>", "a & \"b\"", "\u{202e}turned"]).unwrap());
    let mut context = Context::new(universe.clone());
    assert_eq!(Diagram::of(&context, 10).nodes.len(), 1);
    context.push(Some("</svg><b>".into()), universe.none());
    context.push(None, universe.all());
    let diagram = Diagram::of(&context, 10);
    is_drawn_well(&diagram);
    let text = svg(&diagram);
    assert!(!text.contains("<script") && !text.contains("</svg><b>") && !text.contains('\u{202e}'));
    assert!(text.contains("&lt;script&gt;"));
    let json = serde_json::to_string(&diagram).unwrap();
    assert!(json.contains("\"complete\":true"));
}
